"""The marks of the roads: beads, rings, discs and slashes. Shapes and letters carry the meaning, not colour alone."""

from eztrak.display.emblems import Emblem, emblem, in_small
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.scene import Bar, Disc, Node, Picture, Ring, Slash, Text
from eztrak.display.scene import Colour as Shade
from eztrak.display.theme import Theme
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.roads.derived import Colour, Derived

LETTER, FIGURE = 25.0, 16.5  # the least cap heights of a bead's letter and of a small figure beside it


def signs_of(game: Game, hand: Hand) -> list[Emblem]:
    """The emblems that can stand in the middle of a hand's mark, the rarest first."""
    marks = [game.marks[id] for id in game.marks if id in hand.marks and game.place(game.marks[id]) == "sign"]
    return [emblem(game, mark.id) for mark in sorted(marks, key=lambda mark: game.share(mark.results))]


def bead_mark(
    x: float, y: float, cell: float, hand: Hand, theme: Theme, game: Game, points: bool = False
) -> list[Node]:
    """A bead: the winner's letter on its colour, or its points where they are known and wanted.

    A bonus shows its sign on its ground inside the winner's ring; beside it stands a small figure where there is more
    to tell, and dots at the corners.

    The sign and not the drawing: at this size a figure is read from further away than an animal.
    """
    r = cell * 0.46
    signs = signs_of(game, hand)
    wide = bool(signs and len(signs[0].sign) > 1)  # two letters need the corners of a square
    nodes: list[Node] = [_round(x, y, r, cell * 0.28 if wide else r, theme.of(hand.outcome))]
    emblems = [emblem(game, id) for id in game.marks if id in hand.marks]
    beside = next((e.sign for e in (*signs[1:], *emblems) if e.sign and (e in signs[1:] or e.place == "corner")), "")
    said = str(hand.points) if points and hand.points is not None else hand.outcome.value
    ink = theme.bright
    if signs:
        ground = theme.ground(signs[0].ground)
        said, ink = signs[0].sign, ground.ink
        inner = r - cell * (0.06 if wide else 0.09)
        nodes.append(_round(x, y, inner, cell * 0.22 if wide else inner, ground.colour))
    cap = max(LETTER, fit(said, cell * 0.5, cell * (0.74 if wide else 0.66)))
    if beside:
        small = max(FIGURE, cell * 0.3)
        cap = max(LETTER, min(cap, cell * 0.44))
        first, more = width(said, cap), width(beside, small)
        left = x - (first + more + 1) / 2
        nodes += [
            Text(left + first / 2, y - cap * 0.1, said, cap, ink),
            Text(left + first + 1 + more / 2, y + cap * 0.42, beside, small, ink, BOLD, role="posting"),
        ]
    else:
        nodes.append(Text(x, y, said, cap, ink))
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


def big_mark(x: float, y: float, cell: float, hand: Hand, ties: int, theme: Theme, game: Game) -> list[Node]:
    """A ring in the winner's colour, the emblem of a bonus in its heart, a green slash with its count for ties."""
    nodes: list[Node] = [Ring(x, y, cell * 0.44, cell * 0.13, theme.of(hand.outcome))]
    if signs := signs_of(game, hand):
        nodes += heart(x, y, cell, signs[0], theme)
    return nodes + tie_mark(x, y, cell, ties, theme)


def heart(x: float, y: float, cell: float, one: Emblem, theme: Theme) -> list[Node]:
    """The picture of an emblem on its ground, or its sign; of a long sign, where there is no room, the first letter."""
    ground = theme.ground(one.ground)
    nodes: list[Node] = [Disc(x, y, cell * 0.36, ground.colour)]
    if one.picture:
        r = cell * (0.3 if in_small(one.picture) != one.picture else 0.34)
        return [*nodes, Picture(x - r, y - r, 2 * r, 2 * r, in_small(one.picture))]
    cap = max(FIGURE, cell * 0.42)
    said = one.sign if width(one.sign, cap) <= cell * 0.72 else one.sign[:1].strip("PBT")
    return [*nodes, Text(x, y, said, cap, ground.ink, role="posting")] if said else nodes


def tie_mark(x: float, y: float, cell: float, ties: int, theme: Theme) -> list[Node]:
    nodes: list[Node] = []
    if ties:
        nodes.append(Slash(x, y, cell * 0.42, cell * 0.12, theme.tie))
    if ties > 1:
        nodes += [Disc(x, y, cell * 0.38, theme.tie), Text(x, y, str(ties), max(25.0, cell * 0.5), theme.bright)]
    return nodes


def derived_mark(x: float, y: float, cell: float, road: Derived, colour: Colour, theme: Theme) -> Node:
    shade = theme.road_red if colour is Colour.RED else theme.road_blue
    match road:
        case Derived.BIG_EYE:
            return Ring(x, y, cell * 0.42, cell * 0.17, shade)
        case Derived.SMALL:
            return Disc(x, y, cell * 0.42, shade)
        case Derived.COCKROACH:
            return Slash(x, y, cell * 0.4, cell * 0.2, shade)
