"""The optional timer that closes the bets: idle, running down, or closed until the hand is recorded."""

from dataclasses import dataclass
from enum import StrEnum

NANO = 1_000_000_000


class Phase(StrEnum):
    IDLE = "idle"
    OPEN = "open"  # bets are open, the time runs down
    CLOSED = "closed"  # no more bets


@dataclass(frozen=True, slots=True)
class Timer:
    phase: Phase = Phase.IDLE
    seconds: int = 0
    ends: int = 0  # monotonic nanoseconds

    @property
    def started(self) -> int:
        return self.ends - self.seconds * NANO

    def left(self, mono: int) -> float:
        """Seconds until the bets close; 0 unless the timer runs."""
        return max(0, self.ends - mono) / NANO if self.phase is Phase.OPEN else 0.0

    def ran_out(self, mono: int) -> bool:
        return self.phase is Phase.OPEN and mono >= self.ends
