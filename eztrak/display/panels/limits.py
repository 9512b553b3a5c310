"""The table's minimum and maximum, and the limits of each wager that has its own."""

from eztrak.display.lettering import BOLD, MEDIUM, fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import say
from eztrak.table.terms import Terms

FIGURE, LABEL, ROW = 80.0, 26.0, 25.0
PITCH = 35.0


def amount(cents: int, currency: str) -> str:
    return f"{currency}{cents // 100:,}" if cents % 100 == 0 else f"{currency}{cents / 100:,.2f}"


def limits(box: Box, theme: Theme, terms: Terms, currency: str) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16)
    rows = [(say(wager), limit) for wager, limit in terms.wager_limits][:3]
    figures = box.h - len(rows) * PITCH - (8 if rows else 0)
    for i, (label, cents) in enumerate(((say("min"), terms.limit.low), (say("max"), terms.limit.high))):
        y = box.y + figures * (0.275 + 0.45 * i)
        text = amount(cents, currency)
        room = inside.w - width(label, LABEL, MEDIUM) - 12
        nodes += [
            Text(inside.x, y + (FIGURE - LABEL) / 2, label, LABEL, theme.soft, MEDIUM, "l"),
            Text(inside.right, y, text, fit(text, FIGURE, room), theme.gold, BOLD, "r", "figure"),
        ]
    for i, (label, limit) in enumerate(reversed(rows)):
        y = box.bottom - 31 - i * PITCH
        span = f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"
        nodes += [
            Text(inside.x, y, label, ROW, theme.soft, MEDIUM, "l"),
            Text(
                inside.right, y, span, fit(span, ROW, inside.w - width(label, ROW, MEDIUM) - 10), theme.ink, BOLD, "r"
            ),
        ]
    return tuple(nodes)
