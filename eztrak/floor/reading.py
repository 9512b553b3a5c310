"""What the office reads of the server: how far it is with each unit, and whether all of it is as it was sent."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from psycopg import Connection
from psycopg.rows import class_row

from eztrak.floor.server import Server
from eztrak.floor.taking import SILENT_MINUTES, TALLY
from eztrak.journal.columns import Values
from eztrak.journal.errors import JournalError
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS, Batch, Row, made_of
from eztrak.journal.witness import Head, Witness
from eztrak.voice.said import Said


@dataclass(frozen=True, slots=True)
class History:
    """A history as the server has it."""

    unit: str | None  # none has taken it over yet
    room: str
    table_name: str
    history: int
    origin: str
    counted: bool
    seq: int
    hash: str
    unsent: int
    called_at: datetime
    arrived_at: datetime | None
    quiet: bool  # not heard of for longer than a unit is ever quiet


@dataclass(frozen=True, slots=True)
class Raised:
    """An alarm that nobody has seen yet."""

    alarm: int
    unit: str
    kind: str
    history: int | None
    first_at: datetime
    last_at: datetime
    count: int
    over_at: datetime | None


@dataclass(frozen=True, slots=True)
class Status:
    histories: tuple[History, ...]
    alarms: tuple[Raised, ...]
    waiting: tuple[str, ...]  # units that are enrolled and have never called


_HISTORIES = f"""
SELECT unit, room, table_name, history, origin, counted, seq, hash, unsent, called_at, arrived_at,
    counted AND called_at < now() - interval '{SILENT_MINUTES} min' AS quiet
FROM floor.histories ORDER BY room, table_name, unit, history"""
_ALARMS = """
SELECT alarm, unit, kind, history, first_at, last_at, count, over_at FROM floor.alarms WHERE seen_at IS NULL
ORDER BY alarm"""
_WAITING = "SELECT unit FROM floor.units WHERE unit NOT IN (SELECT unit FROM floor.histories WHERE unit IS NOT NULL)"


_TALLIES = f"""
WITH made AS (SELECT {TALLY} FROM (SELECT 1 AS sign, * FROM floor.hands WHERE history = %(history)s) AS its
    GROUP BY 1, 2),
kept AS (SELECT hour, dealer, hands, free, voided, corrected FROM floor.tallies WHERE history = %(history)s
    AND (hands, free, voided, corrected) <> (0, 0, 0, 0))
SELECT count(DISTINCT hour) FROM ((TABLE made EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE made)) AS wrong"""


def status(server: Server) -> Status:
    with server.connected() as connection, connection.transaction():
        waiting = [str(unit) for (unit,) in connection.execute(_WAITING + " ORDER BY unit").fetchall()]
        return Status(tuple(histories(connection)), tuple(_alarms(connection)), tuple(waiting))


def histories(connection: Connection) -> list[History]:
    with connection.cursor(row_factory=class_row(History)) as cursor:
        return cursor.execute(_HISTORIES).fetchall()


def _alarms(connection: Connection) -> list[Raised]:
    with connection.cursor(row_factory=class_row(Raised)) as cursor:
        return cursor.execute(_ALARMS).fetchall()


_SEEN = """
SELECT seq, hash, at FROM floor.shoes JOIN floor.events ON (events.history, seq) = (shoes.history, last_seq)
WHERE shoes.history = %(history)s
UNION SELECT seq, hash, at FROM floor.events WHERE history = %(history)s AND seq = %(seq)s ORDER BY 1"""


def witnesses(server: Server) -> list[Witness]:
    """What the server has seen of each history that counts: its newest row, and the end of each shoe."""
    known = []
    with server.connected() as connection, connection.transaction():
        for one in histories(connection):
            if one.counted:
                rows = connection.execute(_SEEN, {"history": one.history, "seq": one.seq}).fetchall()
                heads = tuple(Head(seq, digest, at, one.table_name) for seq, digest, at in rows)
                known.append(Witness(f"{server.place}, {one.table_name}", heads))
    return known


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of one history: how many rows it has, and what is wrong with it; nothing where nothing is."""

    history: History
    faults: tuple[Said, ...]


