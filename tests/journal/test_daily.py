"""The figures of each gaming day are what its hands add up to, and no change of the clocks moves a shoe."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from keeping import Keeping, before_tallies, tampering

from eztrak.journal.daily import Daily, Dealt
from eztrak.journal.extract import ALL, extract
from eztrak.journal.tallies import Work
from eztrak.journal.verify import quick_check, verify
from eztrak.table import commands as c
from eztrak.table.stats import Stats, stats_of
from eztrak.voice.day import begin, day_at, runs, start_of
from eztrak.voice.times import instant


@pytest.fixture(params=["00:00", "06:00", "02:30"])
def day_starts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    begin(request.param)
    yield
    begin("00:00")
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("day_starts")
def test_the_runs_of_days_give_each_instant_the_day_that_it_has() -> None:
    first, last = date(2026, 3, 20), date(2026, 11, 2)
    all_runs = runs(first, last)
    assert len(all_runs) <= 5
    at, end = instant(start_of(first)), instant(start_of(last + timedelta(days=1)))
    assert at
    assert end
    while at < end:
        text = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        run = next(run for run in all_runs if text < run.until)
        assert min((at + timedelta(seconds=run.shift)).date(), run.last) == day_at(at), at
        at += timedelta(minutes=10)


def nights(keeping: Keeping) -> Path:
    """Two dealers, a correction of a shoe that had ended, a void, and a shoe in play."""
    keeping.shoe("P B7 Tn").give(c.SetDealer(7, "supervisor 1"))
    keeping.shoe("P P8 B Bf").give(c.TakeBack()).shoe("B T")
    keeping.give(c.VoidHand(keeping.state.previous.number, 1, "supervisor 1", "@wrong key"))
    return keeping.close()


def test_sums_by_dealer_and_by_day_are_those_of_both_together(keeping: Keeping) -> None:
    """Also of the shoe in play; and of one dealer, what all have of this one."""
    path = nights(keeping)
    with Daily(path) as daily:
        dealt, (dealers, days), paces, begun = daily.dealt(), daily.sums(), daily.paces(), daily.begun()
        for number in (0, 7, 8):
            assert daily.dealt(dealer=number) == [one for one in dealt if one.dealer == number]
        assert begun == [(one.day, one.table, one.shoes) for one in daily.shoes()]

    def added(some: Sequence[Work]) -> tuple[object, ...]:
        lines = [(one.entered, one.voided, one.corrected, one.paced, one.seconds) for one in some]
        return (*map(sum, zip(*lines, strict=True)), sum((one.stats for one in some), Stats()))

    assert {number for number, _ in dealers} == {one.dealer for one in dealt} == {0, 7}
    for number, some in paces.items():
        own = added([one for one in dealt if one.dealer == number])
        assert added([one for of, one in dealers if of == number]) == own
        assert added(some)[:-1] == own[:-1]
    assert {day: added(some) for day, some in days.items()} == {
        day: added([one for one in dealt if one.day == day]) for day in {one.day for one in dealt}
    }


def test_days_are_what_their_hands_add_up_to(keeping: Keeping) -> None:
    path = nights(keeping)
    with Daily(path) as daily:
        dealt, shoes = daily.dealt(), daily.shoes()
    expected: dict[int, Stats] = {}
    with closing(extract(path, ALL)) as record:
        listed = list(record.listed())
        for shoe in listed:
            for number in {one.dealer for one in record.listed_hands(shoe.number)}:
                hands = [one.hand for one in record.listed_hands(shoe.number) if one.dealer == number]
                expected[number] = expected.get(number, Stats()) + stats_of(hands, shoe.game)
        tallied = [one for shoe in listed for one in record.tallies(shoe)]
    for one in dealt:
        of = [tally for tally in tallied if tally.dealer == one.dealer]
        assert (one.table, one.day.isoformat()) == ("Table 1", "2026-01-01")
        assert one.stats == Stats(expected[one.dealer].hands, expected[one.dealer].free, 0, expected[one.dealer].counts)
        assert (one.entered, one.voided, one.corrected, one.paced, one.seconds) == (
            *(sum(t.entered for t in of), sum(t.voided for t in of), sum(t.corrected for t in of)),
            *(sum(t.paced for t in of), sum(t.millis for t in of) / 1000),
        )
    assert [one.dealer for one in dealt] == sorted(expected)
    (day,) = shoes
    assert (day.shoes, day.hands, day.voided) == (len(listed), sum(s.stats.hands for s in listed), 2)
    assert day.corrected == sum(shoe.corrected for shoe in listed) == 2
    assert day.ended == ""


@pytest.mark.parametrize("version", [3, 4])
def test_an_older_history_has_the_same_days(keeping: Keeping, version: int) -> None:
    path = nights(keeping)
    before = contents(path)
    before_tallies(path, version)
    assert contents(path) == before


def contents(path: Path) -> tuple[list[Dealt], object, object]:
    with Daily(path) as daily:
        assert daily.dealt(date(2026, 1, 2)) == daily.dealt(None, date(2025, 12, 31)) == []
        entered = {number: sum(one.entered for one in some) for number, some in daily.paces().items()}
        summed = {day: sum(one.entered for one in some) for day, some in daily.sums().days.items()}
        return daily.dealt(date(2026, 1, 1), date(2026, 1, 1)), daily.shoes(), (entered, summed)


def test_tallies_that_somebody_changed_are_named(keeping: Keeping) -> None:
    path = nights(keeping)
    assert verify(path).faults == ()
    with tampering(path) as connection:
        connection.execute("UPDATE tallies SET voided = voided + 1 WHERE dealer = 7")
    (fault,) = map(str, verify(path).faults)
    assert fault.startswith("table tallies, shoe 2, dealer 7: voided is ")
    quick_check(path)
