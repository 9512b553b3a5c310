"""The course of a shoe: what happened from the end of the shoe before it until nothing of it can change any more.

For whoever follows the rounds. SQLite picks the rows and the few fields that matter: a hand is read in full only where
it was corrected, which is several times faster than making an event of every row.
"""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from eztrak.journal.correction import Correction, correction
from eztrak.journal.journal import record_of

_CORRECTIONS = "'void', 'change', 'insert'"
# A round may be opened before the shoe: the first hand begins one where there is none. A shoe can be corrected until
# the next one ends.
_COURSE = f"""
WITH bounds AS (
    SELECT shoe,
        coalesce((SELECT max(p.last_seq) FROM shoes AS p WHERE p.shoe = (
            SELECT max(q.shoe) FROM shoes AS q WHERE q.shoe < shoes.shoe)), 0) + 1 AS first,
        coalesce(last_seq, {2**63 - 1}) AS last,
        coalesce((SELECT coalesce(n.last_seq, {2**63 - 1}) FROM shoes AS n WHERE n.shoe > shoes.shoe
            ORDER BY n.shoe LIMIT 1), {2**63 - 1}) AS settled
    FROM shoes WHERE shoe = ?
)
SELECT seq, at, mono, boot, kind,
    CASE WHEN kind = 'hand' THEN CAST(json_extract(data, '$.hand') AS INTEGER) ELSE 0 END,
    CASE WHEN kind IN ('hand', 'dealer') THEN coalesce(CAST(json_extract(data, '$.dealer') AS INTEGER), 0)
        WHEN kind = 'shoe_start' THEN coalesce(CAST(json_extract(data, '$.staff.dealer') AS INTEGER), 0) ELSE 0 END,
    CASE WHEN kind = 'hand' AND instr(data, '"confirmed"')
        THEN coalesce(CAST(json_extract(data, '$.confirmed') AS TEXT), '') ELSE '' END,
    CASE WHEN kind IN ({_CORRECTIONS}) THEN data END
FROM bounds CROSS JOIN journal
WHERE seq BETWEEN first AND settled AND (
    seq <= last AND kind IN ('hand', 'timer_start', 'bets_close', 'shoe_start', 'shoe_end', 'start', 'table_close',
        'dealer')
    OR kind IN ({_CORRECTIONS}) AND json_extract(data, '$.shoe') = shoe)
ORDER BY seq"""


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
    """Raises sqlite3.DatabaseError or JournalError for damage."""
    for row in connection.execute(_COURSE, (shoe,)):
        happened = Happened._make(row)
        data = row[-1]
        if data is not None:
            made = correction(record_of((*row[:5], data, "")))
            happened = happened._replace(correction=made)
        yield happened
