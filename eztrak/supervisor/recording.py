"""What to look at on the recording: where the record of a shoe alone does not tell what happened at the table.

A fold over the course of a shoe. Each finding is a place on the surveillance recording: from when to when, at which
table, and in plain words why. Nothing here says that anybody did wrong; the recording does, or that nobody did.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any

from eztrak.journal.correction import Correction
from eztrak.journal.course import Happened
from eztrak.journal.listed import ListedShoe
from eztrak.supervisor.days import instant
from eztrak.supervisor.told import change_text
from eztrak.table import commands as c
from eztrak.table.expectation import WOLF, tails
from eztrak.table.round import NANO

QUICK = 12  # seconds: no hand is dealt, paid and cleared in less
SHORTEST, LONGEST = 60, 95  # hands that stand in a shoe of eight decks
OFTEN = 5  # corrections of a dealer before they are compared with those of the others
MOST_SHOWN = 200  # findings on paper, five sheets of them, and on a page; how many more there are is said
MOVED = ("moved to shoe", "moved from shoe")  # how the reason of a hand begins that went from one shoe to another


class Kind(StrEnum):
    """Those first of which a list that is cut tells first."""

    NO_RESULT = "no result"
    TWO_RESULTS = "two results"
    CONFIRMED = "confirmed"
    QUICK = "quick"
    MISTAKE = "begun by mistake"
    SHORT = "short shoe"
    LONG = "long shoe"
    OFTEN = "corrected often"
    MOVED = "moved"
    CHANGED = "changed"
    VOIDED = "voided"


# Each kind as a sum names it: of one, and of several.
NAMES: Mapping[Kind, tuple[str, str]] = {
    Kind.NO_RESULT: ("round without a result", "rounds without a result"),
    Kind.TWO_RESULTS: ("round with more than one result", "rounds with more than one result"),
    Kind.CONFIRMED: ("hand confirmed when asked", "hands confirmed when asked"),
    Kind.QUICK: (f"hand under {QUICK} s", f"hands under {QUICK} s"),
    Kind.MISTAKE: ("shoe begun by mistake", "shoes begun by mistake"),
    Kind.SHORT: (f"shoe under {SHORTEST} hands", f"shoes under {SHORTEST} hands"),
    Kind.LONG: (f"shoe over {LONGEST} hands", f"shoes over {LONGEST} hands"),
    Kind.OFTEN: ("dealer corrected more often than the others", "dealers corrected more often than the others"),
    Kind.MOVED: ("move to another shoe", "moves to another shoe"),
    Kind.CHANGED: ("hand changed", "hands changed"),
    Kind.VOIDED: ("hand voided", "hands voided"),
}
# What the board asked, by the name that the record keeps.
ASKED: Mapping[str, str] = {
    "again": "a second result in the round, or sooner than a hand can be dealt",
    "early": "entered while bets were open",
    "not entered": "typed earlier, and entered late",
    "same shoe": "the same shoe after a long pause",
    "missed": "entered after the next round was asked for",
}


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    told: str
    table: str = ""
    shoe: int | None = None
    hands: tuple[int, ...] = ()
    at: str = ""  # on the recording from here, as the journal writes times …
    until: str = ""  # … to here
    dealer: int = 0  # on duty then; 0 for nobody

    @property
    def ends(self) -> tuple[int, ...]:
        """The hand, or the first and the last of several."""
        return tuple(sorted({min(self.hands), max(self.hands)})) if self.hands else ()

    def plain(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "table": self.table or None,
            "shoe": self.shoe,
            "hands": list(self.hands),
            "at": self.at or None,
            "until": self.until or None,
            "dealer": self.dealer,
            "told": self.told,
        }


@dataclass(slots=True)
class Recording:
    """The findings of chosen shoes, of one history or of several."""

    found: list[Finding] = field(default_factory=list)  # in the order in which the shoes came
    _entered: Counter[int] = field(default_factory=Counter)  # hands by dealer …
    _corrected: Counter[int] = field(default_factory=Counter)  # … and those of them that were voided or changed

    def add(self, shoe: ListedShoe, course: Iterable[Happened], dealer: int | None = None) -> None:
        """Looks at a shoe, with a dealer only at what happened while this one was on duty."""
        followed = _Course(course)
        entered = followed.entered
        self._entered.update(one.dealer for one in entered.values())
        self._corrected.update(entered[number].dealer for number in followed.mended if number in entered)
        self.found += [found for found in _findings(shoe, followed) if dealer in (None, found.dealer)]

    @property
    def findings(self) -> list[Finding]:
        """By table and time; what is about a dealer stands last."""
        return [*sorted(self.found, key=lambda one: (one.table, one.at)), *self._often()]

    @property
    def sum(self) -> str:
        """2 rounds without a result, 1 hand voided"""
        return summed(self.findings)

    def first(self, most: int) -> tuple[list[Finding], list[Finding]]:
        """As many as there is room for, in their order, and those left out: the kinds that tell least."""
        everything = self.findings
        order = list(Kind)
        told = sorted(range(len(everything)), key=lambda i: order.index(everything[i].kind))
        kept = set(told[:most])
        return [everything[i] for i in sorted(kept)], [everything[i] for i in sorted(told[most:])]

    def _often(self) -> Iterator[Finding]:
        """Dealers whose hands were corrected more often than chance shares the corrections out among all hands dealt.

        The chance of crying wolf is shared out among the dealers, as with counts.
        """
        hands, corrected = self._entered.total(), self._corrected.total()
        for dealer, count in sorted(self._corrected.items()):
            own = self._entered[dealer]
            if count < OFTEN or own == hands or count * hands <= corrected * own:
                continue
            if tails(count, corrected, own / hands) < WOLF / len(self._entered):
                others = (corrected - count) / (hands - own)
                share = f"{100 * count / own:.1f} %"
                told = f"{count} of {own:,} hands ({share}) voided or changed; of the others’ {100 * others:.1f} %"
                yield Finding(Kind.OFTEN, told, dealer=dealer)


def summed(findings: Iterable[Finding]) -> str:
    counts = Counter(one.kind for one in findings)
    return ", ".join(f"{counts[kind]:,} {NAMES[kind][counts[kind] > 1]}" for kind in Kind if counts[kind])


@dataclass(slots=True)
class _Round:
    began: Happened
    dealer: int
    after: int  # the hand before it, 0 for none
    closed: bool = False
    meanwhile: list[str] = field(default_factory=list)
    hands: list[Happened] = field(default_factory=list)
    ended: Happened | None = None  # by what came next; None while it goes on


class _Course:
    """The course of a shoe in rounds."""

    def __init__(self, course: Iterable[Happened]) -> None:
        self.entered: dict[int, Happened] = {}  # at the keypad, by number
        self.rounds: list[_Round] = []
        self.corrections: list[Correction] = []
        self.mended: set[int] = set()  # hands voided or changed where they were dealt
        self.dealer = 0
        self._last = 0  # the hand after which the next one stands
        self._round: _Round | None = None  # that takes the next result
        for one in course:
            self._follow(one)
        self.standing = _standing(self.entered, self.corrections)

    def _follow(self, one: Happened) -> None:
        match one.kind:
            case "hand":
                self.entered[one.hand] = one
                self._last = one.hand
                if self._round:
                    self._round.hands.append(one)
            case "timer_start":
                self._end(one)
                self._begin(one)
            case "bets_close":
                if self._round is None or self._round.hands:
                    self._begin(one)
                if self._round:
                    self._round.closed = True
            case "start" | "table_close":
                if self._round and self._round.hands:
                    self._end(one)
                elif self._round:
                    self._round.meanwhile.append(one.kind)
            case "shoe_start":
                self.dealer = one.dealer
                for begun in self.rounds:  # before the shoe, when nobody had said yet who is on duty
                    begun.dealer = begun.dealer or one.dealer
            case "dealer":
                self.dealer = one.dealer
            case "shoe_end":
                self._end(one)
            case "void" | "change" | "insert":
                self._correct(one)

    def _begin(self, one: Happened) -> None:
        self._round = _Round(one, self.dealer, self._last)
        self.rounds.append(self._round)

    def _end(self, one: Happened) -> None:
        if self._round:
            self._round.ended = one
        self._round = None

    def _correct(self, one: Happened) -> None:
        if made := one.correction:
            self.corrections.append(made)
            if made.what == "insert" and made.after == self._last:
                self._last = made.hand
            if made.what != "insert" and not made.reason.startswith(MOVED):
                self.mended.add(made.hand)


def _findings(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    """All that is to be looked at in a shoe."""
    for one in course.rounds:
        if not one.hands and one.ended:
            yield _no_result(shoe, one, one.ended, course.corrections)
        elif len(one.hands) > 1:
            yield from _several(shoe, one, course.standing)
    for hand in course.entered.values():
        if hand.confirmed:
            yield _confirmed(shoe, hand, hand.hand in course.standing)
    yield from _quick(shoe, course)
    yield from _length(shoe, course)
    yield from _corrected(shoe, course)


def _standing(entered: Mapping[int, Happened], corrections: Iterable[Correction]) -> set[int]:
    """The hands that stand, of those entered at the keypad."""
    stand = set(entered)
    for one in corrections:
        if one.what == "void":
            stand.discard(one.hand)
        elif one.hand in entered:
            stand.add(one.hand)  # a void hand that was changed stands again
    return stand


def _no_result(shoe: ListedShoe, one: _Round, ended: Happened, corrections: Iterable[Correction]) -> Finding:
    where = f"after hand {one.after}" if one.after else "before the first hand"
    words = [f"No result: bets were {'closed' if one.closed else 'opened'} {where}"]
    words += [_MEANWHILE[kind] for kind in dict.fromkeys(one.meanwhile)]
    put_in = [made for made in corrections if made.what == "insert"]
    there = [made.hand for made in put_in if made.after == one.after]
    meanwhile = [m.hand for m in put_in if m.after != one.after and one.began.seq < m.seq < ended.seq]
    words += [
        f"{_hands_text(hands)} put in {when}"
        for hands, when in ((there, "there later"), (meanwhile, "meanwhile"))
        if hands
    ]
    return Finding(Kind.NO_RESULT, "; ".join(words), shoe.table, shoe.number, (), one.began.at, ended.at, one.dealer)


_MEANWHILE = {"start": "the unit was started anew", "table_close": "the table was closed"}


def _several(shoe: ListedShoe, one: _Round, standing: set[int]) -> Iterator[Finding]:
    hands = [hand for hand in one.hands if hand.hand in standing]
    if len(hands) < 2 or all(hand.confirmed for hand in hands[1:]):  # which are told by themselves
        return
    told = f"{len(hands)} results in a round: {_hands_text([hand.hand for hand in hands])}"
    yield _place(Kind.TWO_RESULTS, told, shoe, hands)


def _confirmed(shoe: ListedShoe, hand: Happened, stands: bool) -> Finding:
    asked = ASKED.get(hand.confirmed, f"“{hand.confirmed}”")
    void = "" if stands else "; void since"
    return _place(Kind.CONFIRMED, f"Asked and confirmed: {asked}{void}", shoe, [hand])


def _quick(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    for first, second in pairwise(one for number, one in course.entered.items() if number in course.standing):
        if first.boot == second.boot:
            if second.mono - first.mono >= QUICK * NANO:
                continue
            seconds = (second.mono - first.mono) / NANO
        else:
            begins, ends = instant(first.at), instant(second.at)
            seconds = (ends - begins).total_seconds() if begins and ends else QUICK
        if 0 <= seconds < QUICK:  # a wall clock that was set back tells nothing
            yield _place(Kind.QUICK, f"Only {seconds:.1f} s after hand {first.hand}", shoe, [first, second])


def _length(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    """Only of a shoe that has ended."""
    if shoe.ended_at is None:
        return
    hands = shoe.stats.hands
    moved = any(made.reason.startswith(MOVED) for made in course.corrections)
    if not hands and (moved or not course.corrections):
        why = "its hands were moved" if course.entered else "it has no hand"
        kind, told = Kind.MISTAKE, f"Shoe {shoe.number} was begun by mistake: {why}"
    elif hands < SHORTEST:
        kind, told = Kind.SHORT, f"Short shoe: {hands} hand{'s' if hands != 1 else ''}, under {SHORTEST}"
    elif hands > LONGEST:
        kind, told = Kind.LONG, f"Long shoe: {hands} hands, over {LONGEST}"
    else:
        return
    yield Finding(kind, told, shoe.table, shoe.number, (), shoe.started_at, shoe.ended_at, course.dealer)


def _moved(reason: str) -> str:
    """From where or to where, and why; without the number that a single hand had there."""
    return re.sub(r"^(moved from shoe \d+), hand \d+", r"\1", reason)


def _corrected(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    def alike(made: Correction) -> object:
        """Moved hands are told together."""
        return (made.what, _moved(made.reason), made.by) if made.reason.startswith(MOVED) else made.seq

    for _, run in groupby(course.corrections, alike):
        some = list(run)
        made, last = some[0], some[-1]
        entry = course.entered.get(made.hand)
        hands = tuple(one.hand for one in some)
        if made.reason.startswith(MOVED):
            where, _, why = _moved(made.reason).partition(": ")
            kind, told = Kind.MOVED, f"{_hands_text(hands)} {where} by {made.by}{f': {why}' if why else ''}"
            told = told[0].upper() + told[1:]
        elif made.what == "insert":
            continue
        else:
            kind = Kind.VOIDED if made.what == "void" else Kind.CHANGED
            what = change_text(made, shoe.game)
            if made.by == c.DEALER and kind is Kind.CHANGED:
                what = what.replace("changed", "retyped", 1)
            told = f"{what[0].upper()}{what[1:]} by {made.by}: {made.reason}"
        at, dealer = (entry.at, entry.dealer) if entry else (made.at, 0)
        yield Finding(kind, told, shoe.table, shoe.number, hands, at, last.at, dealer)


def _place(kind: Kind, told: str, shoe: ListedShoe, hands: Sequence[Happened]) -> Finding:
    first, last = hands[0], hands[-1]
    numbers = tuple(one.hand for one in hands)
    return Finding(kind, told, shoe.table, shoe.number, numbers, first.at, last.at, last.dealer)


def _hands_text(hands: Sequence[int]) -> str:
    """hand 3, hands 3 and 5, hands 3 to 9"""
    if len(hands) == 1:
        return f"hand {hands[0]}"
    if len(hands) > 2 and list(hands) == list(range(hands[0], hands[0] + len(hands))):
        return f"hands {hands[0]} to {hands[-1]}"
    return f"hands {', '.join(map(str, hands[:-1]))} and {hands[-1]}"
