"""The end of a shoe: its counts and roads on the board, its number and its seal large for the camera."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground, raised
from eztrak.display.panels.label import phrase
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

WORD = 26.0


def shoe_end(box: Box, theme: Theme, words: Words, number: int) -> Nodes:
    x, middle = box.centre
    which, title = f"{words.say('shoe')} {number}", words.say("shoe_end")
    cap = fit(which, max(80.0, min(box.h * 0.36, 120.0)), box.w - 48, words.bold)
    small = fit(title, max(WORD, box.h * 0.1), box.w - 48, words.medium)
    gap = cap * 0.5
    y = middle - (cap + gap + small) / 2
    return (
        *raised(box, theme, theme.gold, theme.gold_deep),
        *phrase([words.both("shoe_end", "medium")], x, y + small / 2, small, box.w - 48, theme.dark),
        Text(x, y + small + gap + cap / 2, which, cap, theme.dark, words.bold),
    )


def seal_panel(box: Box, theme: Theme, words: Words, seal: str) -> Nodes:
    """The seal in its groups, a line each where the panel is narrow."""
    nodes: list[Node] = list(ground(box, theme))
    x, _ = box.centre
    space = box.w - 40
    nodes += phrase([words.both("seal", "medium")], x, box.y + 34, 30, space, theme.soft)
    lines = seal.split("-") if box.w < 620 else [seal]
    below = Box(box.x, box.y + 56, box.w, box.h - 66)
    step = below.h / max(1, len(lines))
    for i, line in enumerate(lines):
        cap = fit(line, min(step * 0.66, 110.0), space, words.bold)
        nodes.append(Text(x, below.y + step * (i + 0.5), line, cap, theme.accent, words.bold))
    return tuple(nodes)
