"""Sets a document's blocks onto pages: headings hang in the margin beside what they are about, tables and pictures take
the whole width, and every page has its number and what the document is. Pages are scenes, as all our paper is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from eztrak.display.lettering import unbroken, width
from eztrak.display.scene import Bar, Colour, Node, Picture
from eztrak.display.scene import Text as Line
from eztrak.display.words import Words
from eztrak.supervisor.document.blocks import (
    Blank,
    Block,
    Chapter,
    Code,
    Column,
    Contents,
    Figure,
    Heading,
    Item,
    Note,
    Pictures,
    Shown,
    Table,
    Text,
)
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SMALL, SOFT, WIDE, Paper

LEFT = MARGIN + 38  # of texts; their headings stand left of it
RIGHT = WIDE - MARGIN
TOP, BOTTOM = 24.0, HIGH - 19  # between which blocks stand
CHAPTER = 130.0  # what a chapter needs of a page on which another one ends
BODY, STEP = 2.25, 4.4  # millimetres: the capitals of a text, from one line to the next
CODE: Colour = (28, 74, 120)
PALE: Colour = (243, 244, 246)
_STYLES = re.compile(r"(\*\*.+?\*\*|`[^`]+`)")


class Run(NamedTuple):
    """A part of a line in one style."""

    text: str
    face: str
    colour: Colour


@dataclass
class Page:
    nodes: list[Node] = field(default_factory=list)
    chapters: list[str] = field(default_factory=list)  # that begin on it


class Setting:
    def __init__(self, title: str, about: Sequence[str]) -> None:
        """`about` stands at the foot of every page: which unit, which release, when."""
        self._title, self._about = title, about
        self._words = Words(("en",))
        self._pages: list[Page] = []
        self._y = BOTTOM
        self._heading, self._beside = (
            "",
            0.0,
        )  # waits for what it is about; where the last one ends, beside a short text
        self._contents: tuple[Page, float] | None = None

    def add(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self._add(block)

    def save_to(self, paper: Paper) -> None:
        """Paints every page. The pages are known now, and with them the contents."""
        if self._contents:
            self._paint_contents(*self._contents)
        for number, page in enumerate(self._pages, 1):
            paper.page()
            for chapter in page.chapters:
                paper.pdf.start_section(chapter)
            paper.paint([*page.nodes, *self._foot(number)])

    @property
    def count(self) -> int:
        return len(self._pages)

    def _add(self, block: Block) -> None:
        match block:
            case Chapter(title):
                self._chapter(title)
            case Heading(title):
                self._heading = title
            case Text(text):
                self._hang(3 * STEP)
                self._text(text, LEFT, RIGHT - LEFT)
                self._y += 1.7
            case Item(text):
                self._hang(2 * STEP)
                self._put(self._line(LEFT + 0.5, [Run("–", self._face("–"), SOFT)]))
                self._text(text, LEFT + 4, RIGHT - LEFT - 4)
                self._y += 0.6
            case Note(text):
                self._note(text)
            case Code(lines):
                self._code(lines)
            case Table():
                self._above()
                self._table(block)
            case Figure(high, nodes):
                self._above(high + 8)
                self._room(high)
                self._put([node._replace(y=node.y + self._y) for node in nodes])
                self._y += high + 3
            case Pictures(shown, beside):
                self._above()
                for first in range(0, len(shown), beside):
                    self._pictures(shown[first : first + beside], beside)
            case Blank(label, lines):
                self._blank(label, lines)
            case Contents():
                self._hang(STEP)
                self._contents = self._pages[-1], self._y
                self._y = BOTTOM
            case _:
                assert_never(block)

    # Pages

    def _new_page(self) -> None:
        self._pages.append(Page())
        self._y, self._beside = TOP, 0.0

    def _room(self, high: float) -> bool:
        """Makes room for something so high; says whether that took a new page."""
        if self._pages and self._y + high <= BOTTOM:
            return False
        self._new_page()
        return True

    def _put(self, nodes: Sequence[Node]) -> None:
        self._pages[-1].nodes += nodes

    def _foot(self, number: int) -> list[Node]:
        return [
            Bar(MARGIN, HIGH - 14.6, RIGHT - MARGIN, 0.1, LINE),
            *self._plain(MARGIN, HIGH - 11.5, self._title, SMALL, SOFT),
            *self._plain(MARGIN, HIGH - 8.3, "   ".join(self._about), SMALL, SOFT),
            *self._plain(RIGHT, HIGH - 11.5, f"page {number} of {len(self._pages)}", SMALL, SOFT, "r"),
        ]

    def _chapter(self, title: str) -> None:
        """On a page of its own, or under a short one."""
        top = 19.0
        if self._pages and TOP < self._y < BOTTOM - CHAPTER:
            top = max(self._y, self._beside) + 11
        else:
            self._new_page()
        self._pages[-1].chapters.append(title)
        face = self._face(title, True)
        self._put([Line(MARGIN, top, title, 4.6, INK, face, "l"), Bar(MARGIN, top + 6, RIGHT - MARGIN, 0.4, INK)])
        self._y = top + 14

    def _paint_contents(self, page: Page, y: float) -> None:
        chapters = [(title, number) for number, one in enumerate(self._pages, 1) for title in one.chapters]
        for title, number in chapters:
            page.nodes += [
                *self._plain(LEFT, y, title, BODY, INK),
                *self._plain(RIGHT, y, str(number), BODY, INK, "r"),
                Bar(LEFT, y + 2.2, RIGHT - LEFT, 0.1, LINE),
            ]
            y += 4.9

    # Blocks

    def _hang(self, high: float) -> None:
        """Puts the heading that waits into the margin beside what comes now."""
        if not self._heading:
            self._room(STEP)
            return
        self._y = max(self._y, self._beside) + 2.6
        lines = self._wrapped(f"**{self._heading}**", LEFT - MARGIN - 4)
        self._room(max(high, len(lines) * STEP))
        for i, line in enumerate(lines):
            self._put(self._line(MARGIN, line, i * STEP))
        self._heading, self._beside = "", self._y + len(lines) * STEP

    def _above(self, high: float = 30.0) -> None:
        """The same above what takes the whole width."""
        self._y = max(self._y, self._beside)
        if self._heading:
            self._y += 2.6
            self._room(high)
            self._put(self._line(MARGIN, [Run(self._heading, self._face(self._heading, True), INK)]))
            self._y += 1.35 * STEP
            self._heading = ""

    def _text(self, text: str, left: float, wide: float) -> None:
        for line in self._wrapped(text, wide):
            self._room(STEP)
            self._put(self._line(left, line))
            self._y += STEP

    def _note(self, text: str) -> None:
        self._hang(4 * STEP)
        lines = self._wrapped(text, RIGHT - LEFT - 8)
        high = len(lines) * STEP + 4
        self._room(high)
        self._put([Bar(LEFT, self._y - 3.6, RIGHT - LEFT, high, PALE), Bar(LEFT, self._y - 3.6, 0.9, high, ALARM)])
        self._y += 0.6
        for line in lines:
            self._put(self._line(LEFT + 4.5, line))
            self._y += STEP
        self._y += 4

    def _code(self, lines: Sequence[str]) -> None:
        self._hang(len(lines) * STEP + 2)
        self._room(min(len(lines), 6) * STEP)
        for line in lines:
            self._room(STEP)
            self._put([Bar(LEFT, self._y - STEP / 2, RIGHT - LEFT, STEP + 0.05, PALE)])
            self._put(self._plain(LEFT + 3, self._y, line.replace("    ", "   "), 0.93 * BODY, CODE))
            self._y += STEP
        self._y += 2.2

    def _blank(self, label: str, lines: int) -> None:
        self._hang(STEP)
        high = 5.2 + 7.4 * lines
        self._room(high)
        self._put(self._line(LEFT, [Run(label, self._face(label), SOFT)]))
        self._put([Bar(LEFT, self._y + 2.4 + 7.4 * (i + 1), RIGHT - LEFT, 0.2, SOFT) for i in range(lines)])
        self._y += high + 2.4

    def _pictures(self, shown: Sequence[Shown], beside: int) -> None:
        left = LEFT if beside == 1 else MARGIN
        wide = (RIGHT - left - 6 * (beside - 1)) / beside
        most = 100.0  # of a picture that stands on its side
        sizes = [min(wide, most * one.ratio) for one in shown]
        high = max(size / one.ratio for size, one in zip(sizes, shown, strict=True))
        texts = [self._wrapped(f"**{one.name}**  {one.text}", wide) for one in shown]
        below = max(map(len, texts)) * 3.7
        self._room(high + below + 4)
        for i, (one, size, text) in enumerate(zip(shown, sizes, texts, strict=True)):
            x = left + i * (wide + 6)
            self._put([Picture(x, self._y - 2, size, size / one.ratio, str(one.path))])
            for j, line in enumerate(text):
                self._put(self._line(x, line, high + 2 + 3.7 * j, 0.88 * BODY))
        self._y += high + below + 6

    def _table(self, table: Table) -> None:
        cap, step = (1.55, 3.0) if table.small else (0.9 * BODY, 3.8)
        gap = 3.0
        whole = RIGHT - MARGIN - gap * (len(table.columns) - 1)
        wides = [whole * column.share for column in table.columns]
        lefts = [MARGIN + sum(wides[:i]) + gap * i for i in range(len(wides))]
        headed = False
        for row in table.rows:
            cells = [self._wrapped(cell, wide, cap) for cell, wide in zip(row, wides, strict=True)]
            high = max(map(len, cells)) * step + (1.6 if not table.small else 0.5)
            if self._room(high + (0 if headed else 3 * step)) or not headed:
                self._head(table.columns, lefts)
                headed = True
            for left, lines in zip(lefts, cells, strict=True):
                for i, line in enumerate(lines):
                    self._put(self._line(left, line, i * step, cap))
            self._y += high
            self._put(
                [Bar(MARGIN, self._y - (high - max(map(len, cells)) * step) / 2 - step / 2, RIGHT - MARGIN, 0.1, LINE)]
            )
        self._y += 3

    def _head(self, columns: Sequence[Column], lefts: Sequence[float]) -> None:
        if not any(column.title for column in columns):
            self._put([Bar(MARGIN, self._y - 2.6, RIGHT - MARGIN, 0.25, INK)])
            self._y += 0.6
            return
        for column, left in zip(columns, lefts, strict=True):
            self._put(self._plain(left, self._y, column.title, 1.7, SOFT))
        self._put([Bar(MARGIN, self._y + 2.3, RIGHT - MARGIN, 0.25, INK)])
        self._y += 5.4

    # Letters

    def _wrapped(self, text: str, wide: float, cap: float = BODY) -> list[list[Run]]:
        """A text with its styles in as many lines as it needs."""
        lines: list[list[Run]] = [[]]
        used = 0.0
        for run in self._runs(text):
            if run.text.startswith(" ") and lines[-1]:
                lines[-1].append(Run(" ", run.face, run.colour))
                used += width(" ", cap, run.face)
            for piece in unbroken(run.text):
                for part in self._cut(piece, wide, cap, run.face):
                    needed = width(part.rstrip(), cap, run.face)
                    if lines[-1] and used + needed > wide:
                        lines.append([])
                        used = 0.0
                    lines[-1].append(Run(part, run.face, run.colour))
                    used += width(part, cap, run.face)
        return lines

    def _cut(self, piece: str, wide: float, cap: float, face: str) -> list[str]:
        """A piece that is wider than a line, such as a hash or a path, in parts that are not. A name breaks
        after an underscore."""
        parts = [""]
        for letter in piece:
            if parts[-1] and width(parts[-1] + letter.rstrip(), cap, face) > wide:
                whole, after, begun = parts[-1].rpartition("_")
                parts[-1:] = [whole + after, begun] if after else [parts[-1], ""]
            parts[-1] += letter
        return parts

    def _runs(self, text: str) -> list[Run]:
        runs = []
        for part in filter(None, _STYLES.split(text)):
            if part.startswith("**") and len(part) > 4:
                runs.append(Run(part[2:-2], self._face(part[2:-2], True), INK))
            elif part.startswith("`") and len(part) > 2:
                runs.append(Run(part[1:-1], self._face(part[1:-1]), CODE))
            else:
                runs.append(Run(part, self._face(part), INK))
        return runs

    def _line(self, x: float, runs: Sequence[Run], down: float = 0.0, cap: float = BODY) -> list[Node]:
        nodes: list[Node] = []
        together: list[Run] = []  # neighbours of one style are one text: so they can be searched and copied
        for run in runs:
            if together and together[-1][1:] == run[1:]:
                together[-1] = Run(together[-1].text + run.text, run.face, run.colour)
            else:
                together.append(run)
        for run in together:
            nodes.append(Line(x, self._y + down, run.text.rstrip(), cap, run.colour, run.face, "l"))
            x += width(run.text, cap, run.face)
        return nodes

    def _plain(self, x: float, y: float, text: str, cap: float, colour: Colour, anchor: str = "l") -> list[Node]:
        return [Line(x, y, text, cap, colour, self._face(text), anchor)]

    def _face(self, text: str, bold: bool = False) -> str:
        return self._words.face_of(text, "bold" if bold else "medium")
