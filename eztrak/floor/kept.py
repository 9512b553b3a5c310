"""Files of all histories that count, kept up to date for the page in the office: its pages read them as any file.

The server is asked every few seconds what is new, in a thread, and only that is brought here. While it is away the
pages have what there was.
"""

import threading
from pathlib import Path

from eztrak.appliance.log import log
from eztrak.floor.errors import FloorError
from eztrak.floor.histories import fetch, file_of
from eztrak.floor.reading import History, by_number, histories
from eztrak.floor.server import Server
from eztrak.journal.errors import JournalError

EVERY = 2.0  # seconds between two looks …
AGAIN = 5.0  # … and after one that failed
PATIENCE = 1.5  # seconds for what is under way at the end


class Kept:
    """`paths` grows with every history that is new. One that was put aside goes, so that no sum has it."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server, self._folder = server, folder
        self.paths: list[Path] = []
        self._has: dict[int, int] = {}  # the last row here, by history
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="kept", daemon=True)
        self._told = ""

    def place(self, history: int) -> int:
        """In the list, from 1; 0 where it is not there yet."""
        return next((place for place, number in enumerate(self._has, 1) if number == history), 0)

    def look(self) -> None:
        """Raises FloorError or JournalError; what came till then is there."""
        with self._server.connected() as connection:
            listed = sorted(histories(connection), key=lambda one: by_number(one.table_name))
        counted = {one.history: one for one in listed if one.counted and one.seq}
        self._list(counted)
        # The newest first: a history of years takes minutes the first time, and the others are waited for.
        for one in sorted(counted.values(), key=lambda one: one.seq - self._has[one.history]):
            if one.seq != self._has[one.history] and not self._stopping.is_set():
                fetch(self._server, one, self._folder)
                self._has[one.history] = one.seq

    def follow(self) -> None:
        """Looks for ever, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Lets what is under way come to its end: a thread within PostgreSQL's client outlives no program."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def _list(self, counted: dict[int, History]) -> None:
        known = {history: seq for history, seq in self._has.items() if history in counted}
        self._has = known | {history: 0 for history in counted if history not in known}
        self.paths[:] = [file_of(counted[history], self._folder) for history in self._has]

    def _work(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                self.look()
                pause, said = EVERY, ""
            except (FloorError, JournalError) as fault:
                pause, said = AGAIN, str(fault)
            if said and said != self._told:
                log.warning(said)
            self._told = said
        self._server.close()
