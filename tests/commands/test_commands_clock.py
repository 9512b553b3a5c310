"""A unit without a battery for its clock, and one whose clock somebody sets: order and counts never depend on it."""

import csv
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from running import board, eztrak, fields_of

OPTIONS = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db")
# At half past: what is expected may be a little before, where the machine sets its own clock meanwhile.
NO_CLOCK, NOW, AHEAD, BEHIND = (datetime(year, 6, 1, 12, 30, tzinfo=UTC) for year in (1970, 2026, 2027, 2025))


class Clock:
    """The wall clock of a unit: setting it takes effect at once, also while the board runs."""

    def __init__(self, folder: Path, library: Path) -> None:
        self._file = folder / "shift"
        self.surroundings = {"LD_PRELOAD": str(library), "SHIFTED": str(self._file)}

    def set(self, now: datetime) -> None:
        part = self._file.with_name("shift.part")
        part.write_text(str(round(now.timestamp() - time.time())))
        part.rename(self._file)


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    library = tmp_path / "shifted.so"
    source = Path(__file__).with_name("shifted.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    (tmp_path / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n[keypad]\nbounce = 0\n")
    return Clock(tmp_path, library)


@pytest.fixture
def keypad() -> Iterator[tuple[int, str]]:
    """A serial line: where keys are typed, and the name of the device."""
    typed, device = os.openpty()
    yield typed, f"serial:{os.ttyname(device)}"
    os.close(typed)
    os.close(device)


def test_order_counts_and_exports_hold_while_the_clock_jumps(
    clock: Clock, keypad: tuple[int, str], tmp_path: Path
) -> None:
    typed, device = keypad
    hands = [(NO_CLOCK, b"3\r"), (NOW, b"1\r"), (AHEAD, b"5\r"), (BEHIND, b"43\r")]
    clock.set(NO_CLOCK)
    with board(*OPTIONS, "--keypad", device, home=tmp_path, **clock.surroundings) as running:
        running.hear("taken")
        for now, keys in hands:
            clock.set(now)
            os.write(typed, keys)
            running.hear("kind=hand")
        clock.set(NOW)
        os.write(typed, b"//1/\r")
        running.hear("kind=shoe_start shoe=2")
        clock.set(BEHIND)
        os.write(typed, b"1\r+/\r")  # the last hand is the one that was entered last, whatever its time
        assert fields_of(running.hear("kind=void")).items() >= {"shoe": 2, "hand": 1}.items()
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    clock.set(NO_CLOCK)  # the power was off
    with board(*OPTIONS, "--keypad", device, home=tmp_path, **clock.surroundings) as running:
        running.hear("taken")
        os.write(typed, b"3\r")
        assert fields_of(running.hear("kind=hand")).items() >= {"shoe": 2, "hand": 2}.items()
    checked = eztrak("verify", "t.db", home=tmp_path)
    assert checked.returncode == 0
    assert "the clock was set " in checked.stdout
    shoes = json.loads(eztrak("shoes", "--json", "--db", "t.db", home=tmp_path).stdout)
    assert [shoe["notation"] for shoe in shoes] == ["B P T Bn", "Px B"]
    assert eztrak("export", "--db", "t.db", "--format", "csv", "--out", "all", home=tmp_path).returncode == 0
    with (tmp_path / "all" / "hands.csv").open(newline="") as file:
        exported = [(row["shoe"], row["outcome"], row["entered_at"][:4]) for row in csv.DictReader(file)]
    assert exported == [
        ("1", "B", "1970"),
        ("1", "P", "2026"),
        ("1", "T", "2027"),
        ("1", "B", "2025"),
        ("2", "P", "2025"),
        ("2", "B", "1970"),
    ]
    listed = eztrak(
        *("export", "--db", "t.db", "--format", "csv", "--out", "some", "--from", "2026-01-01", "--to", "2026-12-31"),
        home=tmp_path,
    )
    assert listed.returncode == 0, listed
    with (tmp_path / "some" / "shoes.csv").open(newline="") as file:
        assert [row["shoe"] for row in csv.DictReader(file)] == ["2"]  # a shoe is of the day on which it began
    assert eztrak("verify", "some", home=tmp_path).returncode == 0


def test_a_clock_that_is_set_is_on_record_while_the_board_runs_and_while_it_does_not(
    clock: Clock, keypad: tuple[int, str], tmp_path: Path
) -> None:
    typed, device = keypad
    clock.set(NOW)
    with board(*OPTIONS, "--keypad", device, home=tmp_path, **clock.surroundings) as running:
        running.hear("taken")
        os.write(typed, b"3\r")
        running.hear("kind=hand")
        clock.set(AHEAD)
        os.write(typed, b"1\r")
        said = fields_of(running.hear("kind=clock"))
        assert str(said["expected"]).startswith("2026-06-01T12:")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    clock.set(BEHIND)
    with board(*OPTIONS, "--keypad", device, home=tmp_path, **clock.surroundings) as running:
        assert str(fields_of(running.hear("kind=clock"))["expected"]).startswith("2027-06-01T12:")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
        assert len([line for line in running.lines if "kind=clock" in line]) == 1
    checked = eztrak("verify", "t.db", home=tmp_path)
    assert (checked.returncode, "the clock was set 2 times by more than a minute, on record" in checked.stdout) == (
        0,
        True,
    )
