"""Labels for the caps of a number pad at true size, and a card for the dealer, from the keymap and the game in use.

Caps of number pads stand 19.05 mm apart; the flat top of a cap takes a label of 13 × 13 mm, of a key two high or two
wide 13 × 32 mm. Print at 100 %: the ruler on the sheet shows whether the printer kept to it.

Both are in the room's language; where it has two, the second stands under the first on the labels where it fits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from eztrak.display.emblems import emblem
from eztrak.display.lettering import BOLD, MEDIUM, width
from eztrak.display.meanings import facts, meaning
from eztrak.display.panels.frame import wrapped
from eztrak.display.scene import Bar, Colour, Node, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.keypad.keymap import Keymap, Keys
from eztrak.supervisor.advice import advice
from eztrak.supervisor.columns import LEADING, Style, paragraph, written
from eztrak.supervisor.export import whole
from eztrak.supervisor.paper import Paper
from eztrak.table.action import Action
from eztrak.table.digits import Way

PITCH, LABEL = 19.05, 13.0
# The capitals' height, in millimetres; a second language that would need smaller ones is left out.
LARGEST, LEAST, LEAST_SECOND = 3.0, 1.6, 1.2
SECOND = 0.7  # of the first language's height, where both fit
SAID, GAP, BOTTOM = 2.7, 2.0, 268.0  # the card's sentences: their capitals, millimetres between, lowest place
BLACK, WHITE, EDGING = (0, 0, 0), (255, 255, 255), (140, 140, 140)
HEAD, EDGE = 3.0, 0.8  # what the cap's own name takes of a label's height, and what stays free at its sides

# Each pad as its rows of caps; a cap named in two rows or columns is one key that is two high or two wide.
PADS = {
    "pad_17": ("NumLock / * -", "7 8 9 +", "4 5 6 +", "1 2 3 Enter", "0 0 . Enter"),
    "pad_18": ("NumLock / * Backspace", "7 8 9 -", "4 5 6 +", "1 2 3 Enter", "0 0 . Enter"),
    "pad_21": (
        "Esc = Tab Backspace",
        "NumLock / * -",
        "7 8 9 +",
        "4 5 6 +",
        "1 2 3 Enter",
        "0 0 . Enter",
    ),
}


def cap_texts(id: str, words: Words) -> tuple[str, ...]:
    """What a label can say, the longest first: the game's names of a winner or a mark, our word for anything else."""
    mark = words.game.marks.get(id)
    if mark and mark.several:
        plain = (name.removesuffix(mark.paid).rstrip() for name in (words.wager_name(mark.wager), *words.names(id)[1:]))
        return tuple(f"{name} {mark.paid}" for name in plain)
    if mark or id in (*WINNERS, FREE):
        return words.names(id)
    return (words.say(f"cap_{Action(id).name.lower()}"),)


def does_text(id: str, words: Words) -> str:
    """What a key does, in a sentence of the dealer's card."""
    if mark := words.game.marks.get(id):
        if mark.several:
            return words.say("or").join(facts(words, mark.wager.lines[line]) for line in sorted(mark.lines))
        return meaning(words, mark.wager)
    return words.say(f"does_{id}" if id in (*WINNERS, FREE) else f"does_{Action(id).name.lower()}")


@dataclass(frozen=True, slots=True)
class Label:
    cap: str
    x: float
    y: float
    w: float
    h: float


