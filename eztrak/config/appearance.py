"""What the board is to look like, from the files that [display] names: theme, layout, the room's own pictures."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.paths import is_file, is_folder
from eztrak.config.files import ConfigError, find, read_toml
from eztrak.config.model import DisplayOptions
from eztrak.shipped import asset

PANELS = ("counts", "winner", "bead", "previous", "big", "derived")
LARGEST = 8
PICTURES = (".png", ".svg", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True, slots=True)
class Appearance:
    theme: str = "classic"  # a shipped theme's name, or the path of the room's own
    layout: tuple[tuple[str, float], ...] = ()
    logo: str = ""
    background: str = ""
    pictures: tuple[str, ...] = ()


def appearance_of(display: DisplayOptions, beside: Path, faults: list[str]) -> Appearance:
    """What the files say. Faults are added to the list; what is faulty is as if it were not there."""
    return Appearance(
        theme=_theme(display.theme, beside, faults),
        layout=_layout(display.layout, beside, faults),
        logo=_picture("logo", display.logo, beside, faults),
        background=_picture("background", display.background, beside, faults),
        pictures=_folder(display.pictures, beside, faults),
    )


def _theme(name: str, beside: Path, faults: list[str]) -> str:
    shipped = sorted(path.stem for path in asset("themes").glob("*.toml"))
    if name in shipped:
        return name
    key = f"display.theme = {name!r}"
    if not name.endswith(".toml"):
        known = ", ".join(shipped)
        faults.append(f"{key}: is not known; shipped are {known}; or give the path of a .toml file")
        return "classic"
    try:
        path = (beside / Path(name).expanduser()).absolute()
        plain = read_toml(path)
    except RuntimeError as fault:
        faults.append(_closed(key, fault))
        return "classic"
    except ConfigError as error:
        faults += [f"{key}: {error.path}: {fault}" for fault in error.faults]
        return "classic"
    base = plain.pop("based_on", "classic")
    if base not in shipped:
        faults.append(f"{key}: based_on = {base!r}: one of {', '.join(shipped)} is needed")
    known_colours = tomllib.loads(asset("themes", "classic.toml").read_text(encoding="utf-8"))
    for colour, value in plain.items():
        if colour not in known_colours:
            faults.append(f"{key}: {colour}: there is no such colour; there are {', '.join(known_colours)}")
        elif not isinstance(value, str) or not re.fullmatch("#[0-9a-fA-F]{6}", value):
            faults.append(f'{key}: {colour} = {value!r}: a colour such as "#0d2b24" is needed')
    return str(path)


def _layout(name: str, beside: Path, faults: list[str]) -> tuple[tuple[str, float], ...]:
    key = f"display.layout = {name!r}"
    try:
        plain = read_toml(find("layouts", name, beside))
    except ConfigError as error:
        faults += [f"{key}: {fault}" for fault in error.faults]
        return ()
    sizes: list[tuple[str, float]] = []
    for panel, size in plain.items():
        if panel not in PANELS:
            faults.append(f"{key}: {panel}: there is no such panel; a layout sizes {', '.join(PANELS)}")
        elif isinstance(size, bool) or not isinstance(size, int | float) or not 0 <= size <= LARGEST:
            faults.append(f"{key}: {panel} = {size!r}: a number from 0 (left out) to {LARGEST} is needed; 1 is usual")
        else:
            sizes.append((panel, float(size)))
    return tuple(sizes)


def _picture(option: str, name: str, beside: Path, faults: list[str]) -> str:
    return picture_of(f"display.{option} = {name!r}", name, beside, faults) if name else ""


def picture_of(key: str, name: str, beside: Path, faults: list[str]) -> str:
    """The whole path of a room's own picture."""
    try:
        path = (beside / Path(name).expanduser()).absolute()
        if path.suffix.lower() not in PICTURES:
            faults.append(f"{key}: a picture ({', '.join(PICTURES)}) is needed")
        elif not is_file(path):
            faults.append(f"{key}: there is no file {path}")
        else:
            path.open("rb").close()
    except (OSError, RuntimeError) as fault:
        faults.append(_closed(key, fault))
        return ""
    return str(path)


def _closed(key: str, fault: OSError | RuntimeError) -> str:
    hint = "; the board's user reads neither homes nor closed folders" if isinstance(fault, PermissionError) else ""
    return f"{key}: cannot be read: {getattr(fault, 'strerror', None) or fault}{hint}"


def _folder(name: str, beside: Path, faults: list[str]) -> tuple[str, ...]:
    if not name:
        return ()
    key = f"display.pictures = {name!r}"
    try:
        path = (beside / Path(name).expanduser()).absolute()
        if not is_folder(path):
            faults.append(f"{key}: there is no folder {path}")
            return ()
        return tuple(str(file) for file in sorted(path.iterdir()) if file.suffix.lower() in PICTURES)
    except (OSError, RuntimeError) as fault:
        faults.append(_closed(key, fault))
        return ()
