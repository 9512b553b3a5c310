"""Takes a whole history off a unit into an archive, where a room says so: nothing else ever removes a recorded hand.

The archive is the history itself, checked, and stays one: every command reads it. The unit goes on with an empty one.
Its first rows say which archive there is, how far it goes and by which hash; its shoes go on with numbers that were
never used, and the PINs stay. The board alone writes the record, so a note beside it tells the next start. The old
history is exchanged in one step; until then the note counts for nothing.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from eztrak.appliance.paths import put, sync, written
from eztrak.appliance.unit_key import Head
from eztrak.journal import schema
from eztrak.journal.aside import mended_of, parts, remove, stamp
from eztrak.journal.backup import Copied, copy_whole
from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.guarded import untrusted
from eztrak.journal.heads import hash_of
from eztrak.journal.journal import connect, head, state_of
from eztrak.journal.lock import WriterLock
from eztrak.journal.takeup import copies_of
from eztrak.journal.verify import Each, Verified, verify
from eztrak.journal.wellformed import well_formed
from eztrak.table.events import Archived, event_of, fields
from eztrak.table.log_words import to_confirm
from eztrak.voice.reasons import reason

KIND = "archive"


@dataclass(frozen=True, slots=True)
class Taken:
    archives: tuple[Path, ...]
    verified: Verified
    shoe: int  # the highest number in it
    removed: tuple[Path, ...]  # copies and backups that have nothing which the archive has not


def archive(
    database: Path,
    folders: Sequence[Path],
    at: str,
    noted: Head | None,
    copies: Path | None = None,
    copied: Copied | None = None,
    checked: Each | None = None,
) -> Taken:
    """Makes an archive in each folder, and lets the unit begin anew. `noted`: the last row that the unit's key is known
    to have signed. The board must not run. Raises JournalError, and leaves the history as it was."""
    lock = WriterLock(database, at)
    begun = database.with_name(database.name + ".anew")
    made: list[Path] = []
    try:
        note = _about(database, at, noted)
        with closing(sqlite3.connect(database)) as old:
            # One file: whatever is left of its newest commits would be laid over what takes its place.
            if old.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
                raise JournalError("somebody is reading it: try again in a moment", database)
        for folder in folders:
            target = folder.absolute() / f"{database.stem}-archive-{stamp(at)}.db"
            if target.exists():
                raise JournalError("it already exists: try again in a second", target)
            checked_archive = copy_whole(database, target, lambda part: _taken(part, checked), copied)
            made.append(target)
        note = replace(note, archive=", ".join(map(written, made)))
        _empty(begun)
        put(_beside(database), json.dumps(fields(note)))
        begun.rename(database)
        sync(database.parent)
    except (OSError, *DAMAGE) as fault:
        raise JournalError("it cannot be archived: {fault}", database, fault=reason(fault)) from fault
    finally:
        remove(begun)
        lock.release()
    return Taken(tuple(made), checked_archive, note.shoe, tuple(_contained(database, copies, made[0])))


def _about(database: Path, at: str, noted: Head | None) -> Archived:
    """What the next start puts on record. Raises JournalError for a history that nobody may take away."""
    if mended_of(database).exists():
        raise JournalError("its repair was interrupted: start the board once", database)
    with closing(schema.read_only(database)) as connection:
        (seq, digest), state = head(connection), state_of(connection)
    if not seq:
        raise JournalError("nothing is recorded in it", database)
    if noted and noted.hash != digest:
        raise JournalError(
            "the unit signed up to row {signed}, but it ends with row {last}: start the board once, and stop it",
            database,
            signed=noted.seq,
            last=seq,
        )
    if state.unconfirmed:
        raise JournalError("a supervisor has to confirm first: {what}", database, what=to_confirm(state.unconfirmed))
    if state.shoe and state.shoe.hands:
        raise JournalError(
            "shoe {shoe} has hands and no seal: press NEW SHOE at the keypad first", database, shoe=state.shoe.number
        )
    return Archived("", seq, digest, at, state.newest, state.staff)


def _taken(path: Path, checked: Each | None) -> Verified:
    """What `verify` says of an archive, which has to be all well."""
    verified = verify(path, each=checked)
    for fault in (*verified.faults, *verified.strange):
        raise JournalError("it is not as it was written: {fault}", path, fault=fault)
    return verified


def _empty(path: Path) -> None:
    """A history without a row, in one file."""
    remove(path)
    with closing(connect(path, 0)) as made:
        made.execute("PRAGMA journal_mode = DELETE")
    sync(path)


def _contained(database: Path, copies: Path | None, archive: Path) -> Iterator[Path]:
    """Removes the second copy and backups that have nothing which the archive has not: the next start would take them
    for copies of its own history. What has more stays."""
    for path in (copy.path for copy in copies_of(database, copies)):
        if _inside(path, archive):
            with suppress(OSError):
                remove(path)
                yield path


def _inside(path: Path, archive: Path) -> bool:
    if not parts(path):
        return False
    try:
        with untrusted(path) as copy, closing(schema.read_only(archive)) as whole:
            seq, digest = head(copy)
            return hash_of(whole, seq) == digest
    except (JournalError, OSError, *DAMAGE):
        return False


def note_of(database: Path, newest: int, noted: Head | None) -> Archived | None:
    """Which archive was made before this start of a history whose newest row has this number: 0, else it was not
    exchanged, or has it on record. It has to go as far as the unit's key is known to have signed."""
    try:
        event = event_of(KIND, json.loads(_beside(database).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if newest or not isinstance(event, Archived) or not well_formed(event) or (noted and noted.hash != event.head):
        return None
    return event


def clear(database: Path) -> None:
    """It is on record, or counts for nothing."""
    with suppress(OSError):
        _beside(database).unlink(missing_ok=True)


def _beside(database: Path) -> Path:
    return database.with_name(database.name + ".archived")
