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
from pathlib import Path

from eztrak.journal import schema
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, unreadable

_TABLES = ("journal", "games", "shoes", "hands", "totals", "_sqlite_migrations")
_COLUMNS = ["seq", "at", "mono", "boot", "kind", "data", "hash"]
_LEAST = 60.0  # seconds for any file, and …
_PACE = 50_000  # … a second more for so many bytes of it: a tenth of what a small computer verifies
_STEPS = 10_000  # of SQLite's machine, less than a millisecond, between two looks at the clock


@contextmanager
def untrusted(path: Path, *, seconds: float | None = None) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write, to a journal of unknown origin. What is read through it takes `seconds` at most;
    where none are given, as many as its size explains. Raises JournalError, also for what is found in reading."""
    if path.exists() and not path.is_file():
        raise JournalError(f"{path}: is no file that could be a database")
    with closing(schema.read_only(path)) as connection:
        allowed = _LEAST + path.stat().st_blocks * 512 / _PACE if seconds is None else seconds
        until = time.monotonic() + allowed
        connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
        try:
            _look_at_schema(connection, path)
            yield connection
        except DAMAGE as fault:
            if getattr(fault, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                raise PassingError(f"{path}: takes longer than {allowed:.0f} s to read, and was given up") from fault
            raise unreadable(path, fault) from fault


def _look_at_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses what could do something of its own when it is read. Raises DamageError."""
    for kind, name, root in connection.execute("SELECT type, lower(name), rootpage FROM sqlite_schema"):
        # A view has no page of its own, and neither has what a module of SQLite computes.
        if name in _TABLES and not (kind == "table" and root):
            raise DamageError(f"{path}: is no journal: {name} is no ordinary table in it")
    for table in _TABLES:
        # Of the file itself: before the tables of an older one stand views of ours.
        columns = connection.execute("SELECT name, hidden FROM pragma_table_xinfo(?, 'main')", (table,)).fetchall()
        if any(hidden for _, hidden in columns):
            raise DamageError(f"{path}: is no journal: the table {table} computes its columns")
        if table == "journal" and [name for name, _ in columns] != _COLUMNS:
            raise DamageError(f"{path}: is no journal: the columns of its table journal are others")
