"""The entry strip: echoes what the dealer types, asks, refuses in words, and says what was recorded."""

from typing import NamedTuple

from eztrak.display.emblems import emblem
from eztrak.display.lettering import width
from eztrak.display.panels.frame import AIRY, LEADING, ROUNDING, fitted, ground, leading, raised
from eztrak.display.panels.label import shortened
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, Written
from eztrak.game.game import WINNERS
from eztrak.game.hand import FREE
from eztrak.table.typed import Tone
from eztrak.voice.said import Part, Phrase, Said

CHIP, WORD, LEAST = 32.0, 30.0, 16.5
OTHER = ""  # a chip for digits that are neither side's
CHIPS = 0.62  # of the strip, at the most: what there is to say needs the rest
FEWER, DIGITS = 0.29, 0.42  # beside a question or what was not entered, which need more of it: marks, digits
MORE = 44.0  # the width of a sign for chips that are not shown
HINT, LEFT, LEFT_ALONE = 0.3, 0.3, 0.5  # of the strip, at the most: how to say yes; what was not entered
SNUG = 0.98  # letters come in whole sizes: a line may come out a little wider than it is


class Shown(NamedTuple):
    """All that the strip has to show at once; of what there is to say it chooses."""

    ids: tuple[str, ...] = ()  # marks and winner in the order in which they were typed
    digits: tuple[Part, ...] = ()  # of the Player, of the Banker, and what else
    asks: Said = Said()
    confirms: bool = False  # what it asks wants a yes, and it is said by which keys …
    half: bool = False  # … of which the first was pressed
    message: Said = Said()
    tone: Tone = Tone.SAID
    complaint: Part = ""
    left: Said = Said()  # what was typed before and not entered
    saving: bool = False

    @property
    def speaks(self) -> bool:
        """Whether there is anything to say: where there is not, the strip is not there."""
        said = self.message or self.asks or self.complaint or self.left
        return bool(said or self.ids or self.digits or self.saving)


def strip(box: Box, theme: Theme, words: Words, shown: Shown) -> Nodes:
    """Chips for what is typed, then the one thing to say: a question, a refusal, a complaint or a message; at the end
    how to say yes, or what was typed before and not entered."""
    if not shown.speaks:
        return ()
    said, colour = _said(theme, shown)
    alone = bool(shown.left and said == shown.asks and not shown.confirms and not shown.ids and not shown.digits)
    nodes: list[Node] = list(raised(box, theme, theme.alarm, theme.alarm) if alone else ground(box, theme))
    right, tag = box.right - 20, list[Node]()
    if shown.saving:
        lamp = words.say("saving")
        nodes.append(Text(right, box.centre[1], lamp, WORD, theme.asks, words.bold, "r"))
        right -= width(lamp, WORD, words.bold) + 24
    if shown.confirms and shown.asks:
        key, lit = ("cap_commit", theme.asks) if shown.half else ("yes_enter", None)
        tag, right = _tag(box, theme, right, words.say(key), words.bold, box.w * HINT, theme.asks, lit)
    elif shown.left and not alone:
        left = words.sentence(shown.left)
        face = words.face_of(left)
        tag, right = _tag(
            *(box, theme, right, left, face),
            *(box.w * (LEFT if said else LEFT_ALONE), theme.alarm, theme.alarm),
        )
    much = bool(said or shown.saving)
    beside = DIGITS if shown.digits else FEWER
    most = box.w * (beside if tag and much else CHIPS if much else 0.97)
    chips, x = _chips(box, theme, words, shown, min(most, right - box.x))
    nodes += chips
    if text := words.sentence(said):
        parts, cap, face = _written(words, text, right - x - 6, box.h - 14)
        for i, part in enumerate(parts):
            y = box.centre[1] + (i - (len(parts) - 1) / 2) * cap * AIRY
            nodes.append(Text(x + 6, y, part, cap, theme.on(theme.alarm) if alone else colour, face, "l", Role.ECHO))
    return (*nodes, *tag)


