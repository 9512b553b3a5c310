"""The limits while a page lies over the board: the figures as large as ever, in a bar at its foot."""

from eztrak.display.layout import NARROW
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase
from eztrak.display.panels.limits import FIGURE, LABEL, ROW, TAG, label_width, rows_of, shown, tag_of, tagged
from eztrak.display.posted import span
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.terms import Terms

BAR = 130.0


def limits_bar(box: Box, theme: Theme, words: Words, terms: Terms, currency: str, beside: float) -> Nodes:
    """The limits while a page lies over the board: the figures as large as ever, the wagers beside or below them.

    `beside`: what something else takes at the end of the bar, or on a line of its own.
    """
    nodes: list[Node] = list(ground(box, theme))
    stacked = _left(box.w, words, terms, currency) < 0
    inside = Box(box.x + 24, box.y + 12, box.w - 48 - (0.0 if stacked else beside), box.h - 24)
    figures = shown(terms.limit, currency)
    rows, tag = rows_of(terms), tag_of(terms)
    narrow, below = box.w < NARROW, _below(box.w, words, terms, currency)
    y = box.y + (TAG if tag and narrow else 0.0) + (BAR if stacked and not beside else BAR / 2)
    gap = 56.0 if inside.w > 1000 else 30.0
    wide = sum(label_width(words, key) + 16 + width(text, FIGURE, words.bold) for key, text in figures) + gap
    x = inside.x
    if tag and narrow:
        nodes += tagged(Box(x, box.y + 12, inside.w, TAG - 6), theme, words, tag)
    elif tag:
        named = label_width(words, tag) + 40
        nodes += tagged(Box(x, y - 40, named, 80), theme, words, tag)
        x += named + gap
    if narrow or not (tag or (rows and not below)):
        x += max(0.0, (inside.w - wide) / 2)
    high = FIGURE if words.other else LABEL
    for key, text in figures:
        named = label_width(words, key)
        nodes += label(words.both(key, "medium"), Box(x, y + FIGURE / 2 - high, named, high), LABEL, theme.soft, "l")
        x += named + 16
        nodes.append(Text(x, y, text, FIGURE, theme.accent, words.bold, "l", Role.LIMIT))
        x += width(text, FIGURE, words.bold) + gap
    if below:
        each, left, y = (box.w - 48) / len(rows), box.x + 24, box.bottom - 14 - ROW / 2
        for i, (wager, limit) in enumerate(rows):
            text = span(limit, currency)
            at, named = left + each * i, each - width(text, ROW, words.bold) - 34
            nodes += phrase([words.named(wager, "medium")], at, y, ROW, named, theme.soft, "l")
            nodes.append(Text(at + each - 24, y, text, ROW, theme.ink, words.bold, "r", Role.WAGER))
    elif rows:
        # A block for each wager, its name over its limits, spread over what is left of the bar.
        each = (inside.right - x + gap / 2) / len(rows)
        for i, (wager, limit) in enumerate(rows):
            text = span(limit, currency)
            at = x + each * (i + 0.5)
            nodes += [
                *phrase([words.named(wager, "medium")], at, y - 24, ROW, each - 20, theme.soft),
                Text(at, y + 24, text, fit(text, 32.0, each - 20, words.bold), theme.ink, words.bold, role=Role.WAGER),
            ]
    return tuple(nodes)


def bar_height(wide: float, words: Words, terms: Terms, currency: str) -> float:
    tag = TAG if wide < NARROW and tag_of(terms) else 0.0
    stacked = BAR if _left(wide, words, terms, currency) < 0 else 0.0
    return BAR + tag + stacked + (44.0 if _below(wide, words, terms, currency) else 0.0)


def crowded(wide: float, words: Words, terms: Terms, currency: str) -> bool:
    """Whether the figures have no room in a bar that wide, also alone."""
    return _left(wide, words, terms, currency) < -beside_wide(wide)


def beside_wide(wide: float) -> float:
    """What the phase or a seal takes at the end of a bar that wide."""
    return min(560.0, wide * 0.41)


def _left(wide: float, words: Words, terms: Terms, currency: str) -> float:
    """What is left of a bar that wide when its figures and what is beside them have their room."""
    figures = sum(
        label_width(words, key) + 16 + width(t, FIGURE, words.bold) for key, t in shown(terms.limit, currency)
    )
    tag = label_width(words, tag_of(terms)) + 96 if wide >= NARROW and tag_of(terms) else 0.0
    return wide - 48 - beside_wide(wide) - figures - tag - (112.0 if wide >= NARROW else 30.0)


def _below(wide: float, words: Words, terms: Terms, currency: str) -> bool:
    """Whether the wagers have a line of their own: where the figures leave no room for a block each."""
    rows = rows_of(terms)
    if not rows or wide < NARROW:
        return bool(rows)
    each = _left(wide, words, terms, currency) / len(rows) - 20
    texts = [width(span(limit, currency), ROW, words.bold) for _, limit in rows]
    names = [width(said.texts[0], ROW, said.face) for spot, _ in rows for said in words.named(spot, "medium")]
    return max(*texts, *names) > each


def beside_limits(bar: Box, words: Words, terms: Terms, currency: str, wide: float) -> Box:
    """The end of the bar, beside its figures; a line of its own where they leave no room."""
    top = bar.y + (TAG if bar.w < NARROW and tag_of(terms) else 0.0)
    if _left(bar.w, words, terms, currency) < 0:
        return Box(bar.x, top + BAR, bar.w, BAR).inset(8)
    return Box(bar.right - wide, top, wide, BAR).inset(8)
