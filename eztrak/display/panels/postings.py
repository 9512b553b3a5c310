"""The band of postings: what stands as long as it holds, and under it what takes turns, each long enough to be read.

A text is never set smaller than the eye needs: one that has no room in a line has two, and then turns of its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, ground, wrapped
from eztrak.display.posted import JOINT
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.round import NANO

WORD, POSTING = 25.5, 16.5  # a little over what the eye needs: letters stand at whole pixels
ALONE = 19.0  # a line is not set smaller: two have room
LINE, TURN, PAD, GAP = 41.0, 50.0, 16.0, 44.0
DEEP = 3  # lines that stand, at the most: more of them take turns too
STANDS = 8.0  # seconds of a page of these


class Item(NamedTuple):
    text: str
    face: str
    lit: bool = False


class Page(NamedTuple):
    lines: tuple[tuple[Item, ...], ...]
    cap: float
    seconds: float


class Band(NamedTuple):
    standing: tuple[Page, ...]
    turning: tuple[Page, ...]

    @property
    def height(self) -> float:
        deep = max((len(page.lines) for page in self.standing), default=0)
        high = deep * LINE + (TURN if self.turning else 0.0)
        return high + 10 if high else 0.0


def band(wide: float, spoken: Sequence[tuple[Words, Sequence[tuple[str, bool]], Sequence[str]]]) -> Band:
    """The pages for a band that wide: for each language its words, what stands and what takes turns."""
    standing: list[Page] = []
    turning: list[Page] = []
    space = wide - 2 * PAD
    for words, stands, turns in spoken:
        lines = _flowing([Item(text, words.face_of(text, "medium"), lit) for text, lit in stands], space)
        standing += [Page(tuple(lines[i : i + DEEP]), WORD, STANDS) for i in range(0, len(lines), DEEP)]
        for text in turns:
            turning += _turns(text, words.face_of(text, "medium"), space)
    return Band(tuple(standing), tuple(turning))


def unfit(text: str, face: str, wide: float) -> bool:
    """Whether a text has a word that no line has room for."""
    space = (wide - 2 * PAD) * ROUNDING
    return any(width(part, POSTING, face) > space for part in wrapped(text, POSTING, wide - 2 * PAD, face))


def postings(box: Box, theme: Theme, stands: Page | None, turns: Page | None) -> Nodes:
    nodes: list[Node] = list(ground(box, theme))
    y = box.y + 6
    for line in stands.lines if stands else ():
        x = box.x + PAD
        for item in line:
            colour = theme.asks if item.lit else theme.ink
            nodes.append(Text(x, y + LINE / 2, item.text, WORD, colour, item.face, "l"))
            x += width(item.text, WORD, item.face) + GAP
        y += LINE
    if turns:
        step = (TURN - 4) / len(turns.lines)
        for i, (item,) in enumerate(turns.lines):
            at = box.bottom - 6 - (TURN - 2) + step * (i + 0.5)
            nodes.append(Text(box.x + PAD, at, item.text, turns.cap, theme.soft, item.face, "l", Role.POSTING))
    return tuple(nodes)


def turn_of(pages: Sequence[Page], mono: int) -> tuple[Page | None, int | None]:
    """The page whose turn it is, and when the next one has its."""
    if len(pages) < 2:
        return (pages[0] if pages else None), None
    whole = sum(round(page.seconds * NANO) for page in pages)
    left = mono % whole
    for page in pages:
        left -= round(page.seconds * NANO)
        if left < 0:
            return page, mono - left
    raise AssertionError("a turn lies within the whole")


def _flowing(items: Sequence[Item], space: float) -> list[tuple[Item, ...]]:
    """Items side by side in as many lines as they take."""
    lines: list[tuple[Item, ...]] = []
    left = 0.0
    for item in items:
        wide = width(item.text, WORD, item.face)
        if wide > space:
            lines += [(item._replace(text=part),) for part in broken(item.text, WORD, space, item.face)]
            left = 0.0
        elif lines and wide + GAP <= left:
            lines[-1] += (item,)
            left -= wide + GAP
        else:
            lines.append((item,))
            left = space - wide
    return lines


def _turns(text: str, face: str, space: float) -> list[Page]:
    """A text in one line from the seats, in two smaller ones, or in several turns of two."""
    alone = fit(text, WORD, space * ROUNDING, face)
    if alone >= ALONE:
        return [Page(((Item(text, face),),), alone, _seconds(text))]
    parts = broken(text, POSTING, space, face)
    return [
        Page(tuple((Item(part, face),) for part in parts[i : i + 2]), POSTING, _seconds("".join(parts[i : i + 2])))
        for i in range(0, len(parts), 2)
    ]


def broken(text: str, cap: float, space: float, face: str) -> list[str]:
    """A text in lines: a list between its entries, other texts between words."""
    lines: list[str] = []
    for piece in text.split(JOINT):
        longer = f"{lines[-1]}{JOINT}{piece}" if lines else piece
        if lines and width(longer, cap, face) <= space * ROUNDING:
            lines[-1] = longer
        else:
            lines += wrapped(piece, cap, space, face)
    return lines


def _seconds(text: str) -> float:
    """How long it takes to find a text and to read it without haste; a character of Chinese is half a word."""
    return 3.0 + sum(0.25 if letter >= "\u2e80" else 0.08 for letter in text)
