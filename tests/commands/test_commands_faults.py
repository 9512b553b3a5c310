"""The board on a disk that stalls or fails under it: it stays up, says so, and loses nothing that it told."""

import re
import signal
import subprocess
from pathlib import Path

import pytest
from running import Board, board, eztrak

from eztrak.journal.journal import Journal

FAULTY = Path(__file__).parent.parent / "journal" / "faulty.c"
KEYS = "1 Enter\n3 Enter\n" * 4


@pytest.fixture(scope="session")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("faulty") / "faulty.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, FAULTY, "-ldl"], check=True)
    return library


def played(home: Path, faulty: Path, until: str, **disk: int) -> Board:
    """Eight hands on a disk whose write-ahead log meets this fault at its nth call."""
    Journal(home / "t.db", "now").close()
    (home / "keys.txt").write_text(KEYS)
    (home / "eztrak.toml").write_text("[entry]\nrepeat = 0\n")
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")
    fault = {f"FAULTY_{name.upper()}": str(value) for name, value in disk.items()}
    with board(*options, home=home, LD_PRELOAD=str(faulty), FAULTY_PATH=str(home / "t.db-wal"), **fault) as running:
        running.hear(until)
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    return running


def stored(home: Path) -> int:
    checked = eztrak("verify", "t.db", home=home)
    assert checked.returncode == 0, checked
    found = re.search(r"(\d+) hands", checked.stdout)
    assert found
    return int(found[1])


def test_a_stall_of_the_disk_only_delays_the_hands(tmp_path: Path, faulty: Path) -> None:
    running = played(tmp_path, faulty, "hand=8 ", nth=30, error=0, stall=1500)
    assert len([line for line in running.lines if "kind=hand" in line]) == stored(tmp_path) == 8


@pytest.mark.parametrize(("error", "said"), [(28, "not stored: disk full"), (5, "not stored: disk error")])
def test_a_hand_that_the_disk_does_not_take_is_refused(tmp_path: Path, faulty: Path, error: int, said: str) -> None:
    running = played(tmp_path, faulty, "hand=6 ", nth=30, error=error, stall=0)
    assert said in running.lines
    assert len([line for line in running.lines if "kind=hand" in line]) == stored(tmp_path)
