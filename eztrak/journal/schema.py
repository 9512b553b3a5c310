"""The tables of the journal and the migrations that lead to them.

`journal` is the record, `heads` has the signatures of its unit; triggers refuse to change them. `games`, `shoes`,
`hands`, `totals`, `tallies`, `seals` and `keys` stand beside it for people and SQL, are written in the same
transaction, and can be rebuilt from it.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from eztrak.appliance.paths import there
from eztrak.journal import older, tallies
from eztrak.journal.chain import seal
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, readable, unreadable
from eztrak.voice.reasons import reason

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x657A7472  # "eztr" in the file's header
VERSION = 5

_STEPS = 100_000  # of SQLite's machine: a hundredth of a second
LONGEST = 2**20  # bytes of a row; those of ours have a few thousand

# Tables that a first start of an older eztrak may have left half done.
OWN = ("journal", "shoes", "hands", "keys", "heads", "sqlite_", "_sqlite_migrations")

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

ROW_COLUMNS = ("seq", "at", "mono", "boot", "kind", "data", "hash")
ROW = ", ".join(ROW_COLUMNS)

_ROWS = """
CREATE INDEX journal_shoe_starts ON journal (seq) WHERE kind = 'shoe_start';
CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: nothing is deleted'); END;
CREATE TRIGGER journal_keeps_content BEFORE UPDATE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only: nothing is edited'); END
"""

_SHOES = """
CREATE TABLE shoes (
    shoe       INTEGER PRIMARY KEY, -- its number; none is used twice
    table_name TEXT NOT NULL, -- what the table called itself when the shoe began
    started_at TEXT NOT NULL, -- UTC
    ended_at   TEXT, -- UTC; NULL while it is in play
    game       TEXT NOT NULL, -- by id
    game_hash  TEXT NOT NULL,    -- in games: its text as it was when the shoe began
    decks      INTEGER NOT NULL, -- in it
    hands      INTEGER NOT NULL DEFAULT 0, -- that stand
    free       INTEGER NOT NULL DEFAULT 0, -- of these, without bets
    voided     INTEGER NOT NULL DEFAULT 0, -- that do not count
    counts     TEXT NOT NULL DEFAULT '{}', -- JSON: hands by winner, mark and wager; without what never came
    seal       TEXT, -- the code that the board showed at its end, the newest; NULL while it is in play
    first_seq  INTEGER NOT NULL, -- the row of the journal that began it
    last_seq   INTEGER -- the row that ended it
) STRICT"""

_HANDS = """
CREATE TABLE hands (
    shoe       INTEGER NOT NULL, -- in shoes
    hand       INTEGER NOT NULL, -- its number in the shoe
    outcome    TEXT NOT NULL, -- P Player, B Banker, T Tie
    marks      TEXT NOT NULL,    -- JSON: a list of ids, sorted
    free       INTEGER NOT NULL, -- 1: a free hand, without bets
    voided     INTEGER NOT NULL, -- 1: it does not count
    entered_at TEXT NOT NULL, -- UTC; of a hand that was moved, when it was entered in the other shoe
    place      INTEGER NOT NULL, -- in the order of play; a hand inserted later has a higher number than its place
    corrected  INTEGER NOT NULL, -- how often it was voided, changed or inserted
    dealer     INTEGER NOT NULL, -- on duty, by number; 0 for none
    player_cards TEXT NOT NULL, -- as they were typed, where cards are
    banker_cards TEXT NOT NULL, -- as they were typed, where cards are
    seq        INTEGER NOT NULL, -- the row of the journal that it is of
    source     TEXT NOT NULL DEFAULT '',   -- where it was typed: the kind of input, and the device
    later      INTEGER NOT NULL DEFAULT 0, -- 1: put in by a supervisor, without a time of its own
    PRIMARY KEY (shoe, hand)
) STRICT, WITHOUT ROWID"""

_GAMES = """
CREATE TABLE games (
    hash TEXT PRIMARY KEY, -- SHA-256 of the text
    text TEXT NOT NULL     -- JSON: all of the game
) STRICT, WITHOUT ROWID"""

# Nearly always one row. Another is for shoes that were dealt otherwise, so that each has its exact odds.
_TOTALS = """
CREATE TABLE totals (
    shoe       INTEGER PRIMARY KEY, -- the first that counts here
    game       TEXT NOT NULL, -- by id
    game_hash  TEXT NOT NULL, -- in games
    decks      INTEGER NOT NULL, -- in each shoe
    shoes      INTEGER NOT NULL DEFAULT 0, -- dealt alike
    hands      INTEGER NOT NULL DEFAULT 0, -- that stand
    free       INTEGER NOT NULL DEFAULT 0, -- of these, without bets
    voided     INTEGER NOT NULL DEFAULT 0, -- that do not count
    counts     TEXT NOT NULL DEFAULT '{}' -- JSON: hands by winner, mark and wager
) STRICT"""

# Whose day a shoe belongs to depends on where the room's day begins, so that this adds up to days when it is asked.
_TALLIES = """
CREATE TABLE tallies (
    shoe      INTEGER NOT NULL, -- that has ended
    dealer    INTEGER NOT NULL, -- by number; 0 for none
    entered   INTEGER NOT NULL, -- hands, voids among them
    voided    INTEGER NOT NULL, -- of these
    corrected INTEGER NOT NULL, -- hands that were voided, changed or inserted
    free      INTEGER NOT NULL, -- that stand
    paced     INTEGER NOT NULL, -- hands that count for the pace
    millis    INTEGER NOT NULL, -- that these took, in thousandths of a second
    counts    TEXT NOT NULL,    -- JSON: hands that stand, by winner, mark and wager
    PRIMARY KEY (shoe, dealer)
) STRICT, WITHOUT ROWID"""

# The key that signs from a row on. Short: all of the schema fits on the first page of a file, so that damage elsewhere
# does not keep it from being opened.
_KEYS = "CREATE TABLE keys (seq INTEGER PRIMARY KEY, public TEXT NOT NULL, place TEXT NOT NULL) STRICT"

# All that a shoe ever had: at its end, and after each correction that came later, with the row that it is made of and
# when that was. The newest is in shoes too. Short, as keys are.
_SEALS = (
    "CREATE TABLE seals (shoe INTEGER NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL, seal TEXT NOT NULL,"
    " PRIMARY KEY (shoe, seq)) STRICT, WITHOUT ROWID"
)

_THREE = (_GAMES, older.SHOES, older.HANDS, older.TOTALS)  # as in schema 3


def _bare(statement: str) -> str:
    """Without comments and spare blanks, which stay here: all of the schema has to be on one page."""
    return " ".join(re.sub("--.*", "", statement).split())


# A day's shoes are found without reading those of other days.
_STARTED = "CREATE INDEX shoes_started ON shoes (started_at)"
_FIVE = (*map(_bare, (_SHOES, _HANDS, _TOTALS, _TALLIES)), _STARTED)
PROJECTIONS = (_GAMES, *_FIVE, _KEYS, _SEALS)
# With a comment for each column that its name does not explain.
DESCRIBED = (JOURNAL, _GAMES, _SHOES, _HANDS, _TALLIES, _TOTALS, _SEALS, _KEYS)

# Ed25519 of the unit's key over the hash of a row: the last of each commit, and the end of each shoe.
HEADS = "CREATE TABLE heads (seq INTEGER PRIMARY KEY, signature BLOB NOT NULL) STRICT"

_SIGNED = """
CREATE TRIGGER heads_keep BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'signatures are kept'); END;
CREATE TRIGGER heads_stay BEFORE UPDATE ON heads BEGIN SELECT RAISE(ABORT, 'signatures are kept'); END
"""


def inspect(path: Path) -> int:
    """The schema version of a database file, 0 for a new or empty one. Changes nothing; raises JournalError."""
    try:
        file = there(path)
        if file and S_ISDIR(file.st_mode):
            raise JournalError("it is a folder, not a database", path)
        if file and not S_ISREG(file.st_mode):
            raise JournalError("it is not a file that could be a database", path)
        if not file or file.st_size == 0:
            return 0
        connection = _connect(path)
    except OSError as fault:
        raise PassingError("it cannot be read: {fault}", path, fault=reason(fault)) from fault
    try:
        application, version = connection.execute(
            "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)"
        ).fetchone()
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        # One row is a few steps away; what takes more is no table of ours.
        connection.set_progress_handler(lambda: 1, _STEPS)
        # Only then: what else may be wrong with the rows is for others to say.
        begun = version == 0 and "journal" in tables and connection.execute("SELECT 1 FROM journal").fetchone()
    except DAMAGE as fault:
        error = unreadable(path, fault)
        if isinstance(error, DamageError):
            error = DamageError(
                "it is not an eztrak database ({fault}). It was left as it is.", path, fault=reason(fault)
            )
        raise error from fault
    finally:
        connection.close()
    if tables and application != APPLICATION_ID:
        raise JournalError("it is another program's SQLite database. It was left as it is.", path)
    if version > VERSION:
        raise JournalError(
            "it was written by a newer eztrak (schema {version}; this one knows up to {known}). It was left as it is."
            " Install that version, or use another --db.",
            path,
            version=version,
            known=VERSION,
        )
    if version == 0 and not all(name.startswith(OWN) for name in tables):
        raise JournalError("it has no journal, but tables of another program. It was left as it is.", path)
    if version < 0 or begun:
        raise DamageError("it is damaged: its header says schema {version}", path, version=version)
    return int(version)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, to a journal that is there. Any number may be open while the board runs.

    An older one looks like one of today, and stays as it is.
    """
    version = inspect(path)
    if version == 0:
        raise JournalError(
            "it has no journal yet" if path.exists() else "there is no such file; the board creates it", path
        )
    connection = _connect(path)
    try:
        with readable(path):
            older.show(connection, version)
    except JournalError:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of an open database: one that is only read may be older than VERSION."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def has_totals(connection: sqlite3.Connection) -> bool:
    return version_of(connection) >= 2


