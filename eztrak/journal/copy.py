"""The second copy: a thread that follows the history onto another medium, row by row.

It is a database of its own that takes only rows which the chain proves, so damage on one medium never reaches the
other. It reads a few rows at a time and then lets go of the history, so a second medium that is slow, full or gone
costs the board nothing: the copy says so, and tries again. A folder that is not there is never made: it is the place
where a stick belongs, and without the stick the copy would land on the disk that it is to protect against.

What is found there may be of anybody's making: it is looked at before it is read or written to. Whatever is no copy of
this history is kept under another name, and that goes on record: one of the two may have been rewritten.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.errand import Errand
from eztrak.journal import differences, heads, schema
from eztrak.journal.aside import orphans, parts, set_aside
from eztrak.journal.carry import SignedRow, carry, with_signatures
from eztrak.journal.errors import DAMAGE, JournalError, PassingError, not_written, unreadable
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import connect, head, rows
from eztrak.journal.lock import WriterLock
from eztrak.table.round import NANO
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

RETRY = 5 * NANO  # a copy that failed is tried again
_BATCH = 500  # rows that are read at a time
_LOOK = 60.0  # seconds to look at what is there; it takes milliseconds
_PATIENCE = 3.0  # seconds that an orderly stop waits for the last rows to be copied


class SecondCopy:
    def __init__(
        self, database: Path, folder: Path, every: float, at: str, changed: Callable[[], None], clock: Clock = CLOCK
    ) -> None:
        """Begins at once. `changed` is called, in the copy's thread, when its trouble begins or ends."""
        self.path = folder / database.name
        self._database, self._every, self._at, self._changed = database, round(every * NANO), at, changed
        self._clock = clock
        self._trouble = Said()
        self._current = clock.monotonic()
        self._replaced = False
        self._differed: SimpleQueue[Said] = SimpleQueue()
        self.errand = Errand("copy", self._work, clock)
        self.errand.ask()

    def committed(self) -> None:
        """There is something new to copy."""
        if self.errand.due is None or self._trouble:
            self.errand.due = self._clock.monotonic() + (0 if self._trouble else self._every)

    def turn(self) -> None:
        """Lets the thread go on when it is time."""
        self.errand.turn()
        if self.errand.due is None and self._trouble:
            self.errand.due = self._clock.monotonic() + RETRY

    def trouble(self) -> Said:
        """Why the copy is not current; nothing while it is, or is about to be."""
        return self._trouble

    def differed(self) -> Said:
        """What was found in the place of the copy and set aside; nothing where nothing new was. Says it once."""
        try:
            return self._differed.get_nowait()
        except Empty:
            return Said()

    def age(self) -> float:
        """Seconds since the copy last had all that there was."""
        behind = self._trouble or self.errand.due is not None or not self.errand.rests.is_set()
        return (self._clock.monotonic() - self._current) / NANO if behind else 0.0

    def close(self) -> None:
        """Copies what is left, unless that takes long: a medium that hangs catches up at the next start."""
        self.errand.close(_PATIENCE, once_more=True)

    def _work(self) -> None:
        trouble = self._try()
        if trouble != self._trouble:
            self._trouble = trouble
            if not self.errand.stopping.is_set():
                self._changed()

    def _try(self) -> Said:
        try:
            self._follow()
        except JournalError as fault:
            return fault.said
        except sqlite3.Error as fault:
            return Said("{path}: {fault}", path=self.path, fault=not_written(fault).said)
        except (OSError, *DAMAGE) as fault:
            return Said("{path}: {fault}", path=self.path, fault=reason(fault))
        self._current = self._clock.monotonic()
        return Said()

    def _follow(self) -> None:
        if not self.path.parent.is_dir():
            raise JournalError("it is not there", self.path.parent)
        lock = WriterLock(self.path, self._at)
        try:
            if differs := self._differs():
                self._make_way(differs)
            with closing(connect(self.path, schema.inspect(self.path))) as copy:
                while missing := self._missing(head(copy)[0]):
                    if carry(copy, missing) < len(missing):
                        raise JournalError("row {row} is damaged and not copied", self._database, row=head(copy)[0] + 1)
        finally:
            lock.release()

    def _differs(self) -> Said:
        """Why what is there is not this history up to some row, nor nothing yet; nothing where it is."""
        # A link could lead to the history itself, and SQLite would write its own over it.
        if any(part.is_symlink() or not part.is_file() for part in parts(self.path)):
            return Said("it is not made of files")
        if orphans(self.path):
            return Said("it was gone, except for its newest commits")
        try:
            if schema.inspect(self.path) == 0:
                return Said()
            with untrusted(self.path, seconds=_LOOK) as copy, closing(schema.read_only(self._database)) as here:
                foreign = differences.objects(copy)
                return Said("it is not a copy: {fault}", fault=foreign[0]) if foreign else _parting(copy, here)
        except PassingError:  # a stick that is read with an effort is still ours
            raise
        except JournalError as fault:
            return fault.what

    def _make_way(self, why: Said) -> None:
        if self._replaced:  # two tables that copy to one folder would push each other aside for ever
            raise JournalError("it is the copy of another history. Give each table a folder of its own", self.path)
        if self.errand.stopping.is_set():  # nobody would hear of it: the next start looks again
            raise JournalError("it has not been set aside: {why}", self.path, why=why)
        aside = set_aside(self.path, "other", self._at)
        self._replaced = True
        said = Said(
            "the second copy {path} was replaced: {why}. The old one is kept as {name}",
            path=self.path,
            why=why,
            name=aside.name,
        )
        self._differed.put(said)
        self._changed()

    def _missing(self, last: int) -> list[SignedRow]:
        """The next rows. Raises JournalError where the key of the unit does not vouch for them."""
        with closing(schema.read_only(self._database)) as here:
            here.execute("BEGIN")
            missing = [row for _, row in zip(range(_BATCH), rows(here, last + 1), strict=False)]
            if missing and missing[-1][0] == (newest := head(here)[0]):
                key = heads.keyed(here, newest)
                if key.public and (reach := heads.signed_to(here, key.public, newest)) < newest:
                    raise JournalError(
                        "row {row} is not signed by the unit, and not copied", self._database, row=reach + 1
                    )
            return list(with_signatures(here, missing))


def _parting(copy: sqlite3.Connection, here: sqlite3.Connection) -> Said:
    """Where two histories part; nothing where the copy has nothing that is not here."""
    reach, last = head(copy)[0], head(here)[0]
    if reach <= last and heads.hash_of(copy, reach) == heads.hash_of(here, reach):
        return Said()
    # The chain makes all rows before one that they share the same.
    shared, apart = 0, min(reach, last) + 1
    while apart - shared > 1:
        middle = (shared + apart) // 2
        if heads.hash_of(copy, middle) == heads.hash_of(here, middle):
            shared = middle
        else:
            apart = middle
    return Said(
        "it is not of this history from row {row} on: it is another table's, or one of the two was rewritten or cut",
        row=apart,
    )


def lag(database: Path, folder: Path) -> Said:
    """How far the second copy is behind, for somebody who looks from outside; nothing where it is current."""
    try:
        with closing(schema.read_only(database)) as here, untrusted(folder / database.name, seconds=_LOOK) as copy:
            behind = head(here)[0] - head(copy)[0]
            if differs := _parting(copy, here):
                return Said("{path}: {fault}", path=folder / database.name, fault=differs)
    except JournalError as fault:
        return fault.said
    except DAMAGE as fault:
        return unreadable(database, fault).said
    return (
        Said("{path} is {count:row|rows} behind", path=folder / database.name, count=behind) if behind > 0 else Said()
    )
