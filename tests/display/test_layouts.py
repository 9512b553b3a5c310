"""The shipped layouts: each is legible in every shape, and the one for a long room meets the rule for signs."""

import tomllib
from dataclasses import replace

import pytest
from test_legibility import check_places, check_size_and_contrast
from views import LOOK, VIEWS

from eztrak.display.board import scene
from eztrak.display.nodes import nodes
from eztrak.display.roles import Role
from eztrak.shipped import setting

LAYOUTS = {
    path.stem: tuple(tomllib.loads(path.read_text(encoding="utf-8")).items())
    for path in sorted(setting("layouts").glob("*.toml"))
}
SHOWN = ("empty", "played", "open-bets", "closed-bets", "due", "rich", "shoe-end", "flash-dragon", "typing", "info")


def test_the_layouts_are_those_of_the_documents() -> None:
    assert list(LAYOUTS) == ["counts-only", "far", "full", "no-derived", "roads-first"]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_is_legible_in_every_shape(name: str, size: tuple[int, int]) -> None:
    for view in SHOWN:
        told = nodes(scene(VIEWS[view], replace(LOOK, layout=LAYOUTS[name]), *size), *size)
        check_size_and_contrast(told, min(size) / 1080)
        check_places(told, size)


@pytest.mark.parametrize("view", ["played", "open-bets", "closed-bets"])
def test_the_far_layout_meets_the_rule_for_signs_at_five_metres(view: str) -> None:
    """ADA 703.5.5, for signs mounted higher than 70 inches: capitals of 2 inches up to 180 inches away, and an
    eighth of an inch more for each foot beyond."""
    inches = 2 + (5000 / 25.4 - 180) / 12 / 8
    high = 43 * 9 / (16**2 + 9**2) ** 0.5  # of the panel
    told = nodes(scene(VIEWS[view], replace(LOOK, layout=LAYOUTS["far"]), 1920, 1080), 1920, 1080)
    far = {Role.WINNER, Role.LIMIT, Role.COUNT, Role.SECONDS, Role.PHASE}
    found = {(node["role"], node["text"]): node["cap"] / 1080 * high for node in told if node.get("role") in far}
    assert {role for role, _ in found} >= {Role.WINNER, Role.LIMIT, Role.COUNT}
    assert [text for text, cap in found.items() if cap < inches] == []
