"""Labels for the caps of a number pad at true size, and a card for the dealer, from the keymap and the game in use.

Caps of number pads stand 19.05 mm apart; the flat top of a cap takes a label of 13 × 13 mm, of a key two high or two
wide 13 × 32 mm. Print at 100 %: the ruler on the sheet shows whether the printer kept to it.

Both are in the room's language; where it has two, the second stands under the first on the labels that have the room.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from fpdf import FPDF

from eztrak.display.emblems import emblem
from eztrak.display.lettering import face_for, faces, unbroken
from eztrak.display.meanings import facts, meaning
from eztrak.display.scene import Colour
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.keypad.keymap import Keymap, Keys, keys_of
from eztrak.shipped import asset
from eztrak.supervisor.advice import advice
from eztrak.table.action import Action
from eztrak.table.digits import Way

PITCH, LABEL = 19.05, 13.0
LARGEST, LEAST, LEAST_SECOND = 12.0, 6.5, 4.8  # points; a second language that would need smaller ones is left out
SECOND = 0.7  # of the first language's size, where both have room
LINE = 0.4  # millimetres from line to line, for each point
SAID, GAP, BOTTOM = 11.0, 2.0, 268.0  # the card's sentences: points, millimetres between, lowest place
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
    size: float


def lettering(label: Label, id: str, words: Words, digit: str = "") -> list[Lettering]:
    """What stands on a label as large as it fits: the first language, and the second under it where there is room.

    A long name gives way to a shorter one where its letters would be too small. `digit`: of a cap that is typed as its
    figure too, which the label must not hide; it stands above.
    """

    def ways(text: str) -> Iterator[tuple[str, ...]]:
        return ((digit, *lines) if digit else lines for lines in _broken(text))

    tried = []
    for text in cap_texts(id, words):
        face = words.face_for_name(text)
        tried.append((max((_fitted(label, (lines, face)) for lines in ways(text)), key=_merit), text))
        if tried[-1][0][0].size >= LEAST:
            break
    alone, first = max(tried, key=lambda one: one[0][0].size)
    face = alone[0].face
    if words.other is None:
        return alone
    for second in cap_texts(id, words.other):
        under = words.other.face_for_name(second)
        both = max(
            (_fitted(label, (lines, face), (more, under)) for lines in ways(first) for more in _broken(second)),
            key=_merit,
        )
        if second != first and both[0].size >= min(LEAST, alone[0].size) and both[1].size >= LEAST_SECOND:
            return both
    return alone


def _fitted(label: Label, *parts: tuple[tuple[str, ...], str]) -> list[Lettering]:
    """The parts as large as the label allows: the second takes what the first leaves, and is never the larger one."""
    shares = (1.0, SECOND)[: len(parts)]
    high = (label.h - HEAD - EDGE) / LINE
    each = high / sum(len(lines) * share for (lines, _), share in zip(parts, shares, strict=True))
    made: list[Lettering] = []
    for (lines, face), share in zip(parts, shares, strict=True):
        most = min(each, LARGEST) if not made else min(high / len(lines), LARGEST * share, made[0].size)
        wide = max(_width(line, face, 1) for line in lines)
        made.append(Lettering(lines, face, min(most, (label.w - 2 * EDGE) / wide)))
        high -= len(lines) * made[-1].size
    return made


def _merit(parts: list[Lettering]) -> float:
    """Large letters are good; a line more has to make them a good deal larger."""
    return sum(part.size * 0.85 ** (len(part.lines) - 1) for part in parts)


def _broken(text: str) -> Iterator[tuple[str, ...]]:
    """The ways to break a text into lines that are as even as its words allow; one line first."""
    words = text.split()
    widths = {len(" ".join(words[i:j])) for j in range(len(words) + 1) for i in range(j)}
    for room in sorted(widths, reverse=True):
        lines = [words[0]]
        for word in words[1:]:
            if len(lines[-1]) + 1 + len(word) > room:
                lines.append(word)
            else:
                lines[-1] += f" {word}"
        yield tuple(lines)


def _width(text: str, face: str, size: float) -> float:
    """In millimetres, of a text in points."""
    widths: dict[str, float] = faces()[face]["widths"]
    return sum(widths.get(letter, 0.6) for letter in text) * size * 25.4 / 72


def sheet(path: Path, keymap: Keymap, game: Game, way: Way, theme: Theme, room: str, table: str, words: Words) -> None:
    """Writes the labels and the dealer's card as a PDF of two pages."""
    words = replace(words, game=game)
    order = [*WINNERS, *game.marks, FREE, *Action]
    keys = keys_of(keymap, game, way)
    keys = replace(keys, ids=dict(sorted(keys.ids.items(), key=lambda key: order.index(key[1]))))
    paper = FPDF(format="letter", unit="mm")
    paper.set_title(f"eztrak keycaps, {keymap.name}, {game.name()}")
    paper.set_lang(words.languages[0].replace("_", "-"))
    paper.set_auto_page_break(False)
    _labels_page(paper, keys, keymap.name, way, theme, words)
    _card_page(paper, keys, room, table, way, words)
    part = path.with_name(f".{path.name}.part")
    try:
        paper.output(str(part))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _labels_page(paper: FPDF, keys: Keys, keymap: str, way: Way, theme: Theme, words: Words) -> None:
    paper.add_page()
    _write(paper, 15, 14, words.say("labels_title"), 11, words.medium)
    x = _write(paper, 115, 14, words.say("labels_keymap"), 11, words.medium) + 2
    x = _write(paper, x, 14, keymap, 11, words.face_of(keymap)) + 4
    _fit(paper, x, 14, words.game.name(words.language), 11, words, 200 - x)
    paper.set_draw_color(0)
    paper.line(15, 24, 115, 24)
    for tick in range(0, 101, 10):
        paper.line(15 + tick, 22 if tick % 50 else 21, 15 + tick, 24)
    _write(paper, 118, 22, words.say("labels_ruler"), 8, words.medium)
    for i, (name, rows) in enumerate(PADS.items()):
        left, top = 15 + i % 2 * 100, 38 + i // 2 * 118
        _write(paper, left, top - 6, words.say(name), 9, words.bold)
        for label in labels(rows, left, top):
            if id := keys.ids.get(label.cap):
                _label(paper, label, id, way, theme, words)


