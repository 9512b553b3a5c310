"""What happened to a hand, in words: a line for each record about it, with when, what, who and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import events as e


@dataclass(frozen=True, slots=True)
class Line:
    hand: int
    at: str
    what: str
    who: str
    why: str
    correction: bool  # as against the entry itself


def story(records: Iterable[e.Record], game: Game, hand: int | None = None) -> list[Line]:
    """The lines about a shoe's hands, or about one of them."""
    lines = [line for record in records if (line := _line(record, game)) is not None]
    return [line for line in lines if hand is None or line.hand == hand]


def result(hand: Hand, game: Game) -> str:
    """Banker, natural"""
    return game.describe(hand).capitalize()


def _line(record: e.Record, game: Game) -> Line | None:
    at = record.moment.at
    match record.event:
        case e.HandRecorded(_, hand, dealer, by):
            who = f"dealer {dealer}" if dealer else "dealer"
            why = f"the cards break the tableau; confirmed by {by}" if by else ""
            return Line(hand.number, at, f"Entered: {result(hand, game)}", who, why, False)
        case e.HandVoided(_, hand, by, reason):
            return Line(hand.number, at, f"Voided; it was {result(hand, game)}", by, reason, True)
        case e.HandChanged(_, hand, was, by, reason):
            return Line(hand.number, at, f"Changed from {result(was, game)} to {result(hand, game)}", by, reason, True)
        case e.HandInserted(_, hand, after, by, reason):
            place = f"after hand {after}" if after else "before the first hand"
            return Line(hand.number, at, f"Inserted {place}: {result(hand, game)}", by, reason, True)
        case _:
            return None
