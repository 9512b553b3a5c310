"""The database of the floor: how far it is with a history, and the rows that it takes.

The server knows how far it is; nothing that counts is remembered here. A call is one transaction, and its function
(`taking.py`) takes rows only where they go on: two who copy the same history at once take turns.
"""

import json
import re
import select
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege, InvalidSchemaName, UndefinedFunction, UndefinedTable

from eztrak.appliance.alarms import Alarm
from eztrak.appliance.clock import CLOCK, Clock, monotonic
from eztrak.floor.errors import AddressError, FloorError
from eztrak.floor.taking import NAME
from eztrak.journal.columns import Values
from eztrak.journal.following import GAME_COLUMNS, HAND_COLUMNS, SHOE_COLUMNS, Batch
from eztrak.journal.witness import Head as Seen
from eztrak.table.round import NANO
from eztrak.voice.said import Said

if TYPE_CHECKING:
    from psycopg.abc import RV, PQGen

# A server that is gone without a word is noticed within half a minute, unless floor.database says otherwise.
_PATIENCE: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
# The server has to prove who it is before it is told anything, and is never given a password: it gets a proof of it. A
# room that wants less has to write it into floor.database. A socket of this machine needs neither: the kernel vouches.
_SAFE = {"sslmode": "verify-full", "require_auth": "scram-sha-256", "gssencmode": "disable"}
# Who shows a certificate may be asked for nothing else, but the server has to have asked for that.
_CERTIFIED = _SAFE | {"sslcertmode": "require", "require_auth": "none,scram-sha-256"}
ANSWER = 30  # seconds that an answer may take
_FIXED = {"client_encoding": "UTF8", "application_name": "eztrak floor"}


