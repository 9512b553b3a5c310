"""The result in letters for the other end of the room: readable at ten metres."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit
from eztrak.display.motion import mix, opened
from eztrak.display.panels.label import label, phrase, row_width
from eztrak.display.panels.marks import signs_of
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of
from eztrak.game.hand import Hand

WINNER, SAID, GROUND = 190.0, 56.0, 84.0
SAYS = 108.0  # what is said of the hand takes under its winner
FAR = 158.0  # what can be read at ten metres


def flash(box: Box, theme: Theme, words: Words, hand: Hand, share: float) -> Nodes:
    """`share`: how far it has opened."""
    colour, deep = theme.of(hand.outcome), theme.deep_of(hand.outcome)
    outer = opened(box, share)
    nodes: list[Node] = [
        Bar(*outer, mix(colour, theme.bright, 0.3), PANEL_RADIUS),
        Bar(*outer.inset(min(5.0, outer.h / 3)), colour, PANEL_RADIUS - 3, deep),
    ]
    winner, said = words.named(hand.outcome.id), extras_of(words.game, hand)
    high = max(FAR, min(168.0, box.h - SAYS)) if said and box.h < 360 else WINNER
    cap = fit(winner[0].texts[0], high, box.w - 100, winner[0].face)
    if outer.h < cap + (SAYS if said else 0):
        return tuple(nodes)
    x, middle = box.centre
    total = cap + (SAID * 1.9 if said else 0)
    place = Box(box.x + 50, max(middle - total / 2, box.y + 10) if box.h >= 300 else box.y + 10, box.w - 100, cap)
    if not said:
        place = box.inset(50, 24)
    nodes += label(winner, place, cap, theme.bright, role=Role.WINNER, least=FAR)
    if said:
        y = min(middle + total / 2 - SAID * 0.55, box.bottom - 8 - GROUND / 2)
        signs = signs_of(words.game, hand)
        ground = theme.ground(signs[0].ground) if signs else None
        named = [words.named(id) for id in said]
        texts = phrase(named, x, y, SAID, box.w - 160, ground.ink if ground else theme.bright)
        if ground:
            wide = row_width([(text.text, text.face) for text in texts], texts[0].cap) + 72
            nodes.append(Bar(x - wide / 2, y - GROUND / 2, wide, GROUND, ground.colour, GROUND / 2))
        nodes += texts
    return tuple(nodes)
