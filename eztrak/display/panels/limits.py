"""The table's minimum and maximum, and the limits of each wager that has its own: a panel, or a bar under a page."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase, pieces
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.terms import Limit, Terms

FIGURE, LABEL, ROW = 80.0, 26.0, 25.0


def amount(cents: int, currency: str) -> str:
    return f"{currency}{cents // 100:,}" if cents % 100 == 0 else f"{currency}{cents / 100:,.2f}"


def limits(box: Box, theme: Theme, words: Words, terms: Terms, currency: str) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16)
    rows = terms.wager_limits
    # Past three rows they are as small as a posting: the figures above them must stay large.
    cap, pitch = (ROW, 35.0) if len(rows) <= 3 else (16.5, 23.0)
    figures = box.h - len(rows) * pitch - (12 if rows else 0)
    shown = _shown(terms.limit, currency)
    size = max(FIGURE, min(figures * 0.31, 150.0))
    size = max(FIGURE, min(fit(text, size, inside.w - 80, words.bold) for _, text in shown))
    beside = [_label_width(words, key) + 12 for key, _ in shown]
    # A label stands beside its figure, or above it where a long figure leaves no room and there is room above.
    above = not rows and any(width(text, size) > inside.w - beside[i] for i, (_, text) in enumerate(shown))
    for i, (key, text) in enumerate(shown):
        y = box.y + figures * (0.26 + 0.48 * i) + (15 if above else 0)
        room = inside.w if above else inside.w - beside[i]
        # Two languages stand beside the whole figure, one at its foot.
        high = size if words.other and not above else LABEL
        top = y - size / 2 - 43 if above else y + size / 2 - high
        place = Box(inside.x, top, inside.w if above else beside[i], high)
        nodes += [
            *label(words, key, place, LABEL, theme.soft, "medium", "l"),
            Text(inside.right, y, text, fit(text, size, room), theme.accent, words.bold, "r", "figure"),
        ]
    for i, (wager, limit) in enumerate(reversed(rows)):
        nodes += _row(inside, box.bottom - 16 - cap / 2 - i * pitch, cap, theme, words, wager, limit, currency)
    return tuple(nodes)


def limits_bar(box: Box, theme: Theme, words: Words, terms: Terms, currency: str) -> Nodes:
    """The limits while a page lies over the board: the figures as large as ever, the wagers beside or below them."""
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(24, 12)
    shown = _shown(terms.limit, currency)
    rows = terms.wager_limits
    below = rows and box.h > 130
    y = box.y + (59.0 if below else box.h / 2)
    gap = 56.0
    wide = sum(_label_width(words, key) + 16 + width(text, FIGURE, words.bold) for key, text in shown) + gap
    alone = not rows or below
    x = inside.x + (inside.w - wide) / 2 if alone else inside.x
    high = FIGURE if words.other else LABEL
    for key, text in shown:
        named = _label_width(words, key)
        nodes += label(words, key, Box(x, y + FIGURE / 2 - high, named, high), LABEL, theme.soft, "medium", "l")
        x += named + 16
        nodes.append(Text(x, y, text, FIGURE, theme.accent, words.bold, "l", "figure"))
        x += width(text, FIGURE, words.bold) + gap
    if below:
        told = "   ".join(f"{words.say(wager)} {_span(limit, currency)}" for wager, limit in rows)
        cap = fit(told, ROW, inside.w, words.medium)
        role = "word" if cap >= ROW else "posting"
        nodes.append(Text(box.centre[0], box.bottom - 34, told, cap, theme.ink, words.medium, "c", role))
    elif rows:
        # A block for each wager, its name over its limits, spread over what is left of the bar.
        each = (inside.right - x + gap / 2) / len(rows)
        for i, (wager, limit) in enumerate(rows):
            span = _span(limit, currency)
            at = x + each * (i + 0.5)
            nodes += [
                *phrase(words, [wager], at, y - 24, ROW, each - 20, theme.soft, "medium"),
                Text(at, y + 24, span, fit(span, 32.0, each - 20, words.bold), theme.ink, words.bold),
            ]
    return tuple(nodes)


def _shown(limit: Limit, currency: str) -> list[tuple[str, str]]:
    return [("min", amount(limit.low, currency)), ("max", amount(limit.high, currency))]


def _label_width(words: Words, key: str) -> float:
    return max(width(text, LABEL, face) for text, face in pieces(words, key, "medium"))


def _span(limit: Limit, currency: str) -> str:
    return f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"


def _row(
    room: Box, y: float, cap: float, theme: Theme, words: Words, wager: str, limit: Limit, currency: str
) -> list[Node]:
    span = _span(limit, currency)
    fits = fit(span, cap, room.w - width(words.say(wager), cap, words.medium) - 10, words.bold)
    role = "word" if cap >= ROW else "posting"
    left = room.w - width(span, fits, words.bold) - 10
    return [
        *phrase(words, [wager], room.x, y, cap, left, theme.soft, "medium", "l", role, cap),
        Text(room.right, y, span, fits, theme.ink, words.bold, "r", role),
    ]
