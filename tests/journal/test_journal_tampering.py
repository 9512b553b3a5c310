"""Whoever edits the file is found: verify names the first bad row, or the table that tells another story."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from keeping import Keeping, moment, select, tampering

from eztrak.game.first import first_game
from eztrak.journal.chain import GENESIS, canonical, hash_of, link
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import ALL, extract
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.journal.verify import verify
from eztrak.table.events import Moment, ShoeEnded, fields

CHANGED = "it does not match its hash: it, or the row before, was changed"
HASH_CHANGED = "it does not match its hash: the hash was changed, the content is as it was written"
Tamper = Callable[[sqlite3.Connection], object]


def faults(path: Path, *seals: str) -> tuple[str, ...]:
    return tuple(map(str, verify(path, seals).faults))


def sql(*statements: str) -> Tamper:
    return lambda connection: [connection.execute(statement) for statement in statements]


@pytest.mark.parametrize("column", ["at", "mono", "boot", "data", "hash"])
def test_a_changed_field_is_found_in_its_row(evening: Path, column: str) -> None:
    value = {"mono": 7, "data": '{"hand":1,"outcome":"B","shoe":1}', "at": "2027"}.get(column, "0" * 64)
    with tampering(evening) as connection:
        connection.execute(f"UPDATE journal SET {column} = ? WHERE seq = 4", (value,))
    at = "2027" if column == "at" else moment(3).at
    said = HASH_CHANGED if column == "hash" else CHANGED
    assert faults(evening) == (f"journal row 4 (hand, {at}): {said}",)


def test_a_changed_kind_is_found_in_its_row(evening: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET kind = 'void' WHERE seq = 4")
    assert faults(evening) == (f"journal row 4 (void, {moment(3).at}): {CHANGED}",)


def test_a_row_rewritten_with_a_hash_that_fits_is_found_in_the_row_after(evening: Path, keeping: Keeping) -> None:
    data = '{"hand":1,"outcome":"B","shoe":1}'
    forged = link(keeping.records[2].hash, 4, moment(3), "hand", data)
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET data = ?, hash = ? WHERE seq = 4", (data, forged))
    assert faults(evening) == (f"journal row 5 (hand, {moment(4).at}): {CHANGED}",)


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (sql("DELETE FROM journal WHERE seq = 5"), "journal row 5 is missing: row 6 follows row 4"),
        (
            sql("DELETE FROM journal WHERE seq BETWEEN 2 AND 9"),
            "journal rows 2 to 9 are missing: row 10 follows row 1",
        ),
        (sql("DELETE FROM journal WHERE seq = 1"), "journal row 1 is missing: row 2 follows row 0"),
        (
            sql(
                "UPDATE journal SET seq = 1000 WHERE seq = 4",
                "UPDATE journal SET seq = 4 WHERE seq = 5",
                "UPDATE journal SET seq = 5 WHERE seq = 1000",
            ),
            f"journal row 4 (hand, {moment(4).at}): it and row 5 (hand, {moment(3).at}) were swapped",
        ),
        (
            sql(
                "UPDATE journal SET seq = 1000 WHERE seq = 4",
                "UPDATE journal SET seq = 4 WHERE seq = 9",
                "UPDATE journal SET seq = 9 WHERE seq = 1000",
            ),
            f"journal row 4 (hand, {moment(8).at}): it and row 9 (hand, {moment(3).at}) were swapped",
        ),
        (
            sql(
                "CREATE TEMP TABLE was AS SELECT * FROM journal WHERE seq IN (4, 6)",
                "UPDATE journal SET (at, mono, boot, kind, data) = (SELECT at, mono, boot, kind, data FROM was"
                " WHERE was.seq = 10 - journal.seq) WHERE seq IN (4, 6)",
            ),
            f"journal row 4 (hand, {moment(5).at}): it and row 6 (hand, {moment(3).at}) were swapped",
        ),
        (
            sql(
                "DELETE FROM journal WHERE seq = 5",
                "UPDATE journal SET seq = -seq WHERE seq > 5",
                "UPDATE journal SET seq = -seq - 1 WHERE seq < 0",
            ),
            f"journal row 5 (hand, {moment(5).at}): it does not follow the row before: 1 row was deleted there, the"
            " rest renumbered",
        ),
        (
            sql(
                "DELETE FROM journal WHERE seq BETWEEN 5 AND 7",
                "UPDATE journal SET seq = -seq WHERE seq > 5",
                "UPDATE journal SET seq = -seq - 3 WHERE seq < 0",
            ),
            f"journal row 5 (hand, {moment(7).at}): it does not follow the row before: 3 rows were deleted there, the"
            " rest renumbered",
        ),
        (
            sql(
                "UPDATE journal SET seq = -seq WHERE seq > 4",
                "UPDATE journal SET seq = 1 - seq WHERE seq < 0",
                "INSERT INTO journal SELECT 5, at, mono, boot, kind, data, hash FROM journal WHERE seq = 4",
            ),
            f"journal row 5 (hand, {moment(3).at}): it was inserted there: the row that belongs there is now row 6",
        ),
        (
            sql("INSERT INTO journal SELECT -3, at, mono, boot, kind, data, hash FROM journal WHERE seq = 4"),
            "journal row -3 does not belong there: rows count from 1",
        ),
        (
            sql("INSERT INTO journal SELECT 0, at, mono, boot, kind, data, hash FROM journal WHERE seq = 4"),
            "journal row 0 does not belong there: rows count from 1",
        ),
    ],
    ids=[
        *("deleted", "several-deleted", "first-deleted", "swapped", "swapped-far", "swapped-content"),
        *("renumbered", "several-renumbered", "inserted", "inserted-before-1", "inserted-as-0"),
    ],
)
def test_a_row_that_is_gone_moved_or_put_in_is_named(evening: Path, tamper: Tamper, said: str) -> None:
    with tampering(evening) as connection:
        tamper(connection)
    assert faults(evening) == (said,)


def test_a_row_appended_by_another_hand_is_named(evening: Path, keeping: Keeping) -> None:
    ((newest,),) = select(evening, "max(seq) FROM journal")
    with tampering(evening) as connection:
        connection.execute(f"INSERT INTO journal VALUES ({newest} + 1, 'now', 1, 'b', 'hand', '{{}}', 'abc')")
    assert faults(evening) == (
        f"journal row {len(keeping.records) + 1} (hand, now): it does not follow the row before: something other than"
        " eztrak appended it",
    )


def test_a_changed_last_row_is_not_taken_for_an_appended_one(evening: Path, keeping: Keeping) -> None:
    newest = keeping.records[-1].seq
    with tampering(evening) as connection:
        connection.execute(f"UPDATE journal SET data = '{{}}' WHERE seq = {newest}")
    assert faults(evening) == (f"journal row {newest} (hand, {moment(newest - 1).at}): {CHANGED}",)


def test_a_last_row_that_no_table_knows_may_be_either(evening: Path, keeping: Keeping) -> None:
    newest = keeping.records[-1].seq + 1
    with tampering(evening) as connection:
        connection.execute(f"INSERT INTO journal VALUES ({newest}, 'now', 1, 'b', 'start', '{{}}', 'abc')")
    assert faults(evening) == (
        f"journal row {newest} (start, now): it does not match its hash: it was changed, or something other than"
        " eztrak appended it",
    )


def test_the_newest_hand_cannot_be_cut_off_unseen(evening: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)")
    ((newest,),) = select(evening, "max(seq) FROM journal")
    assert faults(evening) == (f"the journal was cut off after row {newest}: its tables know of row {newest + 1}",)


def cut(path: Path, row: int) -> None:
    """Takes the journal's rows after this one away, and what they left in the tables."""
    with tampering(path) as connection:
        connection.execute("DELETE FROM journal WHERE seq > ?", (row,))
        connection.execute("DELETE FROM hands WHERE seq > ?", (row,))
        connection.execute("DELETE FROM shoes WHERE first_seq > ?", (row,))
        connection.execute("DELETE FROM seals WHERE seq > ?", (row,))
        connection.execute("DELETE FROM tallies WHERE shoe NOT IN (SELECT shoe FROM shoes WHERE last_seq <= ?)", (row,))
        came = "SELECT key, sum(value) AS came FROM shoes, json_each(counts) GROUP BY key ORDER BY key"
        left = (
            f"SELECT count(*), sum(hands), sum(free), sum(voided), (SELECT json_group_object(key, came) FROM ({came}))"
        )
        connection.execute(f"UPDATE totals SET (shoes, hands, free, voided, counts) = ({left} FROM shoes)")


