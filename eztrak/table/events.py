"""What has happened at a table, in the form in which it is kept. Nothing here is ever edited; a void is a new event.

An event carries all that a reader needs: a void names the hand that it takes away, a shoe's start the terms in force.
`fields` and `event_of` turn an event into plain fields and back: the same in the journal and in the log line.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from dataclasses import fields as slots
from typing import Any, TypeAlias

from eztrak.game.hand import Hand, Outcome
from eztrak.game.reading import recorded
from eztrak.table.staff import Staff
from eztrak.table.terms import Limit, Terms
from eztrak.table.upcasts import brought_up


@dataclass(frozen=True, slots=True)
class Started:
    """The unit came up; a timer that was running when it went down runs no longer."""

    version: str
    table: str


@dataclass(frozen=True, slots=True)
class TermsSet:
    terms: Terms
    by: str


@dataclass(frozen=True, slots=True)
class ShoeStarted:
    """Carries all that is in force, so that what came before the shoe need not be read to know it."""

    shoe: int
    table: str
    terms: Terms
    staff: Staff
    unconfirmed: str = ""


@dataclass(frozen=True, slots=True)
class HandRecorded:
    shoe: int
    hand: Hand
    dealer: int = 0  # on duty, by number
    by: str = ""  # the supervisor who confirmed cards that break the tableau
    confirmed: str = ""  # what the board asked before it took the hand, by name, and the dealer confirmed


@dataclass(frozen=True, slots=True)
class HandVoided:
    """`hand` is the hand as it stood."""

    shoe: int
    hand: Hand
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class HandChanged:
    """`was` is the hand as it stood, `hand` what it is from now on."""

    shoe: int
    hand: Hand
    was: Hand
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class HandInserted:
    """A hand that was played but not entered, or in another shoe, put in after another (0: before the first)."""

    shoe: int
    hand: Hand
    after: int
    by: str
    reason: str
    entered_at: str = ""  # in the other shoe, UTC …
    dealer: int = 0  # … and who dealt it there


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """The hash of this event's row is what the shoe's seal is made of."""

    shoe: int
    hands: int


@dataclass(frozen=True, slots=True)
class ShoeResumed:
    """The shoe before the one that has just ended goes on: that one should not have begun."""

    shoe: int
    by: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    by: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    by: str


@dataclass(frozen=True, slots=True)
class TimerStarted:
    seconds: int


@dataclass(frozen=True, slots=True)
class BetsClosed:
    by: str


@dataclass(frozen=True, slots=True)
class DealerSet:
    dealer: int  # 0: nobody is on duty
    by: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    supervisor: int


@dataclass(frozen=True, slots=True)
class PinWrong:
    tries: int  # wrong ones in a row


@dataclass(frozen=True, slots=True)
class PinSet:
    """`check` tells a right PIN from a wrong one only together with the unit's secret, which is in no record."""

    supervisor: int
    check: str
    by: str


@dataclass(frozen=True, slots=True)
class DealerPinSet:
    dealer: int
    check: str  # as that of a supervisor's PIN; "" when it is taken away
    by: str


@dataclass(frozen=True, slots=True)
class PinRemoved:
    supervisor: int
    by: str


@dataclass(frozen=True, slots=True)
class PinsCleared:
    """The unit's secret is a new one: no PIN is valid any more, and the first one is set anew."""


@dataclass(frozen=True, slots=True)
class HealthNoted:
    """What is wrong with the machine changed: the record says what it stood on."""

    wrong: str  # by name; "" when all is well again
    told: str


@dataclass(frozen=True, slots=True)
class ExportAsked:
    """Shoes of these days are to leave the unit on a stick: on record before the stick is touched."""

    stick: str  # as people know it: make, size, format
    device: str  # as the machine knows it
    since: str  # the first day and …
    until: str  # … the last one
    by: str


@dataclass(frozen=True, slots=True)
class ExportEnded:
    """The files are on the stick and were read back, or `fault` says why not."""

    folder: str
    digest: str  # SHA-256 of the file SHA256SUMS there, which stands for all others
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CopyTaken:
    """Events that the history had lost came back from a copy, which anybody may have written to. A copy has no say in
    who may open the menu: the PINs in force are those of `staff`, which the history itself still knew."""

    first: int
    last: int
    source: str
    staff: Staff


@dataclass(frozen=True, slots=True)
class CopyDiffers:
    """The second copy was not a copy of this history, and was set aside: one of the two may have been rewritten."""

    told: str


@dataclass(frozen=True, slots=True)
class CopyConfirmed:
    """A supervisor has seen what a copy has to do with the record, and stands for it."""

    what: str
    by: str


Event: TypeAlias = (
    Started
    | TermsSet
    | ShoeStarted
    | HandRecorded
    | HandVoided
    | HandChanged
    | HandInserted
    | ShoeEnded
    | ShoeResumed
    | TableOpened
    | TableClosed
    | TimerStarted
    | BetsClosed
    | DealerSet
    | SignedIn
    | PinWrong
    | PinSet
    | DealerPinSet
    | PinRemoved
    | PinsCleared
    | HealthNoted
    | ExportAsked
    | ExportEnded
    | CopyTaken
    | CopyDiffers
    | CopyConfirmed
)

AboutHand: TypeAlias = HandRecorded | HandVoided | HandChanged | HandInserted

