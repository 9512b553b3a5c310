"""The statistics of the shoe before, and its seal."""

from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats

CAP = 25.0


def previous(box: Box, theme: Theme, words: Words, number: int, stats: Stats | None, seal: str, panda8: bool) -> Nodes:
    inside = box.inset(16)
    title = words.say("previous")
    nodes: list[Node] = list(ground(box, theme))
    x, middle = box.centre
    if stats is None:
        nodes += [
            Text(x, middle - 24, title, fit(title, 28, inside.w, words.medium), theme.soft, words.medium),
            Text(x, middle + 24, words.say("no_previous"), CAP, theme.soft, words.bold),
        ]
        return tuple(nodes)
    names = ["player", "banker", "tie", "dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    rows = [(words.say(name), str(getattr(stats, name))) for name in names]
    step = (box.h - 16) / (len(rows) + 2)
    y = box.y + 8 + step / 2
    room = inside.w - width(str(number), CAP) - 10
    nodes += [
        Text(inside.x, y, title, fit(title, CAP, room, words.medium), theme.soft, words.medium, "l"),
        Text(inside.right, y, str(number), CAP, theme.gold, BOLD, "r"),
    ]
    for label, figure in rows:
        y += step
        nodes += [
            Text(inside.x, y, label, fit(label, CAP, inside.w - 60, words.medium), theme.ink, words.medium, "l"),
            Text(inside.right, y, figure, CAP, theme.ink, BOLD, "r"),
        ]
    nodes.append(Text(x, y + step, seal, fit(seal, CAP, inside.w), theme.gold, BOLD))
    return tuple(nodes)
