"""An export as one file of JSON lines, for programs. `line` says what a line is; the first says what all of it is."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from eztrak.journal.columns import CORRECTIONS, Values
from eztrak.journal.extract import JOURNAL, Extract
from eztrak.journal.journal import Row
from eztrak.supervisor.about import About
from eztrak.supervisor.reading import Reading, UnreadableError

LINES = {"shoes": "shoe", "hands": "hand", "corrections": "correction"}


def write(extract: Extract, about: About, out: Path, tick: Callable[[int], None]) -> None:
    with out.open("wb") as file:
        file.write(_line("about", about.plain()))
        for values in extract.shoes():
            file.write(_line("shoe", dict(zip(extract.shoe_columns, values, strict=True))))
        for _, _, count, text in extract.hand_lines(json=True):
            file.write(text)
            tick(count)
        for values in extract.correction_rows():
            file.write(_line("correction", dict(zip(CORRECTIONS, values, strict=True))))
        for count, text in extract.journal_lines(named=True):
            file.write(text)
            tick(count)


def journal_row(values: Sequence[Any]) -> Row:
    """A row of the journal from what JSON gave. Raises UnreadableError for one that is not made as it should be."""
    match values:
        case [int(seq), str(at), int(mono), str(boot), str(kind), str(data), str(digest)]:
            return seq, at, mono, boot, kind, data, digest
    raise UnreadableError(f"the journal has a row that is not {', '.join(JOURNAL)}: {str(values)[:60]}")


class JsonLines(Reading):
    def about(self) -> dict[str, Any]:
        with self.path.open(encoding="utf-8") as file:
            return self.json(file.readline(), dict)

    def journal(self) -> Iterator[Row]:
        return (journal_row(list(plain.values())[1:]) for plain in self._lines("journal"))

    def table(self, name: str, columns: tuple[str, ...]) -> Iterator[Values]:
        for plain in self._lines(LINES[name]):
            if tuple(plain) != ("line", *columns):
                raise UnreadableError(f"a {LINES[name]} has not the fields {', '.join(columns)}")
            yield tuple(plain.values())[1:]

    def _lines(self, kind: str) -> Iterator[dict[str, Any]]:
        # Every line is looked at whole: one that hides behind another order of fields is not passed over.
        with self.path.open(encoding="utf-8") as file:
            for line in file:
                if f'"{kind}"' in line and (plain := self.json(line, dict)).get("line") == kind:
                    yield plain


def _line(kind: str, plain: dict[str, Any]) -> bytes:
    return f"{json.dumps({'line': kind} | plain, ensure_ascii=False, separators=(',', ':'))}\n".encode()
