"""The copy in a real PostgreSQL: all of it, once, in order, and nothing of another history."""

import json
import re
import shutil
import subprocess
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from evening import aside, assert_aside, assert_equal, journal, kept, once, refused, settings
from games import UNSEEN, read, shipped
from history import make_history
from keeping import START, TERMS, Keeping, tampering
from postgres import Floor, Postgres
from running import COMMAND, PATIENCE, eztrak, surroundings

from eztrak.floor.copying import BATCH
from eztrak.floor.rights import Made
from eztrak.floor.tables import MONTHS, month
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.following import Following
from eztrak.table import commands as c

HERE = Path(__file__).parent
TOP = HERE.parent.parent


def test_everything_arrives_as_it_is_in_the_file(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    rows = len(journal(history))
    assert once(tmp_path, history, floor) == (
        f"{history}: {rows} rows copied to PostgreSQL (host 127.0.0.1, port {floor.server.port}, dbname {floor.name},"
        f" user {floor.role}), which has all {rows} now\n"
    )
    assert_equal(history, floor)
    assert floor.ask("SELECT room, table_name FROM floor.histories") == [("Evergreen Cardroom", "Table 1")]


def test_twice_is_once_and_goes_on_from_there(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    once(tmp_path, history, floor)
    data = json.loads(once(tmp_path, history, floor, "--json"))
    first = keeping.records[0].hash
    assert data == {
        "history": str(history),
        "origin": first,
        "rows": 0,
        "seq": len(keeping.records),
        "counted": True,
    }
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
    ((transactions,),) = floor.ask("SELECT count(DISTINCT xmin::text) FROM floor.events")
    assert transactions == -(-floor.count() // BATCH)


def test_two_histories_stand_side_by_side(tmp_path: Path, floor: Floor) -> None:
    for number, name in enumerate(("one", "two"), 1):
        make_history(tmp_path / f"{name}.db", 100 * number, seed=number, table=f"Table {name}")
        once(tmp_path, tmp_path / f"{name}.db", floor, unit=number)
    for number, name in enumerate(("one", "two"), 1):
        assert_equal(tmp_path / f"{name}.db", floor, number)
    assert floor.ask("SELECT history, table_name FROM floor.shoes GROUP BY 1, 2 ORDER BY 1") == [
        (1, "Table one"),
        (2, "Table two"),
    ]


def test_ten_that_start_at_once_copy_each_row_once(tmp_path: Path, floor: Floor) -> None:
    """Five units, of each of which two copy at the same time."""
    histories = [make_history(tmp_path / f"{n}.db", 2100, table=f"Table {n}") for n in range(5)]
    homes = [tmp_path / str(n) for n in range(5)]
    for number, home in enumerate(homes):
        home.mkdir()
        settings(home, floor.unit(number))
    assert at_once(list(zip(homes, histories, strict=True)) * 2) == [(0, b"")] * 10
    numbers = dict(floor.ask("SELECT origin, history FROM floor.histories"))
    assert len(numbers) == 5
    for number, history in enumerate(histories):
        data = json.loads(once(homes[number], history, floor, "--json", unit=number))
        assert data["rows"] == 0
        assert_equal(history, floor, numbers[data["origin"]])


def at_once(units: list[tuple[Path, Path]]) -> list[tuple[int, bytes]]:
    """How the copies of several histories end that start together, each with its home."""
    with ExitStack() as running:
        started = [
            running.enter_context(
                subprocess.Popen(
                    [*COMMAND, "floor", "--once", "--config", "eztrak.toml", "--db", str(history)],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    env=surroundings(home),
                    cwd=home,
                )
            )
            for home, history in units
        ]
        return [(process.wait(PATIENCE * 5), process.stderr.read()) for process in started if process.stderr]


def test_a_history_that_went_on_otherwise_is_put_aside_and_not_mixed_in(
    tmp_path: Path, history: Path, floor: Floor
) -> None:
    kept(history).close()
    backup = shutil.copy(history, tmp_path / "backup.db")
    Keeping(history).shoe("B P").close()
    once(tmp_path, history, floor)
    assert "the server has set this history aside and counts none of it" in aside(tmp_path, backup, floor)
    assert_aside(backup, floor, 2)
    Keeping(backup).shoe("P B P").close()
    aside(tmp_path, backup, floor)
    assert_aside(backup, floor, 2)
    assert_equal(history, floor)
    Keeping(history).shoe("T").close()  # the other one still goes on
    once(tmp_path, history, floor)
    assert_equal(history, floor)
    assert floor.count("histories") == 2


def test_a_unit_may_begin_one_history_for_each_time_that_it_is_enrolled(tmp_path: Path, floor: Floor) -> None:
    """A card that was wiped begins another; so does one that was replaced, and then the unit is enrolled anew."""
    first, wiped, replaced = (make_history(tmp_path / f"{n}.db", 80, table=f"Table {n}") for n in range(3))
    once(tmp_path, first, floor)
    aside(tmp_path, wiped, floor)
    assert_equal(first, floor, 1)
    assert_aside(wiped, floor, 2)
    settings(tmp_path, floor.at(floor.role, floor.enrol(floor.role)))
    done = eztrak("floor", "--once", "--config", "eztrak.toml", "--db", replaced, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert_equal(replaced, floor, 3)


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
    """Tables as units of before made and filled them, with the history schemas/2-games.db."""
    floor.server.admin((HERE / f"versions/{version}.sql").read_text(), floor.name)
    return floor


@pytest.mark.parametrize("version", [1, 2])
def test_what_units_of_before_have_sent_is_taken_over_and_goes_on(
    tmp_path: Path, history: Path, postgres: Postgres, version: int
) -> None:
    floor = filled(postgres.empty(), version)
    assert (floor.make(), floor.make()) == (Made(3, 1), Made(3, 0))
    shutil.copy(TOP / "tests/journal/schemas/2-games.db", history)
    assert json.loads(once(tmp_path, history, floor, "--json"))["rows"] == 0
    assert_equal(history, floor)
    assert floor.ask("SELECT shoe, game, decks FROM floor.shoes ORDER BY shoe") == [
        (1, "ez-panda", 8),
        (2, "ez", 8),
        (3, "ez", 6),
    ]
    Keeping(history).shoe("B7 P").close()
    once(tmp_path, history, floor)
    assert_equal(history, floor)
    # The tables of before are as they were, for units that are not brought up to date yet.
    assert floor.ask("SELECT version FROM eztrak.version") == [(2,)]
    assert floor.ask("SELECT count(*) FROM eztrak.events") == [(37,)]


def test_what_was_put_aside_before_stays_aside(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    floor = filled(postgres.empty(), 2)
    floor.ask("UPDATE eztrak.histories SET origin = origin || ' until ' || now() RETURNING 1")
    floor.make()
    shutil.copy(TOP / "tests/journal/schemas/2-games.db", history)
    aside(tmp_path, history, floor)
    assert_aside(history, floor, 1)


def test_only_what_changed_is_sent(history: Path) -> None:
    """Hand 80 costs what hand 1 does."""
    keeping = Keeping(history).give(START, c.NewShoe())
    with closing(Following(history)) as following:
        for number in range(1, 81):
            before = keeping.records[-1]
            keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
            batch = following.after(before.seq, before.hash, 100)
            assert [row[0] for row in batch.rows] == [before.seq + 1]
            assert batch.games == ()
            assert [row[:1] for row in batch.shoes] == [(1,)]
            assert [row[:2] for row in batch.hands] == [(1, number)]
        before = keeping.records[-1]
        keeping.give(c.VoidHand(1, 40, c.supervisor(7), "mis-keyed"))
        assert [row[:2] for row in following.after(before.seq, before.hash, 100).hands] == [(1, 40)]
    keeping.close()


def test_events_stand_apart_by_the_month_in_which_they_arrived(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    ((name,),) = floor.ask("SELECT DISTINCT tableoid::regclass::text FROM floor.events")
    assert name == f"floor.{month(datetime.now(UTC), 0)[0]}"
    ((apart,),) = floor.ask("SELECT count(*) FROM pg_inherits WHERE inhparent = 'floor.events'::regclass")
    assert apart == MONTHS + 1
    assert month(datetime(2026, 11, 18, tzinfo=UTC), 2) == (
        "events_2027_01",
        datetime(2027, 1, 1, tzinfo=UTC),
        datetime(2027, 2, 1, tzinfo=UTC),
    )
    floor.server.admin(f"DROP TABLE floor.{month(datetime.now(UTC), 5)[0]}", floor.name)
    floor.make()  # as every update of eztrak does
    assert floor.ask("SELECT count(*) FROM pg_inherits WHERE inhparent = 'floor.events'::regclass") == [(apart,)]


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
        "SELECT game, count(*) FROM floor.hands JOIN floor.shoes USING (history, shoe) WHERE marks ? '{}' GROUP BY 1"
    )
    assert floor.ask(by_mark.format("tiger-tie")) == [("tiger", 1)]
    assert floor.ask(by_mark.format("heron"))[0][0] == "crane"
    assert floor.ask("SELECT (counts->>'tie')::int FROM floor.shoes WHERE game = 'tiger'") == [(2,)]
    title = (
        "SELECT text::json->'title'->>'en' FROM floor.games JOIN floor.shoes ON hash = game_hash WHERE game = 'crane'"
    )
    assert floor.ask(title) == [("Lucky Crane",)]


def test_a_unit_goes_on_copying_to_tables_of_a_newer_eztrak(tmp_path: Path, history: Path, floor: Floor) -> None:
    """The newer one keeps the function that this one calls; only who makes tables has to be as new."""
    keeping = kept(history)
    once(tmp_path, history, floor)
    floor.ask("UPDATE floor.version SET version = 4 RETURNING 1")
    keeping.shoe("B").close()
    once(tmp_path, history, floor)
    assert_equal(history, floor)
    done = eztrak("floor", "init", "--floor", floor.owner, home=tmp_path)
    assert done.returncode == 1
    assert "its tables are from a newer eztrak (version 4; this one knows 3)" in done.stderr


def test_the_questions_in_the_manual_are_answered(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    manual = (TOP / "docs/supervisor.md").read_text().partition("## All tables at once")[2].partition("\n## ")[0]
    today, dealers, corrected, unproved = re.findall(r"(?<=\n    )SELECT.*?(?=;\n)", manual, re.DOTALL)
    assert floor.ask(today) == []  # the evening was another day's
    assert floor.ask(today.replace("current_date", "DATE '2026-01-01'")) == [("Evergreen Cardroom", "Table 1", 15, 6)]
    assert floor.ask(dealers.replace("current_date", "DATE '2026-01-02'")) == [(0, 13, 2, 5), (12, 2, 1, 1)]
    assert [row[1:4] for row in floor.ask(corrected.replace("current_date", "DATE '2026-01-02'"))] == [
        ("Table 1", 1, 3),
        ("Table 1", 2, 2),
        ("Table 1", 3, 1),
    ]
    assert floor.ask(unproved) == []
    floor.server.admin("UPDATE floor.events SET at = '2026-01-01T20:00:59.000Z' WHERE seq = 9", floor.name)
    assert floor.ask(unproved) == [(1, 9)]
