"""The one writing connection: opens the record, replays it, appends to it.

WAL with synchronous=FULL: when `append` returns, the events are on the disk. If it raises, they are not.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from shutil import disk_usage
from typing import TypeAlias

from eztrak.game.hand import Hand
from eztrak.journal import heads, schema
from eztrak.journal.aside import remove, unused
from eztrak.journal.chain import FIRST as FIRST
from eztrak.journal.chain import GENESIS, canonical, link
from eztrak.journal.chain import LAST as LAST
from eztrak.journal.errors import DAMAGE, JournalError, StoreError, not_written, readable, unreadable
from eztrak.journal.lock import WriterLock
from eztrak.journal.projection import Alike, project
from eztrak.journal.wellformed import well_formed
from eztrak.table.events import Event, HandRecorded, Moment, Record, ShoeEnded, event_of, fields, kind_of
from eztrak.table.state import TableState, replay
from eztrak.voice.reasons import reason

Row: TypeAlias = tuple[int, str, int, str, str, str, str]

_WHOLE = 1000 * (4096 + 24) + 32  # bytes of a file of newest commits, after which SQLite writes it anew from its start

# A reader holds up the writer for moments at most; a lock that lasts longer is a fault to report, not to wait out.
_BUSY_MS = 2000


class Journal:
    def __init__(
        self, path: Path, since: str, lock: WriterLock | None = None, signer: heads.Signer | None = None
    ) -> None:
        """Opens the record, creating or migrating it where needed. Raises JournalError and leaves the file alone.

        Takes over a lock that whoever opens it holds already. What is appended is signed where there is a signer.
        """
        self.path, self._signer = path, signer
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise JournalError("it cannot be created: {fault}", path.parent, fault=reason(fault)) from fault
        version = schema.inspect(path)
        self._lock = lock or WriterLock(path, since)
        try:
            self._connection = connect(path, version, keep=True)
        except BaseException as fault:
            self._lock.release()
            if not isinstance(fault, sqlite3.Error | MemoryError):
                raise
            raise JournalError(
                "it cannot be opened for writing: {fault}", path, fault=not_written(fault).said
            ) from fault
        self._heads: set[tuple[int, str]] = set()  # the newest row is one of these, where it is known

    def replay(self) -> TableState:
        """The state of the table. Raises JournalError where the file is damaged."""
        try:
            now = head(self._connection)
            state = state_of(self._connection, now[0])
        except (*DAMAGE, JournalError) as fault:
            raise unreadable(self.path, fault) from fault
        self._heads = {now}
        return state

    def newest(self) -> tuple[int, str, Moment | None]:
        """The number, the hash and the moment of the newest row. Raises JournalError where the file is damaged."""
        with readable(self.path):
            seq, digest = head(self._connection)
            row = next(rows(self._connection, seq), None) if seq else None
        return seq, digest, Moment(*row[1:4]) if row else None

    def append(self, events: Sequence[Event], moment: Moment) -> tuple[Record, ...]:
        """Commits the events in one transaction and returns them as recorded. Raises StoreError if it could not."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            now = head(self._connection)
            # What is appended is signed, and that stands for all rows before it: none of them may be anybody else's.
            if self._heads and now not in self._heads:
                raise StoreError(
                    "something other than eztrak wrote to the history while the board ran. Switch "
                    "the unit off and on: it reports what it finds"
                )
            self._heads = {now}
            done = append(self._connection, now, events, moment, self._signer)
            # Where COMMIT fails, what is on the disk decides: these rows are there, or the one before them.
            self._heads |= {(one.seq, one.hash) for one in done[-1:]}
            for row in rows(self._connection, now[0] + 1):
                record_of(row)  # what no start could read would cost all that comes after it
            self._connection.execute("COMMIT")
        except Exception as fault:  # SQLite without memory raises MemoryError; whatever it was, nothing is stored
            with suppress(sqlite3.Error, MemoryError):
                self._connection.rollback()
            if isinstance(fault, StoreError):
                raise
            raise (StoreError.of(fault.said) if isinstance(fault, JournalError) else not_written(fault)) from fault
        self._heads = {(one.seq, one.hash) for one in done[-1:]} or {now}
        return done

    def reserve(self) -> None:
        """Gives the file of the newest commits the length that it comes to anyway: one that has to grow takes the disk
        longer, as its new length has to be kept with every commit. SQLite takes zeros there for no commit. Where the
        disk has little room left, it stays free."""
        commits = self.path.with_name(f"{self.path.name}-wal")
        with suppress(OSError), commits.open("r+b", buffering=0) as file:
            lacks = _WHOLE - file.seek(0, os.SEEK_END)
            if 0 < lacks < disk_usage(self.path.parent).free / 10:
                file.write(bytes(lacks))

    def origin(self) -> str:
        """What sets this history apart from others: the hash of its first row; "" where there is none."""
        return self.hash_of(1)

    def hash_of(self, seq: int) -> str:
        """Raises JournalError where the file is damaged."""
        with readable(self.path):
            return heads.hash_of(self._connection, seq)

    def newest_shoe(self) -> int:
        """The highest number of a shoe, 0 where there is none yet. Raises JournalError where the file is damaged."""
        with readable(self.path):
            (shoe,) = self._connection.execute("SELECT coalesce(max(shoe), 0) FROM shoes").fetchone()
        return int(shoe)

    def keyed(self) -> heads.Keyed:
        """The key in force. Raises JournalError where the file is damaged."""
        with readable(self.path):
            return heads.keyed(self._connection, LAST)

    def signed_to(self, public: str) -> int:
        """The newest row that a key vouches for. Raises JournalError where the file is damaged."""
        with readable(self.path):
            return heads.signed_to(self._connection, public, LAST)

    def checkpoint(self) -> bool:
        """Moves what was committed into the database file proper, which SQLite does by itself now and then. Gives
        whether all of it is there."""
        with suppress(sqlite3.Error):
            blocked, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not blocked
        return False

    def rescue(self, target: Path) -> bool:
        """Copies all that this connection has into a file of its own. Gives whether that went well."""
        with suppress(sqlite3.Error):
            _copy(self._connection, target)
            return True
        return False

    def close(self) -> None:
        self._connection.close()
        self._lock.release()


