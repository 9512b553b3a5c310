"""The bead plate: one cell a hand, ties included, down six rows and then to the right."""

from collections.abc import Iterable
from typing import NamedTuple

from eztrak.game.hand import Outcome
from eztrak.roads.drawing import ROWS


class Bead(NamedTuple):
    col: int
    row: int
    outcome: Outcome


def bead(outcomes: Iterable[Outcome]) -> tuple[Bead, ...]:
    return tuple(Bead(i // ROWS + 1, i % ROWS + 1, outcome) for i, outcome in enumerate(outcomes))
