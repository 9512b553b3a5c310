"""The site put together: the entrance, the pages, the files they need, and errors in words."""

import gzip
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from eztrak.appliance import clock
from eztrak.journal.errors import JournalError
from eztrak.release.installed import version
from eztrak.shipped import asset
from eztrak.supervisor import days
from eztrak.supervisor.columns import Style
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.pit import api, entrance, figures, files, finding, language, logbook, now, pages, table
from eztrak.supervisor.pit.accesses import Accesses, keep
from eztrak.supervisor.pit.beside import BusyError
from eztrak.supervisor.pit.entrance import ForbiddenError
from eztrak.supervisor.pit.language import reader
from eztrak.supervisor.pit.passwords import PasswordError, Passwords
from eztrak.supervisor.pit.room import Files, Room
from eztrak.supervisor.pit.seen import Seen
from eztrak.supervisor.pit.tables import MissingError, Tables
from eztrak.table.log_words import by_whom, terms_said
from eztrak.table.stats import percent
from eztrak.voice.day import day_at
from eztrak.voice.said import Said, SaidError

ASSETS = (
    ("style", "style.css", "text/css; charset=utf-8"),
    ("icon", "icon.svg", "image/svg+xml"),
    ("now_script", "now.js", "text/javascript; charset=utf-8"),
)
IN_TEMPLATES = (
    *(days.beginning, days.day_begins, days.day_of, days.days_text, days.ending, days.week_of, days.zone_at),
    *(days.zone_on, by_whom, percent, terms_said),
)
# What is wrong, as a page's title and its status, and that of the JSON for a program where there is one.
FAULTS: dict[type[SaidError], tuple[Said, int, int]] = {
    MissingError: (Said("Not found"), 404, 400),
    RefusedError: (Said("Nothing to download"), 404, 0),
    BusyError: (Said("Not now"), 503, 0),
    ForbiddenError: (Said("Not for you"), 403, 0),
    JournalError: (Said("This table cannot be read"), 503, 503),
    PasswordError: (Said("Nobody can log in"), 503, 0),
}


@dataclass(frozen=True, slots=True)
class Office:
    """What the site is about, and the clocks it looks at."""

    databases: Sequence[Path]  # looked at anew for every page
    style: Style  # the room's name, and how it prints
    wall: Callable[[], datetime] = clock.wall
    monotonic: Callable[[], int] = clock.monotonic
    seen: Seen | None = None  # what the page has seen of the histories
    room: Room | None = None  # who knows the tables as they are now; else the histories are looked at
    currency: str = "$"
    token: str = ""  # with which programs may ask; "" for none
    beside: Path | None = None  # where the page's own record stands, if not beside the first of these


def site_of(office: Office, passwords: Passwords) -> Flask:
    site = Flask("eztrak.supervisor.pit", template_folder=str(asset("pit")), static_folder=None)
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True  # half of a page would be blanks
    filters = (days.clock, days.full, days.long_day, days.zone)
    site.jinja_env.filters.update({one.__name__: one for one in filters})
    site.jinja_env.filters.update(
        ordinal=days.Ordinal, result=lambda hand, game: game.describe(hand), span=days.span_text
    )
    site.jinja_env.globals.update({one.__name__: one for one in IN_TEMPLATES})
    tables = Tables(office.databases)

    accesses = Accesses(office.beside or office.databases[0], office.wall)
    keep(site, accesses)
    entrance.guard(site, passwords, office.monotonic)
    language.add(site)

    def today() -> date:
        return day_at(office.wall())

    def day(text: str) -> date:
        parsed = days.parsed(text, today())
        if parsed is None:
            raise MissingError("“{typed}” is not a day; {allowed}.", typed=text, allowed=days.ALLOWED)
        return parsed

    now.add(site, office.room or Files(office.databases, office.wall), office.currency, office.wall, office.monotonic)
    pages.add(site, tables, office.style.tail, day)
    table.add(site, tables, today, day)
    finding.add(site, tables, day)
    figures.add(site, tables, today, day)
    logbook.add(site, tables, accesses, today, day)
    files.add(site, tables, office.style, day)
    api.add(site, tables, office.token, day)
    _add_assets(site)
    _add_faults(site)
    site.after_request(_packed)

    @site.context_processor
    def everywhere() -> dict[str, Any]:
        """What the frame of every page shows; of the tables nothing before the log-in."""
        frame: dict[str, Any] = {"room": office.style.room, "version": version(), "language": reader().language}
        frame |= {"disputed": list(office.seen.faults.values()) if office.seen and "supervisor" in g else []}
        frame |= {"today": today(), "yesterday": day("yesterday")}
        if "supervisor" not in g:
            return frame | {"tables": list}
        known = {"supervisor": g.supervisor, "role": g.role, "moment": office.wall().isoformat()}
        return frame | known | {"tables": tables.all}

    return site


def _packed(response: Response) -> Response:
    """Pages are packed for the way; a shoe's comes down to a sixth. They hold no secret that a length could betray."""
    if response.is_streamed or response.content_length is None or response.content_length < 1000:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        response.set_data(gzip.compress(response.get_data(), 5))
        response.content_encoding = "gzip"
    return response


def _add_assets(site: Flask) -> None:
    """The style sheet and the icon. Their addresses carry a mark of their content, so that a browser asks for them once
    and never sees an old one."""
    contents = {name: asset("pit", name).read_bytes() for _, name, _ in ASSETS}
    site.jinja_env.globals["mark"] = hashlib.sha256(b"".join(contents.values())).hexdigest()[:8]

    def sent(name: str, media_type: str) -> Response:
        for_ever = {"Cache-Control": "max-age=31536000, immutable"}
        return Response(contents[name], content_type=media_type, headers=for_ever)

    for endpoint, name, media_type in ASSETS:
        site.add_url_rule(f"/{name}", endpoint, partial(sent, name, media_type))


def _add_faults(site: Flask) -> None:
    for kind, row in FAULTS.items():
        site.register_error_handler(kind, partial(_fault, *row))

    @site.errorhandler(HTTPException)
    def http(fault: HTTPException) -> tuple[str, int]:
        text = {
            404: Said("There is no page {path}. Use the box above, or start at the tables.", path=request.path),
            405: Said("This page is read-only."),
            413: Said("That is too long for this page."),
        }.get(fault.code or 500, Said("Something went wrong; the page’s log says what. The board is not affected."))
        return _said(Said("Not found" if fault.code == 404 else "This cannot be done"), text, fault.code or 500)


def _fault(title: Said, status: int, status_of_api: int, fault: SaidError) -> tuple[str | Response, int]:
    if status_of_api and request.path.startswith("/api/"):
        return jsonify(error=str(fault)), status_of_api
    no_room = isinstance(fault, RefusedError) and fault.__cause__  # for a download; else there is nothing in it
    return _said(title, fault, 503 if no_room else status)


def _said(title: Said, text: Said | SaidError, status: int) -> tuple[str, int]:
    return render_template("said.html", title=title, text=text), status
