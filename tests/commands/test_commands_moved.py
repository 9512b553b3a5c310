"""Somebody moves, replaces or removes the history's files under a running board: it says so, and takes no hand."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from keeping import START, Keeping
from running import Board, board, eztrak

MOVED = r"moved, replaced or removed while the board ran\. Put (it|them) back, or switch the unit off and on"


class Table:
    """A running board and its keypad, on a serial line."""

    def __init__(self, running: Board, line: int) -> None:
        self.running, self._line = running, line

    def press(self, keys: str) -> None:
        os.write(self._line, keys.encode())


@contextmanager
def table(home: Path, ended: signal.Signals = signal.SIGTERM) -> Iterator[Table]:
    line, end = os.openpty()
    (home / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n[keypad]\nbounce = 0\n[display]\nflash = 0\n")
    keypad = ("--keypad", f"serial:{os.ttyname(end)}")
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db")
    try:
        with board(*options, *keypad, home=home) as running:
            running.hear("taken")
            yield Table(running, line)
            running.signal(ended)
            running.ended()
    finally:
        os.close(line)
        os.close(end)


def hands(home: Path) -> int:
    checked = eztrak("verify", "t.db", home=home)
    assert checked.returncode == 0, checked
    counted = re.search(r"(\d+) hands", checked.stdout)
    assert counted
    return int(counted[1])


def moved(home: Path) -> None:
    (home / "t.db").rename(home / "elsewhere.db")


def all_removed(home: Path) -> None:
    for name in ("t.db", "t.db-wal", "t.db-shm"):
        (home / name).unlink()


def replaced(home: Path) -> None:
    (home / "other.db").write_bytes((home / "t.db").read_bytes())
    (home / "other.db").rename(home / "t.db")


def commits_removed(home: Path) -> None:
    (home / "t.db-wal").unlink()


@pytest.mark.parametrize(
    ("harm", "ended"),
    [
        (moved, signal.SIGKILL),
        (all_removed, signal.SIGKILL),
        (replaced, signal.SIGTERM),
        (commits_removed, signal.SIGKILL),
    ],
)
def test_a_hand_is_refused_and_every_one_that_was_told_is_there_after_a_restart(
    tmp_path: Path, harm: Callable[[Path], None], ended: signal.Signals
) -> None:
    with table(tmp_path, ended) as playing:
        playing.press("1\r3\r")
        playing.running.hear("kind=hand .*hand=2 ")
        harm(tmp_path)
        playing.running.hear(f"^nothing is stored: .*{MOVED}")
        playing.press("5\r")
        playing.running.hear(f"^not stored: .*{MOVED}")
    with table(tmp_path) as again:
        again.press("5\r")
        again.running.hear("kind=hand .*hand=3 ")
    assert hands(tmp_path) == 3


def test_a_history_that_is_put_back_goes_on(tmp_path: Path) -> None:
    with table(tmp_path) as playing:
        playing.press("1\r")
        playing.running.hear("kind=hand .*hand=1 ")
        moved(tmp_path)
        playing.running.hear(f"^nothing is stored: t.db was {MOVED}")
        playing.press("3\r")
        playing.running.hear("^not stored: ")
        (tmp_path / "elsewhere.db").rename(tmp_path / "t.db")
        playing.running.hear("^the history is in its place again")
        playing.running.hear("kind=health .*in its place again; before, nothing is stored: t.db was moved")
        playing.press("\r")
        playing.running.hear("kind=hand .*hand=2 outcome=B")
    assert hands(tmp_path) == 2


def test_a_history_that_is_written_over_takes_no_hand_more(tmp_path: Path) -> None:
    """A backup was copied over it: the file is the same one to the kernel, and holds something else."""
    Keeping(tmp_path / "t.db").give(START).shoe("P B").close()
    with table(tmp_path) as playing:
        with (tmp_path / "t.db").open("r+b") as file:
            file.write(b"worn out" * 4096)
        playing.running.hear("^nothing is stored: t.db was overwritten while the board ran")
        playing.press("5\r")
        playing.running.hear("^not stored: t.db was overwritten")


def test_a_file_that_is_only_touched_is_no_alarm(tmp_path: Path) -> None:
    with table(tmp_path) as playing:
        playing.press("1\r")
        playing.running.hear("kind=hand .*hand=1 ")
        (tmp_path / "t.db").touch()
        playing.press("3\r")
        playing.running.hear("kind=hand .*hand=2 ")
    assert not [line for line in playing.running.lines if "stored" in line]
