"""Pieces of a sheet that stand under each other, and go on on the next page, under the same heading, when one is
full."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from eztrak.display.scene import Node
from eztrak.display.words import Words
from eztrak.supervisor.columns import CAP, LEADING, STEP, Cell, Column, headings, paragraph, row, section
from eztrak.supervisor.paper import HIGH, INK, Paper
from eztrak.voice.said import Part


class Piece(NamedTuple):
    """What goes onto a page as one: its height, and its nodes from y = 0 on."""

    high: float
    nodes: Sequence[Node]
    below: float = 0.0  # of a heading: how much of what it stands over has to follow on the same page
    left: float = 0.0  # of a drawing: where it stands, and …
    scale: float = 1.0  # … how large its units are


class Flow:
    def __init__(self, paper: Paper, begin: Callable[[int], tuple[Sequence[Node], float]], bottom: float) -> None:
        """`begin` gives the top and the foot of a page by its number, and where its pieces begin."""
        self._paper, self._begin, self._bottom = paper, begin, bottom
        self._y, self._pages = HIGH, 0

    def add(self, pieces: Iterable[Piece], apart: float = 5.0) -> None:
        """`apart`: from what comes then."""
        heading: Piece | None = None
        for piece in pieces:
            if self._y + piece.high + piece.below > self._bottom:
                self._page()
                if heading and not piece.below:
                    self._put(heading)
            self._put(piece)
            heading = piece if piece.below else heading
        self._y += apart

    def _put(self, piece: Piece) -> None:
        self._paper.paint(piece.nodes, piece.left, self._y, piece.scale)
        self._y += piece.high

    def _page(self) -> None:
        self._pages += 1
        self._paper.page()
        nodes, self._y = self._begin(self._pages)
        self._paper.paint(nodes)


def listing(
    title: Part, columns: Sequence[Column], rows: Iterable[Sequence[Cell]], words: Words, hint: Part = ""
) -> Iterator[Piece]:
    """A table under its name, a piece a row; the last cell of a row has as many lines as it needs where its column says
    so."""
    yield Piece(11, [*section(0, title, words, hint), *headings(6, columns, words)], 3 * STEP)
    for cells in rows:
        last, text = columns[-1], cells[-1].text
        if not last.wraps:
            yield Piece(STEP, row(0, columns, cells, words))
            continue
        lines = paragraph(last.x, 0, text, CAP, INK, last.wide, words)
        high = STEP + (len(lines) - 1) * LEADING * CAP
        yield Piece(high, [*row(0, columns[:-1], cells[:-1], words, high), *lines])
