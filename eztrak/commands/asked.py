"""Options that several commands take. Imports nothing of the house: a board reads them before its first picture."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from eztrak.keypad.kinds import KINDS


class UsageError(Exception):
    """Something on the command line cannot be used; the message says what and what is allowed."""


class Adder(Protocol):
    """Adds a command with its help and an example."""

    def __call__(self, name: str, run: Callable[[Any], int], help: str, example: str) -> argparse.ArgumentParser: ...


def commands_of(parser: argparse.ArgumentParser, required: bool = False, **settings: Any) -> Adder:
    """What adds the commands that come behind this one."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=required)

    def command(name: str, run: Callable[[Any], int], help: str, example: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help, epilog=f"Example: {example}", **settings)
        made.set_defaults(run=run, parser=made)
        return made

    return command


def ask(question: str) -> Callable[[argparse.Namespace], int]:
    """What a command does that needs another word behind it."""
    return lambda options: options.parser.error(question)


def add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the config file (default: the user's, or the machine's)"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """And the config that names one."""
    parser.add_argument(
        "--db", type=database, metavar="FILE", help="the SQLite file of the history (default: the config's)"
    )
    add_config(parser)


def add_history(parser: argparse.ArgumentParser) -> None:
    """Where a command reads: a file of this machine, or the floor's database."""
    add_database(parser)
    parser.add_argument(
        "--floor",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="reads the floor's database instead (default: floor.database of the config)",
    )
    parser.add_argument(
        "--unit",
        metavar="NAME",
        help="with --floor: which history there, by its unit, its table or its number in `eztrak floor status`",
    )


def add_keypad(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keypad",
        action="append",
        metavar="SOURCE",
        help=f"where keys come from: {KINDS}; may be given more than once (default: the config's)",
    )


def add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--windowed", type=size, metavar="WxH", help="a window of this size instead of the whole screen"
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="NAME|FILE", help="a shipped game, or one in a file of your own (default: the config's)"
    )


def add_languages(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", metavar="LANGUAGES", help="one language or two, such as en,zh_TW (default: the config's)"
    )


def config_path(options: argparse.Namespace) -> Path | None:
    if options.config:
        return Path(options.config)
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return next((p for p in (home / "eztrak/eztrak.toml", Path("/etc/eztrak/eztrak.toml")) if p.is_file()), None)


def database(text: str) -> Path:
    if text == ":memory:" or text.startswith("file:") or not text:
        raise argparse.ArgumentTypeError(f"{text!r} is not a file; the history is a file on a disk, such as eztrak.db")
    return Path(text)


def size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not match:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a size; give WIDTHxHEIGHT in pixels from 100x100 to 9999x9999, such as 1280x720"
        )
    return int(match[1]), int(match[2])
