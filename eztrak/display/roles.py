"""What a text says, and from how far away that must be readable. A role follows from the meaning of a text, never from
the size that it came out at: so that a text which is too small for its meaning is found.

A floor is an angle at a distance: 20 minutes of arc are what ISO 9241-303 prefers, 16 the least that it allows for
what is read, 10 for what is looked up. It holds for the smallest board, of 32 inches; a larger one is the better.
"""

from enum import StrEnum
from functools import cache
from math import radians, tan
from typing import NamedTuple

SMALLEST = 398.5  # millimetres, the height of a panel of 32 inches that is 16 to 9
HIGH = 1080.0  # layout units in that height


class Role(StrEnum):
    WINNER = "winner"
    COUNT = "count"
    LIMIT = "limit"  # of the table
    SECONDS = "seconds"  # that are left
    PHASE = "phase"  # what now: place your bets, no more bets
    LABEL = "label"  # names, headings, what a figure is about
    SHARE = "share"  # percentages, and counts of the shoe before
    WAGER = "wager"  # what a wager pays, its limits and its fee
    MARK = "mark"  # the letter of a bead
    SIGN = "sign"  # a small figure at a mark: it says which kind of it
    ROAD = "road"  # the name of a road
    ECHO = "echo"  # what the dealer or the supervisor reads at the table
    RULE = "rule"  # sentences of the info page
    POSTING = "posting"  # long texts that take turns, and the version


class Floor(NamedTuple):
    minutes: float  # of arc, by the height of capitals
    metres: float
    contrast: float = 4.5  # to 1


FLOORS = {
    Role.WINNER: Floor(20, 5, 7.0),
    Role.COUNT: Floor(20, 5, 7.0),
    Role.LIMIT: Floor(20, 5, 7.0),
    Role.SECONDS: Floor(20, 5, 7.0),
    Role.PHASE: Floor(16, 3.5, 7.0),
    Role.LABEL: Floor(16, 2),
    Role.SHARE: Floor(16, 2),
    Role.WAGER: Floor(16, 2),
    Role.MARK: Floor(14, 2),
    Role.SIGN: Floor(10, 2),
    Role.ROAD: Floor(10, 2),
    Role.ECHO: Floor(16, 1.25),
    Role.RULE: Floor(10, 2),
    Role.POSTING: Floor(10, 2),
}


@cache
def least(role: Role) -> float:
    """The least height of capitals for a role, in layout units."""
    floor = FLOORS[role]
    return float(round(2000 * floor.metres * tan(radians(floor.minutes / 120)) / SMALLEST * HIGH))
