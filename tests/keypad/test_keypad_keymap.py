"""The keymap: the shipped ones have a key for everything, and a faulty one is told all that is wrong."""

import tomllib
from pathlib import Path

import pytest

from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.keypad.source import CAPS
from eztrak.shipped import setting
from eztrak.table.entry import Action

SHIPPED = sorted(setting("keymaps").glob("*.toml"))
NEEDED = {"1": "player", "3": "banker", "2": "tie", "Enter": "commit", ".": "clear", "-": "take_back", "/": "new_shoe"}
KNOWN_CAPS = "0 1 2 3 4 5 6 7 8 9 + - * / . Enter Backspace NumLock"


def shipped(path: Path) -> Keymap:
    made = keymap_of(path.stem, tomllib.loads(path.read_text()))
    assert isinstance(made, Keymap), made
    return made


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_keymap_has_a_key_for_everything_a_dealer_does(path: Path) -> None:
    keymap = shipped(path)
    assert keymap.name == path.stem
    assert set(keymap.actions.values()) == set(Action)
    assert set(keymap.actions) <= set(CAPS)


def test_the_default_keymap_is_the_printed_one() -> None:
    assert shipped(setting("keymaps", "default.toml")).actions == {
        "1": Action.PLAYER,
        "2": Action.TIE,
        "3": Action.BANKER,
        "7": Action.DRAGON7,
        "8": Action.PANDA8,
        "9": Action.NATURAL,
        "0": Action.INFO,
        "+": Action.FREE,
        "-": Action.TAKE_BACK,
        "*": Action.TIMER,
        "/": Action.NEW_SHOE,
        ".": Action.CLEAR,
        "Enter": Action.COMMIT,
        "NumLock": Action.MENU,
        "Backspace": Action.MENU,
    }


def test_the_second_keymap_only_swaps_banker_and_player() -> None:
    default, other = (dict(shipped(setting("keymaps", f"{n}.toml")).actions) for n in ("default", "banker-on-1"))
    assert other == default | {"1": Action.BANKER, "3": Action.PLAYER}


def test_a_keymap_knows_the_cap_of_an_action() -> None:
    keymap = keymap_of("small", {"keys": NEEDED})
    assert isinstance(keymap, Keymap)
    assert keymap == Keymap("small", {cap: Action(action) for cap, action in NEEDED.items()})
    assert keymap.cap_for(Action.BANKER) == "3"
    assert keymap.cap_for(Action.TIMER) == ""


def test_a_keymap_may_bring_its_own_name() -> None:
    keymap = keymap_of("file", {"name": "pit 3", "keys": NEEDED})
    assert isinstance(keymap, Keymap)
    assert keymap.name == "pit 3"


def test_every_fault_of_a_keymap_is_named() -> None:
    assert keymap_of("own", {"title": "x", "keys": {"1": "player", "F1": "banker", "2": "ties", "3": 4}}) == [
        "title: there is no such key; known here are name, keys, serial",
        f"keys.F1: there is no such cap; known are {KNOWN_CAPS}",
        f"keys.2 = 'ties': one of {', '.join(Action)} is needed",
        f"keys.3 = 4: one of {', '.join(Action)} is needed",
        "keys: no key does banker",
        "keys: no key does tie",
        "keys: no key does commit",
        "keys: no key does clear",
        "keys: no key does take_back",
        "keys: no key does new_shoe",
    ]


@pytest.mark.parametrize("plain", [{}, {"keys": "123"}, {"keys": ["1"]}])
def test_a_keymap_without_keys_is_refused(plain: dict[str, object]) -> None:
    assert keymap_of("own", plain) == ["keys: a section [keys] is needed"]
