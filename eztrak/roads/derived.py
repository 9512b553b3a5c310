"""The derived roads: one rule with a gap k, 1 Big Eye Boy, 2 Small Road, 3 Cockroach Pig.

They read the logical runs, never drawn cells. Red and blue mean regular and irregular, not Banker and Player.
"""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple


class Derived(IntEnum):
    """A derived road; its value is the gap k, how many runs back it compares."""

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3


class Colour(StrEnum):
    RED = "r"
    BLUE = "b"


_RED, _BLUE = Colour.RED, Colour.BLUE  # looked up once: this runs for every road after every hand


class DerivedCell(NamedTuple):
    col: int
    row: int
    colour: Colour


def mark(runs: Sequence[int], road: int) -> Colour | None:
    """The mark that the last hand of these runs adds to a road, or None before the road has begun."""
    last = len(runs) - 1
    depth = runs[last] - 1
    if depth == 0:
        if last - 1 - road < 0:
            return None
        return _RED if runs[last - 1] == runs[last - 1 - road] else _BLUE
    if last - road < 0:
        return None
    return _BLUE if runs[last - road] == depth else _RED
