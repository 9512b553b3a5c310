"""What has happened at a table, in the form in which it is kept. Nothing here is ever edited; a void is a new event.

An event carries all that a reader needs: a void names the hand that it takes away, a shoe's start the terms in force.
`fields` and `event_of` turn an event into plain fields and back: the same in the journal and in the log line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from eztrak.game.hand import Hand, Outcome
from eztrak.game.profile import Wager
from eztrak.table.terms import Limit, Terms


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
    shoe: int
    table: str
    terms: Terms


@dataclass(frozen=True, slots=True)
class HandRecorded:
    shoe: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class HandVoided:
    """`hand` is the hand as it stood."""

    shoe: int
    hand: Hand
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class ShoeEnded:
    """The hash of this event's row is what the shoe's seal is made of."""

    shoe: int
    hands: int


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


Event: TypeAlias = (
    Started
    | TermsSet
    | ShoeStarted
    | HandRecorded
    | HandVoided
    | ShoeEnded
    | TableOpened
    | TableClosed
    | TimerStarted
    | BetsClosed
)

KINDS: Mapping[str, type[Event]] = {
    "start": Started,
    "terms": TermsSet,
    "shoe_start": ShoeStarted,
    "hand": HandRecorded,
    "void": HandVoided,
    "shoe_end": ShoeEnded,
    "table_open": TableOpened,
    "table_close": TableClosed,
    "timer_start": TimerStarted,
    "bets_close": BetsClosed,
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


def fields(event: Event) -> dict[str, Any]:
    """An event's content as plain values: numbers, texts and, for terms, a mapping. Flags that are off are left out."""
    plain: dict[str, Any] = {}
    for name in event.__slots__:
        value = getattr(event, name)
        if isinstance(value, Hand):
            plain |= _hand_fields(value)
        elif isinstance(value, Terms):
            plain[name] = _terms_fields(value)
        else:
            plain[name] = value
    return plain


def event_of(kind: str, plain: Mapping[str, Any]) -> Event:
    """The event behind a journal row. Raises KeyError, TypeError or ValueError for fields that make none."""
    known = KINDS[kind]
    values: dict[str, Any] = {}
    for name in known.__slots__:
        if name == "hand":
            values[name] = _hand(plain)
        elif name == "terms":
            values[name] = _terms(plain[name])
        else:
            values[name] = plain[name]
    return known(**values)


_FLAGS = ("natural", "dragon7", "panda8", "free")


def _hand_fields(hand: Hand) -> dict[str, Any]:
    return {"hand": hand.number, "outcome": hand.outcome.value} | {f: 1 for f in _FLAGS if getattr(hand, f)}


def _hand(plain: Mapping[str, Any]) -> Hand:
    flags = {flag: bool(plain.get(flag)) for flag in _FLAGS}
    return Hand(Outcome(plain["outcome"]), number=plain["hand"], **flags)


def _terms_fields(terms: Terms) -> dict[str, Any]:
    return {
        "profile": terms.profile,
        "wagers": [w.value for w in terms.wagers],
        "decks": terms.decks,
        "limit": [terms.limit.low, terms.limit.high],
        "wager_limits": {w.value: [limit.low, limit.high] for w, limit in terms.wager_limits},
        "fees": dict(terms.fees),
        "timer_seconds": terms.timer_seconds,
        "open": terms.open,
        "origin": terms.origin,
    }


def _terms(plain: Mapping[str, Any]) -> Terms:
    return Terms(
        profile=plain["profile"],
        wagers=tuple(map(Wager, plain["wagers"])),
        decks=plain["decks"],
        limit=Limit(*plain["limit"]),
        wager_limits=tuple((Wager(w), Limit(*limit)) for w, limit in plain["wager_limits"].items()),
        fees=tuple(plain["fees"].items()),
        timer_seconds=plain["timer_seconds"],
        open=plain["open"],
        origin=plain["origin"],
    )
