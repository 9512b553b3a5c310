"""`eztrak shoe` and `eztrak demo --png`: one shoe as text, as JSON and as a picture."""

import json
import os
import struct
import subprocess
from pathlib import Path

import pytest
from running import COMMAND, eztrak, surroundings

from eztrak.cli import main

# The example BPPBBBP of the roads' definition, with ties, marks and a voided hand that must not count.
NOTATION = "T B Pn P Bx B7 B T Bf P8"
JSON = {
    "notation": NOTATION,
    "hands": 9,
    "free": 1,
    "voided": 1,
    "counts": {"player": 3, "banker": 4, "tie": 2, "dragon7": 1, "panda8": 1, "natural": 1},
    "percent": {"player": 33.3, "banker": 44.4, "tie": 22.2, "dragon7": 11.1, "panda8": 11.1, "natural": 11.1},
    "roads": {
        "bead": [
            *([1, 1, "T"], [1, 2, "B"], [1, 3, "P"], [1, 4, "P"], [1, 5, "B"], [1, 6, "B"]),
            *([2, 1, "T"], [2, 2, "B"], [2, 3, "P"]),
        ],
        "big": [
            {"col": 1, "row": 1, "winner": "B", "ties": 1},
            {"col": 2, "row": 1, "winner": "P", "ties": 0},
            {"col": 2, "row": 2, "winner": "P", "ties": 0},
            {"col": 3, "row": 1, "winner": "B", "ties": 0},
            {"col": 3, "row": 2, "winner": "B", "ties": 1},
            {"col": 3, "row": 3, "winner": "B", "ties": 0},
            {"col": 4, "row": 1, "winner": "P", "ties": 0},
        ],
        "leading_ties": 0,
        "big_eye": [[1, 1, "b"], [1, 2, "b"], [2, 1, "r"], [3, 1, "b"], [3, 2, "b"]],
        "small": [[1, 1, "b"], [2, 1, "r"], [3, 1, "b"]],
        "cockroach": [],
        "ask": {"banker": "bbr", "player": "rrb"},
    },
}
FAULTY = "P Bz T7 B7n"
FAULTS = (
    "position 3: 'Bz' is not a hand\n"
    "position 6: 'T7' is not a hand\n"
    "position 9: 'B7n': Dragon 7 and Natural cannot come in the same hand\n"
    "a hand is P, B or T, then its marks as 7 (Dragon 7), 8 (Panda 8), n (Natural) or [id], then f (free hand) and x"
    " (voided) in this order\n"
)

Capture = pytest.CaptureFixture[str]


def size_of(picture: Path) -> tuple[int, int]:
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", content[16:24])


def test_a_shoe_as_json_is_what_the_design_promises(capsys: Capture) -> None:
    assert main(["shoe", NOTATION, "--json"]) == 0
    said = capsys.readouterr().out
    assert json.loads(said) == JSON
    assert list(json.loads(said)) == list(JSON)
    assert said.count("\n") == 1


