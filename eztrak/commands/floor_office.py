"""floor init, enrol, status, verify, seen, keep: what is done on the server of the floor, and asked of it."""

import argparse
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eztrak.appliance.alarms import FIX, SEEN, Alarm
from eztrak.commands.arguments import networked
from eztrak.commands.asked import UsageError, add_config, commands_of
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.progress import Progress

if TYPE_CHECKING:
    from eztrak.floor.server import Server


def add(floor: argparse.ArgumentParser) -> None:
    add_floor(floor)
    command = commands_of(floor, argument_default=argparse.SUPPRESS)  # what was given before the word counts too

    def part(name: str, run: Callable[[Any], int], help: str, example: str) -> argparse.ArgumentParser:
        made = command(name, run, help, example)
        add_floor(made)
        add_config(made)
        made.add_argument("--json", action="store_true", help="prints JSON")
        return made

    init = part(
        "init",
        _init,
        "makes the tables and roles in an empty database, or brings them up to date",
        "eztrak floor init --floor dbname=floor",
    )
    init.add_argument(
        "--ca",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="makes a certificate authority there, for a room that has none, and a certificate of the server",
    )
    init.add_argument(
        "--host",
        action="append",
        default=None,
        metavar="NAME",
        help="with --ca: the name or address by which units reach the server; may be given more than once",
    )
    enrol = part(
        "enrol",
        _enrol,
        "gives a unit a role of its own that may do nothing but copy, and prints its password once",
        "eztrak floor enrol table7 --floor dbname=floor",
    )
    enrol.add_argument("unit", metavar="UNIT", help="the name of the unit, which is that of its role")
    enrol.add_argument(
        "--ca",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="prints a certificate of the authority in that folder instead of a password",
    )
    enrol.add_argument(
        "--office", action="store_true", default=False, help="not a unit: a role of the office, which may read all"
    )
    part(
        "status",
        _status,
        "shows how far the server is with each unit, and the alarms; exit status 1 if there are any",
        "eztrak floor status --json",
    )
    part(
        "verify",
        _verify,
        "checks the chain of each history on the server, rebuilds its shoes and hands and compares",
        "eztrak floor verify --floor 'host=10.0.0.2 dbname=floor user=boss'",
    )
    seen = part("seen", _seen, "notes who has seen an alarm; it is no longer shown", "eztrak floor seen 3 --by Kim")
    seen.add_argument("alarm", type=int, metavar="ALARM", help="its number, as status has it")
    keep = part(
        "keep",
        _keep,
        "counts a history that was set aside, and sets aside the one that differs from its first row on",
        "eztrak floor keep 12 --by Kim",
    )
    keep.add_argument("history", type=int, metavar="HISTORY", help="its number, as status has it")
    for decided in (seen, keep):
        decided.add_argument("--by", required=True, metavar="NAME", help="who has seen it")


def add_floor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--floor", metavar="ADDRESS", help="the PostgreSQL database (default: floor.database of the config)"
    )


@contextmanager
def installed() -> Iterator[None]:
    try:
        yield
    except ImportError as fault:  # also of a libpq that psycopg does not find
        raise UsageError(
            f"the copy is not installed ({fault}): it is in the package eztrak-network; from source,"
            " pip install 'eztrak[floor]'"
        ) from fault


def server_of(options: argparse.Namespace) -> "Server":
    """The server that a command is about. Raises ConfigError, RefusedError or UsageError."""
    loaded = networked(options)
    with installed():
        from eztrak.floor.errors import AddressError
        from eztrak.floor.server import Server
    address = options.floor or loaded.config.floor.database
    if not address:
        raise UsageError(
            "floor.database is empty, so nothing is copied; set it under [floor] in the config to the address of a"
            " PostgreSQL database, such as host=10.0.0.2 dbname=floor user=table7, or give --floor ADDRESS"
        )
    try:
        return Server(address)
    except AddressError as fault:
        raise UsageError(str(fault)) from fault


@contextmanager
def asked(options: argparse.Namespace) -> "Iterator[Server]":
    """The server, until it was asked. Raises RefusedError where it says no."""
    server = server_of(options)
    from eztrak.floor.errors import FloorError

    try:
        yield server
    except FloorError as fault:
        raise RefusedError("{fault}. Nothing was changed there.", fault=fault.said) from fault
    finally:
        server.close()


def fetched(options: argparse.Namespace) -> Path:
    """A file of this machine with all that the floor has of a history, which may be the newest by seconds."""

    with asked(options) as server, Progress("fetching") as progress:
        from eztrak.floor.histories import chosen, fetch

        return fetch(server, chosen(server, options.unit), kept_in(), progress.at)


