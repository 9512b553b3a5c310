"""A device that comes and goes, whatever it is: the flood guard, and a binding that no longer stands."""

import os
import time
from pathlib import Path

import pytest

from eztrak.keypad.flood import LIMIT, LOCK, FloodGuard
from eztrak.keypad.hotplug import FolderHotplug
from eztrak.keypad.plugged import Link, PluggedSource
from eztrak.keypad.source import KeyPress
from eztrak.table.round import NANO
from eztrak.voice.said import Said


class Toy:
    """A device and its binding in one: the test says what is plugged in, and types."""

    device, garbage = "toy", 0

    def __init__(self) -> None:
        self.typed = ""
        self.trouble_now = Said()
        self.open_now = False

    def open(self, name: str) -> Link | Said:  # noqa: ARG002
        self.open_now = not self.trouble_now
        return self.trouble_now or self

    def stands(self, link: Link) -> bool:  # noqa: ARG002
        return not self.trouble_now

    def descriptors(self) -> list[int]:
        return []

    def due(self) -> int | None:
        return 0 if self.typed else None

    def read(self, mono: int) -> list[KeyPress]:
        typed, self.typed = self.typed, ""
        return [KeyPress(cap, "toy", mono) for cap in typed]

    def trouble(self) -> Said:
        return Said()

    def close(self) -> None:
        self.open_now = False


def test_a_second_device_locks_the_first_before_its_next_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    toy = Toy()
    source = PluggedSource("toy", toy, FolderHotplug(tmp_path))
    toy.typed = "1"
    assert [key.cap for key in source.read(0)] == ["1"]
    toy.typed = "2"
    toy.trouble_now = Said("2 keypads are plugged in")
    (tmp_path / "event9").touch()
    assert source.read(1) == []
    assert not toy.open_now
    assert source.trouble() == toy.trouble_now
    toy.typed, toy.trouble_now = "", Said()
    (tmp_path / "event9").unlink()
    source.read(2)
    assert not source.trouble()
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "toy: taken: toy"),
        ("WARNING", "toy: 2 keypads are plugged in"),
        ("INFO", "toy: taken: toy"),
    ]
    source.close()
    assert not toy.open_now


def test_a_device_is_heard_of_that_came_in_the_tick_of_the_clock_in_which_one_looked(tmp_path: Path) -> None:
    tick = time.time_ns() + 3600 * NANO  # it is not over, however slow this machine is
    os.utime(tmp_path, ns=(tick, tick))
    hotplug = FolderHotplug(tmp_path)
    (tmp_path / "event9").touch()
    os.utime(tmp_path, ns=(tick, tick))
    assert hotplug.changed()
    assert not hotplug.changed()


def test_a_device_is_heard_of_in_a_folder_that_has_long_been_the_same(tmp_path: Path) -> None:
    os.utime(tmp_path, ns=(NANO, NANO))
    hotplug = FolderHotplug(tmp_path)
    assert not hotplug.changed()
    (tmp_path / "event9").touch()
    assert hotplug.changed()
    assert not hotplug.changed()
    (tmp_path / "event9").unlink()
    assert hotplug.changed()


def test_while_nothing_is_wrong_nothing_wakes_the_board(tmp_path: Path) -> None:
    source = PluggedSource("toy", Toy(), FolderHotplug(tmp_path))
    source.read(0)
    assert source.due() is None
    source.close()


def test_a_hundred_presses_a_second_for_an_hour_are_no_flood() -> None:
    guard = FloodGuard()
    assert all(guard.takes(press * NANO // 100) for press in range(360_000))


def test_the_flood_ends_only_when_it_has_ended() -> None:
    guard = FloodGuard()
    taken = [guard.takes(press * NANO // 1000) for press in range(5000)]  # 1000 a second for five seconds
    assert taken == [True] * LIMIT + [False] * (5000 - LIMIT)
    assert guard.locked(5 * NANO)
    assert not guard.locked(5 * NANO + LOCK)
