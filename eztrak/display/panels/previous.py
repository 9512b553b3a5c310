"""The statistics of the shoe before, and its seal."""

from eztrak.display.lettering import BOLD, MEDIUM, fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import say
from eztrak.table.stats import Stats

CAP = 25.0


def previous(box: Box, theme: Theme, number: int, stats: Stats | None, seal: str, panda8: bool) -> Nodes:
    inside = box.inset(16)
    title = say("previous")
    nodes: list[Node] = list(ground(box, theme))
    x, middle = box.centre
    if stats is None:
        nodes += [
            Text(x, middle - 24, title, fit(title, 28, inside.w, MEDIUM), theme.soft, MEDIUM),
            Text(x, middle + 24, say("no_previous"), CAP, theme.soft),
        ]
        return tuple(nodes)
    names = ["player", "banker", "tie", "dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    rows = [(say(name), str(getattr(stats, name))) for name in names]
    step = (box.h - 16) / (len(rows) + 2)
    y = box.y + 8 + step / 2
    room = inside.w - width(str(number), CAP) - 10
    nodes += [
        Text(inside.x, y, title, fit(title, CAP, room, MEDIUM), theme.soft, MEDIUM, "l"),
        Text(inside.right, y, str(number), CAP, theme.gold, BOLD, "r"),
    ]
    for label, figure in rows:
        y += step
        nodes += [
            Text(inside.x, y, label, fit(label, CAP, inside.w - 60, MEDIUM), theme.ink, MEDIUM, "l"),
            Text(inside.right, y, figure, CAP, theme.ink, BOLD, "r"),
        ]
    nodes.append(Text(x, y + step, seal, fit(seal, CAP, inside.w), theme.gold, BOLD))
    return tuple(nodes)
