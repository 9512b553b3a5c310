"""A table's tile in the lobby: its name and limits, its game and hand; who won last, how often each did, the big road.

What is old is not shown as new: a result has its colour for as long as the next one can be waited for, and then its
age; a table that is not heard from has no result at all. A small tile says the same in fewer signs.
"""

from collections.abc import Iterator
from typing import NamedTuple

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import PAD, Road, cell_of, framed, raised
from eztrak.display.panels.label import IDEOGRAPH, IDEOGRAPHS, label
from eztrak.display.panels.limits import tag_of
from eztrak.display.panels.marks import SIGNED, bead_mark, big_mark
from eztrak.display.posted import span
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Grid, Node, Nodes, Ring, Text
from eztrak.display.theme import Theme, dimmed
from eztrak.display.words import Words, Written
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import roads_of
from eztrak.table.state import TableState

SHAPE = 1.35  # of a tile, its width in parts of its height, at best
LINE = 1.2  # of a ring in a small cell, at the least
LARGE = 190.0  # a tile from this on has a line with counts, and the road all of its width …
LEAST_BEAD = 24.0  # figures beside which a bead has room for its letter
BONUS = 0.72  # of a second name in Latin letters, in parts of the winner's
BESIDE = 8.8  # beads and air in a line, in parts of its figures
SMALL = 12.0  # … of which the end stands there where cells would be smaller
WINNERS = (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)
CLOSED, ENDED, NEW, OPEN = "closed_now", "shoe_end", "new_shoe", ""


class Tile(NamedTuple):
    """What a tile says: equal tiles look the same."""

    name: str  # without the word that all tables' names begin with …
    whole: str  # … and with it
    state: TableState
    quiet: int  # minutes that the table was not heard from, 0 while it is
    minutes: int  # of the last result's age, 0 while it is fresh
    wrong: tuple[str, ...] = ()  # keys of words, for the staff
    unsent: int = 0
    staff: bool = False

    @property
    def phase(self) -> str:
        """The key of what the table is doing."""
        shoe = self.state.shoe
        if not self.state.terms.open:
            return CLOSED
        if shoe is None:
            return ENDED if self.state.previous else NEW
        return OPEN if shoe.last else NEW


def tile(box: Box, colours: Theme, languages: tuple[str, ...], currency: str, tail: Tail, one: Tile) -> Nodes:
    state, phase = one.state, one.phase
    game = state.terms.game if phase in (CLOSED, ENDED) or state.shoe is None else state.shoe.game
    words = Words(languages, game)
    live = not one.quiet and phase != CLOSED
    alarmed = bool(one.wrong or (one.staff and one.quiet))
    unit = min(box.w / SHAPE, box.h)
    inside = box.inset(unit * 0.055)
    inks = colours if live else dimmed(colours)
    ground, deep = (colours.panel, colours.panel_deep) if live else (colours.panel_deep, colours.panel_deep)
    nodes: list[Node] = list(
        raised(box, colours, colours.alarm if alarmed else ground, colours.alarm if alarmed else deep)
    )
    if alarmed:
        nodes.append(Bar(*box.inset(unit * 0.03), ground, 6))
    large, shown = unit >= LARGE, live and phase == OPEN
    nodes += _title(inside, words, currency, inks, one, unit, large)
    nodes += _about(inside, words, colours, inks, one, unit, large and shown)
    top = inside.y + unit * (0.29 if large else 0.41)
    body = Box(inside.x, top, inside.w, inside.bottom - top)
    if not shown:
        return (*nodes, *_instead(body, colours, words, one, unit))
    assert state.shoe is not None
    standing = tuple(state.shoe.standing)
    if large:
        line = Box(inside.x, inside.y + unit * 0.29, inside.w, unit * 0.17)
        top = line.bottom + unit * 0.035
        nodes += _line(line, colours, words, standing, not one.minutes, unit)
        nodes += _road(inside._replace(y=top, h=inside.bottom - top), colours, words, standing, tail)
        return tuple(nodes)
    won = Box(body.x, body.y, unit * 0.36, body.h)
    road = Box(won.right + unit * 0.05, body.y, body.right - won.right - unit * 0.05, body.h)
    nodes += _won(won, colours, words, standing[-1], one.minutes, unit)
    nodes += _road(road, colours, words, standing, tail)
    return tuple(nodes)


def _title(inside: Box, words: Words, currency: str, inks: Theme, one: Tile, unit: float, large: bool) -> list[Node]:
    """The name, as large as it can be, and the limits beside it."""
    limit = span(one.state.terms.limit, currency) if one.state.terms.limit.high else ""
    y, name = inside.y + unit * (0.08 if large else 0.11), one.whole if large else one.name
    face = words.face_of(name)
    cap = fit(name, unit * (0.14 if large else 0.2), inside.w * (0.42 if limit else 1.0), face)
    nodes: list[Node] = [Text(inside.x, y, name, cap, inks.ink, face, "l")]
    if limit:
        space = inside.w - width(name, cap, face) - unit * 0.08
        at = fit(limit, unit * 0.14, space)
        nodes.append(Text(inside.right, y, limit, at, inks.accent, anchor="r", role=Role.LIMIT))
    return nodes


