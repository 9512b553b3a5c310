"""Shoes of any game, dealt from an endless shoe: what a room's tables record in an evening."""

from random import Random

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c


def dealt(game: Game, hands: int, seed: int = 1) -> list[Hand]:
    """So many hands as they come, after one of each kind that can come."""
    deal = Random(seed)
    kinds = [game.dealt(result) for result in game.sets.values()]
    results = deal.choices(list(game.results), list(game.results.values()), k=max(0, hands - len(kinds)))
    mixed = [*kinds[:hands], *map(game.dealt, results)]
    deal.shuffle(mixed)
    return mixed


def shoe(game: Game, hands: int, seed: int = 1) -> list[c.Command]:
    return [c.NewShoe(), *map(c.RecordHand, dealt(game, hands, seed))]
