"""From how far away what is on a panel can be read: the tables of the standards, and what `eztrak sight` says."""

import json
from math import isclose
from pathlib import Path
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eztrak.cli import main
from eztrak.commands.sight import AFAR, ASKED
from eztrak.display.sight import INCH, X_HEIGHT, Lettered, Standard, ada_least, minutes, panel_of, reads, subtends
from eztrak.shipped import asset


@pytest.fixture(autouse=True)
def nobodys_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("base", "distance", "inches"),
    [
        (40, 0, 5 / 8),
        (70, 72, 5 / 8),
        (70, 84, 6 / 8),
        (60, 21 * 12, 5 / 8 + 15 / 8),
        (71, 72, 2),
        (120, 180, 2),
        (120, 192, 2 + 1 / 8),
        (121, 21 * 12, 3),
        (200, 31 * 12, 3 + 10 / 8),
    ],
)
def test_the_table_of_the_ada(base: float, distance: float, inches: float) -> None:
    assert ada_least(base * INCH, distance * INCH) == pytest.approx(inches * INCH)


@pytest.mark.parametrize(
    ("cap", "base", "metres"),
    [(16, 1.5, 1.83), (15.8, 1.5, 0), (2 * 25.4, 2.1, 4.57), (50, 2.1, 0), (55, 2.1, 4.98), (100, 0.9, 0)],
)
def test_how_far_a_capital_carries_by_the_ada(cap: float, base: float, metres: float) -> None:
    assert reads(Lettered("$10", cap, base * 1000), Standard.ADA) / 1000 == pytest.approx(metres, abs=0.02)


def test_twenty_minutes_of_arc_at_eye_level_are_the_textbooks() -> None:
    """Height = 6.283 × distance × minutes / 21600."""
    cap = 6.283 * 5000 * 20 / 21600
    assert reads(Lettered("62", cap, 1200 - cap / 2), Standard.ISO) == pytest.approx(5000, rel=0.001)
    assert reads(Lettered("62", cap, 1200 - cap / 2), Standard.ISO_LEAST) == pytest.approx(6250, rel=0.001)


def test_by_din_a_sentence_has_to_be_larger_than_a_sign() -> None:
    sign, sentence = (reads(Lettered(text, 20, 1200), Standard.DIN) for text in ("BANKER", "read me " * 9))
    assert sign == pytest.approx(20 * X_HEIGHT / 9 * 60 * 57.2958, rel=0.001)
    assert sign / sentence == pytest.approx(13 / 9, rel=0.001)


def test_high_up_letters_are_read_from_less_far_and_the_smallest_from_nowhere() -> None:
    level, high = (subtends(30, base, 20) for base in (1200, 2500))
    assert 0 < high < level
    assert subtends(2, 3000, 20) == 0


@given(st.floats(5, 300), st.floats(300, 3500), st.sampled_from([9, 13, 16, 20]))
def test_at_that_distance_the_angle_is_that_of_the_standard(cap: float, base: float, angle: float) -> None:
    if distance := subtends(cap, base, angle):
        assert isclose(minutes(cap, base, distance), angle, rel_tol=1e-6)
        assert minutes(cap, base, distance * 1.1) < angle


def test_a_panel_is_as_large_as_it_is_sold() -> None:
    panel = panel_of(43, (1920, 1080), 2100)
    assert (round(panel.wide), round(panel.high), round(panel.inches)) == (952, 535, 43)
    assert panel_of(43, (1080, 1920), 2100).wide == pytest.approx(panel.high)


def test_the_x_height_is_that_of_the_face() -> None:
    pygame.font.init()
    font = pygame.font.Font(asset("fonts", "latin-bold.ttf"), 1000)
    high = {letter: font.render(letter, True, "white").get_bounding_rect().h for letter in "xH"}
    assert high["x"] / high["H"] == pytest.approx(X_HEIGHT, abs=0.01)


