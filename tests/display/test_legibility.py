"""Legibility is computed, not hoped for: every text of every screen at every size, in every theme and layout.

On a 32-inch 16:9 board, 1080 px high: figures that matter 79 px from the aisle, the winner that flashes 158, other
words 25 px from the seats, long postings 16 px; in parts of the height of a landscape board and of the width of a
portrait one. Contrast 4.5 to 1, figures 7 to 1.
"""

from dataclasses import replace
from itertools import combinations

import pytest
from pygame import Rect
from pygame.mask import Mask, from_surface
from views import LOOK, VIEWS

from eztrak.config.appearance import THEMES
from eztrak.display import sprites
from eztrak.display.board import View, scene
from eztrak.display.lettering import faces
from eztrak.display.motion import mix
from eztrak.display.nodes import contrast, nodes
from eztrak.display.roles import FLOORS, Role, least
from eztrak.display.theme import theme
from eztrak.display.view import Own
from eztrak.display.words import ENGLISH
from eztrak.game.wager import GROUNDS

SIZES = [
    *((1280, 720), (1366, 768), (1920, 1080), (1920, 1200), (1024, 768), (3840, 2160)),
    *((1080, 1920), (1200, 1920), (768, 1024), (2160, 3840)),
]
HALF = 0.5  # of a pixel: letters come in whole sizes
LOOKS = {
    "plain": LOOK,
    "ask": replace(LOOK, ask_road=True, theme="light"),
    "postings": replace(LOOK, postings=(Own("room", "No side betting allowed. Management decisions are final."),)),
    "no-derived": replace(LOOK, layout=(("derived", 0.0),), theme="high-contrast"),
    "counts-only": replace(
        LOOK, layout=(("counts", 6.0), ("bead", 0.0), ("previous", 0.0), ("big", 0.0), ("derived", 0.0))
    ),
    "margin": replace(LOOK, margin=0.04),
}
# Every size as it ships; the other looks at the three shapes that boards have.
CASES = [("plain", size) for size in SIZES]
CASES += [(name, size) for name in LOOKS if name != "plain" for size in ((1280, 720), (1024, 768), (1080, 1920))]


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest) -> View:
    return VIEWS[request.param]


@pytest.mark.parametrize(("name", "size"), CASES, ids=str)
def test_every_text_is_large_and_clear_and_in_its_place(view: View, name: str, size: tuple[int, int]) -> None:
    told = nodes(scene(view, LOOKS[name], *size), *size)
    check_size_and_contrast(told, min(size) / 1080)
    check_places(told, size)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_is_clear_on_every_screen(view: View, name: str) -> None:
    told = nodes(scene(view, replace(LOOK, theme=name), 1280, 720), 1280, 720)
    check_size_and_contrast(told, 720 / 1080)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("flash")])
def test_the_result_is_readable_at_ten_metres(name: str, size: tuple[int, int]) -> None:
    told = nodes(scene(VIEWS[name], LOOK, *size), *size)
    largest = max(node["cap"] for node in told if node["node"] == "text")
    assert largest / (min(size) / 1080) >= 158


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_limits_and_clock_are_on_every_screen(view: View, size: tuple[int, int]) -> None:
    shown = {part for node in nodes(scene(view, LOOK, *size), *size) for part in node.get("text", "").split("–")}
    limit = view.state.terms.limit
    assert {f"${limit.low // 100:,}", f"${limit.high // 100:,}", "9:41 PM"} <= shown


def check_size_and_contrast(told: list, unit: float) -> None:  # type: ignore[type-arg]
    texts = [node for node in told if "text" in node]
    assert texts
    small = [(t["text"], t["role"], t["cap"] / unit) for t in texts if t["cap"] + HALF < least(Role(t["role"])) * unit]
    dim = [(t["text"], t["role"], t["contrast"]) for t in texts if t["contrast"] < FLOORS[Role(t["role"])].contrast]
    assert (small, dim) == ([], []), (small, dim)


