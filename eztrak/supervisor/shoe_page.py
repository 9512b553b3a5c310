"""A shoe on one page: its roads as on the board, counts against exact odds, time line, corrections and seal."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from eztrak.display.emblems import PLAIN, emblem
from eztrak.display.layout import GAP
from eztrak.display.lettering import BOLD, MEDIUM, width
from eztrak.display.panels.frame import Paper as Plate
from eztrak.display.panels.roads import bead_plate, big_road, derived_road
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.journal.correction import Correction
from eztrak.roads.derived import Derived
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import Roads, roads_of
from eztrak.supervisor.columns import (
    CAP,
    HEAD,
    STEP,
    Cell,
    Column,
    footing,
    headings,
    reach,
    row,
    section,
    whisker,
    written,
)
from eztrak.supervisor.days import instant, local, ordinal
from eztrak.supervisor.hands_table import corrected, hands_table
from eztrak.supervisor.names import named
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SMALL, SOFT, WIDE, Paper
from eztrak.supervisor.told import ShoeTold, change_text
from eztrak.table.expectation import Comparison, compare
from eztrak.table.stats import percent

CELL = 60.0  # of a road on paper, in layout units; the road is scaled to its place
ROOM = WIDE - 2 * MARGIN
BEADS = 124.0  # the width of the bead plate; the derived roads stand beside it
RIGHT = WIDE - MARGIN
BOTTOM = HIGH - 15
LEAST = 2.65  # from one correction to the next
WHITE, PALE = (255, 255, 255), 175.0  # paper, and the brightness from which on a line is hardly seen on it


def shoe_page(
    paper: Paper, told: ShoeTold, room: str, theme: Theme, words: Words, tail: Tail, printed: datetime
) -> None:
    paper.page()
    paper.paint(_head(told, room, words))
    y = _roads(paper, 36.0, told, theme, words, tail)
    counts, y = _counts(y, told, theme, words)
    paper.paint(counts)
    paper.paint(_time_line(y, told, theme))
    table, y = hands_table(y + 23, BOTTOM - 6, told, theme, words)
    paper.paint([*table, *_foot(told, printed)])
    _corrections(paper, y + 4, told, words, printed)


def _foot(told: ShoeTold, printed: datetime) -> list[Node]:
    notes = (
        "Hands are those that stand; a free hand is one of them, a void is not.",
        "A winner's count includes its bonus hands. Exact odds are those of a fresh shoe.",
    )
    return footing(notes, printed, f"Times are local: {local(told.shoe.started_at, '%Z, UTC%z')}")


def _head(told: ShoeTold, room: str, words: Words) -> list[Node]:
    shoe, stats = told.shoe, told.shoe.stats
    dealers = sorted({one.dealer for one in told.hands if one.dealer})
    ends = f" to {local(shoe.ended_at, '%H:%M')}" if shoe.ended_at else ", in play"
    when = local(shoe.started_at, "%A, %-d %B %Y, %H:%M") + ends
    which = f", {ordinal(told.nth)} shoe of the day" if told.nth else ""
    facts = f"{shoe.game.name()}, {shoe.decks} decks; {stats.hands} hands, {stats.voided} void, {stats.free} free"
    at_table = f"dealer {', '.join(map(str, dealers))}" if dealers else "no dealer on duty"
    return [
        written(MARGIN, 17, f"{shoe.table}, shoe {shoe.number}", 5.2, INK, 118, True, words=words),
        written(MARGIN, 24.4, when + which, 2.5, INK, 118),
        written(MARGIN, 29.4, f"{facts}; {at_table}", 2.1, SOFT, 118, words=words),
        written(RIGHT, 15.4, room, 2.1, SOFT, 60, anchor="r", words=words),
        Bar(RIGHT - 58, 19, 58, 11, INK, 1.5),
        Text(RIGHT - 54, 24.5, "SEAL", 1.9, WHITE, MEDIUM, "l"),
        Text(RIGHT - 4, 24.5, shoe.seal or "not ended", 3.1, WHITE, BOLD, "r"),
    ]


def _roads(paper: Paper, y: float, told: ShoeTold, theme: Theme, words: Words, tail: Tail) -> float:
    """Paints the roads, all of each: nothing scrolls on paper. Returns where the next part begins."""
    standing = tuple(one.hand for one in told.hands if not one.hand.voided)
    roads = roads_of(standing, tail)
    box, scale = _box(max(36, *(cell.col for cell in roads.big), 0), ROOM)
    paper.paint(_label(MARGIN, y, words, "big_road", "Big road"))
    paper.paint(_flat(big_road(box, theme, told.game, roads, standing)), MARGIN, y + 2.4, scale)
    y += box.h * scale + 7
    paper.paint(_label(MARGIN, y, words, "bead_plate", "Bead plate"))
    paper.paint(_bead_legend(y, told.game, theme, words))
    box, scale = _box(max(17, *(bead.col for bead in roads.bead), 0), BEADS)
    paper.paint(_flat(bead_plate(box, theme, told.game, roads, standing)), MARGIN, y + 2.4, scale)
    paper.paint(_corrected_beads(box, theme, roads, standing, told), MARGIN, y + 2.4, scale)
    lowest = y + box.h * scale
    derived = (roads.big_eye, roads.small, roads.cockroach)
    box, scale = _box(max(30, *(cell.col for road in derived for cell in road), 0), ROOM - BEADS - 6)
    for road, cells, name in zip(Derived, derived, ("Big eye boy", "Small road", "Cockroach pig"), strict=True):
        left = MARGIN + BEADS + 6
        paper.paint([Text(left, y, name, CAP, SOFT, MEDIUM, "l")])
        paper.paint(_flat(derived_road(box, theme, road, cells)), left, y + 2.4, scale)
        y += box.h * scale + 5.2
    return max(lowest + 2.4, y - 2.6) + 6


def _bead_legend(y: float, game: Game, theme: Theme, words: Words) -> list[Node]:
    """What the dots at a bead mean, from the right end of the plate on."""
    dots = [(theme.ground(emblem(game, id).ground).deep, game.says(id)) for id in game.marks if _dotted(id, game)]
    right, nodes = MARGIN + BEADS, list[Node]()
    for colour, name in reversed([*dots, (INK, "corrected")]):
        text = written(right, y, name.lower(), SMALL, SOFT, 30, anchor="r", words=words)
        right -= width(text.text, text.cap, text.face) + 1.6
        nodes += [text, Disc(right, y, 0.7, colour)]
        right -= 3.2
    return nodes


def _dotted(id: str, game: Game) -> bool:
    return emblem(game, id).place == "dot"


def _corrected_beads(box: Box, theme: Theme, roads: Roads, standing: tuple[Hand, ...], told: ShoeTold) -> list[Node]:
    """A black dot below a bead whose hand was changed or put in, where other marks have theirs above."""
    if not roads.bead:
        return []
    plate, marks = Plate(box, theme, roads.bead[-1].col), corrected(told)
    nodes: list[Node] = []
    for bead, hand in zip(roads.bead, standing, strict=True):
        if hand.number in marks and (at := plate.centre(bead.col, bead.row)):
            x, y = at[0] + plate.cell * 0.34, at[1] + plate.cell * 0.34
            nodes += [Disc(x, y, plate.cell * 0.14, theme.paper), Disc(x, y, plate.cell * 0.11, INK)]
    return nodes


def _box(cols: int, room: float) -> tuple[Box, float]:
    """The place of a road with so many columns in layout units, and the scale that brings it to its room on paper."""
    box = Box(0, 0, cols * CELL + 2 * GAP, ROWS * CELL + 2 * GAP)
    return box, room / box.w


def _flat(nodes: Nodes) -> Nodes:
    """Paper throws no shadow: without the first node, which is one."""
    return nodes[1:]


def _label(x: float, y: float, words: Words, key: str, english: str) -> list[Node]:
    said = words.say(key)
    return [written(x, y, english if said == english else f"{english} {said}", CAP, SOFT, 90, words=words)]


COUNTS = (
    Column("", MARGIN, 36, "l"),
    Column("counted", 66, 14),
    Column("share", 82, 14),
    Column("exact odds", 102, 16),
    Column("expected", 119, 15),
    Column("true share, 95 % range; the stroke is the exact odds", 124, 52, "l"),
    Column("", RIGHT, 24),
)


def _counts(y: float, told: ShoeTold, theme: Theme, words: Words) -> tuple[list[Node], float]:
    """The table and where the next part begins."""
    nodes = [*section(y, "Counts against exact odds"), *headings(y + 6, COUNTS)]
    y += 11
    for comparison in compare([told.shoe.dealt]):
        nodes += comparison_row(y, comparison, [told.game], theme, words)
        y += STEP
    return nodes, y + 2.8


def comparison_row(y: float, told: Comparison, games: Sequence[Game], theme: Theme, words: Words) -> list[Node]:
    verdict = {"as expected": "as expected"}.get(told.verdict, "OFF: " + told.verdict.split()[0])
    cells = (
        Cell(named(told.name, games, words), INK, True),
        Cell(f"{told.observed:,}", INK, True),
        Cell(f"{percent(told.observed, told.hands):.1f} %"),
        Cell(f"{100 * told.chance:.2f} %"),
        Cell(f"{told.expected:,.1f}"),
        Cell(""),
        Cell(verdict, ALARM if told.off else SOFT, told.off),
    )
    colour = ALARM if told.off else shade(told.name, games, theme)
    return [*row(y, COUNTS, cells, words), *whisker(Box(124, y - 2, 48, 4), told, reach(told), colour)]


def shade(id: str, games: Sequence[Game], theme: Theme) -> Colour:
    """The colour of a count on white paper."""
    game = next((game for game in games if id in game.counted), None)
    one = emblem(game, id) if game else PLAIN
    if one.counted:
        return SOFT
    ground = theme.ground(one.ground)
    return next((colour for colour in (ground.colour, ground.deep) if _brightness(colour) < PALE), SOFT)


def _brightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue


def _time_line(y: float, told: ShoeTold, theme: Theme) -> list[Node]:
    """A stroke for each hand at the time when it was entered, long for a winner, short and grey for a void.

    A black dot stands over a hand that was corrected.

    A hand that a supervisor put in later has no place here: nobody knows when it was dealt. One that was moved from
    another shoe has: it was entered there.
    """
    nodes: list[Node] = section(y, "Time line")
    later = {(one.hand, one.at) for one in told.corrections if one.what == "insert"}
    entered = [
        (one.hand, when)
        for one in told.hands
        if (one.hand.number, one.entered_at) not in later and (when := instant(one.entered_at))
    ]
    marks = corrected(told)
    times = [when for _, when in entered]
    starts, ends = instant(told.shoe.started_at), instant(told.shoe.ended_at or "")
    if starts is None or not times:
        return [*nodes, Text(MARGIN, y + 8, "no hands", CAP, SOFT, MEDIUM, "l")]
    until = max([ends or times[-1], *times])
    span = max((until - starts) / timedelta(seconds=1), 1.0)
    base = y + 13.6
    nodes.append(Bar(MARGIN, base, ROOM, 0.3, INK))
    for hand, when in entered:
        x = MARGIN + ROOM * min(1.0, max(0.0, (when - starts).total_seconds() / span))
        high = 3.0 if hand.voided else 7.0
        nodes.append(Bar(x - 0.35, base - high, 0.7, high, LINE if hand.voided else theme.of(hand.outcome)))
        if not hand.voided and (mark := told.game.celebrated(hand)):
            ground = theme.ground(emblem(told.game, mark.id).ground).colour
            nodes += [Disc(x, base - high, 1.1, theme.of(hand.outcome)), Disc(x, base - high, 0.8, ground)]
        if hand.number in marks:
            nodes.append(Disc(x, base - 9.1, 0.7, INK))
    step = next(m for m in (5, 10, 15, 30, 60, 120, 360, 1440, 10**9) if span / 60 / m <= 12)
    tick = starts.astimezone().replace(second=0, microsecond=0)
    tick -= timedelta(minutes=(tick.hour * 60 + tick.minute) % step)
    while (tick := tick + timedelta(minutes=step)) <= until:
        x = MARGIN + ROOM * (tick - starts).total_seconds() / span
        label = min(x, RIGHT - 3)  # the last one stays on the paper's column
        nodes += [Bar(x, base, 0.2, 1.4, INK), Text(label, base + 3.4, f"{tick:%H:%M}", HEAD, SOFT, MEDIUM)]
    return nodes


CORRECTIONS = (
    Column("hand", MARGIN + 8, 8),
    Column("what", MARGIN + 13, 40, "l"),
    Column("by", MARGIN + 56, 32, "l"),
    Column("when", MARGIN + 90, 36, "l"),
    Column("why", MARGIN + 128, 58, "l"),
)


def _corrections(paper: Paper, y: float, told: ShoeTold, words: Words, printed: datetime) -> None:
    """Who, when and why. Those that the page has no room for are not made too small to read: they go on on another."""
    if not told.corrections:
        paper.paint([Text(MARGIN, y + 1, "Corrections: none", CAP, INK, BOLD, "l")])
        return
    done, total = 0, len(told.corrections)
    while done < total:
        room = BOTTOM - y - 10
        if room < LEAST:
            paper.page()
            title = f"{told.shoe.table}, shoe {told.shoe.number}, continued"
            paper.paint([written(MARGIN, 17, title, 4.6, INK, ROOM, True, words=words), *_foot(told, printed)])
            y = 29.0
            continue
        step = min(4.6, max(LEAST, room / (total - done)))
        here = told.corrections[done : done + int(room / step + 1e-6)]
        part = "" if len(here) == total else f", {done + 1} to {done + len(here)} of {total}"
        paper.paint([*section(y, f"Corrections{part}"), *headings(y + 5.6, CORRECTIONS)])
        for i, one in enumerate(here):
            paper.paint(_correction(y + 10 + i * step, one, told.game, min(CAP, step * 0.62), words))
        done += len(here)
        y = BOTTOM


def _correction(y: float, one: Correction, game: Game, cap: float, words: Words) -> list[Node]:
    cells = (f"{one.hand}", change_text(one, game), one.by, local(one.at), one.reason)
    return [
        written(column.x, y, text, cap, INK, column.room, False, column.anchor, words)
        for column, text in zip(CORRECTIONS, cells, strict=True)
    ]
