"""The end of a shoe: its counts and roads on the board, its number and its seal large for the camera."""

from eztrak.display.layout import GAP
from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground, raised
from eztrak.display.panels.label import phrase
from eztrak.display.panels.seals import before, earlier_high, halves
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

WORD = 26.0


RELEASE = 16.0  # the height of the version's letters
SEALED = 146.0  # of the panel: its title, and two lines that can be read from the seats


def shoe_end(
    box: Box, theme: Theme, words: Words, number: int, seal: str, release: str = "", earlier: tuple[str, ...] = ()
) -> Nodes:
    """`seal`: where it has no panel of its own."""
    if seal:
        need = SEALED + (RELEASE * 1.5 if release else 0.0) + earlier_high(earlier)
        high = max(box.h * 0.4, min(need, box.h * 0.58))
        below = Box(box.x, box.bottom - high, box.w, high)
        box = Box(box.x, box.y, box.w, box.h - high - GAP)
        return (*shoe_end(box, theme, words, number, ""), *seal_panel(below, theme, words, seal, release, earlier))
    x, middle = box.centre
    which, title = f"{words.say('shoe')} {number}", words.say("shoe_end")
    cap = fit(which, max(36.0, min(box.h * 0.36, 120.0)), box.w - 48, words.bold)
    small = fit(title, max(WORD, box.h * 0.1), box.w - 48, words.medium)
    gap = cap * 0.5
    y = middle - (cap + gap + small) / 2
    return (
        *raised(box, theme, theme.gold, theme.gold_deep),
        *phrase([words.both("shoe_end", "medium")], x, y + small / 2, small, box.w - 48, theme.dark),
        Text(x, y + small + gap + cap / 2, which, cap, theme.dark, words.bold),
    )


def seal_panel(
    box: Box, theme: Theme, words: Words, seal: str, release: str = "", earlier: tuple[str, ...] = ()
) -> Nodes:
    """The seal, in two lines or in its groups where the panel is narrow and high; under it the one before a late
    correction, and small below it, which release runs."""
    nodes: list[Node] = list(ground(box, theme))
    x, _ = box.centre
    space = box.w - 40
    if release:
        cap = fit(release, RELEASE, space, words.medium)
        nodes.append(Text(x, box.bottom - RELEASE * 1.25, release, cap, theme.soft, words.medium, role=Role.POSTING))
        box = Box(box.x, box.y, box.w, box.h - RELEASE * 1.5)
    titled = 56.0 if box.h >= 135 else 6.0  # a low panel has room for the seal alone
    if titled > WORD:
        nodes += phrase([words.both("seal", "medium")], x, box.y + 34, 30, space, theme.soft)
    lines = seal.split("-") if box.w < min(620.0, box.h * 2.2) else _lines(seal, space, box.h - titled, words.bold)
    under = earlier_high(earlier)
    below = Box(box.x, box.y + titled, box.w, box.h - titled - 10 - under)
    nodes += before(Box(box.x + 20, below.bottom, space, under), theme, words, earlier)
    step = below.h / max(1, len(lines))
    for i, line in enumerate(lines):
        cap = fit(line, min(step * 0.66, 110.0), space, words.bold)
        nodes.append(Text(x, below.y + step * (i + 0.5), line, cap, theme.accent, words.bold))
    return tuple(nodes)


def _lines(seal: str, space: float, high: float, face: str) -> list[str]:
    """In one line or in two, whichever is larger."""
    two = halves(seal, high, 0.0, face)
    caps = [min(fit(line, high * 0.66 / len(lines), space, face) for line in lines) for lines in ([seal], two)]
    return [seal] if caps[0] >= caps[1] else two
