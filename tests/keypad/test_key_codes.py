"""What the kernel sends for the keys of number pads, as data."""

from collections.abc import Sequence

import pytest

from eztrak.keypad.codes import KEYS, WRAP, Decoder, KeyEvent, Pressed
from eztrak.keypad.source import CAPS

MS = 1_000_000
CODES = {name: code for code, (name, _) in KEYS.items()} | {
    "KEY_LEFTSHIFT": 42,
    "KEY_LEFTALT": 56,
    "KEY_EQUAL": 13,
    "KEY_TAB": 15,
}


class Pad:
    """Sends events as a keyboard does: `NUMLOCK+ KP1+ KP1- NUMLOCK-`, each so many milliseconds after the last."""

    def __init__(self) -> None:
        self.decoder = Decoder()
        self.mono = 1000 * MS

    def send(self, text: str, apart: int = 8) -> list[str]:
        events: list[KeyEvent] = []
        for word in text.split():
            value = {"+": 1, "-": 0, "~": 2}[word[-1]]
            self.mono += apart * MS
            events += [KeyEvent(1, CODES[f"KEY_{word[:-1]}"], value, self.mono), KeyEvent(0, 0, 0, self.mono)]
        return _caps(self.decoder.decode(events))

    def rest(self, milliseconds: int = 500) -> list[str]:
        self.mono += milliseconds * MS
        return _caps(self.decoder.settle(self.mono))


def _caps(pressed: Sequence[Pressed]) -> list[str]:
    return [press.cap or press.key for press in pressed]


@pytest.fixture
def pad() -> Pad:
    return Pad()


def test_a_key_is_as_old_as_the_kernel_says_however_late_it_is_read(pad: Pad) -> None:
    down = [KeyEvent(1, CODES[name], 1, moment * MS) for name, moment in (("KEY_KP1", 5000), ("KEY_KPENTER", 5200))]
    up = [KeyEvent(1, CODES[name], 0, 5300 * MS) for name in ("KEY_KP1", "KEY_KPENTER")]
    numlock = [KeyEvent(1, CODES["KEY_NUMLOCK"], 1, 6000 * MS)]
    pressed = pad.decoder.decode([*down, *up, *numlock]) + pad.decoder.settle(9000 * MS)
    assert [press.mono for press in pressed] == [5000 * MS, 5200 * MS, 6000 * MS]


def test_every_cap_of_a_number_pad_has_a_key() -> None:
    assert {cap for _, cap in KEYS.values()} == set(CAPS)


@pytest.mark.parametrize(
    ("keys", "caps"),
    [
        ("KP7 KP8 KP9 KP4 KP5 KP6 KP1 KP2 KP3 KP0 KPDOT", "7894561230."),
        ("HOME UP PAGEUP LEFT CLEAR RIGHT END DOWN PAGEDOWN INSERT DELETE", "7894561230."),
        ("7 8 9 4 5 6 1 2 3 0 DOT", "7894561230."),
        ("KPPLUS KPMINUS KPASTERISK KPSLASH MINUS SLASH", "+-*/-/"),
    ],
)
def test_pads_differ_in_their_codes_and_not_in_their_caps(pad: Pad, keys: str, caps: str) -> None:
    assert "".join(pad.send(" ".join(f"{key}+ {key}-" for key in keys.split()))) == caps


def test_a_key_held_down_is_one_press(pad: Pad) -> None:
    assert pad.send("KP3+ KP3~ KP3~ KP3~ KP3- KP3+ KP3-", apart=30) == ["3", "3"]


def test_keys_rolled_over_each_other_both_count(pad: Pad) -> None:
    assert pad.send("KP9+ KP3+ KP9- KP3-") == ["9", "3"]


@pytest.mark.parametrize(
    "wrapped",
    [
        "NUMLOCK+ NUMLOCK- KP1+ KP1- NUMLOCK+ NUMLOCK-",  # pressed and released on each side
        "NUMLOCK+ KP1+ KP1- NUMLOCK-",  # held around the key
        "NUMLOCK+ NUMLOCK- KP1+ NUMLOCK+ NUMLOCK- KP1-",  # the second before the key is let go
        "NUMLOCK+ NUMLOCK- KP1+ KP1-",  # only before
        "KP1+ KP1- NUMLOCK+ NUMLOCK-",  # only after
    ],
)
@pytest.mark.parametrize("apart", [1, 8, 20])
def test_numlock_around_a_key_is_not_the_menu_key(pad: Pad, wrapped: str, apart: int) -> None:
    for _ in range(3):
        assert pad.send(wrapped, apart) == ["1"]
    assert pad.rest() == []


def test_a_wrapped_key_may_be_held_as_long_as_one_likes(pad: Pad) -> None:
    assert pad.send("NUMLOCK+ NUMLOCK- KP1+") == ["1"]
    pad.rest(2000)
    assert pad.send("KP1- NUMLOCK+ NUMLOCK-") == []
    assert pad.rest() == []


def test_numlock_alone_is_the_menu_key_once_that_is_sure(pad: Pad) -> None:
    assert pad.send("NUMLOCK+") == []
    assert pad.decoder.due() == pad.mono + WRAP
    assert pad.rest(79) == []
    assert pad.rest(1) == ["NumLock"]
    assert pad.send("NUMLOCK-") == []
    assert pad.rest() == []
    assert pad.decoder.due() is None


def test_numlock_and_later_a_key_read_in_one_go_are_both_keys(pad: Pad) -> None:
    assert pad.send("NUMLOCK+ NUMLOCK- KP1+ KP1-", apart=100) == ["NumLock", "1"]


def test_plus_and_star_may_come_shifted(pad: Pad) -> None:
    assert pad.send("LEFTSHIFT+ EQUAL+ EQUAL- LEFTSHIFT- LEFTSHIFT+ 8+ 8- LEFTSHIFT- 8+ 8-") == ["+", "*", "8"]


def test_a_sign_typed_as_alt_and_numbers_gives_no_number(pad: Pad) -> None:
    assert pad.send("LEFTALT+ KP4+ KP4- KP0+ KP0- LEFTALT- KP3+") == ["Alt+KEY_KP4", "Alt+KEY_KP0", "3"]


def test_a_key_that_no_number_pad_has_keeps_its_own_name(pad: Pad) -> None:
    assert pad.send("TAB+ TAB-") == ["key 15"]


def test_after_an_overrun_the_torn_rest_is_left_out_and_counted() -> None:
    decoder = Decoder()
    press, report, dropped = KeyEvent(1, 81, 1, 0), KeyEvent(0, 0, 0, 0), KeyEvent(0, 3, 0, 0)
    release = KeyEvent(1, 81, 0, 0)
    pressed = decoder.decode([press, report, release, dropped, press, report, press, report])
    assert _caps(pressed) == ["3", "3"]
    assert decoder.overruns == 1


def test_names_and_codes_are_the_kernels() -> None:
    codes = pytest.importorskip("evdev").ecodes.ecodes
    assert {name: codes[name] for name in CODES} == CODES