def _said(theme: Theme, shown: Shown) -> tuple[Part, Colour]:
    if shown.message and shown.tone is Tone.REFUSED:
        return shown.message, theme.alarm
    if shown.asks:
        return shown.asks, theme.asks
    if shown.complaint:
        return shown.complaint, theme.alarm
    return shown.message, theme.ink if shown.message or shown.ids else theme.soft


def _chips(box: Box, theme: Theme, words: Words, shown: Shown, most: float) -> tuple[list[Node], float]:
    """What is typed, within so much of the strip; and where the last chip ends."""
    chip = CHIP if box.w > 1200 else 26.0
    typed = {
        side: text for side, part in zip((*WINNERS[:2], OTHER), shown.digits, strict=False) if (text := words.of(part))
    }
    ids = [*typed, *shown.ids]
    names = [_named(words, id, typed.get(id, "")) for id in ids]
    labels = shortened(names, most - 16 - len(ids) * (chip + 12), chip, 0.0)
    wide = [width(label, chip, face) + chip for label, face in labels]
    first = 0  # of more than there is room for, the last ones: the winner is among them
    while first < len(ids) - 1 and sum(wide[first:]) + 12 * (len(ids) - first) + MORE * bool(first) + 16 > most:
        first += 1
    x, y = box.x + 16, box.centre[1]
    nodes: list[Node] = []
    if first:
        nodes.append(Text(x, y, "…", chip, theme.ink, words.bold, "l"))
        x += MORE
    for i in range(first, len(ids)):
        (label, face), (colour, ink) = labels[i], _chip(ids[i], theme, words)
        nodes += [Bar(x, y - 25, wide[i], 52, colour, 10), Text(x + wide[i] / 2, y + 1, label, chip, ink, face)]
        x += wide[i] + 12
    return nodes, x


def _tag(
    box: Box, theme: Theme, right: float, said: str, face: str, most: float, colour: Colour, lit: Colour | None
) -> tuple[list[Node], float]:
    """Words in a frame at the end of the strip, on a ground of their own where they are `lit`; and where they begin."""
    high = max(42.0, box.h - 34) * LEADING / leading(said)
    parts, cap = fitted(said, 25.0, most - 32, high, face)
    while cap < LEAST and " " in said:
        said = f"{said.rpartition(' ')[0].rstrip(',…')}…"
        parts, cap = fitted(said, 25.0, most - 32, high, face)
    wide = max(width(part, cap, face) for part in parts) / (ROUNDING if cap < 25 else 1.0) + 32
    frame = Box(right - wide + 8, box.y + 7, wide, box.h - 12)
    nodes: list[Node] = [Bar(*frame, colour, 10)]
    if not lit:
        nodes.append(Bar(*frame.inset(3), theme.panel_deep, 8))
    ink = theme.on(lit) if lit else colour
    for i, part in enumerate(parts):
        y = frame.centre[1] + (i - (len(parts) - 1) / 2) * cap * leading(said)
        nodes.append(Text(frame.centre[0], y, part, cap, ink, face, role=Role.ECHO))
    return nodes, frame.x - 16


def _written(words: Words, text: str, wide: float, high: float) -> tuple[list[str], float, str]:
    """A sentence in lines. Of more complaints than can be read, the first: when that is mended, the next one shows."""
    face, joint = words.face_of(text, "medium"), words.of(Phrase("; "))
    while True:
        parts, cap = fitted(text, WORD, wide * SNUG, high * LEADING / AIRY, face)
        if cap >= LEAST or joint not in text:
            return parts, cap, face
        text = text.rpartition(joint)[0]


def _named(words: Words, id: str, digits: str) -> Written:
    if id == OTHER:
        return Written((digits,), words.face_of(digits))
    said = words.named(id)[0]
    if id == FREE:
        return Written((*said.texts, words.say("free_short")), said.face)
    return Written(tuple(f"{text} {digits}" for text in said.texts), said.face) if digits else said


def _chip(id: str, theme: Theme, words: Words) -> tuple[Colour, Colour]:
    if id == OTHER:
        return theme.paper, theme.dark
    known = emblem(words.game, id)
    if known.counted:
        return theme.paper, theme.dark
    ground = theme.ground(known.ground)
    return ground.colour, ground.ink
