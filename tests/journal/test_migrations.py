"""Schemas that were and that are to come: a history is backed up before it is migrated, and left as it was where that
fails. Every schema that was ever released has an example in schemas/, made by that version and never changed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from keeping import START, Keeping, as_schema, counted, select, tampering, totals, with_hands
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from eztrak.appliance.unit_key import Place, UnitKey
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.journal import schema
from eztrak.journal.backup import backup, restore
from eztrak.journal.copy import SecondCopy
from eztrak.journal.errors import DamageError, JournalError
from eztrak.journal.extract import ALL, extract
from eztrak.journal.journal import Journal
from eztrak.journal.lock import lock_of
from eztrak.journal.lookup import Lookup
from eztrak.journal.mending import Own
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.table.events import HandRecorded, Moment
from eztrak.table.stats import Stats
from eztrak.voice.said import Said

KEY = UnitKey(bytes(range(32)), bytes(32), Place.ROOT)  # of the unit that made the examples that are signed
EXAMPLES = Path(__file__).parent / "schemas"


def came(hands: int, free: int = 0, voided: int = 0, **counts: int) -> Stats:
    return Stats(hands, free, voided, tuple(counts.items()))


FIRST_EVENING = (
    (24, 3, 13, "1e3cc317ad6ef951"),
    ["P Bn T B7 P8 Pf Bx", "Bx B B B P", "T Tn P"],
    [("ez-panda", 8, 3, came(hands=13, free=1, voided=2, player=5, banker=5, tie=3, dragon7=1, panda8=1, natural=2))],
)
# Rows and shoes and hands, and the head of the chain; the shoes; the totals.
WRITTEN = {
    "1": FIRST_EVENING,
    "2": FIRST_EVENING,
    # The wagers, decks, fees and limits change, and in the second shoe a fifth wager comes up that it began without.
    "2-games": (
        (37, 3, 17, "d824194485512279"),
        ["T P Bnx T P8 B7 P8 Pf B7 Tn B7f P8x", "Tn Pn P Pnx P[panda8]", "P B Bn"],
        [
            (
                "ez-panda",
                8,
                1,
                came(hands=10, free=2, voided=2, player=4, banker=3, tie=3, dragon7=3, panda8=2, natural=1),
            ),
            ("ez", 8, 1, came(hands=4, voided=1, player=3, tie=1, panda8=1, natural=2)),
            ("ez", 6, 1, came(hands=3, player=1, banker=2, natural=1)),
        ],
    ),
    "3": (
        (41, 3, 21, "afbde73d68e859dd"),
        ["Tn P Bnx T P8 B7 P8 Pf B7 Tn B7f P8x", "BS6 BB6f T6 Px T T6", "P Bn B[crane-88] T[long-hand] THn Pn"],
        [
            ("ez-panda", 8, 1, came(10, 2, 2, player=4, banker=3, tie=3, dragon7=3, panda8=2, natural=2)),
            ("tiger", 8, 1, came(5, 1, 1, **{"banker": 2, "tie": 3, "small-tiger": 1, "big-tiger": 1, "tiger-tie": 2})),
            (
                *("crane", 6, 1),
                came(
                    6,
                    **{
                        "player": 2,
                        "banker": 2,
                        "tie": 2,
                        "natural": 3,
                        "crane": 1,
                        "crane-88": 1,
                        "heron": 1,
                        "long-hand": 1,
                    },
                ),
            ),
        ],
    ),
    # A shoe that went on, one that was undone, hands changed and put in later, and where each was typed.
    "5": (
        (36, 4, 10, "791de873dedb989b"),
        ["B P T Bp P Tx B", "T Tf P", "", "P4"],
        [
            ("commission-pairs", 8, 3, came(9, 1, 1, **{"banker": 3, "player": 3, "player-pair": 1, "tie": 3})),
            ("commission-dragon-bonus", 8, 1, came(1, **{"by4": 1, "dragon-bonus-player": 1, "player": 1})),
        ],
    ),
    # The first shoe was dealt before the unit had a key.
    "4": (
        (28, 3, 12, "994a6ba526a24d4d"),
        ["P Bn T B7 P8 Pf Bx", "Bx B B B P", "Tx Tn P"],
        [
            (
                *("ez-panda", 8, 3),
                came(hands=12, free=1, voided=3, player=5, banker=5, tie=2, dragon7=1, panda8=1, natural=2),
            )
        ],
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_history_of_every_released_schema_is_taken_up_whole(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / f"{name}.db", tmp_path / "table.db"))
    version, rows, before = schema.inspect(path), select(path, "* FROM journal"), contents(path)
    counts, notation, dealt = WRITTEN[name]
    assert before[0] == (*counts, ())
    assert [write(hands, shoe.game) for shoe, hands in before[1]] == notation
    Journal(path, "later").close()
    assert schema.inspect(path) == schema.VERSION
    assert (select(path, "* FROM journal"), contents(path)) == (rows, before)
    assert totals(path) == counted(path) == dealt
    assert path.with_name(f"table.db.schema-{version}").exists() == (version < schema.VERSION)


def contents(path: Path) -> tuple[Any, ...]:
    """All that anybody is told of a history, migrated or not."""
    verified = verify(path)
    with closing(Lookup(path)) as lookup, closing(extract(path, ALL)) as record:
        return (
            (verified.rows, verified.shoes, verified.hands, verified.head[:16], verified.faults),
            with_hands(path),
            lookup.totals(),
            [lookup.hands(shoe.number) for shoe in lookup.newest(9)],
            (record.shoe_columns, list(record.shoes()), record.hand_columns, list(record.hands())),
            [text for json in (False, True) for *_, text in record.hand_lines(json)],
            (list(record.corrections()), list(record.correction_rows())),
            [list(record.tallies(shoe)) for shoe in record.listed()],
        )


def test_a_start_says_that_a_history_is_brought_up_to_date(tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / "2.db", tmp_path / "table.db"))
    lock_of(path).touch()
    for expected in (["The history was written by an older eztrak. It is being updated."], []):
        said: list[Said] = []
        journal, _ = open_and_mend(path, None, Moment("2026-01-02T00:00:00.000Z", 0, "boot-2"), said.append)
        journal.close()
        assert list(map(str, said)) == expected


TOMORROW = schema.VERSION + 1
KEPT = f"table.db.schema-{schema.VERSION}"


def test_a_damaged_old_shoe_does_not_keep_the_board_from_migrating(keeping: Keeping) -> None:
    for _ in range(8):
        keeping.shoe("PBTBB P8 B7 " * 4)
    path = keeping.close()
    as_schema(path, 1)
    old = path.read_bytes().index(keeping.records[1].hash.encode()) // 4096 * 4096
    with path.open("r+b") as file:
        file.seek(old)
        file.write(b"\xa5" * 4096)
    again = Keeping(path)
    assert again.state == keeping.state
    assert totals(path) == []
    again.shoe("PPB").close()
    assert totals(path) == [("ez-panda", 8, 1, came(hands=3, player=2, banker=1))]
    with pytest.raises(DamageError):
        verify(path)


@pytest.mark.parametrize("version", [1, 2])
def test_a_damaged_page_of_hands_costs_only_its_own_hands(keeping: Keeping, version: int) -> None:
    for _ in range(30):
        keeping.shoe("PBTBB P8 B7 " * 4)
    path = keeping.close()
    as_schema(path, version)
    before = select(path, "shoe, hand, seq FROM hands")
    with path.open("r+b") as file:
        content = file.read()
        at = content.index(keeping.records[300].moment.at.encode())
        while content[at // 4096 * 4096] != 10:  # a leaf of a table without rowid
            at = content.index(keeping.records[300].moment.at.encode(), at + 1)
        file.seek(at // 4096 * 4096)
        file.write(b"\xa5" * 4096)
    again = Keeping(path)
    assert again.state == keeping.state
    again.shoe("PPB").close()
    after = select(path, "shoe, hand, seq FROM hands WHERE shoe < 31")
    assert set(after) < set(before)
    assert len(before) - len(after) < 4096 // 40
    assert (after[0], after[-1]) == (before[0], before[-1])
    with pytest.raises(DamageError):
        verify(path)


def test_an_old_shoe_that_does_not_tell_its_decks_is_counted_all_the_same(evening: Path) -> None:
    there = totals(evening)
    as_schema(evening, 1)
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET data = '{' WHERE seq = (SELECT min(first_seq) FROM shoes)")
    Journal(evening, "later").close()
    assert totals(evening) == there


def to_tomorrow(database: Database) -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute(f"PRAGMA user_version = {TOMORROW}")


def fails(database: Database) -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    database.execute("INSERT INTO nowhere VALUES (1)")


def without_memory(database: Database) -> None:
    database.execute("CREATE TABLE notes (what TEXT) STRICT")
    raise MemoryError


def tomorrow(monkeypatch: pytest.MonkeyPatch, step: object) -> None:
    monkeypatch.setattr(schema, "VERSION", TOMORROW)
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, (f"{TOMORROW} notes", step)])


def test_a_history_is_backed_up_before_it_is_migrated(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = select(evening, "* FROM journal")
    tomorrow(monkeypatch, to_tomorrow)
    Journal(evening, "later").close()
    assert select(evening, "user_version FROM pragma_user_version") == [(TOMORROW,)]
    assert select(evening, "* FROM notes") == []
    keeping = evening.with_name(KEPT)
    assert select(keeping, "user_version FROM pragma_user_version") == [(TOMORROW - 1,)]
    assert select(keeping, "* FROM journal") == select(evening, "* FROM journal") == before
    assert sorted(path.name for path in evening.parent.iterdir()) == ["table.db", "table.db.lock", keeping.name]


@pytest.mark.parametrize("fault", ["no such table: nowhere", "out of memory"])
def test_a_migration_that_fails_leaves_the_history_as_it_was(
    fault: str, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that fails is tried again every few seconds, or by systemd: it must find all as this one did."""
    tables = select(evening, "* FROM sqlite_schema")
    with monkeypatch.context() as future:
        tomorrow(future, fails if fault.startswith("no") else without_memory)
        with pytest.raises(JournalError, match=fault):
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
    journal, notes = open_and_mend(evening, copies, Moment("2026-01-02T00:00:00.000Z", 0, "boot-2"))
    copy = SecondCopy(evening, copies, 0, "2026-01-02T00:00:00.000Z", lambda: None)
    copy.close()
    journal.close()
    assert "nothing was lost" in str(notes)
    for path in (evening, copies / "table.db"):
        assert select(path, "user_version FROM pragma_user_version") == [(TOMORROW,)]
    assert list(evening.parent.rglob("*schema*")) == []


