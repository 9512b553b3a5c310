"""The log: everything on record of a time, in words, over all tables; corrections added up; the shoe of a seal."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple, TypeVar

from flask import Flask, g, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from eztrak.journal import log
from eztrak.journal.chain import plain_seal
from eztrak.journal.log import Asked, Corrected
from eztrak.supervisor.days import day_of
from eztrak.supervisor.period import dealer_text
from eztrak.supervisor.pit.accesses import Accesses, listed
from eztrak.supervisor.pit.entrance import ForbiddenError
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.pages import Day, table_of
from eztrak.supervisor.pit.tables import MissingError, Table, Tables, reading
from eztrak.supervisor.pit.timeline import timeline
from eztrak.supervisor.pit.typed import fields, number
from eztrak.table import events as e
from eztrak.table.log_words import GROUPS, kinds_of, logged
from eztrak.table.story import Happened, What, on_record, person
from eztrak.voice.day import span, time_on
from eztrak.voice.said import Part, Phrase, Said, Spoken
from eztrak.voice.times import instant, utc

MOST = 400  # rows of a page; the rest is a page further on
DRAWN = timedelta(hours=1)  # the longest time that is drawn as a line
MOST_DAYS = 366
ROLES = ("supervisor", "dealer")
Key = TypeVar("Key", bound=Hashable)
PAGE = "page"  # the rows of the page's own record


class Line(NamedTuple):
    """A row of a table's record, or of the page's own."""

    at: str
    place: int  # 0: the page's own
    row: int
    table: Part
    said: Spoken
    record: e.Record | None = None

    @property
    def event(self) -> e.Event | None:
        return self.record.event if self.record else None

    @property
    def shoe(self) -> int | None:
        return getattr(self.event, "shoe", None)

    @property
    def hand(self) -> int | None:
        return self.event.hand.number if isinstance(self.event, e.AboutHand) else None

    @property
    def corrects(self) -> bool:
        return isinstance(self.event, e.HandVoided | e.HandChanged | e.HandInserted)


@dataclass(frozen=True, slots=True)
class Listed:
    """A correction, and who had dealt the hand."""

    table: Table
    what: Happened
    deed: Said
    dealer: int


def add(site: Flask, tables: Tables, accesses: Accesses, today: Callable[[], date], day_in: Day) -> None:
    @site.get("/log")
    def record() -> str:
        typed = fields("table", "day", "from", "to", "kind", "role", "who", "shoe", "hand", "after")
        day = day_in(typed["day"]) if typed["day"] else today()
        shoe, hand = (number(typed[name]) if typed[name] else None for name in ("shoe", "hand"))
        first, last = span(day, day)
        since = _at(day, typed["from"]) if typed["from"] else first
        until = _at(day, typed["to"], 1) if typed["to"] else last
        if shoe is not None and not (typed["day"] or typed["from"] or typed["to"]):
            since = until = ""
        if until and until <= since:
            raise MissingError("The end is not after the beginning. Swap the two.")
        who = {role: number(typed["who"]) for role in ROLES if typed["role"] == role and typed["who"]}
        asked = Asked(since, until, kinds_of(typed["kind"]), "", shoe, hand, who.get("supervisor"), who.get("dealer"))
        everything = [table_of(tables, number(typed["table"]))] if typed["table"] else tables.all()
        if typed["kind"] == PAGE and not g.role.sees_page:
            raise ForbiddenError("Who used this page, and what was downloaded, is for managers and auditors.")
        own = list(_own(accesses, asked)) if g.role.sees_page and _is_of_page(typed) else []
        lines, more = _page([] if typed["kind"] == PAGE else everything, asked, own, number(typed["after"] or "0"))
        begins, ends = instant(since), instant(until)
        drawn = begins and ends and ends - begins <= DRAWN and not more
        return render_template(
            "log.html",
            typed=typed,
            day=day,
            groups={word: title for word, (title, _) in GROUPS.items()}
            | ({PAGE: Said("This page")} if g.role.sees_page else {}),
            broken=accesses.read()[1] if typed["kind"] == PAGE else [],
            shown=everything,
            lines=lines,
            more=more,
            after=number(typed["after"] or "0"),
            line=_drawn(lines, begins, ends) if drawn and begins and ends else None,
            jump={"day": day},
        )

    @site.get("/corrections")
    def corrections() -> str:
        typed = fields("from", "to")
        last = day_in(typed["to"]) if typed["to"] else today()
        first = day_in(typed["from"]) if typed["from"] else last.replace(day=1)
        if not 0 <= (last - first).days < MOST_DAYS:
            raise MissingError("Choose a first day before the last, and at most {count} days.", count=MOST_DAYS)
        rows = [(table, one) for table in tables.readable() for one in log.corrections(table.path, *span(first, last))]
        rows.sort(key=lambda one: one[1].at)
        after = number(fields("after")["after"] or "0")
        return render_template(
            "corrections.html",
            first=first,
            last=last,
            count=len(rows),
            sums=_sums(rows),
            listed=_listed(rows[after : after + MOST]),
            after=after,
            more=after + MOST if len(rows) > after + MOST else 0,
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
        typed = fields("seal")["seal"]
        if not typed:
            return redirect(url_for("record"), 303)
        code = plain_seal(typed)
        for table in tables.readable():
            with reading(table.path) as lookup:
                number = lookup.shoe_of_seal(code)
            if number is not None:
                return redirect(url_for("shoe", place=table.place, number=number), 303)
        for table in tables.readable():
            with reading(table.path) as lookup:
                row = lookup.row_of_code(code)
            if row:
                place: dict[str, Any] = {"table": table.place, "day": day_of(row[1]), "_anchor": f"row-{row[0]}"}
                return redirect(url_for("record", **(place | around(row[1]))), 303)
        raise MissingError("No shoe of these tables ever had the seal {seal}, and no row the code.", seal=code or typed)


def _is_of_page(typed: Mapping[str, str]) -> bool:
    """Whether rows of the page's own record belong to what is asked for."""
    return typed["kind"] in ("", PAGE) and not any(typed[name] for name in ("table", "shoe", "hand", "role"))


