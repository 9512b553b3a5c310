"""Tables now: the whole room on one screen, kept up to date by the page's only script, `assets/pit/now.js`.

The script asks for the same rows every few seconds and puts them in the place of the old ones; where none come it says
how old they are. Without it the browser loads the page anew now and then.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from flask import Flask, Response, render_template, request
from markupsafe import Markup

from eztrak.display.posted import span
from eztrak.supervisor.pit import drawing
from eztrak.supervisor.pit.entrance import LOOK, SCRIPTED
from eztrak.supervisor.pit.language import worded
from eztrak.supervisor.pit.room import Room, TableNow
from eztrak.table.round import NANO
from eztrak.table.terms import Limit
from eztrak.voice.said import All, Part, Said

MOST = 6  # tables that the line above them names
SHARED = NANO  # nanoseconds
FEW = 4  # tables that have their bead plates on this page too
MINUTE, HOUR, DAY = 60, 3600, 86400


def add(site: Flask, room: Room, currency: str, wall: Callable[[], datetime], monotonic: Callable[[], int]) -> None:
    site.jinja_env.filters.update(age=age, limit=lambda limit: span(limit, currency) if limit != Limit(0, 0) else "–")

    looked: list[tuple[int, Sequence[TableNow]]] = []

    def look(shared: bool) -> Sequence[TableNow]:
        """The scripts of many browsers share a look; whoever opens the page has their own."""
        if not (shared and looked and monotonic() - looked[0][0] < SHARED):
            looked[:] = [(monotonic(), room.look())]
        return looked[0][1]

    def shown(template: str) -> str:
        tables = look(request.endpoint == LOOK)
        return render_template(template, shown=tables, now=wall(), plates=_plates(tables), **_sums(tables))

    @site.get("/")
    def now() -> Response:
        response = Response(shown("now.html"))
        response.headers["Content-Security-Policy"] = SCRIPTED
        return response

    @site.get("/now", endpoint=LOOK)
    def rows() -> str:
        """What the script asks for. It is no use of the page: a log-in ends as if nobody looked."""
        return shown("rows.html")


def age(seconds: float) -> Said:
    """How long ago, as people say it."""
    whole = int(seconds)
    if whole < MINUTE:
        return Said("{count} s", count=whole)
    if whole < HOUR:
        return Said("{count} min", count=whole // MINUTE)
    return Said("{count} h", count=whole // HOUR) if whole < 2 * DAY else Said("{count:day|days}", count=whole // DAY)


def _sums(tables: Sequence[TableNow]) -> dict[str, object]:
    known = [one for one in tables if not one.fault]
    opened = [one for one in known if one.state.terms.open]
    wrong: list[Part] = [one.name for one in sorted(tables, key=lambda one: one.late) if one.is_wrong or one.late]
    more = len(wrong) - MOST
    shown: list[Part] = [*wrong[:MOST], *([Said("{count:,} more", count=more)] if more > 0 else [])]
    return {"opened": len(opened), "closed": len(known) - len(opened), "wrong": All(tuple(shown), ", ")}


def _plates(tables: Sequence[TableNow]) -> list[tuple[TableNow, Markup]]:
    if len(tables) > FEW or request.endpoint == LOOK:
        return []
    return [
        (one, drawing.bead(one.shoe.hands, one.shoe.game, worded(Said("Bead plate of {table}", table=one.name))))
        for one in tables
        if one.shoe
    ]
