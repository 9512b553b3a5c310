"""Fewer combinations, and yet every two values meet."""

from itertools import combinations, product

import matrix
import pytest

AXES = [("a", "b", "c"), tuple(range(10)), tuple("vwxyz"), (True, False), tuple(range(20, 36))]


@pytest.mark.parametrize("axes", [AXES, AXES[:1], AXES[:2], [*AXES[2:], *AXES[:2]], [(1, 2), (3, 4), (5, 6)]], ids=len)
def test_every_two_values_meet(axes: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "FULL", False)
    rows = matrix.covering(*axes)
    for one, other in combinations(range(len(axes)), 2):
        assert {(row[one], row[other]) for row in rows} == set(product(axes[one], axes[other]))
    longest = sorted(map(len, axes))[-2:]
    assert len(rows) <= 1.3 * longest[0] * longest[-1]


def test_all_of_them_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "FULL", True)
    assert matrix.covering(*AXES) == list(product(*AXES))
