"""Shoes and hands made again from rows of a journal that came from elsewhere, such as an export.

The rows are checked link by link and projected by the same code as in the unit. What comes out is asked for with the
same extract as the record itself, so whatever was exported must be equal to it.
"""

import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path

from eztrak.journal import heads, schema
from eztrak.journal.columns import Columns, Placed
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import Choice, Extract, Segment
from eztrak.journal.journal import Row, record_of
from eztrak.journal.projection import project
from eztrak.journal.sealing import Sealing
from eztrak.journal.sensible import Sensible
from eztrak.journal.tampering import CHANGED, fits, in_row, unfitting
from eztrak.journal.verify import witnessed
from eztrak.journal.witness import Compared, Comparing, Witness
from eztrak.voice.said import Said

_ASKED_FOR = ("void", "change", "insert", "table_open", "table_close")  # by an extract, beside shoes and hands


class Rederived:
    """Takes rows in their order; the first that is not as it was written is named in `fault`."""

    def __init__(self, segments: list[Segment], witnesses: Sequence[Witness] = ()) -> None:
        self._connection = schema.made((schema.JOURNAL, *schema.PROJECTIONS), large=True)
        self._segments = iter(segments)
        self._segment: Segment | None = None
        self._last, self._hash = 0, ""
        self.rows = 0
        self.fault = Said()
        # What came before a part of a journal is not known, and with it not what could have happened then.
        self._sensible = Sensible() if [segment.first for segment in segments] == [1] else None
        self._sealing, self._comparing = Sealing(), Comparing(witnesses)

    def take(self, row: Row) -> bool:
        """Whether the row belongs where it stands."""
        self.fault = self._wrong(row)
        self.rows += not self.fault
        return not self.fault

    def finish(self) -> bool:
        """Whether that was all: no segment is cut short or missing."""
        if self._sensible:
            self._sensible.finish()
        self._sealing.put(self._connection)
        missing = next(self._segments, None)
        if self._segment and self._last != self._segment.last:
            self.fault = Said(
                "the journal ends with row {last}, and row {end} should be its last",
                last=self._last,
                end=self._segment.last,
            )
        elif missing:
            self.fault = Said("journal rows {first} to {last} are missing", first=missing.first, last=missing.last)
        elif self._segment and self._hash != self._segment.head:
            self.fault = self._other_hash()
        return not self.fault

    @property
    def strange(self) -> tuple[Said, ...]:
        """What cannot have happened."""
        return self._sensible.strange if self._sensible else ()

    @property
    def notes(self) -> tuple[Said, ...]:
        """What has been done to the record, and what is not judged."""
        if self._sensible:
            return self._sensible.notes
        return (Said("this is part of a history: only the whole shows whether it can have happened"),)

    def extract(
        self,
        choice: Choice,
        path: Path,
        columns: Columns | None = None,
        earlier_seals: bool = True,
        placed: Placed | None = None,
    ) -> Extract:
        """`columns` of an export of an older form, `earlier_seals` whether its form has them."""
        return Extract(self._connection, choice, path, columns, earlier_seals, placed)

    def witnessed(self, seals: Sequence[str]) -> tuple[int, tuple[Compared, ...]]:
        """An export is a part, and older than what comes after it: that it ends is nothing to dispute."""
        tables = self._sensible.tables if self._sensible else set()
        return witnessed(self._connection, seals, self._comparing.finish(self._last, tables, first=0))

    def keyed(self, row: int) -> str:
        """The key of the unit that is in force at a row, as far as the rows that came along say."""
        return heads.keyed(self._connection, row).public

    def seals(self, shoes: Collection[int]) -> set[str]:
        """All that the board showed of these shoes."""
        return {seal for shoe, seal in self._connection.execute("SELECT shoe, seal FROM seals") if shoe in shoes}

    def close(self) -> None:
        self._sealing.close()
        self._connection.close()

    def _wrong(self, row: Row) -> Said:
        seq, kind, digest = row[0], row[4], row[6]
        if self._segment is None or self._last == self._segment.last:
            if self._segment and self._hash != self._segment.head:
                return self._other_hash()
            self._segment = next(self._segments, None)
            if self._segment is None or seq != self._segment.first:
                return Said("journal row {row} does not belong there", row=seq)
            self._hash = self._segment.before
        elif seq != self._last + 1:
            return Said(
                "journal row {row} is missing: row {after} follows row {before}",
                row=self._last + 1,
                after=seq,
                before=self._last,
            )
        if not fits(row, self._hash):
            return in_row(seq, kind, row[1], CHANGED)
        try:
            record = record_of(row)
            if self._sensible:
                self._sensible.take(row, record)
            project(self._connection, record, self._sealing)
            if kind in _ASKED_FOR:
                self._connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        except (JournalError, sqlite3.Error, OverflowError) as unfit:
            return unfitting(seq, unfit)
        self._last, self._hash = seq, digest
        self._comparing.take(seq, digest)
        return Said()

    def _other_hash(self) -> Said:
        return Said("journal row {row} does not have the hash that the export says", row=self._last)
