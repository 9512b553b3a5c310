"""A history of as many hands as one likes, fast, through the real schema: the journal, its chain, the tables.

    python tests/bench/history.py FILE HANDS     for measuring by hand; about 40,000 hands a second

The rows are those that the unit would have written, and `eztrak verify` finds nothing wrong with them; only the way is
shorter: one transaction, nothing read back, and no journal of SQLite's own while it is being filled.
"""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from eztrak.game.notation import parse
from eztrak.journal import schema
from eztrak.journal.chain import GENESIS, canonical, link, seal
from eztrak.table.events import Moment, ShoeEnded, ShoeStarted, fields
from eztrak.table.staff import Staff
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Terms

KINDS = parse("B Bn B7 P Pn P8 T Tn")
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
        self.seq, self.head, self.now = 0, GENESIS, FIRST
        self.journal: list[tuple[object, ...]] = []
        self.hands: list[tuple[object, ...]] = []
        self.shoes, self.total = 0, Stats()

    def shoe(self, number: int, count: int = SHOE) -> None:
        """A shoe that ended: every fortieth hand is void, every hundredth free."""
        started, first = self._at(), self.seq + 1
        self._write("shoe_start", canonical(fields(ShoeStarted(number, self.table, Terms(), Staff(number % 5 + 1)))))
        dealt, stats = self.random.choices(KINDS, WEIGHTS, k=count), Stats()
        kept = []
        for i, hand in enumerate(dealt, 1):
            self.now += PAUSE
            free, void = self.random.random() < 0.01, self.random.random() < 0.025
            data = {"shoe": number, "hand": i, "outcome": hand.outcome.value, "dealer": number % 5 + 1}
            data |= {name: 1 for name in ("natural", "dragon7", "panda8") if getattr(hand, name)}
            self._write("hand", canonical(data | ({"free": 1} if free else {})))
            row = (number, i, hand.outcome.value, hand.natural, free, void, hand.dragon7, hand.panda8)
            self.hands.append((*row, self._at(), i, int(void), number % 5 + 1, "", "", self.seq))
            if void:
                said = {name: value for name, value in data.items() if name != "dealer"} | ({"free": 1} if free else {})
                self._write("void", canonical(said | {"by": "dealer", "reason": "taken back"}))
            kept.append((hand, free, void))
        standing = stats_of(hand for hand, _, void in kept if not void)
        stats = Stats(
            standing.hands,
            sum(free for _, free, void in kept if not void),
            sum(void for *_, void in kept),
            *(getattr(standing, name) for name in ("player", "banker", "tie", "dragon7", "panda8", "naturals")),
        )
        self._write("shoe_end", canonical(fields(ShoeEnded(number, stats.hands))))
        counts = [getattr(stats, name) for name in Stats.__slots__]
        self.connection.execute(
            f"INSERT INTO shoes VALUES (?, ?, ?, ?, {'?, ' * 9}?, ?, ?)",
            (number, self.table, started, self._at(), *counts, seal(self.head), first, self.seq),
        )
        self.shoes, self.total = self.shoes + 1, self.total + stats
        self._flush()

    def close(self) -> None:
        """Writes the totals of shoes that were all dealt alike."""
        terms, counts = Terms(), [getattr(self.total, name) for name in Stats.__slots__]
        row = (1, terms.decks, terms.panda8, self.shoes, *counts)
        self.connection.execute(f"INSERT INTO totals VALUES (?{', ?' * 12})", row)
        self.connection.execute("PRAGMA journal_mode = WAL")  # as the board leaves it
        self.connection.close()

    def _at(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _write(self, kind: str, data: str) -> None:
        self.seq += 1
        moment = Moment(self._at(), self.seq * 1_000_000_007, "5e8f1c9a-0000-4000-8000-000000000001")
        self.head = link(self.head, self.seq, moment, kind, data)
        self.journal.append((self.seq, moment.at, moment.mono, moment.boot, kind, data, self.head))

    def _flush(self) -> None:
        self.connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", self.journal)
        self.connection.executemany(f"INSERT INTO hands VALUES (?{', ?' * 14})", self.hands)
        self.journal.clear()
        self.hands.clear()


def make_history(path: Path, hands: int, seed: int = 1, table: str = "Table 1") -> Path:
    """A closed database with that many hands."""
    filling = Filling(path, seed, table)
    with closing(filling):
        filling.connection.execute("BEGIN")
        for number in range(1, -(-hands // SHOE) + 1):
            filling.shoe(number, min(SHOE, hands - (number - 1) * SHOE))
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
