"""The winner of the last hand, the timer, and the flash that fills the middle when a result comes."""

from math import ceil

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import BOLD, fit, lines, width
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand
from eztrak.table.timer import Phase, Timer

WINNER, WORD = 80.0, 25.0


def last_winner(box: Box, theme: Theme, words: Words, hand: Hand | None) -> Nodes:
    x, middle = box.centre
    if hand is None:
        return (
            *ground(box, theme),
            *_line(words, words.say("first_hand"), x, middle, 40, box.w - 32, theme.soft),
        )
    word, said = words.winner(hand.outcome), " · ".join(words.extras(hand))
    top, bottom = box.y + 44, box.bottom - (46 if said else 12)
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
    if said:
        nodes += _line(words, said, x, box.bottom - 28, 28, box.w - 28, theme.ink)
    return tuple(nodes)


def timer_panel(box: Box, theme: Theme, words: Words, timer: Timer, mono: int) -> Nodes:
    x, middle = box.centre
    match timer.phase:
        case Phase.OPEN:
            left = timer.left(mono)
            seconds = str(ceil(left))
            inside = box.inset(16)
            colour = theme.warn if left <= 5 else theme.ink
            share = left / timer.seconds
            label = words.say("bets_close")
            y = middle - 7
            room = inside.w - width("000", WINNER) - 12
            parts, cap = lines(label, WORD, room, WORD, words.medium)
            step = cap * 1.5
            told = [
                Text(inside.x, y + (i - (len(parts) - 1) / 2) * step, part, cap, theme.soft, words.medium, "l")
                for i, part in enumerate(parts)
            ]
            return (
                *ground(box, theme),
                *told,
                Text(inside.right, y, seconds, WINNER, colour, BOLD, "r", "figure"),
                Bar(inside.x, box.bottom - 17, max(8.0, inside.w * share), 8, colour, 4),
            )
        case Phase.CLOSED:
            word = words.say("no_more_bets")
            return (
                Bar(*box, theme.warn, PANEL_RADIUS),
                *_line(words, word, x, middle, 60, box.w - 32, theme.dark),
            )
        case Phase.IDLE:
            word = words.say("place_bets")
            return (*ground(box, theme), *_line(words, word, x, middle, 40, box.w - 32, theme.soft))


def flash(box: Box, theme: Theme, words: Words, hand: Hand) -> Nodes:
    """The result in letters for the other end of the room."""
    x, middle = box.centre
    word = words.winner(hand.outcome)
    said = " · ".join(words.extras(hand))
    bonus = theme.bonus_of(hand)
    y = middle - (34 if said else 0)
    nodes: list[Node] = [
        Bar(*box, theme.of(hand.outcome), PANEL_RADIUS, theme.deep_of(hand.outcome)),
        Text(x, y, word, fit(word, 170, box.w - 80, words.bold), theme.ink, words.bold, role="figure"),
    ]
    if said:
        cap = fit(said, 56, box.w - 120, words.bold)
        wide, y = width(said, cap, words.bold) + 72, box.bottom - 62
        if bonus:
            nodes.append(Bar(x - wide / 2, y - 44, wide, 88, bonus[0], 44))
        nodes.append(Text(x, y, said, cap, bonus[1] if bonus else theme.ink, words.bold))
    return tuple(nodes)


def _line(words: Words, text: str, x: float, y: float, cap: float, room: float, colour: Colour) -> Nodes:
    return (Text(x, y, text, fit(text, cap, room, words.bold), colour, words.bold),)
