"""`eztrak snapshot`: any screen, size, theme and language as a picture or as data, the same each time."""

import json
import re
from pathlib import Path
from typing import Any

import pygame
import pytest
from games import SHIPPED, library, shipped

from eztrak.cli import main
from eztrak.display.staged import SCREENS

PLAIN = ["--config", str(Path(__file__).parent.parent.parent / "config" / "eztrak.toml")]


def test_the_help_names_every_screen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["snapshot", "--help"])
    output = re.split(r"[\s,]+", capsys.readouterr().out)
    assert [screen for screen in SCREENS if screen not in output] == []


def test_the_desk_is_staged_with_any_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    for shoe in ("", "B", "P B T B P B"):
        assert "before hand 1" in " ".join(texts(capsys, "--screen", "desk", "--shoe", shoe)) or shoe


def texts(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["snapshot", "--nodes", *PLAIN, *arguments]) == 0
    lines: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return [node["text"] for node in lines if node["node"] == "text"]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_same_arguments_give_the_same_picture(screen: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.png", tmp_path / "other.png"
    for path in (one, other):
        arguments = ["--screen", screen, "--size", "640x360", "--lang", "en,zh_TW"]
        assert main(["snapshot", str(path), *PLAIN, *arguments]) == 0
    assert pygame.image.load(one).get_size() == (640, 360)
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("screen", "words"),
    [
        ("countdown", "PLACE YOUR BETS"),
        ("closed-bets", "NO MORE BETS"),
        ("due", "RESULT DUE: HAND 63"),
        ("due", "The result of hand 63 is due"),
        ("asked", "Hand 62: BANKER is in. Is BANKER another hand? MENU, Enter: yes"),
        ("left", "Not entered: BANKER."),
        ("door", "Menu What do you want to do? 1 New shoe"),
        ("desk", "Shoe 12, hand 62:"),
        ("shoe-end", "END OF SHOE"),
        ("table-closed", "TABLE CLOSED"),
        ("info", "HOW IT IS PLAYED"),
        ("menu", "Supervisor 1"),
        ("fault", "THIS BOARD NEEDS HELP"),
    ],
)
def test_a_screen_shows_what_it_is_named_for(capsys: pytest.CaptureFixture[str], screen: str, words: str) -> None:
    assert words in " ".join(texts(capsys, "--screen", screen))


@pytest.mark.parametrize(("screen", "word"), [("dragon", "DRAGON 7"), ("panda", "PANDA 8"), ("flash", "TIE")])
def test_the_newest_hand_is_in_the_largest_letters(capsys: pytest.CaptureFixture[str], screen: str, word: str) -> None:
    assert main(["snapshot", "--nodes", *PLAIN, "--screen", screen, "--shoe", "P B T"]) == 0
    output = [node for node in json.loads(capsys.readouterr().out) if node["node"] == "text"]
    assert max(output, key=lambda node: node["cap"])["text"] == word


def test_nodes_say_where_a_text_is_how_high_and_on_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["snapshot", "--nodes", "--size", "1280x720", *PLAIN]) == 0
    data = json.loads(capsys.readouterr().out)
    (name,) = (node for node in data if node.get("text") == "Table 1")
    assert name.keys() >= {"box", "text", "cap", "colour", "behind"}
    assert name["cap"] == pytest.approx(20, abs=0.5)  # letters come in whole sizes
    assert all(len(node["box"]) == 4 for node in data)


def test_a_language_is_chosen_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"莊", "閒", "和", "龍7", "熊貓8"} <= set(texts(capsys, "--lang", "zh_TW"))
    assert {"BANKER", "莊"} <= set(texts(capsys, "--lang", "en,zh_TW"))


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ([], "where to?"),
        (["x.png", "--screen", "nonsense"], "there is no such screen; there are board, flash"),
        (["x.png", "--screen", "flash", "--shoe", ""], "there is no hand to flash"),
        (["x.png", "--screen", "asked", "--shoe", ""], "there is no hand to ask about"),
        (["x.png", "--theme", "nonsense"], "there is no such theme; there are classic"),
        (["x.png", "--lang", "en,fr"], "give one language or two of en, zh_TW"),
        (["x.png", "--lang", "en,en"], "give one language or two of en, zh_TW"),
        (["."], "is a folder"),
    ],
)
def test_what_cannot_be_painted_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], arguments: list[str], answer: str
) -> None:
    assert main(["snapshot", *PLAIN, *arguments]) == 2
    assert answer in capsys.readouterr().err


def test_a_mark_is_refused_where_the_game_has_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text('[table]\npack = "california"\ngame = "ez"')
    assert main(["snapshot", "x.png", "--screen", "panda", "--config", str(config)]) == 2
    said = capsys.readouterr().err
    assert "--screen panda: there is no such screen; there are board, flash, countdown" in said
    assert "fault and, with EZ Baccarat, dragon7, natural, dragon" in said


@pytest.mark.parametrize(
    ("game", "screen", "words"),
    [
        ("ez", "dragon", ["BANKER WINS", "DRAGON 7", "PAYS 40 TO 1", "BANKER WAGERS PUSH"]),
        ("ez-panda", "panda8", ["PLAYER WINS", "PANDA 8", "PAYS 25 TO 1"]),
        ("dai-bacc", "tiger", ["BANKER WINS", "TIGER 7", "PAYS 40 TO 1", "BANKER WAGERS PUSH"]),
        ("dai-bacc", "kill", ["KILL", "PAYS 30 TO 1"]),
        ("tiger", "tiger-tie", ["TIE", "TIGER TIE", "PAYS 35 TO 1"]),
        ("five-treasures", "blazing7s-200", ["TIE", "BLAZING 7S", "PAYS 200 TO 1"]),
        ("commission-dragon-bonus", "by9", ["BY 9", "DRAGON BONUS PLAYER PAYS 30 TO 1"]),
        ("commission-pairs", "banker-pair", ["BANKER PAIR"]),
    ],
)
def test_a_mark_of_any_game_is_staged_as_a_hand_that_has_it(
    capsys: pytest.CaptureFixture[str], game: str, screen: str, words: list[str]
) -> None:
    assert set(words) <= set(texts(capsys, "--game", game, "--screen", screen))


def test_a_plain_tie_gives_nothing_back_that_needs_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    lines = texts(capsys, "--game", "tiger", "--screen", "tiger-tie")
    assert not any("PUSH" in text for text in lines)


@pytest.mark.parametrize("game", SHIPPED)
def test_what_a_game_does_not_list_is_nowhere(capsys: pytest.CaptureFixture[str], game: str) -> None:
    dealt = shipped(game)
    known = {wager.name().upper() for wager in dealt.used}
    # Names that are also words of a sentence prove nothing.
    absent = {name for wager in library().values() if len(name := wager.name().upper()) > 5 and "CARDS" not in name}
    for screen in ("board", "flash", "shoe-end", "table-closed", "info", "menu"):
        said = " | ".join(texts(capsys, "--game", game, "--screen", screen)).upper()
        assert [name for name in absent - known if name in said] == []
