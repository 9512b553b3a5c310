"""The figures of a period: hands per hour, voids, whether counts are those that the cards give, and what to look at.

They are those of the printed report, over all tables of the page. A period has a year at the most, so that the page
answers while somebody waits.
"""

from collections.abc import Callable
from datetime import date, timedelta

from flask import Flask, render_template, request
from markupsafe import Markup

from eztrak.display.scene import Bar, Box
from eztrak.display.theme import theme
from eztrak.journal.extract import Choice, extract
from eztrak.supervisor.columns import reach, whisker
from eztrak.supervisor.names import bonuses, called, titles
from eztrak.supervisor.paper import ALARM, LINE
from eztrak.supervisor.period import PAUSE, Period, dealer_text
from eztrak.supervisor.pit.drawing import svg
from eztrak.supervisor.pit.language import reader, worded
from eztrak.supervisor.pit.pages import Day
from eztrak.supervisor.pit.tables import MissingError, Tables
from eztrak.supervisor.recording import MOST_SHOWN, Finding, summed
from eztrak.table.expectation import Comparison
from eztrak.voice.day import span
from eztrak.voice.said import Said

MOST_DAYS = 366
_WIDE, _HIGH = 72.0, 5.0  # of a whisker, in the units of a printed page


def add(site: Flask, tables: Tables, today: Callable[[], date], day: Day) -> None:
    @site.get("/figures")
    def figures() -> str:
        first, last = _period(today(), day)
        period = Period()
        everything = tables.all()
        places = {}
        place_of: dict[Finding, int] = {}  # a table may have been called otherwise then
        for table in everything:
            if table.fault:
                continue
            record = extract(table.path, Choice(*span(first, last)))
            try:
                before = len(period.recording.of_shoes)
                period.add(record)
                place_of |= dict.fromkeys(period.recording.of_shoes[before:], table.place)
            finally:
                record.close()
            places[table.name] = table.place
        shown, left = period.recording.first(MOST_SHOWN)
        games = period.total.games
        return render_template(
            "figures.html",
            first=first,
            last=last,
            period=period,
            dealers=[(dealer_text(number), tally) for number, tally in sorted(period.dealers.items())],
            titles=titles(games, reader().language),
            counts=[(called(one.name, games), one, _whisker(one)) for one in period.total.comparisons],
            bonuses={id: called(id, games) for id in bonuses(games)},
            places=places,
            findings=[(one, place_of.get(one)) for one in shown],
            left=len(left),
            left_sum=summed(left),
            shown=everything,
            break_minutes=round(PAUSE / 60),
        )


def _whisker(count: Comparison) -> Markup:
    """How far the count is from its odds, as on paper."""
    box = Box(0, 0, _WIDE, _HIGH)
    colour = ALARM if count.off else theme("light").player
    low, high, chance = (f"{100 * share:.2f}" for share in (count.low, count.high, count.chance))
    said = Said("{low} to {high} percent; exact odds {chance} percent", low=low, high=high, chance=chance)
    nodes = (Bar(0, _HIGH / 2 - 0.1, _WIDE, 0.2, LINE), *whisker(box, count, reach(count), colour))
    return svg(nodes, box, worded(said), 3.0, "whisker")


def _period(today: date, day: Day) -> tuple[date, date]:
    typed = {name: request.args.get(name, "") for name in ("from", "to")}
    last = day(typed["to"]) if typed["to"] else today
    first = day(typed["from"]) if typed["from"] else last - timedelta(days=6)
    if not 0 <= (last - first).days < MOST_DAYS:
        raise MissingError(
            "Choose a first day before the last, and at most {count} days; a report can be longer.", count=MOST_DAYS
        )
    return first, last
