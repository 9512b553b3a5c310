"""What an event does to the tables `shoes`, `hands` and `totals`, in the transaction in which it is appended.

They are a convenience: verify rebuilds them from the journal by this same code and compares.
"""

import sqlite3

from eztrak.game.hand import Hand
from eztrak.journal.chain import seal
from eztrak.table import events as e
from eztrak.table.stats import stats_of


def project(connection: sqlite3.Connection, record: e.Record) -> None:
    """Carries one record over into the tables."""
    match record.event:
        case e.ShoeStarted(shoe, table, terms):
            connection.execute(
                "INSERT INTO shoes (shoe, table_name, started_at, first_seq) VALUES (?, ?, ?, ?)",
                (shoe, table, record.moment.at, record.seq),
            )
            _start_total(connection, shoe, (terms.decks, terms.panda8))
        case e.HandRecorded(shoe, hand, dealer):
            (place,) = connection.execute("SELECT count(*) + 1 FROM hands WHERE shoe = ?", (shoe,)).fetchone()
            _insert(connection, record, shoe, hand, place, dealer)
        case e.HandInserted(shoe, hand, after):
            (place,) = connection.execute(
                "SELECT coalesce(max(place), 0) + 1 FROM hands WHERE shoe = ? AND hand = ?", (shoe, after)
            ).fetchone()
            connection.execute("UPDATE hands SET place = place + 1 WHERE shoe = ? AND place >= ?", (shoe, place))
            _insert(connection, record, shoe, hand, place, 0)
        case e.HandVoided(shoe, hand):
            connection.execute(
                "UPDATE hands SET voided = 1, corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (shoe, hand.number),
            )
            _count(connection, shoe, hand, -1)
            _count_void(connection, shoe, +1)
        case e.HandChanged(shoe, hand, was):
            connection.execute(
                "UPDATE hands SET outcome = ?, natural = ?, free = ?, voided = 0, dragon7 = ?, panda8 = ?,"
                " player_cards = ?, banker_cards = ?, corrected = corrected + 1 WHERE shoe = ? AND hand = ?",
                (
                    *(hand.outcome.value, hand.natural, hand.free, hand.dragon7, hand.panda8),
                    *(hand.player, hand.banker, shoe, hand.number),
                ),
            )
            if was.voided:
                _count_void(connection, shoe, -1)
            else:
                _count(connection, shoe, was, -1)
            _count(connection, shoe, hand, +1)
        case e.ShoeEnded(shoe=shoe):
            connection.execute(
                "UPDATE shoes SET ended_at = ?, seal = ?, last_seq = ? WHERE shoe = ?",
                (record.moment.at, seal(record.hash), record.seq, shoe),
            )
        case _:
            pass


def _insert(connection: sqlite3.Connection, record: e.Record, shoe: int, hand: Hand, place: int, dealer: int) -> None:
    connection.execute(
        "INSERT INTO hands (shoe, hand, outcome, natural, free, voided, dragon7, panda8, entered_at, place, corrected,"
        " dealer, player_cards, banker_cards, seq) VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(shoe, hand.number, hand.outcome.value, hand.natural, hand.free, hand.dragon7, hand.panda8),
            *(record.moment.at, place, isinstance(record.event, e.HandInserted), dealer),
            *(hand.player, hand.banker, record.seq),
        ),
    )
    _count(connection, shoe, hand, +1)


def _start_total(connection: sqlite3.Connection, shoe: int, dealt: tuple[int, bool]) -> None:
    newest = connection.execute("SELECT decks, panda8_offered FROM totals ORDER BY shoe DESC LIMIT 1").fetchone()
    if newest != dealt:
        connection.execute("INSERT INTO totals (shoe, decks, panda8_offered) VALUES (?, ?, ?)", (shoe, *dealt))
    connection.execute(f"UPDATE totals SET shoes = shoes + 1 WHERE {_TOTAL_OF}", (shoe,))


_COUNTED = ("hands", "free", "player", "banker", "tie", "dragon7", "panda8", "naturals")
_ADD = ", ".join(f"{name} = {name} + ?" for name in _COUNTED)
_TOTAL_OF = "shoe = (SELECT max(shoe) FROM totals WHERE shoe <= ?)"
_WHERE = {"shoes": "shoe = ?", "totals": _TOTAL_OF}


def _count(connection: sqlite3.Connection, shoe: int, hand: Hand, sign: int) -> None:
    """Keeps the counts of the shoe, and of all shoes, running: nothing ever has to be added up again."""
    one = stats_of([hand])
    counts = [sign * getattr(one, name) for name in _COUNTED]
    for table, where in _WHERE.items():
        connection.execute(f"UPDATE {table} SET {_ADD} WHERE {where}", [*counts, shoe])


def _count_void(connection: sqlite3.Connection, shoe: int, sign: int) -> None:
    for table, where in _WHERE.items():
        connection.execute(f"UPDATE {table} SET voided = voided + ? WHERE {where}", (sign, shoe))
