"""Days as supervisors mean them: those of the room. The journal writes UTC; here the two meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from eztrak.journal.errors import JournalError
from eztrak.voice.dates import MONTHS, WEEKDAYS
from eztrak.voice.day import begins, day_at, start_of
from eztrak.voice.said import All, Said, Spoken, Voice
from eztrak.voice.times import instant as instant
from eztrak.voice.times import local as local
from eztrak.voice.times import utc

ALLOWED = Said("type it as 2026-01-31, or today or yesterday")


def week_of(day: date) -> tuple[date, date]:
    """The Monday and the Sunday of a day's week."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def parsed(text: str, today: date) -> date | None:
    """A day as somebody types it or a browser's date field sends it; None for anything else."""
    words = {"today": today, "yesterday": today - timedelta(days=1)}
    try:
        day = words.get(text.strip().lower()) or date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year <= 2999 else None


def day_of(at: str) -> date:
    """The day of a time of the journal. Raises JournalError for a text that is none."""
    when = instant(at)
    if when is None:
        raise JournalError("the record is damaged: {time} is not a time", time=repr(at))
    return day_at(when)


def day_text(at: str) -> str:
    """The same as text: a record may be damaged, and is shown all the same."""
    when = instant(at)
    return day_at(when).isoformat() if when else at


def clock(at: str | None, seconds: bool = False) -> str:
    return local(at, "%H:%M:%S" if seconds else "%H:%M")


def beginning(started_at: str) -> Said | All:
    """When a shoe started, also after the midnight of its day: 01:31 +1 day."""
    return ending(started_at, started_at)


def ending(started_at: str, ended_at: str | None) -> Said | All:
    """When a shoe ended, also on a later date than that of its day: 01:31 +1 day; nothing where it has not."""
    begins, ends = instant(started_at), instant(ended_at or "")
    days = (ends.astimezone().date() - day_at(begins)).days if begins and ends else 0
    if days > 0:
        return Said("{time} +{days:day|days}", time=clock(ended_at), days=days)
    return All((clock(ended_at),) if ended_at else ())


def day_begins() -> Said:
    """What somebody has to know who reads of days; nothing where they begin at midnight."""
    return Said("A day begins at {time}.", time=begins()) if begins() else Said()


def on_days(said: Said) -> All:
    """The same behind that."""
    return All((day_begins(), said) if day_begins() else (said,), " ")


def span_text(at: str, until: str) -> str:
    """From when to when, to the second: 2026-01-05 20:15:07 – 20:16:01"""
    if until == at or not until:
        return local(at)
    same = local(at, "%Y-%m-%d") == local(until, "%Y-%m-%d")
    return f"{local(at)} – {local(until, '%H:%M:%S' if same else '%Y-%m-%d %H:%M:%S')}"


def zone(at: str) -> str:
    """What the clock on the wall went by at that time: UTC, CET, PDT …"""
    return local(at, "%Z")


def zone_at(at: str, until: str | None = None) -> Said:
    """What the times of a page or a sheet are, by the dates shown and not by today's; both where they changed."""
    zone, other = local(at, "%Z, UTC%z"), local(until or at, "%Z, UTC%z")
    if other == zone:
        return Said("Local times: {zone}", zone=zone)
    return Said("Local times: {zone}; after the change of the clocks {other}", zone=zone, other=other)


def zone_on(first: date, last: date | None = None) -> Said:
    """The same of a day of the room, or of several."""
    ends = instant(start_of((last or first) + timedelta(days=1)))
    return zone_at(start_of(first), utc(ends - timedelta(seconds=1)) if ends else None)


def ticks(begins: datetime, ends: datetime, steps: Sequence[int]) -> Iterator[datetime]:
    """Round times of the clock on the wall, so many minutes apart that there are not many more than twelve."""
    minutes = (ends - begins) / timedelta(minutes=1)
    step = next((step for step in steps if minutes / step <= 12), steps[-1])
    tick = begins.astimezone().replace(second=0, microsecond=0)
    tick -= timedelta(minutes=(tick.hour * 60 + tick.minute) % step)
    while tick <= ends:
        if tick >= begins:
            yield tick
        tick += timedelta(minutes=step)


def full(at: str) -> Said | All:
    """January 5, 2026, 20:15:07"""
    when = instant(at)
    if when is None:
        return All((at,))
    return Said("{date}, {time}", date=date_said(when.astimezone()), time=clock(at, True))


def date_said(day: date) -> Said:
    """January 5, 2026"""
    return Said("{month} {day}, {year}", month=MONTHS[day.month - 1], day=day.day, year=day.year)


def long_day(day: date) -> Said:
    """Monday, January 5, 2026"""
    return Said("{weekday}, {date}", weekday=WEEKDAYS[day.weekday()], date=date_said(day))


def days_text(first: date | None, last: date | None) -> Said:
    """What a period is called at the top of a page."""
    if first and last:
        return (
            long_day(first)
            if first == last
            else Said("{first} to {last}", first=date_said(first), last=date_said(last))
        )
    if first:
        return Said("From {date}", date=date_said(first))
    return Said("Up to {date}", date=date_said(last)) if last else Said("All shoes")


@dataclass(frozen=True, slots=True)
class Ordinal(Spoken):
    """Which shoe of a day: 1st, 2nd, 3rd, 11th … Other languages have their own words around the number."""

    number: int

    def words(self, voice: Voice) -> str:
        ending = "th" if self.number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(self.number % 10, "th")
        return f"{self.number}{ending if voice.language == 'en' else ''}"
