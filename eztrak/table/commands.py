"""What can be asked of a table. A command may be refused; an event has happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.table.terms import Terms
from eztrak.voice.said import All, Said

DEALER = "dealer"
CONFIG = "config"
TIME = "time"
ENTRY = "entry"


def supervisor(number: int) -> str:
    """How a supervisor is named in the record."""
    return f"supervisor {number}"


@dataclass(frozen=True, slots=True)
class Start:
    """The unit came up."""

    version: str
    table: str
    terms: Terms


@dataclass(frozen=True, slots=True)
class NoteHealth:
    """The machine under the board is better or worse than before."""

    wrong: str  # what is wrong, by name; "" for nothing
    note: str


@dataclass(frozen=True, slots=True)
class RecordHand:
    hand: Hand
    by: str = ""  # the supervisor who confirmed cards that break the tableau
    confirmed: str = ""  # what the board asked first, by name
    before: tuple[Hand, ...] = ()  # hands that were typed earlier and not entered: they go first


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The dealer's void of the hand entered last."""


@dataclass(frozen=True, slots=True)
class ChangeLast:
    """What the hand entered last really was, by the dealer: taken back and entered anew in one act."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A supervisor's void of any hand of the current or the previous shoe."""

    shoe: int
    number: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeHand:
    """A supervisor's change of what a hand was."""

    shoe: int
    number: int
    hand: Hand
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class InsertHand:
    """A supervisor's entry of a hand that was forgotten, after another (0: before the first)."""

    shoe: int
    after: int
    hand: Hand
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class NewShoe:
    pass


@dataclass(frozen=True, slots=True)
class UndoShoe:
    """A new shoe was begun by mistake, and no hand was entered in it: the previous one goes on."""

    by: str


@dataclass(frozen=True, slots=True)
class JoinShoes:
    """A supervisor's joining of a shoe that should not have begun with the previous one, which goes on."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class MoveHands:
    """A supervisor's move over the border of two shoes: a hand of the previous shoe and those after it go to the
    current one, or a hand of the current shoe and those before it to the previous one."""

    shoe: int
    first: int  # the hand next to those that stay
    by: str
    reason: str


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
    """The bets are open. `missed`: although the round before has no result, as the dealer confirmed."""

    missed: bool = False


@dataclass(frozen=True, slots=True)
class CloseBets:
    by: str  # DEALER, TIME when the timer ran out, or ENTRY when a result came while they were open


@dataclass(frozen=True, slots=True)
class SetDealer:
    dealer: int
    by: str


@dataclass(frozen=True, slots=True)
class SignOn:
    """A dealer who comes on duty by themselves, or 0: nobody is any more. `check` as a supervisor's, where the dealer
    has a PIN."""

    dealer: int
    check: str = ""


@dataclass(frozen=True, slots=True)
class SetDealerPin:
    dealer: int
    check: str  # "": signs on without one
    by: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """A supervisor at the keypad; `check` is made of the PIN that was typed and the unit's secret."""

    supervisor: int
    check: str


@dataclass(frozen=True, slots=True)
class SetPin:
    supervisor: int
    check: str
    by: str


@dataclass(frozen=True, slots=True)
class RemovePin:
    supervisor: int
    by: str


@dataclass(frozen=True, slots=True)
class ClearPins:
    """The unit's secret was lost or taken away, and with it every PIN."""


@dataclass(frozen=True, slots=True)
class Export:
    """Shoes of chosen days onto a stick; the days are ISO dates, both among them."""

    stick: str
    device: str
    since: str
    until: str
    by: str


@dataclass(frozen=True, slots=True)
class EndExport:
    """How that went: what was written, or why not."""

    folder: str
    digest: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class NoteCopy:
    """The second copy was not one of this history."""

    note: str


@dataclass(frozen=True, slots=True)
class ConfirmCopy:
    """What came from a copy, or what a copy differed in, is as it should be."""

    by: str


Command: TypeAlias = (
    Start
    | NoteHealth
    | RecordHand
    | TakeBack
    | ChangeLast
    | VoidHand
    | ChangeHand
    | InsertHand
    | NewShoe
    | UndoShoe
    | JoinShoes
    | MoveHands
    | SetTerms
    | OpenTable
    | CloseTable
    | StartTimer
    | CloseBets
    | SetDealer
    | SignOn
    | SetDealerPin
    | SignIn
    | SetPin
    | RemovePin
    | ClearPins
    | Export
    | EndExport
    | NoteCopy
    | ConfirmCopy
)


class Refusal(Said):
    """Why a command was not carried out, for the person who gave it."""

    __slots__ = ()


def refused(why: Sequence[Said]) -> Refusal:
    """For all of these reasons."""
    return Refusal("{why}", why=All(tuple(why)))
