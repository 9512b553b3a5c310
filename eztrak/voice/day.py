"""The room's own day: it begins when the room says, so that a night that goes on until three is one day.

When that is holds for all that a process does, as the zone of the machine does; whoever reads the config says it. A
shoe belongs to the day in which it started, also when it ended in the next.
"""

import re
import time as machine
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple

from eztrak.voice.times import utc

FORM = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_MIDNIGHT = time()
_begins = _MIDNIGHT


def begin(at: str) -> None:
    """From now on a day begins at this time of the clock on the wall: 06:00."""
    global _begins
    _begins = time.fromisoformat(at)


def begins() -> str:
    """When a day begins; nothing where that is midnight, which needs no word."""
    return "" if _begins == _MIDNIGHT else f"{_begins:%H:%M}"


def start_of(day: date) -> str:
    """The instant at which a day begins, as the journal writes instants."""
    return utc(_start(day))


def span(first: date, last: date) -> tuple[str, str]:
    """The instants at which the first day begins and the last has ended."""
    return start_of(first), start_of(last + timedelta(days=1))


class Run(NamedTuple):
    """Days that all begin at one time of UTC."""

    until: str  # when the last has ended, as the journal writes instants
    shift: int  # seconds from UTC to a clock that shows midnight when these days begin
    last: date  # the last may have an hour more


def runs(first: date, last: date) -> list[Run]:
    """From the first day to the last: a new one wherever the clocks were changed."""
    return list(_runs(first, last, _begins, machine.tzname))


@lru_cache(64)  # the tables of a room are all asked for the same days
def _runs(first: date, last: date, _: time, __: tuple[str, str]) -> tuple[Run, ...]:
    made: list[Run] = []
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        begins = _start(day).astimezone(UTC).replace(tzinfo=None)
        shift = round((datetime.combine(day, _MIDNIGHT) - begins).total_seconds())
        if made and made[-1].shift == shift:
            made.pop()
        made.append(Run(start_of(day + timedelta(days=1)), shift, day))
    return tuple(made)


def day_at(when: datetime) -> date:
    """The day that an instant belongs to."""
    day = when.astimezone().date()
    return day if when >= _start(day) else day - timedelta(days=1)


def time_on(day: date, at: time) -> datetime:
    """A time of the clock on the wall within a day of the room, which may end after midnight."""
    when = datetime.combine(day, at).astimezone()
    return when if day_at(when) == day else datetime.combine(day + timedelta(days=1), at).astimezone()


def _start(day: date) -> datetime:
    return datetime.combine(day, _begins).astimezone()  # a naive time is a local one
