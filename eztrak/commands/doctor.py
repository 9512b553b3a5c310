"""doctor: what is wrong with this unit, and what to do about it."""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.commands.given import (
    Adder,
    add_config,
    add_database,
    add_keypad,
    config_path,
    database_of,
    setup_of,
    source_names,
)

if TYPE_CHECKING:
    from eztrak.appliance.health import Reading
    from eztrak.setup import Setup

ROOT = Path("/")
_BIND = "put the line of sudo eztrak keypad list under [keypad] in the config, then sudo systemctl restart eztrak"


def add(command: Adder) -> None:
    doctor = command(
        "doctor",
        _doctor,
        "Looks at the machine and the history: what is wrong, and what to do.",
        "eztrak doctor --json",
    )
    doctor.add_argument("--json", action="store_true", help="prints a JSON list")
    add_database(doctor)
    add_config(doctor)
    add_keypad(doctor)


def _doctor(options: argparse.Namespace) -> int:
    from eztrak.appliance.health import wrong

    read = readings_of(options)
    print(json.dumps([asdict(reading) for reading in read], ensure_ascii=False) if options.json else told(read))
    return 1 if wrong(read) else 0


def told(read: "Sequence[Reading]") -> str:
    """The readings as people read them."""
    lines = []
    for reading in read:
        lines.append(f"{'well ' if reading.well else 'WRONG'}  {reading.name}: {reading.told}")
        if not reading.well:
            lines.append(f"       → {reading.fix}")
    return "\n".join(lines)


def readings_of(options: argparse.Namespace) -> "tuple[Reading, ...]":
    from eztrak.appliance import clock
    from eztrak.appliance.fitness import fitness, service_file
    from eztrak.appliance.health import copy_reading, readings
    from eztrak.journal.copy import lag
    from eztrak.upkeep import copies_of

    setup = setup_of(config_path(options))
    database = options.db or database_of(setup.loaded)
    sources = source_names(options, setup)
    kinds = {source.partition(":")[0] for source in sources}
    needs = [group for kind, group in (("evdev", "input"), ("serial", "dialout")) if kind in kinds]
    # An installed unit has the console, also where somebody asks from a desktop of their own (ssh -X).
    desktop = service_file(ROOT) is None and ("DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ)
    read = [_history(database), *readings(database)]
    if folder := copies_of(setup.loaded.config.journal):
        read.append(copy_reading(folder, database, lag(database, folder), 0.0))
    read += fitness(ROOT, database, needs, desktop, clock.wall())
    read += [*_keypads(sources, desktop), *_fonts(setup)]
    if address := setup.loaded.config.floor.database:
        read.append(_floor(address))
    return tuple(read)


def _floor(address: str) -> "Reading":
    from eztrak.appliance.health import Reading

    try:
        from eztrak.floor.errors import FloorError
        from eztrak.floor.server import Server
    except ImportError as fault:
        return Reading("floor", False, f"psycopg is missing ({fault})", "pip install 'eztrak[floor]'")
    try:
        server = Server(address)
        server.answers()
    except FloorError as fault:
        return Reading(
            "floor", False, str(fault), "see to the server and to floor.database; the copy goes on by itself"
        )
    return Reading("floor", True, f"{server.place} answers")


def _history(database: Path) -> "Reading":
    from eztrak.appliance.health import Reading
    from eztrak.journal.errors import JournalError
    from eztrak.journal.verify import quick_check

    try:
        quick_check(database)
    except JournalError as fault:
        fix = "run eztrak verify; the board mends what it can at its next start"
        if isinstance(fault.__cause__, PermissionError):
            fix = "run it with sudo: only the board's user may read the history"
        elif not database.exists():
            fix = "start the board: sudo systemctl start eztrak; sudo systemctl status eztrak says why it does not"
        return Reading("history", False, str(fault), fix)
    return Reading("history", True, f"the last two shoes in {database} are as they were written")


def _keypads(sources: Sequence[str], desktop: bool) -> "Iterator[Reading]":
    from importlib.util import find_spec

    from eztrak.appliance.fitness import service_file
    from eztrak.appliance.health import Reading
    from eztrak.keypad.devices import plugged_in
    from eztrak.keypad.listing import listing, serial_ports

    if any(source.startswith("evdev") for source in sources) and find_spec("evdev") is None:
        fix = "install eztrak again on a machine with python3-dev, gcc and linux-libc-dev"
        yield Reading("evdev", False, "the package that reads USB keypads is missing", fix)
    if "window" in sources and not desktop:
        told = "keypad.sources has window: every keyboard that is plugged in enters hands"
        yield Reading("keypad", False, told, _BIND)
    devices = plugged_in()
    found = listing(sources, devices, serial_ports())
    troubles = dict(found.troubles)
    for source in sources:
        named = "evdev:auto" if source == "evdev" else source
        if source.startswith(("evdev", "serial")):
            trouble = troubles.get(named, troubles.get(source, ""))
            fix = f"plug it in. Another one: {_BIND}"
            loose = source == "evdev" and not trouble and service_file(ROOT) is not None
            told = "not bound: after a restart any keyboard that is alone enters hands" if loose else trouble
            yield Reading(f"keypad {source}", not told, told or "plugged in", _BIND if loose else fix)


def _fonts(setup: "Setup") -> "Iterator[Reading]":
    from eztrak.appliance.health import Reading
    from eztrak.display.lettering import face_for, faces
    from eztrak.shipped import asset

    languages = setup.loaded.config.display.languages
    needed = {face_for(language, weight) for language in ("en", *languages) for weight in ("bold", "medium")}
    files = {asset("fonts", faces()[face]["file"]) for face in needed}
    lacking = sorted(file.name for file in files if not file.is_file())
    told = f"missing: {', '.join(lacking)}" if lacking else f"all there for {', '.join(languages)}"
    yield Reading("fonts", not lacking, told, f"install eztrak again: they belong into {asset('fonts')}")
