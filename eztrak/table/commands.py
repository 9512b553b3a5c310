"""What can be asked of a table. A command may be refused; an event has happened."""

from dataclasses import dataclass
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.table.terms import Terms

DEALER = "dealer"
CONFIG = "config"
TIME = "time"


@dataclass(frozen=True, slots=True)
class Start:
    """The unit came up."""

    version: str
    table: str
    terms: Terms


@dataclass(frozen=True, slots=True)
class RecordHand:
    hand: Hand


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The dealer's void of the hand entered last."""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A supervisor's void of any hand of the current or the previous shoe."""

    shoe: int
    number: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class NewShoe:
    pass


@dataclass(frozen=True, slots=True)
class SetTerms:
    """New limits, fees or timer. An open table stays open and a closed one closed."""

    terms: Terms
    by: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    by: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    by: str


@dataclass(frozen=True, slots=True)
class StartTimer:
    pass


@dataclass(frozen=True, slots=True)
class CloseBets:
    by: str  # DEALER, or TIME when the timer ran out


Command: TypeAlias = (
    Start | RecordHand | TakeBack | VoidHand | NewShoe | SetTerms | OpenTable | CloseTable | StartTimer | CloseBets
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was not carried out, in words for the person who gave it."""

    reason: str
