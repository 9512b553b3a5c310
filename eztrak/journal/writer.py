"""The thread that owns the writing connection, so that a slow disk never freezes the picture.

The loop hands in one batch of events at a time and goes on; `fileno` becomes readable when the answer is there.
"""

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.place import Place
from eztrak.table.events import Event, Moment, Record

LOOK = 2.0  # seconds between two looks at where the history lies, while nothing is to be stored

Answer: TypeAlias = tuple[Record, ...] | StoreError


class Writer:
    def __init__(self, journal: Journal, at: str = "", changed: Callable[[], None] = lambda: None) -> None:
        """`changed` is called, in the writer's thread, when something has become of the history's files, or is over."""
        self._journal, self._changed = journal, changed
        self._place = Place(journal, at)
        self.trouble = ""  # what has become of them, in words
        self._asked: SimpleQueue[tuple[Sequence[Event], Moment] | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._ready = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC | os.EFD_SEMAPHORE)
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        return self._ready

    def submit(self, events: Sequence[Event], moment: Moment) -> None:
        self._asked.put((events, moment))

    def answer(self) -> Answer | None:
        """The next answer, or None while there is none."""
        # The loop asks at any time, also between the thread's two steps: the answer may be there before its call.
        with suppress(BlockingIOError):
            os.eventfd_read(self._ready)
        try:
            return self._answers.get_nowait()
        except Empty:
            return None

    def close(self) -> list[Answer]:
        """Waits for what was handed in, closes the journal, and gives the answers that nobody has fetched yet."""
        self._asked.put(None)
        self._thread.join()
        self._place.close()
        os.close(self._ready)
        return [self._answers.get() for _ in range(self._answers.qsize())]

    def _work(self) -> None:
        while True:
            try:
                batch = self._asked.get(timeout=LOOK)
            except Empty:
                self._look()
                continue
            if batch is None:
                return
            self._answers.put(self._appended(*batch))
            os.eventfd_write(self._ready, 1)

    def _appended(self, events: Sequence[Event], moment: Moment) -> Answer:
        try:
            self._place.look()
        except StoreError as elsewhere:
            return elsewhere
        try:
            return self._journal.append(events, moment)
        except StoreError as fault:
            return fault
        finally:
            self._place.committed()

    def _look(self) -> None:
        try:
            self._place.look()
            trouble = ""
        except StoreError as elsewhere:
            trouble = f"nothing is stored: {elsewhere}"
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()
