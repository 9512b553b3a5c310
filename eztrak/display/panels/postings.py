"""Postings: fees, conspicuous, and what else the profile wants posted."""

from eztrak.display.lettering import lines
from eztrak.display.panels.frame import ROUNDING, ground, wrapped
from eztrak.display.panels.limits import amount
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

FEE, POSTING, LEAST = 25.0, 17.0, 16.0
FORMS = 4  # of the names of wagers, each shorter than the one before
LEADING = 1.12  # from line to line, in parts of the capitals


def postings(
    box: Box, theme: Theme, words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str
) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    room = inside.w * ROUNDING
    for form in range(FORMS):
        told = _told(words, fees, texts, currency, room, form)
        # A room's own postings may be longer than there is room for: then all give way together, nothing is cut off.
        squeeze = min(1.0, inside.h / sum(cap * LEADING for _, cap, _ in told))
        if all(cap * squeeze >= LEAST for _, cap, _ in told) or not fees:
            break
    for i, (text, cap, fee) in enumerate(told):
        y = inside.y + inside.h * (i + 0.5) / len(told)
        role = "word" if fee and cap * squeeze >= FEE else "posting"
        nodes.append(Text(inside.x, y, text, cap * squeeze, theme.ink, words.face_of(text, "medium"), "l", role))
    return tuple(nodes)


def _told(
    words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str, room: float, form: int
) -> list[tuple[str, float, bool]]:
    """The lines, each with its cap height and whether it tells fees; `form` 1 and on: with shorter names of wagers."""
    told: list[tuple[str, float, bool]] = []
    if fees:
        names = [(words.names(who), cents) for who, cents in fees]
        each = [f"{name[min(form, len(name) - 1)]} {amount(cents, currency)}" for name, cents in names]
        text = f"{words.say('fee')}: {' · '.join(each)}"
        face = words.face_of(text, "medium")
        parts, cap = lines(text, FEE, room, LEAST, face)
        if cap < LEAST:
            parts, cap = wrapped(text, LEAST, room, face), LEAST
        told += [(part, cap, True) for part in parts]
    for text in texts:
        alone = len(texts) == 1 and not fees
        parts, cap = lines(text, FEE if alone else POSTING, room, LEAST, words.face_of(text, "medium"))
        told += [(part, cap, False) for part in parts]
    return told
