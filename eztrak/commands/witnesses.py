"""--witness: whoever has seen a history, from whatever is given: one reader for each kind."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from eztrak.commands.arguments import networked
from eztrak.commands.asked import UsageError
from eztrak.journal.witness import LISTED, Witness, of_database, of_list, typed
from eztrak.supervisor.proof import reading_of, witness

_ADDRESS = ("postgresql://", "postgres://")


def add_witness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--witness",
        action="append",
        default=[],
        metavar="WHAT",
        help="who has seen the history: a second copy or a backup, an export, a stick's folder, the pit page's list of"
        " heads, a head from a sheet or a recording (“1,234 7K3M-Q2ZD-9FXA” or its code), the floor's database"
        " (postgresql://…); may be given more than once",
    )


def witnesses_of(options: argparse.Namespace) -> list[Witness]:
    """Raises UsageError for what is not a witness, RefusedError and JournalError for one that cannot be read."""

    witnesses: list[Witness] = []
    for text in options.witness:
        path = Path(text)
        if text.startswith(_ADDRESS) or "dbname=" in text:
            networked(options)
            witnesses += _floor(text)
        elif path.exists():
            there = list(_of_path(path))
            if not there:
                raise UsageError(f"{text}: nothing in it has seen a history")
            witnesses += there
        elif head := typed(text):
            witnesses.append(head)
        else:
            raise UsageError(
                f"{text!r} is not a witness: give the path of a copy, an export, a stick's folder or a list of heads, a"
                " head such as “1,234 7K3M-Q2ZD-9FXA”, or postgresql://…"
            )
    return witnesses


def _of_path(path: Path, deep: int = 2) -> Iterator[Witness]:
    """`deep`: folders in folders. What lies on somebody's stick may lead in circles."""

    if export := reading_of(path):
        yield witness(export)
    elif path.is_dir():
        for inside in sorted(path.iterdir()):
            known = inside.is_dir() if deep else False
            if not inside.is_symlink() and (known or inside.suffix in (LISTED, ".xlsx", ".jsonl", ".zip", ".db")):
                yield from _of_path(inside, deep - 1)
    elif path.suffix == LISTED:
        yield of_list(path)
    else:
        yield of_database(path)


def _floor(address: str) -> list[Witness]:
    try:
        from eztrak.floor.reading import witnesses
        from eztrak.floor.server import Server
    except ModuleNotFoundError as fault:
        raise UsageError(f"the floor's database needs {fault.name}: it is in the package eztrak-network") from fault
    return witnesses(Server(address))
