"""Opens a database that somebody else may have made: a copy on a stick, a file that is to be verified.

Such a file can call anything by the names of ours: a view `journal` without an end, a table whose columns are computed
when they are read, a row of gigabytes. It is looked at before it is read: what has a name of ours must be an ordinary
table with plain columns. What is read then has a length that a row of ours can have, and takes no more than its time.

A view or trigger by another name is never called by whoever only reads, and is for `verify` to name.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.errors import DamageError, PassingError, readable, sound
from eztrak.voice.reasons import reason

_STRICT = ("journal", "heads", "games", "shoes", "hands", "totals", "tallies", "keys", "seals")
_TABLES = (*_STRICT, "_sqlite_migrations")
_LEAST = 60.0  # seconds for any file, and …
_PACE = 50_000  # … a second more for so many bytes of it: a tenth of what a small computer verifies
_STEPS = 10_000  # of SQLite's machine, less than a millisecond, between two looks at the clock


@contextmanager
def untrusted(path: Path, *, seconds: float | None = None) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write, to a journal of unknown origin. What is read through it takes `seconds` at most;
    where none are given, as many as its size explains. Raises JournalError, also for what is found in reading."""
    with closing(opened(path, seconds=seconds)) as connection, readable(path):
        yield connection


@contextmanager
def view(path: Path) -> Iterator[sqlite3.Connection]:
    """A record as it is at one instant, whatever the board writes meanwhile. Raises JournalError, also for what is
    found in reading, and where it holds what no record of ours can."""
    with sound(path), closing(opened(path)) as connection:
        connection.execute("BEGIN")
        yield connection


def opened(path: Path, *, seconds: float | None = None) -> sqlite3.Connection:
    """The same for one who closes it, and who says himself what is found in reading."""
    connection = schema.read_only(path)
    try:
        allowed = _LEAST + path.stat().st_blocks * 512 / _PACE if seconds is None else seconds
        # The work of this thread: a check that pauses, or that a busy machine lets wait, is not given up.
        until = time.thread_time() + allowed
        connection.set_progress_handler(lambda: time.thread_time() > until, _STEPS)
        with readable(path):
            _look_at_schema(connection, path)
    except BaseException as fault:
        connection.close()
        if isinstance(fault, OSError):  # it was taken away in this moment
            raise PassingError("it cannot be read: {fault}", path, fault=reason(fault)) from fault
        raise
    return connection


def _look_at_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses what could do something of its own when it is read. Raises DamageError."""
    for kind, name, root in connection.execute("SELECT type, lower(name), rootpage FROM sqlite_schema"):
        # A view has no page of its own, and neither has what a module of SQLite computes.
        if name in _TABLES and not (kind == "table" and root):
            raise DamageError("it is not a journal: {table} is not an ordinary table in it", path, table=name)
    for table, ours in _columns(schema.version_of(connection)).items():
        # Of the file itself: before the tables of an older one stand views of ours.
        theirs = connection.execute("SELECT name, hidden FROM pragma_table_xinfo(?, 'main')", (table,)).fetchall()
        if any(hidden for _, hidden in theirs):
            raise DamageError("it is not a journal: the table {table} computes its columns", path, table=table)
        names = [name for name, _ in theirs]
        if names[: len(ours)] != ours and (names or table == "journal"):
            raise DamageError("it is not a journal: the table {table} has other columns", path, table=table)
    for table, strict in connection.execute("SELECT lower(name), strict FROM pragma_table_list WHERE schema = 'main'"):
        if table in _STRICT and not strict:
            raise DamageError("it is not a journal: the table {table} accepts anything", path, table=table)


@cache
def _columns(version: int) -> dict[str, list[str]]:
    """The columns that a table of ours begins with, in a schema."""
    with closing(schema.made(schema.statements(version))) as fresh:
        return {
            table: [name for (name,) in fresh.execute("SELECT name FROM pragma_table_info(?)", (table,))]
            for table in _TABLES
        }
