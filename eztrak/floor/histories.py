"""Histories of the floor for whoever reads files: what the server has of one is brought into a file of this machine.

Those who read a unit's file (`export`, `report`, `verify`, `shoes`, the page) read that one as it is: there is one
reader of each kind, wherever the table is, and what it asks is answered without the server.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from psycopg import Connection

from eztrak.floor.errors import FloorError
from eztrak.floor.reading import History, histories, rows_of
from eztrak.floor.server import Server
from eztrak.journal.chain import canonical
from eztrak.journal.columns import Values
from eztrak.journal.fetched import fetching
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS, Row

_GAMES = (
    "SELECT DISTINCT hash, text FROM floor.games WHERE hash IN (SELECT game_hash FROM floor.shoes WHERE history = %s)"
)


def chosen(server: Server, who: str | None) -> History:
    """The history that counts of a unit, of a table by its name, or with a number. Raises FloorError."""
    with server.connected() as connection:
        counted = [one for one in histories(connection) if one.counted]
    named = [one for one in counted if who is None or who.lower() in _names(one)]
    if len(named) == 1:
        return named[0]
    listed = ", ".join(f"{one.history} ({one.unit or '–'}, {one.table_name})" for one in named or counted) or "–"
    if who is None or named:
        raise FloorError("which history? Choose with --unit NAME; there are: {listed}", listed=listed)
    raise FloorError("no history of {who} counts; there are: {listed}", who=who, listed=listed)


def file_of(one: History, folder: Path) -> Path:
    return folder / f"{one.unit or 'table'}-{one.history}-{one.origin[:12]}.db"


def fetch(server: Server, one: History, folder: Path, each: Callable[[int, int], None] = lambda *_: None) -> Path:
    """Brings the file of a history up to date, and gives where it is. Raises FloorError or JournalError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = file_of(one, folder)
    with server.connected() as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")

        def has(seq: int, digest: str) -> bool:
            query = "SELECT FROM floor.events WHERE (history, seq, hash) = (%s, %s, %s)"
            return connection.execute(query, (one.history, seq, digest)).fetchone() is not None

        with fetching(path, has) as file:
            file.put(
                _told(rows_of(connection, one.history, file.seq), one.seq, each),
                connection.execute(_GAMES, (one.history,)).fetchall(),
                _changed(connection, "shoes", SHOE_COLUMNS, one.history, file.since),
                _changed(connection, "hands", HAND_COLUMNS, one.history, file.since),
            )
    return path


def _told(rows: Iterator[Row], last: int, each: Callable[[int, int], None]) -> Iterator[Row]:
    for row in rows:
        each(row[0], last)
        yield row


def _names(one: History) -> tuple[str | None, ...]:
    return one.unit, one.table_name.lower(), str(one.history)


def _changed(connection: Connection, table: str, columns: Sequence[str], history: int, since: int) -> Iterator[Values]:
    """Rows of a table as they stand in the file. A few at a time are in memory."""
    with connection.cursor(table) as cursor:
        cursor.itersize = 5000
        asked = ", ".join(map(_as_in_the_file, columns))
        cursor.execute(f"SELECT {asked} FROM floor.{table} WHERE history = %s AND shoe >= %s", (history, since))
        json_at = [number for number, name in enumerate(columns) if name in ("marks", "counts")]
        for row in cursor:
            values = list(row)
            for number in json_at:
                values[number] = _canonical(values[number])
            yield tuple(values)


def _as_in_the_file(name: str) -> str:
    if name.endswith("_at"):
        return f"""to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
    return f"{name}::text" if name in ("marks", "counts") else name


@lru_cache(1024)
def _canonical(text: str) -> str:
    return canonical(json.loads(text))
