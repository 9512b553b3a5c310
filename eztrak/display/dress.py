"""What a theme wears beside its colours: a pattern woven into the felt, and drawings of its own for a closed table."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from eztrak.display.scene import Colour, Node, Picture
from eztrak.shipped import asset

TILE = 240.0  # units of a pattern's side


class Dress(NamedTuple):
    pattern: str = ""  # the name of a drawing whose edges meet
    weave: Colour = (0, 0, 0)  # all of it is of this colour
    drawings: tuple[str, ...] = ()
    tint: Colour | None = None  # what is left of the drawings' colours


@cache
def dress(theme: str) -> Dress:
    plain = _read(theme)
    pattern, weave = str(plain.get("pattern", "none")), str(plain.get("weave", "#000000"))
    drawings = plain.get("drawings", ())
    return Dress(
        pattern if pattern != "none" else "",
        _colour(weave),
        tuple(drawings) if isinstance(drawings, list) else (),
        _colour(str(plain["tint"])) if "tint" in plain else None,
    )


def woven(worn: Dress, x: float, y: float, width: float, height: float) -> list[Node]:
    """The pattern over a felt, tile by tile: the same small picture again and again."""
    if not worn.pattern:
        return []
    return [
        Picture(x + col * TILE, y + row * TILE, TILE, TILE, f"pattern-{worn.pattern}", worn.weave)
        for row in range(int(height / TILE) + 1)
        for col in range(int(width / TILE) + 1)
    ]


def _read(theme: str) -> dict[str, object]:
    own = theme.endswith(".toml")
    path = Path(theme) if own else asset("themes", f"{theme}.toml")
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return _read(plain.get("based_on", "classic")) | plain if own else plain


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
