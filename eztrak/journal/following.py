"""The rows that somebody who copies the history elsewhere does not have yet, with what they make of shoes and hands.

Only rows that the chain proves are given. The shoes and hands are made of them by the board's own code, and are those
of the last row given, whatever the board has written since. A few rows at a time are read, and then the history is let
go of.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.chain import GENESIS
from eztrak.journal.columns import Values
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, unreadable
from eztrak.journal.journal import Row, head, previous_start, record_of, rows
from eztrak.journal.projection import project
from eztrak.journal.tampering import fits
from eztrak.table.events import Record, ShoeStarted, Started

GAME_COLUMNS = ("hash", "text")
SHOE_COLUMNS = (
    *("shoe", "table_name", "started_at", "ended_at", "game", "game_hash", "decks"),
    *("hands", "free", "voided", "counts", "seal", "first_seq", "last_seq"),
)
HAND_COLUMNS = (
    *("shoe", "hand", "outcome", "marks", "free", "voided", "entered_at"),
    *("place", "corrected", "dealer", "player_cards", "banker_cards", "seq"),
)


class DivergedError(JournalError):
    """The copy has rows that this history has not."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that follow each other, and the shoes that they touched as they are after the last of them."""

    rows: tuple[Row, ...] = ()
    games: tuple[Values, ...] = ()  # GAME_COLUMNS: of these shoes at least
    shoes: tuple[Values, ...] = ()  # SHOE_COLUMNS
    hands: tuple[Values, ...] = ()  # HAND_COLUMNS
    table: str | None = None  # the name that the table has from here on, where the rows say so
    left: int = 0  # rows that come after


class Following:
    """A read-only view of a history. Raises JournalError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = schema.read_only(path)

    def close(self) -> None:
        self._connection.close()

    def origin(self) -> str:
        """What sets this history apart from others: the hash of its first row, which names a boot and a moment of it.
        "" where there is no row yet."""
        with self._view():
            return self._hash(1)

    def after(self, seq: int, digest: str, most: int) -> Batch:
        """The rows after row `seq`. Raises DivergedError where that row has not this hash, so that the copy is of a
        history which went on otherwise."""
        with self._view():
            last = head(self._connection)[0]
            if seq and self._hash(seq) != digest:
                raise DivergedError(
                    "row {row} is another here" if seq <= last else "the last row here is {row}",
                    self._path,
                    row=min(seq, last),
                )
            return self._batch(seq, most, last) if last > seq else Batch()

    def _batch(self, seq: int, most: int, last: int) -> Batch:
        taken: list[Row] = []
        touched: dict[int, None] = {}
        table = None
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as rebuilt:
            for statement in schema.PROJECTIONS:
                rebuilt.execute(statement)
            rebuilt.execute("BEGIN")
            # A shoe can be corrected until the one after it ends, and may go on then.
            for row, record in self._sound(max(1, previous_start(self._connection, seq)), seq):
                project(rebuilt, record)
                if row[0] <= seq:
                    continue
                taken.append(row)
                if (shoe := getattr(record.event, "shoe", None)) is not None:
                    touched[shoe] = None
                if isinstance(record.event, Started | ShoeStarted):
                    table = record.event.table
                if len(taken) == most:
                    break
            games = rebuilt.execute(f"SELECT {', '.join(GAME_COLUMNS)} FROM games").fetchall()
            shoes = [row for shoe in touched for row in _of(rebuilt, "shoes", SHOE_COLUMNS, shoe)]
            hands = [row for shoe in touched for row in _of(rebuilt, "hands", HAND_COLUMNS, shoe)]
        return Batch(tuple(taken), tuple(games), tuple(shoes), tuple(hands), table, last - taken[-1][0])

    def _sound(self, first: int, seq: int) -> Iterator[tuple[Row, Record]]:
        """Rows as long as the chain proves them. One that it does not is raised as a JournalError, but only when no row
        after row `seq` comes before it."""
        last, before = first - 1, self._hash(first - 1) or GENESIS
        for row in rows(self._connection, first):
            try:
                if row[0] != last + 1 or not fits(row, before):
                    raise DamageError("it is damaged: row {row} is not as it was written", self._path, row=last + 1)
                record = record_of(row)
            except JournalError:
                if last > seq:
                    return
                raise
            yield row, record
            last, before = row[0], row[-1]

    def _hash(self, seq: int) -> str:
        found = self._connection.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
        return str(found[0]) if found else ""

    @contextmanager
    def _view(self) -> Iterator[None]:
        """What is asked inside sees the history of one instant, whatever the board writes meanwhile."""
        try:
            self._connection.execute("BEGIN")
            yield
        except DAMAGE as fault:
            raise unreadable(self._path, fault) from fault
        finally:
            self._connection.rollback()


def _of(connection: sqlite3.Connection, table: str, columns: tuple[str, ...], shoe: int) -> list[Values]:
    return connection.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE shoe = ?", (shoe,)).fetchall()
