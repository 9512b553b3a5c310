"""The watch over the machine, once a minute: reading a worn disk may take seconds, and the board goes on."""

from collections.abc import Callable

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.errand import Errand
from eztrak.appliance.health import HealthReading, wrong

EVERY = 60.0  # seconds
_PATIENCE = 1.0  # seconds that an orderly stop waits


class Watch:
    def __init__(
        self, readings: Callable[[], tuple[HealthReading, ...]], changed: Callable[[], None], clock: Clock = CLOCK
    ) -> None:
        """Begins at once. `changed` is called, in the thread of the watch, when something else is wrong than before."""
        self._readings, self._changed = readings, changed
        self.read: tuple[HealthReading, ...] = ()
        self.errand = Errand("health", self._read_again, clock, every=EVERY)
        self.errand.ask()

    def again(self) -> None:
        """Looks now: somebody knows that there is something to see."""
        self.errand.ask()

    def close(self) -> None:
        self.errand.close(_PATIENCE)

    def _read_again(self) -> None:
        before = [reading.name for reading in wrong(self.read)]
        self.read = self._readings()
        if [reading.name for reading in wrong(self.read)] != before and not self.errand.stopping.is_set():
            self._changed()
