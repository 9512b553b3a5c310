"""What has happened at a table, in the form in which it is kept. Nothing here is ever edited; a void is a new event.

An event carries all that a reader needs: a void names the hand that it takes away, a shoe's start the terms in force.
`fields` and `event_of` turn an event into plain fields and back: the same in the journal and in the log line.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, replace
from dataclasses import fields as slots
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, dataclass_transform

from eztrak.game.hand import Hand, Outcome
from eztrak.game.reading import recorded
from eztrak.table.changes import Change, Planned
from eztrak.table.pack import pack_of
from eztrak.table.position import NOBODY, Position
from eztrak.table.software import SOURCE, UNKNOWN, Checked, Running, Software
from eztrak.table.staff import Staff
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.table.upcasts import brought_up
from eztrak.voice import wire
from eztrak.voice.said import NOTHING, Said

SEAL_FORM = 2  # of the seals that are made now; journal/chain.py has them all
KINDS: dict[str, "type[Event]"] = {}
VERSIONS: dict[str, int] = {}  # of the fields of a kind; those not named here are still as they first were
_KIND_OF: dict[type, str] = {}
AnEvent = TypeVar("AnEvent")


@dataclass_transform(frozen_default=True)
def event(kind: str, version: int = 1) -> Callable[[type[AnEvent]], type[AnEvent]]:
    """A kind of event, by its name in the journal; older versions of its fields are brought up in upcasts.py."""

    def made(fields: type[AnEvent]) -> type[AnEvent]:
        known = dataclass(frozen=True, slots=True)(fields)
        KINDS[kind] = cast("type[Event]", known)
        _KIND_OF[known] = kind
        if version > 1:
            VERSIONS[kind] = version
        return known

    return made


def _known(form: int) -> None:
    if form not in (1, SEAL_FORM):
        raise ValueError(f"no seal has form {form}")


@event("start")
class Started:
    """The unit came up; a timer that was running when it went down runs no longer."""

    version: str
    table: str
    running: Running = SOURCE


@event("terms", version=3)
class TermsSet:
    terms: Terms
    by: str
    planned: int = 0  # the change that waited and holds now, by number


@event("plan")
class TermsPlanned:
    """A change of the terms waits, and stands on the board until it holds."""

    plan: Planned


@event("plan_drop")
class PlanDropped:
    number: int
    by: str


@event("position")
class PositionAnswered:
    """The player-dealer position was offered after so many hands."""

    answer: str
    hands: int


@event("shoe_start", version=4)
class ShoeStarted:
    """Carries all that is in force, so that what came before the shoe need not be read to know it."""

    shoe: int
    table: str
    terms: Terms
    staff: Staff
    unconfirmed: "tuple[ToConfirm, ...]" = ()
    plans: tuple[Planned, ...] = ()  # changes of the terms that wait
    position: Position = NOBODY  # of the player-dealer
    software: Software = UNKNOWN


@event("hand", version=2)
class HandRecorded:
    shoe: int
    hand: Hand
    dealer: int = 0  # on duty, by number
    by: str = ""  # the supervisor who confirmed cards that break the tableau
    confirmed: str = ""  # what the board asked before it took the hand, by name, and the dealer confirmed
    source: str = ""  # where it was typed: the kind of input, and the device


@event("void", version=2)
class HandVoided:
    """`hand` is the hand as it stood."""

    shoe: int
    hand: Hand
    by: str
    reason: str
    source: str = ""


@event("change", version=2)
class HandChanged:
    """`was` is the hand as it stood, `hand` what it is from now on."""

    shoe: int
    hand: Hand
    was: Hand
    by: str
    reason: str
    source: str = ""


@event("insert", version=2)
class HandInserted:
    """A hand that was played but not entered, or in another shoe, put in after another (0: before the first)."""

    shoe: int
    hand: Hand
    after: int
    by: str
    reason: str
    entered_at: str = ""  # in the other shoe, UTC …
    dealer: int = 0  # … and who dealt it there
    source: str = ""


@event("shoe_end")
class ShoeEnded:
    """The hash of this event's row is what the shoe's seal is made of."""

    shoe: int
    hands: int
    form: int = 1  # of the seal

    def __post_init__(self) -> None:
        _known(self.form)


@event("shoe_seal")
class ShoeSealed:
    """A hand of a shoe that had ended was corrected: of the hash of this event's row a new seal is made, which stands
    beside the ones before."""

    shoe: int
    form: int

    def __post_init__(self) -> None:
        _known(self.form)


@event("shoe_resume")
class ShoeResumed:
    """The shoe before the one that has just ended goes on: that one should not have begun."""

    shoe: int
    by: str


@event("table_open")
class TableOpened:
    by: str


@event("table_close")
class TableClosed:
    by: str


@event("timer_start")
class TimerStarted:
    seconds: int
    again: int = 0  # 1: the bets were closed and open again, and the hand has no result


@event("bets_close")
class BetsClosed:
    by: str


@event("dealer")
class DealerSet:
    dealer: int  # 0: nobody is on duty
    by: str


@event("sign_in")
class SignedIn:
    supervisor: int


@event("pin_wrong")
class PinWrong:
    tries: int  # wrong ones in a row


@event("pin_set")
class PinSet:
    """`check` tells a right PIN from a wrong one only together with the unit's secret, which is in no record."""

    supervisor: int
    check: str
    by: str


