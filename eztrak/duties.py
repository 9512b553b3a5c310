"""What the unit itself puts on record, without being asked by a key: the bets close, the timer starts, an announced
change holds, and what was noticed about the machine, the keypads, the clock and the history's files."""

from collections import deque
from collections.abc import Iterator, Sequence

from eztrak.appliance.clock import Clock
from eztrak.appliance.log import log
from eztrak.journal.writer import Writer
from eztrak.keypad.losses import Losses
from eztrak.keypad.source import Source
from eztrak.table import commands as c
from eztrak.table.clocks import runs_on, stepped
from eztrak.table.events import ClockStepped, HealthNoted
from eztrak.table.round import NANO, Phase
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules
from eztrak.upkeep import Upkeep
from eztrak.voice.said import All, Said

RETRY = 5 * NANO  # what could not be stored is tried again


class Duties:
    def __init__(self, upkeep: Upkeep, writer: Writer, sources: Sequence[Source], mended: All, clock: Clock) -> None:
        self._upkeep, self._writer, self._sources, self._clock = upkeep, writer, sources, clock
        self._waiting: deque[c.OfUnit] = deque()
        if mended:
            self.add(c.Note(HealthNoted("history", Said("{what}", what=mended))))
        self._after = 0  # not before this moment
        self._losses = Losses()
        self._clocked = clock.moment()  # since then the clock on the wall was not set
        self.lost = Said()  # what has become of the history's files under the board

    def add(self, command: c.OfUnit) -> None:
        self._waiting.append(command)

    def failed(self, command: c.OfUnit, mono: int) -> None:
        """It could not be stored: it comes before all others, after a while."""
        self._waiting.appendleft(command)
        self._after = mono + RETRY

    def next(self, state: TableState, entry: Entry, rules: EntryRules, mono: int) -> c.OfUnit | None:
        """What is to be done now."""
        self._arise(state, entry, rules, mono)
        return self._waiting.popleft() if self._waiting and mono >= self._after else None

    def moments(self, state: TableState, entry: Entry, rules: EntryRules) -> Iterator[int | None]:
        """When there will be something to do, as far as that is known."""
        # While something else has its turn, a moment gone by would keep the loop awake.
        yield self._after if self._waiting else _timer_starts(state, entry, rules)
        yield self._losses.due()

    def _arise(self, state: TableState, entry: Entry, rules: EntryRules, mono: int) -> None:
        if state.round.ran_out(mono) and not self._waiting:
            self.add(c.CloseBets(c.TIME))
        if (starts := _timer_starts(state, entry, rules)) is not None and mono >= starts and not self._waiting:
            self.add(c.StartTimer())
        if any(plan.holds(self._clock.minute()) for plan in state.plans) and state.between_hands:
            self.add(c.TakeEffect())
        if note := self._upkeep.note() or self._losses.note(self._sources, mono) or self._clock_set():
            self.add(c.Note(note))
        if self._writer.trouble != self.lost:
            was, self.lost = self.lost, self._writer.trouble
            if self.lost:
                log.error(str(self.lost))
            else:
                log.info("the history is in its place again")
                self.add(c.Note(HealthNoted("", Said("the history is in its place again; before, {fault}", fault=was))))

    def _clock_set(self) -> ClockStepped | None:
        """Whether somebody set the clock on the wall since it was last looked at."""
        gone = self._clock.monotonic() - self._clocked.mono
        if runs_on(self._clocked, gone, self._clock.wall()):
            return None
        now = self._clock.moment()
        if expected := stepped(self._clocked, now):
            self._clocked = now
        return ClockStepped(expected) if expected else None


def _timer_starts(state: TableState, entry: Entry, rules: EntryRules) -> int | None:
    """When the timer starts by itself: some time after a hand, unless somebody is typing."""
    now, after = state.round, rules.timer_after
    dealt = state.shoe is not None and state.shoe.last is not None
    if not (after and now.since and state.terms.timer_seconds and dealt and state.terms.open):
        return None
    if now.phase is not Phase.IN or now.unsure or not entry.idle or entry.left:
        return None
    return now.since + round(after * NANO)
