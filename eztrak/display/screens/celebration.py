"""A Dragon 7 or a Panda 8: for a few seconds the drawing, the name and what it pays stand where the roads stood.

Nothing waits for it: the strip stays in view, the next entry is typed meanwhile, and the next hand ends it. What moves
is small, so that a celebration costs little: sparks that rise, each a few pixels.
"""

from math import sin

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit
from eztrak.display.motion import mix, opened
from eztrak.display.panels.label import row, row_width
from eztrak.display.scene import Bar, Box, Disc, Node, Nodes, Picture, Text
from eztrak.display.sentences import sentence
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand

NAME, WINNER, PAYS = 216.0, 84.0, 64.0
LETTERS = 970.0  # the width that a name needs to be read at ten metres
OPENED = 0.9
SPARKS, SPARK_SECONDS = 22, 3.4


def celebration(box: Box, theme: Theme, words: Words, hand: Hand, pays: str, share: float) -> Nodes:
    """The ground and the words. `share`: how far it has opened; from OPENED on there is something on it."""
    key = "dragon7" if hand.dragon7 else "panda8"
    ground, deep, ink = theme.grounds(key)
    outer = opened(box, share)
    frame = theme.of(hand.outcome)
    nodes: list[Node] = [
        Bar(*outer, frame, PANEL_RADIUS),
        Bar(*outer.inset(min(10.0, outer.h / 3)), ground, PANEL_RADIUS, deep),
    ]
    if share < OPENED:
        return tuple(nodes)
    _, room = _places(box)
    name = words.say(key)
    x, middle = room.centre
    cap = fit(name, min(NAME, room.h / 2.5), room.w, words.bold)
    # The name alone is as large as can be; the second language stands in the line above it.
    winner = [(f"{words.winner(hand.outcome)} {words.say('wins')}", words.bold)]
    if other := words.other:
        winner.append((f"{other.winner(hand.outcome)} {other.say('wins')} {other.say(key)}", other.bold))
    told = f"{words.say('pays')} {sentence(pays, words.languages[0])}".upper() if pays else ""
    small = min(WINNER, cap * 0.45)
    small *= min(1.0, room.w / row_width(winner, small))
    last = fit(told, min(PAYS, cap * 0.36), room.w, words.bold)
    gap = cap * 0.32
    total = small + gap + cap + (gap + last if told else 0)
    y = middle - total / 2
    nodes += [
        *row(winner, x, y + small / 2, small, room.w, ink),
        Text(x, y + small + gap + cap / 2, name, cap, ink, words.bold, role="figure"),
    ]
    if told:
        nodes.append(Text(x, y + total - last / 2, told, last, ink, words.bold))
    return tuple(nodes)


def drawing(box: Box, hand: Hand) -> Nodes:
    art, _ = _places(box)
    return (Picture(*art, "dragon" if hand.dragon7 else "panda"),)


def sparks(box: Box, theme: Theme, hand: Hand, age: float) -> Nodes:
    """Sparks that rise behind the drawing, where no word stands, and die away."""
    art, _ = _places(box)
    ground, _, _ = theme.grounds("dragon7" if hand.dragon7 else "panda8")
    colour = theme.banker if hand.dragon7 else theme.player
    nodes: list[Node] = []
    for i in range(SPARKS):
        life = (age / SPARK_SECONDS + i * 0.569840) % 1.0
        x = art.x + art.w * ((i * 0.754878 + 0.07) % 1.0) + 16 * sin(6 * life + i)
        y = art.bottom - 14 - (art.h - 28) * life
        r = (6.0 + i % 4 * 2.2) * (1 - life) + 2
        nodes.append(Disc(x, y, round(r), mix(colour, ground, round(life * 8) / 10)))
    return tuple(nodes)


def _places(box: Box) -> tuple[Box, Box]:
    """Where the drawing stands, and the room for words: beside it, or under it on a high board."""
    inside = box.inset(28)
    if box.h > box.w * 0.6:
        high = inside.h - min(500.0, inside.h * 0.52)
        return Box(inside.x, inside.y, inside.w, high), Box(inside.x, inside.y + high, inside.w, inside.h - high)
    wide = min(inside.w * 0.4, inside.h * 1.15, inside.w - LETTERS)
    words = Box(inside.x + wide + 24, inside.y, inside.w - wide - 36, inside.h)
    return Box(inside.x, inside.y, wide, inside.h), words
