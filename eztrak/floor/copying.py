"""Copies a history to the floor's database: what there is, or for ever.

For ever means: it looks whenever the history's files have changed, and for what it might have missed once a minute.
What is wrong is said once, and tried again after a pause that grows; the history waits where it is. Nothing is kept
here between two looks, so it may be killed at any instant.

Left out: inotify. Once a second it asks for the state of two files, which costs a few microseconds, also works on
a disk that was mounted over the history, and finds a history that was replaced.
"""

import logging
import os
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.log import log
from eztrak.appliance.loop import run
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Server
from eztrak.journal.errors import JournalError
from eztrak.journal.following import DivergedError, Following
from eztrak.table.round import NANO

BATCH = 2000  # rows of one transaction
EVERY = NANO  # between two looks at the files
AT_LEAST = 60 * NANO  # until the history is looked at although the files are as they were
LONGEST = 30 * NANO  # between two tries, after pauses of 1, 2, 4 … seconds

Each: TypeAlias = Callable[[int, int], None]  # called with how many rows the server has, and how many there are


@dataclass(frozen=True, slots=True)
class Copied:
    origin: str
    rows: int  # that were copied now
    seq: int  # the last that the server has


def copy(history: Path, server: Server, room: str, each: Each = lambda *_: None) -> Copied:
    """Copies what the server does not have yet. Raises FloorError or JournalError; what was copied till then stays."""
    with closing(Following(history)) as following:
        origin = following.origin()
        if not origin:
            raise JournalError("it has no row yet; the board writes the first", history)
        copied = 0
        while True:
            with server.turn() as turn:
                seq, digest = turn.head(origin)
                try:
                    batch = following.after(seq, digest, BATCH)
                except DivergedError as fault:
                    raise _diverged(server.place, origin, seq, fault) from fault
                if batch.rows:
                    turn.take(batch, room)
            seq, copied = seq + len(batch.rows), copied + len(batch.rows)
            if not batch.left:
                return Copied(origin, copied, seq)
            each(seq, seq + batch.left)


def _diverged(place: str, origin: str, seq: int, fault: DivergedError) -> FloorError:
    return FloorError(
        "{place}: has {rows} rows of the history {origin}…, and they went on otherwise ({fault}): a backup was"
        " restored, or another unit goes on with a copy of this history. The two are not mixed. Put back the history"
        " that the server has, or let the server keep that one under another origin (For the installer, All tables in"
        " one database)",
        place=place,
        rows=seq,
        origin=origin[:12],
        fault=fault.said,
    )


def follow(history: Path, server: Server, room: str, signals: Signals, notify: Notify) -> int:
    """Copies until a signal comes, and gives its number."""
    run(Follower(history, server, room, signals, notify, CLOCK), CLOCK)
    return signals.came.popleft()


class Follower:
    def __init__(
        self, history: Path, server: Server, room: str, signals: Signals, notify: Notify, clock: Clock
    ) -> None:
        self._history, self._server, self._room = history, server, room
        self._signals, self._notify, self._clock = signals, notify, clock
        self._trouble: str | None = None  # nothing is known yet
        self._pause = EVERY
        self._files: object = None  # as they were when the history was looked at
        self._copied = self._turned = 0  # when

    def turn(self) -> bool:
        self._turned = self._clock.monotonic()
        if not self._signals.heard() and self._due(self._turned - self._copied):
            self._files, self._copied = _files(self._history), self._turned
            with suppress(_SignalCame):
                self._copy()
        return not self._signals.came

    def descriptors(self) -> Iterable[int]:
        return [self._signals.fileno()]

    def moments(self) -> Iterable[int]:
        return [self._turned + EVERY]

    def _due(self, waited: int) -> bool:
        if self._trouble:
            return waited >= self._pause
        return waited >= AT_LEAST or _files(self._history) != self._files

    def _copy(self) -> None:
        try:
            copied = copy(self._history, self._server, self._room, self._each)
        except (FloorError, JournalError) as fault:
            self._pause = min(self._pause * 2, LONGEST) if self._trouble else EVERY
            self._say(
                f"not copied: {str(fault).rstrip('.')}. The history is safe here, and the copy goes on by itself.",
                str(fault),
            )
            self._show(f"waiting: {fault}")
        else:
            self._say(f"copied up to row {copied.seq}: {self._server.place}", "")
            self._show(f"copied up to row {copied.seq}")

    def _each(self, done: int, total: int) -> None:
        self._show(f"copied up to row {done} of {total}")
        if self._signals.came:
            raise _SignalCame

    def _say(self, words: str, trouble: str) -> None:
        """In the log, once: what is wrong, and that it is no longer."""
        if trouble != self._trouble:
            log.log(logging.WARNING if trouble else logging.INFO, words)
        self._trouble = trouble

    def _show(self, status: str) -> None:
        self._notify.pulse(lambda: status, lambda: None)


class _SignalCame(Exception):  # noqa: N818
    """Between two batches of many."""


def _files(history: Path) -> list[tuple[int, int, int] | None]:
    """What changes with every commit. SQLite writes it beside the file first, which a link only leads to."""
    found: list[tuple[int, int, int] | None] = []
    for path in (history, Path(f"{os.path.realpath(history)}-wal")):
        try:
            state = path.stat()
            found.append((state.st_ino, state.st_mtime_ns, state.st_size))
        except OSError:
            found.append(None)
    return found
