"""Where the tiles with the counts stand: in how many rows, how wide and high each."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from eztrak.display.layout import GAP
from eztrak.display.lettering import width
from eztrak.display.panels.frame import ROUNDING
from eztrak.display.panels.label import LEAST
from eztrak.display.recall import recalled
from eztrak.display.scene import Box
from eztrak.display.words import Words
from eztrak.game.game import WINNERS

COUNT = 79.5
EDGE = 12.0  # on both sides of a word
NEAR = 10.0  # between two texts side by side
MANY = 6  # tiles: of more the results alone stand beside the phase, if the others have room in a row
ABREAST = 5  # tiles at the most in a row below that of the winners: more make it look like an afterthought
UNDER = 18.0  # what the bar of shares takes of the tiles of the three results
TILE, STACKED = 146.0, 182.0  # the height of a tile; with its share under the figure
LOW, PAID = 104.0, 134.0  # the same with all at the end of the figure; with what the wager pays

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
    low = PAID if any(map(words.ratios, paying(rows, words))) else LOW
    each = low if not barred(rows) else STACKED if stacked_in(rows, wide, words) else TILE
    return len(rows) * each + barred(rows) * UNDER + (len(rows) - 1) * GAP


def paying(rows: Rows, words: Words) -> list[str]:
    """The wagers that have tiles of their own."""
    return [name for row in rows for name in row if name in words.game.spots]


def fit_in(rows: Rows, wide: float, words: Words) -> bool:
    """Whether all tiles have room beside one another, if need be with shorter names."""
    return all(_fit_in(row, wide, words) for row in rows)


def barred(rows: Rows) -> int:
    """How many rows have the bar of shares under them."""
    return sum(any(name in WINNERS for name in row) for row in rows)


@recalled(keep=4)
def places(box: Box, rows: Rows, words: Words) -> list[tuple[str, Box]]:
    """Each tile with its place; under those of the results there is a bar, under the others a little more of them."""
    high = (box.h - GAP * (len(rows) - 1) - UNDER * barred(rows)) / len(rows)
    tiles, y = [], box.y
    for names in rows:
        x, under = box.x, UNDER * barred((names,))
        for name, wide in zip(names, _widths(names, box.w, words, not barred(rows)), strict=True):
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


def stacked_in(rows: Rows, wide: float, words: Words) -> bool:
    """Whether a share stands under its figure, because some tile has no room for it beside that."""
    beside = width("00", COUNT, words.bold) + 12 + width("00.0%", LEAST, words.bold) + 2 * EDGE
    return any(space < beside for row in rows for space in _widths(row, wide, words))


def groups(rows: Rows) -> Iterator[tuple[list[str], bool]]:
    """The results and the others of each row, what is alike looks alike; and whether that row has the bar of shares."""
    for names in rows:
        results = [name for name in names if name in WINNERS]
        for group in (results, [name for name in names if name not in WINNERS]):
            if group:
                yield group, bool(results)
