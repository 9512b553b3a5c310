"""The catalogues as files: what each has, and how it is written anew when sentences come and go."""

import json
from collections.abc import Iterator

from sentences import places, sentences

from eztrak.display.words import ENGLISH as LABELS
from eztrak.shipped import asset
from eztrak.voice.catalogue import Message, messages
from eztrak.voice.said import LANGUAGES, PLACE

TRANSLATED = [language for language in LANGUAGES if language != "en"]
# What is said of a game and of several things, without a sentence of its own.
WORDS = ("free hand", "void", "push", "; ", ", ", " and ", " or ", ": ")


def text_of(language: str) -> str:
    return asset("words", f"{language}.po").read_text(encoding="utf-8")


def catalogue(language: str) -> list[Message]:
    return messages(text_of(language))


def said() -> dict[str, str]:
    """Everything that is said, and where: labels by their key first, then sentences by their letters."""
    keys = {english: key for key, english in reversed(LABELS.items())}
    keys = dict(reversed(keys.items())) | dict.fromkeys(WORDS, "")
    for one in sorted(sentences()):
        # A count has its word in the place; and where there are several places, a language has its own order.
        if len(places(one.text)) > 1 or any(map(str.isalpha, PLACE.sub(lambda place: place[2] or "", one.text))):
            keys.setdefault(one.text, one.where.partition(":")[0])
    return keys


def rewritten(language: str) -> str:
    """A catalogue with what is said now: translations stay, what is new has none yet."""
    known = {message.english: message for message in catalogue(language)}
    header = text_of(language).partition("\n\n")[0]
    return "\n\n".join([header, *("\n".join(_entry(english, key, known)) for english, key in said().items())]) + "\n"


def _entry(english: str, key: str, known: dict[str, Message]) -> Iterator[str]:
    message = known.get(english, Message(english, "", fuzzy=True))
    if key:
        yield f"#. {key}"
    if message.fuzzy:
        yield "#, fuzzy"
    yield f"msgid {json.dumps(english, ensure_ascii=False)}"
    yield f"msgstr {json.dumps(message.translation, ensure_ascii=False)}"
