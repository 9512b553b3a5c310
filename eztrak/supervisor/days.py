"""Days as supervisors mean them: local ones. The journal writes UTC; here the two meet.

A shoe belongs to the local day on which it started, also when it ended after midnight.
"""

from datetime import UTC, date, datetime, time, timedelta

from eztrak.journal.errors import JournalError

ALLOWED = "one is written as 2026-01-31, or is today or yesterday"


def span(first: date, last: date) -> tuple[str, str]:
    """The instants, as the journal writes them, at which the first day begins and the last has ended."""
    return start_of(first), start_of(last + timedelta(days=1))


def start_of(day: date) -> str:
    """The instant at which a local day begins, as the journal writes instants."""
    begins = datetime.combine(day, time()).astimezone(UTC)  # a naive time is a local one
    return begins.isoformat(timespec="milliseconds").replace("+00:00", "Z")


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


def instant(at: str) -> datetime | None:
    """A time of the journal, or None for a text that is none: a record may be damaged, and is shown all the same."""
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return None


def day_of(at: str) -> date:
    """The local day of a time of the journal. Raises JournalError for a text that is none."""
    when = instant(at)
    if when is None:
        raise JournalError(f"the record is damaged: {at!r} is no time")
    return when.astimezone().date()


def local(at: str | None, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time of the journal as the clock on the wall showed it."""
    when = instant(at) if at else None
    return when.astimezone().strftime(form) if when else (at or "")


def clock(at: str | None, seconds: bool = False) -> str:
    return local(at, "%H:%M:%S" if seconds else "%H:%M")


def ending(started_at: str, ended_at: str | None) -> str:
    """When a shoe ended, also on a later day: 01:31 +1 day"""
    begins, ends = instant(started_at), instant(ended_at or "")
    days = (ends.astimezone().date() - begins.astimezone().date()).days if begins and ends else 0
    later = f" +{days} day{'s' if days > 1 else ''}" if days > 0 else ""
    return f"{clock(ended_at)}{later}"


def span_text(at: str, until: str) -> str:
    """From when to when, to the second: 2026-01-05 20:15:07 – 20:16:01"""
    if until == at or not until:
        return local(at)
    same = local(at, "%Y-%m-%d") == local(until, "%Y-%m-%d")
    return f"{local(at)} – {local(until, '%H:%M:%S' if same else '%Y-%m-%d %H:%M:%S')}"


def zone(at: str) -> str:
    """What the clock on the wall went by at that time: UTC, CET, PDT …"""
    return local(at, "%Z")


def full(at: str | None) -> str:
    """5 January 2026, 20:15:07"""
    return local(at, "%-d %B %Y, %H:%M:%S")


def long_day(day: date) -> str:
    """Monday, 5 January 2026"""
    return f"{day:%A, %-d %B %Y}"


def days_text(first: date | None, last: date | None) -> str:
    """What a period is called at the top of a page."""
    if first and first == last:
        return long_day(first)
    if first and last:
        return f"{first:%-d %B %Y} to {last:%-d %B %Y}"
    if first:
        return f"From {first:%-d %B %Y} on"
    return f"Up to {last:%-d %B %Y}" if last else "All shoes"


def ordinal(number: int) -> str:
    """Which shoe of a day: 1st, 2nd, 3rd, 11th …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
