"""What can be asked of a table. A command may be refused; an event has happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.table import events as e
from eztrak.table.changes import Change
from eztrak.table.software import SOURCE, Running
from eztrak.table.terms import Terms
from eztrak.voice.said import All, Said

DEALER = "dealer"
CONFIG = "config"
TIME = "time"
ENTRY = "entry"
RULES = "rules"  # a rule of the pack that changed
FIRST_START = "first start"  # whoever sets the first PIN of a unit


def supervisor(number: int) -> str:
    """How a supervisor is named in the record."""
    return f"supervisor {number}"


@dataclass(frozen=True, slots=True)
class Start:
    """The unit came up."""

    version: str
    table: str
    terms: Terms
    running: Running = SOURCE


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
    """Another timer or language, or the terms of another config. An open table stays open and a closed one closed."""

    terms: Terms
    by: str


@dataclass(frozen=True, slots=True)
class ChangeTerms:
    """Another limit or fee: now, with the next shoe, or at a time of day."""

    change: Change
    when: str  # NOW, SHOE, or an hour and minute: 18:00
    by: str


@dataclass(frozen=True, slots=True)
class DropChange:
    """A change that waits is not made."""

    number: int
    by: str


@dataclass(frozen=True, slots=True)
class TakeEffect:
    """The time of a change has come."""


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """What came of offering the player-dealer position."""

    answer: str = ""  # "": by its key, which says taken; once more, declined; once more, moved on


@dataclass(frozen=True, slots=True)
class OpenTable:
    by: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    by: str


@dataclass(frozen=True, slots=True)
class StartTimer:
    """The bets are open. `missed`: again, although the hand has no result, as the dealer confirmed."""

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
    """To write shoes, or a report, onto a stick."""

    asked: e.ExportAsked


@dataclass(frozen=True, slots=True)
class ConfirmCopy:
    """What came from a copy, or what a copy differed in, is as it should be."""

    by: str


@dataclass(frozen=True, slots=True)
class ConfirmSoftware:
    """A supervisor stands for software that is not what was approved."""

    by: str


# What a part of the unit has noticed, in the form in which it is kept.
Noted: TypeAlias = (
    e.HealthNoted
    | e.ExportEnded
    | e.CopyDiffers
    | e.Restored
    | e.Archived
    | e.ClockStepped
    | e.KeypadNoted
    | e.SoftwareChecked
    | e.UnitKeyed
)


@dataclass(frozen=True, slots=True)
class Note:
    """To put on record what has happened already, whatever anybody says to it."""

    event: Noted


WithHand: TypeAlias = RecordHand | ChangeLast | ChangeHand | InsertHand  # whatever says how a hand went
# What the unit may do without a key: no hand is among it, and none can be.
OfUnit: TypeAlias = Note | SetTerms | TakeEffect | StartTimer | CloseBets

Command: TypeAlias = (
    Start
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
    | ChangeTerms
    | DropChange
    | TakeEffect
    | AnswerOffer
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
    | ConfirmCopy
    | ConfirmSoftware
    | Note
)


class Refusal(Said):
    """Why a command was not carried out, for the person who gave it."""

    __slots__ = ()


def refused(why: Sequence[Said]) -> Refusal:
    """For all of these reasons."""
    return Refusal("{why}", why=All(tuple(why)))
