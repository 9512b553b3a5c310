"""What the strip says, in the language of the room.

The table speaks English: its refusals and questions are also what the log and the journal keep. Here a finished
sentence is recognised by the catalogue's message with {fields}, its fields are said in the language too, names of the
game as the game names them, and what no message fits stays English.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from eztrak.display.words import ENGLISH, translations
from eztrak.game.game import WINNERS, Game

_LETTER = re.compile(r"[^\W\d_]")
_FIELD = re.compile(r"\\{(\w+)\\}")
_NUMBERS = ("number", "shoe", "place", "count", "more", "points", "player", "banker", "seconds", "dealer", "supervisor")
_JOINTS = ("; ", ", ", " or ", " and ")  # between complaints, the words that describe a hand, and the last of some


@lru_cache(maxsize=64)
def sentence(english: str, language: str, game: Game) -> str:
    """A sentence in a language, or as it is where its catalogue has none."""
    return _told(english, language, game) or english


def _told(english: str, language: str, game: Game) -> str | None:
    known = translations(language)
    if not known:
        return None
    if not _LETTER.search(english):
        return english  # figures are the same in every language
    if name := _names(game, language).get(english.casefold()):
        return name
    if english in known:
        return known[english]
    for pattern, translation in _patterns(language):
        if match := pattern.fullmatch(english):
            return translation.format(
                **{name: _field(name, said, language, game) for name, said in match.groupdict().items()}
            )
    for joint in _JOINTS:
        if joint in english:
            parts = [_told(part, language, game) for part in english.split(joint)]
            return None if None in parts else known[joint].join(filter(None, parts))
    return None


def _field(name: str, said: str, language: str, game: Game) -> str:
    return said if name == "cap" else sentence(said, language, game)  # what is on a cap stays as the cap has it


@lru_cache(maxsize=32)
def _names(game: Game, language: str) -> Mapping[str, str]:
    """From the names that the table uses to those in a language."""
    ids = (*game.marks, *game.spots, *WINNERS)
    return {game.says(id).casefold(): game.says(id, language) for id in ids} | {
        game.name().casefold(): game.name(language)
    }


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages with fields, those with the most words of their own first: they say the most about a sentence."""
    ours = ENGLISH.values()  # what the board says by itself is no sentence of the table's
    with_fields = [(text, said) for text, said in translations(language).items() if "{" in text and text not in ours]
    with_fields.sort(key=lambda message: len(re.sub(r"{\w+}", "", message[0])), reverse=True)
    return [(re.compile(_FIELD.sub(_group, re.escape(text))), said) for text, said in with_fields]


def _group(field: re.Match[str]) -> str:
    anything = "[0-9]+" if field[1] in _NUMBERS else ".+" if field[1] == "breaks" else "[^;]+"
    return f"(?P<{field[1]}>{anything})"
