"""A command starts with its own module alone: after a power cut a room waits for the picture of the board."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import surroundings

from eztrak.cli import COMMANDS, _parser, main
from eztrak.config.appearance import THEMES
from eztrak.display.lettering import width
from eztrak.display.roles import FLOORS, least
from eztrak.display.scene import Bar, Text
from eztrak.display.theme import contrast
from eztrak.opening import opening

# Ends a board in the instant in which its first picture was handed over, and tells what had been imported by then.
TOLD = """
import json, os, sys
from eztrak import cli
from eztrak.display.window import Window

def present(window, scene):
    texts = [node.text for layer in scene.layers for node in layer if hasattr(node, "text")]
    shown = handed(window, scene)
    print(json.dumps([shown, texts, sorted(sys.modules)]), flush=True)
    os._exit(0)

handed, Window.present = Window.present, present
cli.main(sys.argv[1:])
"""


def test_the_table_of_commands_names_what_each_module_adds(capsys: pytest.CaptureFixture[str]) -> None:
    for command, module in COMMANDS.items():
        with pytest.raises(SystemExit):
            _parser(command).parse_args(["--help"])
        listed = [line for line in capsys.readouterr().out.splitlines() if re.match(" {4}[a-z]", line)]
        assert [line.split()[0] for line in listed] == [name for name, of in COMMANDS.items() if of == module]


def test_every_module_of_commands_that_adds_one_is_in_the_table() -> None:
    folder = Path(sys.modules["eztrak.cli"].__file__ or "").parent / "commands"
    adding = {
        path.stem for path in folder.glob("*.py") if "\ndef add(command: Adder)" in path.read_text(encoding="utf-8")
    }
    assert adding == set(COMMANDS.values())


@pytest.mark.parametrize(
    ("display", "words"),
    [("", ["The board is starting."]), ('languages = ["zh_TW", "en"]', ["看板開啟中。", "The board is starting."])],
)
def test_a_board_shows_its_table_before_the_house_is_imported(tmp_path: Path, display: str, words: list[str]) -> None:
    (tmp_path / "eztrak.toml").write_text(f'[table]\nname = "Table 7"\n[display]\n{display}\n')
    code = [sys.executable, "-c", TOLD, "run", "--config", "eztrak.toml", "--windowed", "640x480"]
    home = surroundings(tmp_path, SDL_VIDEODRIVER="dummy")
    done = subprocess.run(code, cwd=tmp_path, env=home, capture_output=True, text=True, check=True)
    shown, texts, imported = json.loads(done.stdout)
    assert (shown, texts) == (True, ["Table 7", *words])
    rooms = {name.split(".")[1] for name in imported if name.startswith("eztrak.")}
    assert rooms.isdisjoint({"app", "start", "setup", "journal", "config", "roads", "supervisor", "floor"})
    assert [name for name in imported if name.startswith("eztrak.game.")] == ["eztrak.game.hand"]
    assert [name for name in imported if name.startswith("eztrak.table.")] == ["eztrak.table.round"]
    assert {name for name in imported if name.startswith("eztrak.commands.")} == {
        "eztrak.commands.asked",
        "eztrak.commands.board",
    }
    assert {"sqlite3", "cryptography", "decimal", "fractions"}.isdisjoint(imported)


@pytest.mark.parametrize("wrong", ["[[[", "table = 3\ndisplay = 4", '[display]\ntheme = "../x"\nrotate = []', "\xff"])
def test_a_config_that_cannot_be_used_still_gets_a_first_picture(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_bytes(wrong.encode("latin-1"))
    assert opening(path, 1280, 720) == opening(None, 1280, 720)


def test_the_first_picture_is_in_the_rooms_languages_and_colours_and_its_longest_name_has_room(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('based_on = "classic"\nfelt = "#102030"\n')
    path = tmp_path / "eztrak.toml"
    shown = '[display]\ntheme = "own.toml"\nlanguages = ["zh_TW", "en"]\n'
    path.write_text(f'[table]\nname = "WWWWWWW WWWWWWWW"\n{shown}')
    felt, *texts = [node for layer in opening(path, 768, 1366).layers for node in layer]
    assert isinstance(felt, Bar)
    assert felt.colour == (16, 32, 48)
    assert [text.text for text in texts if isinstance(text, Text)] == [
        *("WWWWWWW WWWWWWWW", "看板開啟中。", "The board is starting.")
    ]
    assert all(isinstance(text, Text) and text.cap >= least(text.role) for text in texts)
    path.write_text('[table]\nname = "' + "W" * 99 + '"\n[display]\ntheme = "none.toml"\n')
    assert opening(path, 768, 1366).layers[1:] == opening(None, 768, 1366).layers[1:]


@pytest.mark.parametrize("name", THEMES)
def test_the_first_picture_can_be_read_in_every_theme_and_size(tmp_path: Path, name: str) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text(f'[table]\nname = "Baccarat Table 7"\n[display]\ntheme = "{name}"\nrotate = 90\n')
    for size in ((1080, 1920), (480, 640), (1280, 1024), (2160, 3840)):
        made = opening(path, *size)
        felt = made.layers[0][0]
        assert made.rotate == 90
        assert isinstance(felt, Bar)
        assert felt.to is not None
        assert (felt.w, felt.h) == (made.width, made.height)
        for node in made.layers[1]:
            assert isinstance(node, Text)
            assert node.cap >= least(node.role)
            assert min(contrast(node.colour, felt.colour), contrast(node.colour, felt.to)) >= FLOORS[node.role].contrast
            assert width(node.text, node.cap, node.face) <= made.width


@pytest.mark.parametrize(
    "words",
    [("lobby", "--demo", "3", "--png", "lobby.png"), ("floor", "status"), ("pit", "record")],
    ids=lambda w: w[0],
)
def test_what_is_in_the_other_package_is_named_where_that_is_missing(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("floor.room", "floor.errors", "supervisor.pit.accesses"):
        monkeypatch.setitem(sys.modules, f"eztrak.{name}", None)
    (tmp_path / "eztrak.toml").write_text("")
    assert main([*words, "--config", str(tmp_path / "eztrak.toml")]) == 2
    assert "it is in the package eztrak-network" in capsys.readouterr().err
