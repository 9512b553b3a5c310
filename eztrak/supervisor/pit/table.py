"""The page of a table: its shoe in play, its figures over time, and what it has dealt in its life beside the odds."""

from collections.abc import Callable
from datetime import date
from typing import Any

from flask import Flask, render_template, url_for

from eztrak.journal.lookup import Totals
from eztrak.supervisor.names import Called, called
from eztrak.supervisor.period import dealer_text
from eztrak.supervisor.pit import drawing
from eztrak.supervisor.pit.figured import figured
from eztrak.supervisor.pit.figures import MONTH, counts_of, period_of
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.pages import NUMBER, Day, table_of
from eztrak.supervisor.pit.tables import Tables, reading
from eztrak.table.expectation import expected
from eztrak.voice.said import Said


def add(site: Flask, tables: Tables, today: Callable[[], date], day: Day) -> None:
    @site.get(f"/table/<{NUMBER}:place>")
    def table(place: int) -> str:
        table = table_of(tables, place)
        shoe, hands, totals = table.newest, [], None
        with reading(table.path) as lookup:
            if shoe:
                hands, totals = lookup.hands(shoe.number), lookup.totals()
        first, last = period_of(today(), day, MONTH)
        sums = figured(tables.readable(), first, last, place=place)
        name = worded(Said("Bead plate of {table}", table=table.name))
        return render_template(
            "table.html",
            table=table,
            entered=max(hands, key=lambda one: one.hand.number, default=None),
            plate=drawing.bead([one.hand for one in hands], shoe.game, name) if shoe else None,
            totals=totals,
            life=_life(totals) if totals else [],
            sums=sums,
            apart=[
                (dealer_text(number), _dealers(number, first, last), one) for number, one in sorted(sums.apart.items())
            ],
            counts=counts_of(sums.own),
            first=first,
            last=last,
            jump={"place": place},
        )


def _dealers(number: int, first: date, last: date) -> str:
    """The address of a dealer's page, of the same days."""
    days: dict[str, Any] = {"from": first, "to": last}
    return url_for("dealer", number=number, **days)


def _life(totals: Totals) -> list[tuple[Called, int, float]]:
    """What the table has ever counted, by its name, and what the odds give."""
    games = [part.game for part in totals.dealt]
    odds = expected(totals.dealt).items()
    return [(called(id, games), sum(part.stats.of(id) for part in totals.dealt), count) for id, count in odds]
