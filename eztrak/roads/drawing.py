"""How a row of marks is drawn on six rows: equal marks go down, a change starts a column, a blocked mark turns right.

The big road and the three derived roads are drawn by this one rule. It is only a drawing: nothing is computed from it.
"""

from enum import StrEnum
from typing import NamedTuple

ROWS = 6
_BITS = 8  # for the rows of a column


class Tail(StrEnum):
    """What a run does after its first turn to the right."""

    DOWN_FIRST = "down-first"  # tries down again at each step
    KEEP_RIGHT = "keep-right"  # stays in its row


class Drawing(NamedTuple):
    """Where the newest mark of a road stands, and all that the place of the next one depends on.

    Columns and rows count from 1, unscrolled. The filled cells are the bits of one number, so that a drawing
    is a value that costs nothing to keep: the next one is made of it, and it stays what it was.
    """

    tail: Tail = Tail.DOWN_FIRST
    col: int = 0
    row: int = 0
    mark: str = ""
    start: int = 0  # the column in which the run began
    turned: bool = False
    filled: int = 0

    def place(self, mark: str) -> "Drawing":
        """The drawing with the next mark."""
        tail, col, row, last, start, turned, filled = self
        if mark != last:
            start += 1
            while filled >> start * _BITS + 1 & 1:
                start += 1
            col, row, turned = start, 1, False
        elif row == ROWS or filled >> col * _BITS + row + 1 & 1 or (turned and tail is Tail.KEEP_RIGHT):
            col, turned = col + 1, True
        else:
            row += 1
        return Drawing(tail, col, row, mark, start, turned, filled | 1 << col * _BITS + row)
