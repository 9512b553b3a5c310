"""What the server raises about a unit: one row for each fault, seen where somebody can do something about it."""

import json
import shutil
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from advancing import evening
from evening import aside, assert_aside, assert_equal, kept, once, settings
from history import make_history
from keeping import START, Keeping
from postgres import Floor
from running import eztrak

from eztrak.appliance.alarms import Alarm, leave, raised
from eztrak.appliance.clock import Clock
from eztrak.floor import settling
from eztrak.floor.copying import copy
from eztrak.floor.rights import OFFICE
from eztrak.floor.server import Head, Sender, Server, plain
from eztrak.journal import archiving
from eztrak.journal.archiving import archive
from eztrak.journal.following import Batch, Following
from eztrak.table import commands as c


def alarms(floor: Floor) -> list[tuple[Any, ...]]:
    return floor.ask(
        "SELECT unit, kind, history, over_at IS NOT NULL FROM floor.alarms WHERE seen_at IS NULL ORDER BY 1, 2"
    )


def send(floor: Floor, history: Path, boot: str = "boot-1", unit: int = 1, clock: Clock | None = None) -> Head:
    with closing(Server(floor.unit(unit))) as server:
        return copy(history, server, Sender("Room", boot, clock or Clock())).head


def test_all_is_well_where_nothing_is_wrong(history: Path, floor: Floor) -> None:
    keeping = kept(history)
    for boot in ("boot-1", "boot-1", "boot-2", "boot-3"):
        keeping.shoe("P")
        assert send(floor, history, boot).counted
    keeping.close()
    assert alarms(floor) == []
    assert raised(history) == ()


