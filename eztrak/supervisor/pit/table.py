"""The page of a table: its shoe in play, and what it has dealt in its life beside the exact odds."""

from flask import Flask, render_template

from eztrak.journal.lookup import Totals
from eztrak.supervisor.names import Called, called
from eztrak.supervisor.pit import drawing
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.pages import NUMBER, table_of
from eztrak.supervisor.pit.tables import Tables, reading
from eztrak.table.expectation import expected
from eztrak.voice.said import Said


def add(site: Flask, tables: Tables) -> None:
    @site.get(f"/table/<{NUMBER}:place>")
    def table(place: int) -> str:
        table = table_of(tables, place)
        shoe, hands, totals = table.newest, [], None
        with reading(table.path) as lookup:
            if shoe:
                hands, totals = lookup.hands(shoe.number), lookup.totals()
        name = worded(Said("Bead plate of {table}", table=table.name))
        return render_template(
            "table.html",
            table=table,
            last=max(hands, key=lambda one: one.hand.number, default=None),
            plate=drawing.bead([one.hand for one in hands], shoe.game, name) if shoe else None,
            totals=totals,
            life=_life(totals) if totals else [],
            jump={"place": place},
        )


def _life(totals: Totals) -> list[tuple[Called, int, float]]:
    """What the table has ever counted, by its name, and what the odds give."""
    games = [part.game for part in totals.dealt]
    odds = expected(totals.dealt).items()
    return [(called(id, games), sum(part.stats.of(id) for part in totals.dealt), count) for id, count in odds]
