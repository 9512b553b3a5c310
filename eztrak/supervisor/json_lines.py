"""An export as one file of JSON lines, for programs. `line` says what a line is; the first says what all of it is."""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from eztrak.journal.columns import Values
from eztrak.journal.extract import Extract
from eztrak.journal.journal import Row
from eztrak.journal.schema import ROW_COLUMNS
from eztrak.supervisor.about import About
from eztrak.supervisor.reading import ExportFile, UnreadableError

LINES = {"shoes": "shoe", "hands": "hand", "corrections": "correction"}
_BEGINS = {kind: f'{{"line":"{kind}",' for kind in (*LINES.values(), "journal")}
_OTHERS = tuple(_BEGINS.values())


def write(extract: Extract, about: About, out: Path, tick: Callable[[int], None]) -> None:
    with out.open("wb") as file:
        file.write(_line("about", about.plain()))
        for values in extract.shoes():
            file.write(_line("shoe", dict(zip(extract.shoe_columns, values, strict=True))))
        for _, count, text in extract.hand_lines(json=True):
            file.write(text)
            tick(count)
        for row in extract.correction_rows():
            file.write(_line("correction", {**row}))
        for count, text in extract.journal_lines(named=True):
            file.write(text)
            tick(count)


def journal_row(values: Sequence[Any]) -> Row:
    """A row of the journal from what JSON gave. Raises UnreadableError for one that is not made as it should be."""
    match values:
        case [int(seq), str(at), int(mono), str(boot), str(kind), str(data), str(digest)]:
            return seq, at, mono, boot, kind, data, digest
    raise UnreadableError(f"the journal has a row that is not {', '.join(ROW_COLUMNS)}: {str(values)[:60]}")


class JsonLines(ExportFile):
    def about(self) -> dict[str, Any]:
        with self._opened() as file:
            plain = self.json(next(self.lines(file), ""), dict)
        if plain.pop("line", None) != "about":
            raise UnreadableError("its first line is not what an export says about itself")
        return plain

    def journal(self) -> Iterator[Row]:
        return map(journal_row, self._values("journal", ROW_COLUMNS))

    def table(self, name: str, columns: tuple[str, ...]) -> Generator[Values, None, None]:
        return self._values(LINES[name], columns)

    def _values(self, kind: str, columns: tuple[str, ...]) -> Generator[Values, None, None]:
        with self._opened() as file:
            for number, line in enumerate(self.lines(file), 1):
                if line.startswith(_BEGINS[kind]):
                    plain = self.json(line, dict)
                    if tuple(plain) != ("line", *columns):
                        raise UnreadableError(f"line {number}: a {kind} has the fields {', '.join(columns)}")
                    yield tuple(plain.values())[1:]
                elif number > 1 and not line.startswith(_OTHERS):
                    # It could be passed over here, and be read by others.
                    raise UnreadableError(f"line {number} is none of an export: {line[:60]!r}")

    def _opened(self) -> IO[str]:
        return self.path.open(encoding="utf-8", newline="\n")


def _line(kind: str, plain: dict[str, Any]) -> bytes:
    return f"{json.dumps({'line': kind} | plain, ensure_ascii=False, separators=(',', ':'))}\n".encode()
