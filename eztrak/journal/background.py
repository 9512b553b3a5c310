"""The full check of the history that runs beside the board after every start and then once a day, and costs it next to
nothing.

A start checks only what it shows, and a unit may run for months. This reads everything, with pauses and at the lowest
priority, from a connection that cannot write; what it finds goes onto the board for the supervisor to act on, and on
record.
"""

from collections.abc import Callable
from pathlib import Path

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.errand import Errand
from eztrak.journal.errors import JournalError, PassingError
from eztrak.journal.verify import verify
from eztrak.voice.said import Part, Said

_ROWS = 20  # rows, a millisecond's work or two, between two pauses
_PAUSE = 0.004
AGAIN = 600.0  # seconds until a check that could not be made is tried again
DAILY = 86_400.0  # seconds until one that was made is made anew: somebody may write to the file while the board runs
_PATIENCE = 1.0  # seconds; SQLite's own check of a large file cannot be interrupted, and does no harm


class _StoppedError(Exception):
    """The unit stops before the check is done."""


class FullCheck:
    def __init__(self, database: Path, changed: Callable[[], None], clock: Clock = CLOCK) -> None:
        """Begins at once. `changed` is called, in the thread of the check, when it is done."""
        self._database, self._changed = database, changed
        self.fault = Said()  # the first thing that is not as it was written
        self.state = Said("the full check of the history is under way")
        self.errand = Errand("check", self._work, clock, every=AGAIN, lowest=True)
        self.errand.ask()

    def close(self) -> None:
        self.errand.close(_PATIENCE)

    def _work(self) -> None:
        done = self._checked()
        self.errand.every(DAILY if done else AGAIN)
        if done and not self.errand.stopping.is_set():
            self._changed()

    def _checked(self) -> bool:
        """Whether the check is over; not where something keeps it from reading, such as a disk that is full."""
        try:
            verified = verify(self._database, each=self._pause, threads=1)
        except _StoppedError:
            return True
        except PassingError as fault:
            self.state = Said("the full check of the history failed and will be tried again: {fault}", fault=fault.said)
            return False
        except JournalError as fault:
            self._note_fault(fault.said)
        else:
            self.fault, self.state = (
                Said(),
                Said("the full check found nothing wrong: {counted}", counted=verified.counted),
            )
            if verified.faults:
                self._note_fault(verified.faults[0])
            elif verified.strange:
                self.state = self.fault = Said(
                    "the history says what cannot have happened: {fault}. Run eztrak verify", fault=verified.strange[0]
                )
        return True

    def _note_fault(self, fault: Part) -> None:
        self.state = self.fault = Said("the history is not as it was written: {fault}. Run eztrak verify", fault=fault)

    def _pause(self, row: int, _: int) -> None:
        stopping = self.errand.stopping
        if stopping.is_set() or (row % _ROWS == 0 and stopping.wait(_PAUSE)):
            raise _StoppedError
