"""The voice of each language, from its catalogue."""

from functools import cache

from eztrak.shipped import asset
from eztrak.voice.catalogue import messages
from eztrak.voice.said import ENGLISH, LANGUAGES, Voice


@cache
def voice(language: str) -> Voice:
    """The voice of a language; English for one that only another version speaks."""
    if language == "en" or language not in LANGUAGES:
        return ENGLISH
    text = asset("words", f"{language}.po").read_text(encoding="utf-8")
    return Voice(language, {message.english: message.translation for message in messages(text)})
