"""sight: from how far away what is on the board can be read, and which panel and layout a place needs."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from eztrak.appliance.screens import cards, with_display
from eztrak.commands.arguments import game_named, setup_of
from eztrak.commands.asked import Adder, UsageError, add_config, add_game, config_path, size
from eztrak.config.appearance import appearance_of
from eztrak.config.terms import terms_of
from eztrak.display.board import scene
from eztrak.display.nodes import nodes
from eztrak.display.sight import Lettered, Panel, Standard, panel_of, reads
from eztrak.display.staged import staged
from eztrak.display.view import Look
from eztrak.setup import Setup
from eztrak.shipped import setting

ROOT = Path("/")
SCREENS = ("board", "countdown", "closed-bets", "flash")  # what a player looks at from afar
AFAR = ("winner", "phase", "count", "limit", "figure")  # what has to be read from the aisle; the rest is for the seats
SOLD = (32.0, 43.0, 50.0, 55.0, 65.0, 75.0, 86.0, 98.0)  # inches
ASKED = (Standard.ISO_LEAST, Standard.DIN, Standard.ADA)  # what a panel is recommended by


class Seen(NamedTuple):
    """A text of a screen, in parts of the picture's height."""

    screen: str
    role: str
    text: str
    cap: float
    base: float  # above the lower edge


def add(command: Adder) -> None:
    sight = command(
        "sight",
        _sight,
        "Shows from how far away each kind of text on the board can be read by ISO 9241-303, DIN 1450 and ADA "
        "703.5.5, and"
        " which panel and layout a place needs.",
        "eztrak sight --panel 43 --mount 2.1 --distance 5",
    )
    sight.add_argument(
        "--panel", type=length, metavar="INCHES", help="its diagonal (default: what the display plugged in here says)"
    )
    sight.add_argument(
        "--mount", type=length, default=2.1, metavar="METERS", help="of its lower edge above the floor (default 2.1)"
    )
    sight.add_argument(
        "--distance", type=length, default=5.0, metavar="METERS", help="on the floor, from the reader (default 5)"
    )
    sight.add_argument("--size", type=size, default=(1920, 1080), metavar="WxH", help="pixels (default 1920x1080)")
    sight.add_argument("--json", action="store_true", help="prints JSON")
    add_game(sight)
    add_config(sight)


