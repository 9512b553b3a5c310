"""Every deal that a tableau can give: the one authority on what can happen, what goes together and how often.

`endless` deals from a shoe without end, in a moment: which results there are, and about how often. `counts` is exact
for the first hand of a fresh shoe, in ordered deals of six cards as the published tables count them: a hand that ends
after four or five cards stands for all the ways in which the cards left over could lie.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import perm

from eztrak.game.result import PAIR, PERFECT, Result, two_of
from eztrak.game.tableau import Tableau

VALUES = range(10)
KINDS = (16, *[4] * 9)  # rank and suit, of each value


@cache
def endless(tableau: Tableau, with_pairs: bool) -> Mapping[Result, int]:
    """Each result that can come, and how often in 52^6 deals. `with_pairs`: pairs apart.

    A result that only a choice of the Player gives is there with 0.
    """
    weights: Counter[Result] = Counter()
    for (player, player_two), ways in _endless_two(with_pairs).items():
        for (banker, banker_two), more in _endless_two(with_pairs).items():
            four = ways * more
            for p, b, thirds in _thirds(tableau, player, banker):
                weight = four * 52 ** (2 - len(thirds))
                for card in thirds:
                    weight *= KINDS[card]
                weights[Result(*_ended(player, banker, p, b), player_two, banker_two)] += weight
            for p, b in _choices(tableau, player, banker):
                weights[Result(*_ended(player, banker, p, b), player_two, banker_two)] += 0
    return weights


@cache
def counts(tableau: Tableau, decks: int, with_pairs: bool) -> Mapping[Result, int]:
    """How many of all deals of a fresh shoe end in each result."""
    deals: Counter[Result] = Counter()
    size = 52 * decks
    pairs = [(a, b) for a in VALUES for b in range(a, 10)]
    for p in pairs:
        for b in pairs:
            left = [kinds * decks for kinds in KINDS]
            for card in (*p, *b):
                left[card] -= 1
            twos = _twos(p, b, decks, with_pairs)
            player, banker = sum(p) % 10, sum(b) % 10
            for third, last, drawn in _thirds(tableau, player, banker):
                ways = perm(size - 4 - len(drawn), 2 - len(drawn))
                for i, card in enumerate(drawn):
                    ways *= left[card] - drawn[:i].count(card)
                ended = _ended(player, banker, third, last)
                for two, four in twos.items():
                    deals[Result(*ended, *two)] += ways * four
    return deals


def _thirds(tableau: Tableau, player: int, banker: int) -> Iterator[tuple[int | None, int | None, tuple[int, ...]]]:
    """The third cards that two totals lead to: the Player's, the Banker's, and those that were drawn."""
    if tableau.ended(player, banker):
        yield None, None, ()
        return
    for p in VALUES if tableau.player_takes(player) else (None,):
        mine = () if p is None else (p,)
        if tableau.banker_takes(banker, p):
            yield from ((p, b, (*mine, b)) for b in VALUES)
        else:
            yield p, None, mine


def _choices(tableau: Tableau, player: int, banker: int) -> Iterator[tuple[None, int | None]]:
    """What comes of standing where the Player may: reachable, but how often nobody can say."""
    if player in tableau.player_may_stand and not tableau.ended(player, banker):
        yield from ((None, b) for b in (VALUES if tableau.banker_takes(banker, None) else (None,)))


def _ended(player: int, banker: int, p: int | None, b: int | None) -> tuple[int, int, int, int]:
    return (player + (p or 0)) % 10, (banker + (b or 0)) % 10, 2 + (p is not None), 2 + (b is not None)


@cache
def _endless_two(with_pairs: bool) -> Mapping[tuple[int, int], int]:
    """The first two cards of a side by total and what they are, in 52^2 deals."""
    weights: Counter[tuple[int, int]] = Counter()
    for a, b in product(VALUES, VALUES):
        split = _same(a, 1, endless=True) if with_pairs and a == b else {0: KINDS[a] * KINDS[b]}
        for two, ways in split.items():
            weights[(a + b) % 10, two] += ways
    return weights


def _same(value: int, decks: int, endless: bool = False) -> dict[int, int]:
    """The ordered ways to draw two cards of one value, by what they are."""
    kinds, ranks = KINDS[value], KINDS[value] // 4
    perfect = kinds * decks * (decks - (not endless))
    paired = ranks * 4 * 3 * decks * decks
    other = kinds * (kinds - 4) * decks * decks
    return {two: ways for two, ways in ((PERFECT, perfect), (PAIR, paired), (0, other)) if ways}


def _twos(p: tuple[int, int], b: tuple[int, int], decks: int, with_pairs: bool) -> Mapping[tuple[int, int], int]:
    """The ordered ways to draw the first four cards with these values, by what each side's two are."""
    if with_pairs and p[0] == p[1] == b[0] == b[1]:
        return _four_alike(p[0], decks)
    left = [kinds * decks for kinds in KINDS]
    whole = 1
    for card in (*p, *b):
        whole *= left[card]
        left[card] -= 1
    whole *= (1 if p[0] == p[1] else 2) * (1 if b[0] == b[1] else 2)
    split = {(0, 0): whole}
    for side, cards in enumerate((p, b)):
        if with_pairs and cards[0] == cards[1]:
            same = _same(cards[0], decks)
            # The other side has other values or fewer of this one, whichever kinds these two are.
            split = {
                ((two, q[1]) if side == 0 else (q[0], two)): ways * part // sum(same.values())
                for q, ways in split.items()
                for two, part in same.items()
            }
    return split


@cache
def _four_alike(value: int, decks: int) -> Mapping[tuple[int, int], int]:
    weights: Counter[tuple[int, int]] = Counter()
    kinds = range(KINDS[value])  # of rank kind // 4 and suit kind % 4
    for four in product(kinds, repeat=4):
        ways = 1
        for i, kind in enumerate(four):
            ways *= decks - four[:i].count(kind)
        weights[two_of(*four[:2]), two_of(*four[2:])] += ways
    return {twos: ways for twos, ways in weights.items() if ways}