def test_a_mark_can_always_be_written_by_its_id(capsys: Capture) -> None:
    assert main(["shoe", "B[dragon7] P[panda8]f B[natural]x", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notation"] == "B7 P8f Bnx"


def test_a_shoe_of_another_game_is_counted_by_its_ids(capsys: Capture) -> None:
    assert main(["shoe", "P4 Bn T[natural] B[by9] P", "--game", "commission-dragon-bonus", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["notation"] == "P4 Bn Tn B9 P"
    came = {id: count for id, count in data["counts"].items() if count}
    bonus = {"dragon-bonus-player": 1, "dragon-bonus-banker": 2}
    assert came == {"player": 2, "banker": 2, "tie": 1, "natural": 2, "by4": 1, "by9": 1} | bonus
    assert data["percent"]["dragon-bonus-banker"] == 40.0
    assert "dragon7" not in data["counts"]


def test_a_shoe_of_a_rooms_own_game_is_read_by_its_file(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        '[crane]\nsign = "C"\nlines = [{ pay = "9:1", winner = "tie", points = [8, 9] }]\n'
    )
    assert main(["shoe", "P T[crane] TCf", "--game", "ours.toml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["notation"], data["counts"]) == ("P TC TCf", {"player": 1, "banker": 0, "tie": 2, "crane": 2})


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: Capture) -> None:
    assert main(["shoe", "P", "--game", "whist"]) == 2
    assert "is not known; choose commission, commission-dragon-bonus, " in capsys.readouterr().err


def test_the_configs_game_reads_a_shoe(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "eztrak.toml").write_text("[table]\ngame = 'tiger'\n")
    assert main(["shoe", "T[tiger-tie]", "--config", "eztrak.toml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["tiger-tie"] == 1


def test_ties_before_the_first_winner_are_counted_apart(capsys: Capture) -> None:
    assert main(["shoe", "TTT", "--json"]) == 0
    roads = json.loads(capsys.readouterr().out)["roads"]
    assert (roads["big"], roads["leading_ties"]) == ([], 3)


def test_an_empty_shoe_is_a_shoe(capsys: Capture) -> None:
    assert main(["shoe", "", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["notation"], data["hands"], set(data["percent"].values())) == ("", 0, {0.0})


@pytest.mark.parametrize(
    ("tail", "cells"),
    [
        ("down-first", [[2, 1], [2, 2], [2, 3], [2, 4], [2, 5], [3, 5], [3, 6], [4, 6]]),
        ("keep-right", [[2, 1], [2, 2], [2, 3], [2, 4], [2, 5], [3, 5], [4, 5], [5, 5]]),
    ],
)
def test_the_tail_turns_as_asked(capsys: Capture, tail: str, cells: list[list[int]]) -> None:
    assert main(["shoe", "BBBBBBB PPPPPPPP B", "--json", "--tail", tail]) == 0
    big = json.loads(capsys.readouterr().out)["roads"]["big"]
    assert [[cell["col"], cell["row"]] for cell in big if cell["winner"] == "P"] == cells


def test_a_shoe_as_text_is_for_people(capsys: Capture) -> None:
    assert main(["shoe", NOTATION]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        f"{NOTATION}\n\nhands 9, free 1, voided 1\nplayer 3 (33.3%), banker 4 (44.4%), tie 2 (22.2%),"
        " dragon7 1 (11.1%), panda8 1 (11.1%), natural 1 (11.1%)\n"
    )
    assert said.endswith("next: banker bbr, player rrb\n")


def test_a_faulty_notation_is_named_by_position(capsys: Capture) -> None:
    assert main(["shoe", FAULTY]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"eztrak: {FAULTS}")


def test_shoes_from_standard_input_give_a_line_each(tmp_path: Path) -> None:
    done = eztrak("shoe", "-", "--json", home=tmp_path, said=f"{NOTATION}\n\nBPPBT\n")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first == JSON
    assert (second["hands"], third["notation"]) == (0, "B P P B T")


def test_a_faulty_line_is_named_after_those_before_it(tmp_path: Path) -> None:
    done = eztrak("shoe", "-", "--json", home=tmp_path, said=f"PB\n{FAULTY}\nT\n")
    assert done.returncode == 2
    assert [json.loads(line)["notation"] for line in done.stdout.splitlines()] == ["P B"]
    assert done.stderr == f"eztrak: line 2: {FAULTS}"


@pytest.mark.parametrize("utf8", ["0", "1"])
def test_bytes_that_are_no_text_are_refused_in_words(tmp_path: Path, utf8: str) -> None:
    done = eztrak("shoe", "-", "--json", home=tmp_path, said=b"PB\nP\xffB\n", PYTHONUTF8=utf8)
    assert done.returncode == 2
    assert done.stderr.startswith("eztrak: line 2: position 1: 'P\\\\xffB' is not a hand\n")


def test_a_line_is_answered_before_the_next_one_is_there(tmp_path: Path) -> None:
    """So that a program may ask and listen in turn."""
    with subprocess.Popen(
        [*COMMAND, "shoe", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings(tmp_path)
    ) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for notation in ("P", "P B"):
            asked.stdin.write(notation.encode() + b"\n")
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["notation"] == notation
        asked.stdin.close()
        assert asked.wait(60) == 0


def test_a_listener_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        [*COMMAND, "shoe", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
        env=surroundings(tmp_path),
    ) as asked:
        os.close(writing)
        os.close(reading)
        said = asked.communicate(b"PB\n" * 10, timeout=60)[1]
    assert (asked.returncode, said) == (0, b"")


@pytest.mark.parametrize("more", [["--png", "x.png", "--json"], []])
def test_standard_input_goes_with_json_alone(capsys: Capture, tmp_path: Path, more: list[str]) -> None:
    assert main(["shoe", "-", *more]) == 2
    said = "eztrak: a shoe from standard input goes with --json, and not with --png\n"
    assert capsys.readouterr().err == said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [(1280, 720), (640, 360)])
def test_a_shoe_as_a_picture_has_the_size_that_was_asked_for(tmp_path: Path, size: tuple[int, int]) -> None:
    pictures = [tmp_path / "one.png", tmp_path / "two.png"]
    for picture in pictures:
        assert main(["shoe", NOTATION, "--png", str(picture), "--size", f"{size[0]}x{size[1]}"]) == 0
    assert size_of(pictures[0]) == size
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert sorted(tmp_path.iterdir()) == pictures


def test_picture_and_json_can_be_had_at_once(capsys: Capture, tmp_path: Path) -> None:
    assert main(["shoe", NOTATION, "--json", "--png", "board.png"]) == 0
    assert json.loads(capsys.readouterr().out) == JSON
    assert size_of(tmp_path / "board.png") == (1920, 1080)


def test_a_picture_needs_neither_screen_nor_home_and_replaces_the_old_one_whole(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_text("an older file")
    done = eztrak("demo", "--png", "board.png", "--hands", "10", "--windowed", "640x360", home=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert size_of(tmp_path / "board.png") == (640, 360)
    assert [path.name for path in tmp_path.iterdir()] == ["board.png"]


def test_a_demo_deals_the_same_board_for_the_same_seed(tmp_path: Path) -> None:
    made = {}
    for name, seed in (("one", "5"), ("two", "5"), ("three", "6")):
        picture = tmp_path / f"{name}.png"
        assert main(["demo", "--png", str(picture), "--seed", seed, "--hands", "30", "--windowed", "640x360"]) == 0
        made[name] = picture.read_bytes()
    assert made["one"] == made["two"]
    assert made["one"] != made["three"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nix/board.png", "nix/board.png: cannot be written: No such file or directory"),
        ("taken/board.png", "taken/board.png: cannot be written: Not a directory"),
        ("folder", "folder: is a folder; give the name of a file"),
        (".", ".: is a folder; give the name of a file"),
        ("circle", "circle: cannot be written: Too many levels of symbolic links"),
    ],
)
@pytest.mark.parametrize("command", [["shoe", "PB"], ["demo", "--hands", "1"]], ids=["shoe", "demo"])
def test_a_picture_that_cannot_be_written_is_told_and_leaves_nothing_behind(
    capsys: Capture, tmp_path: Path, command: list[str], place: str, said: str
) -> None:
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "circle").symlink_to("circle")
    assert main([*command, "--png", place]) == 2
    assert capsys.readouterr().err == f"eztrak: {said}\n"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["circle", "folder", "taken"]
    assert (tmp_path / "circle").is_symlink()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["shoe", "P", "--size", "big"],
            "'big' is not a size; give WIDTHxHEIGHT in pixels from 100x100 to 9999x9999, such as 1280x720",
        ),
        (
            ["run", "--windowed", "10x10"],
            "'10x10' is not a size; give WIDTHxHEIGHT in pixels from 100x100 to 9999x9999, such as 1280x720",
        ),
        (["demo", "--speed", "0"], "'0' is not a speed; give a number from 0.1 to 1000"),
        (["demo", "--speed", "nan"], "'nan' is not a speed; give a number from 0.1 to 1000"),
        (["demo", "--hands", "-1"], "'-1' is not a number of hands; give one from 0 to 100000"),
        (["shoe", "P", "--tail", "left"], "argument --tail: invalid"),
    ],
)
def test_a_wrong_argument_is_told_with_what_is_allowed(capsys: Capture, arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
