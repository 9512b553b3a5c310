"""A bar on the terminal with rows and time left, for whatever takes longer than a second."""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Self, TextIO

from eztrak.appliance.clock import monotonic
from eztrak.table.round import NANO

PATIENCE, STEP = NANO, NANO // 5  # until it shows, and between two pictures of it
WIDE = 28


class Progress:
    """Counts rows; draws only where people look, and only when there is something to wait for."""

    def __init__(
        self,
        words: str,
        total: int = 0,
        unit: str = "rows",
        stream: TextIO | None = None,
        clock: Callable[[], int] = monotonic,
    ) -> None:
        self._words, self._total, self._unit, self._clock = words, total, unit, clock
        self._stream = stream or sys.stderr
        self._started = clock()
        self._next = self._started + PATIENCE if self._stream.isatty() else None
        self._done = 0
        self._shown = False
        self._one_at_a_time = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Takes the bar away again: what follows stands on a clean line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def expect(self, total: int) -> None:
        self._total = total

    def __call__(self, rows: int) -> None:
        """So many more rows are done. Any thread may call."""
        with self._one_at_a_time:
            self.at(self._done + rows, self._total)

    def at(self, done: int, total: int) -> None:
        """So many are done, of so many."""
        self._done, self._total = done, total
        if self._next is not None and (now := self._clock()) >= self._next:
            self._next = now + STEP
            self._shown = True
            self._stream.write(f"\r{self._line(now)}\x1b[K")
            self._stream.flush()

    def _line(self, now: int) -> str:
        share = min(1.0, self._done / max(1, self._total))
        left = (now - self._started) * (1 - share) / max(share, 1e-9) / NANO
        full = round(WIDE * share)
        bar = "#" * full + "." * (WIDE - full)
        return f"{self._words} [{bar}] {share:4.0%}  {self._done:,} {self._unit}, {_duration(left)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
