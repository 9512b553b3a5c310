"""The roads on paper, for a browser: an SVG painter over the nodes that the board draws its roads with.

The marks come from the same code as on the board; only the pencil differs. Paper as wide as the road: on the board a
long road scrolls out on the left, in the office all of it is wanted. Colours are attributes, not styles, because the
page forbids styles from anywhere but its own file.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter

from markupsafe import Markup

from eztrak.display.panels.frame import PAD, Paper
from eztrak.display.panels.marks import signs_of
from eztrak.display.panels.roads import bead_plate, big_road, derived_road
from eztrak.display.scene import Bar, Box, Colour, Disc, Grid, Node, Nodes, Ring, Slash, Text
from eztrak.display.theme import on_paper
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.roads.derived import Derived
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import Roads, roads_of
from eztrak.voice.said import ENGLISH, Said, Voice

_CELL = 54.0  # layout units: the marks' letters fill their cells from here on
_LARGE, _SMALL = 0.37, 0.18  # pixels a unit: 20 a cell, and half of it for the derived roads, as on the board
_NARROWEST = 12  # columns of an empty road
_CAP = 0.72  # the height of capitals in parts of the font's size, as in most system fonts


def bead(hands: Sequence[Hand], game: Game, name: str, marked: int = 0) -> Markup:
    """The bead plate, with a ring around the hand of that number where it stands."""
    colours = on_paper("light")
    standing, roads = _standing(hands)
    box = _paper(cell.col for cell in roads.bead)
    nodes = list(bead_plate(box, colours, Words(game=game), roads, standing))
    paper = Paper(box, colours, 0)
    for cell, hand in zip(roads.bead, standing, strict=True):
        if marked and hand.number == marked and (at := paper.centre(cell.col, cell.row)):
            nodes += [Ring(*at, _CELL * 0.62, 7, colours.gold), Ring(*at, _CELL * 0.62, 3, colours.dark)]
    return svg(tuple(nodes), box, name)


def all_roads(hands: Sequence[Hand], game: Game, tail: Tail, voice: Voice = ENGLISH) -> dict[str, Markup]:
    """Each road by its name."""
    colours = on_paper("light")
    standing, roads = _standing(hands, tail)
    box = _paper(cell.col for cell in roads.big)
    plate, big = Said("Bead plate").words(voice), Said("Big road").words(voice)
    drawn = {plate: bead(hands, game, plate)}
    drawn[big] = svg(big_road(box, colours, Words(game=game), roads, standing), box, big)
    for said, road, cells in (
        (Said("Big Eye Boy"), Derived.BIG_EYE, roads.big_eye),
        (Said("Small Road"), Derived.SMALL, roads.small),
        (Said("Cockroach Pig"), Derived.COCKROACH, roads.cockroach),
    ):
        name, box = said.words(voice), _paper(cell.col for cell in cells)
        drawn[name] = svg(derived_road(box, colours, road, cells), box, name, _SMALL)
    return drawn


def chip(hand: Hand, game: Game) -> tuple[str, str]:
    """What stands on the chip of a hand in a line of text, and its ground beside the winner's: as on its bead."""
    signs = signs_of(game, hand)
    return (signs[0].sign, signs[0].ground) if signs else (hand.outcome.value, "")


def svg(nodes: Nodes, box: Box, name: str, scale: float = _LARGE, kind: str = "road") -> Markup:
    """A picture of these nodes; `name` is what a screen reader says of it, `kind` what the style sheet goes by."""
    wide, high = round(box.w * scale), round(box.h * scale)
    # The shadow under the board's panels would be half cut off at the edge of the picture.
    drawable = (node for node in nodes if node.colour != on_paper("light").shadow)
    # Letters and figures stand on top of everything; what then looks alike in a row says so once, for a small page.
    shapes = map(_shape, sorted(drawable, key=lambda node: isinstance(node, Text)))
    drawn = "".join(
        f"<g {form}>{''.join(shape for _, shape in alike)}</g>" for form, alike in groupby(shapes, itemgetter(0))
    )
    return Markup(
        f'<svg class="{kind}" role="img" aria-label="{escape(name)}" width="{wide}" height="{high}"'
        f' viewBox="{_n(box.x)} {_n(box.y)} {_n(box.w)} {_n(box.h)}">{drawn}</svg>'
    )


def _standing(hands: Sequence[Hand], tail: Tail = Tail.DOWN_FIRST) -> tuple[tuple[Hand, ...], Roads]:
    standing = tuple(hand for hand in hands if not hand.voided)
    return standing, roads_of(standing, tail)


def _paper(columns: Iterable[int]) -> Box:
    wide = max(_NARROWEST, *columns, 0)
    return Box(0, 0, wide * _CELL + 2 * PAD, ROWS * _CELL + 2 * PAD)


def _shape(node: Node) -> tuple[str, str]:
    """How a node looks, and what it is."""
    match node:
        case Disc(x, y, r, colour):
            return _filled(colour), f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'
        case Ring(x, y, r, width, colour):
            # A ring's width lies inside its radius; a stroke lies half on either side of its line.
            return _stroked(colour, width), f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r - width / 2)}"/>'
        case Slash(x, y, r, width, colour):
            return _stroked(colour, width), f'<path d="M{_n(x - r)} {_n(y + r)}l{_n(2 * r)} {_n(-2 * r)}"/>'
        case Bar(x, y, w, h, colour, radius):
            place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" rx="{_n(radius)}"'
            return _filled(colour), f"<rect {place}/>"
        case Grid(x, y, cols, rows, cell, colour):
            across = "".join(f"M{_n(x)} {_n(y + i * cell)}h{_n(cols * cell)}" for i in range(rows + 1))
            down = "".join(f"M{_n(x + i * cell)} {_n(y)}v{_n(rows * cell)}" for i in range(cols + 1))
            return _stroked(colour, 2), f'<path d="{across}{down}"/>'
        case Text(x, y, text, cap, colour):
            form = f'{_filled(colour)} font-size="{_n(cap / _CAP)}"'
            return form, f'<text x="{_n(x)}" y="{_n(y + cap / 2)}">{escape(text)}</text>'
        case _:
            raise ValueError(f"no road is drawn with {type(node).__name__}")


def _filled(colour: Colour) -> str:
    return f'fill="{_hex(colour)}"'


def _stroked(colour: Colour, width: float) -> str:
    return f'fill="none" stroke="{_hex(colour)}" stroke-width="{_n(width)}"'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