def _about(inside: Box, words: Words, colours: Theme, inks: Theme, one: Tile, unit: float, dealt: bool) -> list[Node]:
    """Under both the game, or what is wrong; of a large tile at its end which hand is `dealt` or how long ago."""
    said, ink = _subject(one, words, colours, inks)
    large = unit >= LARGE
    y, cap, space = inside.y + unit * (0.225 if large else 0.31), unit * (0.075 if large else 0.1), inside.w * 0.95
    nodes: list[Node] = []
    if dealt and one.state.shoe and one.state.shoe.last:
        hand = "" if one.staff else f"{words.say('hand')} {one.state.shoe.last.number}"  # theirs has it already
        ends = _ago(words, one.minutes, "ago") if one.minutes else hand
        if ends:
            nodes.append(Text(inside.right, y, ends, cap, inks.asks if one.minutes else inks.soft, words.medium, "r"))
            space -= width(ends, cap, words.medium)
    face = words.face_of(said, "medium")
    return [Text(inside.x, y, said, fit(said, cap, space, face), ink, face, "l"), *nodes]


def _instead(body: Box, colours: Theme, words: Words, one: Tile, unit: float) -> list[Node]:
    """What stands where the result and the road do, of a table that has none to show."""
    said, space = words.both("not_heard" if one.quiet else one.phase), body.inset(body.w * 0.03, 0)
    ink = colours.soft if one.phase == CLOSED and not one.quiet else colours.ink
    if one.quiet and one.staff:  # it is for them to act
        ink = colours.asks
    if not one.quiet:
        return [*label(said, space, unit * 0.16, ink, least=unit * 0.08)]
    since = _ago(words, one.quiet, "since")
    return [
        *label(said, space._replace(y=body.y + unit * 0.05, h=body.h * 0.62), unit * 0.14, ink, least=unit * 0.08),
        Text(body.centre[0], body.bottom - unit * 0.08, since, unit * 0.09, colours.soft, words.medium),
    ]


def _subject(one: Tile, words: Words, colours: Theme, inks: Theme) -> tuple[str, Colour]:
    """The game, or that nobody may play it so; for the staff what is wrong, or who deals which hand."""
    unsent = [words.say("unsent").format(count=one.unsent)] if one.unsent else []
    if wrong := [*map(words.say, one.wrong), *unsent]:
        return words.say("comma").join(wrong), colours.asks
    shoe = one.state.shoe
    if one.staff and shoe and one.phase == OPEN:
        dealer = one.state.staff.dealer
        parts = [f"{words.say('hand')} {shoe.last.number if shoe.last else 0}"]
        return words.say("comma").join([*([f"{words.say('dealer')} {dealer}"] if dealer else []), *parts]), inks.soft
    if key := tag_of(one.state.terms):
        return words.say(key), inks.asks
    return words.game.name(words.language), inks.soft


def _won(box: Box, colours: Theme, words: Words, hand: Hand, minutes: int, unit: float) -> list[Node]:
    """Who won last: in the winner's colour while that is new, and then with its age."""
    fresh = not minutes
    colour = colours.of(hand.outcome) if fresh else colours.panel_deep
    ink = colours.bright if fresh else colours.soft
    nodes: list[Node] = [Bar(*box, colour, min(8.0, unit * 0.05), colours.deep_of(hand.outcome) if fresh else None)]
    x, space, least = box.centre[0], box.w * 0.88, unit * 0.06
    if not fresh:
        # In two lines where there are words enough: in one its letters would be half as high.
        ago = _ago(words, minutes, "ago")
        face, lines = words.face_of(ago), ago.rsplit(" ", 1)
        cap = min(fit(line, box.h * 0.17, space, face) for line in lines)
        nodes.append(Text(x, box.y + box.h * 0.26, hand.outcome.value, box.h * 0.34, ink, role=Role.WINNER))
        for i, line in enumerate(reversed(lines)):
            nodes.append(Text(x, box.bottom - box.h * (0.15 + 0.24 * i), line, cap, ink, face))
        return nodes
    names = words.names(words.game.leading(hand)[0])
    face = words.face_for_name(names[0])
    said = next((name for name in names if width(name, least, face) <= space), names[-1])
    nodes.append(Text(x, box.y + box.h * 0.4, hand.outcome.value, unit * 0.24, ink, role=Role.WINNER))
    nodes.append(Text(x, box.bottom - box.h * 0.17, said, fit(said, unit * 0.09, space, face), ink, face))
    return nodes


