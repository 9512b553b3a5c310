"""Checks a journal from end to end: rows, order, chain, projections and seals. Names the first bad row."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.chain import GENESIS, link
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Row, record_of, rows
from eztrak.journal.projection import project
from eztrak.table.events import Moment


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of a whole journal found."""

    rows: int
    shoes: int
    hands: int
    head: str
    faults: tuple[str, ...]  # the first bad row, then tables that differ; empty when all is well


def verify(path: Path) -> Finding:
    """Checks the database without changing it. Raises JournalError for a file that is none."""
    connection = schema.read_only(path)
    try:
        connection.execute("BEGIN")
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as rebuilt:
            return _verify(connection, rebuilt)
    except sqlite3.DatabaseError as fault:
        raise JournalError(f"{path}: is damaged: {fault}") from fault
    finally:
        connection.close()


def _verify(connection: sqlite3.Connection, rebuilt: sqlite3.Connection) -> Finding:
    for statement in schema.PROJECTIONS:
        rebuilt.execute(statement)
    last, before = 0, GENESIS
    faults: list[str] = []
    try:
        for row in rows(connection):
            if fault := _row_fault(row, last, before):
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
        for name, key in (("shoes", "shoe"), ("hands", "shoe, hand")):
            faults += _differences(connection, rebuilt, name, key)
    shoes = rebuilt.execute("SELECT count(*), coalesce(sum(hands), 0) FROM shoes").fetchone()
    return Finding(last, shoes[0], shoes[1], before, tuple(faults))


def _row_fault(row: Row, last: int, before: str) -> str:
    seq, at, mono, boot, kind, data, digest = row
    if seq <= last:
        return f"journal row {seq} does not belong there: rows count from 1"
    if seq != last + 1:
        gone = f"row {last + 1} is" if seq == last + 2 else f"rows {last + 1} to {seq - 1} are"
        return f"journal {gone} missing: row {seq} follows row {last}"
    if digest != link(before, seq, Moment(at, mono, boot), kind, data):
        return f"journal row {seq} ({kind}, {at}) does not match its hash: it, or the row before, was changed"
    return ""


def _differences(connection: sqlite3.Connection, rebuilt: sqlite3.Connection, name: str, key: str) -> list[str]:
    """The first row of a table that is not what the journal says."""
    query = f"SELECT * FROM {name} ORDER BY {key}"
    theirs, ours = connection.execute(query), rebuilt.execute(query)
    columns = [column[0] for column in ours.description]
    while True:
        there, here = theirs.fetchone(), ours.fetchone()
        if there == here:
            if here is None:
                return []
            continue
        keys = key.split(", ")
        if here is None or (there is not None and there[: len(keys)] < here[: len(keys)]):
            return [f"table {name}, {_place(keys, there)}: the journal knows no such row"]
        if there is None or there[: len(keys)] != here[: len(keys)]:
            return [f"table {name}, {_place(keys, here)}: the row is missing"]
        wrong = [
            f"{column} is {was!r}, the journal says {should!r}"
            for column, was, should in zip(columns, there, here, strict=True)
            if was != should
        ]
        return [f"table {name}, {_place(keys, here)}: {'; '.join(wrong)}"]


def _place(keys: list[str], row: tuple[object, ...]) -> str:
    """Where a row stands, in words; a table's first columns are its key."""
    return ", ".join(f"{key} {value}" for key, value in zip(keys, row, strict=False))
