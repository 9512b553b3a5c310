"""The report of a malfunction: what a window of the record says, in words, on a real PDF."""

import argparse
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from keeping import TERMS, Keeping

from eztrak.cli import main
from eztrak.commands.papers import lasting, moment
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.log import window
from eztrak.supervisor.incident import MANY, Incident, Loss, incident
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.log_words import logged
from eztrak.table.software import Checked, Running
from eztrak.voice.said import NOTHING, Said

Capture = pytest.CaptureFixture[str]
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
PAD, LOST = "evdev:04d9:1203", Said("keypad unplugged: 04d9:1203")
CONFIG = f'[room]\nname = "Evergreen Cardroom"\n[table]\npack = "washington"\n[keypad]\nsources = ["{PAD}"]\n'
EVENING = datetime(2026, 1, 1, 20, tzinfo=UTC)


@pytest.fixture
def _in_california(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """An evening on which the keypad was pulled out; about a row a second, from 20:00 UTC on."""
    unit = Keeping(tmp_path / "t.db")
    unit.give(c.Start("0.8.0", "Table 7", TERMS), c.SetPin(1, "check", c.FIRST_START), c.SetDealer(7, "supervisor 1"))
    unit.give(c.NewShoe(), c.RecordHand(Hand(Outcome.BANKER)))
    unit.give(c.Note(e.KeypadNoted(PAD, LOST)), c.Note(e.HealthNoted("voltage", Said("voltage: too low"))))
    unit.give(c.Note(e.KeypadNoted(PAD, NOTHING)), c.Note(e.ClockStepped("2026-01-01T19:00:00.000Z")))
    unit.give(c.RecordHand(Hand(Outcome.TIE)), c.VoidHand(1, 1, "supervisor 1", "misdeal"), c.NewShoe())
    return unit.close()


def report(history: Path, *more: str, config: str = CONFIG) -> list[list[str]]:
    """The pages of the report, each as its lines; blanks are made one."""
    own, out = history.with_name("own.toml"), history.with_name("out.pdf")
    own.write_text(config)
    assert main(["incident", str(out), "--db", str(history), "--config", str(own), *more]) == 0
    text = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True).stdout
    return [[" ".join(line.split()) for line in page.splitlines() if line.strip()] for page in text.split("\f")[:-1]]


def section(page: list[str], first: str, last: str) -> list[str]:
    return page[page.index(first) + 1 : page.index(last)]


@needs_poppler
@pytest.mark.usefixtures("_in_california")
def test_the_report_says_what_was_wrong_in_words(history: Path) -> None:
    first, *_ = report(history, "--from", "2026-01-01 11:00", "--to", "2026-01-01 13:00")
    assert first[0] == "Report of a malfunction"
    assert first[1] == (
        "Evergreen Cardroom, Table 7. 2026-01-01 11:00 to 2026-01-01 13:00, by the clock of the room (PST, UTC-0800)."
    )
    assert any(line.startswith("WAC 230-06-054: a malfunction is reported within 72 hours") for line in first)
    assert section(first, "What the record says was wrong", "Devices that were unplugged") == [
        "row time what",
        "1 2026-01-01 12:00:00 the unit started: Table 7, eztrak 0.8.0",
        "7 2026-01-01 12:00:06 keypad evdev:04d9:1203 was lost: keypad unplugged: 04d9:1203",
        "8 2026-01-01 12:00:07 problem with the unit: voltage: too low",
        "9 2026-01-01 12:00:08 keypad evdev:04d9:1203 is back",
        "10 2026-01-01 12:00:09 the clock was set: it would have been 2026-01-01 11:00:00",
    ]
    assert "evdev:04d9:1203 2026-01-01 12:00:06 2026-01-01 12:00:08 0:00:02 keypad unplugged: 04d9:1203" in section(
        first, "device lost back for why", "Hands in this time 2 entered, 1 voided, 0 changed, 0 inserted later."
    )


@needs_poppler
@pytest.mark.usefixtures("_in_california")
def test_every_row_of_the_time_stands_in_it_in_words(history: Path) -> None:
    *_, last = report(history, "--from", "2026-01-01T12:00:05-08:00", "--to", "2026-01-01T12:00:12-08:00")
    rows = [line for line in last if line[:1].isdigit() and " 2026-01-01 " in line]
    assert rows == [
        "6 2026-01-01 12:00:05 shoe 1, hand 1: entered: BANKER (dealer 7)",
        "7 2026-01-01 12:00:06 keypad evdev:04d9:1203 was lost: keypad unplugged: 04d9:1203",
        "8 2026-01-01 12:00:07 problem with the unit: voltage: too low",
        "9 2026-01-01 12:00:08 keypad evdev:04d9:1203 is back",
        "10 2026-01-01 12:00:09 the clock was set: it would have been 2026-01-01 11:00:00",
        "11 2026-01-01 12:00:10 shoe 1, hand 2: entered: TIE (dealer 7)",
        "12 2026-01-01 12:00:11 shoe 1, hand 1: voided, was BANKER (supervisor 1: misdeal)",
    ]
    records = [step.record for step in window(history, "2026-01-01T20:00:05.000Z", "2026-01-01T20:00:12.000Z")]
    assert records[-1].hash in last
    assert "is 2026-01-01 20:00 to 2026-01-01 20:00." in " ".join(last)


@needs_poppler
def test_the_report_leaves_room_for_what_people_did(history: Path) -> None:
    _, second, third, *_ = report(history, "--from", "2026-01-01")
    assert second[0] == "What was done"
    assert "Who was told: commission or agency, name, when, by telephone, letter or mail" in second
    assert "Signature and date" in second
    assert third[0] == "State of the unit"
    assert any(line.startswith("history well the last two shoes in ") for line in third)


