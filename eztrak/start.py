"""The start of a unit: the window first, then all that the unit runs on, tried until it is there.

A board hangs on a wall, where nobody reads a terminal. What keeps it from starting is said on its own screen: a fault
in the config, a disk that is full, read-only or away, a history that is locked, or of a newer version. It tries again
every few seconds, and at once on SIGHUP. A start that takes long says what it is at. All of this goes on in a thread of
its own: a disk that hangs does not freeze the picture.

Only a command line that cannot be understood ends the program: then somebody is at a terminal.
"""

import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from eztrak import __version__
from eztrak.app import Ready, event_line
from eztrak.appliance import loop, overlay
from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.log import log
from eztrak.appliance.notify import Notify
from eztrak.appliance.paths import behind
from eztrak.appliance.signals import Signals
from eztrak.appliance.unit_key import UnitKey, older_secret, open_key
from eztrak.config.load import ConfigError
from eztrak.config.terms import terms_of
from eztrak.display.board import Fault, Look, View
from eztrak.display.glass import Glass
from eztrak.display.window import Window
from eztrak.duties import RETRY
from eztrak.journal import archiving, keying, restored
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.mending import Own
from eztrak.journal.takeup import open_and_mend
from eztrak.keypad.source import Source
from eztrak.known import running
from eztrak.setup import Setup
from eztrak.table import commands as c
from eztrak.table.clocks import stepped
from eztrak.table.decisions import decide
from eztrak.table.events import ClockStepped, Event, Record, UnitKeyed
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply
from eztrak.upkeep import copies_of
from eztrak.voice.reasons import reason
from eztrak.voice.said import All, Said

