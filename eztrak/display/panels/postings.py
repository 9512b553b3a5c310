"""Postings: fees, conspicuous, and what else the profile wants posted."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground
from eztrak.display.panels.limits import amount
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

FEE, POSTING = 25.0, 17.0


def postings(
    box: Box, theme: Theme, words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str
) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    lines: list[tuple[str, float, str]] = []
    if fees:
        told = " · ".join(f"{words.say(who)} {amount(cents, currency)}" for who, cents in fees)
        lines.append((f"{words.say('fee')}: {told}", FEE, "word"))
    lines += [(text, 25.0 if len(texts) == 1 and not fees else POSTING, "posting") for text in texts]
    for i, (text, cap, role) in enumerate(lines):
        y = inside.y + inside.h * (i + 0.5) / len(lines)
        face = words.face_of(text, "medium")
        cap = fit(text, cap, inside.w, face)
        nodes.append(Text(inside.x, y, text, cap, theme.ink, face, "l", role))
    return tuple(nodes)
