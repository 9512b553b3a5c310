"""The second copy, the check beside the board, and dated backups: real files, real threads."""

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from advancing import HandClock
from keeping import START, Keeping, select, tampering

from eztrak.appliance.paths import sync
from eztrak.game.hand import Hand, Outcome
from eztrak.journal import restored
from eztrak.journal.background import DAILY, FullCheck
from eztrak.journal.backup import backup, backups, prune, restore
from eztrak.journal.copy import SecondCopy
from eztrak.journal.errors import JournalError
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.events import Moment, TimerStarted
from eztrak.table.round import NANO

AT = "2026-01-02T03:04:05.678Z"
MOMENT = Moment(AT, 0, "boot-2")
PATIENCE = 120  # what looks at copies gives way to everything else on a busy machine


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


class Bell:
    """What the loop of the unit sleeps on."""

    def __init__(self) -> None:
        self.rung = threading.Event()

    def wait(self) -> None:
        assert self.rung.wait(PATIENCE)
        self.rung.clear()


@contextmanager
def copying(keeping: Keeping, stick: Path, every: float = 0.0) -> Iterator[tuple[SecondCopy, Bell]]:
    bell = Bell()
    copy = SecondCopy(keeping.path, stick, every, AT, bell.rung.set)
    try:
        yield copy, bell
    finally:
        copy.close()


def journal_of(path: Path) -> list[tuple[object, ...]]:
    return select(path, "* FROM journal")


def test_the_copy_is_the_same_history_when_the_unit_has_stopped(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P Bn Tx")
    with copying(keeping, stick) as (copy, _):
        for _ in range(20):
            keeping.shoe("B7 P8")
            copy.committed()
    assert journal_of(copy.path) == journal_of(keeping.path)
    assert verify(copy.path) == verify(keeping.path)
    assert str(copy.trouble()) == ""


def test_a_copy_at_a_chosen_pace_is_made_at_the_latest_when_the_unit_stops(keeping: Keeping, stick: Path) -> None:
    with copying(keeping, stick, every=3600) as (copy, _):
        keeping.shoe("B7 P8")
        copy.committed()
    assert journal_of(copy.path) == journal_of(keeping.path)


def test_a_long_history_is_copied_in_parts(keeping: Keeping, stick: Path) -> None:
    keeping.append(*[TimerStarted(20)] * 1200)
    with copying(keeping, stick):
        pass
    assert verify(stick / keeping.path.name) == verify(keeping.path)


def test_a_stick_that_is_not_there_is_told_and_never_made_up(keeping: Keeping, tmp_path: Path) -> None:
    place = tmp_path / "mnt" / "stick"
    with copying(keeping, place) as (copy, bell):
        bell.wait()
        assert str(copy.trouble()) == f"{place}: it is not there"
        assert not place.exists()
        assert copy.age() > 0
        keeping.shoe("P")
        copy.committed()
        place.mkdir(parents=True)
        copy.turn()
        bell.wait()
        assert str(copy.trouble()) == ""
    assert journal_of(copy.path) == journal_of(keeping.path)


def test_a_full_stick_is_told_and_the_table_plays_on(keeping: Keeping, stick: Path) -> None:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "eztrak-test", stick], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a small disk here")
    try:
        keeping.append(*[TimerStarted(20)] * 600)
        with copying(keeping, stick) as (copy, bell):
            bell.wait()
            assert str(copy.trouble()) == f"{copy.path}: disk full"
            keeping.shoe("B")
        assert verify(copy.path).faults == ()
    finally:
        subprocess.run(["umount", "--lazy", stick], check=True)
    assert verify(keeping.path).hands == 1


