"""Totals typed: those of both sides, then what the game's marks need and the totals do not say, and the winner last.

The winner is said although it follows: whoever slips on any one key has a hand that does not fit, and sees it. With the
winner last no two keys that change places make another hand that does (tests/keypad/test_slips.py goes through all).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.result import PAIR, PERFECT, Result
from eztrak.table.cards import BOTH_WIN, contested, decided
from eztrak.table.digits import SIDES, THIRD, Fact, Meaning, NextDigit, pairs
from eztrak.voice.said import Part, Said

Patterns: TypeAlias = Mapping[tuple[int, int], Result]  # by the number of cards of each side


def read_totals(
    digits: Sequence[int], game: Game, winners: Mapping[int, str], natural_ends: bool | None = True
) -> Meaning:
    """`winners`: which digit says which winner. The side with the lower one is typed first: with the other order two
    keys that change places could make another hand. `natural_ends`: None where the pack is silent about it."""
    digit_of = {winner: digit for digit, winner in winners.items()}
    order = sorted(SIDES, key=lambda side: digit_of[side])
    totals = dict(zip(order, digits, strict=False))
    if len(digits) < 2:
        known = tuple(str(totals.get(side, "")) for side in SIDES)
        return Meaning(NextDigit(Fact.TOTAL, order[len(digits)]), sides=known)
    answers, cards = list(digits[2:]), dict.fromkeys(SIDES, 0)
    meaning = _read(totals, answers, cards, game, winners, natural_ends)
    # A total with the number of cards, where it was typed; then what is no side's.
    sides = [f"{totals[side]} ({cards[side]})" if cards[side] else str(totals[side]) for side in SIDES]
    rest: Part = game.describe(Hand(meaning.hand.outcome)) if meaning.hand else " ".join(map(str, answers))
    return replace(meaning, sides=(*sides, rest))


def _read(
    totals: Mapping[str, int],
    answers: list[int],
    cards: dict[str, int],
    game: Game,
    winners: Mapping[int, str],
    natural_ends: bool | None,
) -> Meaning:
    """What follows the totals. What is typed of a third card is taken out of the answers, and put down as cards."""
    patterns = _patterns(game, totals["player"], totals["banker"])
    if not patterns:
        return Meaning(
            wrong=Said("no deal gives {player} to {banker}", player=totals["player"], banker=totals["banker"])
        )
    while side := _asked(game, patterns):
        if not answers:
            return Meaning(NextDigit(Fact.THIRD, side))
        held = THIRD.get(answers[0])
        patterns = {pattern: result for pattern, result in patterns.items() if pattern[SIDES.index(side)] == held}
        if not held or not patterns:
            return Meaning(wrong=Said("{side}'s third card? 0 no, 3 yes", side=game.named(side)))
        cards[side] = held
        del answers[0]
    two = pairs(dict.fromkeys(SIDES, (0, PAIR, PERFECT)), answers, game)
    if isinstance(two, Meaning):
        return two
    result = next(iter(patterns.values()))._replace(player_two=two.player, banker_two=two.banker)
    if not answers[two.used :]:
        return Meaning(NextDigit(Fact.WINNER))
    winner, *surplus = answers[two.used :]
    made = replace(game.dealt(result), totals=f"{result.player}{result.banker}")
    if natural_ends is None and not surplus and winners.get(winner) in SIDES:
        other = decided(made, Outcome[winners[winner].upper()], game)
        if contested(other):
            return Meaning(hand=other, breaks=(BOTH_WIN,))
    if wrong := _wrong(game, result, winners.get(winner), surplus):
        return Meaning(wrong=wrong)
    return Meaning(hand=made)


@lru_cache(maxsize=256)
def _patterns(game: Game, player: int, banker: int) -> Patterns:
    """The numbers of cards with which these totals come, each with the result that it makes, likeliest first."""
    results = [result for result in game.results if (result.player, result.banker) == (player, banker)]
    results.sort(key=lambda result: -game.results[result])
    return {(r.player_cards, r.banker_cards): Result(*r[:4]) for r in reversed(results)}


def _asked(game: Game, patterns: Patterns) -> str:
    """Whose third card has to be known for the marks; "" where nothing has to be."""
    shown = {held: game.shown(result) for held, result in patterns.items()}
    if len(set(shown.values())) == 1:
        return ""

    def left(at: int) -> int:
        """How much stays open once this side is known."""
        return sum(len({marks for held, marks in shown.items() if held[at] == cards}) - 1 for cards in (2, 3))

    useful = [at for at in (0, 1) if len({held[at] for held in patterns}) > 1]
    return SIDES[min(useful, key=left)]


def _wrong(game: Game, result: Result, winner: str | None, surplus: Sequence[int]) -> Said:
    if winner is None:
        return Said("the winner comes last")
    if winner != result.winner:
        return Said(
            "{player} to {banker} is {winner}, not {other}",
            player=result.player,
            banker=result.banker,
            winner=game.named(result.winner),
            other=game.named(winner),
        )
    return Said("one digit too many" if surplus else "")