@dataclass(frozen=True, slots=True)
class Head:
    """The last row that the server has of a history of this unit, and whether that history counts."""

    seq: int
    hash: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Of a call: how far the server is with each history of this origin, of which only one counts."""

    heads: tuple[Head, ...]
    refused: int | None  # the first row that the chain does not prove there
    alarms: tuple[Alarm, ...]  # about this unit
    other: Seen | None = None  # the newest row of another table of the room


@dataclass(frozen=True, slots=True)
class Plain:
    """A batch as it is sent."""

    texts: tuple[str, str, str, str]  # JSON: rows, games, shoes and hands
    rows: int
    last: tuple[int, str] | None  # row and its hash
    table: str | None
    left: int


@dataclass(frozen=True, slots=True)
class Sender:
    """Who copies: what the office reads, and what tells two machines apart."""

    room: str
    boot: str
    clock: Clock = CLOCK


class Server:
    def __init__(self, address: str) -> None:
        """Raises AddressError; nothing is connected yet."""
        try:
            parts = conninfo_to_dict(address)
        except psycopg.Error as fault:
            # Not its own words: they may quote a part of a password.
            raise AddressError(
                "floor.database is not the address of a PostgreSQL database; use a URL such as "
                "postgresql://table7@10.0.0.2/floor or words such as host=10.0.0.2 dbname=floor "
                "user=table7"
            ) from fault
        self._safe = {} if _of_this_machine(parts) else _CERTIFIED if parts.get("sslcert") else _SAFE
        self._parameters = _PATIENCE | self._safe | parts | _FIXED
        named = (f"{name} {parts[name]}" for name in ("host", "hostaddr", "port", "dbname", "user") if parts.get(name))
        self.place = f"PostgreSQL ({', '.join(named) or 'this machine'})"
        self.database = parts.get("dbname") or parts.get("user") or ""
        self._connection: Connection | None = None
        self._room = 0  # that the server has for this connection to be kept: 1 while a table is in play, 2 always

    def passwords(self) -> list[str]:
        """What must never be shown: the password in the address, and all in the file that it may be taken from."""
        file = Path(self._parameters.get("passfile") or "~/.pgpass").expanduser()
        try:
            lines = file.read_text(errors="replace").splitlines()
        except OSError:
            lines = []
        # host:port:database:user:password; a colon or backslash in one of them has a backslash before it.
        passwords = [re.sub(r"\\(.)", r"\1", re.split(r"(?<!\\):", line, maxsplit=4)[-1]) for line in lines]
        return [word for word in (self._parameters.get("password"), *passwords) if word]

    def weaker(self) -> list[str]:
        """What the address asks for that is less than what holds without it: "sslmode=require"."""
        return [
            f"{name}={self._parameters[name]}" for name, safe in self._safe.items() if self._parameters[name] != safe
        ]

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def rest(self, idle: bool = False) -> None:
        """Lets the connection go, unless the server has room for many more. `idle`: where no hand is near."""
        if self._room <= idle:
            self.close()

    def answers(self) -> None:
        """Asks nothing. Raises FloorError where the server is not there or lets nobody in."""
        try:
            psycopg.connect(**self._parameters).close()
        except psycopg.Error as fault:
            raise FloorError("{place}: {fault}", place=self.place, fault=_said(fault)) from fault

    def ask(self, sender: Sender, origin: str) -> Answer:
        """How far the server is. A history that it has never heard of it begins with this."""
        return self._call(sender, origin, None, "", _NOTHING)

    def fork(self, sender: Sender, origin: str) -> Answer:
        """The history has none of the heads: the server begins another of the same origin, and puts it aside."""
        return self._call(sender, origin, None, "", _NOTHING, fork=True)

    def take(self, sender: Sender, origin: str, after: Head, batch: Plain) -> Answer:
        """Gives the rows that come after a head. They are taken where the head is among those of the answer no more."""
        return self._call(sender, origin, after.seq, after.hash, batch)

    def _call(
        self, sender: Sender, origin: str, seq: int | None, digest: str, batch: Plain, fork: bool = False
    ) -> Answer:
        values = (origin, sender.room, batch.table, sender.boot, sender.clock.wall(), batch.left, fork, seq, digest)
        with self.connected() as connection:
            ((reply,),) = connection.execute(_CALL, (*values, *batch.texts)).fetchall()
            self._room = int(reply["keep"])  # a server of before says true, or false
        heads = tuple(Head(head["seq"], head["hash"], head["counted"]) for head in reply["heads"])
        other = Seen(**reply["other"]) if reply.get("other") else None  # a server of before tells none
        return Answer(heads, reply["refused"], tuple(map(Alarm, reply["alarms"])), other)

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """Raises FloorError where the server is not there, goes away or says no."""
        try:
            if self._connection and _ended(self._connection):
                self.close()
            if self._connection is None:
                # Nothing is prepared and nothing is set for a session: a pooler may give each transaction another one.
                self._connection = _Prompt.connect(**self._parameters, autocommit=True, prepare_threshold=None)
            yield self._connection
        except psycopg.Error as fault:
            self.close()
            raise FloorError("{place}: {fault}", place=self.place, fault=_said(fault)) from fault
        except BaseException:
            self.close()
            raise


def _ended(connection: Connection) -> bool:
    """Whether the server has gone since: it says nothing unasked but that."""
    unasked = select.poll()
    unasked.register(connection.fileno(), select.POLLIN)
    return bool(unasked.poll(0))


class _Prompt(Connection):
    """A connection that waits for each answer for a while, and not for ever: a server that hangs still keeps the line
    open, and its kernel answers for it."""

    def wait(self, gen: "PQGen[RV]", *more: Any, **named: Any) -> "RV":
        return super().wait(_within(gen, monotonic() + ANSWER * NANO), *more, **named)


def _within(asking: "PQGen[RV]", end: int) -> "PQGen[RV]":
    """The same, asked now and then whether it is time to give up."""
    ready: Any = None
    while True:
        try:
            state = asking.send(ready)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        if monotonic() > end:
            raise psycopg.OperationalError(f"no answer within {ANSWER} s")
        ready = yield state


_CALL = f"SELECT floor.{NAME}(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s::json, %s::json, %s::json, %s::json)"
_NOTHING = Plain(("[]",) * 4, 0, None, None, 0)
_text = json.encoder.encode_basestring
_AS_THEY_ARE = frozenset({"marks", "counts", "free", "voided", "shoe", "hand", "place", "corrected", "dealer", "seq"})
_TEXTS = frozenset({"outcome", "entered_at", "player_cards", "banker_cards"})


def plain(batch: Batch) -> Plain:
    rows = [
        f'{{"seq":{seq},"at":{_text(at)},"mono":{mono},"boot":{_text(boot)},"kind":{_text(kind)},"data":{_text(data)},'
        f'"hash":"{digest}"}}'
        for seq, at, mono, boot, kind, data, digest in batch.rows
    ]
    made = plain_made(batch)
    last = (batch.rows[-1][0], batch.rows[-1][-1]) if batch.rows else None
    return Plain((f"[{','.join(rows)}]", *made), len(rows), last, batch.table, batch.left)


def plain_made(batch: Batch) -> tuple[str, str, str]:
    """Games, shoes and hands."""
    return _plain(GAME_COLUMNS, batch.games), _plain(SHOE_COLUMNS, batch.shoes), _plain(HAND_COLUMNS, batch.hands)


def _plain(names: tuple[str, ...], rows: Iterable[Values]) -> str:
    """Rows as JSON that PostgreSQL makes rows of again. By columns, in a fifth of the time that json.dumps takes of a
    dictionary for each: there may be a day of them."""
    columns = [
        column if name in _AS_THEY_ARE else map(_text if name in _TEXTS else _value, column)
        for name, column in zip(names, zip(*rows, strict=True), strict=False)
    ]
    row = ",".join([f'"{name}":%s' for name in names])
    return f"[{','.join([f'{{{row % values}}}' for values in zip(*columns, strict=True)])}]"


def _value(value: object) -> str:
    return _text(value) if isinstance(value, str) else "null" if value is None else str(value)


def _of_this_machine(parts: Mapping[str, object]) -> bool:
    return not parts.get("hostaddr") and str(parts.get("host") or "/").startswith(("/", "@"))


def _said(fault: psycopg.Error) -> Said | str:
    words = " ".join((fault.diag.message_primary or str(fault)).split()).removeprefix("connection failed: ")
    if "password" in words:
        return Said(
            "{fault} (it is taken from floor.database, from the file that passfile= names there, or from {file})",
            fault=words,
            file=Path("~/.pgpass").expanduser(),
        )
    if isinstance(fault, InvalidSchemaName | UndefinedFunction | UndefinedTable):
        return Said(
            "{fault} (on the server, eztrak floor init makes its tables or brings them up to date)", fault=words
        )
    if isinstance(fault, InsufficientPrivilege):
        return Said("{fault} (on the server, eztrak floor enrol gives a unit its role)", fault=words)
    return words
