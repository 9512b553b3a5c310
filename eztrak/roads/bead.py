"""The bead plate: one cell a hand, ties included, down six rows and then to the right."""

from typing import NamedTuple

from eztrak.game.hand import Outcome
from eztrak.roads.drawing import ROWS


class Bead(NamedTuple):
    col: int
    row: int
    outcome: Outcome


def bead(before: int, outcome: Outcome) -> Bead:
    """The bead of a hand after so many others."""
    return Bead(before // ROWS + 1, before % ROWS + 1, outcome)
