"""The alarms that the server raises about a unit, in words for who can do something about it.

`floor/taking.py` raises them. What it has of this unit it tells with each answer; the copy leaves that in a small file
beside the history, and the board and `doctor` show it. No file: no alarm.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from eztrak.appliance.health import HealthReading
from eztrak.appliance.paths import put
from eztrak.voice.said import Said


class Alarm(StrEnum):
    FORK = "fork"
    CLONE = "clone"
    RESTART = "restart"
    CLOCK = "clock"
    SILENT = "silent"
    REFUSED = "refused"


SEEN = {
    Alarm.FORK: Said("this table has two histories from the same row on; one is set aside and not counted"),
    Alarm.CLONE: Said("two machines send as this unit: its card was copied"),
    Alarm.RESTART: Said("this unit started a new history, which is set aside and not counted"),
    Alarm.CLOCK: Said("this unit's clock is off by more than two minutes"),
    Alarm.SILENT: Said("the server has not heard from this unit for minutes"),
    Alarm.REFUSED: Said("this unit's rows are out of sequence, and the server refused them"),
}
FIX = {
    Alarm.FORK: Said(
        "a backup was restored, or the card was copied: on the server, choose the one that counts "
        "with eztrak floor keep"
    ),
    Alarm.CLONE: Said(
        "switch off the one that does not belong there; then, on the server, eztrak floor enrol this unit again"
    ),
    Alarm.RESTART: Said("its card was wiped or replaced. If that was intended: on the server, eztrak floor keep"),
    Alarm.CLOCK: Said("set it, or let it follow a time server: timedatectl"),
    Alarm.SILENT: Said("check its power and its network"),
    Alarm.REFUSED: Said("run eztrak verify here, and eztrak floor verify with the office's address"),
}
NAME = Said("floor alarm")


def leave(history: Path, alarms: Iterable[Alarm]) -> None:
    """What the server has of this unit now, for whoever shows it. A disk that takes nothing is told of elsewhere."""
    note, kinds = _note(history), list(alarms)
    with suppress(OSError):
        if not kinds:
            note.unlink(missing_ok=True)
        elif raised(history) != tuple(kinds):
            put(note, json.dumps(kinds))


def raised(history: Path) -> tuple[Alarm, ...]:
    """What was left there; nothing where it cannot be read."""
    try:
        return tuple(map(Alarm, json.loads(_note(history).read_text())))
    except (OSError, ValueError, TypeError):
        return ()


def alarm_readings(history: Path) -> tuple[HealthReading, ...]:
    return tuple(HealthReading(NAME, False, SEEN[alarm], FIX[alarm]) for alarm in raised(history))


def _note(history: Path) -> Path:
    return history.with_name(f"{history.name}.floor")