def connect(path: Path, version: int, keep: bool = False) -> sqlite3.Connection:
    """A connection for writing to a database of this schema version; one that is new or old is brought up to date.

    `keep` a backup of an old one: the history itself has one, what is only a copy of it needs none.
    """
    # Used by one thread at a time: the one that opens it, then the writer's.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version < schema.VERSION:
            backup = unused(path.with_name(f"{path.name}.schema-{version}"))
            _migrate(connection, backup if version and keep else None)
    except BaseException:
        connection.close()
        raise
    return connection


def _copy(connection: sqlite3.Connection, target: Path) -> None:
    """All of a database in one file."""
    with closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def _migrate(connection: sqlite3.Connection, backup: Path | None) -> None:
    """Brings a database up to date, after a backup of it. Where it fails there is neither."""
    try:
        if backup:
            _copy(connection, backup)
        schema.migrate(connection)
    except BaseException:
        if backup:
            remove(backup)  # a start that fails is tried again every few seconds, and would fill the disk
        raise


def append(
    connection: sqlite3.Connection,
    after: tuple[int, str],
    events: Sequence[Event],
    moment: Moment,
    signer: heads.Signer | None = None,
) -> tuple[Record, ...]:
    """Adds events after a row of this number and hash, in a transaction that is open."""
    seq, before = after
    done = []
    for event in events:
        seq += 1
        kind, data = kind_of(event), content(event)
        before = link(before, seq, moment, kind, data)
        record = Record(seq, moment, event, before)
        connection.execute(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
            (seq, moment.at, moment.mono, moment.boot, kind, data, before),
        )
        project(connection, record)
        done.append(record)
    if signer:
        for record in done:
            if record is done[-1] or isinstance(record.event, ShoeEnded):
                heads.add(connection, record.seq, record.hash, signer)
    return tuple(done)


def content(event: Event) -> str:
    """What the row of an event says of it. For a hand that is likely to come it can be made ahead."""
    return _of_hand(event) if isinstance(event, HandRecorded) else canonical(fields(event))


@lru_cache(8)
def _of_hand(event: HandRecorded) -> str:
    return canonical(fields(event))


