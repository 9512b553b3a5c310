"""The header: room, table, shoe, hand, clock."""

from eztrak.display.lettering import BOLD, width
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

CAP = 30.0


def header(box: Box, theme: Theme, words: Words, room: str, table: str, shoe: int, hand: int, clock: str) -> Nodes:
    middle = box.y + box.h / 2
    nodes: list[Node] = [
        Text(box.x + 4, middle, room, CAP, theme.gold, BOLD, "l"),
        Text(box.right - 4, middle, clock, CAP, theme.ink, BOLD, "r"),
    ]
    told = [(words.say("shoe"), str(shoe) if shoe else "–"), (words.say("hand"), str(hand) if hand else "–")]
    gap, space = 56.0, 12.0
    labels = [width(label, CAP, words.medium) + space for label, _ in told]
    wide = [label + width(figure, CAP) for label, (_, figure) in zip(labels, told, strict=True)]
    x = box.x + (box.w - width(table, CAP) - sum(wide) - gap * len(told)) / 2
    nodes.append(Text(x, middle, table, CAP, theme.ink, BOLD, "l"))
    x += width(table, CAP) + gap
    for i, (label, figure) in enumerate(told):
        nodes.append(Text(x, middle, label, CAP, theme.soft, words.medium, "l"))
        nodes.append(Text(x + labels[i], middle, figure, CAP, theme.ink, BOLD, "l"))
        x += wide[i] + gap
    return tuple(nodes)