def test_the_command_says_for_each_role_from_how_far_it_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sight", "--panel", "43", "--mount", "2.1", "--distance", "5", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["panel"] == {"inches": 43.0, "mm": [952, 535], "mount": 2.1, "from": "--panel"}
    assert (data["distance"], data["layout"], data["size"]) == (5.0, "full", [1920, 1080])
    for role in data["roles"]:
        assert set(role) == {"role", "text", "screen", "mm", "metres", "meets"}
        assert role["meets"] == {standard: metres >= 5 for standard, metres in role["metres"].items()}
        assert list(role["metres"]) == list(Standard)
        assert role["metres"]["ISO 9241-303"] <= role["metres"]["ISO, least"]
    assert data["recommended"] is None or data["recommended"]["inches"] >= 32


def test_the_command_says_it_in_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sight", "--panel", "65", "--mount", "1.2", "--distance", "2", "--size", "1280x720"]) == 0
    output = capsys.readouterr().out
    assert output.startswith(
        "65-inch panel, 1439 × 809 mm, its lower edge 1.20 m above the floor; 1280x720, layout full"
    )
    for standard in Standard:
        assert standard in output
    assert "of those that are read from afar" in output


def plugged_in(root: Path, edid: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root / "sys/class/drm/card0-HDMI-A-1"
    folder.mkdir(parents=True)
    (folder.parent / "card0").mkdir()
    (folder / "status").write_text("connected\n")
    (folder / "edid").write_bytes(edid)
    monkeypatch.setattr("eztrak.commands.sight.ROOT", root)


def edid(wide: int, high: int, centimetres: tuple[int, int] = (0, 0)) -> bytes:
    """As far as we read it: whole centimetres in the head, millimetres in the first timing."""
    timing = bytes(12) + bytes((wide & 0xFF, high & 0xFF, wide >> 8 << 4 | high >> 8, 0, 0, 0))
    name = b"\0\0\0\xfc\0SAMSUNG\n     "
    return bytes(21) + bytes(centimetres) + bytes(31) + timing + name + bytes(38)


def sight(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    assert main(["sight", "--json", *more]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.parametrize(
    ("sizes", "size", "mm"),
    [
        ((edid(941, 529)), "1920x1080", [941, 529]),
        ((edid(160, 90, (95, 54))), "1920x1080", [950, 540]),
        ((edid(941, 529)), "1080x1920", [529, 941]),
    ],
)
def test_on_a_unit_the_display_says_how_large_it_is(
    sizes: bytes,
    size: str,
    mm: list[int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plugged_in(tmp_path, sizes, monkeypatch)
    panel = sight(capsys, "--size", size)["panel"]
    assert (panel["mm"], panel["from"]) == (mm, "SAMSUNG")


def test_a_larger_panel_is_read_from_farther_and_a_low_one_too(capsys: pytest.CaptureFixture[str]) -> None:
    def carries(*more: str) -> list[float]:
        return [role["metres"]["ISO, least"] for role in sight(capsys, *more)["roles"]]

    small, large = carries("--panel", "43", "--mount", "1.2"), carries("--panel", "75", "--mount", "1.2")
    assert all(0 < one < other for one, other in zip(small, large, strict=True))
    assert all(one >= other for one, other in zip(large, carries("--panel", "75", "--mount", "2.4"), strict=True))


def test_what_is_recommended_is_read_from_there(capsys: pytest.CaptureFixture[str]) -> None:
    found = sight(capsys, "--panel", "43", "--distance", "4")["recommended"]
    config = Path("room.toml")
    config.write_text(f'[display]\nlayout = "{found["layout"]}"\n')
    output = sight(capsys, "--panel", str(found["inches"]), "--distance", "4", "--config", str(config))
    afar = [role for role in output["roles"] if role["role"] in AFAR]
    assert afar
    assert all(role["meets"][standard] for role in afar for standard in ASKED)
    assert sight(capsys, "--panel", "43", "--distance", "60")["recommended"] is None


def test_a_panel_that_nobody_has_named_or_plugged_in_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged_in(tmp_path, edid(160, 90, (16, 9)), monkeypatch)  # says its shape in place of its size
    assert main(["sight", "--mount", "2.1", "--distance", "5"]) == 2
    assert "how large is the panel? give its diagonal in inches, such as --panel 43" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--panel", "0"], ["--distance", "-1"], ["--mount", "x"]])
def test_lengths_that_cannot_be_are_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["sight", "--panel", "43", "--mount", "2.1", "--distance", "5", *wrong])
    assert end.value.code == 2
