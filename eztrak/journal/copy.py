"""The second copy: a thread that follows the history onto another medium, row by row.

It is a database of its own that takes only rows which the chain proves, so damage on one medium never reaches the
other. It reads a few rows at a time and then lets go of the history, so a second medium that is slow, full or gone
costs the board nothing: the copy says so, and tries again. A folder that is not there is never made: it is the place
where a stick belongs, and without the stick the copy would land on the disk that it is to protect against.

What is found there may be of anybody's making: it is looked at before it is read or written to. Whatever is no copy of
this history is kept under another name, and that is told for the record: one of the two may have been rewritten.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue

from eztrak.journal import differences, schema
from eztrak.journal.aside import orphans, parts, set_aside
from eztrak.journal.carry import carry
from eztrak.journal.errors import DAMAGE, JournalError, PassingError
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import Row, connect, head, in_words, rows
from eztrak.journal.lock import WriterLock

RETRY = 5.0  # seconds until a copy that failed is tried again
_BATCH = 500  # rows that are read at a time
_LOOK = 60.0  # seconds to look at what is there; it takes milliseconds
_PATIENCE = 3.0  # seconds that an orderly stop waits for the last rows to be copied


class SecondCopy:
    def __init__(self, database: Path, folder: Path, every: float, at: str, changed: Callable[[], None]) -> None:
        """Begins at once. `changed` is called, in the copy's thread, when its trouble begins or ends."""
        self.path = folder / database.name
        self._database, self._every, self._at, self._changed = database, every, at, changed
        self._trouble = ""
        self._current = time.monotonic()
        self._replaced = False
        self._differed: SimpleQueue[str] = SimpleQueue()
        self._behind = threading.Event()
        self._stopping = threading.Event()
        self._behind.set()
        self._thread = threading.Thread(target=self._work, name="copy", daemon=True)
        self._thread.start()

    def committed(self) -> None:
        """There is something new to copy."""
        self._behind.set()

    def trouble(self) -> str:
        """Why the copy is not current, in words; "" while it is, or is about to be."""
        return self._trouble

    def differed(self) -> str:
        """What was found in the place of the copy and set aside, in words; "" where nothing new was. Tells it once."""
        try:
            return self._differed.get_nowait()
        except Empty:
            return ""

    def age(self) -> float:
        """Seconds since the copy last had all that there was."""
        behind = self._trouble or self._behind.is_set()
        return time.monotonic() - self._current if behind else 0.0

    def close(self) -> None:
        """Copies what is left, unless that takes long: a medium that hangs catches up at the next start."""
        self._stopping.set()
        self._behind.set()
        self._thread.join(_PATIENCE)

    def _work(self) -> None:
        every = 0.0  # what is there is looked at when the unit comes up, however long it takes its time afterwards
        while True:
            self._behind.wait(RETRY if self._trouble else None)
            if every and not self._stopping.is_set():
                self._stopping.wait(every if not self._trouble else 0)
            every = self._every
            last = self._stopping.is_set()
            self._behind.clear()
            self._say(self._try())
            if last:
                return

    def _try(self) -> str:
        try:
            self._follow()
        except sqlite3.Error as fault:
            return f"{self.path}: {in_words(fault)}"
        except (JournalError, OSError, *DAMAGE) as fault:
            return str(fault)
        self._current = time.monotonic()
        return ""

    def _say(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            if not self._stopping.is_set():
                self._changed()

    def _follow(self) -> None:
        if not self.path.parent.is_dir():
            raise JournalError(f"{self.path.parent}: is not there")
        lock = WriterLock(self.path, self._at)
        try:
            if differs := self._differs():
                self._make_room(differs)
            with closing(connect(self.path, schema.inspect(self.path))) as copy:
                while missing := self._missing(head(copy)[0]):
                    if carry(copy, missing) < len(missing):
                        raise JournalError(f"row {head(copy)[0] + 1} of {self._database} is damaged and not copied")
        finally:
            lock.release()

    def _differs(self) -> str:
        """Why what is there is not this history up to some row, nor nothing yet; "" where it is."""
        # A link could lead to the history itself, and SQLite would write its own over it.
        if any(part.is_symlink() or not part.is_file() for part in parts(self.path)):
            return "is not made of files"
        if orphans(self.path):
            return "was gone, but for its newest commits"
        try:
            if schema.inspect(self.path) == 0:
                return ""
            with untrusted(self.path, seconds=_LOOK) as copy, closing(schema.read_only(self._database)) as here:
                foreign = differences.objects(copy)
                return f"is no copy: {foreign[0]}" if foreign else _parting(copy, here)
        except PassingError:  # a stick that is read with an effort is still ours
            raise
        except JournalError as fault:
            return str(fault).removeprefix(f"{self.path}: ")

    def _make_room(self, why: str) -> None:
        if self._replaced:  # two tables that copy to one folder would push each other aside for ever
            raise JournalError(f"{self.path}: is the copy of another history; each table needs a folder of its own")
        if self._stopping.is_set():  # nobody would hear of it: the next start looks again
            raise JournalError(f"{self.path}: {why}")
        aside = set_aside(self.path, "other", self._at)
        self._replaced = True
        self._differed.put(f"the second copy {self.path} {why}; it is kept as {aside.name}, and a new one made")
        self._changed()

    def _missing(self, last: int) -> list[Row]:
        with closing(schema.read_only(self._database)) as here:
            found = rows(here, last + 1)
            return [row for _, row in zip(range(_BATCH), found, strict=False)]


def _parting(copy: sqlite3.Connection, here: sqlite3.Connection) -> str:
    """Where two histories part, in words; "" where the copy has nothing that is not here."""
    reach, last = head(copy)[0], head(here)[0]
    if reach <= last and _hash(copy, reach) == _hash(here, reach):
        return ""
    # The chain makes all rows before one that they share the same.
    shared, apart = 0, min(reach, last) + 1
    while apart - shared > 1:
        middle = (shared + apart) // 2
        if _hash(copy, middle) == _hash(here, middle):
            shared = middle
        else:
            apart = middle
    return f"is not of this history from row {apart} on: it is another's, or one of the two was rewritten or cut"


def _hash(connection: sqlite3.Connection, seq: int) -> str:
    found = connection.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
    return str(found[0]) if found else ""


def lag(database: Path, folder: Path) -> str:
    """How far the second copy is behind, for somebody who looks from outside; "" where it is current."""
    try:
        with closing(schema.read_only(database)) as here, untrusted(folder / database.name, seconds=_LOOK) as copy:
            behind = head(here)[0] - head(copy)[0]
    except (JournalError, *DAMAGE) as fault:
        return str(fault)
    return f"{folder / database.name} is {behind} rows behind" if behind > 0 else ""
