"""The command line: parses, calls, prints. Exit status 0, 1 (said no) or 2 (used wrongly)."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from eztrak import __version__
from eztrak.commands import board, copies, doctor, exports, history, keypads, pictures, pit, settings, sticks
from eztrak.commands.given import UsageError
from eztrak.config.load import ConfigError
from eztrak.game.notation import NotationError
from eztrak.journal.errors import JournalError
from eztrak.keypad.sources import SourceError
from eztrak.supervisor.errors import RefusedError

EPILOG = "Every command has its own help with an example: eztrak COMMAND --help"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (UsageError, ConfigError, JournalError, NotationError, SourceError) as fault:
        print(f"eztrak: {fault}", file=sys.stderr)
        return 2
    except RefusedError as fault:
        print(f"eztrak: {fault}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="eztrak", description="The baccarat scoreboard of a table unit.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"eztrak {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Any], int], help: str, example: str) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=help,
            description=help,
            epilog=f"Example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    for kind in (board, pictures, history, exports, sticks, pit, copies, doctor, keypads, settings):
        kind.add(command)
    return parser
