"""The bead plate, the big road, the three derived roads and the ask road, drawn on paper."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.motion import BEAT_STEPS, mix
from eztrak.display.panels.frame import Paper
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark, tie_mark
from eztrak.display.scene import Bar, Box, Disc, Node, Nodes, Ring, Text
from eztrak.display.theme import Theme
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import Answer
from eztrak.roads.derived import Derived, DerivedCell
from eztrak.roads.roads import Roads


def bead_plate(box: Box, theme: Theme, roads: Roads, standing: tuple[Hand, ...], points: bool = False) -> Nodes:
    newest = roads.bead[-1] if roads.bead else None
    paper = Paper(box, theme, newest.col if newest else 0)
    nodes: list[Node] = list(paper.nodes)
    if newest and (at := paper.centre(newest.col, newest.row)):
        half = paper.cell / 2 - 1
        nodes.append(Bar(at[0] - half, at[1] - half, 2 * half, 2 * half, theme.newest, 4))
    for bead, hand in zip(roads.bead, standing, strict=True):
        if at := paper.centre(bead.col, bead.row):
            nodes += bead_mark(*at, paper.cell, hand, theme, points)
    return tuple(nodes)


def newest_bead(
    box: Box, theme: Theme, roads: Roads, standing: tuple[Hand, ...], step: int, points: bool = False
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
    return (ring, *bead_mark(*at, paper.cell, standing[-1], theme, points))


def big_road(box: Box, theme: Theme, roads: Roads, standing: tuple[Hand, ...]) -> Nodes:
    paper = Paper(box, theme, roads.big[-1].col if roads.big else 0)
    nodes: list[Node] = list(paper.nodes)
    winners = [hand for hand in standing if hand.outcome is not Outcome.TIE]
    for cell, hand in zip(roads.big, winners, strict=True):
        if at := paper.centre(cell.col, cell.row):
            nodes += big_mark(*at, paper.cell, hand, cell.ties, theme)
    if roads.leading_ties and (at := paper.centre(1, 1)):
        nodes += tie_mark(*at, paper.cell, roads.leading_ties, theme)
    return tuple(nodes)


def derived_road(box: Box, theme: Theme, road: Derived, cells: tuple[DerivedCell, ...]) -> Nodes:
    paper = Paper(box, theme, cells[-1].col if cells else 0)
    nodes: list[Node] = list(paper.nodes)
    for cell in cells:
        if at := paper.centre(cell.col, cell.row):
            nodes.append(derived_mark(*at, paper.cell, road, cell.colour, theme))
    return tuple(nodes)


def ask_road(box: Box, theme: Theme, banker: Answer, player: Answer) -> Nodes:
    """Its own small table of six symbols: a row for Banker, a row for Player."""
    nodes: list[Node] = [Bar(*box, theme.paper, PANEL_RADIUS)]
    col = box.w / 4
    for i, (outcome, answer) in enumerate(((Outcome.BANKER, banker), (Outcome.PLAYER, player))):
        y = box.y + box.h * (0.28 + 0.44 * i)
        x = box.x + col / 2
        nodes += [Disc(x, y, 24, theme.of(outcome)), Text(x, y, outcome.value, 25, theme.bright)]
        for road, colour in zip(Derived, answer, strict=True):
            if colour:
                nodes.append(derived_mark(x + col * road, y, 40, road, colour, theme))
    return tuple(nodes)
