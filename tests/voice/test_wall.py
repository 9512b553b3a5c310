"""The clock on the wall between two instants, for an export."""

from eztrak.voice.wall import wall


def test_a_clock_that_was_set_back_has_the_days_between_all_the_same() -> None:
    """The newest row may be older than the first: an export ended with a traceback then."""
    first, last = "2026-03-06T20:00:00.000Z", "2026-01-01T00:00:00.000Z"
    assert wall(first, last) == wall(last, first)
    assert wall(first, last).days
