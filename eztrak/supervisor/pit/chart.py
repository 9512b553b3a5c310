"""A figure by day or hour as a drawing: bars over their axis, an axis of values, and what is usual in the room across.

Drawn by ourselves; colours are in the style sheet, so that it follows the reader's theme and prints in ink.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from markupsafe import Markup

WIDE, HIGH = 620, 230
LEFT, RIGHT, TOP, FOOT = 44, 12, 12, 30
MOST_DAYS, MOST_VALUES = 8, 5  # marks on the axes


class Point(NamedTuple):
    name: str  # of a day or an hour, under the axis
    value: float | None  # None: nothing was dealt that day
    low: float = 0.0  # the range in which it may truly lie, where it has one
    high: float = 0.0


def chart(name: str, points: Sequence[Point], usual: float | None) -> Markup:
    """`usual`: of the others in the same time."""
    most = max([*(max(p.value or 0, min(p.high, 3 * (p.value or 0))) for p in points), usual or 0.0, 1e-9])
    step = _step(most / MOST_VALUES)
    top = step * ceil(most / step - 1e-9)

    def y(value: float) -> float:
        return HIGH - FOOT - (HIGH - FOOT - TOP) * min(value, top) / top

    drawn = [*_values(step, top, y), *_days(points), *_bars(points, y)]
    if usual is not None:
        drawn.append(f'<path class="usual" d="M{LEFT} {y(usual):.1f}H{WIDE - RIGHT}"/>')
    return Markup(
        f'<svg class="chart" role="img" aria-label="{escape(name)}" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"'
        f' height="{HIGH}">{"".join(drawn)}</svg>'
    )


def _step(least: float) -> float:
    """The next of 1, 2, 5, 10 …"""
    ten = 10.0 ** floor(log10(least))
    return next(ten * part for part in (1, 2, 5, 10) if ten * part >= least - 1e-12)


def _values(step: float, top: float, y: Callable[[float], float]) -> Iterator[str]:
    places = max(0, -floor(log10(step)))
    for i in range(round(top / step) + 1):
        at = y(i * step)
        yield f'<path class="line" d="M{LEFT} {at:.1f}H{WIDE - RIGHT}"/>'
        yield f'<text class="value" x="{LEFT - 6}" y="{at + 4:.1f}">{i * step:.{places}f}</text>'


def _x(i: int, count: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (i + 0.5) / count


def _days(points: Sequence[Point]) -> Iterator[str]:
    each = max(1, ceil(len(points) / MOST_DAYS))
    yield f'<path class="axis" d="M{LEFT} {TOP}V{HIGH - FOOT}H{WIDE - RIGHT}"/>'
    for i, point in enumerate(points):
        if i % each == 0:
            x = _x(i, len(points))
            yield f'<path class="axis" d="M{x:.1f} {HIGH - FOOT}v4"/>'
            yield f'<text class="day" x="{x:.1f}" y="{HIGH - FOOT + 18}">{escape(point.name)}</text>'


def _bars(points: Sequence[Point], y: Callable[[float], float]) -> Iterator[str]:
    wide = min(26.0, 0.7 * (WIDE - LEFT - RIGHT) / max(1, len(points)))
    for i, (name, value, low, high) in enumerate(points):
        if value is None:
            continue
        x, at = _x(i, len(points)), y(value)
        yield (
            f'<rect class="bar" x="{x - wide / 2:.1f}" y="{at:.1f}" width="{wide:.1f}"'
            f' height="{max(0.0, HIGH - FOOT - at):.1f}"><title>{escape(name)}: {value:.1f}</title></rect>'
        )
        if high:
            yield f'<path class="range" d="M{x:.1f} {y(low):.1f}V{y(high):.1f}"/>'