@event("dealer_pin")
class DealerPinSet:
    dealer: int
    check: str  # as that of a supervisor's PIN; "" when it is taken away
    by: str


@event("pin_remove")
class PinRemoved:
    supervisor: int
    by: str


@event("pins_clear")
class PinsCleared:
    """The unit's secret is a new one: no PIN is valid any more, and the first one is set anew."""


@event("health", version=2)
class HealthNoted:
    """What is wrong with the machine changed: the record says what it stood on."""

    wrong: str  # by name; "" when all is well again
    told: Said


INCIDENT = "incident"


@event("export")
class ExportAsked:
    """Shoes of these days, or a report, are to leave the unit on a stick: on record before the stick is touched."""

    stick: str  # as people know it: make, size, format
    device: str  # as the machine knows it
    since: str  # the first day and …
    until: str  # … the last one
    by: str
    what: str = ""  # INCIDENT: the report of a malfunction …
    hours: int = 0  # … of so many hours before, instead of days


@event("export_end", version=2)
class ExportEnded:
    """The files are on the stick and were read back, or `fault` says why not."""

    folder: str
    digest: str  # SHA-256 of the file SHA256SUMS there, which stands for all others
    fault: Said = NOTHING


@event("copy_taken")
class CopyTaken:
    """Events that the history had lost came back from a copy, which anybody may have written to. A copy has no say in
    who may open the menu: the PINs in force are those of `staff`, which the history itself still knew."""

    first: int
    last: int
    source: str
    staff: Staff


@event("copy_differs", version=2)
class CopyDiffers:
    """The second copy was not a copy of this history, and was set aside: one of the two may have been rewritten."""

    told: Said


@event("copy_confirm", version=2)
class CopyConfirmed:
    """A supervisor has seen what a copy has to do with the record, and stands for it."""

    waited: "tuple[ToConfirm, ...]"
    by: str


@event("restore")
class Restored:
    """A backup was put in the place of the history: what came after it is here no more."""

    source: str  # the backup
    row: int  # its last row and …
    head: str  # … the hash of that
    at: str  # when, UTC
    kept: str = ""  # where the history is kept that was here before, "" where there was none …
    last: int = 0  # … the row that it went up to, 0 where it could not be read …
    shoe: int = 0  # … and the highest number of a shoe in it: none is used twice


@event("archive")
class Archived:
    """The room had the whole history before this one taken off the unit, and this one begins anew."""

    archive: str  # where it was put
    rows: int  # in it, and …
    head: str  # … the hash of the last
    at: str  # when, UTC
    shoe: int  # the highest number of a shoe in it: none is used twice
    staff: Staff  # whose PINs go on


@event("clock")
class ClockStepped:
    """The clock on the wall was set: by the machine's own clock, or by the row before, it was another time."""

    expected: str  # UTC; the event's own moment has what it is now


@event("keypad", version=2)
class KeypadNoted:
    """A keypad was lost, or is back."""

    keypad: str  # as the config names it
    wrong: Said = NOTHING  # when it is back


@event("software", version=2)
class SoftwareChecked:
    """What a check of every file found, with the first one after a start, and whenever it was something else."""

    checked: Checked


@event("software_confirm", version=2)
class SoftwareConfirmed:
    """A supervisor stands for software that is not what was approved: hands are taken with it."""

    difference: str  # its code
    what: Said
    by: str