def _label(paper: FPDF, label: Label, id: str, way: Way, theme: Theme, words: Words) -> None:
    ground, ink = _colours(id, words.game, theme)
    paper.set_fill_color(*ground)
    paper.set_draw_color(120)
    paper.set_line_width(0.1)
    paper.rect(label.x, label.y, label.w, label.h, style="DF")
    paper.set_text_color(*ink)
    digit = label.cap if way is not Way.RESULTS and label.cap.isdigit() else ""
    parts = lettering(label, id, words, digit)
    high = sum(len(part.lines) * part.size * LINE for part in parts)
    y = label.y + HEAD + (label.h - HEAD - EDGE - high) / 2
    for part in parts:
        for line in part.lines:
            x = label.x + (label.w - _width(line, part.face, part.size)) / 2
            _write(paper, x, y + part.size * LINE / 2, line, part.size, part.face)
            y += part.size * LINE
    if not digit:
        _write(paper, label.x + 1, label.y + 1.9, label.cap, 5.5, face_for("en", "medium"))
    paper.set_text_color(0)


def _card_page(paper: FPDF, keys: Keys, room: str, table: str, way: Way, words: Words) -> None:
    paper.add_page()
    _write(paper, 20, 20, words.say("card_title"), 22, words.bold)
    x = 20.0
    for name in (room, table, words.game.name(words.language)):  # in any script, whatever the room speaks
        x = _fit(paper, x, 30, name, 14, words, 196 - x) + 6
    said = advice(keys, way, words)
    told = {lead: [line for text in texts for line in _said(text, words)] for lead, texts in said.items()}
    high = sum(len(lines) * SAID * LINE + GAP for lines in told.values())
    y, step = 38.0, min(12.0, (BOTTOM - 38 - 7 - high) / len(keys.ids))
    for cap, id in keys.ids.items():
        _key_row(paper, y, step, cap, id, _does(keys, id, words), words)
        y += step
    y += 7
    for lead, lines in told.items():
        _fit(paper, 20, y, words.say(f"card_{lead}"), SAID, words, 38, "bold")
        for line, face in lines:
            _write(paper, 62, y, line, SAID, face)
            y += SAID * LINE
        y += GAP


def _said(text: str, words: Words) -> list[tuple[str, str]]:
    """A paragraph of the card in lines, each with its face."""
    face = words.face_of(text, "medium")
    return [(line, face) for line in _lines(text, face, SAID, 134)]


def _key_row(paper: FPDF, y: float, step: float, cap: str, id: str, does: str, words: Words) -> None:
    middle = y + step / 2 - 1
    paper.set_draw_color(150)
    paper.rect(20, y, 26, step - 2)
    _write(paper, 22, middle, cap, 13, face_for("en", "bold"))
    _fit(paper, 50, middle, cap_texts(id, words)[0], 12, words, 42, "bold")
    face = words.face_of(does, "medium")
    size = 12.0 * min(1.0, 104 / _width(does, face, 12))
    if size < 10.5:  # two lines are better than small letters
        size = min(12.0, (step - 1) / 2 / LINE)
    lines = _lines(does, face, size, 104.5)
    for i, line in enumerate(lines):
        _write(paper, 94, middle + (i - (len(lines) - 1) / 2) * size * LINE, line, size, face)


def _does(keys: Keys, id: str, words: Words) -> str:
    does = does_text(id, words)
    if id == Action.CLEAR and Action.INFO not in keys.ids.values():  # then it is the way to the info page
        does += words.say("semicolon") + words.say("does_info")
    return does


def _lines(text: str, face: str, size: float, room: float) -> list[str]:
    """A text in lines that are at most as wide as the room."""
    made = [""]
    for piece in unbroken(text):
        if made[-1] and _width((made[-1] + piece).rstrip(), face, size) > room:
            made.append("")
        made[-1] += piece
    return [line.rstrip() for line in made]


def _fit(
    paper: FPDF, x: float, middle: float, text: str, size: float, words: Words, room: float, weight: str = "medium"
) -> float:
    """Writes a text in a face that has its letters, smaller where it would not fit, and tells where it ends."""
    face = words.face_of(text, weight)
    return _write(paper, x, middle, text, min(size, size * room / max(1.0, _width(text, face, size))), face)


def _write(paper: FPDF, x: float, middle: float, text: str, size: float, face: str) -> float:
    """Writes a text with its capitals around a middle line, and tells where it ends."""
    if face.lower() not in paper.fonts:
        paper.add_font(face, fname=str(asset("fonts", faces()[face]["file"])))
    paper.set_font(face, size=size)
    paper.text(x, middle + float(faces()[face]["cap"]) * size * 25.4 / 72 / 2, text)
    return x + _width(text, face, size)


def _colours(id: str, game: Game, theme: Theme) -> tuple[Colour, Colour]:
    """Those of the winner, or of the mark's sign or dot on a bead."""
    one = emblem(game, id)
    if id not in WINNERS and (one.counted or one.place not in ("sign", "dot")):
        return (255, 255, 255), (0, 0, 0)
    ground = theme.ground(one.ground)
    return ground.colour, ground.ink
