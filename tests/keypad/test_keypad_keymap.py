"""The keymap: the shipped ones have a key for everything, a game's marks find theirs, and every fault is told."""

import tomllib
from pathlib import Path

import pytest

from eztrak.config.games import load_game, shipped_games
from eztrak.game.game import Game
from eztrak.keypad.keymap import Keymap, Keys, keymap_of, keys_of, too_few
from eztrak.keypad.source import CAPS
from eztrak.shipped import setting
from eztrak.table.action import Action, Key

SHIPPED = sorted(setting("keymaps").glob("*.toml"))
NEEDED = {"1": "player", "3": "banker", "2": "tie", "Enter": "commit", ".": "clear", "-": "take_back", "/": "new_shoe"}
KNOWN_CAPS = "0 1 2 3 4 5 6 7 8 9 + - * / . Enter Backspace NumLock"
# What version 0.1.0 shipped: rooms have copies of it.
OLD = NEEDED | {
    "7": "dragon7",
    "8": "panda8",
    "9": "natural",
    "0": "info",
    "+": "free",
    "*": "timer",
    "NumLock": "menu",
}


def shipped(path: Path) -> Keymap:
    return keymap(tomllib.loads(path.read_text())["keys"], path.stem)


def keymap(keys: dict[str, str], name: str = "own") -> Keymap:
    made = keymap_of(name, {"keys": keys})
    assert isinstance(made, Keymap), made
    return made


def game(name: str) -> Game:
    return load_game(name, Path())


