"""The running board as systemd sees it, and a board that waits for a display."""

import re
import signal
import socket
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import PATIENCE, board, eztrak

from eztrak.appliance.screens import cards


class Systemd:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: deque[str] = deque()
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(str(path))
        self._ear.settimeout(PATIENCE)

    def hear(self, pattern: str) -> str:
        """The next line with this in it."""
        while True:
            while not self._waiting:
                self._waiting += self._ear.recv(65536).decode().splitlines()
            if re.search(pattern, line := self._waiting.popleft()):
                return line

    def hears_no_more(self) -> bool:
        """Whether, after what was said already, nothing is said for a second."""
        self._ear.settimeout(1.0)
        try:
            self.hear("^never$")
        except TimeoutError:
            return True
        raise AssertionError("unreachable: nobody says that")

    def close(self) -> None:
        self._ear.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path / "notify")
    yield made
    made.close()


OPTIONS = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "eztrak.toml").write_text('[table]\nname = "Table 7"\n[entry]\nhand_seconds = 0\n')
    (tmp_path / "keys.txt").write_text("3 Enter\n1 Enter\n")
    return tmp_path


def test_systemd_follows_the_board_from_its_first_picture_to_its_stop(home: Path, systemd: Systemd) -> None:
    with board(*OPTIONS, home=home, NOTIFY_SOCKET=str(systemd.path), WATCHDOG_USEC="400000") as running:
        systemd.hear("^READY=1$")
        assert systemd.hear("shoe 1, hand 2$") == "STATUS=Table 7, shoe 1, hand 2"
        systemd.hear("^WATCHDOG=1$")
        systemd.hear("^WATCHDOG=1$")
        running.signal(signal.SIGHUP)
        systemd.hear("^RELOADING=1$")
        systemd.hear("^READY=1$")
        running.signal(signal.SIGTERM)
        systemd.hear("^STOPPING=1$")
        assert running.ended() == 0


def test_a_frozen_board_feeds_no_watchdog(home: Path, systemd: Systemd) -> None:
    with board(*OPTIONS, home=home, NOTIFY_SOCKET=str(systemd.path), WATCHDOG_USEC="200000") as running:
        systemd.hear("^WATCHDOG=1$")
        running.signal(signal.SIGSTOP)
        assert systemd.hears_no_more()


@pytest.mark.skipif(bool(cards()), reason="there is a graphics card here, and the board would draw on it")
def test_a_unit_without_a_display_is_up_and_waits_for_one(home: Path, systemd: Systemd) -> None:
    waits = "waiting for a graphics card: the kernel has no driver for one yet"
    console = {"SDL_VIDEODRIVER": "kmsdrm"}
    with board(*OPTIONS, home=home, NOTIFY_SOCKET=str(systemd.path), WATCHDOG_USEC="400000", **console) as running:
        running.hear(waits)
        systemd.hear(f"^STATUS={waits}$")
        systemd.hear("^READY=1$")
        systemd.hear("^WATCHDOG=1$")
        running.hear("kind=start")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert not any("kind=hand" in line for line in running.lines)  # nobody could have seen it


@pytest.mark.skipif(bool(cards()), reason="there is a graphics card here, and the board would draw on it")
def test_a_person_at_a_terminal_is_told_that_there_is_no_screen(home: Path) -> None:
    done = eztrak("run", *OPTIONS, home=home)
    assert done.returncode == 2
    assert "There is no screen here" in done.stderr