KINDS: Mapping[str, type[Event]] = {
    "start": Started,
    "terms": TermsSet,
    "shoe_start": ShoeStarted,
    "hand": HandRecorded,
    "void": HandVoided,
    "change": HandChanged,
    "insert": HandInserted,
    "shoe_end": ShoeEnded,
    "shoe_resume": ShoeResumed,
    "table_open": TableOpened,
    "table_close": TableClosed,
    "timer_start": TimerStarted,
    "bets_close": BetsClosed,
    "dealer": DealerSet,
    "sign_in": SignedIn,
    "pin_wrong": PinWrong,
    "pin_set": PinSet,
    "dealer_pin": DealerPinSet,
    "pin_remove": PinRemoved,
    "pins_clear": PinsCleared,
    "health": HealthNoted,
    "export": ExportAsked,
    "export_end": ExportEnded,
    "copy_taken": CopyTaken,
    "copy_differs": CopyDiffers,
    "copy_confirm": CopyConfirmed,
}
_KIND_OF = {event: kind for kind, event in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened. Order never depends on the wall clock: that is what `seq` is for."""

    at: str  # UTC, ISO 8601 with milliseconds
    mono: int  # nanoseconds of the machine's monotonic clock …
    boot: str  # … which counts anew from this boot


@dataclass(frozen=True, slots=True)
class Record:
    """An event as the journal holds it."""

    seq: int
    moment: Moment
    event: Event
    hash: str

    @property
    def kind(self) -> str:
        return kind_of(self.event)


def kind_of(event: Event) -> str:
    return _KIND_OF[type(event)]


# The form of a kind's fields; those not named here are still as they first were. Older forms: table/upcasts.py.
VERSIONS: Mapping[str, int] = dict.fromkeys(("terms", "shoe_start", "hand", "void", "change", "insert"), 2)


def fields(event: Event) -> dict[str, Any]:
    """An event's content as plain values: numbers, texts, lists, mappings. What is at its default is left out."""
    kind = kind_of(event)
    plain: dict[str, Any] = {"v": VERSIONS[kind]} if kind in VERSIONS else {}
    for slot in slots(event):
        value = getattr(event, slot.name)
        if slot.name == "hand":
            plain |= _hand_fields(value)
        elif slot.name == "was":
            plain["was"] = _hand_fields(value)
        elif slot.name == "terms":
            plain["terms"] = _terms_fields(value)
        elif slot.name == "staff":
            plain["staff"] = _staff_fields(value)
        elif value != slot.default:
            plain[slot.name] = value
    return plain


def event_of(kind: str, plain: Mapping[str, Any]) -> Event:
    """The event behind a journal row. Raises KeyError, TypeError or ValueError for fields that make none."""
    known = KINDS[kind]
    plain = brought_up(kind, plain)
    read: dict[str, Callable[[Any], Any]] = {
        "hand": lambda _: _hand(plain),
        "was": _hand,
        "terms": _terms,
        "staff": _staff,
    }
    values: dict[str, Any] = {}
    for slot in slots(known):
        if slot.name in read:
            values[slot.name] = read[slot.name](plain[slot.name])
        elif slot.name in plain or slot.default is MISSING:
            values[slot.name] = plain[slot.name]
    return known(**values)


_FLAGS = ("free", "voided")
_CARDS = {"player": "player_cards", "banker": "banker_cards", "totals": "totals"}


def _hand_fields(hand: Hand) -> dict[str, Any]:
    plain: dict[str, Any] = {"hand": hand.number, "outcome": hand.outcome.value}
    if hand.marks:
        plain["marks"] = sorted(hand.marks)
    plain |= {flag: 1 for flag in _FLAGS if getattr(hand, flag)}
    return plain | {name: getattr(hand, side) for side, name in _CARDS.items() if getattr(hand, side)}


def _hand(plain: Mapping[str, Any]) -> Hand:
    said: dict[str, Any] = {flag: bool(plain.get(flag)) for flag in _FLAGS}
    said |= {side: plain.get(name, "") for side, name in _CARDS.items()}
    return Hand(Outcome(plain["outcome"]), frozenset(plain.get("marks", ())), number=plain["hand"], **said)


def _staff_fields(staff: Staff) -> dict[str, Any]:
    pins = {str(number): check for number, check in staff.pins}
    plain = {"dealer": staff.dealer, "pins": pins, "wrong_pins": staff.wrong_pins}
    own = {str(number): check for number, check in staff.dealer_pins}
    return plain | ({"dealer_pins": own} if own else {})


def _staff(plain: Mapping[str, Any]) -> Staff:
    pins, own = (
        tuple((int(number), check) for number, check in kept.items())
        for kept in (plain["pins"], plain.get("dealer_pins", {}))
    )
    return Staff(plain["dealer"], pins, plain["wrong_pins"], own)


def _terms_fields(terms: Terms) -> dict[str, Any]:
    return {
        "profile": terms.profile,
        "game": json.loads(terms.game.text),
        "decks": terms.decks,
        "limit": [terms.limit.low, terms.limit.high],
        "wager_limits": [[spot, limit.low, limit.high] for spot, limit in terms.wager_limits],
        "fees": [list(fee) for fee in terms.fees],
        "highest_wager": terms.highest_wager,
        "fees_allowed": terms.fees_allowed,
        "timer_seconds": terms.timer_seconds,
        "languages": list(terms.languages),
        "open": terms.open,
        "origin": terms.origin,
    }


def _terms(plain: Mapping[str, Any]) -> Terms:
    return Terms(
        profile=plain["profile"],
        game=recorded(json.dumps(plain["game"], sort_keys=True, ensure_ascii=False)),
        decks=plain["decks"],
        limit=Limit(*plain["limit"]),
        wager_limits=tuple((spot, Limit(low, high)) for spot, low, high in plain["wager_limits"]),
        fees=tuple((who, cents) for who, cents in plain["fees"]),
        highest_wager=plain["highest_wager"],
        fees_allowed=plain["fees_allowed"],
        timer_seconds=plain["timer_seconds"],
        languages=tuple(plain["languages"]),
        open=plain["open"],
        origin=plain["origin"],
    )
