"""Tables on paper: columns with a heading, rows of text, and the whiskers that compare a count with its chance."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from eztrak.display.lettering import BOLD, MEDIUM, fit
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Text
from eztrak.display.words import Words
from eztrak.supervisor.paper import HIGH, INK, LINE, MARGIN, SMALL, SOFT, WIDE
from eztrak.table.expectation import Comparison

CAP, HEAD, STEP = 2.1, 1.8, 5.2  # millimetres: capitals of a row and of a heading, from one row to the next


class Column(NamedTuple):
    title: str
    x: float
    room: float
    anchor: str = "r"  # x is the right edge of figures, the left edge of words


class Cell(NamedTuple):
    text: str
    colour: Colour = INK
    bold: bool = False


def section(y: float, title: str) -> list[Node]:
    """The name of a part of the page over a line."""
    return [
        Text(MARGIN, y, title, 2.7, INK, BOLD, "l"),
        Bar(MARGIN, y + 2.6, WIDE - 2 * MARGIN, 0.3, INK),
    ]


def footing(notes: Sequence[str], printed: datetime, more: str = "") -> list[Node]:
    """The last lines of a page: what is to be known of its figures, and when it was printed."""
    when = f"Printed {printed:%-d %B %Y, %H:%M %Z}"
    left = [Text(MARGIN, HIGH - 12 + 3 * i, note, SMALL, SOFT, MEDIUM, "l") for i, note in enumerate(notes)]
    right = [
        Text(WIDE - MARGIN, HIGH - 12 + 3 * i, text, SMALL, SOFT, MEDIUM, "r") for i, text in enumerate((when, more))
    ]
    return [*left, *right]


def headings(y: float, columns: Sequence[Column]) -> list[Node]:
    return [written(c.x, y, c.title, HEAD, SOFT, c.room, anchor=c.anchor) for c in columns]


def row(y: float, columns: Sequence[Column], cells: Sequence[Cell], words: Words, high: float = STEP) -> list[Node]:
    nodes: list[Node] = [
        written(c.x, y, cell.text, CAP, cell.colour, c.room, cell.bold, c.anchor, words)
        for c, cell in zip(columns, cells, strict=True)
    ]
    return [*nodes, Bar(MARGIN, y + high - STEP / 2, WIDE - 2 * MARGIN, 0.1, LINE)]


def written(
    x: float,
    y: float,
    text: str,
    cap: float,
    colour: Colour,
    room: float,
    bold: bool = False,
    anchor: str = "l",
    words: Words | None = None,
) -> Text:
    """A text in a face that has its letters, smaller where it would not fit."""
    weight = "bold" if bold else "medium"
    face = words.face_of(text, weight) if words else (BOLD if bold else MEDIUM)
    return Text(x, y, text, fit(text, cap, room, face), colour, face, anchor)


def reach(told: Comparison) -> float:
    """The share at the right end of a count's own whisker: its odds stand in the middle where all is as expected."""
    return min(1.0, max(1.1 * told.high, 2.0 * told.chance))


def whisker(box: Box, told: Comparison, most: float, colour: Colour) -> list[Node]:
    """The range of the true share as a line, what was counted as a dot, the exact chance as a stroke across."""
    middle = box.y + box.h / 2

    def at(share: float) -> float:
        return box.x + box.w * min(1.0, share / most)

    low, high, seen, chance = map(at, (told.low, told.high, told.observed / told.hands, told.chance))
    return [
        Bar(low, middle - 0.25, max(0.2, high - low), 0.5, colour),
        Bar(chance - 0.2, middle - 1.7, 0.4, 3.4, INK),
        Disc(seen, middle, 0.95, colour),
    ]
