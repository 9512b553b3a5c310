"""A history of as many hands as one likes, fast, through the real schema: the journal, its chain, the tables.

    python tests/bench/history.py FILE HANDS     for measuring by hand; about 40,000 hands a second

The rows are those that a unit of an older release would have written, which sealed its shoes in the first form (a seal
of today takes longer than all the rest of a shoe), and `eztrak verify` finds nothing wrong with them; only the way is
shorter: one transaction, nothing read back, and no journal of SQLite's own while it is being filled.
"""

import os
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from eztrak.game.notation import parse
from eztrak.journal import schema, tallies
from eztrak.journal.chain import GENESIS, canonical, hash_of, link, seal
from eztrak.table.events import (
    DealerSet,
    Event,
    HandRecorded,
    HandVoided,
    Moment,
    ShoeEnded,
    ShoeStarted,
    Started,
    fields,
    kind_of,
)
from eztrak.table.position import NOBODY, Position
from eztrak.table.staff import Staff
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Terms

TERMS = Terms()
DEALT = (TERMS.game.id, hash_of(TERMS.game.text), TERMS.decks)
KINDS = parse("B Bn B7 P Pn P8 T Tn", TERMS.game)
WEIGHTS = (272, 164, 22, 248, 164, 34, 78, 17)
SHOE = 80  # hands
PAUSE = timedelta(seconds=48)  # between two hands
FIRST = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)


class Filling:
    def __init__(self, path: Path, seed: int = 1, table: str = "Table 1") -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = OFF")
        self.connection.execute("PRAGMA synchronous = OFF")
        schema.migrate(self.connection)
        self.random, self.table = Random(seed), table
        self.connection.execute("INSERT INTO games VALUES (?, ?)", (DEALT[1], TERMS.game.text))
        self.seq, self.head, self.now = 0, GENESIS, FIRST
        self.journal: list[tuple[object, ...]] = []
        self.hands: list[tuple[object, ...]] = []
        self.shoes, self.total = 0, Stats()
        self.dealt = NOBODY
        self._write(Started("0.1.0", table))

    def shoe(self, number: int, count: int = SHOE, last: bool = False) -> None:
        """A shoe, which the next one ends: every fortieth hand is void, every hundredth free."""
        if number == 1:
            self._write(*self._begins(1))
        started, first, dealer = self._at(), self.seq, number % 5 + 1
        dealt = []
        for i, plain in enumerate(self.random.choices(KINDS, WEIGHTS, k=count), 1):
            self.now += PAUSE
            hand = replace(plain, number=i, free=self.random.random() < 0.01)
            self._write(HandRecorded(number, hand, dealer))
            self.dealt = Position(self.dealt.hands + (not hand.free))
            void, marks = self.random.random() < 0.025, canonical(sorted(hand.marks))
            row = (number, i, hand.outcome.value, marks, hand.free, void, self._at(), i, void, dealer, "", "", self.seq)
            self.hands.append((*row, "", 0))
            if void:
                self._write(HandVoided(number, hand, "dealer", "taken back"))
                self.dealt = Position(self.dealt.hands - (not hand.free))
            dealt.append(replace(hand, voided=void))
        stats = stats_of(dealt, TERMS.game)
        ended: tuple[object, ...] = (None, None, None)
        if not last:
            *before, starts = self._begins(number + 1)
            self._write(*before)
            self._write(ShoeEnded(number, stats.hands), starts)
            *_, end, _ = self.journal
            ended = (end[1], seal(str(end[-1]), 1), end[0])
            self.connection.execute("INSERT INTO seals VALUES (?, ?, ?, ?)", (number, end[0], *ended[:2]))
        at, code, row = ended
        self.connection.execute(
            f"INSERT INTO shoes VALUES (?{', ?' * 13})",
            (number, self.table, started, at, *DEALT, *_told(stats), code, first, row),
        )
        self.shoes, self.total = self.shoes + 1, self.total + stats
        self._flush()
        if not last:
            tallies.keep(self.connection, number)

    def close(self) -> None:
        """Writes the totals of shoes that were all dealt alike."""
        row = (1, *DEALT, self.shoes, *_told(self.total))
        self.connection.execute(f"INSERT INTO totals VALUES (?{', ?' * 8})", row)
        self.connection.execute("PRAGMA journal_mode = WAL")  # as the board leaves it
        self.connection.close()

    def _at(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _begins(self, number: int) -> tuple[Event, ...]:
        dealer = number % 5 + 1
        starts = ShoeStarted(number, self.table, TERMS, Staff(dealer), position=self.dealt)
        return DealerSet(dealer, "dealer"), starts

    def _write(self, *events: Event) -> None:
        """In one moment."""
        elapsed = (self.now - FIRST) // timedelta(microseconds=1) * 1000
        moment = Moment(self._at(), elapsed + self.seq, "5e8f1c9a-0000-4000-8000-000000000001")
        for event in events:
            self.seq += 1
            kind, data = kind_of(event), canonical(fields(event))
            self.head = link(self.head, self.seq, moment, kind, data)
            self.journal.append((self.seq, moment.at, moment.mono, moment.boot, kind, data, self.head))

    def _flush(self) -> None:
        self.connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", self.journal)
        self.connection.executemany(f"INSERT INTO hands VALUES (?{', ?' * 14})", self.hands)
        self.journal.clear()
        self.hands.clear()


def _told(stats: Stats) -> tuple[object, ...]:
    return stats.hands, stats.free, stats.voided, canonical(dict(stats.counts))


def make_history(path: Path, hands: int, seed: int = 1, table: str = "Table 1") -> Path:
    """A closed database with that many hands."""
    filling = Filling(path, seed, table)
    with closing(filling):
        filling.connection.execute("BEGIN")
        shoes = -(-hands // SHOE)
        for number in range(1, shoes + 1):
            filling.shoe(number, min(SHOE, hands - (number - 1) * SHOE), last=number == shoes)
        filling.connection.execute("COMMIT")
    return path


def kept_history(hands: int) -> Path:
    """The same, made once and kept in the user's cache: ten million hands take minutes and three gigabytes."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "eztrak-bench"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"history-{schema.VERSION}-{hands}.db"
    if not kept.exists():
        part = kept.with_suffix(".part")
        part.unlink(missing_ok=True)
        make_history(part, hands).rename(kept)
    return kept


if __name__ == "__main__":
    make_history(Path(sys.argv[1]), int(sys.argv[2]))
