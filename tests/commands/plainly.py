"""A reading of the machine's health in English, to be compared with what is expected of it."""

from typing import NamedTuple

from eztrak.appliance.health import HealthReading


class Plain(NamedTuple):
    name: str
    well: bool
    told: str
    fix: str = ""


def plain(reading: HealthReading) -> Plain:
    return Plain(str(reading.name), reading.well, str(reading.seen), str(reading.fix))
