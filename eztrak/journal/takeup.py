"""Opens the history at a start, and mends what it can: the board comes up, and says what happened.

A damaged file is set aside untouched. The last good copy takes its place, and every row of the damaged file that still
follows the copy by the chain is taken over: with a copy that is current nothing is lost. Where the copy has rows that
the file has lost, as after a card that dropped its last writes, they come back from it.

A file that is damaged beyond its header looks like any other file. It counts as ours, and may be moved, only where the
lock of an earlier start stands beside it.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.aside import set_aside
from eztrak.journal.backup import backups, copy_whole
from eztrak.journal.carry import carry
from eztrak.journal.errors import DAMAGE, DamageError, JournalError
from eztrak.journal.journal import Journal, connect, head, rows
from eztrak.journal.lock import WriterLock, lock_of
from eztrak.journal.verify import quick_check


def open_sound(path: Path, copies: Path | None, at: str) -> tuple[Journal, str]:
    """The history, and what had to be done to it in words; "" mostly. Raises JournalError where nothing helps."""
    ours = lock_of(path).exists()
    damage: DamageError | None = None
    if ours:
        _roll_back(path, at)
    try:
        new = schema.inspect(path) == 0
        if not new:
            quick_check(path)
    except DamageError as fault:
        if not ours:
            raise
        damage, new = fault, False
    if new and not (ours and copies):
        return Journal(path, at), ""
    lock = WriterLock(path, at)
    try:
        if damage:
            told = _mended(path, copies, at)
        elif copies:
            told = _replaced(path, copies) if new else _caught_up(path, copies / path.name)
        else:
            told = ""
        return Journal(path, at, lock), told
    except (OSError, *DAMAGE) as fault:
        lock.release()
        raise JournalError(f"{path}: cannot be mended: {fault}") from fault
    except JournalError:
        lock.release()
        raise


def _roll_back(path: Path, at: str) -> None:
    """Lets SQLite undo what a power cut left half done in a first start: whoever only reads cannot, and is refused."""
    if not path.with_name(path.name + "-journal").exists():
        return
    lock = WriterLock(path, at)
    try:
        with suppress(*DAMAGE), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    finally:
        lock.release()


def _mended(path: Path, copies: Path | None, at: str) -> str:
    newest = _newest(path)
    aside = set_aside(path, "damaged", at)
    taken = _take_copy(path, copies)
    with closing(connect(path, schema.inspect(path))) as connection:
        with suppress(JournalError, *DAMAGE), closing(schema.read_only(aside)) as damaged:
            carry(connection, rows(damaged, head(connection)[0] + 1))
        last = head(connection)[0]
        where = _where(connection)
    source = f"{taken} was taken up" if taken else "its good rows were taken over, there is no good copy"
    if newest is None:
        lost = "what came after that cannot be told"
    elif newest <= last:
        lost = "nothing was lost"
    else:
        lost = f"{newest - last} events after that are lost"
    return f"the history was damaged and is kept as {aside.name}; {source}, up to {where}; {lost}"


def _replaced(path: Path, copies: Path) -> str:
    """The file is gone: somebody removed it, or a repair of the file system did."""
    if not (taken := _take_copy(path, copies)):
        return ""
    with closing(schema.read_only(path)) as connection:
        return f"the history was gone; {taken} was taken up, up to {_where(connection)}"


def _caught_up(path: Path, copy: Path) -> str:
    """Takes rows that only the second copy has: the file has lost its last writes."""
    if _rows(copy) <= _rows(path):
        return ""
    with closing(connect(path, schema.VERSION)) as connection, closing(schema.read_only(copy)) as there:
        seq, digest = head(connection)
        known = there.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
        if known != (digest,):
            return ""  # another history, which the second copy sets aside
        taken = carry(connection, rows(there, seq + 1))
    return f"the history had lost its last {taken} events; they came back from the second copy" if taken else ""


def _take_copy(path: Path, copies: Path | None) -> str:
    """Puts the copy that reaches furthest into the place of the history. Gives its name, "" where none is good."""
    if copies is None:
        return ""
    found = [(count, copy) for copy in (copies / path.name, *backups(path, copies)) if (count := _rows(copy))]
    for _, copy in sorted(found, reverse=True):
        with suppress(JournalError, OSError):
            copy_whole(copy, path)
            return f"the copy {copy}"
    return ""


def _rows(path: Path) -> int:
    """How far a journal reaches; 0 for one that cannot be read."""
    try:
        with closing(schema.read_only(path)) as connection:
            return head(connection)[0]
    except (JournalError, *DAMAGE):
        return 0


def _newest(path: Path) -> int | None:
    """The highest row number that a damaged file still tells of."""
    told = []
    for query in ("max(seq) FROM journal", "max(first_seq) FROM shoes", "max(seq) FROM hands"):
        with suppress(JournalError, *DAMAGE), closing(schema.read_only(path)) as connection:
            told += [row[0] for row in connection.execute(f"SELECT {query}") if isinstance(row[0], int)]
    return max(told, default=None)


def _where(connection: sqlite3.Connection) -> str:
    shoe = connection.execute("SELECT shoe, hand FROM hands ORDER BY shoe DESC, hand DESC LIMIT 1").fetchone()
    return f"shoe {shoe[0]} hand {shoe[1]}" if shoe else "no hand"