def labels(rows: tuple[str, ...], left: float, top: float) -> list[Label]:
    """The labels of a pad where they stand on the paper, in millimetres."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, caps in enumerate(rows):
        for col, cap in enumerate(caps.split()):
            cells.setdefault(cap, []).append((col, row))
    made = []
    for cap, places in cells.items():
        (first_col, first_row), (last_col, last_row) = min(places), max(places)
        wide, high = (last_col - first_col) * PITCH + LABEL, (last_row - first_row) * PITCH + LABEL
        made.append(Label(cap, left + first_col * PITCH, top + first_row * PITCH, wide, high))
    return made


class Lettering(NamedTuple):
    """The lines of a label, in one language."""

    lines: tuple[str, ...]
    face: str
    cap: float  # how high its capitals are


def lettering(label: Label, id: str, words: Words, digit: str = "") -> list[Lettering]:
    """What stands on a label as large as it fits: the first language, and the second under it where it fits.

    A long name gives way to a shorter one where its letters would be too small. `digit`: of a cap that is typed as its
    figure too, which the label must not hide; it stands above.
    """

    def ways(text: str) -> Iterator[tuple[str, ...]]:
        return ((digit, *lines) if digit else lines for lines in _broken(text))

    tried = []
    for text in cap_texts(id, words):
        face = words.face_for_name(text)
        tried.append((max((_fitted(label, (lines, face)) for lines in ways(text)), key=_merit), text))
        if tried[-1][0][0].cap >= LEAST:
            break
    alone, first = max(tried, key=lambda one: one[0][0].cap)
    face = alone[0].face
    if words.other is None:
        return alone
    for second in cap_texts(id, words.other):
        under = words.other.face_for_name(second)
        both = max(
            (_fitted(label, (lines, face), (more, under)) for lines in ways(first) for more in _broken(second)),
            key=_merit,
        )
        if second != first and both[0].cap >= min(LEAST, alone[0].cap) and both[1].cap >= LEAST_SECOND:
            return both
    return alone


def _fitted(label: Label, *parts: tuple[tuple[str, ...], str]) -> list[Lettering]:
    """The parts as large as the label allows: the second takes what the first leaves, and is never the larger one."""
    shares = (1.0, SECOND)[: len(parts)]
    high = (label.h - HEAD - EDGE) / LEADING
    each = high / sum(len(lines) * share for (lines, _), share in zip(parts, shares, strict=True))
    made: list[Lettering] = []
    for (lines, face), share in zip(parts, shares, strict=True):
        most = min(each, LARGEST) if not made else min(high / len(lines), LARGEST * share, made[0].cap)
        wide = max(width(line, 1, face) for line in lines)
        made.append(Lettering(lines, face, min(most, (label.w - 2 * EDGE) / wide)))
        high -= len(lines) * made[-1].cap
    return made


def _merit(parts: list[Lettering]) -> float:
    """Large letters are good; a line more has to make them a good deal larger."""
    return sum(part.cap * 0.85 ** (len(part.lines) - 1) for part in parts)


def _broken(text: str) -> Iterator[tuple[str, ...]]:
    """The ways to break a text into lines that are as even as its words allow; one line first."""
    words = text.split()
    widths = {len(" ".join(words[i:j])) for j in range(len(words) + 1) for i in range(j)}
    for most in sorted(widths, reverse=True):
        lines = [words[0]]
        for word in words[1:]:
            if len(lines[-1]) + 1 + len(word) > most:
                lines.append(word)
            else:
                lines[-1] += f" {word}"
        yield tuple(lines)


def sheet(path: Path, keymap: Keymap, keys: Keys, way: Way, style: Style, table: str) -> None:
    """Writes the labels and the dealer's card as a PDF of two pages. The words of the style know the game."""
    words, game = style.words, style.words.game
    order = [*WINNERS, *game.marks, FREE, *Action]
    keys = replace(keys, ids=dict(sorted(keys.ids.items(), key=lambda key: order.index(key[1]))))
    title = f"{words.say('card_title')}: {keymap.name}, {game.name(words.language)}"
    paper = Paper(title, words.language, style.paper)
    paper.page()
    paper.paint(_labels_page(keys, keymap.name, way, style.theme, words))
    paper.page()
    paper.paint(_card_page(keys, style.room, table, way, words))
    with whole(path) as part:
        paper.save(part)


def _labels_page(keys: Keys, keymap: str, way: Way, theme: Theme, words: Words) -> list[Node]:
    named = f"{words.say('labels_keymap')} {keymap}, {words.game.name(words.language)}"
    nodes: list[Node] = [
        written(15, 14, words.say("labels_title"), 2.7, BLACK, 105, words),
        written(200, 14, named, 2.7, BLACK, 76, words, anchor="r"),
        Bar(15, 23.9, 100, 0.2, BLACK),
        *(Bar(14.9 + tick, 22 if tick % 50 else 21, 0.2, 2 if tick % 50 else 3, BLACK) for tick in range(0, 101, 10)),
        written(118, 22, words.say("labels_ruler"), 2.0, BLACK, 82, words),
    ]
    for i, (name, rows) in enumerate(PADS.items()):
        left, top = 15 + i % 2 * 100, 38 + i // 2 * 118
        nodes.append(written(left, top - 6, words.say(name), 2.2, BLACK, 90, words, True))
        for label in labels(rows, left, top):
            if id := keys.ids.get(label.cap):
                nodes += label_drawn(label, id, way, theme, words)
    return nodes


