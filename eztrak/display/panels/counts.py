"""Counts and percentages: a tile for all that the game counts, and a bar of the three results' shares."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from eztrak.display.emblems import emblem
from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, SHADOW
from eztrak.display.panels.label import IDEOGRAPH, IDEOGRAPHS, LEAST, row, row_width, shortened
from eztrak.display.recall import recalled
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Roll, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, Written
from eztrak.game.game import WINNERS
from eztrak.game.hand import Outcome
from eztrak.table.stats import Stats, percent

LABEL, COUNT, SHARE = 26.0, 79.5, 28.0
OTHER, LARGE = 25.5, 0.76  # a second name; at the most, in parts of the figure that it stands beside
EDGE = 12.0  # on both sides of a word
STRIPE = 7.0  # of the colour of what is counted
BAR, UNDER = 11.0, 18.0  # the bar of shares under the three results, and what it takes of their tiles
TOP, TIGHT, AIR = 3.0, 10.0, 9.0  # over a name; around it; under a figure
NEAR = 10.0  # between two texts side by side
WHOLE = "100.0%"  # the widest share
TILE, STACKED, LOW = 146.0, 182.0, 104.0  # the height of a tile; with its share under the figure; all in one line
LINE = 39.0  # of a name with all of its ink: ideographs, accents, tails
LIFT = 0.04  # of an ideograph, in parts of it: it reaches below the line that figures stand on
TALL = 1.2  # a tile, in parts of its width
MANY = 6  # tiles: of more the results alone stand beside the phase, if the others have room in a row
ABREAST = 5  # tiles at the most in a row below that of the winners: more make it look like an afterthought


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


Rows: TypeAlias = tuple[tuple[str, ...], ...]  # of tiles, by id


@recalled(keep=4)
def tile_rows(wide: float, portrait: bool, tall: bool, words: Words) -> Rows:
    """The tiles in rows: one on a landscape board, if at all; two on a portrait one, or three where it is tall and
    that leaves more names whole."""
    tiles = words.game.tiles
    first = 2 if portrait and len(tiles) > 4 else 1
    ways = [rows for count in range(first, 3 + tall) for rows in _ways(tiles, count)]
    fit = [rows for rows in ways if all(_fit_in(row, wide, words) for row in rows)] or ways[-1:]
    return min(fit, key=lambda rows: _shortened(rows, wide, words)) if portrait else fit[0]


def gathered_rows(wide: float, across: float, words: Words) -> tuple[Rows, Rows]:
    """The tiles of a wide board: those beside the phase, and the row of those under it."""
    others = tuple(name for name in words.game.tiles if name not in WINNERS)
    if len(words.game.tiles) > MANY and _fit_in(others, wide, words, True):
        return (WINNERS,), (others,)
    return tile_rows(across, True, False, words), ()


def counts_height(rows: Rows, wide: float, words: Words) -> float:
    """What they need at the least, with the bar of shares."""
    each = LOW if not _barred(rows) else STACKED if _stacked(rows, wide, words) else TILE
    return len(rows) * each + _barred(rows) * UNDER + (len(rows) - 1) * GAP


def fit_in(rows: Rows, wide: float, words: Words) -> bool:
    """Whether all tiles have room beside one another, if need be with shorter names."""
    return all(_fit_in(row, wide, words) for row in rows)


def _barred(rows: Rows) -> int:
    """How many rows have the bar of shares under them."""
    return sum(any(name in WINNERS for name in row) for row in rows)


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
    shapes = _shapes(box, rows, words)
    for name, tile in _tiles(box, rows, words):
        count, shape = stats.of(name), shapes[name]
        was = before.of(name) if before else count
        # Not on its way yet, a figure is the old one: there is nothing to paint.
        shown = was if rolled == 0 else count
        colour = theme.word(name) if name in WINNERS else theme.soft
        nodes.append(_share(tile, words, shape, f"{percent(count, stats.hands):.1f}%", colour))
        nodes.append(_figure(tile, theme, words, shape.form, was, shown, rolled if was != shown else 1.0))
    return tuple(chain.from_iterable(nodes))


@lru_cache(maxsize=256)
def _share(tile: Box, words: Words, shape: Shape, text: str, colour: Colour) -> Nodes:
    form, cap = shape
    if form is Form.ASIDE:
        y = tile.bottom - AIR - TOP - LEAST / 2
        return (Text(_aside(tile), y, text, LEAST, colour, words.bold, "l", Role.SHARE),)
    if form is Form.OVER:
        return (Text(tile.right - EDGE, _named_at(tile, cap), text, cap, colour, words.bold, "r", Role.SHARE),)
    cap = max(fit(text, SHARE * _scale(tile), tile.w * 0.4, words.bold), LEAST)
    if form is not Form.BESIDE:
        return (Text(tile.x + EDGE, tile.bottom - AIR - cap / 2, text, cap, colour, words.bold, "l", Role.SHARE),)
    y = _middle(tile, form) + _cap(tile, form) / 2 - cap / 2
    return (Text(tile.right - EDGE, y, text, cap, colour, words.bold, "r", Role.SHARE),)


@lru_cache(maxsize=256)
def _figure(tile: Box, theme: Theme, words: Words, form: Form, was: int, count: int, rolled: float) -> Nodes:
    cap = _cap(tile, form)
    x, y = tile.x + EDGE + width(str(count), cap, words.bold) / 2, _middle(tile, form)
    if was == count:
        return (Text(x, y, str(count), cap, theme.ink, words.bold, role=Role.COUNT),)
    return (Roll(x, y, str(was), str(count), rolled, cap, theme.ink, words.bold),)


@lru_cache(maxsize=16)
def _shares(box: Box, theme: Theme, words: Words, rows: Rows, stats: Stats) -> Nodes:
    """The bar under the tiles of the three results: how the shoe is divided between them."""
    tiles = [tile for name, tile in _tiles(box, rows, words) if name in WINNERS]
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
    tiles, shapes = dict(_tiles(box, rows, words)), _shapes(box, rows, words)
    for names, barred in _groups(rows):
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
            nodes += _ground(tile, theme, _stroke(theme, words, name), barred and name not in WINNERS)
            y = _named_at(tile, cap)
            said = pieces[name] if both else shortened(of[name][:1], lines[name], LEAST)
            x = _aside(tile) if form is Form.ASIDE else tile.x + EDGE
            if len(said) == 1 and said[0][0] >= IDEOGRAPHS:
                cap = fit(said[0][0], cap * IDEOGRAPH, lines[name], said[0][1])
            nodes += row(said, x, y, cap, lines[name], theme.ink, "l")
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


def _named_at(tile: Box, cap: float) -> float:
    """The middle of the line with a tile's name."""
    return tile.y + STRIPE + TOP + LINE * cap / LABEL / 2


