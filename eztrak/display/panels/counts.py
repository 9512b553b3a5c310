"""Counts and percentages: a tile for each wager, for naturals and for the hands of the shoe."""

from eztrak.display.layout import GAP
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import raised
from eztrak.display.panels.label import label
from eztrak.display.scene import Box, Node, Nodes, Picture, Roll, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats, percent

TILE, LABEL, COUNT, SHARE = 182.0, 26.0, 80.0, 28.0
PICTURES = {"dragon7": "dragon", "panda8": "panda"}


def counts(
    box: Box, theme: Theme, words: Words, stats: Stats, panda8: bool, before: Stats | None = None, share: float = 1.0
) -> Nodes:
    """`before`: the counts a hand ago, while the figures roll from them; `share` of the way."""
    nodes: list[Node] = []
    tiles = _tiles(box, panda8)
    figure = "000" if stats.hands > 99 else "00"
    for name, tile in tiles:
        ground, deep, ink = theme.grounds(name)
        edge = theme.edge if ground == theme.panel else None
        count: int = getattr(stats, name)
        was: int = getattr(before, name) if before else count
        nodes += raised(tile, theme, ground, deep, edge)
        nodes += _words(tile, theme, words, name, stats, count)
        scale = _scale(tile)
        cap = min(_cap(other, other_tile, figure, words) for other, other_tile in tiles if other_tile.y == tile.y)
        x, y = tile.centre[0], tile.y + tile.h * 0.515
        if picture := PICTURES.get(name):
            side = min(cap * 1.05, tile.w - 32 - width(str(count), cap, words.bold))
            x += (side + 8 * scale) / 2
            left = x - width(str(count), cap) / 2 - 8 * scale - side
            nodes.append(Picture(left, y - side / 2, side, side, picture))
        if was == count:
            nodes.append(Text(x, y, str(count), cap, ink, words.bold, role="figure"))
        else:
            nodes.append(Roll(x, y, str(was), str(count), share, cap, ink, words.bold))
    return tuple(nodes)


def _tiles(box: Box, panda8: bool) -> list[tuple[str, Box]]:
    """One row of tiles, or two where they would be too narrow for their figures."""
    first = ["player", "banker", "tie"]
    second = ["dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    rows = [first + second] if box.w / 7 > 180 else [first, second]
    high = (box.h - GAP * (len(rows) - 1)) / len(rows)
    tiles = []
    for i, row in enumerate(rows):
        each = (box.w - GAP * (len(row) - 1)) / len(row)
        y = box.y + i * (high + GAP)
        tiles += [(name, Box(box.x + j * (each + GAP), y, each, high)) for j, name in enumerate(row)]
    return tiles


def _words(tile: Box, theme: Theme, words: Words, name: str, stats: Stats, count: int) -> list[Node]:
    ink = theme.grounds(name)[2]
    x, _ = tile.centre
    room, scale = tile.w - 20, _scale(tile)
    cap = LABEL * scale
    nodes: list[Node] = [*label(words, name, Box(tile.x + 10, tile.y + tile.h * 0.15 - cap / 2, room, cap), cap, ink)]
    told = f"{percent(count, stats.hands):.1f}%"
    if name == "hands":
        told = f"{stats.free} {words.say('free_short')}" if stats.free else ""
    if told:
        cap = fit(told, SHARE * scale, room, words.medium)
        nodes.append(Text(x, tile.y + tile.h * 0.865, told, cap, ink, words.medium))
    return nodes


def _cap(name: str, tile: Box, figure: str, words: Words) -> float:
    """How large the figure of a tile can be, beside its picture where it has one."""
    beside = 0.6 * COUNT if name in PICTURES else 0.0
    return COUNT * max(1.0, min(tile.h / TILE, (tile.w - 40) / (width(figure, COUNT, words.bold) + beside)))


def _scale(tile: Box) -> float:
    """How much larger than usual the words and figures of a tile can be."""
    return max(1.0, min(tile.h / TILE, tile.w / 230))
