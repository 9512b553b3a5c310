"""What can be taken away from the page: the exports and the printed reports, of a shoe or of days at a table.

They are those of `eztrak export` and `eztrak report`, by the same code: written into a temporary folder far from the
databases, sent from there piece by piece, and removed. Nothing large is held in memory, and what cannot be made is
still said on a page. CSV is a folder, so that it travels packed; `eztrak verify` takes it as it is.

The folder may be on the disk of the history: a download is given up before that disk has less left than the health page
asks for. Each is made in a process beside the page; a thread of the page waits for it and sends it, so that there are
never more at a time than leave threads for pages.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Flask, Response

from eztrak.display.words import Words
from eztrak.journal.extract import Choice
from eztrak.supervisor.columns import Style
from eztrak.supervisor.days import days_text
from eztrak.supervisor.pit.beside import BusyError, beside
from eztrak.supervisor.pit.dispute import make_dispute
from eztrak.supervisor.pit.doors import THREADS
from eztrak.supervisor.pit.language import reader
from eztrak.supervisor.pit.making import make_export, make_room, make_workbook
from eztrak.supervisor.pit.pages import NUMBER, Day, table_of
from eztrak.supervisor.pit.tables import MissingError, Table, Tables
from eztrak.supervisor.report import report
from eztrak.voice.day import span
from eztrak.voice.said import Part, Said, listed

PIECE = 1 << 16
MOST_AT_ONCE = THREADS // 2


@dataclass(frozen=True, slots=True)
class Format:
    title: Part
    media_type: str
    export: str = ""  # the format of the export; none: it is the report


REPORT = "pdf"
ROOM: Mapping[str, Part] = {  # of all tables
    REPORT: Said("PDF, all tables"),
    "xlsx": Said("One workbook of all tables"),
    "xlsx.zip": Said("Excel, all tables"),
    "csv.zip": Said("CSV, all tables"),
}
FORMATS: Mapping[str, Format] = {  # by the ending of a download
    REPORT: Format(Said("PDF to print"), "application/pdf"),
    "xlsx": Format("Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    "zip": Format("CSV", "application/zip", "csv"),
    "jsonl": Format(Said("JSON lines"), "application/x-ndjson", "jsonl"),
}


def add(site: Flask, tables: Tables, style: Style, day: Day) -> None:
    site.jinja_env.globals.update(formats=FORMATS, room_formats=ROOM)
    under_way = BoundedSemaphore(MOST_AT_ONCE)

    def own() -> Style:
        """In the reader's language."""
        return replace(style, words=Words((reader().language,)))

    def days_of(first: str, last: str) -> tuple[date, date]:
        since, until = day(first), day(last)
        if until < since:
            raise MissingError("The last day is before the first. Swap the two.")
        return since, until

    @site.get(f"/table/<{NUMBER}:place>/shoe/<{NUMBER}:number>/export.<kind>")
    def shoe_file(place: int, number: int, kind: str) -> Response:
        table = table_of(tables, place)
        return sent(table, f"shoe-{number}", kind, Choice(shoe=number), Said("shoe {shoe}", shoe=number))

    @site.get(f"/table/<{NUMBER}:place>/shoe/<{NUMBER}:number>/hand/<{NUMBER}:hand>/dispute.zip")
    def dispute(place: int, number: int, hand: int) -> Response:
        """All that somebody needs who has to settle what a hand was."""
        table = table_of(tables, place)
        name = f"{_plain(table)}-shoe-{number}-hand-{hand}-dispute"
        return download(name, "zip", partial(make_dispute, table.path, number, hand, style=own()))

    @site.get(f"/table/<{NUMBER}:place>/days/<first>/<last>/export.<kind>")
    def days_file(place: int, first: str, last: str, kind: str) -> Response:
        table, days = table_of(tables, place), days_of(first, last)
        title = Said("{days}, {table}", days=days_text(*days), table=table.name)
        return sent(table, _named(*days), kind, Choice(*span(*days)), title)

    @site.get("/days/<first>/<last>/all-tables.<kind>")
    def room_file(first: str, last: str, kind: str) -> Response:
        """All tables of the room: one report or workbook, or each its own export, packed."""
        days = days_of(first, last)
        if kind not in ROOM:
            raise MissingError("There is no {kind} download; there are {formats}.", kind=kind, formats=listed(ROOM))
        everything, readable = tables.all(), tables.readable()
        if not readable:
            raise next(table.fault for table in everything if table.fault)
        of = [table.path for table in readable]
        choice, name = Choice(*span(*days)), f"all-tables-{_named(*days)}"
        missing = [(table.name, table.fault.said) for table in everything if table.fault]
        if kind == REPORT:
            paper = partial(report, of[0], choice, days_text(*days), style=own(), others=of[1:], missing=missing)
            return download(name, kind, paper)
        if kind == "xlsx":
            return download(name, kind, partial(make_workbook, of, choice, missing))
        form = kind.removesuffix(".zip")
        named = [(f"{table.place:02}-{_plain(table)}", table.path) for table in readable]
        return download(f"{name}-{form}", "zip", partial(make_room, named, choice, missing, form=form))

    def sent(table: Table, what: str, kind: str, choice: Choice, title: Said) -> Response:
        if kind not in FORMATS:
            raise MissingError("There is no {kind} download; there are {formats}.", kind=kind, formats=listed(FORMATS))
        make: Callable[..., object] = partial(report, table.path, choice, title, style=own())
        if form := FORMATS[kind].export:
            make = partial(make_export, table.path, choice, form=form)
        return download(f"{_plain(table)}-{what}", kind, make)

    def download(name: str, kind: str, make: Callable[..., object]) -> Response:
        """A file that is made first, as a download; a folder packed."""
        if not under_way.acquire(blocking=False):
            raise BusyError("{count} downloads are already running. Try again when one is done.", count=MOST_AT_ONCE)
        with ExitStack() as begun:
            begun.callback(under_way.release)
            folder = Path(begun.enter_context(TemporaryDirectory(prefix="eztrak-pit-", dir=_spacious())))
            made = folder / name
            beside(partial(make, out=made))
            ended = begun.pop_all()
        pieces = _packed(made) if made.is_dir() else _pieces(made)
        response = Response(pieces, content_type=FORMATS[kind].media_type)
        response.call_on_close(ended.close)  # also for a browser that goes away halfway
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
        if made.is_file():
            response.content_length = made.stat().st_size
        return response


def _plain(table: Table) -> str:
    """Its name, as a part of a file's."""
    return re.sub(r"[^A-Za-z0-9]+", "-", table.name).strip("-").lower() or f"table-{table.place}"


def _named(first: date, last: date) -> str:
    return first.isoformat() if first == last else f"{first}-to-{last}"


def _spacious() -> str | None:
    """Where large files may lie for a while: /tmp is in memory on many machines."""
    large = os.environ.get("TMPDIR") or "/var/tmp"
    return large if os.access(large, os.W_OK) else None


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _packed(folder: Path) -> Iterator[bytes]:
    """A folder as a zip, made while it is sent."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            with packed.open(f"{folder.name}/{path.relative_to(folder)}", "w", force_zip64=True) as inside:
                for piece in _pieces(path):
                    inside.write(piece)
                    yield sink.taken()
    yield sink.taken()


class _Sink:
    """A file that can only be written to: what ZipFile writes waits here to be sent."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Nothing waits anywhere else."""

    def taken(self) -> bytes:
        held = bytes(self._held)
        self._held.clear()
        return held
