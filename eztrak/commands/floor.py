"""floor: copies the history to PostgreSQL, where the tables of the whole floor are side by side."""

import argparse
import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.appliance.clock import boot_id
from eztrak.appliance.log import flush, log
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.commands import floor_office
from eztrak.commands.arguments import database_of, loaded_of
from eztrak.commands.asked import Adder, UsageError, add_database
from eztrak.config.load import ConfigError
from eztrak.journal.errors import JournalError
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.progress import Progress

if TYPE_CHECKING:
    from eztrak.floor.server import Sender, Server


def add(command: Adder) -> None:
    floor = command(
        "floor",
        _floor,
        "Copies the history to PostgreSQL (floor.database), and keeps copying every new hand.",
        "eztrak floor --once",
    )
    add_database(floor)
    floor.add_argument("--once", action="store_true", help="copies what there is, then ends")
    floor.add_argument("--json", action="store_true", help="with --once: prints JSON")
    floor_office.add(floor)


def _floor(options: argparse.Namespace) -> int:
    if options.json and not options.once:
        raise UsageError("--json prints what --once copied; without --once the copy never ends")
    history, sender, server = _settings(options)
    return _once(options, history, sender, server) if options.once else _for_ever(options, history, sender, server)


def _settings(options: argparse.Namespace) -> "tuple[Path, Sender, Server]":
    """What is copied, by whom, and where to. Raises ConfigError or UsageError."""
    server = floor_office.server_of(options)
    from eztrak.floor.server import Sender

    loaded = loaded_of(options)
    return Path(options.db or database_of(loaded)), Sender(loaded.config.room.name, boot_id()), server


def _once(options: argparse.Namespace, history: Path, sender: "Sender", server: "Server") -> int:
    from eztrak.floor.copying import PUT_ASIDE, copy
    from eztrak.floor.errors import FloorError

    try:
        with Progress("copying") as progress:
            copied = copy(history, server, sender, progress.at)
    except (FloorError, JournalError) as fault:
        raise RefusedError("not copied: {fault}. The history is as it was.", fault=fault.said) from fault
    finally:
        server.close()
    head = copied.head
    if options.json:
        report = {"history": str(history), "origin": copied.origin, "rows": copied.rows, "seq": head.seq}
        print(json.dumps(report | {"counted": head.counted}))
    else:
        print(f"{history}: {copied.rows} rows copied to {server.place}, which has all {head.seq} now")
    if not head.counted:
        print(f"eztrak: {PUT_ASIDE}", file=sys.stderr)
    return 0 if head.counted else 1


def _for_ever(options: argparse.Namespace, history: Path, sender: "Sender", server: "Server") -> int:
    from eztrak.floor.follower import follow

    notify = Notify()
    with Signals() as signals:
        while follow(history, server, sender, signals, notify) == signal.SIGHUP:
            notify.reloading()
            try:
                fresh = _settings(options)
            except (ConfigError, UsageError) as fault:
                log.warning(f"config refused, the old one stays in force: {fault}")
                continue
            server.close()
            history, sender, server = fresh
    server.close()
    notify.stopping()
    flush()
    return 0
