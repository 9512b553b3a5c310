"""The table unit: the one place where the parts are put together, and the story of a hand from key to pixel.

    key → entry → command → decide → journal: COMMIT → apply → scene → painter

The loop sleeps until a descriptor or a moment wakes it: a key, the writer's answer, the display, a signal, a deadline.
While the writer works the picture stays alive, and keys wait their turn: none is lost. A key is judged by when it was
pressed: one that was pressed before the answer to the last was on the glass takes nothing for granted.
"""

import json
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, overload

from eztrak.appliance import loop
from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.log import log
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.appliance.unit_key import UnitKey
from eztrak.condition import Condition
from eztrak.display.board import View
from eztrak.display.glass import Glass
from eztrak.display.window import Window
from eztrak.duties import Duties
from eztrak.journal.chain import seal, short
from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal, content
from eztrak.journal.writer import Stored, Writer
from eztrak.keypad.flood import TOO_FAST, FloodGuard
from eztrak.keypad.script import ScriptSource
from eztrak.keypad.source import KeyPress, Source
from eztrak.keypad.sources import input_of
from eztrak.setup import InForce, Setup
from eztrak.table import commands as c
from eztrak.table.action import Action, Key
from eztrak.table.decisions import decide
from eztrak.table.entry import answered, deadline, not_taken, plugged, press, refused, resumed, saying, tick, waits
from eztrak.table.events import AboutHand, Moment, Record, fields
from eztrak.table.inputs import WINDOW, Input
from eztrak.table.round import NANO
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState, apply
from eztrak.table.typed import Entry
from eztrak.upkeep import Upkeep
from eztrak.voice.said import All, Said
from eztrak.voice.wire import heard

GRACE = NANO // 100  # so long a turn waits for what it has stored: then the picture is painted once, and sooner
CODE_WAITS = "…"  # which code what is shown has is known with the next frame
SAVING_LAMP = NANO // 4  # a commit that takes longer than this shows, and is a stall


class Saving(NamedTuple):
    """What the writer is working on."""

    command: c.Command
    since: int
    own: bool  # the unit's business, not somebody's at the keypad


class Ready(NamedTuple):
    """What a unit runs on: all of it is open, and its start is on record."""

    setup: Setup
    journal: Journal
    state: TableState
    sources: Sequence[Source]
    key: UnitKey
    mended: All  # what had to be done to the history before it could be opened
    reload: Callable[[], Setup]  # reads the config again; raises ConfigError


