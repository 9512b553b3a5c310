"""The phase of the round and its result: what leads the eye. The result fills the block until the next bets open; then
it stands at the foot, under a ring of lamps that go out, and under no more bets."""

from math import cos, pi, sin
from typing import NamedTuple, assert_never

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import LEADING, fitted, ground, raised
from eztrak.display.panels.label import IDEOGRAPH, LEAST, label, row, shortened
from eztrak.display.roles import Role, least
from eztrak.display.scene import Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of, pushed
from eztrak.game.hand import Hand
from eztrak.table.round import Phase

RESULT = 104.0  # the height of a result under a phase
BESIDE = 130.0  # a lower box has the words beside the figure
LAST = 5.0  # seconds in which the panel changes its colour
LAMPS = 30  # at the most
FIGURE = 79.5
WORD = 30.0


class Now(NamedTuple):
    """The phase, with what there is to say of it."""

    phase: Phase
    hand: int  # the number of the one that is dealt or next
    seconds: int = 0  # that are left …
    of: int = 0  # … of so many


def parts(box: Box, phase: Phase) -> tuple[Box | None, Box | None]:
    """Where the phase stands and where the result: the one, the other or both."""
    match phase:
        case Phase.IN:
            return None, box
        case Phase.DUE:
            return box, None
        case Phase.OPEN | Phase.CLOSED:
            high = min(RESULT + (box.h - 320.0) * 0.4, box.h * 0.42) if box.h > 320 else RESULT
            return box._replace(h=box.h - high - 6), box._replace(y=box.bottom - high, h=high)
        case _:
            assert_never(phase)


def phase_block(box: Box, theme: Theme, words: Words, now: Now) -> Nodes:
    match now.phase:
        case Phase.OPEN:
            return _open(box, theme, words, now)
        case Phase.CLOSED:
            grounds = raised(box, theme, theme.warn, theme.warn)
            return (*grounds, *_said(box.inset(16, 12), words, "no_more_bets", theme.dark))
        case Phase.DUE:
            grounds = raised(box, theme, theme.alarm, theme.alarm)
            return (
                *grounds,
                *_said(
                    box.inset(16, 2 if box.h < BESIDE else 8),
                    words,
                    "result_due",
                    theme.on(theme.alarm),
                    f" {now.hand}",
                ),
            )
        case Phase.IN:
            return (*ground(box, theme), *_said(box.inset(20, 12), words, "next_hand", theme.soft, f" {now.hand}"))
        case _:
            assert_never(now.phase)


