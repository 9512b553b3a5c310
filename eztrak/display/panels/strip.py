"""The entry strip: echoes what the dealer types, asks, refuses in words, and says what was recorded. And postings."""

from eztrak.display.lettering import BOLD, MEDIUM, fit, lines, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.limits import amount
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import say
from eztrak.game.hand import Toggle
from eztrak.table.entry import Tone

CHIP, WORD = 32.0, 30.0


def strip(
    box: Box,
    theme: Theme,
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
        (side, f"{say(side.value)} {told}")
        for side, told in zip((Toggle.PLAYER, Toggle.BANKER), cards, strict=True)
        if told
    ]
    chips += [(toggle, say(toggle.value)) for toggle in Toggle if toggle in toggles]
    for toggle, label in chips:
        colour, ink = _chip(toggle, theme)
        wide = width(label, CHIP) + 36
        nodes += [Bar(x, y - 27, wide, 54, colour, 10), Text(x + wide / 2, y, label, CHIP, ink)]
        x += wide + 12
    right = box.right - 20
    if saving:
        nodes.append(Text(right, y, say("saving"), WORD, theme.warn, BOLD, "r"))
        right -= width(say("saving"), WORD) + 24
    said, colour = _said(theme, toggles, asks, message, tone, complaint)
    if said:
        parts, cap = lines(said, WORD, right - x - 6, 25, MEDIUM)
        cap = min(cap, box.h / len(parts) * 0.6)
        for i, part in enumerate(parts):
            line_y = y + (i - (len(parts) - 1) / 2) * cap * 1.5
            # The dealer reads a long sentence from an arm's length, as players read a posting.
            role = "word" if len(parts) == 1 else "posting"
            nodes.append(Text(x + 6, line_y, part, cap, colour, MEDIUM, "l", role))
    return tuple(nodes)


def postings(box: Box, theme: Theme, fees: tuple[tuple[str, int], ...], texts: tuple[str, ...], currency: str) -> Nodes:
    """Fees, conspicuous, and what else the profile wants posted."""
    nodes: list[Node] = list(ground(box, theme))
    inside = box.inset(16, 8)
    lines: list[tuple[str, float, str]] = []
    if fees:
        told = " · ".join(f"{say(who)} {amount(cents, currency)}" for who, cents in fees)
        lines.append((f"{say('fee')}: {told}", 25.0, "word"))
    lines += [(text, 17.0, "posting") for text in texts]
    for i, (text, cap, role) in enumerate(lines):
        y = inside.y + inside.h * (i + 0.5) / len(lines)
        nodes.append(Text(inside.x, y, text, fit(text, cap, inside.w, MEDIUM), theme.ink, MEDIUM, "l", role))
    return tuple(nodes)


def _said(
    theme: Theme, toggles: frozenset[Toggle], asks: str, message: str, tone: Tone, complaint: str
) -> tuple[str, Colour]:
    if message and tone is Tone.REFUSED:
        return _sentence(message), theme.alarm
    if asks:
        return _sentence(asks), theme.warn
    if complaint:
        return _sentence(complaint), theme.alarm
    if message:
        return _sentence(message), theme.ink
    return ("", theme.soft) if toggles else (_sentence(say("ready").lower()), theme.soft)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _chip(toggle: Toggle, theme: Theme) -> tuple[Colour, Colour]:
    return {
        Toggle.PLAYER: (theme.player, theme.ink),
        Toggle.BANKER: (theme.banker, theme.ink),
        Toggle.TIE: (theme.tie, theme.ink),
        Toggle.DRAGON7: (theme.gold, theme.dark),
        Toggle.PANDA8: (theme.panda, theme.panda_ink),
    }.get(toggle, (theme.paper, theme.dark))
