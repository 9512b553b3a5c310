"""The header: the room with its logo, the game, table, shoe, hand, who deals, date and clock. On more lines where the
board is too narrow for one."""

from itertools import pairwise
from typing import NamedTuple

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.recall import recalled
from eztrak.display.scene import Box, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

CAP, LEAST, SPACE, GAP = 30.0, 25.5, 12.0, 30.0
LOGO = 2.6  # the widest logo, in parts of its height
HIGH, MORE = 46.0, 40.0  # with one line, and for each further one


class Heading(NamedTuple):
    """What the header says. The game is said in its own words, by the name that it has in the board's language."""

    room: str
    games: tuple[str, ...]  # in the language or the languages of the room
    table: str
    shoe: int
    hand: int
    dealer: int
    date: str
    clock: str
    logo: str = ""
    backed: bool = False  # with a ground of its own, where a room's picture lies behind the board


def header_height(wide: float, words: Words, said: Heading) -> float:
    return HIGH + MORE * (len(_lines(wide, words, said)) - 1)


def header(box: Box, theme: Theme, words: Words, said: Heading) -> Nodes:
    nodes: list[Node] = []
    if said.backed:
        nodes += ground(Box(box.x, box.y - 8, box.w, box.h + 12), theme)
    first, *rest = _lines(box.w, words, said)
    top, pad = box.y + HIGH / 2, _pad(said)
    left, right = box.x + pad, box.right - pad
    if said.logo:
        nodes.append(Picture(left, top - HIGH / 2, HIGH * LOGO, HIGH, said.logo))
        left += HIGH * LOGO + 14
    ends = width(said.clock, CAP, words.bold)
    nodes.append(Text(right, top, said.clock, CAP, theme.ink, words.bold, "r"))
    right -= ends + 20
    nodes.append(Text(right, top, said.date, LEAST, theme.soft, words.medium, "r"))
    right -= width(said.date, LEAST, words.medium) + GAP
    face = words.face_of(said.room)
    cap, gap = _sizes(right - left, words, said, first)
    middle = _wide(first, cap, words, gap)
    room_cap = fit(said.room, CAP, right - left - (middle + gap if first else 0.0), face)
    nodes.append(Text(left, top, said.room, room_cap, theme.accent, face, "l"))
    free = left + width(said.room, room_cap, face) + gap
    x = max(free, min(box.x + (box.w - middle) / 2, right - middle))
    nodes += _row(x, top, first, cap, gap, theme, words)
    for i, line in enumerate(rest):
        spare = (box.w - 2 * pad - _wide(line, LEAST, words, GAP)) / max(1, len(line) - 1)
        gap = GAP + min(26.0, max(0.0, spare))
        nodes += _row(box.x + pad, top + MORE * (i + 1), line, LEAST, gap, theme, words)
    return tuple(nodes)


def _parts(words: Words, said: Heading) -> list[tuple[str, str]]:
    """A label and its figure each; a name has no figure."""
    numbers = (("shoe", said.shoe), ("hand", said.hand), *([("dealer", said.dealer)] if said.dealer else []))
    figures = [(words.say(key), str(number) if number else "–") for key, number in numbers]
    return [*((game, "") for game in said.games), (said.table, ""), *figures]


def _lines(wide: float, words: Words, said: Heading) -> list[list[tuple[str, str]]]:
    """What stands on each line beside the room, date and clock, which have the first."""
    games, ends = _divided(wide, words, said._replace(shoe=0, hand=0))
    parts = _parts(words, said._replace(games=games))
    return [parts[begin:end] for begin, end in pairwise((0, *ends))]


@recalled(keep=4)
def _divided(wide: float, words: Words, said: Heading) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of the game that have room, and where each line ends. A longer number changes nothing: the board does
    not move under the players' eyes."""
    space = wide - 2 * _pad(said)
    widest = _parts(words, said._replace(shoe=8888, hand=888, dealer=888 if said.dealer else 0))
    ends = width(f"8{said.clock}", CAP, words.bold) + width(said.date, LEAST, words.medium) + 20 + GAP
    room = width(said.room, LEAST, words.face_of(said.room)) + (HIGH * LOGO + 14 if said.logo else 0.0)
    if room + GAP + _wide(widest, LEAST, words, GAP) + GAP + ends <= space:
        return said.games, (len(widest),)
    if said.games[1:]:  # both languages where one line has room for all
        return _divided(wide, words, said._replace(games=said.games[:1]))
    cuts = [0]
    first = 0
    for i in range(len(widest)):
        if i > first and _wide(widest[first : i + 1], LEAST, words, GAP) > space:
            cuts.append(i)
            first = i
    return said.games, (*cuts, len(widest))


def _sizes(space: float, words: Words, said: Heading, parts: list[tuple[str, str]]) -> tuple[float, float]:
    """How large the first line can be, and how far its parts can stand apart."""
    room = width(said.room, CAP, words.face_of(said.room))
    for cap, gap in ((CAP, 56.0), (28.0, 44.0)):
        if room + gap + _wide(parts, cap, words, gap) <= space:
            return cap, gap
    return LEAST, GAP


def _row(x: float, y: float, parts: list[tuple[str, str]], cap: float, gap: float, theme: Theme, words: Words) -> Nodes:
    nodes: list[Node] = []
    for label, figure in parts:
        face = words.medium if figure else words.face_of(label)
        nodes.append(Text(x, y, label, cap, theme.soft if figure else theme.ink, face, "l"))
        if figure:
            at = x + width(label, cap, words.medium) + SPACE
            nodes.append(Text(at, y, figure, cap, theme.ink, words.bold, "l"))
        x += _wide([(label, figure)], cap, words, gap) + gap
    return tuple(nodes)


def _wide(parts: list[tuple[str, str]], cap: float, words: Words, gap: float) -> float:
    each = [
        width(label, cap, words.medium) + SPACE + width(figure, cap, words.bold)
        if figure
        else width(label, cap, words.face_of(label))
        for label, figure in parts
    ]
    return sum(each) + gap * max(0, len(each) - 1)


def _pad(said: Heading) -> float:
    return 16.0 if said.backed else 4.0