@event("key")
class UnitKeyed:
    """The key that signs the record from here on, and what of the record before it is not as this unit left it."""

    key: str  # public, in base 64
    place: str  # what keeps it
    before: str = ""  # the key until then: the unit or its key was replaced
    unsigned: int = 0  # the first row before this start that no key vouches for, and should …
    last: int = 0  # … and the last one
    gone: int = 0  # the last row of what this unit had signed and is not here: cut off, or another history; …
    shoe: int = 0  # … and the highest number of a shoe in that: none is used twice


Event: TypeAlias = (
    Started
    | TermsSet
    | TermsPlanned
    | PlanDropped
    | PositionAnswered
    | ShoeStarted
    | HandRecorded
    | HandVoided
    | HandChanged
    | HandInserted
    | ShoeEnded
    | ShoeSealed
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
    | Restored
    | Archived
    | ClockStepped
    | KeypadNoted
    | SoftwareChecked
    | SoftwareConfirmed
    | UnitKeyed
)

# What a supervisor has to confirm: that whoever had a hand in the record is known to the room.
ToConfirm: TypeAlias = CopyTaken | CopyDiffers | Restored | Archived | UnitKeyed
AboutHand: TypeAlias = HandRecorded | HandVoided | HandChanged | HandInserted


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
    """An event's content as plain values: numbers, texts, lists, mappings. What is at its default is left out."""
    kind = kind_of(event)
    plain: dict[str, Any] = {"v": VERSIONS[kind]} if kind in VERSIONS else {}
    for name, default, form in _SLOTS[type(event)]:
        value = getattr(event, name)
        if form.spread:
            plain |= form.plain(value)
        elif value != default:
            plain[name] = form.plain(value)
    return plain


def event_of(kind: str, plain: Mapping[str, Any]) -> Event:
    """The event behind a journal row. Raises KeyError, TypeError or ValueError for fields that make none."""
    known = KINDS[kind]
    plain = brought_up(kind, plain)
    values: dict[str, Any] = {}
    for name, default, form in _SLOTS[known]:
        if form.spread:
            values[name] = form.made(plain)
        elif default is MISSING or name in plain:
            values[name] = form.made(plain[name])
    return known(**values)


OfSoftware = TypeVar("OfSoftware", Running, Checked, Software)
_FLAGS = ("free", "voided")
_CARDS = {"player": "player_cards", "banker": "banker_cards", "totals": "totals"}


def _hand_fields(hand: Hand) -> dict[str, Any]:
    plain: dict[str, Any] = {"hand": hand.number, "outcome": hand.outcome.value}
    if hand.marks:
        plain["marks"] = sorted(hand.marks)
    plain |= {flag: 1 for flag in _FLAGS if getattr(hand, flag)}
    return plain | {name: getattr(hand, side) for side, name in _CARDS.items() if getattr(hand, side)}


def _hand(plain: Mapping[str, Any]) -> Hand:
    said = plain.get
    return Hand(
        Outcome(plain["outcome"]),
        frozenset(said("marks", ())),
        bool(said("free")),
        bool(said("voided")),
        plain["hand"],
        said("player_cards", ""),
        said("banker_cards", ""),
        said("totals", ""),
    )


def _staff_fields(staff: Staff) -> dict[str, Any]:
    pins = {str(number): check for number, check in staff.pins}
    plain = {"dealer": staff.dealer, "pins": pins, "wrong_pins": staff.wrong_pins}
    own = {str(number): check for number, check in staff.dealer_pins}
    return plain | ({"dealer_pins": own} if own else {})


def _staff(plain: Mapping[str, Any]) -> Staff:
    pins, own = (
        tuple((int(number), check) for number, check in checks.items())
        for checks in (plain["pins"], plain.get("dealer_pins", {}))
    )
    return Staff(plain["dealer"], pins, plain["wrong_pins"], own)


def _software_fields(software: Software) -> dict[str, Any]:
    plain = _lean(replace(software, checked=None))
    return plain | ({"checked": _lean(software.checked)} if software.checked else {})


def _software(plain: Mapping[str, Any]) -> Software:
    made = _unlean(Software, {name: value for name, value in plain.items() if name != "checked"})
    return replace(made, checked=_checked(plain["checked"])) if "checked" in plain else made


def _checked(plain: Mapping[str, Any]) -> Checked:
    differs = wire.heard(plain["differs"]) if "differs" in plain else NOTHING
    return replace(_unlean(Checked, plain), differs=differs, files=tuple(plain.get("files", ())))


