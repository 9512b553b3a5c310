"""How often a log-in may be tried: after a few wrong passwords each further one has to wait, 1, 2, 4 … 60 seconds.

Counted for the supervisor's number and for the address it came from, so that neither many numbers from one machine nor
one number from many machines can be tried quickly. The wait is short enough that nobody can lock a supervisor out.
Kept in memory: a restart of the page forgives, and whoever can restart it needs no password.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

FREE = 3  # wrong ones before the first wait
LONGEST = 60
_REMEMBERED = 1000  # the oldest are forgotten first: the list must not grow with every address of a flood

NANO = 1_000_000_000


@dataclass(slots=True)
class Attempts:
    _wrong: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)  # how many in a row, when the last
    _lock: Lock = field(default_factory=Lock)

    def wait(self, now: int, *keys: str) -> int:
        """Whole seconds until another password is looked at; 0 for now. Times are monotonic nanoseconds."""
        with self._lock:
            return max(self._left(now, key) for key in keys)

    def wrong(self, now: int, *keys: str) -> None:
        with self._lock:
            for key in keys:
                self._wrong[key] = self._wrong.pop(key, (0, 0))[0] + 1, now
            while len(self._wrong) > _REMEMBERED:
                self._wrong.popitem(last=False)

    def right(self, *keys: str) -> None:
        with self._lock:
            for key in keys:
                self._wrong.pop(key, None)

    def _left(self, now: int, key: str) -> int:
        count, last = self._wrong.get(key, (0, 0))
        if count < FREE:
            return 0
        seconds: int = min(LONGEST, 2 ** min(count - FREE, 10))
        return max(0, -((now - last - seconds * NANO) // NANO))