def _line(box: Box, colours: Theme, words: Words, standing: tuple[Hand, ...], fresh: bool, unit: float) -> list[Node]:
    """What won last, with the bonus or in both languages where there is room, and how often each winner did; smaller in
    narrow tiles."""
    hand, y = standing[-1], box.centre[1]
    widest = max((words.named(each.id)[0] for each in WINNERS), key=lambda one: width(one.texts[0], 1.0, one.face))
    alone = width(widest.texts[0], 1.0, widest.face) + width("00" * 3, 1.0, words.bold)
    cap = next(cap for part in (1.0, 0.85, 0.7) if (cap := unit * 0.1 * part) * (alone + BESIDE) <= box.w or part < 0.8)
    pad, lettered = cap * 0.4, cap < LEAST_BEAD
    each = [str(sum(one.outcome is outcome for one in standing)) for outcome in WINNERS]
    bead = width("P", cap, words.bold) if lettered else cap * 1.3
    counted = sum(bead + 3 * pad + width(number, cap, words.bold) for number in each) - 2 * pad
    fits = (way for way in _won_in_words(words, hand, fresh, cap) if _wide(way, pad) + counted + pad <= box.w)
    said = next(fits, [Text(0, y, hand.outcome.value, cap, colours.ink)])
    wide = _wide(said, pad)
    colour, ink = (colours.of(hand.outcome), colours.bright) if fresh else (colours.panel_deep, colours.soft)
    nodes: list[Node] = [Bar(box.x, box.y, wide, box.h, colour, 8, colours.deep_of(hand.outcome) if fresh else None)]
    x = box.x + pad
    for text in said:
        nodes.append(text._replace(x=x, y=y, colour=ink, anchor="l", role=Role.WINNER))
        x += width(text.text, text.cap, text.face) + pad
    x = box.right - counted
    for outcome, number in zip(WINNERS, each, strict=True):
        if lettered:
            nodes.append(Text(x, y, outcome.value, cap, colours.stroke(outcome), words.bold, "l"))
        else:
            nodes += bead_mark(x + bead / 2, y, bead, Hand(outcome), colours, words)
        nodes.append(Text(x + bead + pad, y, number, cap, colours.ink, words.bold, "l"))
        x += bead + 3 * pad + width(number, cap, words.bold)
    return nodes


def _won_in_words(words: Words, hand: Hand, fresh: bool, cap: float) -> Iterator[list[Text]]:
    """The winner beside its bonus; or what leads, in both languages or in one; or the winner alone."""
    winner = words.named(hand.outcome.id)[0]
    leading, *others = words.named(words.game.leading(hand)[0] if fresh else hand.outcome.id)

    def text(one: Written, part: float = 1.0) -> Text:
        return Text(0, 0, one.texts[0], cap * part, (0, 0, 0), one.face)

    if leading != winner:
        yield [text(winner), text(leading, BONUS)]
    yield [text(leading), *(text(one, IDEOGRAPH if one.texts[0] >= IDEOGRAPHS else BONUS) for one in others)]
    yield [text(leading)]
    yield [text(winner)]


def _wide(said: list[Text], pad: float) -> float:
    return sum(width(one.text, one.cap, one.face) + pad for one in said) + pad


def _ago(words: Words, minutes: int, how: str) -> str:
    hours = minutes >= 120
    key = {"ago": ("minutes_ago", "hours_ago"), "since": ("since_minutes", "since_hours")}[how][hours]
    return words.say(key).format(count=minutes // 60 if hours else minutes)


def _road(box: Box, colours: Theme, words: Words, standing: tuple[Hand, ...], tail: Tail) -> list[Node]:
    """The big road: all of it where a cell has room for its ring then, or else its end."""
    roads = roads_of(standing, tail)
    reach = max((mark.col for mark in roads.big), default=0)
    cell = max(cell_of([Road(box.inset(-PAD), 1.0, reach)]), min(box.h / ROWS, SMALL))
    cols = max(1, int(box.w / cell + 0.01))
    winners = [hand for hand in standing if hand.outcome is not Outcome.TIE]
    first = max(0, reach - cols)
    x, top = box.x + (box.w - cols * cell) / 2, box.y + (box.h - ROWS * cell) / 2
    nodes: list[Node] = [
        Bar(*box, colours.road, min(4.0, cell / 3)),
        Grid(x, top, cols, ROWS, cell, colours.road_line),
    ]
    for i, (mark, hand) in enumerate(zip(roads.big, winners, strict=True), 1):
        if first < mark.col:
            # In a small cell a slash stands for any number of ties: their figure would be larger than the cell.
            ties = mark.ties if cell >= SIGNED else min(1, mark.ties)
            at = x + (mark.col - first - 0.5) * cell, top + (mark.row - 0.5) * cell
            if i == len(winners):
                nodes += framed(*at, cell, colours)
            drawn = big_mark(*at, cell, hand, ties, colours, words)
            nodes += [one._replace(width=max(LINE, one.width)) if isinstance(one, Ring) else one for one in drawn]
    return nodes
