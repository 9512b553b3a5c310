"""The database of the floor: how far it is with a history, and the rows that it takes.

The server knows how far it is; nothing is remembered here. The row of a history in `histories` is locked for each
batch, so that two who copy the same history take turns. A batch is one transaction: all of it is there, or nothing.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege

from eztrak.floor.errors import AddressError, FloorError
from eztrak.floor.tables import prepare
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS, Batch
from eztrak.voice.said import Said

# A server that is gone without a word is noticed within half a minute, unless floor.database says otherwise.
_PATIENCE: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_FIXED = {"client_encoding": "UTF8", "application_name": "eztrak floor"}
# And the other way round: of a unit whose power went in the middle of a batch the server would keep the lock for hours.
_SESSION = """
SET idle_in_transaction_session_timeout = '20s';
SET lock_timeout = '60s';
SET tcp_keepalives_idle = 10;
SET tcp_keepalives_interval = 5;
SET tcp_keepalives_count = 3;
"""


class Server:
    def __init__(self, address: str) -> None:
        """Raises AddressError; nothing is connected yet."""
        try:
            parts = conninfo_to_dict(address)
        except psycopg.Error as fault:
            # Not its own words: they may quote a part of a password.
            raise AddressError(
                "floor.database is no address of a PostgreSQL database; it may be a URL such as"
                " postgresql://eztrak@10.0.0.2/floor or words such as host=10.0.0.2 dbname=floor user=eztrak"
            ) from fault
        self._parameters = _PATIENCE | parts | _FIXED
        named = (f"{name} {parts[name]}" for name in ("host", "hostaddr", "port", "dbname", "user") if parts.get(name))
        self.place = f"PostgreSQL ({', '.join(named) or 'this machine'})"
        self._connection: Connection | None = None

    def passwords(self) -> list[str]:
        """What must never be shown: the password in the address, and all in the file that it may be taken from."""
        file = Path(self._parameters.get("passfile") or "~/.pgpass").expanduser()
        try:
            lines = file.read_text(errors="replace").splitlines()
        except OSError:
            lines = []
        # host:port:database:user:password; a colon or backslash in one of them has a backslash before it.
        kept = [re.sub(r"\\(.)", r"\1", re.split(r"(?<!\\):", line, maxsplit=4)[-1]) for line in lines]
        return [word for word in (self._parameters.get("password"), *kept) if word]

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def answers(self) -> None:
        """Asks nothing. Raises FloorError where the server is not there or lets nobody in."""
        try:
            psycopg.connect(**self._parameters).close()
        except psycopg.Error as fault:
            raise FloorError("{place}: {fault}", place=self.place, fault=_said(fault)) from fault

    @contextmanager
    def turn(self) -> Iterator["Turn"]:
        """One transaction. Raises FloorError where the server is not there, goes away or says no."""
        try:
            if self._connection is None:
                self._connection = psycopg.connect(**self._parameters, autocommit=True)
                self._connection.execute(_SESSION)
                prepare(self._connection, self.place)
            with self._connection.transaction():
                yield Turn(self._connection)
        except psycopg.Error as fault:
            self.close()
            raise FloorError("{place}: {fault}", place=self.place, fault=_said(fault)) from fault
        except BaseException:
            self.close()
            raise


class Turn:
    """What is asked of the server and given to it in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._history = 0

    def head(self, origin: str) -> tuple[int, str]:
        """The number and the hash of the last row that the server has of a history. From here on it is ours alone."""
        find = "SELECT history FROM eztrak.histories WHERE origin = %s FOR UPDATE"
        found = self._connection.execute(find, (origin,)).fetchone()
        if found is None:
            self._connection.execute(
                "INSERT INTO eztrak.histories (origin, room, table_name) VALUES (%s, '', '') ON CONFLICT DO NOTHING",
                (origin,),
            )
            (found,) = self._connection.execute(find, (origin,)).fetchall()
        (self._history,) = found
        last = "SELECT seq, hash FROM eztrak.events WHERE history = %s ORDER BY seq DESC LIMIT 1"
        return self._connection.execute(last, found).fetchone() or (0, "")

    def take(self, batch: Batch, room: str) -> None:
        with self._connection.cursor() as cursor:
            with cursor.copy(_EVENTS) as copy:
                for row in batch.rows:
                    copy.write_row((self._history, *row))
            cursor.executemany(_GAMES, batch.games)
            cursor.executemany(_SHOES, [(self._history, *row) for row in batch.shoes])
            cursor.executemany(_HANDS, [(self._history, *row) for row in batch.hands])
            cursor.execute(
                "UPDATE eztrak.histories SET room = %(room)s, table_name = coalesce(%(table)s, table_name)"
                " WHERE history = %(history)s",
                {"room": room, "table": batch.table, "history": self._history},
            )


def _said(fault: psycopg.Error) -> Said | str:
    words = " ".join(str(fault).split()).removeprefix("connection failed: ")
    if "password" in words:
        return Said(
            "{fault} (it is taken from floor.database, from the file that passfile= names there, or from {file})",
            fault=words,
            file=Path("~/.pgpass").expanduser(),
        )
    if isinstance(fault, InsufficientPrivilege):
        return Said(
            "{fault} (the role needs CREATE on the database for the first copy, and its tables have to be its own)",
            fault=words,
        )
    return words


def _upsert(table: str, columns: tuple[str, ...], keys: int) -> sql.Composed:
    """Only rows that differ are written anew: most of a shoe's are as they were."""
    names = [sql.Identifier(name) for name in ("history", *columns)]
    return sql.SQL(
        "INSERT INTO eztrak.{table} AS old ({names}) VALUES ({values}) ON CONFLICT ({key}) DO UPDATE"
        " SET ({names}) = ({fresh}) WHERE old.* IS DISTINCT FROM excluded.*"
    ).format(
        table=sql.Identifier(table),
        names=sql.SQL(", ").join(names),
        fresh=sql.SQL(", ").join(sql.SQL("excluded.{}").format(name) for name in names),
        values=sql.SQL(", ").join([sql.Placeholder()] * len(names)),
        key=sql.SQL(", ").join(names[:keys]),
    )


_EVENTS = "COPY eztrak.events (history, seq, at, mono, boot, kind, data, hash) FROM STDIN"
_GAMES = "INSERT INTO eztrak.games (hash, text) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_SHOES = _upsert("shoes", SHOE_COLUMNS, 2)
_HANDS = _upsert("hands", HAND_COLUMNS, 3)
