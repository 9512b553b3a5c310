"""The clock on the wall as a value: by how much it went before UTC, and when the room's days began.

An export carries it, so that whoever checks one elsewhere has the same local times and gaming days, without the zone of
the unit and whatever its rules have become since.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from eztrak.voice.day import Run, day_at, runs
from eztrak.voice.times import instant, utc

END = "9"  # after every instant


class Offset(NamedTuple):
    until: str  # as the journal writes instants
    seconds: int  # before UTC


@dataclass(frozen=True, slots=True)
class Wall:
    offsets: tuple[Offset, ...]
    days: tuple[Run, ...]

    def local(self, at: str) -> str:
        """2026-01-31 20:15:07; nothing for a text that is no time."""
        when = instant(at)
        return (when + timedelta(seconds=self._seconds(at))).isoformat(" ")[:19] if when else ""

    def zone(self, at: str) -> str:
        return zone_of(self._seconds(at))

    def day(self, at: str) -> str:
        """The gaming day."""
        when = instant(at)
        run = next((run for run in self.days if at < run.until), self.days[-1])
        return min((when + timedelta(seconds=run.shift)).date(), run.last).isoformat() if when else ""

    def _seconds(self, at: str) -> int:
        return next((one for one in self.offsets if at < one.until), self.offsets[-1]).seconds

    def plain(self) -> dict[str, Any]:
        days = [[run.until, run.shift, run.last.isoformat()] for run in self.days]
        return {"offsets": [list(offset) for offset in self.offsets], "days": days}


def wall_of(plain: Mapping[str, Any]) -> Wall:
    """Raises ValueError, TypeError or KeyError for what is none."""
    offsets = tuple(Offset(_instant(until), _seconds(seconds)) for until, seconds in plain["offsets"])
    days = tuple(
        Run(_instant(until), _seconds(shift), date.fromisoformat(last)) for until, shift, last in plain["days"]
    )
    if not (offsets and days):
        raise ValueError("it has no clock")
    return Wall(offsets, days)


def wall(first: str, last: str) -> Wall:
    """That of this machine, from one instant to another; a clock that was set back makes the last the earlier one."""
    since, until = sorted(instant(at) or datetime(2000, 1, 1, tzinfo=UTC) for at in (first, last))
    offsets = [Offset(END, _offset(since))]
    at = since
    while at < until:
        after = min(at + timedelta(days=1), until)
        if _offset(after) != _offset(at):
            offsets[-1] = Offset(utc(_changed(at, after)), offsets[-1].seconds)
            offsets.append(Offset(END, _offset(after)))
        at = after
    return Wall(tuple(offsets), tuple(runs(day_at(since), day_at(until))))


def zone_of(seconds: int) -> str:
    """UTC+01:00"""
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"UTC{'-' if seconds < 0 else '+'}{hours:02}:{minutes:02}"


def _offset(when: datetime) -> int:
    return round((when.astimezone().utcoffset() or timedelta()).total_seconds())


def _changed(before: datetime, after: datetime) -> datetime:
    """The second at which the clocks were set."""
    first, last = int(before.timestamp()), int(after.timestamp())
    while last - first > 1:
        middle = (first + last) // 2
        if _offset(datetime.fromtimestamp(middle, UTC)) == _offset(before):
            first = middle
        else:
            last = middle
    return datetime.fromtimestamp(last, UTC)


def _instant(at: Any) -> str:
    if at != END and instant(at) is None:
        raise ValueError(f"{at!r:.60} is no time")
    return str(at)


def _seconds(seconds: Any) -> int:
    if type(seconds) is not int or abs(seconds) > 2 * 86400:
        raise ValueError(f"{seconds!r:.60} is no offset")
    return seconds
