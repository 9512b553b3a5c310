"""The copy in a real PostgreSQL: all of it, once, in order, and nothing of another history."""

import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from evening import assert_equal, journal, kept, once, refused, settings
from games import UNSEEN, read, shipped
from history import make_history
from keeping import START, TERMS, Keeping, tampering
from postgres import Floor
from running import COMMAND, PATIENCE, surroundings

from eztrak.floor.copying import BATCH
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.following import HAND_COLUMNS
from eztrak.table import commands as c

HERE = Path(__file__).parent
TOP = HERE.parent.parent


def test_everything_arrives_as_it_is_in_the_file(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    rows = len(journal(history))
    assert once(tmp_path, history, floor) == (
        f"{history}: {rows} rows copied to PostgreSQL (host 127.0.0.1, port {floor.server.port}, dbname {floor.name},"
        f" user eztrak), which has all {rows} now\n"
    )
    assert_equal(history, floor)
    assert floor.ask("SELECT room, table_name FROM eztrak.histories") == [("Evergreen Cardroom", "Table 1")]


def test_twice_is_once_and_goes_on_from_there(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    once(tmp_path, history, floor)
    told = json.loads(once(tmp_path, history, floor, "--json"))
    first = keeping.records[0].hash
    assert told == {"history": str(history), "origin": first, "rows": 0, "seq": len(keeping.records)}
    keeping.shoe("B P")
    assert json.loads(once(tmp_path, history, floor, "--json"))["rows"] == 4
    keeping.close()
    assert_equal(history, floor)


def test_each_event_copied_by_itself_gives_the_same_as_all_at_once(tmp_path: Path, floor: Floor) -> None:
    """Voids, changes and inserts reach rows that were copied before, in the shoe before too."""
    whole = kept(tmp_path / "whole.db")
    whole.close()
    with ExitStack() as closing:
        slow = Keeping(tmp_path / "slow.db")
        closing.callback(slow.close)
        for record in whole.records:
            slow.append(record.event)
            if record.kind in ("void", "change", "insert", "shoe_end"):
                once(tmp_path, slow.path, floor)
                assert_equal(slow.path, floor)


def test_a_shoe_that_went_on_arrives_as_it_is_in_the_file(tmp_path: Path, history: Path, floor: Floor) -> None:
    """Undone, joined, and hands moved over the border; copied after each event."""
    boss = c.supervisor(7)
    whole = Keeping(tmp_path / "whole.db").give(START).shoe("P B")
    whole.give(c.NewShoe(), c.UndoShoe(c.DEALER), c.RecordHand(Hand(Outcome.TIE)))
    whole.shoe("B7 Pf").give(c.JoinShoes(boss, "no new shoe")).shoe("P P8 Bn").shoe("B")
    whole.give(c.MoveHands(4, 2, boss, "forgotten"), c.NewShoe(), c.UndoShoe(boss), c.TakeBack())
    whole.close()
    slow = Keeping(history)
    for record in whole.records:
        slow.append(record.event)
        if record.kind in ("hand", "void", "insert", "shoe_end", "shoe_resume"):
            once(tmp_path, history, floor)
            assert_equal(history, floor)
    slow.close()


def test_a_long_history_arrives_in_many_transactions(tmp_path: Path, history: Path, floor: Floor) -> None:
    make_history(history, 5000)
    assert json.loads(once(tmp_path, history, floor, "--json"))["seq"] > 2 * BATCH
    assert_equal(history, floor)
    ((transactions,),) = floor.ask("SELECT count(DISTINCT xmin::text) FROM eztrak.events")
    assert transactions == -(-floor.count() // BATCH)


def test_two_histories_stand_side_by_side(tmp_path: Path, floor: Floor) -> None:
    for number, name in enumerate(("one", "two"), 1):
        make_history(tmp_path / f"{name}.db", 100 * number, seed=number, table=f"Table {name}")
        once(tmp_path, tmp_path / f"{name}.db", floor)
    for number, name in enumerate(("one", "two"), 1):
        assert_equal(tmp_path / f"{name}.db", floor, number)
    assert floor.ask("SELECT history, table_name FROM eztrak.shoes GROUP BY 1, 2 ORDER BY 1") == [
        (1, "Table one"),
        (2, "Table two"),
    ]


def test_ten_units_that_start_at_once_make_the_tables_once(tmp_path: Path, floor: Floor) -> None:
    """Five histories, each copied by two at the same time."""
    config = settings(tmp_path, floor.address)
    histories = [make_history(tmp_path / f"{n}.db", 2100, table=f"Table {n}") for n in range(5)]
    assert at_once(tmp_path, config, histories * 2) == [(0, b"")] * 10
    numbers = dict(floor.ask("SELECT origin, history FROM eztrak.histories"))
    assert len(numbers) == 5
    for history in histories:
        told = json.loads(once(tmp_path, history, floor, "--json"))
        assert told["rows"] == 0
        assert_equal(history, floor, numbers[told["origin"]])


def at_once(home: Path, config: Path, histories: list[Path]) -> list[tuple[int, bytes]]:
    """How the copies of several histories end that start together."""
    with ExitStack() as running:
        started = [
            running.enter_context(
                subprocess.Popen(
                    [*COMMAND, "floor", "--once", "--config", str(config), "--db", str(history)],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    env=surroundings(home),
                    cwd=home,
                )
            )
            for history in histories
        ]
        return [(process.wait(PATIENCE * 5), process.stderr.read()) for process in started if process.stderr]


def test_a_history_that_went_on_otherwise_is_refused_and_not_mixed_in(
    tmp_path: Path, history: Path, floor: Floor
) -> None:
    keeping = kept(history)
    keeping.close()
    backup = shutil.copy(history, tmp_path / "backup.db")
    Keeping(history).shoe("B P").close()
    once(tmp_path, history, floor)
    seq = floor.count()
    said = refused(tmp_path, backup, floor.address)
    assert f"has {seq} rows of the history {keeping.records[0].hash[:12]}…" in said
    assert f"({backup}: the last row here is {seq - 4})" in said
    Keeping(backup).shoe("P B P").close()
    assert f"({backup}: row {seq} is another here)" in refused(tmp_path, backup, floor.address)
    assert_equal(history, floor)
    assert floor.count("histories") == 1

    # The way out that the manual names.
    (command,) = re.findall(r"(UPDATE eztrak\.histories .*?)\"", (TOP / "docs/installer.md").read_text(), re.DOTALL)
    with floor.connect() as connection:
        connection.execute(command.replace("ORIGIN", keeping.records[0].hash[:12]))
    once(tmp_path, backup, floor)
    assert_equal(backup, floor, 2)
    assert_equal(history, floor, 1)


@pytest.mark.parametrize(
    "command",
    [
        "UPDATE eztrak.events SET kind = 'void' WHERE seq = 3",
        "DELETE FROM eztrak.events WHERE seq = 3",
        "TRUNCATE eztrak.events",
        "TRUNCATE eztrak.histories CASCADE",
    ],
)
def test_events_cannot_be_changed_by_who_has_written_them(
    tmp_path: Path, history: Path, floor: Floor, command: str
) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    with floor.connect() as connection, pytest.raises(psycopg.Error, match="the events are append-only"):
        connection.execute(command)
    assert_equal(history, floor)


def test_a_row_that_the_chain_does_not_prove_is_not_copied(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    with tampering(history) as connection:
        connection.execute("""UPDATE journal SET data = replace(data, '"P"', '"B"') WHERE seq = 9""")
    said = refused(tmp_path, history, floor.address)
    assert f"{history}: it is damaged: row 9 is not as it was written. The history is as it was." in said
    assert floor.count() == 8


@pytest.mark.parametrize("name", ["1", "2", "2-games"])
def test_the_history_of_an_older_eztrak_is_copied(tmp_path: Path, history: Path, floor: Floor, name: str) -> None:
    shutil.copy(TOP / f"tests/journal/schemas/{name}.db", history)
    once(tmp_path, history, floor)
    assert_equal(history, floor)


def filled(floor: Floor, version: int) -> Floor:
    """Tables as an older unit made and filled them, with the history schemas/2-games.db."""
    with floor.connect() as connection:
        connection.execute((HERE / f"versions/{version}.sql").read_text())  # type: ignore[arg-type]
    return floor


def test_tables_that_older_units_filled_are_brought_up_to_date(tmp_path: Path, history: Path, floor: Floor) -> None:
    filled(floor, 1)
    shutil.copy(TOP / "tests/journal/schemas/2-games.db", history)
    rows = floor.count()
    assert json.loads(once(tmp_path, history, floor, "--json"))["rows"] == 0
    assert_equal(history, floor)
    assert floor.ask("SELECT version FROM eztrak.version") == [(2,)]
    assert floor.ask("SELECT shoe, game, decks FROM eztrak.shoes ORDER BY shoe") == [
        (1, "ez-panda", 8),
        (2, "ez", 8),
        (3, "ez", 6),
    ]
    columns = floor.ask("SELECT column_name FROM information_schema.columns WHERE table_name = 'hands'")
    assert {name for (name,) in columns} == {"history", *HAND_COLUMNS}

    Keeping(history).shoe("B7 P").close()
    once(tmp_path, history, floor)
    assert floor.count() > rows
    assert_equal(history, floor)


def test_older_tables_without_a_history_are_brought_up_to_date(tmp_path: Path, history: Path, floor: Floor) -> None:
    filled(floor, 1)
    floor.server.admin(
        "ALTER TABLE eztrak.events DISABLE TRIGGER ALL; DELETE FROM eztrak.hands; DELETE FROM eztrak.shoes;"
        " DELETE FROM eztrak.events; DELETE FROM eztrak.histories; ALTER TABLE eztrak.events ENABLE TRIGGER ALL;",
        floor.name,
    )
    kept(history).close()
    once(tmp_path, history, floor)
    assert_equal(history, floor, 2)


def test_five_units_that_find_older_tables_bring_them_up_to_date_once(tmp_path: Path, floor: Floor) -> None:
    filled(floor, 1)
    config = settings(tmp_path, floor.address)
    histories = [make_history(tmp_path / f"{n}.db", 200, table=f"Table {n}") for n in range(5)]
    assert at_once(tmp_path, config, histories) == [(0, b"")] * 5
    assert floor.ask("SELECT version FROM eztrak.version") == [(2,)]
    assert floor.count("histories") == 6


def test_any_game_arrives_with_its_text(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = Keeping(history).give(START)
    for game in (shipped("tiger"), read(UNSEEN, "crane")):
        keeping.give(c.SetTerms(replace(TERMS, game=game, origin=game.id), c.CONFIG), c.NewShoe())
        hands = [game.hand_of(shown) for shown in sorted(game.sets, key=sorted)]
        keeping.give(*(c.RecordHand(hand) for hand in hands if isinstance(hand, Hand)))
    keeping.close()
    once(tmp_path, history, floor)
    assert_equal(history, floor)
    by_mark = (
        "SELECT game, count(*) FROM eztrak.hands JOIN eztrak.shoes USING (history, shoe) WHERE marks ? '{}' GROUP BY 1"
    )
    assert floor.ask(by_mark.format("tiger-tie")) == [("tiger", 1)]
    assert floor.ask(by_mark.format("heron"))[0][0] == "crane"
    assert floor.ask("SELECT (counts->>'tie')::int FROM eztrak.shoes WHERE game = 'tiger'") == [(2,)]
    title = (
        "SELECT text::json->'title'->>'en' FROM eztrak.games JOIN eztrak.shoes ON hash = game_hash WHERE game = 'crane'"
    )
    assert floor.ask(title) == [("Lucky Crane",)]


def test_tables_of_a_newer_eztrak_are_left_alone(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    once(tmp_path, history, floor)
    with floor.connect() as connection:
        connection.execute("UPDATE eztrak.version SET version = 3")
    keeping.shoe("B").close()
    before = floor.count()
    said = refused(tmp_path, history, floor.address)
    assert "its tables are of a newer eztrak (version 3; this one knows 2)" in said
    assert floor.count() == before


def test_the_questions_in_the_manual_are_answered(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    manual = (TOP / "docs/supervisor.md").read_text().partition("## All tables at once")[2].partition("\n## ")[0]
    today, corrected, unproved = re.findall(r"(?<=\n    )SELECT.*?(?=;\n)", manual, re.DOTALL)
    assert floor.ask(today) == []  # the evening was another day's
    assert floor.ask(today.replace("current_date", "DATE '2026-01-01'")) == [("Evergreen Cardroom", "Table 1", 15, 6)]
    assert [row[1:4] for row in floor.ask(corrected)] == [("Table 1", 1, 3), ("Table 1", 2, 2), ("Table 1", 3, 1)]
    assert floor.ask(unproved) == []
    floor.server.admin(
        "ALTER TABLE eztrak.events DISABLE TRIGGER ALL;"
        "UPDATE eztrak.events SET at = '2026-01-01T20:00:59.000Z' WHERE seq = 9;",
        floor.name,
    )
    assert floor.ask(unproved) == [(1, 9)]