def _grown(text: str) -> float:
    return IDEOGRAPH if text >= IDEOGRAPHS else 1.0


@recalled(keep=4)
def _tiles(box: Box, rows: Rows, words: Words) -> list[tuple[str, Box]]:
    """Each tile with its place; under those of the results there is a bar, under the others a little more of them."""
    high = (box.h - GAP * (len(rows) - 1) - UNDER * _barred(rows)) / len(rows)
    tiles, y = [], box.y
    for names in rows:
        x, under = box.x, UNDER * _barred((names,))
        for name, wide in zip(names, _widths(names, box.w, words, not _barred(rows)), strict=True):
            tiles.append((name, Box(x, y, wide, high)))
            x += wide + GAP
        y += high + under + GAP
    return tiles


def _widths(row: Sequence[str], wide: float, words: Words, aside: bool = False) -> list[float]:
    """All as wide as one another, but for those that need more for their names."""
    space = wide - GAP * (len(row) - 1)
    needs = [_need(name, words, True, aside) for name in row]
    if sum(needs) > space:
        needs = [_need(name, words, False, aside) for name in row]
    widths = [0.0] * len(row)
    open_, left = set(range(len(row))), space
    while open_:
        each = left / len(open_)
        over = {i for i in open_ if needs[i] > each} if sum(needs[i] for i in open_) <= left else set()
        for i in over or set(open_):
            widths[i] = needs[i] if over else each
            left -= widths[i]
            open_.discard(i)
    return widths


def _ways(tiles: tuple[str, ...], count: int) -> Iterator[Rows]:
    """The tiles in so many rows: the winners in a row of their own, then all rows alike."""
    if count > 1 and 3 < len(tiles) <= 3 + ABREAST * (count - 1):
        yield (tiles[:3], *_even(tiles[3:], count - 1))
    yield _even(tiles, count)


def _even(tiles: tuple[str, ...], count: int) -> Rows:
    """Rows of as many tiles as one another, the later ones having one more."""
    cuts = [len(tiles) * i // count for i in range(count + 1)]
    return tuple(tiles[a:b] for a, b in pairwise(cuts))


def _fit_in(row: Sequence[str], wide: float, words: Words, aside: bool = False) -> bool:
    return sum(_need(name, words, False, aside) for name in row) + GAP * (len(row) - 1) <= wide


def _shortened(rows: Rows, wide: float, words: Words) -> int:
    """How many names have no room for the whole of them."""
    tiles = [pair for row in rows for pair in zip(row, _widths(row, wide, words), strict=True)]
    return sum(_need(name, words, True) > space + 0.01 for name, space in tiles)


def _need(name: str, words: Words, whole: bool, aside: bool = False) -> float:
    """The width that a tile needs, for its whole name or for a shorter one, over its figure or at the end of it."""
    names = words.named(name)[0]
    named = width(names.texts[0 if whole else -1], LEAST, names.face) / ROUNDING
    figure, share = width("00", COUNT, words.bold), width("00.0%", LEAST)
    return 2 * EDGE + (figure + NEAR + max(share, named) if aside else max(figure, share, named))


def _stacked(rows: Rows, wide: float, words: Words) -> bool:
    """Whether a share stands under its figure, because some tile has no room for it beside that."""
    beside = width("00", COUNT, words.bold) + 12 + width("00.0%", LEAST, words.bold) + 2 * EDGE
    return any(space < beside for row in rows for space in _widths(row, wide, words))


@recalled(keep=4)
def _shapes(box: Box, rows: Rows, words: Words) -> Mapping[str, Shape]:
    """Of all tiles: those of a row that have room for their shares at the end of their names have them there."""
    tiles = dict(_tiles(box, rows, words))
    stacked, scaled = _stacked(rows, box.w, words), LABEL * min(map(_scale, tiles.values()))
    shapes: dict[str, Shape] = {}
    for names, _ in _groups(rows):
        if not _barred(rows):
            shapes |= {name: Shape(Form.ASIDE, LABEL) for name in names}
            continue
        cap = min(_over(tiles[name], scaled, words.named(name)[0]) for name in names)
        over = cap >= LEAST and (_second_fits(names, tiles, words) or not _both_fit(names, tiles, words))
        for name in names:
            shapes[name] = Shape(Form.OVER, cap) if over else Shape(_form(tiles[name], stacked, words), scaled)
    return shapes


def _groups(rows: Rows) -> Iterator[tuple[list[str], bool]]:
    """The results and the others of each row, what is alike looks alike; and whether that row has the bar of shares."""
    for names in rows:
        results = [name for name in names if name in WINNERS]
        for group in (results, [name for name in names if name not in WINNERS]):
            if group:
                yield group, bool(results)


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
