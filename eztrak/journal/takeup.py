"""Opens the history at a start, and mends what it can: the board comes up, and says what happened.

A damaged file is set aside untouched. The last good copy takes its place, and every row of the damaged file that still
follows the copy by the chain is taken over: with a copy that is current nothing is lost. Where the copy has rows that
the file has lost, as after a card that dropped its last writes, they come back from it.

What takes the place is whole before the damaged file is moved: a power cut or a full disk on the way leaves a damaged
file to be mended at the next try, never an empty one.

A file that is damaged beyond its header looks like any other file. It counts as ours, and may be moved, only where the
lock of an earlier start stands beside it.
"""

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeAlias

from eztrak.journal import schema
from eztrak.journal.aside import mended_of, remove, set_aside, sync
from eztrak.journal.backup import backups, beside, copy_whole
from eztrak.journal.carry import carry
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, unreadable
from eztrak.journal.journal import Journal, Row, connect, head, in_words, rows
from eztrak.journal.lock import WriterLock, lock_of
from eztrak.journal.verify import chain_check, quick_check

Tell: TypeAlias = Callable[[str], None]  # told in a sentence what takes long
_PATIENCE = 15.0  # seconds for the second copy to answer
_EACH = 10_000  # rows, a second's work on a small computer, between two sentences


def open_sound(path: Path, copies: Path | None, at: str, tell: Tell = lambda _: None) -> tuple[Journal, str]:
    """The history, and what had to be done to it in words; "" mostly. Raises JournalError where nothing helps."""
    if not lock_of(path).exists():
        # It may be anybody's file: it is not even locked before it has shown that it is a sound history.
        if schema.inspect(path) == 0:
            return Journal(path, at), ""
        quick_check(path)
    lock = WriterLock(path, at)
    try:
        told = _made_sound(path, copies, at, tell)
        return Journal(path, at, lock), told
    except (OSError, *DAMAGE) as fault:
        lock.release()
        words = in_words(fault) if isinstance(fault, sqlite3.Error) else fault
        raise JournalError(f"{path}: cannot be mended: {words}") from fault
    except JournalError:
        lock.release()
        raise


def _made_sound(path: Path, copies: Path | None, at: str, tell: Tell) -> str:
    if mended_of(path).exists():
        _put_in_place(path, at)
        return f"the history was damaged, and its mending cut off; it is done now, up to {_where(path)}"
    _roll_back(path)
    try:
        if schema.inspect(path) == 0:
            return _replaced(path, copies, tell)
        quick_check(path)
    except DamageError:
        return _mended(path, copies, at, tell)
    return _caught_up(path, copies / path.name, tell) if copies else ""


def _roll_back(path: Path) -> None:
    """Lets SQLite undo what a power cut left half done in a first start: whoever only reads cannot, and is refused."""
    if path.with_name(path.name + "-journal").exists():
        with suppress(*DAMAGE), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _mended(path: Path, copies: Path | None, at: str, tell: Tell) -> str:
    tell("The history is damaged. What is good of it is gathered.")
    newest = _newest(path)
    part = path.with_name(path.name + ".mending")
    remove(part)
    taken = _take_copy(path, part, copies, tell)
    with closing(connect(part, schema.inspect(part))) as connection:
        carry(connection, _readable(path, head(connection)[0] + 1))
        last = head(connection)[0]
        connection.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
    sync(part)
    part.rename(mended_of(path))
    sync(path.parent)
    aside = _put_in_place(path, at)
    source = f"{taken} was taken up" if taken else "its good rows were taken over, there is no good copy"
    if newest is None:
        lost = "what came after that cannot be told"
    elif newest <= last:
        lost = "nothing was lost"
    else:
        lost = f"{newest - last} events after that are lost"
    return f"the history was damaged and is kept as {aside.name}; {source}, up to {_where(path)}; {lost}"


def _put_in_place(path: Path, at: str) -> Path:
    """Puts what was mended in the place of the damaged file, and gives where that is kept."""
    aside = set_aside(path, "damaged", at)
    mended_of(path).rename(path)
    sync(path.parent)
    return aside


def _replaced(path: Path, copies: Path | None, tell: Tell) -> str:
    """The file is gone: somebody removed it, or a repair of the file system did."""
    if not (taken := _take_copy(path, path, copies, tell)):
        return ""
    return f"the history was gone; {taken} was taken up, up to {_where(path)}"


def _caught_up(path: Path, copy: Path, tell: Tell) -> str:
    """Takes rows that only the second copy has: the file has lost its last writes.

    A medium that hangs is not waited for: this file is sound, and the thread that makes the copy says what is wrong."""
    tell(f"The second copy {copy} is looked at.")
    reach: list[int] = []
    look = threading.Thread(target=lambda: reach.append(_rows(copy)), name="look", daemon=True)
    look.start()
    look.join(_PATIENCE)
    if max(reach, default=0) <= _rows(path):
        return ""
    tell("The history has lost its last events. They come back from the second copy.")
    with closing(connect(path, schema.inspect(path), keep=True)) as connection:
        seq, digest = head(connection)
        missing: list[Row] = []
        with suppress(JournalError, *DAMAGE):  # a failing copy is no reason not to start
            missing += _readable(copy, seq)
        if seq and missing and missing.pop(0)[-1] != digest:
            return ""  # another history, which the second copy sets aside
        taken = carry(connection, missing)
    return f"the history had lost its last {taken} events; they came back from the second copy" if taken else ""


def _take_copy(path: Path, target: Path, copies: Path | None, tell: Tell) -> str:
    """Makes `target` of the copy of a history that reaches furthest. Gives its name, "" where none is good."""
    there = [*backups(path, beside(path)), *([copies / path.name, *backups(path, copies)] if copies else [])]
    for count, copy in sorted(((_rows(copy), copy) for copy in there), reverse=True):
        if not count:
            break
        # A copy that is good must not be passed over because there is no room for it.
        if (needed := copy.stat().st_size) > shutil.disk_usage(path.parent).free:
            raise JournalError(f"{path}: needs {needed // 2**20 + 1} MiB of room to take up the copy {copy}")

        def checked(row: int, count: int, copy: Path = copy) -> None:
            if row % _EACH == 1:
                tell(f"The history is damaged or gone. The copy {copy} is checked: {row - 1:,} of {count:,} events.")

        with suppress(JournalError, OSError):
            copy_whole(copy, target, lambda part: chain_check(part, checked))
            return f"the copy {copy}"
    return ""


def _readable(path: Path, first: int) -> Iterator[Row]:
    """The rows of a journal from one on, as far as a damaged file gives them. Raises what may be over in a moment."""
    try:
        with closing(schema.read_only(path)) as connection:
            yield from rows(connection, first)
    except DamageError:
        return
    except DAMAGE as fault:
        if not isinstance(unreadable(path, fault), DamageError):
            raise


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


def _where(path: Path) -> str:
    """How far a sound history reaches, in words."""
    with closing(schema.read_only(path)) as connection:
        shoe = connection.execute("SELECT shoe, hand FROM hands ORDER BY shoe DESC, hand DESC LIMIT 1").fetchone()
    return f"shoe {shoe[0]} hand {shoe[1]}" if shoe else "no hand"
