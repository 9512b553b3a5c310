"""Counts and percentages: a tile for each wager, for naturals and for the hands of the shoe."""

from functools import lru_cache
from itertools import chain

from eztrak.display.layout import GAP
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import raised
from eztrak.display.panels.label import label
from eztrak.display.recall import recalled
from eztrak.display.scene import Box, Node, Nodes, Picture, Roll, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats, percent

TILE, LABEL, COUNT, SHARE = 182.0, 26.0, 80.0, 28.0
PICTURES = {"dragon7": "dragon", "panda8": "panda"}


def counts(
    box: Box, theme: Theme, words: Words, stats: Stats, panda8: bool, before: Stats | None = None, rolled: float = 1.0
) -> Nodes:
    """`before`: the counts a hand ago, while the figures roll from them; they have `rolled` that part of the way."""
    nodes = [_still(box, theme, words, panda8)]
    for name, tile, cap in _tiles(box, panda8, "000" if stats.hands > 99 else "00", words):
        count: int = getattr(stats, name)
        was: int = getattr(before, name) if before else count
        # Not on its way yet, a figure is the old one: there is nothing to paint.
        shown = was if rolled == 0 else count
        nodes.append(_share(tile, theme, words, name, _told(words, name, stats, count)))
        nodes.append(_figure(tile, theme, words, name, cap, was, shown, rolled if was != shown else 1.0))
    return tuple(chain.from_iterable(nodes))


@lru_cache(maxsize=256)
def _share(tile: Box, theme: Theme, words: Words, name: str, told: str) -> Nodes:
    if not told:
        return ()
    cap = fit(told, SHARE * _scale(tile), tile.w - 20, words.medium)
    return (Text(tile.centre[0], tile.y + tile.h * 0.865, told, cap, theme.grounds(name)[2], words.medium),)


@lru_cache(maxsize=256)
def _figure(tile: Box, theme: Theme, words: Words, name: str, cap: float, was: int, count: int, rolled: float) -> Nodes:
    ink, scale = theme.grounds(name)[2], _scale(tile)
    x, y = tile.centre[0], tile.y + tile.h * 0.515
    nodes: list[Node] = []
    if picture := PICTURES.get(name):
        side = min(cap * 1.05, tile.w - 32 - width(str(count), cap, words.bold))
        x += (side + 8 * scale) / 2
        left = x - width(str(count), cap) / 2 - 8 * scale - side
        nodes.append(Picture(left, y - side / 2, side, side, picture))
    if was == count:
        return (*nodes, Text(x, y, str(count), cap, ink, words.bold, role="figure"))
    return (*nodes, Roll(x, y, str(was), str(count), rolled, cap, ink, words.bold))


@recalled(keep=4)
def _still(box: Box, theme: Theme, words: Words, panda8: bool) -> Nodes:
    """The tiles with their names: no hand changes them."""
    nodes: list[Node] = []
    for name, tile, _ in _tiles(box, panda8, "00", words):
        ground, deep, ink = theme.grounds(name)
        nodes += raised(tile, theme, ground, deep, theme.edge if ground == theme.panel else None)
        cap = LABEL * _scale(tile)
        nodes += label(words, name, Box(tile.x + 10, tile.y + tile.h * 0.15 - cap / 2, tile.w - 20, cap), cap, ink)
    return tuple(nodes)


@recalled(keep=4)
def _tiles(box: Box, panda8: bool, figure: str, words: Words) -> list[tuple[str, Box, float]]:
    """One row of tiles, or two where they would be too narrow, and how large the figures of each row can be."""
    first = ["player", "banker", "tie"]
    second = ["dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    rows = [first + second] if box.w / 7 > 180 else [first, second]
    high = (box.h - GAP * (len(rows) - 1)) / len(rows)
    tiles = []
    for i, row in enumerate(rows):
        each = (box.w - GAP * (len(row) - 1)) / len(row)
        y = box.y + i * (high + GAP)
        places = [(name, Box(box.x + j * (each + GAP), y, each, high)) for j, name in enumerate(row)]
        cap = min(_cap(name, tile, figure, words) for name, tile in places)
        tiles += [(name, tile, cap) for name, tile in places]
    return tiles


def _told(words: Words, name: str, stats: Stats, count: int) -> str:
    """What stands below a figure."""
    if name == "hands":
        return f"{stats.free} {words.say('free_short')}" if stats.free else ""
    return f"{percent(count, stats.hands):.1f}%"


def _cap(name: str, tile: Box, figure: str, words: Words) -> float:
    """How large the figure of a tile can be, beside its picture where it has one."""
    beside = 0.6 * COUNT if name in PICTURES else 0.0
    return COUNT * max(1.0, min(tile.h / TILE, (tile.w - 40) / (width(figure, COUNT, words.bold) + beside)))


def _scale(tile: Box) -> float:
    """How much larger than usual the words and figures of a tile can be."""
    return max(1.0, min(tile.h / TILE, tile.w / 230))
