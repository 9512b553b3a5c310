"""Copies a history to the floor's database: what there is, or for ever.

For ever means: it looks whenever the history's files have changed, and for what it might have missed once a minute.
What is wrong is said once, and tried again after a pause that grows; the history waits where it is. Nothing is kept
here between two looks, so it may be killed at any instant.

Left out: inotify. Once a second it asks for the state of two files, which costs a few microseconds, also works on
a disk that was mounted over the history, and finds a history that was replaced.
"""

import os
import select
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from eztrak.appliance.log import say
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Server
from eztrak.journal.errors import JournalError
from eztrak.journal.following import DivergedError, Following

BATCH = 2000  # rows of one transaction
EVERY = 1.0  # seconds between two looks at the files
AT_LEAST = 60.0  # seconds until the history is looked at although the files are as they were
LONGEST = 30.0  # seconds between two tries, after pauses of 1, 2, 4 …

Each: TypeAlias = Callable[[int, int], None]  # told how many rows the server has, and how many there are


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
            raise JournalError(f"{history}: holds no row yet; the board writes the first")
        copied = 0
        while True:
            with server.turn() as turn:
                seq, digest = turn.head(origin)
                try:
                    batch = following.after(seq, digest, BATCH)
                except DivergedError as fault:
                    raise FloorError(_diverged(server.place, origin, seq, fault)) from fault
                if batch.rows:
                    turn.take(batch, room)
            seq, copied = seq + len(batch.rows), copied + len(batch.rows)
            if not batch.left:
                return Copied(origin, copied, seq)
            each(seq, seq + batch.left)


def _diverged(place: str, origin: str, seq: int, fault: DivergedError) -> str:
    return (
        f"{place}: has {seq} rows of the history {origin[:12]}…, and they went on otherwise ({fault}): a backup was"
        " restored, or another unit goes on with a copy of this history. The two are not mixed. Put back the history"
        " that the server has, or let the server keep that one under another origin (For the installer, All tables in"
        " one database)"
    )


def follow(history: Path, server: Server, room: str, signals: Signals, notify: Notify) -> int:
    """Copies until a signal comes, and gives its number."""
    return _Follower(history, server, room, signals, notify).run()


class _Follower:
    def __init__(self, history: Path, server: Server, room: str, signals: Signals, notify: Notify) -> None:
        self._history, self._server, self._room = history, server, room
        self._signals, self._notify = signals, notify
        self._trouble: str | None = None  # nothing is known yet
        self._pause = EVERY

    def run(self) -> int:
        while not self._signals.came:
            files, looked = _files(self._history), time.monotonic()
            with suppress(_SignalCame):
                self._look()
            while not self._signals.came and not self._due(files, time.monotonic() - looked):
                select.select([self._signals], (), (), EVERY)
                self._signals.heard()
        return self._signals.came.popleft()

    def _due(self, files: object, waited: float) -> bool:
        if self._trouble:
            return waited >= self._pause
        return waited >= AT_LEAST or _files(self._history) != files

    def _look(self) -> None:
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
            say(words)
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
