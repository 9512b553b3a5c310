"""The figures of a period: hands per hour, voids, whether counts are those that the cards give, and what to look at.

They are those of the printed report, over all tables of the page, added up from the daily tallies; those of one dealer
have a page of their own. What to look at on the recording is in the shoes themselves: it is listed by some days at a
time, the last ones first, and a period has a year at the most, so that the page answers while somebody waits.
"""

from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta

from flask import Flask, render_template, request, url_for
from markupsafe import Markup

from eztrak.display.scene import Bar, Box
from eztrak.display.theme import theme
from eztrak.journal.daily import Daily
from eztrak.journal.extract import Choice, extract
from eztrak.supervisor.columns import reach, whisker
from eztrak.supervisor.names import Called, bonuses, called, titles
from eztrak.supervisor.paper import ALARM, LINE
from eztrak.supervisor.period import PAUSE, Period, Tally, dealer_text
from eztrak.supervisor.pit.drawing import svg
from eztrak.supervisor.pit.figured import figured
from eztrak.supervisor.pit.language import reader, worded
from eztrak.supervisor.pit.pages import NUMBER, Day
from eztrak.supervisor.pit.tables import MissingError, Table, Tables
from eztrak.supervisor.recording import MOST_SHOWN, Finding, Recording, summed
from eztrak.table.expectation import Comparison
from eztrak.voice.day import span
from eztrak.voice.said import Part, Said

MOST_DAYS = 366
MOST_LOOKED_AT = 500  # shoes that are gone through one by one for a page: a week of six busy tables
MONTH = 28  # days that the pages of a table and of a dealer show, unless others are asked for
SORTS: dict[str, Callable[[Tally], float]] = {
    "shoes": lambda one: one.shoes,
    "hands": lambda one: one.hands,
    "pace": lambda one: one.pace or 0.0,
    "voided": lambda one: one.voided,
    "rate": lambda one: one.void_rate,
    "corrected": lambda one: one.corrected,
}
_WIDE, _HIGH = 72.0, 5.0  # of a whisker, in the units of a printed page


def add(site: Flask, tables: Tables, today: Callable[[], date], day: Day) -> None:
    @site.get("/figures")
    def figures() -> str:
        first, last = period_of(today(), day)
        period = Period()
        everything = tables.readable()
        places = {}
        place_of: dict[Finding, int] = {}  # a table may have been called otherwise then
        for table in everything:
            with Daily(table.path) as daily:
                period.add_days(daily, first, last)
            places[table.name] = table.place
        until = day(request.args["until"]) if "until" in request.args else last
        until = until if first <= until <= last else last
        since = _since(period, until)
        for table in everything:
            if since:
                place_of |= dict.fromkeys(_to_look_at(table, since, until, period.recording), table.place)
        earlier = max((day for day in map(date.fromisoformat, period.days) if since and day < since), default=None)
        dealers = {dealer_text(number): (number, tally) for number, tally in period.dealers.items()}
        shown, left = period.recording.first(MOST_SHOWN)
        games = period.total.games
        return render_template(
            "figures.html",
            first=first,
            last=last,
            period=period,
            dealers=_sorted([(name, *one) for name, one in dealers.items()]),
            tables_of=_sorted([(name, places.get(name, 0), tally) for name, tally in period.tables.items()]),
            off_of={name: {str(one.rate) for one in off} for name, off in period.unlike.items()},
            sort=_sort(),
            titles=titles(games, reader().language),
            counts=counts_of(period.total),
            bonuses={id: called(id, games) for id in bonuses(games)},
            places=places,
            findings=[(one, place_of.get(one)) for one in shown],
            looked_at=(since, until) if since else None,
            all_looked_at=until == last and not earlier,
            earlier=earlier,
            sum=period.recording.sum,
            left=len(left),
            left_sum=summed(left),
            break_minutes=round(PAUSE / 60),
        )

    @site.get(f"/dealer/<{NUMBER}:number>")
    def dealer(number: int) -> str:
        first, last = period_of(today(), day, MONTH)
        sums = figured(tables.readable(), first, last, dealer=number)
        named = {table.place: table for table in tables.all()}
        return render_template(
            "dealer.html",
            number=number,
            name=dealer_text(number),
            sums=sums,
            apart=[
                (named[place].name, url_for("table", place=place), one) for place, one in sorted(sums.apart.items())
            ],
            counts=counts_of(sums.own),
            first=first,
            last=last,
        )


def _to_look_at(table: Table, first: date, last: date, recording: Recording) -> list[Finding]:
    """Adds what there is to look at on the recording of a table, shoe by shoe, and says what that is."""
    before = len(recording.of_shoes)
    with closing(extract(table.path, Choice(*span(first, last)))) as record:
        for shoe in record.listed():
            recording.add(shoe, record.course(shoe.number))
    return recording.of_shoes[before:]


def _since(period: Period, until: date) -> date | None:
    """The day from which on the shoes up to another are few enough to be gone through; that day at least. None where
    there are none."""
    shoes, since = 0, None
    for day in sorted(map(date.fromisoformat, period.days), reverse=True):
        if day <= until:
            shoes += period.days[day.isoformat()].shoes
            if since and shoes > MOST_LOOKED_AT:
                break
            since = day
    return since


def counts_of(tally: Tally) -> list[tuple[Called, Comparison, Markup]]:
    """Each mark with its exact odds, and the range in which its true share lies."""
    return [(called(one.name, tally.games), one, _whisker(one)) for one in tally.comparisons]


def _sort() -> str:
    typed = request.args.get("sort", "")
    return typed if typed in SORTS else "name"


def _sorted(rows: list[tuple[Part, int, Tally]]) -> list[tuple[Part, int, Tally]]:
    """As the reader asks: by name or number, or by a figure, the most first."""
    by = SORTS.get(_sort())
    if by is None:
        return sorted(rows, key=lambda row: (row[1], str(row[0])))
    return sorted(rows, key=lambda row: -by(row[2]))


def _whisker(count: Comparison) -> Markup:
    """How far the count is from its odds, as on paper."""
    box = Box(0, 0, _WIDE, _HIGH)
    colour = ALARM if count.off else theme("light").player
    low, high, chance = (f"{100 * share:.2f}" for share in (count.low, count.high, count.chance))
    said = Said("{low} to {high} percent; exact odds {chance} percent", low=low, high=high, chance=chance)
    nodes = (Bar(0, _HIGH / 2 - 0.1, _WIDE, 0.2, LINE), *whisker(box, count, reach(count), colour))
    return svg(nodes, box, worded(said), 3.0, "whisker")


def period_of(today: date, day: Day, days: int = 7) -> tuple[date, date]:
    typed = {name: request.args.get(name, "") for name in ("from", "to")}
    last = day(typed["to"]) if typed["to"] else today
    first = day(typed["from"]) if typed["from"] else last - timedelta(days=days - 1)
    if not 0 <= (last - first).days < MOST_DAYS:
        raise MissingError(
            "Choose a first day before the last, and at most {count} days; a report can be longer.", count=MOST_DAYS
        )
    return first, last
