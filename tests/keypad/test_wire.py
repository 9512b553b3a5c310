"""Bytes on a serial line, as data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eztrak.keypad.source import CAPS
from eztrak.keypad.wire import ASCII, ByteWire, LineWire, wire_for, wire_of
from eztrak.voice.said import Spoken


def caps(data: bytes, code: dict[str, str] | None = None) -> list[str]:
    return [cap for cap, _ in wire_for(code or ASCII).decode(data)]


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_every_way_to_end_a_line_is_one_enter(end: bytes) -> None:
    assert caps(b"1" + end + b"2" + end) == ["1", "Enter", "2", "Enter"]
    assert caps(end + end) == ["Enter", "Enter"]


def test_cr_and_lf_in_two_reads_are_still_one_enter() -> None:
    wire = ByteWire(ASCII)
    assert [cap for part in (b"1\r", b"\n2\n") for cap, _ in wire.decode(part)] == ["1", "Enter", "2", "Enter"]


def test_cr_and_lf_that_mean_two_caps_are_two_keys() -> None:
    assert caps(b"\r\n", {"\r": "Enter", "\n": "."}) == ["Enter", "."]


def test_with_a_section_of_its_own_what_it_does_not_name_is_garbage() -> None:
    wire = ByteWire({"A": "1"})
    assert [cap for cap, _ in wire.decode(b"A1A")] == ["1", "1"]
    assert wire.garbage == 1


def test_a_line_without_end_is_garbage_and_so_is_its_tail() -> None:
    wire = LineWire({"K1": "1"})
    assert wire.decode(b"x" * 100 + b"K1\r") == []
    assert wire.garbage == 102
    assert wire.decode(b"K1\r") == [("1", "'K1'")]


def test_one_long_text_makes_all_of_them_lines() -> None:
    assert caps(b"A\rK2\r", {"A": "1", "K2": "2"}) == ["1", "2"]


@given(st.binary(max_size=300), st.integers(0, 300))
def test_no_bytes_ever_give_anything_but_caps_and_every_byte_is_accounted_for(data: bytes, cut: int) -> None:
    wire = ByteWire(ASCII)
    pressed = [cap for part in (data[:cut], data[cut:]) for cap, _ in wire.decode(part)]
    assert set(pressed) <= set(CAPS)
    pairs = data.count(b"\r\n")
    assert len(pressed) + wire.garbage + pairs == len(data)


def wire_faults(code: object) -> list[str]:
    faults: list[Spoken] = []
    wire_of("serial", code, faults)
    return [str(fault) for fault in faults]


def test_faults_of_a_section_are_all_named() -> None:
    assert wire_faults({"A": "11", "€": "1", "": "2"}) == [
        "serial.'A' = '11': there is no such cap; choose " + " ".join(CAPS),
        "serial.'\\u20ac': every character must be one byte",
        "serial.'': every character must be one byte",
    ]
    assert wire_faults({"K1\r": "1"}) == ["serial.'K1\\r': a line has up to 32 characters, and CR and LF only end it"]
    assert len(wire_faults({})) == len(wire_faults("A=1")) == 1
    assert wire_faults(ASCII) == []
