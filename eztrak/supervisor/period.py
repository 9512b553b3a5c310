"""A period in figures: by table, by dealer and by day, how fast, how many voids, and whether the counts are off.

Hands an hour are of the hands that stand and had bets, over the time that passed from entry to entry. Left out, with
their time, are free hands, hands put in later by a supervisor, and pauses of more than ten minutes: nobody dealt then.
The time of a void stays: the hand was played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from eztrak.game.game import Game
from eztrak.journal.extract import Extract
from eztrak.journal.extract import Tally as Dealing
from eztrak.supervisor.days import local
from eztrak.supervisor.names import called
from eztrak.supervisor.recording import Recording
from eztrak.table.expectation import Comparison, Dealt, compare
from eztrak.table.stats import Stats

PAUSE = 600.0  # seconds
MOST = 6  # places that a sentence names


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

    def add(self, one: Dealing, decks: int, game: Game) -> None:
        self.entered += one.entered
        self.voided += one.voided
        self.corrected += one.corrected
        self.paced += one.paced
        self.seconds += one.seconds
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
        return _compared(tuple(Dealt(stats, *key) for key, stats in self.dealt.items()), self.among)

    def comparison(self, id: str) -> Comparison | None:
        """Of one count; None where no game at hand has it."""
        return next((told for told in self.comparisons if told.name == id), None)

    @property
    def off(self) -> tuple[Comparison, ...]:
        """The counts that chance does not explain."""
        return tuple(told for told in self.comparisons if told.off)

    @property
    def verdict(self) -> str:
        """In few words: as expected, or what is off."""
        match self.off:
            case ():
                return "as expected"
            case (one,):
                return f"OFF: {'more' if one.observed > one.expected else 'fewer'} {called(one.name, self.games)}"
            case (one, other):
                return f"OFF: {called(one.name, self.games)}, {called(other.name, self.games)}"
            case several:  # too many for a column; the findings name each
                return f"OFF: {len(several)} counts"

    def plain(self) -> dict[str, Any]:
        return {
            "shoes": self.shoes,
            "hands": self.hands,
            "voided": self.voided,
            "corrected": self.corrected,
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
    """The figures of chosen shoes, of one history or of several."""

    total: Tally = field(default_factory=Tally)
    tables: dict[str, Tally] = field(default_factory=dict)
    dealers: dict[int, Tally] = field(default_factory=dict)
    days: dict[str, Tally] = field(default_factory=dict)
    recording: Recording = field(default_factory=Recording)

    def add(self, extract: Extract, tick: Callable[[int], None] = lambda _: None) -> None:
        """Adds a history's chosen shoes, one by one."""
        for shoe in extract.listed():
            fixed = (
                self.total,
                self.tables.setdefault(shoe.table, Tally()),
                self.days.setdefault(local(shoe.started_at, "%Y-%m-%d"), Tally()),
            )
            for tally in fixed:
                tally.shoes += 1
            for dealing in extract.tallies(shoe, PAUSE):
                by_dealer = self.dealers.setdefault(dealing.dealer, Tally())
                by_dealer.shoes += 1
                for tally in (*fixed, by_dealer):
                    tally.add(dealing, shoe.decks, shoe.game)
                tick(dealing.entered)
            self.recording.add(shoe, extract.course(shoe.number), extract.dealer)
        together = (self.total, *self.tables.values(), *self.dealers.values(), *self.days.values())
        for tally in together:
            tally.among = len(together)

    @property
    def places(self) -> dict[str, Tally]:
        """All that is looked at together, by its name on paper."""
        dealers = {dealer_text(number): tally for number, tally in sorted(self.dealers.items())}
        return {"all hands": self.total} | dict(sorted(self.tables.items())) | dealers | dict(sorted(self.days.items()))

    @property
    def findings(self) -> list[str]:
        """A line for each count that is off, with where it is; nothing where nothing is."""
        found: dict[str, list[str]] = {}
        for place, tally in self.places.items():
            for told in tally.off:
                found.setdefault(f"{called(told.name, self.total.games)} {told.verdict}", []).append(place)
        return [f"OFF: {what}: {_listed(places)}." for what, places in found.items()]

    @property
    def look(self) -> str:
        """How much there is to look at on the recording; nothing where there is nothing."""
        found = self.recording.sum
        return f"To look at on the recording: {found}." if found else ""

    @property
    def verdict(self) -> list[str]:
        """What a reader wants to know first, in sentences: what is off and where, and what there is to look at."""
        look = self.look
        if not (self.findings or look):
            return ["Nothing is off."]
        return [*(self.findings or ["No count is off."]), *([look] if look else [])]

    @property
    def sentence(self) -> str:
        return " ".join(self.verdict)

    def plain(self) -> dict[str, Any]:
        groups = {"tables": self.tables, "dealers": self.dealers, "days": self.days}
        told: dict[str, Any] = {"total": self.total.plain()}
        return (
            told
            | {
                name: {str(key): tally.plain() for key, tally in sorted(group.items())}  # type: ignore[attr-defined]
                for name, group in groups.items()
            }
            | {"recording": [one.plain() for one in self.recording.findings]}
        )


@lru_cache(4096)
def _compared(dealt: tuple[Dealt, ...], among: int) -> tuple[Comparison, ...]:
    """A page asks for the same several times."""
    return compare(dealt, among)


def dealer_text(number: int) -> str:
    return f"Dealer {number}" if number else "Nobody on duty"


def _listed(places: list[str]) -> str:
    more = len(places) - MOST
    return ", ".join(places[:MOST]) + (f" and {more} more" if more > 0 else "")
