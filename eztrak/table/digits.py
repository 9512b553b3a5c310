"""What digits mean that are typed one by one, cards or totals: what the next one stands for, and the hand they make.

A digit is never passed over: one that does not fit makes the whole wrong, and keeps it from being entered until it is
erased or cleared. So a key too many, too few or beside another is seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.result import PAIR, PERFECT
from eztrak.voice.said import All, Part, Said

SIDES = ("player", "banker")


class Way(StrEnum):
    """What a dealer types of a hand."""

    RESULTS = "results"  # the marks, then the winner
    TOTALS = "totals"  # both totals, what they leave open, then the winner
    CARDS = "cards"  # one by one


class Fact(StrEnum):
    CARD = "card"
    TOTAL = "total"
    THIRD = "third card"
    TWO = "pair"
    WINNER = "winner"


# No two of these lie side by side on the pad, nor next to each other in what they mean.
THIRD: Mapping[int, int] = {0: 2, 3: 3}  # the digit that says whether there was a third card: so many cards
TWO: Mapping[int, int] = {0: 0, 4: PAIR, 8: PERFECT}  # … and what the first two cards were


@dataclass(frozen=True, slots=True)
class NextDigit:
    """What the next digit stands for."""

    fact: Fact
    side: str = ""
    may: tuple[int, ...] = ()  # what the first two cards can be, where they are asked for


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the digits say so far: a step while one is to come, what is wrong with them, or the hand."""

    next: NextDigit | None = None
    wrong: Said = field(default_factory=Said)
    hand: Hand | None = None
    breaks: tuple[Said, ...] = ()  # of the tableau, by cards
    sides: tuple[Part, ...] = ()  # what is known of the Player and of the Banker, and what else was typed

    @property
    def whole(self) -> Hand | None:
        """The hand, where nobody has to be called for it."""
        return None if self.breaks else self.hand


class Pairs(NamedTuple):
    """What the first two cards of each side were, and how many digits it took to say so."""

    player: int = 0
    banker: int = 0
    used: int = 0


def pairs(may: Mapping[str, Sequence[int]], digits: Sequence[int | None], game: Game) -> Pairs | Meaning:
    """What digits say of pairs, asked for only where a mark of the game needs it. `may`: what they can be."""
    twos: list[int] = []
    answers = list(digits)
    for side, most in zip(SIDES, pairs_needed(game), strict=True):
        options = sorted({min(two, most) for two in may[side]})
        if len(options) == 1:
            twos += options
            continue
        if not answers:
            return Meaning(NextDigit(Fact.TWO, side, tuple(options)))
        two = TWO.get(answers.pop(0) or 0)
        if two not in options:
            return Meaning(wrong=Said("{options}", options=All(tuple(_WORDS[one] for one in options), ", ")))
        twos.append(two)
    player, banker = twos
    return Pairs(player, banker, len(digits) - len(answers))


_WORDS = {0: Said("0 for no pair"), PAIR: Said("4 for a pair"), PERFECT: Said("8 for a perfect pair")}


@lru_cache(maxsize=64)
def pairs_needed(game: Game) -> tuple[int, int]:
    """The most that a game needs to know of the first two cards of each side: nothing, pairs, or perfect pairs too."""

    def most(field: str) -> int:
        needed = 0
        for result in game.results:
            shown = [game.shown(result._replace(**{field: two})) for two in (0, PAIR, PERFECT)]
            needed = max(needed, PERFECT if shown[1] != shown[2] else PAIR if shown[0] != shown[1] else 0)
        return needed

    if not any(wager.needs_pairs for wager in game.used):
        return 0, 0
    return most("player_two"), most("banker_two")
