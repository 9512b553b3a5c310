"""Opens the history at a start, and mends what it can: the board comes up, and says what happened.

A damaged file is set aside untouched. What is good of it takes its place, and what the damage has cost comes back from
a copy where that can be (see `mending`): with a copy that is current nothing is lost. A history that is sound takes
nothing from anywhere: rows that only a copy has may be anybody's.

What takes the place is whole before the damaged file is moved: a power cut or a full disk on the way leaves a damaged
file to be mended at the next try, never an empty one. Commits whose database is gone are set aside first: SQLite would
lay them over whatever takes its place.

A file that is damaged beyond its header looks like any other file. It counts as ours, and may be moved, only where the
lock of an earlier start stands beside it.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.aside import mended_of, orphans, remove, rescued, set_aside, sync
from eztrak.journal.backup import backups, beside
from eztrak.journal.errors import DAMAGE, DamageError, JournalError
from eztrak.journal.journal import LAST, Journal, in_words
from eztrak.journal.lock import WriterLock, lock_of
from eztrak.journal.mending import Copy, Gathered, Tell, gather
from eztrak.journal.verify import quick_check
from eztrak.table.events import Moment


def open_sound(path: Path, copies: Path | None, moment: Moment, tell: Tell = lambda _: None) -> tuple[Journal, str]:
    """The history, and what had to be done to it in words; "" mostly. Raises JournalError where nothing helps."""
    if not lock_of(path).exists() and not orphans(path):
        # It may be anybody's file: it is not even locked before it has shown that it is a sound history.
        if schema.inspect(path) == 0:
            return Journal(path, moment.at), ""
        quick_check(path)
    lock = WriterLock(path, moment.at)
    try:
        told = _made_sound(path, copies, moment, tell)
        if 0 < schema.inspect(path) < schema.VERSION:
            tell("The history was written by an older eztrak. It is brought up to date.")
        return Journal(path, moment.at, lock), told
    except (OSError, *DAMAGE) as fault:
        lock.release()
        words = in_words(fault) if isinstance(fault, sqlite3.Error) else fault
        raise JournalError(f"{path}: cannot be mended: {words}") from fault
    except JournalError:
        lock.release()
        raise


def _made_sound(path: Path, copies: Path | None, moment: Moment, tell: Tell) -> str:
    if mended_of(path).exists():
        _put_in_place(path, moment.at)
        return f"the history was damaged, and its mending cut off; it is done now, up to {_where(path)}"
    gone = bool(orphans(path))
    if not gone:
        _roll_back(path)
        try:
            gone = schema.inspect(path) == 0
            if not gone:
                quick_check(path)
                return ""
        except DamageError:
            pass
    return _mended(path, copies, moment, tell, gone)


def _roll_back(path: Path) -> None:
    """Lets SQLite undo what a power cut left half done in a first start: whoever only reads cannot, and is refused."""
    if path.with_name(path.name + "-journal").exists():
        with suppress(*DAMAGE), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _mended(path: Path, copies: Path | None, moment: Moment, tell: Tell, gone: bool) -> str:
    """Gathers what there is of a history that is damaged or gone, and says so; "" where there never was one."""
    left = orphans(path)
    tell("The history is damaged or gone. What is good of it is gathered.")
    part = path.with_name(path.name + ".mending")
    remove(part)
    found = gather(path, part, _copies(path, copies), moment, tell)
    if gone and not found.last:
        remove(part)
        if not left:
            return ""
        aside = set_aside(path, "orphan", moment.at)
        return f"the history was gone, and there is no copy of it; {_kept(left, path, aside)}"
    sync(part)
    part.rename(mended_of(path))
    sync(path.parent)
    aside = _put_in_place(path, moment.at)
    was = ["the history was gone" if gone else f"the history was damaged and is kept as {aside.name}"]
    was += [_kept(left, path, aside)] if left else []
    return f"{'; '.join(was)}; {_source(found)}, up to {_where(path)}; {_lost(found)}"


def _kept(left: list[Path], path: Path, aside: Path) -> str:
    names = ", ".join(part.name.replace(path.name, aside.name) for part in left)
    return f"what was left of its newest commits is kept as {names}"


def _source(found: Gathered) -> str:
    came = [f"{taken.last - taken.first + 1} events came from the copy {taken.source}" for taken in found.taken]
    return "; ".join(came) or "its good rows were taken over"


def _lost(found: Gathered) -> str:
    if found.newest is None:
        return "what came after that cannot be told"
    lost = found.newest - found.last
    return f"{lost} events after that are lost" if lost > 0 else "nothing was lost"


def _copies(path: Path, copies: Path | None) -> list[Copy]:
    """Whatever may have rows of a history. The names of backups have their moments in them: the newest first."""
    own = [*rescued(path), *sorted(backups(path, beside(path)), reverse=True)]
    other = [copies / path.name, *sorted(backups(path, copies), reverse=True)] if copies else []
    return [*(Copy(path, True) for path in own), *(Copy(path, False) for path in other)]


def _put_in_place(path: Path, at: str) -> Path:
    """Puts what was mended in the place of the damaged file, and gives where that is kept."""
    aside = set_aside(path, "damaged", at)
    mended_of(path).rename(path)
    sync(path.parent)
    return aside


def _where(path: Path) -> str:
    """How far a sound history reaches, in words."""
    with closing(schema.read_only(path)) as connection:
        # The shoe in play may have gone on after one of a higher number was undone.
        shoe = connection.execute(
            "SELECT shoe, hand FROM hands"
            " WHERE shoe <= coalesce((SELECT max(shoe) FROM shoes WHERE ended_at IS NULL), ?)"
            " ORDER BY shoe DESC, hand DESC LIMIT 1",
            (LAST,),
        ).fetchone()
    return f"shoe {shoe[0]} hand {shoe[1]}" if shoe else "no hand"
