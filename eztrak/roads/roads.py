"""All roads of a shoe together, hand by hand: the roads after a hand are made of the roads before it."""

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import NextMarks, ask
from eztrak.roads.bead import Bead, bead
from eztrak.roads.big import BigCell, longer, with_tie
from eztrak.roads.derived import Derived, DerivedCell, mark
from eztrak.roads.drawing import Drawing, Tail


class Roads(NamedTuple):
    bead: tuple[Bead, ...]
    big: tuple[BigCell, ...]
    leading_ties: int
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]
    runs: tuple[int, ...]  # their lengths, oldest first; ties are in none
    drawings: tuple[Drawing, Drawing, Drawing, Drawing]  # of the big road and the derived ones

    @property
    def ask_banker(self) -> NextMarks:
        return self._ask(Outcome.BANKER)

    @property
    def ask_player(self) -> NextMarks:
        return self._ask(Outcome.PLAYER)

    def _ask(self, winner: Outcome) -> NextMarks:
        return ask(self.runs, bool(self.big) and self.big[-1].winner is winner)


_TIE = Outcome.TIE
_BIG_EYE, _SMALL, _COCKROACH = map(int, Derived)


def no_roads(tail: Tail = Tail.DOWN_FIRST) -> Roads:
    """The roads of a shoe before its first hand."""
    blank = Drawing(tail)
    return Roads((), (), 0, (), (), (), (), (blank, blank, blank, blank))


def after(roads: Roads, outcome: Outcome) -> Roads:
    """The roads after one more hand."""
    beads, big, leading, big_eye, small, cockroach, runs, drawings = roads
    beads = (*beads, bead(len(beads), outcome))
    if outcome is _TIE:
        big, leading = with_tie(big, leading)
        return Roads(beads, big, leading, big_eye, small, cockroach, runs, drawings)
    runs = longer(runs, bool(big) and big[-1].winner is outcome)
    of_big, one, two, three = drawings
    of_big = of_big.place(outcome)
    big = (*big, BigCell(of_big.col, of_big.row, outcome, leading))
    big_eye, one = _marked(big_eye, one, runs, _BIG_EYE)
    small, two = _marked(small, two, runs, _SMALL)
    cockroach, three = _marked(cockroach, three, runs, _COCKROACH)
    return Roads(beads, big, 0, big_eye, small, cockroach, runs, (of_big, one, two, three))


def roads_of(hands: Iterable[Hand], tail: Tail = Tail.DOWN_FIRST) -> Roads:
    """The roads of a shoe. Voided hands are not in them; free hands are."""
    return reduce(after, (hand.outcome for hand in hands if not hand.voided), no_roads(tail))


def _marked(
    cells: tuple[DerivedCell, ...], drawing: Drawing, runs: tuple[int, ...], road: int
) -> tuple[tuple[DerivedCell, ...], Drawing]:
    colour = mark(runs, road)
    if colour is None:
        return cells, drawing
    drawing = drawing.place(colour)
    return (*cells, DerivedCell(drawing.col, drawing.row, colour)), drawing
