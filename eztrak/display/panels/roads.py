"""The bead plate, the big road, the three derived roads and the ask road, drawn on paper."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.motion import BEAT_STEPS, mix
from eztrak.display.panels.frame import Paper
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark, tie_mark
from eztrak.display.recall import folded
from eztrak.display.scene import Bar, Box, Disc, Node, Nodes, Ring, Text
from eztrak.display.theme import Theme
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import NextMarks
from eztrak.roads.bead import Bead
from eztrak.roads.big import BigCell
from eztrak.roads.derived import Derived, DerivedCell
from eztrak.roads.roads import Roads


def bead_plate(
    box: Box, theme: Theme, game: Game, roads: Roads, standing: tuple[Hand, ...], points: bool = False
) -> Nodes:
    if not roads.bead:
        return Paper(box, theme, 0).nodes
    *older, newest = zip(roads.bead, standing, strict=True)
    paper = Paper(box, theme, newest[0].col)
    nodes = _beads(tuple(older), paper, theme, game, points)
    at = paper.centre(newest[0].col, newest[0].row)
    assert at is not None  # the paper is scrolled to it
    half = paper.cell / 2 - 1
    ground = Bar(at[0] - half, at[1] - half, 2 * half, 2 * half, theme.newest, 4)
    return (*nodes, ground, *bead_mark(*at, paper.cell, newest[1], theme, game, points))


def newest_bead(
    box: Box, theme: Theme, game: Game, roads: Roads, standing: tuple[Hand, ...], step: int, points: bool = False
) -> Nodes:
    """The ring that runs out from the newest bead, at a step of its beat, and the bead on top of it."""
    newest = roads.bead[-1]
    paper = Paper(box, theme, newest.col)
    at = paper.centre(newest.col, newest.row)
    if at is None:
        return ()
    share = step / (BEAT_STEPS - 1)
    colour = mix(theme.of(newest.outcome), theme.paper, share)
    ring = Ring(*at, paper.cell * (0.48 + 0.2 * share), paper.cell * 0.1 * (1.2 - share), colour)
    return (ring, *bead_mark(*at, paper.cell, standing[-1], theme, game, points))


def big_road(box: Box, theme: Theme, game: Game, roads: Roads, standing: tuple[Hand, ...]) -> Nodes:
    paper = Paper(box, theme, roads.big[-1].col if roads.big else 0)
    winners = [hand for hand in standing if hand.outcome is not Outcome.TIE]
    nodes = _cells(tuple(zip(roads.big, winners, strict=True)), paper, theme, game)
    if roads.leading_ties and (at := paper.centre(1, 1)):
        return (*nodes, *tie_mark(*at, paper.cell, roads.leading_ties, theme))
    return nodes


def derived_road(box: Box, theme: Theme, road: Derived, cells: tuple[DerivedCell, ...]) -> Nodes:
    return _marks(cells, Paper(box, theme, cells[-1].col if cells else 0), theme, road)


def _blank(paper: Paper, *_: object) -> Nodes:
    return paper.nodes


# The marks of a road that has one more are those that it had, the very same, and one more: the painter sees it at once.
@folded(12, _blank)
def _beads(nodes: Nodes, one: tuple[Bead, Hand], paper: Paper, theme: Theme, game: Game, points: bool) -> Nodes:
    at = paper.centre(one[0].col, one[0].row)
    return (*nodes, *bead_mark(*at, paper.cell, one[1], theme, game, points)) if at else nodes


@folded(12, _blank)
def _cells(nodes: Nodes, one: tuple[BigCell, Hand], paper: Paper, theme: Theme, game: Game) -> Nodes:
    at = paper.centre(one[0].col, one[0].row)
    return (*nodes, *big_mark(*at, paper.cell, one[1], one[0].ties, theme, game)) if at else nodes


@folded(24, _blank)
def _marks(nodes: Nodes, cell: DerivedCell, paper: Paper, theme: Theme, road: Derived) -> Nodes:
    at = paper.centre(cell.col, cell.row)
    return (*nodes, derived_mark(*at, paper.cell, road, cell.colour, theme)) if at else nodes


def ask_road(box: Box, theme: Theme, banker: NextMarks, player: NextMarks) -> Nodes:
    """Its own small table of six symbols: a row for Banker, a row for Player."""
    nodes: list[Node] = [Bar(*box, theme.paper, PANEL_RADIUS)]
    col = box.w / 4
    for i, (outcome, marks) in enumerate(((Outcome.BANKER, banker), (Outcome.PLAYER, player))):
        y = box.y + box.h * (0.28 + 0.44 * i)
        x = box.x + col / 2
        nodes += [Disc(x, y, 24, theme.of(outcome)), Text(x, y, outcome.value, 25, theme.bright)]
        for road, colour in zip(Derived, marks, strict=True):
            if colour:
                nodes.append(derived_mark(x + col * road, y, 40, road, colour, theme))
    return tuple(nodes)
