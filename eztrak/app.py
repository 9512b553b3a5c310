"""The table unit: the one place where the parts are put together, and the story of a hand from key to pixel.

    key → entry → command → decide → journal: COMMIT → apply → scene → painter

The loop sleeps until a descriptor or a moment wakes it: a key, the writer's answer, the display, a signal, a deadline.
While the writer works the picture stays alive, and keys wait their turn: none is lost. A key is judged by when it was
pressed: one that was pressed before the answer to the last was on the glass takes nothing for granted.
"""

import json
import select
import signal
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from eztrak import __version__
from eztrak.appliance import clock
from eztrak.appliance.log import say
from eztrak.appliance.notify import Notify
from eztrak.appliance.secret import Secret
from eztrak.appliance.signals import Signals
from eztrak.config.load import ConfigError
from eztrak.config.terms import terms_of
from eztrak.display.board import View, scene
from eztrak.display.scene import Scene
from eztrak.display.window import Window
from eztrak.game.game import Game
from eztrak.journal.chain import seal
from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.writer import Answer, Writer
from eztrak.keypad.keymap import Keys, keys_of
from eztrak.keypad.script import ScriptSource
from eztrak.keypad.source import KeyPress, Source
from eztrak.setup import Setup
from eztrak.table import commands as c
from eztrak.table.action import Action, Key
from eztrak.table.digits import Way
from eztrak.table.entry import answered, deadline, not_taken, plugged, press, resumed, tick, waits
from eztrak.table.entry import told as tell
from eztrak.table.events import Event, Moment, Record, fields
from eztrak.table.pages import Page, game_of
from eztrak.table.round import NANO, Phase
from eztrak.table.state import TableState, apply, decide
from eztrak.table.typed import Entry, EntryRules
from eztrak.upkeep import Upkeep

GRACE = NANO // 100  # so long the picture waits for a commit that has begun, to be painted once and sooner
WAITS = 80  # characters on the strip of what waits for a supervisor
SAVING_LAMP = NANO // 4  # a commit that takes longer than this shows, and is a stall
RETRY = 5 * NANO  # what the unit itself has to store, and could not, it tries again


class Saving(NamedTuple):
    """What the writer is working on."""

    command: c.Command
    since: int
    own: bool  # the unit's business, not somebody's at the keypad


class Ahead(NamedTuple):
    """What Enter would show, painted but not seen."""

    events: tuple[Event, ...]  # what Enter would put on record
    scene: Scene


class Ready(NamedTuple):
    """What a unit runs on: all of it is open, and its start is on record."""

    setup: Setup
    journal: Journal
    state: TableState
    sources: Sequence[Source]
    secret: Secret
    mended: str  # what had to be done to the history before it could be opened