def verify(server: Server) -> Iterator[Verdict]:
    """Proves each chain, makes shoes and hands anew of its rows, and compares: each history at one instant."""
    with server.connected() as connection:
        numbers = [history.history for history in histories(connection)]
        for number in numbers:
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                (history,) = [one for one in histories(connection) if one.history == number]
                yield Verdict(history, tuple(_faults(connection, history)))


def by_number(name: str) -> tuple[float, str]:
    """What puts Table 2 before Table 10."""
    digits = "".join(letter for letter in name if letter.isdecimal())
    return float(digits) if digits else float("inf"), name


def rows_of(connection: Connection, history: int, after: int = 0) -> Iterator[Row]:
    """The journal as the server has it, after a row. A few rows at a time are in memory."""
    with connection.cursor("rows") as cursor:
        cursor.itersize = 5000
        cursor.execute(
            "SELECT seq, at, mono, boot, kind, data, hash FROM floor.events"
            " WHERE history = %s AND seq > %s ORDER BY seq",
            (history, after),
        )
        yield from cursor


def _faults(connection: Connection, history: History) -> Iterator[Said]:
    last: list[tuple[int, str]] = [(0, "")]

    def noted() -> Iterator[Row]:
        for row in rows_of(connection, history.history):
            last[0] = row[0], row[-1]
            yield row

    try:
        made = made_of(noted())
    except JournalError as fault:
        yield fault.said
        return
    if last[0] != (history.seq, history.hash):
        yield Said("it ends with row {last}, and was row {row} when it was taken", last=last[0][0], row=history.seq)
    if not history.counted:
        made = Batch()
    yield from _differences(connection, history.history, "shoes", SHOE_COLUMNS, 1, made.shoes)
    yield from _differences(connection, history.history, "hands", HAND_COLUMNS, 2, made.hands)
    ((wrong,),) = connection.execute(_TALLIES, {"history": history.history}).fetchall()
    if wrong:
        yield Said("the tallies of {count:hour|hours} do not match the hands", count=wrong)


def _differences(
    connection: Connection, history: int, table: str, columns: tuple[str, ...], keys: int, made: tuple[Values, ...]
) -> Iterator[Said]:
    """Rows of a table that are not what the events make."""
    listed = ", ".join(f"{name}::text" if name in _TEXT else name for name in columns)
    query = f"SELECT {listed} FROM floor.{table} WHERE history = %s"
    stored = {row[:keys]: row for row in connection.execute(query, (history,))}
    true = {row[:keys]: _as_kept(columns, row) for row in made}
    wrong = sorted(key for key in stored.keys() | true.keys() if _plain(columns, stored.get(key)) != true.get(key))
    for key in wrong[:_MOST]:
        named = ", ".join(map(str, key))
        yield Said("{table} has {key} different from what the events give", table=table, key=named)
    if len(wrong) > _MOST:
        yield Said("{table} has {count} more that differ", table=table, count=len(wrong) - _MOST)


_MOST = 5  # that are named one by one
_TEXT = frozenset({"marks", "counts"})


def _plain(columns: tuple[str, ...], row: Values | None) -> Values | None:
    if row is None:
        return None
    return tuple(
        json.loads(value) if name in _TEXT else value.astimezone(UTC) if isinstance(value, datetime) else value
        for name, value in zip(columns, row, strict=True)
    )


def _as_kept(columns: tuple[str, ...], row: Values) -> Values:
    return tuple(
        json.loads(value)
        if name in _TEXT
        else datetime.fromisoformat(value)
        if name.endswith("_at") and value
        else value
        for name, value in zip(columns, row, strict=True)
    )
