"""Every place that has a name is on some board, and what is on every board is on each."""

from itertools import product
from typing import get_args

from eztrak.display.layout import UNITS, Name, layout

FAR = (("winner", 2.0), ("bead", 0.0))


def test_every_name_is_that_of_a_place() -> None:
    shapes = [(UNITS * 16 / 9, UNITS), (UNITS * 4 / 3, UNITS), (UNITS, UNITS * 16 / 9)]
    boards = [
        layout(*shape, 0.0, sizes, 308.0, 104.0, *ways, 46.0, 60.0 * postings, True, 118.0, echo, 480.0, 280.0)
        for shape, sizes, postings, echo, *ways in product(shapes, ((), FAR), *[(False, True)] * 5)
    ]
    assert set.union(*(set(board.boxes) for board in boards)) == set(get_args(Name))
    always = set.intersection(*(set(board.boxes) for board in boards))
    assert always >= {"area", "header", "limits", "strip", "bar", "page", "desk", "flash"}
