"""The script source: keys and pauses from a text, pressed when their time has come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eztrak.keypad.script import ScriptError, ScriptSource, parse
from eztrak.keypad.source import CAPS, KeyPress
from eztrak.table.round import NANO

START = 1_000_000 * NANO
KEYS = "0 1 2 3 4 5 6 7 8 9 + - * / . Enter Backspace NumLock"


def keys(second: float, *caps: str) -> list[KeyPress]:
    return [KeyPress(cap, "script", START + round(second * NANO)) for cap in caps]


def test_a_script_is_words_with_pauses_and_comments() -> None:
    assert parse("9 3 Enter  # Banker, natural\n\nwait 2.5\n7 Enter # wait 9\n# 1\n- wait 0 Enter") == [
        *("9", "3", "Enter", 2.5, "7", "Enter", "-", 0.0, "Enter")
    ]
    assert parse("") == []


def test_every_fault_of_a_script_is_named_with_its_line() -> None:
    with pytest.raises(ScriptError) as refused:
        parse("1 Enter\nF1 3 enter\nwait soon\n2 wait # 3\nwait -1\nwait 1e3")
    assert str(refused.value).splitlines() == [
        f"line 2: 'F1' is not a key; keys are {KEYS} wait SECONDS",
        f"line 2: 'enter' is not a key; keys are {KEYS} wait SECONDS",
        "line 3: write seconds after wait, not 'soon'",
        "line 4: write seconds after wait, not ''",
        "line 5: write seconds after wait, not '-1'",
        "line 6: write seconds after wait, not '1e3'",
    ]


steps = st.lists(st.sampled_from(CAPS) | st.integers(0, 10**6).map(lambda n: n / 100))


@given(steps=steps)
def test_what_is_written_as_a_script_is_read_as_it_was(steps: list[str | float]) -> None:
    assert parse(" ".join(step if isinstance(step, str) else f"wait {step}" for step in steps)) == steps


def every(source: ScriptSource, mono: int) -> list[KeyPress]:
    """All keys whose time has come."""
    every_key: list[KeyPress] = []
    while pressed := source.read(mono):
        every_key += pressed
    return every_key


def test_keys_come_when_their_time_has_come() -> None:
    source = ScriptSource(["1", "Enter", 2.0, "3", 0.5, "Enter"], START)
    assert source.fileno() is None
    assert source.due() == START
    assert source.read(START - 1) == []
    assert source.read(START) == keys(0, "1")  # one at a time: a script waits for the answer
    assert every(source, START) == keys(0, "Enter")
    assert source.due() == START + 2 * NANO
    assert source.read(START + 2 * NANO - 1) == []
    assert every(source, START + 2 * NANO) == keys(2, "3")
    assert source.due() == START + 5 * NANO // 2
    assert every(source, START + 3 * NANO) == keys(3, "Enter")
    assert source.due() is None
    assert source.read(START + 9 * NANO) == []


def test_a_reader_that_comes_late_finds_all_keys_and_no_pause_is_lengthened() -> None:
    source = ScriptSource(["1", 1.0, "2", 1.0, "3", 10.0, "4"], START)
    assert every(source, START + 5 * NANO) == keys(5, "1", "2", "3")
    assert source.due() == START + 12 * NANO


def test_an_endless_script_is_drawn_as_it_is_needed() -> None:
    source = ScriptSource((step for _ in iter(int, 1) for step in ("3", 1.0)), START, "demo")
    assert every(source, START + NANO // 2) == [KeyPress("3", "demo", START + NANO // 2)]
    assert len(every(source, START + 10 * NANO)) == 10


def test_a_closed_script_presses_nothing_more() -> None:
    source = ScriptSource(["1", 1.0, "2"], START)
    source.close()
    assert source.due() is None
    assert source.read(START + 9 * NANO) == []


@given(steps=steps, looks=st.lists(st.integers(0, 10**14), max_size=5))
def test_however_often_it_is_read_the_keys_are_the_same(steps: list[str | float], looks: list[int]) -> None:
    source = ScriptSource(steps, START)
    pressed = [key.cap for moment in [*sorted(looks), 10**17] for key in every(source, START + moment)]
    assert pressed == [step for step in steps if isinstance(step, str)]
    assert source.due() is None
