"""What a restore leaves for the next start: which backup took the place of the history, and what was there before.

Whoever restores does not write to the record, which the board alone does: a file beside it tells the start, which puts
it on record. It is there before the history is exchanged; where that was cut off, the history goes on beyond it, and it
counts for nothing.
"""

import json
from contextlib import closing, suppress
from dataclasses import asdict, replace
from pathlib import Path

from eztrak.appliance.paths import put, written
from eztrak.journal import schema
from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.journal import head, state_of
from eztrak.journal.wellformed import well_formed
from eztrak.table.events import Restored


def about(source: Path, row: int, digest: str, at: str, database: Path) -> Restored:
    """A restore of a backup with this head over a history that may be gone or damaged."""
    note = Restored(written(source), row, digest, at, "", 0, 0)
    with suppress(JournalError, *DAMAGE), closing(schema.read_only(database)) as old:
        return replace(note, last=head(old)[0], shoe=state_of(old).newest)
    return note


def leave(database: Path, note: Restored) -> None:
    """This one or the one before, whenever the power goes. Raises OSError."""
    put(_beside(database), json.dumps(asdict(note)))


def note_of(database: Path, now: tuple[int, str]) -> Restored | None:
    """What was restored before this start of a history whose newest row has this number and hash."""
    try:
        note = Restored(**json.loads(_beside(database).read_text(encoding="utf-8")))
        if not well_formed(note):
            return None
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    # One that goes further was not exchanged, or has it on record; one that is shorter was damaged since.
    return note if now == (note.row, note.head) or now[0] < note.row else None


def clear(database: Path) -> None:
    """It is on record, or counts for nothing."""
    with suppress(OSError):
        _beside(database).unlink(missing_ok=True)


def _beside(database: Path) -> Path:
    return database.with_name(database.name + ".restored")
