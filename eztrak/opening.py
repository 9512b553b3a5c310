"""The first picture of a start, in the instant in which there is a window: the table's name, and that its board starts.

Behind it the house is imported, which takes longer than all that is done here. So this imports next to nothing, and
takes from the config only what it finds there without a look at the rest: a config that cannot be used is said later,
by the start.
"""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from eztrak.display.lettering import BOLD, face_for, lines, missing
from eztrak.display.roles import Role, least
from eztrak.display.scene import Bar, Node, Scene, Text
from eztrak.display.theme import Theme, theme
from eztrak.shipped import asset

STARTING = "The board is starting."
UNITS = 1080.0  # of the shorter side
NAME, LEADING = 120.0, 1.6


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
    colours = _theme(str(shown.get("theme", "classic")), config)
    nodes: list[Node] = [Bar(0, 0, wide, high, colours.felt, 0, colours.felt_deep)]
    languages, floor = _languages(shown.get("languages")), float(least(Role.PHASE))
    name, place = str(_part(plain, "table").get("name", "")), high / 2
    said = [(name, languages[0], NAME), *((_starting(language), language, floor) for language in languages)]
    for text, language, most in said:
        face = face_for(language, "bold") if missing(text, BOLD) else BOLD
        parts, cap = lines(text, most, wide - 160, floor, face)
        if cap < floor or missing(text, face):
            parts = []
        nodes += [
            Text(wide / 2, place + i * LEADING * cap, part, cap, colours.ink, face, role=Role.PHASE)
            for i, part in enumerate(parts)
            if part
        ]
        place += NAME + 30 if text == name else LEADING * floor * max(1, len(parts))
    return Scene(wide, high, (tuple(nodes[:1]), tuple(nodes[1:])), None, rotate if rotate in (90, 180, 270) else 0)


def _part(plain: dict[str, Any], name: str) -> dict[str, Any]:
    part = plain.get(name)
    return part if isinstance(part, dict) else {}


def _theme(name: str, config: Path | None) -> Theme:
    """A shipped theme, or a room's own, which is checked by the start."""
    if config and name.endswith(".toml"):
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return theme(str((config.parent / name).absolute()))
    return theme(name if name in _shipped("themes") else "classic")


def _languages(languages: object) -> list[str]:
    """One or two, the first of which the room knows best."""
    listed = languages if isinstance(languages, list) else []
    known = {"en", *_shipped("words")}
    return [one for one in listed if isinstance(one, str) and one in known][:2] or ["en"]


def _starting(language: str) -> str:
    """The sentence in the room's language. Found in its catalogue without reading all of that."""
    if language == "en":
        return STARTING
    catalogue = asset("words", f"{language}.po").read_text(encoding="utf-8")
    _, _, after = catalogue.partition(f'msgid "{STARTING}"\nmsgstr "')
    return after.partition('"')[0] or STARTING


def _shipped(folder: str) -> list[str]:
    return [path.stem for path in asset(folder).iterdir()]
