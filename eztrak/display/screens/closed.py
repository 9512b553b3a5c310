"""The table is closed: the room, the table and its hours between drawings, and what has to be posted in turn; or the
room's own pictures in turn, with the words and the helpline over them."""

from typing import NamedTuple

from eztrak.display.dress import Dress
from eztrak.display.emblems import unique_pictures
from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, lines, width
from eztrak.display.panels.frame import LEADING, ground, wrapped
from eztrak.display.panels.label import label
from eztrak.display.panels.postings import PAD, Band, Page, band
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

TITLE, FIGURE, NAME, SMALL, LEAST, POSTED = 168.0, 80.0, 60.0, 40.0, 28.0, 27.0
AIR = 44.0  # between two lines
LARGER = 1.65  # than on the band: there is room
DEEP = 128.0  # of the postings


class Closed(NamedTuple):
    """What there is to say: of the room's own, as it is written in the config."""

    room: str
    table: str
    hours: str = ""

    def said(self, words: Words) -> str:
        """When it opens again, as far as anybody has said."""
        return self.hours or words.say("opens_soon")


def closing(wide: float, spoken: tuple[tuple[Words, tuple[str, ...]], ...]) -> Band:
    """What takes turns on a page that wide, for each language its words and the texts in it."""
    return band((wide - 120) / LARGER + 2 * PAD, [(words, (), texts) for words, texts in spoken])


def table_closed(box: Box, theme: Theme, words: Words, closed: Closed, worn: Dress, turn: Page) -> Nodes:
    """The drawings on both sides of the words, or above them where the page is narrow; at the foot what is posted."""
    nodes: list[Node] = list(ground(box, theme))
    drawings = worn.drawings or unique_pictures(words.game)
    foot = DEEP if turn.lines else 0.0
    x, above = box.centre[0], box.h > box.w * 0.6
    page = Box(box.x + 40, box.y + 8, box.w - 80, box.h - 16 - foot)
    art = min(page.w * 0.42, page.h * 0.4) if above else min(page.w * 0.25, page.h * 0.86)
    if not drawings:
        art = 0.0
    if not above:  # the words first
        art = min(art, max(0.0, (page.w - 80 - width(words.say("closed"), 1.1 * FIGURE, words.bold)) / 2))
    space = page.w if above or not art else page.w - 2 * art - 80
    share = 1.0
    while (text := _text(words, theme, closed, space, share)).high > page.h and share > 0.1:
        share -= 0.05
    high = text.high
    if above and art:
        art = min(art, page.h - high - AIR)
    y = page.centre[1] - (high + (art + AIR if above and art else 0.0)) / 2
    if art > 0:
        nodes += _art(page, art, above, y, drawings, worn.tint)
        y += art + AIR if above else 0.0
    (name, size, ink, weight), *below = text.stack
    nodes.append(Text(x, y + size / 2, name, size, ink, words.face_of(name, weight)))
    y += size + text.air
    nodes += _rule(x, y, min(space * 0.7, 720.0), theme)
    y += text.air
    place = Box(x - space / 2, y, space, text.titled)
    nodes += label(words.both("closed"), place, text.title, theme.ink, role=Role.PHASE, least=FIGURE)
    y += text.titled + text.air
    for part, size, ink, weight in below:
        nodes.append(Text(x, y + size / 2, part, size, ink, words.face_of(part, weight)))
        y += size + text.air
    return (*nodes, *_posted(Box(box.x, box.bottom - foot, box.w, foot), theme, turn))


class _Text(NamedTuple):
    """The words of the page, one below the other."""

    stack: list[tuple[str, float, Colour, str]]  # all but the title: how high, in which colour and weight
    title: float
    titled: float  # the height of the title in its languages
    air: float

    @property
    def high(self) -> float:
        return self.titled + sum(size for _, size, _, _ in self.stack) + (len(self.stack) + 1) * self.air


