"""What happened to the first row that breaks the chain: changed, deleted, swapped, put in or appended.

The chain alone says that a row does not follow the one before. What its neighbours say explains the rest: a row whose
successor still follows it was changed in place; one that fits a place further on was moved; a successor that counts on
from a higher number had rows cut out before it. Whoever recomputes every hash after his change gets past all of this,
and is found by the seals that a camera has recorded (see `verify`).
"""

import sqlite3

from eztrak.journal.chain import link_of
from eztrak.journal.journal import Row, rows
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

# How many rows may be gone from the middle, the rest renumbered, and still be counted.
_GONE = 10_000
# Events that leave a mark in the tables `shoes` and `hands`: a row of these kinds that the tables do not know is new.
_MARKED = ("hand", "insert", "shoe_start", "shoe_end")

CHANGED = Said("it does not match its hash: it, or the row before, was changed")


def row_fault(connection: sqlite3.Connection, row: Row, last: int, before: str) -> Said:
    """What is wrong with a row that should follow row `last` with this hash; nothing where nothing is."""
    seq = row[0]
    if seq <= last:
        return Said("journal row {row} does not belong there: rows count from 1", row=seq)
    if seq == last + 2:
        return Said(
            "journal row {row} is missing: row {after} follows row {before}", row=last + 1, after=seq, before=last
        )
    if seq != last + 1:
        return Said(
            "journal rows {first} to {last} are missing: row {after} follows row {before}",
            first=last + 1,
            last=seq - 1,
            after=seq,
            before=last,
        )
    return Said() if fits(row, before) else in_row(seq, row[4], row[1], _difference(connection, row, before))


def in_row(seq: int, kind: str, at: str, fault: Said) -> Said:
    """What is wrong with a row, and which it is. Of a damaged one anything may be read."""
    return Said("journal row {row} ({kind}, {at}): {fault}", row=seq, kind=str(kind), at=str(at), fault=fault)


def unfitting(seq: int, fault: Exception) -> Said:
    """What is wrong with a row that the tables do not take."""
    return Said("journal row {row} does not fit what came before it: {fault}", row=seq, fault=reason(fault))


def fits(row: Row, before: str) -> bool:
    """Whether a row's content is the one that its hash was made of, after a row with the hash `before`."""
    return bool(row[6]) and row[6] == _hash(before, row[0], row)


def _difference(connection: sqlite3.Connection, row: Row, before: str) -> Said:
    seq = row[0]
    if moved := _found_later(connection, row, before):
        return moved
    after = next(rows(connection, seq + 1), None)
    if after is None:
        return _newest(connection, row)
    if after[6] == _hash(_hash(before, seq, row), after[0], after):
        return Said("it does not match its hash: the hash was changed, the content is as it was written")
    if after[6] != _hash(row[6], after[0], after):
        for gone in range(1, _GONE):
            if after[6] == _hash(row[6], after[0] + gone, after):
                return Said(
                    "it does not follow the row before: {count:row was|rows were} deleted there, the rest renumbered",
                    count=gone,
                )
    return CHANGED


def _found_later(connection: sqlite3.Connection, row: Row, before: str) -> Said:
    """Whether the row that belongs here stands further on."""
    seq = row[0]
    previous = row
    for later in rows(connection, seq + 1):
        belongs = _hash(before, seq, later)
        if belongs in (later[6], row[6]):
            # Of two rows that changed places, this one fits where that one stands; else one was put in before it.
            ahead = later[6] if previous is row else previous[6]
            if belongs == row[6] or row[6] == _hash(ahead, later[0], row):
                return Said(
                    "it and row {row} ({kind}, {at}) were swapped", row=later[0], kind=str(later[4]), at=str(later[1])
                )
            return Said("it was inserted there: the row that belongs there is now row {row}", row=later[0])
        previous = later
    return Said()


def _newest(connection: sqlite3.Connection, row: Row) -> Said:
    """The last row breaks the chain, and no successor says more. The tables may: they know which rows they came of."""
    (known,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM hands WHERE seq = :seq)"
        " OR EXISTS (SELECT 1 FROM shoes WHERE :seq IN (first_seq, last_seq))",
        {"seq": row[0]},
    ).fetchone()
    if known:
        return CHANGED
    if row[4] in _MARKED:
        return Said("it does not follow the row before: something other than eztrak appended it")
    return Said("it does not match its hash: it was changed, or something other than eztrak appended it")


def _hash(before: str, seq: int, row: Row) -> str:
    """The hash that a row's content has at a place in the chain; "" for content that no journal row can have."""
    _, at, mono, boot, kind, data, _ = row
    try:
        return link_of(before, seq, at, mono, boot, kind, data)
    except (TypeError, ValueError):
        return ""
