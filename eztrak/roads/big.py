"""The big road: runs of equal winners, with the ties told on the cell that they followed."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from eztrak.game.hand import Outcome
from eztrak.roads.drawing import Drawing, Tail


class BigCell(NamedTuple):
    col: int
    row: int
    winner: Outcome
    ties: int


def runs(outcomes: Iterable[Outcome]) -> list[int]:
    """The lengths of the runs: ties dropped, equal winners in a row counted together, without bound."""
    winners = (outcome for outcome in outcomes if outcome is not Outcome.TIE)
    return [sum(1 for _ in group) for _, group in groupby(winners)]


def big_road(outcomes: Iterable[Outcome], tail: Tail = Tail.DOWN_FIRST) -> tuple[tuple[BigCell, ...], int]:
    """The cells of the big road, and the ties before the first winner while there is none yet.

    The first winner takes the cell in which leading ties were shown and keeps their count.
    """
    drawing: Drawing[Outcome] = Drawing(tail)
    cells: list[BigCell] = []
    leading = 0
    for outcome in outcomes:
        if outcome is not Outcome.TIE:
            cells.append(BigCell(*drawing.place(outcome), outcome, leading))
            leading = 0
        elif cells:
            cells[-1] = cells[-1]._replace(ties=cells[-1].ties + 1)
        else:
            leading += 1
    return tuple(cells), leading
