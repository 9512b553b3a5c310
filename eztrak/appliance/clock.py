"""The machine's clocks: the wall clock for people, the monotonic clock for order and waiting.

The monotonic clock counts from the boot that the boot id names; a Raspberry Pi without a battery may have a wrong wall
clock for minutes, and nothing here depends on it.
"""

import time
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from eztrak.table.events import Moment


def monotonic() -> int:
    """Nanoseconds of the monotonic clock."""
    return time.monotonic_ns()


def moment() -> Moment:
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Moment(at, monotonic(), boot_id())


def wall() -> datetime:
    """The local time, for the clock on the board."""
    return datetime.now().astimezone()


@cache
def boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return "unknown"
