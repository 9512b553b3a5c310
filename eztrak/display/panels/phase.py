"""The phase of the round and its result: what leads the eye. The result fills the block until the next bets open; then
it stands at the foot, under a ring of lamps that go out, and under no more bets."""

from math import cos, pi, sin
from typing import NamedTuple, assert_never

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import LEADING, fitted, ground, raised, wrapped
from eztrak.display.panels.label import IDEOGRAPH, LEAST, label, row, shortened
from eztrak.display.recall import recalled
from eztrak.display.roles import Role, least
from eztrak.display.scene import Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of, pushed
from eztrak.game.hand import Hand
from eztrak.table.round import Phase

RESULT = 104.0  # the height of a result under a phase
LOW = 130.0  # a lower box has the words beside the figure
BESIDE = 130.0  # what the number of the hand takes beside its winner
LAST = 5.0  # seconds in which the panel changes its colour
LAMPS = 30  # at the most
FIGURE = 79.5
LEAST_RING, DOT = 84.0, 5.0  # in which that figure has room; a lamp in a line
EVENLY = 8.0
CLOSE = 1.3  # from one line of capitals to the next
TAILS = 0.3  # under the line, in parts of its capitals
WORD = 30.0
WHOLE = 5  # so many ideographs are not divided


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
                    box.inset(16, 2 if box.h < LOW else 8),
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
    every = -(-now.of // LAMPS) or 1
    lamps = -(-now.of // every)
    lit = theme.dark if last else theme.accent
    if box.h < 2 * LEAST_RING:
        line = box.h >= LOW  # of lamps, where a ring has no room for its figure
        inside = box.inset(16, 4)._replace(h=box.h - (26 if line else 8))
        space = inside.w - 16 - width("00" if now.of < 100 else "000", FIGURE, words.bold)
        said = _said(inside._replace(w=space), words, "place_bets", ink, anchor="l")
        if any(text.cap < least(text.role) for text in said):
            return (*nodes, Text(*box.centre, str(now.seconds), FIGURE, ink, words.bold, role=Role.SECONDS))
        seconds = Text(inside.right, inside.centre[1], str(now.seconds), FIGURE, ink, words.bold, "r", Role.SECONDS)
        step = (inside.w - 2 * DOT) / max(1, lamps - 1)
        row = [
            Disc(inside.x + DOT + i * step, box.bottom - 14, DOT, lit if i * every < now.seconds else dim)
            for i in range(lamps if line else 0)
        ]
        return (*nodes, seconds, *said, *row)
    r, said = _ringed(box, words, ink)
    x, y = box.x + 14 + r, box.centre[1]
    dot = min(r * 0.075, pi * r / max(1, lamps) * 0.62)
    for i in range(lamps):
        turn = 2 * pi * i / lamps
        at = x + (r - dot) * sin(turn), y - (r - dot) * cos(turn)
        nodes.append(Disc(*at, dot, lit if (lamps - i - 1) * every < now.seconds else dim))
    figure = max(FIGURE, fit("00" if now.of < 100 else "000", r, 1.4 * r, words.bold))
    nodes.append(Text(x, y, str(now.seconds), figure, ink, words.bold, role=Role.SECONDS))
    return (*nodes, *said)


@recalled(keep=4)
def _ringed(box: Box, words: Words, ink: Colour) -> tuple[float, tuple[Text, ...]]:
    """How large the ring is, and the words beside it: it gives way to both languages down to what its figure needs."""
    r = min((box.h - 12) / 2, box.w * 0.24)
    found: list[tuple[float, tuple[Text, ...]]] = []
    while not found or r >= LEAST_RING:
        left = box.x + 14 + 2.2 * r
        place = Box(left, box.y + 8, box.right - 10 - left, box.h - 16)
        found.append((r, _said(place, words, "place_bets", ink, anchor="l")))
        r *= 0.94
    legible = [one for one in found if all(text.cap >= least(text.role) for text in one[1])]
    whole = [one for one in legible if len({text.role for text in one[1]}) == len(words.languages)]
    return next(iter(whole or legible or found[::-1]))


@recalled(keep=8)  # a second later it is the same
def _said(box: Box, words: Words, key: str, ink: Colour, more: str = "", anchor: str = "c") -> tuple[Text, ...]:
    """A few words that fill their place; a quarter of it is the second language's, where the room has two and both can
    be read."""
    first, *second = words.both(key)
    said, other = first.texts[0] + more, second[0].texts[0] + more if second and box.h > LOW else ""
    capitals, small = said.upper() == said, 0.0
    if other:
        floor = LEAST * (IDEOGRAPH if other.upper() == other.lower() else 1.0)
        small = fit(other, min(max(box.h * 0.2, floor), 56.0), box.w, second[0].face)
        while small >= floor and _filling(box, said, first.face, _under(other, small))[1] < least(Role.PHASE):
            small *= 0.94
        small = small if small >= floor else 0.0
    under = _under(other, small)
    lines, cap = _filling(box, said, first.face, under)
    if small and len(lines) == 1:  # as wide as it can be: what it leaves of the height is the other's
        spare = box.h - under - cap * (1.6 if capitals else 1.9)
        most = cap * (0.95 if other.upper() == other.lower() else 0.75)
        small = fit(other, min(small + max(0.0, spare) * 0.8, most), box.w, second[0].face)
        under = _under(other, small)
    step = cap * (CLOSE if capitals else LEADING)
    y = box.centre[1] - (step * (len(lines) - 1) + under) / 2
    x = box.x if anchor == "l" else box.centre[0]
    nodes = [Text(x, y + i * step, line, cap, ink, first.face, anchor, Role.PHASE) for i, line in enumerate(lines)]
    if small:
        at = nodes[-1].y + cap / 2 + small
        nodes.append(Text(x, at, other, small, ink, second[0].face, anchor))
    return tuple(nodes)


def _under(other: str, small: float) -> float:
    """How high the second language is with the air over it, and with its tails."""
    return small * (1.5 if other.upper() == other else 1.5 + TAILS)


def _filling(box: Box, said: str, face: str, under: float) -> tuple[list[str], float]:
    """Words in as many lines as make them largest over what stands under them."""
    high = box.h - under
    if box.h > LOW:
        high *= 1.04 if said.upper() == said else 0.78  # letters with tails and accents have more ink
    most, space = min(high * 0.62, 150.0), box.w
    if said >= "\u2e80" and len(said) <= WHOLE and fit(said, most, space, face) >= least(Role.PHASE):
        return [said], fit(said, most, space, face)
    lines, cap = fitted(said, most, space, high, face)
    while space > 0 and len(even := wrapped(said, cap, space, face)) == len(lines):  # as even as they can be
        lines, space = even, space - EVENLY
    return lines, cap


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
        beside, whole = BESIDE, width(name.texts[0], FIGURE, name.face)
        if whole > inside.w - BESIDE:  # the whole name is worth more than what header, bead and road have too
            number, beside = "", sum(width(one.texts[-1], LEAST, one.face) + 20 for one in extras)
            if whole > inside.w - beside:
                extras, beside = [], 0.0
        ((word, face),) = shortened([name], inside.w - beside, FIGURE)
        cap = fit(word, max(FIGURE, box.h * 0.68), inside.w - beside, face)
        nodes.append(Text(inside.x, box.centre[1], word, cap, ink, face, "l", Role.WINNER))
        space = inside.w - width(word, cap, face) - 20
        if other and not extras:
            text, name_face = other[0].texts[0], other[0].face
            size = LEAST * (IDEOGRAPH if text >= "\u2e80" else 1.0)
            room = space - (beside + 20 if number else 0)
            if width(text, size, name_face) <= room:
                size = fit(text, cap * 0.72, room, name_face)
                nodes.append(Text(inside.right - beside - room, box.centre[1], text, size, ink, name_face, "l"))
        y = box.centre[1] - (22 if extras else 0)
        if number:
            nodes.append(Text(inside.right, y, number, LEAST, ink, words.medium, "r"))
        if extras:
            at = y + 44 if number else box.centre[1]
            nodes += row(shortened(extras, space, LEAST), inside.right, at, LEAST, space, ink, "r")
        return tuple(nodes)
    inside = box.inset(24, 20)
    small = WORD * max(1.0, min(box.h / 320, 1.6))
    number += f"   {free} {words.say('free_short')}" if free else ""
    nodes.append(Text(inside.x, inside.y + small / 2, number, small, ink, words.medium, "l"))
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
    top = inside.y + small * 1.4
    ((word, face),) = shortened([name], inside.w, least(Role.WINNER))
    most = fit(word, min((y - top) * 0.88, 152.0 * max(1.0, box.h / 332)), inside.w, face)
    if other:
        # Under the winner where that costs it little, or else in the corner.
        text, other_face = other[0].texts[0], other[0].face
        size = small * (IDEOGRAPH if text >= "\u2e80" else 1.0)
        high = fit(text, max(size, (y - top) * 0.26), inside.w, other_face)
        cap = min(most, (y - top - high * 1.5) * 0.88)
        if cap >= max(0.8 * most, least(Role.WINNER)) and high >= size:
            y -= high * 1.5
            most = cap
            nodes.append(Text(box.centre[0], y + high * 0.75, text, high, ink, other_face))
        else:
            nodes.append(Text(inside.right, inside.y + size / 2, text, size, ink, other_face, "r"))
            top = inside.y + small * 1.6
            most = fit(word, min((y - top) * 0.88, most), inside.w, face)
    nodes.append(Text(box.centre[0], (top + y) / 2, word, most, ink, face, role=Role.WINNER))
    return tuple(nodes)
