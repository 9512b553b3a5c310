"""What the page has, for programs: versioned JSON, read-only, to whoever has the token; and whether the page works.

Off unless the config names a file with a token (`pit.token`). What a version of it says stays: a newer one can say
more. Times are the record's, UTC; days are those of the room. `/healthz` tells anybody whether every history can be
read, and nothing else.
"""

import hmac
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request

from eztrak.journal.daily import Daily, Dealt
from eztrak.journal.extract import Choice, Extract, extract
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.pit.tables import MissingError, Table, Tables
from eztrak.voice.day import span

VERSION = 1
LEAST = 32  # letters of a token
MOST_DAYS, MOST_OF_SHOES = 366, 31  # in one answer: it is made in memory
ENDPOINTS = ("healthz", "api_tables", "api_days", "api_shoes", "api_shoe")


def token_in(path: Path) -> str:
    """The token in a file: its first line. Raises RefusedError for none, or one that could be guessed."""
    try:
        token = path.read_text().partition("\n")[0].strip()
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or "it is no text"
        raise RefusedError("{path}: cannot be read: {why}", path=path, why=why) from fault
    if not (token.isascii() and len(token) >= LEAST):
        raise RefusedError("{path}: has no token of {count:letter|letters} or more", path=path, count=LEAST)
    return token


def add(site: Flask, tables: Tables, token: str, day: Callable[[str], date]) -> None:
    @site.get("/healthz")
    def healthz() -> tuple[Response, int]:
        sound = all(table.fault is None for table in tables.all())
        return jsonify(ok=sound), 200 if sound else 503

    if not token:
        return

    @site.before_request
    def only_with_token() -> tuple[Response, int] | None:
        sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
        if not request.path.startswith("/api/") or hmac.compare_digest(sent.encode(), token.encode()):
            return None
        answer = jsonify(error="the token is missing or wrong: Authorization: Bearer TOKEN")
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer, 401

    @site.get("/api/1/tables")
    def api_tables() -> Response:
        return _said(tables=[_table(table) for table in tables.all()])

    @site.get("/api/1/days")
    def api_days() -> Response:
        """By gaming day, table and dealer; `?from=2026-01-01&to=2026-01-31`, and `&table=2` for one by its place."""
        first, last = _days(day, MOST_DAYS)
        days = []
        for table in _wanted(tables):
            with Daily(table.path) as daily:
                days += [_dealt(one, table.place) for one in daily.dealt(first, last)]
        return _said(days=days)

    @site.get("/api/1/shoes")
    def api_shoes() -> Response:
        """Those that began on these days, as an export has them."""
        first, last = _days(day, MOST_OF_SHOES)
        shoes = []
        for table in _wanted(tables):
            with closing(extract(table.path, Choice(*span(first, last)), placed=True)) as record:
                shoes += [{"place": table.place} | shoe for shoe in _named(record.shoe_columns, record.shoes())]
        return _said(shoes=shoes)

    @site.get("/api/1/table/<int(max=999999999):place>/shoe/<int(max=999999999):number>")
    def api_shoe(place: int, number: int) -> Response | tuple[Response, int]:
        """With its hands and corrections."""
        table = tables.get(place)
        if table is None:
            return jsonify(error=f"there is no table {place}"), 404
        with closing(extract(table.path, Choice(shoe=number), placed=True)) as record:
            answer = _shoe(record)
        return _said(**answer) if answer else (jsonify(error=f"there is no shoe {number}"), 404)


def _said(**fields: Any) -> Response:
    return jsonify({"version": VERSION} | fields)


def _table(table: Table) -> dict[str, Any]:
    newest = table.newest
    return {
        "place": table.place,
        "table": table.name,
        "fault": str(table.fault) if table.fault else None,
        "row": table.row,
        "shoe": newest.number if newest else None,
        "started_at": newest.started_at if newest else None,
        "ended_at": newest.ended_at if newest else None,
        "hands": newest.stats.hands if newest else 0,
    }


def _wanted(tables: Tables) -> list[Table]:
    place = request.args.get("table", "")
    return [table for table in tables.readable() if place in ("", str(table.place))]


def _days(day: Callable[[str], date], most: int) -> tuple[date, date]:
    first, last = (day(request.args.get(name) or "today") for name in ("from", "to"))
    if not 0 <= (last - first).days < most:
        raise MissingError("Ask for a first day before the last, and for at most {count} days.", count=most)
    return first, last


def _dealt(one: Dealt, place: int) -> dict[str, Any]:
    return {
        "place": place,
        "day": one.day.isoformat(),
        "table": one.table,
        "dealer": one.dealer,
        "game": one.game.id,
        "decks": one.decks,
        "shoes": one.shoes,
        "hands": one.stats.hands,
        "free": one.stats.free,
        "voided": one.voided,
        "corrected": one.corrected,
        "timed_hands": one.paced,
        "timed_seconds": one.seconds,
        "counts": dict(one.stats.counts),
    }


def _shoe(record: Extract) -> dict[str, Any] | None:
    shoes = _named(record.shoe_columns, record.shoes())
    if not shoes:
        return None
    hands = _named(record.hand_columns, record.hands())
    return {"shoe": shoes[0], "hands": hands, "corrections": [dict(row) for row in record.correction_rows()]}


def _named(columns: tuple[str, ...], rows: Any) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in rows]
