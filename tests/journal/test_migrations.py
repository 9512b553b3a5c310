"""Schemas that were and that are to come: a history is backed up before it is migrated, and left as it was where that
fails. Every schema that was ever released has an example in schemas/, made by that version and never changed."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from keeping import START, Keeping, select

from eztrak.journal import schema
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Journal
from eztrak.journal.verify import verify

if TYPE_CHECKING:
    from sqlite_utils import Database


EXAMPLES = Path(__file__).parent / "schemas"


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_a_history_of_every_released_schema_is_taken_up_whole(version: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / f"{version}.db", tmp_path / "table.db"))
    Journal(path, "later").close()
    assert schema.inspect(path) == schema.VERSION
    found = verify(path)
    assert (found.rows, found.shoes, found.hands, found.head[:16], found.faults) == (24, 3, 13, "1e3cc317ad6ef951", ())
    hands = select(
        path, "shoe, group_concat(outcome, '') FROM (SELECT * FROM hands ORDER BY shoe, place) GROUP BY shoe"
    )
    assert hands == [(1, "PBTBPPB"), (2, "BBBBP"), (3, "TTP")]
    assert select(path, "shoe, hand FROM hands WHERE voided") == [(1, 7), (2, 1)]
    assert path.with_name(f"table.db.schema-{version}").exists() == (version < schema.VERSION)


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
