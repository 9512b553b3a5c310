"""The table's minimum and maximum, and the limits of each wager that has its own."""

from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase, pieces
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.terms import Terms

FIGURE, LABEL, ROW = 80.0, 26.0, 25.0
PITCH = 35.0


def amount(cents: int, currency: str) -> str:
    return f"{currency}{cents // 100:,}" if cents % 100 == 0 else f"{currency}{cents / 100:,.2f}"


def limits(box: Box, theme: Theme, words: Words, terms: Terms, currency: str) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(14)
    rows = terms.wager_limits[:3]
    figures = box.h - len(rows) * PITCH - (8 if rows else 0)
    shown = [("min", amount(terms.limit.low, currency)), ("max", amount(terms.limit.high, currency))]
    beside = [max(width(t, LABEL, face) for t, face in pieces(words, key, "medium")) + 12 for key, _ in shown]
    # A label stands beside its figure, or above it where a long figure leaves no room and there is room above.
    above = not rows and any(width(text, FIGURE) > inside.w - beside[i] for i, (_, text) in enumerate(shown))
    for i, (key, text) in enumerate(shown):
        y = box.y + figures * (0.275 + 0.45 * i) + (15 if above else 0)
        room = inside.w if above else inside.w - beside[i]
        # Two languages stand beside the whole figure, one at its foot.
        high = FIGURE if words.other and not above else LABEL
        top = y - FIGURE / 2 - 38 if above else y + FIGURE / 2 - high
        place = Box(inside.x, top, inside.w if above else beside[i], high)
        nodes += [
            *label(words, key, place, LABEL, theme.soft, "medium", "l"),
            Text(inside.right, y, text, fit(text, FIGURE, room), theme.gold, BOLD, "r", "figure"),
        ]
    for i, (wager, limit) in enumerate(reversed(rows)):
        y = box.bottom - 31 - i * PITCH
        span = f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"
        cap = fit(span, ROW, inside.w - width(words.say(wager), ROW, words.medium) - 10)
        room = inside.w - width(span, cap) - 10
        nodes += [
            *phrase(words, [wager], inside.x, y, ROW, room, theme.soft, "medium", "l"),
            Text(inside.right, y, span, cap, theme.ink, BOLD, "r"),
        ]
    return tuple(nodes)
