"""Counts and percentages: a tile for all that the game counts, and for the hands of the shoe."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeAlias

from eztrak.display.emblems import emblem
from eztrak.display.layout import GAP
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING, raised
from eztrak.display.panels.label import LEAST, label
from eztrak.display.recall import recalled
from eztrak.display.scene import Box, Node, Nodes, Picture, Roll, Text
from eztrak.display.theme import Ground, Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats, percent

TILE, LABEL, COUNT, SHARE = 182.0, 26.0, 80.0, 28.0
EDGE = 10.0  # on both sides of a word
DRAWING = 44.0  # the smallest drawing beside a figure
ABREAST = 5  # tiles at the most in a row below that of the winners: more make it look like an afterthought
HANDS = "hands"

Rows: TypeAlias = tuple[tuple[str, ...], ...]  # of tiles, by id


@recalled(keep=4)
def tile_rows(wide: float, portrait: bool, tall: bool, words: Words) -> Rows:
    """The tiles in rows: one on a landscape board, if at all; two on a portrait one, or three where it is tall and
    that leaves more names whole."""
    tiles = (*words.game.tiles, HANDS)
    first = 2 if portrait and len(tiles) > 4 else 1
    ways = [rows for count in range(first, 3 + tall) for rows in _ways(tiles, count)]
    fit = [rows for rows in ways if all(_fit_in(row, wide, words) for row in rows)] or ways[-1:]
    return min(fit, key=lambda rows: _shortened(rows, wide, words)) if portrait else fit[0]


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
    nodes = [_still(box, theme, words, rows)]
    for name, tile, cap in _tiles(box, rows, words, stats.hands > 99):
        count = _count(stats, name)
        was = _count(before, name) if before else count
        # Not on its way yet, a figure is the old one: there is nothing to paint.
        shown = was if rolled == 0 else count
        nodes.append(_share(tile, theme, words, name, _below(words, name, stats, count)))
        nodes.append(_figure(tile, theme, words, name, cap, was, shown, rolled if was != shown else 1.0))
    return tuple(chain.from_iterable(nodes))


def tile_ground(theme: Theme, words: Words, name: str) -> Ground:
    """The ground of a tile: that of its emblem, or a panel's for what is only counted."""
    known = emblem(words.game, name)
    return theme.ground("panel" if known.counted else known.ground)


def _count(stats: Stats, name: str) -> int:
    return stats.hands if name == HANDS else stats.of(name)


@lru_cache(maxsize=256)
def _share(tile: Box, theme: Theme, words: Words, name: str, text: str) -> Nodes:
    if not text:
        return ()
    cap = fit(text, SHARE * _scale(tile), tile.w - 2 * EDGE, words.medium)
    y = _heights(tile)[2]
    return (Text(tile.centre[0], y, text, cap, tile_ground(theme, words, name).ink, words.medium),)


@lru_cache(maxsize=256)
def _figure(tile: Box, theme: Theme, words: Words, name: str, cap: float, was: int, count: int, rolled: float) -> Nodes:
    ink, scale = tile_ground(theme, words, name).ink, _scale(tile)
    x, y = tile.centre[0], _heights(tile)[1]
    nodes: list[Node] = []
    if picture := emblem(words.game, name).picture:
        side = min(cap * 1.05, tile.w - 32 - width(str(count), cap, words.bold))
        if side >= DRAWING:
            x += (side + 8 * scale) / 2
            left = x - width(str(count), cap) / 2 - 8 * scale - side
            nodes.append(Picture(left, y - side / 2, side, side, picture))
    if was == count:
        return (*nodes, Text(x, y, str(count), cap, ink, words.bold, role="figure"))
    return (*nodes, Roll(x, y, str(was), str(count), rolled, cap, ink, words.bold))


@recalled(keep=4)
def _still(box: Box, theme: Theme, words: Words, rows: Rows) -> Nodes:
    """The tiles with their names: no hand changes them."""
    nodes: list[Node] = []
    for name, tile, _ in _tiles(box, rows, words, False):
        ground = tile_ground(theme, words, name)
        nodes += raised(tile, theme, ground.colour, ground.deep, theme.edge if ground.colour == theme.panel else None)
        cap = LABEL * _scale(tile)
        wide = (tile.w - 2 * EDGE) * ROUNDING
        place = Box(tile.centre[0] - wide / 2, _heights(tile)[0] - cap / 2, wide, cap)
        nodes += label(words.named(name), place, cap, ground.ink)
    return tuple(nodes)


@recalled(keep=4)
def _tiles(box: Box, rows: Rows, words: Words, many: bool) -> list[tuple[str, Box, float]]:
    """Each tile with its place, and how large the figures of its row can be. `many`: hands have three figures."""
    high = (box.h - GAP * (len(rows) - 1)) / len(rows)
    tiles = []
    for i, row in enumerate(rows):
        y, x = box.y + i * (high + GAP), box.x
        places = []
        for name, wide in zip(row, _widths(row, box.w, words), strict=True):
            places.append((name, Box(x, y, wide, high)))
            x += wide + GAP
        cap = min(_cap(name, tile, "000" if many else "00", words) for name, tile in places)
        tiles += [(name, tile, cap) for name, tile in places]
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
    figure = width("000" if name == HANDS else "00", COUNT, words.bold) + 24
    drawing = DRAWING + 8 if whole and emblem(words.game, name).picture else 0.0
    return max(figure + drawing, width(text, LEAST, names.face) / ROUNDING + 2 * EDGE)


def _below(words: Words, name: str, stats: Stats, count: int) -> str:
    """What stands below a figure."""
    if name == HANDS:
        return f"{stats.free} {words.say('free_short')}" if stats.free else ""
    return f"{percent(count, stats.hands):.1f}%"


def _cap(name: str, tile: Box, figure: str, words: Words) -> float:
    """How large the figure of a tile can be, beside its picture where it has one and there is room for it."""
    bare = width(figure, COUNT, words.bold)
    drawing = emblem(words.game, name).picture and tile.w - 40 >= bare + DRAWING
    fits = min(tile.h / TILE, (tile.w - 40) / (bare + (0.6 * COUNT if drawing else 0.0)))
    return COUNT * max(min(1.0, (tile.w - 12) / bare), fits)


def _heights(tile: Box) -> tuple[float, float, float]:
    """The middles of a tile's name, figure and share. In a low tile the air is shared evenly."""
    if tile.h >= TILE:
        return tile.y + tile.h * 0.15, tile.y + tile.h * 0.515, tile.y + tile.h * 0.865
    air = (tile.h - LABEL - COUNT - SHARE) / 4
    name = tile.y + air + LABEL / 2
    figure = name + LABEL / 2 + air + COUNT / 2
    return name, figure, figure + COUNT / 2 + air + SHARE / 2


def _scale(tile: Box) -> float:
    """How much larger than usual the words and figures of a tile can be."""
    return max(1.0, min(tile.h / TILE, tile.w / 230))