def has_seals(connection: sqlite3.Connection) -> bool:
    return version_of(connection) >= 4


def has_tallies(connection: sqlite3.Connection) -> bool:
    return version_of(connection) >= 5


def statements(version: int) -> list[str]:
    """All that makes the tables of a schema version."""
    signed = [HEADS, *_statements(_SIGNED)] if version >= 4 else []
    tables = {**older.TABLES, 3: _THREE, 4: (*_THREE, _KEYS, _SEALS)}.get(version, PROJECTIONS)
    return [JOURNAL, *tables, *_statements(_ROWS), *signed]


def made(statements: Iterable[str] = PROJECTIONS, large: bool = False) -> sqlite3.Connection:
    """These tables with nothing in them, in memory; what may become `large` goes on in a file that nobody sees. What is
    written is one transaction, not one for each row."""
    connection = sqlite3.connect("" if large else ":memory:", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.execute("BEGIN")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = _open(path)
    except sqlite3.OperationalError as fault:
        raise PassingError("it cannot be opened: {fault}", path, fault=reason(fault)) from fault
    # It may be a file that another made: nothing in its schema is trusted, and no row of it fills the memory.
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a database to VERSION, or leaves it as it was.

    sqlite-utils is loaded only for one of an older schema: it takes a tenth of a second and 7 MiB, for as long as the
    board runs.
    """
    if not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        _make(connection)
        return
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    steps = Migrations("eztrak")
    for name, step in MIGRATIONS:
        steps(name=name)(step)
    database = Database(connection, execute_plugins=False)
    with database.atomic():
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        steps.apply(database)


def _make(connection: sqlite3.Connection) -> None:
    """A new database, with what sqlite-utils needs to know of it when it is an older one some day."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in (f"PRAGMA application_id = {APPLICATION_ID}", *_MIGRATED, *statements(VERSION)):
            connection.execute(statement)
        connection.executemany(_APPLIED, [(name,) for name, _ in MIGRATIONS])
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


# As sqlite-utils makes and fills it.
_MIGRATED = (
    """\
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
)""",
    """\
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name")""",
)
_APPLIED = """
INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
VALUES ('eztrak', ?, strftime('%Y-%m-%d %H:%M:%f000+00:00'))"""


def _create(database: "Database") -> None:
    """All at once: the last step is for files of an older schema."""
    for statement in statements(VERSION):
        database.execute(statement)
    database.execute(f"PRAGMA user_version = {VERSION}")


def _renew(database: "Database") -> None:
    """Makes the tables of any older schema anew, of what they show in today's form. What is damaged is left out, for
    verify to name. What was written before there was a key stays without a signature: nobody can sign it afterwards."""
    connection, version = database.conn, version_of(database.conn)
    if version >= 5:
        return
    tables = [name for name in older.KEYS if version > 1 or name != "totals"]
    for name in tables:
        database.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    for statement in statements(5):
        if statement not in statements(version):
            database.execute(statement)
    ((_, _, file), *_) = database.execute("PRAGMA database_list").fetchall()
    # By a connection of its own: a damaged page spoils a transaction, and must not keep the board from starting.
    with closing(_open(Path(file))) as before:
        older.show(before, version)
        damaged = older.take_over(before, connection)
        with suppress(sqlite3.DatabaseError):
            connection.executemany(older.TYPED, before.execute(older.WHERE_TYPED))
        if version < 4:
            _keep_seals(before, connection)
    for name in tables:
        if name not in damaged:
            database.execute(f"DROP TABLE {name}_before")
    for (shoe,) in database.execute("SELECT shoe FROM shoes WHERE ended_at IS NOT NULL").fetchall():
        with suppress(*_MADE_UP):
            tallies.keep(connection, shoe)
    database.execute("PRAGMA user_version = 5")


def _keep_seals(before: sqlite3.Connection, connection: sqlite3.Connection) -> None:
    """A shoe had one seal at a time: those of shoes that went on after their end are made anew."""
    with suppress(sqlite3.DatabaseError):
        ends = "SELECT data, seq, at, hash FROM journal WHERE kind IN ('shoe_end', 'shoe_seal')"
        for data, *sealed, digest in before.execute(ends):
            with suppress(*_MADE_UP, sqlite3.IntegrityError):
                ended = json.loads(data)
                row = (ended["shoe"], *sealed, seal(digest, ended.get("form", 1)))
                connection.execute("INSERT INTO seals VALUES (?, ?, ?, ?)", row)


# What comes of rows that no eztrak has written.
_MADE_UP = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


def _nothing(_: "Database") -> None:
    """Only trees before the first release made files of this schema alone: the fifth step takes them all."""


def _statements(script: str) -> list[str]:
    """Splits a script where SQLite says that a statement is complete, so that triggers stay whole."""
    whole, pending = [], ""
    for part in script.split(";"):
        pending += part + ";"
        if sqlite3.complete_statement(pending):
            whole.append(pending)
            pending = ""
    return whole


# One for each version, oldest first. Forward only, and never changed once released.
MIGRATIONS: list[tuple[str, Callable[["Database"], None]]] = [
    ("1 journal, shoes, hands", _create),
    ("2 totals", _nothing),
    ("3 marks", _nothing),
    ("4 heads, keys, seals", _nothing),
    ("5 tallies", _renew),
]
