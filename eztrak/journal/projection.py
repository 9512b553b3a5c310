"""What an event does to the tables beside the journal, in the transaction in which it is appended.

They are a convenience: verify rebuilds them from the journal by this same code and compares.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from eztrak.game.game import Game
from eztrak.game.hand import Hand
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
    `count` count in memory."""
    counted = count or _count
    match record.event:
        case e.ShoeStarted(shoe, table, terms):
            _start(connection, terms, (shoe, table, record.moment.at, record.seq))
        case e.HandRecorded(shoe, hand, dealer):
            (place,) = connection.execute("SELECT count(*) + 1 FROM hands WHERE shoe = ?", (shoe,)).fetchone()
            _insert(connection, record, shoe, hand, place, dealer)
            counted(connection, shoe, hand, +1)
        case e.HandInserted(shoe, hand, after, dealer=dealer, entered_at=entered_at):
            (place,) = connection.execute(
                "SELECT coalesce(max(place), 0) + 1 FROM hands WHERE shoe = ? AND hand = ?", (shoe, after)
            ).fetchone()
            connection.execute("UPDATE hands SET place = place + 1 WHERE shoe = ? AND place >= ?", (shoe, place))
            _insert(connection, record, shoe, hand, place, dealer)
            counted(connection, shoe, hand, +1)
            tallies.keep(connection, shoe, tallies.NEAR if entered_at else 0)
        case e.HandVoided(shoe, hand):
            connection.execute(
                "UPDATE hands SET voided = 1, corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (shoe, hand.number),
            )
            counted(connection, shoe, hand, -1, voided=+1)
            tallies.keep(connection, shoe)
        case e.HandChanged(shoe, hand, was):
            connection.execute(
                "UPDATE hands SET outcome = ?, marks = ?, free = ?, voided = 0, player_cards = ?, banker_cards = ?,"
                " corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (*_result(hand), hand.player, hand.banker, shoe, hand.number),
            )
            if not was.voided:
                counted(connection, shoe, was, -1)
            counted(connection, shoe, hand, +1, voided=-was.voided)
            tallies.keep(connection, shoe)
        case e.ShoeEnded(shoe=shoe, form=form):
            made = seal(record.hash, form)
            connection.execute(
                "UPDATE shoes SET ended_at = ?, seal = ?, last_seq = ? WHERE shoe = ?",
                (record.moment.at, made, record.seq, shoe),
            )
            _keep_seal(connection, record, shoe, made)
            tallies.keep(connection, shoe)
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


def _insert(connection: sqlite3.Connection, record: e.Record, shoe: int, hand: Hand, place: int, dealer: int) -> None:
    inserted = record.event if isinstance(record.event, e.HandInserted) else None
    entered_at = inserted.entered_at if inserted else ""
    connection.execute(
        "INSERT INTO hands (shoe, hand, outcome, marks, free, voided, entered_at, place, corrected, dealer,"
        " player_cards, banker_cards, seq, source, later) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(shoe, hand.number, *_result(hand), entered_at or record.moment.at, place),
            *(inserted is not None, dealer, hand.player, hand.banker, record.seq),
            *(_source(record.event), inserted is not None and not entered_at),
        ),
    )


def _source(event: e.Event) -> str:
    return event.source if isinstance(event, e.AboutHand) else ""


def _result(hand: Hand) -> tuple[str, str, bool]:
    return hand.outcome.value, _marks(hand.marks), hand.free


@lru_cache(1024)
def _marks(marks: frozenset[str]) -> str:
    return canonical(sorted(marks))


_RUNNING = """
SELECT shoes.counts, totals.shoe, totals.counts FROM shoes
LEFT JOIN totals ON (totals.game_hash, totals.decks) = (shoes.game_hash, shoes.decks) WHERE shoes.shoe = ?"""
_GAME = "SELECT text FROM shoes JOIN games ON hash = game_hash WHERE shoe = ?"


def _count(connection: sqlite3.Connection, shoe: int, hand: Hand, sign: int, voided: int = 0) -> None:
    """Keeps the counts of the shoe, and of all shoes, running: nothing ever has to be added up again."""
    counting = Counting()
    counting(connection, shoe, hand, sign, voided)
    counting.put(connection)


class Counting:
    """Counts many hands in memory, for whoever carries over many: they are in the tables when it is told to put them
    there."""

    def __init__(self) -> None:
        self._games: dict[int, Game | None] = {}  # by shoe
        self._sums: dict[int, list[int]] = {}  # hands, free and voided ones
        self._counts: dict[int, Counter[str]] = {}

    def __call__(self, connection: sqlite3.Connection, shoe: int, hand: Hand, sign: int, voided: int = 0) -> None:
        if shoe not in self._games:
            found = connection.execute(_GAME, (shoe,)).fetchone()
            self._games[shoe] = recorded(found[0]) if found else None
        game = self._games[shoe]
        if game is None:
            return  # an export that begins with the next shoe
        sums = self._sums.setdefault(shoe, [0, 0, 0])
        for at, more in enumerate((sign, sign * hand.free, voided)):
            sums[at] += more
        counts = self._counts.setdefault(shoe, Counter())
        for id in game.counts_of(hand):
            counts[id] += sign

    def put(self, connection: sqlite3.Connection) -> None:
        for shoe, sums in self._sums.items():
            of_shoe, first, of_all = connection.execute(_RUNNING, (shoe,)).fetchone()
            for table, number, stored in (("shoes", shoe, of_shoe), ("totals", first, of_all)):
                counts = json.loads(stored or "{}")  # totals may begin later, after damage
                for id, more in self._counts[shoe].items():
                    counts[id] = counts.get(id, 0) + more
                came = canonical({id: count for id, count in counts.items() if count})
                connection.execute(
                    f"UPDATE {table} SET hands = hands + ?, free = free + ?, voided = voided + ?, counts = ?"
                    " WHERE shoe = ?",
                    (*sums, came, number),
                )
        self._sums.clear()
        self._counts.clear()