def label_drawn(label: Label, id: str, way: Way, theme: Theme, words: Words) -> list[Node]:
    ground, ink = _colours(id, words.game, theme)
    digit = label.cap if way is not Way.RESULTS and label.cap.isdigit() else ""
    parts = lettering(label, id, words, digit)
    nodes = framed(label.x, label.y, label.w, label.h, ground)
    y = label.y + HEAD + (label.h - HEAD - EDGE - sum(len(part.lines) * part.cap * LEADING for part in parts)) / 2
    for part in parts:
        for line in part.lines:
            middle = y + part.cap * LEADING / 2
            nodes.append(Text(label.x + label.w / 2, middle, line, part.cap, ink, part.face))
            y += part.cap * LEADING
    return nodes if digit else [*nodes, Text(label.x + 1, label.y + 1.9, label.cap, 1.35, ink, MEDIUM, "l")]


def framed(x: float, y: float, w: float, h: float, ground: Colour) -> list[Node]:
    sides = ((x, y, w, 0.15), (x, y + h - 0.15, w, 0.15), (x, y, 0.15, h), (x + w - 0.15, y, 0.15, h))
    return [Bar(x, y, w, h, ground), *(Bar(*side, EDGING) for side in sides)]


def _card_page(keys: Keys, room: str, table: str, way: Way, words: Words) -> list[Node]:
    nodes: list[Node] = [written(20, 20, words.say("card_title"), 5.4, BLACK, 176, words, True)]
    x = 20.0
    for name in (room, table, words.game.name(words.language)):  # in any script, whatever the room speaks
        named = written(x, 30, name, 3.4, BLACK, 196 - x, words)
        nodes.append(named)
        x += width(named.text, named.cap, named.face) + 6
    said = advice(keys, way, words)
    high = sum(len(_said(0, text, words)) * SAID * LEADING for texts in said.values() for text in texts)
    y, step = 38.0, min(12.0, (BOTTOM - 38 - 7 - high - GAP * len(said)) / len(keys.ids))
    for cap, id in keys.ids.items():
        nodes += _key_row(y, step, cap, id, _does(keys, id, words), words)
        y += step
    y += 7
    for lead, texts in said.items():
        nodes.append(written(20, y, words.say(f"card_{lead}"), SAID, BLACK, 38, words, True))
        for text in texts:
            lines = _said(y, text, words)
            nodes += lines
            y += len(lines) * SAID * LEADING
        y += GAP
    return nodes


def _said(y: float, text: str, words: Words) -> list[Node]:
    return paragraph(62, y, text, SAID, BLACK, 138, words)


def _key_row(y: float, step: float, cap: str, id: str, does: str, words: Words) -> list[Node]:
    middle = y + step / 2 - 1
    alone = written(94, middle, does, 2.9, BLACK, 104, words)
    size, lines = alone.cap, [does]
    if size < 2.5:  # two lines are better than small letters
        size = min(2.9, (step - 1) / 2 / LEADING)
        lines = wrapped(does, size, 108, alone.face)
    first = middle - (len(lines) - 1) / 2 * size * LEADING
    return [
        *framed(20, y, 26, step - 2, WHITE),
        Text(22, middle, cap, 3.2, BLACK, BOLD, "l"),
        written(50, middle, cap_texts(id, words)[0], 2.9, BLACK, 42, words, True),
        *(written(94, first + i * size * LEADING, line, size, BLACK, 104, words) for i, line in enumerate(lines)),
    ]


def _does(keys: Keys, id: str, words: Words) -> str:
    does = does_text(id, words)
    if id == Action.CLEAR and Action.INFO not in keys.ids.values():  # then it is the way to the info page
        does += words.say("semicolon") + words.say("does_info")
    return does


def _colours(id: str, game: Game, theme: Theme) -> tuple[Colour, Colour]:
    """Those of the winner, or of the mark's sign or dot on a bead."""
    one = emblem(game, id)
    if id not in WINNERS and (one.counted or one.place not in ("sign", "dot")):
        return WHITE, BLACK
    ground = theme.ground(one.ground)
    return ground.colour, ground.ink
