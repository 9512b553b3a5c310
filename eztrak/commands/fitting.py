"""Whether a game can be dealt at a table: caps for its marks, letters for its names, chimes that it asks for."""

from collections.abc import Mapping
from dataclasses import replace

from eztrak.display.chimes import unheard
from eztrak.display.lettering import missing
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.wager import Wager
from eztrak.keypad.keymap import Keymap, too_few
from eztrak.options import at
from eztrak.voice.said import LANGUAGES, Said, Spoken


def unfit(game: Game, keymap: Keymap) -> list[Spoken]:
    """What keeps a game that is fine by itself from being dealt here."""
    texts = [game.name(), *(text for wager in game.used for text in (wager.name(), wager.means.get("en", "")))]
    letters = [at(repr(text), no_letters(lack)) for text in texts if (lack := lacking(text))]
    return [*too_few(keymap, game), *unheard(game), *letters]


def no_letters(letters: str) -> Said:
    return Said("the board's fonts have no {letters}", letters=letters)


def lettered(game: Game) -> tuple[Game, list[str]]:
    """The game without the texts that the fonts of the board cannot write, and these in words.

    English stands in their place: it is better than boxes.
    """
    left_out: list[str] = []

    def legible(where: str, texts: Mapping[str, str]) -> dict[str, str]:
        for language, text in texts.items():
            if language != "en" and (lack := lacking(text)):
                left_out.append(f"{where}.{language} = {text!r}: {no_letters(lack)}; English is shown instead")
        return {language: text for language, text in texts.items() if language == "en" or not lacking(text)}

    def spoken(wager: Wager) -> Wager:
        names, short, means = (legible(f"{wager.id}.{key}", getattr(wager, key)) for key in ("names", "short", "means"))
        return replace(wager, names=names, short=short, means=means)

    library = {wager.id: spoken(wager) for wager in game.used}
    title = legible("title", game.title)
    if not left_out:
        return game, []
    wagers, counts = (tuple(library[wager.id] for wager in listed) for listed in (game.wagers, game.counts))
    return Game(game.id, title, wagers, counts, game.tableau, library), left_out


def lacking(text: str) -> str:
    """The letters of a text that no face of the board has together with the others."""
    return " ".join(missing(text, Words(tuple(LANGUAGES)).face_of(text)))