def _open(box: Box, theme: Theme, words: Words, now: Now) -> Nodes:
    """The seconds in a ring of lamps, one for each of them; in the last ones the ground is lit too."""
    last = now.seconds <= LAST
    ink, dim = (theme.dark, theme.gold_deep) if last else (theme.ink, theme.edge)
    nodes: list[Node] = list(raised(box, theme, theme.warn, theme.warn) if last else ground(box, theme))
    inside = box.inset(16, 4)
    if box.h < BESIDE:
        space = inside.w - 16 - width("000", FIGURE, words.bold)
        said = _said(inside._replace(w=space), words, "place_bets", ink, anchor="l")
        if any(text.cap < least(text.role) for text in said):
            return (*nodes, Text(*box.centre, str(now.seconds), FIGURE, ink, words.bold, role=Role.SECONDS))
        nodes.append(Text(inside.right, box.centre[1], str(now.seconds), FIGURE, ink, words.bold, "r", Role.SECONDS))
        return (*nodes, *said)
    r = min((box.h - 20) / 2, box.w * 0.24)
    x, y = box.x + 14 + r, box.centre[1]
    every = -(-now.of // LAMPS) or 1
    lamps = -(-now.of // every)
    dot = min(r * 0.075, pi * r / max(1, lamps) * 0.62)
    lit = theme.dark if last else theme.accent
    for i in range(lamps):
        turn = 2 * pi * i / lamps
        at = x + (r - dot) * sin(turn), y - (r - dot) * cos(turn)
        nodes.append(Disc(*at, dot, lit if (lamps - i - 1) * every < now.seconds else dim))
    figure = max(FIGURE, fit("00" if now.of < 100 else "000", r, 1.4 * r, words.bold))
    nodes.append(Text(x, y, str(now.seconds), figure, ink, words.bold, role=Role.SECONDS))
    left = x + r + 20
    return (
        *nodes,
        *_said(Box(left, box.y + 8, box.right - 14 - left, box.h - 16), words, "place_bets", ink, anchor="l"),
    )


def _said(box: Box, words: Words, key: str, ink: Colour, more: str = "", anchor: str = "c") -> list[Text]:
    """A few words that fill their place; a quarter of it is the second language's, where the room has two."""
    first, *second = words.both(key)
    small = 0.0
    if second and box.h > BESIDE:
        other = second[0].texts[0] + more
        small = fit(other, min(box.h * 0.2, 56.0), box.w, second[0].face)
    high = box.h - (small * 1.4 if small else 0.0)
    said = first.texts[0] + more
    if box.h > BESIDE:
        high *= 0.96 if said.upper() == said else 0.78  # letters with tails and accents have more ink
    lines, cap = fitted(said, min(high * 0.62, 150.0), box.w, high, first.face)
    step = cap * LEADING
    total = cap + step * (len(lines) - 1) + (small * 1.5 if small else 0.0)
    y = box.centre[1] - total / 2 + cap / 2
    x = box.x if anchor == "l" else box.centre[0]
    nodes = [Text(x, y + i * step, line, cap, ink, first.face, anchor, Role.PHASE) for i, line in enumerate(lines)]
    if small:
        at = box.centre[1] + total / 2 - small / 2
        nodes.append(Text(x, at, second[0].texts[0] + more, small, ink, second[0].face, anchor))
    return nodes


def result(box: Box, theme: Theme, words: Words, hand: Hand | None, free: int) -> Nodes:
    """The winner of the last hand on its colour, and what else there was to it. `free`: hands dealt without bets."""
    if hand is None:
        said = label(words.both("first_hand"), box.inset(24), min(80.0, box.h * 0.3), theme.soft)
        return (*ground(box, theme), *said)
    nodes = list[Node](raised(box, theme, theme.of(hand.outcome), theme.deep_of(hand.outcome)))
    number = f"{words.say('hand')} {hand.number}"
    extras = [words.named(id)[0] for id in extras_of(words.game, hand)]
    ink, (name, *other) = theme.bright, words.named(hand.outcome.id)
    if box.h < 1.9 * RESULT:
        inside = box.inset(18, 8)
        ((word, face),) = shortened([name], inside.w - 130, FIGURE)
        cap = fit(word, max(FIGURE, box.h * 0.68), inside.w - 130, face)
        nodes.append(Text(inside.x, box.centre[1], word, cap, ink, face, "l", Role.WINNER))
        space = inside.w - width(word, cap, face) - 20
        y = box.centre[1] - (22 if extras else 0)
        nodes.append(Text(inside.right, y, number, LEAST, ink, words.medium, "r"))
        if extras:
            nodes += row(shortened(extras, space, LEAST), inside.right, y + 44, LEAST, space, ink, "r")
        return tuple(nodes)
    inside = box.inset(24, 20)
    small = WORD * max(1.0, min(box.h / 320, 1.6))
    number += f"   {free} {words.say('free_short')}" if free else ""
    nodes.append(Text(inside.x, inside.y + small / 2, number, small, ink, words.medium, "l"))
    if other:
        cap = small * IDEOGRAPH
        nodes.append(Text(inside.right, inside.y + cap / 2, other[0].texts[0], cap, ink, other[0].face, "r"))
    below = [row(shortened(extras, inside.w, LEAST), 0, 0, small * 1.2, inside.w, ink)] if extras else []
    if back := pushed(words, hand):
        face = words.face_for_name(back)
        below.append([Text(0, 0, back, fit(back, small, inside.w, face), ink, face)])
    y = inside.bottom
    for line in reversed(below):
        high = max(text.cap for text in line)
        y -= high
        nodes += [text._replace(x=text.x + box.centre[0], y=y + high / 2) for text in line]
        y -= small * 0.5
    top = inside.y + small * (1.4 if not other else 1.6)
    ((word, face),) = shortened([name], inside.w, least(Role.WINNER))
    cap = fit(word, min((y - top) * 0.88, 152.0 * max(1.0, box.h / 332)), inside.w, face)
    nodes.append(Text(box.centre[0], (top + y) / 2, word, cap, ink, face, role=Role.WINNER))
    return tuple(nodes)
