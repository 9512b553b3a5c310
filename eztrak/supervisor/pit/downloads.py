"""What can be taken away from the page: the hands of a shoe or of a day, in the formats below.

A format is a name, a media type and a function from the asked-for hands to bytes, piece by piece, so that nothing large
is held in memory. Whoever adds a format adds a line to FORMATS; the links on the pages and the routes follow. One that
can only write a file writes it into a temporary folder, outside the databases' own, and gives its pieces.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eztrak.journal.lookup import HAND_COLUMNS
from eztrak.supervisor.pit.tables import reading


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hands: those of the shoes that started in this time, or of one shoe."""

    database: Path
    since: str
    until: str
    shoe: int | None = None


@dataclass(frozen=True, slots=True)
class Format:
    title: str
    media_type: str
    pieces: Callable[[Wanted], Iterator[bytes]]


def _rows(wanted: Wanted) -> Iterator[tuple[Any, ...]]:
    with reading(wanted.database) as lookup:
        yield from lookup.hand_rows(wanted.since, wanted.until, wanted.shoe)


def _csv(wanted: Wanted) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HAND_COLUMNS)
    for row in _rows(wanted):
        writer.writerow([_plain(value) for value in row])
        if text.tell() > 1 << 15:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _plain(value: Any) -> Any:
    """Typed text that a spreadsheet would take for a formula begins with an apostrophe, which it does not show."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _json(wanted: Wanted) -> Iterator[bytes]:
    before = "[\n"
    for row in _rows(wanted):
        yield (before + json.dumps(dict(zip(HAND_COLUMNS, row, strict=True)), ensure_ascii=False)).encode()
        before = ",\n"
    yield b"\n]\n" if before != "[\n" else b"[]\n"


FORMATS: Mapping[str, Format] = {
    "csv": Format("CSV", "text/csv; charset=utf-8", _csv),
    "json": Format("JSON", "application/json", _json),
}
