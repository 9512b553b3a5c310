"""What was counted against what the cards give: whether a table is off, or only had the luck of the day.

Each count is compared with its exact chance (game/odds). Two figures say how much a difference means: the range in
which the true share lies with 95 % confidence (Wilson's score interval, which holds for rare things and for few
hands), and how likely chance alone is to give a count at least as far off (both tails of the binomial).

Hands of a shoe are not quite independent, but each by itself has the odds of the first hand as long as nobody looks
at the cards, and the dependence is far too small to matter here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p, sqrt

from eztrak.game.game import Game
from eztrak.game.odds import odds
from eztrak.table.stats import Stats
from eztrak.voice.said import Said

Z95 = 1.959963984540054
# The more is looked at, the more of it is odd by chance alone: six counts of thirty dealers have one in a thousand
# every few days. So the chance of crying wolf is shared out among all that is looked at together (Bonferroni), and an
# honest room sees a mark in at most one report of a hundred, however many tables and dealers are in it.
WOLF = 0.01


@dataclass(frozen=True, slots=True)
class Dealt:
    """Counts of some hands, and what they were dealt from."""

    stats: Stats
    decks: int
    game: Game


@dataclass(frozen=True, slots=True)
class Comparison:
    name: str
    observed: int
    hands: int
    chance: float  # of one hand, exact
    low: float  # the range of the true share, 95 %
    high: float
    likelihood: float  # that chance alone gives a count at least as far off
    rare: float = WOLF  # below this it is off

    @property
    def expected(self) -> float:
        return self.hands * self.chance

    @property
    def off(self) -> bool:
        return self.likelihood < self.rare

    @property
    def more(self) -> bool:
        return self.observed > self.expected

    @property
    def verdict(self) -> Said:
        if not self.off:
            return Said("as expected")
        return Said("more than chance explains" if self.more else "fewer than chance explains")


def compare(dealt: Iterable[Dealt], among: int = 1) -> tuple[Comparison, ...]:
    """Every count against its chance, over any number of shoes; each only where its game has it.

    `among` so many tables, dealers and days that are looked at together.
    """
    all_dealt = list(dealt)
    counts = expected(all_dealt)
    rare = WOLF / max(1, len(counts)) / among
    comparisons = []
    for name, count in counts.items():
        parts = _with(name, all_dealt)
        observed, hands = sum(part.stats.of(name) for part in parts), sum(part.stats.hands for part in parts)
        chance = count / hands
        likelihood = tails(observed, hands, chance)
        comparisons.append(Comparison(name, observed, hands, chance, *wilson(observed, hands), likelihood, rare))
    return tuple(comparisons)


def expected(dealt: Sequence[Dealt]) -> dict[str, float]:
    """How many of each count the exact odds give: all that is shown of a lifetime, where `compare` takes a while."""
    return {
        name: sum(part.stats.hands * chance_of(name, part.decks, part.game) for part in parts)
        for name in dict.fromkeys(id for part in dealt for id in part.game.tiles)
        if (parts := _with(name, dealt))
    }


def _with(name: str, dealt: Sequence[Dealt]) -> list[Dealt]:
    """Those that have hands in which it could come up."""
    return [part for part in dealt if part.stats.hands and name in part.game.tiles]


def chance_of(id: str, decks: int, game: Game) -> float:
    """The exact chance of a count in a hand."""
    exact = odds(game, decks)
    return exact.counted[id] / exact.deals


def wilson(count: int, hands: int) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    share, spread = count / hands, Z95 * Z95 / hands
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * sqrt(share * (1 - share) / hands + spread / (4 * hands))
    return max(0.0, middle - half), min(1.0, middle + half)


def tails(count: int, hands: int, chance: float) -> float:
    """Twice the smaller tail of the binomial: how likely a count at least as far off is."""
    return min(1.0, 2 * min(_tail(count, hands, chance, -1), _tail(count, hands, chance, +1)))


def _tail(count: int, hands: int, chance: float, step: int) -> float:
    """The probability of this count and all beyond it in one direction, each term from the one before; those too small
    to matter end the sum."""
    odds = chance / (1 - chance)
    term = exp(
        lgamma(hands + 1)
        - lgamma(count + 1)
        - lgamma(hands - count + 1)
        + count * log(chance)
        + (hands - count) * log1p(-chance)
    )
    total = 0.0
    while term > total * 1e-15:
        total += term
        term *= (hands - count) / (count + 1) * odds if step > 0 else count / (hands - count + 1) / odds
        count += step
    return total
