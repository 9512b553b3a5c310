"""The routes of the downloads: a name that says what is inside, sent piece by piece."""

import re
from collections.abc import Iterator
from itertools import chain

from flask import Flask, Response

from eztrak.supervisor.pit import times
from eztrak.supervisor.pit.downloads import FORMATS, Wanted
from eztrak.supervisor.pit.pages import NUMBER, table_of
from eztrak.supervisor.pit.tables import MissingError, Table, Tables, reading


def add(site: Flask, tables: Tables) -> None:
    @site.get(f"/table/<{NUMBER}:place>/shoe/<{NUMBER}:number>/hands.<kind>")
    def shoe_file(place: int, number: int, kind: str) -> Response:
        table = table_of(tables, place)
        with reading(table.path) as lookup:
            if lookup.shoe(number) is None:
                raise MissingError(f"{table.name} has no shoe {number}.")
        return _sent(table, f"shoe-{number}", kind, Wanted(table.path, "", "", number))

    @site.get(f"/table/<{NUMBER}:place>/day/<day>/hands.<kind>")
    def day_file(place: int, day: str, kind: str) -> Response:
        table, wanted = table_of(tables, place), times.parsed(day)
        if wanted is None:
            raise MissingError(f"“{day}” is no day; one is written as 2026-01-31.")
        return _sent(table, wanted.isoformat(), kind, Wanted(table.path, *times.span(wanted, wanted)))


def _sent(table: Table, what: str, kind: str, wanted: Wanted) -> Response:
    if kind not in FORMATS:
        raise MissingError(f"There is no download as {kind}; there are {', '.join(FORMATS)}.")
    name = re.sub(r"[^A-Za-z0-9]+", "-", table.name).strip("-").lower() or f"table-{table.place}"
    chosen = FORMATS[kind]
    return Response(
        _begun(chosen.pieces(wanted)),
        content_type=chosen.media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}-{what}.{kind}"'},
    )


def _begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Asks for the first piece at once: a fault is then still a page in words, and not a file that breaks off."""
    return chain([next(pieces, b"")], pieces)
