"""The tables that the page shows: a database each, opened read-only for a request and closed after it.

One that is missing, newer or damaged says so in its place, and the others are served.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from flask import g

from eztrak.journal.chain import short
from eztrak.journal.errors import JournalError
from eztrak.journal.listed import ListedShoe
from eztrak.journal.lookup import Lookup
from eztrak.voice.said import Said, SaidError


class MissingError(SaidError):
    """Something asked for is not in the record; it says what is there instead, maybe with a page's address."""

    instead: Said | None = None
    address = ""

    def offering(self, instead: Said, address: str) -> Self:
        self.instead, self.address = instead, address
        return self


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its place in the list, and what was found of it: its shoe in play, or what is wrong."""

    place: int  # from 1, as in the page's addresses
    path: Path
    newest: ListedShoe | None = None
    row: int = 0  # of its record, the newest, and its code: a page that is printed is a witness of both
    code: str = ""
    fault: JournalError | None = None

    @property
    def name(self) -> str:
        """What the table called itself last; before that, the name of its file."""
        return self.newest.table if self.newest else self.path.stem


class Tables:
    def __init__(self, databases: Sequence[Path]) -> None:
        self._databases = databases

    def all(self) -> list[Table]:
        """Looked at once for a page, and only where it or its frame asks for them: there may be hundreds."""
        if "tables" not in g:
            g.tables = [self._table(place, path) for place, path in enumerate(self._databases, 1)]
        tables: list[Table] = g.tables
        return tables

    def readable(self) -> list[Table]:
        return [table for table in self.all() if not table.fault]

    def get(self, place: int) -> Table | None:
        if not 1 <= place <= len(self._databases):
            return None
        return self._table(place, self._databases[place - 1])

    def _table(self, place: int, path: Path) -> Table:
        try:
            with reading(path) as lookup:
                newest, (row, digest) = lookup.now(), lookup.head()
        except JournalError as fault:
            return Table(place, path, fault=fault)
        return Table(place, path, newest, row, short(digest))


@contextmanager
def reading(path: Path) -> Iterator[Lookup]:
    """Questions to one instant of a table's record. Raises JournalError."""
    with closing(Lookup(path)) as lookup, lookup.one_view():
        yield lookup