def test_a_restored_backup_raises_one_alarm_however_far_it_goes(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    backup = shutil.copy(history, tmp_path / "backup.db")
    Keeping(history).shoe("B P").close()
    send(floor, history)
    for boot in ("boot-2", "boot-2", "boot-3"):
        Keeping(backup).shoe("P B P").close()
        assert not send(floor, backup, boot).counted
    assert alarms(floor) == [(floor.role, "fork", 2, False)]
    assert floor.ask("SELECT count, last_at > first_at FROM floor.alarms") == [(4, True)]  # began, and three times rows
    assert raised(backup) == (Alarm.FORK,)
    assert_aside(backup, floor, 2)
    assert_equal(history, floor)


def test_a_cloned_card_raises_one_alarm_whoever_copies_first(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    send(floor, history, "true-1")
    clone = shutil.copy(history, tmp_path / "clone.db")
    Keeping(clone).shoe("P").close()
    assert send(floor, clone, "clone-1").counted  # nobody can know yet
    Keeping(history).shoe("B").close()
    assert not send(floor, history, "true-1").counted
    send(floor, clone, "clone-1")
    send(floor, history, "true-1")
    assert alarms(floor) == [(floor.role, "clone", 2, False)]
    assert raised(history) == raised(clone) == (Alarm.CLONE,)


def test_two_machines_that_send_the_same_are_noticed_before_they_differ(
    tmp_path: Path, history: Path, floor: Floor
) -> None:
    kept(history).close()
    clone = shutil.copy(history, tmp_path / "clone.db")
    for path, boot in ((history, "true-1"), (clone, "clone-1"), (history, "true-1")):
        send(floor, path, boot)
    assert alarms(floor) == [(floor.role, "clone", None, False)]
    for path, hands in ((clone, "P"), (history, "B")):
        Keeping(path).shoe(hands).close()
        send(floor, path, "true-1" if path == history else "clone-1")
    assert [row[:2] for row in alarms(floor)] == [(floor.role, "clone")]


def test_the_history_of_another_unit_is_a_clone(history: Path, floor: Floor) -> None:
    kept(history).close()
    send(floor, history)
    assert not send(floor, history, "boot-2", unit=2).counted
    assert [row[1:] for row in alarms(floor)] == [("clone", 2, False)]
    assert_equal(history, floor)


def test_an_archived_history_goes_on_counting_and_the_next_one_does_when_somebody_says_so(
    tmp_path: Path, history: Path, floor: Floor
) -> None:
    """The server may be behind when it is taken off the unit: the archive is sent like any history."""
    keeping = Keeping(history).give(START).shoe("P B T")
    send(floor, history)
    keeping.shoe("B B").give(c.NewShoe()).close()
    (medium := tmp_path / "medium").mkdir()
    found = archive(history, [medium], "2029-01-02T03:04:05.678Z", None, tmp_path / "stick")
    note = archiving.note_of(history, 0, None)
    assert note
    Keeping(history).give(replace(START, version="0.9.0"), c.Note(note)).shoe("T").close()
    assert not send(floor, history).counted
    assert alarms(floor) == [(floor.role, "restart", 2, False)]
    with closing(Server(floor.owner)) as owner:
        assert settling.keep(owner, 2, "Kim") == 0  # nothing else is put aside
    assert alarms(floor) == []
    (made,) = found.archives
    assert send(floor, made).counted
    assert send(floor, history).counted
    assert_equal(made, floor, 1)
    assert_equal(history, floor, 2)
    assert alarms(floor) == []


def test_a_wiped_card_raises_one_alarm_and_is_not_added_up(tmp_path: Path, floor: Floor) -> None:
    first, wiped = (make_history(tmp_path / f"{n}.db", 80, table=f"Table {n}") for n in range(2))
    send(floor, first)
    before = floor.count("hands")
    for _ in range(2):
        send(floor, wiped)
    assert alarms(floor) == [(floor.role, "restart", 2, False)]
    assert floor.count("hands") == before


@dataclass
class Off(Clock):
    by: timedelta

    def wall(self) -> datetime:
        return datetime.now(UTC) + self.by


@pytest.mark.parametrize(
    "by", [timedelta(minutes=3), timedelta(minutes=-3), timedelta(days=-10957), timedelta(days=10957)]
)
def test_a_clock_that_is_off_raises_an_alarm_until_it_is_right(history: Path, floor: Floor, by: timedelta) -> None:
    kept(history).close()
    for _ in range(3):
        send(floor, history, clock=Off(by))
    assert alarms(floor) == [(floor.role, "clock", None, False)]
    assert raised(history) == (Alarm.CLOCK,)
    send(floor, history, clock=Off(timedelta(minutes=1)))
    assert alarms(floor) == [(floor.role, "clock", None, True)]
    assert raised(history) == ()


def test_a_unit_that_is_not_heard_of_is_noticed_by_the_others(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    other = make_history(tmp_path / "other.db", 80)
    send(floor, history)
    send(floor, other, unit=2)
    silent = "UPDATE floor.histories SET called_at = now() - interval '{} min' WHERE history = 1 RETURNING 1"
    floor.ask(silent.format(4))
    send(floor, other, unit=2)
    assert alarms(floor) == []
    floor.ask(silent.format(6))
    for _ in range(2):
        send(floor, other, unit=2)
    assert alarms(floor) == [(floor.role, "silent", None, False)]
    assert raised(other) == ()  # of another's alarms nothing is told
    send(floor, history)
    assert alarms(floor) == [(floor.role, "silent", None, True)]


def test_rows_that_were_refused_are_kept_for_who_looks_into_it(history: Path, floor: Floor) -> None:
    kept(history).close()
    with closing(Server(floor.address)) as server, closing(Following(history)) as following:
        sender, origin = Sender("", "boot"), following.origin()
        server.ask(sender, origin)
        rows = following.after(0, "", 100).rows
        for _ in range(2):
            answer = server.take(sender, origin, Head(0, "", True), plain(Batch(rows[1:])))
            assert (answer.refused, answer.alarms) == (1, (Alarm.REFUSED,))
    assert alarms(floor) == [(floor.role, "refused", 1, False)]
    ((kept_rows,),) = floor.ask("SELECT rows FROM floor.refused")
    assert [tuple(row.values()) for row in kept_rows] == list(rows[1:])


def office(home: Path, floor: Floor, *words: object) -> Any:
    done = eztrak("floor", *words, "--json", "--floor", floor.unit(group=OFFICE), home=home)
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def test_status_says_how_far_each_unit_is_and_what_is_wrong(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    floor.unit(2)  # enrolled, never heard from
    status, output = office(tmp_path, floor, "status")
    (one,) = output["histories"]
    assert status == 0
    assert (
        one.items()
        >= {"unit": floor.role, "table_name": "Table 1", "counted": True, "unsent": 0, "quiet": False}.items()
    )
    assert (one["seq"], output["alarms"], output["waiting"]) == (floor.count(), [], [f"unit2-{floor.name}"])

    wiped = make_history(tmp_path / "wiped.db", 80)
    aside(tmp_path, wiped, floor)
    status, output = office(tmp_path, floor, "status")
    assert (status, [alarm["kind"] for alarm in output["alarms"]]) == (1, ["restart"])
    said = eztrak("floor", "status", "--floor", floor.unit(group=OFFICE), home=tmp_path).stdout
    assert f"({floor.role}): row {one['seq']}, heard from 20" in said
    assert "SET ASIDE" in said
    assert (
        f"ALARM 1  {floor.role}, history 2: this unit started a new history, which is set aside and not counted" in said
    )
    assert f"unit2-{floor.name}: enrolled, never heard from" in said


def test_who_has_seen_an_alarm_is_kept_and_it_is_shown_no_longer(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    send(floor, history, clock=Off(timedelta(hours=1)))
    done = eztrak("floor", "seen", "1", "--by", "Kim", "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "alarm 1 was seen by Kim\n")
    assert floor.ask("SELECT seen_by, seen_at IS NOT NULL FROM floor.alarms") == [("Kim", True)]
    send(floor, history, clock=Off(timedelta(0)))
    assert raised(history) == ()
    done = eztrak("floor", "seen", "1", "--by", "Kim", "--floor", floor.owner, home=tmp_path)
    assert done.returncode == 1
    assert "there is no unseen alarm 1; eztrak floor status lists those there are" in done.stderr
    done = eztrak("floor", "seen", "1", "--by", "Kim", "--floor", floor.unit(group=OFFICE), home=tmp_path)
    assert (done.returncode, "permission denied" in done.stderr) == (1, True)


def test_a_restored_history_counts_once_somebody_says_so(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    backup = shutil.copy(history, tmp_path / "backup.db")
    Keeping(history).shoe("B P").close()
    once(tmp_path, history, floor)
    Keeping(backup).shoe("P B P").close()
    aside(tmp_path, backup, floor)
    done = eztrak("floor", "keep", "2", "--by", "Kim", "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "history 2 counts from now on; 1 set aside\n")
    assert_equal(backup, floor, 2)
    assert_aside(history, floor, 1)
    assert alarms(floor) == []
    Keeping(backup).shoe("T").close()
    once(tmp_path, backup, floor)
    assert_equal(backup, floor, 2)
    done = eztrak("floor", "keep", "2", "--by", "Kim", "--floor", floor.owner, home=tmp_path)
    assert "there is no history 2 that is set aside" in done.stderr


def test_verify_finds_whatever_was_changed_on_the_server(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    once(tmp_path, history, floor)
    rows = floor.count()
    well = {"history": 1, "unit": floor.role, "rows": rows, "counted": True, "faults": []}
    assert office(tmp_path, floor, "verify") == (0, [well])
    for change, fault in (
        ("UPDATE floor.events SET kind = 'void' WHERE seq = 3", "row 3 is not as it was written"),
        ("DELETE FROM floor.events WHERE seq = 3", "row 3 is not as it was written"),
        (f"DELETE FROM floor.events WHERE seq = {rows}", f"it ends with row {rows - 1}, and was row {rows}"),
        ("UPDATE floor.hands SET outcome = 'T' WHERE shoe = 1 AND hand = 1", "hands has 1, 1 different"),
        ("DELETE FROM floor.hands WHERE shoe = 1", "hands has 4 more that differ"),
        ("UPDATE floor.tallies SET hands = hands + 1", "the tallies of 1 hour do not match the hands"),
        ("UPDATE floor.shoes SET seal = 'X' WHERE shoe = 2", "shoes has 2 different"),
    ):
        changed = floor.twin()
        changed.server.admin(change, changed.name)
        status, (output,) = office(tmp_path, changed, "verify")
        assert (status, fault in "; ".join(output["faults"])) == (1, True), (change, output)


def test_alarms_stand_on_the_board_as_long_as_they_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with evening(tmp_path, keys="") as table:
        leave(table.database, [Alarm.CLONE, Alarm.CLOCK])
        table.unit._upkeep._watch.again()
        table.until(lambda: "two machines send as this unit" in table.notice)
        assert "this unit's clock is off by more than two minutes" in table.notice
        leave(table.database, [])
        table.unit._upkeep._watch.again()
        table.until(lambda: "machines" not in table.notice)


def test_doctor_names_an_alarm_and_what_to_do(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    leave(history, [Alarm.FORK])
    config = settings(tmp_path, floor.address)
    done = eztrak("doctor", "--json", "--config", config, "--db", history, home=tmp_path)
    (found,) = [reading for reading in json.loads(done.stdout) if reading["name"] == "floor alarm"]
    assert found == {
        "name": "floor alarm",
        "well": False,
        "told": "this table has two histories from the same row on; one is set aside and not counted",
        "fix": "a backup was restored, or the card was copied: on the server, choose the one that counts with"
        " eztrak floor keep",
    }


def test_a_note_that_is_none_says_nothing(history: Path) -> None:
    for text in ("", "{", "[1]", '["nonsense"]', "3"):
        history.with_name("table.db.floor").write_text(text)
        assert raised(history) == ()