class Unit:
    def __init__(self, ready: Ready, window: Window, signals: Signals, notify: Notify, clock: Clock = CLOCK) -> None:
        self._state, self._sources = ready.state, ready.sources
        self._window, self._signals, self._notify, self._clock = window, signals, notify, clock
        self.glass = Glass(window, clock)
        window.keys = any(source.name == "window" for source in ready.sources)
        self._entry = resumed(self._state, clock.monotonic())
        self._keys: deque[KeyPress] = deque()
        self._typist = WINDOW  # where the last key came from
        self._pace: dict[str, FloodGuard] = {}
        self._stalled = 0  # when the last stall was over: whoever pressed a key before had not seen what came of it
        self._unseen = 0  # keys that were pressed while no display was there
        self._saving: Saving | None = None
        self._stopping = False
        self._awake = True  # there is more to do at once
        self._code = short(ready.journal.newest()[1])
        self._upkeep = Upkeep(ready.journal.path, ready.setup.loaded, ready.setup.keymap, ready.mended, clock)
        self._writer = Writer(ready.journal, clock.moment().at, self._upkeep.bell.ring, ready.key, clock)
        self._duties = Duties(self._upkeep, self._writer, ready.sources, ready.mended, clock)
        self.condition = Condition(ready.journal.path, self._upkeep, self._duties, ready.sources, window)
        own = (self._upkeep.known, self._duties, self.condition)
        self._in_force = InForce(ready.setup, ready.reload, ready.key.scramble, *own)
        self._in_force.by_the_pack(ready.state)

    def run(self) -> None:
        """Runs until the window is closed or a signal asks for an orderly stop."""
        try:
            loop.run(self, self._clock)
        finally:
            self.close()

    def close(self) -> None:
        self._upkeep.close_readers()
        for stored in self._writer.close():
            self._settle(stored)
        self._upkeep.close()
        for source in self._sources:
            source.close()

    def turn(self) -> bool:
        """Takes in what has come, carries it as far as it goes, and shows it. False when it is time to stop."""
        self._upkeep.turn()
        self._writer.turn()
        state, entry = self._state, self._entry
        self._take_in()
        if self._saving and self._clock.monotonic() < self._saving.since + GRACE:
            self._writer.wait(GRACE)
            self._take_in()
        if self._stopping or self._window.closed:
            return False
        presented = [
            self._show(),
            self._notify.pulse(lambda: self.condition.status(self._state), self._window.present_again),
        ]
        # Presenting may have brought events in, and what came may go further: sleep only after a turn that presented
        # nothing. Of a picture that moved by itself, as they do many times a second, the window alone is asked.
        still = self._state is state and self._entry is entry and not self._keys
        if any(presented) and still and not self._foreseeable:
            self._awake = self._window.stirred()
        else:
            self._awake = any(presented) or self._look_ahead()
        return True

    def descriptors(self) -> Iterator[int | None]:
        yield from (self._signals.fileno(), self._writer.fileno(), self._upkeep.bell.fileno(), self._window.fileno())
        yield from (source.fileno() for source in self._sources)

    def moments(self) -> Iterator[int | None]:
        mono = self._clock.monotonic()
        yield from (source.due() for source in self._heard())
        yield from (self._window.due(), self._notify.due(), self._writer.due, *self._upkeep.moments())
        if self._awake:
            yield mono
        if self._state.round.ends > mono:
            yield self._state.round.ends
        if (saving := self._saving) is None:
            yield deadline(self._entry, self._state, self._in_force.rules)
            yield from self._duties.moments(self._state, self._entry, self._in_force.rules)
        elif (lamp := saving.since + SAVING_LAMP) > mono:
            yield lamp
        yield self.glass.wake

    def _take_in(self) -> None:
        mono, heard = self._clock.monotonic(), self._heard()
        # What is on record is shown before anything else is carried on. Keys that are read after it count as of before:
        # whoever pressed one in that instant had not seen it. What was not stored is given back only after them.
        stored = self._writer.stored() if self._saving is not None else None
        if stored is not None and not isinstance(stored, StoreError):
            self._settle(stored)
        for source in heard:
            self._keys += self._by_hand(source.read(mono), mono)
        self._leave_unseen(mono)
        if isinstance(stored, StoreError):
            self._settle(stored)
        if stored is not None:
            return
        came = self._signals.heard()
        while came:
            self._signal(came.popleft())
        self._window.poll(mono, self._notify.grace)
        waited = self._saving
        # The unit's own duties first: PINs that are void are void before the first key counts.
        if self._saving is None and (own := self._duties.next(self._state, self._entry, self._in_force.rules, mono)):
            self._give(own)
        while self._saving is None and (key := self._next_key()):
            self._press(key, mono)
        if self._saving is not waited:
            return  # the writer waits for this thread to rest
        self._entry = plugged(self._entry, self._upkeep.sticks(self._entry.menu), mono)
        if self._saving is None:  # else the key that ends an entry may be among those that wait
            before, self._entry = self._entry, tick(self._entry, self._state, self._in_force.rules, mono)
            self._in_force.sound.entry(before, self._entry)
        self._in_force.sound.countdown(self._state.round, mono)

    def _heard(self) -> list[Source]:
        """Whose keys are taken in now. A person types on while the disk stalls; a script waits for the answer."""
        return [s for s in self._sources if self._saving is None or not isinstance(s, ScriptSource)]

    def _by_hand(self, keys: list[KeyPress], mono: int) -> list[KeyPress]:
        """Those that a hand can have typed, where the pack in force asks for that; what is too fast is said."""
        if not self._state.terms.pack.by_hand:
            return keys
        taken = [key for key in keys if self._pace.setdefault(key.source, FloodGuard(by_hand=True)).takes(key.mono)]
        if len(taken) < len(keys):
            log.warning(f"{keys[0].source}: {TOO_FAST}")
            self._entry = refused(self._entry, TOO_FAST, mono)
        return taken

    def _leave_unseen(self, mono: int) -> None:
        """Nobody enters a hand on a board that cannot be seen: what is typed then is left out, and that is said."""
        if self._window.dark:
            self._unseen += len(self._keys)
            self._keys.clear()
        elif self._unseen:
            log.warning(f"keys={self._unseen} were ignored while no display was there")
            self._entry = saying(self._entry, Said("no display: {count:key|keys} ignored", count=self._unseen), mono)
            self._unseen = 0

    def _next_key(self) -> KeyPress | None:
        """The oldest key whose turn it is. One of a stall answers nothing that was not to be seen yet."""
        for place, key in enumerate(self._keys):
            if key.mono >= self._stalled or not waits(self._entry, key.mono):
                del self._keys[place]
                return key
        return None

    def _press(self, key: KeyPress, mono: int) -> None:
        self._typist = source = input_of(key)
        caps = self._in_force.caps(self._entry.menu, self._state)
        pressed = caps.key(key.cap, key.mono, source)
        before = self._entry
        self._entry, command = press(before, pressed, self._state, self._in_force.rules, mono)
        if command is not None:
            self._give(command, source)
        self._in_force.sound.entry(before, self._entry)

    @overload
    def _give(self, command: c.OfUnit) -> None: ...
    @overload
    def _give(self, command: c.Command, source: Input) -> None: ...
    def _give(self, command: c.Command, source: Input | None = None) -> None:
        """`source`: where the keys came from; None for the unit's own business."""
        decision = decide(self._state, command, self._clock.minute(), source)
        if isinstance(decision, c.Refusal):
            self._entry = not_taken(self._entry, decision, command, self._clock.monotonic())
        elif decision:
            now = self._clock.moment()
            self._saving = Saving(command, now.mono, source is None)
            self._writer.submit(decision, now)

    def _settle(self, stored: Stored) -> None:
        """The events are on the disk, and only now they count; or they are not, and that is said."""
        assert self._saving is not None
        saved, self._saving = self._saving, None
        mono, before = self._clock.monotonic(), self._entry
        if mono - saved.since >= SAVING_LAMP:
            self._stalled = mono
        if isinstance(stored, StoreError):
            self._not_stored(saved, stored, mono)
            self._in_force.sound.entry(before, self._entry)
            return
        self.glass.show_prepared(tuple(record.event for record in stored))
        self.condition.notice = Said()
        if stored:
            self._code = short(stored[-1].hash)
        for record in stored:
            self._upkeep.recorded(record.event)
            # Flash, timer and "another hand?" count from now, when it is seen, however long the disk took.
            self._state = apply(self._state, replace(record, moment=replace(record.moment, mono=mono)))
            self._entry = answered(self._entry, record.event, self._state, self._in_force.rules, mono)
            self._in_force.sound.event(record.event, self._state.game)
            log.info(event_line(record))
        self._in_force.sound.entry(before, self._entry)
        self._in_force.by_the_pack(self._state)

    def _not_stored(self, tried: Saving, fault: StoreError, mono: int) -> None:
        said = c.Refusal("not stored: {fault}", fault=fault)
        log.error(str(said))
        if tried.own and isinstance(tried.command, c.OfUnit):
            self.condition.notice = said
            self._duties.failed(tried.command, mono)
        else:
            self._entry = not_taken(self._entry, said, tried.command, mono)

    def _signal(self, number: int) -> None:
        if number != signal.SIGHUP:
            self._stopping = True
            return
        self._notify.reloading()
        self._entry = self._in_force.read_again(self._state, self._entry, self._clock.monotonic())

    def _show(self) -> bool:
        """Brings the picture up to date; says whether it changed."""
        lamp = self._saving is not None and self._clock.monotonic() - self._saving.since >= SAVING_LAMP
        return self.glass.show(self._view(self._state, self._entry, lamp), self._in_force.look)

    @property
    def _foreseeable(self) -> bool:
        """Whether it may be known what Enter would show."""
        return not (self._entry.idle or self._entry.menu or self._saving)

    def _look_ahead(self) -> bool:
        """Paints, unseen, what Enter would show: once the hand is on record only the handing over is left to do."""
        if self._entry is self.glass.prepared or not self._foreseeable:
            return False
        self.glass.prepared = self._entry
        mono = self._clock.monotonic()
        enter = Key("Enter", mono, Action.COMMIT, source=self._typist)
        entry, command = press(self._entry, enter, self._state, self._in_force.rules, mono)
        known = isinstance(command, c.RecordHand)
        decision = decide(self._state, command, self._clock.minute(), self._typist) if command and known else ()
        if isinstance(decision, c.Refusal) or not decision:
            return False
        state = self._state
        for event in decision:
            content(event)
            state = apply(state, Record(0, Moment("", mono, ""), event, ""))
            entry = answered(entry, event, state, self._in_force.rules, mono)
        self.glass.prepare(decision, self._view(state, entry, code=CODE_WAITS), self._in_force.look)
        return True

    def _view(self, state: TableState, entry: Entry, saving: bool = False, code: str = "") -> View:
        """What there is to show of a state and an entry, whenever that may be."""
        *earlier, now = seals_of(state.previous)
        return View(
            state=state,
            entry=entry,
            rules=self._in_force.rules,
            health=self.condition.health(state) if entry.menu else (),
            seal=now,
            earlier=tuple(earlier),
            code=code or self._code,
            notices=tuple(self.condition.troubles(state)),
            saving=saving,
        )


