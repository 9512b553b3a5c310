"""The keymap: the shipped ones have a key for everything, a game's marks find theirs, and every fault is told."""

import tomllib
from pathlib import Path

import pytest

from eztrak.config.games import load_game, shipped_games
from eztrak.game.game import WINNERS, Game
from eztrak.keypad.keymap import NEIGHBOURS, Keymap, Keys, keymap_of, keys_of, side_by_side, too_few
from eztrak.keypad.source import CAPS
from eztrak.shipped import setting
from eztrak.table.action import Action, Key
from eztrak.table.digits import Way

SHIPPED = sorted(setting("keymaps").glob("*.toml"))
NEEDED = {"1": "player", "3": "banker", "5": "tie", "Enter": "enter", ".": "clear", "+": "take_back", "/": "menu"}
# What version 0.1.0 shipped: rooms have copies of it.
OLD = {
    "1": "player",
    "3": "banker",
    "2": "tie",
    "Enter": "commit",
    ".": "clear",
    "-": "take_back",
    "/": "new_shoe",
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


def by_game(keys: Keys) -> dict[str, str]:
    """What the game puts somewhere, or leaves its place."""
    fixed = {*WINNERS, *Action} - {Action.INFO}
    return {cap: id for cap, id in sorted(keys.ids.items()) if id not in fixed}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_has_a_key_for_all_that_a_dealer_does_under_every_shipped_keymap(
    path: Path, name: str
) -> None:
    keys = keys_of(shipped(path), game(name))
    gives_way = {"free", Action.INFO, Action.POSITION}
    assert {*game(name).marks, "player", "banker", "tie", *Action} - gives_way <= set(keys.ids.values())
    assert set(keys.ids) <= set(CAPS)
    assert keys.lacking == ()


def test_the_default_keys_of_the_default_game_are_the_printed_ones() -> None:
    assert keys_of(shipped(setting("keymaps", "default.toml")), game("ez-panda")).ids == {
        "1": "player",
        "3": "banker",
        "4": "natural",
        "5": "tie",
        "7": "dragon7",
        "9": "panda8",
        "0": "info",
        "-": "free",
        "+": "take_back",
        "*": "timer",
        "/": "menu",
        ".": "clear",
        "Enter": "enter",
        "NumLock": "new_shoe",
        "Backspace": "erase",
    }


# What each shipped game puts onto the caps of the default keymap, and which of them say who won.
BY_GAME = {
    "commission": ({"4": "natural", "0": "info", "-": "free"}, "135"),
    "commission-dragon-bonus": (
        {"4": "by4", "0": "by5", "6": "by6", "7": "by7", "8": "by8", "9": "by9", "2": "natural", "-": "free"},
        "135",
    ),
    "commission-pairs": ({"4": "player-pair", "6": "banker-pair", "2": "natural", "0": "info", "-": "free"}, "135"),
    "dai-bacc": ({"7": "dragon7", "9": "ox6", "4": "kill", "0": "info", "-": "free"}, "13579"),
    "ez": ({"7": "dragon7", "4": "natural", "0": "info", "-": "free"}, "1357"),
    "ez-dragon-bonus": (
        {"7": "dragon7", "4": "by4", "0": "by5", "6": "by6", "-": "by7", "8": "by8", "9": "by9", "2": "natural"},
        "1357",
    ),
    "ez-panda": ({"7": "dragon7", "9": "panda8", "4": "natural", "0": "info", "-": "free"}, "13579"),
    "five-treasures": (
        {
            "7": "dragon7",
            "9": "panda8",
            "6": "heavenly9",
            "8": "heavenly9-75",
            "4": "blazing7s",
            "2": "blazing7s-200",
            "0": "info",
            "-": "free",
        },
        "13579",
    ),
    "tiger": ({"7": "small-tiger", "9": "big-tiger", "8": "tiger-tie", "0": "info", "-": "free"}, "13579"),
}


@pytest.mark.parametrize("name", shipped_games())
def test_each_shipped_game_has_its_marks_where_they_are_printed(name: str) -> None:
    keys = keys_of(shipped(setting("keymaps", "default.toml")), game(name))
    marks, deciding = BY_GAME[name]
    assert by_game(keys) == marks
    assert keys.deciding == set(deciding)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", shipped_games())
def test_a_free_hand_has_a_cap_wherever_a_game_leaves_one(path: Path, name: str) -> None:
    keys = keys_of(shipped(path), game(name))
    spare = set("0123456789-") - keys.ids.keys()
    assert keys.cap_for("free") or not spare | {cap for cap, id in keys.ids.items() if id == Action.INFO}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", shipped_games())
def test_no_cap_that_says_who_won_lies_beside_one_that_says_another(path: Path, name: str) -> None:
    keys, dealt = keys_of(shipped(path), game(name)), game(name)
    assert side_by_side(keys) == []

    def winner(cap: str) -> str:
        (winner_of_cap,) = {*WINNERS} & (dealt.implied({keys.ids[cap]}) or set())
        return winner_of_cap

    beside = [(cap, near) for cap in keys.deciding for near in NEIGHBOURS[cap] & keys.deciding]
    assert [pair for pair in beside if winner(pair[0]) != winner(pair[1])] == []
    assert not {keys.ids.get(near) for cap in keys.deciding for near in NEIGHBOURS[cap]} & {Action.MENU}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", shipped_games())
def test_where_digits_are_typed_they_stand_for_themselves_in_every_game(path: Path, name: str) -> None:
    """What is no digit does what it always does; after totals three digits say who won, Tie between the other two."""
    keymap = shipped(path)
    beside = {cap: id for cap, id in keymap.ids.items() if not cap.isdigit()}
    assert beside.keys() == {*"-+*/.", "Enter", "NumLock", "Backspace"}
    cards, totals = keys_of(keymap, game(name), Way.CARDS), keys_of(keymap, game(name), Way.TOTALS)
    assert (cards.ids, cards.deciding, cards.lacking) == (beside, frozenset(), ())
    one, three = keymap.ids["1"], keymap.ids["3"]
    assert totals.ids == beside | {"1": one, "2": "tie", "3": three}
    assert (totals.winners, totals.lacking) == ({1: one, 2: "tie", 3: three}, ())


def test_winners_side_by_side_are_named_with_their_caps() -> None:
    assert list(map(str, side_by_side(keys_of(keymap(OLD), game("ez-panda"))))) == [
        "1 = player is next to 2 = tie: a slip from one to the other would go unnoticed",
        "2 = tie is next to 3 = banker: a slip from one to the other would go unnoticed",
    ]


def test_a_winner_beside_the_key_that_says_yes_is_named_too() -> None:
    beside = keymap(NEEDED | {"5": "free", "8": "tie"})
    assert list(map(str, side_by_side(keys_of(beside, game("ez"))))) == [
        "8 = tie is next to / = menu: a slip from one to the other would go unnoticed"
    ]


def test_the_second_keymap_only_swaps_banker_and_player() -> None:
    default, other = (dict(shipped(setting("keymaps", f"{n}.toml")).ids) for n in ("default", "banker-on-1"))
    assert other == default | {"1": "banker", "3": "player"}


def test_a_keymap_of_version_0_1_0_still_works_and_what_the_game_does_not_have_is_not_used() -> None:
    old = keymap(OLD)
    assert keys_of(old, game("ez-panda")).key("Enter", 5) == Key("Enter", 5, Action.COMMIT)
    assert by_game(keys_of(old, game("ez-panda"))) == {
        "+": "free",
        "0": "info",
        "7": "dragon7",
        "8": "panda8",
        "9": "natural",
    }
    assert by_game(keys_of(old, game("commission"))) == {"+": "free", "0": "info", "9": "natural"}
    assert by_game(keys_of(old, game("tiger"))) == {
        "+": "free",
        "0": "info",
        "6": "big-tiger",
        "8": "tiger-tie",
        "9": "small-tiger",
    }


def test_the_files_own_entry_of_a_mark_wins_over_the_games() -> None:
    keys = keys_of(keymap(NEEDED | {"6": "natural"}), game("commission-dragon-bonus"))
    assert by_game(keys) == {"0": "by6", "2": "by5", "4": "by4", "6": "natural", "7": "by7", "8": "by8", "9": "by9"}


def test_a_mark_comes_onto_the_cap_that_its_wager_would_like() -> None:
    keys = keys_of(shipped(setting("keymaps", "default.toml")), game("commission-dragon-bonus"))
    assert [keys.cap_for(f"by{margin}") for margin in range(4, 10)] == list("406789")  # 5 is the tie


def test_when_the_digits_are_taken_info_gives_way_and_then_the_free_hand() -> None:
    """The mark that comes most often gets the better cap."""
    keys = keys_of(shipped(setting("keymaps", "default.toml")), game("ez-dragon-bonus"))
    assert by_game(keys) == {
        "-": "by7",
        "0": "by5",
        "2": "natural",
        "4": "by4",
        "6": "by6",
        "7": "dragon7",
        "8": "by8",
        "9": "by9",
    }
    assert (keys.cap_for(Action.INFO), keys.cap_for("free")) == ("", "")


def test_a_wager_may_ask_for_the_cap_of_the_info_page(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "heron"]\n'
        '[heron]\nkey = "0"\nlines = [{ pay = "4:1", winner = ["player", "banker"], margin = 4 }]\n'
    )
    keys = keys_of(shipped(setting("keymaps", "default.toml")), load_game(str(tmp_path / "ours.toml"), Path()))
    assert by_game(keys) == {"-": "free", "0": "heron"}


