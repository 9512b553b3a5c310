"""The board is as legible in every language, and in two at once, as it is in English."""

from dataclasses import replace

import pytest
import test_legibility as legible
from views import LOOK, VIEWS

from eztrak.display.board import View, scene
from eztrak.display.nodes import nodes

SIZE = (1280, 720)
SPOKEN = [("zh_TW",), ("zh_CN",), ("vi",), ("ko",), ("en", "zh_TW"), ("zh_TW", "en"), ("en", "vi"), ("ko", "en")]


def spoken(view: View, languages: tuple[str, ...]) -> View:
    return replace(view, state=replace(view.state, terms=replace(view.state.terms, languages=languages)))


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest) -> View:
    return VIEWS[request.param]


@pytest.mark.parametrize("size", [SIZE, (1080, 1920)], ids=str)
@pytest.mark.parametrize("languages", SPOKEN, ids="-".join)
def test_every_text_is_large_clear_and_in_its_place(
    view: View, languages: tuple[str, ...], size: tuple[int, int]
) -> None:
    told = nodes(scene(spoken(view, languages), LOOK, *size), *size)
    legible.check_size_and_contrast(told, min(size) / 1080)
    legible.check_places(told, size)


@pytest.mark.parametrize("languages", SPOKEN, ids="-".join)
def test_every_text_is_in_a_face_that_has_its_letters(view: View, languages: tuple[str, ...]) -> None:
    told = [node for node in nodes(scene(spoken(view, languages), LOOK, *SIZE), *SIZE) if node["node"] == "text"]
    missing = [t["text"] for t in told if not set(t["text"]) <= legible.faces()[t["face"]]["widths"].keys()]
    assert missing == []


def test_english_with_chinese_under_it_says_both() -> None:
    assert {"PLAYER", "閒", "BANKER", "莊", "TIE", "和", "DRAGON 7", "龍7", "PANDA 8", "熊貓8"} <= said("played")
    assert {"MIN", "最低", "MAX", "最高"} <= said("played")
    assert {"NO MORE BETS", "停止下注"} <= said("closed-bets")
    assert {"BANKER", "莊"} <= said("flash-banker")
    assert {"BANKER WINS", "莊 贏 龍7", "DRAGON 7"} <= said("flash-dragon")


def said(name: str) -> set[str]:
    told = nodes(scene(spoken(VIEWS[name], ("en", "zh_TW")), LOOK, *SIZE), *SIZE)
    return {node["text"] for node in told if node["node"] == "text"}
