"""Schemas that are to come: a history is backed up before it is migrated, and left as it was where that fails."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from keeping import START, Keeping, select

from eztrak.journal import schema
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Journal

if TYPE_CHECKING:
    from sqlite_utils import Database


def to_version_2(database: "Database") -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute("PRAGMA user_version = 2")


def fails(database: "Database") -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute("INSERT INTO nowhere VALUES (1)")


def tomorrow(monkeypatch: pytest.MonkeyPatch, step: object) -> None:
    monkeypatch.setattr(schema, "VERSION", 2)
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, ("2 notes", step)])


def test_a_history_is_backed_up_before_it_is_migrated(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = select(evening, "* FROM journal")
    tomorrow(monkeypatch, to_version_2)
    Journal(evening, "later").close()
    assert select(evening, "user_version FROM pragma_user_version") == [(2,)]
    assert select(evening, "* FROM notes") == []
    kept = evening.with_name("table.db.schema-1")
    assert select(kept, "user_version FROM pragma_user_version") == [(1,)]
    assert select(kept, "* FROM journal") == select(evening, "* FROM journal") == before
    assert sorted(path.name for path in evening.parent.iterdir()) == ["table.db", "table.db.lock", kept.name]


def test_a_migration_that_fails_leaves_the_history_as_it_was(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = select(evening, "* FROM sqlite_schema")
    with monkeypatch.context() as future:
        tomorrow(future, fails)
        for kept in ("table.db.schema-1", "table.db.schema-1-2"):
            with pytest.raises(JournalError, match="no such table: nowhere"):
                Journal(evening, "later")
            assert evening.with_name(kept).exists()
    assert select(evening, "* FROM sqlite_schema") == tables
    Journal(evening, "later").close()


def test_a_new_history_needs_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow(monkeypatch, to_version_2)
    Keeping(tmp_path / "table.db").give(START).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.db", "table.db.lock"]
