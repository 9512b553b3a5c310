"""The roads fit the shoe: whole shoes are in view at every size, the newest mark is lit, and marks that mean different
things differ by weight or shape where colours do not show."""

from dataclasses import replace
from itertools import product
from random import Random

import pygame
import pytest
from test_legibility import SIZES, seen_by
from views import LOOK, PLAYED, VIEWS, dealt, shuffled

from eztrak.display.board import View, _Drawing
from eztrak.display.painter import Painter
from eztrak.display.panels.frame import PAD, Paper, Road, cell_of
from eztrak.display.panels.marks import big_mark, derived_mark
from eztrak.display.panels.roads import bead_plate, big_road, derived_road
from eztrak.display.scene import Bar, Box, Disc, Node, Ring, Scene, Slash, Text
from eztrak.display.snapshot import render
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.keypad.demo import shoe
from eztrak.roads.derived import Colour, Derived
from eztrak.roads.drawing import ROWS
from eztrak.roads.roads import Roads, roads_of
from eztrak.table.events import Moment
from eztrak.voice.said import Said

NAMES = ("bead", "big", *(road.name.lower() for road in Derived))
THEMES = ("classic", "light", "high-contrast")


@pytest.fixture(scope="module")
def shoes() -> list[Roads]:
    """As they come from eight decks, dealt by the tableau."""
    return [roads_of(shoe(Random(seed), first_game())) for seed in range(100)]


def reach(roads: Roads, name: str) -> int:
    return max((cell.col for cell in getattr(roads, name)), default=0)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_a_hundred_shoes_ninety_nine_are_whole_on_every_road(size: tuple[int, int], shoes: list[Roads]) -> None:
    place = _Drawing(PLAYED, LOOK, *size).place
    whole = 0
    for roads in shoes:
        parts = {name: 1.0 if name == "big" else place.part for name in NAMES[1:]}
        shown = [Road(place[name], part, reach(roads, name)) for name, part in parts.items() if place.get(name)]  # type: ignore[index, arg-type]
        cell = cell_of(shown)
        cols = [Paper(road.box, theme("classic"), 0, cell * road.part).cols for road in shown]
        bead = place["bead"]
        cells = int((bead.w - 2 * PAD) / min((bead.w - 2 * PAD) / 15, (bead.h - 2 * PAD) / ROWS) + 0.01)
        assert cells >= 15
        assert cols[0] >= 20
        whole += reach(roads, "bead") <= cells and all(
            road.newest <= col for road, col in zip(shown, cols, strict=True)
        )
        # However long the shoe is: six rows have room, and the big road shows 49 columns before it scrolls.
        assert all(ROWS * cell * road.part <= road.box.h - 2 * PAD + 0.01 for road in shown)
    assert len(shown) == 4
    assert whole >= 0.99 * len(shoes)
    longest = cell_of([road._replace(newest=60) for road in shown])
    assert Paper(place["big"], theme("classic"), 0, longest).cols >= 49


def test_cells_are_the_largest_at_which_the_shoe_and_two_columns_more_have_room() -> None:
    place = _Drawing(PLAYED, LOOK, 1920, 1080).place["big"]
    sizes = []
    for newest in range(1, 60):
        cell = cell_of([Road(place, 1.0, newest)])
        sizes.append(cell)
        assert newest > 50 or (newest + 2) * cell <= place.w - 2 * PAD + 0.01
    assert sizes == sorted(sizes, reverse=True)
    assert 2 <= len(set(sizes)) <= 10


def test_cells_ease_from_one_size_to_the_next() -> None:
    notation = "B P " * 18
    sizes = []
    for mono in range(0, 400_000_000, 33_000_000):
        state = replace(PLAYED.state, shoe=dealt(4, notation), last_hand=Moment("", 0, ""))
        sizes.append(_Drawing(View(state, mono=mono), LOOK, 1920, 1080).cell)
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("notation", ["B", "B P", "B P T", "T", "B B P P P B B T B"])
def test_the_newest_mark_is_lit_on_every_road(notation: str) -> None:
    colours, words, hands = theme("classic"), Words(), dealt(3, notation).hands
    roads = roads_of(hands)
    box = _Drawing(PLAYED, LOOK, 1920, 1080).place["big"]

    def lit(nodes: tuple[Node, ...]) -> list[tuple[float, float]]:
        bars = [node for node in nodes if isinstance(node, Bar) and node.colour == colours.road_newest]
        return [(round(bar.x + bar.w / 2, 3), round(bar.y + bar.h / 2, 3)) for bar in bars]

    def place(col: int, row: int) -> list[tuple[float, float]]:
        at = Paper(box, colours, 0).centre(col, row)
        assert at is not None
        return [(round(at[0], 3), round(at[1], 3))]

    assert lit(bead_plate(box, colours, words, roads, hands)) == place(*roads.bead[-1][:2])
    big = roads.big[-1][:2] if roads.big else (1, 1)
    assert lit(big_road(box, colours, words, roads, hands)) == place(*big)
    for road in Derived:
        cells = getattr(roads, road.name.lower())
        assert lit(derived_road(box, colours, road, cells)) == (place(*cells[-1][:2]) if cells else [])


def light(nodes: list[Node], name: str, eye: str) -> float:
    """How much a mark differs from its road for an eye, over all of its cell: colour plays no part in it."""
    surface = pygame.Surface((24, 24))
    Painter(surface).paint(Scene(60, 60, ((Bar(0, 0, 60, 60, theme(name).road), *nodes),)))
    total = 0.0
    ground = grey(seen_by(eye, theme(name).road))
    for x, y in product(range(24), range(24)):
        total += abs(grey(seen_by(eye, rgb(surface, x, y))) - ground)
    return total / 24**2


