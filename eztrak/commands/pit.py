"""pit: the supervisors' page in the office's browser, and the passwords to it."""

import argparse
import atexit
import getpass
import ipaddress
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.appliance import clock
from eztrak.commands.arguments import database_of, loaded_of, networked
from eztrak.commands.asked import Adder, UsageError, add_config, commands_of, database
from eztrak.commands.floor_office import kept_in, server_of
from eztrak.config.load import Loaded
from eztrak.voice.times import local

if TYPE_CHECKING:
    from eztrak.supervisor.columns import Style
    from eztrak.supervisor.pit.site import Office


def add(command: Adder) -> None:
    pit = command("pit", _serve, "Serves the supervisors' page, read-only.", "eztrak pit --db eztrak.db --on")
    _add_databases(pit)
    pit.add_argument(
        "--floor",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="all tables of the floor's database instead (default: floor.database of the config)",
    )
    pit.add_argument("--on", action="store_true", help="serves it even if pit.on is false in the config")
    pit.add_argument("--address", metavar="ADDRESS", help="the address that it answers at (default: the config's)")
    pit.add_argument("--port", type=int, metavar="N", help="the port that it answers at (default: the config's)")
    part = commands_of(pit, argument_default=argparse.SUPPRESS)  # what was given before the word counts too
    password = part(
        "password",
        _password,
        "sets a supervisor's password for the page: asks for it, or reads a line where nobody types",
        "eztrak pit password 7",
    )
    password.add_argument("number", type=int, metavar="NUMBER", help="the supervisor's number")
    password.add_argument(
        "--remove", action="store_true", default=False, help="removes it; they are logged out at once"
    )
    password.add_argument(
        "--role",
        choices=("supervisor", "manager", "auditor"),
        default=None,
        help="what they see: a supervisor all of the tables; a manager also who used the page and what was "
        "downloaded; an auditor all that is on record, but not the tables now (default: the role that they have, "
        "or supervisor)",
    )
    _add_databases(password)
    record = part(
        "record",
        _record,
        "lists log-ins, wrong passwords and downloads, and checks that nothing in it was changed",
        "eztrak pit record --json",
    )
    record.add_argument("--json", action="store_true", default=False, help="prints a line of JSON for each row")
    _add_databases(record)


def _add_databases(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        type=database,
        action="append",
        metavar="FILE",
        help="the SQLite file of a table's history; may be given more than once (default: the config's)."
        " The passwords are kept beside the first",
    )
    add_config(parser)


def _databases(options: argparse.Namespace, loaded: Loaded) -> list[Path]:
    listed = options.db or [Path(name).expanduser() for name in loaded.config.pit.databases]
    return listed or [database_of(loaded)]


def _serve(options: argparse.Namespace) -> int:
    with _installed():
        from eztrak.supervisor.pit.api import token_in
        from eztrak.supervisor.pit.passwords import PasswordError, Passwords
        from eztrak.supervisor.pit.server import ServeError, serve
        from eztrak.supervisor.pit.site import site_of
        from eztrak.supervisor.report import style_of

    loaded = networked(options)
    settings, databases = loaded.config.pit, _databases(options, loaded)
    if not (settings.on or options.on):
        print("eztrak: the pit page is off; set on = true under [pit] in the config, or give --on", file=sys.stderr)
        return 1
    address = options.address or settings.address
    port = settings.port if options.port is None else options.port
    passwords = Passwords(databases[0])
    try:
        if not passwords.numbers():
            how = f"eztrak pit --db {databases[0]} password NUMBER" if options.db else "eztrak pit password NUMBER"
            print(f"eztrak: nobody can log in yet; set a password with: {how}", file=sys.stderr)
            return 1
        token = token_in(Path(settings.token).expanduser()) if settings.token else ""
        office = replace(_office(options, databases, style_of(loaded), loaded.config.room.currency), token=token)
        site = site_of(office, passwords)
        if office.seen:
            office.seen.follow()
        serve(site, address, port, lambda port: _say(address, port, passwords.numbers()), settings.proxy)
    except (PasswordError, ServeError) as fault:
        raise UsageError(str(fault)) from fault
    return 0


def _office(options: argparse.Namespace, databases: list[Path], style: "Style", currency: str) -> "Office":
    """What the page is about: files of this machine, or all tables of the floor's database."""
    from eztrak.supervisor.pit.seen import Seen
    from eztrak.supervisor.pit.site import Office

    if options.floor is None:
        return Office(databases, style, seen=Seen(databases), currency=currency)
    server, another = server_of(options), server_of(options)
    from eztrak.commands.pit_floor import FloorRoom
    from eztrak.floor.kept import Kept

    histories = Kept(another, kept_in())
    histories.follow()
    seen = Seen(histories.paths, databases[0])
    room = FloorRoom(server, histories.place, clock.monotonic)
    for one in (
        histories,
        room,
    ):  # their threads are within PostgreSQL's client, which does not survive the program's end
        atexit.register(one.close)
    return Office(histories.paths, style, seen=seen, room=room, currency=currency, beside=databases[0])


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as fault:
        raise UsageError(
            f"the page needs {fault.name}, which is not installed: it is in the package eztrak-network; from source,"
            " pip install 'eztrak[pit]'"
        ) from fault


def _say(address: str, port: int, numbers: list[int]) -> None:
    shown = f"[{address}]" if ":" in address else address
    who = f"supervisor{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    print(f"the pit page: http://{shown}:{port}/", file=sys.stderr)
    print(f"To log in: {who}. Ctrl-C ends it.", file=sys.stderr, flush=True)
    if not _loopback(address):
        print(
            "It is open to the network, and passwords are sent unencrypted: better serve it at 127.0.0.1"
            " behind a proxy with TLS.",
            file=sys.stderr,
            flush=True,
        )


def _loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _record(options: argparse.Namespace) -> int:
    with _installed():
        from eztrak.supervisor.pit.accesses import Accesses

    accesses, faults = Accesses(_databases(options, loaded_of(options))[0], clock.wall).read()
    for one in accesses:
        plain = {"row": one.row, "at": one.at, "kind": one.kind, "supervisor": one.number, "address": one.address}
        plain |= {"what": one.what, "said": str(one.said)}
        print(json.dumps(plain) if options.json else f"{one.row:>8}  {local(one.at)}  {one.said}")
    for wrong in faults:
        print(wrong, file=sys.stderr)
    return 1 if faults else 0


def _password(options: argparse.Namespace) -> int:
    with _installed():
        from eztrak.supervisor.pit.accesses import Accesses
        from eztrak.supervisor.pit.passwords import PasswordError, Passwords
        from eztrak.supervisor.pit.roles import Role

    database = _databases(options, loaded_of(options))[0]
    passwords, accesses = Passwords(database), Accesses(database, clock.wall)
    try:
        if options.remove:
            passwords.remove(options.number)
            accesses.note("password_removed", options.number)
            print(f"supervisor {options.number} can no longer log in")
            return 0
        passwords.set(options.number, _typed(), Role(options.role) if options.role else None)
        accesses.note("password_set", options.number)
    except PasswordError as fault:
        raise UsageError(str(fault)) from fault
    print(f"supervisor {options.number} can log in; the passwords are in {passwords.path}")
    return 0


def _typed() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("New password: ")
    if getpass.getpass("Again: ") != password:
        raise UsageError("the two passwords differ; nothing was changed")
    return password
