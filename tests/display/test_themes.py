"""Every theme keeps what the board promises, whatever it wears; and a room's own may wear the same."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from views import CLOSED, LOOK, VIEWS

from eztrak.config.appearance import THEMES, ThemeFile
from eztrak.config.files import ConfigError, read
from eztrak.display.board import scene
from eztrak.display.dress import Dress, dress
from eztrak.display.scene import Picture
from eztrak.display.snapshot import render
from eztrak.display.theme import contrast, theme
from eztrak.shipped import asset

LINEAR = [part / 255 / 12.92 if part < 11 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in range(256)]
OWN = """
based_on = "light"
pattern = "clouds"
weave = "#d8cdb8"
drawings = ["lanterns", "panda"]
felt = "#ece5d6"
"""


def light(name: str, view: str) -> float:
    """The light that a screen gives, in parts of a white one."""
    shown = render(VIEWS[view], replace(LOOK, theme=name), 640, 360)
    pixels = pygame.image.tobytes(shown, "RGB")
    parts = (sum(map(LINEAR.__getitem__, pixels[i::3])) for i in range(3))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)) / (len(pixels) / 3)


@pytest.mark.parametrize("view", ["played", "open-bets", "closed-bets", "info", "table-closed", "main"])
def test_the_quiet_theme_gives_two_fifths_less_light_than_classic(view: str) -> None:
    assert light("quiet", view) <= 0.6 * light("classic", view)


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_over_the_pattern_of_the_felt(name: str) -> None:
    """The header stands on the felt, and there a thread may run behind any letter."""
    colours, worn = theme(name), dress(name)
    for ground in [colours.felt, colours.felt_deep, *([worn.weave] if worn.pattern else [])]:
        assert min(contrast(ink, ground) for ink in (colours.ink, colours.soft, colours.accent)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_dimmed_limits_are_figures_too(name: str) -> None:
    colours = theme(name)
    assert min(contrast(colours.soft, ground) for ground in (colours.panel, colours.panel_deep)) >= 7


@pytest.mark.parametrize("name", THEMES)
def test_the_marks_of_the_roads_stand_out_from_their_ground(name: str) -> None:
    plain = tomllib.loads(asset("themes", f"{name}.toml").read_text())
    if "road" in plain:
        ground, *marks = (_colour(plain[key]) for key in ("road", "road_red", "road_blue", "road_tie"))
        assert min(contrast(mark, ground) for mark in marks) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_what_a_theme_wears_is_there(name: str) -> None:
    worn = dress(name)
    for picture in (*worn.drawings, *([f"pattern-{worn.pattern}"] if worn.pattern else [])):
        assert asset("pictures", f"{picture}.svg").is_file()


def test_a_pattern_lies_under_everything_and_meets_itself() -> None:
    ground = scene(VIEWS["played"], replace(LOOK, theme="lunar-new-year"), 1920, 1080).layers[0]
    tiles = [node for node in ground if isinstance(node, Picture)]
    assert {tile.name for tile in tiles} == {"pattern-clouds"}
    assert {round((tile.x - tiles[0].x) % tile.w, 3) for tile in tiles} == {0.0}
    edge = max(tile.x + tile.w for tile in tiles), max(tile.y + tile.h for tile in tiles)
    assert (edge[0] >= 1920, edge[1] >= 1080) == (True, True)
    drawn = pygame.image.load_sized_svg(asset("pictures", "pattern-lattice.svg"), (240, 240))
    left, right = ([drawn.get_at((x, y))[3] > 128 for y in range(240)] for x in (0, 239))
    assert sum(a != b for a, b in zip(left, right, strict=True)) < 24  # a slanting line is a few pixels on


def test_a_closed_table_wears_the_drawings_of_its_theme() -> None:
    def shown(name: str) -> list[str]:
        layers = scene(CLOSED, replace(LOOK, theme=name), 1920, 1080).layers[1:]
        return [node.name for layer in layers for node in layer if isinstance(node, Picture)]

    assert shown("lunar-new-year") == ["lanterns-mirrored", "lanterns"]
    assert shown("ivory") == ["dragon", "panda"]


def test_a_rooms_own_theme_wears_what_it_likes_and_inherits_the_rest(tmp_path: Path) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(OWN)
    assert read(ThemeFile, own).pattern == "clouds"
    assert dress(str(own)) == Dress("clouds", (0xD8, 0xCD, 0xB8), ("lanterns", "panda"))
    plain = tmp_path / "plain.toml"
    plain.write_text('based_on = "lunar-new-year"\nfelt = "#701015"\n')
    assert dress(str(plain)) == dress("lunar-new-year")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('pattern = "skulls"', "pattern = 'skulls': must be one of none, clouds, lattice"),
        ('weave = "gold"', "weave = 'gold': must be a color such as \"#0d2b24\""),
        ('drawings = ["unicorn"]', "drawings"),
    ],
)
def test_what_no_theme_can_wear_is_told(line: str, problem: str, tmp_path: Path) -> None:
    own = tmp_path / "ours.toml"
    own.write_text(f'based_on = "light"\n{line}\n')
    with pytest.raises(ConfigError) as fault:
        read(ThemeFile, own)
    assert problem in str(fault.value)


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
