"""A period in figures: by table, by dealer and by day, how fast, how many voids, and whether the counts are off.

Hands an hour are of the hands that stand and had bets, over the time that passed from entry to entry. Left out, with
their time, are free hands, hands put in later by a supervisor, and pauses of more than ten minutes: nobody dealt then.
The time of a void stays: the hand was played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Protocol

from eztrak.game.game import Game
from eztrak.journal.daily import Daily
from eztrak.journal.extract import Extract
from eztrak.journal.tallies import PAUSE as PAUSE
from eztrak.supervisor.days import day_text
from eztrak.supervisor.names import called
from eztrak.supervisor.rates import Paced, Unlike, people, unlike
from eztrak.supervisor.recording import Recording
from eztrak.table import expectation
from eztrak.table.expectation import Comparison, compare
from eztrak.table.stats import Stats
from eztrak.voice.said import All, Part, Said, listed

MOST = 6  # places that a sentence names


class Counted(Paced, Protocol):
    """The same with what came up."""

    @property
    def stats(self) -> Stats: ...


@dataclass(slots=True)
class Tally:
    """Running figures of one table, dealer or day."""

    shoes: int = 0
    entered: int = 0  # hands, voids among them
    voided: int = 0
    corrected: int = 0
    paced: int = 0  # hands that count for the pace …
    seconds: float = 0.0  # … and the time that they took
    dealt: dict[tuple[int, Game], Stats] = field(default_factory=dict)  # apart where decks or game were others

    among: int = 1  # tallies that are looked at together

    def count(self, one: Paced, times: int = 1) -> None:
        """Without what came up. `times` -1 takes it away."""
        self.entered += times * one.entered
        self.voided += times * one.voided
        self.corrected += times * one.corrected
        self.paced += times * one.paced
        self.seconds += times * one.seconds

    def add(self, one: Counted, decks: int, game: Game) -> None:
        self.count(one)
        self.dealt[decks, game] = self.dealt.get((decks, game), Stats()) + one.stats

    @property
    def games(self) -> tuple[Game, ...]:
        return tuple(dict.fromkeys(game for _, game in self.dealt))

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
        return _compared(tuple(expectation.Dealt(stats, *key) for key, stats in self.dealt.items()), self.among)

    def comparison(self, id: str) -> Comparison | None:
        """Of one count; None where no game at hand has it."""
        return next((count for count in self.comparisons if count.name == id), None)

    @property
    def off(self) -> tuple[Comparison, ...]:
        """The counts that chance does not explain."""
        return tuple(count for count in self.comparisons if count.off)

    @property
    def verdict(self) -> Said:
        """In few words: as expected, or what is off."""
        match self.off:
            case ():
                return Said("as expected")
            case (one,):
                return Said(
                    "OFF: more {count}" if one.more else "OFF: fewer {count}", count=called(one.name, self.games)
                )
            case (one, other):
                return Said("OFF: {counts}", counts=All(tuple(called(o.name, self.games) for o in (one, other)), ", "))
            case several:  # too many for a column; the findings name each
                return Said("OFF: {count:count|counts}", count=len(several))

    def plain(self) -> dict[str, Any]:
        return {
            "shoes": self.shoes,
            "hands": self.hands,
            "voided": self.voided,
            "corrected": self.corrected,
            "hands_per_hour": None if self.pace is None else round(self.pace, 1),
            "counts": {
                count.name: {
                    "observed": count.observed,
                    "hands": count.hands,
                    "expected": round(count.expected, 2),
                    "chance": count.chance,
                    "range95": [count.low, count.high],
                    "likelihood": count.likelihood,
                    "verdict": str(count.verdict),
                }
                for count in self.comparisons
            },
        }


@dataclass(frozen=True, slots=True)
class Period:
    """The figures of chosen shoes, of one history or of several."""

    total: Tally = field(default_factory=Tally)
    tables: dict[str, Tally] = field(default_factory=dict)
    dealers: dict[int, Tally] = field(default_factory=dict)
    days: dict[str, Tally] = field(default_factory=dict)
    recording: Recording = field(default_factory=Recording)

    def add(self, extract: Extract, tick: Callable[[int], None] = lambda _: None) -> None:
        """Adds a history's chosen shoes, one by one."""
        for shoe in extract.listed():
            fixed = self._fixed(shoe.table, day_text(shoe.started_at))
            for tally in fixed:
                tally.shoes += 1
            for dealing in extract.tallies(shoe):
                by_dealer = self.dealers.setdefault(dealing.dealer, Tally())
                by_dealer.shoes += 1
                for tally in (*fixed, by_dealer):
                    tally.add(dealing, shoe.decks, shoe.game)
                tick(dealing.entered)
            self.recording.add(shoe, extract.course(shoe.number), extract.dealer)
        self._share()

    def add_days(self, daily: Daily, first: date, last: date) -> None:
        """The same of a table's days, without a look at its shoes."""
        for day, table, shoes in daily.begun(first, last):
            for tally in self._fixed(table, day.isoformat()):
                tally.shoes += shoes
        dealers, days = daily.sums(first, last)
        for dealer, one in dealers:
            by_dealer = self.dealers.setdefault(dealer, Tally())
            by_dealer.shoes += one.shoes
            for tally in (self.total, self.tables.setdefault(one.table, Tally()), by_dealer):
                tally.add(one, one.decks, one.game)
        for day, sums in days.items():
            tally = self.days.setdefault(day.isoformat(), Tally())
            for one in sums:
                tally.add(one, one.decks, one.game)
        self._share()

    def _fixed(self, table: str, day: str) -> tuple[Tally, Tally, Tally]:
        return self.total, self.tables.setdefault(table, Tally()), self.days.setdefault(day, Tally())

    def _share(self) -> None:
        """The chance of crying wolf, among all that is looked at together."""
        together = (self.total, *self.tables.values(), *self.dealers.values(), *self.days.values())
        for tally in together:
            tally.among = len(together)

    @property
    def places(self) -> list[tuple[Part, Tally]]:
        """All that is looked at together, by its name on paper."""
        dealers = [(dealer_text(number), tally) for number, tally in sorted(self.dealers.items())]
        return [(Said("all hands"), self.total), *sorted(self.tables.items()), *dealers, *sorted(self.days.items())]

    @property
    def findings(self) -> list[Said]:
        """A line for each count that is off, with where it is, and for whatever else is; nothing where nothing is."""
        places_of: dict[tuple[str, bool], list[Part]] = {}
        for place, tally in self.places:
            for count in tally.off:
                places_of.setdefault((count.name, count.more), []).append(place)
        counts = [
            Said(
                "OFF: more {count} than chance explains: {places}."
                if more
                else "OFF: fewer {count} than chance explains: {places}.",
                count=called(name, self.total.games),
                places=_listed(places),
            )
            for (name, more), places in places_of.items()
        ]
        rates = [
            Said("OFF: {place}: {what}.", place=name, what=one.said) for name, off in self.unlike.items() for one in off
        ]
        return counts + rates

    @property
    def unlike(self) -> dict[Part, tuple[Unlike, ...]]:
        """Tables and dealers whose voids, corrections or pace are not like those of the others."""
        among = 2 * max(1, len(self.dealers) + len(self.tables))
        apart: dict[Part, tuple[Unlike, ...]] = {}
        for name, some in unlike(self.tables, among).items():
            apart[name] = some
        for number, some in unlike(people(self.dealers), among).items():
            apart[dealer_text(number)] = some
        return apart

    @property
    def verdict(self) -> list[Said]:
        """What a reader wants to know first, in sentences: what is off and where, and what there is to look at."""
        places = self.recording.sum
        if not (self.findings or places):
            return [Said("Nothing is off.")]
        recording = [Said("To review on the recording: {places}.", places=places)] if places else []
        return [*(self.findings or [Said("No count is off.")]), *recording]

    @property
    def sentence(self) -> All:
        return All(tuple(self.verdict), " ")

    def plain(self) -> dict[str, Any]:
        groups = {"tables": self.tables, "dealers": self.dealers, "days": self.days}
        total: dict[str, Any] = {"total": self.total.plain()}
        return (
            total
            | {
                name: {str(key): tally.plain() for key, tally in sorted(group.items())}  # type: ignore[attr-defined]
                for name, group in groups.items()
            }
            | {"recording": [one.plain() for one in self.recording.findings]}
        )


@lru_cache(4096)
def _compared(dealt: tuple[expectation.Dealt, ...], among: int) -> tuple[Comparison, ...]:
    """A page asks for the same several times."""
    return compare(dealt, among)


def dealer_text(number: int) -> Said:
    return Said("Dealer {number}", number=number) if number else Said("Nobody on duty")


def _listed(places: list[Part]) -> All:
    more = len(places) - MOST
    return listed([*places[:MOST], *([Said("{count:,} more", count=more)] if more > 0 else [])])
