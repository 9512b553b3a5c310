"""A history's file made of what somebody else has of it: the floor's database. Whoever reads files reads it.

Rows, shoes and hands are put down as they come, and nothing is proved here: `verify` does that, as of any file. What is
there is not asked for again; what may be otherwise by now is, since a shoe can be corrected until the one after it
ends. It is a copy that can be made anew at any time, and has no signatures: these stay with the unit.

Left out: replaying the rows, which makes the same. It takes ten times as long, most of it for seals that are known.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eztrak.journal import older, schema, tallies
from eztrak.journal.aside import remove
from eztrak.journal.chain import seal
from eztrak.journal.columns import Values
from eztrak.journal.errors import readable
from eztrak.journal.following import GAME_COLUMNS, HAND_COLUMNS, SHOE_COLUMNS
from eztrak.journal.journal import FIRST, Row, connect, head, previous_start, record_of
from eztrak.journal.projection import project
from eztrak.table.events import KINDS, Record, ShoeEnded, ShoeSealed, UnitKeyed

_BESIDE = frozenset(kind for kind, event in KINDS.items() if event in (ShoeEnded, ShoeSealed, UnitKeyed))

_TOTALS = """
INSERT INTO totals SELECT min(shoe), game, game_hash, decks, count(*), sum(hands), sum(free), sum(voided), (
    SELECT json_group_object(key, came) FROM (SELECT key, sum(value) AS came FROM shoes AS alike, json_each(counts)
        WHERE (alike.game, alike.game_hash, alike.decks) = (shoes.game, shoes.game_hash, shoes.decks)
        GROUP BY key ORDER BY key))
FROM shoes GROUP BY game, game_hash, decks"""


class Fetched:
    """A file that is brought up to date, in one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.seq, self.hash = head(connection)
        start, query = previous_start(connection), "SELECT min(shoe) FROM shoes WHERE first_seq >= ?"
        # The first shoe that may be otherwise by now.
        self.since = 0 if start == FIRST else int(connection.execute(query, (start,)).fetchone()[0])

    def put(
        self, rows: Iterable[Row], games: Iterable[Values], shoes: Iterable[Values], hands: Iterable[Values]
    ) -> None:
        """The rows after the last, and the shoes and hands from `since` on."""
        for table in ("shoes", "hands", "tallies"):
            self._connection.execute(f"DELETE FROM {table} WHERE shoe >= ?", (self.since,))
        beside: list[Record] = []
        self._insert("journal", schema.ROW_COLUMNS, _noting(rows, beside))
        self._insert("games", GAME_COLUMNS, games)
        self._insert("shoes", SHOE_COLUMNS, shoes)
        self._insert("hands", HAND_COLUMNS, hands)
        self._connection.execute(older.TYPED_SINCE, (self.since,))
        self._seal(beside)
        ended = "SELECT shoe FROM shoes WHERE shoe >= ? AND ended_at IS NOT NULL"
        for (shoe,) in self._connection.execute(ended, (self.since - tallies.NEAR,)).fetchall():
            tallies.keep(self._connection, shoe)
        self._connection.execute("DELETE FROM totals")
        self._connection.execute(_TOTALS)

    def _insert(self, table: str, columns: tuple[str, ...], rows: Iterable[Values]) -> None:
        places = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def _seal(self, records: list[Record]) -> None:
        """What is in no table of who has the rows: keys, and the seals that a shoe had. Its newest is known."""
        known = dict(self._connection.execute("SELECT shoe, seal FROM shoes WHERE shoe >= ?", (self.since,)))
        for record in reversed(records):
            if isinstance(record.event, ShoeEnded | ShoeSealed):
                shoe, form = record.event.shoe, record.event.form
                made = known.pop(shoe, None) or seal(record.hash, form)
                row = (shoe, record.seq, record.moment.at, made)
                self._connection.execute("INSERT INTO seals VALUES (?, ?, ?, ?)", row)
            else:
                project(self._connection, record)


@contextmanager
def fetching(path: Path, has: Callable[[int, str], bool]) -> Iterator[Fetched]:
    """The file, made where it is not there, and made anew where the other side `has` not its last row. Raises
    JournalError where it cannot be written."""
    with readable(path):
        for _ in range(2):
            with closing(connect(path, schema.inspect(path))) as connection:
                connection.execute("BEGIN IMMEDIATE")
                fetched = Fetched(connection)
                if not fetched.seq or has(fetched.seq, fetched.hash):
                    yield fetched
                    connection.execute("COMMIT")
                    return
            remove(path)


def _noting(rows: Iterable[Row], beside: list[Record]) -> Iterator[Row]:
    for row in rows:
        if row[4] in _BESIDE:
            beside.append(record_of(row))
        yield row
