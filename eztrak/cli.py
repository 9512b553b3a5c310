"""The command line: parses, calls, prints. Exit status 0, 1 (said no) or 2 (used wrongly)."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from eztrak import __version__
from eztrak.commands.asked import Adder, UsageError, commands_of

# The commands in the order of the help, and the module of eztrak.commands that adds each. For a command that is asked
# for only that one is imported: a board starts after every power cut, and a room waits for its picture.
COMMANDS = {
    "run": "board",
    "demo": "board",
    "shoe": "pictures",
    "snapshot": "pictures",
    "game": "games",
    "shoes": "history",
    "verify": "history",
    "log": "log",
    "export": "exports",
    "report": "exports",
    "packet": "papers",
    "incident": "papers",
    "stick": "sticks",
    "pit": "pit",
    "floor": "floor",
    "lobby": "lobby",
    "backup": "copies",
    "restore": "copies",
    "archive": "copies",
    "doctor": "doctor",
    "bundle": "bundle",
    "keycaps": "keypads",
    "keypad": "keypads",
    "sight": "sight",
    "config": "settings",
}

EPILOG = "Every command has its own help with an example: eztrak COMMAND --help"


def main(arguments: Sequence[str] | None = None) -> int:
    if arguments is None:
        # Whoever ends a command early gets what Ctrl-C gives: nothing half written stays. The board has its own answer.
        signal.signal(signal.SIGTERM, _end)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell has its background jobs ignore it
            signal.signal(signal.SIGINT, _end)
    try:
        status = _run(arguments)
        if sys.stdout:
            sys.stdout.flush()  # here, where a full disk can still be reported
        return status
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does.
        _drop_output()
        return 0
    except KeyboardInterrupt:
        # Where it came within text that Python compiles as it goes (a dataclass that is just imported), Python
        # remembers that, and would end by the signal after all, with another status, until something else was run so.
        exec("")
        print("eztrak: interrupted", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"eztrak: {fault.filename or 'cannot read or write'}: {fault.strerror or fault}", file=sys.stderr)
        if isinstance(fault, PermissionError) and "SUDO_USER" in os.environ and os.geteuid():
            print("eztrak works as the board's user, who may write to /tmp: give a name there", file=sys.stderr)
        _drop_output()
        return 1


_ended: list[int] = []


def _end(number: int, _: object) -> None:
    _ended.append(number)
    raise KeyboardInterrupt


def _run(arguments: Sequence[str] | None) -> int:
    typed = sys.argv[1:] if arguments is None else arguments
    options = _parser(typed[0] if typed else "").parse_args(typed)
    try:
        if "config" in options and "own_days" not in options:
            from eztrak.commands.arguments import keep_the_days_of

            keep_the_days_of(options)
        return int(options.run(options))
    except Exception as fault:
        if _ended:  # SQLite drops what comes while it asks whether to go on, and says that it was interrupted
            raise KeyboardInterrupt from fault
        status = _status_of(fault)
        if status is None:
            raise
        print(f"eztrak: {fault}", file=sys.stderr)
        return status


def _status_of(fault: Exception) -> int | None:
    """Of a fault that is said in words; what these are of is imported only where there is one."""
    from eztrak.config.files import ConfigError
    from eztrak.game.notation import NotationError
    from eztrak.journal.errors import JournalError
    from eztrak.keypad.sources import SourceError
    from eztrak.supervisor.errors import RefusedError

    if isinstance(fault, UsageError | ConfigError | JournalError | NotationError | SourceError):
        return 2
    return 1 if isinstance(fault, RefusedError) else None


class _Version(argparse.Action):
    """Only when asked: the code is made of a manifest of thousands of lines."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from eztrak.release.check import ManifestError
        from eztrak.release.installed import installed

        try:
            release = installed()
            code = f", code {release.code}" if release else ""
        except ManifestError as fault:
            code = f", no code: {fault}"
        print(f"eztrak {__version__}{code}")
        parser.exit()


def _drop_output() -> None:
    """What is still held back for a place that takes nothing must not be tried again at the exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(asked: str = "") -> argparse.ArgumentParser:
    """Knows what the module of this command adds; every command where it is none."""
    parser = argparse.ArgumentParser(
        prog="eztrak", description="The baccarat scoreboard of a table unit.", epilog=EPILOG
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="prints the version and the code of the release")
    command = commands_of(parser, required=True, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in [COMMANDS[asked]] if asked in COMMANDS else dict.fromkeys(COMMANDS.values()):
        add: Callable[[Adder], None] = import_module(f"eztrak.commands.{name}").add
        add(command)
    return parser
