"""The course of a shoe: what happened from the end of the shoe before it until nothing of it can change any more.

A shoe that went on, because the one begun after it was undone or joined to it, has a course with a gap: what happened
meanwhile is the other one's. For whoever follows the rounds. SQLite picks the few fields that matter: making an event
of every row would take several times as long.
"""

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from eztrak.journal.errors import JournalError
from eztrak.journal.journal import LAST, record_of
from eztrak.journal.listed import LAST_CHANGE
from eztrak.table.story import Happened, on_record
from eztrak.voice.said import WrongValueError

# A round may be opened before its shoe: the first hand begins one where there is none.
_BEGINS = (
    "coalesce((SELECT seq FROM journal WHERE seq < first_seq AND kind = 'shoe_end' ORDER BY seq DESC LIMIT 1), 0) + 1"
)
_BOUNDS = f"SELECT {_BEGINS}, first_seq, last_seq, {LAST_CHANGE} FROM shoes WHERE shoe = ?"
_AFTER = f"SELECT {_BEGINS}, last_seq FROM shoes WHERE shoe > ? ORDER BY shoe"
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
    CASE kind WHEN 'hand' THEN
        CASE WHEN json_extract(data, '$.shoe') IS ? AND typeof(json_extract(data, '$.hand')) = 'integer'
            THEN NULL ELSE data END
        WHEN 'void' THEN data WHEN 'change' THEN data WHEN 'insert' THEN data END
FROM journal WHERE seq BETWEEN ? AND ?"""
_REST = f"{_ROWS} AND kind NOT IN ('timer_start', 'bets_close')"
_LATER = f"{_ROWS} AND kind IN ('void', 'change', 'insert')"
_MEANWHILE = f"{_ROWS} AND kind IN ('void', 'change', 'insert', 'dealer')"  # who is on duty still is when it goes on


class CourseRow(NamedTuple):
    """A row of the journal, with what concerns the rounds."""

    seq: int
    at: str
    mono: int
    boot: str
    kind: str  # as in table/events
    hand: int = 0  # its number, where one was entered
    dealer: int = 0  # on duty when a hand was entered, and from a change of dealer or a shoe's start on
    confirmed: str = ""  # what the board asked before it took the hand
    correction: Happened | None = None


def course(connection: sqlite3.Connection, shoe: int) -> Iterator[CourseRow]:
    """In the order in which it happened; where each round had one result, without the rows of the timer.

    Raises sqlite3.DatabaseError or ValueError for damage.
    """
    bounds = connection.execute(_BOUNDS, (shoe,)).fetchone()
    if bounds is None:
        return
    begins, first, last, settled = bounds
    if last is not None and not first <= last < LAST:
        raise WrongValueError("{name} is {value}", name="last_seq", value=last)
    for own, *span in _spans(connection, shoe, begins, LAST if last is None else last):
        query = _MEANWHILE
        if own:
            (shape,) = connection.execute(_SHAPE, span).fetchone()
            query = _REST if _REGULAR.fullmatch(shape or "") else _ROWS
        yield from _read(connection, shoe, query, *span)
    if last is not None:  # a shoe can be corrected until the next one ends
        yield from _read(connection, shoe, _LATER, last + 1, LAST if settled is None else settled)


def _spans(connection: sqlite3.Connection, shoe: int, first: int, last: int) -> Iterator[tuple[bool, int, int]]:
    """The rows from one to another in their order, and whether they are the shoe's own: those of a shoe that began and
    ended before this one went on are not."""
    for begins, ended in connection.execute(_AFTER, (shoe,)):
        if begins > last:
            break
        yield True, first, begins - 1
        if ended is None or ended >= last:  # known from a copy that was taken up: this one did not go on
            yield False, begins, last
            return
        yield False, begins, ended
        first = ended + 1
    yield True, first, last


def _read(connection: sqlite3.Connection, shoe: int, query: str, first: int, last: int) -> Iterator[CourseRow]:
    for row in connection.execute(f"{query} ORDER BY seq", (shoe, first, last)):
        *fields, data = row
        if data is None:
            yield CourseRow(*fields)
            continue
        seq, at, mono, boot, kind = fields[:5]
        try:
            made = on_record(record_of((seq, at, mono, boot, kind, data, "")))
        except JournalError as fault:
            raise WrongValueError.of(fault.said) from fault
        if made and made.shoe == shoe:  # and not the one before
            if not made.corrects:
                raise WrongValueError("journal row {row} ({kind}, {at}) names no hand", row=seq, kind=kind, at=at)
            yield CourseRow(seq, at, mono, boot, kind, correction=made)
