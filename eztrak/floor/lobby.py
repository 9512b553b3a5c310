"""The lobby: all tables of the room on one screen, a tile each, of the same nodes as the board, by the same painter.

Pure. A tile that is as it was is the same layer as before, so that a hand repaints its own tile and no other. For
players a tile has what stands on the table's board: name, game, limits, whether it is open, who won last and the big
road; no runs are counted and nothing is foretold. For the staff it has dealer and hand, and what is wrong; those with
which something is stand first.

What has to stand over a room's own pictures stands under the tiles too: a screen that brings players to the tables is
advertising. Rules that no room may play under are named where the game is.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from eztrak.display import motion
from eztrak.display.dress import dress, woven
from eztrak.display.layout import UNITS
from eztrak.display.lettering import fit, width
from eztrak.display.posted import helpline
from eztrak.display.scene import Bar, Box, Node, Nodes, Scene, Text
from eztrak.display.theme import Theme, theme
from eztrak.display.view import Look, Own
from eztrak.display.words import Words
from eztrak.floor.reading import by_number
from eztrak.floor.room import Table
from eztrak.floor.tile import CLOSED, SHAPE, Tile, tile
from eztrak.voice.said import Said

QUIET = 130.0  # seconds after which a table is not heard from: it calls once a minute, and twice nothing came
GONE = 24 * 3600.0  # and after which players do not see it any more
FRESH = 180.0  # seconds that a result is the newest thing at a table
GAP, EDGE, HEADER, FOOT = 6.0, 12.0, 48.0, 36.0


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
        count = "   ".join(each.say("tables_open").format(count=opened, all=len(shown)) for each in words.each)
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
            layers.append(layer(one.name, tile, box, colours, self._languages, look.currency, look.tail, one))
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
    for i, text in enumerate(posted):
        face = words.face_of(text, "medium")
        cap = fit(text, 25, box.w - 20, face)
        nodes.append(Text(box.centre[0], box.y + FOOT * (i + 0.6), text, cap, colours.ink, face))
    return tuple(nodes)


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
