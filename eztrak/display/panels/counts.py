"""Counts and percentages: a tile for all that the game counts, and a bar of the three results' shares."""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from eztrak.display.emblems import emblem
from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, SHADOW
from eztrak.display.panels.label import IDEOGRAPH, IDEOGRAPHS, LEAST, row, row_width, shortened
from eztrak.display.panels.tiles import COUNT, EDGE, NEAR, PAID, TILE, UNDER, Rows, barred, groups, places, stacked_in
from eztrak.display.recall import recalled
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Roll, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, Written
from eztrak.game.game import WINNERS
from eztrak.game.hand import Outcome
from eztrak.table.stats import Stats, percent

LABEL, SHARE = 26.0, 28.0
OTHER, LARGE = 25.5, 0.76  # a second name; at the most, in parts of the figure that it stands beside
STRIPE = 7.0  # of the colour of what is counted
BAR = 11.0  # of shares, under the three results
TOP, TIGHT, AIR = 3.0, 10.0, 9.0  # over a name; around it; under a figure
WHOLE = "100.0%"  # the widest share
LINE = 39.0  # of a name with all of its ink: ideographs, accents, tails
LIFT = 0.04  # of an ideograph, in parts of it: it reaches below the line that figures stand on
TALL = 1.2  # a tile, in parts of its width


class Form(Enum):
    """Where a tile has its share, and the second language's name."""

    OVER = "the share at the end of the name's line, the second name large beside the figure"
    BESIDE = "both beside the figure"
    STACKED = "the share under the figure, and no second name"
    APART = "the share under the figure, the second name on a line of its own"
    ASIDE = "the name and the share under it, at the end of the figure"


class Shape(NamedTuple):
    """The form of a tile, and how large its name is."""

    form: Form
    cap: float


def counts(
    box: Box,
    theme: Theme,
    words: Words,
    rows: Rows,
    stats: Stats,
    before: Stats | None = None,
    rolled: float = 1.0,
) -> Nodes:
    """`before`: the counts a hand ago, while the figures roll from them; they have `rolled` that part of the way."""
    nodes = [_still(box, theme, words, rows), _shares(box, theme, words, rows, stats)]
    shapes, bold = _shapes(box, rows, words), words.bold
    for name, tile in places(box, rows, words):
        count, shape = stats.of(name), shapes[name]
        was = before.of(name) if before else count
        # Not on its way yet, a figure is the old one: there is nothing to paint.
        shown = was if rolled == 0 else count
        colour = theme.word(name) if name in WINNERS else theme.soft
        nodes.append(_share(tile, bold, shape, f"{percent(count, stats.hands):.1f}%", colour))
        nodes.append(_figure(tile, theme, bold, shape.form, was, shown, rolled if was != shown else 1.0))
    return tuple(chain.from_iterable(nodes))


@lru_cache(maxsize=256)
def _share(tile: Box, bold: str, shape: Shape, text: str, colour: Colour) -> Nodes:
    form, cap = shape
    if form is Form.ASIDE:
        return (Text(_aside(tile), _aside_foot(tile), text, LEAST, colour, bold, "l", Role.SHARE),)
    if form is Form.OVER:
        return (Text(tile.right - EDGE, _named_at(tile, cap), text, cap, colour, bold, "r", Role.SHARE),)
    cap = max(fit(text, SHARE * _scale(tile), tile.w * 0.4, bold), LEAST)
    if form is not Form.BESIDE:
        return (Text(tile.x + EDGE, tile.bottom - AIR - cap / 2, text, cap, colour, bold, "l", Role.SHARE),)
    y = _middle(tile, form) + _cap(tile, form) / 2 - cap / 2
    return (Text(tile.right - EDGE, y, text, cap, colour, bold, "r", Role.SHARE),)


@lru_cache(maxsize=256)
def _figure(tile: Box, theme: Theme, bold: str, form: Form, was: int, count: int, rolled: float) -> Nodes:
    cap = _cap(tile, form)
    x, y = tile.x + EDGE + width(str(count), cap, bold) / 2, _middle(tile, form)
    if was == count:
        return (Text(x, y, str(count), cap, theme.ink, bold, role=Role.COUNT),)
    return (Roll(x, y, str(was), str(count), rolled, cap, theme.ink, bold),)


@lru_cache(maxsize=16)
def _shares(box: Box, theme: Theme, words: Words, rows: Rows, stats: Stats) -> Nodes:
    """The bar under the tiles of the three results: how the shoe is divided between them."""
    tiles = [tile for name, tile in places(box, rows, words) if name in WINNERS]
    if not tiles:
        return ()
    left, wide = tiles[0].x, tiles[-1].right - tiles[0].x
    y = tiles[0].bottom + UNDER - BAR
    nodes: list[Node] = [Bar(left, y, wide, BAR, theme.edge, BAR / 2)]
    whole = sum(stats.of(outcome.id) for outcome in Outcome)
    for outcome in Outcome:
        if part := stats.of(outcome.id):
            share = wide * part / whole
            nodes.append(Bar(left, y, max(BAR, share - 3), BAR, theme.stroke(outcome), BAR / 2))
            left += share
    return tuple(nodes)