class Unit:
    def __init__(self, ready: Ready, window: Window, signals: Signals, notify: Notify) -> None:
        self._setup, self._state, self._sources = ready.setup, ready.state, ready.sources
        self._window, self._signals, self._notify = window, signals, notify
        window.keys = any(source.name == "window" for source in ready.sources)
        self._database = ready.journal.path
        self._secret = ready.secret
        self._look, self._rules = self._setup.look, self._setup.rules(self._secret)
        self._sound = self._setup.sound()
        self._entry = resumed(self._state, clock.monotonic())
        self._caps_of: tuple[object, Keys] = (None, Keys({}))  # what they were made of, and what they do
        self._notice = ""
        self._keys: deque[KeyPress] = deque()
        self._stalled = 0  # when the last stall was over: whoever pressed a key before had not seen what came of it
        self._unseen = 0  # keys that were pressed while no display was there
        self._own: deque[c.Command] = deque()
        if self._secret.fresh and self._state.staff.pins:
            self._own.append(c.ClearPins())
        elif self._secret.fresh:
            self._secret.keep()
        if ready.mended:
            self._own.append(c.NoteHealth("history", ready.mended))
        self._own_after = 0  # not before this moment
        self._saving: Saving | None = None
        self._stopping = False
        self._reload: Callable[[], Setup] | None = None
        self._scene: Scene | None = None
        self._shown: object = None  # what it was made of
        self._ahead: Ahead | None = None  # for as long as the picture that is seen stays the same
        self._looked: Entry | None = None  # the entry that was looked ahead from
        self._upkeep = Upkeep(self._database, self._setup.loaded, ready.mended)
        self._writer = Writer(ready.journal, clock.moment().at, self._upkeep.ring)
        self._lost = ""  # what has become of the history's files under the board

    def run(self, reload: Callable[[], Setup]) -> None:
        """Runs until the window is closed or a signal asks for an orderly stop."""
        self._reload = reload
        try:
            while self._turn():
                changed = self._show()
                self._notify.pulse(self._status, self._window.present_again)
                # Presenting may have brought events in: sleep only after a turn that changed nothing.
                if not changed and not self._look_ahead():
                    self._wait()
        finally:
            self._upkeep.close_readers()
            for answer in self._writer.close():
                self._settle(answer)
            self._upkeep.close()
            for source in self._sources:
                source.close()

    def _turn(self) -> bool:
        """Takes in what has come, and carries it as far as it goes. False when it is time to stop."""
        mono = clock.monotonic()
        for source in self._heard():
            self._keys += source.read(mono)
        self._leave_unseen(mono)
        # What is on record is shown before anything else is carried on.
        if self._saving is not None and (answer := self._writer.answer()) is not None:
            self._settle(answer)
            return True
        while self._signals.came:
            self._signal(self._signals.came.popleft())
        self._window.look(mono, self._notify.grace)
        # The unit's own business first: PINs that are void are void before the first key counts.
        if self._saving is None:
            self._own_business(mono)
        while self._saving is None and (key := self._next_key()):
            self._press(key, mono)
        self._entry = plugged(self._entry, self._upkeep.sticks(self._entry.menu), mono)
        if self._saving is None:  # else the key that ends an entry may be among those that wait
            before, self._entry = self._entry, tick(self._entry, self._state, self._rules, mono)
            self._sound.entry(before, self._entry)
        self._sound.countdown(self._state.round, mono)
        return not (self._stopping or self._window.closed)

    def _heard(self) -> list[Source]:
        """Whose keys are taken in now. A person types on while the disk stalls; a script waits for the answer."""
        return [s for s in self._sources if self._saving is None or not isinstance(s, ScriptSource)]

    def _leave_unseen(self, mono: int) -> None:
        """Nobody enters a hand on a board that cannot be seen: what is typed then is left, and told of afterwards."""
        if self._window.dark:
            self._unseen += len(self._keys)
            self._keys.clear()
        elif self._unseen:
            say(f"keys={self._unseen} were not taken while no display was there")
            self._entry = tell(self._entry, f"no display: {self._unseen} keys were not taken", mono)
            self._unseen = 0

    def _next_key(self) -> KeyPress | None:
        """The oldest key whose turn it is. One of a stall answers nothing that was not to be seen yet."""
        for place, key in enumerate(self._keys):
            if key.mono >= self._stalled or not waits(self._entry, key.mono):
                del self._keys[place]
                return key
        return None

    def _press(self, key: KeyPress, mono: int) -> None:
        pressed = self._caps().key(key.cap, key.mono)
        before = self._entry
        self._entry, command = press(before, pressed, self._state, self._rules, mono)
        if command is not None:
            self._give(command)
        self._sound.entry(before, self._entry)

    def _caps(self) -> Keys:
        """What each cap does now: the game decides, and a correction may be of a shoe of another one."""
        menu = self._entry.menu
        game, way = game_of(menu, self._state), Way.RESULTS if menu else self._rules.way
        now = (self._setup, game, way)
        if self._caps_of[0] != now:
            self._caps_of = now, keys_of(self._setup.keymap, game, way)
        return self._caps_of[1]

    def _own_business(self, mono: int) -> None:
        """What the unit does without being asked by a key."""
        if self._state.round.ran_out(mono) and not self._own:
            self._own.append(c.CloseBets(c.TIME))
        if (starts := self._timer_starts()) is not None and mono >= starts and not self._own:
            self._own.append(c.StartTimer())
        if note := self._upkeep.note():
            self._own.append(note)
        if self._writer.trouble != self._lost:
            was, self._lost = self._lost, self._writer.trouble
            say(self._lost or "the history is in its place again")
            if not self._lost:
                self._own.append(c.NoteHealth("", f"the history is in its place again; before, {was}"))
        if self._own and mono >= self._own_after:
            self._give(self._own.popleft(), own=True)

    def _timer_starts(self) -> int | None:
        """When the timer starts by itself: some time after a hand, unless somebody is typing."""
        now, after = self._state.round, self._rules.timer_after
        dealt = self._state.shoe is not None and self._state.shoe.last is not None
        if not (after and now.since and self._state.terms.timer_seconds and dealt):
            return None
        if now.phase is not Phase.IN or not self._entry.idle or self._entry.left or not self._state.terms.open:
            return None
        return now.since + round(after * NANO)

    def _give(self, command: c.Command, own: bool = False) -> None:
        decision = decide(self._state, command)
        if isinstance(decision, c.Refusal):
            self._entry = not_taken(self._entry, decision, command, clock.monotonic())
        elif decision:
            now = clock.moment()
            self._saving = Saving(command, now.mono, own)
            self._writer.submit(decision, now)

    def _settle(self, answer: Answer) -> None:
        """The events are on the disk, and only now they count; or they are not, and that is said."""
        assert self._saving is not None
        saved, self._saving = self._saving, None
        mono, before = clock.monotonic(), self._entry
        if mono - saved.since >= SAVING_LAMP:
            self._stalled = mono
        if isinstance(answer, StoreError):
            self._not_stored(saved, answer, mono)
            self._sound.entry(before, self._entry)
            return
        if self._ahead and self._ahead.events == tuple(record.event for record in answer):
            self._window.present(self._ahead.scene)  # made of the same events, and painted already
        self._notice = ""
        for record in answer:
            self._upkeep.recorded(record.event)
            # Flash, timer and "another hand?" count from now, when it is seen, however long the disk took.
            self._state = apply(self._state, replace(record, moment=replace(record.moment, mono=mono)))
            self._entry = answered(self._entry, record.event, self._state, self._rules, mono)
            self._sound.event(record.event, self._state.game)
            say(event_line(record))
        self._sound.entry(before, self._entry)
        if self._secret.fresh and not self._state.staff.pins:
            self._secret.keep()

    def _not_stored(self, tried: Saving, fault: StoreError, mono: int) -> None:
        said = f"not stored: {fault}"
        say(said)
        if tried.own:
            self._notice = said
            self._own.appendleft(tried.command)
            self._own_after = mono + RETRY
        else:
            self._entry = not_taken(self._entry, c.Refusal(said), tried.command, mono)

    def _signal(self, number: int) -> None:
        if number != signal.SIGHUP:
            self._stopping = True
        elif self._reload is not None:
            self._notify.reloading()
            before = self._rules, self._setup.loaded.game
            try:
                # Caps do not move under a dealer's fingers: another keymap waits for the next start.
                self._setup = replace(self._reload(), keymap=self._setup.keymap)
            except ConfigError as fault:
                say(f"config refused, the old one stays in force:\n{fault}")
                self._notice = f"config refused, the old one stays in force: {fault.faults[0]}"
            else:
                say("config read again; the table's name, [keypad], [journal] and [stick] wait for the next start")
                self._notice = ""
                self._look, self._rules = self._setup.look, self._setup.rules(self._secret)
                if (self._entry.typed or self._entry.left) and self._reads_otherwise(*before):
                    self._entry = tell(Entry(), "the config has changed: entry cleared", clock.monotonic())
                self._sound = self._setup.sound()
                self._own.append(c.SetTerms(terms_of(self._setup.loaded), c.CONFIG))

    def _reads_otherwise(self, rules: EntryRules, game: Game) -> bool:
        """Whether what was typed under these rules and this game tells something else now."""
        now = self._rules
        same = (rules.way, rules.natural_ends) == (now.way, now.natural_ends)
        return not same or (self._state.shoe is None and game != self._setup.loaded.game)

    def _show(self) -> bool:
        """Brings the picture up to date; says whether it changed."""
        mono = clock.monotonic()
        if self._saving is not None and mono - self._saving.since < GRACE:
            return False
        saving = self._saving is not None and mono - self._saving.since >= SAVING_LAMP
        things = self._view(self._state, self._entry, saving)
        # Until the moment that it named, a picture of the same things is the same picture: not even looked at again.
        of = (things, self._look, self._window.size)
        if self._scene and of == self._shown and mono < (self._scene.wake or 0) and not self._window.blank:
            return False
        view = replace(things, wall=clock.wall(), mono=mono)
        self._scene, self._shown = scene(view, self._look, *self._window.size), of
        self._ahead = self._looked = None
        return self._window.present(self._scene)

    def _look_ahead(self) -> bool:
        """Paints, unseen, what Enter would show: once the hand is on record only the handing over is left to do."""
        if self._entry is self._looked or self._entry.idle or self._entry.menu or self._saving is not None:
            return False
        self._looked = self._entry
        mono = clock.monotonic()
        enter = Key("Enter", mono, Action.COMMIT)
        entry, command = press(self._entry, enter, self._state, self._rules, mono)
        decision = decide(self._state, command) if isinstance(command, c.RecordHand) else ()
        if isinstance(decision, c.Refusal) or not decision:
            return False
        state = self._state
        for event in decision:
            state = apply(state, Record(0, Moment("", mono, ""), event, ""))
            entry = answered(entry, event, state, self._rules, mono)
        view = replace(self._view(state, entry), wall=clock.wall(), mono=mono)
        self._ahead = Ahead(decision, scene(view, self._look, *self._window.size))
        self._window.paint_ahead(self._ahead.scene)
        return True

    def _view(self, state: TableState, entry: Entry, saving: bool = False) -> View:
        """What there is to show of a state and an entry, whenever that may be."""
        return View(
            state=state,
            entry=entry,
            rules=self._rules,
            health=self._health() if entry.menu else (),
            seal=seal(state.previous.end_hash) if state.previous else "",
            notice="; ".join(self._troubles()),
            saving=saving,
        )

    def _troubles(self) -> list[str]:
        """What is wrong with the unit, in words."""
        waits = self._state.unconfirmed
        cut = waits if len(waits) <= WAITS else f"{waits[: WAITS - 1]}…"  # the page on which it is confirmed has it all
        confirm = f"{cut}: a supervisor confirms it (menu, {Page.UNIT.value})" if waits else ""
        told = (
            self._notice,
            self._lost,
            confirm,
            *self._upkeep.troubles(),
            *(source.trouble() for source in self._sources),
        )
        return [trouble for trouble in told if trouble]

    def _status(self) -> str:
        """The state of the table in words, for whoever keeps the unit running."""
        shoe = self._state.shoe
        where = f"shoe {shoe.number}, hand {len(shoe.hands)}" if shoe else "no shoe yet"
        return self._window.trouble or "; ".join([f"{self._state.table}, {where}", *self._troubles()])

    def _health(self) -> tuple[str, ...]:
        """The state of the unit in words, for the supervisor: what is wrong comes first."""
        told = [f"eztrak {__version__}, history in {self._database}"]
        told += self._troubles() + self._upkeep.ailing() or ["nothing is wrong"]
        told += self._upkeep.well()
        told += [": ".join(filter(None, [f"keys from {source.name}", source.health()])) for source in self._sources]
        told += self._upkeep.totals
        return tuple(told)

    def _wait(self) -> None:
        mono = clock.monotonic()
        descriptors: list[int] = [self._signals.fileno(), self._writer.fileno(), self._upkeep.fileno()]
        moments = [source.due() for source in self._heard()]
        if self._saving is None:
            moments.append(deadline(self._entry, self._state, self._rules))
        if self._saving is not None and mono - self._saving.since < GRACE:
            moments.append(self._saving.since + GRACE)
        else:
            moments.append(self._scene.wake if self._scene else None)
        if self._saving is not None and mono - self._saving.since < SAVING_LAMP:
            moments.append(self._saving.since + SAVING_LAMP)
        if self._own and self._saving is None:
            moments.append(self._own_after)
        if self._state.round.ends > mono:
            moments.append(self._state.round.ends)
        if self._saving is None and not self._own:  # else it is not its turn, and a moment gone by would keep it awake
            moments.append(self._timer_starts())
        moments += [self._window.due(mono), self._notify.due()]
        waited = [self._window.fileno(), *(source.fileno() for source in self._sources)]
        descriptors += [descriptor for descriptor in waited if descriptor is not None]
        due = min(moment for moment in moments if moment is not None)
        if due > mono:
            news, _, _ = select.select(descriptors, (), (), (due - mono) / NANO)
            for bell in (self._signals, self._upkeep):
                if bell.fileno() in news:
                    bell.heard()


def event_line(record: Record) -> str:
    """The log line of a committed event: the same fields as in the journal, each mark as one of its own."""
    content: dict[str, object] = {"seq": record.seq, "kind": record.kind}
    for name, value in fields(record.event).items():
        if name == "marks":
            content |= dict.fromkeys(value, 1)
        elif name != "v":
            content[name] = value
    return "event " + " ".join(f"{name}={_logged(value)}" for name, value in content.items())


def _logged(value: object) -> str:
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
    previous = state.previous
    return View(replace(state, last_hand=None), seal=seal(previous.end_hash) if previous else "")