@pytest.mark.parametrize("name", WRITTEN)
def test_a_history_that_is_not_migrated_yet_is_backed_up_and_restored_as_it_is(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / f"{name}.db", tmp_path / "table.db"))
    version, before = schema.inspect(path), contents(path)
    made, _ = backup(path, tmp_path, "2026-01-02T00:00:00.000Z")
    restore(made, path, "2026-01-02T00:00:01.000Z")
    assert schema.inspect(path) == version
    assert contents(path) == before


@pytest.mark.parametrize("name", WRITTEN)
def test_a_copy_of_every_released_schema_brings_a_history_back(name: str, tmp_path: Path) -> None:
    path, copies = tmp_path / "table.db", tmp_path / "copies"
    copies.mkdir()
    copy = Path(shutil.copy(EXAMPLES / f"{name}.db", copies / "table.db"))
    before = contents(copy)
    lock_of(path).touch()  # there was a history here, and it is gone
    journal, said = open_and_mend(path, copies, Moment("2026-01-02T00:00:00.000Z", 0, "boot-2"), own=Own(KEY))
    journal.close()
    assert f"events came from the copy {copy}" in str(said)
    (*_, faults), *shoes = contents(path)  # it has one row more, which says where they came from
    assert (faults, shoes) == ((), list(before[1:]))
    assert schema.inspect(path) == schema.VERSION