def _lean(value: Running | Checked | Software) -> dict[str, Any]:
    """What is said of it: nothing that is empty."""
    held = {slot.name: getattr(value, slot.name) for slot in slots(value)}
    return {name: wire.plain(said) if isinstance(said, Said) else said for name, said in held.items() if said}


def _unlean(kind: type[OfSoftware], plain: Mapping[str, Any]) -> OfSoftware:
    return kind(**{slot.name: plain[slot.name] for slot in slots(kind) if slot.name in plain})


def _plan_fields(plan: Planned) -> dict[str, Any]:
    plain: dict[str, Any] = {"number": plan.number, "when": plan.when, "by": plan.by}
    if plan.earliest:
        plain["earliest"] = plan.earliest
    if plan.terms is not None:
        return plain | {"terms": _terms_fields(plan.terms)}
    return plain | ({"change": asdict(plan.change)} if plan.change else {})


def _plan(plain: Mapping[str, Any]) -> Planned:
    terms, change = plain.get("terms"), plain.get("change")
    if (terms is None) == (change is None):
        raise ValueError("a plan has a change or terms")
    return Planned(
        number=plain["number"],
        when=plain["when"],
        by=plain["by"],
        change=Change(**change) if change is not None else None,
        terms=_terms(terms) if terms is not None else None,
        earliest=plain.get("earliest", ""),
    )


def _terms_fields(terms: Terms) -> dict[str, Any]:
    return {
        "pack": terms.pack.fields(),
        "game": json.loads(terms.game.text),
        "decks": terms.decks,
        "limit": [terms.limit.low, terms.limit.high],
        "wager_limits": [[spot, limit.low, limit.high] for spot, limit in terms.wager_limits],
        "schedule": [
            [[row.limit.low, row.limit.high] if row.limit else None, [list(fee) for fee in row.fees]]
            for row in terms.schedule
        ],
        "languages": list(terms.languages),
        **{name: getattr(terms, name) for name in _AS_THEY_ARE},
    }


_AS_THEY_ARE = ("fees_when", "payout", "notice_minutes", "player_dealer", "timer_seconds", "open", "origin")


def _terms(plain: Mapping[str, Any]) -> Terms:
    return Terms(
        pack=pack_of(plain["pack"]),
        game=recorded(json.dumps(plain["game"], sort_keys=True, ensure_ascii=False)),
        decks=plain["decks"],
        limit=Limit(*plain["limit"]),
        wager_limits=tuple((spot, Limit(low, high)) for spot, low, high in plain["wager_limits"]),
        schedule=tuple(
            FeeRow(Limit(*limit) if limit else None, tuple((who, cents) for who, cents in fees))
            for limit, fees in plain["schedule"]
        ),
        languages=tuple(plain["languages"]),
        **{name: plain[name] for name in _AS_THEY_ARE},
    )


class _Form(NamedTuple):
    """How what stands in a slot is kept in a row, and made of that again."""

    plain: Callable[[Any], Any]
    made: Callable[[Any], Any]
    spread: bool = False  # over all of the row, with names of its own


_AS_IT_IS = _Form(lambda value: value, lambda value: value)
_SAID = _Form(wire.plain, wire.heard)
_TO_CONFIRM = _Form(
    lambda events: [[kind_of(event), fields(event)] for event in events],
    lambda rows: tuple(event_of(kind, plain) for kind, plain in rows),
)
_FORMS = {
    "hand": _Form(_hand_fields, _hand, spread=True),
    "was": _Form(_hand_fields, _hand),
    "terms": _Form(_terms_fields, _terms),
    "staff": _Form(_staff_fields, _staff),
    "plan": _Form(_plan_fields, _plan),
    "plans": _Form(lambda plans: [*map(_plan_fields, plans)], lambda plans: tuple(map(_plan, plans))),
    "position": _Form(asdict, lambda plain: Position(**plain)),
    "software": _Form(_software_fields, _software),
    "running": _Form(_lean, lambda plain: _unlean(Running, plain), spread=True),
    "checked": _Form(_lean, _checked, spread=True),
    "unconfirmed": _TO_CONFIRM,
    "waited": _TO_CONFIRM,
}
# Of each kind of event, made once: there may be millions of rows.
_SLOTS = {
    event: [
        (slot.name, slot.default, _SAID if slot.type is Said else _FORMS.get(slot.name, _AS_IT_IS))
        for slot in slots(event)
    ]
    for event in KINDS.values()
}
