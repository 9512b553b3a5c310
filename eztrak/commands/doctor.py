"""doctor: what is wrong with this unit, and what to do about it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.commands.given import Adder, add_config, add_database, database_of, loaded_of

if TYPE_CHECKING:
    from eztrak.appliance.health import Reading


def add(command: Adder) -> None:
    doctor = command(
        "doctor",
        _doctor,
        "Looks at the machine and the history: what is wrong, and what to do.",
        "eztrak doctor --json",
    )
    add_database(doctor)
    add_config(doctor)
    doctor.add_argument("--json", action="store_true", help="prints a JSON list")


def _doctor(options: argparse.Namespace) -> int:
    from eztrak.appliance.health import copy_reading, readings, wrong
    from eztrak.journal.copy import lag
    from eztrak.upkeep import copies_of

    loaded = loaded_of(options)
    database = options.db or database_of(loaded)
    read = [_history(database), *readings(database)]
    if folder := copies_of(loaded.config.journal):
        read.append(copy_reading(folder, database, lag(database, folder), 0.0))
    if options.json:
        print(json.dumps([asdict(reading) for reading in read], ensure_ascii=False))
    else:
        for reading in read:
            print(f"{'well ' if reading.well else 'WRONG'}  {reading.name}: {reading.told}")
            if not reading.well:
                print(f"       → {reading.fix}")
    return 1 if wrong(tuple(read)) else 0


def _history(database: Path) -> "Reading":
    from eztrak.appliance.health import Reading
    from eztrak.journal.errors import JournalError
    from eztrak.journal.verify import quick_check

    try:
        quick_check(database)
    except JournalError as fault:
        return Reading("history", False, str(fault), "run eztrak verify; the board mends what it can at its next start")
    return Reading("history", True, f"the last two shoes in {database} are as they were written")
