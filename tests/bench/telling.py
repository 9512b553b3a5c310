"""The table of a measurement as text, as a page of the documents and as a picture, all from the JSON file."""

from collections.abc import Sequence
from html import escape

from figures import Figure, Goal, Row

HEAD = ("what", "ours", "against", "theirs", "ratio", "spread", "reach", "met")
TITLE = """# Speed, measured side by side

Made by `make bench`; not edited by hand. Ours against the least that a program of its shape can take (a minimal program
with the same keys, commit and drawing), and against a page in Chromium that a room would pick instead, both sides of a
row in one run.

![How far each figure is from what it has to reach](bench.svg)
"""


def cells(row: Row) -> tuple[str, ...]:
    return (
        row.what,
        f"{_number(row.ours.mid)} {row.unit}",
        row.against,
        f"{_number(row.other.mid)}",
        "–" if row.goal is Goal.LIMIT else f"{_ratio(row.ratio)} ×",
        f"{_spread(row.ours)}; {_spread(row.other)}",
        _reach(row),
        "–" if row.goal is Goal.TOLD else "yes" if row.met else "no",
    )


def text(rows: Sequence[Row]) -> str:
    lines = [HEAD, *map(cells, rows)]
    wide = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    table = "\n".join("  ".join(cell.ljust(wide[i]) for i, cell in enumerate(line)).rstrip() for line in lines)
    return "\n".join([table, *(f"{row.what} (against {row.against}): {row.why}" for row in rows if row.why)])


def markdown(rows: Sequence[Row], machine: str) -> str:
    """The page."""
    lines = [f"| {' | '.join(line)} |" for line in (HEAD, ("---",) * len(HEAD), *map(cells, rows))]
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row.why:
            reasons.setdefault(row.why, []).append(f"{row.what} (against {row.against})")
    notes = [f"- Not reached: {'; '.join(missed)}. Why: {why}." for why, missed in reasons.items()]
    message = f"Measured on {machine}; medians, in the spread the tenth and ninetieth in a hundred, ours and theirs."
    return "\n".join([TITLE, message, "", *lines, *(["", *notes] if notes else []), ""])


def svg(rows: Sequence[Row], machine: str) -> str:
    """How far each row is from what it has to reach: the bar ends at the line, or before it."""
    shown = [row for row in rows if row.goal is not Goal.TOLD]
    step, left, wide, top = 26, 420, 420, 44
    high = top + step * len(shown) + 34
    line = left + wide * 0.8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="960" height="{high}" viewBox="0 0 960 {high}"'
        ' font-family="sans-serif" font-size="14">',
        f'<rect width="960" height="{high}" rx="10" fill="#10231c"/>',
        f'<text x="{line}" y="28" fill="#f2c94c" text-anchor="middle">what has to be reached</text>',
    ]
    for i, row in enumerate(shown):
        y = top + step * i
        bar = max(3.0, min(wide, wide * 0.8 * _used(row)))
        said = _number(row.ours.mid) + f" {row.unit}" if row.goal is Goal.LIMIT else f"{_ratio(row.ratio)} ×"
        parts += [
            f'<text x="{left - 12}" y="{y + 15}" fill="#e8eee9" text-anchor="end">{escape(row.what)} · '
            f'<tspan fill="#9fb5a8">{escape(row.against)}</tspan></text>',
            f'<rect x="{left}" y="{y + 3}" width="{bar:.1f}" height="16" rx="3"'
            f' fill="{"#2f9e6b" if row.met else "#d64545"}"/>',
            f'<text x="{left + wide + 16}" y="{y + 15}" fill="#e8eee9">{escape(said)}</text>',
        ]
    parts += [
        f'<path d="M{line} {top - 6}V{high - 30}" stroke="#f2c94c" stroke-width="2"/>',
        f'<text x="24" y="{high - 12}" fill="#9fb5a8" font-size="12">Shorter is better. {escape(machine)}.</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _used(row: Row) -> float:
    """The share of what is allowed that is used up; over 1 where a row is missed."""
    if row.goal is Goal.LIMIT:
        return row.ours.mid / row.reach
    if row.goal is Goal.AT_MOST:
        return row.ratio / row.reach
    return row.reach / row.ratio if row.ratio else 9.0


def _reach(row: Row) -> str:
    match row.goal:
        case Goal.AT_MOST:
            return f"≤ {row.reach:g} ×"
        case Goal.FASTER:
            return f"{row.reach:g} × faster"
        case Goal.RATE:
            return f"≥ {row.reach:g} ×"
        case Goal.LIMIT:
            return f"≤ {row.reach:g} {row.unit}"
        case Goal.TOLD:
            return "–"


def _spread(of: Figure) -> str:
    return f"{_number(of.low)}–{_number(of.high)}"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _number(value: float) -> str:
    if value == 0:
        return "0"
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:,.0f}"
