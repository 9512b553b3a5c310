"""Counts against the exact odds: ranges as published, and a table that is off told from one that is lucky."""

from math import comb, exp, lgamma, log, log1p
from random import Random

import pytest

from eztrak.game.first import first_game
from eztrak.game.hand import Hand
from eztrak.game.notation import parse
from eztrak.game.tableau import deal
from eztrak.table.cards import Laid
from eztrak.table.expectation import WOLF, Dealt, chance_of, compare, expected, tails, wilson
from eztrak.table.stats import Stats, stats_of

GAME, FOUR = first_game(), first_game(fifth=False)
COMPARED = GAME.tiles


def counted(hands: int, *counts: int) -> Stats:
    """Counts of Player, Banker, Tie, Dragon 7, Panda 8 and naturals, as far as they are told."""
    return Stats(hands, counts=tuple(zip(COMPARED, counts, strict=False)))


def test_shoes_add_up() -> None:
    shoes = [parse("P Bn T B7 P8 Pf Bx", GAME), parse("BBBB P", GAME)]
    assert sum((stats_of(shoe, GAME) for shoe in shoes), Stats()) == stats_of(shoes[0] + shoes[1], GAME)


@pytest.mark.parametrize(
    ("count", "hands", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_range_is_wilsons_as_newcombe_published_it(count: int, hands: int, low: float, high: float) -> None:
    assert wilson(count, hands) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("count", "hands", "chance"), [(0, 10, 0.5), (10, 10, 0.5), (3, 80, 0.0225), (9, 80, 0.0225)])
def test_the_tails_are_those_of_the_binomial(count: int, hands: int, chance: float) -> None:
    terms = [comb(hands, k) * chance**k * (1 - chance) ** (hands - k) for k in range(hands + 1)]
    exact = min(1.0, 2 * min(sum(terms[: count + 1]), sum(terms[count:])))
    assert tails(count, hands, chance) == pytest.approx(exact, rel=1e-9)


def test_many_hands_take_no_time_and_lose_no_precision() -> None:
    assert tails(225_338, 10_000_000, 0.0225338) == pytest.approx(1.0, abs=0.01)
    assert tails(227_000, 10_000_000, 0.0225338) < 0.001


def test_an_honest_shoe_is_as_expected() -> None:
    compared = compare([Dealt(counted(80, 36, 36, 8, 2, 3, 27), 8, GAME)])
    assert [c.name for c in compared] == ["player", "banker", "tie", "dragon7", "panda8", "natural"]
    assert {str(c.verdict) for c in compared} == {"as expected"}
    dragon = compared[3]
    assert dragon.expected == pytest.approx(80 * 0.02253382, rel=1e-6)
    assert dragon.low < dragon.chance < dragon.high


def test_a_week_of_mis_keyed_dragons_stands_out_and_the_rest_does_not() -> None:
    compared = compare([Dealt(counted(3000, 1340, 1375, 285, 130, 104, 1029), 8, GAME)])
    assert {c.name: str(c.verdict) for c in compared if c.off} == {"dragon7": "more than chance explains"}
    compared = compare([Dealt(counted(3000, 1340, 1375, 285, 68, 20, 1029), 8, GAME)])
    assert {c.name: str(c.verdict) for c in compared if c.off} == {"panda8": "fewer than chance explains"}


def test_shoes_of_other_decks_are_weighed_and_tables_without_panda_left_out() -> None:
    eight, six = counted(80, 36, 36, 8), counted(60, 27, 27, 6)
    compared = {c.name: c for c in compare([Dealt(eight, 8, GAME), Dealt(six, 6, FOUR), Dealt(Stats(), 8, GAME)])}
    assert compared["tie"].hands == 140
    assert compared["tie"].chance == pytest.approx((80 * 0.09515597 + 60 * 0.09506871) / 140, rel=1e-6)
    assert compared["panda8"].hands == 80
    assert compare([Dealt(six, 6, FOUR)])[-1].name == "natural"
    assert compare([]) == ()


def test_what_a_lifetime_should_have_leaves_shoes_without_panda_out_of_pandas() -> None:
    compared = expected([Dealt(Stats(10_000_000), 8, GAME), Dealt(Stats(1_000_000), 6, FOUR)])
    assert compared["tie"] == pytest.approx(10_000_000 * 0.09515597 + 1_000_000 * 0.09506871, rel=1e-6)
    assert compared["panda8"] == pytest.approx(10_000_000 * 0.03454, rel=1e-3)
    assert list(expected([Dealt(Stats(1), 8, FOUR)])) == [name for name in COMPARED if name != "panda8"]


def binomial(hands: int, chance: float) -> list[float]:
    """The exact probability of every count."""
    return [
        exp(lgamma(hands + 1) - lgamma(k + 1) - lgamma(hands - k + 1) + k * log(chance) + (hands - k) * log1p(-chance))
        for k in range(hands + 1)
    ]


@pytest.mark.parametrize("hands", [80, 560, 2400, 20_000])
@pytest.mark.parametrize("name", COMPARED)
def test_the_range_holds_the_true_share_as_often_as_it_says(name: str, hands: int) -> None:
    """Not simulated: the probabilities of all counts whose range holds the exact odds are added up."""
    chance = chance_of(name, 8, GAME)
    likely = binomial(hands, chance)
    held = sum(p for count, p in enumerate(likely) if p > 1e-12 and _holds(count, hands, chance))
    assert held == pytest.approx(0.95, abs=0.025 if hands * chance < 20 else 0.012)


def _holds(count: int, hands: int, chance: float) -> bool:
    low, high = wilson(count, hands)
    return low <= chance <= high


@pytest.mark.parametrize("hands", [80, 2400, 20_000])
@pytest.mark.parametrize("name", ["dragon7", "panda8", "banker"])
@pytest.mark.parametrize("among", [1, 40])
def test_an_honest_room_is_hardly_ever_marked_however_much_is_looked_at(name: str, hands: int, among: int) -> None:
    chance, rare = chance_of(name, 8, GAME), WOLF / len(COMPARED) / among
    marked = sum(p for k, p in enumerate(binomial(hands, chance)) if p > 1e-15 and tails(k, hands, chance) < rare)
    assert marked * len(COMPARED) * among <= WOLF


def test_hands_of_a_real_shoe_are_independent_enough() -> None:
    """Shoes dealt card by card by the tableau: the share that is marked, and the ranges that hold, are as promised."""
    random, held, marked, looked = Random(7), 0, 0, 0
    for _ in range(60):
        dealt = stats_of([hand for _ in range(4) for hand in shoe(random)], GAME)
        for line in compare([Dealt(dealt, 8, GAME)]):
            looked += 1
            held += line.low <= line.chance <= line.high
            marked += line.off
    assert held / looked == pytest.approx(0.95, abs=0.03)
    assert marked <= 2


def shoe(random: Random) -> list[Hand]:
    """The hands of a shuffled shoe of eight decks, down to the cut card."""
    cards = [min(rank, 10) % 10 for rank in range(1, 14)] * 32
    random.shuffle(cards)
    hands = []
    while len(cards) > 14:
        hands.append(GAME.dealt(Laid(*map(tuple, deal(GAME.tableau, cards.pop, int))).result))
    return hands


def month(hands: int, unkeyed: float = 0.0, miskeyed: float = 0.0) -> Stats:
    """A table's month in which every count is what the cards give on average, but for what the dealer does.

    `unkeyed` of the Dragons are entered as a plain Banker, `miskeyed` of the plain Bankers as a Dragon.
    """
    counts = {name: round(hands * chance_of(name, 8, GAME)) for name in COMPARED}
    plain = counts["banker"] - counts["dragon7"]
    counts["dragon7"] += round(plain * miskeyed) - round(counts["dragon7"] * unkeyed)
    return Stats(hands=hands, counts=tuple(counts.items()))


@pytest.mark.parametrize(
    ("unkeyed", "miskeyed", "seen"),
    [(0.25, 0.0, True), (0.0, 0.01, True), (0.05, 0.0, False), (0.0, 0.0, False)],
)
def test_a_month_of_mis_keyed_dragons_is_seen_among_thirty_others(unkeyed: float, miskeyed: float, seen: bool) -> None:
    """25,000 hands are a month of a busy table; thirty tables and dealers stand in the same report."""
    compared = compare([Dealt(month(25_000, unkeyed, miskeyed), 8, GAME)], among=31)
    assert [line.name for line in compared if line.off] == (["dragon7"] if seen else [])