@recalled(keep=4)
def _still(box: Box, theme: Theme, words: Words, rows: Rows) -> Nodes:
    """The tiles with their names: no hand changes them. All of a row are named in both languages, or none is."""
    nodes: list[Node] = []
    tiles, shapes = dict(places(box, rows, words)), _shapes(box, rows, words)
    for names, beside_bar in groups(rows):
        of = {name: words.named(name) for name in names}
        form, scaled = shapes[names[0]]
        beside = bool(words.other) and all(_room(tiles[name], shapes[name].form, of[name]) for name in names)
        pieces = {name: [(one.texts[0], one.face) for one in of[name]] for name in names}
        lines = {name: _line(tiles[name], form, scaled) for name in names}
        # Both languages are worth more than larger words.
        both_at = next((c for c in (scaled, LABEL) if all(row_width(pieces[n], c) <= lines[n] for n in names)), 0.0)
        both = not beside and both_at > 0
        sizes = [_second_cap(tiles[name], form, of[name][1]) for name in names] if beside else []
        for name in names:
            tile, form, cap = tiles[name], shapes[name].form, both_at if both else scaled
            nodes += _ground(tile, theme, _stroke(theme, words, name), beside_bar and name not in WINNERS)
            y = _named_at(tile, cap)
            said = pieces[name] if both else shortened(of[name][:1], lines[name], LEAST)
            x = _aside(tile) if form is Form.ASIDE else tile.x + EDGE
            if len(said) == 1 and said[0][0] >= IDEOGRAPHS:
                cap = fit(said[0][0], cap * IDEOGRAPH, lines[name], said[0][1])
            nodes += row(said, x, y, cap, lines[name], theme.ink, "l")
            if form is Form.ASIDE and name in words.game.spots and tile.h >= PAID:
                y = (y + _aside_foot(tile)) / 2
                nodes.append(Text(x, y, words.ratios(name), LEAST, theme.soft, words.medium, "l", Role.WAGER))
            if beside:
                known = emblem(words.game, name)
                word = theme.soft if known.counted else theme.word(known.ground)
                nodes.append(_second(tile, form, of[name][1], min(sizes), y, theme, word))
    return tuple(nodes)


def _ground(tile: Box, theme: Theme, stripe: Colour, longer: bool) -> Nodes:
    """`longer`: beside the bar of shares, down to its lower edge."""
    high = tile.h + (UNDER if longer else 0.0)
    return (
        Bar(tile.x, tile.y + SHADOW, tile.w, high, theme.shadow, PANEL_RADIUS),
        Bar(tile.x, tile.y, tile.w, high, stripe, PANEL_RADIUS),
        Bar(tile.x, tile.y + STRIPE, tile.w, high - STRIPE, theme.panel, PANEL_RADIUS, theme.panel_deep),
    )


def _stroke(theme: Theme, words: Words, name: str) -> Colour:
    """The colour of what is counted, as a stripe."""
    if name in WINNERS:
        return theme.stroke(next(outcome for outcome in Outcome if outcome.id == name))
    known = emblem(words.game, name)
    return theme.soft if known.counted else theme.sign(known.ground)


def _second_cap(tile: Box, form: Form, other: Written) -> float:
    """How large the name in the second language can be."""
    text = other.texts[0]
    size = OTHER * _grown(text)
    if form is not Form.OVER:
        return size
    most = LARGE * _cap(tile, form) if text >= IDEOGRAPHS else size * _scale(tile)
    return fit(text, most, _beside(tile, form), other.face)


def _second(tile: Box, form: Form, other: Written, size: float, named: float, theme: Theme, colour: Colour) -> Text:
    """The name in the second language; `named`: where the first one stands."""
    text = other.texts[0]
    if form is Form.APART:
        return Text(tile.x + EDGE, named + LINE * _scale(tile), text, size, theme.soft, other.face, "l")
    middle = _middle(tile, form)
    if form is Form.BESIDE:
        at = middle - (_cap(tile, form) - size) / 2
        return Text(tile.right - EDGE, at, text, size, theme.soft, other.face, "r")
    at = middle + (_cap(tile, form) - size) / 2 - (LIFT * size if text >= IDEOGRAPHS else 0.0)
    return Text(tile.right - EDGE, at, text, size, colour, other.face, "r")


def _room(tile: Box, form: Form, named: Sequence[Written]) -> bool:
    """Whether the second language has room beside the figure, over the share, or on a line of its own."""
    if len(named) < 2 or form in (Form.STACKED, Form.ASIDE):
        return False
    text, face = named[1].texts[0], named[1].face
    space = tile.w - 2 * EDGE if form is Form.APART else _beside(tile, form)
    return width(text, OTHER * _grown(text), face) <= space


