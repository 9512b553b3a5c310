"""The thread that looks at the machine once a minute: reading a worn disk may take seconds, and the board goes on."""

import threading
from collections.abc import Callable

from eztrak.appliance.health import Reading, wrong

EVERY = 60.0  # seconds
_PATIENCE = 1.0  # seconds that an orderly stop waits


class Watch:
    def __init__(self, readings: Callable[[], tuple[Reading, ...]], changed: Callable[[], None]) -> None:
        """Begins at once. `changed` is called, in the thread of the watch, when something else is wrong than before."""
        self._readings, self._changed = readings, changed
        self.read: tuple[Reading, ...] = ()
        self._stopping = threading.Event()
        self._again = threading.Event()
        self._thread = threading.Thread(target=self._work, name="health", daemon=True)
        self._thread.start()

    def again(self) -> None:
        """Looks now: somebody knows that there is something to see."""
        self._again.set()

    def close(self) -> None:
        self._stopping.set()
        self._again.set()
        self._thread.join(_PATIENCE)

    def _work(self) -> None:
        while not self._stopping.is_set():
            self._again.clear()
            before = [reading.name for reading in wrong(self.read)]
            self.read = self._readings()
            if [reading.name for reading in wrong(self.read)] != before and not self._stopping.is_set():
                self._changed()
            if not self._stopping.is_set():
                self._again.wait(EVERY)
