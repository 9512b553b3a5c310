"""What is counted over shoes of one game or of several, and what people call it."""

from collections.abc import Iterable
from dataclasses import dataclass

from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game, Named
from eztrak.game.hand import Hand
from eztrak.voice.said import All, Said, Spoken, Voice
from eztrak.voice.voices import voice


@dataclass(frozen=True, slots=True)
class Called(Spoken):
    """The name of a count; each of its names, where games call it differently."""

    names: tuple[Named, ...]

    def words(self, voice: Voice) -> str:
        return " / ".join(dict.fromkeys(name.words(voice) for name in self.names))


def called(id: str, games: Iterable[Game]) -> Called:
    return Called(tuple(game.named(id) for game in games if id in game.counted))


def both(said: Spoken, words: Words) -> str:
    """In the language of the report, or in its two."""
    return " ".join(dict.fromkeys(said.words(voice(language)) for language in words.languages))


def paid(game: Game, hand: Hand) -> All:
    """What the wagers on a hand win, the best first, and which are given back: all others lose. Nothing of one that is
    void, or had no bets."""
    if hand.voided or hand.free:
        return All(())
    won = [
        Said("{wager} pays {odds}", wager=game.named(spot), odds=f"{odds} −{less}%" if less else odds)
        for spot, odds in game.wins(hand).items()
        for less in [game.spots[spot].commission]
    ]
    back = [Said("{wager} is given back", wager=game.named(spot)) for spot in game.pushes(hand)]
    return All((*won, *back), ", ")


def titles(games: Iterable[Game], language: str = "en") -> list[str]:
    """What the games are called, each once: a file that changed since may have kept its title."""
    return list(dict.fromkeys(game.name(language) for game in games))


def bonuses(games: Iterable[Game]) -> tuple[str, ...]:
    """The wagers beside the three main ones that have a count: what goes wrong at a table shows in them first."""
    return tuple(dict.fromkeys(id for game in games for id in game.tiles if id in game.spots and id not in WINNERS))
