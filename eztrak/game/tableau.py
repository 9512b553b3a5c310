"""The third-card tableau of the documents, and the deal that it governs.

Cards are their point values: ten and faces 0, ace 1, the others their number. The chart is carried over from the
documents as they print it, S for stand and H for hit; it is the same in all five.
"""

from collections.abc import Callable
from dataclasses import dataclass

from eztrak.game.hand import Hand, Outcome

BANKER_CHART = """
     0 1 2 3 4 5 6 7 8 9
  7  S S S S S S S S S S
  6  S S S S S S H H S S
  5  S S S S H H H H S S
  4  S S H H H H H H S S
  3  H H H H H H H H S H
  2  H H H H H H H H H H
  1  H H H H H H H H H H
  0  H H H H H H H H H H
"""

_ROWS = [line.split() for line in BANKER_CHART.strip().splitlines()[1:]]
_HITS = {(int(row[0]), third): letter == "H" for row in _ROWS for third, letter in enumerate(row[1:])}
DRAWS_UP_TO = 5


def points(cards: tuple[int, ...]) -> int:
    return sum(cards) % 10


def is_natural(cards: tuple[int, ...]) -> bool:
    return len(cards) == 2 and points(cards) >= 8


def player_draws(total: int) -> bool:
    return total <= DRAWS_UP_TO


def banker_draws(total: int, player_third: int | None) -> bool:
    """Whether the Banker, without a natural on either side, takes a third card. None: the Player stood."""
    return total <= DRAWS_UP_TO if player_third is None else _HITS[total, player_third]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one complete hand."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def hand(self) -> Hand:
        player, banker = points(self.player), points(self.banker)
        outcome = Outcome.TIE if player == banker else Outcome.PLAYER if player > banker else Outcome.BANKER
        return Hand(
            outcome,
            natural=is_natural(self.player) or is_natural(self.banker),
            dragon7=outcome is Outcome.BANKER and banker == 7 and len(self.banker) == 3,
            panda8=outcome is Outcome.PLAYER and player == 8 and len(self.player) == 3,
        )


def deal(draw: Callable[[], int]) -> Deal:
    """Deals one hand by the tableau: Player, Banker, Player, Banker, then third cards as they fall due."""
    p1, b1, p2, b2 = draw(), draw(), draw(), draw()
    player: tuple[int, ...] = (p1, p2)
    banker: tuple[int, ...] = (b1, b2)
    if is_natural(player) or is_natural(banker):
        return Deal(player, banker)
    third = draw() if player_draws(points(player)) else None
    if third is not None:
        player = (p1, p2, third)
    if banker_draws(points(banker), third):
        banker = (b1, b2, draw())
    return Deal(player, banker)
