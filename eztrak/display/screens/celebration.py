"""A rare bonus: for a few seconds its drawing or its sign, its name and what it pays stand where the roads stood.

Nothing waits for it: the strip stays in view, the next entry is typed meanwhile, and the next hand ends it. What moves
is small, so that a celebration costs little: sparks that rise, each a few pixels.
"""

from math import sin

from eztrak.display.emblems import emblem
from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, lines
from eztrak.display.motion import mix, opened
from eztrak.display.panels.label import row, row_width
from eztrak.display.recall import recalled
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Disc, Node, Nodes, Picture, Text
from eztrak.display.theme import Ground, Theme
from eztrak.display.words import Words, pushed, won
from eztrak.game.game import Mark
from eztrak.game.hand import Hand

NAME, WINNER, PAYS, PUSHED = 216.0, 84.0, 64.0, 44.0
LEAST = 80.0  # of a name
LETTERS = 970.0  # the width that a name needs to be read at ten metres
FILLED = 0.94  # of its room, by words that need all of it
LEADING, MARKED = 0.2, 0.5  # the least air between two lines, in parts of the name; with marks above and below it
OPENED = 0.9
SPARKS, SPARK_SECONDS = 22, 3.4


def celebration(box: Box, theme: Theme, words: Words, hand: Hand, mark: Mark, share: float) -> Nodes:
    """The ground and the words. `share`: how far it has opened; from OPENED on there is something on it."""
    ground = _ground(theme, words, hand, mark)
    outer = opened(box, share)
    nodes: list[Node] = [
        Bar(*outer, theme.of(hand.outcome), PANEL_RADIUS),
        Bar(*outer.inset(min(10.0, outer.h / 3)), ground.colour, PANEL_RADIUS, ground.deep),
    ]
    if share < OPENED:
        return tuple(nodes)
    _, space = _places(box)
    x, middle = space.centre
    name, other = words.wager_name(mark.wager), words.other
    face = words.face_for_name(name)
    paid, given_back = _paid(words, hand, mark), pushed(words, hand)
    share_of = 2.5 if not given_back else 2.9
    parts, cap = lines(name, min(NAME, space.h / share_of), space.w, LEAST, face)
    cap = min(cap, space.h / (share_of * len(parts)))
    # The name alone is as large as can be; the second language stands in the line above it.
    winner = [(won(words, hand), words.bold)]
    if other:
        said = f"{won(other, hand)} · {other.wager_name(mark.wager)}"
        winner.append((said, other.face_for_name(said)))
    small = min(WINNER, cap * 0.45)
    small *= min(1.0, space.w / row_width(winner, small))
    gap = cap * (0.32 if len(parts) == 1 else 0.28)
    below = [(paid, min(PAYS, cap * 0.36)), (given_back, min(PUSHED, cap * 0.3))]
    last = [(text, fit(text, size, space.w, words.face_for_name(text))) for text, size in below if text]
    ink, gaps = small + len(parts) * cap + sum(size for _, size in last), len(parts) + len(last)
    high = space.h * FILLED
    least = (MARKED if words.language == "vi" else LEADING) * cap
    gap = max(least, min(gap, (high - ink) / gaps))  # the air gives way first
    if (total := ink + gaps * gap) > high:
        squeeze = high / total
        small, cap, gap, total = (size * squeeze for size in (small, cap, gap, total))
        last = [(text, size * squeeze) for text, size in last]
    y = middle - total / 2
    nodes += row(winner, x, y + small / 2, small, space.w, ground.ink)
    y += small + gap
    for part in parts:
        nodes.append(Text(x, y + cap / 2, part, cap, ground.ink, face, role=Role.WINNER))
        y += cap + gap
    for text, size in last:
        nodes.append(Text(x, y + size / 2, text, size, ground.ink, words.face_for_name(text)))
        y += size + gap
    return tuple(nodes)


def drawing(box: Box, theme: Theme, words: Words, hand: Hand, mark: Mark) -> Nodes:
    """The picture of a mark, or its sign on a disc as large as a picture."""
    art, _ = _places(box)
    known = emblem(words.game, mark.id)
    if known.picture:
        return (Picture(*art, known.picture),)
    ground = _ground(theme, words, hand, mark)
    x, y = art.centre
    r = min(art.w, art.h) * 0.46
    cap = fit(known.sign, r * 1.05, r * 1.4)
    return (
        Disc(x, y, r, ground.ink),
        Disc(x, y, r * 0.94, mix(ground.colour, (255, 255, 255), 0.35)),
        Text(x, y, known.sign, cap, ground.ink, role=Role.WINNER),
    )


def sparks(box: Box, theme: Theme, words: Words, hand: Hand, mark: Mark, age: float) -> Nodes:
    """Sparks that rise behind the drawing, where no word stands, and die away."""
    art, _ = _places(box)
    ground = _ground(theme, words, hand, mark).colour
    colour = theme.of(hand.outcome)
    nodes: list[Node] = []
    for i in range(SPARKS):
        life = (age / SPARK_SECONDS + i * 0.569840) % 1.0
        x = art.x + art.w * ((i * 0.754878 + 0.07) % 1.0) + 16 * sin(6 * life + i)
        y = art.bottom - 14 - (art.h - 28) * life
        r = (6.0 + i % 4 * 2.2) * (1 - life) + 2
        nodes.append(Disc(x, y, round(r), mix(colour, ground, round(life * 8) / 10)))
    return tuple(nodes)


def _payer(words: Words, hand: Hand, mark: Mark) -> tuple[str, str]:
    """The spot that pays for a mark, and what: the mark's own, or the best there is where it is no wager's."""
    wins = words.game.wins(hand)
    own = {spot: paid for spot, paid in wins.items() if words.game.spots[spot].id == mark.wager.id}
    return next(iter((own or wins).items()), ("", ""))


@recalled(keep=2)
def _ground(theme: Theme, words: Words, hand: Hand, mark: Mark) -> Ground:
    """The mark's own ground, or that of the wager that it is celebrated for."""
    spot, _ = _payer(words, hand, mark)
    wager = words.game.spots.get(spot)
    own = wager is None or wager.id == mark.wager.id or mark.wager.look.ground
    return theme.ground(emblem(words.game, mark.id if own else spot).ground)


def _paid(words: Words, hand: Hand, mark: Mark) -> str:
    """What is paid for it; with the name of the wager, where the mark has another."""
    spot, paid = _payer(words, hand, mark)
    if not spot:
        return ""
    who = "" if words.game.spots[spot].id == mark.wager.id else f"{words.name(spot)} "
    return f"{who}{words.say('pays')} {words.odds(paid)}".upper()


def _places(box: Box) -> tuple[Box, Box]:
    """Where the drawing stands, and the room for words: beside it, or under it on a high board."""
    inside = box.inset(28)
    if box.h > box.w * 0.6:
        high = inside.h - min(540.0, inside.h * 0.56)
        return Box(inside.x, inside.y, inside.w, high), Box(inside.x, inside.y + high, inside.w, inside.h - high)
    wide = min(inside.w * 0.4, inside.h * 1.15, inside.w - LETTERS)
    words = Box(inside.x + wide + 24, inside.y, inside.w - wide - 36, inside.h)
    return Box(inside.x, inside.y, wide, inside.h), words
