"""The documents tell the truth: what a command can generate is generated, and stale text fails here."""

import argparse
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from game_tables import TABLES
from slip_tables import slips

from eztrak.cli import _parser, main
from eztrak.config.explain import explain, keys, reference
from eztrak.config.games import load_game
from eztrak.config.load import read_toml
from eztrak.game.hand import FREE
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.table.action import Action
from eztrak.table.digits import Way

TOP = Path(__file__).parent.parent.parent
README = (TOP / "README.md").read_text()


def commands() -> list[str]:
    (choices,) = (a.choices for a in _parser()._actions if isinstance(a, argparse._SubParsersAction))
    return list(choices)


@pytest.mark.parametrize("command", commands())
def test_the_readme_knows_every_command(command: str) -> None:
    assert f"`eztrak {command}" in README


def test_the_readme_has_no_command_that_does_not_exist() -> None:
    assert set(re.findall(r"`eztrak (\w+)", README)) <= set(commands())


def test_the_shipped_config_is_made_from_the_options() -> None:
    shipped = TOP / "config" / "eztrak.toml"
    if os.environ.get("EZTRAK_ACCEPT"):
        shipped.write_text(reference())
    assert shipped.read_text() == reference()


def test_options_named_in_the_documents_exist() -> None:
    sections = {key.split(".")[0] for key in keys()}
    for document in TOP.glob("docs/*.md"):
        named = set(re.findall(r"`([a-z]+\.[a-z_0-9]+)`", document.read_text()))
        assert not [name for name in named if name.split(".")[0] in sections and not explain(name)], document.name


def test_the_readmes_keys_are_those_of_the_default_game_and_keymap() -> None:
    keymap = keymap_of("default", read_toml(TOP / "config/keymaps/default.toml"))
    assert isinstance(keymap, Keymap)
    game = load_game("ez-panda", Path())
    words = {
        **{id: game.says(id) for id in ("player", "banker", "tie", "dragon7", "panda8")},
        "natural": "natural",
        FREE: "free hand",
        Action.INFO: "info page",
        Action.COMMIT: "enter",
        Action.CLEAR: "clear",
        Action.ERASE: "erase",
        Action.TAKE_BACK: "take back",
        Action.NEW_SHOE: "new shoe",
        Action.TIMER: "timer",
        Action.MENU: "menu",
    }
    cells = re.findall(r"\| (`[^|]+) \| ([^|]+) ", README)
    by_name = {cap: does for caps, does in cells for cap in re.findall(r"`([^`]+)`", caps)}
    for cap, id in keys_of(keymap, game).ids.items():
        assert by_name[cap].startswith(words[id]), cap


def made_anew(page: Path, tables: Mapping[str, list[str]]) -> None:
    """The tables on a page are these."""
    made = page.read_text()
    for name, table in tables.items():
        made, found = re.subn(
            rf"(<!-- {name} -->\n).*?(<!-- end -->)",
            lambda match, rows=table: match[1] + "\n".join([*rows, ""]) + match[2],
            made,
            flags=re.DOTALL,
        )
        assert found == 1, name
    if os.environ.get("EZTRAK_ACCEPT"):
        page.write_text(made)
    assert page.read_text() == made


def test_the_page_of_games_is_made_from_the_product() -> None:
    made_anew(TOP / "docs" / "games.md", {name: table() for name, table in TABLES.items()})


def test_the_page_of_slips_is_made_by_trying_them() -> None:
    made_anew(TOP / "docs" / "keypad.md", {f"slips {way}": slips(way) for way in Way})


def test_the_game_of_the_documents_is_one_without_fault_or_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "check", str(TOP / "docs" / "our-game.toml")]) == 0
    assert "warning" not in capsys.readouterr().out


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (*TOP.glob("*.md"), *TOP.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            if "://" not in target:
                assert (document.parent / target).exists(), (document.name, target)
