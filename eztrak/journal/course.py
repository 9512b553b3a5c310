"""The course of a shoe: what happened from the end of the shoe before it until nothing of it can change any more.

For whoever follows the rounds. SQLite picks the few fields that matter: making an event of every row would take several
times as long.
"""

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from eztrak.journal.correction import Correction, correction
from eztrak.journal.journal import LAST, record_of

# A round may be opened before its shoe: the first hand begins one where there is none.
_BOUNDS = """
SELECT coalesce((SELECT p.last_seq FROM shoes AS p WHERE p.shoe < shoes.shoe ORDER BY p.shoe DESC LIMIT 1), 0) + 1,
    last_seq, (SELECT n.last_seq FROM shoes AS n WHERE n.shoe > shoes.shoe ORDER BY n.shoe LIMIT 1)
FROM shoes WHERE shoe = ?"""
# A letter for each row. Nearly every shoe has rounds of one result each: the rows of the timer, two of three, are then
# left unread.
_SHAPE = """
SELECT group_concat(
    CASE kind WHEN 'hand' THEN 'H' WHEN 'timer_start' THEN 'T' WHEN 'bets_close' THEN 'C' ELSE '.' END, '')
FROM (SELECT kind FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq)"""
_REGULAR = re.compile(r"(\.|TC?H)*(TC?)?|[.H]*")
_ROWS = """
SELECT seq, at, mono, boot, kind,
    CASE kind WHEN 'hand' THEN CAST(json_extract(data, '$.hand') AS INTEGER) ELSE 0 END,
    CASE kind WHEN 'hand' THEN coalesce(CAST(json_extract(data, '$.dealer') AS INTEGER), 0)
        WHEN 'dealer' THEN coalesce(CAST(json_extract(data, '$.dealer') AS INTEGER), 0)
        WHEN 'shoe_start' THEN coalesce(CAST(json_extract(data, '$.staff.dealer') AS INTEGER), 0) ELSE 0 END,
    CASE WHEN kind = 'hand' AND instr(data, '"confirmed"')
        THEN coalesce(CAST(json_extract(data, '$.confirmed') AS TEXT), '') ELSE '' END,
    CASE kind WHEN 'hand' THEN NULL WHEN 'void' THEN data WHEN 'change' THEN data WHEN 'insert' THEN data END
FROM journal WHERE seq BETWEEN ? AND ?"""
_REST = f"{_ROWS} AND kind NOT IN ('timer_start', 'bets_close')"
_LATER = f"{_ROWS} AND kind IN ('void', 'change', 'insert')"


class Happened(NamedTuple):
    """A row of the journal, with what concerns the rounds."""

    seq: int
    at: str
    mono: int
    boot: str
    kind: str  # as in table/events
    hand: int = 0  # its number, where one was entered
    dealer: int = 0  # on duty when a hand was entered, and from a change of dealer or a shoe's start on
    confirmed: str = ""  # what the board asked before it took the hand
    correction: Correction | None = None


def course(connection: sqlite3.Connection, shoe: int) -> Iterator[Happened]:
    """In the order in which it happened; where each round had one result, without the rows of the timer.

    Raises sqlite3.DatabaseError or JournalError for damage.
    """
    bounds = connection.execute(_BOUNDS, (shoe,)).fetchone()
    if bounds is None:
        return
    first, last, settled = bounds
    dealt = first, LAST if last is None else last
    (shape,) = connection.execute(_SHAPE, dealt).fetchone()
    yield from _read(connection, shoe, _REST if _REGULAR.fullmatch(shape or "") else _ROWS, *dealt)
    if last is not None:  # a shoe can be corrected until the next one ends
        yield from _read(connection, shoe, _LATER, last + 1, LAST if settled is None else settled)


def _read(connection: sqlite3.Connection, shoe: int, query: str, first: int, last: int) -> Iterator[Happened]:
    for row in connection.execute(f"{query} ORDER BY seq", (first, last)):
        if (data := row[-1]) is None:
            yield Happened._make(row)
            continue
        seq, at, mono, boot, kind = row[:5]
        made = correction(record_of((seq, at, mono, boot, kind, data, "")))
        if made.shoe == shoe:  # and not the one before
            yield Happened(seq, at, mono, boot, kind, correction=made)
