"""A history of as many hands as one likes, with a chain and tables as the unit writes them, made in a short time.

    python tests/bench/history.py FILE HANDS

About ten seconds for a million hands: SQLite takes rows in large portions, and the text that is hashed is put together
by hand instead of by json. That it is the same text is seen by `eztrak verify`, which finds nothing wrong.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from eztrak.game.hand import Hand
from eztrak.game.notation import parse
from eztrak.journal import schema
from eztrak.journal.chain import GENESIS, canonical, seal
from eztrak.table.events import HandRecorded, ShoeEnded, ShoeStarted, fields
from eztrak.table.staff import Staff
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Terms

SHOE = 80  # hands
SHUFFLED = 64  # different shoes; the history repeats them with other numbers and times
AT_ONCE = 500  # shoes
BOOT = "5e8f1c9a-0000-4000-8000-000000000001"
KINDS = parse("B Bn B7 P Pn P8 T Tn")
WEIGHTS = (272, 164, 22, 248, 164, 34, 78, 17)
DEALER = 3

Rows = list[tuple[Any, ...]]


def make_history(path: Path, hands: int) -> Path:
    """Leaves a closed database with that many hands in shoes of 80; all shoes but the last have ended."""
    half = path.with_name(f"{path.name}.half")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(half, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # nobody misses a file that was never whole
        connection.execute("PRAGMA synchronous = OFF")
        schema.migrate(connection)
        connection.execute("BEGIN")
        for journal, shoes, dealt in _portions(hands):
            connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", journal)
            connection.executemany(f"INSERT INTO shoes VALUES (?{', ?' * 15})", shoes)
            connection.executemany(f"INSERT INTO hands VALUES (?{', ?' * 14})", dealt)
        connection.execute("COMMIT")
    half.replace(path)
    return path


def kept_history(hands: int) -> Path:
    """The same from the user's cache, where it was made before."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "eztrak-bench"
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"history-{schema.VERSION}-{hands}.db"
    return path if path.exists() else make_history(path, hands)


def _portions(hands: int) -> Iterator[tuple[Rows, Rows, Rows]]:
    random = Random(1)
    shuffled = [random.choices(KINDS, WEIGHTS, k=SHOE) for _ in range(SHUFFLED)]
    prepared = [[(*_event(i, hand), _flags(hand)) for i, hand in enumerate(shoe, 1)] for shoe in shuffled]
    counted = [_counts(shoe) for shoe in shuffled]
    start = canonical(fields(ShoeStarted(-1, "Table 7", Terms(), Staff(DEALER))))
    seq, head, second = 0, GENESIS, 0
    journal: Rows = []
    shoes: Rows = []
    dealt: Rows = []

    def write(at: str, kind: str, data: str) -> None:
        nonlocal seq, head
        seq += 1
        mono = seq * 1_000_000_007
        escaped = data.replace('"', '\\"')
        head = sha256(
            f'["{head}", {seq}, "{at}", {mono}, "{BOOT}", "{kind}", "{escaped}"]'.encode()  # as chain.link writes it
        ).hexdigest()
        journal.append((seq, at, mono, BOOT, kind, data, head))

    count = -(-hands // SHOE)
    for number in range(1, count + 1):
        these = shuffled[number % SHUFFLED][: hands - (number - 1) * SHOE]
        figures = counted[number % SHUFFLED] if len(these) == SHOE else _counts(these)
        started, first = _at(second), seq + 1
        write(started, "shoe_start", start.replace('"shoe":-1', f'"shoe":{number}'))
        for i, (before, after, flags) in enumerate(prepared[number % SHUFFLED][: len(these)], 1):
            second += 36
            at = _at(second)
            write(at, "hand", f"{before}{number}{after}")
            dealt.append((number, i, *flags, at, i, 0, DEALER, "", "", seq))
        ended: tuple[Any, ...] = (None, None, None)
        if number < count:
            write(_at(second), "shoe_end", canonical(fields(ShoeEnded(number, len(these)))))
            ended = (_at(second), seal(head), seq)
        shoes.append((number, "Table 7", started, ended[0], *figures, ended[1], first, ended[2]))
        if number % AT_ONCE == 0 or number == count:
            yield journal, shoes, dealt
            journal.clear()
            shoes.clear()
            dealt.clear()


def _event(number: int, hand: Hand) -> tuple[str, str]:
    """The fields of a hand's event, before and after the number of its shoe."""
    before, _, after = canonical(fields(HandRecorded(-1, replace(hand, number=number), DEALER))).partition("-1")
    return before, after


def _flags(hand: Hand) -> tuple[Any, ...]:
    return hand.outcome.value, hand.natural, 0, 0, hand.dragon7, hand.panda8


def _counts(hands: list[Hand]) -> list[int]:
    counts = stats_of(hands)
    return [getattr(counts, name) for name in Stats.__slots__]


def _at(second: int) -> str:
    """Seconds from the first evening on, as the journal writes them; a month has 28 days here, which nobody minds."""
    minutes, seconds = divmod(second, 60)
    return f"{_minute(minutes)}:{seconds:02}.000Z"


@lru_cache(maxsize=4)
def _minute(minutes: int) -> str:
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    months, day = divmod(days, 28)
    years, month = divmod(months, 12)
    return f"{2010 + years}-{month + 1:02}-{day + 1:02}T{hour:02}:{minute:02}"


if __name__ == "__main__":
    make_history(Path(sys.argv[1]), int(sys.argv[2]))