@needs_poppler
def test_other_software_and_rows_that_the_unit_did_not_sign_were_wrong_with_it(tmp_path: Path) -> None:
    unit = Keeping(tmp_path / "t.db")
    unit.give(c.Start("0.9.0", "Table 7", TERMS, Running(approval="WSGC 26-0417")), c.SetPin(1, "check", c.FIRST_START))
    unit.give(c.Note(e.UnitKeyed("key", "root", "", 0, 0, 0, 0)), c.Note(e.SoftwareChecked(Checked("7K3M-Q2ZD-9FXA"))))
    unit.give(
        c.Note(
            e.SoftwareChecked(Checked("7K3M-Q2ZD-9FXA", Said("changed: {names}", names="stats.py"), "AAAA-BBBB-CCCC"))
        )
    )
    unit.give(c.ConfirmSoftware("supervisor 1"), c.Note(e.UnitKeyed("key", "root", "", 4, 5, 0, 0)))
    made = incident(unit.close(), EVENING, EVENING + timedelta(hours=1))
    assert [str(logged(step.record.event, step.before)) for step in made.wrong] == [
        "the unit started: Table 7, eztrak 0.9.0",
        "the software is not as released: changed: stats.py",
        "confirmed software that is not what was approved: changed: stats.py (supervisor 1)",
        "rows 4 to 5 are not signed by the unit",
    ]
    approval = '[approval]\nauthority = "WSGC"\nnumber = "26-0417"\ncode = "7K3M-Q2ZD-9FXA"\n'
    first, *_ = report(unit.path, "--from", "2026-01-01", config=CONFIG + approval)
    assert "Approval WSGC 26-0417" in first


def test_a_clock_that_was_set_back_hides_nothing_of_the_time(tmp_path: Path) -> None:
    unit = Keeping(tmp_path / "t.db").give(c.Start("0.8.0", "Table 7", TERMS), c.NewShoe())
    for number, at in enumerate(
        ("2026-01-01T21:00:00.000Z", "2025-01-01T00:00:00.000Z", "2026-01-01T21:00:09.000Z"), 1
    ):
        unit.journal.append([e.HandRecorded(1, Hand(Outcome.TIE, number=number))], e.Moment(at, 9, "boot-1"))
    history = unit.close()
    years = [step.record.moment.at[:4] for step in window(history, "2026-01-01T21:00", "2026-01-01T22:00")]
    assert years == ["2026", "2025", "2026"]


def test_a_time_without_a_row_is_refused_in_words(history: Path, capsys: Capture) -> None:
    out = history.with_name("out.pdf")
    assert main(["incident", str(out), "--db", str(history), "--from", "2025-01-01", "--to", "2025-01-02"]) == 1
    assert (
        f"eztrak: {history}: nothing is on record from 2025-01-01 00:00 to 2025-01-02 00:00\n"
        == capsys.readouterr().err
    )
    assert not out.exists()


def test_a_keypad_that_was_lost_before_and_one_that_is_not_back_are_told(tmp_path: Path) -> None:
    unit = Keeping(tmp_path / "t.db").give(c.Start("0.8.0", "Table 7", TERMS))
    unit.give(c.Note(e.KeypadNoted("serial:a", NOTHING)), c.Note(e.KeypadNoted("serial:b", Said("gone"))))
    made = incident(unit.close(), EVENING, EVENING + timedelta(hours=1))
    back, lost = (f"2026-01-01T20:00:0{second}.000Z" for second in (2, 3))
    assert made.losses == (Loss("serial:a", NOTHING, "", back), Loss("serial:b", Said("gone"), lost))
    assert [one.lasted for one in made.losses] == ["", ""]


def test_of_a_long_time_play_is_counted_and_the_rest_is_listed(tmp_path: Path) -> None:
    unit = Keeping(tmp_path / "t.db").give(c.Start("0.8.0", "Table 7", TERMS), c.NewShoe())
    hands = [e.HandRecorded(1, Hand(Outcome.TIE, number=n)) for n in range(1, MANY + 1)]
    unit.append(*hands, e.KeypadNoted(PAD, LOST))
    made: Incident = incident(unit.close(), EVENING, EVENING + timedelta(hours=1))
    assert len(made.steps) == MANY + 4
    assert [step.record.kind for step in made.shown] == ["start", "terms", "shoe_start", "keypad"]


@pytest.mark.usefixtures("_in_california")
def test_times_are_local_and_the_hour_that_comes_twice_is_told_by_its_zone() -> None:
    assert moment("2026-01-31 18:30").astimezone(UTC) == datetime(2026, 2, 1, 2, 30, tzinfo=UTC)
    assert moment("2026-11-01T01:30-07:00").astimezone(UTC) == datetime(2026, 11, 1, 8, 30, tzinfo=UTC)
    assert moment("2026-11-01T01:30-08:00").astimezone(UTC) == datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
    assert lasting("90m") == timedelta(minutes=90)
    for wrong in ("soon", "18:30"):
        with pytest.raises(argparse.ArgumentTypeError, match="is not a time"):
            moment(wrong)
    with pytest.raises(argparse.ArgumentTypeError, match="is not a span of time"):
        lasting("4")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--last", "4h", "--from", "2026-01-01"], "--last, or --from and --to: one of them"),
        (["--to", "2026-01-01"], "--to needs --from"),
        (["--from", "2026-01-02", "--to", "2026-01-01"], "2026-01-01 00:00 is not after 2026-01-02 00:00"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    history: Path, options: list[str], said: str, capsys: Capture
) -> None:
    assert main(["incident", "out.pdf", "--db", str(history), *options]) == 2
    assert capsys.readouterr().err == f"eztrak: {said}\n"
