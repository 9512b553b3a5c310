"""All tables of the room as they are now, kept up to date by the rows that arrive.

A table's state is made of its rows by the board's own code, from the shoe before on, as a unit does at its start; after
that only new rows are asked for. So every look is one question, however many hands there ever were.

How old something is, is told by the server's clock, and never as less than what either the unit's own or the arrival of
the row says: what came late, from a unit that was cut off, is as old as it is.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from psycopg import Connection

from eztrak.floor.server import Server
from eztrak.journal.errors import JournalError
from eztrak.journal.following import Row
from eztrak.journal.present import OF_UNIT, Present, began, went_on
from eztrak.table.state import TableState


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the room: its newest history that counts. Ages in seconds, at the moment of the look."""

    history: int
    unit: str
    name: str
    now: Present = field(default_factory=Present)
    came: datetime | None = None  # the row of the newest hand
    unsent: int = 0  # rows that the unit had left when it called last
    heard: float = 0.0  # since its last call
    age: float | None = None  # of the last hand of the shoe in play; None where there is none
    alarms: tuple[str, ...] = ()
    fault: JournalError | None = None  # it sends what only a newer eztrak understands

    @property
    def state(self) -> TableState:
        return self.now.state


_NOW = """
SELECT DISTINCT ON (unit) history, unit, table_name, seq, unsent,
    extract(epoch FROM clock_timestamp() - called_at)::float8, clock_timestamp(),
    ARRAY(SELECT kind FROM floor.alarms AS a
        WHERE a.unit = h.unit AND seen_at IS NULL AND over_at IS NULL ORDER BY alarm)
FROM floor.histories AS h WHERE counted AND unit IS NOT NULL AND seq > 0 ORDER BY unit, called_at DESC, history DESC"""

# With which row the shoe before began; where shoes were undone since, the one that went on then. As
# journal/journal.py (previous_start) finds it in the file.
_START = """
SELECT h.history, coalesce((SELECT first_seq FROM floor.shoes AS s WHERE s.history = h.history AND shoe <= least(
    two.shoe, (SELECT min((data::json->>'shoe')::bigint) FROM floor.events AS e
        WHERE e.history = h.history AND seq >= two.first_seq AND kind = 'shoe_resume')
    ) ORDER BY shoe DESC LIMIT 1), 1)
FROM unnest(%s::integer[]) AS h (history) LEFT JOIN LATERAL (SELECT shoe, first_seq FROM floor.shoes AS s
    WHERE s.history = h.history ORDER BY shoe DESC OFFSET 1 LIMIT 1) AS two ON true"""

# What is noted of the units before these rows, since each started last.
_NOTED = f"""
SELECT e.* FROM unnest(%s::integer[], %s::bigint[]) AS k (history, first) CROSS JOIN LATERAL (
    SELECT e.history, seq, at, mono, boot, kind, data, hash FROM floor.events AS e
    WHERE e.history = k.history AND seq < k.first AND {OF_UNIT} AND seq >= coalesce((SELECT seq FROM floor.events AS s
        WHERE s.history = k.history AND seq < k.first AND {OF_UNIT} AND kind = 'start' ORDER BY seq DESC LIMIT 1), 0)
    ORDER BY seq) AS e"""

_ROWS = """
SELECT e.* FROM unnest(%s::integer[], %s::bigint[], %s::bigint[]) AS k (history, first, last) CROSS JOIN LATERAL (
    SELECT e.history, arrived_at, seq, at, mono, boot, kind, data, hash FROM floor.events AS e
    WHERE e.history = k.history AND seq BETWEEN k.first AND k.last ORDER BY seq) AS e"""


class Room:
    def __init__(self, server: Server) -> None:
        self._server = server
        self._known: dict[int, Table] = {}

    def look(self) -> tuple[Table, ...]:
        """The tables by the name of their unit. Raises FloorError."""
        with self._server.connected() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            listed = connection.execute(_NOW).fetchall()
            last = {history: seq for history, _, _, seq, *_ in listed}
            before = self._before(connection, last)
            rows = _rows(connection, before, last)
        tables = {}
        for history, unit, name, _, unsent, heard, now, alarms in listed:
            table = before[history]
            came = next((arrived for arrived, row in reversed(rows[history]) if row[4] == "hand"), table.came)
            table = _went_on(replace(table, unit=unit, name=name, came=came), [row for _, row in rows[history]])
            age = _age(table, now)
            tables[history] = replace(table, unsent=unsent, heard=heard, age=age, alarms=tuple(alarms))
        self._known = tables
        return tuple(tables.values())

    def _before(self, connection: Connection, last: dict[int, int]) -> dict[int, Table]:
        """What is known of each already, unless the server was put back to an older state since; else what it was
        before the shoe before began."""
        known = {history: self._known[history] for history in last if history in self._known}
        known = {history: table for history, table in known.items() if table.now.seq <= last[history]}
        new = [history for history in last if history not in known]
        if new:
            first: dict[int, int] = dict(connection.execute(_START, (new,)).fetchall())
            noted: defaultdict[int, list[Row]] = defaultdict(list)
            for history, *row in connection.execute(_NOTED, (new, [first[one] for one in new])):
                noted[history].append(tuple(row))
            known |= {one: _began(one, noted[one], first[one]) for one in new}
        return known


def _rows(
    connection: Connection, before: dict[int, Table], last: dict[int, int]
) -> "defaultdict[int, list[tuple[datetime, Row]]]":
    """What is new, by history."""
    arrivals: defaultdict[int, list[tuple[datetime, Row]]] = defaultdict(list)
    asked = [one for one in last if before[one].now.seq < last[one]]
    if asked:
        of = asked, [before[one].now.seq + 1 for one in asked], [last[one] for one in asked]
        for history, arrived, *row in connection.execute(_ROWS, of):
            arrivals[history].append((arrived, tuple(row)))
    return arrivals


def _began(history: int, noted: Iterable[Row], first: int) -> Table:
    try:
        return Table(history, "", "", began(noted, first))
    except JournalError:
        return Table(history, "", "", Present(seq=first - 1))


def _went_on(table: Table, rows: Sequence[Row]) -> Table:
    try:
        return replace(table, now=went_on(table.now, rows))
    except JournalError as fault:
        return replace(table, now=Present(seq=rows[-1][0]), fault=fault)


def _age(table: Table, now: datetime) -> float | None:
    shoe = table.state.shoe
    if shoe is None or shoe.last is None:
        return None
    entered = datetime.fromisoformat(shoe.entered(shoe.last.number)[0])
    return max(0.0, *((now - at).total_seconds() for at in (entered, table.came) if at))