def check_places(told: list, size: tuple[int, int]) -> None:  # type: ignore[type-arg]
    """No text leaves its panel or touches another that can be seen, by all of its ink: dollar signs, accents, tails."""
    screen = Rect(0, 0, *size)
    grounds: dict[int, list[Rect]] = {}
    for node in told:
        if node["node"] in ("bar", "disc"):
            grounds.setdefault(node["layer"], []).append(Rect(node["box"]))
    inked = [node for node in told if "text" in node]
    texts = [(node["text"], node["layer"], Rect(node["box"])) for node in inked]
    lost = [text for text, _, ink in texts if not screen.contains(ink)]
    # The header stands on the felt, the name of a road on its paper in the layer below.
    free = [
        (text, tuple(ink))
        for text, layer, ink in texts
        if layer > 1
        and not any(g.inflate(2, 2).contains(ink) for below in (layer, layer - 1) for g in grounds.get(below, ()))
    ]
    hidden = {
        i
        for i, (_, layer, ink) in enumerate(texts)
        if any(above > layer and any(g.contains(ink) for g in found) for above, found in grounds.items())
    }
    seen = [node for i, node in enumerate(inked) if i not in hidden]
    touching = [(one["text"], other["text"]) for one, other in combinations(seen, 2) if touch(one, other)]
    assert (lost, free, touching) == ([], [], []), (lost, free, touching)


def touch(one: dict, other: dict) -> bool:  # type: ignore[type-arg]
    """Whether the ink of two texts meets, pixel by pixel."""
    if not Rect(one["box"]).colliderect(other["box"]):
        return False
    if "roll" in (one["node"], other["node"]):
        return True
    (left, top, *_), (x, y, *_) = one["box"], other["box"]
    return bool(mask(one).overlap(mask(other), (x - left, y - top)))


def mask(node: dict) -> Mask:  # type: ignore[type-arg]
    size = round(node["cap"] / faces()[node["face"]]["cap"])
    return from_surface(sprites.text(node["text"], node["face"], size, tuple(node["colour"])).surface)


def test_every_word_has_its_glyphs() -> None:
    for face, measures in faces().items():
        for word in ENGLISH.values():
            assert set(word) <= measures["widths"].keys(), (face, word)


def test_figures_are_as_wide_as_one_another() -> None:
    for face, measures in faces().items():
        assert len({measures["widths"][figure] for figure in "0123456789"}) == 1, face


# Viénot, Brettel and Mollon 1999, on linear RGB.
EYES = {
    "any": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen_by(eye: str, colour: tuple[int, int, int]) -> tuple[int, int, int]:
    linear = [(part / 255) ** 2.2 for part in colour]
    mixed = [max(0.0, min(1.0, sum(m * p for m, p in zip(row, linear, strict=True)))) for row in EYES[eye]]
    return tuple(round(255 * part ** (1 / 2.2)) for part in mixed)  # type: ignore[return-value]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("kind", ["protan", "deutan"])
def test_the_outcomes_stay_apart_for_those_who_see_red_and_green_alike(kind: str, name: str) -> None:
    """Letters and shapes carry the meaning; the colours still should not melt into one."""
    colours = theme(name)
    grounds = [colours.player, colours.banker, colours.tie, *(colours.ground(name).colour for name in GROUNDS)]

    for one, other in combinations([seen_by(kind, ground) for ground in grounds], 2):
        apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert apart > 40, (one, other, apart)


@pytest.mark.parametrize("name", THEMES)
def test_words_on_a_ground_can_be_read_wherever_they_stand_on_it(name: str) -> None:
    for ground in (theme(name).ground(known) for known in (*GROUNDS, "player", "banker", "tie", "panel")):
        assert contrast(ground.ink, mix(ground.colour, ground.deep, 0.5)) >= FLOORS[Role.COUNT].contrast
        assert (
            min(contrast(ground.ink, ground.colour), contrast(ground.ink, ground.deep)) >= FLOORS[Role.LABEL].contrast
        )


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
