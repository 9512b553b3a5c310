"""The roads a second time, as a person with a pencil draws them, to compare the product's with.

Nothing here is shared with the product. A shoe is a string of P, B and T. The derived roads come from looking left on
an endless grid: is there a mark beside, and is there one above it? Each run is drawn whole, on a path past older runs.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count

Place = tuple[int, int]


def classic_roads(shoe: str, keep_right: bool) -> dict[str, object]:
    """What stands in each field of `Roads`, in plain tuples and letters."""
    cells = re.findall("[PB]T*", shoe)
    before = len(shoe) - len(shoe.lstrip("T"))
    ties = [len(cell) - 1 for cell in cells]
    if ties:
        ties[0] += before
    winners = "".join(cell[0] for cell in cells)
    big_eye, small, cockroach = (_drawn(marks, keep_right) for marks in _marks(winners))
    return {
        "bead": tuple(
            (column, row, letter)
            for column in range(1, len(shoe) // 6 + 2)
            for row, letter in enumerate(shoe[6 * column - 6 : 6 * column], start=1)
        ),
        "big": tuple((*cell, tied) for cell, tied in zip(_drawn(winners, keep_right), ties, strict=True)),
        "leading_ties": 0 if cells else before,
        "big_eye": big_eye,
        "small": small,
        "cockroach": cockroach,
        "ask_banker": _asked(winners, "B"),
        "ask_player": _asked(winners, "P"),
    }


def _streaks(letters: str) -> list[str]:
    return [streak.group() for streak in re.finditer(r"(.)\1*", letters)]


@lru_cache(maxsize=8)
def _marks(winners: str) -> list[str]:
    """The marks of Big Eye, Small and Cockroach, which look 1, 2 and 3 columns to the left.

    Red where the cell there and the cell above it are alike: both marked, or both empty. The first of a column takes
    the opposite of what the column before would have got, had it gone on.
    """
    columns = _streaks(winners)
    cells = [(column, row) for column, streak in enumerate(columns) for row in range(len(streak))]
    grid = set(cells)
    marks = ["", "", ""]
    for column, row in cells:
        first = row == 0
        at, depth = (column - 1, len(columns[column - 1])) if first else (column, row)
        for road, left in enumerate((at - 1, at - 2, at - 3)):
            if left >= 0:
                alike = ((left, depth) in grid) == ((left, depth - 1) in grid)
                marks[road] += "r" if alike != first else "b"
    return marks


def _asked(winners: str, winner: str) -> tuple[str | None, ...]:
    """Draws that winner for a moment and reads what each road has gained."""
    now, then = _marks(winners), _marks(winners + winner)
    return tuple(after[len(before) :] or None for before, after in zip(now, then, strict=True))


def _drawn(marks: str, keep_right: bool) -> tuple[tuple[int, int, str], ...]:
    grid: dict[Place, str] = {}
    start = 0
    for streak in _streaks(marks):
        start = next(column for column in count(start + 1) if (column, 1) not in grid)
        places = [place for place, _ in zip(_path(grid, start, keep_right), streak, strict=False)]
        assert not grid.keys() & set(places), f"two marks in one cell: {marks}"
        grid.update(zip(places, streak, strict=True))
    return tuple((*place, mark) for place, mark in grid.items())


def _path(grid: dict[Place, str], start: int, keep_right: bool) -> Iterator[Place]:
    """The cells that a run takes, for as long as it may last: in each column as far down as it is let, then right."""
    row = 1
    for column in count(start):
        yield column, row
        while row < 6 and (column, row + 1) not in grid and (column == start or not keep_right):
            row += 1
            yield column, row