def test_a_tail_that_was_cut_without_a_trace_is_found_by_a_seal_on_a_recording(evening: Path, keeping: Keeping) -> None:
    (first,), (second,), _ = select(evening, "seal FROM shoes")
    assert faults(evening, str(first), str(second)) == ()
    end = next(record for record in keeping.records if isinstance(record.event, ShoeEnded))
    cut(evening, end.seq)
    assert faults(evening) == ()  # as sound as on the day when the first shoe ended
    assert faults(evening, str(first)) == ()
    assert faults(evening, str(first), str(second)) == (
        f"seal {second}: no shoe here ends with it. Its end was cut off (the journal ends with row {end.seq}), or the"
        " history was rewritten, or is another table's",
    )


def test_a_seal_may_be_typed_as_a_tired_eye_reads_it(evening: Path) -> None:
    ((first,),) = select(evening, "seal FROM shoes WHERE shoe = 1")
    typed = str(first).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert faults(evening, typed) == ()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP TRIGGER journal_keeps_rows", "trigger journal_keeps_rows is missing"),
        ("DROP INDEX journal_shoe_starts", "index journal_shoe_starts is missing"),
        ("CREATE TABLE notes (what TEXT)", "table notes is not one of eztrak's"),
        ("CREATE VIEW last AS SELECT 1", "view last is not one of eztrak's"),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON hands BEGIN UPDATE hands SET outcome = 'B'; END",
            "trigger quiet is not one of eztrak's",
        ),
        ("ALTER TABLE shoes ADD COLUMN tip TEXT", "table shoes was changed"),
        ("DELETE FROM _sqlite_migrations", "table _sqlite_migrations does not list the migrations of schema 5"),
    ],
)
def test_what_was_taken_from_the_schema_or_added_to_it_is_named(evening: Path, statement: str, said: str) -> None:
    with closing(sqlite3.connect(evening, isolation_level=None)) as connection:
        connection.execute(statement)
    assert said in faults(evening)


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("burn", "{}", "journal row 1 (burn, now) holds no event that this eztrak knows"),
        ("hand", "{}", "journal row 1 (hand, now) holds no event that this eztrak knows"),
        ("hand", "no JSON", "journal row 1 (hand, now) holds no event that this eztrak knows"),
        ("hand", "null", "journal row 1 (hand, now) holds no event that this eztrak knows"),
        (
            "hand",
            '{"shoe":1,"hand":1,"outcome":"X"}',
            "journal row 1 (hand, now) holds no event that this eztrak knows",
        ),
        (
            "hand",
            '{"shoe":"one","hand":1,"outcome":"P"}',
            "journal row 1 (hand, now) holds no event that this eztrak knows",
        ),
        (
            "hand",
            '{"shoe":123456789012345678901234567890,"hand":1,"outcome":"P"}',
            "journal row 1 (hand, now) holds no event that this eztrak knows",
        ),
    ],
)
def test_a_row_that_holds_no_event_is_named_even_where_its_hash_fits(
    tmp_path: Path, kind: str, data: str, said: str
) -> None:
    path = Keeping(tmp_path / "forged.db").close()
    now = Moment("now", 1, "boot")
    with tampering(path) as connection:
        digest = link(GENESIS, 1, now, kind, data)
        connection.execute("INSERT INTO journal VALUES (1, 'now', 1, 'boot', ?, ?, ?)", (kind, data, digest))
    assert faults(path) == (said,)


