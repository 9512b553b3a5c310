"""Copies a history to the floor's database for ever: looks whenever it has changed, and once a minute so that the
server hears of the unit.

The loop only waits. A look, which may hang in the network, in the name of the server or on a disk, has a thread of its
own: a signal is heard at once in every state, and the watchdog is fed until a look has come no further for long. What
is wrong is said once, and tried again after a pause that grows and is never quite the same: a hundred units must not
come back to a server in the same instant. A look that is over keeps its connection for the next hand while the server
has some to spare, and lets it go where not; a table that is not in play does so sooner. A room may have more units than
a server has connections.

When a commit can be seen is written in the first bytes of SQLite's -shm file, which is where readers learn of it; the
-wal file changes earlier, before the disk has it. Two small reads twice a second cost a few microseconds.

Left out: inotify, which tells of writes and not of commits, and does not see a disk that was mounted over the history.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import random

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.log import log
from eztrak.appliance.loop import Bell, run
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.floor.copying import PUT_ASIDE, Copied, copy
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Sender, Server
from eztrak.journal.errors import JournalError
from eztrak.table.round import NANO

EVERY = NANO // 2  # between two looks at the files
AT_LEAST = 60 * NANO  # until the server is called although nothing has changed
IDLE = 600 * NANO  # without anything new: more than a shuffle takes
FIRST, LONGEST = NANO, 15 * NANO  # pauses between two tries: 1, 2, 4 … seconds, each half as long to half as long again
HUNG = 120 * NANO  # without any progress: longer than every answer is waited for
_PATIENCE = 1.0  # seconds that a stop waits for a look to end by itself
_HEADER = 96  # bytes of -shm: what was committed last, twice


def follow(history: Path, server: Server, sender: Sender, signals: Signals, notify: Notify) -> int:
    """Copies until a signal comes, and gives its number."""
    follower = Follower(history, server, sender, signals, notify, CLOCK)
    run(follower, CLOCK)
    follower.close()
    return signals.came.popleft()


class Follower:
    def __init__(
        self,
        history: Path,
        server: Server,
        sender: Sender,
        signals: Signals,
        notify: Notify,
        clock: Clock,
        chance: Callable[[], float] = random,
    ) -> None:
        self._history, self._server, self._sender = history, server, sender
        self._signals, self._notify, self._clock, self._chance = signals, notify, clock, chance
        self._bell = Bell()
        self._look: _Look | None = None
        self._copied: Copied | None = None
        self._failing, self._pause = False, FIRST
        self._reported, self._status = "", "looking for the server"
        self._files: object = None  # as they were when the history was looked at
        self._turned, self._looked, self._next = clock.monotonic(), 0, 0
        self._played = 0  # when there was something new

    def turn(self) -> bool:
        self._turned = self._clock.monotonic()
        self._bell.heard()
        if self._look and self._look.over:
            self._take(self._look)
            self._look = None
        if self._look is None and not self._signals.heard() and self._due():
            # No look is under way here, so that no lock is: SQLite's are lost when a process closes the file.
            self._files, self._looked = files(self._history), self._turned
            idle = self._turned - self._played >= IDLE
            self._look = _Look(self._history, self._server, self._sender, self._copied, idle, self._bell, self._clock)
        if self._look is None or self._turned - self._look.progress < HUNG:
            status = self._look.status if self._look and self._look.status else self._status
            self._notify.pulse(lambda: status, lambda: None)
        return not self._signals.heard()

    @property
    def busy(self) -> bool:
        """Whether a look is under way."""
        return self._look is not None

    @property
    def again(self) -> int | None:
        """When it is tried again, after it failed."""
        return self._next if self._failing else None

    def descriptors(self) -> Iterable[int]:
        return [self._signals.fileno(), self._bell.fileno()]

    def moments(self) -> Iterable[int | None]:
        return [None if self._look else self._turned + EVERY, self._notify.due()]

    def close(self) -> None:
        """A look that does not end is left behind: what it has not sent is sent at the next start."""
        if self._look:
            self._look.stop(_PATIENCE)

    def _due(self) -> bool:
        if self._failing:
            return self._turned >= self._next
        return self._turned - self._looked >= AT_LEAST or files(self._history) != self._files

    def _take(self, look: "_Look") -> None:
        if look.copied is None:
            self._pause = min(self._pause * 2, LONGEST) if self._failing else FIRST
            self._failing = True
            self._next = self._turned + round(self._pause * (0.5 + self._chance()))
            self._status = f"waiting: {look.fault}"
            self._say(
                f"not copied: {look.fault.rstrip('.')}. The history is safe here, and the copy continues on its own.",
                look.fault,
            )
            return
        self._failing, self._copied = False, look.copied
        self._played = self._turned if look.copied.rows else self._played
        head = look.copied.head
        if head.counted:
            self._status = f"copied up to row {head.seq}"
            self._say(f"{self._status}: {self._server.place}", "copied")
        else:
            self._status = f"copied up to row {head.seq}: {PUT_ASIDE}"
            self._say(f"copied up to row {head.seq}: {self._server.place}: {PUT_ASIDE}", "aside")

    def _say(self, words: str, about: str) -> None:
        """In the log, once: what is wrong, and that it is no longer."""
        if about != self._reported:
            log.log(logging.INFO if about == "copied" else logging.WARNING, words)
        self._reported = about


class _Look:
    """One time that the history is copied, in a thread. It begins at once, and rings when it is over."""

    def __init__(
        self, history: Path, server: Server, sender: Sender, known: Copied | None, idle: bool, bell: Bell, clock: Clock
    ) -> None:
        self._arguments = (history, server, sender, self._each, known)
        self._idle, self._server, self._bell, self._clock = idle, server, bell, clock
        self._stopping = threading.Event()
        self.over = False
        self.copied: Copied | None = None
        self.fault = ""  # why nothing was copied
        self.status = ""  # while it goes on
        self.progress = clock.monotonic()
        self._thread = threading.Thread(target=self._work, name="look", daemon=True)
        self._thread.start()

    def stop(self, patience: float) -> None:
        self._stopping.set()
        self._thread.join(patience)

    def _work(self) -> None:
        leave: Callable[[], None] = self._server.close
        try:
            self.copied = copy(*self._arguments)
            leave = partial(self._server.rest, self._idle and not self.copied.rows)
        except (FloorError, JournalError) as fault:
            self.fault = str(fault)
        except _StoppedError:
            return
        finally:
            leave()
            self.over = True
            self._bell.ring()

    def _each(self, done: int, total: int) -> None:
        self.status, self.progress = f"copied up to row {done} of {total}", self._clock.monotonic()
        self._bell.ring()
        if self._stopping.is_set():
            raise _StoppedError


class _StoppedError(Exception):
    """Between two batches of many."""


def files(history: Path) -> list[object]:
    """What changes with every commit: the file itself, and what readers are told, beside what a link leads to."""
    signs: list[object] = []
    with suppress(OSError):
        state = history.stat()
        signs.append((state.st_ino, state.st_mtime_ns, state.st_size))
    with suppress(OSError), Path(f"{os.path.realpath(history)}-shm").open("rb", buffering=0) as shared:
        signs.append(shared.read(_HEADER))
    return signs
