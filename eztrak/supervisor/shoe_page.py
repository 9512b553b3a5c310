"""A shoe on one page: its roads as on the board, counts against exact odds, time line, corrections and seal."""

from collections.abc import Sequence
from datetime import timedelta

from eztrak.display.emblems import PLAIN, emblem
from eztrak.display.lettering import MEDIUM, width
from eztrak.display.panels.frame import PAD
from eztrak.display.panels.frame import Paper as Plate
from eztrak.display.panels.roads import bead_plate, big_road, derived_road
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.roads.derived import Derived
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import Roads, roads_of
from eztrak.supervisor.columns import (
    CAP,
    HEAD,
    STEP,
    Cell,
    Column,
    Printed,
    Style,
    corner,
    footing,
    headings,
    reach,
    row,
    section,
    texts,
    whisker,
    written,
)
from eztrak.supervisor.days import Ordinal, beginning, day_of, ending, instant, local, long_day, on_days, ticks, zone_at
from eztrak.supervisor.hands_table import corrected, hands_table
from eztrak.supervisor.names import both, called
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SMALL, SOFT, WIDE, Paper
from eztrak.supervisor.recorded_shoe import RecordedShoe
from eztrak.table.expectation import Comparison, compare
from eztrak.table.stats import percent
from eztrak.table.story import Happened
from eztrak.voice.said import All, Part, Said

CELL = 60.0  # of a road on paper, in layout units; the road is scaled to its place
ACROSS = WIDE - 2 * MARGIN
BEADS = 124.0  # the width of the bead plate; the derived roads stand beside it
RIGHT = WIDE - MARGIN
BOTTOM = HIGH - 15
LEAST = 2.65  # from one correction to the next
PALE = 175.0  # the brightness from which on a line is hardly seen on paper


def shoe_page(paper: Paper, recorded: RecordedShoe, style: Style, printed: Printed) -> None:
    theme, words = style.theme, style.words
    paper.page()
    paper.paint(_head(recorded, style.room, words))
    y = _roads(paper, 36.0, recorded, theme, words, style.tail)
    counts, y = _counts(y, recorded, theme, words)
    paper.paint(counts)
    paper.paint(_time_line(y, recorded, theme, words))
    table, y = hands_table(y + 23, BOTTOM - 6, recorded, theme, words)
    paper.paint([*table, *_foot(recorded, printed, words)])
    _corrections(paper, y + 4, recorded, words, printed)


def _foot(recorded: RecordedShoe, printed: Printed, words: Words) -> list[Node]:
    notes = (
        Said("A free hand counts as a hand, a void does not."),
        Said("A winner's count includes its bonus hands. Exact odds are those of a fresh shoe."),
    )
    return footing(notes, printed, on_days(zone_at(recorded.shoe.started_at, recorded.shoe.over_at)), words)


def _head(recorded: RecordedShoe, room: str, words: Words) -> list[Node]:
    shoe, stats = recorded.shoe, recorded.shoe.stats
    dealers = sorted({one.dealer for one in recorded.hands if one.dealer})
    day = long_day(day_of(shoe.started_at)) if instant(shoe.started_at) else shoe.started_at
    start, end = beginning(shoe.started_at), ending(shoe.started_at, shoe.over_at)
    ended = Said("{day}, {start} to {end}", day=day, start=start, end=end)
    which = [Said("{nth} shoe of the day", nth=Ordinal(recorded.nth))] if recorded.nth else []
    counts = Said(
        "{hands:hand|hands}, {voided} void, {free} free", hands=stats.hands, voided=stats.voided, free=stats.free
    )
    dealt = Said("{game}, {decks:deck|decks}", game=shoe.game.name(words.language), decks=shoe.decks)
    by = Said("dealer {numbers}", numbers=All(tuple(dealers), ", ")) if dealers else Said("no dealer on duty")
    return [
        written(MARGIN, 17, _title(recorded), 5.2, INK, 118, words, True),
        written(
            MARGIN,
            24.4,
            All((ended if end else Said("{day}, {start}, in play", day=day, start=start), *which)),
            2.5,
            INK,
            118,
            words,
        ),
        written(MARGIN, 29.4, All((dealt, counts, by)), 2.1, SOFT, 118, words),
        *corner(room, shoe.seal, words),
        *([written(MARGIN, 33.6, _earlier(shoe.earlier), 1.7, SOFT, ACROSS, words)] if shoe.earlier else []),
    ]


def _earlier(seals: Sequence[str]) -> Said:
    listed = All(tuple(reversed(seals)), ", ")
    return Said("Sealed before, and corrected or continued since: {seals}", seals=listed)


def _title(recorded: RecordedShoe) -> Said:
    return Said("{table}, shoe {shoe}", table=recorded.shoe.table, shoe=recorded.shoe.number)


