"""The fault screen: what is wrong, or what takes so long, where, and what happens now, in plain words."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import LEADING, ground, paragraph, wrapped
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.view import Fault
from eztrak.display.words import Words

NO_HAND = "no hand can be entered now"  # on the strip meanwhile
TITLE, WHAT, LABEL, TOLD = 60.0, 46.0, 26.0, 34.0


def fault_page(box: Box, theme: Theme, words: Words, fault: Fault) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    band = Box(box.x, box.y, box.w, 124)
    title = words.say("fault_wait" if fault.waiting else "fault_title")
    colour = theme.soft if fault.waiting else theme.warn
    mark = Box(band.x + 40, band.y + 26, 72, 72)
    nodes += [
        Bar(*band, colour, 10),
        Bar(*mark, theme.dark, 36),
        Text(*mark.centre, "!", 46, colour, words.bold)
        if not fault.waiting
        else Text(mark.centre[0], mark.centre[1] - 20, "…", 46, colour, words.bold),
        Text(
            mark.right + 32,
            band.centre[1],
            title,
            fit(title, TITLE, band.right - mark.right - 72, words.bold),
            theme.dark,
            words.bold,
            "l",
        ),
    ]
    inside = Box(box.x + 40, band.bottom + 64, box.w - 80, box.bottom - band.bottom - 90)
    y = inside.y
    what = WHAT
    while what > 30 and len(wrapped(fault.what, what, inside.w, words.bold)) > 3:
        what -= 4
    part = paragraph(inside.x, y, fault.what, what, inside.w, theme.ink, words.bold)
    nodes += part
    y += len(part) * what * LEADING + 40
    for label, told in ((words.say("fault_where"), fault.where), (words.say("fault_now"), fault.now)):
        if told:
            nodes.append(Text(inside.x, y, label, LABEL, theme.soft, words.medium, "l"))
            part = paragraph(inside.x, y + 52, told, TOLD, inside.w, theme.ink, words.medium)
            nodes += part
            y += 52 + len(part) * TOLD * LEADING + 36
    return tuple(nodes)
