"""Postings: fees, conspicuous, and what else the profile wants posted."""

from eztrak.display.lettering import lines
from eztrak.display.panels.frame import ground, wrapped
from eztrak.display.panels.limits import amount
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

FEE, POSTING, LEAST = 25.0, 17.0, 16.0
LEADING = 1.12  # from line to line, in parts of the capitals


def postings(
    box: Box, theme: Theme, words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str
) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    room = inside.w * 0.97  # small sizes are rounded to whole pixels, and may come out a little wider
    told: list[tuple[str, float, str]] = []
    if fees:
        text = f"{words.say('fee')}: " + " · ".join(
            f"{words.name(who)} {amount(cents, currency)}" for who, cents in fees
        )
        parts, cap = lines(text, FEE, room, LEAST, words.face_of(text, "medium"))
        if cap < LEAST:
            parts, cap = wrapped(text, LEAST, room, words.face_of(text, "medium")), LEAST
        told += [(part, cap, "word" if cap >= FEE else "posting") for part in parts]
    for text in texts:
        alone = len(texts) == 1 and not fees
        parts, cap = lines(text, FEE if alone else POSTING, room, LEAST, words.face_of(text, "medium"))
        told += [(part, cap, "posting") for part in parts]
    # A room's own postings may be longer than there is room for: then all give way together, and nothing is cut off.
    squeeze = min(1.0, inside.h / sum(cap * LEADING for _, cap, _ in told))
    for i, (text, cap, role) in enumerate(told):
        y = inside.y + inside.h * (i + 0.5) / len(told)
        nodes.append(Text(inside.x, y, text, cap * squeeze, theme.ink, words.face_of(text, "medium"), "l", role))
    return tuple(nodes)