def test_a_shoe_that_starts_twice_is_named_even_where_its_hash_fits(keeping: Keeping) -> None:
    keeping.shoe("P")
    started, newest = keeping.records[2], keeping.records[-1]
    data = canonical(fields(started.event))
    forged = link(newest.hash, newest.seq + 1, started.moment, "shoe_start", data)
    keeping.close()
    with tampering(keeping.path) as connection:
        row = (newest.seq + 1, started.moment.at, started.moment.mono, started.moment.boot, "shoe_start", data, forged)
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    assert faults(keeping.path) == (
        f"journal row {newest.seq + 1} does not fit what came before it: UNIQUE constraint failed: shoes.shoe",
    )


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (
            sql("UPDATE shoes SET hands = 9, seal = 'AAAA' WHERE shoe = 2"),
            ("table shoes, shoe 2: hands is 9, the journal says 5; seal is 'AAAA', the journal says {seal}",),
        ),
        (sql("DELETE FROM shoes WHERE shoe = 1"), ("table shoes, shoe 1: the row is missing",)),
        (sql("DELETE FROM shoes WHERE shoe = 3"), ("table shoes, shoe 3: the row is missing",)),
        (
            sql(
                "INSERT INTO shoes (shoe, table_name, started_at, first_seq, game, game_hash, decks)"
                " VALUES (4, 'Table 1', 'now', 1, 'ez', '', 8)"
            ),
            ("table shoes, shoe 4: the journal knows no such row",),
        ),
        (
            sql(
                "INSERT INTO shoes (shoe, table_name, started_at, first_seq, game, game_hash, decks)"
                " VALUES (0, 'Table 1', 'now', 1, 'ez', '', 8)"
            ),
            ("table shoes, shoe 0: the journal knows no such row",),
        ),
        (
            sql("UPDATE hands SET outcome = 'P', marks = '[\"natural\"]' WHERE shoe = 2 AND hand = 3"),
            (
                "table hands, shoe 2, hand 3: outcome is 'P', the journal says 'B';"
                " marks is '[\"natural\"]', the journal says '[]'",
            ),
        ),
        (
            sql("UPDATE hands SET voided = 0 WHERE shoe = 1 AND hand = 7"),
            ("table hands, shoe 1, hand 7: voided is 0, the journal says 1",),
        ),
        (
            sql("DELETE FROM hands WHERE shoe = 1 AND hand = 2"),
            ("table hands, shoe 1, hand 2: the row is missing",),
        ),
        (
            sql(
                "CREATE TEMP TABLE forged AS SELECT * FROM hands WHERE shoe = 2 AND hand = 5",
                "UPDATE forged SET hand = 6",
                "INSERT INTO hands SELECT * FROM forged",
            ),
            ("table hands, shoe 2, hand 6: the journal knows no such row",),
        ),
        (
            sql("UPDATE totals SET hands = 15, free = 2"),
            ("table totals, shoe 1: hands is 15, the journal says 14; free is 2, the journal says 1",),
        ),
        (sql("DELETE FROM games"), ("table games, hash {hash}: the row is missing",)),
        (
            sql("UPDATE seals SET seal = 'AAAA' WHERE shoe = 1"),
            ("table seals, shoe 1, seq {end}: seal is 'AAAA', the journal says {first}",),
        ),
        (sql("DELETE FROM seals WHERE shoe = 1"), ("table seals, shoe 1, seq {end}: the row is missing",)),
        (sql("DELETE FROM totals"), ("table totals, shoe 1: the row is missing",)),
        (
            sql("INSERT INTO totals (shoe, game, game_hash, decks) VALUES (3, 'ez', '', 6)"),
            ("table totals, shoe 3: the journal knows no such row",),
        ),
        (
            sql("DELETE FROM shoes WHERE shoe = 2", "DELETE FROM hands WHERE shoe = 3"),
            ("table shoes, shoe 2: the row is missing", "table hands, shoe 3, hand 1: the row is missing"),
        ),
    ],
)
def test_a_table_that_tells_another_story_is_named(
    evening: Path, keeping: Keeping, tamper: Tamper, said: tuple[str, ...]
) -> None:
    first, sealed = (made for (made,) in select(evening, "seal FROM shoes WHERE seal IS NOT NULL ORDER BY shoe"))
    ((end,),) = select(evening, "last_seq FROM shoes WHERE shoe = 1")
    with tampering(evening) as connection:
        tamper(connection)
    verified = verify(evening)
    assert tuple(map(str, verified.faults)) == tuple(
        fault.format(seal=repr(sealed), first=repr(first), end=end, hash=hash_of(first_game().text)) for fault in said
    )
    assert (verified.rows, verified.head) == (len(keeping.records), keeping.records[-1].hash)


