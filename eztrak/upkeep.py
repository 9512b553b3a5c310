"""What goes on beside the loop of the unit: the full check, the second copy and the watch over the machine.

Each has a thread of its own, so that a slow or failing disk never holds up the picture. They ring a bell that the loop
sleeps on; the loop then asks here what there is to show and to record.
"""

import contextlib
import os
from pathlib import Path

from eztrak.appliance import clock
from eztrak.appliance.health import Reading, copy_reading, readings, wrong
from eztrak.appliance.watch import Watch
from eztrak.config.model import JournalOptions
from eztrak.journal.background import FullCheck
from eztrak.journal.copy import SecondCopy
from eztrak.table.commands import NoteHealth


def copies_of(options: JournalOptions) -> Path | None:
    """The folder of the second copy."""
    return Path(options.copy).expanduser() if options.copy else None


class Upkeep:
    def __init__(self, database: Path, options: JournalOptions, mended: str) -> None:
        """Begins at once. `mended` says what had to be done to the history before it could be opened."""
        self._database = database
        self._mended = mended
        self._noted = ""  # what was last found wrong with the machine
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._check = FullCheck(database, self._ring)
        self._copy: SecondCopy | None = None
        self._watch = Watch(self._look, self._ring)
        if folder := copies_of(options):
            self._copy = SecondCopy(database, folder, options.copy_every, clock.moment().at, self._copy_changed)

    def fileno(self) -> int:
        return self._bell

    def heard(self) -> None:
        """The loop is awake."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._bell)

    def committed(self) -> None:
        """The history has something new."""
        if self._copy:
            self._copy.committed()

    def seen(self) -> None:
        """A supervisor, who can act on it, has seen what had to be mended."""
        self._mended = ""

    def troubles(self) -> list[str]:
        """What is wrong and stays on the board, in words."""
        copy = self._copy.trouble() if self._copy else ""
        return [trouble for trouble in (self._mended, self._check.fault, copy and f"no second copy: {copy}") if trouble]

    def ailing(self) -> list[str]:
        """What is wrong with the machine and what to do about it, for the supervisor."""
        return [f"{reading.name}: {reading.told}. {reading.fix}" for reading in wrong(self._watch.read)]

    def well(self) -> list[str]:
        """The rest of what is known, in few lines."""
        sound = [f"{reading.name}: {reading.told}" for reading in self._watch.read if reading.well]
        return [self._check.told, "; ".join(sound)]

    def note(self) -> NoteHealth | None:
        """What is to be recorded: something else is wrong with the machine than before."""
        ailing = wrong(self._watch.read)
        names = ", ".join(reading.name for reading in ailing)
        if names == self._noted:
            return None
        self._noted = names
        told = "; ".join(f"{reading.name}: {reading.told}" for reading in ailing)
        return NoteHealth(names, told or "all is well again")

    def close_readers(self) -> None:
        """Ends what only reads; before the history is closed."""
        self._check.close()
        self._watch.close()

    def close(self) -> None:
        """Lets the copy catch up with a history that is closed."""
        if self._copy:
            self._copy.close()
        os.close(self._bell)

    def _ring(self) -> None:
        os.eventfd_write(self._bell, 1)

    def _copy_changed(self) -> None:
        self._watch.again()
        self._ring()

    def _look(self) -> tuple[Reading, ...]:
        copy = self._copy
        about = [copy_reading(copy.path.parent, self._database, copy.trouble(), copy.age())] if copy else []
        return (*readings(self._database), *about)