def rgb(surface: pygame.Surface, x: int, y: int) -> tuple[int, int, int]:
    red, green, blue, _ = surface.get_at((x, y))
    return red, green, blue


def grey(colour: tuple[int, int, int]) -> float:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eye", ["any", "protan", "deutan"])
def test_banker_and_player_and_red_and_blue_differ_by_weight_also_in_grey(eye: str, name: str) -> None:
    colours, words = theme(name), Words()
    banker, player = (
        light(big_mark(30, 30, 60, Hand(outcome), 0, colours, words), name, eye)
        for outcome in (Outcome.BANKER, Outcome.PLAYER)
    )
    assert banker > 1.4 * player
    for road in Derived:
        red, blue = (light([derived_mark(30, 30, 60, road, each, colours)], name, eye) for each in Colour)
        assert red > 1.4 * blue, road


def test_the_same_mark_has_the_same_sign_on_bead_and_big_road() -> None:
    words = Words()
    for notation in ("B7", "P8"):
        hand = dealt(1, notation).hands[0]
        roads = roads_of((hand,))
        box = _Drawing(PLAYED, LOOK, 1920, 1080).place["big"]
        signs = []
        for draw in (bead_plate, big_road):
            drawn = draw(box, theme("classic"), words, roads, (hand,))
            signs.append([node.text for node in drawn if isinstance(node, Text)])
        assert signs[0] == signs[1] == [notation[1]]


def test_ties_are_a_slash_with_their_count() -> None:
    marks = big_mark(0, 0, 40, Hand(Outcome.BANKER), 3, theme("classic"), Words())
    assert [type(node) for node in marks[1:3]] == [Slash, Disc]
    assert marks[3].text == "3"  # type: ignore[union-attr]


@pytest.mark.parametrize(("language", "letters"), [("en", "BPT"), ("zh_TW", "莊閒和"), ("zh_CN", "庄闲和")])
def test_beads_are_written_in_the_boards_first_language(language: str, letters: str) -> None:
    hands = dealt(3, "B P T").hands
    box = _Drawing(PLAYED, LOOK, 1920, 1080).place["bead"]
    drawn = bead_plate(box, theme("classic"), Words((language,)), roads_of(hands), hands)
    assert "".join(node.text for node in drawn if isinstance(node, Text)) == letters


def test_a_board_of_roads_is_dark() -> None:
    """Blank paper is most of the glass early in a shoe: it gives less light than what is on it."""
    shown = render(PLAYED, LOOK, 320, 180)
    whole = sum(grey(rgb(shown, x, y)) for x, y in product(range(320), range(180)))
    place = _Drawing(PLAYED, LOOK, 320, 180).place["big"]
    scale = 180 / 1080
    part = product(
        range(round(place.x * scale), round(place.right * scale)),
        range(round(place.y * scale), round(place.bottom * scale)),
    )
    assert sum(grey(rgb(shown, *at)) for at in part) < 0.3 * whole


@pytest.mark.parametrize("name", ["main", "door", "new-shoe", "stick-writing"])
def test_the_menu_leaves_the_big_road_in_view(name: str) -> None:
    for size in ((1920, 1080), (1080, 1920)):
        drawing = _Drawing(replace(VIEWS[name], state=PLAYED.state), LOOK, *size)
        layers, _ = drawing.layers()
        road = drawing.place["desk_road"]
        seen = [node for layer in layers for node in layer if isinstance(node, Ring) and road.y < node.y < road.bottom]
        assert len(seen) == len(roads_of(drawing.standing).big)
        page = next(layer[0] for layer in layers[2:] if layer and isinstance(layer[0], Bar))
        assert page.y + page.h < road.y


@pytest.mark.parametrize(
    ("size", "least"), [((1920, 1080), 60), ((1366, 768), 60), ((1920, 1200), 52), ((1080, 1920), 45)]
)
def test_the_big_road_has_the_room(size: tuple[int, int], least: float) -> None:
    """In units: pixels of a board whose shorter side is 1080. As large as in a mock-up that shows nothing else."""
    state = replace(PLAYED.state, shoe=shuffled(12, 63, 45))  # of nineteen columns
    drawing = _Drawing(replace(PLAYED, state=state), LOOK, *size)
    assert reach(drawing.roads, "big") == 19
    assert drawing.cell >= least
    assert drawing.place["big"].h > max(box.h for name, box in drawing.place.boxes.items() if name in NAMES[2:])


def test_a_road_that_reaches_further_makes_cells_no_smaller_where_it_has_the_room() -> None:
    big = Road(Box(0, 0, 1000 + 2 * PAD, 600), 1.0, 24)
    derived = Road(Box(0, 0, 600 + 2 * PAD, 300), 0.5, 28)
    assert cell_of([big, derived]) == cell_of([big]) == 1000 / 27
    assert cell_of([big, derived._replace(newest=31)]) == 1000 / 30


def test_a_road_is_named_until_a_mark_stands_where_its_name_does() -> None:
    names = {"Big road", "Big Eye Boy", "Small Road", "Cockroach Pig"}
    for hands in (0, 45, 80):
        state = replace(PLAYED.state, shoe=shuffled(12, 34, hands))
        layers, _ = _Drawing(replace(PLAYED, state=state), LOOK, 1920, 1080).layers()
        assert names <= {node.text for layer in layers for node in layer if isinstance(node, Text)}, hands


def test_a_page_has_the_place_of_the_strip_while_that_is_silent() -> None:
    silent, speaks = (
        _Drawing(replace(VIEWS["info"], notices=notices), LOOK, 1920, 1080).place
        for notices in ((), (Said("disk full"),))
    )
    assert (silent["bar"], silent["page"].bottom) == (speaks["bar"], speaks["strip"].bottom)
    assert speaks["page"].bottom < speaks["strip"].y
