"""The block diagram: what a unit consists of, how a hand goes through it, and what it does not have."""

from eztrak.display.scene import Bar, Colour, Node
from eztrak.display.words import Words
from eztrak.supervisor.columns import written
from eztrak.supervisor.document.blocks import Figure
from eztrak.supervisor.paper import INK, MARGIN, SOFT

_GROUND: Colour = (232, 238, 246)
_OURS: Colour = (255, 255, 255)
_EDGE: Colour = (28, 74, 120)
_WIDE, _HIGH = 40.0, 15.0
_WORDS = Words(("en",))


def diagram(pack: str, network: bool) -> Figure:
    left = MARGIN
    in_unit = left + 50
    nodes: list[Node] = [
        Bar(in_unit - 5, 0, 96, 74, _GROUND, 2),
        *_text(in_unit - 1, 4.6, "THE UNIT: ONE SMALL COMPUTER", 1.7, SOFT, 90),
        *_box(left, 12, "Keypad", "pressed by the dealer;", "the only way in"),
        *_box(in_unit, 12, "Entry", "what a key means; asks,", "refuses in words"),
        *_box(in_unit + 46, 12, f"Rules: {pack}", "the pack, the game and", "the terms in force"),
        *_box(in_unit, 36, "Journal", "SQLite, each row chained", "to the one before"),
        *_box(in_unit + 46, 36, "Board", "counts, roads, limits,", "seal of each shoe"),
        *_box(left + 146, 36, "LCD display", "seen by players and", "the camera"),
        *_box(left, 36, "Second copy, backup", "another medium; proves", "itself against the first"),
        *_box(in_unit, 56, "Stick program", "mounts, writes, reads", "back; a process apart"),
        *_box(left, 56, "USB stick", "export or report, when a", "supervisor asks for it"),
        *_across(left + _WIDE, in_unit, 19.5, "keys"),
        *_across(in_unit + _WIDE, in_unit + 46, 19.5, ""),
        *_down(in_unit + 20, 27, 36, "event"),
        *_across(in_unit + _WIDE, in_unit + 46, 43.5, ""),
        *_across(in_unit + 46 + _WIDE, left + 146, 43.5, "HDMI"),
        *_across(in_unit, left + _WIDE, 43.5, "rows"),
        *_across(in_unit, left + _WIDE, 63.5, "files"),
    ]
    if network:
        nodes += _box(in_unit + 46, 56, "Page, floor copy", "a package of its own;", "reads only; off by itself")
    else:
        nodes += _text(in_unit + 46, 61, "No network function:", 1.7, SOFT, 44)
        nodes += _text(in_unit + 46, 64.6, "this pack forbids them", 1.7, SOFT, 44)
    return Figure(78, tuple(nodes))


def _box(x: float, y: float, name: str, *says: str) -> list[Node]:
    nodes: list[Node] = [Bar(x, y, _WIDE, _HIGH, _EDGE, 1), Bar(x + 0.3, y + 0.3, _WIDE - 0.6, _HIGH - 0.6, _OURS, 0.8)]
    nodes += _text(x + 2.5, y + 4, name, 2.0, INK, _WIDE - 5, True)
    for i, line in enumerate(says):
        nodes += _text(x + 2.5, y + 8 + 3.4 * i, line, 1.6, SOFT, _WIDE - 5)
    return nodes


def _across(x: float, to: float, y: float, name: str) -> list[Node]:
    """An arrow from x, at whose end a small block stands."""
    ends = Bar(to - 1.6, y - 0.8, 1.6, 1.6, _EDGE) if to > x else Bar(to, y - 0.8, 1.6, 1.6, _EDGE)
    middle = (x + to) / 2
    return [
        Bar(min(x, to), y - 0.2, abs(to - x), 0.4, _EDGE),
        ends,
        *_text(middle, y - 2.4, name, 1.5, SOFT, abs(to - x) - 1, anchor="c"),
    ]


def _down(x: float, y: float, to: float, name: str) -> list[Node]:
    down = [Bar(x - 0.2, y, 0.4, to - y, _EDGE), Bar(x - 0.8, to - 1.6, 1.6, 1.6, _EDGE)]
    return [*down, *_text(x + 2, (y + to) / 2, name, 1.5, SOFT, 20)]


def _text(
    x: float, y: float, text: str, cap: float, colour: Colour, wide: float, bold: bool = False, anchor: str = "l"
) -> list[Node]:
    return [written(x, y, text, cap, colour, wide, _WORDS, bold, anchor)] if text else []
