"""What an event does to the tables beside the journal, in the transaction in which it is appended.

They are a convenience: verify rebuilds them from the journal by this same code and compares.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.reading import recorded
from eztrak.journal import tallies
from eztrak.journal.chain import canonical, hash_of, seal
from eztrak.table import events as e
from eztrak.table.terms import Terms

Seal: TypeAlias = Callable[[str, int], str]  # of a hash, in a form


def project(
    connection: sqlite3.Connection, record: e.Record, seal: Seal = seal, count: "Counting | None" = None
) -> None:
    """Carries one record over into the tables. Whoever carries over many may have `seal` put down a hash for now, and
    `count` keep hands and count them in memory; tallies are not made then."""
    counting = count or Counting()
    if not isinstance(record.event, e.HandRecorded):
        counting.put_hands(connection)
    match record.event:
        case e.HandRecorded(shoe, hand) as event:
            counting.hand(connection, record, event)
            counting.add(shoe, hand, +1)
        case e.ShoeStarted(shoe, table, terms):
            _start(connection, terms, (shoe, table, record.moment.at, record.seq))
        case e.HandInserted(shoe, hand, after, entered_at=entered_at) as event:
            (place,) = connection.execute(
                "SELECT coalesce(max(place), 0) + 1 FROM hands WHERE shoe = ? AND hand = ?", (shoe, after)
            ).fetchone()
            connection.execute("UPDATE hands SET place = place + 1 WHERE shoe = ? AND place >= ?", (shoe, place))
            connection.execute(_INSERT, _hand(record, event, place, entered_at))
            counting.add(shoe, hand, +1)
            _tally(connection, shoe, count, tallies.NEAR if entered_at else 0)
        case e.HandVoided(shoe, hand):
            connection.execute(
                "UPDATE hands SET voided = 1, corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (shoe, hand.number),
            )
            counting.add(shoe, hand, -1, voided=+1)
            _tally(connection, shoe, count)
        case e.HandChanged(shoe, hand, was):
            connection.execute(
                "UPDATE hands SET outcome = ?, marks = ?, free = ?, voided = 0, player_cards = ?, banker_cards = ?,"
                " corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (*_result(hand), hand.player, hand.banker, shoe, hand.number),
            )
            if not was.voided:
                counting.add(shoe, was, -1)
            counting.add(shoe, hand, +1, voided=-was.voided)
            _tally(connection, shoe, count)
        case e.ShoeEnded(shoe=shoe, form=form):
            made = seal(record.hash, form)
            connection.execute(
                "UPDATE shoes SET ended_at = ?, seal = ?, last_seq = ? WHERE shoe = ?",
                (record.moment.at, made, record.seq, shoe),
            )
            _keep_seal(connection, record, shoe, made)
            _tally(connection, shoe, count)
        case e.ShoeSealed(shoe, form):
            made = seal(record.hash, form)
            connection.execute("UPDATE shoes SET seal = ? WHERE shoe = ?", (made, shoe))
            _keep_seal(connection, record, shoe, made)
        case e.ShoeResumed(shoe=shoe):
            connection.execute("UPDATE shoes SET ended_at = NULL, seal = NULL, last_seq = NULL WHERE shoe = ?", (shoe,))
            tallies.drop(connection, shoe)
        case e.UnitKeyed(key, place):
            connection.execute("INSERT INTO keys VALUES (?, ?, ?)", (record.seq, key, place))
        case _:
            pass
    if count is None:
        counting.put(connection)


def _tally(connection: sqlite3.Connection, shoe: int, count: "Counting | None", near: int = 0) -> None:
    if count is None:
        tallies.keep(connection, shoe, near)


def _keep_seal(connection: sqlite3.Connection, record: e.Record, shoe: int, seal: str) -> None:
    connection.execute("INSERT INTO seals VALUES (?, ?, ?, ?)", (shoe, record.seq, record.moment.at, seal))


def _start(connection: sqlite3.Connection, terms: Terms, shoe: tuple[int, str, str, int]) -> None:
    text, dealt = terms.game.text, (terms.game.id, hash_of(terms.game.text), terms.decks)
    connection.execute("INSERT OR IGNORE INTO games VALUES (?, ?)", (hash_of(text), text))
    connection.execute(
        "INSERT INTO shoes (shoe, table_name, started_at, first_seq, game, game_hash, decks)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*shoe, *dealt),
    )
    alike = connection.execute("UPDATE totals SET shoes = shoes + 1 WHERE (game, game_hash, decks) = (?, ?, ?)", dealt)
    if not alike.rowcount:
        connection.execute(
            "INSERT INTO totals (shoe, game, game_hash, decks, shoes) VALUES (?, ?, ?, ?, 1)", (shoe[0], *dealt)
        )


_INSERT = """
INSERT INTO hands (shoe, hand, outcome, marks, free, voided, entered_at, place, corrected, dealer, player_cards,
    banker_cards, seq, source, later) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def _hand(
    record: e.Record, event: e.HandRecorded | e.HandInserted, place: int, entered_at: str = ""
) -> tuple[object, ...]:
    hand, inserted = event.hand, isinstance(event, e.HandInserted)
    at = entered_at or record.moment.at
    return (
        *(event.shoe, hand.number, *_result(hand), at, place, inserted, event.dealer),
        *(hand.player, hand.banker, record.seq, event.source, inserted and not entered_at),
    )


