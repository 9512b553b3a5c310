"""Counts and percentages: a tile for all that the game counts, and a bar of the three results' shares."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeAlias

from eztrak.display.emblems import emblem
from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, SHADOW
from eztrak.display.panels.label import IDEOGRAPH, LEAST, row, row_width, shortened
from eztrak.display.recall import recalled
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes, Roll, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS
from eztrak.game.hand import Outcome
from eztrak.table.stats import Stats, percent

LABEL, COUNT, SHARE = 26.0, 79.5, 28.0
OTHER = 25.5
EDGE = 12.0  # on both sides of a word
STRIPE = 7.0  # of the colour of what is counted
BAR, UNDER = 8.0, 14.0  # the bar of shares under the three results, and what it takes of their tiles
TOP, TIGHT, AIR = 3.0, 10.0, 9.0  # over a name; around it; under a figure
TILE, STACKED = 146.0, 182.0  # the height of a tile; of one that has its share under the figure
LINE = 39.0  # of a name with all of its ink: ideographs, accents, tails
ABREAST = 5  # tiles at the most in a row below that of the winners: more make it look like an afterthought


class Form(Enum):
    """Where a tile has its share, and the second language's name."""

    BESIDE = "both beside the figure"
    STACKED = "the share under the figure, and no second name"
    APART = "the share under the figure, the second name on a line of its own"


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


def counts_height(rows: Rows, wide: float, words: Words) -> float:
    """What they need at the least, with the bar of shares."""
    each = STACKED if _stacked(rows, wide, words) else TILE
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
    forms = _forms(box, rows, words)
    for name, tile in _tiles(box, rows, words):
        count = stats.of(name)
        was = before.of(name) if before else count
        # Not on its way yet, a figure is the old one: there is nothing to paint.
        shown = was if rolled == 0 else count
        form = forms[name]
        nodes.append(_share(tile, theme, words, form, f"{percent(count, stats.hands):.1f}%"))
        nodes.append(_figure(tile, theme, words, form, was, shown, rolled if was != shown else 1.0))
    return tuple(chain.from_iterable(nodes))


@lru_cache(maxsize=256)
def _share(tile: Box, theme: Theme, words: Words, form: Form, text: str) -> Nodes:
    cap = fit(text, SHARE * _scale(tile), tile.w * 0.4, words.medium)
    cap = max(cap, LEAST)
    if form is not Form.BESIDE:
        return (Text(tile.x + EDGE, tile.bottom - AIR - cap / 2, text, cap, theme.soft, words.medium, "l", Role.SHARE),)
    y = _middle(tile, form) + _cap(tile, form) / 2 - cap / 2
    return (Text(tile.right - EDGE, y, text, cap, theme.soft, words.medium, "r", Role.SHARE),)


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
    """The tiles with their names: no hand changes them. Names stand in both languages on all tiles, or on none."""
    nodes: list[Node] = []
    tiles = _tiles(box, rows, words)
    named = {name: words.named(name) for name, _ in tiles}
    forms = _forms(box, rows, words)
    beside = bool(words.other) and all(_room(tile, forms[name], words, name) for name, tile in tiles)
    scaled = LABEL * min(_scale(tile) for _, tile in tiles)

    def whole(cap: float) -> bool:
        return all(
            row_width([(one.texts[0], one.face) for one in named[name]], cap) <= (tile.w - 2 * EDGE) * ROUNDING
            for name, tile in tiles
        )

    # Both languages are worth more than larger words.
    both_at = next((cap for cap in (scaled, LABEL) if whole(cap)), 0.0)
    cap = both_at if both_at and not beside else scaled
    for name, tile in tiles:
        known = emblem(words.game, name)
        stripe = theme.soft if known.counted else theme.sign(known.ground)
        if name in WINNERS:
            stripe = theme.stroke(next(outcome for outcome in Outcome if outcome.id == name))
        barred = any(name in row and _barred((row,)) for row in rows)
        high = tile.h + (UNDER if barred and name not in WINNERS else 0.0)
        nodes += (
            Bar(tile.x, tile.y + SHADOW, tile.w, high, theme.shadow, PANEL_RADIUS),
            Bar(tile.x, tile.y, tile.w, high, stripe, PANEL_RADIUS),
            Bar(tile.x, tile.y + STRIPE, tile.w, high - STRIPE, theme.panel, PANEL_RADIUS, theme.panel_deep),
        )
        wide = (tile.w - 2 * EDGE) * ROUNDING
        y = tile.y + STRIPE + TOP + LINE * cap / LABEL / 2
        both = [(one.texts[0], one.face) for one in named[name]]
        said = both if both_at and not beside else shortened(named[name][:1], wide, LEAST)
        nodes += row(said, tile.x + EDGE, y, cap, wide, theme.ink, "l")
        if beside:
            text, face = both[1]
            size = OTHER * _grown(text)
            if forms[name] is Form.BESIDE:
                at = _middle(tile, Form.BESIDE) - (_cap(tile, Form.BESIDE) - size) / 2
                nodes.append(Text(tile.right - EDGE, at, text, size, theme.soft, face, "r"))
            else:
                nodes.append(Text(tile.x + EDGE, y + LINE * _scale(tile), text, size, theme.soft, face, "l"))
    return tuple(nodes)


