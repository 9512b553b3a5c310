"""An export as an Excel workbook: a summary by day and a sheet a kind, header frozen and on every printed page, voids
struck out, corrected hands marked.

Rows go to the disk as they come (XlsxWriter's constant memory), so a workbook of any size needs the same memory. A
sheet of Excel ends at row 1,048,576: what is longer goes on in `hands 2`. Times are real times, in UTC as everywhere
in the record; local times and gaming days beside them too. Texts are written as texts: whatever they begin with, they
are no formulas. The journal, which only proves the rest, has a cell a row: a workbook is slow by its cells. Where such
a text, a game with all its wagers in five languages, is longer than a cell of Excel may be, it goes on in the cell
below.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from eztrak.journal.columns import Values, ordered
from eztrak.journal.extract import Extract
from eztrak.supervisor.about import About
from eztrak.supervisor.days import instant
from eztrak.supervisor.errors import RefusedError
from eztrak.voice.reasons import reason
from eztrak.voice.times import utc

MOST_ROWS = 1_048_576
MOST_LETTERS = 32_000  # of a cell; Excel takes 32,767, and some letters for two
MORE = "+"  # begins a cell that goes on with the one above; no JSON does
EPOCH = datetime(1899, 12, 30, tzinfo=UTC)  # Excel counts days from here


class Shown(StrEnum):
    """A number that Excel shows as a time, by its format."""

    INSTANT = "yyyy-mm-dd hh:mm:ss.000"  # UTC
    DAY = "yyyy-mm-dd"
    LOCAL = "yyyy-mm-dd hh:mm:ss"


COLUMNS = {
    **dict.fromkeys(("started_at", "ended_at", "entered_at", "at"), Shown.INSTANT),
    **dict.fromkeys(("local_time", "local_end"), Shown.LOCAL),
    "day": Shown.DAY,
}
_AS_TEXT = {Shown.LOCAL: "%Y-%m-%d %H:%M:%S", Shown.DAY: "%Y-%m-%d"}
_WIDTHS = {"table_name": 16, "seal": 27, "earlier_seals": 27, "by": 14, "reason": 34, "row": 120, "value": 60}


def write(extract: Extract, about: About, out: Path, tick: Callable[[int], None]) -> None:
    def fill(pages: "Pages") -> None:
        for name, (columns, rows) in tables_of(extract).items():
            pages.fill(name, columns, rows, *([tick] if name == "hands" else []))
        pages.fill("journal", ("row",), _parted(_lines(extract)), tick)
        pages.fill("about", ("name", "value"), _parted(_about_rows(about)))

    filled(out, fill)


def tables_of(extract: Extract) -> dict[str, tuple[tuple[str, ...], Iterator[Values]]]:
    """Its tables by their names, in the order of a workbook."""
    return {
        "summary": (extract.summary_columns, extract.summary()),
        "shoes": (extract.shoe_columns, extract.shoes()),
        "hands": (extract.hand_columns, extract.hands()),
        "corrections": (extract.correction_columns, ordered(extract.correction_rows())),
    }


def filled(out: Path, fill: Callable[["Pages"], None]) -> None:
    """A workbook whose pages somebody fills."""
    import xlsxwriter
    from xlsxwriter.exceptions import XlsxWriterException

    spare = out.with_name(f"{out.name}.rows")
    shutil.rmtree(spare, ignore_errors=True)  # of a run that lost its power
    options = {"constant_memory": True, "tmpdir": str(spare), "strings_to_formulas": False, "strings_to_urls": False}
    try:
        spare.mkdir()
        book = xlsxwriter.Workbook(str(out), options)
        try:
            book.use_zip64()
            fill(Pages(book))
            book.close()
        finally:
            _close_rows(book)
    except XlsxWriterException as fault:
        raise _as_os_error(fault) from fault
    finally:
        shutil.rmtree(spare, ignore_errors=True)


def serial(text: str, shown: Shown) -> float | None:
    """A time as Excel counts it; None for a text that would not come back as it was."""
    try:
        when = instant(text) if shown is Shown.INSTANT else datetime.strptime(f"{text}Z", f"{_AS_TEXT[shown]}%z")
    except ValueError:
        return None
    if when is None or when.tzinfo is None:
        return None
    days = (when - EPOCH) / timedelta(days=1)
    return days if text_of(days, shown) == text else None


def text_of(days: float, shown: Shown) -> str:
    if shown is Shown.INSTANT:
        return utc(EPOCH + timedelta(milliseconds=round(days * 86_400_000)))
    return f"{EPOCH + timedelta(seconds=round(days * 86_400)):{_AS_TEXT[shown]}}"


class Pages:
    def __init__(self, book: Any) -> None:
        self._book = book
        styles: dict[str, dict[str, Any]] = {
            "plain": {},
            "void": {"font_strikeout": True, "font_color": "#8A8A8A"},
            "corrected": {"bg_color": "#FFF2CC"},
        }
        self._styles = {
            name: {shown: book.add_format(style | ({"num_format": shown} if shown else {})) for shown in (None, *Shown)}
            for name, style in styles.items()
        }
        self._head = book.add_format({"bold": True, "font_color": "#FFFFFF", "bg_color": "#1F4E3D", "bottom": 1})

    def fill(
        self, name: str, columns: tuple[str, ...], rows: Iterable[Values], tick: Callable[[int], None] = lambda _: None
    ) -> None:
        sheet, row, part = self._sheet(name, columns), 0, 1
        times = [COLUMNS.get(column) for column in columns]
        void, corrected = (columns.index(n) if name == "hands" else None for n in ("voided", "corrected"))
        for values in rows:
            row += 1
            if row == MOST_ROWS:
                part, row = part + 1, 1
                sheet = self._sheet(f"{name} {part}", columns)
            marked = "plain"
            if void is not None and corrected is not None and values[corrected]:
                marked = "void" if values[void] else "corrected"
            style = self._styles[marked]
            for column, (value, shown) in enumerate(zip(values, times, strict=True)):
                if value is None or value == "":
                    continue
                if shown and (days := serial(str(value), shown)) is not None:
                    sheet.write_number(row, column, days, style[shown])
                elif isinstance(value, int) and abs(value) < 2**53:
                    sheet.write_number(row, column, value, style[None])
                elif sheet.write_string(row, column, str(value), style[None]):
                    raise RefusedError(
                        "{name}, row {row}: a text is too long for a cell of Excel; choose jsonl or csv",
                        name=name,
                        row=row,
                    )
            if row % 1000 == 0:
                tick(1000)

    def _sheet(self, name: str, columns: tuple[str, ...]) -> Any:
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&F&C&A&R&P / &N")
        for column, title in enumerate(columns):
            wide = 24 if title in COLUMNS else _WIDTHS.get(title, max(9, len(title) + 2))
            sheet.set_column(column, column, wide)
            sheet.write_string(0, column, title, self._head)
        return sheet


def _lines(extract: Extract) -> Iterator[Values]:
    return (
        (line,) for _, text in extract.journal_lines(named=False) for line in text.decode().rstrip("\n").split("\n")
    )


def _about_rows(about: About) -> Iterator[Values]:
    for name, value in about.plain().items():
        if name == "segments":
            yield from (("segment", json.dumps(segment)) for segment in value)
        elif name == "games":
            yield from (("game", json.dumps({id: game}, ensure_ascii=False)) for id, game in value.items())
        else:
            yield name, json.dumps(value, ensure_ascii=False)


def _parted(rows: Iterable[Values]) -> Iterator[Values]:
    """Rows whose last text may be longer than a cell."""
    for *first, text in rows:
        yield *first, text[:MOST_LETTERS]
        for start in range(MOST_LETTERS, len(text), MOST_LETTERS - 1):
            yield *first, MORE + text[start : start + MOST_LETTERS - 1]


def _close_rows(book: Any) -> None:
    """XlsxWriter leaves the files of its rows open where it fails, and a full disk would be reported again for each."""
    for sheet in book.worksheets():
        with suppress(OSError):
            sheet.row_data_fh.close()


def _as_os_error(fault: Exception) -> Exception:
    """XlsxWriter wraps what the disk said."""
    inner = fault.args[0] if fault.args else None
    return (
        inner
        if isinstance(inner, OSError)
        else RefusedError("the workbook cannot be written: {fault}", fault=reason(fault))
    )
