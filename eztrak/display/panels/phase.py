"""The phase of the round and its result: what leads the eye. The result fills the block until the next bets open; then
it stands at the foot, under a ring of lamps that go out, and under no more bets."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias, assert_never

from eztrak.display.emblems import emblem
from eztrak.display.lettering import fit, width
from eztrak.display.motion import mix
from eztrak.display.panels.frame import LEADING, ROUNDING, fitted, ground, raised, wrapped
from eztrak.display.panels.label import IDEOGRAPH, IDEOGRAPHS, LEAST, label, row, row_width, shortened
from eztrak.display.recall import recalled
from eztrak.display.roles import Role, least
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, extras_of, pushed, won
from eztrak.game.hand import Hand
from eztrak.table.round import Phase

RESULT = 104.0  # the height of a result under a phase
LOW = 130.0  # a lower box has the words beside the figure
BETWEEN = 0.5  # lines of a result, in parts of its small capitals
APART = 14.0  # between what stands side by side
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
STRIP = 8.0  # a box that much wider than high has one line …
STRIPPED, TAILED = 0.8, 0.715  # … of capitals that high, in parts of it; of letters with tails
WHOLE = 5  # so many ideographs are not divided


Piece: TypeAlias = tuple[float, list[Text | Bar]]  # how wide it is; its nodes, from x = 0 on around y = 0


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
            high = max(RESULT, box.h * 0.38)
            return box._replace(h=box.h - high - 6), box._replace(y=box.bottom - high, h=high)
        case _:
            assert_never(phase)


def phase_block(box: Box, theme: Theme, words: Words, now: Now) -> Nodes:
    match now.phase:
        case Phase.OPEN:
            return _open(box, theme, words, now)
        case Phase.CLOSED:
            grounds = raised(box, theme, theme.warn, theme.warn)
            return (*grounds, *_said(box.inset(18, 4 if _is_strip(box) else 12), words, "no_more_bets", theme.dark))
        case Phase.DUE:
            grounds = raised(box, theme, theme.alarm, theme.alarm)
            return (
                *grounds,
                *_said(
                    box.inset(16, 2 if box.h < LOW else 4 if _is_strip(box) else 8),
                    words,
                    "result_due",
                    theme.on(theme.alarm),
                    f" {now.hand}",
                ),
            )
        case Phase.IN:
            space = box.inset(20, box.h * 0.22)  # nobody has to act on it
            said = _said(space, words, "next_hand", theme.soft, f" {now.hand}")
            return (*ground(box, theme), *(text._replace(role=Role.LABEL) for text in said))
        case _:
            assert_never(now.phase)


def _open(box: Box, theme: Theme, words: Words, now: Now) -> Nodes:
    """The seconds in a ring of lamps, one for each of them; in the last ones the ground is lit too."""
    last = now.seconds <= LAST
    ink, dim = (theme.dark, theme.gold_deep) if last else (theme.ink, mix(theme.edge, theme.soft, 0.2))
    nodes: list[Node] = list(raised(box, theme, theme.warn, theme.warn) if last else ground(box, theme))
    every = -(-now.of // LAMPS) or 1
    lamps = -(-now.of // every)
    lit = theme.dark if last else theme.accent
    if box.h < 2 * LEAST_RING or _is_strip(box):
        bets = words.say("place_bets")
        line = box.h >= LOW and bets == bets.upper()  # of lamps, where a ring has no room for its figure; tails need it
        inside = box.inset(16, 4)._replace(h=box.h - (26 if line else 8))
        figure = max(FIGURE, inside.h * STRIPPED if _is_strip(box) else 0.0)
        space = inside.w - 16 - width("00" if now.of < 100 else "000", figure, words.bold)
        said = _said(inside._replace(w=space), words, "place_bets", ink, anchor="l")
        if any(text.cap < least(text.role) for text in said):
            return (*nodes, Text(*box.centre, str(now.seconds), FIGURE, ink, words.bold, role=Role.SECONDS))
        shade = theme.accent if _is_strip(box) and not last else ink
        seconds = Text(inside.right, inside.centre[1], str(now.seconds), figure, shade, words.bold, "r", Role.SECONDS)
        dot = max(DOT, box.h * 0.045)
        step = (inside.w - 2 * dot) / max(1, lamps - 1)
        row = [
            Disc(inside.x + dot + i * step, box.bottom - 14, dot, lit if i * every < now.seconds else dim)
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
    figure = max(FIGURE, fit("00" if now.of < 100 else "000", r, 1.36 * r, words.bold))
    nodes.append(Text(x, y, str(now.seconds), figure, ink, words.bold, role=Role.SECONDS))
    return (*nodes, *said)


@recalled(keep=4)
def _ringed(box: Box, words: Words, ink: Colour) -> tuple[float, tuple[Text, ...]]:
    """How large the ring is, and the words beside it: it gives way to both languages down to what its figure needs."""
    r = min((box.h - 8) / 2, box.w * (0.24 if box.w < WIDE else 0.126))
    ways: list[tuple[float, tuple[Text, ...]]] = []
    while not ways or r >= LEAST_RING:
        left = box.x + 14 + 2.2 * r
        place = Box(left, box.y + 8, box.right - 18 - left, box.h - 16)
        ways.append((r, _said(place, words, "place_bets", ink, anchor="l")))
        r *= 0.94
    legible = [one for one in ways if all(text.cap >= least(text.role) for text in one[1])]
    whole = [one for one in legible if len({text.role for text in one[1]}) == len(words.languages)]
    return next(iter(whole or legible or ways[::-1]))


@recalled(keep=8)  # a second later it is the same
def _said(box: Box, words: Words, key: str, ink: Colour, more: str = "", anchor: str = "c") -> tuple[Text, ...]:
    """A few words that fill their place; a quarter of it is the second language's, where the room has two and both can
    be read."""
    first, *second = words.both(key)
    said, other = first.texts[0] + more, second[0].texts[0] + more if second and box.h > LOW else ""
    if _is_strip(box):
        return tuple(_in_strip(box, (said, first.face), (other, second[0].face) if other else None, ink, anchor))
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
        most = cap * (1.15 if other.upper() == other.lower() else 0.75)
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


def _is_strip(box: Box) -> bool:
    """Whether there is room for one line of words and for no second."""
    return box.w > STRIP * box.h


def _in_strip(
    box: Box, first: tuple[str, str], other: tuple[str, str] | None, ink: Colour, anchor: str
) -> Iterator[Text]:
    """Words in one line, the second language at its end as far as it has room there."""
    tails = first[0] != first[0].upper()
    cap = fit(first[0], box.h * (TAILED if tails else STRIPPED), box.w, first[1])
    y = box.centre[1] - (cap * TAILS / 4 if tails else 0.0)
    wide, small, more = width(first[0], cap, first[1]), 0.0, 0.0
    if other:
        small = min(cap, fit(other[0], cap, box.w - wide - cap / 2, other[1])) if wide + cap < box.w else 0.0
        small = small if small >= LEAST * IDEOGRAPH else 0.0
        more = cap / 2 + width(other[0], small, other[1]) if small else 0.0
    x = box.x if anchor == "l" else box.centre[0] - (wide + more) / 2
    yield Text(x, y, first[0], cap, ink, first[1], "l", Role.PHASE)
    if other and small:
        yield Text(x + wide + cap / 2, y, other[0], small, ink, other[1], "l")


def _under(other: str, small: float) -> float:
    """How high the second language is with the air over it, and with its tails."""
    return small * (1.5 if other.upper() == other else 1.5 + TAILS)


def _filling(box: Box, said: str, face: str, under: float) -> tuple[list[str], float]:
    """Words in as many lines as make them largest over what stands under them."""
    high = box.h - under
    if box.h > LOW:
        high *= 1.04 if said.upper() == said else 0.78  # letters with tails and accents have more ink
    most, space = min(high * 0.62, 150.0), box.w
    if said >= IDEOGRAPHS and len(said) <= WHOLE and fit(said, most, space, face) >= least(Role.PHASE):
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
    grounds = raised(box, theme, theme.of(hand.outcome), theme.deep_of(hand.outcome))
    if box.h < 1.9 * RESULT or box.w > 3 * box.h:
        return (*grounds, *_in_line(box.inset(18, 8), theme, words, hand))
    inside, small = box.inset(24, 16), WORD * max(1.0, min(box.h / 320, 1.6))
    top, bottom = inside.y, inside.bottom
    nodes = list[Node](grounds)
    if free:
        number = f"{free} {words.say('free_short')}"
        nodes.append(Text(inside.x, top + small / 2, number, small, theme.bright, words.medium, "l"))
        top += small * 1.3
    if back := pushed(words, hand):
        face = words.face_for_name(back)
        cap = fit(back, small, inside.w, face)
        nodes.append(Text(inside.centre[0], bottom - cap / 2, back, cap, theme.bright, face))
        bottom -= small * 1.7
    # Under the winner: its sentence in the second language, and what else there was, beside it where that has room.
    under: list[Piece] = []
    if words.other:
        other = words.each[1]
        text, face = won(other, hand), other.bold
        grown = IDEOGRAPH if text >= IDEOGRAPHS else 1.0
        cap = fit(text, max(small * grown, (bottom - top) * 0.2 * grown), inside.w, face)
        under = [(width(text, cap, face), [Text(0, 0, text, cap, theme.bright, face, "l")])]
    left = inside.w - sum(wide for wide, _ in under) - APART
    pills = _pills(left, small, theme, words, hand) or _pills(inside.w, small, theme, words, hand)
    lines = [[*under, *pills]] if _across([*under, *pills]) <= inside.w else [under, pills]
    highs = [max(_high(drawn) for _, drawn in line) for line in lines if line]
    below = sum(highs) + small * BETWEEN * len(highs)
    ((word, face),) = shortened(words.named(hand.outcome.id)[:1], inside.w, least(Role.WINNER))
    cap = max(least(Role.WINNER), min((bottom - top - below) * 0.9, 152.0 * max(1.0, box.h / 290)))
    cap = fit(word, cap, inside.w, face)
    # What is left over stands above, below and between.
    y, air = top, max(0.0, bottom - top - below - cap) / (len(highs) + 2)
    nodes.append(Text(inside.centre[0], y + air + cap / 2, word, cap, theme.bright, face, role=Role.WINNER))
    y += air + cap
    for line, high in zip([line for line in lines if line], highs, strict=True):
        y += air + small * BETWEEN
        nodes += _laid(line, inside.centre[0] - _across(line) / 2, y + high / 2)
        y += high
    return tuple(nodes)


def _in_line(inside: Box, theme: Theme, words: Words, hand: Hand) -> Iterator[Node]:
    """The result in one line: the winner in both languages, and at the end what else there was; the second language
    gives way where there is no room for all."""
    y, (name, *other) = inside.centre[1], words.named(hand.outcome.id)
    shares = [(one.texts[0], one.face, 1.0 if one.texts[0] >= IDEOGRAPHS else 0.5) for one in other]

    def wide(cap: float, word: str, face: str, shares: list[tuple[str, str, float]]) -> float:
        return width(word, cap, face) + sum(APART + width(text, cap * part, face) for text, face, part in shares)

    for said in (shares, []):
        space = inside.w - wide(max(FIGURE, inside.h * 0.84), name.texts[0], name.face, said) - APART
        larger = [inside.h * part for part in (0.3, 0.24, 0.2) if inside.h * part > LEAST]
        pills = next((some for cap in larger if (some := _pills(space, cap, theme, words, hand, whole=True))), [])
        space = inside.w - wide(FIGURE, name.texts[0], name.face, said) - APART
        pills = pills or _pills(space, LEAST, theme, words, hand)
        if pills or not said:
            break
        if not extras_of(words.game, hand) and wide(FIGURE, name.texts[0], name.face, said) <= inside.w:
            break
    space = inside.w - (_across(pills) + APART if pills else 0.0)
    ((word, face),) = shortened([name], space, FIGURE)
    cap = max(FIGURE, inside.h * 0.84)
    cap *= min(1.0, space / wide(cap, word, face, said))
    yield Text(inside.x, y, word, cap, theme.bright, face, "l", Role.WINNER)
    x = inside.x + width(word, cap, face) + APART
    yield from (Text(x, y, text, cap * part, theme.bright, own, "l") for text, own, part in said)
    yield from _laid(pills, inside.right - _across(pills), y)


def _pills(space: float, cap: float, theme: Theme, words: Words, hand: Hand, whole: bool = False) -> list[Piece]:
    """What else there was to a hand, each on its own ground; with both languages, or shorter, or nothing. `whole`: in
    all languages or not at all."""
    known = [(id, words.named(id)) for id in extras_of(words.game, hand)]
    for both, last in ((True, False), (False, False), (False, True))[: 1 if whole else 3]:
        pieces: list[Piece] = []
        for id, names in known:
            said = [(one.texts[-1 if last else 0], one.face) for one in (names if both else names[:1])]
            wide = row_width(said, cap) / ROUNDING
            mark = emblem(words.game, id)
            colour, _, ink = theme.ground("pearl" if mark.counted else mark.ground)
            pill = Bar(0, -cap * PILL / 2, wide + cap, cap * PILL, colour, cap * PILL / 2)
            pieces.append((pill.w, [pill, *row(said, pill.w / 2, 0, cap, wide, ink)]))
        if _across(pieces) <= space:
            return pieces
    return []


def _across(pieces: list[Piece]) -> float:
    return sum(wide for wide, _ in pieces) + APART * max(0, len(pieces) - 1)


def _high(nodes: list[Text | Bar]) -> float:
    """With the tails of small letters, on either side: what is laid has its capitals in the middle."""
    caps = {node: 1.0 if node.text == node.text.upper() else 1 + 2 * TAILS for node in nodes if isinstance(node, Text)}
    return max(node.h if isinstance(node, Bar) else node.cap * caps[node] for node in nodes)


def _laid(pieces: list[Piece], x: float, y: float) -> Iterator[Node]:
    """Pieces side by side, from x on, their middle on y."""
    for wide, nodes in pieces:
        for node in nodes:
            yield node._replace(x=node.x + x, y=node.y + y)
        x += wide + APART
