"""floor: copies the history to PostgreSQL, where the tables of the whole floor are side by side."""

import argparse
import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.commands.arguments import Adder, UsageError, add_config, add_database, database_of, loaded_of
from eztrak.config.load import ConfigError
from eztrak.journal.errors import JournalError
from eztrak.supervisor.errors import RefusedError

if TYPE_CHECKING:
    from eztrak.floor.server import Server


def add(command: Adder) -> None:
    floor = command(
        "floor",
        _floor,
        "Copies the history to PostgreSQL (floor.database), and goes on with every new hand.",
        "eztrak floor --once",
    )
    add_database(floor)
    add_config(floor)
    floor.add_argument("--once", action="store_true", help="copies what there is, and ends")
    floor.add_argument("--json", action="store_true", help="with --once: prints JSON")


def _floor(options: argparse.Namespace) -> int:
    if options.json and not options.once:
        raise UsageError("--json tells what --once has copied; without --once the copy has no end")
    history, room, server = _settings(options)
    return _once(options, history, room, server) if options.once else _for_ever(options, history, room, server)


def _settings(options: argparse.Namespace) -> "tuple[Path, str, Server]":
    """What is copied, of which room, and where to. Raises ConfigError or UsageError."""
    try:
        from eztrak.floor.errors import AddressError
        from eztrak.floor.server import Server
    except ImportError as fault:  # also of a libpq that psycopg does not find
        raise UsageError(f"the copy needs psycopg ({fault}): pip install 'eztrak[floor]'") from fault
    loaded = loaded_of(options)
    address = loaded.config.floor.database
    if not address:
        raise UsageError(
            "floor.database is empty, so nothing is copied; set it under [floor] in the config to the address of a"
            " PostgreSQL database, such as host=10.0.0.2 dbname=floor user=eztrak"
        )
    try:
        return Path(options.db or database_of(loaded)), loaded.config.room.name, Server(address)
    except AddressError as fault:
        raise UsageError(str(fault)) from fault


def _once(options: argparse.Namespace, history: Path, room: str, server: "Server") -> int:
    from eztrak.floor.copying import copy
    from eztrak.floor.errors import FloorError
    from eztrak.supervisor.progress import Progress

    try:
        with Progress("copying") as progress:
            copied = copy(history, server, room, progress.at)
    except (FloorError, JournalError) as fault:
        raise RefusedError("not copied: {fault}. The history is as it was.", fault=fault.said) from fault
    finally:
        server.close()
    if options.json:
        print(json.dumps({"history": str(history), "origin": copied.origin, "rows": copied.rows, "seq": copied.seq}))
    else:
        print(f"{history}: {copied.rows} rows copied to {server.place}, which has all {copied.seq} now")
    return 0


def _for_ever(options: argparse.Namespace, history: Path, room: str, server: "Server") -> int:
    from eztrak.appliance.log import flush, log
    from eztrak.appliance.notify import Notify
    from eztrak.appliance.signals import Signals
    from eztrak.floor.copying import follow

    notify = Notify()
    with Signals() as signals:
        while follow(history, server, room, signals, notify) == signal.SIGHUP:
            notify.reloading()
            try:
                fresh = _settings(options)
            except (ConfigError, UsageError) as fault:
                log.warning(f"config not taken, the old one stays in force: {fault}")
                continue
            server.close()
            history, room, server = fresh
    server.close()
    notify.stopping()
    flush()
    return 0