def _beside(tile: Box, form: Form) -> float:
    """How wide what stands beside the figure can be."""
    return tile.w - 2 * EDGE - width("00", _cap(tile, form)) - NEAR


def _line(tile: Box, form: Form, cap: float) -> float:
    """How wide the name of a tile can be, at that height."""
    if form is Form.ASIDE:
        return (tile.right - EDGE - _aside(tile)) * ROUNDING
    share = width(WHOLE, cap) + NEAR if form is Form.OVER else 0.0
    return (tile.w - 2 * EDGE - share) * ROUNDING


def _aside(tile: Box) -> float:
    """Where that begins which stands at the end of a figure."""
    return tile.x + EDGE + width("00", COUNT) + NEAR


def _aside_foot(tile: Box) -> float:
    """The middle of the last line there."""
    return tile.bottom - AIR - TOP - LEAST / 2


def _named_at(tile: Box, cap: float) -> float:
    """The middle of the line with a tile's name."""
    return tile.y + STRIPE + TOP + LINE * cap / LABEL / 2


def _grown(text: str) -> float:
    return IDEOGRAPH if text >= IDEOGRAPHS else 1.0


@recalled(keep=4)
def _shapes(box: Box, rows: Rows, words: Words) -> Mapping[str, Shape]:
    """Of all tiles: those of a row that have room for their shares at the end of their names have them there."""
    tiles = dict(places(box, rows, words))
    stacked, scaled = stacked_in(rows, box.w, words), LABEL * min(map(_scale, tiles.values()))
    shapes: dict[str, Shape] = {}
    for names, _ in groups(rows):
        if not barred(rows):
            shapes |= {name: Shape(Form.ASIDE, LABEL) for name in names}
            continue
        cap = min(_over(tiles[name], scaled, words.named(name)[0]) for name in names)
        over = cap >= LEAST and (_second_fits(names, tiles, words) or not _both_fit(names, tiles, words))
        for name in names:
            shapes[name] = Shape(Form.OVER, cap) if over else Shape(_form(tiles[name], stacked, words), scaled)
    return shapes


def _second_fits(names: Sequence[str], tiles: Mapping[str, Box], words: Words) -> bool:
    """Whether the second language, if there is one, has room beside the figures."""
    return not words.other or all(_room(tiles[name], Form.OVER, words.named(name)) for name in names)


def _both_fit(names: Sequence[str], tiles: Mapping[str, Box], words: Words) -> bool:
    """Whether both languages have room over figures as large as ever, where no share stands there."""
    if any(_cap(tiles[name], Form.BESIDE) < _cap(tiles[name], Form.OVER) for name in names):
        return False
    named = {name: [(one.texts[0], one.face) for one in words.named(name)] for name in names}
    return all(row_width(said, LABEL) <= _line(tiles[name], Form.BESIDE, LABEL) for name, said in named.items())


def _over(tile: Box, cap: float, name: Written) -> float:
    """How large a name can be that has its share at its end; in a tall tile a figure over its share is larger."""
    if tile.h > TALL * tile.w:
        return 0.0
    both = width(name.texts[0], cap, name.face) / ROUNDING + width(WHOLE, cap)
    return cap * min(1.0, (tile.w - 2 * EDGE - NEAR) / both)


def _form(tile: Box, stacked: bool, words: Words) -> Form:
    if not stacked and _cap(tile, Form.STACKED) <= _cap(tile, Form.BESIDE):
        return Form.BESIDE
    return Form.APART if words.other and _high(tile, Form.APART) >= COUNT else Form.STACKED


def _high(tile: Box, form: Form) -> float:
    """What the lines of a tile leave to its figure."""
    scale = _scale(tile)
    left = tile.h - STRIPE - TIGHT - LINE * scale - AIR
    if form is Form.ASIDE:
        return tile.h - STRIPE - 2 * AIR
    if form not in (Form.OVER, Form.BESIDE):
        left -= (SHARE + AIR) * scale
    return left - LINE * scale if form is Form.APART else left


def _cap(tile: Box, form: Form) -> float:
    """How large the figure of a tile can be."""
    if form is Form.ASIDE:
        return COUNT
    part = {Form.OVER: 0.64, Form.BESIDE: 0.5}.get(form, 0.9)
    return max(COUNT, min(_high(tile, form), (tile.w - 2 * EDGE) * part * COUNT / width("00", COUNT)))


def _middle(tile: Box, form: Form) -> float:
    """The middle of a tile's figure."""
    below = AIR if form in (Form.OVER, Form.BESIDE, Form.ASIDE) else AIR + SHARE * _scale(tile) + AIR
    free = _high(tile, form) - _cap(tile, form)
    return tile.bottom - below - _cap(tile, form) / 2 - max(0.0, free / 2)


def _scale(tile: Box) -> float:
    """How much larger than usual the words of a tile can be."""
    return max(1.0, min(tile.h / TILE, tile.w / 240))
