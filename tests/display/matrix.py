"""Which combinations of views, sizes, looks and languages are laid out.

In the suite as many as it takes for every value of an axis to meet every value of each other axis, and no more: a
fault that needs three of them at once is looked for by `make matrix` (EZTRAK_MATRIX=1), which takes all of most axes.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

Row = tuple[Any, ...]
FULL = bool(os.environ.get("EZTRAK_MATRIX"))


def covering(*axes: Sequence[Any], whole: bool | None = None) -> list[Row]:
    """Rows with a value of each axis; `whole`: all that there are."""
    if FULL if whole is None else whole:
        return list(product(*axes))
    return [tuple(axis[place] for axis, place in zip(axes, row, strict=True)) for row in _pairs(list(map(len, axes)))]


def _pairs(counts: list[int]) -> Iterator[tuple[int, ...]]:
    """The two longest axes in full, the others in turn beside them, whichever meets the most that it has not met."""
    order = sorted(range(len(counts)), key=lambda axis: -counts[axis])
    missing = {
        (one, a, other, b)
        for one, other in combinations(range(len(counts)), 2)
        for a, b in product(range(counts[one]), range(counts[other]))
    }

    def met(row: dict[int, int], axis: int, value: int) -> set[tuple[int, int, int, int]]:
        pairs = [sorted([(axis, value), known]) for known in row.items()]
        return missing & {(*one, *other) for one, other in pairs}

    def filled(row: dict[int, int]) -> tuple[int, ...]:
        for axis in order:
            if axis not in row:
                turn = len(done) % counts[axis]  # of values that meet as many, another one each time
                values = [(turn + step) % counts[axis] for step in range(counts[axis])]
                row[axis] = max(values, key=lambda value: len(met(row, axis, value)))
        for axis, value in row.items():
            missing.difference_update(met(row, axis, value))
        done.append(tuple(row[axis] for axis in range(len(counts))))
        return done[-1]

    done: list[tuple[int, ...]] = []
    for start in product(*(range(counts[axis]) for axis in order[:2])):
        yield filled(dict(zip(order, start, strict=False)))
    while missing:
        one, a, other, b = min(missing)
        yield filled({one: a, other: b})