def _roads(paper: Paper, y: float, recorded: RecordedShoe, theme: Theme, words: Words, tail: Tail) -> float:
    """Paints the roads, all of each: nothing scrolls on paper. Returns where the next part begins."""
    standing = tuple(one.hand for one in recorded.hands if not one.hand.voided)
    roads = roads_of(standing, tail)
    box, scale = _box(max(36, *(cell.col for cell in roads.big), 0), ACROSS)
    paper.paint([written(MARGIN, y, both(Said("Big road"), words), CAP, SOFT, 90, words)])
    paper.paint(_flat(big_road(box, theme, Words(game=recorded.game), roads, standing)), MARGIN, y + 2.4, scale)
    y += box.h * scale + 7
    plate = written(MARGIN, y, both(Said("Bead plate"), words), CAP, SOFT, 40, words)
    paper.paint([plate, *_bead_legend(y, recorded.game, theme, words)])
    box, scale = _box(max(17, *(bead.col for bead in roads.bead), 0), BEADS)
    paper.paint(_flat(bead_plate(box, theme, Words(game=recorded.game), roads, standing)), MARGIN, y + 2.4, scale)
    paper.paint(_corrected_beads(box, theme, roads, standing, recorded), MARGIN, y + 2.4, scale)
    lowest = y + box.h * scale
    derived = (roads.big_eye, roads.small, roads.cockroach)
    box, scale = _box(max(30, *(cell.col for road in derived for cell in road), 0), ACROSS - BEADS - 6)
    names = (Said("Big eye boy"), Said("Small road"), Said("Cockroach pig"))
    for road, cells, name in zip(Derived, derived, names, strict=True):
        left = MARGIN + BEADS + 6
        paper.paint([written(left, y, both(name, words), CAP, SOFT, ACROSS - BEADS - 6, words)])
        paper.paint(_flat(derived_road(box, theme, road, cells)), left, y + 2.4, scale)
        y += box.h * scale + 5.2
    return max(lowest + 2.4, y - 2.6) + 6


def _bead_legend(y: float, game: Game, theme: Theme, words: Words) -> list[Node]:
    """What the dots at a bead mean, from the right end of the plate on."""
    dots: list[tuple[Colour, Part]] = [
        (theme.ground(emblem(game, id).ground).deep, game.named(id))
        for id in game.marks
        if emblem(game, id).place == "dot"
    ]
    right, nodes = MARGIN + BEADS, list[Node]()
    for colour, name in reversed([*dots, (INK, Said("corrected"))]):
        text = written(right, y, name, SMALL, SOFT, 30, words, anchor="r")
        right -= width(text.text, text.cap, text.face) + 1.6
        nodes += [text, Disc(right, y, 0.7, colour)]
        right -= 3.2
    return nodes


def _corrected_beads(
    box: Box, theme: Theme, roads: Roads, standing: tuple[Hand, ...], recorded: RecordedShoe
) -> list[Node]:
    """A black dot below a bead whose hand was changed or put in, where other marks have theirs above."""
    if not roads.bead:
        return []
    plate, marks = Plate(box, theme, roads.bead[-1].col), corrected(recorded)
    nodes: list[Node] = []
    for bead, hand in zip(roads.bead, standing, strict=True):
        if hand.number in marks and (at := plate.centre(bead.col, bead.row)):
            x, y = at[0] + plate.cell * 0.34, at[1] + plate.cell * 0.34
            nodes += [Disc(x, y, plate.cell * 0.14, theme.paper), Disc(x, y, plate.cell * 0.11, INK)]
    return nodes


def _box(cols: int, wide: float) -> tuple[Box, float]:
    """The place of a road with so many columns in layout units, and the scale that makes it that wide on paper."""
    box = Box(0, 0, cols * CELL + 2 * PAD, ROWS * CELL + 2 * PAD)
    return box, wide / box.w


def _flat(nodes: Nodes) -> Nodes:
    """Paper throws no shadow: without the first node, which is one."""
    return nodes[1:]


COUNTS = (
    Column("", MARGIN, 36, "l"),
    Column(Said("counted"), 66, 14),
    Column(Said("share"), 82, 14),
    Column(Said("exact odds"), 102, 16),
    Column(Said("expected"), 119, 15),
    Column(Said("true share, 95 % range; the line is the exact odds"), 124, 76, "l"),
    Column("", RIGHT, 24),
)


def _counts(y: float, recorded: RecordedShoe, theme: Theme, words: Words) -> tuple[list[Node], float]:
    """The table and where the next part begins."""
    nodes = [*section(y, Said("Counts against exact odds"), words), *headings(y + 6, COUNTS, words)]
    y += 11
    for comparison in compare([recorded.shoe.dealt]):
        nodes += comparison_row(y, comparison, [recorded.game], theme, words)
        y += STEP
    return nodes, y + 2.8


