"""Shoes and hands of the record as values: for whoever lists, reports or exports them.

A shoe knows the game that it was dealt under: its text was kept when the shoe began, and no file that was changed since
changes anything of it.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.reading import recorded
from eztrak.journal.columns import CLOSED, EARLIER
from eztrak.journal.fitting import fitting
from eztrak.table.expectation import Dealt
from eztrak.table.stats import Stats
from eztrak.voice.said import WrongValueError

Form = TypeVar("Form", dict[str, Any], list[Any])


@dataclass(frozen=True, slots=True)
class ListedShoe:
    """A shoe as a list shows it: its counts, without its hands."""

    number: int
    table: str
    started_at: str
    ended_at: str | None
    game: Game
    decks: int
    stats: Stats
    seal: str | None
    earlier: tuple[str, ...]  # seals that it had before, oldest first
    corrected: int  # hands of it that were voided, changed or inserted
    closed_at: str | None  # when the table was closed and no hand of it came any more

    @property
    def over_at(self) -> str | None:
        """When it was over for whoever sat there: not the first key of the next day, where the table closed before."""
        return self.closed_at or self.ended_at

    @property
    def dealt(self) -> Dealt:
        return Dealt(self.stats, self.decks, self.game)


@dataclass(frozen=True, slots=True)
class ListedHand:
    hand: Hand
    entered_at: str
    dealer: int  # 0: nobody was on duty
    corrected: int


# The row up to which hands of a shoe can be corrected: the end of the shoe that began when it ended for good. NULL
# where that is still to come. A shoe of a higher number may have ended before, when this one went on.
LAST_CHANGE = (
    "(SELECT n.last_seq FROM shoes AS n WHERE n.shoe > shoes.shoe AND n.first_seq > shoes.last_seq"
    " ORDER BY n.shoe LIMIT 1)"
)

_SHOES = (
    "SELECT shoes.*, text, (SELECT count(*) FROM hands WHERE hands.shoe = shoes.shoe AND hands.corrected > 0)"
    f" AS corrected, {EARLIER} AS earlier_seals,"
    f" {CLOSED} AS closed_at FROM shoes JOIN games ON hash = game_hash"
)


def shoes(
    connection: sqlite3.Connection, which: str = "ORDER BY shoe", of: Mapping[str, Any] | None = None
) -> Iterator[ListedShoe]:
    """The shoes that the rest of a query chooses. Raises sqlite3.DatabaseError or ValueError for damage."""
    for row in _rows(connection, f"{_SHOES} {which}", of or {}):
        yield ListedShoe(
            number=row["shoe"],
            table=row["table_name"],
            started_at=row["started_at"],
            ended_at=row["ended_at"],
            game=game_in(row["text"]),
            decks=row["decks"],
            stats=_stats(row),
            seal=row["seal"],
            earlier=tuple(row["earlier_seals"].split()),
            corrected=row["corrected"],
            closed_at=row["closed_at"],
        )


def hands(connection: sqlite3.Connection, shoe: int) -> list[ListedHand]:
    """The hands of a shoe in the order of play. Raises sqlite3.DatabaseError or ValueError for damage."""
    rows = _rows(connection, "SELECT * FROM hands WHERE shoe = ? ORDER BY place", (shoe,))
    return [ListedHand(_hand(row), row["entered_at"], row["dealer"], row["corrected"]) for row in rows]


def corrected(
    connection: sqlite3.Connection, since: str, until: str, dealer: int | None
) -> list[tuple[int, Game, ListedHand]]:
    """The corrected hands of shoes that started in this time, each with its shoe and its game."""
    rows = _rows(
        connection,
        "SELECT hands.*, text FROM shoes JOIN games ON hash = game_hash JOIN hands USING (shoe)"
        " WHERE started_at >= :since AND started_at < :until AND corrected > 0"
        " AND (:dealer IS NULL OR dealer = :dealer) ORDER BY shoe, place",
        {"since": since, "until": until, "dealer": dealer},
    )
    return [
        (row["shoe"], game_in(row["text"]), ListedHand(_hand(row), row["entered_at"], row["dealer"], row["corrected"]))
        for row in rows
    ]


def totals(connection: sqlite3.Connection) -> list[tuple[int, Dealt]]:
    """How many shoes were dealt alike, and what came of them."""
    rows = _rows(connection, "SELECT totals.*, text FROM totals JOIN games ON hash = game_hash ORDER BY shoe")
    return [(row["shoes"], Dealt(_stats(row), row["decks"], game_in(row["text"]))) for row in rows]


def game_in(text: str) -> Game:
    """Raises ValueError for a text that holds no game."""
    try:
        return recorded(text)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise WrongValueError("{name} is {value}", name="text", value=f"{text!r:.60}") from fault


def _stats(row: sqlite3.Row) -> Stats:
    counts = _plain("counts", row["counts"], dict)
    if not all(type(count) is int for count in counts.values()):
        raise WrongValueError("{name} is {value}", name="counts", value=f"{row['counts']!r:.60}")
    return Stats(row["hands"], row["free"], row["voided"], tuple(counts.items()))


@lru_cache(1024)
def marks_of(text: str) -> frozenset[str]:
    """Raises ValueError for what are no marks."""
    marks = _plain("marks", text, list)
    if not all(isinstance(mark, str) for mark in marks):
        raise WrongValueError("{name} is {value}", name="marks", value=f"{text!r:.60}")
    return frozenset(marks)


def _plain(name: str, text: str, kind: type[Form]) -> Form:
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, kind):
        raise WrongValueError("{name} is {value}", name=name, value=f"{text!r:.60}")
    return plain


def _hand(row: sqlite3.Row) -> Hand:
    return Hand(
        Outcome(row["outcome"]),
        marks_of(row["marks"]),
        free=bool(row["free"]),
        voided=bool(row["voided"]),
        number=row["hand"],
        player=row["player_cards"],
        banker=row["banker_cards"],
    )


def _rows(connection: sqlite3.Connection, query: str, of: Mapping[str, Any] | tuple[Any, ...] = ()) -> Iterator[Any]:
    """Rows that are asked by the names of their columns, each with what these are for in it."""
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    for row in cursor.execute(query, of):
        fitting(row.keys(), tuple(row))
        yield row