def _hands(connection: sqlite3.Connection, shoe: int) -> int:
    return int(connection.execute("SELECT count(*) FROM hands WHERE shoe = ?", (shoe,)).fetchone()[0])


def _result(hand: Hand) -> tuple[str, str, bool]:
    return hand.outcome.value, _marks(hand.marks), hand.free


@lru_cache(1024)
def _marks(marks: frozenset[str]) -> str:
    return canonical(sorted(marks))


_RUNNING = """
SELECT shoes.counts, totals.shoe, totals.counts FROM shoes
LEFT JOIN totals ON (totals.game_hash, totals.decks) = (shoes.game_hash, shoes.decks) WHERE shoes.shoe = ?"""
_GAME = "SELECT text FROM shoes JOIN games ON hash = game_hash WHERE shoe = ?"


_Counted: TypeAlias = tuple[Outcome, frozenset[str], bool]


class Alike:
    """All hands that differ by their shoe, number and moment alone: what they put into the table, made once."""

    __slots__ = ("counted", "dealt", "of", "result")

    def __init__(self, of: e.HandRecorded) -> None:
        self.of, hand = of, of.hand
        self.result, self.dealt = _result(hand), (of.dealer, hand.player, hand.banker)
        self.counted: _Counted = hand.outcome, hand.marks, hand.free


class Counting:
    """Keeps the counts of each shoe, and of all shoes, running: nothing ever has to be added up again. Hands and counts
    are in memory until it is told to put them into the tables: whoever carries over many does so at the end."""

    def __init__(self) -> None:
        self._new: list[tuple[object, ...]] = []
        self._hands: dict[int, int] = {}  # by shoe, with those that are new
        self._games: dict[int, Game | None] = {}  # by shoe
        self._counted: defaultdict[int, Counter[_Counted]] = defaultdict(Counter)  # hands by shoe
        self._alike: defaultdict[int, Counter[Alike]] = defaultdict(Counter)  # those that are not yet among them
        self._voided: defaultdict[int, int] = defaultdict(int)

    def alike(self, connection: sqlite3.Connection, like: Alike, shoe: int, hand: int, at: str, seq: int) -> None:
        """What `project` does with a record of this hand."""
        place = self._place(connection, shoe)
        self._new.append((shoe, hand, *like.result, at, place, False, *like.dealt, seq, like.of.source, False))
        self._alike[shoe][like] += 1

    def hand(self, connection: sqlite3.Connection, record: e.Record, event: e.HandRecorded) -> None:
        self._new.append(_hand(record, event, self._place(connection, event.shoe)))

    def _place(self, connection: sqlite3.Connection, shoe: int) -> int:
        place = (self._hands[shoe] if shoe in self._hands else _hands(connection, shoe)) + 1
        self._hands[shoe] = place
        return place

    def put_hands(self, connection: sqlite3.Connection) -> None:
        if self._new:
            connection.executemany(_INSERT, self._new)
        self._new.clear()
        self._hands.clear()

    def add(self, shoe: int, hand: Hand, sign: int, voided: int = 0) -> None:
        self._counted[shoe][hand.outcome, hand.marks, hand.free] += sign
        if voided:
            self._voided[shoe] += voided

    def put(self, connection: sqlite3.Connection) -> None:
        self.put_hands(connection)
        for shoe, many_alike in self._alike.items():
            for like, many in many_alike.items():
                self._counted[shoe][like.counted] += many
        self._alike.clear()
        for shoe, alike in self._counted.items():
            if shoe not in self._games:
                row = connection.execute(_GAME, (shoe,)).fetchone()
                self._games[shoe] = recorded(row[0]) if row else None
            game = self._games[shoe]
            if game is None:
                continue  # an export that begins with the next shoe
            came: Counter[str] = Counter()
            for one, many in alike.items():
                for id in game.counts_of(Hand(*one)):
                    came[id] += many
            free = sum(many for (_, _, free), many in alike.items() if free)
            sums = alike.total(), free, self._voided[shoe]
            of_shoe, first, of_all = connection.execute(_RUNNING, (shoe,)).fetchone()
            for table, number, stored in (("shoes", shoe, of_shoe), ("totals", first, of_all)):
                counts = json.loads(stored or "{}")  # totals may begin later, after damage
                for id, more in came.items():
                    counts[id] = counts.get(id, 0) + more
                connection.execute(
                    f"UPDATE {table} SET hands = hands + ?, free = free + ?, voided = voided + ?, counts = ?"
                    " WHERE shoe = ?",
                    (*sums, canonical({id: count for id, count in counts.items() if count}), number),
                )
        self._counted.clear()
        self._voided.clear()
