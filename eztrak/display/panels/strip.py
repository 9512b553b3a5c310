"""The entry strip: echoes what the dealer types, asks, refuses in words, and says what was recorded."""

from eztrak.display.emblems import emblem
from eztrak.display.lettering import width
from eztrak.display.panels.frame import LEADING, fitted, ground
from eztrak.display.panels.label import shortened
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.sentences import sentence
from eztrak.display.theme import Theme
from eztrak.display.words import Said, Words
from eztrak.game.game import WINNERS
from eztrak.game.hand import FREE
from eztrak.table.entry import Tone

CHIP, WORD, LEAST = 32.0, 30.0, 16.5
OTHER = ""  # a chip for digits that are neither side's
CHIPS = 0.62  # of the strip, at the most: what there is to say needs the rest


def strip(
    box: Box,
    theme: Theme,
    words: Words,
    digits: tuple[str, ...],
    toggles: frozenset[str],
    asks: str,
    confirms: bool,
    message: str,
    tone: Tone,
    complaint: str,
    saving: bool,
) -> Nodes:
    """Chips for what is typed, then the one thing to say: a question, a refusal, a complaint or a message.

    `confirms`: the question wants a yes, and it is said by which keys.
    """
    nodes: list[Node] = list(ground(box, theme))
    y = box.y + box.h / 2
    x = box.x + 16
    chip = CHIP if box.w > 1200 else 26.0
    typed = {side: told for side, told in zip((*WINNERS[:2], OTHER), digits, strict=False) if told}
    order = [*WINNERS, *words.game.marks, *sorted(toggles - words.game.marks.keys() - {*WINNERS, FREE}), FREE]
    ids = [*typed, *(id for id in order if id in toggles)]
    names = [_named(words, id, typed.get(id, "")) for id in ids]
    most = box.w * (CHIPS if asks or message or complaint or saving else 0.97)
    room = most - len(ids) * (chip + 12)
    for id, (label, face) in zip(ids, shortened(names, room, chip, 0.0), strict=True):
        colour, ink = _chip(id, theme, words)
        wide = width(label, chip, face) + chip
        if x + wide > box.x + most:  # all of the pad at once: there is no such hand anyway
            break
        nodes += [Bar(x, y - 25, wide, 52, colour, 10), Text(x + wide / 2, y + 1, label, chip, ink, face)]
        x += wide + 12
    right = box.right - 20
    if saving:
        lamp = words.say("saving")
        nodes.append(Text(right, y, lamp, WORD, theme.asks, words.bold, "r"))
        right -= width(lamp, WORD, words.bold) + 24
    if asks and confirms:
        asks = f"{asks} {words.say('yes_enter')}"
    said, colour = _said(theme, toggles, asks, message, tone, complaint)
    said = said or ("" if ids else words.say("ready").capitalize())
    if said:
        parts, cap, face = _written(words, said, right - x - 6, box.h - 14)
        for i, part in enumerate(parts):
            line_y = y + (i - (len(parts) - 1) / 2) * cap * LEADING
            # The dealer reads a long sentence from an arm's length, as players read a posting.
            role = "word" if cap >= 25 else "posting"
            nodes.append(Text(x + 6, line_y, part, cap, colour, face, "l", role))
    return tuple(nodes)


def _said(
    theme: Theme, toggles: frozenset[str], asks: str, message: str, tone: Tone, complaint: str
) -> tuple[str, Colour]:
    if message and tone is Tone.REFUSED:
        return message, theme.alarm
    if asks:
        return asks, theme.asks
    if complaint:
        return complaint, theme.alarm
    return message, theme.ink if message or toggles else theme.soft


def _written(words: Words, text: str, wide: float, high: float) -> tuple[list[str], float, str]:
    """A sentence in the language of the room, in lines. Of more complaints than can be read, the first: when that is
    mended, the next one shows."""
    while True:
        said = sentence(text, words.language, words.game)
        said = said[:1].upper() + said[1:]
        face = words.face_of(said, "medium")
        parts, cap = fitted(said, WORD, wide, high, face)
        if cap >= LEAST or "; " not in text:
            return parts, cap, face
        text = text.rpartition("; ")[0]


def _named(words: Words, id: str, digits: str) -> Said:
    if id == OTHER:
        return Said((digits,), words.bold)
    said = words.named(id)[0]
    return Said(tuple(f"{text} {digits}" for text in said.texts), said.face) if digits else said


def _chip(id: str, theme: Theme, words: Words) -> tuple[Colour, Colour]:
    if id == OTHER:
        return theme.paper, theme.dark
    known = emblem(words.game, id)
    if known.counted:
        return theme.paper, theme.dark
    ground = theme.ground(known.ground)
    return ground.colour, ground.ink
