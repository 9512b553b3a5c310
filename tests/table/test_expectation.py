"""Counts against the exact odds: ranges as published, and a table that is off told from one that is lucky."""

from math import comb

import pytest

from eztrak.table.expectation import Dealt, compare, tails, wilson
from eztrak.table.stats import Stats


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
    found = compare([Dealt(Stats(80, 0, 0, 36, 36, 8, 2, 3, 27))])
    assert [c.name for c in found] == ["player", "banker", "tie", "dragon7", "panda8", "naturals"]
    assert {c.verdict for c in found} == {"as expected"}
    dragon = found[3]
    assert dragon.expected == pytest.approx(80 * 0.02253382, rel=1e-6)
    assert dragon.low < dragon.chance < dragon.high


def test_a_week_of_mis_keyed_dragons_stands_out_and_the_rest_does_not() -> None:
    found = compare([Dealt(Stats(3000, 0, 0, 1340, 1375, 285, 130, 104, 1029))])
    assert {c.name: c.verdict for c in found if c.off} == {"dragon7": "more than chance explains"}
    found = compare([Dealt(Stats(3000, 0, 0, 1340, 1375, 285, 68, 20, 1029))])
    assert {c.name: c.verdict for c in found if c.off} == {"panda8": "fewer than chance explains"}


def test_shoes_of_other_decks_are_weighed_and_tables_without_panda_left_out() -> None:
    eight, six = Stats(80, player=36, banker=36, tie=8), Stats(60, player=27, banker=27, tie=6)
    found = {c.name: c for c in compare([Dealt(eight), Dealt(six, 6, panda8=False), Dealt(Stats())])}
    assert found["tie"].hands == 140
    assert found["tie"].chance == pytest.approx((80 * 0.09515597 + 60 * 0.09506871) / 140, rel=1e-6)
    assert found["panda8"].hands == 80
    assert compare([Dealt(six, 6, panda8=False)])[-1].name == "naturals"
    assert compare([]) == ()
