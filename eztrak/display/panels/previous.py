"""The shoe before: what was counted in it, with percentages, and its seal. In a panel that is high enough the results
stand beside their beads; else all flows in lines, and what has no room is left out, the least of it first."""

from collections.abc import Iterator
from typing import NamedTuple

from eztrak.display.layout import CODE, SEALED_HIGH, SEALED_WIDE
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.frame import ROUNDING, ground
from eztrak.display.panels.marks import bead_mark
from eztrak.display.panels.seals import named as numbered
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import HANDS, Words
from eztrak.game.game import WINNERS
from eztrak.game.hand import Hand, Outcome
from eztrak.table.stats import Stats, percent

CAP, GAP, SPACE, LINE = 25.5, 38.0, 10.0, 41.0
PAD = 16.0
CLOSE, LEAST = 8.0, 16.0  # between a bead, its count and its share; between two of these
LOW, BEAD, FOOT, SMALL = 60.0, 40.0, 27.0, 16.5  # a bead of a high panel, and the line of its seal


class _Piece(NamedTuple):
    text: str
    colour: Colour
    face: str


def previous(
    box: Box,
    theme: Theme,
    words: Words,
    number: int,
    stats: Stats | None,
    seal: str,
    earlier: tuple[str, ...] = (),
    coded: bool = False,
) -> Nodes:
    """`words` of the game that the shoe was dealt under; `coded`: the running code stands in it too."""
    nodes: list[Node] = list(ground(box, theme))
    if stats and box.h >= SEALED_HIGH:
        foot = FOOT + (CODE if coded and box.w < SEALED_WIDE else 0.0)
        return (*nodes, *_panelled(box, theme, words, number, stats, numbered(seal, earlier), foot))
    title = _Piece(words.say("previous"), theme.soft, words.medium)
    if stats is None:
        items = [[title, _Piece(words.say("no_previous"), theme.soft, words.bold)]]
    else:
        # In the order in which they matter; the seal ends the last line.
        items = [[title, _Piece(str(number), theme.accent, words.bold)], *_counts(theme, words, stats)]
    space, lines = box.w - 2 * PAD, max(1, int((box.h - 2) / LINE))
    seal = numbered(seal, earlier)
    small = fit(seal, CAP, space * ROUNDING, words.bold)  # on a narrow board, for the camera alone
    last = bool(stats and seal)
    end = width(seal, small, words.bold) + GAP if last else 0.0
    shown = _flowing(items, space, lines, end)
    if stats and lines > 1 and sum(map(len, shown)) <= len(WINNERS):
        short = [*items[0], *_letters(theme, stats)]  # all winners by their letters are worth more than one by name
        shown = [[short if _wide(short) <= space else items[0]]]
    if last and len(shown) < lines and sum(map(_wide, shown[-1])) + GAP * len(shown[-1]) + end > space:
        shown.append([])  # the seal has a line of its own
    low = last and lines == 1 and box.h >= LOW and len(shown[0]) <= 1  # the seal is small, under the counts
    if low:
        short = [*items[0], *_letters(theme, stats)] if stats else items[0]
        shown, small = [[short if _wide(short) <= space else items[0]]], fit(seal, SMALL, space, words.bold)
    for i, line in enumerate(shown):
        y = box.y + (box.h - FOOT) / 2 + 3 if low else box.centre[1] + (i - (len(shown) - 1) / 2) * LINE
        x = box.x + PAD
        for item in line:
            for piece in item:
                nodes.append(Text(x, y, piece.text, CAP, piece.colour, piece.face, "l", Role.SHARE))
                x += width(piece.text, CAP, piece.face) + SPACE
            x += GAP - SPACE
    if last:
        y = box.bottom - 16 if low else box.centre[1] + (len(shown) - 1) / 2 * LINE
        nodes.append(Text(box.right - PAD, y, seal, small, theme.accent, words.bold, "r", Role.POSTING))
    return tuple(nodes)


