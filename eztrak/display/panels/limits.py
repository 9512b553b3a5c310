"""The table's minimum and maximum, and the limits of each wager that has its own."""

from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.frame import ground
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
    rows = [(words.say(wager), limit) for wager, limit in terms.wager_limits][:3]
    figures = box.h - len(rows) * PITCH - (8 if rows else 0)
    shown = [
        (words.say("min"), amount(terms.limit.low, currency)),
        (words.say("max"), amount(terms.limit.high, currency)),
    ]
    beside = [width(label, LABEL, words.medium) + 12 for label, _ in shown]
    # A label stands beside its figure, or above it where a long figure leaves no room and there is room above.
    above = not rows and any(width(text, FIGURE) > inside.w - beside[i] for i, (_, text) in enumerate(shown))
    for i, (label, text) in enumerate(shown):
        y = box.y + figures * (0.275 + 0.45 * i) + (15 if above else 0)
        label_y = y - FIGURE / 2 - 25 if above else y + (FIGURE - LABEL) / 2
        room = inside.w if above else inside.w - beside[i]
        nodes += [
            Text(inside.x, label_y, label, LABEL, theme.soft, words.medium, "l"),
            Text(inside.right, y, text, fit(text, FIGURE, room), theme.gold, BOLD, "r", "figure"),
        ]
    for i, (label, limit) in enumerate(reversed(rows)):
        y = box.bottom - 31 - i * PITCH
        span = f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"
        nodes += [
            Text(inside.x, y, label, ROW, theme.soft, words.medium, "l"),
            Text(
                inside.right,
                y,
                span,
                fit(span, ROW, inside.w - width(label, ROW, words.medium) - 10),
                theme.ink,
                BOLD,
                "r",
            ),
        ]
    return tuple(nodes)
