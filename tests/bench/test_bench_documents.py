"""What the documents say about speed is what `make bench` measured, and is not edited by hand."""

import json
from pathlib import Path

import pytest
from figures import Figure, Goal, Row, row_of
from telling import markdown, svg

TOP = Path(__file__).parent.parent.parent
TOLD = json.loads((TOP / "docs/bench.json").read_text())
ROWS = [row_of(plain) for plain in TOLD["rows"]]


def test_the_table_is_made_of_the_measured_figures() -> None:
    assert (TOP / "docs/speed.md").read_text() == markdown(ROWS, TOLD["machine"])


def test_the_picture_is_made_of_the_measured_figures() -> None:
    assert (TOP / "docs/bench.svg").read_text() == svg(ROWS, TOLD["machine"])


def test_every_row_says_how_it_came_out() -> None:
    for plain, row in zip(TOLD["rows"], ROWS, strict=True):
        assert row.plain() == plain
        assert row.met or row.why, f"{row.what}: missed, and nothing says why"


@pytest.mark.parametrize(
    ("goal", "ours", "other", "met"),
    [
        (Goal.AT_MOST, 20, 10, True),
        (Goal.AT_MOST, 21, 10, False),
        (Goal.FASTER, 10, 20, True),
        (Goal.FASTER, 10, 19, False),
        (Goal.RATE, 20, 10, True),
        (Goal.RATE, 19, 10, False),
        (Goal.LIMIT, 2, 99, True),
        (Goal.LIMIT, 2.1, 99, False),
    ],
)
def test_a_row_is_met_or_not(goal: Goal, ours: float, other: float, met: bool) -> None:
    row = Row("x", "µs", Figure(ours, 0, 0), "y", Figure(other, 0, 0), goal, 2)
    assert row.met is met
