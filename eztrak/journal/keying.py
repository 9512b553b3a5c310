"""Whether the history that a start finds is the one that this unit has signed, as far as it had got.

Others can write while the board is off: rows appended or written anew bear no signature; a history that was cut off or
exchanged ends before the head that is noted beside the unit's key; one of another unit is signed by another key. The
board comes up all the same. It puts on record what it found, and a supervisor has to confirm it.
"""

import os
from pathlib import Path

from eztrak.appliance.unit_key import Head, UnitKey, noted_of, older_secret
from eztrak.journal import archiving, restored
from eztrak.journal.chain import short
from eztrak.journal.guarded import untrusted
from eztrak.journal.heads import hash_of
from eztrak.journal.journal import Journal
from eztrak.journal.journal import head as newest
from eztrak.table import commands as c
from eztrak.table.events import Archived, Restored, UnitKeyed
from eztrak.table.staff import Staff
from eztrak.voice.said import Said


def to_record(
    journal: Journal,
    key: UnitKey,
    staff: Staff,
    note: Restored | None = None,
    archived: Archived | None = None,
) -> list[c.Command]:
    """What has to go on record; mostly nothing. What a restore or an archive says is gone is not said again. Raises
    JournalError where the file is damaged."""
    last, _, _ = journal.newest()
    explained = note.last if note and note.row == last else 0
    force, had = journal.keyed(), key.head()
    # Which key is in force anybody can write into a row. It counts where this unit has signed nothing here yet.
    reach = journal.signed_to(key.public) or journal.signed_to(force.public)
    unsigned = reach + 1 if reach or force.public or had else 0
    lost = had and not archived and had.seq > explained and journal.hash_of(had.seq) != had.hash
    gone = had if lost and (last or not key.begins_anew) else None
    before = force.public if force.public != key.public else ""
    done: list[c.Command] = []
    if force.public != key.public or force.place != key.place or 0 < unsigned <= last or gone:
        here = 0 < unsigned <= last
        rows, cut = (unsigned, last) if here else (0, 0), (gone.seq, gone.shoe) if gone else (0, 0)
        done.append(c.Note(UnitKeyed(key.public, key.place.value, before, *rows, *cut)))
    # The PINs were made with the secret of another key. One that is only locked may be there again at the next start.
    if (before or not force.public) and staff.pins and not key.locked and not key.adopted(older_secret(journal.path)):
        done.append(c.ClearPins())
    return done


def settled(journal: Journal, key: UnitKey) -> None:
    """Notes how far the history goes that this unit has signed."""
    seq, digest, _ = journal.newest()
    if seq and journal.signed_to(key.public) == seq:
        path = os.path.realpath(journal.path)
        key.note(Head(journal.origin(), seq, digest, journal.newest_shoe(), path))


def missing(database: Path) -> Said:
    """What this unit had signed and is not in its file any more, before a start has put that on record; nothing where
    all is there, and where whoever asks may not look. Raises JournalError."""
    head = noted_of(database)
    if head is None:
        return Said()
    with untrusted(database) as connection:
        here = hash_of(connection, head.seq)
        now = newest(connection)
    note = restored.note_of(database, now)
    explained = (note and note.last >= head.seq) or archiving.note_of(database, now[0], head)
    if here == head.hash or explained:
        return Said()
    return Said(
        "this unit signed row {row} ({code}), which is not here: the end was cut off, or another "
        "history was put in its place",
        row=head.seq,
        code=short(head.hash),
    )
