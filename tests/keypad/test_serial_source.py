"""A serial keypad, on a real pty."""

import os
import select
import socket
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import serial
from ptypad import NANO, Listener, PtyPad
from serial.urlhandler import protocol_loop

from eztrak.keypad import serial as source
from eztrak.keypad.flood import FLOODED
from eztrak.keypad.hotplug import FolderHotplug
from eztrak.keypad.plugged import PluggedSource
from eztrak.keypad.serial import Line, SerialBinding
from eztrak.keypad.wire import ASCII

Listen = Callable[..., Listener]


@pytest.fixture
def listen(pad: PtyPad, tmp_path: Path) -> Iterator[Listen]:
    made: list[Listener] = []

    def on(**terms: object) -> Listener:
        made.append(Listener(Line(**{"url": str(pad.link)} | terms), tmp_path))  # type: ignore[arg-type]
        return made[-1]

    yield on
    for listener in made:
        listener.source.close()


def test_bytes_are_keys(pad: PtyPad, listen: Listen, caplog: pytest.LogCaptureFixture) -> None:
    board = listen()
    assert board.caps(0) == ""
    pad.send(b"93\r+-*/.\x08\x7f\n")
    assert board.caps(0.1) == "9 3 Enter + - * / . Backspace Backspace Enter"
    assert str(board.source.trouble()) == ""
    assert caplog.messages == [f"pad: taken: {pad.link}"]


def test_a_press_tells_what_was_sent_for_it(pad: PtyPad, listen: Listen) -> None:
    board = listen()
    board.caps(0)
    pad.send(b"3\r")
    assert [(key.source, key.cap, key.key) for key in board.source.read(1)] == [
        ("pad", "3", "'3'"),
        ("pad", "Enter", "'\\r'"),
    ]


def test_its_descriptor_wakes_for_a_key_and_for_the_plug(pad: PtyPad, listen: Listen) -> None:
    board = listen()
    board.caps(0)

    def awake() -> bool:
        return bool(select.select([board.source.fileno()], [], [], 0)[0])

    assert not awake()
    pad.send(b"1")
    assert awake()
    board.caps(0.1)
    assert not awake()
    pad.unplug()
    assert awake()
    board.caps(0.2)
    assert not awake(), "a dead descriptor wakes nobody"


def test_unplugged_is_said_at_once_and_replugged_taken_back_within_two_seconds(
    pad: PtyPad, listen: Listen, caplog: pytest.LogCaptureFixture
) -> None:
    board = listen()
    pad.send(b"1")
    assert board.caps(0) in ("", "1")
    pad.unplug()
    assert board.trouble(5) == "keypad unplugged"
    assert board.trouble(7) == f"keypad unplugged: {pad.link}"
    pad.plug()
    due = board.source.due()
    assert due is not None
    assert due <= 9 * NANO
    assert board.trouble(due / NANO) == ""
    pad.send(b"2")
    assert board.caps(9) == "2"
    assert caplog.messages[-1] == f"pad: taken: {pad.link}"


def test_a_keypad_that_is_not_there_yet_is_waited_for(pad: PtyPad, listen: Listen) -> None:
    pad.unplug()
    board = listen()
    assert board.source.due() == 0
    assert board.trouble(10) == f"keypad unplugged: {pad.link}"
    assert board.source.due() == 11 * NANO
    pad.plug()
    assert board.trouble(11) == ""


def test_news_of_a_device_makes_it_look_before_its_time(pad: PtyPad, listen: Listen) -> None:
    pad.unplug()
    board = listen()
    board.caps(10)
    pad.plug()  # changes the folder that is watched
    assert board.trouble(10.01) == ""


def test_news_of_another_device_is_not_the_end_of_a_silent_line(pad: PtyPad, tmp_path: Path) -> None:
    class News(FolderHotplug):
        def fileno(self) -> int:  # type: ignore[override]
            return news

    news = os.eventfd(1)
    keypad = PluggedSource("pad", SerialBinding(Line(str(pad.link))), News(tmp_path))
    assert [keypad.read(second * NANO) for second in range(2)] == [[], []]
    pad.send(b"1")
    assert [key.cap for key in keypad.read(2 * NANO)] == ["1"]
    keypad.close()
    os.close(news)


def test_what_was_typed_while_nobody_listened_is_not_a_key(pad: PtyPad, listen: Listen) -> None:
    pad.send(b"777\r")
    board = listen()
    assert board.caps(0) == ""


