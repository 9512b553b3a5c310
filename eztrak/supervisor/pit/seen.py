"""The page's own record: the newest row of each table, every few minutes, in a file beside the passwords.

It is a list of heads that `eztrak verify --witness` takes, and the board and `doctor` of a unit look at it too. A
history that does not have any more what was seen is told on every page, and nothing is added of it until somebody has
looked: what was seen stays.
"""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

from eztrak.appliance.log import log
from eztrak.journal.errors import JournalError
from eztrak.journal.witness import Witness, disputes, head_of, keep, of_list, seen_of
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

EVERY = 600.0  # seconds


class Seen:
    def __init__(self, databases: Sequence[Path], beside: Path | None = None) -> None:
        self.path = seen_of(beside or databases[0])
        self.faults: dict[Path, Said] = {}  # by the history that says otherwise now
        self._databases = databases

    def look(self) -> None:
        """Compares each history with what was seen of it, and keeps what is new."""
        for path in self._databases:
            try:
                self._look(path)
            except JournalError:
                pass  # it cannot be read now: its page says so
            except OSError as fault:
                self._say(path, Said("{path}: cannot be written: {why}", path=self.path, why=reason(fault)))

    def _look(self, path: Path) -> None:
        now = head_of(path)
        if differs := disputes(path, self._known()):
            self._say(path, differs[0])
            return
        self.faults.pop(path, None)
        if now.table:
            keep(self.path, now)

    def _known(self) -> Witness:
        return of_list(self.path, newest=True) if self.path.exists() else Witness(str(self.path), ())

    def _say(self, path: Path, fault: Said) -> None:
        if self.faults.get(path) != fault:
            log.error(str(fault))
        self.faults[path] = fault

    def follow(self) -> None:
        """Looks at once and then every few minutes, in a thread of its own."""
        threading.Thread(target=self._work, name="seen", daemon=True).start()

    def _work(self) -> None:
        while True:
            self.look()
            time.sleep(EVERY)
