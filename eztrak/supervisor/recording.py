"""What to look at on the recording: where the record of a shoe alone does not show what happened at the table.

A fold over the course of a shoe. Each finding is a place on the surveillance recording: from when to when, at which
table, and in plain words why. Nothing here says that anybody did wrong; the recording does, or that nobody did.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any

from eztrak.journal.course import CourseRow
from eztrak.journal.listed import ListedShoe
from eztrak.supervisor.days import instant
from eztrak.table.expectation import WOLF, tails
from eztrak.table.round import NANO
from eztrak.table.story import Happened, What, asked_for, line_of
from eztrak.voice.said import All, Phrase, Said, listed

QUICK = 12  # seconds: no hand is dealt, paid and cleared in less
SHORTEST, LONGEST = 60, 95  # hands that stand in a shoe of eight decks
OFTEN = 5  # corrections of a dealer before they are compared with those of the others
MOST_SHOWN = 200  # findings on paper, five sheets of them, and on a page; how many more there are is said


class Kind(StrEnum):
    """In the order in which a list that is cut keeps them."""

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


# So many of each kind, as a sum names them.
NAMES: Mapping[Kind, Callable[[int], Said]] = {
    Kind.NO_RESULT: lambda count: Said("{count:round|rounds} without a result", count=count),
    Kind.TWO_RESULTS: lambda count: Said("{count:round|rounds} with more than one result", count=count),
    Kind.CONFIRMED: lambda count: Said("{count:hand|hands} confirmed when asked", count=count),
    Kind.QUICK: lambda count: Said("{count:hand|hands} under {seconds} s", count=count, seconds=QUICK),
    Kind.MISTAKE: lambda count: Said("{count:shoe|shoes} started by mistake", count=count),
    Kind.SHORT: lambda count: Said("{count:shoe|shoes} under {hands} hands", count=count, hands=SHORTEST),
    Kind.LONG: lambda count: Said("{count:shoe|shoes} over {hands} hands", count=count, hands=LONGEST),
    Kind.OFTEN: lambda count: Said("{count:dealer|dealers} corrected more often than the others", count=count),
    Kind.MOVED: lambda count: Said("{count:move|moves} to another shoe", count=count),
    Kind.CHANGED: lambda count: Said("{count:hand|hands} changed", count=count),
    Kind.VOIDED: lambda count: Said("{count:hand|hands} voided", count=count),
}


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    said: Said | All
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
            "told": str(self.said),
        }


@dataclass(slots=True)
class Recording:
    """The findings of chosen shoes, of one history or of several."""

    of_shoes: list[Finding] = field(default_factory=list)  # in the order in which the shoes came
    _entered: Counter[int] = field(default_factory=Counter)  # hands by dealer …
    _corrected: Counter[int] = field(default_factory=Counter)  # … and those of them that were voided or changed

    def add(self, shoe: ListedShoe, course: Iterable[CourseRow], dealer: int | None = None) -> None:
        """Looks at a shoe, with a dealer only at what happened while this one was on duty."""
        followed = _Course(course)
        entered = followed.entered
        self._entered.update(one.dealer for one in entered.values())
        self._corrected.update(entered[number].dealer for number in followed.mended if number in entered)
        self.of_shoes += [one for one in _findings(shoe, followed) if dealer in (None, one.dealer)]

    @property
    def findings(self) -> list[Finding]:
        """By table and time; what is about a dealer stands last."""
        return [*sorted(self.of_shoes, key=lambda one: (one.table, one.at)), *self._often()]

    @property
    def sum(self) -> All:
        """2 rounds without a result, 1 hand voided"""
        return summed(self.findings)

    def first(self, most: int) -> tuple[list[Finding], list[Finding]]:
        """As many as fit, in their order, and those left out: the kinds that matter least."""
        everything = self.findings
        order = list(Kind)
        by_kind = sorted(range(len(everything)), key=lambda i: order.index(everything[i].kind))
        shown = set(by_kind[:most])
        return [everything[i] for i in sorted(shown)], [everything[i] for i in sorted(by_kind[most:])]

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
                said = Said(
                    "{count:,} of {hands:,} hands voided or changed ({share} %); other dealers {others} %",
                    count=count,
                    hands=own,
                    share=f"{100 * count / own:.1f}",
                    others=f"{100 * others:.1f}",
                )
                yield Finding(Kind.OFTEN, said, dealer=dealer)


def summed(findings: Iterable[Finding]) -> All:
    counts = Counter(one.kind for one in findings)
    return All(tuple(NAMES[kind](counts[kind]) for kind in Kind if counts[kind]), ", ")


@dataclass(slots=True)
class _Round:
    began: CourseRow
    dealer: int
    after: int  # the hand before it, 0 for none
    closed: bool = False
    meanwhile: list[str] = field(default_factory=list)
    hands: list[CourseRow] = field(default_factory=list)
    ended: CourseRow | None = None  # by what came next; None while it goes on


class _Course:
    """The course of a shoe in rounds."""

    def __init__(self, course: Iterable[CourseRow]) -> None:
        self.entered: dict[int, CourseRow] = {}  # at the keypad, by number
        self.rounds: list[_Round] = []
        self.corrections: list[Happened] = []
        self.mended: set[int] = set()  # hands voided or changed where they were dealt
        self.dealer = 0
        self._last = 0  # the hand after which the next one stands
        self._round: _Round | None = None  # that takes the next result
        for one in course:
            self._follow(one)
        self.standing = _standing(self.entered, self.corrections)

    def _follow(self, one: CourseRow) -> None:
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

    def _begin(self, one: CourseRow) -> None:
        self._round = _Round(one, self.dealer, self._last)
        self.rounds.append(self._round)

    def _end(self, one: CourseRow) -> None:
        if self._round:
            self._round.ended = one
        self._round = None

    def _correct(self, one: CourseRow) -> None:
        if made := one.correction:
            self.corrections.append(made)
            if made.what is What.INSERT and made.after == self._last:
                self._last = made.hand
            if made.what is not What.INSERT and not made.move:
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


def _standing(entered: Mapping[int, CourseRow], corrections: Iterable[Happened]) -> set[int]:
    """The hands that stand, of those entered at the keypad."""
    stand = set(entered)
    for one in corrections:
        if one.what is What.VOID:
            stand.discard(one.hand)
        elif one.hand in entered:
            stand.add(one.hand)  # a void hand that was changed stands again
    return stand


def _no_result(shoe: ListedShoe, one: _Round, ended: CourseRow, corrections: Iterable[Happened]) -> Finding:
    said = [
        Said(
            "No result: bets closed after hand {hand}" if one.closed else "No result: bets opened after hand {hand}",
            hand=one.after,
        )
        if one.after
        else Said(
            "No result: bets closed before the first hand"
            if one.closed
            else "No result: bets opened before the first hand"
        )
    ]
    said += [_MEANWHILE[kind] for kind in dict.fromkeys(one.meanwhile)]
    put_in = [made for made in corrections if made.what is What.INSERT]
    there = [made.hand for made in put_in if made.after == one.after]
    meanwhile = [m.hand for m in put_in if m.after != one.after and one.began.seq < m.seq < ended.seq]
    said += [Said("{hands} inserted there later", hands=_hands_text(there))] if there else []
    said += [Said("{hands} inserted meanwhile", hands=_hands_text(meanwhile))] if meanwhile else []
    return Finding(Kind.NO_RESULT, All(tuple(said)), shoe.table, shoe.number, (), one.began.at, ended.at, one.dealer)


_MEANWHILE = {"start": Said("the board restarted"), "table_close": Said("the table was closed")}


def _several(shoe: ListedShoe, one: _Round, standing: set[int]) -> Iterator[Finding]:
    hands = [hand for hand in one.hands if hand.hand in standing]
    if len(hands) < 2 or all(hand.confirmed for hand in hands[1:]):  # which are findings by themselves
        return
    numbers = [hand.hand for hand in hands]
    said = Said("{count} results in one round: {hands}", count=len(hands), hands=_hands_text(numbers))
    yield _place(Kind.TWO_RESULTS, said, shoe, hands)


def _confirmed(shoe: ListedShoe, hand: CourseRow, stands: bool) -> Finding:
    asked = asked_for(hand.confirmed)
    said = Said("Asked and confirmed: {asked}" if stands else "Asked and confirmed: {asked}; voided since", asked=asked)
    return _place(Kind.CONFIRMED, said, shoe, [hand])


def _quick(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    for first, second in pairwise(one for number, one in course.entered.items() if number in course.standing):
        if first.boot == second.boot:
            if second.mono - first.mono >= QUICK * NANO:
                continue
            seconds = (second.mono - first.mono) / NANO
        else:
            begins, ends = instant(first.at), instant(second.at)
            seconds = (ends - begins).total_seconds() if begins and ends else QUICK
        if 0 <= seconds < QUICK:  # a wall clock that was set back proves nothing
            said = Said("Only {seconds} s after hand {hand}", seconds=f"{seconds:.1f}", hand=first.hand)
            yield _place(Kind.QUICK, said, shoe, [first, second])


def _length(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    """Only of a shoe that has ended."""
    if shoe.ended_at is None:
        return
    hands = shoe.stats.hands
    moved = any(made.move for made in course.corrections)
    if not hands and (moved or not course.corrections):
        kind, said = (
            Kind.MISTAKE,
            Said("Started by mistake: its hands were moved" if course.entered else "Started by mistake: no hand"),
        )
    elif hands < SHORTEST:
        kind, said = Kind.SHORT, Said("Short shoe: {hands:hand|hands}, under {least}", hands=hands, least=SHORTEST)
    elif hands > LONGEST:
        kind, said = Kind.LONG, Said("Long shoe: {hands:hand|hands}, over {most}", hands=hands, most=LONGEST)
    else:
        return
    yield Finding(
        kind, said, shoe.table, shoe.number, (), shoe.started_at, shoe.over_at or shoe.ended_at, course.dealer
    )


def _corrected(shoe: ListedShoe, course: _Course) -> Iterator[Finding]:
    def alike(made: Happened) -> object:
        """Moved hands are one finding."""
        return (made.what, made.move.shoe, made.move.why, made.by) if made.move else made.seq

    for _, run in groupby(course.corrections, alike):
        some = list(run)
        made, last = some[0], some[-1]
        entry = course.entered.get(made.hand)
        hands = tuple(one.hand for one in some)
        if move := made.move:
            deed = Said(
                "{hands} moved from shoe {shoe}" if move.came else "{hands} moved to shoe {shoe}",
                hands=_hands_text(hands),
                shoe=move.shoe,
            )
            kind, line = Kind.MOVED, line_of(deed, made.who, All((Phrase(move.why),) if move.why else ()))
        elif made.what is What.INSERT:
            continue
        else:
            kind, line = Kind.VOIDED if made.what is What.VOID else Kind.CHANGED, made.line(shoe.game)
        said = Said("Corrected: {line}", line=line)
        at, dealer = (entry.at, entry.dealer) if entry else (made.at, 0)
        yield Finding(kind, said, shoe.table, shoe.number, hands, at, last.at, dealer)


def _place(kind: Kind, said: Said | All, shoe: ListedShoe, hands: Sequence[CourseRow]) -> Finding:
    first, last = hands[0], hands[-1]
    numbers = tuple(one.hand for one in hands)
    return Finding(kind, said, shoe.table, shoe.number, numbers, first.at, last.at, last.dealer)


def _hands_text(hands: Sequence[int]) -> Said:
    """hand 3, hands 3 and 5, hands 3 to 9"""
    if len(hands) == 1:
        return Said("hand {hand}", hand=hands[0])
    if len(hands) > 2 and list(hands) == list(range(hands[0], hands[0] + len(hands))):
        return Said("hands {first} to {last}", first=hands[0], last=hands[-1])
    return Said("hands {hands}", hands=listed(hands))
