"""The fault screen: what is wrong, or what takes so long, where, and what happens now."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import LEADING, ground, paragraph, wrapped
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.view import Fault
from eztrak.display.words import Words
from eztrak.voice.said import Said

NO_HAND = Said("no hands can be entered now")  # on the strip meanwhile
TITLE, WHAT, LABEL, REST = 60.0, 46.0, 26.0, 34.0


def fault_page(box: Box, theme: Theme, words: Words, fault: Fault) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    air = min(1.0, box.h / 700)  # a low page has less of it
    band = Box(box.x, box.y, box.w, 84 + 40 * air)
    title = words.say("fault_wait" if fault.waiting else "fault_title")
    colour = theme.soft if fault.waiting else theme.warn
    mark = Box(band.x + 40, band.centre[1] - 36, 72, 72)
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
    inside = Box(box.x + 40, band.bottom + 14 + 50 * air, box.w - 80, box.bottom - band.bottom - 90)
    y = inside.y
    cap, what = WHAT, words.of(fault.what)
    face = words.face_for_name(what)
    while cap > 30 and len(wrapped(what, cap, inside.w, face)) > 3:
        cap -= 4
    part = paragraph(inside.x, y, what, cap, inside.w, theme.ink, face, Role.LABEL)
    nodes += part
    y += len(part) * cap * LEADING + 40 * air
    for label, said in (("fault_where", fault.where), ("fault_now", fault.now)):
        if text := words.of(said):
            nodes.append(Text(inside.x, y, words.say(label), LABEL, theme.soft, words.medium, "l"))
            face = words.face_for_name(text, "medium")
            part = paragraph(inside.x, y + 40 + 12 * air, text, REST, inside.w, theme.ink, face, Role.LABEL)
            nodes += part
            y += 40 + 12 * air + len(part) * REST * LEADING + 36 * air
    return tuple(nodes)
