"""Labels for the caps of a number pad at true size, and a card for the dealer, from the keymap in use.

Caps of number pads stand 19.05 mm apart; the flat top of a cap takes a label of 13 × 13 mm, of a key two high or two
wide 13 × 32 mm. Print at 100 %: the ruler on the sheet shows whether the printer kept to it.

Both are in the room's language; where it has two, the second stands under the first on the labels that have the room.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fpdf import FPDF

from eztrak.display.lettering import face_for, faces, unbroken
from eztrak.display.scene import Colour
from eztrak.display.theme import Theme
from eztrak.display.words import ENGLISH, Words
from eztrak.keypad.keymap import Keymap
from eztrak.shipped import asset
from eztrak.table.action import Action

PITCH, LABEL = 19.05, 13.0
LARGEST, LEAST, LEAST_SECOND = 12.0, 6.5, 4.8  # points; a second language that would need smaller ones is left out
SECOND = 0.7  # of the first language's size, where both have room
LINE = 0.4  # millimetres from line to line, for each point
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


def key_of(action: Action) -> str:
    """The key of the word on a label: that of the board, or of the labels alone where the board has no such word."""
    own = f"cap_{action.value}"
    return own if own in ENGLISH else action.value


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


def lettering(label: Label, action: Action, words: Words) -> list[Lettering]:
    """What stands on a label as large as it fits: the first language, and the second under it where there is room."""
    first, second = words.say(key_of(action)), words.second(key_of(action))
    alone = max((_fitted(label, (lines, words.bold)) for lines in _broken(first)), key=_merit)
    if words.other is None or second == first:
        return alone
    both = max(
        (
            _fitted(label, (lines, words.bold), (under, words.other.bold))
            for lines in _broken(first)
            for under in _broken(second)
        ),
        key=_merit,
    )
    return both if both[0].size >= min(LEAST, alone[0].size) and both[1].size >= LEAST_SECOND else alone


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
    """Every way to break a few words into lines; one line first."""
    words = text.split()
    for breaks in range(2 ** (len(words) - 1)):
        lines = [words[0]]
        for i, word in enumerate(words[1:]):
            if breaks >> i & 1:
                lines.append(word)
            else:
                lines[-1] += f" {word}"
        yield tuple(lines)


def _width(text: str, face: str, size: float) -> float:
    """In millimetres, of a text in points."""
    widths: dict[str, float] = faces()[face]["widths"]
    return sum(widths.get(letter, 0.6) for letter in text) * size * 25.4 / 72


def sheet(path: Path, keymap: Keymap, theme: Theme, room: str, table: str, words: Words) -> None:
    """Writes the labels and the dealer's card as a PDF of two pages."""
    paper = FPDF(format="letter", unit="mm")
    paper.set_title(f"eztrak keycaps, {keymap.name}")
    paper.set_lang(words.languages[0].replace("_", "-"))
    paper.set_auto_page_break(False)
    _labels_page(paper, keymap, theme, words)
    _card_page(paper, keymap, room, table, words)
    part = path.with_name(f".{path.name}.part")
    try:
        paper.output(str(part))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _labels_page(paper: FPDF, keymap: Keymap, theme: Theme, words: Words) -> None:
    paper.add_page()
    _write(paper, 15, 14, words.say("labels_title"), 11, words.medium)
    x = _write(paper, 115, 14, words.say("labels_keymap"), 11, words.medium) + 2
    _write(paper, x, 14, keymap.name, 11, words.face_of(keymap.name))
    paper.set_draw_color(0)
    paper.line(15, 24, 115, 24)
    for tick in range(0, 101, 10):
        paper.line(15 + tick, 22 if tick % 50 else 21, 15 + tick, 24)
    _write(paper, 118, 22, words.say("labels_ruler"), 8, words.medium)
    for i, (name, rows) in enumerate(PADS.items()):
        left, top = 15 + i % 2 * 100, 38 + i // 2 * 118
        _write(paper, left, top - 6, words.say(name), 9, words.bold)
        for label in labels(rows, left, top):
            _label(paper, label, keymap, theme, words)


