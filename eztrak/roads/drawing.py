"""How a row of marks is drawn on six rows: equal marks go down, a change starts a column, a blocked mark turns right.

The big road and the three derived roads are drawn by this one rule. It is only a drawing: nothing is computed from it.
"""

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

ROWS = 6
Mark = TypeVar("Mark")


class Tail(StrEnum):
    """What a run does after its first turn to the right."""

    DOWN_FIRST = "down-first"  # tries down again at each step
    KEEP_RIGHT = "keep-right"  # stays in its row


class Cell(NamedTuple):
    """A place on a road; columns and rows count from 1, unscrolled."""

    col: int
    row: int


class Drawing(Generic[Mark]):
    """Places marks one by one and remembers which cells are taken."""

    def __init__(self, tail: Tail = Tail.DOWN_FIRST) -> None:
        self._tail = tail
        self._taken: set[Cell] = set()
        self._mark: Mark | None = None
        self._start = 0
        self._turned = False
        self._at = Cell(0, 0)

    def place(self, mark: Mark) -> Cell:
        """The cell of the next mark."""
        self._at = self._next(mark)
        self._mark = mark
        self._taken.add(self._at)
        return self._at

    def _next(self, mark: Mark) -> Cell:
        taken, (col, row) = self._taken, self._at
        if mark != self._mark:
            self._start += 1
            while (self._start, 1) in taken:
                self._start += 1
            self._turned = False
            return Cell(self._start, 1)
        down = Cell(col, row + 1)
        if row < ROWS and down not in taken and not (self._turned and self._tail is Tail.KEEP_RIGHT):
            return down
        self._turned = True
        return Cell(col + 1, row)