def length(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a length; give a number above 0, such as 2.1")
    return value


def _sight(options: argparse.Namespace) -> int:
    setup = setup_of(config_path(options), game_named(options.game))
    panel, source = _panel(options)
    smallest = _smallest(_seen(setup, setup.look, options.size), panel)
    far = options.distance * 1000
    best = _recommended(setup, options)
    answer = {
        "panel": {
            "inches": round(panel.inches, 1),
            "mm": [round(panel.wide), round(panel.high)],
            "mount": options.mount,
            "from": source,
        },
        "size": list(options.size),
        "layout": setup.loaded.config.display.layout,
        "distance": options.distance,
        "roles": [_row(role, *where, far) for role, where in smallest.items()],
        "recommended": {"inches": best[0], "layout": best[1]} if best else None,
    }
    print(json.dumps(answer, ensure_ascii=False) if options.json else _text(answer))
    return 0


def _panel(options: argparse.Namespace) -> tuple[Panel, str]:
    mount = options.mount * 1000
    if options.panel:
        return panel_of(options.panel, options.size, mount), "--panel"
    card = with_display(cards(ROOT))
    for connector in card.connected if card else ():
        if known := connector.millimetres:
            turned = (options.size[0] > options.size[1]) != (known[0] > known[1])  # it hangs on its side
            wide, high = known[::-1] if turned else known
            return Panel(wide, high, mount), connector.display or connector.name
    raise UsageError("how large is the panel? give its diagonal in inches, such as --panel 43")


def _smallest(seen: list[Seen], panel: Panel) -> dict[str, tuple[dict[Standard, Lettered], str]]:
    """Of each role the text that is hardest to read by each standard, and the screen that the smallest stands on."""
    smallest: dict[str, tuple[dict[Standard, Lettered], str]] = {}
    for one in seen:
        hangs = Lettered(one.text, one.cap * panel.high, panel.mount + one.base * panel.high)
        hardest, where = smallest.setdefault(one.role, (dict.fromkeys(Standard, hangs), one.screen))
        for standard in Standard:
            if _ease(hangs, standard) < _ease(hardest[standard], standard):
                hardest[standard] = hangs
                where = one.screen if standard is Standard.ISO else where
        smallest[one.role] = hardest, where
    return smallest


def _ease(one: Lettered, standard: Standard) -> tuple[float, float]:
    return reads(one, standard), one.cap


def _seen(setup: Setup, look: Look, pixels: tuple[int, int]) -> list[Seen]:
    """Every Latin text of the screens."""

    texts, high = [], pixels[1]
    for screen in SCREENS:
        view = staged(screen, setup.loaded.config.table.name, terms_of(setup.loaded), None)
        for node in nodes(scene(view, replace(look, rotate=0), *pixels), *pixels):
            if "text" in node and node["face"].startswith("latin") and node["text"].strip():
                base = 1 - (node["middle"] + node["cap"] / 2) / high
                texts.append(Seen(screen, node["role"], node["text"], node["cap"] / high, base))
    return texts


def _row(role: str, hardest: dict[Standard, Lettered], screen: str, far: float) -> dict[str, object]:
    metres = {standard: reads(one, standard) for standard, one in hardest.items()}
    return {
        "role": role,
        "text": hardest[Standard.ISO].text,
        "screen": screen,
        "mm": round(hardest[Standard.ISO].cap, 1),
        "metres": {standard: _down(length) for standard, length in metres.items()},
        "meets": {standard: _down(length) >= far / 1000 for standard, length in metres.items()},
    }


def _down(millimetres: float) -> float:
    """In metres; never farther than it is."""
    return int(millimetres / 10) / 100


def _recommended(setup: Setup, options: argparse.Namespace) -> tuple[float, str] | None:
    """The smallest panel that is sold on which some layout is read from there, the fullest layout of that panel first.
    None where even the largest is too small."""
    seen = {name: _seen(setup, look, options.size) for name, look in _looks(setup).items()}
    for inches in SOLD:
        panel = panel_of(inches, options.size, options.mount * 1000)
        for name, texts in seen.items():
            hardest = [each for role, (each, _) in _smallest(texts, panel).items() if role in AFAR]
            if all(reads(one[standard], standard) >= options.distance * 1000 for one in hardest for standard in ASKED):
                return inches, name
    return None


def _looks(setup: Setup) -> dict[str, Look]:
    """The room's own layout, then those that ship, with the most panels first."""
    shown, ours = setup.loaded.config.display, setup.look
    looks = {shown.layout: ours}
    names = [path.stem for path in setting("layouts").glob("*.toml")]
    layouts = {name: appearance_of(replace(shown, layout=name), Path(), []).layout for name in sorted(names)}
    for name in sorted(layouts, key=lambda name: sum(not share for _, share in layouts[name])):
        looks.setdefault(name, replace(ours, layout=layouts[name]))
    return looks


def _text(answer: dict) -> str:  # type: ignore[type-arg] # what --json prints
    panel, far = answer["panel"], answer["distance"]
    wide, high = panel["mm"]
    lines = [
        f"{panel['inches']:g}-inch panel, {wide} × {high} mm, its lower edge {panel['mount']:.2f} m above the floor;"
        f" {answer['size'][0]}x{answer['size'][1]}, layout {answer['layout']}",
        "",
        f"{'':10}{'smallest':>12}" + "".join(f"{standard:>15}" for standard in Standard) + f"   * from {far:g} m",
    ]
    for role in answer["roles"]:
        carries = [(f"{metres:.1f} m" if metres else "never") for metres in role["metres"].values()]
        marked = [f"{text} {'*' if met else ' '}" for text, met in zip(carries, role["meets"].values(), strict=True)]
        said = f"{role['text'][:40]!r} on {role['screen']}"
        lines.append(
            f"{role['role']:10}{role['mm']:9.1f} mm" + "".join(f"{text:>15}" for text in marked) + f"   {said}"
        )
    best = answer["recommended"]
    afar = "of those that are read from afar"
    lines += [
        "",
        f"At {far:g} m every text {afar} meets ISO's least, DIN and ADA on {best['inches']:g} inches, layout"
        f" {best['layout']}."
        if best
        else f"At {far:g} m no panel up to {SOLD[-1]:g} inches has every text {afar} by ISO's least, DIN and ADA: hang"
        " it lower, or nearer.",
    ]
    return "\n".join(lines)
