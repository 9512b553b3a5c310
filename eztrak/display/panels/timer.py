"""The phase of the round: the seconds that are left with a bar that drains, no more bets, the result, the next hand."""

from math import ceil
from typing import assert_never

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, lines, width
from eztrak.display.panels.frame import ground, raised
from eztrak.display.panels.label import label
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, Written
from eztrak.table.round import Phase, Round

FIGURE, WORD = 80.0, 25.0
HIGH = 220.0  # a panel with room for words and a figure under them
LAST = 5.0  # seconds in which the panel changes its colour


def timer_ground(box: Box, theme: Theme, words: Words, phase: Phase, seconds: int, hand: int) -> Nodes:
    """All of the panel but the bar: it changes once a second. `hand`: the number of the one that is dealt or next."""
    match phase:
        case Phase.OPEN:
            last = seconds <= LAST
            nodes: list[Node] = list(raised(box, theme, theme.warn, theme.warn) if last else ground(box, theme))
            scale = max(1.0, min(box.h / 128, box.w / 400))
            inside = box.inset(20)
            y = box.y + (box.h - 22 * scale) / 2
            figure, ink, soft = FIGURE * scale, theme.dark if last else theme.ink, theme.dark if last else theme.soft
            nodes.append(Text(inside.right, y, str(seconds), figure, ink, words.bold, "r", "figure"))
            space = inside.w - width("000", figure, words.bold) - 12
            if words.other:
                place = Box(inside.x, box.y + 10, space, 2 * (y - box.y - 10))
                return (*nodes, *label(words.both("bets_close", "medium"), place, WORD * scale, soft, "l"))
            nodes += _centred(inside.x, y, words.say("bets_close"), WORD * scale, space, soft, words.medium, "l")
            return tuple(nodes)
        case Phase.CLOSED:
            return (*raised(box, theme, theme.warn, theme.warn), *_said(box, words, "no_more_bets", theme.dark, 0.52))
        case Phase.DUE:
            return result_due(box, theme, words, hand)
        case Phase.IN:
            return (*ground(box, theme), *_said(box, words, "next_hand", theme.soft, 0.4, f" {hand}"))
        case _:
            assert_never(phase)


def result_due(box: Box, theme: Theme, words: Words, hand: int) -> Nodes:
    """That the result of a hand is overdue; its number in letters of the aisle where the panel is as high as that."""
    ink = theme.on(theme.alarm)
    nodes = raised(box, theme, theme.alarm, theme.alarm)
    if box.h < HIGH:
        return (*nodes, *_said(box, words, "result_due", ink, 0.52, f" {hand}"))
    above = Box(box.x + 20, box.y + 24, box.w - 40, box.h * 0.34)
    figure = fit(str(hand), box.h * 0.4, box.w - 40, words.bold)
    return (
        *nodes,
        *label(words.both("result_due"), above, box.h * 0.16, ink),
        Text(box.centre[0], box.y + box.h * 0.68, str(hand), figure, ink, words.bold, role="figure"),
    )


def _said(box: Box, words: Words, key: str, ink: Colour, share: float, more: str = "") -> list[Node]:
    """A few words that fill the panel, in both languages where there are two."""
    if words.other:
        both = [Written(tuple(text + more for text in said.texts), said.face) for said in words.both(key)]
        return list(label(both, box.inset(20, 14), box.h * share, ink))
    return _centred(*box.centre, words.say(key) + more, box.h * share, box.w - 40, ink, words.bold, "c", box.h)


def timer_bar(box: Box, theme: Theme, round: Round, mono: int) -> Nodes:
    left = round.left(mono)
    inside = box.inset(20)
    thick = max(10.0, box.h * 0.075)
    colour, trough = (theme.dark, theme.gold_deep) if ceil(left) <= LAST else (theme.accent, theme.panel_deep)
    y = box.bottom - 14 - thick
    share = min(1.0, left / round.seconds)
    return (
        Bar(inside.x, y, inside.w, thick, trough, PANEL_RADIUS / 2),
        Bar(inside.x, y, max(thick, inside.w * share), thick, colour, PANEL_RADIUS / 2),
    )


def _centred(
    x: float, y: float, text: str, cap: float, space: float, colour: Colour, face: str, anchor: str, high: float = 0
) -> list[Node]:
    """A text on one line or two, whichever is larger, its middle at y."""
    parts, fits = lines(text, cap, space, cap if high else WORD, face)
    if high:
        fits = min(fits, high * 0.8 / (len(parts) * 1.45))
    step = fits * 1.42
    middle = (len(parts) - 1) / 2
    return [Text(x, y + (i - middle) * step, part, fits, colour, face, anchor) for i, part in enumerate(parts)]
