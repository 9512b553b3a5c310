"""The winner of the last hand, large; what else there was to it, below."""

from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground, raised
from eztrak.display.panels.label import LEAST, Piece, label, row, row_width, shortened
from eztrak.display.scene import Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of
from eztrak.game.hand import Hand

WINNER, WORD = 80.0, 25.0


def last_winner(box: Box, theme: Theme, words: Words, hand: Hand | None) -> Nodes:
    x, _ = box.centre
    if hand is None:
        return (
            *ground(box, theme),
            *label(words.both("first_hand"), box.inset(24), min(80.0, box.h * 0.3), theme.soft),
        )
    winner = words.named(hand.outcome.id)[0]
    scale = max(1.0, min(box.h / 172, box.w / 408))
    small = WORD * min(scale, 1.6)
    # A high panel has room for the second language, or for what else there was, in letters of the aisle.
    extra = max(28.0 * min(scale, 1.6), min(60.0, box.h * 0.17))
    said = _said(words, hand, box.w - 28)
    top, bottom = box.y + small * 1.58, box.bottom - small * 0.5
    high = bottom - top - (extra if said else 0.0)
    ((word, face),) = shortened([winner], box.w - 36, WINNER)
    cap = fit(word, max(WINNER, high * 0.68), box.w - 36, face)
    # The air is shared evenly where there is little of it; where there is more, what belongs together stays together.
    gap = min(extra * 0.6, (high - cap) / 2) if said else 0.0
    y = top + max(gap, (high - cap - gap) / 2) + cap / 2
    nodes: list[Node] = [
        *raised(box, theme, theme.of(hand.outcome), theme.deep_of(hand.outcome)),
        Text(x, box.y + small * 1.08, f"{words.say('hand')} {hand.number}", small, theme.bright, words.medium),
        Text(x, y, word, cap, theme.bright, face, role="figure"),
    ]
    if said:
        nodes += row(said, x, y + cap / 2 + gap + extra / 2, extra, box.w - 28, theme.bright)
    return tuple(nodes)


def _said(words: Words, hand: Hand, wide: float) -> list[Piece]:
    """What stands below the winner: its name in the second language, for which there is no room beside it; extras."""
    extras = [words.named(id) for id in extras_of(words.game, hand)]
    said = [*words.named(hand.outcome.id)[1:], *(one for both in extras for one in both)]
    whole = [(one.texts[0], one.face) for one in said]
    return (
        whole if not whole or row_width(whole, LEAST) <= wide else shortened([both[0] for both in extras], wide, LEAST)
    )
