"""`eztrak keypad list` and `eztrak keypad test`."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from machine import BUTTON, KEYBOARD, PAD, twin
from ptypad import PtyPad

from eztrak.cli import main
from eztrak.keypad.listing import Port, listing
from eztrak.keypad.plugged import UNPLUGGED

PORT = Port("/dev/ttyUSB0", "USB Serial", "0403:6001", "1-2")


def test_every_device_is_listed_with_why_it_is_or_is_not_taken() -> None:
    assert listing(["evdev:1c4f:0002"], [BUTTON, PAD, KEYBOARD], [PORT]).text() == (
        "not taken  /dev/input/event0  Power Button  0000:0001  PNP0C0C/button\n"
        "           has no number keys\n"
        "taken      /dev/input/event3  SIGMACHIP USB Keyboard  1c4f:0002  usb-0000:00:14.0-2\n"
        "           answers to 1c4f:0002\n"
        "not taken  /dev/input/event5  Logitech K120  046d:c31c  usb-0000:00:14.0-3\n"
        "           does not answer to 1c4f:0002\n"
        '           to bind it, under [keypad] in the config: sources = ["evdev:046d:c31c"]\n'
        "not taken  /dev/ttyUSB0  USB Serial  0403:6001  1-2\n"
        "           no serial source names it\n"
        '           to bind it, under [keypad] in the config: sources = ["serial:/dev/ttyUSB0"]'
    )


def test_of_two_alike_each_is_to_be_bound_by_its_socket() -> None:
    shown = listing(["evdev"], [PAD, twin(PAD, "event7", 4)], [])
    assert [(listed.taken, listed.bind) for listed in shown.devices] == [
        (False, "evdev:usb-0000:00:14.0-2"),
        (False, "evdev:usb-0000:00:14.0-4"),
    ]
    assert shown.plain()["troubles"] == {
        "evdev:auto": "2 keyboards are plugged in: keys are locked until the config names the keypad"
    }


def test_with_the_window_alone_no_device_is_taken() -> None:
    shown = listing(["window"], [PAD], [PORT])
    assert [listed.why for listed in shown.devices] == ["no evdev source is in force", "no serial source names it"]
    assert shown.troubles == ()


def test_a_port_is_known_by_its_link_too(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    link = tmp_path / "usb-FTDI"
    link.symlink_to(port)
    shown = listing([f"serial:{link}"], [], [Port(str(port), "USB Serial")])
    assert [(listed.taken, listed.why) for listed in shown.devices] == [(True, f"answers to {link}")]
    assert listing(["serial:/dev/no/such"], [], []).troubles == (("serial:/dev/no/such", UNPLUGGED),)


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keypad", "list", "--json", "--keypad", "serial:/dev/no/such"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["troubles"] == {"serial:/dev/no/such": "keypad unplugged"}
    fields = {"device", "name", "id", "usb_path", "taken", "why", "bind"}
    assert all(set(listed) == fields for listed in data["devices"])


def test_the_window_cannot_be_tried_without_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keypad", "test", "--keypad", "window"]) == 2
    assert "the window's keys can be tried on the board only" in capsys.readouterr().err


def test_presses_are_shown_live_until_ctrl_c(pad: PtyPad) -> None:
    command = [sys.executable, "-m", "eztrak", "keypad", "test", "--keypad", f"serial:{pad.link}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_plain()) as test:
        try:
            assert test.stdout is not None
            assert test.stderr is not None
            name = f"serial:{pad.link}"
            assert _line(test.stderr.fileno()) == f"{name}: taken: {pad.link}"
            assert _line(test.stdout.fileno()) == "Press keys; Ctrl-C ends."
            pad.send_to_program(b"3")
            assert _line(test.stdout.fileno()) == f"{name}  '3'  cap 3  banker"
            pad.send_to_program(b"6")
            assert _line(test.stdout.fileno()) == f"{name}  '6'  cap 6  does nothing at this table"
            test.send_signal(signal.SIGINT)
            assert test.wait(10) == 0
        finally:
            test.kill()


def test_digits_are_shown_as_such_where_they_are_typed(pad: PtyPad, tmp_path: Path) -> None:
    (tmp_path / "eztrak.toml").write_text('[entry]\nmode = "cards"\n')
    options = ["--config", str(tmp_path / "eztrak.toml"), "--keypad", f"serial:{pad.link}"]
    command = [sys.executable, "-m", "eztrak", "keypad", "test", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_plain()) as test:
        try:
            assert test.stdout is not None
            assert test.stderr is not None
            assert "taken" in _line(test.stderr.fileno())
            assert _line(test.stdout.fileno()) == "Press keys; Ctrl-C ends."
            pad.send_to_program(b"3+")
            assert _line(test.stdout.fileno()).endswith("'3'  cap 3  digit")
            assert _line(test.stdout.fileno()).endswith("'+'  cap +  take_back")
        finally:
            test.kill()


def _plain() -> dict[str, str]:
    """Whoever runs the tests may have a config of his own."""
    return os.environ | {"XDG_CONFIG_HOME": "/nowhere"}


def _line(descriptor: int) -> str:
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([descriptor], [], [], 20)[0], f"no line came after {line!r}"
        line += os.read(descriptor, 1)
    return line.decode().strip()
