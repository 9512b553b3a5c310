"""The tiles of the counts and the block of the last result, as players find things on them."""

from dataclasses import replace
from pathlib import Path

import pytest
from views import LOOK, PLAYED, SEAL, TERMS, dealt, shuffled, spoken, timed

from eztrak.config.games import load_game
from eztrak.display.board import scene
from eztrak.display.scene import Bar, Disc, Text
from eztrak.display.theme import theme
from eztrak.display.view import View
from eztrak.game.game import WINNERS
from eztrak.table.round import Phase
from eztrak.table.state import TableState

SIZE = (1920, 1080)
BOTH = ("en", "zh_TW")


def texts(view: View, languages: tuple[str, ...] = ("en",)) -> dict[str, Text]:
    """By what they say; of those that say the same the first, which the counts are before the limits."""
    layers = scene(spoken(view, languages), LOOK, *SIZE).layers
    return {node.text: node for layer in reversed(layers) for node in reversed(layer) if isinstance(node, Text)}


def last(notation: str, phase: Phase = Phase.IN) -> View:
    base = PLAYED if phase is Phase.IN else timed(phase, 1)
    return replace(base, state=replace(base.state, shoe=dealt(12, f"B P {notation}")))


def test_a_result_has_its_share_at_the_end_of_its_name_in_its_colour() -> None:
    found = texts(PLAYED, BOTH)
    colours = theme(LOOK.theme)
    for name, share, second, outcome in (("PLAYER", "41.9%", "閒", "player"), ("TIE", "11.3%", "和", "tie")):
        assert found[name].y == pytest.approx(found[share].y, abs=2)
        assert found[share].colour == found[second].colour == colours.word(outcome)
        assert found[second].cap > 2 * found[share].cap


def test_of_more_than_six_counts_the_results_stand_alone_and_the_others_have_a_row_with_whole_names() -> None:
    game = load_game("five-treasures", Path())
    assert len(game.tiles) > 6
    state = TableState("Table 7", replace(TERMS, game=game, wager_limits=()), shuffled(12, 199, 62, game))
    found = texts(View(state, seal=SEAL))
    results = {found[name].y for name in ("PLAYER", "BANKER", "TIE")}
    others = {found[game.wager(id).name().upper()].y for id in game.tiles if id not in WINNERS}  # type: ignore[union-attr]
    assert len(results) == len(others) == 1
    assert max(results) < min(others)


@pytest.mark.parametrize("phase", [Phase.IN, Phase.CLOSED])
def test_what_else_there_was_stands_on_its_own_ground_beside_the_winner(phase: Phase) -> None:
    view = last("B7", phase)
    layers = scene(spoken(view, BOTH), LOOK, *SIZE).layers
    block = next(layer for layer in layers if any(isinstance(node, Text) and node.role == "winner" for node in layer))
    said = {node.text: node for node in block if isinstance(node, Text)}
    gold = theme(LOOK.theme).gold
    (pill,) = [node for node in block if isinstance(node, Bar) and node.colour == gold]
    dragon = said["DRAGON 7" if phase is Phase.IN else "D7"]  # beside BANKER the low block has room for the short form
    assert pill.x < dragon.x < pill.x + pill.w
    assert pill.y < dragon.y < pill.y + pill.h
    if phase is Phase.IN:
        assert "莊贏" in said
        assert "BANKER WAGERS PUSH" in said


@pytest.mark.parametrize("name", ["classic", "light", "lunar-new-year"])
def test_the_newest_mark_is_framed_and_looks_as_the_others_do(name: str) -> None:
    """The frame is under it; ring and letters are the same as of a hand before."""
    frame = theme(name).road_newest
    frames = []
    for layer in scene(PLAYED, replace(LOOK, theme=name), *SIZE).layers:
        for i, node in enumerate(layer):
            if isinstance(node, Bar) and node.colour == frame and node.w == node.h:
                inner = layer[i + 1]
                assert isinstance(inner, Bar)
                assert node.x < inner.x < inner.x + inner.w < node.x + node.w
                frames.append(node)
    assert len(frames) == 5  # beads, the big road, the three derived ones


def test_a_game_that_has_figures_in_a_corner_has_no_dot_there() -> None:
    game = load_game("commission-dragon-bonus", Path())
    view = replace(PLAYED, state=replace(PLAYED.state, shoe=shuffled(12, 7, 62, game)))
    for layer in scene(view, LOOK, *SIZE).layers:
        small = [node for node in layer if isinstance(node, Text) and node.role == "sign"]
        dots = [node for node in layer if isinstance(node, Disc) and node.r < 6]
        for text in small:
            assert not [
                dot for dot in dots if abs(dot.x - text.x) < text.cap / 2 and abs(dot.y - text.y) < text.cap / 2
            ]
