"""Checks a journal from end to end: pages, schema, rows, order, chain, tables and seals, and whether what it says can
have happened. Names the first bad row.

Whoever can write the file can also recompute every hash. Against that stand the signatures of the unit (`vouched`) and
the seals: short codes that the board showed and a camera recorded. A seal that is known and in no shoe here means that
the history was cut or rewritten.
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
from eztrak.journal.projection import Seal, project
from eztrak.journal.sealing import Sealing
from eztrak.journal.sensible import Sensible
from eztrak.journal.tampering import row_fault, unfitting
from eztrak.journal.vouched import Use, Vouched
from eztrak.journal.witness import Compared, Comparing, Witness
from eztrak.voice.said import Part, Said
from eztrak.voice.times import local

_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
_SMALL = 8 * 2**20  # bytes that SQLite checks page by page within a fraction of a second


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of a whole journal found."""

    rows: int
    shoes: int
    hands: int  # that stand
    voided: int
    head: str
    faults: tuple[Part, ...]  # the first bad row, then what else differs; empty when all is as it was written
    strange: tuple[Said, ...] = ()  # rows that are as they were written, and say what cannot have happened
    notes: tuple[Said, ...] = ()  # what has been done to the record and its clock, and which key signs it
    keys: tuple[Use, ...] = ()  # that vouch for it
    sealed: int = 0  # the row of the newest seal, 0 for none
    witnessed: tuple[Compared, ...] = ()  # by whom, and what they dispute

    @property
    def well(self) -> bool:
        return not self.faults and not self.strange and not self.disputed

    @property
    def disputed(self) -> tuple[Said, ...]:
        """Where a witness says otherwise: one of the two is wrong."""
        return tuple(said for one in self.witnessed for said in one.disputed)

    @property
    def open_since(self) -> int:
        """The first row that no witness has seen."""
        return max((one.row for one in self.witnessed), default=0) + 1

    @property
    def standing(self) -> tuple[Said, ...]:
        """How far the history is sealed, by whom it was seen, and what is open."""
        standing = [Said("sealed up to row {row}", row=self.sealed) if self.sealed else Said("no shoe is sealed yet")]
        for one in self.witnessed:
            if one.row:
                standing.append(Said("witnessed up to row {row} by {witness}", row=one.row, witness=one.name))
            elif one.silent:
                standing.append(Said("{witness} says nothing about this history", witness=one.name))
        left = self.rows - self.open_since + 1
        if not self.witnessed:
            standing.append(Said("witnessed by nobody who was asked: --witness and --seal name them"))
        elif left > 0:
            standing.append(
                Said(
                    "open since row {row}: {count:row|rows} that no witness asked here has seen",
                    row=self.open_since,
                    count=left,
                )
            )
        else:
            standing.append(Said("nothing is open: the newest row was seen"))
        return tuple(standing)

    @property
    def counted(self) -> Said:
        return Said(
            "{rows:row|rows}, {shoes:shoe|shoes}, {hands:hand|hands}, {voided:,} void",
            rows=self.rows,
            shoes=self.shoes,
            hands=self.hands,
            voided=self.voided,
        )


UNSIGNED = Said("the unit's signatures stay with the unit, and were not checked")
Each: TypeAlias = Callable[[int, int], None]  # called with the number of each row that was checked, and of the last


