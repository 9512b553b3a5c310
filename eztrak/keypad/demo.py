"""The demo's dealer, who plays alone: honest hands from a shuffled shoe, dealt by the tableau, then typed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from eztrak.game.hand import Hand
from eztrak.game.tableau import deal
from eztrak.keypad.keymap import Keymap
from eztrak.table.action import Action

CUT_CARD = 14  # cards behind the cut card; the hand in which it comes up is the shoe's last


def shoe(random: Random, decks: int = 8, panda8: bool = True) -> Iterator[Hand]:
    """The hands of one shuffled shoe. `panda8`: whether the profile has that wager."""
    cards = [min(rank, 10) for rank in range(1, 14)] * 4 * decks
    random.shuffle(cards)
    first = cards.pop()
    del cards[-first:]  # as many as the first card says are burned
    while len(cards) > CUT_CARD:
        hand = deal(lambda: cards.pop() % 10).hand
        yield replace(hand, panda8=hand.panda8 and panda8)


def keys(
    random: Random, keymap: Keymap, decks: int, pause: float, timer: bool, panda8: bool = True
) -> Iterator[str | float]:
    """The keys that a dealer presses for shoe after shoe, with `pause` seconds to a hand."""

    def cap(action: Action) -> str:
        return keymap.cap_for(action)

    while True:
        for hand in shoe(random, decks, panda8):
            if timer:
                yield cap(Action.TIMER)
            yield pause * 0.6
            if timer:
                yield cap(Action.TIMER)
            yield pause * 0.3
            for toggle in sorted(hand.toggles):
                yield cap(Action(toggle.value))
                yield pause * 0.05
            yield cap(Action.COMMIT)
        yield pause * 2
        yield cap(Action.NEW_SHOE)
        yield pause * 0.3
        yield cap(Action.COMMIT)
