"""The statistics of the shoe before, and its seal."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.counts import PICTURES
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Box, Disc, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats

CAP, INDENT = 25.0, 38.0


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
    rows = [(name, words.say(name), str(getattr(stats, name))) for name in names]
    step = (box.h - 16) / (len(rows) + 2)
    y = box.y + 8 + step / 2
    room = inside.w - width(str(number), CAP) - 10
    nodes += [
        Text(inside.x, y, title, fit(title, CAP, room, words.medium), theme.soft, words.medium, "l"),
        Text(inside.right, y, str(number), CAP, theme.accent, words.bold, "r"),
    ]
    for name, label, figure in rows:
        y += step
        if picture := PICTURES.get(name):
            nodes.append(Picture(inside.x - 2, y - 15, 30, 30, picture))
        elif name in ("player", "banker", "tie"):
            nodes.append(Disc(inside.x + 13, y, 11, theme.grounds(name)[0]))
        cap = fit(label, CAP, inside.w - INDENT - 60, words.medium)
        nodes += [
            Text(inside.x + INDENT, y, label, cap, theme.ink, words.medium, "l"),
            Text(inside.right, y, figure, CAP, theme.ink, words.bold, "r"),
        ]
    nodes.append(Text(x, y + step, seal, fit(seal, CAP, inside.w), theme.accent, words.bold))
    return tuple(nodes)
