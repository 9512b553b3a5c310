"""`eztrak config` and what all commands share: help, versions, exit statuses."""

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from eztrak import __version__
from eztrak.cli import _parser, main
from eztrak.config import explain
from eztrak.config.model import Config

Capture = pytest.CaptureFixture[str]


def commands(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, sub in action.choices.items():
                yield (*path, name)
                yield from commands(sub, (*path, name))


@pytest.mark.parametrize("command", list(commands(_parser())), ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command, "--help"])
    assert stopped.value.code == 0
    said = capsys.readouterr().out
    assert f"\nExample: eztrak {command[0]}" in said
    if command[0] == "config" and len(command) > 1:
        assert f"\nExample: eztrak {' '.join(command)}" in said


@pytest.mark.parametrize("command", list(commands(_parser())), ids=" ".join)
def test_every_example_is_a_command_line_that_is_understood(command: tuple[str, ...], capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    example = capsys.readouterr().out.partition("Example: eztrak ")[2]
    assert _parser().parse_args(shlex.split(example)).run is not None


def test_the_version_is_told(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"eztrak {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["deal"], ["shoe"], ["shoes", "--colour"], ["config"], ["config", "mend"]])
def test_what_is_used_wrongly_ends_with_status_2_and_says_how(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("usage: eztrak ")


def test_a_good_config_is_checked(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "eztrak.toml").write_text("[table]\npack = 'washington'\n[limits]\nmax = 400\n")
    assert main(["config", "check", "eztrak.toml"]) == 0
    assert capsys.readouterr() == ("eztrak.toml: all well\n", "")


def test_a_bad_config_is_checked_with_every_fault_a_line(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "eztrak.toml").write_text("[limits]\nmax = 500\nmini = 5\n[table]\npack = 'washington'\ndecks = 5\n")
    assert main(["config", "check", "eztrak.toml"]) == 2
    assert capsys.readouterr() == (
        "",
        "eztrak: eztrak.toml: limits.mini: there is no such key; did you mean limits.min?\n"
        "eztrak.toml: table.decks = 5: allowed: 6, 8 (Rules of Play of the letter of October 17, 2011)\n"
        "eztrak.toml: limits.max = 500: the table: 500 is over the highest wager allowed, 400 (WAC 230-15-140)\n",
    )


def test_options_of_an_older_release_do_no_harm_and_are_told(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "eztrak.toml"
    file.write_text("[table]\npack = 'washington'\n[entry]\nrepeat = 4\nfew_hands = 20\ntimeout = 8\n")
    assert main(["config", "check", str(file)]) == 0
    assert capsys.readouterr().out == (
        f"{file}: all well\n"
        "warning: entry.repeat no longer does anything: entry.hand_seconds asks about any result that comes too soon\n"
        "warning: entry.few_hands no longer does anything: every new shoe asks in a way that no hand's keys are\n"
    )


def test_totals_want_their_winners_on_digits(tmp_path: Path, capsys: Capture) -> None:
    keys = {"*": "player", "3": "banker", "5": "tie", "+": "take_back", "/": "menu", ".": "clear", "Enter": "enter"}
    (tmp_path / "ours.toml").write_text("[keys]\n" + "".join(f'"{cap}" = "{id}"\n' for cap, id in keys.items()))
    file = tmp_path / "eztrak.toml"
    file.write_text('[entry]\nmode = "totals"\n[keypad]\nkeymap = "ours.toml"\nallow_slips = true\n')
    assert main(["config", "check", str(file)]) == 2
    said = capsys.readouterr().err
    assert "entry.mode = 'totals': keymap 'ours' leaves no cap for player and banker on digits where digits" in said
    file.write_text(file.read_text().replace("totals", "cards"))
    (tmp_path / "ours.toml").write_text((tmp_path / "ours.toml").read_text().replace('"/" =', '"2" ='))
    assert main(["config", "check", str(file)]) == 2
    assert "keymap 'ours' leaves no cap for menu where digits are typed" in capsys.readouterr().err


def test_a_check_looks_into_the_keymap_too(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "eztrak.toml").write_text("[keypad]\nkeymap = 'own.toml'\n")
    (tmp_path / "own.toml").write_text('[keys]\n1 = "player"\n2 = "tie"\n3 = "bank"\nEnter = "commit"\n')
    assert main(["config", "check", "eztrak.toml"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "eztrak: own.toml: keys: no key does banker; is it meant by 3 = 'bank'?",
        *(f"own.toml: keys: no key does {action}" for action in ("clear", "take_back", "menu")),
    ]


def test_a_config_that_is_not_there_is_named(capsys: Capture) -> None:
    for command in (["config", "check", "nix.toml"], ["config", "show", "--config", "nix.toml"]):
        assert main(command) == 2
        assert capsys.readouterr() == ("", "eztrak: nix.toml: cannot be read: No such file or directory\n")


def test_the_config_in_force_is_shown(tmp_path: Path, capsys: Capture) -> None:
    assert main(["config", "show"]) == 0
    assert capsys.readouterr().out == f"# defaults: there is no config file\n{explain.show(Config())}"
    (tmp_path / ".config/eztrak").mkdir(parents=True)
    own = tmp_path / ".config/eztrak/eztrak.toml"
    own.write_text("[room]\nname = 'Lucky'\n")
    assert main(["config", "show"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f'# {own}\n[room]\nname = "Lucky"  # set\n')
    (tmp_path / "again.toml").write_text(said)
    assert main(["config", "show", "--config", "again.toml"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == said.splitlines()[1:]


def test_an_option_is_explained(capsys: Capture) -> None:
    assert main(["config", "explain", "timer.seconds"]) == 0
    assert capsys.readouterr().out == (
        "timer.seconds\n"
        "  Seconds from the timer key until the bets close; 0 for no timer.\n"
        "  Allowed: a whole number from 0 to 300.\n"
        "  Default: 0.\n"
    )


def test_all_options_are_explained(capsys: Capture) -> None:
    assert main(["config", "explain"]) == 0
    said = capsys.readouterr().out
    assert [part.partition("\n")[0] for part in said.split("\n\n")] == explain.keys()


def test_an_option_that_there_is_not_is_told_with_those_that_there_are(capsys: Capture) -> None:
    assert main(["config", "explain", "limits.maximum"]) == 2
    assert capsys.readouterr() == (
        "",
        f"eztrak: limits.maximum: there is no such option; options are {', '.join(explain.keys())}\n",
    )
