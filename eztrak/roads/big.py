"""The big road: runs of equal winners, with the ties counted on the cell that they followed."""

from typing import NamedTuple

from eztrak.game.hand import Outcome


class BigCell(NamedTuple):
    col: int
    row: int
    winner: Outcome
    ties: int


def with_tie(cells: tuple[BigCell, ...], leading: int) -> tuple[tuple[BigCell, ...], int]:
    """The cells after a tie, and the ties before the first winner while there is none yet.

    The first winner takes the cell in which leading ties were shown and keeps their count.
    """
    if not cells:
        return cells, leading + 1
    col, row, winner, ties = cells[-1]
    return (*cells[:-1], BigCell(col, row, winner, ties + 1)), leading


def longer(runs: tuple[int, ...], same: bool) -> tuple[int, ...]:
    """The lengths of the runs, which have no bound, after one more winner: in the last run, or in a new one."""
    return (*runs[:-1], runs[-1] + 1) if same else (*runs, 1)
