"""A period in figures: by table, by dealer and by day, how fast, how many voids, and whether the counts are off.

Hands an hour are of the hands that stand and had bets, over the time that passed from entry to entry. Left out, with
their time, are free hands, hands put in later by a supervisor, and pauses of more than ten minutes: nobody dealt then.
The time of a void stays: the hand was played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from eztrak.journal.extract import HANDS, SHOES, Extract
from eztrak.supervisor.days import instant, local
from eztrak.table.expectation import Comparison, Dealt, compare
from eztrak.table.stats import Stats

PAUSE = 600.0  # seconds

_AT = {name: i for i, name in enumerate(HANDS)}


@dataclass(slots=True)
class Tally:
    """Running figures of one table, dealer or day."""

    shoes: int = 0
    entered: int = 0  # hands, voids among them
    voided: int = 0
    paced: int = 0  # hands that count for the pace …
    seconds: float = 0.0  # … and the time that they took
    dealt: dict[tuple[int, bool], dict[str, int]] = field(default_factory=dict)  # counts by decks and Panda 8 wager

    @property
    def hands(self) -> int:
        """That stand."""
        return self.entered - self.voided

    @property
    def pace(self) -> float | None:
        """Hands an hour; None where nothing was timed."""
        return self.paced * 3600 / self.seconds if self.seconds else None

    @property
    def void_rate(self) -> float:
        return self.voided / self.entered if self.entered else 0.0

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        return compare(Dealt(Stats(**counts), *key) for key, counts in self.dealt.items())

    def plain(self) -> dict[str, Any]:
        return {
            "shoes": self.shoes,
            "hands": self.hands,
            "voided": self.voided,
            "hands_per_hour": None if self.pace is None else round(self.pace, 1),
            "counts": {
                told.name: {
                    "observed": told.observed,
                    "hands": told.hands,
                    "expected": round(told.expected, 2),
                    "chance": told.chance,
                    "range95": [told.low, told.high],
                    "likelihood": told.likelihood,
                    "verdict": told.verdict,
                }
                for told in self.comparisons
            },
        }


@dataclass(frozen=True, slots=True)
class Period:
    total: Tally
    tables: dict[str, Tally]
    dealers: dict[int, Tally]
    days: dict[str, Tally]

    def plain(self) -> dict[str, Any]:
        groups = {"tables": self.tables, "dealers": self.dealers, "days": self.days}
        told: dict[str, Any] = {"total": self.total.plain()}
        return told | {
            name: {str(key): tally.plain() for key, tally in sorted(group.items())}  # type: ignore[attr-defined]
            for name, group in groups.items()
        }


def period_of(extract: Extract) -> Period:
    """The figures of the chosen shoes, hand by hand; needs the memory of a shoe."""
    made = Period(Tally(), {}, {}, {})
    inserted = {(row[0], row[1]) for row in extract.corrections() if row[2] == "insert"}
    dealt = extract.dealt()
    for shoe in (dict(zip(SHOES, row, strict=True)) for row in extract.shoes()):
        number, terms = next(dealt)
        fixed = (
            made.total,
            made.tables.setdefault(shoe["table_name"], Tally()),
            made.days.setdefault(local(shoe["started_at"], "%Y-%m-%d"), Tally()),
        )
        seen: set[int] = set()
        for hand, seconds in _timed(extract, number, inserted):
            dealer = hand[_AT["dealer"]]
            by_dealer = made.dealers.setdefault(dealer, Tally())
            by_dealer.shoes += dealer not in seen
            seen.add(dealer)
            for tally in (*fixed, by_dealer):
                _count(tally, hand, seconds, (terms.decks, terms.panda8))
        for tally in fixed:
            tally.shoes += 1
    return made


def _timed(extract: Extract, shoe: int, inserted: set[tuple[int, int]]) -> Iterator[tuple[Any, float]]:
    """Each hand of a shoe with the seconds since the one before; 0 where these don't count."""
    before = None
    for hand in extract.hands_of(shoe, None):
        if (shoe, hand[_AT["hand"]]) in inserted:
            yield hand, 0.0
            continue
        now = instant(hand[_AT["entered_at"]])
        seconds = (now - before).total_seconds() if now and before else 0.0
        yield hand, seconds if 0 < seconds <= PAUSE and not hand[_AT["free"]] else 0.0
        before = now


_OUTCOMES = {"P": "player", "B": "banker", "T": "tie"}


def _count(tally: Tally, hand: Any, seconds: float, terms: tuple[int, bool]) -> None:
    tally.entered += 1
    tally.seconds += seconds
    if hand[_AT["voided"]]:
        tally.voided += 1
        return
    tally.paced += seconds > 0
    counts = tally.dealt.get(terms)
    if counts is None:
        counts = tally.dealt[terms] = dict.fromkeys(Stats.__slots__, 0)
    counts["hands"] += 1
    counts[_OUTCOMES[hand[_AT["outcome"]]]] += 1
    for name in ("free", "dragon7", "panda8"):
        counts[name] += hand[_AT[name]]
    counts["naturals"] += hand[_AT["natural"]]
