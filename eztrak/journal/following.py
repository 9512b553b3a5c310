"""The rows that somebody who copies the history elsewhere does not have yet, with what they make of shoes and hands.

Only rows that the chain proves are given. The shoes and hands are made of them by the board's own code, and are those
of the last row given, whatever the board has written since. A few rows at a time are read, and then the history is let
go of.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from eztrak.journal import schema
from eztrak.journal.chain import GENESIS, seal
from eztrak.journal.columns import Values
from eztrak.journal.errors import DamageError, JournalError, readable
from eztrak.journal.heads import hash_of
from eztrak.journal.journal import Row as Row  # who copies knows nothing else of the journal's writing side
from eztrak.journal.journal import head, previous_start, read, rows
from eztrak.journal.projection import Alike, Counting, Seal, project
from eztrak.journal.sealing import Sealing
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


Found: TypeAlias = Record | tuple[Alike, int, int]  # in a row: see journal.read


class DivergedError(JournalError):
    """The copy has rows that this history has not."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that follow each other, and what is otherwise after the last of them than before the first."""

    rows: tuple[Row, ...] = ()
    games: tuple[Values, ...] = ()  # GAME_COLUMNS
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
            return hash_of(self._connection, 1)

    def has(self, seq: int, digest: str) -> bool:
        """Whether row `seq` has this hash; row 0 is before every history."""
        with self._view():
            return seq == 0 or hash_of(self._connection, seq) == digest

    def after(self, seq: int, digest: str, most: int) -> Batch:
        """The rows after row `seq`. Raises DivergedError where that row has not this hash, so that the copy is of a
        history which went on otherwise."""
        with self._view():
            last = head(self._connection)[0]
            if seq and hash_of(self._connection, seq) != digest:
                raise DivergedError(
                    "row {row} is another here" if seq <= last else "the last row here is {row}",
                    self._path,
                    row=min(seq, last),
                )
            return self._batch(seq, most, last) if last > seq else Batch()

    def _batch(self, seq: int, most: int, last: int) -> Batch:
        taken: list[Row] = []
        table = None
        with closing(schema.made()) as rebuilt:
            counting = Counting()
            before = _Made(rebuilt)
            # A shoe can be corrected until the one after it ends, and may go on then.
            for row, found in self._sound(max(1, previous_start(self._connection, seq)), seq):
                if row[0] == seq + 1:
                    counting.put(rebuilt)
                    before = _Made(rebuilt)
                _carry(rebuilt, row, found, counting)
                if row[0] <= seq:
                    continue
                taken.append(row)
                if isinstance(found, Record) and isinstance(found.event, Started | ShoeStarted):
                    table = found.event.table
                if len(taken) == most:
                    break
            counting.put(rebuilt)
            made = _Made(rebuilt)
        return Batch(
            tuple(taken),
            _new(made.games, before.games),
            _new(made.shoes, before.shoes),
            _new(made.hands, before.hands),
            table,
            last - taken[-1][0],
        )

    def _sound(self, first: int, seq: int) -> Iterator[tuple[Row, Found]]:
        """Rows as long as the chain proves them. One that it does not is raised as a JournalError, but only when no row
        after row `seq` comes before it."""
        last, before = first - 1, hash_of(self._connection, first - 1) or GENESIS
        for row in rows(self._connection, first):
            try:
                if row[0] != last + 1 or not fits(row, before):
                    raise DamageError("it is damaged: row {row} is not as it was written", self._path, row=last + 1)
                found = read(row)
            except JournalError:
                if last > seq:
                    return
                raise
            yield row, found
            last, before = row[0], row[-1]

    @contextmanager
    def _view(self) -> Iterator[None]:
        """What is asked inside sees the history of one instant, whatever the board writes meanwhile."""
        try:
            with readable(self._path):
                self._connection.execute("BEGIN")
                yield
        finally:
            self._connection.rollback()


def made_of(rows: Iterable[Row]) -> Batch:
    """All that a whole history makes of games, shoes and hands; its rows are not kept. Raises DamageError for the first
    one that the chain does not prove."""
    last, before = 0, GENESIS
    with closing(schema.made()) as made, closing(Sealing()) as sealing:
        counting = Counting()
        for row in rows:
            if row[0] != last + 1 or not fits(row, before):
                raise DamageError("row {row} is not as it was written", row=last + 1)
            _carry(made, row, read(row), counting, sealing)
            last, before = row[0], row[-1]
        sealing.put(made)
        counting.put(made)
        all_of_it = _Made(made)
    return Batch(games=all_of_it.games, shoes=all_of_it.shoes, hands=all_of_it.hands)


def _carry(made: sqlite3.Connection, row: Row, found: Found, counting: Counting, seal: Seal = seal) -> None:
    if isinstance(found, Record):
        project(made, found, seal, counting)
    else:
        counting.alike(made, *found, row[1], row[0])


class _Made:
    """What rows make of games, shoes and hands, up to where they were carried over."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.games = _rows(connection, "games", GAME_COLUMNS, "hash")
        self.shoes = _rows(connection, "shoes", SHOE_COLUMNS, "shoe")
        self.hands = _rows(connection, "hands", HAND_COLUMNS, "shoe, hand")


def _new(rows: tuple[Values, ...], before: tuple[Values, ...]) -> tuple[Values, ...]:
    known = frozenset(before)
    return tuple(row for row in rows if row not in known)


def _rows(connection: sqlite3.Connection, table: str, columns: tuple[str, ...], order: str) -> tuple[Values, ...]:
    return tuple(connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"))
