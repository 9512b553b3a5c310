"""The whole board with a serial keypad on a pty: hands come in, the plug is pulled, hands come in again."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ptypad import PtyPad
from running import Board, board


@contextmanager
def listening(pad: PtyPad, home: Path, config: str) -> Iterator[Board]:
    (home / "eztrak.toml").write_text(config)
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", f"serial:{pad.link}")
    with board(*options, home=home) as running:
        running.hear(f"serial:{pad.link}: taken")
        yield running


def test_hands_come_from_the_keypad_through_pulling_its_plug(pad: PtyPad, tmp_path: Path) -> None:
    with listening(pad, tmp_path, "[entry]\nhand_seconds = 0\n") as running:
        pad.send_to_program(b"43\r\n")
        assert running.hear("kind=hand").endswith(" hand=1 outcome=B natural=1")
        pad.unplug()
        running.hear(f"serial:{pad.link}: keypad unplugged")
        pad.plug()
        running.hear(f"serial:{pad.link}: taken")
        pad.send_to_program(b"\xff\x001\r")
        assert running.hear("kind=hand").endswith(" hand=2 outcome=P")
        running.process.terminate()
        assert running.ended() == 0


def test_a_key_that_bounces_is_pressed_once(pad: PtyPad, tmp_path: Path) -> None:
    """Four, six, Banker: every byte twice, 5 ms apart. A busy machine may read the second one later."""
    with listening(pad, tmp_path, '[entry]\nmode = "totals"\n[keypad]\nbounce = 200\n') as running:
        for key in (b"4", b"6", b"3", b"\r"):
            pad.send_to_program(key)
            later = time.monotonic() + 0.005
            while time.monotonic() < later:
                pass
            pad.send_to_program(key)
        assert running.hear("kind=hand").endswith(" hand=1 outcome=B totals=46")


def test_a_room_may_take_every_byte(pad: PtyPad, tmp_path: Path) -> None:
    with listening(pad, tmp_path, '[entry]\nmode = "totals"\n[keypad]\nbounce = 0\n') as running:
        pad.send_to_program(b"332\r")
        assert running.hear("kind=hand").endswith(" hand=1 outcome=T totals=33")


def test_a_new_shoe_begins_on_a_pad_without_numlock(pad: PtyPad, tmp_path: Path) -> None:
    """By the menu: its key twice, new shoe, and yes."""
    with listening(pad, tmp_path, "[keypad]\nbounce = 0\n") as running:
        pad.send_to_program(b"1\r")
        running.hear("kind=hand shoe=1 hand=1")
        pad.send_to_program(b"//1/\r")
        running.hear("kind=shoe_end shoe=1 hands=1")
        running.hear("kind=shoe_start shoe=2")
