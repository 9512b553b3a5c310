"""Labels for the caps of a number pad at true size, and a card for the dealer, from the keymap in use.

Caps of number pads stand 19.05 mm apart; the flat top of a cap takes a label of 13 × 13 mm, of a key two high or two
wide 13 × 32 mm. Print at 100 %: the ruler on the sheet shows whether the printer kept to it.
"""

from dataclasses import dataclass
from pathlib import Path

from fpdf import FPDF

from eztrak.display.lettering import faces
from eztrak.display.scene import Colour
from eztrak.display.theme import Theme
from eztrak.display.words import say
from eztrak.keypad.keymap import Keymap
from eztrak.shipped import asset
from eztrak.table.action import Action

PITCH, LABEL = 19.05, 13.0

# Each pad as its rows of caps; a cap named in two rows or columns is one key that is two high or two wide.
PADS = {
    "17 keys": ("NumLock / * -", "7 8 9 +", "4 5 6 +", "1 2 3 Enter", "0 0 . Enter"),
    "18 keys, with Backspace": ("NumLock / * Backspace", "7 8 9 -", "4 5 6 +", "1 2 3 Enter", "0 0 . Enter"),
    "21 keys, a row above": (
        "Esc = Tab Backspace",
        "NumLock / * -",
        "7 8 9 +",
        "4 5 6 +",
        "1 2 3 Enter",
        "0 0 . Enter",
    ),
}

WORDS = {
    Action.COMMIT: "ENTER",
    Action.CLEAR: "CLEAR",
    Action.TAKE_BACK: "TAKE BACK",
    Action.NEW_SHOE: "NEW SHOE",
    Action.TIMER: "TIMER",
    Action.INFO: "INFO",
    Action.MENU: "MENU",
}
DOES = {
    Action.PLAYER: "the Player wins",
    Action.BANKER: "the Banker wins",
    Action.TIE: "a tie",
    Action.NATURAL: "a natural, on or off: 8 or 9 in two cards on either side",
    Action.DRAGON7: "a Dragon 7 (is a Banker win)",
    Action.PANDA8: "a Panda 8 (is a Player win)",
    Action.FREE: "a free hand, on or off: dealt with no bets",
    Action.COMMIT: "commits what the strip shows; says yes to a question",
    Action.CLEAR: "clears what was typed; says no to a question",
    Action.TAKE_BACK: "takes back the last hand: it asks first",
    Action.NEW_SHOE: "ends the shoe and starts a new one: it asks first",
    Action.TIMER: "starts the timer; closes the bets at once while it runs",
    Action.INFO: "shows the info page",
    Action.MENU: "opens the supervisor's menu",
}


def word(action: Action) -> str:
    """What stands on a label, in the room's language where the board has the word."""
    return WORDS.get(action) or say(action.value)


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


def sheet(path: Path, keymap: Keymap, theme: Theme, room: str, table: str) -> None:
    """Writes the labels and the dealer's card as a PDF of two pages."""
    paper = FPDF(format="letter", unit="mm")
    paper.set_title(f"eztrak keycaps, {keymap.name}")
    paper.set_auto_page_break(False)
    for name, face in (("bold", "latin-bold"), ("medium", "latin-medium")):
        paper.add_font(name, fname=str(asset("fonts", faces()[face]["file"])))
    _labels_page(paper, keymap, theme)
    _card_page(paper, keymap, room, table)
    part = path.with_name(f".{path.name}.part")
    try:
        paper.output(str(part))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _labels_page(paper: FPDF, keymap: Keymap, theme: Theme) -> None:
    paper.add_page()
    _write(paper, 15, 14, f"Labels for the keymap {keymap.name}. Print at 100 %, cut along the lines.", 11, "medium")
    paper.set_draw_color(0)
    paper.line(15, 24, 115, 24)
    for tick in range(0, 101, 10):
        paper.line(15 + tick, 22 if tick % 50 else 21, 15 + tick, 24)
    _write(paper, 118, 22, "100 mm: check this with a ruler", 8, "medium")
    for i, (name, rows) in enumerate(PADS.items()):
        left, top = 15 + i % 2 * 100, 38 + i // 2 * 118
        _write(paper, left, top - 6, name, 9, "bold")
        for label in labels(rows, left, top):
            _label(paper, label, keymap, theme)


def _label(paper: FPDF, label: Label, keymap: Keymap, theme: Theme) -> None:
    action = keymap.actions.get(label.cap)
    if action is None:
        return
    ground, ink = _colours(action, theme)
    paper.set_fill_color(*ground)
    paper.set_draw_color(120)
    paper.set_line_width(0.1)
    paper.rect(label.x, label.y, label.w, label.h, style="DF")
    paper.set_text_color(*ink)
    words = word(action).split()
    size = min(9.0, *(_size(paper, part, label.w - 1.6) for part in words))
    for i, part in enumerate(words):
        paper.set_font("bold", size=size)
        x = label.x + (label.w - paper.get_string_width(part)) / 2
        y = label.y + label.h / 2 + (i - (len(words) - 1) / 2) * size * 0.4 + size * 0.12
        paper.text(x, y, part)
    paper.set_font("medium", size=5.5)
    paper.text(label.x + 1, label.y + 2.6, label.cap)
    paper.set_text_color(0)


def _card_page(paper: FPDF, keymap: Keymap, room: str, table: str) -> None:
    paper.add_page()
    _write(paper, 20, 22, f"{room}, {table}: the dealer's keys", 22, "bold")
    y = 36.0
    for cap, action in keymap.actions.items():
        paper.set_draw_color(150)
        paper.rect(20, y, 26, 10)
        _write(paper, 22, y + 3, cap, 13, "bold")
        _write(paper, 52, y + 3, f"{word(action)}: {DOES[action]}", 12, "medium")
        y += 12
    commit, natural, banker = (keymap.cap_for(a) for a in (Action.COMMIT, Action.NATURAL, Action.BANKER))
    for line in (
        f"Banker: {banker} {commit}. With a natural: {natural} {banker} {commit}, in any order.",
        "A key pressed again takes itself away. Red words on the strip say what cannot be, and what was typed stays.",
        "Only the last hand can be taken back here; an older one is for the supervisor.",
    ):
        y += 8
        _write(paper, 20, y, line, 11, "medium")


def _write(paper: FPDF, x: float, y: float, text: str, size: float, font: str) -> None:
    paper.set_font(font, size=size)
    paper.text(x, y + size * 0.25, text)


def _size(paper: FPDF, text: str, room: float) -> float:
    paper.set_font("bold", size=10)
    return 10 * room / paper.get_string_width(text)


def _colours(action: Action, theme: Theme) -> tuple[Colour, Colour]:
    return {
        Action.PLAYER: (theme.player, theme.ink),
        Action.BANKER: (theme.banker, theme.ink),
        Action.TIE: (theme.tie, theme.ink),
        Action.DRAGON7: (theme.gold, theme.dark),
        Action.PANDA8: (theme.panda, theme.panda_ink),
    }.get(action, ((255, 255, 255), (0, 0, 0)))
