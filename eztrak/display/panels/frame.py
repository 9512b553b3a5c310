"""What panels share: their ground, a text in as many lines as it needs, and the way a road is laid out and scrolled."""

from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import MEDIUM, unbroken, width
from eztrak.display.motion import mix
from eztrak.display.scene import Bar, Box, Colour, Grid, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.roads.drawing import ROWS

EDGE, SHADOW = 2.0, 3.0
ROUNDING = 0.94  # letters stand at whole pixels: small texts may come out a little wider than they are
LEADING = 1.45  # from one line's capitals to the next, in parts of their height


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


def paragraph(x: float, y: float, text: str, cap: float, space: float, colour: Colour, face: str) -> list[Node]:
    """The lines of a text, the first one's capitals centred on y."""
    role = "word" if cap >= 25 else "posting"
    parts = wrapped(text, cap, space, face)
    return [Text(x, y + i * cap * LEADING, part, cap, colour, face, "l", role) for i, part in enumerate(parts)]


class Paper:
    """The ground of a road: its cells, and which columns are in view."""

    def __init__(self, box: Box, theme: Theme, newest_col: int) -> None:
        self._of = box, theme
        wide = box.w - 2 * GAP
        self.cell = (box.h - 2 * GAP) / ROWS
        self.cols = int(wide / self.cell + 0.01)
        self.x = box.x + (box.w - self.cols * self.cell) / 2
        self.y = box.y + GAP
        self.first = max(0, newest_col - self.cols)  # how many columns have scrolled out on the left
        self.nodes: Nodes = (
            Bar(box.x, box.y + SHADOW, box.w, box.h, theme.shadow, PANEL_RADIUS),
            Bar(*box, theme.paper, PANEL_RADIUS),
            Grid(self.x, self.y, self.cols, ROWS, self.cell, theme.line),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paper) and (self._of, self.first) == (other._of, other.first)

    __hash__ = None  # type: ignore[assignment]  # papers are compared, never looked up

    def centre(self, col: int, row: int) -> tuple[float, float] | None:
        """The middle of a cell, or None where it is out of view."""
        if not self.first < col <= self.first + self.cols:
            return None
        return self.x + (col - self.first - 0.5) * self.cell, self.y + (row - 0.5) * self.cell
