"""What happened to the first row that breaks the chain: changed, deleted, swapped, put in or appended.

The chain alone says that a row does not follow the one before. What its neighbours say tells the rest: a row whose
successor still follows it was changed in place; one that fits a place further on was moved; a successor that counts on
from a higher number had rows cut out before it. Whoever recomputes every hash after his change gets past all of this,
and is found by the seals that a camera has recorded (see `verify`).
"""

import sqlite3

from eztrak.journal.chain import link
from eztrak.journal.journal import Row, rows
from eztrak.table.events import Moment

# How many rows may be gone from the middle, the rest renumbered, and still be counted.
_GONE = 10_000
# Events that leave a mark in the tables `shoes` and `hands`: a row of these kinds that the tables do not know is new.
_MARKED = ("hand", "insert", "shoe_start", "shoe_end")


def row_fault(connection: sqlite3.Connection, row: Row, last: int, before: str) -> str:
    """What is wrong with a row that should follow row `last` with this hash; "" where nothing is."""
    seq = row[0]
    if seq <= last:
        return f"journal row {seq} does not belong there: rows count from 1"
    if seq != last + 1:
        gone = f"row {last + 1} is" if seq == last + 2 else f"rows {last + 1} to {seq - 1} are"
        return f"journal {gone} missing: row {seq} follows row {last}"
    if fits(row, before):
        return ""
    return f"journal row {seq} ({row[4]}, {row[1]}) {_told_apart(connection, row, before)}"


def fits(row: Row, before: str) -> bool:
    """Whether a row's content is the one that its hash was made of, after a row with the hash `before`."""
    return row[6] == _hash(before, row[0], row)


def _told_apart(connection: sqlite3.Connection, row: Row, before: str) -> str:
    seq = row[0]
    if moved := _found_later(connection, row, before):
        return moved
    after = next(rows(connection, seq + 1), None)
    if after is None:
        return _newest(connection, row)
    if after[6] == _hash(_hash(before, seq, row), after[0], after):
        return "does not match its hash: the hash was changed, the content is as it was written"
    if after[6] != _hash(row[6], after[0], after):
        for gone in range(1, _GONE):
            if after[6] == _hash(row[6], after[0] + gone, after):
                several = "a row was" if gone == 1 else f"{gone} rows were"
                return f"does not follow the row before: {several} deleted there and the rest renumbered"
    return "does not match its hash: it, or the row before, was changed"


def _found_later(connection: sqlite3.Connection, row: Row, before: str) -> str:
    """Whether the row that belongs here stands further on."""
    seq = row[0]
    previous = row
    for later in rows(connection, seq + 1):
        belongs = _hash(before, seq, later)
        if belongs in (later[6], row[6]):
            # Of two rows that changed places, this one fits where that one stands; else one was put in before it.
            ahead = later[6] if previous is row else previous[6]
            if belongs == row[6] or row[6] == _hash(ahead, later[0], row):
                return f"and row {later[0]} ({later[4]}, {later[1]}) were swapped"
            return f"was put in there: the row that belongs there is now row {later[0]}"
        previous = later
    return ""


def _newest(connection: sqlite3.Connection, row: Row) -> str:
    """The last row breaks the chain, and no successor tells more. The tables may: they know which rows they came of."""
    (known,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM hands WHERE seq = :seq)"
        " OR EXISTS (SELECT 1 FROM shoes WHERE :seq IN (first_seq, last_seq))",
        {"seq": row[0]},
    ).fetchone()
    if known:
        return "does not match its hash: it, or the row before, was changed"
    if row[4] in _MARKED:
        return "does not follow the row before: it was appended by another hand"
    return "does not match its hash: it was changed, or appended by another hand"


def _hash(before: str, seq: int, row: Row) -> str:
    """The hash that a row's content has at a place in the chain; "" for content that no journal row can have."""
    _, at, mono, boot, kind, data, _ = row
    try:
        return link(before, seq, Moment(at, mono, boot), kind, data)
    except (TypeError, UnicodeEncodeError):
        return ""