def _panelled(box: Box, theme: Theme, words: Words, number: int, stats: Stats, seal: str, foot: float) -> Nodes:
    """The number and how many hands there were; the results; the seal, with room for the code beside or under it."""
    gap = (box.h - foot - CAP - BEAD) / 3
    x, y, end = box.x + PAD, box.y + gap + CAP / 2 + 1, box.right - PAD
    nodes: list[Node] = []
    title, many = words.both("previous", "medium")[0], words.named(HANDS, "medium")[0]
    for text, colour, face in ((title.texts[0], theme.soft, title.face), (str(number), theme.accent, words.bold)):
        nodes.append(Text(x, y, text, CAP, colour, face, "l", Role.SHARE))
        x += width(text, CAP, face) + SPACE
    of = ((str(stats.hands), theme.ink, words.bold), (many.texts[0], theme.soft, many.face))
    if x + sum(width(text, CAP, face) + SPACE for text, _, face in of) < end:
        for text, colour, face in of:
            nodes.append(Text(end, y, text, CAP, colour, face, "r", Role.SHARE))
            end -= width(text, CAP, face) + SPACE
    y += CAP / 2 + gap + BEAD / 2
    counted = [(outcome, str(stats.of(outcome.id))) for outcome in (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)]
    wide = sum(BEAD + CLOSE + width(count, CAP, words.bold) for _, count in counted)
    shares: list[str] = []
    for places in (1, 0):  # as exact as there is room for
        shares = shares or [f"{percent(int(count), stats.hands):.{places}f}%" for _, count in counted]
        more = sum(CLOSE + width(share, CAP, words.medium) for share in shares)
        if wide + more + LEAST * (len(counted) - 1) > box.w - 2 * PAD:
            shares, more = [], 0.0
    gap = min(GAP, (box.w - 2 * PAD - wide - more) / (len(counted) - 1))
    x = box.x + PAD
    for i, (outcome, count) in enumerate(counted):
        nodes += bead_mark(x + BEAD / 2, y, BEAD, Hand(outcome), theme, words)
        x += BEAD + CLOSE
        nodes.append(Text(x, y, count, CAP, theme.ink, words.bold, "l", Role.SHARE))
        x += width(count, CAP, words.bold)
        if shares:
            nodes.append(Text(x + CLOSE, y, shares[i], CAP, theme.soft, words.medium, "l", Role.SHARE))
            x += CLOSE + width(shares[i], CAP, words.medium)
        x += gap
    if seal:
        x, y, small = box.x + PAD, box.bottom + 11 - foot, fit(seal, SMALL, box.w - 2 * PAD, words.medium)
        label = words.both("seal", "medium")[0]
        wide = width(label.texts[0], SMALL, label.face) + CLOSE
        if wide + width(seal, small, words.medium) <= (box.w - 2 * PAD) * (
            0.6 if foot == FOOT else 1.0
        ):  # the code ends the line
            nodes.append(Text(x, y, label.texts[0], SMALL, theme.soft, label.face, "l", Role.POSTING))
            x += wide
        if foot > FOOT:  # over the code, which ends there too
            nodes.append(Text(box.right - PAD, y, seal, small, theme.soft, words.medium, "r", Role.POSTING))
        else:
            nodes.append(Text(x, y, seal, small, theme.soft, words.medium, "l", Role.POSTING))
    return tuple(nodes)


def _counts(theme: Theme, words: Words, stats: Stats) -> Iterator[list[_Piece]]:
    tiles = words.game.tiles
    for name in (*WINNERS, HANDS, *(tile for tile in tiles if tile not in WINNERS)):
        count = stats.hands if name == HANDS else stats.of(name)
        named = words.named(name, "medium")[0]
        item = [_Piece(named.texts[0], theme.soft, named.face), _Piece(str(count), theme.ink, words.bold)]
        if name != HANDS:
            item.append(_Piece(f"{percent(count, stats.hands):.1f}%", theme.soft, words.medium))
        yield item


def _letters(theme: Theme, stats: Stats) -> list[_Piece]:
    of = [(outcome.value, str(stats.of(outcome.id))) for outcome in (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)]
    return [
        _Piece(text, colour, BOLD) for pair in of for text, colour in zip(pair, (theme.soft, theme.ink), strict=True)
    ]


def _flowing(items: list[list[_Piece]], space: float, most: int, end: float) -> list[list[list[_Piece]]]:
    """Items side by side in so many lines at the most; the last one leaves room at its end."""
    lines: list[list[list[_Piece]]] = [[]]
    left = space - (end if most == 1 else 0.0)
    for item in items:
        need = _wide(item) + (GAP if lines[-1] else 0.0)
        if need > left and lines[-1]:
            if len(lines) == most:
                break
            lines.append([])
            left = space - (end if len(lines) == most else 0.0)
            need = _wide(item)
        if need > left:
            break
        lines[-1].append(item)
        left -= need
    return lines


def _wide(item: list[_Piece]) -> float:
    return sum(width(piece.text, CAP, piece.face) for piece in item) + SPACE * (len(item) - 1)
