"""A table as it is now: its state, made of its rows by the board's own code, and what is wrong with its unit.

Read-only. The first look reads from the start of the shoe before on, as a unit does at its start; after that only new
rows are read, so that a page can look every few seconds.
"""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from eztrak.journal import guarded
from eztrak.journal.errors import DAMAGE, JournalError, unreadable
from eztrak.journal.journal import head, previous_start, record_of, rows
from eztrak.table import events as e
from eztrak.table.log_words import logged
from eztrak.table.state import TableState, apply
from eztrak.voice.said import Kept, Said

_BACK = 20_000  # rows, of days: what was noted of the unit before is not looked for
_OF_UNIT = "SELECT seq, at, mono, boot, kind, data, hash FROM journal WHERE seq BETWEEN ? AND ?"
_KINDS = " AND kind IN ('start', 'health', 'keypad') ORDER BY seq"


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
        waits = [Said("{what}", what=Kept(text)) for text in (self.state.unconfirmed,) if text]
        waits += [Said("the software is not as released: {what}", what=Kept(software))] if software else []
        return tuple(said for _, said in self.noted) + tuple(waits)


def present(path: Path, before: Present | None = None) -> Present:
    """`before`: what was found the last time. Raises JournalError."""
    try:
        with closing(guarded.opened(path)) as connection:
            connection.execute("BEGIN")  # one consistent view, whatever the board writes meanwhile
            last, digest = head(connection)
            if before and (before.seq, before.hash) == (last, digest):
                return before
            known = "SELECT 1 FROM journal WHERE seq = ? AND hash = ?"
            if before is None or not connection.execute(known, (before.seq, before.hash)).fetchone():
                start = max(1, previous_start(connection))
                unit = connection.execute(_OF_UNIT + _KINDS, (max(1, last - _BACK), start - 1))
                before = Present(noted=_noted((), (record_of(row).event for row in unit)), seq=start - 1)
            return _went_on(before, map(record_of, rows(connection, before.seq + 1)))
    except DAMAGE as fault:
        raise unreadable(path, fault) from fault
    except (ValueError, TypeError, KeyError, AssertionError) as fault:
        raise JournalError("it is damaged: {fault}", path, fault=str(fault)) from fault


def _went_on(before: Present, records: Iterable[e.Record]) -> Present:
    found = before
    for record in records:
        state = apply(found.state, record)
        found = replace(found, state=state, seq=record.seq, hash=record.hash, at=record.moment.at)
        found = replace(found, noted=_noted(found.noted, (record.event,)))
    return found


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
