"""The winner of the last hand, the timer, and the flash that fills the middle when a result comes."""

from math import ceil

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase, pieces, row, row_width
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import WINNERS, Words, extra_keys
from eztrak.game.hand import Hand
from eztrak.table.timer import Phase, Timer

WINNER, WORD = 80.0, 25.0


def last_winner(box: Box, theme: Theme, words: Words, hand: Hand | None) -> Nodes:
    x, _ = box.centre
    if hand is None:
        return (*ground(box, theme), *label(words, "first_hand", box.inset(16, 20), 40, theme.soft))
    word, extras = words.winner(hand.outcome), extra_keys(hand)
    # The second language has its winner in the row below: beside the first it would make both too small.
    below = pieces(words, WINNERS[hand.outcome])[1:]
    top, bottom = box.y + 44, box.bottom - (46 if extras or below else 12)
    nodes: list[Node] = [
        Bar(*box, theme.of(hand.outcome), PANEL_RADIUS, theme.deep_of(hand.outcome)),
        Text(x, box.y + 27, f"{words.say('hand')} {hand.number}", WORD, theme.ink, words.medium),
        Text(
            x,
            (top + bottom) / 2,
            word,
            fit(word, max(WINNER, min(box.h * 0.3, 110)), box.w - 28, words.bold),
            theme.ink,
            words.bold,
            role="figure",
        ),
    ]
    said = [*below, *(piece for key in extras for piece in pieces(words, key))]
    if row_width(said, WORD) > box.w - 28:
        said = [pieces(words, key)[0] for key in extras]
    if said:
        nodes += row(said, x, box.bottom - 28, 28, box.w - 28, theme.ink)
    return tuple(nodes)


def timer_panel(box: Box, theme: Theme, words: Words, timer: Timer, mono: int) -> Nodes:
    _, middle = box.centre
    match timer.phase:
        case Phase.OPEN:
            left = timer.left(mono)
            seconds = str(ceil(left))
            inside = box.inset(16)
            colour = theme.warn if left <= 5 else theme.ink
            share = left / timer.seconds
            y = middle - 7
            place = Box(inside.x, box.y + 8, inside.w - width("000", WINNER) - 12, box.h - 30)
            return (
                *ground(box, theme),
                *label(words, "bets_close", place, WORD, theme.soft, "medium", "l"),
                Text(inside.right, y, seconds, WINNER, colour, BOLD, "r", "figure"),
                Bar(inside.x, box.bottom - 17, max(8.0, inside.w * share), 8, colour, 4),
            )
        case Phase.CLOSED:
            return (
                Bar(*box, theme.warn, PANEL_RADIUS),
                *label(words, "no_more_bets", box.inset(16, 14), 60, theme.dark),
            )
        case Phase.IDLE:
            return (*ground(box, theme), *label(words, "place_bets", box.inset(16, 14), 40, theme.soft))


def flash(box: Box, theme: Theme, words: Words, hand: Hand) -> Nodes:
    """The result in letters for the other end of the room."""
    x, _ = box.centre
    extras, bonus = extra_keys(hand), theme.bonus_of(hand)
    place = Box(box.x + 40, box.y + 20, box.w - 80, box.h - (130 if extras else 40))
    nodes: list[Node] = [
        Bar(*box, theme.of(hand.outcome), PANEL_RADIUS, theme.deep_of(hand.outcome)),
        *label(words, WINNERS[hand.outcome], place, 170, theme.ink, role="figure", least=WINNER),
    ]
    if extras:
        y = box.bottom - 62
        said = phrase(words, extras, x, y, 56, box.w - 120, bonus[1] if bonus else theme.ink)
        if bonus:
            wide = row_width([(text.text, text.face) for text in said], said[0].cap) + 72
            nodes.append(Bar(x - wide / 2, y - 44, wide, 88, bonus[0], 44))
        nodes += said
    return tuple(nodes)
