"""A journal on a real file, kept as the unit keeps it: commands in, events on the disk, the live state beside it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eztrak.game.notation import parse
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.events import Event, Moment, Record
from eztrak.table.state import apply, decide
from eztrak.table.terms import Limit, Terms
from eztrak.table.timer import NANO

TERMS = Terms(profile="washington", limit=Limit(1000, 30000), timer_seconds=20, origin="first")
START = c.Start("0.1.0", "Table 1", TERMS)


def moment(second: int) -> Moment:
    return Moment(f"2026-01-01T20:{second // 60:02}:{second % 60:02}.000Z", second * NANO, "boot-1")


class Keeping:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = Journal(path, "2026-01-01T20:00:00.000Z")
        self.state = self.journal.replay()
        self.records: list[Record] = []

    def give(self, *commands: c.Command) -> "Keeping":
        for command in commands:
            decision = decide(self.state, command)
            assert not isinstance(decision, c.Refusal), decision
            self.append(*decision)
        return self

    def append(self, *events: Event) -> "Keeping":
        for record in self.journal.append(events, moment(len(self.records))):
            self.records.append(record)
            self.state = apply(self.state, record)
        return self

    def shoe(self, notation: str) -> "Keeping":
        """A new shoe with these hands, void ones and all."""
        self.give(c.NewShoe())
        for hand in parse(notation):
            self.give(c.RecordHand(hand))
            if hand.voided:
                self.give(c.TakeBack())
        return self

    def close(self) -> Path:
        self.journal.close()
        return self.path


@contextmanager
def tampering(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody who takes the triggers away, and puts them back when he is done."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)


def totals(path: Path) -> list[tuple[object, ...]]:
    return select(path, "* FROM totals ORDER BY shoe")


def counted(path: Path) -> list[tuple[object, ...]]:
    """What the totals have to be, by going through every shoe and every hand."""
    found: list[list[int]] = []
    for shoe, decks, panda8 in select(
        path,
        "shoe, json_extract(data, '$.terms.decks'), json_extract(data, '$.terms.wagers') LIKE '%panda8%'"
        " FROM shoes JOIN journal ON seq = first_seq ORDER BY shoe",
    ):
        hands = select(
            path,
            "NOT voided, free AND NOT voided, voided, outcome = 'P' AND NOT voided, outcome = 'B' AND NOT voided,"
            " outcome = 'T' AND NOT voided, dragon7 AND NOT voided, panda8 AND NOT voided, natural AND NOT voided"
            f" FROM hands WHERE shoe = {shoe}",
        )
        if not found or found[-1][1:3] != [decks, panda8]:
            found.append([shoe, decks, panda8] + [0] * 10)  # type: ignore[list-item]
        for row in [(1, *[0] * 9), *((0, *hand) for hand in hands)]:
            found[-1][3:] = [sum(pair) for pair in zip(found[-1][3:], row, strict=True)]  # type: ignore[arg-type]
    return [tuple(row) for row in found]


def as_schema_1(path: Path) -> None:
    """Takes from a history what schema 2 has added."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TABLE totals")
        connection.execute("DELETE FROM _sqlite_migrations WHERE name = '2 totals'")
        connection.execute("PRAGMA user_version = 1")


def select(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT {query}").fetchall()
