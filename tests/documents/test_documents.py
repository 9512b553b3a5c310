"""The documents tell the truth: what a command can generate is generated, and stale text fails here."""

import argparse
import os
import re
from pathlib import Path

import pytest

from eztrak.cli import _parser
from eztrak.config.explain import keys, reference
from eztrak.config.load import read_toml
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.table.entry import Action

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
        assert {name for name in named if name.split(".")[0] in sections} <= set(keys()), document.name


def test_the_readmes_keys_are_those_of_the_default_keymap() -> None:
    keymap = keymap_of("default", read_toml(TOP / "config/keymaps/default.toml"))
    assert isinstance(keymap, Keymap)
    words = {
        Action.PLAYER: "Player",
        Action.BANKER: "Banker",
        Action.TIE: "Tie",
        Action.NATURAL: "natural",
        Action.DRAGON7: "Dragon 7",
        Action.PANDA8: "Panda 8",
        Action.FREE: "free hand",
        Action.INFO: "info page",
        Action.COMMIT: "commit",
        Action.CLEAR: "clear",
        Action.TAKE_BACK: "take back",
        Action.NEW_SHOE: "new shoe",
        Action.TIMER: "timer",
        Action.MENU: "supervisor menu",
    }
    cells = re.findall(r"\| (`[^|]+) \| ([^|]+) ", README)
    told = {cap: does for caps, does in cells for cap in re.findall(r"`([^`]+)`", caps)}
    for cap, action in keymap.actions.items():
        assert told[cap].startswith(words[action]), cap


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (*TOP.glob("*.md"), *TOP.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            if "://" not in target:
                assert (document.parent / target).exists(), (document.name, target)
