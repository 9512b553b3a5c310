"""A room's own theme, layout and pictures: what is taken, and how faults are told."""

from pathlib import Path

import pytest

from eztrak.config.appearance import Appearance
from eztrak.config.load import ConfigError, load
from eztrak.display.theme import theme


def loaded(folder: Path, display: str) -> Appearance:
    config = folder / "eztrak.toml"
    config.write_text(f"[display]\n{display}\n")
    return load(config).appearance


def faults(folder: Path, display: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        loaded(folder, display)
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize("name", ["classic", "ivory", "light", "high-contrast", "lunar-new-year", "quiet"])
def test_shipped_themes_are_known_by_name(tmp_path: Path, name: str) -> None:
    assert loaded(tmp_path, f'theme = "{name}"').theme == name


def test_a_rooms_theme_changes_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('based_on = "light"\naccent = "#102030"\n')
    own = theme(loaded(tmp_path, 'theme = "ours.toml"').theme)
    assert own.accent == (0x10, 0x20, 0x30)
    assert own.paper == theme("light").paper


def test_every_fault_of_a_theme_is_told(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('based_on = "dark"\naccent = "gold"\nfield = "#102030"\n')
    lines = faults(tmp_path, 'theme = "ours.toml"')
    assert [fault.split(": ")[1] for fault in lines] == ["based_on = 'dark'", "accent = 'gold'", "field"]


def test_an_unknown_theme_names_those_that_ship(tmp_path: Path) -> None:
    assert faults(tmp_path, 'theme = "dark"') == [
        "display.theme = 'dark': is not known; choose classic, high-contrast, ivory, light, lunar-new-year, quiet,"
        " or the path of a .toml file"
    ]


def test_a_layout_leaves_panels_out(tmp_path: Path) -> None:
    assert loaded(tmp_path, 'layout = "no-derived"').layout == (("derived", 0.0),)
    (tmp_path / "ours.toml").write_text("big = 2\nprevious = 0\n")
    assert loaded(tmp_path, 'layout = "ours.toml"').layout == (("big", 2.0), ("previous", 0.0))


def test_every_fault_of_a_layout_is_told(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text("limits = 0\nbig = 9\nbead = true\n")
    lines = faults(tmp_path, 'layout = "ours.toml"')
    assert [fault.split(": ")[1] for fault in lines] == ["limits", "big = 9", "bead = True"]


def test_the_rooms_pictures_are_found_beside_the_config(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("b.png", "a.JPG", "notes.txt"):
        (folder / name).touch()
    (tmp_path / "logo.svg").touch()
    shown = loaded(tmp_path, 'logo = "logo.svg"\npictures = "pictures"')
    assert shown.logo == str(tmp_path / "logo.svg")
    assert shown.pictures == (str(folder / "a.JPG"), str(folder / "b.png"))


def test_pictures_that_are_not_there_are_told(tmp_path: Path) -> None:
    lines = faults(tmp_path, 'logo = "logo.png"\nbackground = "felt.pdf"\npictures = "nowhere"')
    assert lines == [
        f"display.logo = 'logo.png': there is no file {tmp_path / 'logo.png'}",
        "display.background = 'felt.pdf': must be a picture (.png, .svg, .jpg, .jpeg, .webp)",
        f"display.pictures = 'nowhere': there is no folder {tmp_path / 'nowhere'}",
    ]


def test_pictures_that_cannot_be_looked_at_are_told(tmp_path: Path) -> None:
    """As those in somebody's home, where the board's user is not let in."""
    long = "x" * 300
    lines = faults(tmp_path, f'logo = "~nobody-here/logo.png"\nbackground = "{long}.png"\npictures = "{long}"')
    assert lines == [
        "display.logo = '~nobody-here/logo.png': cannot be read: Could not determine home directory.",
        f"display.background = '{long}.png': cannot be read: File name too long",
        f"display.pictures = '{long}': cannot be read: File name too long",
    ]
    assert faults(tmp_path, 'theme = "~nobody-here/ours.toml"') == [
        "display.theme = '~nobody-here/ours.toml': cannot be read: Could not determine home directory."
    ]


def test_a_screen_is_turned_by_quarters_only(tmp_path: Path) -> None:
    assert faults(tmp_path, "rotate = 45") == ["display.rotate = 45: must be one of 0, 90, 180, 270"]
