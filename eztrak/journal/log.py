"""The rows that somebody asks for: by time, person, kind, shoe or hand, each with what its words need. Read-only.

Goes straight to the place, however long the history: the shoes, of which there are eighty times fewer than hands, say
between which rows a time lies. Only what is asked for is made an event of.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from eztrak.game.game import Game
from eztrak.journal import guarded
from eztrak.journal.errors import sound
from eztrak.journal.journal import FIRST, LAST, record_of, state_of
from eztrak.journal.listed import LAST_CHANGE, game_in
from eztrak.table import events as e
from eztrak.table.state import TableState

# From the start of a shoe to that of the next. The newest is always looked at, and so is one in which the clock was set
# back; only a clock that was wrong for a while in the middle of a shoe hides, at the wrong time, what it saw then.
_PLACES = f"""
WITH parts AS (
    SELECT first_seq, started_at, table_name, lead(first_seq, 1, {LAST}) OVER seq AS next_seq,
        lead(started_at) OVER seq AS next_at
    FROM shoes WINDOW seq AS (ORDER BY first_seq)
)
SELECT first_seq, next_seq - 1, table_name FROM parts
WHERE next_at IS NULL OR next_at < started_at OR (started_at < :until AND next_at >= :since)
ORDER BY first_seq"""
_BEFORE = "SELECT min(first_seq) - 1, table_name FROM shoes"  # what was on record before the first shoe
_OF_SHOE = f"SELECT first_seq, coalesce({LAST_CHANGE}, {LAST}), table_name FROM shoes WHERE shoe = :shoe"
_ABOUT = "json_extract(data, '$.shoe')"
_TESTS = {
    "since": "at >= :since",
    "until": "at < :until",
    "shoe": f"({_ABOUT} = :shoe OR {_ABOUT} IS NULL AND seq < (SELECT coalesce(last_seq, {LAST}) FROM shoes"
    " WHERE shoe = :shoe))",
    "hand": "kind IN ('hand', 'void', 'change', 'insert') AND json_extract(data, '$.hand') = :hand",
    "supervisor": "(json_extract(data, '$.by') = 'supervisor ' || :supervisor"
    " OR json_extract(data, '$.plan.by') = 'supervisor ' || :supervisor"
    " OR kind = 'sign_in' AND json_extract(data, '$.supervisor') = :supervisor)",
    "dealer": "(kind IN ('hand', 'dealer', 'dealer_pin') AND json_extract(data, '$.dealer') = :dealer"
    f" OR {_ABOUT} IS NOT NULL AND json_extract(data, '$.by') = 'dealer' AND (SELECT dealer FROM hands"
    f" WHERE shoe = {_ABOUT} AND hand = json_extract(data, '$.hand')) = :dealer)",
}
_PLANS = (e.TermsPlanned, e.PlanDropped)  # are told by what waited then


@dataclass(frozen=True, slots=True)
class Asked:
    """Which rows; nothing said: all."""

    since: str = ""  # an instant, as the journal writes it (UTC) …
    until: str = ""  # … and the first one after
    kinds: tuple[str, ...] = ()
    table: str = ""
    shoe: int | None = None
    hand: int | None = None
    supervisor: int | None = None
    dealer: int | None = None


class Step(NamedTuple):
    record: e.Record
    before: TableState  # of the table before it, as far as its words need it
    table: str


def log(path: Path, asked: Asked = Asked(), newest_first: bool = False) -> Iterator[Step]:
    """The rows in the order of writing. Raises JournalError."""
    with sound(path), closing(guarded.opened(path)) as connection:
        connection.execute("BEGIN")  # one consistent view, whatever the board writes meanwhile
        yield from _found(connection, asked, newest_first)


def places(connection: sqlite3.Connection, since: str, until: str) -> list[tuple[int, int, str]]:
    """Between which rows a time lies, and how the table was called there."""
    before, table = connection.execute(_BEFORE).fetchone()
    first = [] if before == 0 else [(FIRST, LAST if before is None else before, table or "")]
    return first + connection.execute(_PLACES, {"since": since, "until": until or "~"}).fetchall()


def _found(connection: sqlite3.Connection, asked: Asked, newest_first: bool) -> Iterator[Step]:
    of: dict[str, Any] = {name: getattr(asked, name) for name in _TESTS}
    if asked.shoe is None:
        spans = places(connection, asked.since, asked.until)
    else:
        spans = connection.execute(_OF_SHOE, of).fetchall()
    tests = [test for name, test in _TESTS.items() if of[name] not in ("", None)]
    if asked.kinds:
        tests.append(f"kind IN ({', '.join(f':kind{i}' for i in range(len(asked.kinds)))})")
        of |= {f"kind{i}": kind for i, kind in enumerate(asked.kinds)}
    tests.append("seq BETWEEN :first AND :last")
    query = (
        f"SELECT seq, at, mono, boot, kind, data, hash FROM journal WHERE {' AND '.join(tests)}"
        f" ORDER BY seq{' DESC' if newest_first else ''}"
    )
    games: dict[int, Game] = {}
    for first, last, table in reversed(spans) if newest_first else spans:
        if asked.table and asked.table.casefold() != table.casefold():
            continue
        for row in connection.execute(query, of | {"first": first, "last": last}):
            record = record_of(row)
            yield Step(record, _before(connection, record, games), table)


def _before(connection: sqlite3.Connection, record: e.Record, games: dict[int, Game]) -> TableState:
    if isinstance(record.event, _PLANS):
        return state_of(connection, record.seq - 1)
    if not isinstance(record.event, e.AboutHand):
        return _NOTHING
    shoe = record.event.shoe
    if shoe not in games:
        dealt = "SELECT text FROM shoes JOIN games ON hash = game_hash WHERE shoe = ?"
        found = connection.execute(dealt, (shoe,)).fetchone()
        games[shoe] = game_in(found[0]) if found else _NOTHING.game
    return replace(_NOTHING, terms=replace(_NOTHING.terms, game=games[shoe]))


_NOTHING = TableState()
