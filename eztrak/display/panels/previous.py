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
SIGN = 16.5


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
    names = [*words.game.tiles, HANDS]
    # Where there are too many for a column of names, the signs of their beads stand for them, in two.
    columns = 1 if (box.h - 16) / (len(names) + 2) >= STEP else 2
    rows = -(-len(names) // columns)
    step = (box.h - 16) / (rows + 2)
    y = box.y + 8 + step / 2
    room = inside.w - width(str(number), CAP) - 10
    nodes += [
        *phrase([words.both("previous", "medium")], inside.x, y, CAP, room, theme.soft, "l"),
        Text(inside.right, y, str(number), CAP, theme.accent, words.bold, "r"),
    ]
    wide = (inside.w - 24 * (columns - 1)) / columns
    for i, name in enumerate(names):
        place = Box(inside.x + (i // rows) * (wide + 24), y + (i % rows + 1) * step, wide, 0)
        count = str(stats.hands if name == HANDS else stats.of(name))
        room = wide - INDENT - width(count, CAP, words.bold) - 12
        nodes += _swatch(place.x + 13, place.y, theme, words, name, signed=columns > 1)
        nodes += [
            *phrase([words.named(name, "medium")], place.x + INDENT, place.y, CAP, room, theme.ink, "l"),
            Text(place.right, place.y, count, CAP, theme.ink, words.bold, "r"),
        ]
    seal_y = y + (rows + 1) * step
    return (*nodes, Text(x, seal_y, seal, fit(seal, CAP, inside.w), theme.accent, words.bold))


def _swatch(x: float, y: float, theme: Theme, words: Words, name: str, signed: bool) -> list[Node]:
    """The picture or the colour of a count; with its sign, where there is less room for its name."""
    known = emblem(words.game, name)
    if known.picture:
        return [Picture(x - 15, y - 15, 30, 30, known.picture)]
    if name == HANDS or (known.counted and known.place != "dot"):
        return []
    if known.counted or not signed or known.place == "dot":
        shade = theme.ground(known.ground)
        return [Disc(x, y, 11 if not known.counted else 7, shade.deep if known.place == "dot" else shade.colour)]
    shade = theme.ground(known.ground)
    cap = fit(known.sign, SIGN, 24)
    return [Disc(x, y, 14, shade.colour), Text(x, y, known.sign, max(cap, 16.0), shade.ink, BOLD, role="posting")]
