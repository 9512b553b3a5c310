"""Every gaming day of a table in figures, whatever its length: by table, dealer, game and decks.

Added up of the tallies of shoes (journal/tallies.py) by SQLite itself, so that a year of twenty tables takes less than
a second; a shoe in play is counted as it is now. A shoe belongs to the gaming day in which it started (voice/day.py).

    with Daily(path) as daily:                        # read-only, one instant of the record
        for one in daily.dealt(first, last):          # Dealt: day, table, dealer, game, decks, hands, counts …
        for one in daily.shoes(first, last):          # Shoes: day, table, shoes, when the first began …

Without a first or a last day: from the beginning, to the end. Nothing is left out, and nothing is rounded. What they
add up to in one Stats: `sum((one.stats for one in …), Stats())`; hands an hour: `paced * 3600 / seconds`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Self

from eztrak.game.game import Game
from eztrak.journal import guarded
from eztrak.journal.columns import day_sql
from eztrak.journal.errors import sound
from eztrak.journal.listed import game_in
from eztrak.journal.schema import has_tallies
from eztrak.journal.tallies import Tally, counted
from eztrak.table.stats import Stats
from eztrak.voice.day import day_at, runs, span
from eztrak.voice.times import instant


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a dealer dealt at a table on a gaming day, of one game by one number of decks."""

    day: date
    table: str
    dealer: int  # by number; 0: nobody was on duty
    game: Game
    decks: int
    shoes: int  # in which this dealer dealt: those of a day are fewer than their sum
    entered: int  # hands, voids among them
    voided: int
    corrected: int  # hands that were voided, changed or inserted
    paced: int  # hands that count for the pace …
    seconds: float  # … and the time that they took
    stats: Stats  # of the hands that stand: hands, free hands, and how often each count came up


@dataclass(frozen=True, slots=True)
class Shoes:
    """The shoes that a table began on a gaming day."""

    day: date
    table: str
    shoes: int
    hands: int  # that stand
    voided: int
    corrected: int
    first: int  # by number …
    last: int
    began: str  # … and when the first began and the last ended, as the journal writes times; "" where it goes on
    ended: str


