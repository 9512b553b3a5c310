"""The lobby: all tables of the room on one screen, a tile each, of the same nodes as the board, by the same painter.

Pure. A tile that is as it was is the same layer as before, so that a hand repaints its own tile and no other. For
players a tile has what stands on the table's board: name, game, limits, whether it is open, who won last and the big
road; no runs are counted and nothing is foretold. For the staff it has dealer and hand, and what is wrong; those with
which something is stand first.

What has to stand over a room's own pictures stands under the tiles too: a screen that brings players to the tables is
advertising. Rules that no room may play under are named where the game is.

What is old is not shown as new: a result has its colour for as long as the next one can be waited for, and then its
age; a table that is not heard from has no result at all.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from eztrak.display import motion
from eztrak.display.dress import dress, woven
from eztrak.display.layout import UNITS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import PAD, Road, cell_of, framed, raised
from eztrak.display.panels.limits import tag_of
from eztrak.display.panels.marks import SIGNED, bead_mark, big_mark
from eztrak.display.posted import helpline, span
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Grid, Node, Nodes, Ring, Scene, Text
from eztrak.display.theme import Theme, dimmed, theme
from eztrak.display.view import Look, Own
from eztrak.display.words import Words
from eztrak.floor.reading import by_number
from eztrak.floor.room import Table
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import roads_of
from eztrak.table.state import TableState
from eztrak.voice.said import Said

QUIET = 130.0  # seconds after which a table is not heard from: it calls once a minute, and twice nothing came
GONE = 24 * 3600.0  # and after which players do not see it any more
FRESH = 180.0  # seconds that a result is the newest thing at a table
SHAPE = 1.35  # of a tile, its width in parts of its height, at best
GAP, EDGE, HEADER, FOOT = 6.0, 12.0, 48.0, 36.0
LINE = 1.2  # of a ring in a small cell, at the least
LARGE = 190.0  # a tile from this on has a line with counts, and the road all of its width …
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


class Drawn(NamedTuple):
    of: tuple[object, ...]
    nodes: Nodes


def tiles(tables: Sequence[Table], since: float, staff: bool) -> list[Tile]:
    """The tiles of tables that were looked at so many seconds ago; for the staff the worst first."""
    names = _short([table.name for table in tables])
    shown = []
    for name, table in zip(names, tables, strict=True):
        heard, age = table.heard + since, None if table.age is None else table.age + since
        if heard > GONE and not staff:
            continue
        quiet = int(heard // 60) if heard > QUIET or table.fault else 0
        minutes = int(age // 60) if age is not None and age > FRESH else 0
        wrong = tuple(f"alarm_{kind}" for kind in table.alarms) if staff else ()
        shown.append(Tile(name, table.name, table.state, quiet, minutes, wrong, table.unsent if staff else 0, staff))
    return sorted(shown, key=_badness if staff else _by_number)


def part(shown: Sequence[Tile], number: int, of: int) -> Sequence[Tile]:
    """What one of several screens shows."""
    each = -(-len(shown) // of)
    return shown[(number - 1) * each : number * each]


class Lobby:
    """Remembers the tiles that it drew last, each by its name, and nothing else."""

    def __init__(self, look: Look, languages: tuple[str, ...]) -> None:
        self._look, self._languages = look, languages
        self._drawn: dict[object, Drawn] = {}

    def scene(self, shown: Sequence[Tile], wall: datetime, trouble: Said, wide: int, high: int) -> Scene:
        """The picture on a screen of that many pixels. `trouble`: why nothing new comes, where that is so."""
        look, short = self._look, min(wide, high)
        width, height = UNITS * wide / short, UNITS * high / short
        edge = EDGE + look.margin * UNITS
        area = Box(edge, edge, width - 2 * edge, height - 2 * edge)
        drawn: dict[object, Drawn] = {}

        def layer(key: object, draw: object, *of: object) -> Nodes:
            known = self._drawn.get(key)
            same = known is not None and known.of == of
            drawn[key] = known if known and same else Drawn(of, draw(*of))  # type: ignore[operator]
            return drawn[key].nodes

        colours, words = theme(look.theme), Words(self._languages)
        opened = sum(one.phase != CLOSED and not one.quiet for one in shown)
        count = words.say("tables_open").format(count=opened, all=len(shown))
        header = Box(area.x, area.y, area.w, HEADER)
        layers = [
            layer("ground", _ground, width, height, look.theme),
            layer(
                "header",
                _header,
                header,
                colours,
                words,
                look.room,
                words.sentence(trouble) if trouble else count,
                _clock(wall, look),
                bool(trouble),
            ),
        ]
        posted = tuple(_posted(shown, self._languages, look.postings))
        foot = FOOT * len(posted)
        field = Box(area.x, area.y + HEADER + GAP, area.w, area.h - HEADER - GAP - foot)
        for one, box in zip(shown, _boxes(field, len(shown)), strict=False):
            layers.append(layer(one.name, _tile, box, colours, self._languages, look.currency, look.tail, one))
        if posted:
            layers.append(layer("foot", _foot, Box(area.x, field.bottom, area.w, foot), colours, words, posted))
        self._drawn = drawn
        return Scene(width, height, tuple(layers), None, 0, motion.drift(wall))


def _boxes(field: Box, count: int) -> list[Box]:
    """A grid in which the tiles are as large as they can be."""
    count = max(1, count)

    def size(cols: int) -> float:
        return min(field.w / cols / SHAPE, field.h / -(-count // cols))

    cols = max(range(1, count + 1), key=size)
    rows = -(-count // cols)
    w, h = (field.w + GAP) / cols - GAP, (field.h + GAP) / rows - GAP
    return [Box(field.x + i % cols * (w + GAP), field.y + i // cols * (h + GAP), w, h) for i in range(count)]


def _ground(wide: float, high: float, worn: str) -> Nodes:
    colours, spare = theme(worn), 2 * motion.DRIFT
    box = (-spare, -spare, wide + 2 * spare, high + 2 * spare)
    return (Bar(*box, colours.felt, 0, colours.felt_deep), *woven(dress(worn), *box))


def _header(box: Box, colours: Theme, words: Words, room: str, said: str, clock: str, wrong: bool) -> Nodes:
    y, cap, face = box.y + HEADER / 2, 30.0, words.face_of(room)
    nodes: list[Node] = []
    if wrong:
        nodes.append(Bar(*box, colours.alarm, 8))
    ink = colours.on(colours.alarm) if wrong else colours.ink
    ends = width(clock, cap, words.bold)
    left = width(room, cap, face) + 40
    space = box.w - left - ends - 60
    face_said = words.face_of(said, "medium")
    return (
        *nodes,
        Text(box.x + 10, y, room, cap, ink if wrong else colours.accent, face, "l"),
        Text(box.x + left + space / 2, y, said, fit(said, 26, space, face_said), ink, face_said),
        Text(box.right - 10, y, clock, cap, ink, words.bold, "r"),
    )


def _posted(shown: Sequence[Tile], languages: tuple[str, ...], own: tuple[Own, ...]) -> Iterator[str]:
    """What the packs of these tables have posted over pictures, in each language, once."""
    packs = {one.state.terms.pack: one.state.terms for one in shown if not one.staff}
    texts = (
        text for language in languages for terms in packs.values() for text in helpline(Words((language,)), terms, own)
    )
    yield from dict.fromkeys(texts)


def _foot(box: Box, colours: Theme, words: Words, posted: tuple[str, ...]) -> Nodes:
    nodes = []
    for row, text in enumerate(posted):
        face = words.face_of(text, "medium")
        cap = fit(text, 25, box.w - 20, face)
        nodes.append(Text(box.centre[0], box.y + FOOT * (row + 0.6), text, cap, colours.ink, face))
    return tuple(nodes)


def _tile(box: Box, colours: Theme, languages: tuple[str, ...], currency: str, tail: Tail, one: Tile) -> Nodes:
    state, phase = one.state, one.phase
    game = state.terms.game if phase in (CLOSED, ENDED) or state.shoe is None else state.shoe.game
    words = Words(languages, game)
    live = not one.quiet and phase != CLOSED
    alarmed = bool(one.wrong or (one.staff and one.quiet))
    unit = min(box.w / SHAPE, box.h)
    pad = unit * 0.055
    inside = box.inset(pad)
    inks = colours if live else dimmed(colours)
    ground, deep = (colours.panel, colours.panel_deep) if live else (colours.panel_deep, colours.panel_deep)
    nodes: list[Node] = list(
        raised(box, colours, colours.alarm if alarmed else ground, colours.alarm if alarmed else deep)
    )
    if alarmed:
        nodes.append(Bar(*box.inset(unit * 0.03), ground, 6))

    # The name, as large as it can be, and the limits beside it; under both the game, or what is wrong.
    limit = span(state.terms.limit, currency) if state.terms.limit.high else ""
    large = unit >= LARGE and live and phase == OPEN  # the road has more of it then
    y, name = inside.y + unit * (0.08 if large else 0.11), one.whole if unit >= LARGE else one.name
    face = words.face_of(name)
    cap = fit(name, unit * (0.14 if unit >= LARGE else 0.2), inside.w * (0.42 if limit else 1.0), face)
    nodes.append(Text(inside.x, y, name, cap, inks.ink, face, "l"))
    if limit:
        space = inside.w - width(name, cap, face) - unit * 0.08
        at = fit(limit, unit * 0.14, space)
        nodes.append(Text(inside.right, y, limit, at, inks.accent, anchor="r", role=Role.LIMIT))
    said, ink = _about(one, words, colours, inks)
    face, y, cap = words.face_of(said, "medium"), inside.y + unit * 0.31, unit * 0.1
    space = inside.w * 0.95
    if large and not one.staff and state.shoe and state.shoe.last:  # the staff's line has it already
        y, cap, number = inside.y + unit * 0.225, unit * 0.075, f"{words.say('hand')} {state.shoe.last.number}"
        nodes.append(Text(inside.right, y, number, cap, inks.soft, words.medium, "r"))
        space -= width(number, cap, words.medium)
    elif large:
        y, cap = inside.y + unit * 0.225, unit * 0.075
    nodes.append(Text(inside.x, y, said, fit(said, cap, space, face), ink, face, "l"))

    body = Box(inside.x, inside.y + unit * 0.41, inside.w, inside.bottom - inside.y - unit * 0.41)
    if not live or phase != OPEN:
        return (*nodes, *_instead(body, colours, words, one, unit))
    assert state.shoe is not None
    standing = tuple(state.shoe.standing)
    if large:
        line = Box(inside.x, inside.y + unit * 0.285, inside.w, unit * 0.16)
        top = line.bottom + unit * 0.035
        nodes += _line(line, colours, words, standing, one.minutes, unit)
        nodes += _road(inside._replace(y=top, h=inside.bottom - top), colours, words, standing, tail)
        return tuple(nodes)
    won = Box(body.x, body.y, unit * 0.36, body.h)
    road = Box(won.right + unit * 0.05, body.y, body.right - won.right - unit * 0.05, body.h)
    nodes += _won(won, colours, words, standing[-1], one.minutes, unit)
    nodes += _road(road, colours, words, standing, tail)
    return tuple(nodes)


def _instead(body: Box, colours: Theme, words: Words, one: Tile, unit: float) -> list[Node]:
    """What stands where the result and the road do, of a table that has none to show."""
    x, y = body.centre
    said = words.say("not_heard" if one.quiet else one.phase)
    ink = colours.ink if one.phase != CLOSED else colours.soft
    if one.quiet:  # it is for the staff to act
        ink = colours.asks if one.staff else colours.soft
    cap = fit(said, unit * 0.16, body.w * 0.94, words.bold)
    if not one.quiet:
        return [Text(x, y, said, cap, ink, words.bold)]
    since = _ago(words, one.quiet, "since")
    return [
        Text(x, y - unit * 0.09, said, cap, ink, words.bold),
        Text(x, y + unit * 0.11, since, unit * 0.1, colours.soft, words.medium),
    ]


def _about(one: Tile, words: Words, colours: Theme, inks: Theme) -> tuple[str, Colour]:
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
        for row, line in enumerate(reversed(lines)):
            nodes.append(Text(x, box.bottom - box.h * (0.15 + 0.24 * row), line, cap, ink, face))
        return nodes
    names = words.names(words.game.leading(hand)[0])
    face = words.face_for_name(names[0])
    said = next((name for name in names if width(name, least, face) <= space), names[-1])
    nodes.append(Text(x, box.y + box.h * 0.4, hand.outcome.value, unit * 0.24, ink, role=Role.WINNER))
    nodes.append(Text(x, box.bottom - box.h * 0.17, said, fit(said, unit * 0.09, space, face), ink, face))
    return nodes


def _line(box: Box, colours: Theme, words: Words, standing: tuple[Hand, ...], minutes: int, unit: float) -> list[Node]:
    """Who won last, how often each did, and the number of the hand, as far as there is room."""
    hand, y, pad = standing[-1], box.centre[1], unit * 0.04
    fresh = not minutes
    ink = colours.bright if fresh else colours.soft
    names = words.names(words.game.leading(hand)[0]) if fresh else (_ago(words, minutes, "ago"),)
    face, letter, cap, count = words.face_for_name(names[0]), unit * 0.11, unit * 0.08, unit * 0.09
    each = [sum(one.outcome is outcome for one in standing) for outcome in WINNERS]
    bead, tallies = unit * 0.13, [width(str(number), count, words.bold) for number in each]
    counted = sum(tallies) + len(each) * (bead + 3 * pad)
    initial = width(hand.outcome.value, letter)
    space = box.w - counted - 3 * pad - initial
    said: list[Text] = [Text(0, y, hand.outcome.value, letter, ink, role=Role.WINNER)]
    if fresh and hand.outcome.id == words.game.leading(hand)[0]:  # its letter says the same as its name
        if width(names[0], letter, face) <= space + initial:
            said = [said[0]._replace(text=names[0], face=face)]
    else:
        name = next((name for name in names if not fresh or width(name, cap, face) <= space), names[-1])
        said.append(Text(0, y, name, cap, ink, face))
    wide = sum(width(text.text, text.cap, text.face) + pad for text in said) + pad
    colour = colours.of(hand.outcome) if fresh else colours.panel_deep
    nodes: list[Node] = [Bar(box.x, box.y, wide, box.h, colour, 8, colours.deep_of(hand.outcome) if fresh else None)]
    x = box.x + pad
    for text in said:
        nodes.append(text._replace(x=x, anchor="l"))
        x += width(text.text, text.cap, text.face) + pad
    x = box.x + wide + 2 * pad
    if x + counted - 3 * pad <= box.right:
        for outcome, number, tally in zip(WINNERS, each, tallies, strict=True):
            nodes += bead_mark(x + bead / 2, y, bead, Hand(outcome), colours, words)
            nodes.append(Text(x + bead + pad, y, str(number), count, colours.ink, words.bold, "l"))
            x += bead + tally + 3 * pad
    return nodes


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
    x = box.x
    nodes: list[Node] = [
        Bar(*box, colours.road, min(4.0, cell / 3)),
        Grid(x, box.y, cols, ROWS, cell, colours.road_line),
    ]
    for i, (mark, hand) in enumerate(zip(roads.big, winners, strict=True), 1):
        if first < mark.col:
            # In a small cell a slash stands for any number of ties: their figure would be larger than the cell.
            ties = mark.ties if cell >= SIGNED else min(1, mark.ties)
            at = x + (mark.col - first - 0.5) * cell, box.y + (mark.row - 0.5) * cell
            if i == len(winners):
                nodes += framed(*at, cell, colours)
            drawn = big_mark(*at, cell, hand, ties, colours, words)
            nodes += [one._replace(width=max(LINE, one.width)) if isinstance(one, Ring) else one for one in drawn]
    return nodes


def _short(names: Sequence[str]) -> list[str]:
    """Without the word that they all begin with: of Table 1 and Table 2 the number."""
    first = {name.rpartition(" ")[0] for name in names}
    return [name.rpartition(" ")[2] for name in names] if len(first) == 1 and len(names) > 1 else list(names)


def _by_number(one: Tile) -> tuple[float, str]:
    return by_number(one.name)


def _badness(one: Tile) -> tuple[object, ...]:
    """Tables with which something is wrong, then those that wait for long, then open ones, then closed ones."""
    return not one.wrong, not one.quiet, not one.unsent, one.phase == CLOSED, -one.minutes, *_by_number(one)


def _clock(wall: datetime, look: Look) -> str:
    if look.clock == "24h":
        return f"{wall.hour:02}:{wall.minute:02}"
    return f"{wall.hour % 12 or 12}:{wall.minute:02} {'AM' if wall.hour < 12 else 'PM'}"
