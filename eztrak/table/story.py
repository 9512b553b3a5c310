"""What happened to a hand, a line for each event."""

from typing import NamedTuple, assert_never

from eztrak.table import events as e
from eztrak.table.shoe import Shoe


class Told(NamedTuple):
    at: str  # UTC, as the journal has it
    what: str


def story(shoe: Shoe, number: int) -> list[Told]:
    """Oldest first."""
    return [Told(moment.at, _what(event, shoe)) for moment, event in shoe.history(number)]


def _what(event: e.AboutHand, shoe: Shoe) -> str:
    describe = shoe.game.describe
    match event:
        case e.HandRecorded(hand=hand, dealer=dealer, by=by, confirmed=confirmed):
            who = (f" by dealer {dealer}" if dealer else "") + (f", confirmed by {by}" if by else "")
            asked = f', asked "{confirmed}?"' if confirmed else ""
            return f"entered{who}: {describe(hand)}{asked}"
        case e.HandVoided(by=by, reason=reason):
            return f"voided by {by}: {reason}"
        case e.HandChanged(hand=hand, was=was, by=by, reason=reason):
            return f"changed by {by} from {describe(was)} to {describe(hand)}: {reason}"
        case e.HandInserted(hand=hand, after=place, by=by, reason=reason):
            return f"inserted by {by} after hand {place}: {describe(hand)}: {reason}"
        case _:
            assert_never(event)
