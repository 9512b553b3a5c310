"""Times of the record, which are UTC, as the clock on the wall showed them."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache


def instant(at: str) -> datetime | None:
    """A time of the journal, or None for a text that is none: a record may be damaged, and is shown all the same."""
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return None


def utc(when: datetime) -> str:
    """An instant as the journal writes it."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def local(at: str | None, form: str = "%Y-%m-%d %H:%M:%S", zone: tzinfo | None = None) -> str:
    """By the zone of the machine, unless one is given. A time that comes twice in that night says which it is."""
    when = instant(at) if at else None
    if when is None:
        return at or ""
    shown = when.astimezone(zone)
    twice = zone is None and "%H" in form and "%Z" not in form and _comes_twice(shown)
    return shown.strftime(f"{form} %Z" if twice else form)


def _comes_twice(shown: datetime) -> bool:
    """Whether the clock was set back over this time."""
    plain = shown.replace(tzinfo=None)
    return _set_back(plain.date()) and plain.astimezone().utcoffset() != plain.replace(fold=1).astimezone().utcoffset()


@lru_cache(1024)
def _set_back(day: date) -> bool:
    midnights = (datetime.combine(day + timedelta(days=more), time()).astimezone() for more in (0, 1))
    before, after = (midnight.utcoffset() for midnight in midnights)
    return before is not None and after is not None and after < before