# What may be otherwise in a few seconds. RuntimeError: a path that leads in a circle.
FAULTS = (ConfigError, JournalError, StoreError, overlay.ForgottenError, OSError, RuntimeError)
PATIENCE = NANO // 2  # a start that takes longer than this shows what it is at
GOES_ON = Said("The board tries again every few seconds and continues on its own.")


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a unit gets what it runs on; each may fail, and is asked again."""

    setup: Callable[[], Setup]  # reads the config; raises ConfigError
    database: Callable[[Setup], Path]
    sources: Callable[[Setup], list[Source]]  # raises ConfigError for what the config says


class Start:
    def __init__(self, parts: Parts, window: Window, signals: Signals, notify: Notify, clock: Clock = CLOCK) -> None:
        """Begins at once."""
        self._parts, self._window, self._signals, self._notify = parts, window, signals, notify
        self._clock, self.glass = clock, Glass(window, clock)
        self._look, self._state = Look(room=""), TableState()  # nothing is known before the config is read
        self._fault = Fault(Said("The board is starting."), waiting=True)
        self._database = Path()
        self._said = ""  # in the log, once
        self._mended = All(())  # kept for the time that a start fails after it and is tried again
        self._patient = clock.monotonic() + PATIENCE
        self._due: int | None = None  # when to try again
        self._stopping = False
        self._records: Sequence[Record] = ()  # of this start
        self._done: Ready | Exception | None = None
        self._again = threading.Event()
        self._bell = loop.Bell()
        threading.Thread(target=self._work, name="start", daemon=True).start()

    def run(self) -> Ready | None:
        """What the unit runs on; None where it was asked to end before it had that."""
        loop.run(self, self._clock)
        if isinstance(self._done, Exception):
            raise self._done
        for record in self._records:  # not before: from this line on no key is dropped any more
            log.info(event_line(record))
        return None if self._stopping else self._done

    def turn(self) -> bool:
        mono = self._clock.monotonic()
        self._bell.heard()
        # Keys are dropped there: what was typed at a board that takes no hand must not come in later.
        self._window.poll(mono, lambda: None)
        if self._window.closed or self._done is not None:
            return False
        came = self._signals.heard()
        while came:
            self._due = mono
            if came.popleft() != signal.SIGHUP:
                self._stopping = True
                return False
        if self._due is not None and mono >= self._due:
            self._due = None
            self._again.set()
        self._notify.starting(self._window.trouble or str(self._fault.what))
        if not self._fault.waiting or mono >= self._patient:
            self.glass.show(View(self._state, fault=self._fault), self._look)
        return True

    def descriptors(self) -> Iterable[int | None]:
        return self._signals.fileno(), self._bell.fileno(), self._window.fileno()

    def moments(self) -> Iterable[int | None]:
        return self.glass.wake or self._patient, self._due, self._window.due(), self._notify.due()

    def _work(self) -> None:
        """Tries until it has all, or until something happens that no further try would mend."""
        while self._done is None:
            try:
                self._done = self._ready()
            except FAULTS as fault:
                self._failed(fault)
                self._again.wait()
                self._again.clear()
            except Exception as fault:
                self._done = fault
        self._bell.ring()

    def _ready(self) -> Ready:
        setup = self._parts.setup()
        config = setup.loaded.config
        came = running(setup.loaded, setup.keymap)
        start = c.Start(__version__, config.table.name, terms_of(setup.loaded), came)
        self._look, self._state = setup.look, TableState(config.table.name, start.terms)
        path = self._parts.database(setup)
        # One lock and one secret a database, by whatever name it is called.
        self._database = behind(path) if path.is_symlink() else path
        if self._notify.watched and overlay.survives(self._database) is False:
            raise overlay.ForgottenError("{path}: is in memory, which a restart clears", path=self._database)
        key = open_key(self._database)
        own = Own(key, key.head() is not None)
        copies = copies_of(config.journal)
        journal, mended = open_and_mend(self._database, copies, self._clock.moment(), self._doing, own)
        sources: list[Source] = []
        try:
            if mended:
                log.warning(str(mended))
                self._mended = mended
            state = journal.replay()
            sources = self._parts.sources(setup)
            # A hand needs the table's name and terms on record before it.
            self._records = journal.append(self._begins(journal, state, start, key), self._clock.moment())
            restored.clear(self._database)
            archiving.clear(self._database)
            keying.settled(journal, key)
            if not any(isinstance(record.event, UnitKeyed) for record in self._records):
                # Not at the first start with a key: whoever goes back to the release before finds its PINs.
                with suppress(OSError):
                    older_secret(self._database).unlink(missing_ok=True)
            for record in self._records:
                state = apply(state, record)
        except BaseException:
            journal.close()
            for source in sources:
                source.close()
            raise
        return Ready(setup, journal, state, sources, key, self._mended, self._parts.setup)

    def _begins(self, journal: Journal, state: TableState, start: c.Start, key: UnitKey) -> tuple[Event, ...]:
        """What goes on record of this start: the start itself, and what was done since the unit last ran."""
        seq, digest, last = journal.newest()
        done: list[c.Command] = [start]
        if note := restored.note_of(self._database, (seq, digest)):
            done.append(c.Note(note))
        if archived := archiving.note_of(self._database, seq, key.head()):
            done.append(c.Note(archived))
        done += keying.to_record(journal, key, state.staff, note, archived)
        if last and (expected := stepped(last, self._clock.moment())):
            done.append(c.Note(ClockStepped(expected)))
        events: list[Event] = []
        for command in done:
            decision = decide(state, command, self._clock.minute())
            assert not isinstance(decision, c.Refusal)
            events += decision
        return tuple(events)

    def _doing(self, doing: Said) -> None:
        """Something that may take long."""
        self._fault = Fault(doing, now=Said("The board continues on its own."), waiting=True)
        self._bell.ring()

    def _failed(self, fault: Exception) -> None:
        if str(fault) != self._said:
            self._said = str(fault)
            log.error(f"not started: {fault}")
        self._fault = _page(fault, self._database)
        self._due = self._clock.monotonic() + RETRY
        self._bell.ring()


def _page(fault: Exception, database: Path) -> Fault:
    """What keeps the board from starting: what, where, and what happens now."""
    if isinstance(fault, ConfigError):
        count = len(fault.faults)
        more = [Said("the first of {count} faults", count=count)] if count > 1 else []
        now = Said("Fix the file. The board tries again every few seconds and continues on its own.")
        return Fault(
            Said("The config cannot be used: {fault}", fault=fault.faults[0]), All((fault.path, *more), ", "), now
        )
    where = All((database,))
    if isinstance(fault, StoreError):
        return Fault(Said("The history cannot be written: {fault}", fault=fault.said), where, GOES_ON)
    if isinstance(fault, overlay.ForgottenError):
        what = Said("The history is in memory: the next restart would lose every hand.")
        now = Said("Nothing is recorded until it has a disk of its own (overlayroot=tmpfs:recurse=0). Then restart.")
        return Fault(what, where, now)
    why = fault.what if isinstance(fault, JournalError) else reason(fault)
    return Fault(Said("The history cannot be opened: {fault}", fault=why), where, GOES_ON)
