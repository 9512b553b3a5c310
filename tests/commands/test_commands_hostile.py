"""A database that somebody made to do harm: every command that reads one says no, in words, and soon."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from eztrak.cli import main
from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.journal.chain import link
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.state import apply
from eztrak.table.terms import Terms

Capture = pytest.CaptureFixture[str]
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
COMMANDS = {
    "verify": ["verify"],
    "shoes": ["shoes", "--db"],
    "totals": ["shoes", "--totals", "--db"],
    "shoe": ["shoe", "--id", "1", "--db"],
    "csv": ["export", "--format", "csv", "--out", "out", "--db"],
    "jsonl": ["export", "--format", "jsonl", "--out", "out", "--db"],
    "xlsx": ["export", "--format", "xlsx", "--out", "out", "--db"],
    "report": ["report", "--shoe", "1", "--out", "out", "--db"],
    "period": ["report", "--json", "--db"],
    "backup": ["backup", "--to", ".", "--db"],
    "restore": ["restore", "--yes", "--db", "own.db"],
}
Forgery = Callable[[sqlite3.Connection], object]


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    journal = Journal(tmp_path / "t.db", "now")
    state = journal.replay()
    hands = map(c.RecordHand, parse("P B T B7", first_game()))
    for number, command in enumerate((c.Start("0.1.0", "Table 1", Terms(origin="x")), c.NewShoe(), *hands)):
        decision = decide(state, command)
        assert isinstance(decision, tuple)
        for record in journal.append(decision, Moment(f"2026-01-05T20:{number:02}:00.000Z", number, "boot")):
            state = apply(state, record)
    journal.close()
    return tmp_path / "t.db"


def endless(table: str) -> Forgery:
    """A view that never ends, with every column that is asked for."""

    def forge(connection: sqlite3.Connection) -> None:
        names = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
        connection.execute(f"DROP TABLE {table}")
        connection.execute(f"CREATE VIEW {table} AS {ENDLESS} {', '.join(f'i AS {name}' for name in names)} FROM n")

    return forge


def remade(table: str, change: Callable[[str], str]) -> Forgery:
    """The table made anew, with the rows that it had."""

    def forge(connection: sqlite3.Connection) -> None:
        (made,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        connection.execute(f"ALTER TABLE {table} RENAME TO old")
        connection.execute(change(made))
        names = ", ".join(name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)))
        connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM old")
        connection.execute("DROP TABLE old")

    return forge


def said_by(history: Path, command: str, capsys: Capture) -> tuple[int, str]:
    capsys.readouterr()
    status = main([*COMMANDS[command], str(history)])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (endless("journal"), "journal is not an ordinary table in it"),
        (endless("shoes"), "shoes is not an ordinary table in it"),
        (endless("hands"), "hands is not an ordinary table in it"),
        (remade("shoes", lambda sql: sql.replace("STRICT", "")), "the table shoes accepts anything"),
        (
            remade("hands", lambda sql: re.sub(r"free +INTEGER NOT NULL", "free INTEGER AS (1)", sql)),
            "the table hands computes its columns",
        ),
        (remade("journal", lambda sql: sql.replace("boot TEXT NOT NULL,", "")), "the table journal has other columns"),
    ],
)
def test_what_only_calls_itself_a_table_of_ours_is_refused_before_it_is_read(
    history: Path, capsys: Capture, command: str, forge: Forgery, said: str
) -> None:
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        forge(connection)
    before = sorted(path.name for path in history.parent.iterdir() if "-" not in path.name)
    status, text = said_by(history, command, capsys)
    assert status in (1, 2)
    assert said in text
    assert sorted(path.name for path in history.parent.iterdir() if "-" not in path.name) == before


def huge(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TRIGGER journal_keeps_content")
    connection.execute("UPDATE journal SET data = hex(zeroblob(1000000)) WHERE seq = 2")
    connection.execute("UPDATE shoes SET table_name = hex(zeroblob(1000000))")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_row_of_megabytes_is_not_taken_into_the_memory(history: Path, capsys: Capture, command: str) -> None:
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        huge(connection)
    status, text = said_by(history, command, capsys)
    if command != "totals":  # they read neither
        assert status in (1, 2)
        assert "too big" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_json_that_is_a_hundred_thousand_deep_is_told_in_words(history: Path, capsys: Capture, command: str) -> None:
    """In the start of a shoe, with a hash that fits, so that the chain does not betray it."""
    deep = "[" * 100_000
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER journal_keeps_content")
        ((first,),) = connection.execute("SELECT first_seq FROM shoes")
        (before,), (at, mono, boot) = (
            connection.execute(f"SELECT {names} FROM journal WHERE seq = ?", (seq,)).fetchone()
            for names, seq in (("hash", first - 1), ("at, mono, boot", first))
        )
        digest = link(before, first, Moment(at, mono, boot), "change", deep)
        change = "UPDATE journal SET kind = 'change', data = ?, hash = ? WHERE seq = ?"
        connection.execute(change, (deep, digest, first))
    status, text = said_by(history, command, capsys)
    if command in ("shoes", "totals"):  # they do not read the journal
        assert status == 0
    else:
        assert status in (1, 2)
        assert f"journal row {first} (change" in text or "malformed JSON" in text


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("value", [b"\x00\xff", 2**62, "x", None, "0001-01-01T00:00:00Z"])
def test_values_of_another_kind_end_in_words(history: Path, capsys: Capture, command: str, value: object) -> None:
    """A file can be made by hand so that its tables hold what they refuse."""
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        schema = connection.execute("SELECT rowid, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '')"
            " WHERE name IN ('shoes', 'hands', 'totals')"
        )
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        connection.execute("UPDATE shoes SET started_at = ?1, hands = ?1, table_name = ?1", {"1": value})
        connection.execute("UPDATE hands SET outcome = ?1, place = ?1, entered_at = ?1 WHERE hand = 2", {"1": value})
        connection.execute("UPDATE totals SET hands = ?1", {"1": value})
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for row, made in schema:
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", (made, row))
    status, text = said_by(history, command, capsys)
    assert status in (0, 1, 2)
    assert text.strip()
    if command in ("verify", "backup", "restore"):
        assert status