def kept_in() -> Path:
    """Where what was fetched is kept, so that only what is new has to come the next time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "eztrak/floor"


def _init(options: argparse.Namespace) -> int:
    folder, hosts = options.ca, options.host
    if bool(folder) != bool(hosts):
        raise UsageError("--ca FOLDER and --host NAME go together: a certificate says which server it is of")
    with asked(options) as server:
        from eztrak.floor.certificates import authority, serve
        from eztrak.floor.rights import make

        made = make(server)
        if folder:
            authority(folder)
            serve(folder, hosts)
    if options.json:
        print(json.dumps({"version": made.version, "carried": made.carried}))
        return 0
    print(f"{server.place}: the tables are there, version {made.version}")
    if made.carried:
        print(f"{made.carried} histories were copied from the schema eztrak, which stays for older units")
    if folder:
        print(
            f"In postgresql.conf of the server:\n\n    ssl = on\n    ssl_ca_file = '{folder}/ca.crt'\n"
            f"    ssl_cert_file = '{folder}/server.crt'\n    ssl_key_file = '{folder}/server.key'\n\n"
            f"Each unit needs {folder}/ca.crt as /var/lib/eztrak/.postgresql/root.crt. {folder}/ca.key stays here."
        )
    return 0


def _enrol(options: argparse.Namespace) -> int:
    with asked(options) as server:
        from eztrak.floor.certificates import certify
        from eztrak.floor.rights import OFFICE, UNITS, enrol

        issued = certify(options.ca, options.unit) if options.ca else None
        password = enrol(server, options.unit, OFFICE if options.office else UNITS, certified=issued is not None)
    if options.json:
        print(json.dumps({"role": options.unit} | (asdict(issued) if issued else {"password": password})))
        return 0
    if issued:
        print(
            f"The certificate of {options.unit} and its key, shown once and kept nowhere. On the unit, one into"
            " /var/lib/eztrak/floor.crt, the other into /var/lib/eztrak/floor.key, which only eztrak may read;"
            " and in the config, with the address of this server for SERVER:\n\n"
            f'    [floor]\n    database = "host=SERVER dbname={server.database} user={options.unit}'
            ' sslcert=/var/lib/eztrak/floor.crt sslkey=/var/lib/eztrak/floor.key"\n\n'
            f"{issued.certificate}\n{issued.key}"
        )
        return 0
    print(f"The password of {options.unit}, shown once and kept nowhere: {password}")
    if not options.office:
        print(
            "On the unit, with the address of this server for SERVER, in the config:\n\n"
            f'    [floor]\n    database = "host=SERVER dbname={server.database} user={options.unit}"\n\n'
            "and at a terminal:\n\n"
            f"    echo 'SERVER:*:{server.database}:{options.unit}:{password}' |"
            " sudo install -m 600 -o eztrak /dev/stdin /var/lib/eztrak/.pgpass"
        )
    return 0


def _status(options: argparse.Namespace) -> int:
    with asked(options) as server:
        from eztrak.floor.reading import status

        now = status(server)
    if options.json:
        print(json.dumps(asdict(now), default=datetime.isoformat, ensure_ascii=False))
        return 1 if now.alarms else 0
    for one in now.histories:
        state = f"row {one.seq}" + (f", {one.unsent} unsent" if one.unsent else "")
        state += "" if one.counted else ", SET ASIDE"
        quiet = ", SILENT" if one.quiet else ""
        who = f"{one.room}, {one.table_name} ({one.unit or 'no unit yet'})"
        print(f"history {one.history:4}  {who}: {state}, heard from {_when(one.called_at)}{quiet}")
    for unit in now.waiting:
        print(f"{unit}: enrolled, never heard from")
    for raised in now.alarms:
        about = f", history {raised.history}" if raised.history else ""
        over = f", ended {_when(raised.over_at)}" if raised.over_at else ""
        when = f"{_when(raised.first_at)} to {_when(raised.last_at)}, {raised.count} times"
        print(f"ALARM {raised.alarm}  {raised.unit}{about}: {SEEN[Alarm(raised.kind)]} ({when}{over})")
        print(f"       → {FIX[Alarm(raised.kind)]}")
    return 1 if now.alarms else 0


def _when(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _verify(options: argparse.Namespace) -> int:
    with asked(options) as server:
        from eztrak.floor.reading import verify

        verdicts = list(verify(server))
    if options.json:
        rows = [
            {"history": one.history.history, "unit": one.history.unit, "rows": one.history.seq}
            | {"counted": one.history.counted, "faults": list(map(str, one.faults))}
            for one in verdicts
        ]
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for one in verdicts:
            history = one.history
            aside = "" if history.counted else ", set aside"
            said = "; ".join(map(str, one.faults)) or "as they were sent"
            print(f"history {history.history:4}  {history.unit or 'no unit yet'}: {history.seq} rows{aside}: {said}")
    return 1 if any(one.faults for one in verdicts) else 0


def _seen(options: argparse.Namespace) -> int:
    with asked(options) as server:
        from eztrak.floor.settling import see

        see(server, options.alarm, options.by)
    print(json.dumps({"alarm": options.alarm}) if options.json else f"alarm {options.alarm} was seen by {options.by}")
    return 0


def _keep(options: argparse.Namespace) -> int:
    with asked(options) as server:
        from eztrak.floor.settling import keep

        aside = keep(server, options.history, options.by)
    if options.json:
        print(json.dumps({"history": options.history, "aside": aside}))
    else:
        print(f"history {options.history} counts from now on" + (f"; {aside} set aside" if aside else ""))
    return 0
