"""The thread that owns the writing connection, so that a slow disk never freezes the picture.

The loop hands in one batch of events at a time and goes on; `fileno` becomes readable when the answer is there.
"""

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal
from eztrak.table.events import Event, Moment, Record

Answer: TypeAlias = tuple[Record, ...] | StoreError


class Writer:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
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
        self._journal.close()
        os.close(self._ready)
        return [self._answers.get() for _ in range(self._answers.qsize())]

    def _work(self) -> None:
        while (batch := self._asked.get()) is not None:
            try:
                answer: Answer = self._journal.append(*batch)
            except StoreError as fault:
                answer = fault
            self._answers.put(answer)
            os.eventfd_write(self._ready, 1)