class Daily:
    """Raises JournalError where there is no record."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = guarded.opened(path)
        self._connection.execute("BEGIN")
        self._games: dict[str, Game] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def dealt(self, first: date | None = None, last: date | None = None) -> list[Dealt]:
        """By day, table and dealer."""
        with sound(self._path):
            found: dict[tuple[Any, ...], Dealt] = {}
            for one in [*self._kept(first, last), *self._open(first, last)]:
                key = (one.day, one.table, one.dealer, one.game.id, one.game.text, one.decks)
                found[key] = _together(found[key], one) if key in found else one
            return [found[key] for key in sorted(found)]

    def shoes(self, first: date | None = None, last: date | None = None) -> list[Shoes]:
        """By day and table."""
        now = "(SELECT count(*) FROM hands WHERE hands.shoe = shoes.shoe AND hands.corrected > 0)"
        kept = "(SELECT coalesce(sum(corrected), 0) FROM tallies WHERE tallies.shoe = shoes.shoe)"
        corrected = f"iif(ended_at IS NULL, {now}, {kept})" if has_tallies(self._connection) else now
        with sound(self._path):
            asked, of = self._asked(first, last)
            rows = self._connection.execute(
                f"SELECT {asked.day} AS day, table_name, count(*), sum(hands), sum(voided),"
                f" sum({corrected}), min(shoe), max(shoe), min(started_at),"
                " iif(count(ended_at) < count(*), '', max(ended_at))"
                f" FROM shoes WHERE {asked.within} GROUP BY day, table_name ORDER BY day, table_name",
                of,
            )
            return [Shoes(date.fromisoformat(day), *told) for day, *told in rows]

    def _kept(self, first: date | None, last: date | None) -> Iterator[Dealt]:
        if not has_tallies(self._connection):
            return
        asked, of = self._asked(first, last)
        ids = self._ids()
        counts = "".join(f", total(json_extract(tallies.counts, {_path(id)}))" for id in ids)
        rows = self._connection.execute(
            f"SELECT {asked.day} AS day, table_name, dealer, game_hash, decks, count(*), sum(entered),"
            f" sum(tallies.voided), sum(corrected), sum(tallies.free), sum(paced), sum(millis){counts}"
            f" FROM tallies JOIN shoes USING (shoe) WHERE {asked.within}"
            " GROUP BY day, table_name, dealer, game_hash, decks",
            of,
        )
        for day, table, dealer, game, decks, shoes, *told in rows:
            entered, voided, corrected, free, paced, millis, *came = told
            stats = Stats(entered - voided, free, 0, tuple((id, int(n)) for id, n in zip(ids, came, strict=True) if n))
            yield Dealt(
                *(date.fromisoformat(day), table, dealer, self._game(game), decks, shoes),
                *(entered, voided, corrected, paced, millis / 1000, stats),
            )

    def _open(self, first: date | None, last: date | None) -> Iterator[Dealt]:
        """Of the shoes that are in play; of all, in a file from before there were tallies."""
        asked, of = self._asked(first, last)
        still = "ended_at IS NULL" if has_tallies(self._connection) else "1"
        rows = self._connection.execute(
            f"SELECT shoe, started_at, table_name, game_hash, decks FROM shoes WHERE {asked.within} AND {still}", of
        ).fetchall()
        for shoe, started, table, game, decks in rows:
            when = instant(started)
            if when is None:
                raise ValueError(f"started_at is {started!r:.60}")
            for one in counted(self._connection, shoe, self._game(game)):
                yield _dealt(one, day_at(when), table, self._game(game), decks)

    def _asked(self, first: date | None, last: date | None) -> tuple["_Asked", dict[str, str]]:
        since = span(first, first)[0] if first else ""
        until = span(last, last)[1] if last else "9"
        ends = self._connection.execute(
            "SELECT min(started_at), max(started_at) FROM shoes WHERE started_at >= ? AND started_at < ?",
            (since, until),
        ).fetchone()
        whens = [instant(at) for at in ends if at]
        days = [day_at(when) for when in whens if when] or [date(2000, 1, 1)]
        return _Asked(day_sql(runs(min(days), max(days)), "started_at")), {"since": since, "until": until}

    def _ids(self) -> list[str]:
        """All that can have been counted: of a damaged history the totals do not tell."""
        hashes = [digest for (digest,) in self._connection.execute("SELECT hash FROM games")]
        came = self._connection.execute("SELECT DISTINCT key FROM totals, json_each(counts)")
        return sorted({id for digest in hashes for id in self._game(digest).counted} | {id for (id,) in came})

    def _game(self, digest: str) -> Game:
        if digest not in self._games:
            ((text,),) = self._connection.execute("SELECT text FROM games WHERE hash = ?", (digest,))
            self._games[digest] = game_in(text)
        return self._games[digest]


@dataclass(frozen=True, slots=True)
class _Asked:
    day: str  # in SQL, of a shoe
    within: str = "started_at >= :since AND started_at < :until"


def _path(id: str) -> str:
    return "'" + f"$.{json.dumps(id)}".replace("'", "''") + "'"


def _dealt(one: Tally, day: date, table: str, game: Game, decks: int) -> Dealt:
    told = (one.entered, one.voided, one.corrected, one.paced, one.seconds, one.stats)
    return Dealt(day, table, one.dealer, game, decks, 1, *told)


def _together(one: Dealt, other: Dealt) -> Dealt:
    return Dealt(
        *(one.day, one.table, one.dealer, one.game, one.decks, one.shoes + other.shoes),
        *(one.entered + other.entered, one.voided + other.voided, one.corrected + other.corrected),
        *(one.paced + other.paced, one.seconds + other.seconds, one.stats + other.stats),
    )