def _label(paper: FPDF, label: Label, keymap: Keymap, theme: Theme, words: Words) -> None:
    action = keymap.actions.get(label.cap)
    if action is None:
        return
    ground, ink = _colours(action, theme)
    paper.set_fill_color(*ground)
    paper.set_draw_color(120)
    paper.set_line_width(0.1)
    paper.rect(label.x, label.y, label.w, label.h, style="DF")
    paper.set_text_color(*ink)
    parts = lettering(label, action, words)
    high = sum(len(part.lines) * part.size * LINE for part in parts)
    y = label.y + HEAD + (label.h - HEAD - EDGE - high) / 2
    for part in parts:
        for line in part.lines:
            x = label.x + (label.w - _width(line, part.face, part.size)) / 2
            _write(paper, x, y + part.size * LINE / 2, line, part.size, part.face)
            y += part.size * LINE
    _write(paper, label.x + 1, label.y + 1.9, label.cap, 5.5, face_for("en", "medium"))
    paper.set_text_color(0)


def _card_page(paper: FPDF, keymap: Keymap, room: str, table: str, words: Words) -> None:
    paper.add_page()
    _write(paper, 20, 20, words.say("card_title"), 22, words.bold)
    x = 20.0
    for name in (room, table):  # in any script, whatever the room speaks
        x = _write(paper, x, 30, name, 14, words.face_of(name, "medium")) + 6
    y, step = 38.0, min(12.0, 190 / len(keymap.actions))
    for cap, action in keymap.actions.items():
        middle = y + step / 2 - 1
        paper.set_draw_color(150)
        paper.rect(20, y, 26, step - 2)
        _write(paper, 22, middle, cap, 13, face_for("en", "bold"))
        _write(paper, 50, middle, words.say(key_of(action)), 12, words.bold)
        does = _lines(words.say(f"does_{action.value}"), words.medium, 12, 116)
        for i, line in enumerate(does):
            _write(paper, 80, middle + (i - (len(does) - 1) / 2) * 12 * LINE, line, 12, words.medium)
        y += step
    commit, natural, banker = (keymap.cap_for(a) for a in (Action.COMMIT, Action.NATURAL, Action.BANKER))
    example = words.say("card_example").format(keys=f"{banker} {commit}", more=f"{natural} {banker} {commit}")
    y += 5
    for text in (example, *(words.say(key) for key in ("card_again", "card_red", "card_older"))):
        for line in _lines(text, words.medium, 11, 176):
            _write(paper, 20, y, line, 11, words.medium)
            y += 11 * LINE
        y += 2.4


def _lines(text: str, face: str, size: float, room: float) -> list[str]:
    """A text in lines that are at most as wide as the room."""
    made = [""]
    for piece in unbroken(text):
        if made[-1] and _width((made[-1] + piece).rstrip(), face, size) > room:
            made.append("")
        made[-1] += piece
    return [line.rstrip() for line in made]


def _write(paper: FPDF, x: float, middle: float, text: str, size: float, face: str) -> float:
    """Writes a text with its capitals around a middle line, and tells where it ends."""
    if face.lower() not in paper.fonts:
        paper.add_font(face, fname=str(asset("fonts", faces()[face]["file"])))
    paper.set_font(face, size=size)
    paper.text(x, middle + float(faces()[face]["cap"]) * size * 25.4 / 72 / 2, text)
    return x + _width(text, face, size)


def _colours(action: Action, theme: Theme) -> tuple[Colour, Colour]:
    return {
        Action.PLAYER: (theme.player, theme.ink),
        Action.BANKER: (theme.banker, theme.ink),
        Action.TIE: (theme.tie, theme.ink),
        Action.DRAGON7: (theme.gold, theme.dark),
        Action.PANDA8: (theme.panda, theme.panda_ink),
    }.get(action, ((255, 255, 255), (0, 0, 0)))
