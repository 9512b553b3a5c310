"""All roads of a shoe together, from the hands that stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import Answer, ask
from eztrak.roads.bead import Bead, bead
from eztrak.roads.big import BigCell, big_road
from eztrak.roads.derived import Derived, DerivedCell, draw, marks
from eztrak.roads.drawing import Tail


@dataclass(frozen=True, slots=True)
class Roads:
    bead: tuple[Bead, ...]
    big: tuple[BigCell, ...]
    leading_ties: int
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]
    ask_banker: Answer
    ask_player: Answer


def roads_of(hands: Iterable[Hand], tail: Tail = Tail.DOWN_FIRST) -> Roads:
    """The roads of a shoe. Voided hands are not in them; free hands are."""
    outcomes = [hand.outcome for hand in hands if not hand.voided]
    big, leading = big_road(outcomes, tail)
    derived = marks(outcomes)
    return Roads(
        bead=bead(outcomes),
        big=big,
        leading_ties=leading,
        big_eye=draw(derived[Derived.BIG_EYE], tail),
        small=draw(derived[Derived.SMALL], tail),
        cockroach=draw(derived[Derived.COCKROACH], tail),
        ask_banker=ask(outcomes, Outcome.BANKER),
        ask_player=ask(outcomes, Outcome.PLAYER),
    )
