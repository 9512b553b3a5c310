"""What the strip says, in the language of the room.

The table speaks English: its refusals and questions are also what the log and the journal keep. Here a finished
sentence is recognised by the catalogue's message with {fields}, its fields are said in the language too, and what no
message fits stays English.
"""

import re
from functools import cache, lru_cache

from eztrak.display.words import translations

_FIELD = re.compile(r"\\{(\w+)\\}")
_NUMBERS = ("number", "count", "points", "place", "seconds", "dealer", "supervisor", "pays", "stake")
_JOINTS = ("; ", ", ")  # between complaints, and between the words that describe a hand


@lru_cache(maxsize=64)
def sentence(english: str, language: str) -> str:
    """A sentence in a language, or as it is where its catalogue has none."""
    return _told(english, language) or english


def _told(english: str, language: str) -> str | None:
    known = translations(language)
    if not known:
        return None
    for text in (english, english.upper()):  # Banker in a sentence is BANKER on the board
        if text in known:
            return known[text]
    for pattern, translation in _patterns(language):
        if match := pattern.fullmatch(english):
            return translation.format(
                **{name: _field(name, said, language) for name, said in match.groupdict().items()}
            )
    for joint in _JOINTS:
        if joint in english:
            parts = [_told(part, language) for part in english.split(joint)]
            return None if None in parts else known[joint].join(filter(None, parts))
    return None


def _field(name: str, said: str, language: str) -> str:
    return said if name == "cap" else sentence(said, language)  # what is on a cap stays as the cap has it


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages with fields, those with the most words of their own first: they say the most about a sentence."""
    with_fields = [(text, said) for text, said in translations(language).items() if "{" in text]
    with_fields.sort(key=lambda message: len(re.sub(r"{\w+}", "", message[0])), reverse=True)
    return [(re.compile(_FIELD.sub(_group, re.escape(text))), said) for text, said in with_fields]


def _group(field: re.Match[str]) -> str:
    anything = "[0-9]+" if field[1] in _NUMBERS else ".+" if field[1] == "breaks" else "[^;]+"
    return f"(?P<{field[1]}>{anything})"
