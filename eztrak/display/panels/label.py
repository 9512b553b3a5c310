"""A label in the one language of the room or in its two: the second under the first, or beside it where that is higher.

The second language gives way. Where both cannot be read from the seats, the first one stands alone: half the words in
letters that can be read help more people than all of them in letters that cannot.
"""

from collections.abc import Sequence
from typing import TypeAlias

from eztrak.display.lettering import fit, lines, width
from eztrak.display.scene import Box, Colour, Text
from eztrak.display.words import Words

LEAST = 25.0  # the cap height of a word that can be read from the seats
LEADING = 0.6  # the air over a line, in parts of its capitals: Vietnamese marks need it
SPACE = 0.4  # between texts side by side

Piece: TypeAlias = tuple[str, str]  # a text and its face


def pieces(words: Words, key: str, weight: str = "bold") -> list[Piece]:
    """A word in the language or the two languages of the room, each with its face."""
    spoken = [words, words.other] if words.other else [words]
    return [(each.say(key), each.bold if weight == "bold" else each.medium) for each in spoken]


def label(
    words: Words,
    key: str,
    box: Box,
    cap: float,
    colour: Colour,
    weight: str = "bold",
    anchor: str = "c",
    role: str = "word",
    least: float = LEAST,
) -> list[Text]:
    """A word within a box, its capitals `cap` high or less where it must be, but no second language under `least`.

    The box is for the capitals: what stands above and below them in some scripts has its air outside.
    """
    first, *second = said = pieces(words, key, weight)
    parts, size = lines(first[0], cap, box.w, least, first[1])
    alone = [(part, first[1]) for part in parts]
    if second:
        column = [*alone, *second]
        under = min(size, fit(second[0][0], cap, box.w, second[0][1]), box.h / _height(len(column)))
        beside = cap * min(1.0, box.w / row_width(said, cap), box.h / cap)
        if max(under, beside) >= least:
            if under >= beside:
                return _column(column, box, under, colour, anchor, role)
            return row(said, _x(box, anchor), box.centre[1], beside, box.w, colour, anchor, role)
    return _column(alone, box, min(size, box.h / _height(len(alone))), colour, anchor, role)


def phrase(
    words: Words,
    keys: Sequence[str],
    x: float,
    y: float,
    cap: float,
    room: float,
    colour: Colour,
    weight: str = "bold",
    anchor: str = "c",
    role: str = "word",
    least: float = LEAST,
) -> list[Text]:
    """Words in a row, each followed by its translation, or all without where they could not be read."""
    said = [piece for key in keys for piece in pieces(words, key, weight)]
    if cap * min(1.0, room / row_width(said, cap)) < least:
        said = [pieces(words, key, weight)[0] for key in keys]
    return row(said, x, y, cap, room, colour, anchor, role)


def row(
    said: Sequence[Piece],
    x: float,
    y: float,
    cap: float,
    room: float,
    colour: Colour,
    anchor: str = "c",
    role: str = "word",
) -> list[Text]:
    """Texts side by side, each in its face, as high as they can be in the room that they have."""
    cap *= min(1.0, room / row_width(said, cap))
    if len(said) == 1:
        return [Text(x, y, said[0][0], cap, colour, said[0][1], anchor, role)]
    wide = [width(text, cap, face) for text, face in said]
    space = SPACE * cap
    x -= (sum(wide) + space * (len(said) - 1)) * {"l": 0.0, "c": 0.5, "r": 1.0}[anchor]
    # Kerning makes a Latin text a little narrower than it is measured: the first one ends where its measure does, so
    # that the space after it is what the eye expects.
    nodes: list[Text] = []
    for i, (text, face) in enumerate(said):
        ends = i == 0 and anchor != "l"
        nodes.append(Text(x + wide[i] if ends else x, y, text, cap, colour, face, "r" if ends else "l", role))
        x += wide[i] + space
    return nodes


def row_width(said: Sequence[Piece], cap: float) -> float:
    """The width of texts side by side."""
    return sum(width(text, cap, face) for text, face in said) + SPACE * cap * (len(said) - 1)


def _column(said: Sequence[Piece], box: Box, cap: float, colour: Colour, anchor: str, role: str) -> list[Text]:
    step = cap * (1 + LEADING)
    top = box.centre[1] - step * (len(said) - 1) / 2
    return [
        Text(_x(box, anchor), top + i * step, text, cap, colour, face, anchor, role)
        for i, (text, face) in enumerate(said)
    ]


def _height(count: int) -> float:
    """Of so many lines, in parts of the height of their capitals."""
    return count + LEADING * (count - 1)


def _x(box: Box, anchor: str) -> float:
    return {"l": box.x, "c": box.centre[0], "r": box.right}[anchor]