def test_a_mark_that_says_who_won_comes_where_no_slip_says_another(tmp_path: Path) -> None:
    """Beside Player, where its wager would like it, a Crane could not be a Tie by itself."""
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        '[crane]\nkey = "0"\nlines = [{ pay = "9:1", winner = "tie", points = 0 }]\n'
    )
    keys = keys_of(shipped(setting("keymaps", "default.toml")), load_game(str(tmp_path / "ours.toml"), Path()))
    assert by_game(keys) == {"-": "free", "0": "info", "7": "crane"}
    assert keys.key("7", 1) == Key("7", 1, toggle="crane", decides=True)


def test_a_game_with_more_marks_than_caps_is_told_in_words(tmp_path: Path) -> None:
    ties = [f"tie-{points}" for points in range(10)]
    (tmp_path / "ties.toml").write_text(f'title = "Ties"\nwagers = {["player", "banker-5", "tie", *ties]}\n')
    many = load_game(str(tmp_path / "ties.toml"), Path())
    faults = too_few(shipped(setting("keymaps", "default.toml")), many)
    assert len(many.marks) == 9  # which of the last two came follows from the others
    assert list(map(str, faults)) == [
        "no cap is left for Tie 2 in keymap default; give it one under [keys] in a keymap of your own,"
        ' such as "*" = "tie-2"'
    ]
    assert too_few(keymap(NEEDED | {"*": "tie-2"}), many) == []


