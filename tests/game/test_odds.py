"""The exact odds against published counts, kept with their sources in odds.toml."""

import tomllib
from math import perm
from pathlib import Path

import pytest

from eztrak.game.odds import odds

PUBLISHED = tomllib.loads(Path(__file__).with_name("odds.toml").read_text(encoding="utf-8"))
shoes = pytest.mark.parametrize("decks", PUBLISHED)


@shoes
def test_the_counts_equal_the_published_ones(decks):
    found, published = odds(int(decks)), PUBLISHED[decks]["counts"]
    assert {name: getattr(found, name) for name in published} == published


@shoes
def test_the_percentages_equal_the_published_ones_to_six_decimals(decks):
    found, published = odds(int(decks)), PUBLISHED[decks]
    percent = {name: f"{100 * getattr(found, name) / found.deals:.6f}" for name in published["percent"]}
    one_in = {name: f"{found.deals / getattr(found, name):.2f}" for name in published["one_in"]}
    mean = {name: f"{getattr(found, name) / found.deals:.6f}" for name in published["mean"]}
    assert (percent, one_in, mean) == (published["percent"], published["one_in"], published["mean"])


@shoes
def test_one_of_the_three_results_comes_in_every_deal_of_six_cards(decks):
    found = odds(int(decks))
    assert found.player + found.banker + found.tie == found.deals == perm(52 * int(decks), 6)


@shoes
def test_a_part_is_never_more_than_its_whole(decks):
    found = odds(int(decks))
    assert 0 < found.dragon7 < found.banker
    assert 0 < found.panda8 < found.player
    assert 0 < found.both_natural < found.natural < found.deals
    assert 4 * found.deals < found.cards < 6 * found.deals
