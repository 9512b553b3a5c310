"""Said: whatever the unit says to people, as a value: a sentence with named places, and what stands in them.

The sentence is English, as a floor supervisor says it, and is its own key: a catalogue has the same sentence in another
language, with the same places. Nobody else makes words. Whoever has something to say makes a `Said` and hands it on;
whoever shows it asks for its `words` in a voice, and `str` of it is English, for the log and the terminal.

    Said("shoe {shoe} has no hand {hand}", shoe=3, hand=90)
    Said("end shoe {shoe} after {count:hand|hands}?", shoe=3, count=1)      # after 1 hand, after 2 hands
    Said("{count:,} rows", count=12345)                                     # 12,345 rows
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Protocol, Self, TypeAlias

LANGUAGES = {"en": "English", "zh_TW": "繁體中文", "zh_CN": "简体中文", "vi": "Tiếng Việt", "ko": "한국어"}
PLACE = re.compile(r"{(\w+)(?::(,|[^{}|]*\|[^{}|]*))?}")


@dataclass(frozen=True, slots=True)
class Voice:
    """A language, and what its catalogue has for an English sentence or word."""

    language: str = "en"
    messages: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def word(self, english: str) -> str:
        return self.messages.get(english, english)


ENGLISH = Voice()


class Spoken(Protocol):
    """What has words in every language, and is English as a text."""

    __slots__ = ()

    def words(self, voice: Voice, /) -> str: ...

    def __str__(self) -> str:
        return self.words(ENGLISH)


# What may stand in a place. A text stays as it is: a name, a path, a key's cap, what another program said.
Part: TypeAlias = int | str | PurePath | Spoken


@dataclass(frozen=True, slots=True, init=False)
class Said(Spoken):
    text: str
    parts: tuple[tuple[str, Part], ...]

    def __init__(self, text: str = "", /, **parts: Part) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "parts", tuple(sorted(parts.items())))  # in any order it is the same

    def __bool__(self) -> bool:
        return bool(self.text)

    def words(self, voice: Voice) -> str:
        return filled(voice.word(self.text), dict(self.parts), voice)


NOTHING = Said()


@dataclass(frozen=True, slots=True)
class All(Spoken):
    """Several things that are said one after the other."""

    parts: tuple[Part, ...]
    joint: str = "; "
    last: str = ""  # the joint before the last one, where it is another

    def __bool__(self) -> bool:
        return bool(self.parts)

    def words(self, voice: Voice) -> str:
        *before, last = [_words(part, voice) for part in self.parts] or [""]
        joint = voice.word(self.joint)
        return voice.word(self.last or self.joint).join([joint.join(before), last] if before else [last])


@dataclass(frozen=True, slots=True)
class Phrase(Spoken):
    """English words that a record has: in the words of a language where its catalogue knows them, else as they are."""

    text: str

    def words(self, voice: Voice) -> str:
        return voice.word(self.text)


@dataclass(frozen=True, slots=True)
class Cut(Spoken):
    """The beginning of what is said, where there is no room for more than so many characters."""

    what: Part
    most: int

    def words(self, voice: Voice) -> str:
        words = _words(self.what, voice)
        return words if len(words) <= self.most else f"{words[: self.most - 1]}…"


class SaidError(Exception):
    """A fault that says in words what is wrong."""

    def __init__(self, text: str = "", /, **parts: Part) -> None:
        self.said = Said(text, **parts)
        super().__init__(self.said)

    @classmethod
    def of(cls, said: Said) -> Self:
        """The fault that says what was said elsewhere."""
        return cls(said.text, **dict(said.parts))

    def words(self, voice: Voice) -> str:
        return self.said.words(voice)

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process."""
        return type(self).of, (self.said,)


class WrongValueError(SaidError, ValueError):
    """A value that no record of ours can have, in words; whoever reads what may be damaged catches it as any other."""


def listed(parts: Iterable[Part]) -> All:
    """Several things of a kind: "Player, Banker and Tie"."""
    return All(tuple(parts), ", ", " and ")


def filled(text: str, parts: Mapping[str, Part], voice: Voice) -> str:
    """A sentence with all in its places."""
    return PLACE.sub(lambda place: _placed(parts[place[1]], place[2] or "", voice), text)


def _placed(part: Part, form: str, voice: Voice) -> str:
    if not form or not isinstance(part, int):
        return _words(part, voice)
    one, _, many = form.partition("|")
    return f"{part:,}" if form == "," else f"{part:,} {one if part == 1 else many}"


def _words(part: Part, voice: Voice) -> str:
    return str(part) if isinstance(part, int | str | PurePath) else part.words(voice)
