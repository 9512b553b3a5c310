"""Carries rows from one journal over into another, as they are: seq, moment, content and hash.

Each row is proved by the chain before it is taken, so that damage on one side never reaches the other. The second copy
follows the board this way, and a damaged file is mended with it: rows that still follow the good ones are good.
"""

import sqlite3
from collections.abc import Iterable

from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Row, head, record_of
from eztrak.journal.projection import project
from eztrak.journal.tampering import fits


def carry(target: sqlite3.Connection, source: Iterable[Row]) -> int:
    """Appends rows in one transaction, and gives how many. At a row that does not follow it stops.

    Raises sqlite3.Error where the target cannot be written, and has taken none then.
    """
    target.execute("BEGIN IMMEDIATE")
    try:
        seq, before = head(target)
        taken = 0
        for row in source:
            if row[0] != seq + 1 or not fits(row, before):
                break
            try:
                record = record_of(row)
            except JournalError:
                break  # a row of the chain that this eztrak does not know
            target.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            project(target, record)
            seq, before, taken = record.seq, record.hash, taken + 1
    except BaseException:
        target.rollback()
        raise
    target.execute("COMMIT")
    return taken
