"""The round, the unit of play: bets open, bets closed, the result is due, the result is in. One result a round.

With the timer a round opens and closes by it. Without it nobody says when bets open and close: the phase follows from
the entry, and a round is over when its result is in.
"""

from dataclasses import dataclass
from enum import StrEnum

NANO = 1_000_000_000


class Phase(StrEnum):
    IN = "in"  # the result is in, or none was dealt yet
    OPEN = "open"  # bets are open, the time runs down
    CLOSED = "closed"  # no more bets: the hand is dealt
    DUE = "due"  # the hand has been dealt for long, and its result is not in


@dataclass(frozen=True, slots=True)
class Round:
    phase: Phase = Phase.IN  # never DUE: that is a question of time
    since: int | None = None  # monotonic nanoseconds from which the phase counts; None: not since the unit came up
    seconds: int = 0  # that the bets are open
    timed: bool = False  # opened by the timer
    unsure: bool = False  # a hand may be under way that no timer told of

    @property
    def unfinished(self) -> bool:
        """Whether bets may have been made for a hand that has no result."""
        return self.phase is Phase.CLOSED or self.unsure

    @property
    def ends(self) -> int:
        """When the bets close by themselves; 0 unless the timer runs."""
        return self.since + self.seconds * NANO if self.phase is Phase.OPEN and self.since is not None else 0

    def left(self, mono: int) -> float:
        """Seconds until the bets close; 0 unless the timer runs."""
        return max(0, self.ends - mono) / NANO

    def ran_out(self, mono: int) -> bool:
        return self.phase is Phase.OPEN and mono >= self.ends

    def due(self, seconds: float) -> int | None:
        """When the result of closed bets is overdue; None where none is to come, or `seconds` are 0."""
        if self.phase is not Phase.CLOSED or self.since is None or not seconds:
            return None
        return self.since + round(seconds * NANO)

    def at(self, mono: int, seconds: float) -> Phase:
        """The phase, with DUE once the result has not come for so many seconds."""
        due = self.due(seconds)
        return Phase.DUE if due is not None and mono >= due else self.phase
