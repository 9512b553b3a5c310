"""doctor: what is wrong with this unit, and what to do about it."""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path

from eztrak import known
from eztrak.appliance import clock
from eztrak.appliance.alarms import alarm_readings
from eztrak.appliance.fitness import fitness, service_file
from eztrak.appliance.health import HealthReading, copy_reading, readings, wrong
from eztrak.appliance.unit_key import key_state, locate
from eztrak.commands.arguments import database_of, setup_of, source_names
from eztrak.commands.asked import Adder, add_database, add_keypad, config_path
from eztrak.display.lettering import face_for, faces
from eztrak.journal import heads, schema
from eztrak.journal.capacity import capacity
from eztrak.journal.copy import lag
from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.journal import LAST
from eztrak.journal.keying import missing
from eztrak.journal.verify import quick_check
from eztrak.keypad.devices import plugged_in
from eztrak.keypad.listing import listing, serial_ports
from eztrak.keypad.sources import PadTerms
from eztrak.shipped import asset
from eztrak.table.fingerprint import fingerprint
from eztrak.table.pack import Pack
from eztrak.upkeep import copies_of, seen_readings
from eztrak.voice.said import Said
from eztrak.voice.times import local

ROOT = Path("/")
_BIND = Said("copy the line from sudo eztrak keypad list to [keypad] in the config, then sudo systemctl restart eztrak")


def add(command: Adder) -> None:
    doctor = command(
        "doctor",
        _doctor,
        "Checks the machine and the history: what is wrong, and what to do.",
        "eztrak doctor --json",
    )
    doctor.add_argument("--json", action="store_true", help="prints a JSON list")
    add_database(doctor)
    add_keypad(doctor)


def _doctor(options: argparse.Namespace) -> int:
    read = readings_of(options)
    print(as_json(read) if options.json else as_text(read))
    return 1 if wrong(read) else 0


def as_json(read: Sequence[HealthReading]) -> str:
    listed = [{"name": str(one.name), "well": one.well, "told": str(one.seen), "fix": str(one.fix)} for one in read]
    return json.dumps(listed, ensure_ascii=False)


def as_text(read: Sequence[HealthReading]) -> str:
    """The readings as people read them."""
    lines = []
    for reading in read:
        lines.append(f"{'well ' if reading.well else 'WRONG'}  {reading.name}: {reading.seen}")
        if not reading.well:
            lines.append(f"       → {reading.fix}")
    return "\n".join(lines)


