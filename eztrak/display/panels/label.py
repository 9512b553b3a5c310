"""A label in the one language of the room or in its two: the second under the first, or beside it where that is higher.

The second language gives way, and then a long name to a shorter one. Where both languages cannot be read from the
seats, the first one stands alone: half the words in letters that can be read help more people than all of them in
letters that cannot.
"""

from collections.abc import Sequence
from typing import TypeAlias

from eztrak.display.lettering import fit, lines, width
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Colour, Text
from eztrak.display.words import Written

LEAST = 25.0  # the cap height of a word that can be read from the seats
LEADING = 0.6  # the air over a line, in parts of its capitals: Vietnamese marks need it
SPACE = 0.4  # between texts side by side
IDEOGRAPHS = "\u2e80"  # the first of them
IDEOGRAPH = 1.4  # the height of an ideograph beside capitals: it has more strokes in it

Piece: TypeAlias = tuple[str, str]  # a text and its face


def label(
    said: Sequence[Written],
    box: Box,
    cap: float,
    colour: Colour,
    anchor: str = "c",
    role: Role = Role.LABEL,
    least: float = LEAST,
) -> list[Text]:
    """A word within a box, its capitals `cap` high or less where it must be, but no second language under `least`.

    The box is for the capitals: what stands above and below them in some scripts has its air outside.
    """
    first, *second = said
    parts, size = _alone(first, box, cap, least)
    alone = [(part, first.face) for part in parts]
    if second:
        whole = [(each.texts[0], each.face) for each in said]
        column = [*alone, whole[1]]
        grows = _grown(column)
        under = min(size, fit(whole[1][0], cap * grows[-1], box.w, whole[1][1]) / grows[-1], box.h / _height(grows))
        beside = cap * min(1.0, box.w / row_width(whole, cap), box.h / cap / max(_grown(whole)))
        if max(under, beside) >= least:
            if under >= beside:
                return _column(column, box, under, colour, anchor, role)
            return row(whole, _x(box, anchor), box.centre[1], beside, box.w, colour, anchor, role)
    return _column(alone, box, min(size, box.h / _height([1.0] * len(alone))), colour, anchor, role)


def phrase(
    said: Sequence[Sequence[Written]],
    x: float,
    y: float,
    cap: float,
    space: float,
    colour: Colour,
    anchor: str = "c",
    role: Role = Role.LABEL,
    least: float = LEAST,
) -> list[Text]:
    """Words in a row, each followed by its translation, or all without where they could not be read."""
    return row(readable(said, space, least), x, y, cap, space, colour, anchor, role)


def readable(said: Sequence[Sequence[Written]], space: float, least: float = LEAST) -> list[Piece]:
    """Words in a row as they can be read: with their translations, or without, or the longest of them shortened."""
    all_of_it = [(each.texts[0], each.face) for both in said for each in both]
    return all_of_it if row_width(all_of_it, least) <= space else shortened([both[0] for both in said], space, least)


def shortened(said: Sequence[Written], space: float, cap: float, between: float | None = None) -> list[Piece]:
    """Texts side by side, the widest of them in a shorter form until all have room at that height, or none is left."""
    left = [list(each.texts) for each in said]
    gap = SPACE * cap if between is None else between

    def wide(i: int) -> float:
        return width(left[i][0], cap, said[i].face)

    while sum(map(wide, range(len(said)))) + gap * (len(said) - 1) > space:
        longer = [i for i in range(len(said)) if len(left[i]) > 1]
        if not longer:
            break
        del left[max(longer, key=wide)][0]
    return [(texts[0], each.face) for texts, each in zip(left, said, strict=True)]


def row(
    said: Sequence[Piece],
    x: float,
    y: float,
    cap: float,
    space: float,
    colour: Colour,
    anchor: str = "c",
    role: Role = Role.LABEL,
) -> list[Text]:
    """Texts side by side, each in its face, as high as they can be in the space that they have."""
    cap *= min(1.0, space / row_width(said, cap))
    if len(said) == 1:
        return [Text(x, y, said[0][0], cap, colour, said[0][1], anchor, role)]
    caps = [cap * grown for grown in _grown(said)]
    wide = [width(text, size, face) for (text, face), size in zip(said, caps, strict=True)]
    gap = SPACE * cap
    x -= (sum(wide) + gap * (len(said) - 1)) * {"l": 0.0, "c": 0.5, "r": 1.0}[anchor]
    # Kerning makes a Latin text a little narrower than it is measured: the first one ends where its measure does, so
    # that the space after it is what the eye expects.
    nodes: list[Text] = []
    for i, (text, face) in enumerate(said):
        ends = i == 0 and anchor != "l"
        nodes.append(Text(x + wide[i] if ends else x, y, text, caps[i], colour, face, "r" if ends else "l", role))
        x += wide[i] + gap
    return nodes


def row_width(said: Sequence[Piece], cap: float) -> float:
    """The width of texts side by side."""
    wide = [width(text, cap * grown, face) for (text, face), grown in zip(said, _grown(said), strict=True)]
    return sum(wide) + SPACE * cap * (len(said) - 1)


def column_width(said: Sequence[Written], cap: float) -> float:
    """The width of texts one below the other."""
    pieces = [(one.texts[0], one.face) for one in said]
    return max(width(text, cap * grown, face) for (text, face), grown in zip(pieces, _grown(pieces), strict=True))


def _grown(said: Sequence[Piece]) -> list[float]:
    """How much larger than capitals each text is: ideographs that stand beside capitals are."""
    latin = [face.startswith("latin") for _, face in said]
    return [1.0 if one or not any(latin) else IDEOGRAPH for one in latin]


def _alone(said: Written, box: Box, cap: float, least: float) -> tuple[list[str], float]:
    """A text in one line or two, in the first of its forms that can be read so; and the cap height at which it fits."""
    parts, size = lines(said.texts[0], cap, box.w, least, said.face)
    if len(said.texts) > 1 and min(size, box.h / _height([1.0] * len(parts))) < least:
        ((text, _),) = shortened([said], box.w, least)
        parts, size = [text], fit(text, cap, box.w, said.face)
    return parts, size


def _column(said: Sequence[Piece], box: Box, cap: float, colour: Colour, anchor: str, role: Role) -> list[Text]:
    grows = _grown(said)
    y = box.centre[1] - cap * _height(grows) / 2
    nodes = []
    for (text, face), grown in zip(said, grows, strict=True):
        nodes.append(Text(_x(box, anchor), y + cap * grown / 2, text, cap * grown, colour, face, anchor, role))
        y += cap * (grown + LEADING)
    return nodes


def _height(grows: Sequence[float]) -> float:
    """Of lines one below the other, in parts of the height of capitals."""
    return sum(grows) + LEADING * (len(grows) - 1)


def _x(box: Box, anchor: str) -> float:
    return {"l": box.x, "c": box.centre[0], "r": box.right}[anchor]
