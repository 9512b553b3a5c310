"""Counts and percentages of a shoe, as the screen and the exports define them.

Banker counts include Dragon 7 and Player counts Panda 8. Percentages are of all hands that stand, ties included.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from eztrak.game.hand import Hand, Outcome


@dataclass(frozen=True, slots=True)
class Stats:
    hands: int = 0  # that stand
    free: int = 0  # of these, dealt with no bets
    voided: int = 0  # beside these
    player: int = 0
    banker: int = 0
    tie: int = 0
    dragon7: int = 0
    panda8: int = 0
    naturals: int = 0

    def __add__(self, other: "Stats") -> "Stats":
        return Stats(*(getattr(self, name) + getattr(other, name) for name in Stats.__slots__))


COUNTS = ("player", "banker", "tie", "dragon7", "panda8", "naturals")


def stats_of(hands: Iterable[Hand]) -> Stats:
    all_hands = list(hands)
    standing = [hand for hand in all_hands if not hand.voided]
    outcomes = [hand.outcome for hand in standing]
    return Stats(
        hands=len(standing),
        free=[hand.free for hand in standing].count(True),
        voided=len(all_hands) - len(standing),
        player=outcomes.count(Outcome.PLAYER),
        banker=outcomes.count(Outcome.BANKER),
        tie=outcomes.count(Outcome.TIE),
        dragon7=[hand.dragon7 for hand in standing].count(True),
        panda8=[hand.panda8 for hand in standing].count(True),
        naturals=[hand.natural for hand in standing].count(True),
    )


def percent(count: int, hands: int) -> float:
    """A share of the hands in percent, rounded half up to one decimal, so that equal counts show equal percentages."""
    return (2000 * count + hands) // (2 * hands) / 10 if hands else 0.0
