"""The thread that owns the writing connection, so that a slow disk never freezes the picture.

The loop hands in one batch of events at a time and goes on; `fileno` becomes readable when the answer is there.
"""

import os
import select
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from queue import SimpleQueue
from typing import TypeAlias

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.unit_key import UnitKey
from eztrak.journal import keying
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.place import Place
from eztrak.table.events import Event, Moment, Record, ShoeEnded
from eztrak.table.round import NANO
from eztrak.voice.said import Said

CHECK = 2 * NANO  # between two looks at where the history lies, while nothing is to be stored
NOTE = 600 * NANO  # after so long a commit is noted beside the key: with each hand it would wear out a card

Stored: TypeAlias = tuple[Record, ...] | StoreError  # what became of a batch: its records, or why there are none


class _Ask(Enum):
    LOOK = "look"  # where the history lies
    END = "end"


class Writer:
    def __init__(
        self,
        journal: Journal,
        at: str = "",
        changed: Callable[[], None] = lambda: None,
        key: UnitKey | None = None,
        clock: Clock = CLOCK,
    ) -> None:
        """`changed` is called, in the writer's thread, when something has become of the history's files, or is over."""
        self._journal, self._changed, self._key, self._clock = journal, changed, key, clock
        self._place = Place(journal, at)
        self._noted_at: int | None = None  # the machine's own clock
        self.trouble = Said()  # what has become of them
        self.due = clock.monotonic() + CHECK  # when it looks where the history lies
        self._asked: SimpleQueue[tuple[Sequence[Event], Moment] | _Ask] = SimpleQueue()
        self._stored: SimpleQueue[Stored] = SimpleQueue()
        # An answer and the call that announces it are there together, or a loop that asks in between never rests again.
        self._answering = threading.Lock()
        self._ready = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC | os.EFD_SEMAPHORE)
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        return self._ready

    def submit(self, events: Sequence[Event], moment: Moment) -> None:
        self._asked.put((events, moment))

    def turn(self) -> None:
        """Has the thread look when it is time, unless it is still busy."""
        if (mono := self._clock.monotonic()) >= self.due:
            self.due = mono + CHECK
            if self._asked.empty():
                self._asked.put(_Ask.LOOK)

    def wait(self, nanoseconds: int) -> None:
        """For the next answer, and no longer than that, whatever clock the loop goes by."""
        select.select((self._ready,), (), (), nanoseconds / NANO)

    def stored(self) -> Stored | None:
        """The next answer, or None while there is none."""
        with self._answering:
            try:
                os.eventfd_read(self._ready)
            except BlockingIOError:
                return None
            return self._stored.get_nowait()

    def close(self) -> list[Stored]:
        """Waits for what was handed in, closes the journal, and gives the answers that nobody has fetched yet."""
        self._asked.put(_Ask.END)
        self._thread.join()
        self._noted()
        self._place.close()
        os.close(self._ready)
        return [self._stored.get() for _ in range(self._stored.qsize())]

    def _work(self) -> None:
        self._journal.reserve()
        while True:
            asked = self._asked.get()
            if asked is _Ask.END:
                return
            if asked is _Ask.LOOK:
                self._check_place()
                continue
            stored = self._appended(*asked)
            with self._answering:
                self._stored.put(stored)
                os.eventfd_write(self._ready, 1)
            if not isinstance(stored, StoreError):
                self._note_now_and_then(stored, asked[1].mono)

    def _appended(self, events: Sequence[Event], moment: Moment) -> Stored:
        try:
            self._place.check()
        except StoreError as elsewhere:
            return elsewhere
        try:
            return self._journal.append(events, moment)
        except StoreError as fault:
            return fault
        finally:
            self._place.committed()

    def _note_now_and_then(self, stored: tuple[Record, ...], mono: int) -> None:
        if self._noted_at is None:  # the start has noted what was there before
            self._noted_at = mono
        if mono - self._noted_at >= NOTE or any(isinstance(one.event, ShoeEnded) for one in stored):
            self._noted_at = mono
            self._noted()

    def _noted(self) -> None:
        """Keeps beside the unit's key how far the history goes: a shorter one is known then."""
        if self._key:
            with suppress(JournalError):
                keying.settled(self._journal, self._key)

    def _check_place(self) -> None:
        try:
            self._place.check()
            trouble = Said()
        except StoreError as elsewhere:
            trouble = Said("nothing is stored: {fault}", fault=elsewhere.said)
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()