def event_line(record: Record) -> str:
    """The log line of a committed event: the same fields as in the journal, each mark as one of its own; where it came
    from stands before what it is."""
    plain = fields(record.event)
    came = {"source": plain.pop("source")} if isinstance(record.event, AboutHand) and "source" in plain else {}
    content: dict[str, object] = {"seq": record.seq, **came, "kind": record.kind}
    for name, value in plain.items():
        if name == "marks":
            content |= dict.fromkeys(value, 1)
        elif name != "v":
            content[name] = value
    return "event " + " ".join(f"{name}={_logged(value)}" for name, value in content.items())


def _logged(value: object) -> str:
    match value:
        case [str(), dict()]:
            value = str(heard(value))
    if isinstance(value, str) and value and value.isprintable() and not any(mark in value for mark in ' "='):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def play(journal: Journal, commands: Iterable[c.Command]) -> View:
    """Carries commands out without a window, and gives what the board would show.

    Takes no time from the clock: the same commands give the same view, seal and all.
    """
    state = journal.replay()
    for step, command in enumerate(commands):
        decision = decide(state, command)
        if not isinstance(decision, c.Refusal) and decision:
            for record in journal.append(decision, Moment("2026-01-01T21:41:00.000Z", step * NANO, "none")):
                state = apply(state, record)
    *earlier, now = seals_of(state.previous)
    code = short(journal.newest()[1])
    return View(replace(state, last_hand=None), seal=now, earlier=tuple(earlier), code=code)


def seals_of(shoe: Shoe | None) -> list[str]:
    """Those of a shoe, oldest first. The journal made them when it wrote or checked the rows: nothing waits here."""
    return [seal(*made) for made in shoe.seals] if shoe and shoe.seals else [""]
