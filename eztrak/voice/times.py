"""Times of the record, which are UTC, as the clock on the wall showed them."""

from datetime import datetime, tzinfo


def instant(at: str) -> datetime | None:
    """A time of the journal, or None for a text that is none: a record may be damaged, and is shown all the same."""
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return None


def local(at: str | None, form: str = "%Y-%m-%d %H:%M:%S", zone: tzinfo | None = None) -> str:
    """By the zone of the machine, unless one is given."""
    when = instant(at) if at else None
    return when.astimezone(zone).strftime(form) if when else (at or "")
