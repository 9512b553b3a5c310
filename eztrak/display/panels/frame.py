"""What panels share: their ground, a text in as many lines as it needs, and the way a road is laid out and scrolled."""

from collections.abc import Sequence
from typing import NamedTuple

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import MEDIUM, unbroken, width
from eztrak.display.motion import mix
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Grid, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.roads.drawing import ROWS

EDGE, SHADOW = 2.0, 3.0
ROUNDING = 0.94  # letters stand at whole pixels: small texts may come out a little wider than they are
LEADING = 1.45  # from one line's capitals to the next, in parts of their height
AIRY = 1.56  # the same where Vietnamese tails meet the marks of the next line


def ground(box: Box, theme: Theme) -> Nodes:
    return raised(box, theme, theme.panel, theme.panel_deep, theme.edge)


def raised(box: Box, theme: Theme, colour: Colour, deep: Colour, edge: Colour | None = None) -> Nodes:
    """A panel that stands a little above the felt: a shadow below it, light on its upper edge."""
    edge = edge or mix(colour, (255, 255, 255), 0.22)
    face = Box(box.x, box.y + EDGE, box.w, box.h - EDGE)
    if colour == theme.felt:  # a panel that does not stand out from the felt has a frame all around
        face = box.inset(EDGE)
    return (
        Bar(box.x, box.y + SHADOW, box.w, box.h, theme.shadow, PANEL_RADIUS),
        Bar(*box, edge, PANEL_RADIUS),
        Bar(*face, colour, PANEL_RADIUS, deep),
    )


def leading(text: str) -> float:
    """How far the lines of a text stand apart, in parts of its capitals."""
    return AIRY if any("\u1ea0" <= letter <= "\u1ef9" for letter in text) else LEADING


def wrapped(text: str, cap: float, space: float, face: str = MEDIUM) -> list[str]:
    """A text in as many lines as it takes at that cap height."""
    space *= ROUNDING if cap < 25 else 1.0
    lines: list[str] = []
    for piece in unbroken(text):
        if lines and width((lines[-1] + piece).rstrip(), cap, face) <= space:
            lines[-1] += piece
        else:
            lines.append(piece)
    return [line.rstrip() for line in lines]


def fitted(text: str, cap: float, space: float, high: float, face: str = MEDIUM) -> tuple[list[str], float]:
    """A text in as many lines as make it largest within a width and a height; and the cap height at which they fit."""
    while True:
        parts = wrapped(text, cap, space, face)
        widest = max((width(part, cap, face) for part in parts), default=0.0)
        if cap <= 10 or (len(parts) * cap * LEADING <= high + cap * (LEADING - 1) and widest <= space):
            return parts, cap
        cap -= 0.5


def paragraph(
    x: float, y: float, text: str, cap: float, space: float, colour: Colour, face: str, role: Role
) -> list[Node]:
    """The lines of a text, the first one's capitals centred on y."""
    parts = wrapped(text, cap, space, face)
    step = cap * leading(text)
    return [Text(x, y + i * step, part, cap, colour, face, "l", role) for i, part in enumerate(parts)]


PAD = 6.0  # around the cells of a road


class Paper:
    """The ground of a road: its cells, and which columns are in view. Without a size for them, cells are as large
    as six rows can be."""

    def __init__(self, box: Box, theme: Theme, newest_col: int, cell: float = 0.0) -> None:
        self._of = box, theme
        self.cell = cell or (box.h - 2 * PAD) / ROWS
        self.cols = int((box.w - 2 * PAD) / self.cell + 0.01)
        self.x, self.y = box.x + PAD, box.y + (box.h - ROWS * self.cell) / 2
        self.first = max(0, newest_col - self.cols)  # how many columns have scrolled out on the left
        self.nodes: Nodes = (
            Bar(box.x, box.y + SHADOW, box.w, box.h, theme.shadow, PANEL_RADIUS),
            Bar(*box, theme.road, PANEL_RADIUS),
            Grid(self.x, self.y, self.cols, ROWS, self.cell, theme.road_line),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paper) and (self._of, self.first, self.cell) == (other._of, other.first, other.cell)

    __hash__ = None  # type: ignore[assignment]  # papers are compared, never looked up

    def centre(self, col: int, row: int) -> tuple[float, float] | None:
        """The middle of a cell, or None where it is out of view."""
        if not self.first < col <= self.first + self.cols:
            return None
        return self.x + (col - self.first - 0.5) * self.cell, self.y + (row - 0.5) * self.cell

    def lit(self, at: tuple[float, float], theme: Theme) -> Nodes:
        return framed(*at, self.cell, theme)


def framed(x: float, y: float, cell: float, theme: Theme) -> Nodes:
    """The cell of the newest mark: framed, so that the mark itself looks as all the others do."""
    frame, radius = max(FRAME_LEAST, cell * FRAME), min(8.0, cell / 4)
    box = Box(x - cell / 2, y - cell / 2, cell, cell)
    return (
        Bar(*box, theme.road_newest, radius),
        Bar(*box.inset(frame), mix(theme.road, theme.road_newest, LIT), max(0.0, radius - frame)),
    )


FRAME, FRAME_LEAST, LIT = 0.06, 1.5, 0.22  # of the newest mark's cell, in parts of it; the ground within


class Road(NamedTuple):
    """A road that has to fit: its place, how large its cells are in parts of the big road's, and its newest column."""

    box: Box
    part: float
    newest: int


# Columns of the widest road; with the last one 99 of 100 shoes of eight decks are whole on every road.
STEPS = (21, 24, 27, 30, 32, 34, 36, 39, 42, 46, 52)
AHEAD = 2  # columns that are still free


def cell_of(roads: Sequence[Road]) -> float:
    """The cell of the big road: the largest of a few at which every road shows its shoe and two columns more."""
    high = min((road.box.h - 2 * PAD) / ROWS / road.part for road in roads)
    wide = min((road.box.w - 2 * PAD) / road.part for road in roads)
    most = min((road.box.w - 2 * PAD) / road.part / (road.newest + AHEAD) for road in roads)
    fits = (cell for cols in STEPS if (cell := min(high, wide / cols)) <= most + 0.01)
    return next(fits, min(high, wide / STEPS[-1]))
