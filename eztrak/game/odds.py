"""Exact odds of the first hand of a fresh shoe, by full enumeration.

Counts are of ordered deals of six cards, as the published tables count them: a hand that ends after four or five cards
stands for all the ways in which the cards left over could lie.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import perm

from eztrak.game.hand import Outcome
from eztrak.game.tableau import Deal, banker_draws, is_natural, player_draws, points

VALUES = range(10)


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of all `deals` end in what; each field but `cards` divided by `deals` is a probability."""

    deals: int
    player: int
    banker: int
    tie: int
    dragon7: int
    panda8: int
    natural: int
    both_natural: int
    cards: int


@cache
def odds(decks: int) -> Odds:
    """The odds for a shoe of that many decks. Takes a few tenths of a second the first time."""
    size = 52 * decks
    count: dict[str, int] = dict.fromkeys(Odds.__slots__, 0)
    for dealt, ways in _deals(decks):
        used = len(dealt.player) + len(dealt.banker)
        ways *= perm(size - used, 6 - used)
        hand = dealt.hand
        naturals = is_natural(dealt.player) + is_natural(dealt.banker)
        count["deals"] += ways
        count[{Outcome.PLAYER: "player", Outcome.BANKER: "banker", Outcome.TIE: "tie"}[hand.outcome]] += ways
        count["dragon7"] += ways * hand.dragon7
        count["panda8"] += ways * hand.panda8
        count["natural"] += ways * (naturals > 0)
        count["both_natural"] += ways * (naturals == 2)
        count["cards"] += ways * used
    return Odds(**count)


def _deals(decks: int) -> Iterator[tuple[Deal, int]]:
    """Every complete hand with the number of ordered ways in which it can be dealt."""
    left = [16 * decks] + [4 * decks] * 9

    def take(*cards: int) -> int:
        """The ordered ways to draw these cards one after another; they stay out of the shoe until `back`."""
        ways = 1
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        return ways

    def back(*cards: int) -> None:
        for card in cards:
            left[card] += 1

    pairs = [(a, b) for a in VALUES for b in range(a, 10)]
    for p in pairs:
        for b in pairs:
            mirrored = (1 if p[0] == p[1] else 2) * (1 if b[0] == b[1] else 2)
            ways = take(*p, *b) * mirrored
            if is_natural(p) or is_natural(b):
                yield Deal(p, b), ways
            else:
                thirds: list[tuple[int, ...]] = [(v,) for v in VALUES] if player_draws(points(p)) else [()]
                for third in thirds:
                    five = ways * take(*third)
                    if banker_draws(points(b), third[0] if third else None):
                        for last in VALUES:
                            yield Deal(p + third, (*b, last)), five * left[last]
                    else:
                        yield Deal(p + third, b), five
                    back(*third)
            back(*p, *b)
