"""config: its faults, what is in force, what an option means."""

import argparse
from pathlib import Path

from eztrak.commands.arguments import setup_of
from eztrak.commands.asked import Adder, UsageError, add_config, ask, commands_of, config_path
from eztrak.commands.fitting import cramped, lettered
from eztrak.config import explain
from eztrak.config.load import ConfigError, load


def add(command: Adder) -> None:
    config = command(
        "config",
        ask("what to do with the config? check FILE, show or explain [KEY]"),
        "Checks, shows and explains the config.",
        "eztrak config explain limits.max",
    )
    part = commands_of(config)
    check = part("check", _config_check, "names every fault of a config file", "eztrak config check eztrak.toml")
    check.add_argument("file", type=Path)
    add_config(part("show", _config_show, "prints the config in force", "eztrak config show"))
    explained = part("explain", _config_explain, "says what an option means", "eztrak config explain limits.max")
    explained.add_argument("key", nargs="?", help="an option or a section; all of them without one")


def _config_check(options: argparse.Namespace) -> int:
    setup = setup_of(options.file)
    if faults := cramped(setup):
        raise ConfigError(options.file, faults)
    loaded = load(options.file)
    print(f"{options.file}: all well")
    pack = [] if loaded.pack.approved else [f"table.pack = {loaded.pack.name!r}: it is not approved; the board says so"]
    pack += [f"table.pack = {loaded.pack.name!r}: for trials; the board says so"] if loaded.pack.trial else []
    for warning in (*loaded.retired, *pack, *(f"table.game: {lack}" for lack in lettered(loaded.game)[1])):
        print(f"warning: {warning}")
    return 0


def _config_show(options: argparse.Namespace) -> int:
    path = config_path(options)
    print(f"# {path or 'defaults: there is no config file'}\n{explain.show(load(path).config)}", end="")
    return 0


def _config_explain(options: argparse.Namespace) -> int:
    if options.key is None:
        print("\n\n".join(filter(None, map(explain.explain, explain.keys()))))
        return 0
    text = explain.explain(options.key)
    if text is None:
        raise UsageError(f"{options.key}: there is no such option; options are {', '.join(explain.keys())}")
    print(text)
    return 0
