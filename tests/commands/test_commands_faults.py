"""The board on a disk that stalls or fails under it: it stays up, says so, and loses nothing that it told."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from glass import LAMP, Glass
from running import Board, board, eztrak

from eztrak.commands.arguments import setup_of
from eztrak.config.terms import terms_of
from eztrak.display.view import View
from eztrak.journal.journal import Journal
from eztrak.table.state import TableState
from eztrak.voice.said import Said

KEYS = "1 Enter\n3 Enter\n" * 4


@contextmanager
def playing(home: Path, faulty: Path, *, display: str = "", **disk: int) -> Iterator[Board]:
    """Eight hands on a disk whose write-ahead log meets this fault at its nth call."""
    Journal(home / "t.db", "now").close()
    (home / "keys.txt").write_text(KEYS)
    (home / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n[display]\nflash = 0\n")
    options = ("--windowed", "1280x720", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")
    fault = {f"FAULTY_{name.upper()}": str(value) for name, value in disk.items()}
    fault |= {"LD_PRELOAD": str(faulty), "FAULTY_PATH": str(home / "t.db-wal")}
    with board(*options, home=home, **fault, **({"DISPLAY": display} if display else {})) as running:
        yield running
        running.signal(signal.SIGTERM)
        assert running.ended() == 0


def stored(home: Path) -> int:
    checked = eztrak("verify", "t.db", home=home)
    assert checked.returncode == 0, checked
    counted = re.search(r"(\d+) hands", checked.stdout)
    assert counted
    return int(counted[1])


def test_a_stall_of_many_seconds_lights_the_lamp_and_only_delays_the_hands(
    glass: Glass, tmp_path: Path, faulty: Path
) -> None:
    with playing(tmp_path, faulty, display=glass.display, nth=60, error=0, stall=8000) as running:
        running.hear("kind=hand")
        setup = setup_of(tmp_path / "eztrak.toml")
        view = View(TableState(setup.loaded.config.table.name, terms_of(setup.loaded)), saving=True)
        glass.shows(view, setup.look, LAMP)
        running.hear("hand=8 ")
        said = replace(view.entry, message=Said("Hand 8"))
        glass.shows(replace(view, saving=False, entry=said), setup.look, LAMP)
    assert len([line for line in running.lines if "kind=hand" in line]) == stored(tmp_path) == 8


@pytest.mark.parametrize(("error", "said"), [(28, "not stored: disk full"), (5, "not stored: disk error")])
def test_a_hand_that_the_disk_does_not_take_is_refused(tmp_path: Path, faulty: Path, error: int, said: str) -> None:
    with playing(tmp_path, faulty, nth=30, error=error, stall=0) as running:
        running.hear("hand=6 ")
    assert said in running.lines
    assert len([line for line in running.lines if "kind=hand" in line]) == stored(tmp_path)
