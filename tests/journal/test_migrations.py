"""Schemas that were and that are to come: a history is backed up before it is migrated, and left as it was where that
fails. Every schema that was ever released has an example in schemas/, made by that version and never changed."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from keeping import START, Keeping, as_schema_1, counted, select, tampering, totals

from eztrak.journal import schema
from eztrak.journal.backup import backup, restore
from eztrak.journal.copy import SecondCopy
from eztrak.journal.errors import DamageError, JournalError
from eztrak.journal.journal import Journal
from eztrak.journal.takeup import open_sound
from eztrak.journal.verify import verify
from eztrak.table.events import Moment

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
    assert totals(path) == counted(path) == [(1, 8, 1, 3, 13, 1, 2, 5, 5, 3, 1, 1, 2)]
    assert path.with_name(f"table.db.schema-{version}").exists() == (version < schema.VERSION)


TOMORROW = schema.VERSION + 1
KEPT = f"table.db.schema-{schema.VERSION}"


def test_a_damaged_old_shoe_does_not_keep_the_board_from_migrating(kept: Keeping) -> None:
    for _ in range(8):
        kept.shoe("PBTBB P8 B7 " * 4)
    path = kept.close()
    as_schema_1(path)
    old = path.read_bytes().index(kept.records[1].hash.encode()) // 4096 * 4096
    with path.open("r+b") as file:
        file.seek(old)
        file.write(b"\xa5" * 4096)
    again = Keeping(path)
    assert again.state == kept.state
    assert totals(path) == []
    again.shoe("PPB").close()
    assert totals(path) == [(9, 8, 1, 1, 3, 0, 0, 2, 1, 0, 0, 0, 0)]
    with pytest.raises(DamageError):
        verify(path)


def test_an_old_shoe_that_does_not_tell_its_decks_is_counted_all_the_same(evening: Path) -> None:
    there = totals(evening)
    as_schema_1(evening)
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET data = '{' WHERE seq = (SELECT min(first_seq) FROM shoes)")
    Journal(evening, "later").close()
    assert totals(evening) == there


def to_tomorrow(database: "Database") -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute(f"PRAGMA user_version = {TOMORROW}")


def fails(database: "Database") -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute("INSERT INTO nowhere VALUES (1)")


def tomorrow(monkeypatch: pytest.MonkeyPatch, step: object) -> None:
    monkeypatch.setattr(schema, "VERSION", TOMORROW)
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, (f"{TOMORROW} notes", step)])


def test_a_history_is_backed_up_before_it_is_migrated(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = select(evening, "* FROM journal")
    tomorrow(monkeypatch, to_tomorrow)
    Journal(evening, "later").close()
    assert select(evening, "user_version FROM pragma_user_version") == [(TOMORROW,)]
    assert select(evening, "* FROM notes") == []
    kept = evening.with_name(KEPT)
    assert select(kept, "user_version FROM pragma_user_version") == [(TOMORROW - 1,)]
    assert select(kept, "* FROM journal") == select(evening, "* FROM journal") == before
    assert sorted(path.name for path in evening.parent.iterdir()) == ["table.db", "table.db.lock", kept.name]


def test_a_migration_that_fails_leaves_the_history_as_it_was(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = select(evening, "* FROM sqlite_schema")
    with monkeypatch.context() as future:
        tomorrow(future, fails)
        with pytest.raises(JournalError, match="no such table: nowhere"):
            Journal(evening, "later")
    assert select(evening, "* FROM sqlite_schema") == tables
    Journal(evening, "later").close()
    assert sorted(path.name for path in evening.parent.iterdir()) == ["table.db", "table.db.lock"]


def test_a_backup_of_an_earlier_migration_is_not_overwritten(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.with_name(KEPT).write_text("earlier")
    tomorrow(monkeypatch, to_tomorrow)
    Journal(evening, "later").close()
    assert evening.with_name(KEPT).read_text() == "earlier"
    assert evening.with_name(f"{KEPT}-2").exists()


def test_what_is_mended_and_the_second_copy_need_no_backup(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = evening.parent / "copies"
    copies.mkdir()
    shutil.copy(evening, copies)
    tomorrow(monkeypatch, to_tomorrow)
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET data = '{}' WHERE seq > 10")
    journal, told = open_sound(evening, copies, Moment("2026-01-02T00:00:00.000Z", 0, "boot-2"))
    copy = SecondCopy(evening, copies, 0, "2026-01-02T00:00:00.000Z", lambda: None)
    copy.close()
    journal.close()
    assert "nothing was lost" in told
    for path in (evening, copies / "table.db"):
        assert select(path, "user_version FROM pragma_user_version") == [(TOMORROW,)]
    assert list(evening.parent.rglob("*schema*")) == []


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_a_history_that_is_not_migrated_yet_is_read_as_it_is(version: int, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / f"{version}.db", tmp_path / "table.db"))
    assert verify(path).faults == ()
    made, _ = backup(path, tmp_path, "2026-01-02T00:00:00.000Z")
    restore(made, path, "2026-01-02T00:00:01.000Z")
    assert schema.inspect(path) == version


def test_a_new_history_needs_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow(monkeypatch, to_tomorrow)
    Keeping(tmp_path / "table.db").give(START).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.db", "table.db.lock"]
