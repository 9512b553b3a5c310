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

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from eztrak.appliance.paths import sync
from eztrak.journal import schema
from eztrak.journal.aside import mended_of, orphans, remove, rescued, set_aside
from eztrak.journal.backup import backups, beside
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, not_written
from eztrak.journal.journal import LAST, Journal
from eztrak.journal.lock import WriterLock, lock_of
from eztrak.journal.mending import Copy, Gathered, Own, Say, gather
from eztrak.journal.verify import quick_check
from eztrak.table.events import Moment
from eztrak.voice.reasons import reason
from eztrak.voice.said import All, Said

NO_KEY = Own()


def open_and_mend(
    path: Path, copies: Path | None, moment: Moment, say: Say = lambda _: None, own: Own = NO_KEY
) -> tuple[Journal, All]:
    """The history, and what had to be done to it: mostly nothing. Raises JournalError where nothing helps."""
    if not lock_of(path).exists() and not orphans(path):
        # It may be anybody's file: it is not even locked before it has shown that it is a sound history.
        if schema.inspect(path) == 0:
            return Journal(path, moment.at, signer=own.signer), All(())
        quick_check(path)
    lock = WriterLock(path, moment.at)
    try:
        mended = All(tuple(_made_sound(path, copies, moment, say, own)))
        if 0 < schema.inspect(path) < schema.VERSION:
            say(Said("The history was written by an older eztrak. It is being updated."))
        return Journal(path, moment.at, lock, own.signer), mended
    except (OSError, *DAMAGE) as fault:
        lock.release()
        why = reason(not_written(fault) if isinstance(fault, sqlite3.Error) else fault)
        raise JournalError("it cannot be repaired: {fault}", path, fault=why) from fault
    except JournalError:
        lock.release()
        raise


def _made_sound(path: Path, copies: Path | None, moment: Moment, say: Say, own: Own) -> list[Said]:
    if _was_mended(path, moment.at):
        _put_in_place(path, moment.at)
        return [Said("the history was damaged, and its repair was cut off: it is done now"), _reach(path)]
    gone = bool(orphans(path))
    if not gone:
        _roll_back(path)
        try:
            gone = schema.inspect(path) == 0
            if not gone:
                quick_check(path)
                return []
        except DamageError:
            pass
    return _mended(path, copies, moment, say, gone, own)


def _was_mended(path: Path, at: str) -> bool:
    """Whether a history was mended and has not taken its place yet. What else has that name is kept under another."""
    mended = mended_of(path)
    if not os.path.lexists(mended):
        return False
    try:
        quick_check(mended)
        return True
    except PassingError:
        raise
    except JournalError:
        set_aside(mended, "damaged", at)
        return False


def _roll_back(path: Path) -> None:
    """Lets SQLite undo what a power cut left half done in a first start: whoever only reads cannot, and is refused."""
    if path.with_name(path.name + "-journal").exists():
        with suppress(*DAMAGE), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _mended(path: Path, copies: Path | None, moment: Moment, say: Say, gone: bool, own: Own) -> list[Said]:
    """Gathers what there is of a history that is damaged or gone, and says so, unless there never was one."""
    left = orphans(path)
    say(Said("The history is damaged or gone. Saving the good part."))
    part = path.with_name(path.name + ".mending")
    remove(part)
    gathered = gather(path, part, copies_of(path, copies), moment, say, own)
    if gone and not gathered.last:
        remove(part)
        if not left and not gathered.unsigned:
            return []
        none = Said("the history was gone, and there is no copy of it")
        return [none, *(_rest(left, path, set_aside(path, "orphan", moment.at)) if left else []), *_unsigned(gathered)]
    sync(part)
    part.rename(mended_of(path))
    sync(path.parent)
    aside = _put_in_place(path, moment.at)
    was = (
        Said("the history was gone")
        if gone
        else Said("the history was damaged. The old file is kept as {name}", name=aside.name)
    )
    return [was, *_rest(left, path, aside), *_sources(gathered), *_unsigned(gathered), _reach(path), _lost(gathered)]


def _rest(left: list[Path], path: Path, aside: Path) -> list[Said]:
    names = ", ".join(part.name.replace(path.name, aside.name) for part in left)
    return [Said("what was left of its newest commits is kept as {names}", names=names)] if left else []


def _sources(gathered: Gathered) -> list[Said]:
    return [
        Said("{count:event|events} came from the copy {copy}", count=taken.last - taken.first + 1, copy=taken.source)
        for taken in gathered.taken
    ] or [Said("its good rows were saved")]


def _unsigned(gathered: Gathered) -> list[Said]:
    return [
        Said("row {row} of the copy {copy} is not signed by the unit, and was not taken", row=first, copy=path)
        if first == last
        else Said(
            "rows {first} to {last} of the copy {copy} are not signed by the unit, and were not taken",
            first=first,
            last=last,
            copy=path,
        )
        for path, first, last in gathered.unsigned
    ]


def _lost(gathered: Gathered) -> Said:
    if gathered.newest is None:
        return Said("nobody can tell what came after that")
    lost = gathered.newest - gathered.last
    return (
        Said("{count:event after that is|events after that are} lost", count=lost)
        if lost > 0
        else Said("nothing was lost")
    )


def copies_of(path: Path, copies: Path | None) -> list[Copy]:
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


def _reach(path: Path) -> Said:
    """How far a sound history reaches."""
    with closing(schema.read_only(path)) as connection:
        # The shoe in play may have gone on after one of a higher number was undone.
        shoe = connection.execute(
            "SELECT shoe, hand FROM hands"
            " WHERE shoe <= coalesce((SELECT max(shoe) FROM shoes WHERE ended_at IS NULL), ?)"
            " ORDER BY shoe DESC, hand DESC LIMIT 1",
            (LAST,),
        ).fetchone()
    if shoe is None:
        return Said("it has no hand yet")
    return Said("it goes up to shoe {shoe} hand {hand}", shoe=shoe[0], hand=shoe[1])
