"""Paper: paints nodes into a PDF. A page is a scene in millimetres; the roads come from the board's own panels, scaled.

So what is printed is what the players saw, and a page can be tested as data.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from math import sqrt
from pathlib import Path

from fpdf import FPDF

from eztrak.display.lettering import faces, missing, width
from eztrak.display.scene import Bar, Colour, Disc, Grid, Node, Picture, Ring, Roll, Slash, Text
from eztrak.shipped import asset

WIDE, HIGH, MARGIN = 215.9, 279.4, 15.0  # US letter, in millimetres: pages are set for it …
_SIZES = {"letter": (WIDE, HIGH), "a4": (210.0, 297.0)}  # … and stand in the middle of another paper, as large
POINT = 72 / 25.4
SMALL = 1.65  # the capitals of the smallest type that everybody reads, 6.7 points
INK, SOFT, LINE, ALARM = (30, 32, 36), (112, 116, 122), (205, 208, 212), (178, 24, 30)


class Paper:
    def __init__(self, title: str, language: str = "en", size: str = "letter") -> None:
        wide, high = _SIZES[size]
        self._left, self._top = (wide - WIDE) / 2, (high - HIGH) / 2
        self._pdf = FPDF(format=(wide, high), unit="mm")
        self._pdf.set_title(title)
        self._pdf.set_lang(language.replace("_", "-"))
        self._pdf.set_auto_page_break(False)
        self._faces: set[str] = set()

    def page(self) -> None:
        self._pdf.add_page()

    def paint(self, nodes: Sequence[Node], x: float = 0, y: float = 0, scale: float = 1) -> None:
        """Paints nodes whose origin is at x and y, each unit so many millimetres."""
        for node in nodes:
            _Brush(self, self._left + x, self._top + y, scale).draw(node)

    def save(self, path: Path) -> None:
        self._pdf.output(str(path))

    def face(self, name: str) -> None:
        if name not in self._faces:
            self._faces.add(name)
            self._pdf.add_font(name, fname=str(asset("fonts", faces()[name]["file"])))

    @property
    def pdf(self) -> FPDF:
        return self._pdf


class _Brush:
    def __init__(self, paper: Paper, x: float, y: float, scale: float) -> None:
        self._paper, self._pdf = paper, paper.pdf
        self._x, self._y, self._scale = x, y, scale

    def draw(self, node: Node) -> None:
        match node:
            case Text(x, y, text, cap, colour, face, anchor):
                self._text(x, y, text, cap, colour, face, anchor)
            case Roll(x, y, _, text, _, cap, colour, face):
                self._text(x, y, text, cap, colour, face, "c")
            case Disc(x, y, r, colour):
                self._pdf.set_fill_color(*colour)
                self._pdf.circle(*self._at(x, y), r * self._scale, style="F")
            case Ring(x, y, r, width, colour):
                self._stroke(width, colour)
                self._pdf.circle(*self._at(x, y), (r - width / 2) * self._scale)
            case Slash(x, y, r, width, colour):
                self._stroke(width, colour)
                reach = r - width / 2 / sqrt(2)
                self._pdf.line(*self._at(x - reach, y + reach), *self._at(x + reach, y - reach))
            case Bar(x, y, w, h, colour, radius):
                self._pdf.set_fill_color(*colour)
                box = (*self._at(x, y), w * self._scale, h * self._scale)
                self._pdf.rect(*box, style="F", round_corners=radius > 0, corner_radius=radius * self._scale)
            case Grid():
                self._grid(node)
            case Picture(x, y, w, h, name):
                drawing = Path(name) if "/" in name else asset("pictures", f"{name}.svg")
                self._pdf.image(str(drawing), *self._at(x, y), w * self._scale, h * self._scale)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._scale, self._y + y * self._scale

    def _stroke(self, width: float, colour: Colour) -> None:
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(width * self._scale)

    def _text(self, x: float, y: float, text: str, cap: float, colour: Colour, face: str, anchor: str) -> None:
        runs = [(own, "".join(run)) for own, run in groupby(text, lambda letter: _face_with(letter, face))]
        self._pdf.set_text_color(*colour)
        left, middle = self._at(x, y)
        wide = sum(width(run, cap * self._scale, own) for own, run in runs)
        left -= wide * {"l": 0.0, "c": 0.5, "r": 1.0}[anchor]
        for own, run in runs:
            self._paper.face(own)
            self._pdf.set_font(own, size=cap * self._scale / float(faces()[own]["cap"]) * POINT)
            self._pdf.text(left, middle + cap * self._scale / 2, run)
            left += width(run, cap * self._scale, own)

    def _grid(self, node: Grid) -> None:
        self._stroke(min(1.5, 0.15 / self._scale), node.colour)
        right, bottom = node.x + node.cols * node.cell, node.y + node.rows * node.cell
        for col in range(node.cols + 1):
            x = node.x + col * node.cell
            self._pdf.line(*self._at(x, node.y), *self._at(x, bottom))
        for row in range(node.rows + 1):
            y = node.y + row * node.cell
            self._pdf.line(*self._at(node.x, y), *self._at(right, y))


@cache
def _face_with(letter: str, face: str) -> str:
    """The face itself, or another of its weight for a letter that it lacks: a name may be in any script."""
    weight = face.rpartition("-")[2]
    others = (other for other in faces() if other.endswith(weight))
    return next((each for each in (face, *others) if not missing(letter, each)), face)
