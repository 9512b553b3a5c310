"""The first picture of a start, in the instant in which there is a window: the table's name, and that its board starts.

Behind it the house is imported, which takes longer than all that is done here. So this imports next to nothing, and
takes from the config only what it finds there without a look at the rest: a config that cannot be used is said later,
by the start.
"""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from eztrak.display.lettering import BOLD, face_for, fit, missing
from eztrak.display.roles import Role, least
from eztrak.display.scene import Bar, Node, Scene, Text
from eztrak.display.theme import Theme, theme
from eztrak.shipped import asset

STARTING = "The board is starting."
UNITS = 1080.0  # of the shorter side
NAME = 120.0


def opening(config: Path | None, width: int, height: int) -> Scene:
    """For a screen of that many pixels. Raises nothing: what cannot be read is left out."""
    plain: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        if config and config.is_file():  # a pipe can be read only once
            plain = tomllib.loads(config.read_text(encoding="utf-8"))
    shown = _part(plain, "display")
    rotate = shown.get("rotate", 0)
    if rotate in (90, 270):
        width, height = height, width
    short = min(width, height)
    wide, high = UNITS * width / short, UNITS * height / short
    colours = _theme(str(shown.get("theme", "classic")))
    nodes: list[Node] = [Bar(0, 0, wide, high, colours.felt, 0, colours.felt_deep)]
    language = _language(shown.get("languages"))
    name, said = str(_part(plain, "table").get("name", "")), _starting(language)
    place = high / 2
    for text, cap in ((name, NAME), (said, least(Role.PHASE))):
        face = face_for(language, "bold") if missing(text, BOLD) else BOLD
        if text and not missing(text, face):
            nodes.append(
                Text(wide / 2, place, text, fit(text, cap, wide - 160, face), colours.ink, face, role=Role.PHASE)
            )
        place += NAME + 30
    return Scene(wide, high, (tuple(nodes[:1]), tuple(nodes[1:])), None, rotate if rotate in (90, 180, 270) else 0)


def _part(plain: dict[str, Any], name: str) -> dict[str, Any]:
    part = plain.get(name)
    return part if isinstance(part, dict) else {}


def _theme(name: str) -> Theme:
    """A shipped theme; a room's own is read and checked by the start."""
    return theme(name if name in _shipped("themes") else "classic")


def _language(languages: object) -> str:
    first = languages[0] if isinstance(languages, list) and languages else "en"
    return first if isinstance(first, str) and first in _shipped("words") else "en"


def _starting(language: str) -> str:
    """The sentence in the room's language. Found in its catalogue without reading all of that."""
    if language == "en":
        return STARTING
    catalogue = asset("words", f"{language}.po").read_text(encoding="utf-8")
    _, _, after = catalogue.partition(f'msgid "{STARTING}"\nmsgstr "')
    return after.partition('"')[0] or STARTING


def _shipped(folder: str) -> list[str]:
    return [path.stem for path in asset(folder).iterdir()]
