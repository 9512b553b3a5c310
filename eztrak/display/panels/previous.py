"""The statistics of the shoe before, and its seal."""

from eztrak.display.emblems import emblem
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.panels.counts import HANDS
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase
from eztrak.display.scene import Box, Disc, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats

CAP, INDENT = 25.0, 38.0
STEP = 28.0  # from line to line, at the least
SIGN, AIR = 18.0, 56.0


def previous(box: Box, theme: Theme, words: Words, number: int, stats: Stats | None, seal: str) -> Nodes:
    """`words` of the game that the shoe was dealt under."""
    inside = box.inset(16)
    nodes: list[Node] = list(ground(box, theme))
    x, middle = box.centre
    if stats is None:
        high = 80.0 if words.other else 28.0
        upper, lower = (Box(inside.x, y, inside.w, high) for y in (middle - 10 - high, middle + 12))
        return (
            *nodes,
            *label(words.both("previous", "medium"), upper, 28, theme.soft),
            *label(words.both("no_previous"), lower, CAP, theme.soft),
        )
    tiles = words.game.tiles
    # Where there are too many for a column of names, the signs of their beads stand for them, in two or three.
    columns = next((n for n in (1, 2) if (box.h - 16) / (-(-len(tiles) // n) + 3) >= STEP), 3)
    rows = -(-len(tiles) // columns)
    step = (box.h - 16) / (rows + 3)
    y = box.y + 8 + step / 2
    space = inside.w - width(str(number), CAP) - 10
    nodes += [
        *phrase([words.both("previous", "medium")], inside.x, y, CAP, space, theme.soft, "l"),
        Text(inside.right, y, str(number), CAP, theme.accent, words.bold, "r"),
    ]
    air = AIR / (columns - 1 or 1)
    wide = (inside.w - air * (columns - 1)) / columns
    for i, name in enumerate(tiles):
        place = Box(inside.x + (i // rows) * (wide + air), y + (i % rows + 1) * step, wide, 0)
        nodes += _swatch(place.x + 13, place.y, theme, words, name, signed=columns > 1)
        nodes += _line(place, theme, words, name if columns == 1 else "", stats.of(name))
    y += (rows + 1) * step
    nodes += _line(Box(inside.x, y, inside.w, 0), theme, words, HANDS, stats.hands)
    return (*nodes, Text(x, y + step, seal, fit(seal, CAP, inside.w), theme.accent, words.bold))


def _line(place: Box, theme: Theme, words: Words, name: str, count: int) -> list[Node]:
    """A count at the right of its place, its name at the left where it has one."""
    nodes: list[Node] = [Text(place.right, place.y, str(count), CAP, theme.ink, words.bold, "r")]
    if name:
        space = place.w - INDENT - width("000", CAP, words.bold) - 8
        nodes += phrase([words.named(name, "medium")], place.x + INDENT, place.y, CAP, space, theme.ink, "l")
    return nodes


def _swatch(x: float, y: float, theme: Theme, words: Words, name: str, signed: bool) -> list[Node]:
    """The picture or the colour of a count, with its sign where no name stands beside it."""
    known = emblem(words.game, name)
    if known.picture:
        return [Picture(x - 15, y - 15, 30, 30, known.picture)]
    ground = theme.ground(known.ground)
    if signed:
        mark = Text(x, y, known.sign, min(SIGN, fit(known.sign, SIGN, 25)), ground.ink, BOLD, role="posting")
        return [Disc(x, y, 15, ground.colour), mark]
    if known.place == "dot":
        return [Disc(x, y, 7, ground.deep)]
    return [] if known.counted else [Disc(x, y, 11, ground.colour)]