def _own(accesses: Accesses, asked: Asked) -> Iterator[Line]:
    for one in listed(accesses, asked.since, asked.until):
        yield Line(one.at, 0, one.row, Said("This page"), one.said)


def _page(tables: list[Table], asked: Asked, own: list[Line], after: int) -> tuple[list[Line], int]:
    """The rows of all tables by time, from the one behind `after` on; and from where the next page goes on. Only rows
    of this page are read."""
    everything: list[tuple[str, int, int, Line | tuple[Table, str]]] = [(line.at, 0, line.row, line) for line in own]
    for table in tables:
        rows = [] if table.fault else log.rows(table.path, asked, after + MOST + 1)
        everything += [(one.at, table.place, one.seq, (table, one.table)) for one in rows]
    everything.sort(key=lambda one: one[:3])
    shown = everything[after : after + MOST]
    lines = {(0, row): line for _, _, row, line in shown if isinstance(line, Line)}
    for table in tables:
        names = {row: of[1] for _, place, row, of in shown if place == table.place and not isinstance(of, Line)}
        for record, before, _ in log.steps(table.path, list(names)) if names else ():
            said = logged(record.event, before)
            name = names[record.seq] or table.name
            lines[table.place, record.seq] = Line(record.moment.at, table.place, record.seq, name, said, record)
    page = [lines[place, row] for _, place, row, _ in shown if (place, row) in lines]
    return page, after + MOST if len(everything) > after + MOST else 0


def _listed(page: list[tuple[Table, Corrected]]) -> list[Listed]:
    """With the hands, in the order given."""
    made: dict[tuple[int, int], Listed] = {}
    for table in {table.place: table for table, _ in page}.values():
        dealers = {one.seq: one.dealer for of, one in page if of.place == table.place}
        for step in log.steps(table.path, list(dealers)):
            if one := on_record(step.record):
                made[table.place, one.seq] = Listed(table, one, one.deed(step.before.game), dealers[one.seq])
    return [made[key] for table, one in page if (key := (table.place, one.seq)) in made]


def _sums(corrections: list[tuple[Table, Corrected]]) -> list[tuple[Said, list[tuple[Part, int]]]]:
    """By what a manager asks for, the most frequent first."""
    by: dict[Said, Counter[Part]] = {
        Said("By reason"): _worded((one.reason for _, one in corrections), _reason),
        Said("By person"): _worded((one.by for _, one in corrections), person),
        Said("By dealer of the hand"): _worded((one.dealer for _, one in corrections), dealer_text),
        Said("By table"): Counter(table.name for table, _ in corrections),
    }
    return [(title, counted.most_common()) for title, counted in by.items()]


def _reason(reason: str) -> Part:
    """Hands that went to another shoe are counted together, whichever shoe that was."""
    what = Happened(shoe=0, hand=0, what=What.VOID, reason=reason)
    if move := what.move:
        return Said("moved: {why}", why=Phrase(move.why)) if move.why else Said("moved")
    return what.why


def _worded(keys: Iterable[Key], words: Callable[[Key], Part]) -> Counter[Part]:
    """Two texts of the record may be one in words."""
    counted: Counter[Part] = Counter()
    for key, count in Counter(keys).items():
        counted[words(key)] += count
    return counted


def _drawn(lines: list[Line], begins: datetime, ends: datetime) -> Markup:
    names = {line.place: str(line.table) for line in sorted(lines, key=lambda line: line.place) if line.record}
    lanes = [(name, [line.record for line in lines if line.record and line.place == at]) for at, name in names.items()]
    return timeline(lanes, begins, ends, worded(Said("Time line")))


def _at(day: date, typed: str, fold: int = 0) -> str:
    """A time of day of a day of the room; `fold` 1: the second where it comes twice."""
    try:
        at = time.fromisoformat(typed).replace(fold=fold)
    except ValueError:
        raise MissingError("“{typed}” is not a time; type it as 21:00.", typed=typed) from None
    return utc(time_on(day, at))
