"""The log: everything on record of a time, in words, over all tables; corrections added up; the shoe of a seal."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import NamedTuple

from flask import Flask, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from eztrak.journal.chain import plain_seal
from eztrak.journal.log import Asked, log
from eztrak.supervisor.period import dealer_text
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.pages import Day, table_of
from eztrak.supervisor.pit.tables import MissingError, Table, Tables, reading
from eztrak.supervisor.pit.timeline import timeline
from eztrak.table import events as e
from eztrak.table.log_words import GROUPS, kinds_of, logged
from eztrak.table.story import Happened, on_record
from eztrak.voice.day import day_at, span
from eztrak.voice.said import Part, Said
from eztrak.voice.times import instant

MOST = 400  # rows of a page; the rest is a page further on
DRAWN = timedelta(hours=1)  # the longest time that is drawn as a line
MOST_DAYS = 366
ROLES = ("supervisor", "dealer")


class Line(NamedTuple):
    """A row of the record, with the table that it is of."""

    at: str
    place: int
    record: e.Record
    table: str
    said: Said

    @property
    def shoe(self) -> int | None:
        return getattr(self.record.event, "shoe", None)

    @property
    def hand(self) -> int | None:
        return self.record.event.hand.number if isinstance(self.record.event, e.AboutHand) else None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction, and who had dealt the hand."""

    table: Table
    what: Happened
    deed: Said
    dealer: int


def add(site: Flask, tables: Tables, today: Callable[[], date], day_in: Day) -> None:
    @site.get("/log")
    def record() -> str:
        typed = _typed("table", "day", "from", "to", "kind", "role", "who", "shoe", "hand", "after")
        day = day_in(typed["day"]) if typed["day"] else today()
        shoe, hand = (_number(typed[name]) if typed[name] else None for name in ("shoe", "hand"))
        first, last = span(day, day)
        since = _at(day, typed["from"]) if typed["from"] else first
        until = _at(day, typed["to"]) if typed["to"] else last
        if shoe is not None and not (typed["day"] or typed["from"] or typed["to"]):
            since = until = ""
        if until and until <= since:
            raise MissingError("The end is not after the beginning. Swap the two.")
        who = {role: _number(typed["who"]) for role in ROLES if typed["role"] == role and typed["who"]}
        asked = Asked(since, until, kinds_of(typed["kind"]), "", shoe, hand, who.get("supervisor"), who.get("dealer"))
        everything = [table_of(tables, _number(typed["table"]))] if typed["table"] else tables.all()
        lines, more = _page(everything, asked, _number(typed["after"] or "0"))
        begins, ends = instant(since), instant(until)
        drawn = begins and ends and ends - begins <= DRAWN and not more
        return render_template(
            "log.html",
            typed=typed,
            day=day,
            groups={word: title for word, (title, _) in GROUPS.items()},
            shown=everything,
            lines=lines,
            more=more,
            after=_number(typed["after"] or "0"),
            line=_drawn(lines, begins, ends) if drawn and begins and ends else None,
            jump={"day": day},
        )

    @site.get("/corrections")
    def corrections() -> str:
        typed = _typed("from", "to")
        last = day_in(typed["to"]) if typed["to"] else today()
        first = day_in(typed["from"]) if typed["from"] else last.replace(day=1)
        if not 0 <= (last - first).days < MOST_DAYS:
            raise MissingError("Choose a first day before the last, and at most {count} days.", count=MOST_DAYS)
        everything = tables.all()
        found = [one for table in everything if not table.fault for one in _corrected(table, *span(first, last))]
        found.sort(key=lambda one: one.what.at)
        after = _number(request.args.get("after", "0"))
        return render_template(
            "corrections.html",
            first=first,
            last=last,
            shown=everything,
            count=len(found),
            sums=_sums(found),
            listed=found[after : after + MOST],
            after=after,
            more=after + MOST if len(found) > after + MOST else 0,
        )

    @site.template_global()
    def around(at: str) -> dict[str, str]:
        """The quarter of an hour around an instant, as it is typed on the page."""
        when = instant(at)
        return {
            name: f"{(when + timedelta(seconds=by)).astimezone():%H:%M}" if when else ""
            for name, by in {"from": -450, "to": 510}.items()
        }

    @site.get("/seal")
    def seal() -> Response:
        typed = _typed("seal")["seal"]
        code = plain_seal(typed)
        for table in tables.all():
            if table.fault:
                continue
            with reading(table.path) as lookup:
                number = lookup.shoe_of_seal(code)
            if number is not None:
                return redirect(url_for("shoe", place=table.place, number=number), 303)
        raise MissingError("No shoe of these tables ever had the seal {seal}.", seal=code or typed)


def _page(tables: list[Table], asked: Asked, after: int) -> tuple[list[Line], int]:
    """The rows of all tables by time, from the one behind `after` on; and from where the next page goes on."""
    found = [line for table in tables if not table.fault for line in islice(_lines(table, asked), after + MOST + 1)]
    found.sort(key=lambda line: (line.at, line.place, line.record.seq))
    return found[after : after + MOST], after + MOST if len(found) > after + MOST else 0


def _lines(table: Table, asked: Asked) -> Iterator[Line]:
    for record, before, name in log(table.path, asked):
        yield Line(record.moment.at, table.place, record, name or table.name, logged(record.event, before))


def _corrected(table: Table, since: str, until: str) -> Iterator[Corrected]:
    """What was corrected in this time, also of hands of an earlier day."""
    with reading(table.path) as lookup:
        for step in log(table.path, Asked(since, until, GROUPS["corrections"][1])):
            if one := on_record(step.record):
                yield Corrected(table, one, one.deed(step.before.game), lookup.dealer_of(one.shoe, one.hand))


def _sums(found: list[Corrected]) -> list[tuple[Said, list[tuple[Part, int]]]]:
    """By what a manager asks for, the most frequent first."""
    by: dict[Said, Counter[Part]] = {
        Said("By reason"): Counter(one.what.why for one in found),
        Said("By person"): Counter(one.what.who for one in found),
        Said("By dealer of the hand"): Counter(dealer_text(one.dealer) for one in found),
        Said("By table"): Counter(one.table.name for one in found),
    }
    return [(title, counted.most_common()) for title, counted in by.items()]


def _drawn(lines: list[Line], begins: datetime, ends: datetime) -> Markup:
    names = dict.fromkeys((line.place, line.table) for line in lines)
    lanes = [(table, [line.record for line in lines if line.place == place]) for place, table in names]
    return timeline(lanes, begins, ends, worded(Said("Time line")))


def _typed(*names: str) -> dict[str, str]:
    return {name: request.args.get(name, "").strip() for name in names}


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
        raise MissingError("“{typed}” is not a number.", typed=typed)
    return int(typed)


def _at(day: date, typed: str) -> str:
    """A time of day of a day of the room, which may end after midnight."""
    try:
        at = time.fromisoformat(typed)
    except ValueError:
        raise MissingError("“{typed}” is not a time; type it as 21:00.", typed=typed) from None
    when = datetime.combine(day, at).astimezone()
    if day_at(when) != day:
        when = datetime.combine(day + timedelta(days=1), at).astimezone()
    return when.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
