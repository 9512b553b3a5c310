"""The loop under everything that waits: the board, its start, the copy to the floor, the trial of a keypad.

It sleeps until a descriptor or a moment wakes it. Nothing else here looks at the time by itself or sleeps, so a test
that turns the loop with a clock of its own lives through an evening in no time.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from eztrak.appliance.clock import Clock


class Turning(Protocol):
    """What a loop turns."""

    def turn(self) -> bool:
        """Takes in what has come, and carries it as far as it goes. False when it is time to stop."""

    def descriptors(self) -> Iterable[int | None]:
        """What to wait on."""

    def moments(self) -> Iterable[int | None]:
        """When it has something to do by itself, in monotonic nanoseconds."""


def run(turning: Turning, clock: Clock) -> None:
    while turning.turn():
        wait(turning, clock)


def wait(turning: Turning, clock: Clock) -> None:
    descriptors = [descriptor for descriptor in turning.descriptors() if descriptor is not None]
    clock.wait(descriptors, min((moment for moment in turning.moments() if moment is not None), default=None))


class Bell:
    """Wakes a loop from any thread."""

    def __init__(self) -> None:
        self._descriptor = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._rung = False  # set after the descriptor: who finds it unset is woken again

    def fileno(self) -> int:
        return self._descriptor

    def ring(self) -> None:
        os.eventfd_write(self._descriptor, 1)
        self._rung = True

    def heard(self) -> None:
        """The loop is awake."""
        if self._rung:
            self._rung = False
            with suppress(BlockingIOError):
                os.eventfd_read(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)