def test_garbage_is_counted_and_never_a_key(pad: PtyPad, listen: Listen) -> None:
    board = listen()
    board.caps(0)
    noise = bytes(byte for byte in range(256) if chr(byte) not in ASCII)
    pad.send(b"3" + noise[:2])
    assert board.caps(0.1) == "3"
    assert str(board.source.trouble()) == ""
    pad.send(noise)
    assert board.caps(0.2) == ""
    assert board.source.garbage == 2 + len(noise)
    assert str(board.source.trouble()) == "keypad sends bad signals: check its speed, framing, keymap and cable"
    pad.send(b"\r")
    assert board.caps(0.3) == "Enter"
    assert str(board.source.trouble()) == ""


def test_the_health_page_counts_garbage_and_the_count_outlives_the_plug(pad: PtyPad, listen: Listen) -> None:
    board = listen()
    board.caps(0)
    pad.send(b"x")
    board.caps(1)
    pad.unplug()
    board.caps(2)
    pad.plug()
    board.caps(4)
    pad.send(b"y")
    board.caps(5)
    assert str(board.source.health()) == f"{pad.link}; 2 bad signals received"
    pad.unplug()
    board.caps(6)
    assert str(board.source.health()) == "keypad unplugged; 2 bad signals received"


def test_lines_are_keys_where_the_keymap_says_so(pad: PtyPad, listen: Listen) -> None:
    board = listen(code={"KEY 01": "1", "KEY 13": "Enter"})
    board.caps(0)
    pad.send(b"KEY 0")
    assert board.caps(0.1) == ""
    pad.send(b"1\r\nKEY 13\r\n1\r\n")
    assert board.caps(0.2) == "1 Enter"
    assert board.source.garbage == 1


def test_more_than_200_presses_a_second_lock_it_for_a_few_seconds(pad: PtyPad, listen: Listen) -> None:
    board = listen()
    board.caps(0)
    pad.send(b"1" * 150)
    assert len(board.caps(1).split()) == 150
    pad.send(b"1" * 100)
    assert len(board.caps(1.5).split()) == 50
    assert board.source.trouble() == FLOODED
    pad.send(b"3")
    assert board.caps(3) == ""
    assert board.source.due() == 4.5 * NANO
    assert board.trouble(4.5) == ""
    pad.send(b"3")
    assert board.caps(5) == "3"


def test_a_line_that_another_program_holds_is_left_to_it(pad: PtyPad, listen: Listen) -> None:
    first, second = listen(), listen()
    first.caps(0)
    assert second.trouble(0) == f"another program is using the keypad: {pad.link}"


def test_speed_framing_and_the_check_of_bytes_reach_the_line(pad: PtyPad, listen: Listen) -> None:
    # A pty keeps the speed and the checks; of data bits and parity it knows nothing.
    board = listen(speed=19200, framing="8N2")
    board.caps(0)
    with pad.link.open("rb", buffering=0) as line:
        attributes = termios.tcgetattr(line.fileno())
    assert attributes[0] & termios.INPCK
    assert attributes[2] & termios.CSTOPB
    assert attributes[5] == termios.B19200


def test_a_loop_has_no_descriptor_and_is_polled(listen: Listen) -> None:
    board = listen(url="loop://")
    assert board.trouble(1) == ""
    due = board.source.due()
    assert due is not None
    assert NANO < due < 1.1 * NANO


def test_a_keypad_on_the_network_comes_and_goes(listen: Listen) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        board = listen(url=f"socket://127.0.0.1:{server.getsockname()[1]}")
        board.caps(0)
        far, _ = server.accept()
        with far:
            second = _until(lambda second: board.trouble(second) == "", 1)
            far.sendall(b"3\r")
            select.select([board.source.fileno()], [], [], 5)
            assert board.caps(second + 0.1) == "3 Enter"
        select.select([board.source.fileno()], [], [], 5)
        assert board.trouble(second + 0.2) == "keypad unplugged"


def test_an_adapter_that_is_plugged_in_and_dead_keeps_nobody_waiting(
    listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of pyserial's that opens when it is let."""
    gate = threading.Event()

    class Dead(protocol_loop.Serial):  # type: ignore[misc]
        def open(self) -> None:
            assert gate.wait(60)
            super().open()

        def from_url(self, url: str) -> None:
            pass

    handler = ModuleType("lines.protocol_dead")
    handler.Serial = Dead  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lines", ModuleType("lines"))
    monkeypatch.setitem(sys.modules, "lines.protocol_dead", handler)
    monkeypatch.setattr(serial, "protocol_handler_packages", ["lines"])
    monkeypatch.setattr(source, "_AT_ONCE", 0.01)
    board = listen(url="dead://")
    assert board.trouble(0) == board.trouble(5) == "keypad unplugged: dead://"
    gate.set()
    _until(lambda second: board.trouble(second) == "", 6)


def _until(true: Callable[[int], bool], second: int) -> int:
    """Lets the seconds of the test pass until something holds; the thread that opens the line needs real ones."""
    limit = time.monotonic() + 10
    while not true(second):
        assert time.monotonic() < limit
        second += 1
    return second
