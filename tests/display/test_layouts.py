"""The shipped layouts, and that the one for a long room meets the rule for signs."""

from dataclasses import replace

import pytest
from test_legibility import LAYOUTS
from views import LOOK, VIEWS, spoken

from eztrak.display.board import scene
from eztrak.display.nodes import nodes
from eztrak.display.roles import Role


def test_the_layouts_are_those_of_the_documents() -> None:
    assert list(LAYOUTS) == ["counts-only", "far", "full", "no-derived", "roads-first"]


@pytest.mark.parametrize("languages", [("en",), ("en", "zh_TW"), ("zh_TW", "en"), ("zh_CN",), ("vi", "en"), ("ko",)])
@pytest.mark.parametrize("view", ["played", "open-bets", "closed-bets"])
def test_the_far_layout_meets_the_rule_for_signs_at_five_metres(view: str, languages: tuple[str, ...]) -> None:
    """ADA 703.5.5, for signs mounted higher than 70 inches: capitals of 2 inches up to 180 inches away, and an
    eighth of an inch more for each foot beyond."""
    inches = 2 + (5000 / 25.4 - 180) / 12 / 8
    high = 43 * 9 / (16**2 + 9**2) ** 0.5  # of the panel
    drawn = nodes(scene(spoken(VIEWS[view], languages), replace(LOOK, layout=LAYOUTS["far"]), 1920, 1080), 1920, 1080)
    far = {Role.WINNER, Role.LIMIT, Role.COUNT, Role.SECONDS, Role.PHASE}
    found = {(node["role"], node["text"]): node["cap"] / 1080 * high for node in drawn if node.get("role") in far}
    assert {role for role, _ in found} >= {Role.WINNER, Role.LIMIT, Role.COUNT}
    assert [text for text, cap in found.items() if cap < inches] == []
