"""The bead plate, the big road, the three derived roads and the ask road, drawn on paper."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.motion import BEAT_STEPS, mix
from eztrak.display.panels.frame import PAD, Paper
from eztrak.display.panels.label import row, row_width
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark, tie_mark
from eztrak.display.recall import folded
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes, Ring
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import NextMarks
from eztrak.roads.bead import Bead
from eztrak.roads.big import BigCell
from eztrak.roads.derived import Derived, DerivedCell
from eztrak.roads.roads import Roads

NAME = 17.0
NAMED = PAD + 1.5 * NAME + 8  # what its line takes at the foot of a road, with ideographs


def bead_plate(
    box: Box,
    theme: Theme,
    words: Words,
    roads: Roads,
    standing: tuple[Hand, ...],
    points: bool = False,
    cell: float = 0.0,
) -> Nodes:
    if not roads.bead:
        return Paper(box, theme, 0, cell).nodes
    *older, newest = zip(roads.bead, standing, strict=True)
    paper = Paper(box, theme, newest[0].col, cell)
    nodes = _beads(tuple(older), paper, theme, words, points)
    at = paper.centre(newest[0].col, newest[0].row)
    assert at is not None  # the paper is scrolled to it
    return (*nodes, *paper.lit(at, theme), *bead_mark(*at, paper.cell, newest[1], theme, words, points))


def newest_bead(
    box: Box,
    theme: Theme,
    words: Words,
    roads: Roads,
    standing: tuple[Hand, ...],
    step: int,
    points: bool = False,
    cell: float = 0.0,
) -> Nodes:
    """The ring that runs out from the newest bead, at a step of its beat, and the bead on top of it."""
    newest = roads.bead[-1]
    paper = Paper(box, theme, newest.col, cell)
    at = paper.centre(newest.col, newest.row)
    if at is None:
        return ()
    share = step / (BEAT_STEPS - 1)
    colour = mix(theme.stroke(newest.outcome), theme.road, share)
    ring = Ring(*at, paper.cell * (0.48 + 0.2 * share), paper.cell * 0.1 * (1.2 - share), colour)
    return (ring, *bead_mark(*at, paper.cell, standing[-1], theme, words, points))


def big_road(
    box: Box, theme: Theme, words: Words, roads: Roads, standing: tuple[Hand, ...], cell: float = 0.0
) -> Nodes:
    paper = Paper(box, theme, roads.big[-1].col if roads.big else 0, cell)
    if not roads.big:
        at = paper.centre(1, 1)
        if not roads.leading_ties or at is None:
            return paper.nodes
        return (*paper.nodes, *paper.lit(at, theme), *tie_mark(*at, paper.cell, roads.leading_ties, theme))
    winners = [hand for hand in standing if hand.outcome is not Outcome.TIE]
    *older, (newest, hand) = zip(roads.big, winners, strict=True)
    nodes = _cells(tuple(older), paper, theme, words)
    at = paper.centre(newest.col, newest.row)
    assert at is not None
    return (*nodes, *paper.lit(at, theme), *big_mark(*at, paper.cell, hand, newest.ties, theme, words))


def derived_road(box: Box, theme: Theme, road: Derived, cells: tuple[DerivedCell, ...], cell: float = 0.0) -> Nodes:
    if not cells:
        return Paper(box, theme, 0, cell).nodes
    *older, newest = cells
    paper = Paper(box, theme, newest.col, cell)
    nodes = _marks(tuple(older), paper, theme, road)
    at = paper.centre(newest.col, newest.row)
    assert at is not None
    return (*nodes, *paper.lit(at, theme), derived_mark(*at, paper.cell, road, newest.colour, theme))


def road_name(box: Box, theme: Theme, words: Words, key: str, reach: float) -> Nodes:
    """The name of a road at the end of its lowest row, as long as no mark stands there. `reach`: how far they do. Where
    two languages have no room, the first."""
    both = [(one.texts[0], one.face) for one in words.both(key, "medium")]
    said = next((some for some in (both, both[:1]) if reach + row_width(some, NAME) + 24 <= box.w), [])
    if not said or box.h < 4 * NAME:
        return ()
    colour = mix(theme.road, theme.on(theme.road), 0.65)
    return tuple(row(said, box.right - 12, box.bottom - PAD - NAME, NAME, box.w - 24, colour, "r", Role.ROAD))


def _blank(paper: Paper, *_: object) -> Nodes:
    return paper.nodes


# The marks of a road that has one more are those that it had, the very same, and one more: the painter sees it at once.
@folded(12, _blank)
def _beads(nodes: Nodes, one: tuple[Bead, Hand], paper: Paper, theme: Theme, words: Words, points: bool) -> Nodes:
    at = paper.centre(one[0].col, one[0].row)
    return (*nodes, *bead_mark(*at, paper.cell, one[1], theme, words, points)) if at else nodes


@folded(12, _blank)
def _cells(nodes: Nodes, one: tuple[BigCell, Hand], paper: Paper, theme: Theme, words: Words) -> Nodes:
    at = paper.centre(one[0].col, one[0].row)
    return (*nodes, *big_mark(*at, paper.cell, one[1], one[0].ties, theme, words)) if at else nodes


@folded(24, _blank)
def _marks(nodes: Nodes, cell: DerivedCell, paper: Paper, theme: Theme, road: Derived) -> Nodes:
    at = paper.centre(cell.col, cell.row)
    return (*nodes, derived_mark(*at, paper.cell, road, cell.colour, theme)) if at else nodes


def ask_road(box: Box, theme: Theme, words: Words, banker: NextMarks, player: NextMarks) -> Nodes:
    """Its own small table of six symbols: a row for Banker, a row for Player."""
    nodes: list[Node] = [Bar(*box, theme.road, PANEL_RADIUS)]
    col = box.w / 4
    for i, (outcome, marks) in enumerate(((Outcome.BANKER, banker), (Outcome.PLAYER, player))):
        y = box.y + box.h * (0.28 + 0.44 * i)
        x = box.x + col / 2
        nodes += bead_mark(x, y, min(50.0, box.h * 0.44), Hand(outcome), theme, words)
        for road, colour in zip(Derived, marks, strict=True):
            if colour:
                nodes.append(derived_mark(x + col * road, y, 36, road, colour, theme))
    return tuple(nodes)
