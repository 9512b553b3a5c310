"""The room's own day."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eztrak.voice import day
from eztrak.voice.day import day_at, span, start_of

MONDAY = date(2026, 1, 5)


@pytest.fixture(autouse=True)
def midnight() -> Iterator[None]:
    yield
    day.begin("00:00")


@pytest.fixture(params=["UTC", "America/Los_Angeles", "Europe/Berlin"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_day_begins_at_midnight_where_the_room_says_nothing() -> None:
    assert day.begins() == ""
    assert day_at(datetime(2026, 1, 5).astimezone()) == MONDAY
    assert day_at(datetime(2026, 1, 4, 23, 59, 59).astimezone()) == MONDAY - timedelta(days=1)


def test_a_night_that_goes_on_until_three_is_one_day() -> None:
    day.begin("06:00")
    assert day.begins() == "06:00"
    hours = [(5, 5), (5, 6), (5, 20), (6, 3), (6, 5), (6, 6)]
    days = [day_at(datetime(2026, 1, number, hour).astimezone()).day for number, hour in hours]
    assert days == [4, 5, 5, 5, 5, 6]


def test_it_is_written_as_the_journal_writes_instants(zone: str) -> None:
    day.begin("06:00")
    starts = {"UTC": "2026-01-05T06", "America/Los_Angeles": "2026-01-05T14", "Europe/Berlin": "2026-01-05T05"}
    assert start_of(MONDAY) == f"{starts[zone]}:00:00.000Z"
    assert span(MONDAY, MONDAY) == (start_of(MONDAY), start_of(date(2026, 1, 6)))


@given(
    st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 1), timezones=st.just(UTC)),
    st.times().map(lambda at: f"{at:%H:%M}"),
)
def test_each_instant_is_in_the_span_of_its_day_also_when_clocks_are_set(when: datetime, begins: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "America/Los_Angeles")
        time.tzset()
        try:
            day.begin(begins)
            since, until = span(day_at(when), day_at(when))
            assert since <= when.isoformat(timespec="milliseconds").replace("+00:00", "Z") < until
        finally:
            patch.undo()
            time.tzset()
