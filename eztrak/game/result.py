"""The result of a hand as the cards give it: four numbers, and what the first two cards of each side were.

Every fact that a wager can be settled by follows from it, but for what the dealer has to type: pairs.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | str | bool

PAIR, PERFECT = 1, 2  # what the first two cards of a side can be


class Result(NamedTuple):
    player: int  # points
    banker: int
    player_cards: int  # 2 or 3
    banker_cards: int
    player_two: int = 0
    banker_two: int = 0

    @property
    def winner(self) -> str:
        return "tie" if self.player == self.banker else "player" if self.player > self.banker else "banker"

    @property
    def natural(self) -> str:
        """Which sides have 8 or 9 in two cards."""
        player = self.player_cards == 2 and self.player >= 8
        banker = self.banker_cards == 2 and self.banker >= 8
        return {(0, 0): "none", (1, 0): "player", (0, 1): "banker", (1, 1): "both"}[player, banker]


def two_of(a: int, b: int) -> int:
    """What two cards, each a number for its rank and suit, are: a perfect pair, a pair or neither."""
    return PERFECT if a == b else PAIR if a // 4 == b // 4 else 0


# What a line of a wager can ask for, and the values that it can have.
FACTS: Mapping[str, Callable[[Result], Value | None]] = {
    "player": lambda r: r.player,
    "banker": lambda r: r.banker,
    "player_cards": lambda r: r.player_cards,
    "banker_cards": lambda r: r.banker_cards,
    "cards": lambda r: r.player_cards + r.banker_cards,
    "winner": lambda r: r.winner,
    "points": lambda r: max(r.player, r.banker),
    "loser": lambda r: None if r.player == r.banker else min(r.player, r.banker),
    "margin": lambda r: abs(r.player - r.banker),
    "sum": lambda r: r.player + r.banker,
    "natural": lambda r: r.natural,
    "player_pair": lambda r: r.player_two >= PAIR,
    "banker_pair": lambda r: r.banker_two >= PAIR,
    "player_perfect": lambda r: r.player_two == PERFECT,
    "banker_perfect": lambda r: r.banker_two == PERFECT,
}
VALUES: Mapping[str, tuple[Value, ...]] = {
    **dict.fromkeys(("player", "banker", "points", "loser", "margin"), tuple(range(10))),
    **dict.fromkeys(("player_cards", "banker_cards"), (2, 3)),
    "cards": (4, 5, 6),
    "winner": ("player", "banker", "tie"),
    "sum": tuple(range(19)),
    "natural": ("none", "player", "banker", "both"),
    **dict.fromkeys(("player_pair", "banker_pair", "player_perfect", "banker_perfect"), (True, False)),
}
TYPED = ("player_pair", "banker_pair", "player_perfect", "banker_perfect")  # by a key: points do not say it
