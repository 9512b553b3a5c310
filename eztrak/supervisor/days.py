"""Days as supervisors mean them: local ones. The journal writes UTC; here the two meet."""

from datetime import UTC, date, datetime, time, timedelta


def start_of(day: date) -> str:
    """The instant at which a local day begins, as the journal writes instants."""
    begins = datetime.combine(day, time()).astimezone(UTC)
    return begins.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def end_of(day: date) -> str:
    """The instant at which the next local day begins."""
    return start_of(day + timedelta(days=1))


def instant(at: str) -> datetime | None:
    """A time of the journal, or None for a text that is none: a record may be damaged, and is shown all the same."""
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return None


def local(at: str | None, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time of the journal as the clock on the wall showed it."""
    when = instant(at) if at else None
    return when.astimezone().strftime(form) if when else (at or "")
