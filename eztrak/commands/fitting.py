"""Whether a game can be dealt at a table: caps for its marks, letters for its names, chimes that it asks for."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from eztrak.config.model import Posting
from eztrak.config.terms import terms_of
from eztrak.display.board import View, scene
from eztrak.display.chimes import unheard
from eztrak.display.layout import MARGIN, UNITS
from eztrak.display.lettering import missing
from eztrak.display.panels.bar import crowded
from eztrak.display.panels.postings import unfit as no_line
from eztrak.display.roles import least
from eztrak.display.scene import Text
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.wager import Wager
from eztrak.keypad.keymap import Keymap, too_few
from eztrak.options import at
from eztrak.table.state import TableState
from eztrak.voice.said import LANGUAGES, Said, Spoken

if TYPE_CHECKING:
    from eztrak.setup import Setup

USUAL = ((1280, 720), (1024, 768), (1080, 1920))  # boards, the smallest of their shape


def unfit(game: Game, keymap: Keymap) -> list[Spoken]:
    """What keeps a game that is fine by itself from being dealt here."""
    texts = [game.name(), *(text for wager in game.used for text in (wager.name(), wager.means.get("en", "")))]
    letters = [at(repr(text), no_letters(lack)) for text in texts if (lack := lacking(text))]
    return [*too_few(keymap, game), *unheard(game), *letters]


def unposted(postings: tuple[Posting, ...], margin: float) -> list[Spoken]:
    """Texts of the room's own that no band of a board has room for, however many turns they take. `margin`: a part of
    the shorter side."""
    faults: list[Spoken] = []
    for i, one in enumerate(postings, 1):
        key, wide = f"room.postings[{i}].text = {one.text!r}", UNITS - 2 * (MARGIN + margin * UNITS)
        if not one.text.strip():
            faults.append(at(key, Said("there is nothing to post")))
        elif no_line(one.text, Words(tuple(LANGUAGES)).face_of(one.text, "medium"), wide):
            faults.append(at(key, Said("a word is too long for a line of the board: shorten or divide it")))
    return faults


def cramped(setup: "Setup") -> list[Spoken]:
    """Limits that no board of a usual size has room for in letters that can be read from the aisle."""
    state, faults = TableState(setup.loaded.config.table.name, terms_of(setup.loaded)), dict[str, Spoken]()
    for size in USUAL:
        for layer in scene(View(state), setup.look, *size).layers:
            for node in layer:
                if isinstance(node, Text) and node.cap < least(node.role):
                    fault = Said(
                        "{text} does not fit on a board of {size}", text=node.text, size=f"{size[0]}×{size[1]}"
                    )
                    faults.setdefault(node.text, at("limits", fault))
        area = UNITS * size[0] / min(size) - 2 * (MARGIN + setup.look.margin * UNITS)
        words = Words(state.terms.languages, state.terms.game)
        if crowded(area, words, state.terms, setup.look.currency):
            text, board = (
                f"{state.terms.limit.low / 100:,.2f} – {state.terms.limit.high / 100:,.2f}",
                f"{size[0]}×{size[1]}",
            )
            faults.setdefault(
                text, at("limits", Said("{text} does not fit on a board of {size}", text=text, size=board))
            )
    return list(faults.values())


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
