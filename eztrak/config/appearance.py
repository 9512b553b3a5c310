"""What the board is to look like, from the files that [display] names: theme, layout, the room's own pictures."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.paths import is_file, is_folder
from eztrak.config.files import find, read, under
from eztrak.config.model import DisplayOptions
from eztrak.options import at, by_name, option
from eztrak.shipped import asset
from eztrak.voice.said import Said, Spoken

PANELS = ("counts", "winner", "bead", "previous", "big", "derived")  # what a layout file can size or leave out
THEMES = tuple(sorted(path.stem for path in asset("themes").glob("*.toml")))
COLOURS = tuple(tomllib.loads(asset("themes", "classic.toml").read_text(encoding="utf-8")))
PATTERNS = tuple(sorted(path.stem.removeprefix("pattern-") for path in asset("pictures").glob("pattern-*.svg")))
DRAWINGS = tuple(sorted(path.stem for path in asset("pictures").glob("*.svg") if not path.stem.endswith("-mark")))
A_COLOUR = Said('a color such as "#0d2b24"')
PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp")


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None


@dataclass(frozen=True, slots=True)
class ThemeFile:
    based_on: str = option("classic", choices=THEMES)
    colours: tuple[tuple[str, str], ...] = by_name(
        str,
        names=COLOURS,
        fits=_is_colour,
        needs=A_COLOUR,
    )
    pattern: str = option("none", choices=("none", *PATTERNS))  # woven into the felt …
    weave: str = option("#000000", fits=_is_colour, needs=A_COLOUR)  # … in this colour
    drawings: tuple[str, ...] = option((), forms=DRAWINGS, most_items=2)  # of a closed table; none: the game's
    tint: str = option("#ffffff", fits=_is_colour, needs=A_COLOUR)  # what is left of their colours


@dataclass(frozen=True, slots=True)
class LayoutFile:
    sizes: tuple[tuple[str, float], ...] = by_name(float, names=PANELS, least=0, most=8)


@dataclass(frozen=True, slots=True)
class Appearance:
    theme: str = "classic"  # a shipped theme's name, or the path of the room's own
    layout: tuple[tuple[str, float], ...] = ()
    logo: str = ""
    background: str = ""
    pictures: tuple[str, ...] = ()


def appearance_of(display: DisplayOptions, beside: Path, faults: list[Spoken]) -> Appearance:
    """What the files say. Faults are added to the list; what is faulty is as if it were not there."""
    return Appearance(
        theme=_theme(display.theme, beside, faults),
        layout=_layout(display.layout, beside, faults),
        logo=_picture("logo", display.logo, beside, faults),
        background=_picture("background", display.background, beside, faults),
        pictures=_folder(display.pictures, beside, faults),
    )


def _theme(name: str, beside: Path, faults: list[Spoken]) -> str:
    if name not in THEMES:
        with under(f"display.theme = {name!r}", faults):
            path = find("themes", name, beside).absolute()
            read(ThemeFile, path)
            name = str(path)
    return name


def _layout(name: str, beside: Path, faults: list[Spoken]) -> tuple[tuple[str, float], ...]:
    layout = LayoutFile()
    with under(f"display.layout = {name!r}", faults):
        layout = read(LayoutFile, find("layouts", name, beside))
    return layout.sizes


def _picture(option: str, name: str, beside: Path, faults: list[Spoken]) -> str:
    return picture_of(f"display.{option} = {name!r}", name, beside, faults) if name else ""


def picture_of(key: str, name: str, beside: Path, faults: list[Spoken]) -> str:
    """The whole path of a room's own picture."""
    path = Path()
    with under(key, faults):
        path = (beside / Path(name).expanduser()).absolute()
        if path.suffix.lower() not in PICTURES:
            faults.append(at(key, Said("must be a picture ({kinds})", kinds=", ".join(PICTURES))))
        elif not is_file(path):
            faults.append(at(key, Said("there is no file {path}", path=path)))
        else:
            path.open("rb").close()
    return str(path)


def _folder(name: str, beside: Path, faults: list[Spoken]) -> tuple[str, ...]:
    if not name:
        return ()
    with under(key := f"display.pictures = {name!r}", faults):
        path = (beside / Path(name).expanduser()).absolute()
        if is_folder(path):
            return tuple(str(file) for file in sorted(path.iterdir()) if file.suffix.lower() in PICTURES)
        faults.append(at(key, Said("there is no folder {path}", path=path)))
    return ()
