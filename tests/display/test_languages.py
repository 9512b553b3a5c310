"""A board in two languages says both. That it is as legible in any as in English is looked at with everything else."""

from views import LOOK, VIEWS, spoken

from eztrak.display.board import scene
from eztrak.display.nodes import nodes

SIZE = (1280, 720)


def test_english_with_chinese_under_it_says_both() -> None:
    assert {"PLAYER", "閒", "BANKER", "莊", "TIE", "和", "DRAGON 7", "龍7", "PANDA 8", "熊貓8"} <= said("played")
    assert {"MIN–MAX", "最低–最高"} <= said("played")
    assert {"NO MORE BETS", "停止下注"} <= said("closed-bets")
    assert {"BANKER", "莊"} <= said("flash-banker")
    assert {"BANKER WINS", "莊贏 · 龍7", "DRAGON 7"} <= said("flash-dragon")


def said(name: str) -> set[str]:
    drawn = nodes(scene(spoken(VIEWS[name], ("en", "zh_TW")), LOOK, *SIZE), *SIZE)
    return {node["text"] for node in drawn if node["node"] == "text"}
