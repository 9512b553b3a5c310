"""The tables of the journal and the migrations that lead to them.

`journal` is the record; triggers refuse to change it. `shoes`, `hands` and `totals` stand beside it for people and SQL,
are written in the same transaction, and can be rebuilt from it.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from stat import S_ISDIR
from typing import TYPE_CHECKING

from eztrak.appliance.paths import there
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, unreadable

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x657A7472  # "eztr" in the file's header
VERSION = 2

# Tables that a first start of an older eztrak may have left half done.
OWN = ("journal", "shoes", "hands", "sqlite_", "_sqlite_migrations")

JOURNAL = """
CREATE TABLE journal (
    seq  INTEGER PRIMARY KEY,
    at   TEXT NOT NULL,     -- UTC
    mono INTEGER NOT NULL,  -- nanoseconds since some point of the boot named next
    boot TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,     -- the event's fields as JSON, keys sorted
    hash TEXT NOT NULL      -- SHA-256 over this row and the hash of the row before
) STRICT"""

_ROWS = """
CREATE INDEX journal_shoe_starts ON journal (seq) WHERE kind = 'shoe_start';
CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: nothing is deleted'); END;
CREATE TRIGGER journal_keeps_content BEFORE UPDATE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: nothing is edited'); END
"""

_SHOES = """
CREATE TABLE shoes (
    shoe       INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at   TEXT,
    hands      INTEGER NOT NULL DEFAULT 0,
    free       INTEGER NOT NULL DEFAULT 0,
    voided     INTEGER NOT NULL DEFAULT 0,
    player     INTEGER NOT NULL DEFAULT 0,
    banker     INTEGER NOT NULL DEFAULT 0,
    tie        INTEGER NOT NULL DEFAULT 0,
    dragon7    INTEGER NOT NULL DEFAULT 0,
    panda8     INTEGER NOT NULL DEFAULT 0,
    naturals   INTEGER NOT NULL DEFAULT 0,
    seal       TEXT,
    first_seq  INTEGER NOT NULL,
    last_seq   INTEGER
) STRICT"""

_HANDS = """
CREATE TABLE hands (
    shoe       INTEGER NOT NULL,
    hand       INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    natural    INTEGER NOT NULL,
    free       INTEGER NOT NULL,
    voided     INTEGER NOT NULL,
    dragon7    INTEGER NOT NULL,
    panda8     INTEGER NOT NULL,
    entered_at TEXT NOT NULL,
    place      INTEGER NOT NULL, -- in the order of play; a hand inserted later has a higher number than its place
    corrected  INTEGER NOT NULL, -- how often it was voided, changed or inserted
    dealer     INTEGER NOT NULL, -- on duty, by number; 0 for none
    player_cards TEXT NOT NULL,
    banker_cards TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    PRIMARY KEY (shoe, hand)
) STRICT, WITHOUT ROWID"""

# Nearly always one row. Another begins with the first shoe that is dealt otherwise, so that each has its exact odds.
_TOTALS = """
CREATE TABLE totals (
    shoe           INTEGER PRIMARY KEY, -- the first that counts here; the last is the one before the next row's
    decks          INTEGER NOT NULL,
    panda8_offered INTEGER NOT NULL,
    shoes          INTEGER NOT NULL DEFAULT 0,
    hands          INTEGER NOT NULL DEFAULT 0,
    free           INTEGER NOT NULL DEFAULT 0,
    voided         INTEGER NOT NULL DEFAULT 0,
    player         INTEGER NOT NULL DEFAULT 0,
    banker         INTEGER NOT NULL DEFAULT 0,
    tie            INTEGER NOT NULL DEFAULT 0,
    dragon7        INTEGER NOT NULL DEFAULT 0,
    panda8         INTEGER NOT NULL DEFAULT 0,
    naturals       INTEGER NOT NULL DEFAULT 0
) STRICT"""

_COUNT_TOTALS = """
WITH dealt AS (
    SELECT shoes.*, coalesce(json_extract(start, '$.terms.decks'), 8) AS decks,
        coalesce(instr(json_extract(start, '$.terms.wagers'), 'panda8') > 0, 1) AS offered
    FROM (SELECT *, (SELECT iif(json_valid(data), data, NULL) FROM journal WHERE seq = first_seq) AS start FROM shoes)
        AS shoes
), changed AS (
    SELECT *, (decks, offered) IS NOT (lag(decks) OVER (ORDER BY shoe), lag(offered) OVER (ORDER BY shoe)) AS other
    FROM dealt
), numbered AS (
    SELECT *, sum(other) OVER (ORDER BY shoe) AS nth FROM changed
)
SELECT min(shoe), decks, offered, count(*), sum(hands), sum(free), sum(voided), sum(player), sum(banker), sum(tie),
    sum(dragon7), sum(panda8), sum(naturals)
