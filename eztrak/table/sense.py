"""Whether a history can have happened: every event on record is one that `decide` gives, in the state that there was
then, for a command of somebody who could give it.

The chain says that nothing was changed since it was written, or that all of it was written anew; this says whether what
was written makes sense. It has no rules of its own but who can have given a command (`givers`). Rows of releases with
other rules are not judged by those of today.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta, timezone
from typing import Any, TypeAlias

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.causes import causes
from eztrak.table.clocks import in_row, time_of
from eztrak.table.decisions import decide
from eztrak.table.givers import Present, barred
from eztrak.table.state import TableState, apply
from eztrak.voice.said import NOTHING, Said
from eztrak.voice.wire import heard

JUDGED_SINCE = (0, 9)  # releases from this one on have these rules; raise it with a rule that is stricter than before
Walls: TypeAlias = Callable[[e.Moment], Iterable[str]]

_MOST = 20  # faults that are listed one by one
_BY_TIME = (e.Started, e.TermsSet, e.TermsPlanned, e.PlanDropped)  # for these it matters what time it was
_CUT_OFF = Said("the rows that belong with it are missing")
# What a row that somebody made up can do to the code that takes it for an event.
_UNFIT = (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError, AssertionError, StopIteration)


class Sense:
    """Takes records in their order, all from the first one on."""

    def __init__(self, state: TableState | None = None, walls: Walls | None = None) -> None:
        self.state = TableState() if state is None else state
        self.strange: list[Said] = []  # what cannot have happened, the first ones
        self.more = 0  # how many there are beside these
        self.lost: list[Said] = []  # what was cut off before a start, as damage does
        self.other: dict[str, int] = {}  # rows that follow other rules, by the release that wrote them
        self._walls = _Local() if walls is None else walls
        self._present = Present()
        self._group: list[e.Record] = []
        self._release = ""  # that writes, where it is an older one, which had other rules
        self._newest: tuple[int, ...] = ()  # the release before
        self._head = 0, ""
        self._staffs = {_pins(self.state)}

    def take(self, record: e.Record) -> None:
        if self._group and record.moment != self._group[0].moment:
            self._judge(self._group, record.event)
            self._group = []
        self._group.append(record)

    def finish(self) -> None:
        """That was all."""
        if self._group:
            self._judge(self._group, None)
            self._group = []

    def _judge(self, group: list[e.Record], following: e.Event | None) -> None:
        """Records of one moment: those of a command, or of several."""
        events, place = [record.event for record in group], 0
        while place < len(events):
            try:
                going_back = self._starts(events[place])
                count, wrong = self._explained(group[place], events[place:])
                wrong = going_back or wrong
            except _UNFIT:
                count, wrong = 1, Said("eztrak writes no such event")
            if wrong is _CUT_OFF and isinstance(following, e.Started | e.CopyTaken):
                self.lost.append(in_row(group[-1], _CUT_OFF))
            elif wrong and self._release:
                self.other[self._release] = self.other.get(self._release, 0) + 1
            elif wrong:
                self._is_strange(in_row(group[place], wrong))
            for record in group[place : place + count]:
                self._apply(record)
            place += count
        self._head = group[-1].seq, group[-1].hash

    def _starts(self, event: e.Event) -> Said:
        """Takes note of the release that writes from now on; says why it cannot be that one."""
        if not isinstance(event, e.Started):
            return NOTHING
        before, self._newest = self._newest, _numbers(event.version)
        self._release = ""
        if not () < self._newest < JUDGED_SINCE:
            return NOTHING
        if before >= JUDGED_SINCE:
            self._newest = before
            return Said("eztrak {release} cannot have opened a history of a newer one", release=event.version)
        self._release = event.version
        return NOTHING

    def _explained(self, record: e.Record, events: Sequence[e.Event]) -> tuple[int, Said]:
        """How many of the events come of the first command, and why that cannot be; nothing where it can."""
        first = events[0]
        if isinstance(first, e.CopyTaken):
            return 1, self._taken_up(record, first)
        if isinstance(first, e.Restored) and (wrong := self._restored(first)):
            return 1, wrong
        state, why, count = self.state, NOTHING, 1
        cut_off = False
        walls = self._walls(record.moment) if state.plans or isinstance(first, _BY_TIME) else ("",)
        for wall in walls:
            for cause in causes(state, events):
                decision = decide(state, cause.command, wall, cause.source)
                if self._release and not isinstance(decision, c.Refusal) and not _same(events, decision):
                    decision = _sealed_once(decision)
                if isinstance(decision, c.Refusal):
                    why = why or decision
                elif decision and _same(events, decision):
                    return len(decision), barred(state, self._present, cause, record.moment, wall)
                elif decision and _same(decision, events):
                    cut_off = True
                elif not why:
                    count, why = _difference(events, decision)
        if cut_off:
            return len(events), _CUT_OFF
        return count, why or Said("no key, menu or config can have made it")

    def _taken_up(self, record: e.Record, taken: e.CopyTaken) -> Said:
        """A copy was taken up before a start. It has no say in the PINs: they are some that there were."""
        if not 0 < taken.first <= taken.last < record.seq:
            return Said("there are no such rows before it")
        known = replace(self.state, staff=taken.staff)
        if _pins(known) not in self._staffs or taken.staff.dealer != self.state.staff.dealer:
            return Said("it brings PINs that were never set here")
        return NOTHING

    def _restored(self, restored: e.Restored) -> Said:
        row, head = self._head
        if row > restored.row or (row == restored.row and head != restored.head):
            return Said("this history does not continue what was restored")
        return NOTHING

    def _apply(self, record: e.Record) -> None:
        try:
            self.state = apply(self.state, record)
        except _UNFIT:
            return
        self._present.saw(record.event)
        if isinstance(record.event, _ABOUT_STAFF):
            self._staffs.add(_pins(self.state))

    def _is_strange(self, said: Said) -> None:
        if len(self.strange) < _MOST:
            self.strange.append(said)
        else:
            self.more += 1


_ABOUT_STAFF = (e.PinWrong, e.SignedIn, e.PinSet, e.DealerPinSet, e.PinRemoved, e.PinsCleared, e.Archived)


def _sealed_once(decision: Sequence[e.Event]) -> tuple[e.Event, ...]:
    """As older releases recorded it: a shoe had one seal, of the first form, whatever was corrected later."""
    events = (event for event in decision if not isinstance(event, e.ShoeSealed))
    return tuple(replace(event, form=1) if isinstance(event, e.ShoeEnded) else event for event in events)


def _pins(state: TableState) -> tuple[object, ...]:
    return state.staff.pins, state.staff.wrong_pins, state.staff.dealer_pins


def _same(events: Sequence[e.Event], decision: Sequence[e.Event]) -> bool:
    """Whether all of the second stand at the beginning of the first, with the config that they came of."""
    if len(events) < len(decision):
        return False
    return all(one == other and _origins(one) == _origins(other) for one, other in zip(events, decision, strict=False))


def _origins(event: e.Event) -> str:
    """Terms are alike whatever config they came of; on record they are not."""
    return event.terms.origin if isinstance(event, e.TermsSet | e.ShoeStarted) else ""


def _difference(events: Sequence[e.Event], decision: Sequence[e.Event]) -> tuple[int, Said]:
    """Where events part from those that a command would have made, and how many belong to it."""
    for place, right in enumerate(decision):
        if place == len(events) or type(right) is not type(events[place]):
            return max(place, 1), Said("eztrak would have recorded {kind} with it", kind=e.kind_of(right))
        if right != events[place] or _origins(right) != _origins(events[place]):
            alike = [type(one) is type(other) for one, other in zip(events, decision, strict=False)]
            count = len(decision) if len(alike) == len(decision) and all(alike) else place + 1
            return count, _field(e.fields(events[place]), e.fields(right))
    return 1, Said("eztrak would have recorded nothing")


def _field(seen: dict[str, Any], right: dict[str, Any], path: str = "") -> Said:
    """The first field that differs."""
    name = next(name for name in sorted({*seen, *right}) if seen.get(name) != right.get(name))
    one, other = seen.get(name), right.get(name)
    if isinstance(one, dict) and isinstance(other, dict):
        return _field(one, other, f"{path}{name}.")
    return Said(
        "{field} is {seen}, but can only be {right}", field=f"{path}{name}", seen=_short(one), right=_short(other)
    )


def _short(value: object) -> str:
    match value:
        case None:
            text = "nothing"
        case [str(), dict()]:
            text = str(heard(value))
        case _:
            text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _numbers(release: str) -> tuple[int, ...]:
    """For comparing; () for what names no release."""
    numbers = release.split(".")
    return tuple(map(int, numbers)) if all(number.isdecimal() for number in numbers) else ()


class _Local:
    """The local times that it can have been at a moment. No row says in which zone the unit is: whichever explains what
    happened is the first that is tried the next time."""

    def __init__(self) -> None:
        self._last = timedelta()

    def __call__(self, moment: e.Moment) -> Iterator[str]:
        time = time_of(moment.at)
        if time is None:
            return
        offsets = [self._last, *(timedelta(minutes=minutes) for minutes in range(-720, 841, 15))]
        for offset in offsets:
            self._last = offset
            for before in (timedelta(), timedelta(minutes=1)):  # it is asked for a moment before the row's own
                local = (time - before).astimezone(timezone(offset))
                yield local.isoformat(timespec="minutes")
        self._last = offsets[0]
