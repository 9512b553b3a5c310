"""Postings: fees, conspicuous, and what else the profile wants posted."""

from eztrak.display.lettering import lines
from eztrak.display.panels.frame import ROUNDING, ground, wrapped
from eztrak.display.panels.limits import amount
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

FEE, POSTING, LEAST = 25.0, 17.0, 16.0
SHORTER = (0.0, 0.3, 0.6, 1.0)  # names of wagers, as far as they must be
LEADING, AIRY = 1.12, 1.3  # from line to line, in parts of the capitals; where that leaves them readable


def postings(
    box: Box, theme: Theme, words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str
) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    space = inside.w * ROUNDING
    for share in SHORTER:
        found = _lines(words, fees, texts, currency, space, share)
        # A room's own postings may be longer than there is room for: then all give way together, nothing is cut off.
        least = min(cap for _, cap, _ in found)
        airy, tight = (min(1.0, inside.h / sum(cap * air for _, cap, _ in found)) for air in (AIRY, LEADING))
        squeeze = airy if least * airy >= LEAST else tight
        if all(cap * squeeze >= LEAST for _, cap, _ in found) or not fees:
            break
    for i, (text, cap, fee) in enumerate(found):
        y = inside.y + inside.h * (i + 0.5) / len(found)
        role = "word" if fee and cap * squeeze >= FEE else "posting"
        nodes.append(Text(inside.x, y, text, cap * squeeze, theme.ink, words.face_of(text, "medium"), "l", role))
    return tuple(nodes)


def _lines(
    words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str, space: float, share: float
) -> list[tuple[str, float, bool]]:
    """The lines, each with its cap height and whether it is about fees; `share`: how short names are."""
    found: list[tuple[str, float, bool]] = []
    if fees:
        each = [f"{words.shorter(who, share)} {amount(cents, currency)}" for who, cents in fees]
        text = f"{words.say('fee')}: {' · '.join(each)}"
        face = words.face_of(text, "medium")
        parts, cap = lines(text, FEE, space, LEAST, face)
        if cap < LEAST:
            parts, cap = wrapped(text, LEAST, space, face), LEAST
        found += [(part, cap, True) for part in parts]
    for text in texts:
        alone = len(texts) == 1 and not fees
        parts, cap = lines(text, FEE if alone else POSTING, space, LEAST, words.face_of(text, "medium"))
        found += [(part, cap, False) for part in parts]
    return found