FROM numbered GROUP BY nth"""


def inspect(path: Path) -> int:
    """The schema version of a database file, 0 for a new or empty one. Changes nothing; raises JournalError."""
    try:
        found = there(path)
        if found and S_ISDIR(found.st_mode):
            raise JournalError(f"{path}: is a folder, not a database")
        if not found or found.st_size == 0:
            return 0
        connection = _connect(path)
    except OSError as fault:
        raise PassingError(f"{path}: cannot be read: {fault.strerror}") from fault
    try:
        application, version = connection.execute(
            "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)"
        ).fetchone()
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        # Only then: what else may be wrong with the rows is for others to say.
        begun = version == 0 and "journal" in tables and connection.execute("SELECT 1 FROM journal").fetchone()
    except DAMAGE as fault:
        error = unreadable(path, fault)
        if isinstance(error, DamageError):
            error = DamageError(f"{path}: is no eztrak database ({fault}). It was left as it is.")
        raise error from fault
    finally:
        connection.close()
    if tables and application != APPLICATION_ID:
        raise JournalError(f"{path}: is an SQLite database of another program. It was left as it is.")
    if version > VERSION:
        raise JournalError(
            f"{path}: was written by a newer eztrak (schema {version}; this one knows up to {VERSION})."
            " It was left as it is. Install that version, or use another --db."
        )
    if version == 0 and not all(name.startswith(OWN) for name in tables):
        raise JournalError(f"{path}: holds no journal, but tables of another program. It was left as it is.")
    if version < 0 or begun:
        raise DamageError(f"{path}: is damaged: its header says schema {version}")
    return int(version)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a journal that is there. Any number may be open while the board runs."""
    if inspect(path) == 0:
        missing = "holds no journal yet" if path.exists() else "there is no such file; the board creates it"
        raise JournalError(f"{path}: {missing}")
    return _connect(path)


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open database: one that is only read may be older than VERSION."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def has_totals(connection: sqlite3.Connection) -> bool:
    return version_of(connection) >= 2


def statements(version: int) -> list[str]:
    """All that makes the tables of a schema version."""
    return [statement for added in _ADDED[:version] for statement in added]


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.OperationalError as fault:
        raise PassingError(f"{path}: cannot be opened: {fault}") from fault


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a database to VERSION, or leaves it as it was.

    sqlite-utils is loaded only here: a start that has nothing to migrate is faster.
    """
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    steps = Migrations("eztrak")
    for name, step in MIGRATIONS:
        steps(name=name)(step)
    database = Database(connection, execute_plugins=False)
    with database.atomic():
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        steps.apply(database)


def _create(database: "Database") -> None:
    for statement in _ADDED[0]:
        database.execute(statement)
    database.execute("PRAGMA user_version = 1")


def _add_totals(database: "Database") -> None:
    for statement in _ADDED[1]:
        database.execute(statement)
    for row in _counted(database):
        database.execute(f"INSERT INTO totals VALUES (?{', ?' * 12})", row)
    database.execute("PRAGMA user_version = 2")


def _counted(database: "Database") -> list[tuple[int, ...]]:
    """The totals of the history as it is before the migration; none of a new one, and none of one with damage in it.

    Damage in an old shoe, which a start does not read, must not keep the board from starting: the full check tells of
    it, and the totals begin with the next shoe. By a connection of its own: a damaged page spoils a transaction.
    """
    ((_, _, file), *_) = database.execute("PRAGMA database_list").fetchall()
    with closing(_connect(Path(file))) as beside:
        try:
            return beside.execute(_COUNT_TOTALS).fetchall()
        except sqlite3.DatabaseError as fault:
            if fault.sqlite_errorname.startswith("SQLITE_CORRUPT") or version_of(beside) == 0:
                return []
            raise


def _statements(script: str) -> list[str]:
    """Splits a script where SQLite says that a statement is complete, so that triggers stay whole."""
    found, pending = [], ""
    for part in script.split(";"):
        pending += part + ";"
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found


# One for each version, oldest first. Forward only, and never changed once released.
MIGRATIONS: list[tuple[str, Callable[["Database"], None]]] = [
    ("1 journal, shoes, hands", _create),
    ("2 totals", _add_totals),
]

PROJECTIONS = (_SHOES, _HANDS, _TOTALS)
_ADDED: list[list[str]] = [[JOURNAL, _SHOES, _HANDS, *_statements(_ROWS)], [_TOTALS]]  # by each version