@pytest.mark.parametrize(
    ("forged", "said"),
    [
        ("hands SET outcome = 'X'", "outcome is 'X'"),
        ("hands SET marks = '{}'", "marks is '{}'"),
        ("hands SET marks = '[7]'", "marks is '[7]'"),
        ("hands SET marks = 'natural'", "marks is 'natural'"),
        ("shoes SET counts = '[1]'", "counts is '[1]'"),
        ("""shoes SET counts = '{"tie":"x"}'""", """counts is '{"tie":"x"}'"""),
        ("games SET text = '[]'", "text is '[]'"),
        (f"games SET text = '{'[' * 99_999}'", f"text is '{'[' * 59}"),
        (f"shoes SET counts = '{'[' * 99_999}'", f"counts is '{'[' * 59}"),
    ],
)
def test_a_table_that_holds_what_no_table_of_ours_does_is_refused_in_words(
    evening: Path, forged: str, said: str
) -> None:
    with tampering(evening) as connection:
        connection.execute(f"UPDATE {forged}{'' if forged.startswith('games') else ' WHERE shoe = 2'}")
    with (
        closing(Lookup(evening)) as lookup,
        closing(extract(evening, ALL)) as record,
    ):
        for read in (
            lambda: (lookup.shoe(2), lookup.hands(2)),
            lambda: (list(record.listed()), record.listed_hands(2)),
        ):
            with pytest.raises(JournalError) as refused:
                read()
            assert str(refused.value) == f"{evening}: it is damaged: {said}"


def test_damaged_pages_are_told_in_words(keeping: Keeping) -> None:
    keeping.shoe("PBT" * 12)
    keeping.close()
    content = bytearray(keeping.path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    keeping.path.write_bytes(content)
    with closing(Lookup(keeping.path)) as lookup, closing(Journal(keeping.path, "later")) as journal:
        for read in (lambda: verify(keeping.path), lambda: lookup.newest(9), journal.replay):
            with pytest.raises(JournalError) as refused:
                read()
            assert str(refused.value) == f"{keeping.path}: it is damaged: database disk image is malformed"
