"""`eztrak game`: what can be dealt, what follows from a file, what is wrong with one, and exact odds."""

import json
from pathlib import Path

import pytest

from eztrak.cli import main
from eztrak.config.games import shipped_games

Capture = pytest.CaptureFixture[str]

OURS = """title = "Ours"
wagers = ["player", "banker-5", "tie", "crane", "heron"]
counts = ["natural"]

[crane]
names = { en = "Crane", ko = "용" }
lines = [{ pay = "60:1", winner = "tie", points = 9, mark = "99" }, { pay = "25:1", winner = "tie", points = 8 }]
key = "5"
sign = "8"
look = { ground = "jade" }

[heron]
lines = [{ pay = "4:1", winner = "player", margin = [4, 5] }]
"""


@pytest.fixture
def ours(tmp_path: Path) -> str:
    (tmp_path / "ours.toml").write_text(OURS, encoding="utf-8")
    return "ours.toml"


def printed(capsys: Capture, *arguments: str) -> dict[str, object]:
    assert main(["game", *arguments, "--json"]) == 0
    said: dict[str, object] = json.loads(capsys.readouterr().out)
    return said


def test_the_games_that_ship_are_listed(capsys: Capture) -> None:
    assert main(["game", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == shipped_games()
    assert "commission               Mini-Baccarat: Player, Banker, Tie" in lines
    assert main(["game", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"game": "commission", "title": "Mini-Baccarat", "wagers": ["player", "banker-5", "tie"]} in listed


def test_a_game_is_shown_with_the_keys_of_the_default_keymap(capsys: Capture) -> None:
    assert printed(capsys, "show", "ez-panda")["keys"] == {
        "player": "1",
        "banker": "3",
        "tie": "5",
        "dragon7": "7",
        "panda8": "9",
        "natural": "4",
        "free": "-",
        "enter": "Enter",
        "clear": ".",
        "erase": "Backspace",
        "take_back": "+",
        "new_shoe": "NumLock",
        "timer": "*",
        "info": "0",
        "menu": "/",
    }


def test_the_keymap_in_force_is_the_configs(capsys: Capture, tmp_path: Path, ours: str) -> None:
    """Whatever else is wrong with the config."""
    (tmp_path / "eztrak.toml").write_text("[table]\ngame = 'nix'\n[keypad]\nkeymap = 'banker-on-1'\n")
    keys = printed(capsys, "show", ours, "--config", "eztrak.toml")["keys"]
    assert isinstance(keys, dict)
    assert (keys["player"], keys["banker"], keys["crane"]) == ("3", "1", "9")


def test_a_game_that_nobody_has_seen_is_shown_with_all_that_follows_from_it(capsys: Capture, ours: str) -> None:
    shown = printed(capsys, "show", ours)
    assert (shown["game"], shown["title"]) == ("ours", {"en": "Ours"})
    assert shown["tiles"] == ["player", "banker", "tie", "crane", "heron", "natural"]
    wagers, marks, keys = shown["wagers"], shown["marks"], shown["keys"]
    assert isinstance(wagers, dict)
    assert isinstance(marks, dict)
    assert isinstance(keys, dict)
    assert list(wagers) == ["player", "banker-5", "tie", "crane", "heron"]
    assert wagers["banker-5"]["spot"] == "banker"
    assert wagers["crane"]["pays"] == ["60:1", "25:1"]
    assert wagers["crane"]["names"] == {"en": "Crane", "ko": "용"}
    assert wagers["heron"]["lines"] == [{"pay": "4:1", "winner": ["player"], "margin": [4, 5]}]
    assert list(marks) == ["crane-60", "crane", "heron", "natural"]
    assert marks["crane"] == {
        "wager": "crane",
        "names": {"en": "Crane 25:1", "ko": "용 25:1"},
        "sign": "8",
        "tile": True,
        "place": "sign",
        "celebrated": True,
        "implies": ["tie"],
    }
    assert (marks["crane-60"]["sign"], marks["heron"]["celebrated"], marks["natural"]["place"]) == ("99", False, "dot")
    assert {id: keys[id] for id in marks} == {"crane": "9", "heron": "6", "crane-60": "7", "natural": "4"}
    assert ["crane", "natural", "tie"] in shown["sets"]
    assert ["crane", "player"] not in shown["sets"]


def test_a_game_is_shown_to_people(capsys: Capture) -> None:
    assert main(["game", "show", "dai-bacc"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("dai-bacc: Dai Bacc\n\nwagers\n  player: Player\n")
    assert "  4      Kill (kill): K on the bead; celebrated\n" in said
    assert "  B7K           TIGER 7, kill\n" in said


def test_where_no_key_shows_the_info_page_it_says_what_does(capsys: Capture) -> None:
    assert main(["game", "show", "commission-dragon-bonus"]) == 0
    assert "  .      with nothing typed: info\n" in capsys.readouterr().out


def test_a_file_without_fault_is_told_what_came_out(capsys: Capture, ours: str) -> None:
    assert main(["game", "check", ours]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ours.toml: all well\nours: Ours\n")
    assert "tiles: Player, Banker, Tie, Crane, Heron, Natural\n" in said
    assert "  7      Crane 60:1 (crane-60): 99 on the bead; is Tie; celebrated\n" in said
    assert "warning" not in said
    assert printed(capsys, "check", ours).items() >= {"file": ours, "ok": True, "faults": [], "warnings": []}.items()


def test_every_fault_of_a_file_is_told_with_wager_line_and_value(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane", "owl"]\ntitel = "Ours"\n'
        '[crane]\nlines = [{ pay = "9:1", winer = \'tie\' }, { pay = "9:1", sum = 19 }]\n'
    )
    assert main(["game", "check", "ours.toml"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ours.toml: ") for line in lines)
    assert "ours.toml: crane, line 1: winer: there is no such key; did you mean winner?" in lines
    assert any(line.startswith("ours.toml: crane, line 2: sum = 19: must be one of 0, 1, 2") for line in lines)
    assert any(line.startswith("ours.toml: wagers: there is no wager owl; the library has ") for line in lines)
    assert any(line.startswith("ours.toml: titel: there is no such key") for line in lines)
    assert main(["game", "check", "ours.toml", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], [f"ours.toml: {fault}" for fault in said["faults"]]) == (False, lines)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (
            '{ pay = "9:1", winner = "tie", margin = 2 }',
            "ours.toml: crane, line 1 (winner=tie margin=2): no deal of this tableau meets it",
        ),
        (
            '{ pay = "9:1", winner = "tie" }, { pay = "20:1", winner = "tie", points = 9 }',
            "ours.toml: crane, line 2 (winner=tie points=9): earlier lines cover it",
        ),
    ],
)
def test_a_line_that_settles_nothing_is_a_fault(capsys: Capture, tmp_path: Path, lines: str, fault: str) -> None:
    (tmp_path / "ours.toml").write_text(
        f'wagers = ["player", "banker-5", "tie", "crane"]\n[crane]\nlines = [{lines}]\n'
    )
    assert main(["game", "check", "ours.toml"]) == 1
    assert fault in capsys.readouterr().out.splitlines()


def test_a_wager_on_which_the_room_loses_is_a_warning(capsys: Capture, tmp_path: Path) -> None:
    """As a bet at Pala that is real, and capped."""
    (tmp_path / "pala.toml").write_text('wagers = ["player", "banker-5", "tie", "super6"]\npay = { super6 = "18:1" }\n')
    assert main(["game", "check", "pala.toml"]) == 0
    warning = "super6: the room loses 2.34% on it in the long run"
    assert capsys.readouterr().out.endswith(f"warning: {warning}\n")
    assert printed(capsys, "check", "pala.toml")["warnings"] == [warning]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("names = '\u16a0'", "'\u16a0': the board's fonts have no \u16a0"),
        ("look = { picture = 'heron' }", "crane.look.picture = 'heron': there is no such picture; choose "),
        ("look = { chime = 'bang' }", "crane.look.chime = 'bang': there is no such chime; choose "),
    ],
)
def test_what_the_board_does_not_have_is_a_fault(capsys: Capture, tmp_path: Path, more: str, fault: str) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        f'[crane]\nlines = [{{ pay = "9:1", winner = "tie", points = 9 }}]\n{more}\n',
        encoding="utf-8",
    )
    assert main(["game", "check", "ours.toml"]) == 1
    assert capsys.readouterr().out.startswith(f"ours.toml: {fault}")


def test_a_name_that_the_fonts_cannot_write_is_a_warning_and_english_stands_there(
    capsys: Capture, tmp_path: Path
) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        "[crane]\nlines = [{ pay = '9:1', winner = 'tie', points = 9 }]\nnames = { en = 'Crane', ko = '힣' }\n",
        encoding="utf-8",
    )
    (tmp_path / "eztrak.toml").write_text(
        "[table]\npack = 'tribal'\ngame = 'ours.toml'\n[display]\nlanguages = ['ko']\n"
    )
    warning = "crane.names.ko = '힣': the board's fonts have no 힣; English is shown instead"
    assert printed(capsys, "check", "ours.toml")["warnings"] == [warning]
    assert main(["config", "check", "eztrak.toml"]) == 0
    assert capsys.readouterr().out == f"eztrak.toml: all well\nwarning: table.game: {warning}\n"
    assert main(["snapshot", "--nodes", "--config", "eztrak.toml"]) == 0
    shown = capsys.readouterr().out
    assert "CRANE" in shown
    assert "힣" not in shown


def test_more_marks_than_caps_are_a_fault_of_the_game_and_of_the_config(capsys: Capture, tmp_path: Path) -> None:
    ties = [f"tie-{points}" for points in range(10)]
    (tmp_path / "ties.toml").write_text(f"wagers = {['player', 'banker-5', 'tie', *ties]}\n")
    (tmp_path / "eztrak.toml").write_text("[table]\ngame = 'ties.toml'\n")
    fault = "no cap is left for Tie 2 in keymap default"
    assert main(["game", "check", "ties.toml"]) == 1
    assert capsys.readouterr().out.startswith(f"ties.toml: {fault}")
    assert main(["config", "check", "eztrak.toml"]) == 2
    assert capsys.readouterr().err.startswith(f"eztrak: eztrak.toml: table.game: {fault}")


def test_odds_are_exact_and_in_the_form_that_was_promised(capsys: Capture) -> None:
    assert printed(capsys, "odds", "ez-panda") == {
        "game": "ez-panda",
        "decks": 8,
        "deals": 4_998_398_275_503_360,
        "states": 205,
        "wagers": {
            "player": {"lines": [2_230_518_282_592_256, 475_627_426_473_216], "edge": "0.012350813289"},
            "banker-ez": {
                "lines": [112_633_011_329_024, 2_179_619_555_108_864, 475_627_426_473_216],
                "edge": "0.010183007571",
            },
            "tie": {"lines": [475_627_426_473_216], "edge": "0.143596287787"},
            "dragon7": {"lines": [112_633_011_329_024], "edge": "0.076113344724"},
            "panda8": {"lines": [172_660_763_262_976], "edge": "0.101876321693"},
            "natural": {"lines": [1_714_696_016_515_584], "edge": None},
        },
    }


def test_odds_of_what_a_key_tells_are_counted_too(capsys: Capture) -> None:
    pairs = printed(capsys, "odds", "commission-pairs", "--decks", "6")
    assert (pairs["decks"], pairs["deals"]) == (6, 878_869_206_895_680)
    wagers = pairs["wagers"]
    assert isinstance(wagers, dict)
    pair = wagers["player-pair"]
    assert pair["lines"] == [878_869_206_895_680 * 23 // 311]
    assert pair["edge"] == "0.112540192926"


def test_a_negative_edge_is_written_as_such(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "pala.toml").write_text('wagers = ["player", "banker-5", "tie", "super6"]\npay = { super6 = "18:1" }\n')
    wagers = printed(capsys, "odds", "pala.toml")["wagers"]
    assert isinstance(wagers, dict)
    assert wagers["super6"]["edge"].startswith("-0.0234")
    assert len(wagers["super6"]["edge"]) == len("-0.") + 12


def test_odds_are_told_to_people(capsys: Capture) -> None:
    assert main(["game", "odds", "ez", "--decks", "8"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("EZ Baccarat, 8 decks: 4,998,398,275,503,360 deals, 205 states\n")
    assert "dragon7: house edge 7.6113%\n    40:1        112,633,011,329,024   2.2534%  " in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["odds", "ez", "--decks", "9"], "'9' is not a number of decks; give one from 1 to 8"),
        ([], "what about games? list, show NAME, check FILE or odds NAME"),
    ],
)
def test_a_wrong_argument_is_told_with_what_is_allowed(capsys: Capture, arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["game", *arguments])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "odds"])
def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: Capture, command: str) -> None:
    assert main(["game", command, "whist"]) == 2
    assert "is not known; choose commission, " in capsys.readouterr().err
    assert main(["game", command, "gone.toml"]) == 2
    assert capsys.readouterr().err == "eztrak: gone.toml: cannot be read: No such file or directory\n"
