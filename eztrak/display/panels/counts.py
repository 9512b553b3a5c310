"""Counts and percentages: a tile for each wager, for naturals and for the hands of the shoe."""

from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import MEDIUM, fit
from eztrak.display.panels.label import label
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.stats import Stats, percent

LABEL, COUNT, SHARE = 26.0, 80.0, 28.0


def counts(box: Box, theme: Theme, words: Words, stats: Stats, panda8: bool) -> Nodes:
    tiles = ["player", "banker", "tie", "dragon7", *(["panda8"] if panda8 else []), "naturals", "hands"]
    each = (box.w - GAP * (len(tiles) - 1)) / len(tiles)
    grounds = {
        "player": (theme.player, theme.player_deep, theme.ink),
        "banker": (theme.banker, theme.banker_deep, theme.ink),
        "tie": (theme.tie, theme.tie_deep, theme.ink),
        "dragon7": (theme.gold, theme.gold_deep, theme.dark),
        "panda8": (theme.panda, theme.panda_deep, theme.panda_ink),
    }
    nodes: list[Node] = []
    for i, name in enumerate(tiles):
        tile = Box(box.x + i * (each + GAP), box.y, each, box.h)
        ground, deep, ink = grounds.get(name, (theme.panel, theme.panel_deep, theme.ink))
        x, _ = tile.centre
        count: int = getattr(stats, name)
        nodes += [
            Bar(*tile, ground, PANEL_RADIUS, deep),
            *label(words, name, Box(tile.x + 12, tile.y + 14, each - 24, LABEL), LABEL, ink),
            Text(x, tile.y + 94, str(count), COUNT, ink, role="figure"),
        ]
        if name != "hands":
            share = f"{percent(count, stats.hands):.1f}%"
            nodes.append(Text(x, tile.y + 157, share, SHARE, ink, MEDIUM))
        elif stats.free:
            free = f"{stats.free} {words.say('free')}"
            nodes.append(Text(x, tile.y + 157, free, fit(free, SHARE, each - 24, words.medium), ink, words.medium))
    return tuple(nodes)
