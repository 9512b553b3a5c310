"""The tables that the page shows: a database each, opened read-only for a request and closed after it.

One that is missing, newer or damaged is told in words in its place, and the others are served.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from eztrak.journal.errors import JournalError
from eztrak.journal.listed import ListedShoe
from eztrak.journal.lookup import Lookup


class MissingError(Exception):
    """Something asked for is not in the record; the message says what is there instead, maybe with a page's address."""

    def __init__(self, text: str, instead: str = "", address: str = "") -> None:
        super().__init__(text)
        self.instead, self.address = instead, address


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its place in the list, and what was found of it: its shoe in play, or what is wrong."""

    place: int  # from 1, as in the page's addresses
    path: Path
    newest: ListedShoe | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """What the table called itself last; before that, the name of its file."""
        return self.newest.table if self.newest else self.path.stem


class Tables:
    def __init__(self, databases: Sequence[Path]) -> None:
        self._databases = databases

    def all(self) -> list[Table]:
        return [self._looked_at(place, path) for place, path in enumerate(self._databases, 1)]

    def get(self, place: int) -> Table | None:
        if not 1 <= place <= len(self._databases):
            return None
        return self._looked_at(place, self._databases[place - 1])

    def _looked_at(self, place: int, path: Path) -> Table:
        try:
            with reading(path) as lookup:
                newest = lookup.now()
        except JournalError as fault:
            return Table(place, path, fault=str(fault))
        return Table(place, path, newest)


@contextmanager
def reading(path: Path) -> Iterator[Lookup]:
    """Questions to one instant of a table's record. Raises JournalError."""
    lookup = Lookup(path)
    try:
        with lookup.one_view():
            yield lookup
    finally:
        lookup.close()
