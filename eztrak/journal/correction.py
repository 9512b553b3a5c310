"""A correction: what a supervisor, or the dealer who took a hand back, made of a hand that stood in the record."""

from dataclasses import dataclass
from typing import Literal

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import write
from eztrak.journal.columns import Values
from eztrak.journal.errors import JournalError
from eztrak.table.events import HandChanged, HandInserted, HandVoided, Record


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was voided, changed or inserted; how it stood before and from then on."""

    shoe: int
    hand: int
    what: Literal["void", "change", "insert"]
    was: Hand | None
    now: Hand | None
    after: int | None  # of a hand that was put in: the one before it, 0 for none
    by: str
    at: str
    reason: str
    seq: int

    def values(self, game: Game) -> Values:
        """A row of CORRECTIONS; hands in the notation of the shoe's game."""
        was, now = ("" if hand is None else write([hand], game) for hand in (self.was, self.now))
        return self.shoe, self.hand, self.what, was, now, self.after, self.by, self.at, self.reason, self.seq


def correction(record: Record) -> Correction:
    """What a record tells of a hand that was corrected. Raises JournalError for one that is no correction."""
    at, seq = record.moment.at, record.seq
    match record.event:
        case HandVoided(shoe, hand, by, reason):
            return Correction(shoe, hand.number, "void", hand, None, None, by, at, reason, seq)
        case HandChanged(shoe, hand, was, by, reason):
            return Correction(shoe, hand.number, "change", was, hand, None, by, at, reason, seq)
        case HandInserted(shoe, hand, after, by, reason):
            return Correction(shoe, hand.number, "insert", None, hand, after, by, at, reason, seq)
        case _:
            raise JournalError(f"journal row {seq} is no correction")
