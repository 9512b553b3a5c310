"""The second copy: a thread that follows the history onto another medium, row by row.

It is a database of its own that takes only rows which the chain proves, so damage on one medium never reaches the
other. It reads a few rows at a time and then lets go of the history, so a second medium that is slow, full or gone
costs the board nothing: the copy says so, and tries again. A folder that is not there is never made: it is the place
where a stick belongs, and without the stick the copy would land on the disk that it is to protect against.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.aside import set_aside
from eztrak.journal.carry import carry
from eztrak.journal.errors import DAMAGE, JournalError, PassingError, unreadable
from eztrak.journal.journal import Row, connect, head, in_words, rows
from eztrak.journal.lock import WriterLock

RETRY = 5.0  # seconds until a copy that failed is tried again
_BATCH = 500  # rows that are read at a time
_PATIENCE = 3.0  # seconds that an orderly stop waits for the last rows to be copied


class SecondCopy:
    def __init__(self, database: Path, folder: Path, every: float, at: str, changed: Callable[[], None]) -> None:
        """Begins at once. `changed` is called, in the copy's thread, when its trouble begins or ends."""
        self.path = folder / database.name
        self._database, self._every, self._at, self._changed = database, every, at, changed
        self._trouble = ""
        self._current = time.monotonic()
        self._replaced = False
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
        while True:
            self._behind.wait(RETRY if self._trouble else None)
            if self._every and not self._stopping.is_set():
                self._stopping.wait(self._every if not self._trouble else 0)
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
            if not self._belongs():
                self._make_room()
            with closing(connect(self.path, schema.inspect(self.path))) as copy:
                while missing := self._missing(head(copy)[0]):
                    if carry(copy, missing) < len(missing):
                        raise JournalError(f"row {head(copy)[0] + 1} of {self._database} is damaged and not copied")
        finally:
            lock.release()

    def _belongs(self) -> bool:
        """Whether what is there is this history up to some row, or nothing yet."""
        try:
            if schema.inspect(self.path) == 0:
                return True
            with closing(schema.read_only(self.path)) as copy:
                seq, digest = head(copy)
        except PassingError:  # a stick that is read with an effort is still ours
            raise
        except DAMAGE as fault:
            if isinstance(error := unreadable(self.path, fault), PassingError):
                raise error from fault
            return False
        except JournalError:
            return False
        with closing(schema.read_only(self._database)) as here:
            return seq == 0 or here.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone() == (digest,)

    def _make_room(self) -> None:
        if self._replaced:  # two tables that copy to one folder would push each other aside for ever
            raise JournalError(f"{self.path}: is the copy of another history; each table needs a folder of its own")
        set_aside(self.path, "other", self._at)
        self._replaced = True

    def _missing(self, last: int) -> list[Row]:
        with closing(schema.read_only(self._database)) as here:
            found = rows(here, last + 1)
            return [row for _, row in zip(range(_BATCH), found, strict=False)]


def lag(database: Path, folder: Path) -> str:
    """How far the second copy is behind, for somebody who looks from outside; "" where it is current."""
    try:
        with closing(schema.read_only(database)) as here, closing(schema.read_only(folder / database.name)) as copy:
            behind = head(here)[0] - head(copy)[0]
    except (JournalError, *DAMAGE) as fault:
        return str(fault)
    return f"{folder / database.name} is {behind} rows behind" if behind > 0 else ""