def readings_of(options: argparse.Namespace) -> tuple[HealthReading, ...]:
    setup = setup_of(config_path(options))
    database = options.db or database_of(setup.loaded)
    sources = source_names(options, setup)
    kinds = {source.partition(":")[0] for source in sources}
    needs = [group for kind, group in (("evdev", "input"), ("serial", "dialout")) if kind in kinds]
    # An installed unit has the console, also where somebody asks from a desktop of their own (ssh -X).
    desktop = service_file(ROOT) is None and ("DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ)
    copies = copies_of(setup.loaded.config.journal)
    read = [_history(database), _key(database), *readings(database)]
    read += [
        *_records(database, copies, setup.loaded.pack, clock.wall()),
        *known.check(setup.loaded, setup.keymap).readings,
    ]
    if copies:
        read.append(copy_reading(copies, database, lag(database, copies), 0.0))
    read += seen_readings(database)
    read += fitness(ROOT, database, needs, desktop, clock.wall())
    read += [
        *_keypads(sources, desktop, setup.loaded.pack),
        _pack(setup.loaded.pack, clock.wall().date()),
        known.rules_reading(setup.loaded, setup.keymap),
        *_fonts(setup.loaded.config.display.languages),
    ]
    if address := setup.loaded.config.floor.database:
        read += [_floor(address), *alarm_readings(database)]
    return tuple(read)


def _floor(address: str) -> HealthReading:
    try:
        from eztrak.floor.errors import FloorError
        from eztrak.floor.server import Server
    except ImportError as fault:
        missing = Said("the copy is not installed ({fault})", fault=str(fault))
        return HealthReading(
            Said("floor"), False, missing, Said("install the package eztrak-network, of the same version")
        )
    try:
        server = Server(address)
        server.answers()
    except FloorError as fault:
        fix = Said("check the server and floor.database; the copy continues on its own")
        return HealthReading(Said("floor"), False, fault.said, fix)
    if weaker := server.weaker():
        seen = Said(
            "{server} answers, but any machine could pose as it: {options}",
            server=server.place,
            options=", ".join(weaker),
        )
        fix = Said("remove that from floor.database: without it the server proves who it is, and gets no password")
        return HealthReading(Said("floor"), False, seen, fix)
    return HealthReading(Said("floor"), True, Said("{server} answers", server=server.place))


def _history(database: Path) -> HealthReading:
    try:
        quick_check(database)
    except JournalError as fault:
        fix = Said("run eztrak verify; the board repairs what it can at its next start")
        if isinstance(fault.__cause__, PermissionError):
            fix = Said("run it with sudo: only the board's user may read the history")
        elif not database.exists():
            fix = Said(
                "start the board: sudo systemctl start eztrak; sudo systemctl status eztrak says why it does not"
            )
        return HealthReading(Said("history"), False, fault.said, fix)
    sound = Said("the last two shoes in {path} are as they were written", path=database)
    return HealthReading(Said("history"), True, sound)


def _records(database: Path, copies: Path | None, pack: Pack, now: datetime) -> Iterator[HealthReading]:
    try:
        records = capacity(database, copies, now)
    except (JournalError, OSError):  # the reading of the history says so
        return
    if records:
        seen = Said(
            "kept since {day}, {size:,} MiB; with room for {years:year|years} in all",
            day=local(records.since, "%Y-%m-%d"),
            size=records.size // 2**20,
            years=int(records.years),
        )
        fix = Said(
            "put in a larger disk before it is full: nothing is deleted, and records are kept for {years:year|years}",
            years=pack.retention_years,
        )
        yield HealthReading(Said("records"), records.years >= pack.retention_years, seen, fix)


def _key(database: Path) -> HealthReading:
    fix = Said("docs/installer.md says where a unit's key is kept, and what to do when it is not there")
    try:
        well, seen = key_state(*locate(database), database)
    except PermissionError:
        seen = Said("only the board's user may read it: run it with sudo")
        return HealthReading(Said("unit's key"), True, seen)
    except OSError as fault:
        return HealthReading(Said("unit's key"), False, Said("it cannot be read: {fault}", fault=str(fault)), fix)
    # What is wrong with the history has a reading of its own.
    with suppress(JournalError, *DAMAGE), closing(schema.read_only(database)) as connection:
        if public := heads.keyed(connection, LAST).public:
            seen = Said("{seen}; the record is signed by {key}", seen=seen, key=fingerprint(public))
    with suppress(JournalError, *DAMAGE):
        if gone := missing(database):
            start = Said("the board records that at its next start; compare it with the second copy and the recordings")
            return HealthReading(Said("unit's key"), False, gone, start)
    return HealthReading(Said("unit's key"), well, seen, Said() if well else fix)


def _pack(pack: Pack, today: date) -> HealthReading:
    unread = list(pack.unread(today))
    if not pack.approved:
        seen = Said("{name}: the room's own file, which nobody approved", name=pack.name)
        fix = Said("name a shipped pack in table.pack; the room's own limits go into the config")
    elif pack.trial:
        seen = Said("{name}: for trials, not for play", name=pack.name)
        fix = Said("name the room's pack in table.pack: washington, california, tribal or house")
    elif unread:
        rules = ", ".join(dict.fromkeys(rule.source for rule in unread))
        seen = Said("{name}: not rechecked for a year: {rules}", name=pack.name, rules=rules)
        fix = Said("check them at their source, and install a release in which they were rechecked")
    else:
        seen, fix = Said("{name}, as it was shipped ({code})", name=pack.name, code=pack.digest[:12]), Said()
    return HealthReading(Said("pack"), not fix, seen, fix)


def _keypads(sources: Sequence[str], desktop: bool, pack: Pack) -> Iterator[HealthReading]:
    if any(source.startswith("evdev") for source in sources) and find_spec("evdev") is None:
        fix = Said("install eztrak again on a machine with python3-dev, gcc and linux-libc-dev")
        yield HealthReading(Said("evdev"), False, Said("the package that reads USB keypads is missing"), fix)
    if "window" in sources and not desktop:
        seen = Said("keypad.sources has window: any keyboard that is plugged in can enter hands")
        yield HealthReading(Said("keypad"), False, seen, _BIND)
    devices = plugged_in()
    troubles = dict(listing(sources, devices, serial_ports(), PadTerms(pack=pack)).troubles)
    for source in sources:
        named = "evdev:auto" if source == "evdev" else source
        if source.startswith(("evdev", "serial")):
            name, trouble = Said("keypad {source}", source=source), troubles.get(named, troubles.get(source))
            if trouble:
                fix = Said("plug it in. For another one, {bind}", bind=_BIND)
                yield HealthReading(name, False, Said("not there: {fault}", fault=trouble), fix)
            elif source == "evdev" and service_file(ROOT) is not None:
                seen = Said("not bound: after a restart any keyboard could enter hands, if it is the only one")
                yield HealthReading(name, False, seen, _BIND)
            else:
                yield HealthReading(name, True, Said("plugged in"))


def _fonts(languages: Sequence[str]) -> Iterator[HealthReading]:
    needed = {face_for(language, weight) for language in ("en", *languages) for weight in ("bold", "medium")}
    files = {asset("fonts", faces()[face]["file"]) for face in needed}
    lacking = sorted(file.name for file in files if not file.is_file())
    seen = Said("complete for {languages}", languages=", ".join(languages))
    if lacking:
        seen = Said("missing: {names}", names=", ".join(lacking))
    fix = Said("install eztrak again: they belong in {folder}", folder=asset("fonts"))
    yield HealthReading(Said("fonts"), not lacking, seen, fix)