def test_damage_does_not_reach_the_copy(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P P P P")
    keeping.close()
    with tampering(keeping.path) as connection:
        connection.execute("UPDATE journal SET data = '{}' WHERE seq = 6")
    with copying(keeping, stick) as (copy, bell):
        bell.wait()
        assert str(copy.trouble()) == f"{keeping.path}: row 6 is damaged and not copied"
    verified = verify(copy.path)
    assert (verified.rows, verified.faults) == (5, ())


def test_a_copy_of_another_history_is_set_aside(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P B")
    other = Keeping(stick / keeping.path.name).give(START).shoe("T T T").close()
    before = journal_of(other)
    with copying(keeping, stick) as (copy, bell):
        bell.wait()
        assert str(copy.differed()) == (
            f"the second copy {copy.path} was replaced: it is not of this history from row 4 on: it is another table's,"
            " or one of the two was rewritten or cut. The old one is kept as table.db.other-20260102T030405Z"
        )
        assert str(copy.differed()) == ""
    aside = stick / "table.db.other-20260102T030405Z"
    assert journal_of(aside) == before
    assert journal_of(copy.path) == journal_of(keeping.path)


def test_a_history_that_was_rewritten_does_not_push_its_good_copy_aside_in_silence(
    keeping: Keeping, stick: Path
) -> None:
    """Somebody writes another hand into the history and makes every hash after it anew: verify finds nothing wrong."""
    keeping.shoe("P B T")
    with copying(keeping, stick):
        pass
    good = journal_of(keeping.close())
    keeping.path.unlink()
    forged = Keeping(keeping.path).give(START).shoe("P P T")
    assert verify(keeping.path).faults == ()
    with copying(forged, stick) as (copy, bell):
        bell.wait()
        assert str(copy.differed()).startswith(
            f"the second copy {copy.path} was replaced: it is not of this history from row 5 on: "
        )
    forged.close()
    assert journal_of(stick / "table.db.other-20260102T030405Z") == good


def test_rows_that_only_the_copy_has_are_kept_and_told_and_not_taken(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P")
    shutil.copy(keeping.close(), stick)
    Keeping(stick / keeping.path.name).shoe("B B").close()
    history = Keeping(keeping.path)
    with copying(history, stick) as (copy, bell):
        bell.wait()
        assert str(copy.differed()) == (
            f"the second copy {copy.path} was replaced: it is not of this history from row 5 on: it is another table's,"
            " or one of the two was rewritten or cut. The old one is kept as table.db.other-20260102T030405Z"
        )
    assert len(journal_of(history.close())) == len(journal_of(copy.path)) == 4


@pytest.mark.parametrize("name", ["table.db", "table.db-wal", "table.db.lock"])
def test_a_link_on_the_stick_does_not_lead_into_the_history(keeping: Keeping, stick: Path, name: str) -> None:
    """Made on another computer: whoever follows it writes his own into the history."""
    keeping.shoe("P B T").close()
    (stick / name).symlink_to(keeping.path)
    before = keeping.path.read_bytes()
    with copying(keeping, stick) as (copy, bell):
        bell.wait()
        assert copy.trouble() or copy.differed()
    assert keeping.path.read_bytes() == before
    assert verify(keeping.path).faults == ()


def test_a_trigger_on_the_stick_is_never_run(keeping: Keeping, stick: Path) -> None:
    with copying(keeping, stick):
        pass
    with tampering(stick / keeping.path.name) as connection:
        connection.execute(
            "CREATE TRIGGER slow AFTER INSERT ON hands BEGIN INSERT INTO hands SELECT * FROM hands WHERE 0 = (WITH"
            " RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n); END"
        )
    keeping.shoe("P")
    with copying(keeping, stick) as (copy, bell):
        bell.wait()
        assert str(copy.differed()).startswith(
            f"the second copy {copy.path} was replaced: it is not a copy: trigger slow is not one of eztrak's. "
        )
    assert journal_of(copy.path) == journal_of(keeping.path)


def test_commits_on_the_stick_whose_file_is_gone_are_kept(keeping: Keeping, stick: Path) -> None:
    (stick / f"{keeping.path.name}-wal").write_bytes(b"the newest commits")
    with copying(keeping, stick) as (copy, bell):
        bell.wait()
        assert "was gone, except for its newest commits" in str(copy.differed())
    assert (stick / "table.db.other-20260102T030405Z-wal").read_bytes() == b"the newest commits"
    assert journal_of(copy.path) == journal_of(keeping.path)


def test_a_copy_that_cannot_be_read_now_is_still_the_copy(keeping: Keeping, small_disk: Path) -> None:
    with copying(keeping, small_disk):
        pass
    filled(small_disk)
    with copying(keeping, small_disk) as (copy, bell):
        bell.wait()
        assert "it cannot be read: its disk is full" in str(copy.trouble())
    assert not list(small_disk.glob("*.other-*"))
    (small_disk / "filler").unlink()
    assert journal_of(copy.path) == journal_of(keeping.path)


def filled(disk: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        (disk / "filler").write_bytes(bytes(1024**2))


def test_a_full_check_that_cannot_be_made_is_no_alarm_and_made_later(small_disk: Path) -> None:
    path = Keeping(small_disk / "table.db").give(START).shoe("P B").close()
    filled(small_disk)
    bell, clock = Bell(), HandClock()
    check = FullCheck(path, bell.rung.set, clock)
    assert check.errand.rests.wait(PATIENCE)
    assert ("failed and will be tried again" in str(check.state), bool(check.fault)) == (True, False)
    (small_disk / "filler").unlink()
    assert check.errand.due == clock.now + 600 * NANO
    clock.now = check.errand.due
    check.errand.turn()
    bell.wait()
    assert check.errand.rests.wait(PATIENCE)
    assert check.errand.due == clock.now + DAILY * NANO
    check.close()
    assert (str(check.fault), str(check.state)[:35]) == ("", "the full check found nothing wrong:")


def test_the_full_check_tells_what_it_found(keeping: Keeping) -> None:
    keeping.shoe("P" * 60).shoe("P" * 60).shoe("B")
    bell = Bell()
    check = FullCheck(keeping.path, bell.rung.set)
    bell.wait()
    check.close()
    assert (str(check.fault), str(check.state)) == (
        "",
        "the full check found nothing wrong: 128 rows, 3 shoes, 121 hands, 0 void",
    )


def test_what_somebody_changes_while_the_board_runs_is_found_within_a_day(keeping: Keeping) -> None:
    """Pages and papers read the tables beside the record. A start has looked at them, and a unit may run for months."""
    keeping.shoe("P B").close()
    bell, clock = Bell(), HandClock()
    check = FullCheck(keeping.path, bell.rung.set, clock)
    bell.wait()
    for outcome, named in (("T", True), ("P", False)):
        assert check.errand.rests.wait(PATIENCE)
        with tampering(keeping.path) as connection:
            connection.execute("UPDATE hands SET outcome = ? WHERE hand = 1", (outcome,))
        clock.now = check.errand.due or 0
        check.errand.turn()
        bell.wait()
        assert ("table hands, shoe 1, hand 1" in str(check.fault), bool(check.fault)) == (named, named)
    check.close()


@pytest.mark.parametrize("spoil", ["UPDATE journal SET at = 'x' WHERE seq = 4", "DROP TABLE hands"])
def test_the_full_check_finds_old_damage(keeping: Keeping, spoil: str) -> None:
    keeping.shoe("P" * 3).shoe("B").shoe("B").close()
    with tampering(keeping.path) as connection:
        connection.execute(spoil)
    bell = Bell()
    check = FullCheck(keeping.path, bell.rung.set)
    bell.wait()
    check.close()
    assert str(check.fault).startswith("the history is not as it was written: ")
    assert str(check.fault).endswith(". Run eztrak verify")


def test_the_unit_need_not_wait_for_the_full_check(keeping: Keeping) -> None:
    keeping.append(*[TimerStarted(20)] * 3000)
    bell = Bell()
    check = FullCheck(keeping.path, bell.rung.set)
    check.close()
    assert not bell.rung.is_set()
    assert str(check.state) == "the full check of the history is under way"


def test_a_backup_is_one_checked_file_made_while_the_unit_writes(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P Bn Tx")
    made, verified = backup(keeping.path, stick, AT)
    assert made == stick / "table-20260102T030405Z.db"
    assert (verified.rows, verified.faults) == (len(keeping.records), ())
    assert [path.name for path in made.parent.iterdir()] == [made.name]
    assert journal_of(made) == journal_of(keeping.path)
    with pytest.raises(JournalError, match="already exists"):
        backup(keeping.path, stick, AT)


def test_no_backup_is_made_of_a_damaged_history(evening: Path, stick: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET at = 'x' WHERE seq = 4")
    with pytest.raises(JournalError) as refused:
        backup(evening, stick, AT)
    assert str(refused.value).startswith(
        f"{evening}: it cannot be copied: it is not as it was written: journal row 4 (hand, x)"
    )
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize(
    ("count", "days", "left"),
    [
        (0, 0, [1, 2, 3, 10, 11]),
        (2, 0, [10, 11]),
        (0, 5, [10, 11]),
        (4, 2, [10, 11]),
        (1, 1, [11]),
        (9, 0, [1, 2, 3, 10, 11]),
        (0, 1, [10, 11]),
    ],
)
def test_backups_are_kept_by_number_and_age(evening: Path, stick: Path, count: int, days: int, left: list[int]) -> None:
    for day in (1, 2, 3, 10, 11):
        (stick / f"table-202601{day:02}T030000Z.db").touch()
    others = [stick / name for name in ("other-20260101T030000Z.db", "table-20260101.db", "table.db")]
    for path in others:
        path.touch()
    prune(evening, stick, "2026-01-12T03:00:00.000Z", count, days)
    assert sorted(backups(evening, stick)) == [stick / f"table-202601{day:02}T030000Z.db" for day in left]
    assert all(path.exists() for path in others)


def test_the_newest_backup_stays_however_old(evening: Path, stick: Path) -> None:
    (stick / "table-20200101T030000Z.db").touch()
    assert prune(evening, stick, "2026-01-12T03:00:00.000Z", 1, 1) == []


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2027-01-12T03:00:00.000Z", ["20260110", "20260111", "20270112"]),  # a year ahead: a few go, not all
        ("1970-01-01T00:00:09.000Z", ["19700101", "20260103", "20260110", "20260111"]),
        ("2025-01-12T03:00:00.000Z", ["20250112", "20260103", "20260110", "20260111"]),
    ],
)
def test_a_clock_that_is_wrong_for_a_night_costs_no_more_than_a_few_backups(
    evening: Path, stick: Path, now: str, left: list[str]
) -> None:
    for day in (1, 2, 3, 10, 11):
        (stick / f"table-202601{day:02}T030000Z.db").touch()
    made, _ = backup(evening, stick, now)
    prune(evening, stick, now, 4 if now < "2026" else 0, 5)
    assert made.exists()
    assert [path.name[6:14] for path in sorted(backups(evening, stick))] == left


def test_a_restore_keeps_the_old_history(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P")
    made, _ = backup(keeping.path, stick, AT)
    keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
    with pytest.raises(JournalError, match="another eztrak is writing to it"):
        restore(made, keeping.path, AT)
    newer = journal_of(keeping.close())
    aside, verified = restore(made, keeping.path, AT)
    assert aside == [keeping.path.with_name("table.db.replaced-20260102T030405Z")]
    assert journal_of(aside[0]) == newer
    assert journal_of(keeping.path) == journal_of(made)
    assert verified.rows == len(newer) - 1


class PowerCut(BaseException):
    pass


@pytest.mark.parametrize("fault", [PowerCut, OSError])
@pytest.mark.parametrize("step", range(1, 17))
def test_whatever_ends_a_restore_at_any_step_leaves_the_history_or_the_backup(
    step: int, fault: type[BaseException], keeping: Keeping, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call that makes something last on the disk, and each new name, is a place to be cut off at. The start that
    follows finds no third history, and never none, whatever other backups there are."""
    keeping.shoe("P")
    made, _ = backup(keeping.path, stick, AT)
    made = made.rename(stick / "chosen.db")
    keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
    beside = keeping.path.with_name("backups")
    beside.mkdir()
    backup(keeping.path, beside, AT)
    keeping.give(c.RecordHand(Hand(Outcome.TIE)))
    newer, calls = journal_of(keeping.close()), 0

    def cut(real: Callable[..., object]) -> Callable[..., object]:
        def call(*of: object) -> object:
            nonlocal calls
            calls += 1
            if calls == step:
                raise fault
            return real(*of)

        return call

    with monkeypatch.context() as power:
        for module in ("journal.backup", "journal.aside", "appliance.paths"):
            power.setattr(f"eztrak.{module}.sync", cut(sync))
        power.setattr(Path, "rename", cut(Path.rename))
        with suppress(PowerCut, JournalError):
            restore(made, keeping.path, AT)
    assert (calls < step) == (step == 16)
    open_and_mend(keeping.path, None, MOMENT)[0].close()
    now = journal_of(keeping.path)
    assert now in (newer, newer[:-2])
    # The start that comes next has it on record.
    assert (restored.note_of(keeping.path, now[-1][::6]) is None) == (now == newer)


def test_a_restore_from_a_folder_whose_name_is_no_text_is_on_record(keeping: Keeping, stick: Path) -> None:
    """What an old FAT or another machine leaves: the next start must be able to write it down."""
    keeping.shoe("P").close()
    odd = stick / os.fsdecode(b"\xfcbung")
    odd.mkdir()
    made, _ = backup(keeping.path, odd, AT)
    _, verified = restore(made, keeping.path, AT)
    note = restored.note_of(keeping.path, (verified.rows, verified.head))
    assert note is not None
    assert note.source == rf"{stick}/\udcfcbung/{made.name}"


def test_what_was_restored_does_not_come_back_from_the_second_copy(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P")
    made, _ = backup(keeping.path, stick, AT)
    keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
    with copying(keeping, stick) as (copy, _):
        pass
    newer = journal_of(keeping.close())
    aside, _ = restore(made, keeping.path, AT, copy.path)
    assert [journal_of(path) for path in aside] == [newer, newer]
    journal, notes = open_and_mend(keeping.path, stick, MOMENT)
    journal.close()
    assert (str(notes), journal_of(keeping.path)) == ("", newer[:-1])


def test_the_second_copy_itself_can_be_restored(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P")
    with copying(keeping, stick) as (copy, _):
        pass
    newer = journal_of(keeping.close())
    keeping.path.unlink()
    aside, _ = restore(copy.path, keeping.path, AT, copy.path)
    assert (aside, journal_of(keeping.path), journal_of(copy.path)) == ([], newer, newer)


def test_a_restore_of_a_damaged_file_changes_nothing(evening: Path, stick: Path) -> None:
    bad = Path(shutil.copy(evening, stick / "bad.db"))
    with tampering(bad) as connection:
        connection.execute("UPDATE journal SET at = 'x' WHERE seq = 4")
    before = evening.read_bytes()
    with pytest.raises(JournalError, match=r"bad\.db: it cannot be copied: it is not as it was written"):
        restore(bad, evening, AT)
    bad.write_bytes(b"nothing")
    with pytest.raises(JournalError, match=r"bad\.db: it cannot be copied: it is not an eztrak database"):
        restore(bad, evening, AT)
    assert evening.read_bytes() == before
    assert sorted(path.name for path in evening.parent.iterdir()) == ["stick", "table.db", "table.db.lock"]
