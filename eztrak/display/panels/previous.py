"""The statistics of the shoe before, and its seal."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.counts import PICTURES
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase
from eztrak.display.scene import Box, Disc, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats

CAP, INDENT = 25.0, 38.0


def previous(box: Box, theme: Theme, words: Words, number: int, stats: Stats | None, seal: str, panda8: bool) -> Nodes:
    inside = box.inset(16)
    nodes: list[Node] = list(ground(box, theme))
    x, middle = box.centre
    if stats is None:
        high = 80.0 if words.other else 28.0
        nodes += [
            *label(words, "previous", Box(inside.x, middle - 10 - high, inside.w, high), 28, theme.soft, "medium"),
            *label(words, "no_previous", Box(inside.x, middle + 12, inside.w, high), CAP, theme.soft),
        ]
        return tuple(nodes)
    names = ["player", "banker", "tie", "dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    step = (box.h - 16) / (len(names) + 2)
    y = box.y + 8 + step / 2
    room = inside.w - width(str(number), CAP) - 10
    nodes += [
        *phrase(words, ["previous"], inside.x, y, CAP, room, theme.soft, "medium", "l"),
        Text(inside.right, y, str(number), CAP, theme.accent, words.bold, "r"),
    ]
    for name in names:
        y += step
        if picture := PICTURES.get(name):
            nodes.append(Picture(inside.x - 2, y - 15, 30, 30, picture))
        elif name in ("player", "banker", "tie"):
            nodes.append(Disc(inside.x + 13, y, 11, theme.grounds(name)[0]))
        room = inside.w - INDENT - 60
        nodes += [
            *phrase(words, [name], inside.x + INDENT, y, CAP, room, theme.ink, "medium", "l"),
            Text(inside.right, y, str(getattr(stats, name)), CAP, theme.ink, words.bold, "r"),
        ]
    nodes.append(Text(x, y + step, seal, fit(seal, CAP, inside.w), theme.accent, words.bold))
    return tuple(nodes)
