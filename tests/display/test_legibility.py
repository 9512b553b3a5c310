"""Legibility is computed, not hoped for: every text of every view at every size.

On a 32-inch 16:9 board, 1080 px high: figures that matter 79 px from the aisle, other words 25 px from the seats,
long postings 16 px. Contrast 4.5 to 1, figures 7 to 1.
"""

from dataclasses import replace
from itertools import combinations

import pytest
from pygame import Rect
from views import LOOK, VIEWS

from eztrak.display.board import Look, View, scene
from eztrak.display.lettering import faces
from eztrak.display.nodes import contrast, nodes
from eztrak.display.theme import theme
from eztrak.display.words import ENGLISH

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
LEAST = {"figure": 79, "word": 25, "posting": 16}
CONTRAST = {"figure": 7.0, "word": 4.5, "posting": 4.5}
LOOKS = {
    "plain": LOOK,
    "ask": replace(LOOK, ask_road=True),
    "postings": replace(LOOK, postings=("No side betting allowed. Management decisions are final.",)),
}


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest) -> View:
    return VIEWS[request.param]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_every_text_is_large_and_clear_enough(view: View, look: Look, size: tuple[int, int]) -> None:
    texts = [node for node in nodes(scene(view, look, *size), *size) if node["node"] == "text"]
    assert texts
    unit = size[1] / 1080
    small = [(t["text"], t["role"], round(t["cap"] / unit, 1)) for t in texts if t["cap"] / unit < LEAST[t["role"]]]
    dim = [(t["text"], t["role"], t["contrast"]) for t in texts if t["contrast"] < CONTRAST[t["role"]]]
    assert (small, dim) == ([], [])


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_no_text_leaves_its_panel_or_touches_another(view: View, look: Look, size: tuple[int, int]) -> None:
    told = nodes(scene(view, look, *size), *size)
    screen = Rect(0, 0, *size)
    flash = max(node["layer"] for node in told) if view.state.last_hand else None
    texts = []
    for node in told:
        if node["node"] == "text":
            box = ink(node)
            assert screen.contains(box), node["text"]
            ground = [Rect(n["box"]) for n in told if n["layer"] == node["layer"] and n["node"] in ("bar", "disc")]
            if node["layer"] > 1:  # the header stands on the felt
                assert any(g.inflate(2, 2).contains(box) for g in ground), node["text"]
            if flash in (None, node["layer"]):
                texts.append((node["text"], box))
    touching = [(a, b) for (a, one), (b, other) in combinations(texts, 2) if one.colliderect(other)]
    assert touching == []


def ink(node: dict) -> Rect:  # type: ignore[type-arg]
    """The box of a text's capitals: what lies above and below them is air in the font's line."""
    box = Rect(node["box"])
    return Rect(box.x, round(box.centery - node["cap"] / 2), box.w, round(node["cap"]))


def test_every_word_has_its_glyphs() -> None:
    for face, measures in faces().items():
        for word in ENGLISH.values():
            assert set(word) <= measures["widths"].keys(), (face, word)


def test_figures_are_as_wide_as_one_another() -> None:
    for face, measures in faces().items():
        assert len({measures["widths"][figure] for figure in "0123456789"}) == 1, face


@pytest.mark.parametrize("kind", ["protan", "deutan"])
def test_the_outcomes_stay_apart_for_those_who_see_red_and_green_alike(kind: str) -> None:
    """Letters and shapes carry the meaning; the colours still should not melt into one."""
    # Viénot, Brettel and Mollon 1999, on linear RGB.
    matrix = {
        "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }[kind]
    colours = theme("classic")
    five = [colours.player, colours.banker, colours.tie, colours.gold, colours.panda]

    def seen(colour: tuple[int, int, int]) -> tuple[int, int, int]:
        linear = [(part / 255) ** 2.2 for part in colour]
        mixed = [max(0.0, min(1.0, sum(m * p for m, p in zip(row, linear, strict=True)))) for row in matrix]
        return tuple(round(255 * part ** (1 / 2.2)) for part in mixed)  # type: ignore[return-value]

    for one, other in combinations(map(seen, five), 2):
        apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert apart > 40, (one, other, apart)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
