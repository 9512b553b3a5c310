"""The pages of the info screen: how a third card comes, the roads by an example, and that the cards have no memory."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from games import SHIPPED, shipped
from legible import check
from matrix import covering
from test_legibility import SIZES
from views import LOOK, VIEWS

from eztrak.display.board import INFO_TURN, View, scene
from eztrak.display.nodes import nodes
from eztrak.display.scene import Box, Disc, Node, Ring, Text
from eztrak.display.screens.lessons import CARDS, _totals, how_to_read, no_memory, third_card
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.table.round import NANO

BOX, THEME = Box(16, 60, 1888, 760), theme("classic")
INFO = VIEWS["info"]
SPOKEN = [("en",), ("zh_TW",), ("zh_CN",), ("vi",), ("ko",)]


def pages(game: Game, *languages: str) -> Iterator[View]:
    """Every page of the info screen in its turn."""
    terms = replace(INFO.state.terms, game=game, languages=languages)
    state = replace(INFO.state, terms=terms, shoe=None, previous=None)
    view = replace(INFO, state=state)
    for turn in range(4):
        yield replace(view, mono=round((turn + 0.5) * INFO_TURN * NANO))


def said(drawn: tuple[Node, ...]) -> list[str]:
    return [node.text for node in drawn if isinstance(node, Text)]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_page_can_be_read(name: str) -> None:
    for _, languages, size in (row for row in covering(SHIPPED, SPOKEN, SIZES) if row[0] == name):
        for view in pages(shipped(name), *languages):
            check(nodes(scene(view, LOOK, *size), *size), size)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_table_of_the_third_card_is_the_games(name: str) -> None:
    game = shipped(name)
    drawn = third_card(BOX, THEME, Words(("en",), game))
    by_row: dict[float, list[bool]] = {}
    for node in drawn:
        if isinstance(node, Disc | Ring) and node.colour in (THEME.banker, THEME.soft):
            by_row.setdefault(round(node.y), []).append(isinstance(node, Disc))
    rows = [row for row in by_row.values() if len(row) == len(CARDS)]
    draws = [[game.tableau.banker_takes(total, None if c == "-" else int(c)) for c in CARDS] for total in range(8)]
    assert rows == draws


def test_the_sentences_are_those_of_the_tableau() -> None:
    text = " ".join(said(third_card(BOX, THEME, Words())))
    assert "Player draws a card on 0–5 and stands on 6, 7." in text
    assert "may draw or stand" not in text
    game = shipped("ez-panda")
    gold = replace(game.tableau, player_may_stand=frozenset({5}), natural_ends=False)
    chosen = Game(game.id, game.title, game.wagers, game.counts, gold, {wager.id: wager for wager in game.used})
    text = " ".join(said(third_card(BOX, THEME, Words(("en",), chosen))))
    assert "stands on 6–9." in text
    assert "On 5 Player may draw or stand." in text
    assert "no card is drawn" not in text


@pytest.mark.parametrize("name", ["ez-panda", "commission"])
def test_the_chances_of_the_next_hand_are_exact_and_the_same_after_any_run(name: str) -> None:
    texts = said(no_memory(BOX, THEME, Words(("en",), shipped(name))))
    figures = [text for text in texts if text.endswith("%")]
    assert figures == ["44.6%", "45.8%", "9.5%"] * 3
    assert texts[:1] == [Words().say("no_prediction")]


def test_the_example_has_a_bonus_of_the_game_where_it_has_one() -> None:
    assert "7" in said(how_to_read(BOX, THEME, Words(("en",), shipped("ez-panda"))))
    assert set(said(how_to_read(BOX, THEME, Words(("en",), shipped("commission"))))) >= {"B", "P", "T"}


def test_the_pages_begin_with_the_first_and_come_round() -> None:
    def title(seconds: float) -> str:
        view = replace(INFO, entry=replace(INFO.entry, touched=7 * NANO), mono=round((7 + seconds) * NANO))
        return " ".join(n["text"] for n in nodes(scene(view, LOOK, 1280, 720), 1280, 720) if "text" in n)

    titles = ["HOW IT IS PLAYED", "THE THIRD CARD", "ON EVERY ROAD", "The next hand", "HOW IT IS PLAYED"]
    for turn, expected in enumerate(titles):
        assert expected in title((turn + 0.1) * INFO_TURN)


def test_figures_one_after_another_are_a_span() -> None:
    assert (_totals([5, 0, 1, 2, 3, 4]), _totals([6, 7]), _totals([2])) == ("0–5", "6, 7", "2")
