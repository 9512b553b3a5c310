"""The winner of the last hand, large; what else there was to it, below."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground, raised
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand

WINNER, WORD = 80.0, 25.0


def last_winner(box: Box, theme: Theme, words: Words, hand: Hand | None) -> Nodes:
    x, middle = box.centre
    if hand is None:
        first = words.say("first_hand")
        cap = fit(first, min(80.0, box.h * 0.3), box.w - 48, words.bold)
        return (*ground(box, theme), Text(x, middle, first, cap, theme.soft, words.bold))
    word, said = words.winner(hand.outcome), " · ".join(words.extras(hand))
    scale = max(1.0, min(box.h / 172, box.w / 408))
    label, extra = WORD * min(scale, 1.6), 28.0 * min(scale, 1.6)
    top, bottom = box.y + label * 1.75, box.bottom - (extra * 1.65 if said else label * 0.5)
    cap = fit(word, max(WINNER, (bottom - top) * 0.72), box.w - 28, words.bold)
    nodes: list[Node] = [
        *raised(box, theme, theme.of(hand.outcome), theme.deep_of(hand.outcome)),
        Text(x, box.y + label * 1.08, f"{words.say('hand')} {hand.number}", label, theme.bright, words.medium),
        Text(x, (top + bottom) / 2, word, cap, theme.bright, words.bold, role="figure"),
    ]
    if said:
        said_cap = fit(said, extra, box.w - 28, words.bold)
        nodes.append(Text(x, box.bottom - extra, said, said_cap, theme.bright, words.bold))
    return tuple(nodes)