def comparison_row(y: float, count: Comparison, games: Sequence[Game], theme: Theme, words: Words) -> list[Node]:
    verdict = Said("OFF: more" if count.more else "OFF: fewer") if count.off else count.verdict
    cells = (
        Cell(both(called(count.name, games), words), INK, True),
        Cell(f"{count.observed:,}", INK, True),
        Cell(f"{percent(count.observed, count.hands):.1f} %"),
        Cell(f"{100 * count.chance:.2f} %"),
        Cell(f"{count.expected:,.1f}"),
        Cell(""),
        Cell(verdict, ALARM if count.off else SOFT, count.off),
    )
    colour = ALARM if count.off else shade(count.name, games, theme)
    return [*row(y, COUNTS, cells, words), *whisker(Box(124, y - 2, 48, 4), count, reach(count), colour)]


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


def _time_line(y: float, recorded: RecordedShoe, theme: Theme, words: Words) -> list[Node]:
    """A stroke for each hand at the time when it was entered, long for a winner, short and grey for a void.

    A black dot stands over a hand that was corrected.

    A hand that a supervisor put in later has no place here: nobody knows when it was dealt. One that was moved from
    another shoe has: it was entered there.
    """
    nodes: list[Node] = section(y, Said("Time line"), words)
    later = {(one.hand, one.at) for one in recorded.corrections if one.what == "insert"}
    entered = [
        (one.hand, when)
        for one in recorded.hands
        if (one.hand.number, one.entered_at) not in later and (when := instant(one.entered_at))
    ]
    marks = corrected(recorded)
    times = [when for _, when in entered]
    starts, ends = instant(recorded.shoe.started_at), instant(recorded.shoe.over_at or "")
    if starts is None or not times:
        return [*nodes, written(MARGIN, y + 8, Said("no hands"), CAP, SOFT, 60, words)]
    until = max([ends or times[-1], *times])
    span = max((until - starts) / timedelta(seconds=1), 1.0)
    base = y + 13.6
    nodes.append(Bar(MARGIN, base, ACROSS, 0.3, INK))
    for hand, when in entered:
        x = MARGIN + ACROSS * min(1.0, max(0.0, (when - starts).total_seconds() / span))
        high = 3.0 if hand.voided else 7.0
        nodes.append(Bar(x - 0.35, base - high, 0.7, high, LINE if hand.voided else theme.of(hand.outcome)))
        if not hand.voided and (mark := recorded.game.celebrated(hand)):
            ground = theme.ground(emblem(recorded.game, mark.id).ground).colour
            nodes += [Disc(x, base - high, 1.1, theme.of(hand.outcome)), Disc(x, base - high, 0.8, ground)]
        if hand.number in marks:
            nodes.append(Disc(x, base - 9.1, 0.7, INK))
    for tick in ticks(starts + timedelta(microseconds=1), until, (5, 10, 15, 30, 60, 120, 360, 1440, 10**9)):
        x = MARGIN + ACROSS * (tick - starts).total_seconds() / span
        label = min(x, RIGHT - 3)  # the last one stays on the paper's column
        nodes += [Bar(x, base, 0.2, 1.4, INK), Text(label, base + 3.4, f"{tick:%H:%M}", HEAD, SOFT, MEDIUM)]
    return nodes


CORRECTIONS = (
    Column(Said("hand"), MARGIN + 8, 8),
    Column(Said("what"), MARGIN + 13, 62, "l"),
    Column(Said("by"), MARGIN + 78, 22, "l"),
    Column(Said("when"), MARGIN + 102, 32, "l"),
    Column(Said("why"), MARGIN + 136, 50, "l"),
)


def _corrections(paper: Paper, y: float, recorded: RecordedShoe, words: Words, printed: Printed) -> None:
    """Who, when and why. Those that the page has no room for are not made too small to read: they go on on another."""
    if not recorded.corrections:
        paper.paint([written(MARGIN, y + 1, Said("Corrections: none"), CAP, INK, ACROSS, words, True)])
        return
    done, total = 0, len(recorded.corrections)
    while done < total:
        high = BOTTOM - y - 10
        if high < LEAST:
            paper.page()
            title = Said("{shoe}, continued", shoe=_title(recorded))
            paper.paint([written(MARGIN, 17, title, 4.6, INK, ACROSS, words, True), *_foot(recorded, printed, words)])
            y = 29.0
            continue
        step = min(4.6, max(LEAST, high / (total - done)))
        here = recorded.corrections[done : done + int(high / step + 1e-6)]
        first, last = done + 1, done + len(here)
        part = Said("Corrections, {first} to {last} of {total}", first=first, last=last, total=total)
        title = Said("Corrections") if len(here) == total else part
        paper.paint([*section(y, title, words), *headings(y + 5.6, CORRECTIONS, words)])
        for i, one in enumerate(here):
            paper.paint(_correction(y + 10 + i * step, one, recorded.game, min(CAP, step * 0.62), words))
        done += len(here)
        y = BOTTOM


def _correction(y: float, one: Happened, game: Game, cap: float, words: Words) -> list[Node]:
    cells = (Cell(one.hand), Cell(one.deed(game)), Cell(one.who), Cell(local(one.at)), Cell(one.why))
    return [*texts(y, CORRECTIONS, cells, words, cap)]
