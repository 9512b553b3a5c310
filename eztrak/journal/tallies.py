"""What each dealer dealt of a shoe: kept for shoes that have ended, counted anew for one in play.

Kept rows are few, so that the figures of a year at twenty tables are added up while somebody waits; they are written
with the end of a shoe and with whatever changes it later, and verify makes them again of the journal.

A hand that was put in later has no time of its own, and one that was moved has it in the shoe to which it belongs; the
time before a free hand, and any longer than a pause, is nobody's dealing.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.reading import recorded
from eztrak.journal.chain import canonical
from eztrak.table.stats import Stats

PAUSE = 600.0  # seconds
NEAR = 3  # shoes away, at the most, is the one to which a hand was moved


def _dealt(which: str) -> str:
    """The hands of these shoes, and the milliseconds that each took where it counts for the pace.

    CASE and not AND: SQLite would look for where a hand was moved to also of one that is not void.
    """
    return f"""
WITH entered AS (
    SELECT *, CASE WHEN voided THEN EXISTS (SELECT 1 FROM hands AS there
        WHERE there.shoe BETWEEN hands.shoe - {NEAR} AND hands.shoe + {NEAR}
        AND there.shoe <> hands.shoe AND there.entered_at = hands.entered_at) ELSE 0 END AS moved
    FROM hands WHERE {which}
), timed AS (
    SELECT *, CASE WHEN later THEN NULL ELSE CAST(round(86400000 * (julianday(entered_at)
        - julianday(lag(entered_at) OVER (PARTITION BY shoe, later ORDER BY place)))) AS INTEGER) END AS gap
    FROM entered
), dealt AS (
    SELECT *, CASE WHEN gap > 0 AND gap <= {round(PAUSE * 1000)} AND NOT free AND NOT moved THEN gap END AS taken
    FROM timed
)"""


_BY_DEALER = f"""{_dealt("shoe = :shoe")}
SELECT dealer, outcome, marks, count(*), sum(voided), sum(corrected > 0),
    count(*) FILTER (WHERE free AND NOT voided), count(taken) FILTER (WHERE NOT voided), coalesce(sum(taken), 0)
FROM dealt GROUP BY dealer, outcome, marks ORDER BY min(hand)"""
_BEGUN = "SELECT shoe FROM shoes WHERE started_at >= :since AND started_at < :until"
_OF_DEALER = """ AND (ended_at IS NULL
    OR EXISTS (SELECT 1 FROM tallies WHERE tallies.shoe = shoes.shoe AND dealer = :dealer))"""
_ENDED = "SELECT shoe, text FROM shoes JOIN games ON hash = game_hash WHERE ended_at IS NOT NULL"
_KEPT = (
    "SELECT dealer, entered, voided, corrected, free, paced, millis, counts FROM tallies WHERE shoe = ? ORDER BY dealer"
)


@dataclass(frozen=True, slots=True)
class Work:
    """Hands, and how long they took."""

    entered: int = 0  # hands, voids among them
    voided: int = 0
    corrected: int = 0
    paced: int = 0  # hands that count for the pace …
    millis: int = 0  # … and the time that they took
    stats: Stats = field(default_factory=Stats)  # of the hands that stand

    @property
    def seconds(self) -> float:
        return self.millis / 1000

    def plus(self, other: "Work") -> Self:
        return replace(
            self,
            entered=self.entered + other.entered,
            voided=self.voided + other.voided,
            corrected=self.corrected + other.corrected,
            paced=self.paced + other.paced,
            millis=self.millis + other.millis,
            stats=self.stats + other.stats,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Work):
    """What a dealer dealt of a shoe."""

    dealer: int


def counted(connection: sqlite3.Connection, shoe: int, game: Game) -> list[Tally]:
    """Of the hands, as they are now. Raises sqlite3.DatabaseError or ValueError for damage."""
    tallies: dict[int, Tally] = {}
    for dealer, outcome, marks, entered, voided, corrected, free, paced, millis in connection.execute(
        _BY_DEALER, {"shoe": shoe}
    ):
        ids = game.counts_of(Hand(Outcome(outcome), frozenset(json.loads(marks))))
        stats = Stats(entered - voided, free, 0, tuple((id, entered - voided) for id in ids))
        more = Work(entered, voided, corrected, paced, millis, stats)
        tallies[dealer] = tallies.get(dealer, Tally(dealer=dealer)).plus(more)
    return [tallies[dealer] for dealer in sorted(tallies)]


def by_hour(
    connection: sqlite3.Connection, since: str, until: str, dealer: int | None, are_kept: bool
) -> dict[int, tuple[int, float]]:
    """By the hour of the machine's clock, of shoes that began in this time: the hands that count for the pace, of one
    dealer or of all, and the seconds that they took. `are_kept`: whether there are tallies, which say whose shoe it is.
    """
    narrowed = _OF_DEALER if are_kept and dealer is not None else ""
    own = "" if dealer is None else " AND dealer = :dealer"
    rows = connection.execute(
        f"{_dealt(f'shoe IN ({_BEGUN}{narrowed})')} SELECT CAST(strftime('%H', entered_at, 'localtime') AS INTEGER),"
        f" count(taken) FILTER (WHERE NOT voided), sum(taken) FROM dealt WHERE taken IS NOT NULL{own} GROUP BY 1",
        {"since": since, "until": until, "dealer": dealer},
    )
    return {hour: (hands, millis / 1000) for hour, hands, millis in rows if hour is not None}


def stored(connection: sqlite3.Connection, shoe: int) -> Iterator[Tally]:
    """Of a shoe that has ended. Raises sqlite3.DatabaseError or ValueError for damage."""
    for dealer, entered, voided, corrected, free, paced, millis, counts in connection.execute(_KEPT, (shoe,)):
        came = tuple(json.loads(counts).items())
        stats = Stats(entered - voided, free, 0, came)
        yield Tally(entered, voided, corrected, paced, millis, stats, dealer=dealer)


def keep(connection: sqlite3.Connection, shoe: int, near: int = 0) -> None:
    """Puts down those of a shoe, and of those `near` it; nothing for shoes that have not ended."""
    ended = f"{_ENDED} AND shoe BETWEEN ? AND ?"
    for number, text in connection.execute(ended, (shoe - near, shoe + near)).fetchall():
        drop(connection, number)
        connection.executemany(
            "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(number, one.dealer, one.entered, one.voided, one.corrected),
                    *(one.stats.free, one.paced, one.millis, _counts_text(one.stats)),
                )
                for one in counted(connection, number, recorded(text))
            ],
        )


def drop(connection: sqlite3.Connection, shoe: int) -> None:
    """The shoe goes on."""
    connection.execute("DELETE FROM tallies WHERE shoe = ?", (shoe,))


def _counts_text(stats: Stats) -> str:
    return canonical({id: count for id, count in stats.counts if count})
