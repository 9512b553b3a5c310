"""The page's tables from the floor's database: as they are now from the server, their pages from files kept here."""

import threading
from collections.abc import Callable, Sequence

from eztrak.appliance.alarms import SEEN, Alarm
from eztrak.floor.errors import FloorError
from eztrak.floor.kept import PATIENCE
from eztrak.floor.lobby import QUIET
from eztrak.floor.reading import by_number
from eztrak.floor.room import Room, Table
from eztrak.floor.server import Server
from eztrak.supervisor.pit.room import TableNow
from eztrak.table.round import NANO

EVERY = 1.0  # seconds between two looks …
AGAIN = 3.0  # … and after one that failed
FIRST = 10.0  # seconds that the first page waits for the first look


class FloorRoom:
    """A thread looks at the server, so that no page waits for one that hangs."""

    def __init__(self, server: Server, place: Callable[[int], int], monotonic: Callable[[], int]) -> None:
        self._room, self._server, self._place, self._monotonic = Room(server), server, place, monotonic
        self._found: tuple[int, tuple[Table, ...]] = (monotonic(), ())
        self._fault: FloorError | None = None
        self._looked, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="room", daemon=True)
        self._thread.start()

    def look(self) -> Sequence[TableNow]:
        self._looked.wait(FIRST)
        (when, tables), fault = self._found, self._fault
        since = (self._monotonic() - when) / NANO
        shown = [table_now(table, self._place(table.history), since) for table in tables]
        shown.sort(key=lambda table: by_number(table.name))
        return [*([TableNow(self._server.place, fault=fault)] if fault else []), *shown]

    def close(self) -> None:
        self._stopping.set()
        self._thread.join(PATIENCE)

    def _work(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            began = self._monotonic()
            try:
                self._found, self._fault, pause = (began, self._room.look()), None, EVERY
            except FloorError as fault:
                self._fault, pause = fault, AGAIN
            self._looked.set()
        self._server.close()


def table_now(table: Table, place: int, since: float) -> TableNow:
    """A table as the page shows it, so many seconds after the look."""
    heard = table.heard + since
    return TableNow(
        table.name,
        table.state,
        None if table.age is None else table.age + since,
        place,
        (*table.now.wrong, *(SEEN[Alarm(kind)] for kind in table.alarms)),
        table.unsent,
        heard if heard > QUIET else 0.0,
        table.fault,
    )
