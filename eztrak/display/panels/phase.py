"""The phase of the round and its result: what leads the eye. The result fills the block until the next bets open; then
it stands at the foot, under a ring of lamps that go out, and under no more bets."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple, assert_never

from eztrak.display.emblems import emblem
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import LEADING, ROUNDING, fitted, ground, raised, wrapped
from eztrak.display.panels.label import IDEOGRAPH, LEAST, label, row, row_width, shortened
from eztrak.display.recall import recalled
from eztrak.display.roles import Role, least
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of, pushed
from eztrak.game.hand import Hand
from eztrak.table.round import Phase

RESULT = 104.0  # the height of a result under a phase
LOW = 130.0  # a lower box has the words beside the figure
PILL = 1.9  # the height of what stands on a ground of its own, in parts of its capitals
LAST = 5.0  # seconds in which the panel changes its colour
LAMPS = 30  # at the most
FIGURE = 79.5
LEAST_RING, DOT = 84.0, 5.0  # in which that figure has room; a lamp in a line
EVENLY = 8.0
CLOSE = 1.3  # from one line of capitals to the next
TAILS = 0.3  # under the line, in parts of its capitals
WORD = 30.0
WIDE = 800.0  # from this width on the words are worth more than the ring
CALM = 0.93  # of the size in two lines, from which on one is better
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
            said = _said(box.inset(20, 12), words, "next_hand", theme.soft, f" {now.hand}")  # nobody has to act on it
            return (*ground(box, theme), *(text._replace(role=Role.LABEL) for text in said))
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
    figure = max(FIGURE, fit("00" if now.of < 100 else "000", r, 1.44 * r, words.bold))
    nodes.append(Text(x, y, str(now.seconds), figure, ink, words.bold, role=Role.SECONDS))
    return (*nodes, *said)


@recalled(keep=4)
def _ringed(box: Box, words: Words, ink: Colour) -> tuple[float, tuple[Text, ...]]:
    """How large the ring is, and the words beside it: it gives way to both languages down to what its figure needs."""
    r = min((box.h - 12) / 2, box.w * (0.24 if box.w < WIDE else 0.126))
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
    if (alone := fit(said, most, space, face)) >= cap * CALM:
        return [said], alone
    while space > 0 and len(even := wrapped(said, cap, space, face)) == len(lines):  # as even as they can be
        lines, space = even, space - EVENLY
    return lines, cap


def result(box: Box, theme: Theme, words: Words, hand: Hand | None, free: int) -> Nodes:
    """The winner of the last hand on its colour, and what else there was to it. `free`: hands dealt without bets."""
    if hand is None:
        said = label(words.both("first_hand"), box.inset(24), min(80.0, box.h * 0.3), theme.soft)
        return (*ground(box, theme), *said)
    nodes = list[Node](raised(box, theme, theme.of(hand.outcome), theme.deep_of(hand.outcome)))
    if box.h < 1.9 * RESULT:
        return (*nodes, *_low(box, theme, words, hand))
    inside = box.inset(24, 20)
    small = WORD * max(1.0, min(box.h / 320, 1.6))
    number = f"{words.say('hand')} {hand.number}" + (f"   {free} {words.say('free_short')}" if free else "")
    y = inside.y + small * PILL / 2 - 4
    nodes.append(Text(inside.x, y, number, small, theme.bright, words.medium, "l"))
    space = inside.w - width(number, small, words.medium) - 16
    beside = _pills(inside.right, y, space, small, theme, words, hand)
    top, bottom = inside.y + small * PILL, inside.bottom
    if not beside and extras_of(words.game, hand):  # no room there: under the winner
        beside = _pills(box.centre[0], bottom - small * PILL / 2, inside.w, small, theme, words, hand, "c")
        bottom -= small * (PILL + 0.4)
    nodes += beside
    if back := pushed(words, hand):
        face = words.face_for_name(back)
        high = fit(back, small, inside.w, face)
        nodes.append(Text(box.centre[0], bottom - high / 2, back, high, theme.bright, face))
        bottom -= high + small * 0.5
    return (*nodes, *_named(box._replace(y=top, h=bottom - top), inside.w, small, theme, words, hand))


def _named(box: Box, space: float, small: float, theme: Theme, words: Words, hand: Hand) -> list[Text]:
    """The winner, and its name in the second language under it."""
    name, *other = words.named(hand.outcome.id)
    ((word, face),) = shortened([name], space, least(Role.WINNER))
    y, under = box.bottom, 0.0
    nodes = []
    if other:
        text, other_face = other[0].texts[0], other[0].face
        grown = IDEOGRAPH if text >= "\u2e80" else 1.0
        most = max(small * grown, min(box.h * 0.3, box.h - least(Role.WINNER) * 1.3 - small * 0.4))
        size = fit(text, most, space, other_face)
        under = size + small * 0.4
        nodes.append(Text(box.centre[0], y - size / 2, text, size, theme.bright, other_face))
    high = box.h - under
    cap = fit(word, max(least(Role.WINNER), min(high * 0.88, 152.0 * max(1.0, box.h / 250))), space, face)
    nodes.append(Text(box.centre[0], box.y + high / 2, word, cap, theme.bright, face, role=Role.WINNER))
    return nodes


def _pills(
    x: float, y: float, space: float, small: float, theme: Theme, words: Words, hand: Hand, anchor: str = "r"
) -> list[Node]:
    """What else there was to a hand, each on its own ground; with both languages, or shorter, or nothing."""
    ids = extras_of(words.game, hand)
    around, cap = 2 * small * 0.6, small
    known = [words.named(id) for id in ids]
    for said in (
        [[(one.texts[0], one.face) for one in both] for both in known],
        [[(one.texts[0], one.face) for one in both[:1]] for both in known],
        [[(one.texts[-1], one.face) for one in both[:1]] for both in known],
    ):
        wides = [row_width(one, cap) / ROUNDING + around for one in said]
        wide = sum(wides) + 8 * (len(wides) - 1)
        if wide <= space:
            break
    else:
        return []
    nodes: list[Node] = []
    x -= wide * (1.0 if anchor == "r" else 0.5)
    for id, one, each in zip(ids, said, wides, strict=True):
        known_ground = emblem(words.game, id)
        of = theme.ground(known_ground.ground) if not known_ground.counted else None
        colour, ink = (of.colour, of.ink) if of else (theme.pearl, theme.pearl_ink)
        nodes.append(Bar(x, y - small * PILL / 2, each, small * PILL, colour, small * PILL / 2))
        nodes += row(one, x + each / 2, y, cap, each - around, ink)
        x += each + 8
    return nodes


def _low(box: Box, theme: Theme, words: Words, hand: Hand) -> Iterator[Node]:
    """The result in one line: the winner, and at the end its second name over what else there was to the hand. Where
    there is no second language the number of the hand stands there, unless that costs the winner its whole name: the
    header has it too."""
    inside, ink = box.inset(18, 8), theme.bright
    name, *other = words.named(hand.outcome.id)
    extras = [words.named(id)[0] for id in extras_of(words.game, hand)]
    most = sum(width(one.texts[-1], LEAST, one.face) for one in extras) + 10 * max(0, len(extras) - 1)
    least_wide = width(name.texts[0], FIGURE, name.face)
    left = inside.w - least_wide - 16
    upper: Text | None = None
    if other:
        text, face = other[0].texts[0], other[0].face
        size = LEAST * (IDEOGRAPH if text >= "\u2e80" else 1.0)
        size = fit(text, max(size, box.h * (0.36 if extras else 0.5)), max(left, 1.0), face)
        upper = Text(inside.right, 0, text, size, ink, face, "r")
    else:
        upper = Text(inside.right, 0, f"{words.say('hand')} {hand.number}", LEAST, ink, words.medium, "r")
    if upper.cap < LEAST or width(upper.text, upper.cap, upper.face) > left:
        upper = None
    if most > left:
        extras = []
    beside = max(width(upper.text, upper.cap, upper.face) if upper else 0.0, most if extras else 0.0)
    space = inside.w - (beside + 16 if beside else 0.0)
    ((word, face),) = shortened([name], space, FIGURE)
    cap = fit(word, max(FIGURE, box.h * 0.8), space, face)
    yield Text(inside.x, box.centre[1], word, cap, ink, face, "l", Role.WINNER)
    space = inside.w - width(word, cap, face) - 16
    y = box.centre[1]
    if upper and extras:
        total = upper.cap + 14 + LEAST
        yield upper._replace(y=y - total / 2 + upper.cap / 2)
        y += total / 2 - LEAST / 2
    elif upper:
        yield upper._replace(y=y)
    if extras:
        yield from row(shortened(extras, space, LEAST), inside.right, y, LEAST, space, ink, "r")
