"""The demo's dealer, who plays alone: honest hands from a shuffled shoe, dealt by the game's tableau, then typed."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.result import PAIR, PERFECT, Result
from eztrak.game.tableau import deal, points
from eztrak.keypad.keymap import Keys
from eztrak.table.action import Action

CUT_CARD = 14  # cards behind the cut card; the hand in which it comes up is the shoe's last
ANSWER = 2.0  # seconds, at the most, until a question is answered: it does not wait for ever
RANKS, SUITS = range(1, 14), "CDHS"

Card: TypeAlias = tuple[int, str]  # rank and suit


def shoe(random: Random, game: Game, decks: int = 8) -> Iterator[Hand]:
    """The hands of one shuffled shoe."""
    cards = list(product(RANKS, SUITS)) * decks
    random.shuffle(cards)
    first, _ = cards.pop()
    del cards[-min(first, 10) :]  # as many as the first card says are burned
    while len(cards) > CUT_CARD:
        yield game.dealt(_result(*deal(game.tableau, cards.pop, _value), game))


def keys(random: Random, caps: Keys, game: Game, decks: int, pause: float, timer: bool) -> Iterator[str | float]:
    """The keys that a dealer presses for shoe after shoe, with `pause` seconds to a hand."""
    menu = caps.cap_for(Action.MENU)
    new_shoe = caps.cap_for(Action.NEW_SHOE)
    while True:
        for hand in shoe(random, game, decks):
            if timer:
                yield caps.cap_for(Action.TIMER)
            yield pause * 0.6
            if timer:
                yield caps.cap_for(Action.TIMER)
            yield pause * 0.3
            for cap in caps.typed(hand, game):
                yield pause * 0.03
                yield cap
        yield pause * 2
        yield from (new_shoe,) if new_shoe else (menu, menu, "1")  # a keymap need not have a key for it
        yield min(pause * 0.3, ANSWER)
        yield menu
        yield caps.cap_for(Action.COMMIT)


def _value(card: Card) -> int:
    return min(card[0], 10) % 10


def _result(player: Sequence[Card], banker: Sequence[Card], game: Game) -> Result:
    mine, theirs = points(map(_value, player)), points(map(_value, banker))
    ended = Result(mine, theirs, len(player), len(banker))
    exact = ended._replace(player_two=_two(*player[:2]), banker_two=_two(*banker[:2]))
    return exact if exact in game.results else ended  # pairs are nothing to most games


def _two(a: Card, b: Card) -> int:
    return PERFECT if a == b else PAIR if a[0] == b[0] else 0
