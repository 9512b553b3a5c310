"""A journal on a real file, kept as the unit keeps it: commands in, events on the disk, the live state beside it."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from eztrak.game.first import FLAGS
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import parse
from eztrak.journal import older, schema
from eztrak.journal.extract import ALL, Extract, extract
from eztrak.journal.journal import Journal, records
from eztrak.journal.listed import ListedShoe
from eztrak.table import commands as c
from eztrak.table.causes import source_of
from eztrak.table.decisions import decide
from eztrak.table.events import Event, Moment, Record, ShoeStarted
from eztrak.table.pack import Pack
from eztrak.table.round import NANO
from eztrak.table.state import apply
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Limit, Terms

TERMS = Terms(pack=Pack(name="washington", fees=False), limit=Limit(1000, 30000), timer_seconds=20, origin="first")
START = c.Start("0.1.0", "Table 1", TERMS)


def moment(second: int) -> Moment:
    return Moment(f"2026-01-01T20:{second // 60:02}:{second % 60:02}.000Z", second * NANO, "boot-1")


class Keeping:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = Journal(path, "2026-01-01T20:00:00.000Z")
        self.state = self.journal.replay()
        self.records: list[Record] = []

    def give(self, *commands: c.Command, source: str = "") -> "Keeping":
        """`source`: the keypad on which they were typed."""
        for command in commands:
            decision = decide(self.state, command, source=source_of(source))
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
        for hand in parse(notation, self.state.game):
            self.give(c.RecordHand(hand))
            if hand.voided:
                self.give(c.TakeBack())
        return self

    def close(self) -> Path:
        self.journal.close()
        return self.path


def with_hands(path: Path) -> list[tuple[ListedShoe, tuple[Hand, ...]]]:
    """Every shoe on record with its hands."""
    with closing(extract(path, ALL)) as record:
        return [(shoe, hands_of(record, shoe)) for shoe in record.listed()]


def hands_of(record: Extract, shoe: ListedShoe) -> tuple[Hand, ...]:
    return tuple(one.hand for one in record.listed_hands(shoe.number))


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


Total: TypeAlias = tuple[str, int, int, Stats]  # a game's id, decks, how many shoes, and what came of them


def totals(path: Path) -> list[Total]:
    rows = select(path, "game, decks, shoes, hands, free, voided, counts FROM totals ORDER BY shoe")
    return [(*row[:3], Stats(*row[3:6], tuple(json.loads(row[6]).items()))) for row in rows]


def counted(path: Path) -> list[Total]:
    """What the totals have to be, by going through the start of every shoe and every hand."""
    by_game: dict[tuple[str, int], tuple[int, Stats]] = {}
    ids = {}
    with closing(sqlite3.connect(path)) as connection:
        starts = [record.event for record in records(connection) if isinstance(record.event, ShoeStarted)]
    for start in starts:
        game, decks = start.terms.game, start.terms.decks
        hands = [
            Hand(Outcome(outcome), frozenset(json.loads(marks)), bool(free), bool(voided))
            for outcome, marks, free, voided in select(
                path, f"outcome, marks, free, voided FROM hands WHERE shoe = {start.shoe}"
            )
        ]
        shoes, stats = by_game.get((game.text, decks), (0, Stats()))
        by_game[game.text, decks] = shoes + 1, stats + stats_of(hands, game)
        ids[game.text] = game.id
    return [(ids[text], decks, *counts) for (text, decks), counts in by_game.items()]


def as_schema(path: Path, version: int) -> None:
    """Takes from a history of the first game what came with later schemas: its tables were made by version 1 or 2. Its
    shoes are sealed as today."""
    flags = {flag: f"instr(marks, '\"{flag}\"') > 0" for flag in FLAGS}
    counts = [
        f"coalesce(json_extract(counts, '$.{id}'), 0)" for id in ("player", "banker", "tie", *FLAGS[1:], FLAGS[0])
    ]
    fills = {
        "shoes": f"shoe, table_name, started_at, ended_at, hands, free, voided, {', '.join(counts)}, seal, first_seq,"
        " last_seq",
        "hands": f"shoe, hand, outcome, {flags['natural']}, free, voided, {flags['dragon7']}, {flags['panda8']},"
        " entered_at, place, corrected, dealer, player_cards, banker_cards, seq",
        "totals": f"shoe, decks, 1, shoes, hands, free, voided, {', '.join(counts)}",
    }
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for name in fills:
            connection.execute(f"ALTER TABLE {name} RENAME TO {name}_now")
        for made, (name, fill) in zip(older.TABLES[version], fills.items(), strict=False):
            connection.execute(made)
            connection.execute(f"INSERT INTO {name} SELECT {fill} FROM {name}_now")
        for name in ("games", "seals", "tallies", *(f"{name}_now" for name in fills)):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("DROP TABLE heads")
        connection.execute("DROP TABLE keys")
        connection.execute(f"DELETE FROM _sqlite_migrations WHERE CAST(name AS INTEGER) > {version}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")


def before_tallies(path: Path, version: int) -> None:
    """Takes from a history what came with schema 5, and with schema 4 where it is to be one of schema 3."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        made = {statement.split()[2]: statement for statement in schema.statements(version)}
        for name in older.KEYS:
            connection.execute(f"ALTER TABLE {name} RENAME TO {name}_now")
            connection.execute(made[name])
            columns = ", ".join(column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})"))
            connection.execute(f"INSERT INTO {name} SELECT {columns} FROM {name}_now")
            connection.execute(f"DROP TABLE {name}_now")
        for name in ("tallies", *(("seals", "keys", "heads") if version < 4 else ())):
            connection.execute(f"DROP TABLE {name}")
        connection.execute(f"DELETE FROM _sqlite_migrations WHERE CAST(name AS INTEGER) > {version}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")


def select(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT {query}").fetchall()
