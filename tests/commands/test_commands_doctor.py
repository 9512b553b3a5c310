"""`eztrak doctor`, and what the board notes of the machine in its history."""

import json
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path

import pytest
from plainly import Plain, plain
from running import board, eztrak, fields_of

from eztrak.commands.doctor import _history, _pack
from eztrak.config.packs import load_pack
from eztrak.journal import verify  # noqa: F401 -- for one who may not read the source
from eztrak.journal.journal import Journal
from eztrak.table.pack import Pack


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """A unit whose second copy belongs on a stick that is not there."""
    Journal(tmp_path / "t.db", "now").close()
    (tmp_path / "keys.txt").touch()
    (tmp_path / "eztrak.toml").write_text(f"[journal]\ncopy = '{tmp_path}/stick'\n")
    return tmp_path


def test_what_is_wrong_is_named_with_what_to_do(unit: Path) -> None:
    done = eztrak("doctor", "--db", "t.db", "--config", "eztrak.toml", home=unit)
    assert done.returncode == 1
    assert "well   history: the last two shoes in t.db are as they were written\n" in done.stdout
    assert (
        f"WRONG  second copy: {unit}/stick/t.db: there is no such file; the board creates it\n"
        "       → plug in the drive, or free space on it, and the copy catches up; a new journal.copy needs a"
        " restart\n"
    ) in done.stdout


def test_programs_can_read_it(unit: Path) -> None:
    done = eztrak("doctor", "--db", "t.db", "--json", home=unit)
    data = json.loads(done.stdout)
    assert [set(reading) for reading in data] == [{"name", "well", "told", "fix"}] * len(data)
    assert [reading["name"] for reading in data[:4]] == ["history", "unit's key", "free space", "write and read back"]
    assert done.returncode == (0 if all(reading["well"] for reading in data) else 1)


def test_a_missing_history_is_wrong(unit: Path) -> None:
    done = eztrak("doctor", "--db", "gone.db", home=unit)
    assert done.returncode == 1
    assert "WRONG  history: gone.db: there is no such file; the board creates it\n" in done.stdout


def test_a_history_of_somebody_else_is_not_called_damaged(
    unit: Path, shut_out: Callable[[], AbstractContextManager[None]]
) -> None:
    with shut_out():
        read = plain(_history(unit / "t.db"))
    fix = "run it with sudo: only the board's user may read the history"
    assert read == Plain("history", False, f"{unit}/t.db: it cannot be read: Permission denied", fix)


def test_the_board_notes_in_its_history_what_is_wrong_with_the_unit(unit: Path) -> None:
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")
    with board(*options, home=unit) as running:
        noted = fields_of(running.hear("kind=health"))
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert "second copy" in noted["wrong"]
    assert eztrak("verify", "t.db", home=unit).returncode == 0


@pytest.mark.parametrize(
    ("pack", "today", "well", "said"),
    [
        (load_pack("washington", Path()), date(2027, 11, 1), True, "washington, as it was shipped ("),
        (
            load_pack("washington", Path()),
            date(2027, 11, 2),
            False,
            "washington: not rechecked for a year: WAC 230-15-140",
        ),
        (load_pack("trial", Path()), date(2026, 11, 18), False, "trial: for trials, not for play"),
        (Pack("own.toml", approved=False), date(2026, 11, 18), False, "own.toml: the room's own file"),
    ],
    ids=["read", "unread", "trial", "own"],
)
def test_the_doctor_asks_for_a_look_at_the_pack(pack: Pack, today: date, well: bool, said: str) -> None:
    read = _pack(pack, today)
    assert (read.well, str(read.seen)[: len(said)]) == (well, said)
    assert well or str(read.fix)


def test_the_doctor_looks_at_the_pack_in_force(unit: Path) -> None:
    done = eztrak("doctor", "--db", "t.db", "--config", "eztrak.toml", home=unit)
    assert "WRONG  pack: trial: for trials, not for play\n       → name the room's pack in" in done.stdout
