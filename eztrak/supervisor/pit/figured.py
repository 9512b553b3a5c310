"""The figures of one table or one dealer: over time, beside all the others, each mark against its odds, and the hands.

Added up from the daily tallies (journal/daily.py), so that a year of twenty tables is answered while somebody waits.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from flask import request
from markupsafe import Markup

from eztrak.journal.daily import Daily
from eztrak.journal.listed import ListedHand
from eztrak.supervisor.days import date_said
from eztrak.supervisor.period import Tally
from eztrak.supervisor.pit.chart import Point, chart
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.tables import Table, reading
from eztrak.supervisor.rates import Unlike, people, unlike
from eztrak.table.expectation import wilson
from eztrak.voice.day import span, start_of
from eztrak.voice.said import Said, Spoken
from eztrak.voice.times import local

MOST_HANDS = 200  # of a page; of more it says how many
MOST_BARS = 62  # days that are drawn one by one; of more, weeks are


class Corrected(NamedTuple):
    table: Table
    shoe: int
    one: ListedHand
    what: Spoken  # the result, as its game says it


@dataclass(slots=True)
class Figured:
    first: date
    last: date
    own: Tally = field(default_factory=Tally)
    everything: Tally = field(default_factory=Tally)
    days: dict[date, Tally] = field(default_factory=dict)
    apart: dict[int, Tally] = field(default_factory=dict)  # the other way round: a table's dealers, a dealer's tables
    unlike: tuple[Unlike, ...] = ()
    hands: list[Corrected] = field(default_factory=list)
    left: int = 0  # hands that are not listed
    hours: list[tuple[int, float | None]] = field(default_factory=list)  # of the day, from its beginning on: the pace

    @property
    def others(self) -> Tally:
        others = Tally()
        others.count(self.everything)
        others.count(self.own, -1)
        return others

    @property
    def charts(self) -> list[tuple[Said, Markup]]:
        others = self.others
        share = 100 / others.entered if others.entered else None
        drawn: tuple[tuple[Said, Callable[[Tally], int] | None, float | None], ...] = (
            (Said("Hands per hour"), None, others.pace),
            (Said("Void, % of entries"), lambda day: day.voided, share and share * others.voided),
            (Said("Corrected, % of entries"), lambda day: day.corrected, share and share * others.corrected),
        )
        return [(name, self._chart(name, count, usual)) for name, count, usual in drawn] + self._by_hour()

    def _by_hour(self) -> list[tuple[Said, Markup]]:
        if not self.hours:
            return []
        name = Said("Hands per hour, by the hour of the day")
        points = [Point(f"{hour:02}", pace) for hour, pace in self.hours]
        return [(name, chart(worded(name), points, self.others.pace))]

    def _chart(self, name: Said, count: Callable[[Tally], int] | None, usual: float | None) -> Markup:
        points = []
        for day, tally in self._bars():
            if count is None:
                points.append(Point(f"{day:%m-%d}", tally.pace))
            elif tally.entered:
                low, high = wilson(count(tally), tally.entered)
                points.append(Point(f"{day:%m-%d}", 100 * count(tally) / tally.entered, 100 * low, 100 * high))
            else:
                points.append(Point(f"{day:%m-%d}", None))
        said = Said(
            "{name}, {first} to {last}; the table below has the figures",
            name=name,
            first=date_said(self.first),
            last=date_said(self.last),
        )
        return chart(worded(said), points, usual)

    def _bars(self) -> list[tuple[date, Tally]]:
        """Every day, also one without hands; weeks where there are too many days."""
        step = 1 if (self.last - self.first).days < MOST_BARS else 7
        bars: dict[date, Tally] = {}
        for i in range((self.last - self.first).days + 1):
            bars.setdefault(self.first + timedelta(days=i // step * step), Tally())
        for day, tally in self.days.items():
            bars[self.first + timedelta(days=(day - self.first).days // step * step)].count(tally)
        return list(bars.items())


def figured(
    tables: Sequence[Table],
    first: date,
    last: date,
    dealer: int | None = None,
    place: int = 0,
) -> Figured:
    """Of a dealer, apart by table, or of the table at a place, apart by dealer."""
    which = place if dealer is None else dealer
    made, of = Figured(first, last), list[Table]()
    groups: defaultdict[int, Tally] = defaultdict(Tally)
    days: defaultdict[date, Tally] = defaultdict(Tally)
    looked: defaultdict[int, Tally] = defaultdict(Tally)
    for table in tables:
        mine = dealer is not None or table.place == place
        with Daily(table.path) as daily:
            dealt = daily.dealt(first, last, dealer) if mine else []
            everybody = daily.paces(first, last)
        for number, paces in everybody.items():
            for pace in paces:
                made.everything.count(pace)
                looked[number if dealer is not None else table.place].count(pace)
        for one in dealt:
            for tally in (made.own, groups[one.dealer if dealer is None else table.place], days[one.day]):
                tally.add(one, one.decks, one.game)
                tally.shoes += one.shoes
        if dealt:
            of.append(table)
            made.hands += _corrected(table, first, last, dealer)
    made.days, made.apart = dict(sorted(days.items())), dict(groups)
    made.own.among = max(1, len(looked))
    made.unlike = unlike(people(looked) if dealer is not None else looked, max(1, 2 * len(looked))).get(which, ())
    made.hands.sort(key=lambda one: one.one.entered_at, reverse=True)
    made.hours = _hours(of, first, last, dealer)
    made.left, made.hands = max(0, len(made.hands) - MOST_HANDS), made.hands[:MOST_HANDS]
    return made


def _hours(
    tables: Iterable[Table], first: date, last: date, dealer: int | None = None
) -> list[tuple[int, float | None]]:
    """The pace at these tables, of one dealer or of all, by the hour of the day, in the order of the room's day; of
    many days only for whoever asks, since every hand of them is gone through."""
    if (last - first).days >= MOST_BARS and "hours" not in request.args:
        return []
    hands: Counter[int] = Counter()
    seconds: defaultdict[int, float] = defaultdict(float)
    for table in tables:
        with reading(table.path) as lookup:
            for hour, (count, took) in lookup.paced(*span(first, last), dealer).items():
                hands[hour] += count
                seconds[hour] += took
    begins = int(local(start_of(first), "%H"))
    order = [(begins + i) % 24 for i in range(24)]
    return [(hour, hands[hour] * 3600 / seconds[hour] if hour in seconds else None) for hour in order]


def _corrected(table: Table, first: date, last: date, dealer: int | None) -> Iterable[Corrected]:
    with reading(table.path) as lookup:
        for shoe, game, one in lookup.corrected(*span(first, last), dealer):
            yield Corrected(table, shoe, one, game.describe(one.hand))
