"""The derived roads: one rule with a gap k, 1 Big Eye Boy, 2 Small Road, 3 Cockroach Pig.

They read the logical runs, never drawn cells. Red and blue mean regular and irregular, not Banker and Player.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple

from eztrak.game.hand import Outcome
from eztrak.roads.drawing import Drawing, Tail


class Derived(IntEnum):
    """A derived road; its value is the gap k, how many runs back it compares."""

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3


class Colour(StrEnum):
    RED = "r"
    BLUE = "b"


class DerivedCell(NamedTuple):
    col: int
    row: int
    colour: Colour


def mark(runs: Sequence[int], road: Derived) -> Colour | None:
    """The mark that the last hand of these runs adds to a road, or None before the road has begun."""
    last = len(runs) - 1
    depth = runs[last] - 1
    if depth == 0:
        if last - 1 - road < 0:
            return None
        return Colour.RED if runs[last - 1] == runs[last - 1 - road] else Colour.BLUE
    if last - road < 0:
        return None
    return Colour.BLUE if runs[last - road] == depth else Colour.RED


def extend(runs: list[int], same: bool) -> None:
    """Adds one hand to the runs: to the last run, or as a new one."""
    if same:
        runs[-1] += 1
    else:
        runs.append(1)


def marks(outcomes: Iterable[Outcome]) -> dict[Derived, list[Colour]]:
    """The sequence of marks of each derived road."""
    found: dict[Derived, list[Colour]] = {road: [] for road in Derived}
    runs: list[int] = []
    last: Outcome | None = None
    for outcome in outcomes:
        if outcome is Outcome.TIE:
            continue
        extend(runs, outcome is last)
        last = outcome
        for road in Derived:
            colour = mark(runs, road)
            if colour is not None:
                found[road].append(colour)
    return found


def draw(colours: Iterable[Colour], tail: Tail = Tail.DOWN_FIRST) -> tuple[DerivedCell, ...]:
    """Places a derived road's marks like the big road's."""
    drawing: Drawing[Colour] = Drawing(tail)
    return tuple(DerivedCell(*drawing.place(colour), colour) for colour in colours)
