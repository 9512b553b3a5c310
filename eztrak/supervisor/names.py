"""What is counted over shoes of one game or of several, and what people call it."""

from collections.abc import Iterable

from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game


def called(id: str, games: Iterable[Game], language: str = "en") -> str:
    """The name of a count; each of its names, where games call it differently."""
    return " / ".join(dict.fromkeys(game.says(id, language) for game in games if id in game.counted)) or id


def named(id: str, games: Iterable[Game], words: Words) -> str:
    """A count in the language of the room, or in its two."""
    all_games = list(games)
    return " ".join(dict.fromkeys(called(id, all_games, language) for language in words.languages[:2]))


def titles(games: Iterable[Game]) -> list[str]:
    """What the games are called, each once: a file that changed since may have kept its title."""
    return list(dict.fromkeys(game.name() for game in games))


def bonuses(games: Iterable[Game]) -> tuple[str, ...]:
    """The wagers beside the three main ones that have a count: what goes wrong at a table shows in them first."""
    return tuple(dict.fromkeys(id for game in games for id in game.tiles if id in game.spots and id not in WINNERS))
