"""The ask road: which mark each derived road would gain from a Banker, and from a Player, as the next hand.

It says what would be drawn, not what will come: the past predicts nothing, and the info page says so.
"""

from eztrak.roads.big import longer
from eztrak.roads.derived import Colour, Derived, mark

NextMarks = tuple[Colour | None, Colour | None, Colour | None]


def ask(runs: tuple[int, ...], same: bool) -> NextMarks:
    """The marks that the next winner adds to Big Eye, Small and Cockroach, the same one again or the other."""
    then = longer(runs, same)
    return (mark(then, Derived.BIG_EYE), mark(then, Derived.SMALL), mark(then, Derived.COCKROACH))


def letters(marks: NextMarks) -> str:
    """The marks in three letters: "bbr", or "-" for no mark."""
    return "".join(colour or "-" for colour in marks)
