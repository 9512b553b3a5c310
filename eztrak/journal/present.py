"""A table as it is now: its state, made of its rows by the board's own code, and what is wrong with its unit.

Read-only. The first look reads from the start of the shoe before on, as a unit does at its start; after that only new
rows are read, so that a page can look every few seconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from eztrak.journal.guarded import view
from eztrak.journal.journal import Row, head, previous_start, record_of, rows
from eztrak.journal.schema import ROW
from eztrak.table import events as e
from eztrak.table.log_words import logged
from eztrak.table.state import TableState, replay
from eztrak.voice.said import Said

_BACK = 20_000  # rows, of days: what was noted of the unit before is not looked for
_BETWEEN = f"SELECT {ROW} FROM journal WHERE seq BETWEEN ? AND ?"
OF_UNIT = "kind IN ('start', 'health', 'keypad')"


@dataclass(frozen=True, slots=True)
class Present:
    state: TableState = field(default_factory=TableState)
    seq: int = 0  # of the newest row …
    hash: str = ""  # … and its hash
    at: str = ""  # when that was written (UTC)
    noted: tuple[tuple[str, Said], ...] = ()  # what was noted of the unit and is not over, by what it is about

    @property
    def wrong(self) -> tuple[Said, ...]:
        """What is wrong with the unit, in words."""
        software = self.state.software.waits
        waits = [logged(event, TableState()) for event in self.state.unconfirmed]
        waits += [Said("the software is not as released: {what}", what=software)] if software else []
        return tuple(said for _, said in self.noted) + tuple(waits)


def present(path: Path, before: Present | None = None) -> Present:
    """`before`: what was found the last time. Raises JournalError."""
    with view(path) as connection:
        last, digest = head(connection)
        if before and (before.seq, before.hash) == (last, digest):
            return before
        known = "SELECT 1 FROM journal WHERE seq = ? AND hash = ?"
        if before is None or not connection.execute(known, (before.seq, before.hash)).fetchone():
            start = max(1, previous_start(connection))
            of_unit = f"{_BETWEEN} AND {OF_UNIT} ORDER BY seq"
            before = began(connection.execute(of_unit, (max(1, last - _BACK), start - 1)), start)
        return went_on(before, rows(connection, before.seq + 1))


def began(of_unit: Iterable[Row], start: int) -> Present:
    """Before row `start`, with which a shoe begins: of rows before it that are of the unit, what is not over."""
    return Present(noted=_noted((), (record_of(row).event for row in of_unit)), seq=start - 1)


def went_on(before: Present, rows: Iterable[Row]) -> Present:
    """After more rows, wherever they were read. Raises JournalError for one that this eztrak does not know."""
    records = [*map(record_of, rows)]
    if not records:
        return before
    noted, last = _noted(before.noted, (one.event for one in records)), records[-1]
    return Present(replay(records, before.state), last.seq, last.hash, last.moment.at, noted)


def _noted(before: tuple[tuple[str, Said], ...], events: Iterable[e.Event]) -> tuple[tuple[str, Said], ...]:
    noted = dict(before)
    for event in events:
        match event:
            case e.Started():  # what is wrong then is noted anew
                noted.clear()
            case e.HealthNoted(wrong) as said:
                noted.pop("", None)
                noted |= {"": logged(said, TableState())} if wrong else {}
            case e.KeypadNoted(keypad, wrong) as said:
                noted.pop(keypad, None)
                noted |= {keypad: logged(said, TableState())} if wrong else {}
            case _:
                pass
    return tuple(noted.items())