def verify(
    path: Path,
    seals: Sequence[str] = (),
    each: Each | None = None,
    threads: int = 0,
    witnesses: Sequence[Witness] = (),
    signed: bool = True,
) -> Verified:
    """Checks the database without changing it, and that these seals are in it and these witnesses have seen the same.
    Raises JournalError for none.

    `threads`: for the seals, 0 for one on each core. `signed`: whether the signatures of the unit came along.
    """
    with _reading(path) as (connection, rebuilt), closing(Sealing(threads)) as sealing:
        sense, vouched, comparing = Sensible(), Vouched(connection), Comparing(witnesses)
        last, before, faults = _walk(connection, rebuilt, 0, GENESIS, each, sense, vouched, sealing, comparing)
        sense.finish()
        sealing.put(rebuilt, lambda: each(last, last) if each else None)
        if not faults:
            if signed:
                vouched.finish()
                faults += vouched.faults
            faults += differences.cut_tail(connection, last) or [
                *differences.tables(connection, rebuilt),
                *differences.totals(connection, rebuilt),
            ]
        faults += differences.objects(connection)
        faults += differences.pages(connection)
        faults += _unknown_seals(rebuilt, seals, last)
        counts = "count(*), coalesce(sum(hands), 0), coalesce(sum(voided), 0)"
        shoes, hands, voided = rebuilt.execute(f"SELECT {counts} FROM shoes").fetchone()
        compared = comparing.finish(head(connection)[0], sense.tables)
        return Verified(
            *(last, shoes, hands, voided, before, tuple(faults), sense.strange),
            (*sense.notes, *(vouched.notes if signed else [UNSIGNED])),
            vouched.keys if signed else (),
            *witnessed(rebuilt, seals, compared),
        )


def witnessed(
    rebuilt: sqlite3.Connection, seals: Sequence[str], compared: tuple[Compared, ...]
) -> tuple[int, tuple[Compared, ...]]:
    """The row of the newest seal; and who has seen rows, among them those who saw a seal on a recording."""
    newest = rebuilt.execute("SELECT coalesce(max(seq), 0) FROM seals").fetchone()[0]
    shoe = "SELECT seq, shoe, table_name, started_at FROM seals JOIN shoes USING (shoe) WHERE seals.seal = ?"
    sealed = [(seal, row) for seal in map(plain_seal, seals) for row in rebuilt.execute(shoe, (seal,))]
    recorded = (
        Compared(f"seal {seal} of shoe {shoe}, {table}, begun {local(began)}", seq)
        for seal, (seq, shoe, table, began) in sealed
    )
    return newest, (*recorded, *compared)


def quick_check(path: Path) -> None:
    """Checks what a start reads: the open and the previous shoe, in the chain and in the tables. Raises DamageError.

    However long the history, it takes milliseconds: SQLite's own check of every page is for a file that is small.
    """
    with _reading(path) as (connection, rebuilt):
        start = previous_start(connection)
        last, before, since = 0, GENESIS, FIRST
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
        if not faults and connection.execute(_SIZE).fetchone()[0] <= _SMALL:
            faults = differences.pages(connection)
        if faults:
            raise DamageError("it is damaged: {fault}", path, fault=faults[0])


@contextmanager
def _reading(path: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """One consistent view of the database, and an empty place on which its tables are rebuilt."""
    with untrusted(path) as connection, closing(schema.made(large=True)) as rebuilt:
        connection.execute("BEGIN")
        yield connection, rebuilt


def _walk(
    connection: sqlite3.Connection,
    rebuilt: sqlite3.Connection,
    last: int,
    before: str,
    each: Each | None = None,
    sense: Sensible | None = None,
    vouched: Vouched | None = None,
    sealing: Seal = seal,
    comparing: Comparing | None = None,
) -> tuple[int, str, list[Said]]:
    """Follows the chain from row `last` on, and rebuilds the tables: the last good row, its hash, and what is wrong."""
    try:
        end = head(connection)[0]
        for row in rows(connection, last + 1 if last else FIRST):
            if fault := row_fault(connection, row, last, before):
                return last, before, [fault]
            record = record_of(row)
            if sense:
                sense.take(row, record)
            if vouched:
                vouched.take(record)
            project(rebuilt, record, sealing)
            last, before = record.seq, record.hash
            if comparing:
                comparing.take(last, before)
            if each:
                each(last, end)
    except JournalError as unknown:
        return last, before, [unknown.said]
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError) as unfit:
        return last, before, [unfitting(last + 1, unfit)]
    return last, before, []


def _unknown_seals(rebuilt: sqlite3.Connection, seals: Sequence[str], last: int) -> list[Said]:
    here = {made for (made,) in rebuilt.execute("SELECT seal FROM seals")} if seals else set()
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
