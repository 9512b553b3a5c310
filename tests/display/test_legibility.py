"""Legibility is computed, not hoped for: every text of every screen at every size, in every theme and layout.

On a 32-inch 16:9 board, 1080 px high: figures that matter 79 px from the aisle, the winner that flashes 158, other
words 25 px from the seats, long postings 16 px; in parts of the height of a landscape board and of the width of a
portrait one. Contrast 4.5 to 1, figures 7 to 1.
"""

from dataclasses import replace
from itertools import combinations

import pytest
from pygame import Rect
from views import LOOK, TERMS, VIEWS

from eztrak.config.load import load_profile
from eztrak.display.board import View, scene
from eztrak.display.lettering import faces
from eztrak.display.motion import mix
from eztrak.display.nodes import contrast, nodes
from eztrak.display.theme import theme
from eztrak.display.words import ENGLISH
from eztrak.game.wager import GROUNDS
from eztrak.shipped import setting

SIZES = [
    *((1280, 720), (1366, 768), (1920, 1080), (1920, 1200), (1024, 768), (3840, 2160)),
    *((1080, 1920), (1200, 1920), (768, 1024), (2160, 3840)),
]
LEAST = {"figure": 79, "word": 25, "posting": 16}
CONTRAST = {"figure": 7.0, "word": 4.5, "posting": 4.5}
THEMES = ("classic", "light", "high-contrast")
LOOKS = {
    "plain": LOOK,
    "ask": replace(LOOK, ask_road=True, theme="light"),
    "postings": replace(LOOK, postings=("No side betting allowed. Management decisions are final.",)),
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
    shown = {node.get("text") for node in nodes(scene(view, LOOK, *size), *size)}
    limit = view.state.terms.limit
    assert {f"${limit.low // 100:,}", f"${limit.high // 100:,}", "9:41 PM"} <= shown


def check_size_and_contrast(told: list, unit: float) -> None:  # type: ignore[type-arg]
    texts = [node for node in told if "text" in node]
    assert texts
    small = [(t["text"], t["role"], round(t["cap"] / unit, 1)) for t in texts if t["cap"] / unit < LEAST[t["role"]]]
    dim = [(t["text"], t["role"], t["contrast"]) for t in texts if t["contrast"] < CONTRAST[t["role"]]]
    assert (small, dim) == ([], []), (small, dim)


def check_places(told: list, size: tuple[int, int]) -> None:  # type: ignore[type-arg]
    """No text leaves its panel or touches another that can be seen."""
    screen = Rect(0, 0, *size)
    grounds: dict[int, list[Rect]] = {}
    for node in told:
        if node["node"] in ("bar", "disc"):
            grounds.setdefault(node["layer"], []).append(Rect(node["box"]))
    texts: list[tuple[str, int, Rect]] = []
    for node in told:
        if "text" in node:
            box = ink(node)
            assert screen.contains(box), node["text"]
            if node["layer"] > 1:  # the header stands on the felt
                assert any(g.inflate(2, 2).contains(box) for g in grounds[node["layer"]]), node["text"]
            texts.append((node["text"], node["layer"], box))
    hidden = {
        i
        for i, (_, layer, box) in enumerate(texts)
        if any(above > layer and any(g.contains(box) for g in found) for above, found in grounds.items())
    }
    seen = [text for i, text in enumerate(texts) if i not in hidden]
    touching = [(a, b) for (a, _, one), (b, _, other) in combinations(seen, 2) if one.colliderect(other)]
    assert touching == [], touching


def ink(node: dict) -> Rect:  # type: ignore[type-arg]
    """The box of a text's capitals: what lies above and below them is air in the font's line."""
    box = Rect(node["box"])
    return Rect(box.x, round(node["middle"] - node["cap"] / 2), box.w, round(node["cap"]))


def test_every_word_has_its_glyphs() -> None:
    for face, measures in faces().items():
        for word in ENGLISH.values():
            assert set(word) <= measures["widths"].keys(), (face, word)


def test_figures_are_as_wide_as_one_another() -> None:
    for face, measures in faces().items():
        assert len({measures["widths"][figure] for figure in "0123456789"}) == 1, face


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("kind", ["protan", "deutan"])
def test_the_outcomes_stay_apart_for_those_who_see_red_and_green_alike(kind: str, name: str) -> None:
    """Letters and shapes carry the meaning; the colours still should not melt into one."""
    # Viénot, Brettel and Mollon 1999, on linear RGB.
    matrix = {
        "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
        "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    }[kind]
    colours = theme(name)
    grounds = [colours.player, colours.banker, colours.tie, *(colours.ground(name).colour for name in GROUNDS)]

    def seen(colour: tuple[int, int, int]) -> tuple[int, int, int]:
        linear = [(part / 255) ** 2.2 for part in colour]
        mixed = [max(0.0, min(1.0, sum(m * p for m, p in zip(row, linear, strict=True)))) for row in matrix]
        return tuple(round(255 * part ** (1 / 2.2)) for part in mixed)  # type: ignore[return-value]

    for one, other in combinations(map(seen, grounds), 2):
        apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        assert apart > 40, (one, other, apart)


@pytest.mark.parametrize("name", THEMES)
def test_words_on_a_ground_can_be_read_wherever_they_stand_on_it(name: str) -> None:
    for ground in (theme(name).ground(known) for known in (*GROUNDS, "player", "banker", "tie", "panel")):
        assert contrast(ground.ink, mix(ground.colour, ground.deep, 0.5)) >= CONTRAST["figure"]
        assert min(contrast(ground.ink, ground.colour), contrast(ground.ink, ground.deep)) >= CONTRAST["word"]


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1920)], ids=str)
@pytest.mark.parametrize("profile", sorted(path.stem for path in setting("profiles").glob("*.toml")))
def test_the_postings_of_every_shipped_profile_are_whole_and_legible(profile: str, size: tuple[int, int]) -> None:
    """With the fees of a busy room beside them: the text is a regulator's."""
    loaded = load_profile(profile, setting())
    fees = (("player", 100), ("banker", 100), ("player_dealer", 200)) if loaded.fees_allowed else ()
    view = replace(VIEWS["played"], state=replace(VIEWS["played"].state, terms=replace(TERMS, fees=fees)))
    told = nodes(scene(view, replace(LOOK, postings=loaded.postings), *size), *size)
    texts = [
        node
        for node in told
        if node["node"] == "text" and (node["text"].startswith("FEE") or node["role"] == "posting")
    ]
    said = " ".join(node["text"] for node in texts)
    assert all(posting in said for posting in loaded.postings)
    for node in texts:
        assert node["cap"] >= LEAST[node["role"]] * min(size) / 1080
        assert any(
            Rect(n["box"]).contains(ink(node)) for n in told if n["node"] == "bar" and n["layer"] == node["layer"]
        )
