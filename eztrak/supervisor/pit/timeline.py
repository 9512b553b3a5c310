"""A time as a line for each table: when bets were open, each result in its winner's colour, and what else happened."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from markupsafe import Markup

from eztrak.display.scene import Bar, Box, Disc, Node, Ring, Text
from eztrak.display.theme import on_paper
from eztrak.supervisor.days import ticks
from eztrak.supervisor.paper import INK, LINE, SOFT
from eztrak.supervisor.pit.drawing import svg
from eztrak.table import events as e
from eztrak.voice.times import instant, local, utc

WIDE, HIGH, LEFT, TOP, FOOT = 1200.0, 46.0, 130.0, 8.0, 30.0  # of the picture and of a table in it
STEPS = (1, 2, 5, 10, 15)  # minutes from one mark to the next


def timeline(lanes: Sequence[tuple[str, Sequence[e.Record]]], begins: datetime, ends: datetime, name: str) -> Markup:
    """`lanes`: the records of each table by its name."""
    nodes, high = line_of(lanes, begins, ends)
    return svg(tuple(nodes), Box(0, 0, WIDE, high), name, 1.0, "timeline")


def line_of(
    lanes: Sequence[tuple[str, Sequence[e.Record]]], begins: datetime, ends: datetime
) -> tuple[list[Node], float]:
    """The same as nodes, and how high they are: for paper."""
    nodes = [*_scale(begins, ends, TOP + HIGH * len(lanes))]
    for i, (table, records) in enumerate(lanes):
        nodes += _lane(TOP + HIGH * (i + 0.5), table, records, begins, ends)
    return nodes, TOP + HIGH * len(lanes) + FOOT


def _x(when: datetime, begins: datetime, ends: datetime) -> float:
    share = (when - begins) / max(ends - begins, timedelta(seconds=1))
    return LEFT + (WIDE - LEFT - 30) * min(1.0, max(0.0, share))


def _scale(begins: datetime, ends: datetime, y: float) -> Iterator[Node]:
    for tick in ticks(begins, ends, STEPS):
        x = _x(tick, begins, ends)
        yield Bar(x - 0.5, TOP, 1, y - TOP, LINE)
        yield Text(x, y + 16, local(utc(tick), "%H:%M"), 10, SOFT)


def _lane(y: float, table: str, records: Sequence[e.Record], begins: datetime, ends: datetime) -> Iterator[Node]:
    theme = on_paper("light")
    yield Text(LEFT / 2, y, table, 10, INK)
    yield Bar(LEFT, y - 0.5, WIDE - LEFT - 30, 1, LINE)
    opened = None
    marks: list[Node] = []
    for record in records:
        if (when := instant(record.moment.at)) is None:
            continue
        x = _x(when, begins, ends)
        match record.event:
            case e.TimerStarted():
                opened = x
            case e.BetsClosed() if opened is not None:
                yield Bar(opened, y - 5, max(1.0, x - opened), 10, theme.gold, 3)
                opened = None
            case e.HandRecorded(hand=hand):
                marks.append(Disc(x, y, 8, theme.of(hand.outcome)))
            case e.HandVoided() | e.HandChanged() | e.HandInserted():
                marks += [Ring(x, y, 10, 3, INK)]
            case _:
                marks.append(Bar(x - 2, y - 14, 4, 28, SOFT))
    yield from marks
