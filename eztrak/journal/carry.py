"""Carries rows from one journal over into another, as they are: seq, moment, content and hash.

Each row is proved by the chain before it is taken, so that damage on one side never reaches the other. The second copy
follows the board this way, and a damaged file is mended with it: rows that still follow the good ones are good.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from eztrak.journal import heads
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Row, head, record_of
from eztrak.journal.projection import project
from eztrak.journal.tampering import fits

SignedRow: TypeAlias = tuple[Row, bytes | None]

# What a row of the chain raises that this eztrak does not know, or whose content is of no kind that a table can hold.
_UNFIT = (
    *(JournalError, sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError, sqlite3.DataError),
    *(OverflowError, TypeError, ValueError),
)


def carry(target: sqlite3.Connection, source: Iterable[SignedRow]) -> int:
    """Appends rows in one transaction, and gives how many. At a row that does not follow, or does not fit, it stops.
    A signature goes with its row, as it is.

    Raises sqlite3.Error where the target cannot be written, and has taken none then.
    """
    target.execute("BEGIN IMMEDIATE")
    try:
        seq, before = head(target)
        taken = 0
        for row, signature in source:
            if row[0] != seq + 1 or not fits(row, before) or not _appended(target, row):
                break
            if signature is not None:
                target.execute("INSERT INTO heads VALUES (?, ?)", (row[0], signature))
            seq, before, taken = row[0], row[-1], taken + 1
    except BaseException:
        target.rollback()
        raise
    target.execute("COMMIT")
    return taken


def with_signatures(connection: sqlite3.Connection, rows: Iterable[Row]) -> Iterator[SignedRow]:
    """Rows of a journal, each with what there is of a signature over it."""
    return ((row, heads.signature_of(connection, row[0])) for row in rows)


def _appended(target: sqlite3.Connection, row: Row) -> bool:
    """Whether a row was taken with all that it does to the tables; else nothing of it is there."""
    target.execute("SAVEPOINT row")
    try:
        target.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        project(target, record_of(row))
        fit = True
    except _UNFIT:
        target.execute("ROLLBACK TO row")
        fit = False
    target.execute("RELEASE row")
    return fit
