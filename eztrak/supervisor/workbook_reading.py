"""An exported workbook read back, row by row, with nothing but a zip and an XML reader.

Reads what XlsxWriter writes (texts in their cells) and what Excel and LibreOffice make of it when they save it again
(texts in a table of their own).
"""

import re
from collections.abc import Generator, Iterator
from typing import Any

from eztrak.journal.columns import Values
from eztrak.journal.journal import Row
from eztrak.supervisor import sheet_reading
from eztrak.supervisor.json_lines import journal_row
from eztrak.supervisor.package import package_of
from eztrak.supervisor.packed import opened
from eztrak.supervisor.reading import ExportFile, UnreadableError, json_of
from eztrak.supervisor.sheet_reading import Cell, Kind
from eztrak.supervisor.workbook import COLUMNS, MORE, Shown, text_of

SHEETS = ("summary", "shoes", "hands", "corrections", "journal", "about")
_NUMBER = re.compile(r"[0-9.]{1,30}(E[+-]?[0-9]{1,2})?")
MOST_CELLS = 32  # of one text: a million letters


class Workbook(ExportFile):
    def about(self) -> dict[str, Any]:
        about: dict[str, Any] = {"segments": []}
        for name, text in _whole(self.table("about", ("name", "value"))):
            value = json_of(text)
            if name == "segment":
                about["segments"].append(value)
            elif name == "game" and isinstance(value, dict):
                about.setdefault("games", {}).update(value)
            elif name in about:
                raise UnreadableError(f"sheet about: says {name[:60]!r} twice")
            else:
                about[name] = value
        return about

    def journal(self) -> Iterator[Row]:
        for (line,) in _whole(self.table("journal", ("row",))):
            yield journal_row(self.json(line, list))

    def table(self, name: str, columns: tuple[str, ...]) -> Generator[Values, None, None]:
        with opened(self.path) as book:
            package = package_of(book)
            if "tables" in package.sheets:
                raise UnreadableError("has several tables, to be added up: only each table's own export proves itself")
            parts = {sheet: part for sheet, part in package.sheets.items() if _base(sheet) == name}
            if list(parts) != _pages(name, len(parts)) or set(map(_base, package.sheets)) | {"summary"} != set(SHEETS):
                raise UnreadableError(f"its sheets are {', '.join(package.sheets)[:200]}, not {', '.join(SHEETS)}")
            kinds = sheet_reading.kinds(book, package.styles)
            texts = sheet_reading.texts(book, package.strings)
            for sheet, part in parts.items():
                try:
                    yield from _values(sheet_reading.rows(book, part, kinds, texts), columns)
                except UnreadableError as fault:
                    raise UnreadableError(f"sheet {sheet}: {fault}") from fault


def _whole(rows: Iterator[Values]) -> Iterator[Values]:
    """Rows whose last text goes on in the cell below, put together again."""
    parts: list[Values] = []
    for row in rows:
        if parts and row[:-1] == parts[0][:-1] and row[-1].startswith(MORE):
            parts.append((*row[:-1], row[-1][len(MORE) :]))
            if len(parts) > MOST_CELLS:
                raise UnreadableError(f"a text goes on over more than {MOST_CELLS} cells: {parts[0][-1][:60]!r}")
            continue
        if parts:
            yield (*parts[0][:-1], "".join(part[-1] for part in parts))
        parts = [row]
    if parts:
        yield (*parts[0][:-1], "".join(part[-1] for part in parts))


def _base(sheet: str) -> str:
    """The kind of a sheet: what is longer than Excel allows goes on in `hands 2`."""
    return re.sub(" [1-9][0-9]{0,3}$", "", sheet)


def _pages(name: str, count: int) -> list[str]:
    return [name if page == 1 else f"{name} {page}" for page in range(1, count + 1)]


def _values(rows: Iterator[list[Cell]], columns: tuple[str, ...]) -> Iterator[Values]:
    if tuple(cell.text for cell in next(rows, ())) != columns:
        raise UnreadableError(f"the columns are not {', '.join(columns)}")
    for number, row in enumerate(rows, 2):
        row += [sheet_reading.EMPTY] * (len(columns) - len(row))
        if len(row) > len(columns):
            raise UnreadableError(f"row {number}: has more than {len(columns)} cells")
        yield tuple(_value(cell, column, number) for cell, column in zip(row, columns, strict=True))


def _value(cell: Cell, column: str, number: int) -> str:
    match cell.kind:
        case Kind.NUMBER if column not in COLUMNS:
            return cell.text
        case Shown() as shown if shown is COLUMNS.get(column) and _NUMBER.fullmatch(cell.text):
            return text_of(float(cell.text), shown)
        case Kind.TEXT:
            return cell.text
    raise UnreadableError(f"row {number}: shows {cell.text[:30]!r} as another kind of number than it is")
