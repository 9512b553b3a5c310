"""Whether the history that a start finds is the one that this unit has signed, as far as it had got.

Others can write while the board is off: rows appended or written anew bear no signature; a history that was cut off or
exchanged ends before the head that is noted beside the unit's key; one of another unit is signed by another key. The
board comes up all the same. It puts on record what it found, and a supervisor has to confirm it.
"""

from eztrak.appliance.unit_key import Head, UnitKey, older_secret
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.staff import Staff


def found(
    journal: Journal,
    key: UnitKey,
    staff: Staff,
    restored: c.NoteRestore | None = None,
    archived: c.NoteArchive | None = None,
) -> list[c.Command]:
    """What has to go on record; mostly nothing. What a restore or an archive says is gone is not said again. Raises
    JournalError where the file is damaged."""
    last, _, _ = journal.newest()
    explained = restored.last if restored and restored.row == last else 0
    force, noted = journal.keyed(), key.head()
    # Which key is in force anybody can write into a row. It counts where this unit has signed nothing here yet.
    reach = journal.signed_to(key.public) or journal.signed_to(force.public)
    unsigned = reach + 1 if reach or force.public or noted else 0
    lost = noted and not archived and noted.seq > explained and journal.hash_of(noted.seq) != noted.hash
    gone = noted if lost else None
    before = force.public if force.public != key.public else ""
    done: list[c.Command] = []
    if force.public != key.public or force.place != key.place or 0 < unsigned <= last or gone:
        here = 0 < unsigned <= last
        rows, cut = (unsigned, last) if here else (0, 0), (gone.seq, gone.shoe) if gone else (0, 0)
        done.append(c.NoteKey(key.public, key.place.value, before, *rows, *cut))
    # The PINs were made with the secret of another key. One that is only locked may be there again at the next start.
    if (before or not force.public) and staff.pins and not key.locked and not key.adopted(older_secret(journal.path)):
        done.append(c.ClearPins())
    return done


def settled(journal: Journal, key: UnitKey) -> None:
    """Notes how far the history goes that this unit has signed."""
    seq, digest, _ = journal.newest()
    if seq:
        key.note(Head(journal.origin(), seq, digest, journal.newest_shoe()))
