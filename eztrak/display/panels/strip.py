"""The entry strip: echoes what the dealer types, asks, refuses in words, and says what was recorded. And postings."""

from eztrak.display.lettering import fit, lines, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.limits import amount
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
    chips = [
        (side, f"{words.say(side.value)} {told}")
        for side, told in zip((Toggle.PLAYER, Toggle.BANKER), cards, strict=True)
        if told
    ]
    chips += [(toggle, words.say(toggle.value)) for toggle in Toggle if toggle in toggles]
    for toggle, label in chips:
        colour, ink = _chip(toggle, theme)
        wide = width(label, CHIP, words.bold) + 36
        nodes += [Bar(x, y - 27, wide, 54, colour, 10), Text(x + wide / 2, y, label, CHIP, ink, words.bold)]
        x += wide + 12
    right = box.right - 20
    if saving:
        nodes.append(Text(right, y, words.say("saving"), WORD, theme.warn, words.bold, "r"))
        right -= width(words.say("saving"), WORD, words.bold) + 24
    said, colour = _said(theme, words, toggles, asks, message, tone, complaint)
    if said:
        face = words.face_of(said, "medium")
        parts, cap = lines(said, WORD, right - x - 6, 25, face)
        cap = min(cap, box.h / len(parts) * 0.6)
        for i, part in enumerate(parts):
            line_y = y + (i - (len(parts) - 1) / 2) * cap * 1.5
            # The dealer reads a long sentence from an arm's length, as players read a posting.
            role = "word" if len(parts) == 1 else "posting"
            nodes.append(Text(x + 6, line_y, part, cap, colour, face, "l", role))
    return tuple(nodes)


def postings(
    box: Box, theme: Theme, words: Words, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str
) -> Nodes:
    """Fees, conspicuous, and what else the profile wants posted."""
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    lines: list[tuple[str, float, str]] = []
    if fees:
        told = " · ".join(f"{words.say(who)} {amount(cents, currency)}" for who, cents in fees)
        lines.append((f"{words.say('fee')}: {told}", 25.0, "word"))
    lines += [(text, 17.0, "posting") for text in texts]
    for i, (text, cap, role) in enumerate(lines):
        y = inside.y + inside.h * (i + 0.5) / len(lines)
        face = words.face_of(text, "medium")
        nodes.append(Text(inside.x, y, text, fit(text, cap, inside.w, face), theme.ink, face, "l", role))
    return tuple(nodes)


def _said(
    theme: Theme,
    words: Words,
    toggles: frozenset[Toggle],
    asks: str,
    message: str,
    tone: Tone,
    complaint: str,
) -> tuple[str, Colour]:
    if message and tone is Tone.REFUSED:
        return _sentence(words, message), theme.alarm
    if asks:
        return _sentence(words, asks), theme.warn
    if complaint:
        return _sentence(words, complaint), theme.alarm
    if message:
        return _sentence(words, message), theme.ink
    return ("", theme.soft) if toggles else (words.say("ready").capitalize(), theme.soft)


def _sentence(words: Words, text: str) -> str:
    said = sentence(text, words.languages[0])
    return said[:1].upper() + said[1:]


def _chip(toggle: Toggle, theme: Theme) -> tuple[Colour, Colour]:
    return {
        Toggle.PLAYER: (theme.player, theme.ink),
        Toggle.BANKER: (theme.banker, theme.ink),
        Toggle.TIE: (theme.tie, theme.ink),
        Toggle.DRAGON7: (theme.gold, theme.dark),
        Toggle.PANDA8: (theme.panda, theme.panda_ink),
    }.get(toggle, (theme.paper, theme.dark))
