"""Tables on paper: columns with a heading, rows of text, and the whiskers that compare a count with its chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import wrapped
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.journal.witness import Head
from eztrak.release.installed import code, version
from eztrak.roads.drawing import Tail
from eztrak.supervisor.days import date_said
from eztrak.supervisor.paper import HIGH, INK, LINE, MARGIN, SMALL, SOFT, WIDE
from eztrak.table.expectation import Comparison
from eztrak.voice.said import All, Part, Said
from eztrak.voice.voices import voice

CAP, HEAD, STEP = 2.1, 1.8, 5.2  # millimetres: capitals of a row and of a heading, from one row to the next
LEADING = 1.55  # from one line's capitals to the next, in parts of their height


class Column(NamedTuple):
    title: Part
    x: float
    wide: float
    anchor: str = "r"  # x is the right edge of figures, the left edge of words
    wraps: bool = False  # what is too long goes on in another line, instead of in smaller letters


class Cell(NamedTuple):
    text: Part
    colour: Colour = INK
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """How this room prints."""

    room: str
    theme: Theme
    words: Words
    tail: Tail = Tail.DOWN_FIRST
    paper: str = "letter"


class Printed(NamedTuple):
    """When a sheet was printed, and which row of its history was the newest then; of several, the sheet lists them."""

    at: datetime
    head: Head | None


def section(y: float, title: Part, words: Words, hint: Part = "") -> list[Node]:
    """The name of a part of the page over a line, and at its right what is to be known of it."""
    name = written(MARGIN, y, title, 2.7, INK, WIDE - 2 * MARGIN if not hint else 80, words, True)
    left = WIDE - MARGIN - name.x - width(name.text, name.cap, name.face) - 4
    return [
        name,
        *([written(WIDE - MARGIN, y, hint, HEAD, SOFT, left, words, anchor="r")] if hint else []),
        Bar(MARGIN, y + 2.6, WIDE - 2 * MARGIN, 0.3, INK),
    ]


def corner(room: str, seal: str | None, words: Words) -> list[Node]:
    """At the top of a sheet about a shoe: the room, and the seal in a box."""
    right, white = WIDE - MARGIN, (255, 255, 255)
    return [
        written(right, 15.4, room, 2.1, SOFT, 60, words, anchor="r"),
        Bar(right - 58, 19, 58, 11, INK, 1.5),
        written(right - 56, 21.4, words.say("seal"), 1.4, white, 12, words),
        written(right - 2, 25.6, seal or Said("not ended"), 2.8, white, 54, words, True, "r"),
    ]


def footing(notes: Sequence[Part], printed: Printed, more: Part, words: Words) -> list[Node]:
    """The last lines of a page: what is to be known of its figures, when it was printed and by which release, and which
    row of the history was the newest then: the sheet is a witness of it."""
    seen = [head_said(printed.head)] if printed.head else []
    when = Said("Printed {date}, {time}", date=date_said(printed.at), time=f"{printed.at:%H:%M %Z}")
    by = [f"eztrak {version()}"] if code() else []
    lines = (MARGIN, 138, (*notes, *by), "l"), (WIDE - MARGIN, 45, (when, more, *seen), "r")
    return [
        written(x, HIGH - 12.6 + 2.3 * i, text, SMALL, SOFT, wide, words, anchor=anchor)
        for x, wide, texts, anchor in lines
        for i, text in enumerate(texts)
    ]


def head_said(head: Head) -> Said:
    return Said("history up to row {row}: {code}", row=f"{head.seq:,}", code=head.code)


def headings(y: float, columns: Sequence[Column], words: Words) -> list[Node]:
    return [written(c.x, y, c.title, HEAD, SOFT, c.wide, words, anchor=c.anchor) for c in columns if c.title]


def row(y: float, columns: Sequence[Column], cells: Sequence[Cell], words: Words, high: float = STEP) -> list[Node]:
    return [*texts(y, columns, cells, words), Bar(MARGIN, y + high - STEP / 2, WIDE - 2 * MARGIN, 0.1, LINE)]


def texts(
    y: float, columns: Sequence[Column], cells: Sequence[Cell], words: Words, cap: float = CAP, left: float = 0.0
) -> list[Text]:
    """The cells of a row; `left`: from where on its columns are."""
    return [
        written(left + c.x, y, cell.text, cap, cell.colour, c.wide, words, cell.bold, c.anchor)
        for c, cell in zip(columns, cells, strict=True)
        if cell.text
    ]


def worded(part: Part, words: Words) -> str:
    """What is printed, in the language of the report."""
    return All((part,)).words(voice(words.language))


def written(
    x: float,
    y: float,
    part: Part,
    cap: float,
    colour: Colour,
    wide: float,
    words: Words,
    bold: bool = False,
    anchor: str = "l",
) -> Text:
    """A text in a face that has its letters, smaller where it would not fit."""
    text = worded(part, words)
    face = words.face_of(text, "bold" if bold else "medium")
    return Text(x, y, text, fit(text, cap, wide, face), colour, face, anchor)


def paragraph(
    x: float, y: float, part: Part, cap: float, colour: Colour, wide: float, words: Words, bold: bool = False
) -> list[Node]:
    """A text in as many lines as it needs."""
    text = worded(part, words)
    face = words.face_of(text, "bold" if bold else "medium")
    lines = wrapped(text, cap, wide, face)
    return [written(x, y + i * LEADING * cap, line, cap, colour, wide, words, bold) for i, line in enumerate(lines)]


def reach(count: Comparison) -> float:
    """The share at the right end of a count's own whisker: its odds stand in the middle where all is as expected."""
    return min(1.0, max(1.1 * count.high, 2.0 * count.chance))


def whisker(box: Box, count: Comparison, most: float, colour: Colour) -> list[Node]:
    """The range of the true share as a line, what was counted as a dot, the exact chance as a stroke across."""
    middle = box.y + box.h / 2

    def at(share: float) -> float:
        return box.x + box.w * min(1.0, share / most)

    low, high, seen, chance = map(at, (count.low, count.high, count.observed / count.hands, count.chance))
    return [
        Bar(low, middle - 0.25, max(0.2, high - low), 0.5, colour),
        Bar(chance - 0.2, middle - 1.7, 0.4, 3.4, INK),
        Disc(seen, middle, 0.95, colour),
    ]