def _room(tile: Box, form: Form, words: Words, name: str) -> bool:
    """Whether the second language has room beside the figure, over the share, or on a line of its own."""
    other = next(iter(words.named(name)[1:]), None)
    space = tile.w - 2 * EDGE
    if form is Form.BESIDE:
        space -= width("00", _cap(tile, form), words.bold) + 8
    fits = other is not None and width(other.texts[0], OTHER * _grown(other.texts[0]), other.face) <= space
    return fits and form is not Form.STACKED


def _grown(text: str) -> float:
    return IDEOGRAPH if text >= "\u2e80" else 1.0


@recalled(keep=4)
def _tiles(box: Box, rows: Rows, words: Words) -> list[tuple[str, Box]]:
    """Each tile with its place; under those of the results there is a bar, under the others a little more of them."""
    high = (box.h - GAP * (len(rows) - 1) - UNDER * _barred(rows)) / len(rows)
    tiles, y = [], box.y
    for names in rows:
        x, under = box.x, UNDER * _barred((names,))
        for name, wide in zip(names, _widths(names, box.w, words), strict=True):
            tiles.append((name, Box(x, y, wide, high)))
            x += wide + GAP
        y += high + under + GAP
    return tiles


def _widths(row: Sequence[str], wide: float, words: Words) -> list[float]:
    """All as wide as one another, but for those that need more for their names."""
    space = wide - GAP * (len(row) - 1)
    needs = [_need(name, words, True) for name in row]
    if sum(needs) > space:
        needs = [_need(name, words, False) for name in row]
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


def _fit_in(row: Sequence[str], wide: float, words: Words) -> bool:
    return sum(_need(name, words, False) for name in row) + GAP * (len(row) - 1) <= wide


def _shortened(rows: Rows, wide: float, words: Words) -> int:
    """How many names have no room for the whole of them."""
    tiles = [pair for row in rows for pair in zip(row, _widths(row, wide, words), strict=True)]
    return sum(_need(name, words, True) > space + 0.01 for name, space in tiles)


def _need(name: str, words: Words, whole: bool) -> float:
    """The width that a tile needs, for its whole name or for a shorter one."""
    names = words.named(name)[0]
    text = names.texts[0 if whole else -1]
    return (
        max(width("00", COUNT, words.bold), width("00.0%", LEAST), width(text, LEAST, names.face) / ROUNDING) + 2 * EDGE
    )


def _stacked(rows: Rows, wide: float, words: Words) -> bool:
    """Whether a share stands under its figure, because some tile has no room for it beside that."""
    beside = width("00", COUNT, words.bold) + 12 + width("00.0%", LEAST, words.medium) + 2 * EDGE
    return any(space < beside for row in rows for space in _widths(row, wide, words))


@recalled(keep=4)
def _forms(box: Box, rows: Rows, words: Words) -> Mapping[str, Form]:
    return {name: _form(tile, rows, box.w, words) for name, tile in _tiles(box, rows, words)}


def _form(tile: Box, rows: Rows, wide: float, words: Words) -> Form:
    if not _stacked(rows, wide, words) and _cap(tile, Form.STACKED) <= _cap(tile, Form.BESIDE):
        return Form.BESIDE
    return Form.APART if words.other and _high(tile, Form.APART) >= COUNT else Form.STACKED


def _high(tile: Box, form: Form) -> float:
    """What the lines of a tile leave to its figure."""
    scale = _scale(tile)
    left = tile.h - STRIPE - TIGHT - LINE * scale - AIR
    if form is not Form.BESIDE:
        left -= (SHARE + AIR) * scale
    return left - LINE * scale if form is Form.APART else left


def _cap(tile: Box, form: Form) -> float:
    """How large the figure of a tile can be."""
    part = 0.52 if form is Form.BESIDE else 0.9
    return max(COUNT, min(_high(tile, form), (tile.w - 2 * EDGE) * part * COUNT / width("00", COUNT)))


def _middle(tile: Box, form: Form) -> float:
    """The middle of a tile's figure."""
    below = AIR if form is Form.BESIDE else AIR + SHARE * _scale(tile) + AIR
    free = _high(tile, form) - _cap(tile, form)
    return tile.bottom - below - _cap(tile, form) / 2 - max(0.0, free / 2)


def _scale(tile: Box) -> float:
    """How much larger than usual the words of a tile can be."""
    return max(1.0, min(tile.h / TILE, tile.w / 240))
