"""The pages: shoes by day, a shoe, a hand. Each reads one instant of the record and fills a template."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from flask import Flask, render_template, request

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import Hand
from eztrak.journal.daily import Daily, Shoes
from eztrak.journal.listed import ListedHand, ListedShoe
from eztrak.journal.lookup import Lookup
from eztrak.roads.drawing import Tail
from eztrak.supervisor.days import day_of
from eztrak.supervisor.names import Called, bonuses, called, paid, titles
from eztrak.supervisor.pit import drawing
from eztrak.supervisor.pit.language import reader, worded
from eztrak.supervisor.pit.tables import MissingError, Table, Tables, reading
from eztrak.voice.day import span
from eztrak.voice.said import Said

NUMBER = "int(max=999999999)"  # a shoe or a hand in an address


@dataclass(slots=True)
class TableDay:
    """A table's shoes of a day; none where they cannot be read."""

    table: Table
    shoes: list[ListedShoe]
    before: date | None = None  # the nearest days with shoes
    after: date | None = None

    @property
    def hands(self) -> int:
        return sum(shoe.stats.hands for shoe in self.shoes)

    @property
    def voided(self) -> int:
        return sum(shoe.stats.voided for shoe in self.shoes)

    @property
    def games(self) -> list[Game]:
        return list(dict.fromkeys(shoe.game for shoe in self.shoes))

    @property
    def titles(self) -> list[str]:
        return titles(self.games, reader().language)

    @property
    def counted(self) -> dict[str, Called]:
        """The columns of the counts, by id."""
        return {id: called(id, self.games) for id in (*WINNERS, *bonuses(self.games))}


@dataclass(slots=True)
class DayLine:
    """A line in the list of days, over all tables."""

    shoes: int = 0
    hands: int = 0
    voided: int = 0
    corrected: int = 0
    tables: set[str] = field(default_factory=set)

    def add(self, one: "Shoes | DayLine") -> None:
        self.shoes += one.shoes
        self.hands += one.hands
        self.voided += one.voided
        self.corrected += one.corrected
        self.tables |= {one.table} if isinstance(one, Shoes) else one.tables


Day: TypeAlias = Callable[[str], date]  # a day as it stands in an address; raises MissingError


def add(site: Flask, tables: Tables, tail: Tail, day_in: Day) -> None:
    site.jinja_env.globals.update(chip_of=drawing.chip, paid=paid)

    @site.get("/days")
    def days() -> str:
        """A year of them: that of the newest, unless another is asked for."""
        typed = request.args.get("year", "")
        newest = [day_of(one.newest.started_at) for one in tables.all() if one.newest]
        year = day_in(f"{typed}-12-31").year if typed else max(newest, default=date(2000, 1, 1)).year
        lines: defaultdict[date, DayLine] = defaultdict(DayLine)
        around: set[int] = set()
        for table in tables.readable():
            with Daily(table.path) as daily:
                for one in daily.shoes(date(year, 1, 1), date(year, 12, 31)):
                    lines[one.day].add(one)
            with reading(table.path) as lookup:
                since, until = span(date(year, 1, 1), date(year, 12, 31))
                around |= {day_of(at).year for at in (lookup.before(since), lookup.after(until)) if at}
        total = DayLine()
        for line in lines.values():
            total.add(line)
        return render_template(
            "days.html",
            days=sorted(lines.items(), reverse=True),
            total=total,
            year=year,
            before=max((one for one in around if one < year), default=None),
            after=min((one for one in around if one > year), default=None),
        )

    @site.get("/day/<day>")
    def day(day: str) -> str:
        wanted = day_in(day)
        shown = [_table_day(table, wanted) for table in tables.all()]
        return render_template(
            "day.html",
            day=wanted,
            shown=shown,
            before=max((t.before for t in shown if t.before), default=None),
            after=min((t.after for t in shown if t.after), default=None),
            jump={"day": wanted},
        )

    @site.get(f"/table/<{NUMBER}:place>/shoe/<{NUMBER}:number>")
    def shoe(place: int, number: int) -> str:
        table = table_of(tables, place)
        with reading(table.path) as lookup:
            shoe, nth = _shoe(table, lookup, number)
            hands = lookup.hands(number)
            corrections = [one for one in lookup.story(number) if one.corrects]
            in_force = lookup.in_force(number)
            beside = {step: lookup.shoe(number + step) for step in (-1, 1)}
        return render_template(
            "shoe.html",
            table=table,
            shoe=shoe,
            nth=nth,
            hands=hands,
            corrections=corrections,
            beside=beside,
            in_force=in_force,
            roads=drawing.all_roads(_plain(hands), shoe.game, tail, reader()),
            jump={"place": place, "day": day_of(shoe.started_at), "nth": nth},
        )

    @site.get(f"/table/<{NUMBER}:place>/shoe/<{NUMBER}:number>/hand/<{NUMBER}:hand>")
    def hand(place: int, number: int, hand: int) -> str:
        table = table_of(tables, place)
        with reading(table.path) as lookup:
            shoe, nth = _shoe(table, lookup, number)
            hands = lookup.hands(number)
            story = [one for one in lookup.story(number) if one.hand == hand]
            dealing = lookup.dealing(number, hand)
        at = next((i for i, one in enumerate(hands) if one.hand.number == hand), None)
        if at is None:
            raise MissingError(
                "Shoe {shoe} of {table} has no hand {hand}; it has {count:hand|hands}.",
                shoe=number,
                table=table.name,
                hand=hand,
                count=len(hands),
            )
        return render_template(
            "hand.html",
            table=table,
            shoe=shoe,
            nth=nth,
            one=hands[at],
            dealing=dealing,
            at=at,
            hands=hands,
            story=story,
            before=hands[at - 1].hand if at else None,
            after=hands[at + 1].hand if at + 1 < len(hands) else None,
            plate=drawing.bead(
                _plain(hands), shoe.game, worded(Said("Bead plate; hand {hand} is circled", hand=hand)), hand
            ),
            jump={"place": place, "day": day_of(shoe.started_at), "nth": nth, "hand": hand},
        )


def table_of(tables: Tables, place: int) -> Table:
    """Raises MissingError for a table that is not in the list, JournalError for one that cannot be read."""
    table = tables.get(place)
    if table is None:
        raise MissingError("There is no table {place} here; see the tables page.", place=place)
    if table.fault:
        raise table.fault
    return table


def _table_day(table: Table, day: date) -> TableDay:
    if table.fault:
        return TableDay(table, [])
    since, until = span(day, day)
    with reading(table.path) as lookup:
        before, after = lookup.before(since), lookup.after(until)
        return TableDay(
            table,
            lookup.shoes(since, until),
            day_of(before) if before else None,
            day_of(after) if after else None,
        )


def _shoe(table: Table, lookup: Lookup, number: int) -> tuple[ListedShoe, int]:
    """A shoe, and which one of its day it is."""
    shoe = lookup.shoe(number)
    if shoe is None:
        if table.newest is None:
            raise MissingError("{table} has no shoes yet.", table=table.name)
        newest = table.newest.number
        raise MissingError(
            "{table} has no shoe {shoe}; the newest is shoe {newest}.", table=table.name, shoe=number, newest=newest
        )
    day = day_of(shoe.started_at)
    numbers = [one.number for one in lookup.shoes(*span(day, day))]
    return shoe, numbers.index(number) + 1


def _plain(hands: list[ListedHand]) -> list[Hand]:
    return [one.hand for one in hands]
