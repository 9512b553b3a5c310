"""How often a log-in may be tried: after a few wrong passwords each further one has to wait, 1, 2, 4 … 60 seconds.

Counted for a supervisor's number together with the address it came from, so that whoever tries one number makes nobody
else wait: neither the other numbers at that address, which may be a proxy's, nor the number at its own. Many numbers
from one address, and one number from many, are kept from being tried quickly by a pace of their own, which one number
from one address never comes near. A browser that the supervisor has logged in with before waits for its own mistakes.
Kept in memory: a restart of the page forgives, and whoever can restart it needs no password.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from eztrak.table.round import NANO

FREE = 3  # wrong ones before the first wait
LONGEST = 60
AT_ONCE, EACH = 20, 6  # wrong ones of a number or of an address before they have to wait, and the seconds for one more
_REMEMBERED = 1000


def forget(memory: OrderedDict[Any, Any]) -> None:
    """Those who were there longest go first: nothing here may grow with every address of a flood."""
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Attempt:
    number: int
    address: str
    browser: str = ""  # what it is known by, where this supervisor has logged in with it before

    @property
    def alone(self) -> str:
        """What is counted for itself."""
        return f"browser {self.browser}" if self.browser else f"{self.number} from {self.address}"

    @property
    def shared(self) -> tuple[str, ...]:
        """What others may have a part in."""
        return () if self.browser else (f"number {self.number}", f"address {self.address}")


@dataclass(slots=True)
class Attempts:
    _wrong: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)  # how many in a row, when the last
    _paced: OrderedDict[str, int] = field(default_factory=OrderedDict)  # when all that were wrong are made up for
    _lock: Lock = field(default_factory=Lock)

    def wait(self, now: int, attempt: Attempt) -> int:
        """Whole seconds until another password is looked at; 0 for now. Times are monotonic nanoseconds."""
        with self._lock:
            return max(0, *(-(-left // NANO) for left in self._left(now, attempt)))

    def wrong(self, now: int, attempt: Attempt) -> None:
        with self._lock:
            self._wrong[attempt.alone] = self._wrong.pop(attempt.alone, (0, 0))[0] + 1, now
            for key in attempt.shared:
                self._paced[key] = max(now, self._paced.pop(key, now)) + EACH * NANO
            forget(self._wrong)
            forget(self._paced)

    def right(self, attempt: Attempt) -> None:
        """Only what is its own begins anew: one who has a password could else try others' without a wait."""
        with self._lock:
            self._wrong.pop(attempt.alone, None)

    def _left(self, now: int, attempt: Attempt) -> Iterator[int]:
        count, last = self._wrong.get(attempt.alone, (0, 0))
        if count >= FREE:
            yield last + min(LONGEST, 2 ** min(count - FREE, 10)) * NANO - now
        for key in attempt.shared:
            yield self._paced.get(key, now) - (AT_ONCE - 1) * EACH * NANO - now
        yield 0
