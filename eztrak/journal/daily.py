"""Every gaming day of a table in figures, whatever its length: by table, dealer, game and decks.

Added up of the tallies of shoes (journal/tallies.py) by SQLite itself, so that a year of twenty tables takes less than
a second; a shoe in play is counted as it is now. A shoe belongs to the gaming day in which it started (voice/day.py).

    with Daily(path) as daily:                        # read-only, one instant of the record
        for one in daily.dealt(first, last):          # Dealt: day, table, dealer, game, decks, hands, counts …
        for one in daily.shoes(first, last):          # Shoes: day, table, shoes, when the first began …
        dealers, days = daily.sums(first, last)       # Sum: the same as in Dealt, by dealer alone and by day alone

Without a first or a last day: from the beginning, to the end. Nothing is left out, and nothing is rounded. What they
add up to in one Stats: `sum((one.stats for one in …), Stats())`; hands an hour: `paced * 3600 / seconds`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, Self

from eztrak.game.game import Game
from eztrak.journal import guarded
from eztrak.journal.columns import day_sql, member
from eztrak.journal.errors import sound
from eztrak.journal.listed import game_in
from eztrak.journal.schema import has_tallies
from eztrak.journal.tallies import Work, counted
from eztrak.table.stats import Stats
from eztrak.voice.day import day_at, runs, span
from eztrak.voice.times import instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(Work):
    """What was dealt at a table, of one game by one number of decks."""

    table: str
    game: Game
    decks: int
    shoes: int = 1  # in which it was dealt: those of a day are fewer than the sum over its dealers


class Sums(NamedTuple):
    dealers: list[tuple[int, Sum]]
    days: dict[date, list[Sum]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Sum):
    """The same by a dealer on a gaming day."""

    day: date
    dealer: int  # by number; 0: nobody was on duty


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
        self._known: dict[tuple[date | None, date | None], tuple[str, dict[str, str]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def dealt(self, first: date | None = None, last: date | None = None, dealer: int | None = None) -> list[Dealt]:
        """By day, table and dealer, of one dealer or of all."""
        with sound(self._path):
            dealt: dict[tuple[Any, ...], Dealt] = {}
            for one in [*self._of_ended(first, last, dealer), *self._open(first, last)]:
                if dealer not in (None, one.dealer):
                    continue
                key = (one.day, one.table, one.dealer, one.game.id, one.game.text, one.decks)
                dealt[key] = _together(dealt[key], one) if key in dealt else one
            return [dealt[key] for key in sorted(dealt)]

    def paces(self, first: date | None = None, last: date | None = None) -> dict[int, list[Work]]:
        """By dealer, without what came up: what there is to compare somebody else with."""
        paces: dict[int, list[Work]] = {}
        with sound(self._path):
            if has_tallies(self._connection):
                _, of = self._asked(first, last)
                rows = self._connection.execute(
                    "SELECT dealer, sum(entered), sum(tallies.voided), sum(corrected), sum(paced), sum(millis)"
                    f" FROM tallies JOIN shoes USING (shoe) WHERE {_WITHIN} GROUP BY dealer",
                    of,
                )
                for dealer, entered, voided, corrected, paced, millis in rows:
                    paces.setdefault(dealer, []).append(Work(entered, voided, corrected, paced, millis))
            for one in self._open(first, last):
                paces.setdefault(one.dealer, []).append(one)
        return paces

    def sums(self, first: date | None = None, last: date | None = None) -> "Sums":
        """By dealer alone, in the order of their days, and by day alone: a fifth of the rows of both together."""
        dealers: list[tuple[int, Sum]] = []
        days: dict[date, list[Sum]] = {}
        with sound(self._path):
            for day, dealer, one in self._summed(first, last):
                if dealer is not None:
                    dealers.append((dealer, one))
                else:
                    days.setdefault(date.fromisoformat(day), []).append(one)
            for dealt in self._open(first, last):
                dealers.append((dealt.dealer, dealt))
                days.setdefault(dealt.day, []).append(dealt)
        return Sums(dealers, days)

    def begun(self, first: date | None = None, last: date | None = None) -> list[tuple[date, str, int]]:
        """How many shoes each table began on each day."""
        with sound(self._path):
            day, of = self._asked(first, last)
            rows = self._connection.execute(
                f"SELECT {day} AS day, table_name, count(*) FROM shoes WHERE {_WITHIN}"
                " GROUP BY day, table_name ORDER BY day, table_name",
                of,
            )
            return [(date.fromisoformat(day), table, shoes) for day, table, shoes in rows]

    def shoes(self, first: date | None = None, last: date | None = None) -> list[Shoes]:
        """By day and table."""
        now = "(SELECT count(*) FROM hands WHERE hands.shoe = shoes.shoe AND hands.corrected > 0)"
        tallied = "(SELECT coalesce(sum(corrected), 0) FROM tallies WHERE tallies.shoe = shoes.shoe)"
        corrected = f"iif(ended_at IS NULL, {now}, {tallied})" if has_tallies(self._connection) else now
        with sound(self._path):
            day, of = self._asked(first, last)
            rows = self._connection.execute(
                f"SELECT {day} AS day, table_name, count(*), sum(hands), sum(voided),"
                f" sum({corrected}), min(shoe), max(shoe), min(started_at),"
                " iif(count(ended_at) < count(*), '', max(ended_at))"
                f" FROM shoes WHERE {_WITHIN} GROUP BY day, table_name ORDER BY day, table_name",
                of,
            )
            return [Shoes(date.fromisoformat(day), *counts) for day, *counts in rows]

    def _of_ended(self, first: date | None, last: date | None, dealer: int | None) -> Iterator[Dealt]:
        if not has_tallies(self._connection):
            return
        ids = self._ids()
        query, of = self._grouped(first, last, ids, "" if dealer is None else f" AND dealer = {dealer:d}")
        for day, number, *sums in self._connection.execute(query, of):
            one = self._sum(ids, sums)
            yield _dealt(one, date.fromisoformat(day), number, one.table, one.game, one.decks, one.shoes)

    def _summed(self, first: date | None, last: date | None) -> Iterator[tuple[str, int | None, Sum]]:
        if not has_tallies(self._connection):
            return
        ids = self._ids()
        query, of = self._grouped(first, last, ids)
        added = ", ".join(f"sum({name})" for name in (*_ADDED, *(f"count{i}" for i in range(len(ids)))))
        rows = self._connection.execute(
            f"WITH parts AS MATERIALIZED ({query}) SELECT * FROM"
            f" (SELECT '', dealer, table_name, game_hash, decks, {added}"
            " FROM parts GROUP BY table_name, dealer, game_hash, decks ORDER BY min(day))"
            f" UNION ALL SELECT day, NULL, table_name, game_hash, decks, {added}"
            " FROM parts GROUP BY day, table_name, game_hash, decks",
            of,
        )
        for day, dealer, *sums in rows:
            yield day, dealer, self._sum(ids, sums)

    def _grouped(
        self, first: date | None, last: date | None, ids: list[str], more: str = ""
    ) -> tuple[str, dict[str, str]]:
        day, of = self._asked(first, last)
        counts = "".join(f", total(json_extract(tallies.counts, {member(id)})) AS count{i}" for i, id in enumerate(ids))
        query = (
            f"SELECT {day} AS day, dealer, table_name, game_hash, decks, count(*) AS shoes,"
            " sum(entered) AS entered, sum(tallies.voided) AS voided, sum(corrected) AS corrected,"
            f" sum(tallies.free) AS free, sum(paced) AS paced, sum(millis) AS millis{counts}"
            f" FROM tallies JOIN shoes USING (shoe) WHERE {_WITHIN}{more}"
            " GROUP BY day, table_name, dealer, game_hash, decks"
        )
        return query, of

    def _sum(self, ids: list[str], sums: list[Any]) -> Sum:
        table, game, decks, shoes, entered, voided, corrected, free, paced, millis, *came = sums
        stats = Stats(entered - voided, free, 0, tuple((id, int(n)) for id, n in zip(ids, came, strict=True) if n))
        work = (entered, voided, corrected, paced, millis, stats)
        return Sum(*work, table=table, game=self._game(game), decks=decks, shoes=shoes)

    def _open(self, first: date | None, last: date | None) -> Iterator[Dealt]:
        """Of the shoes that are in play; of all, in a file from before there were tallies."""
        _, of = self._asked(first, last)
        still = "ended_at IS NULL" if has_tallies(self._connection) else "1"
        rows = self._connection.execute(
            f"SELECT shoe, started_at, table_name, game_hash, decks FROM shoes WHERE {_WITHIN} AND {still}", of
        ).fetchall()
        for shoe, started, table, game, decks in rows:
            when = instant(started)
            if when is None:
                raise ValueError(f"started_at is {started!r:.60}")
            for one in counted(self._connection, shoe, self._game(game)):
                yield _dealt(one, day_at(when), one.dealer, table, self._game(game), decks)

    def _asked(self, first: date | None, last: date | None) -> tuple[str, dict[str, str]]:
        """The day of a shoe in SQL, and the values for _WITHIN."""
        if (first, last) in self._known:
            return self._known[first, last]
        since = span(first, first)[0] if first else ""
        until = span(last, last)[1] if last else "9"
        ends = self._connection.execute(
            "SELECT min(started_at), max(started_at) FROM shoes WHERE started_at >= ? AND started_at < ?",
            (since, until),
        ).fetchone()
        whens = [instant(at) for at in ends if at]
        days = [day_at(when) for when in whens if when] or [date(2000, 1, 1)]
        asked = day_sql(runs(min(days), max(days)), "started_at"), {"since": since, "until": until}
        return self._known.setdefault((first, last), asked)

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


_WITHIN = "started_at >= :since AND started_at < :until"  # these days
_ADDED = ("shoes", "entered", "voided", "corrected", "free", "paced", "millis")


def _dealt(one: Work, day: date, dealer: int, table: str, game: Game, decks: int, shoes: int = 1) -> Dealt:
    work = (one.entered, one.voided, one.corrected, one.paced, one.millis, one.stats)
    return Dealt(*work, table=table, game=game, decks=decks, shoes=shoes, day=day, dealer=dealer)


def _together(one: Dealt, other: Dealt) -> Dealt:
    return replace(one.plus(other), shoes=one.shoes + other.shoes)
