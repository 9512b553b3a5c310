"""The machine's clocks: the wall clock for people, the monotonic clock for order and waiting.

The monotonic clock counts from the boot that the boot id names; a Raspberry Pi without a battery may have a wrong wall
clock for minutes, and nothing here depends on it. Whatever waits is handed its clock: a test has one that it sets.
"""

import select
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.table.round import NANO

if TYPE_CHECKING:
    from eztrak.table.events import Moment


class Clock:
    def monotonic(self) -> int:
        """Nanoseconds of the monotonic clock."""
        return time.monotonic_ns()

    def wall(self) -> datetime:
        """The local time, for the clock on the board."""
        return datetime.now(UTC).astimezone()

    def minute(self) -> str:
        """The local time to the minute with its offset, by which rules and announced changes hold."""
        return self.wall().isoformat(timespec="minutes")

    def moment(self) -> "Moment":
        from eztrak.table.events import Moment  # with all events: the first picture does without

        at = self.wall().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Moment(at, self.monotonic(), boot_id())

    def wait(self, descriptors: Sequence[int], until: int | None) -> None:
        """Sleeps until one of the descriptors has something to read, or until that moment."""
        select.select(descriptors, (), (), None if until is None else max(0, until - self.monotonic()) / NANO)


@cache
def boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        from eztrak.table.clocks import UNKNOWN

        return UNKNOWN


CLOCK = Clock()  # the machine's
monotonic, wall, moment = CLOCK.monotonic, CLOCK.wall, CLOCK.moment