def on_digits(keys: Keys) -> dict[str, str]:
    return {cap: id for cap, id in sorted(keys.ids.items()) if cap in "4567890+"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_has_a_key_for_all_that_a_dealer_does_under_every_shipped_keymap(
    path: Path, name: str
) -> None:
    keys = keys_of(shipped(path), game(name))
    gives_way = {"free", Action.INFO}
    assert {*game(name).marks, "player", "banker", "tie", *Action} - gives_way <= set(keys.ids.values())
    assert set(keys.ids) <= set(CAPS)
    assert keys.lacking == ()


def test_the_default_keys_of_the_default_game_are_the_printed_ones() -> None:
    assert keys_of(shipped(setting("keymaps", "default.toml")), game("ez-panda")).ids == {
        "1": "player",
        "2": "tie",
        "3": "banker",
        "7": "dragon7",
        "8": "panda8",
        "9": "natural",
        "0": "info",
        "+": "free",
        "-": "take_back",
        "*": "timer",
        "/": "new_shoe",
        ".": "clear",
        "Enter": "enter",
        "NumLock": "menu",
        "Backspace": "menu",
    }


def test_the_second_keymap_only_swaps_banker_and_player() -> None:
    default, other = (dict(shipped(setting("keymaps", f"{n}.toml")).ids) for n in ("default", "banker-on-1"))
    assert other == default | {"1": "banker", "3": "player"}


def test_a_keymap_of_version_0_1_0_still_works_and_what_the_game_does_not_have_is_not_used() -> None:
    old = keymap(OLD)
    assert keys_of(old, game("ez-panda")).key("Enter", 5) == Key("Enter", 5, Action.COMMIT)
    assert on_digits(keys_of(old, game("ez-panda"))) == {
        "+": "free",
        "0": "info",
        "7": "dragon7",
        "8": "panda8",
        "9": "natural",
    }
    assert on_digits(keys_of(old, game("commission"))) == {"+": "free", "0": "info", "9": "natural"}
    assert on_digits(keys_of(old, game("tiger"))) == {
        "+": "free",
        "0": "info",
        "4": "small-tiger",
        "6": "big-tiger",
        "8": "tiger-tie",
    }


def test_the_files_own_entry_of_a_mark_wins_over_the_games() -> None:
    keys = keys_of(keymap(NEEDED | {"5": "natural"}), game("commission-dragon-bonus"))
    assert on_digits(keys) == {"0": "by5", "4": "by4", "5": "natural", "6": "by6", "7": "by7", "8": "by8", "9": "by9"}


def test_a_mark_comes_onto_the_cap_that_its_wager_would_like() -> None:
    keys = keys_of(shipped(setting("keymaps", "default.toml")), game("commission-dragon-bonus"))
    assert [keys.cap_for(f"by{margin}") for margin in range(4, 10)] == list("456789")


def test_when_the_digits_are_taken_info_gives_way_and_then_the_free_hand() -> None:
    """The mark that comes most often gets the better cap."""
    keys = keys_of(shipped(setting("keymaps", "default.toml")), game("ez-dragon-bonus"))
    assert on_digits(keys) == {
        "+": "by7",
        "0": "natural",
        "4": "by4",
        "5": "by5",
        "6": "by6",
        "7": "dragon7",
        "8": "by8",
        "9": "by9",
    }
    assert (keys.cap_for(Action.INFO), keys.cap_for("free")) == ("", "")


def test_a_wager_may_ask_for_the_cap_of_the_info_page(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        '[crane]\nkey = "0"\nlines = [{ pay = "9:1", winner = "tie", points = 0 }]\n'
    )
    keys = keys_of(shipped(setting("keymaps", "default.toml")), load_game(str(tmp_path / "ours.toml"), Path()))
    assert on_digits(keys) == {"+": "free", "0": "crane"}


def test_a_game_with_more_marks_than_caps_is_told_in_words(tmp_path: Path) -> None:
    ties = [f"tie-{points}" for points in range(10)]
    (tmp_path / "ties.toml").write_text(f'title = "Ties"\nwagers = {["player", "banker-5", "tie", *ties]}\n')
    many = load_game(str(tmp_path / "ties.toml"), Path())
    faults = too_few(shipped(setting("keymaps", "default.toml")), many)
    assert len(many.marks) == 9  # which of the last two came follows from the others
    assert faults == [
        "Tie 2 (tie-2): no cap is left for it in keymap default; give it one under [keys] in a keymap of your own,"
        ' such as "*" = "tie-2"'
    ]
    assert too_few(keymap(NEEDED | {"*": "tie-2"}), many) == []


def test_a_cap_becomes_an_action_a_toggle_or_nothing() -> None:
    keys = keys_of(keymap(OLD), game("ez"))
    assert keys.key("-", 1) == Key("-", 1, Action.TAKE_BACK)
    assert keys.key("7", 2) == Key("7", 2, toggle="dragon7")
    assert keys.key("+", 3) == Key("+", 3, toggle="free")
    assert keys.key("8", 4) == Key("8", 4)
    assert keys.key("KEY_A", 5) == Key("KEY_A", 5)


def test_keys_know_the_cap_of_what_is_done() -> None:
    keys = keys_of(keymap(NEEDED), game("ez"))
    assert (keys.cap_for("banker"), keys.cap_for(Action.COMMIT), keys.cap_for(Action.TIMER)) == ("3", "Enter", "")


def test_a_keymap_may_bring_its_own_name() -> None:
    keymap = keymap_of("file", {"name": "pit 3", "keys": NEEDED})
    assert isinstance(keymap, Keymap)
    assert keymap.name == "pit 3"


def test_every_fault_of_a_keymap_is_named() -> None:
    some = "player, banker, tie, free, enter, clear, take_back, new_shoe, timer, info, menu"
    assert keymap_of("own", {"title": "x", "keys": {"1": "player", "F1": "banker", "2": "Tie!", "3": 4}}) == [
        "title: there is no such key; known here are name, keys, serial",
        f"keys.F1: there is no such cap; known are {KNOWN_CAPS}",
        f"keys.2 = 'Tie!': one of {some} is needed, or a mark of the game",
        f"keys.3 = 4: one of {some} is needed, or a mark of the game",
        "keys: no key does banker",
        "keys: no key does tie",
        "keys: no key does enter",
        "keys: no key does clear",
        "keys: no key does take_back",
        "keys: no key does new_shoe",
    ]


@pytest.mark.parametrize("plain", [{}, {"keys": "123"}, {"keys": ["1"]}])
def test_a_keymap_without_keys_is_refused(plain: dict[str, object]) -> None:
    assert keymap_of("own", plain) == ["keys: a section [keys] is needed"]
