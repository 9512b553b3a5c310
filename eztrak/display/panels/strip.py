"""The entry strip: echoes what the dealer types, asks, refuses in words, and says what was recorded."""

from eztrak.display.lettering import width
from eztrak.display.panels.frame import LEADING, fitted, ground
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.sentences import sentence
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Toggle
from eztrak.table.entry import Tone

CHIP, WORD = 32.0, 30.0


def strip(
    box: Box,
    theme: Theme,
    words: Words,
    cards: tuple[str, str],
    toggles: frozenset[Toggle],
    asks: str,
    message: str,
    tone: Tone,
    complaint: str,
    saving: bool,
) -> Nodes:
    """Chips for what is typed, then the one thing to say: a question, a refusal, a complaint or a message."""
    nodes: list[Node] = list(ground(box, theme))
    y = box.y + box.h / 2
    x = box.x + 16
    chip = CHIP if box.w > 1200 else 26.0
    chips = [
        (side, f"{words.say(side.value)} {told}")
        for side, told in zip((Toggle.PLAYER, Toggle.BANKER), cards, strict=True)
        if told
    ]
    chips += [(toggle, words.say(toggle.value)) for toggle in Toggle if toggle in toggles]
    for toggle, label in chips:
        colour, ink = _chip(toggle, theme)
        wide = width(label, chip, words.bold) + chip
        nodes += [Bar(x, y - 25, wide, 52, colour, 10), Text(x + wide / 2, y + 1, label, chip, ink, words.bold)]
        x += wide + 12
    right = box.right - 20
    if saving:
        lamp = words.say("saving")
        nodes.append(Text(right, y, lamp, WORD, theme.asks, words.bold, "r"))
        right -= width(lamp, WORD, words.bold) + 24
    said, colour = _said(theme, words, toggles, asks, message, tone, complaint)
    if said:
        face = words.face_of(said, "medium")
        parts, cap = fitted(said, WORD, right - x - 6, box.h - 14, face)
        for i, part in enumerate(parts):
            line_y = y + (i - (len(parts) - 1) / 2) * cap * LEADING
            # The dealer reads a long sentence from an arm's length, as players read a posting.
            role = "word" if cap >= 25 else "posting"
            nodes.append(Text(x + 6, line_y, part, cap, colour, face, "l", role))
    return tuple(nodes)


def _said(
    theme: Theme, words: Words, toggles: frozenset[Toggle], asks: str, message: str, tone: Tone, complaint: str
) -> tuple[str, Colour]:
    if message and tone is Tone.REFUSED:
        return _sentence(words, message), theme.alarm
    if asks:
        return _sentence(words, asks), theme.asks
    if complaint:
        return _sentence(words, complaint), theme.alarm
    if message:
        return _sentence(words, message), theme.ink
    return ("", theme.soft) if toggles else (words.say("ready").capitalize(), theme.soft)


def _sentence(words: Words, text: str) -> str:
    said = sentence(text, words.languages[0])
    return said[:1].upper() + said[1:]


def _chip(toggle: Toggle, theme: Theme) -> tuple[Colour, Colour]:
    if toggle in (Toggle.NATURAL, Toggle.FREE):
        return theme.paper, theme.dark
    colour, _, ink = theme.grounds(toggle.value)
    return colour, ink
