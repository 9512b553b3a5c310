"""A whole unit with the time in the test's hand: real history, real threads, real pictures, and no waiting."""

import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from running import PATIENCE

from eztrak.app import Unit
from eztrak.appliance import loop
from eztrak.appliance.clock import Clock
from eztrak.appliance.log import flush
from eztrak.appliance.loop import Turning
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.commands.arguments import setup_of
from eztrak.display.view import View
from eztrak.display.window import Window
from eztrak.keypad.script import ScriptSource, parse
from eztrak.start import Parts, Start
from eztrak.table.round import NANO

CONFIG = '[table]\nname = "Table 7"\n[entry]\nhand_seconds = 0\n'


class HandClock(Clock):
    """It stands still. Whoever waits is woken by what really comes: a signal, or a thread that has done its work."""

    def __init__(self) -> None:
        self.now = 1000 * NANO

    def monotonic(self) -> int:
        return self.now

    def wall(self) -> datetime:
        return datetime(2026, 1, 2, 12, tzinfo=UTC) + timedelta(microseconds=self.now // 1000)

    def wait(self, descriptors: object, until: int | None) -> None:
        if until is None or until > self.now:
            assert select.select(descriptors, (), (), PATIENCE)[0], "nothing came"


def advance(turning: Turning, clock: HandClock, seconds: float) -> None:
    """Lets that much time go by, from each moment to the next that something is to be done."""
    end, patience = clock.now + round(seconds * NANO), _patience(turning)
    while True:
        assert turning.turn()
        next(patience)
        descriptors = [descriptor for descriptor in turning.descriptors() if descriptor is not None]
        if select.select(descriptors, (), (), 0)[0]:
            continue
        due = min(moment for moment in (*turning.moments(), end + 1) if moment is not None)
        if due > end:
            break
        clock.now = max(clock.now, due)
    clock.now = end


def until(turning: Turning, clock: HandClock, so: Callable[[], object]) -> None:
    """Lets threads come to an end, while no time goes by."""
    patience = _patience(turning)
    while turning.turn() and not so():
        next(patience)
        loop.wait(turning, clock)
    assert so()


def _patience(turning: Turning) -> Iterator[None]:
    """Ends a loop that turns on and on: a moment that has come and is not taken would keep it awake for ever."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        yield
    raise AssertionError(f"it does not come to rest: {list(turning.moments())}")


class Evening:
    """A unit in a folder. What it shows is that which was painted last."""

    def __init__(self, folder: Path, signals: Signals, keys: str, surroundings: dict[str, str]) -> None:
        self.clock = HandClock()
        self.database, self.config = folder / "t.db", folder / "eztrak.toml"
        notify, self.window = Notify(surroundings, self.clock), Window((640, 360))
        source = ScriptSource(parse(keys), self.clock.now)
        parts = Parts(lambda: setup_of(self.config), lambda _: self.database, lambda _: [source])
        self.start = Start(parts, self.window, signals, notify, self.clock)
        self._begin: Callable[[], Unit] = lambda: Unit(self._ready(), self.window, signals, notify, self.clock)
        self._unit: Unit | None = None

    @property
    def unit(self) -> Unit:
        """The unit, once its start has come to an end."""
        self._unit = self._unit or self._begin()
        return self._unit

    @property
    def shown(self) -> View:
        assert self.unit.glass.shown
        return self.unit.glass.shown

    @property
    def notice(self) -> str:
        """What is wrong, as the strip has it."""
        shown = self.unit.glass.shown  # nothing yet, where the first thing is still on its way to the disk
        return "; ".join(map(str, shown.notices)) if shown else ""

    def advance(self, seconds: float) -> None:
        advance(self.unit, self.clock, seconds)

    def until(self, so: Callable[[], object]) -> None:
        until(self.unit, self.clock, so)

    def checked(self) -> None:
        """Until the full check of the start is done: it gives way to all else, and would miss a file that is away."""
        assert self.unit._upkeep._check.errand.rests.wait(PATIENCE)

    def hands(self, count: int) -> None:
        """Until so many hands are on the glass."""
        self.until(
            lambda: self.unit.glass.shown and self.shown.state.shoe and len(self.shown.state.shoe.hands) == count
        )

    def close(self) -> None:
        if self._unit:
            self._unit.close()
        self.window.close()
        flush()

    def _ready(self):
        ready = self.start.run()
        assert ready
        return ready


@contextmanager
def evening(folder: Path, config: str = "", keys: str = "", **surroundings: str) -> Iterator[Evening]:
    (folder / "eztrak.toml").write_text(CONFIG + config)
    with Signals() as signals:
        living = Evening(folder, signals, keys, surroundings)
        try:
            yield living
        finally:
            living.close()
