"""An exported workbook read back, row by row, with nothing but a zip and an XML reader.

Reads what XlsxWriter writes (texts in their cells) and what Excel and LibreOffice make of it when they save it again
(texts in a table of their own).
"""

import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from defusedxml.ElementTree import iterparse  # comes with fpdf2

from eztrak.journal.columns import Values
from eztrak.journal.journal import Row
from eztrak.supervisor.json_lines import journal_row
from eztrak.supervisor.reading import Reading, UnreadableError
from eztrak.supervisor.workbook import MORE, TIMES, time_of

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MOST_CELLS = 32  # of one text: a million letters
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


class Workbook(Reading):
    def about(self) -> dict[str, Any]:
        found: dict[str, Any] = {"segments": []}
        for name, value in _whole(self.table("about", ("name", "value"))):
            try:
                told = json.loads(value)
            except ValueError as fault:
                raise UnreadableError(f"sheet about: {name} is {value!r}") from fault
            if name == "segment":
                found["segments"].append(told)
            elif name == "game" and isinstance(told, dict):
                found.setdefault("games", {}).update(told)
            else:
                found[name] = told
        return found

    def journal(self) -> Iterator[Row]:
        for (line,) in _whole(self.table("journal", ("row",))):
            yield journal_row(self.json(line, list))

    def table(self, name: str, columns: tuple[str, ...]) -> Iterator[Values]:
        with zipfile.ZipFile(self.path) as book:
            sheets = _sheets(book)
        part = 1
        while (sheet := name if part == 1 else f"{name} {part}") in sheets or part == 1:
            yield from self._table(sheet, columns)
            part += 1

    def _table(self, sheet: str, columns: tuple[str, ...]) -> Iterator[Values]:
        rows = self._rows(sheet)
        if tuple(next(rows, ())) != columns:
            raise UnreadableError(f"sheet {sheet}: the columns are not {', '.join(columns)}")
        times = [i for i, column in enumerate(columns) if column in TIMES]
        for row in rows:
            row += [""] * (len(columns) - len(row))
            for i in times:
                if re.fullmatch(r"[\d.]+(E[+-]?\d+)?", row[i]):
                    row[i] = time_of(float(row[i]))
            yield tuple(row)

    def _rows(self, sheet: str) -> Iterator[list[str]]:
        with zipfile.ZipFile(self.path) as book:
            place = _sheets(book).get(sheet)
            if place is None:
                raise UnreadableError(f"has no sheet {sheet}")
            shared = _shared(book)
            with book.open(place) as file:
                rows: Any = None
                for event, element in iterparse(file, events=("start", "end")):
                    if element.tag == f"{_MAIN}sheetData":
                        if event == "end":
                            return
                        rows = element
                    elif event == "end" and element.tag == f"{_MAIN}row":
                        yield _cells(element, shared)
                        rows.clear()  # the sheet itself would remember an empty element for each row


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


def _cells(row: Any, shared: list[str]) -> list[str]:
    cells: list[str] = []
    for i, cell in enumerate(row):
        name = re.match("[A-Z]+", cell.get("r", ""))
        column = _column(name[0]) if name else i
        cells += [""] * (column - len(cells))
        kind, value = cell.get("t", "n"), cell.findtext(f"{_MAIN}v", "")
        if kind == "inlineStr":
            value = _text(cell)
        elif kind == "s":
            value = shared[int(value)]
        cells.append(value)
    return cells


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _text(element: Any) -> str:
    text = "".join(part.text or "" for part in element.iter(f"{_MAIN}t"))
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _shared(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    with book.open("xl/sharedStrings.xml") as file:
        return [_text(element) for _, element in iterparse(file, events=("end",)) if element.tag == f"{_MAIN}si"]


def _sheets(book: zipfile.ZipFile) -> dict[str, str]:
    """The file of each sheet, in the order of the workbook."""
    try:
        with book.open("xl/workbook.xml") as file:
            names = [e.get("name") for _, e in iterparse(file, events=("end",)) if e.tag == f"{_MAIN}sheet"]
    except KeyError as fault:
        raise UnreadableError("is no workbook") from fault
    return {name: f"xl/worksheets/sheet{number}.xml" for number, name in enumerate(names, 1)}
