"""The table's minimum and maximum, and the limits of each wager that has its own: a panel, or a bar under a page."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, ground
from eztrak.display.panels.label import label, phrase
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.terms import Limit, Terms

FIGURE, LABEL, ROW, POSTING = 80.0, 26.0, 25.0, 16.5
MANY = 5  # limits of wagers that have room in blocks beside the figures


def amount(cents: int, currency: str) -> str:
    return f"{currency}{cents // 100:,}" if cents % 100 == 0 else f"{currency}{cents / 100:,.2f}"


def limits(box: Box, theme: Theme, words: Words, terms: Terms, currency: str) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16)
    rows = terms.wager_limits
    # Past three rows they are as small as a posting, past five they stand side by side: the figures above them must
    # stay large.
    columns = 1 if len(rows) <= 5 else 2
    cap, pitch = (ROW, 35.0) if len(rows) <= 3 else (POSTING, 23.0 if columns == 1 else 21.0)
    deep = -(-len(rows) // columns)
    figures = box.h - deep * pitch - (12 if rows else 0)
    shown = _shown(terms.limit, currency)
    size = max(FIGURE, min(figures * 0.31, 150.0))
    size = max(FIGURE, min(fit(text, size, inside.w - 80, words.bold) for _, text in shown))
    beside = [_label_width(words, key) + 12 for key, _ in shown]
    # A label stands beside its figure, or above it where a long figure leaves no room and there is room above.
    above = not rows and any(width(text, size) > inside.w - beside[i] for i, (_, text) in enumerate(shown))
    for i, (key, text) in enumerate(shown):
        y = box.y + figures * (0.26 + 0.48 * i) + (15 if above else 0)
        space = inside.w if above else inside.w - beside[i]
        # Two languages stand beside the whole figure, one at its foot.
        high = size if words.other and not above else LABEL
        top = y - size / 2 - 43 if above else y + size / 2 - high
        place = Box(inside.x, top, inside.w if above else beside[i], high)
        nodes += [
            *label(words.both(key, "medium"), place, LABEL, theme.soft, "l"),
            Text(inside.right, y, text, fit(text, size, space), theme.accent, words.bold, "r", "figure"),
        ]
    wide = (inside.w - 20 * (columns - 1)) / columns
    for i, (wager, limit) in enumerate(rows):
        y = box.bottom - 16 - cap / 2 - (deep - 1 - i % deep) * pitch
        cell = Box(inside.x + (i // deep) * (wide + 20), y, wide, 0)
        nodes += _row(cell, cap, theme, words, wager, limit, currency)
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
        nodes += label(words.both(key, "medium"), Box(x, y + FIGURE / 2 - high, named, high), LABEL, theme.soft, "l")
        x += named + 16
        nodes.append(Text(x, y, text, FIGURE, theme.accent, words.bold, "l", "figure"))
        x += width(text, FIGURE, words.bold) + gap
    if below:
        nodes += _below(Box(inside.x, y + 49, inside.w, box.bottom - y - 59), theme, words, rows, currency)
    elif len(rows) > MANY:
        # In two lines, each wager's name before its limits.
        half = -(-len(rows) // 2)
        each = (inside.right - x + gap / 2) / half
        for i, (wager, limit) in enumerate(rows):
            cell = Box(x + each * (i % half), y + (24 if i >= half else -24), each - 28, 0)
            nodes += _row(cell, 20.0, theme, words, wager, limit, currency)
    elif rows:
        # A block for each wager, its name over its limits, spread over what is left of the bar.
        each = (inside.right - x + gap / 2) / len(rows)
        for i, (wager, limit) in enumerate(rows):
            span = _span(limit, currency)
            at = x + each * (i + 0.5)
            nodes += [
                *phrase([words.named(wager, "medium")], at, y - 24, ROW, each - 20, theme.soft),
                Text(at, y + 24, span, fit(span, 32.0, each - 20, words.bold), theme.ink, words.bold),
            ]
    return tuple(nodes)


def _below(box: Box, theme: Theme, words: Words, rows: tuple[tuple[str, Limit], ...], currency: str) -> list[Node]:
    """The limits of the wagers under the figures: in one line, or in two where there are many."""
    for split, share in ((1, 0.0), (2, 0.0), (2, 0.5), (2, 1.0)):
        half = -(-len(rows) // split)
        lines = []
        for start in range(0, len(rows), half):
            line = [
                f"{words.shorter(spot, share)} {_span(limit, currency)}" for spot, limit in rows[start : start + half]
            ]
            lines.append("   ".join(line))
        cap = min(
            fit(text, ROW if split == 1 else 20.0, box.w * ROUNDING, words.face_for_name(text, "medium"))
            for text in lines
        )
        if cap >= POSTING:
            break
    role = "word" if cap >= ROW else "posting"
    step = cap * 1.5
    y = box.centre[1] - step * (len(lines) - 1) / 2
    return [
        Text(box.centre[0], y + i * step, text, cap, theme.ink, words.face_for_name(text, "medium"), "c", role)
        for i, text in enumerate(lines)
    ]


def _shown(limit: Limit, currency: str) -> list[tuple[str, str]]:
    return [("min", amount(limit.low, currency)), ("max", amount(limit.high, currency))]


def _label_width(words: Words, key: str) -> float:
    return max(width(said.texts[0], LABEL, said.face) for said in words.both(key, "medium"))


def _span(limit: Limit, currency: str) -> str:
    return f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"


def _row(cell: Box, cap: float, theme: Theme, words: Words, wager: str, limit: Limit, currency: str) -> list[Node]:
    """A wager's name at the left of a cell, its limits at the right, on the line y."""
    span = _span(limit, currency)
    role, least = ("word", ROW) if cap >= ROW else ("posting", POSTING)
    left = cell.w - width(span, cap, words.bold) - 10
    return [
        *phrase([words.named(wager, "medium")], cell.x, cell.y, cap, left, theme.soft, "l", role, least),
        Text(cell.right, cell.y, span, fit(span, cap, cell.w, words.bold), theme.ink, words.bold, "r", role),
    ]