def state_of(connection: sqlite3.Connection, last: int = LAST) -> TableState:
    """The state of the table after a row, from the start of the previous shoe on: what came before cannot change it."""
    since = records(connection, previous_start(connection, last))
    return replay(takewhile(lambda record: record.seq <= last, since))


def previous_start(connection: sqlite3.Connection, last: int = LAST) -> int:
    """The row with which the previous shoe began, as things stood after row `last`; FIRST where there is none.

    It is the last start but one; or, where shoes were undone since, that of the shoe which went on then.
    """
    query = "SELECT seq, data FROM journal WHERE kind = 'shoe_start' AND seq <= ? ORDER BY seq DESC"
    with closing(connection.execute(query, (last,))) as starts:
        newest = starts.fetchmany(2)
        if len(newest) < 2:
            return FIRST
        seq, data = newest[1]
        resumed = connection.execute(
            "SELECT data FROM journal WHERE seq BETWEEN ? AND ? AND kind = 'shoe_resume'", (seq, last)
        ).fetchall()
        went_on = min((_shoe_in(fields, LAST) for (fields,) in resumed), default=LAST)
        while _shoe_in(data, FIRST) > went_on:
            seq, data = starts.fetchone() or (FIRST, "")
    return int(seq)


def _shoe_in(data: str, unknown: int) -> int:
    """The shoe that a row is about, `unknown` where it does not say: whoever reads the row finds it damaged."""
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        return int(json.loads(data)["shoe"])
    return unknown


def head(connection: sqlite3.Connection) -> tuple[int, str]:
    """The sequence number and the hash of the newest row."""
    row = connection.execute("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1").fetchone()
    return (row[0], row[1]) if row else (0, GENESIS)


def rows(connection: sqlite3.Connection, first: int = FIRST) -> Iterator[Row]:
    """The journal's rows, oldest first: seq, at, mono, boot, kind, data, hash."""
    return connection.execute(f"SELECT {schema.ROW} FROM journal WHERE seq >= ? ORDER BY seq", (first,))


_plain = json.JSONDecoder().raw_decode  # half of json.loads is a search for blanks around it, which eztrak never writes
_NUMBERED = re.compile(r'(.*?"hand":)([1-9][0-9]{0,2})(,.*?"shoe":)([1-9][0-9]{0,7})([,}].*)')
_KEYS = ('"hand":', '"shoe":')


def record_of(row: Row) -> Record:
    """The record in a row. Raises JournalError for a row that holds no event, whoever wrote it."""
    found = read(row)
    if isinstance(found, Record):
        return found
    like, shoe, number = found
    of, one = like.of, like.of.hand
    hand = Hand(one.outcome, one.marks, one.free, one.voided, number, one.player, one.banker, one.totals)
    event = HandRecorded(shoe, hand, of.dealer, of.by, of.confirmed, of.source)
    return Record(row[0], Moment(*row[1:4]), event, row[6])


def read(row: Row) -> Record | tuple[Alike, int, int]:
    """The same, but of a hand what it is like, with its shoe and number: one is read of all that differ by these alone,
    since there may be millions."""
    seq, at, mono, boot, kind, data, digest = row
    try:
        if kind == "hand" and (hand := _NUMBERED.fullmatch(data)):
            before, number, between, shoe, after = hand.groups()
            return _alike(before, between, after), int(shoe), int(number)
        return Record(seq, Moment(at, mono, boot), _event(kind, data), digest)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise JournalError(
            "journal row {row} ({kind}, {at}) holds no event that this eztrak knows",
            row=seq,
            kind=str(kind),
            at=str(at),
        ) from fault


def _event(kind: str, data: str) -> Event:
    plain, end = _plain(data)
    event = event_of(kind, plain)
    if end != len(data) or not well_formed(event):
        raise ValueError
    return event


@lru_cache(1024)
def _alike(*parts: str) -> Alike:
    event = _event("hand", "1".join(parts))
    if not isinstance(event, HandRecorded) or sum(part.count(key) for part in parts for key in _KEYS) != len(_KEYS):
        raise ValueError  # it says its number or its shoe twice
    return Alike(event)


def records(connection: sqlite3.Connection, first: int = FIRST) -> Iterator[Record]:
    return map(record_of, rows(connection, first))
