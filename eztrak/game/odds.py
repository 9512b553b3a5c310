"""Exact odds of the first hand of a fresh shoe: how often each line of a wager settles it, and what the house keeps."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from eztrak.game.enumeration import counts
from eztrak.game.game import Game
from eztrak.game.result import Result
from eztrak.game.wager import Wager


@dataclass(frozen=True, slots=True)
class WagerOdds:
    lines: tuple[int, ...]  # deals that each line settles
    edge: Fraction | None  # the part of a wager that the house keeps in the long run; None for what is only counted


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of all `deals` end in what."""

    deals: int
    states: int  # points and cards of both sides: so many different ends there are
    wagers: dict[str, WagerOdds]
    counted: dict[str, int]  # deals that add to each count, by id


@lru_cache(maxsize=64)  # a page of figures asks for the chance of every count of every dealer
def odds(game: Game, decks: int) -> Odds:
    """The odds of a game with so many decks. Takes a few tenths of a second the first time."""
    ways = counts(game.tableau, decks, any(result.player_two or result.banker_two for result in game.results))
    deals = sum(ways.values())
    counted = dict.fromkeys(game.counted, 0)
    for result, count in ways.items():
        for id in game.counts_of(game.dealt(result)):
            counted[id] += count
    wagers = {wager.id: _odds(wager, ways.items(), deals) for wager in (*game.wagers, *game.counts)}
    return Odds(deals, len({result[:4] for result, count in ways.items() if count}), wagers, counted)


def _odds(wager: Wager, ways: Iterable[tuple[Result, int]], deals: int) -> WagerOdds:
    lines = [0] * len(wager.lines)
    for result, count in ways:
        if (line := wager.line(result)) is not None:
            lines[line] += count
    if not any(line.paid for line in wager.lines):
        return WagerOdds(tuple(lines), None)
    won = sum((wager.pay(i) * count for i, count in enumerate(lines)), Fraction(0))
    settled = sum(count for line, count in zip(wager.lines, lines, strict=True) if line.paid)
    return WagerOdds(tuple(lines), (deals - settled - won) / deals)