def _text(words: Words, theme: Theme, closed: Closed, space: float, share: float) -> _Text:
    """`share`: of how large they would be; none is smaller than it may be."""
    title = fit(words.say("closed"), max(FIGURE, TITLE * share), space, words.bold)
    titled = title if words.other is None or share < 0.3 else 2.6 * min(title, max(FIGURE, 104.0 * share))
    named = max(LEAST, NAME * share)
    said = closed.said(words)
    hours, small = lines(said, max(LEAST, SMALL * share), space, LEAST, words.face_of(said, "medium"))
    stack = [
        (closed.room, fit(closed.room, named, space, words.face_of(closed.room)), theme.accent, "bold"),
        (closed.table, fit(closed.table, named, space, words.face_of(closed.table)), theme.ink, "bold"),
        *((part, small, theme.soft, "medium") for part in hours),
    ]
    return _Text(stack, title, titled, max(8.0, AIR * share))


def over_picture(box: Box, theme: Theme, words: Words, closed: Closed, picture: str, posted: tuple[str, ...]) -> Nodes:
    """`picture`: one of the room's own, which is advertising: what has to be posted on it."""
    title, space = words.say("closed"), box.w - 120
    cap = fit(title, 96.0, space, words.bold)
    about = [f"{closed.table} · {closed.said(words)}", *posted]
    said = [part for text in about for part in wrapped(text, POSTED, space, words.face_of(text, "medium"))]
    widths = [width(line, POSTED, words.face_of(line, "medium")) for line in said]
    wide = max(width(title, cap, words.bold), *widths) + 96
    high = cap + 64 + len(said) * POSTED * LEADING + 20
    plate = Box(box.centre[0] - wide / 2, box.bottom - high - 28, wide, high)
    x, y = plate.centre[0], plate.y + 32 + cap / 2
    below = y + cap / 2 + 40
    return (
        Bar(*box, theme.felt_deep, PANEL_RADIUS),
        Picture(*box, picture, cover=True),
        Bar(*plate, theme.panel, PANEL_RADIUS, theme.panel_deep),
        Text(x, y, title, cap, theme.ink, words.bold, role=Role.PHASE),
        *(
            Text(x, below + i * POSTED * LEADING, line, POSTED, theme.ink, words.face_of(line, "medium"))
            for i, line in enumerate(said)
        ),
    )


def _art(page: Box, art: float, above: bool, top: float, drawings: tuple[str, ...], tint: Colour | None) -> list[Node]:
    """On both sides, or in a row above."""
    if above:
        count = min(2, len(drawings))
        left = page.centre[0] - (count * art + (count - 1) * AIR) / 2
        return [Picture(left + i * (art + AIR), top, art, art, drawings[i], tint) for i in range(count)]
    y = page.centre[1] - art / 2
    return [
        Picture(x, y, art, art, drawings[i % len(drawings)], tint) for i, x in enumerate((page.x, page.right - art))
    ]


def _rule(x: float, y: float, wide: float, theme: Theme) -> list[Node]:
    """A line with a coin in its middle."""
    side = (wide - 60) / 2
    return [
        Bar(x - wide / 2, y - 1.5, side, 3, theme.accent),
        Bar(x + wide / 2 - side, y - 1.5, side, 3, theme.accent),
        Bar(x - 11, y - 11, 22, 22, theme.accent, 11),
        Bar(x - 4, y - 4, 8, 8, theme.panel, 0),
    ]


def _posted(box: Box, theme: Theme, turn: Page) -> list[Node]:
    """The text whose turn it is, in the middle, as large as there is room."""
    if not turn.lines:
        return []
    nodes: list[Node] = [Bar(box.x + 60, box.y, box.w - 120, 2, theme.edge)]
    cap = turn.cap * LARGER
    step = cap * LEADING
    y = box.centre[1] - step * (len(turn.lines) - 1) / 2
    for i, (item,) in enumerate(turn.lines):
        nodes.append(Text(box.centre[0], y + i * step, item.text, cap, theme.ink, item.face, "c", Role.POSTING))
    return nodes
