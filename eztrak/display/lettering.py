"""How wide a text is, without drawing it. The measures of each face ship with the fonts."""

import json
import re
from functools import cache, lru_cache
from typing import Any

from eztrak.shipped import asset

_PIECE = re.compile(r"[\u2e80-\u9fff][\u3000-\u303f\uff00-\uffef]*\s*|[^\s\u2e80-\u9fff]+\s*")
BOLD, MEDIUM = "latin-bold", "latin-medium"


@cache
def face_for(language: str, weight: str) -> str:
    """The face of a language: ideographs and hangul have their own, with the shapes that its readers learnt."""
    own = f"{language}-{weight}"
    return own if own in faces() else f"latin-{weight}"


@cache
def faces() -> dict[str, Any]:
    """Each face's file, the height of its capitals and the widths of its characters, in parts of the em."""
    loaded: dict[str, Any] = json.loads(asset("fonts", "metrics.json").read_text(encoding="utf-8"))
    return loaded


def missing(text: str, face: str) -> str:
    """The letters of a text that a face does not have."""
    return "".join(letter for letter in dict.fromkeys(text) if letter not in faces()[face]["widths"])


@lru_cache(maxsize=1024)
def width(text: str, cap: float, face: str = BOLD) -> float:
    """The width of a text whose capitals are `cap` high."""
    measures = faces()[face]
    widths: dict[str, float] = measures["widths"]
    total: float = sum(widths.get(letter, 0.6) for letter in text)
    return total * cap / float(measures["cap"])


def unbroken(text: str) -> list[str]:
    """What a line may be broken between: words with the space after them, and single characters of a script without
    spaces, each with the punctuation that may not begin a line.
    """
    return _PIECE.findall(text)


def lines(text: str, cap: float, space: float, least: float, face: str = BOLD) -> tuple[list[str], float]:
    """A text in one line, or in two where one would be smaller than `least`; and the cap height at which they fit."""
    alone = fit(text, cap, space, face)
    words = unbroken(text)
    if alone >= least or len(words) == 1:
        return [text], alone
    splits = [("".join(words[:i]).rstrip(), "".join(words[i:])) for i in range(1, len(words))]
    two = min(splits, key=lambda split: max(width(part, cap, face) for part in split))
    return list(two), min(fit(part, cap, space, face) for part in two)


def fit(text: str, cap: float, space: float, face: str = BOLD) -> float:
    """The cap height at which a text fits into the space that it has: `cap`, or less where it must be."""
    needed = width(text, cap, face)
    return cap if needed <= space else cap * space / needed