def test_a_cap_becomes_an_action_a_toggle_or_nothing() -> None:
    keys = keys_of(keymap(OLD), game("ez"))
    assert keys.key("-", 1) == Key("-", 1, Action.TAKE_BACK)
    assert keys.key("1", 2) == Key("1", 2, toggle="player", decides=True)
    assert keys.key("9", 2) == Key("9", 2, toggle="natural")
    assert keys.key("7", 2) == Key("7", 2, toggle="dragon7")  # the key that says yes is beside it
    assert keys_of(keymap(NEEDED), game("ez")).key("7", 2) == Key("7", 2, toggle="dragon7", decides=True)
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


def faults_of(plain: dict[str, object]) -> list[str]:
    faults = keymap_of("own", plain)
    assert isinstance(faults, list)
    return [str(fault) for fault in faults]


def test_every_fault_of_a_keymap_is_named() -> None:
    some = "player, banker, tie, free, enter, clear, erase, take_back, new_shoe, timer, info, player_dealer, menu"
    assert faults_of({"title": "x", "keys": {"1": "player", "F12": "banker", "2": "Tie!", "3": 4}}) == [
        "title: there is no such key; known here: name, keys, serial",
        f"keys.F12: there is no such key; known here: {', '.join(CAPS)}",
        f"keys.2 = 'Tie!': must be one of {some}, or a mark of the game",
        f"keys.3 = 4: must be one of {some}, or a mark of the game",
        "keys: no key does banker",
        "keys: no key does tie",
        "keys: no key does enter",
        "keys: no key does clear",
        "keys: no key does take_back",
        "keys: no key does menu",
    ]


@pytest.mark.parametrize("plain", [{}, {"keys": "123"}, {"keys": ["1"]}])
def test_a_keymap_without_keys_is_refused(plain: dict[str, object]) -> None:
    assert faults_of(plain) == [f"keys = {plain.get('keys')!r}: must be a section [keys]"]
