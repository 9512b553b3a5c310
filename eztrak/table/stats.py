"""Counts and percentages of a shoe, as the screen and the exports define them.

A winner's count includes its bonus hands. Percentages are of all hands that stand, ties included.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from eztrak.game.game import Game
from eztrak.game.hand import Hand


@dataclass(frozen=True, slots=True)
class Stats:
    hands: int = 0  # that stand
    free: int = 0  # of these, dealt with no bets
    voided: int = 0  # beside these
    counts: tuple[tuple[str, int], ...] = ()  # by id, whichever way they came; what never came is left out

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(sorted((id, count) for id, count in self.counts if count)))

    def of(self, id: str) -> int:
        return dict(self.counts).get(id, 0)

    def __add__(self, other: "Stats") -> "Stats":
        both = dict(self.counts)  # not a Counter: a year of twenty tables is added up while somebody waits
        for id, count in other.counts:
            both[id] = both.get(id, 0) + count
        return Stats(self.hands + other.hands, self.free + other.free, self.voided + other.voided, tuple(both.items()))


def stats_of(hands: Iterable[Hand], game: Game) -> Stats:
    all_hands = list(hands)
    standing = [hand for hand in all_hands if not hand.voided]
    counted = Counter(id for hand in standing for id in game.counts_of(hand))
    return Stats(
        hands=len(standing),
        free=[hand.free for hand in standing].count(True),
        voided=len(all_hands) - len(standing),
        counts=tuple(counted.items()),
    )


def percent(count: int, hands: int) -> float:
    """A share of the hands in percent, rounded half up to one decimal, so that equal counts show equal percentages."""
    return (2000 * count + hands) // (2 * hands) / 10 if hands else 0.0
