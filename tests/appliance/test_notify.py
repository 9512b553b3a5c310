"""What systemd hears, on a real socket."""

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eztrak.appliance.kiosk import MARK
from eztrak.appliance.notify import Notify

LONG = str(3600 * 10**6)  # microseconds


@pytest.fixture(params=["by path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator["Systemd"]:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.settimeout(20)
        ear.bind(path if request.param == "by path" else "\0" + path)
        yield ear, {"NOTIFY_SOCKET": path if request.param == "by path" else "@" + path}


Systemd = tuple[socket.socket, dict[str, str]]


def heard(ear: socket.socket) -> list[str]:
    return ear.recv(65536).decode().splitlines()


def quiet(ear: socket.socket) -> bool:
    ear.setblocking(False)
    try:
        ear.recv(1)
    except BlockingIOError:
        return True
    return False


def test_the_first_picture_makes_the_unit_ready(systemd: Systemd) -> None:
    ear, environment = systemd
    notify = Notify(environment)
    notify.pulse(lambda: "Table 7, shoe 3, hand 41", lambda: None)
    assert heard(ear) == ["READY=1", "STATUS=Table 7, shoe 3, hand 41"]
    notify.pulse(lambda: "Table 7, shoe 3, hand 41", lambda: None)
    assert quiet(ear)
    assert notify.due() is None


def test_in_a_kiosk_the_board_inside_is_the_one_to_talk_to(systemd: Systemd) -> None:
    ear, environment = systemd
    Notify(environment | {MARK: "cage"}).pulse(lambda: "up", lambda: None)
    assert heard(ear) == ["READY=1", f"MAINPID={os.getpid()}", "STATUS=up"]


def test_what_the_status_says_stays_one_line(systemd: Systemd) -> None:
    ear, environment = systemd
    Notify(environment).pulse(lambda: "config refused\nWATCHDOG=trigger", lambda: None)
    assert heard(ear) == ["READY=1", "STATUS=config refused WATCHDOG=trigger"]


def test_the_watchdog_is_fed_after_the_picture_was_presented_again(systemd: Systemd) -> None:
    ear, environment = systemd
    presented: list[bool] = []
    notify = Notify(environment | {"WATCHDOG_USEC": LONG, "WATCHDOG_PID": str(os.getpid())})

    def present() -> None:
        presented.append(quiet(ear))  # before anything is said

    notify.pulse(lambda: "up", present)
    ear.settimeout(20)
    assert heard(ear) == ["READY=1", "STATUS=up", "WATCHDOG=1"]
    due = notify.due()
    assert due is not None
    notify.pulse(lambda: "up", present)  # long before it is due again
    assert quiet(ear)
    assert presented == [True]


def test_a_display_that_fails_leaves_the_watchdog_hungry(systemd: Systemd) -> None:
    ear, environment = systemd
    notify = Notify(environment | {"WATCHDOG_USEC": LONG})

    def fail() -> None:
        raise RuntimeError("the flip failed")

    with pytest.raises(RuntimeError):
        notify.pulse(lambda: "up", fail)
    assert quiet(ear)


def test_opening_a_display_may_take_longer_than_the_watchdog_waits(systemd: Systemd) -> None:
    ear, environment = systemd
    notify = Notify(environment | {"WATCHDOG_USEC": "10000000"})
    notify.grace()  # systemd waits for no sign of life before the unit is up
    assert quiet(ear)
    notify.pulse(lambda: "up", lambda: None)
    ear.settimeout(20)
    heard(ear)
    notify.grace()
    assert heard(ear) == ["WATCHDOG_USEC=60000000", "WATCHDOG=1"]
    notify.pulse(lambda: "up", lambda: None)
    assert heard(ear) == ["WATCHDOG_USEC=10000000", "WATCHDOG=1"]


def test_a_watchdog_of_another_process_is_not_fed_unless_that_is_our_kiosk(systemd: Systemd) -> None:
    ear, environment = systemd
    environment = environment | {"WATCHDOG_USEC": LONG, "WATCHDOG_PID": "1"}
    Notify(environment).pulse(lambda: "up", lambda: None)
    assert "WATCHDOG=1" not in heard(ear)
    Notify(environment | {MARK: "cage"}).pulse(lambda: "up", lambda: None)
    assert "WATCHDOG=1" in heard(ear)


def test_reading_the_config_again_is_told_from_its_beginning_to_its_end(systemd: Systemd) -> None:
    ear, environment = systemd
    notify = Notify(environment)
    notify.pulse(lambda: "up", lambda: None)
    heard(ear)
    notify.reloading()
    began = heard(ear)
    assert began[0] == "RELOADING=1"
    assert began[1].removeprefix("MONOTONIC_USEC=").isdecimal()
    notify.pulse(lambda: "up", lambda: None)
    assert heard(ear) == ["READY=1"]


def test_without_systemd_nothing_happens_and_nothing_is_presented_twice() -> None:
    notify = Notify({"WATCHDOG_USEC": LONG})
    notify.pulse(lambda: "up", lambda: pytest.fail("nobody asked for it"))
    notify.reloading()
    notify.stopping()
    assert (notify.watched, notify.due()) == (False, None)


def test_a_systemd_that_is_gone_does_no_harm(tmp_path: Path) -> None:
    Notify({"NOTIFY_SOCKET": str(tmp_path / "gone")}).pulse(lambda: "up", lambda: None)


def test_a_systemd_that_does_not_listen_costs_no_processor_time(systemd: Systemd) -> None:
    _, environment = systemd
    notify = Notify(environment)
    before = time.process_time()
    most = int(Path("/proc/sys/net/unix/max_dgram_qlen").read_text())
    for status in range(most + 3):  # the last ones find its ear full, and give up
        notify.pulse(status.__str__, lambda: None)
    assert time.process_time() - before < 1.0
