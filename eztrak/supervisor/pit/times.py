"""Days and times as the office says them. The record is in UTC; the page speaks the local time of its machine.

A shoe belongs to the local day on which it started, also when it ended after midnight.
"""

from datetime import UTC, date, datetime, time, timedelta


def span(first: date, last: date) -> tuple[str, str]:
    """The moments, as the record writes them, from which the first day begins and at which the last has ended."""
    return _midnight(first), _midnight(last + timedelta(days=1))


def day_of(at: str) -> date:
    """The local day of a moment in the record."""
    return _local(at).date()


def clock(at: str | None, seconds: bool = False) -> str:
    return _local(at).strftime("%H:%M:%S" if seconds else "%H:%M") if at else ""


def long_day(day: date) -> str:
    """Monday, 5 January 2026"""
    return f"{day:%A}, {day.day} {day:%B %Y}"


def full(at: str) -> str:
    """5 January 2026, 20:15:07"""
    moment = _local(at)
    return f"{moment.day} {moment:%B %Y, %H:%M:%S}"


def parsed(text: str) -> date | None:
    """A day as a browser's date field sends it; None for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year <= 2999 else None


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def _midnight(day: date) -> str:
    moment = datetime.combine(day, time()).astimezone(UTC)  # a naive time is a local one
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "000Z"
