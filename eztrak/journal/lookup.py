"""What the office asks of the record: a day's shoes, a shoe with its hands, everything that happened to a hand.

Beside an extract, which walks through all of it, this goes straight to the place: every question is answered from the
numbers of its shoes, which SQLite finds without reading the hands of other days. Read-only, beside a running board.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eztrak.game.game import Game
from eztrak.journal import guarded, listed, tallies
from eztrak.journal.chain import digits_of
from eztrak.journal.errors import sound
from eztrak.journal.journal import LAST, head, record_of
from eztrak.journal.listed import ListedHand, ListedShoe
from eztrak.journal.schema import ROW, has_tallies
from eztrak.table.events import AboutHand, HandInserted, ShoeStarted, TermsSet, TimerStarted
from eztrak.table.expectation import Dealt
from eztrak.table.stats import Stats
from eztrak.table.story import Happened, happened, on_record
from eztrak.table.terms import Terms


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything that the table has ever dealt, as it is kept running."""

    shoes: int
    since: str  # when the first of them started
    dealt: tuple[Dealt, ...]  # apart where the decks or the game were others

    @property
    def stats(self) -> Stats:
        return sum((part.stats for part in self.dealt), Stats())


@dataclass(frozen=True, slots=True)
class InForce:
    """Terms that a shoe was dealt under, since when."""

    at: str
    terms: Terms
    by: str = ""  # who set them; "" for those with which the shoe began


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a hand came about: the terms in force, its bets, and where its result was typed."""

    terms: Terms | None
    bets: tuple[tuple[str, bool], ...]  # when they were opened (True) or closed
    source: str = ""
    later: bool = False  # it was put in by a supervisor


class Lookup:
    """A read-only view of a database, for one question after the other. Raises JournalError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = guarded.opened(path)

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

    def head(self) -> tuple[int, str]:
        """The number and the hash of the newest row."""
        with sound(self._path):
            return head(self._connection)

    def totals(self) -> Totals | None:
        """None where there was no shoe yet."""
        with sound(self._path):
            alike = listed.totals(self._connection)
            first = self._one("SELECT started_at FROM shoes ORDER BY shoe LIMIT 1")
        if not (alike and first):
            return None
        return Totals(sum(shoes for shoes, _ in alike), first, tuple(dealt for _, dealt in alike))

    def newest(self, most: int) -> list[ListedShoe]:
        """The latest shoes, newest first."""
        return self._shoes("ORDER BY shoe DESC LIMIT :most", most=most)

    def now(self) -> ListedShoe | None:
        """The shoe in play, which may have gone on after one of a higher number was undone; else the newest."""
        shoes = self._shoes("WHERE ended_at IS NULL ORDER BY shoe DESC LIMIT 1") or self.newest(1)
        return shoes[0] if shoes else None

    def shoe(self, number: int) -> ListedShoe | None:
        shoes = self._shoes("WHERE shoe = :number", number=number)
        return shoes[0] if shoes else None

    def shoes(self, since: str, until: str) -> list[ListedShoe]:
        """The shoes that started in this time, oldest first."""
        return self._shoes("WHERE started_at >= :since AND started_at < :until ORDER BY shoe", since=since, until=until)

    def tables(self) -> list[str]:
        """The names that the table went by."""
        with sound(self._path):
            return [name for (name,) in self._ask("SELECT DISTINCT table_name FROM shoes ORDER BY table_name")]

    def before(self, moment: str) -> str | None:
        """When the last shoe before this moment started."""
        return self._one("SELECT max(started_at) FROM shoes WHERE started_at < ?", moment)

    def after(self, moment: str) -> str | None:
        """When the first shoe from this moment on started."""
        return self._one("SELECT min(started_at) FROM shoes WHERE started_at >= ?", moment)

    def hands(self, shoe: int) -> list[ListedHand]:
        """In the order of play."""
        with sound(self._path):
            return listed.hands(self._connection, shoe)

    def story(self, shoe: int) -> list[Happened]:
        """Everything that happened to the hands of a shoe, in order.

        A shoe can be corrected until the one after it ends, so that its story ends there.
        """
        rows = self._ask(
            f"SELECT {ROW} FROM journal"
            " WHERE seq > (SELECT first_seq FROM shoes WHERE shoe = :shoe)"
            f" AND seq < coalesce((SELECT {listed.LAST_CHANGE} FROM shoes WHERE shoe = :shoe), {LAST})"
            " AND kind IN ('hand', 'void', 'change', 'insert') ORDER BY seq",
            {"shoe": shoe},
        )
        with sound(self._path):
            story = [on_record(record_of(row)) for row in rows]
        return [one for one in story if one and one.shoe == shoe]

    def in_force(self, shoe: int) -> list[InForce]:
        """The terms that a shoe was dealt under, in their order."""
        rows = self._ask(
            f"SELECT {ROW} FROM journal WHERE kind IN ('shoe_start', 'terms')"
            " AND seq >= (SELECT first_seq FROM shoes WHERE shoe = :shoe)"
            f" AND seq <= (SELECT coalesce(last_seq, {LAST}) FROM shoes WHERE shoe = :shoe) ORDER BY seq",
            {"shoe": shoe},
        )
        terms_since = []
        with sound(self._path):
            for record in map(record_of, rows):
                match record.event:
                    case ShoeStarted(number, terms=terms) if number == shoe:
                        terms_since.append(InForce(record.moment.at, terms))
                    case TermsSet(terms, by):
                        terms_since.append(InForce(record.moment.at, terms, by))
        return terms_since

    def dealing(self, shoe: int, hand: int) -> Dealing:
        """Of a hand that was moved: where it was dealt. Of one that was put in later: under the terms of the hand that
        it follows; when its bets were open, and who dealt it, is not on record."""
        row = self._ask("SELECT seq FROM hands WHERE shoe = ? AND hand = ?", (shoe, hand)).fetchone()
        return self._dealing(int(row[0])) if row else Dealing(None, ())

    def _dealing(self, seq: int) -> Dealing:
        with sound(self._path):
            own = next(map(record_of, self._ask(f"SELECT {ROW} FROM journal WHERE seq = ?", (seq,))), None)
        if own and isinstance(own.event, HandInserted):
            move, shoe = happened(own.event).move, own.event.shoe
            at = (move.shoe, move.hand) if move else (shoe, own.event.after)
            before = self._ask("SELECT seq FROM hands WHERE shoe = ? AND hand = ? AND seq < ?", (*at, seq)).fetchone()
            if move and before:
                return self._dealing(int(before[0]))
            began = next((one.terms for one in self.in_force(shoe)), None)
            return Dealing(self._dealing(int(before[0])).terms if before else began, (), own.event.source, True)
        last = "(SELECT seq FROM journal WHERE seq < :seq AND kind = 'hand' ORDER BY seq DESC LIMIT 1)"
        before_it, of = f"SELECT {ROW} FROM journal WHERE seq < :seq AND kind IN ", {"seq": seq}
        terms = self._ask(f"{before_it} ('shoe_start', 'terms') ORDER BY seq DESC LIMIT 1", of)
        rounds = f"{before_it} ('timer_start', 'bets_close') AND seq > coalesce({last}, 0) ORDER BY seq"
        with sound(self._path):
            in_force = [
                one.event.terms for one in map(record_of, terms) if isinstance(one.event, ShoeStarted | TermsSet)
            ]
            bets = [
                (one.moment.at, isinstance(one.event, TimerStarted)) for one in map(record_of, self._ask(rounds, of))
            ]
        source = own.event.source if own and isinstance(own.event, AboutHand) else ""
        return Dealing(next(iter(in_force), None), tuple(bets), source)

    def shoe_of_seal(self, seal: str) -> int | None:
        """The shoe that ever had it."""
        row = self._ask("SELECT shoe FROM seals WHERE seal = ?", (seal,)).fetchone()
        return int(row[0]) if row else None

    def row_of_code(self, code: str) -> tuple[int, str] | None:
        """The row after which the board showed a running code, and when that was. Looks at every row."""
        digits = digits_of(code)
        query = "SELECT seq, at FROM journal WHERE substr(hash, 1, length(:digits)) = :digits AND :digits <> ''"
        row: tuple[int, str] | None = self._ask(query, {"digits": digits}).fetchone()
        return row

    def corrected(self, since: str, until: str, dealer: int | None = None) -> list[tuple[int, Game, ListedHand]]:
        """The hands, of one dealer or of all, that were voided, changed or put in, of shoes that started in this time:
        each with its shoe and its game."""
        with sound(self._path):
            return listed.corrected(self._connection, since, until, dealer)

    def paced(self, since: str, until: str, dealer: int | None = None) -> dict[int, tuple[int, float]]:
        """By hour of the day: the hands, of one dealer or of all, of shoes that started in this time which count for
        the pace, and how long they took; as tallies count them."""
        with sound(self._path):
            return tallies.by_hour(self._connection, since, until, dealer, has_tallies(self._connection))

    def _shoes(self, which: str, **of: Any) -> list[ListedShoe]:
        with sound(self._path):
            return list(listed.shoes(self._connection, which, of))

    def _one(self, query: str, *values: Any) -> str | None:
        row: tuple[str] | None = self._ask(query, values).fetchone()
        return row[0] if row else None

    def _ask(self, query: str, values: Any = ()) -> sqlite3.Cursor:
        with sound(self._path):
            return self._connection.execute(query, values)
