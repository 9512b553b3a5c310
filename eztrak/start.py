"""The start of a unit: the window first, then all that the unit runs on, tried until it is there.

A board hangs on a wall, where nobody reads a terminal. What keeps it from starting is said on its own screen: a fault
in the config, a disk that is full, read-only or away, a history that is locked, or of a newer version. It tries again
every few seconds, and at once on SIGHUP. A start that takes long says what it is at. All of this goes on in a thread of
its own: a disk that hangs does not freeze the picture.

Only a command line that cannot be understood ends the program: then somebody is at a terminal.
"""

import os
import select
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from eztrak import __version__
from eztrak.app import RETRY, Ready, event_line
from eztrak.appliance import clock, overlay
from eztrak.appliance.log import say
from eztrak.appliance.notify import Notify
from eztrak.appliance.paths import behind
from eztrak.appliance.secret import Secret
from eztrak.appliance.signals import Signals
from eztrak.config.load import ConfigError
from eztrak.config.terms import terms_of
from eztrak.display.board import Fault, Look, View, scene
from eztrak.display.window import Window
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.takeup import open_sound
from eztrak.keypad.source import Source
from eztrak.setup import Setup
from eztrak.table import commands as c
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply, decide
from eztrak.upkeep import copies_of

# What may be otherwise in a few seconds. RuntimeError: a path that leads in a circle.
FAULTS = (ConfigError, JournalError, StoreError, overlay.ForgottenError, OSError, RuntimeError)
PATIENCE = NANO // 2  # a start that takes longer than this shows what it is at
GOES_ON = "The board tries again every few seconds and goes on by itself."


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a unit gets what it runs on; each may fail, and is asked again."""

    setup: Callable[[], Setup]  # reads the config; raises ConfigError
    database: Callable[[Setup], Path]
    sources: Callable[[Setup], list[Source]]  # raises ConfigError for what the config says


class Start:
    def __init__(self, parts: Parts, window: Window, signals: Signals, notify: Notify) -> None:
        self._parts, self._window, self._signals, self._notify = parts, window, signals, notify
        self._look, self._state = Look(room=""), TableState()  # nothing is known before the config is read
        self._fault = Fault("The board is starting.", waiting=True)
        self._database = Path()
        self._said = ""  # in the log, once
        self._mended = ""  # kept for the time that a start fails after it and is tried again
        self._began = clock.monotonic()
        self._shown: object = None  # what the picture was made of
        self._wake = 0  # when it changes by itself
        self._done: Ready | Exception | None = None
        self._again = threading.Event()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def run(self) -> Ready | None:
        """What the unit runs on; None where it was told to end before it had that."""
        threading.Thread(target=self._work, name="start", daemon=True).start()
        while not self._window.closed:
            if isinstance(self._done, Exception):
                raise self._done
            if self._done is not None:
                return self._done
            while self._signals.came:
                if self._signals.came.popleft() != signal.SIGHUP:
                    return None
                self._again.set()
            self._wait(self._show())
        return None

    def _work(self) -> None:
        """Tries until it has all, or until something happens that no further try would mend."""
        while self._done is None:
            try:
                self._done = self._ready()
            except FAULTS as fault:
                self._failed(fault)
                self._again.wait(RETRY / NANO)
                self._again.clear()
            except Exception as fault:
                self._done = fault
        self._ring()

    def _ready(self) -> Ready:
        setup = self._parts.setup()
        config = setup.loaded.config
        start = c.Start(__version__, config.table.name, terms_of(setup.loaded))
        self._look, self._state = setup.look, TableState(config.table.name, start.terms)
        path = self._parts.database(setup)
        # One lock and one secret a database, by whatever name it is called.
        self._database = behind(path) if path.is_symlink() else path
        if self._notify.kept and overlay.kept(self._database) is False:
            raise overlay.ForgottenError(f"{self._database}: lies in memory, which a restart forgets")
        journal, mended = open_sound(self._database, copies_of(config.journal), clock.moment(), self._tell)
        sources: list[Source] = []
        try:
            if mended:
                say(mended)
                self._mended = mended
            state = journal.replay()
            secret = Secret(self._database.with_name(self._database.name + ".secret"))
            sources = self._parts.sources(setup)
            decision = decide(state, start)
            assert not isinstance(decision, c.Refusal)
            # A hand needs the table's name and terms on record before it.
            for record in journal.append(decision, clock.moment()):
                state = apply(state, record)
                say(event_line(record))
        except BaseException:
            journal.close()
            for source in sources:
                source.close()
            raise
        return Ready(setup, journal, state, sources, secret, self._mended)

    def _tell(self, doing: str) -> None:
        """Something that may take long."""
        self._fault = Fault(doing, now="The board goes on by itself.", waiting=True)
        self._ring()

    def _failed(self, fault: Exception) -> None:
        if str(fault) != self._said:
            self._said = str(fault)
            say(f"not started: {fault}")
        self._fault = _page(fault, self._database)
        self._ring()

    def _show(self) -> int:
        """Brings the picture up to date, and gives when to do so again."""
        mono = clock.monotonic()
        self._notify.starting(self._window.trouble or self._fault.what)
        if self._fault.waiting and mono < self._began + PATIENCE:
            return self._began + PATIENCE
        of = (self._fault, self._look, self._state, self._window.size)
        if of != self._shown or mono >= self._wake or self._window.blank:
            view = View(self._state, fault=self._fault, wall=clock.wall(), mono=mono)
            shown = scene(view, self._look, *self._window.size)
            self._window.present(shown)
            self._shown, self._wake = of, shown.wake or mono + NANO
        return self._wake

    def _wait(self, until: int) -> None:
        mono = clock.monotonic()
        descriptors = [self._signals.fileno(), self._bell]
        if (display := self._window.fileno()) is not None:
            descriptors.append(display)
        due = min(until, self._window.due(mono) or until, self._notify.due() or until)
        select.select(descriptors, (), (), max(0, due - mono) / NANO)
        self._signals.heard()
        with suppress(BlockingIOError):
            os.eventfd_read(self._bell)
        # Keys are dropped there: what was typed at a board that takes no hand must not come in later.
        self._window.look(clock.monotonic(), lambda: None)

    def _ring(self) -> None:
        os.eventfd_write(self._bell, 1)


def _page(fault: Exception, database: Path) -> Fault:
    """What keeps the board from starting: what, where, and what happens now."""
    if isinstance(fault, ConfigError):
        first, *more = fault.faults
        where = str(fault.path) + (f", the first of {len(more) + 1} faults" if more else "")
        return Fault(_sentence(f"The config cannot be used: {first}"), where, f"Mend the file. {GOES_ON}")
    if isinstance(fault, StoreError):
        return Fault(f"The history cannot be written: {fault}.", str(database), GOES_ON)
    if isinstance(fault, overlay.ForgottenError):
        what = "The history lies in memory: the next restart would lose every hand."
        now = "Nothing is recorded until it has a disk of its own (overlayroot=tmpfs:recurse=0). Then restart."
        return Fault(what, str(database), now)
    words = str(fault).removeprefix(f"{database}: ")
    it = "it " if words != str(fault) and not words.startswith("another") else ""
    return Fault(_sentence(f"The history cannot be opened: {it}{words}"), str(database), GOES_ON)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text}."
