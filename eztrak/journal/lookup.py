"""What the office asks of the record: a day's shoes, a shoe with its hands, everything that happened to a hand.

Beside History, which walks through all of it, this goes straight to the place: every question is answered from the
numbers of its shoes, which SQLite finds without reading the hands of other days. Read-only, beside a running board.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import guarded, schema
from eztrak.journal.errors import DAMAGE, JournalError, unreadable
from eztrak.journal.extract import HANDS, SHOES
from eztrak.journal.fitting import fitting
from eztrak.journal.journal import record_of
from eztrak.table.events import HandChanged, HandInserted, HandRecorded, HandVoided, Record
from eztrak.table.expectation import Dealt
from eztrak.table.stats import Stats

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListedShoe:
    """A shoe as a list shows it: its counts, without its hands."""

    number: int
    table: str
    started_at: str
    ended_at: str | None
    stats: Stats
    seal: str | None
    corrected: int  # hands of it that were voided, changed or inserted


@dataclass(frozen=True, slots=True)
class ListedHand:
    hand: Hand
    entered_at: str
    dealer: int  # 0: nobody was on duty
    corrected: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything that the table has ever dealt, as it is kept running."""

    shoes: int
    since: str  # when the first of them started
    dealt: tuple[Dealt, ...]  # apart where the decks or the wagers were others

    @property
    def stats(self) -> Stats:
        return sum((part.stats for part in self.dealt), Stats())


class Lookup:
    """A read-only view of a database, for one question after the other. Raises JournalError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = guarded.opened(path)
        self._connection.row_factory = sqlite3.Row

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def one_view(self) -> Iterator[None]:
        """The questions asked inside see the record of one instant, whatever the board writes meanwhile."""
        self._ask("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def totals(self) -> Totals | None:
        """None where there was no shoe yet, or the board has yet to bring an older history up to date."""
        if not schema.has_totals(self._connection):
            return None
        rows = self._read(_totals, "SELECT * FROM totals ORDER BY shoe")
        first = self._read(tuple, "SELECT started_at FROM shoes ORDER BY shoe LIMIT 1")
        if not (rows and first):
            return None
        return Totals(sum(row["shoes"] for row in rows), first[0][0], tuple(map(_dealt, rows)))

    def newest(self, most: int) -> list[ListedShoe]:
        """The latest shoes, newest first."""
        return self._read(_shoe, f"{_SHOES} ORDER BY shoe DESC LIMIT ?", most)

    def shoe(self, number: int) -> ListedShoe | None:
        found = self._read(_shoe, f"{_SHOES} WHERE shoe = ?", number)
        return found[0] if found else None

    def shoes(self, since: str, until: str) -> list[ListedShoe]:
        """The shoes that started in this time, oldest first."""
        return self._read(_shoe, f"{_SHOES} WHERE started_at >= ? AND started_at < ? ORDER BY shoe", since, until)

    def tables(self) -> list[str]:
        """The names that the table went by."""
        return self._read(lambda row: str(row[0]), "SELECT DISTINCT table_name FROM shoes ORDER BY table_name")

    def before(self, moment: str) -> str | None:
        """When the last shoe before this moment started."""
        return self._one("SELECT max(started_at) FROM shoes WHERE started_at < ?", moment)

    def after(self, moment: str) -> str | None:
        """When the first shoe from this moment on started."""
        return self._one("SELECT min(started_at) FROM shoes WHERE started_at >= ?", moment)

    def hands(self, shoe: int) -> list[ListedHand]:
        """In the order of play."""
        return self._read(_hand, "SELECT * FROM hands WHERE shoe = ? ORDER BY place", shoe)

    def records(self, shoe: int) -> list[Record]:
        """Everything that happened to the hands of a shoe, in order.

        A shoe can be corrected until the next one ends, so that its records end there.
        """
        rows = self._ask(
            "SELECT seq, at, mono, boot, kind, data, hash FROM journal"
            " WHERE seq > (SELECT first_seq FROM shoes WHERE shoe = :shoe)"
            " AND seq < coalesce((SELECT last_seq FROM shoes WHERE shoe = :shoe + 1), 9223372036854775807)"
            " AND kind IN ('hand', 'void', 'change', 'insert') ORDER BY seq",
            {"shoe": shoe},
        )
        found = [record_of(tuple(row)) for row in rows]
        return [record for record in found if _shoe_of(record) == shoe]

    def _read(self, make: Callable[[sqlite3.Row], T], query: str, *values: Any) -> list[T]:
        try:
            return [make(row) for row in self._ask(query, values)]
        except DAMAGE as fault:
            raise unreadable(self._path, fault) from fault
        except (ValueError, TypeError) as fault:
            raise JournalError(f"{self._path}: is damaged: {fault}") from fault

    def _one(self, query: str, *values: Any) -> str | None:
        found: str | None = self._ask(query, values).fetchone()[0]
        return found

    def _ask(self, query: str, values: Any = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(query, values)
        except DAMAGE as fault:
            raise unreadable(self._path, fault) from fault


_OF_HAND = HANDS[:-1]  # the seal is the shoe's
_SHOES = (
    "SELECT *, (SELECT count(*) FROM hands WHERE hands.shoe = shoes.shoe AND hands.corrected > 0) AS corrected"
    " FROM shoes"
)


def _shoe(row: sqlite3.Row) -> ListedShoe:
    fitting(SHOES, [row[name] for name in SHOES])
    return ListedShoe(
        number=row["shoe"],
        table=row["table_name"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        stats=Stats(**{name: row[name] for name in Stats.__slots__}),
        seal=row["seal"],
        corrected=row["corrected"],
    )


def _totals(row: sqlite3.Row) -> dict[str, int]:
    found = dict(row)
    fitting(list(found), list(found.values()))
    return found


def _dealt(row: dict[str, int]) -> Dealt:
    stats = Stats(**{name: row[name] for name in Stats.__slots__})
    return Dealt(stats, row["decks"], bool(row["panda8_offered"]))


def _hand(row: sqlite3.Row) -> ListedHand:
    fitting(_OF_HAND, [row[name] for name in _OF_HAND])
    flags = {name: bool(row[name]) for name in ("natural", "dragon7", "panda8", "free", "voided")}
    hand = Hand(
        Outcome(row["outcome"]),
        number=row["hand"],
        player=row["player_cards"],
        banker=row["banker_cards"],
        **flags,
    )
    return ListedHand(hand, row["entered_at"], row["dealer"], row["corrected"])


def _shoe_of(record: Record) -> int | None:
    event = record.event
    return event.shoe if isinstance(event, HandRecorded | HandVoided | HandChanged | HandInserted) else None
