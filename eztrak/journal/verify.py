"""Checks a journal from end to end: pages, schema, rows, order, chain, tables and seals. Names the first bad row.

Whoever can write the file can also recompute every hash. Against that stand the seals: short codes that the board
showed and a camera recorded. A seal that is known and in no shoe here means that the history was cut or rewritten.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from eztrak.journal import differences, schema
from eztrak.journal.chain import GENESIS, plain_seal, seal
from eztrak.journal.errors import DAMAGE, DamageError, JournalError
from eztrak.journal.journal import record_of, rows
from eztrak.journal.projection import project
from eztrak.journal.tampering import row_fault


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of a whole journal found."""

    rows: int
    shoes: int
    hands: int
    head: str
    faults: tuple[str, ...]  # the first bad row, then what else differs; empty when all is well


def verify(path: Path, seals: Sequence[str] = ()) -> Finding:
    """Checks the database without changing it, and that these seals are in it. Raises JournalError for none."""
    connection = schema.read_only(path)
    try:
        connection.execute("BEGIN")
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as rebuilt:
            return _verify(connection, rebuilt, seals)
    except DAMAGE as fault:
        raise DamageError(f"{path}: is damaged: {fault}") from fault
    finally:
        connection.close()


def _verify(connection: sqlite3.Connection, rebuilt: sqlite3.Connection, seals: Sequence[str]) -> Finding:
    for statement in schema.PROJECTIONS:
        rebuilt.execute(statement)
    last, before = 0, GENESIS
    faults: list[str] = []
    try:
        for row in rows(connection):
            if fault := row_fault(connection, row, last, before):
                faults.append(fault)
                break
            record = record_of(row)
            project(rebuilt, record)
            last, before = record.seq, record.hash
    except JournalError as unknown:
        faults.append(str(unknown))
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError) as unfit:
        faults.append(f"journal row {last + 1} does not fit what came before it: {unfit}")
    if not faults:
        faults += differences.cut_tail(connection, last) or differences.tables(connection, rebuilt)
    faults += differences.objects(connection)
    faults += differences.pages(connection)
    faults += _unknown_seals(connection, seals, last)
    shoes = rebuilt.execute("SELECT count(*), coalesce(sum(hands), 0) FROM shoes").fetchone()
    return Finding(last, shoes[0], shoes[1], before, tuple(faults))


def _unknown_seals(connection: sqlite3.Connection, seals: Sequence[str], last: int) -> list[str]:
    if not seals:
        return []
    here = {seal(digest) for (digest,) in connection.execute("SELECT hash FROM journal WHERE kind = 'shoe_end'")}
    return [
        f"seal {plain_seal(known)}: no shoe here ends with it. Its end was cut off (the journal ends with row {last}),"
        " or the history was rewritten, or is another table's"
        for known in seals
        if plain_seal(known) not in here
    ]
