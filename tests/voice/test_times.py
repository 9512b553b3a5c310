"""Times of the record as the clock on the wall showed them."""

import time
from datetime import timedelta, timezone

import pytest

from eztrak.voice.times import instant, local

AT = "2026-07-05T06:59:59.999Z"


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        ("UTC", "2026-07-05 06:59:59"),
        ("America/Los_Angeles", "2026-07-04 23:59:59"),
        ("Asia/Taipei", "2026-07-05 14:59:59"),
    ],
)
def test_a_time_is_local_by_the_machine(zone: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert local(AT) == says
        assert local("2026-01-05T20:00:00.000Z", "%Z") == {"UTC": "UTC", "Asia/Taipei": "CST"}.get(zone, "PST")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_or_by_the_zone_that_is_given() -> None:
    assert local(AT, "%d %H:%M", timezone(timedelta(hours=-8))) == "04 22:59"


@pytest.mark.parametrize("damaged", ["", "yesterday", "2026-13-45T00:00:00Z"])
def test_what_is_no_time_is_shown_as_it_is(damaged: str) -> None:
    assert instant(damaged) is None
    assert local(damaged) == damaged
    assert local(None) == ""


def test_a_time_that_comes_twice_says_which_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    try:
        night = [f"2026-11-01T{hour:02}:30:00.000Z" for hour in (7, 8, 9, 10)]
        assert [local(at, "%H:%M") for at in night] == ["00:30", "01:30 PDT", "01:30 PST", "02:30"]
        assert [local(at, "%H:%M %Z") for at in night[1:3]] == ["01:30 PDT", "01:30 PST"]
        assert [local(f"2026-03-08T{hour}:30:00.000Z", "%H:%M") for hour in ("09", "10")] == ["01:30", "03:30"]
        assert local(night[1], "%Y-%m-%d") == "2026-11-01"
    finally:
        monkeypatch.undo()
        time.tzset()
