"""The result in letters for the other end of the room: readable at ten metres."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.motion import mix, opened
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand

WINNER, SAID = 190.0, 56.0


def flash(box: Box, theme: Theme, words: Words, hand: Hand, share: float) -> Nodes:
    """`share`: how far it has opened."""
    colour, deep = theme.of(hand.outcome), theme.deep_of(hand.outcome)
    outer = opened(box, share)
    nodes: list[Node] = [
        Bar(*outer, mix(colour, theme.bright, 0.3), PANEL_RADIUS),
        Bar(*outer.inset(min(5.0, outer.h / 3)), colour, PANEL_RADIUS - 3, deep),
    ]
    word, said = words.winner(hand.outcome), " · ".join(words.extras(hand))
    cap = fit(word, 168.0 if said and box.h < 360 else WINNER, box.w - 100, words.bold)
    if outer.h < cap + (2 * SAID if said else 0):
        return tuple(nodes)
    x, middle = box.centre
    total = cap + (SAID * 1.9 if said else 0)
    nodes.append(Text(x, middle - total / 2 + cap / 2, word, cap, theme.bright, words.bold, role="figure"))
    if said:
        small = fit(said, SAID, box.w - 160, words.bold)
        y = middle + total / 2 - SAID * 0.55
        bonus = theme.bonus_of(hand)
        if bonus:
            wide = width(said, small, words.bold) + 72
            nodes.append(Bar(x - wide / 2, y - 44, wide, 88, bonus[0], 44))
        nodes.append(Text(x, y, said, small, bonus[1] if bonus else theme.bright, words.bold))
    return tuple(nodes)