@pytest.mark.parametrize("name", WRITTEN)
def test_a_second_copy_of_every_released_schema_is_gone_on_with(name: str, tmp_path: Path) -> None:
    path, copies = tmp_path / "table.db", tmp_path / "copies"
    copies.mkdir()
    shutil.copy(EXAMPLES / f"{name}.db", path)
    shutil.copy(path, copies)
    with closing(Journal(path, "later", signer=KEY)) as journal:
        SecondCopy(path, copies, 0, "2026-01-02T00:00:00.000Z", lambda: None).close()
        shoe = journal.replay().shoe
        assert shoe
        hand = Hand(Outcome.TIE, number=len(shoe.hands) + 1)
        journal.append([HandRecorded(shoe.number, hand)], Moment("2026-01-02T00:00:01.000Z", 1, "boot-2"))
        SecondCopy(path, copies, 0, "2026-01-02T00:00:02.000Z", lambda: None).close()
    assert contents(copies / "table.db") == contents(path)
    assert list(copies.glob("*.other-*")) == []


def test_a_new_history_needs_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow(monkeypatch, to_tomorrow)
    Keeping(tmp_path / "table.db").give(START).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.db", "table.db.lock"]


def test_a_new_history_is_what_its_migrations_would_have_made(tmp_path: Path) -> None:
    whole, step_by_step = tmp_path / "whole.db", tmp_path / "steps.db"
    with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
        schema.migrate(connection)
    with closing(sqlite3.connect(step_by_step, isolation_level=None)) as connection:
        steps = Migrations("eztrak")
        for name, step in schema.MIGRATIONS:
            steps(name=name)(step)
        steps.apply(Database(connection))
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    for what in (
        "type, name, tbl_name, sql FROM sqlite_schema",
        "id, migration_set, name, applied_at GLOB '2???-??-?? ??:??:??.??????+00:00' FROM _sqlite_migrations",
        "user_version FROM pragma_user_version",
        "application_id FROM pragma_application_id",
    ):
        assert select(whole, what) == select(step_by_step, what)
