"""The header: room, table, shoe, hand, clock."""

from eztrak.display.lettering import BOLD, MEDIUM, width
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import say

CAP = 30.0


def header(box: Box, theme: Theme, room: str, table: str, shoe: int, hand: int, clock: str) -> Nodes:
    middle = box.y + box.h / 2
    nodes: list[Node] = [
        Text(box.x + 4, middle, room, CAP, theme.gold, BOLD, "l"),
        Text(box.right - 4, middle, clock, CAP, theme.ink, BOLD, "r"),
    ]
    parts = [(table, ""), (say("shoe"), str(shoe) if shoe else "–"), (say("hand"), str(hand) if hand else "–")]
    gap, space = 56.0, 12.0
    total = sum(_wide(part, space) for part in parts) + gap * (len(parts) - 1)
    x = box.x + (box.w - total) / 2
    for label, figure in parts:
        face = MEDIUM if figure else BOLD
        nodes.append(Text(x, middle, label, CAP, theme.soft if figure else theme.ink, face, "l"))
        if figure:
            nodes.append(Text(x + width(label, CAP, MEDIUM) + space, middle, figure, CAP, theme.ink, BOLD, "l"))
        x += _wide((label, figure), space) + gap
    return tuple(nodes)


def _wide(part: tuple[str, str], space: float) -> float:
    label, figure = part
    return width(label, CAP, MEDIUM) + space + width(figure, CAP) if figure else width(label, CAP, BOLD)
