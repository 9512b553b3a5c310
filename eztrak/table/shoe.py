"""A shoe: its hands in the order of play, and every event about them."""

from dataclasses import dataclass, field
from typing import NamedTuple

from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import events as e
from eztrak.table.changes import Planned
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Terms


class Sealed(NamedTuple):
    """What a seal is made of."""

    hash: str  # the chain's head when the shoe ended, or after a late correction
    form: int


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe's hands in order of play, voided ones among them, and every event about them."""

    number: int
    hands: tuple[Hand, ...] = ()
    game: Game = field(default_factory=first_game)  # it is dealt under this one to its end
    started_at: str = ""
    ended_at: str = ""
    seals: tuple[Sealed, ...] = ()  # oldest first; a shoe that goes on keeps those that it had
    log: tuple[tuple[e.Moment, e.AboutHand], ...] = ()
    decks: int = 8
    terms: Terms | None = None  # of a shoe that has ended: what was in force then …
    plans: tuple[Planned, ...] = ()  # … and what waited

    @property
    def stats(self) -> Stats:
        return stats_of(self.hands, self.game)

    @property
    def standing(self) -> list[Hand]:
        return [hand for hand in self.hands if not hand.voided]

    @property
    def last(self) -> Hand | None:
        """The newest hand that stands."""
        return next((hand for hand in reversed(self.hands) if not hand.voided), None)

    @property
    def newest(self) -> Hand | None:
        """The hand that was entered last by the dealer, maybe in another shoe from which it was moved."""
        entered = {event.hand.number for _, event in self.log if _at_the_table(event)}
        return next((hand for hand in reversed(self.hands) if hand.number in entered), None)

    def hand(self, number: int) -> Hand | None:
        return next((hand for hand in self.hands if hand.number == number), None)

    def history(self, number: int) -> list[tuple[e.Moment, e.AboutHand]]:
        """What happened to a hand, oldest first."""
        return [(moment, event) for moment, event in self.log if event.hand.number == number]

    def entered(self, number: int) -> tuple[str, int]:
        """When a hand was entered, in whichever shoe, and which dealer dealt it."""
        moment, event = next(
            (moment, event)
            for moment, event in self.history(number)
            if isinstance(event, e.HandRecorded | e.HandInserted)
        )
        elsewhere = event.entered_at if isinstance(event, e.HandInserted) else ""
        return elsewhere or moment.at, event.dealer


def _at_the_table(event: e.AboutHand) -> bool:
    return isinstance(event, e.HandRecorded) or (isinstance(event, e.HandInserted) and event.entered_at != "")
