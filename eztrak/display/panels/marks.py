"""The marks of the roads: beads, rings, discs and slashes. Shapes and letters carry the meaning, not colour alone."""

from collections.abc import Sequence

from eztrak.display.emblems import Emblem, emblem
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Disc, Node, Ring, Slash, Text
from eztrak.display.scene import Colour as Shade
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.derived import Colour, Derived

LETTER, FIGURE = 22.0, 16.5  # the least cap heights of a bead's letter and of a small figure beside it
IDEOGRAPH = 0.6  # its height, in parts of a cell
THICK, THIN = 0.22, 0.083  # of a ring, in parts of its cell
SIGNED = 24.0  # in a smaller cell the ground alone stands for a sign


def signs_of(game: Game, hand: Hand) -> list[Emblem]:
    """The emblems that can stand in the middle of a hand's mark, the rarest first."""
    marks = [game.marks[id] for id in game.marks if id in hand.marks and game.place(game.marks[id]) == "sign"]
    return [emblem(game, mark.id) for mark in sorted(marks, key=lambda mark: game.share(mark.results))]


def bead_mark(
    x: float, y: float, cell: float, hand: Hand, theme: Theme, words: Words, points: bool = False
) -> list[Node]:
    """A bead: the winner's letter on its colour, or its points where they are known and wanted. Where ideographs
    are read first, 莊, 閒 and 和 stand for the letters, if the cell is large enough for them.

    A bonus shows its sign on its ground inside the winner's ring; beside it stands a small figure where there is more
    to tell, and dots at the corners.

    The sign and not the drawing: at this size a figure is read from further away than an animal.
    """
    game = words.game
    r = cell * 0.46
    signs = signs_of(game, hand)
    emblems = [emblem(game, id) for id in game.marks if id in hand.marks]
    beside = next((e.sign for e in (*signs[1:], *emblems) if e.sign and (e in signs[1:] or e.place == "corner")), "")
    # Two letters need the corners of a square, and leave none for a small figure; nor can that be smaller.
    two = bool(signs and len(signs[0].sign) > 1)
    beside = "" if two else beside
    wide = two or bool(beside and cell * 0.3 < FIGURE)
    nodes: list[Node] = [_round(x, y, r, cell * 0.28 if wide else r, theme.of(hand.outcome))]
    said, face, ink = hand.outcome.value, BOLD, theme.bright
    if points and hand.points is not None:
        said = str(hand.points)
    elif not beside and (sign := _ideograph(words, hand)) and cell * IDEOGRAPH >= LETTER:
        said, face = sign, words.bold
    if signs:
        ground = theme.ground(signs[0].ground)
        said, face, ink = signs[0].sign, BOLD, ground.ink
        inner = r - cell * (0.03 if beside else 0.06 if wide else 0.09)
        nodes.append(_round(x, y, inner, cell * 0.22 if wide else inner, ground.colour))
    cap = max(LETTER, fit(said, cell * 0.5, cell * (0.74 if wide else 0.66)))
    if beside:
        small = max(FIGURE, cell * 0.3)
        cap = max(LETTER, min(cap, cell * 0.44))
        first, more = width(said, cap), width(beside, small)
        left = x - (first + more + 1) / 2
        nodes += [
            Text(left + first / 2, y - cap * 0.1, said, cap, ink, role=Role.MARK),
            Text(left + first + 1 + more / 2, y + cap * 0.42, beside, small, ink, BOLD, role=Role.SIGN),
        ]
    else:
        cap = cell * IDEOGRAPH if face != BOLD else cap
        nodes.append(Text(x, y, said, cap, ink, face, role=Role.MARK))
    for dot in emblems:
        if dot.place == "dot":
            at_x, at_y = (x + r * 0.74 * dot.corner[0], y + r * 0.74 * dot.corner[1])
            nodes += [
                Disc(at_x, at_y, cell * 0.14, theme.paper),
                Disc(at_x, at_y, cell * 0.105, theme.dot(dot.ground)),
            ]
    return nodes


def _round(x: float, y: float, r: float, radius: float, colour: Shade) -> Disc | Bar:
    """A disc, or a square with round corners."""
    return Disc(x, y, r, colour) if radius == r else Bar(x - r, y - r, 2 * r, 2 * r, colour, radius)


def _ideograph(words: Words, hand: Hand) -> str:
    """The name of a winner where that is one ideograph."""
    name = words.name(hand.outcome.id)
    return name if len(name) == 1 and name >= "\u2e80" else ""


def big_mark(x: float, y: float, cell: float, hand: Hand, ties: int, theme: Theme, words: Words) -> list[Node]:
    """A ring of the winner, thick for Banker and thin for Player; a slash for ties; over it the sign of a bonus."""
    thick = THICK if hand.outcome is Outcome.BANKER else THIN
    ring = Ring(x, y, cell * 0.44, cell * thick, theme.stroke(hand.outcome))
    signs = signs_of(words.game, hand)
    return [ring, *tie_mark(x, y, cell, ties, theme, heart(x, y, cell, signs[0], theme) if signs else ())]


def heart(x: float, y: float, cell: float, one: Emblem, theme: Theme) -> list[Node]:
    """The sign of an emblem on its ground, as on the bead; of a long sign the first letter, where there is no room."""
    ground = theme.ground(one.ground)
    nodes: list[Node] = [Disc(x, y, cell * 0.36, ground.colour)]
    cap = max(FIGURE, cell * 0.42)
    said = one.sign if width(one.sign, cap) <= cell * 0.72 else one.sign[:1].strip("PBT")
    return [*nodes, Text(x, y, said, cap, ground.ink, role=Role.SIGN)] if said and cell >= SIGNED else nodes


def tie_mark(x: float, y: float, cell: float, ties: int, theme: Theme, over: Sequence[Node] = ()) -> list[Node]:
    """A slash, and what is read over it; its count at the lower right where there are more."""
    nodes: list[Node] = [*([Slash(x, y, cell * 0.46, cell * 0.1, theme.road_tie)] if ties else ()), *over]
    if ties > 1:
        r = max(11.0, cell * 0.24)
        at = x + cell / 2 - r, y + cell / 2 - r
        nodes += [Disc(*at, r, theme.tie), Text(*at, str(ties), max(FIGURE, cell * 0.3), theme.bright, role=Role.SIGN)]
    return nodes


def derived_mark(x: float, y: float, cell: float, road: Derived, colour: Colour, theme: Theme) -> Node:
    """Red is thick or full, blue thin or small: they stay apart where colours do not."""
    red = colour is Colour.RED
    shade = theme.road_red if red else theme.road_blue
    match road:
        case Derived.BIG_EYE:
            return Ring(x, y, cell * 0.43, cell * (0.28 if red else 0.105), shade)
        case Derived.SMALL:
            return Disc(x, y, cell * (0.44 if red else 0.3), shade)
        case Derived.COCKROACH:
            return Slash(x, y, cell * 0.42, cell * (0.26 if red else 0.11), shade)
