"""The bounce filter: what a worn contact adds is no press, what a finger does is one, and the pad's wear is told."""

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from ptypad import Listener, PtyPad

from eztrak.config.model import KeypadOptions
from eztrak.keypad.bounce import MILLI, Bounce
from eztrak.keypad.serial import Line

SHIPPED = KeypadOptions().bounce


def taken(bounce: Bounce, *presses: tuple[str, int]) -> list[tuple[str, int]]:
    """Of keys and their milliseconds, those that count."""
    return [(key, at) for key, at in presses if bounce.takes(key, at * MILLI)]


def test_the_same_key_within_the_time_is_no_press() -> None:
    assert taken(Bounce(40), ("3", 0), ("3", 5), ("3", 44), ("3", 84)) == [("3", 0), ("3", 84)]


def test_a_contact_that_goes_on_bouncing_stays_one_press_however_long() -> None:
    assert taken(Bounce(40), *(("3", at) for at in range(0, 2000, 30))) == [("3", 0)]


def test_another_key_is_a_press_at_any_time() -> None:
    assert taken(Bounce(40), ("1", 0), ("3", 1), ("1", 2), ("3", 3)) == [("1", 0), ("3", 1)]


def test_the_first_press_counts_also_at_the_very_start_of_the_machine() -> None:
    assert taken(Bounce(40), ("3", 0)) == [("3", 0)]


def test_0_takes_every_press() -> None:
    every = [("3", 0), ("3", 0), ("3", 1)]
    assert taken(Bounce(0), *every) == every
    assert not Bounce(0).health()


def test_the_worst_key_is_told_first_and_a_sound_pad_tells_nothing() -> None:
    bounce = Bounce(40)
    taken(bounce, ("1", 0), ("3", 100), ("3", 105), ("7", 200), ("7", 201), ("7", 202))
    assert str(bounce.health()) == "keys that bounced: 7 ×2, 3 ×1"
    assert not Bounce(40).health()


@given(st.lists(st.tuples(st.sampled_from("13"), st.integers(0, 60)), max_size=30))
def test_no_two_presses_of_a_key_that_count_lie_within_the_time(steps: list[tuple[str, int]]) -> None:
    at, presses = 0, []
    for key, later in steps:
        at += later
        presses.append((key, at))
    bounce = Bounce(40)
    counted = taken(bounce, *presses)
    for cap in "13":
        moments = [at for key, at in counted if key == cap]
        assert all(b - a >= 40 for a, b in pairwise(moments))
    assert len(counted) + bounce.counts.total() == len(presses)


def test_two_bytes_that_come_together_are_one_press_and_the_health_page_counts_them(
    pad: PtyPad, tmp_path: Path
) -> None:
    board = Listener(Line(str(pad.link)), tmp_path, SHIPPED)
    try:
        assert board.caps(0) == ""
        pad.send(b"33\r")
        assert board.caps(1) == "3 Enter"
        pad.send(b"3")
        assert board.caps(1.005) == ""
        pad.send(b"3")
        assert board.caps(1.1) == "3"  # as fast as a finger can
        assert str(board.source.health()) == f"{pad.link}; keys that bounced: 3 ×2"
        assert board.trouble(2) == ""  # it works: nothing for the strip
    finally:
        board.source.close()


def test_a_pad_that_is_plugged_in_again_keeps_its_count(pad: PtyPad, tmp_path: Path) -> None:
    board = Listener(Line(str(pad.link)), tmp_path, SHIPPED)
    try:
        board.caps(0)
        pad.send(b"33")
        assert board.caps(1) == "3"
        pad.unplug()
        assert board.trouble(2) == "keypad unplugged"
        pad.plug()
        assert board.trouble(4) == ""
        assert str(board.source.health()) == f"{pad.link}; keys that bounced: 3 ×1"
    finally:
        board.source.close()
