"""The exact odds against published counts and against every line of the library, kept with their sources as data."""

import tomllib
from math import perm
from pathlib import Path

import pytest
from games import library, read, shipped, tableaus

from eztrak.game.enumeration import counts
from eztrak.game.first import first_game
from eztrak.game.odds import odds

HERE = Path(__file__).parent
PUBLISHED = tomllib.loads((HERE / "odds.toml").read_text(encoding="utf-8"))
WAGERS = tomllib.loads((HERE / "wagers.toml").read_text(encoding="utf-8"))
shoes = pytest.mark.parametrize("decks", PUBLISHED)
MAIN = ("player", "banker-5", "tie")


@shoes
def test_the_counts_equal_the_published_ones(decks):
    exact, published = odds(first_game(), int(decks)), PUBLISHED[decks]["counts"]
    assert {"deals": exact.deals} | {id: exact.counted[id] for id in published if id != "deals"} == published


@shoes
def test_the_percentages_equal_the_published_ones_to_six_decimals(decks):
    exact, published = odds(first_game(), int(decks)), PUBLISHED[decks]
    ways = counts(tableaus()["standard"], int(decks), with_pairs=False)
    counted = exact.counted | {"both_natural": sum(n for r, n in ways.items() if r.natural == "both")}
    cards = sum((r.player_cards + r.banker_cards) * n for r, n in ways.items())
    percent = {name: f"{100 * counted[name] / exact.deals:.6f}" for name in published["percent"]}
    one_in = {name: f"{exact.deals / counted[name]:.2f}" for name in published["one_in"]}
    assert (percent, one_in, f"{cards / exact.deals:.6f}") == (
        *(published["percent"], published["one_in"], published["mean"]["cards"]),
    )


@pytest.mark.parametrize("id", WAGERS)
def test_every_line_of_the_library_settles_as_many_deals_as_were_counted_apart(id):
    wager = library()[id]
    main = [other for other in MAIN if other[:6] != id[:6] or other == id]
    listed, counted = (main + [id] * (id not in main), []) if wager.lines[0].paid else (list(MAIN), [id])
    game = read(f"wagers = {listed}\ncounts = {counted}")
    for place, decks in enumerate(("8", "6")):
        of_wager = odds(game, int(decks)).wagers[id]
        assert list(of_wager.lines) == WAGERS[id][decks]
        if "edge" in WAGERS[id]:
            assert f"{float(of_wager.edge) * 100:.4f}" == WAGERS[id]["edge"][place]


@pytest.mark.parametrize(
    ("decks", "deals"),
    list(
        enumerate(
            [
                *(14_658_134_400, 1_092_514_737_600, 13_076_423_680_320, 75_297_571_090_560),
                *(291_478_205_491_200, 878_869_206_895_680, 2_231_622_494_861_760, 4_998_398_275_503_360),
            ],
            1,
        )
    ),
)
def test_every_deal_is_counted_once_with_pairs_and_without_for_any_number_of_decks(decks, deals):
    pairs = odds(shipped("commission-pairs"), decks)
    plain = odds(shipped("commission"), decks)
    assert pairs.deals == plain.deals == perm(52 * decks, 6) == deals
    assert pairs.states == plain.states == 205
    assert {id: pairs.counted[id] for id in plain.counted} == plain.counted
    assert pairs.counted["player-pair"] * (52 * decks - 1) == deals * (4 * decks - 1)


@pytest.mark.parametrize(
    ("decks", "sums"),
    [
        (8, (2_232_878_486_302_976, 2_290_212_297_375_744, 475_307_491_824_640, 111_701_013_362_688)),
        (6, (392_637_903_553_728, 402_738_809_223_168, 83_492_494_118_784, 19_642_254_519_168)),
    ],
)
def test_another_tableau_has_odds_of_its_own(decks, sums):
    of_game = odds(read('tableau = "gold"\nwagers = ["player", "banker-ez", "tie", "dragon7"]'), decks)
    assert tuple(of_game.counted[id] for id in ("player", "banker", "tie", "dragon7")) == sums
    assert of_game.states == 200


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ('wagers = ["player", "banker-5", "tie"]\npay.tie = "9:1"', {"tie": ("4.8440", "4.9313")}),
        ('wagers = ["player", "mine", "tie"]\n[mine]\ncommission = 4\nlines = [{ pay = "1:1", winner = "banker" },'
         ' { pay = "push", winner = "tie" }]', {"mine": ("0.5993", "0.5972")}),
        ('wagers = ["player", "banker-5", "tie", "player-pair"]\npay.player-pair = "12:1"',
         {"player-pair": ("2.8916", "3.8585")}),
        ('wagers = ["player", "banker-5", "tie", "super6"]\npay.super6 = "18:1"', {"super6": ("-2.3411", "-2.3045")}),
    ],
)  # fmt: skip
def test_what_a_room_pays_otherwise_changes_what_the_house_keeps(text, edges):
    game = read(text)
    exact = {id: tuple(f"{float(odds(game, decks).wagers[id].edge) * 100:.4f}" for decks in (8, 6)) for id in edges}
    assert exact == edges


def test_what_is_only_counted_has_no_edge():
    assert odds(first_game(), 8).wagers["natural"].edge is None
