"""The rows that somebody asks for: by time, person, kind, shoe or hand, each with what its words need. Read-only.

Goes straight to the place, however long the history: the shoes, of which there are eighty times fewer than hands, say
between which rows a time lies. Only what is asked for is made an event of.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from eztrak.game.game import Game
from eztrak.journal.extract import joined
from eztrak.journal.guarded import view
from eztrak.journal.journal import FIRST, LAST, record_of, records, state_of
from eztrak.journal.listed import LAST_CHANGE, game_in
from eztrak.journal.schema import ROW
from eztrak.table import events as e
from eztrak.table.state import TableState, apply

# From the start of a shoe to that of the next. The newest is always looked at, and so is one in which the clock was set
# back; only a clock that was wrong for a while in the middle of a shoe hides, at the wrong time, what it saw then.
_BY_TIME = "SELECT shoe FROM shoes ORDER BY started_at, shoe"  # an index tells it: millions a second
_EARLIER = "SELECT count(*) FROM shoes WHERE started_at < ?"
_PLACES = f"""
SELECT first_seq, coalesce((SELECT following.first_seq FROM shoes AS following WHERE following.shoe > shoes.shoe
    ORDER BY following.shoe LIMIT 1), {LAST}) - 1, table_name
FROM shoes WHERE shoe IN (SELECT value FROM json_each(?)) ORDER BY shoe"""
_BEFORE = "SELECT first_seq - 1, table_name FROM shoes ORDER BY shoe LIMIT 1"  # what was on record before
_OF_SHOE = f"SELECT first_seq, coalesce({LAST_CHANGE}, {LAST}), table_name FROM shoes WHERE shoe = :shoe"
_CORRECTIONS = """
SELECT at, seq, CAST(coalesce(json_extract(data, '$.by'), '') AS TEXT),
    CAST(coalesce(json_extract(data, '$.reason'), '') AS TEXT),
    coalesce((SELECT dealer FROM hands WHERE shoe = json_extract(data, '$.shoe')
        AND hand = json_extract(data, '$.hand')), 0)
FROM journal
WHERE seq BETWEEN ? AND ? AND kind IN ('void', 'change', 'insert') AND at >= ? AND at < ? ORDER BY seq"""
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
    "dealer": "(kind IN ('hand', 'insert', 'dealer', 'dealer_pin') AND json_extract(data, '$.dealer') = :dealer"
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


class Corrected(NamedTuple):
    """A correction as sums count it: there may be thousands."""

    at: str
    seq: int
    by: str
    reason: str
    dealer: int  # who dealt the hand; 0 for nobody


class RowAt(NamedTuple):
    """Where a row is."""

    at: str
    seq: int
    table: str


class LogRow(NamedTuple):
    record: e.Record
    before: TableState  # of the table before it, as far as its words need it
    table: str


def log(path: Path, asked: Asked = Asked()) -> Iterator[LogRow]:
    """The rows in the order of writing. Raises JournalError."""
    with view(path) as connection:
        games: dict[int, Game] = {}
        for table, row in _rows(connection, asked, ROW):
            record = record_of(row)
            yield LogRow(record, _before(connection, record, games), table)


def window(path: Path, since: str, until: str) -> Iterator[LogRow]:
    """From the first row that was written in this time to the last one, in the order of writing: a clock that was set
    in between hides nothing. The instants are as the journal writes them (UTC). Raises JournalError."""
    with view(path) as connection:
        query = "SELECT min(seq), max(seq) FROM journal WHERE seq BETWEEN ? AND ? AND at >= ? AND at < ?"
        spans = [(first, last) for first, last, _ in places(connection, since, until)]
        ends = [end for span in spans for end in connection.execute(query, (*span, since, until)).fetchone()]
        if not (written := [seq for seq in ends if seq is not None]):
            return
        first, last = min(written), max(written)
        state = state_of(connection, first - 1)
        for record in records(connection, first):
            if record.seq > last:
                break
            yield LogRow(record, state, "")
            state = apply(state, record)


def corrections(path: Path, since: str, until: str) -> list[Corrected]:
    """What was corrected in this time, in the order of writing, without a look at the hands. Raises JournalError."""
    with view(path) as connection:
        spans = joined((first, last) for first, last, _ in places(connection, since, until))
        results = (connection.execute(_CORRECTIONS, (*span, since, until)) for span in spans)
        return [Corrected(*row) for rows in results for row in rows]


def rows(path: Path, asked: Asked, most: int) -> list[RowAt]:
    """The first of the rows, without what is in them. Raises JournalError."""
    with view(path) as connection:
        return [RowAt(at, seq, table) for table, (at, seq) in islice(_rows(connection, asked, "at, seq"), most)]


def steps(path: Path, rows: Sequence[int]) -> list[LogRow]:
    """These rows. Raises JournalError."""
    with view(path) as connection:
        asked = f"SELECT {ROW} FROM journal WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq"
        records = map(record_of, connection.execute(asked, (json.dumps(rows),)))
        games: dict[int, Game] = {}
        return [LogRow(record, _before(connection, record, games), "") for record in records]


def places(connection: sqlite3.Connection, since: str, until: str) -> list[tuple[int, int, str]]:
    """Between which rows a time lies, and how the table was called there."""
    first_shoe = connection.execute(_BEFORE).fetchone()
    if first_shoe is None:
        return [(FIRST, LAST, "")]
    before = [(FIRST, *first_shoe)] if first_shoe[0] else []
    by_time = [shoe for (shoe,) in connection.execute(_BY_TIME)]
    first, last = (connection.execute(_EARLIER, (at,)).fetchone()[0] for at in (since, until or "~"))
    return before + connection.execute(_PLACES, (json.dumps(_touching(by_time, first, last)),)).fetchall()


def _touching(by_time: list[int], first: int, last: int) -> list[int]:
    """The shoes that a time touches, before whose beginning and end so many had begun."""
    shoes = sorted(by_time)
    if shoes == by_time:
        return [*shoes[max(0, first - 1) : last], shoes[-1]]
    place = {shoe: i for i, shoe in enumerate(by_time)}
    touching = (a for a, b in pairwise(shoes) if place[b] < place[a] or (place[a] < last and place[b] >= first))
    return [*touching, shoes[-1]]


def _rows(connection: sqlite3.Connection, asked: Asked, columns: str) -> Iterator[tuple[str, Any]]:
    """Each with the name of the table at which it was written."""
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
    query = f"SELECT {columns} FROM journal WHERE {' AND '.join(tests)} ORDER BY seq"
    for first, last, table in spans:
        if asked.table and asked.table.casefold() != table.casefold():
            continue
        for row in connection.execute(query, of | {"first": first, "last": last}):
            yield table, row


def _before(connection: sqlite3.Connection, record: e.Record, games: dict[int, Game]) -> TableState:
    if isinstance(record.event, _PLANS):
        return state_of(connection, record.seq - 1)
    if not isinstance(record.event, e.AboutHand):
        return _NOTHING
    shoe = record.event.shoe
    if shoe not in games:
        dealt = "SELECT text FROM shoes JOIN games ON hash = game_hash WHERE shoe = ?"
        row = connection.execute(dealt, (shoe,)).fetchone()
        games[shoe] = game_in(row[0]) if row else _NOTHING.game
    return replace(_NOTHING, terms=replace(_NOTHING.terms, game=games[shoe]))


_NOTHING = TableState()
