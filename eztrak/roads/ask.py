"""The ask road: which mark each derived road would gain from a Banker, and from a Player, as the next hand.

It says what would be drawn, not what will come: the past predicts nothing, and the info page says so.
"""

from collections.abc import Sequence

from eztrak.game.hand import Outcome
from eztrak.roads.big import runs
from eztrak.roads.derived import Colour, Derived, extend, mark

Answer = tuple[Colour | None, Colour | None, Colour | None]


def ask(outcomes: Sequence[Outcome], winner: Outcome) -> Answer:
    """The marks that the next hand adds to Big Eye, Small and Cockroach if `winner` wins it; None for no mark."""
    lengths = runs(outcomes)
    last = next((outcome for outcome in reversed(outcomes) if outcome is not Outcome.TIE), None)
    extend(lengths, winner is last)
    return (mark(lengths, Derived.BIG_EYE), mark(lengths, Derived.SMALL), mark(lengths, Derived.COCKROACH))


def letters(answer: Answer) -> str:
    """The answer in three letters: "bbr", or "-" for no mark."""
    return "".join(colour or "-" for colour in answer)
