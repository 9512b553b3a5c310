"""How far the keys of units vouch for a journal that is checked from end to end, and what nobody vouches for.

A signature stands for every row before it. So those are looked at that matter: the last of all, and the last before
each start, since while the board is off others can write. What a start itself has put on record, a supervisor has to
confirm; what no start has, it cannot have seen.
"""

import sqlite3
from dataclasses import dataclass

from eztrak.journal import heads
from eztrak.journal.tampering import in_row
from eztrak.table import events as e
from eztrak.table.fingerprint import fingerprint
from eztrak.voice.said import Said


@dataclass(frozen=True, slots=True)
class Use:
    """A key, and the rows of which it is in force."""

    public: str
    place: str
    first: int
    at: str
    last: int  # the newest row that it vouches for

    @property
    def name(self) -> str:
        return fingerprint(self.public)


class Vouched:
    """Takes all records of a journal, in their order."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.faults: list[Said] = []
        self._uses: list[Use] = []
        self._key = heads.Keyed()
        # Rows that nobody vouches for, the start that may say so, and the key that should.
        self._open: tuple[int, int, e.Moment, str] | None = None
        self._first: e.Record | None = None
        self._last: e.Record | None = None
        self._start: e.Moment | None = None  # the newest one
        self._unkeyed = 0  # rows that were there before there was a key

    def take(self, record: e.Record) -> None:
        if self._open and record.moment != self._open[2]:
            self._name_unsigned()
        match record.event:
            case e.Started():
                self._start = record.moment
                self._check_signed(record.seq - 1, record.moment)
            case e.UnitKeyed() as event:
                if record.moment != self._start and event.key != self._key.public:  # eztrak writes none there
                    self._check_signed(record.seq - 1, record.moment)
                self._keyed(record, event)
            case _:
                pass
        self._first = self._first or record
        self._last = record

    def finish(self) -> None:
        self._name_unsigned()
        if self._last:
            self._check_signed(self._last.seq, self._last.moment)
            self._name_unsigned()

    @property
    def keys(self) -> tuple[Use, ...]:
        return tuple(self._uses)

    @property
    def notes(self) -> tuple[Said, ...]:
        """Which key vouches for what."""
        if not self._uses:
            return ()
        unkeyed = [Said("not keyed before row {row}", row=self._unkeyed + 1)] if self._unkeyed else []
        return (
            *unkeyed,
            *(
                Said(
                    "signed by the key {key} from row {row} ({at}) on, up to row {last}",
                    key=use.name,
                    row=use.first,
                    at=use.at,
                    last=use.last,
                )
                for use in self._uses
            ),
        )

    def _keyed(self, record: e.Record, event: e.UnitKeyed) -> None:
        if event.before != (self._key.public if event.key != self._key.public else ""):
            other = Said("it names a different key before it than there was")
            self.faults.append(in_row(record.seq, record.kind, record.moment.at, other))
        if self._open and 0 < event.unsigned <= self._open[0] and event.last >= self._open[1]:
            self._open = None
        if not self._uses and self._first and record.moment != self._first.moment:
            self._unkeyed = record.seq - 1
        if event.key != self._key.public:
            self._uses.append(Use(event.key, event.place, record.seq, record.moment.at, record.seq - 1))
        self._key = heads.Keyed(event.key, event.place)

    def _check_signed(self, last: int, moment: e.Moment) -> None:
        """Whether the key in force vouches for all rows up to one."""
        if not self._key.public:
            return
        reach = heads.signed_to(self._connection, self._key.public, last)
        use = self._uses[-1]
        self._uses[-1] = Use(use.public, use.place, use.first, use.at, max(use.last, reach))
        if reach < last:
            self._open = reach + 1, last, moment, use.name

    def _name_unsigned(self) -> None:
        """The rows that nobody vouches for become a fault: the start that could say so has not."""
        if self._open:
            first, last, _, key = self._open
            self.faults.append(
                Said(
                    "journal rows {first} to {last} are not signed by the key {key}",
                    first=first,
                    last=last,
                    key=key,
                )
                if last > first
                else Said("journal row {row} is not signed by the key {key}", row=first, key=key)
            )
            self._open = None
