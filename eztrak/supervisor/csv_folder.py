"""An export as a folder of CSV files, for spreadsheets and for anything else.

`hands.csv`, `shoes.csv` and `corrections.csv` are for people, `journal.jsonl` and `about.json` prove them. Excel takes
a CSV file for UTF-8 only when it begins with a byte order mark, and other readers take that for a part of the first
column's name: so only a file that holds more than ASCII begins with one. Lines end as RFC 4180 wants.
"""

import csv
import io
import json
import re
import shutil
import string
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import IO, Any

from eztrak.journal.columns import Values, ordered
from eztrak.journal.extract import Extract
from eztrak.journal.journal import Row
from eztrak.supervisor.about import About
from eztrak.supervisor.elsewhere import Tick, elsewhere
from eztrak.supervisor.json_lines import journal_row
from eztrak.supervisor.packed import opened
from eztrak.supervisor.reading import LONGEST_ABOUT, ExportFile, UnreadableError

# What a spreadsheet may take for a formula when a text begins with it. The apostrophe itself is among them, so that
# taking one away again always gives the text as it was typed.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
# What fields of hands are made of; where there is anything else, a line wants quotes or an apostrophe.
_SAFE = f"{string.digits}{string.ascii_letters}:.-+/_ ".encode()
_SIGNS = bytes.maketrans(b"+", b"-")  # one search for both
_BOM = "\ufeff"
_NEGATIVE = re.compile("-[0-9]+")
_MANY = 20_000  # rows: for fewer no process of their own is begun
FILES = ("about.json", "journal.jsonl", "shoes.csv", "hands.csv", "corrections.csv")


def write(extract: Extract, about: About, out: Path, tick: Callable[[int], None]) -> None:
    out.mkdir()
    given_up = Event()
    with ThreadPoolExecutor(1) as beside:
        proof = beside.submit(_proof_of, extract.apart(), out, about.rows, tick, given_up)
        try:
            _table(out / "shoes.csv", extract.shoe_columns, extract.shoes())
            _hands(out / "hands.csv", extract, tick)
            proof.result()
        finally:
            given_up.set()
    (out / "about.json").write_text(json.dumps(about.plain(), indent=1, ensure_ascii=False), encoding="utf-8")


def _proof_of(opened: Callable[[], Extract], out: Path, rows: int, tick: Tick, given_up: Event) -> None:
    if rows < _MANY:
        _proof(opened, out, tick)
    else:
        elsewhere(_proof, opened, out, tick=tick, given_up=given_up)


def _proof(opened: Callable[[], Extract], out: Path, tick: Tick) -> None:
    with closing(opened()) as extract:
        with (out / "journal.jsonl").open("wb") as file:
            for count, text in extract.journal_lines(named=False):
                file.write(text)
                tick(count)
        rows = _heard_of(ordered(extract.correction_rows()), tick)
        _table(out / "corrections.csv", extract.correction_columns, rows)


def _heard_of(rows: Iterable[Values], tick: Tick) -> Iterator[Values]:
    """They count as nothing; but who gives up, or looks at the disk, would wait for the last of them."""
    for number, row in enumerate(rows):
        if number % 500 == 0:
            tick(0)
        yield row


def _hands(path: Path, extract: Extract, tick: Callable[[int], None]) -> None:
    with path.open("wb") as file:
        columns = extract.hand_columns
        file.write(f"{','.join(columns)}\r\n".encode())
        ascii_only = True
        for shoe, count, text in extract.hand_lines():
            plain = _is_plain(text, count, len(columns))
            ascii_only &= plain or text.isascii()
            file.write(text if plain else _quoted(extract.hands_of(shoe)))
            tick(count)
    if not ascii_only:
        _mark(path)


def defused(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text


def undefused(cell: str) -> str:
    """The text as it was typed. Raises UnreadableError for one that a spreadsheet may take for a formula."""
    if cell.startswith("'") and cell[1:].startswith(_RISKY):
        return cell[1:]
    if cell.startswith(_RISKY) and not _NEGATIVE.fullmatch(cell):
        raise UnreadableError(f"{cell[:60]!r} begins as nothing in an export does: a formula, or a part of one")
    return cell


class CsvFolder(ExportFile):
    """A folder, or one in a zip, as the pit page sends it."""

    def about(self) -> dict[str, Any]:
        with self._text("about.json") as file:
            text = file.read(LONGEST_ABOUT)
        return self.json(text, dict)

    def journal(self) -> Iterator[Row]:
        with self._text("journal.jsonl") as file:
            for line in self.lines(file):
                yield journal_row(self.json(line, list))

    def table(self, name: str, columns: tuple[str, ...]) -> Generator[Values, None, None]:
        with self._text(f"{name}.csv") as file:
            rows = csv.reader(file, strict=True)
            if tuple(next(rows, ())) != columns:
                raise UnreadableError(f"{name}.csv: the columns are not {', '.join(columns)}")
            for row in rows:
                yield tuple(map(undefused, row))

    @contextmanager
    def _text(self, name: str) -> Iterator[IO[str]]:
        code = "utf-8-sig" if name.endswith(".csv") else "utf-8"
        if not self.inside:
            with (self.path / name).open(encoding=code, newline="") as file:
                yield file
            return
        with opened(self.path) as packed:
            if more := set(packed.namelist()) - {f"{self.inside}{name}" for name in FILES}:
                raise UnreadableError(f"has more in it than an export: {', '.join(sorted(more)[:5])}")
            with packed.open(f"{self.inside}{name}") as data, io.TextIOWrapper(data, code, newline="") as file:
                yield file


def _is_plain(text: bytes, lines: int, columns: int) -> bool:
    between = b"," * (columns - 1) + b"\r\n"
    return text.translate(None, _SAFE) == between * lines and b",-" not in text.translate(_SIGNS)


def _quoted(rows: Iterable[Values]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(_defused, rows))
    return text.getvalue().encode()


def _table(path: Path, columns: Iterable[str], rows: Iterable[Values]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(columns)
        out.writerows(map(_defused, rows))
    with path.open("rb") as written:
        ascii_only = all(chunk.isascii() for chunk in iter(lambda: written.read(1 << 20), b""))
    if not ascii_only:
        _mark(path)


def _mark(path: Path) -> None:
    marked = path.with_name(f"{path.name}.marked")
    with path.open("rb") as plain, marked.open("wb") as file:
        file.write(_BOM.encode())
        shutil.copyfileobj(plain, file)
    marked.replace(path)


def _defused(row: Values) -> Values:
    return tuple(defused(value) if isinstance(value, str) else value for value in row)
