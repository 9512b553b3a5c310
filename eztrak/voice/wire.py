"""What is said, on its way between two programs of ours, or kept in a record: plain JSON, to be said in any language by
whoever shows it.
"""

from collections import Counter
from typing import Any

from eztrak.voice.said import PLACE, All, Part, Phrase, Said, SaidError

_LONGEST = 2000  # characters of a text in a record: what others say may have no end
_DEEPEST = 20  # sentences in a sentence


def plain(said: Part) -> Any:
    """A sentence and its places as a list, names and figures as they are; what is none of these in English."""
    match said:
        case Said():
            return [said.text, {name: plain(part) for name, part in said.parts}]
        case SaidError():
            return plain(said.said)
        case Phrase(text):
            return [text]
        case All(parts, joint, last):
            return [[plain(part) for part in parts], joint, last]
        case int():
            return said
        case _:
            return str(said)


def heard(said: Any) -> Said:
    """The sentence that was made plain. Raises ValueError for anything else: whoever says it runs into nothing, and
    comes to an end."""
    return _heard(said, _DEEPEST)


def as_kept(said: Part) -> Said:
    """As a record has it: made of plain values, and no longer than anybody reads."""
    return heard(_cut(plain(said if isinstance(said, Said) else Said("{what}", what=said))))


def in_words(text: str) -> Said:
    """What older records have in finished English."""
    return Said("{what}", what=Phrase(text)) if text else Said()


def _heard(said: Any, deep: int) -> Said:
    match said:
        case [str(text), dict(parts)] if deep:
            made = Said(text, **{name: _part(part, deep - 1) for name, part in parts.items()})
            used = Counter(place[1] for place in PLACE.finditer(text))
            # What stands in a place can have places itself: each one twice would double at every step.
            most = (2 if isinstance(parts.get(name), int | str) else 1 for name in used)
            if used.keys() == parts.keys() and all(map(int.__le__, used.values(), most)):
                return made
    raise ValueError(f"nothing that was said: {said!r:.80}")


def _part(said: Any, deep: int) -> Part:
    match said:
        case int() | str():
            return said
        case [str(text)]:
            return Phrase(text)
        case [list(parts), str(joint), str(last)] if deep:
            return All(tuple(_part(part, deep - 1) for part in parts), joint, last)
        case _:
            return _heard(said, deep)


def _cut(said: Any) -> Any:
    """Plain values with no text that is longer."""
    match said:
        case str() if len(said) > _LONGEST:
            return f"{said[: _LONGEST - 1]}…"
        case list():
            return [_cut(part) for part in said]
        case dict():
            return {name: _cut(part) for name, part in said.items()}
        case _:
            return said
