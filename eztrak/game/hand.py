"""A hand as the dealer declares it: who won, and which marks of the game it carries."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    PLAYER = "P"
    BANKER = "B"
    TIE = "T"

    @property
    def id(self) -> str:
        """The winner as games name it: player, banker, tie."""
        return self.name.lower()


FREE = "free"  # a toggle beside the game's: dealt with no bets
NO_MARKS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a shoe. `number` is its place in the order of entry; 0 means that it is not recorded (yet)."""

    outcome: Outcome
    marks: frozenset[str] = NO_MARKS  # by id, beside the winner
    free: bool = False
    voided: bool = False
    number: int = 0
    player: str = ""  # the cards' point values in the order dealt, where cards are entered: "350"
    banker: str = ""
    totals: str = ""  # the points of both sides, Player's first, where totals are entered: "47"

    @property
    def said(self) -> frozenset[str]:
        """All that a dealer says of it: the winner, its marks, whether it was free."""
        return self.marks | {self.outcome.id} | ({FREE} if self.free else NO_MARKS)

    @property
    def points(self) -> int | None:
        """The winning side's points; None where neither cards nor totals were entered."""
        if self.totals:
            return max(map(int, self.totals))
        cards = self.banker if self.outcome is Outcome.BANKER else self.player
        return sum(map(int, cards)) % 10 if cards else None
