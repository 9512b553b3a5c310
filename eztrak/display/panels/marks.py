"""The marks of the roads: beads, rings, discs and slashes. Shapes and letters carry the meaning, not colour alone."""

from eztrak.display.scene import Disc, Node, Picture, Ring, Slash, Text
from eztrak.display.theme import Theme
from eztrak.game.hand import Hand
from eztrak.roads.derived import Colour, Derived


def bead_mark(x: float, y: float, cell: float, hand: Hand, theme: Theme, points: bool = False) -> list[Node]:
    """A bead: the winner's letter on its colour, or its points where they are known and wanted.

    A Dragon 7 or Panda 8 shows its figure inside the winner's ring.

    The figure and not the drawing: at this size a 7 is read from further away than a dragon.
    """
    r = cell * 0.46
    colour = theme.of(hand.outcome)
    nodes: list[Node] = [Disc(x, y, r, colour)]
    bonus = theme.bonus_of(hand)
    cap = max(25.0, cell * 0.5)
    if bonus:
        nodes += [Disc(x, y, r - cell * 0.09, bonus[0]), Text(x, y, "7" if hand.dragon7 else "8", cap, bonus[1])]
    else:
        said = str(hand.points) if points and hand.points is not None else hand.outcome.value
        nodes.append(Text(x, y, said, cap, theme.bright))
    if hand.natural:
        at = r * 0.74
        nodes += [Disc(x + at, y - at, cell * 0.13, theme.paper), Disc(x + at, y - at, cell * 0.095, theme.gold_deep)]
    return nodes


def big_mark(x: float, y: float, cell: float, hand: Hand, ties: int, theme: Theme) -> list[Node]:
    """A ring in the winner's colour, dragon or panda in its heart, a green slash with its count for ties."""
    nodes: list[Node] = [Ring(x, y, cell * 0.44, cell * 0.13, theme.of(hand.outcome))]
    if hand.dragon7:
        nodes += [Disc(x, y, cell * 0.36, theme.gold), _picture(x, y, cell * 0.3, "dragon-mark")]
    elif hand.panda8:
        nodes.append(_picture(x, y, cell * 0.34, "panda"))
    return nodes + tie_mark(x, y, cell, ties, theme)


def _picture(x: float, y: float, r: float, name: str) -> Picture:
    return Picture(x - r, y - r, 2 * r, 2 * r, name)


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
