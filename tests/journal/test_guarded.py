"""A database that somebody else made: what only calls itself a journal is refused before it is read."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from keeping import Keeping, tampering

from eztrak.journal import schema
from eztrak.journal.errors import DamageError, JournalError, PassingError
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import head, rows
from eztrak.journal.verify import quick_check, verify

ENDLESS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS seq, '' AS at, 0 AS mono, '' AS boot,"
    " '' AS kind, '' AS data, '' AS hash FROM n WHERE i < 0"
)
COLUMNS = "at TEXT, mono INTEGER, boot TEXT, kind TEXT, data TEXT, hash TEXT"


def view(name: str) -> Callable[[Path], None]:
    def forge(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"DROP TABLE {name}")
            connection.execute(f"CREATE VIEW {name} AS {ENDLESS}")

    return forge


def computed(path: Path) -> None:
    """What a module of SQLite computes, here out of a view without an end, is listed as a table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TABLE journal")
        connection.execute(f"CREATE VIEW endless AS {ENDLESS}")
        columns = "seq, at, mono, boot, kind, data, hash, content='endless', content_rowid='seq'"
        connection.execute(f"CREATE VIRTUAL TABLE journal USING fts5({columns})")


def remade(columns: str) -> Callable[[Path], None]:
    def forge(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("DROP TABLE journal")
            connection.execute(f"CREATE TABLE journal ({columns})")

    return forge


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (view("journal"), "is not a journal: journal is not an ordinary table in it"),
        (view("hands"), "is not a journal: hands is not an ordinary table in it"),
        (computed, "is not a journal: journal is not an ordinary table in it"),
        (remade(f"seq AS (hash + 1), {COLUMNS}"), "is not a journal: the table journal computes its columns"),
        (
            remade(f"number INTEGER PRIMARY KEY, {COLUMNS}"),
            "is not a journal: the table journal has other columns",
        ),
    ],
)
def test_what_only_calls_itself_a_journal_is_refused_before_it_is_read(
    evening: Path, forge: Callable[[Path], None], words: str
) -> None:
    forge(evening)
    with pytest.raises(DamageError) as refused, untrusted(evening):
        pass
    assert str(refused.value).startswith(f"{evening}: it {words}")


def test_an_endless_table_is_not_waited_for_to_know_its_version(evening: Path) -> None:
    computed(evening)
    with closing(sqlite3.connect(evening, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 0")
    with pytest.raises(JournalError, match=r"table\.db"):
        schema.inspect(evening)


def test_a_row_of_150_megabytes_is_not_read(evening: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET data = hex(zeroblob(75000000)) WHERE seq = 5")
    with pytest.raises(DamageError, match="too big"), untrusted(evening) as there:
        list(rows(there))


def test_reading_that_takes_longer_than_it_may_is_given_up(evening: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(PassingError) as refused, untrusted(evening, seconds=0.01) as there:
        there.execute(endless).fetchone()
    assert str(refused.value) == f"{evening}: it took too long to read for its size: reading was stopped"


@pytest.mark.parametrize("reading", [quick_check, verify])
def test_a_file_that_is_taken_away_while_it_is_opened_is_not_to_be_read_now(
    reading: Callable[[Path], object], evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = schema.read_only

    def and_gone(path: Path) -> sqlite3.Connection:
        connection = opened(path)
        path.unlink()
        return connection

    monkeypatch.setattr(schema, "read_only", and_gone)
    with pytest.raises(PassingError):
        reading(evening)


def test_a_pipe_or_a_folder_is_no_database(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, said in ((tmp_path / "pipe", "is not a file that could be a database"), (tmp_path, "is a folder")):
        with pytest.raises(JournalError, match=said), untrusted(path):
            pass


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_a_history_of_any_version_is_read(version: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(Path(__file__).parent / "schemas" / f"{version}.db", tmp_path / "table.db"))
    with untrusted(path) as there:
        assert head(there)[0] == len(list(rows(there)))


def test_what_is_never_called_does_not_keep_a_history_from_being_read(keeping: Keeping) -> None:
    keeping.shoe("P B").close()
    with closing(sqlite3.connect(keeping.path, isolation_level=None)) as connection:
        connection.execute(f"CREATE VIEW last AS {ENDLESS}")
        connection.execute('CREATE TRIGGER "quiet one" AFTER INSERT ON hands BEGIN DELETE FROM hands; END')
    with untrusted(keeping.path) as there:
        assert head(there)[0] == len(keeping.records)
