"""What a picture is made of: nodes with a place in layout units. Plain values, so that a scene is tested as data.

Layout units are the same at every size: the shorter side of the board is 1080 of them. Where y stands for a text, it
is the middle of its capitals, and `cap` is their height: sizes follow the eye, and the eye reads capitals and figures.
"""

from typing import NamedTuple, TypeAlias

from eztrak.display.roles import Role

Colour: TypeAlias = tuple[int, int, int]


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


class Text(NamedTuple):
    x: float
    y: float
    text: str
    cap: float
    colour: Colour
    face: str = "latin-bold"
    anchor: str = "c"  # x is the text's left ("l"), middle ("c") or right ("r")
    role: Role = Role.LABEL


class Disc(NamedTuple):
    x: float
    y: float
    r: float
    colour: Colour


class Ring(NamedTuple):
    x: float
    y: float
    r: float
    width: float
    colour: Colour


class Slash(NamedTuple):
    """A stroke from bottom left to top right, inside a square of half-width r."""

    x: float
    y: float
    r: float
    width: float
    colour: Colour
    rising: bool = True  # a slash is never equal to a ring: nodes are compared as tuples


class Bar(NamedTuple):
    """A filled rectangle, with round corners where it has a radius, shaded towards a second colour where it has one."""

    x: float
    y: float
    w: float
    h: float
    colour: Colour
    radius: float = 0
    to: Colour | None = None


class Grid(NamedTuple):
    """The lines of an empty road."""

    x: float
    y: float
    cols: int
    rows: int
    cell: float
    colour: Colour


class Roll(NamedTuple):
    """A figure that rolls over to the next one, as on a counter; `share` of the way from 0 to 1. Else as a text."""

    x: float
    y: float
    before: str
    text: str
    share: float
    cap: float
    colour: Colour
    face: str = "latin-bold"
    role: Role = Role.COUNT


class Picture(NamedTuple):
    """A drawing of ours by its name, or a room's own picture by its path; where it has a colour, it is all of that."""

    x: float
    y: float
    w: float
    h: float
    name: str
    colour: Colour | None = None
    cover: bool = False  # fill the box and cut what stands over, instead of fitting into it


Node: TypeAlias = Text | Disc | Ring | Slash | Bar | Grid | Roll | Picture
Nodes: TypeAlias = tuple[Node, ...]


class Scene(NamedTuple):
    """A picture: layers of nodes, lowest first, and when it next changes by itself (monotonic nanoseconds)."""

    width: float
    height: float
    layers: tuple[Nodes, ...]
    wake: int | None = None
    rotate: int = 0  # degrees clockwise that the screen is turned
    shift: tuple[float, float] = (0.0, 0.0)  # of everything, against burn-in
