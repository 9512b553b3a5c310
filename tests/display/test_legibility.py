"""Legibility is computed, not hoped for: every text of every screen at every size, in every theme and layout.

On a 32-inch 16:9 board, 1080 px high: figures that matter 79 px from the aisle, the winner that flashes 158, other
words 25 px from the seats, long postings 16 px; in parts of the height of a landscape board and of the width of a
portrait one. Contrast 4.5 to 1, figures 7 to 1.
"""

import tomllib
from dataclasses import replace
from itertools import combinations, product

import pytest
from legible import HALF, drawn_of, faults
from matrix import FULL, covering
from views import LOOK, VIEWS, spoken

from eztrak.config.appearance import THEMES
from eztrak.display.lettering import faces
from eztrak.display.motion import mix
from eztrak.display.roles import FLOORS, Role
from eztrak.display.theme import contrast
from eztrak.display.theme import theme as colours_of
from eztrak.display.view import Own
from eztrak.display.words import ENGLISH
from eztrak.game.wager import GROUNDS
from eztrak.shipped import setting

SIZES = [
    *((1280, 720), (1366, 768), (1920, 1080), (1920, 1200), (1024, 768), (3840, 2160)),
    *((1080, 1920), (1200, 1920), (768, 1024), (2160, 3840)),
]
LAYOUTS = {
    path.stem: tuple(tomllib.loads(path.read_text(encoding="utf-8")).items())
    for path in sorted(setting("layouts").glob("*.toml"))
}
LOOKS = {
    **{name: replace(LOOK, layout=layout) for name, layout in LAYOUTS.items()},
    "ask": replace(LOOK, ask_road=True),
    "postings": replace(LOOK, postings=(Own("room", "No side betting allowed. Management decisions are final."),)),
    "margin": replace(LOOK, margin=0.04),
}
SPOKEN = [
    ("en",),
    ("zh_TW",),
    ("zh_CN",),
    ("vi",),
    ("ko",),
    ("en", "zh_TW"),
    ("zh_TW", "en"),
    ("en", "vi"),
    ("ko", "en"),
]
ROWS = covering(list(VIEWS), SIZES, list(LOOKS), THEMES, SPOKEN, whole=False)
if FULL:  # all 230,000 would take an hour: every view in every language meets each size, look and theme
    ROWS = [
        (name, *row, said)
        for (name, said), *row in covering(list(product(VIEWS, SPOKEN)), SIZES, list(LOOKS), THEMES, whole=False)
    ]


@pytest.mark.parametrize("name", VIEWS)
def test_every_text_is_large_and_clear_and_in_its_place(name: str) -> None:
    """On every screen the limits, the clock, the date and the game are among them."""
    wrong = {}
    for _, size, look, theme, languages in (row for row in ROWS if row[0] == name):
        view = spoken(VIEWS[name], languages)
        drawn = drawn_of(view, replace(LOOKS[look], theme=theme), size)
        found, terms = faults(drawn, size), view.state.terms
        texts = {part for node in drawn for part in node.get("text", "").split("–")}
        always = {f"${terms.limit.low // 100:,}", f"${terms.limit.high // 100:,}", "9:41 PM", "01/01/2026"}
        found += [f"{text!r} is lacking" for text in {*always, view.state.game.name(languages[0])} - texts]
        if found:
            wrong[size, look, theme, languages] = found
    assert wrong == {}, wrong


@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("flash")])
def test_the_result_is_readable_at_ten_metres(name: str) -> None:
    for size in SIZES:
        drawn = drawn_of(VIEWS[name], LOOK, size)
        largest = max(node["cap"] for node in drawn if node["node"] == "text")
        assert largest + HALF >= 158 * min(size) / 1080, size


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
    colours = colours_of(name)
    grounds = [colours.player, colours.banker, colours.tie, *(colours.ground(name).colour for name in GROUNDS)]

    for one, other in combinations([seen_by(kind, ground) for ground in grounds], 2):
        apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert apart > 40, (one, other, apart)


@pytest.mark.parametrize("name", THEMES)
def test_words_on_a_ground_can_be_read_wherever_they_stand_on_it(name: str) -> None:
    for ground in (colours_of(name).ground(known) for known in (*GROUNDS, "player", "banker", "tie", "panel")):
        assert contrast(ground.ink, mix(ground.colour, ground.deep, 0.5)) >= FLOORS[Role.COUNT].contrast
        assert (
            min(contrast(ground.ink, ground.colour), contrast(ground.ink, ground.deep)) >= FLOORS[Role.LABEL].contrast
        )


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
