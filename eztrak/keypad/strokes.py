"""Every hand that can come as it is typed: the caps in each way of entry, what they mean, and how often that is dealt.

Results and totals are all there. Of cards there are too many deals: a fixed draw stands for them, the same each time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.result import Result, two_of
from eztrak.keypad.keymap import Keys
from eztrak.table.action import Action
from eztrak.table.cards import read_cards
from eztrak.table.digits import SIDES, THIRD, TWO, Fact, Meaning, NextDigit, Way, pairs_needed
from eztrak.table.totals import read_totals

DEALS = 500  # drawn where cards are typed
_SEED = 17
_DECK = 52


@dataclass(frozen=True, slots=True)
class Strokes:
    """The caps of a hand, Enter included, and the hand that they enter."""

    caps: tuple[str, ...]
    hand: Hand
    weight: int


def strokes(game: Game, keys: Keys, way: Way, deals: int = DEALS) -> list[Strokes]:
    """Every hand of a game as it is typed in this way, each once."""
    by_caps: dict[tuple[str, ...], Strokes] = {}
    for one in _each(game, keys, way, deals):
        before = by_caps.get(one.caps)
        by_caps[one.caps] = replace(one, weight=one.weight + before.weight) if before else one
    return list(by_caps.values())


def by_totals(result: Result, game: Game, keys: Keys) -> tuple[tuple[str, ...], Hand]:
    """The caps that enter a result by its totals, and the hand that they make."""

    def digit(step: NextDigit) -> int:
        at = SIDES.index(step.side) if step.side else 0
        match step.fact:
            case Fact.TOTAL:
                return result[at]
            case Fact.THIRD:
                return next(digit for digit, cards in THIRD.items() if cards == result[2 + at])
            case Fact.TWO:
                return _pair(result[4 + at], at, game)
            case _:
                return next(digit for digit, id in keys.winners.items() if id == result.winner)

    return _answered(lambda digits: read_totals(digits, game, keys.winners), digit, keys)


def by_cards(cards: Sequence[int], twos: tuple[int, int], game: Game, keys: Keys) -> tuple[tuple[str, ...], Hand]:
    """The caps that enter cards by their values in the order in which they come, and the hand that they make.

    Of `cards` as many are taken as the tableau deals. `twos`: what the first two of each side are.
    """
    deck = iter(cards)

    def digit(step: NextDigit) -> int:
        at = SIDES.index(step.side)
        return next(deck) if step.fact is Fact.CARD else _pair(twos[at], at, game)

    return _answered(lambda digits: read_cards(digits, game, natural_ends=True), digit, keys)


def _each(game: Game, keys: Keys, way: Way, deals: int) -> Iterator[Strokes]:
    match way:
        case Way.RESULTS:
            for result, weight in game.results.items():
                hand = game.dealt(result)
                yield Strokes(tuple(keys.typed(hand, game)), hand, weight)
        case Way.TOTALS:
            for result, weight in game.results.items():
                yield Strokes(*by_totals(result, game, keys), weight)
        case Way.CARDS:
            random = Random(_SEED)
            for _ in range(deals):
                # `random()` alone gives the same on every Python.
                six = [int(random.random() * _DECK) for _ in range(6)]
                values = [min(card // 4 + 1, 10) % 10 for card in six]
                twos = two_of(six[0], six[2]), two_of(six[1], six[3])
                yield Strokes(*by_cards(values, twos, game, keys), 1)


def _answered(
    read: Callable[[list[int]], Meaning], digit: Callable[[NextDigit], int], keys: Keys
) -> tuple[tuple[str, ...], Hand]:
    """Answers each step until there is none."""
    digits: list[int] = []
    while (step := (reading := read(digits)).next) is not None:
        digits.append(digit(step))
    assert reading.hand is not None  # what was dealt is a hand
    return (*map(str, digits), keys.cap_for(Action.COMMIT)), reading.hand


def _pair(two: int, at: int, game: Game) -> int:
    """The digit for what the first two cards of a side are, as far as the game needs it."""
    return next(digit for digit, means in TWO.items() if means == min(two, pairs_needed(game)[at]))
