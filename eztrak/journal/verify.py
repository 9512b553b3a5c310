"""Checks a journal from end to end: pages, schema, rows, order, chain, tables and seals. Names the first bad row.

Whoever can write the file can also recompute every hash. Against that stand the seals: short codes that the board
showed and a camera recorded. A seal that is known and in no shoe here means that the history was cut or rewritten.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from eztrak.journal import differences, schema
from eztrak.journal.chain import GENESIS, plain_seal, seal
from eztrak.journal.errors import DamageError, JournalError
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import FIRST, head, previous_start, record_of, rows
from eztrak.journal.projection import project
from eztrak.journal.tampering import row_fault, unfitting
from eztrak.voice.said import Part, Said

_SMALL = 8 * 2**20  # bytes that SQLite checks page by page within a fraction of a second


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of a whole journal found."""

    rows: int
    shoes: int
    hands: int  # that stand
    voided: int
    head: str
    faults: tuple[Part, ...]  # the first bad row, then what else differs; empty when all is well

    @property
    def counted(self) -> Said:
        return Said(
            "{rows:row|rows}, {shoes:shoe|shoes}, {hands:hand|hands}, {voided:,} void",
            rows=self.rows,
            shoes=self.shoes,
            hands=self.hands,
            voided=self.voided,
        )


Each: TypeAlias = Callable[[int, int], None]  # called with the number of each row that was checked, and of the last


def verify(path: Path, seals: Sequence[str] = (), each: Each | None = None) -> Finding:
    """Checks the database without changing it, and that these seals are in it. Raises JournalError for none."""
    with _reading(path) as (connection, rebuilt):
        last, before, faults = _walk(connection, rebuilt, 0, GENESIS, each)
        if not faults:
            faults += differences.cut_tail(connection, last) or [
                *differences.tables(connection, rebuilt),
                *differences.totals(connection, rebuilt),
            ]
        faults += differences.objects(connection)
        faults += differences.pages(connection)
        faults += _unknown_seals(connection, seals, last)
        counts = "count(*), coalesce(sum(hands), 0), coalesce(sum(voided), 0)"
        shoes, hands, voided = rebuilt.execute(f"SELECT {counts} FROM shoes").fetchone()
        return Finding(last, shoes, hands, voided, before, tuple(faults))


def quick_check(path: Path) -> None:
    """Checks what a start reads: the open and the previous shoe, in the chain and in the tables. Raises DamageError.

    However long the history, it takes milliseconds: SQLite's own check of every page is for a file that is small.
    """
    with _reading(path) as (connection, rebuilt):
        start = previous_start(connection)
        last, before, since = 0, GENESIS, differences.FIRST
        if start != FIRST:
            last, before = connection.execute(
                "SELECT seq, hash FROM journal WHERE seq < ? ORDER BY seq DESC LIMIT 1", (start,)
            ).fetchone() or (0, GENESIS)
            (since,) = connection.execute(
                "SELECT shoe FROM shoes WHERE first_seq <= ? ORDER BY shoe DESC", (start,)
            ).fetchone() or (since,)
        last, before, faults = _walk(connection, rebuilt, last, before)
        faults = faults or differences.cut_tail(connection, last, since)
        faults = faults or differences.tables(connection, rebuilt, since)
        if not faults and schema.has_totals(connection):
            faults = differences.uncountable(connection)
        if not faults and path.stat().st_size <= _SMALL:
            faults = differences.pages(connection)
        if faults:
            raise DamageError("it is damaged: {fault}", path, fault=faults[0])


def chain_check(path: Path, each: Each | None = None) -> None:
    """Checks all of the record, and of the tables what a start reads. Raises DamageError.

    It takes a tenth of the time of `verify`, which checks all of the tables too: they can be rebuilt from the record.
    """
    with _reading(path) as (connection, _):
        last, before, end = 0, GENESIS, head(connection)[0]
        for row in rows(connection):
            if fault := row_fault(connection, row, last, before):
                raise DamageError("it is damaged: {fault}", path, fault=fault)
            last, before = row[0], row[-1]
            if each:
                each(last, end)
    quick_check(path)


@contextmanager
def _reading(path: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """One consistent view of the database, and an empty place on which its tables are rebuilt."""
    # Without a name it is kept in memory as long as it is small, and else in a file that nobody sees.
    with untrusted(path) as connection, closing(sqlite3.connect("", isolation_level=None)) as rebuilt:
        connection.execute("BEGIN")
        for statement in schema.PROJECTIONS:
            rebuilt.execute(statement)
        rebuilt.execute("BEGIN")  # one transaction, not one for each row
        yield connection, rebuilt


def _walk(
    connection: sqlite3.Connection, rebuilt: sqlite3.Connection, last: int, before: str, each: Each | None = None
) -> tuple[int, str, list[Said]]:
    """Follows the chain from row `last` on, and rebuilds the tables: the last good row, its hash, and what is wrong."""
    try:
        end = head(connection)[0]
        for row in rows(connection, last + 1 if last else FIRST):
            if fault := row_fault(connection, row, last, before):
                return last, before, [fault]
            record = record_of(row)
            project(rebuilt, record)
            last, before = record.seq, record.hash
            if each:
                each(last, end)
    except JournalError as unknown:
        return last, before, [unknown.said]
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError) as unfit:
        return last, before, [unfitting(last + 1, unfit)]
    return last, before, []


def _unknown_seals(connection: sqlite3.Connection, seals: Sequence[str], last: int) -> list[Said]:
    if not seals:
        return []
    ends = connection.execute("SELECT hash FROM journal WHERE kind = 'shoe_end' AND hash NOT GLOB '*[^0-9a-f]*'")
    here = {seal(digest) for (digest,) in ends if digest}
    return [
        Said(
            "seal {seal}: no shoe here ends with it. Its end was cut off (the journal ends with row {last}), or the"
            " history was rewritten, or is another table's",
            seal=plain_seal(known),
            last=last,
        )
        for known in seals
        if plain_seal(known) not in here
    ]
