"""How the marks of any game are dressed: grounds, signs, pictures, dots and small figures, on beads and big roads."""

import re
from pathlib import Path

import pygame
import pytest
from games import SHIPPED, UNSEEN, read, shipped

from eztrak.cli import main
from eztrak.display.emblems import Emblem, drawn, emblem, emblems, unique_pictures
from eztrak.display.panels.marks import bead_mark, big_mark
from eztrak.display.scene import Bar, Disc, Node, Ring, Text
from eztrak.display.theme import contrast, theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.notation import parse
from eztrak.game.wager import GROUNDS
from eztrak.shipped import asset

THEME = theme("classic")
DRAWINGS = sorted(
    path.stem for path in asset("pictures").glob("*.svg") if not path.stem.endswith("-mark") and "-" not in path.stem
)
PAIRS, BONUS = shipped("commission-pairs"), shipped("commission-dragon-bonus")


def bead(notation: str, game: Game, cell: float = 50) -> list[Node]:
    return bead_mark(0, 0, cell, parse(notation, game)[0], THEME, Words(game=game))


def said(nodes: list[Node]) -> list[str]:
    return [node.text for node in nodes if isinstance(node, Text)]


def dots(nodes: list[Node]) -> list[tuple[int, int, str]]:
    """The small dots of a bead: where they stand, and on whose ground."""
    shades = {THEME.dot(name): name for name in GROUNDS}
    small = [node for node in nodes if isinstance(node, Disc) and node.r < 10 and node.colour in shades]
    return [(1 if dot.x > 0 else -1, 1 if dot.y > 0 else -1, shades[dot.colour]) for dot in small]


def test_a_bonus_stands_with_its_sign_on_its_ground_inside_the_winners_ring() -> None:
    ring, ground, sign = bead("B7", shipped("ez-panda"))
    assert (ring, ground) == (Disc(0, 0, 23, THEME.banker), Disc(0, 0, 18.5, THEME.gold))
    assert isinstance(sign, Text)
    assert (sign.text, sign.colour) == ("7", THEME.gold_ink)


def test_two_letters_have_the_corners_of_a_square() -> None:
    ring, ground, sign = bead("BS6", shipped("tiger"))
    assert isinstance(ring, Bar)
    assert isinstance(ground, Bar)
    assert (ring.colour, ground.colour) == (THEME.banker, THEME.ruby)
    assert isinstance(sign, Text)
    assert (sign.text, sign.cap >= 22) == ("S6", True)


def test_dots_stand_at_corners_of_their_own() -> None:
    assert dots(bead("Bn", PAIRS)) == [(1, -1, "gold")]
    assert dots(bead("Pp", PAIRS)) == [(1, 1, "sapphire")]
    assert dots(bead("Tpbn", PAIRS)) == [(1, 1, "sapphire"), (-1, -1, "ruby"), (1, -1, "gold")]
    assert said(bead("Tpbn", PAIRS)) == ["T"]


def test_a_margin_is_a_small_figure_beside_the_winners_letter() -> None:
    letter, figure = (node for node in bead("P6", BONUS) if isinstance(node, Text))
    assert (letter.text, figure.text) == ("P", "6")
    assert figure.cap < letter.cap
    assert (figure.x > letter.x, figure.y > letter.y) == (True, True)


def test_of_two_bonuses_the_rarer_one_stands_in_the_middle() -> None:
    assert said(bead("B7K", shipped("dai-bacc"))) == ["7", "K"]


def test_the_heart_of_a_big_road_has_the_sign_that_the_bead_has() -> None:
    def heart(notation: str, game: str) -> list[Node]:
        dealt = shipped(game)
        ring, *inside = big_mark(0, 0, 38, parse(notation, dealt)[0], 0, THEME, Words(game=dealt))
        assert isinstance(ring, Ring)
        return inside

    for notation, game in (("B7", "ez"), ("P6", "dai-bacc"), ("B7", "five-treasures")):
        assert said(heart(notation, game)) == said(bead(notation, shipped(game)))
    assert heart("P6", "commission-dragon-bonus") == []


def test_what_a_file_leaves_out_gets_a_ground_by_its_winner_and_a_sign_from_its_name() -> None:
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "bear", "bull", "goat", "hen", "pig"]
        [bear]
        lines = [{ pay = "9:1", winner = "banker", banker = 1 }]
        [bull]
        lines = [{ pay = "9:1", winner = "banker", banker = 2 }]
        [goat]
        lines = [{ pay = "9:1", winner = "player", player = 1 }]
        [hen]
        lines = [{ pay = "9:1", winner = "tie", points = 1 }]
        [pig]
        lines = [{ pay = "9:1", winner = "tie", points = 2 }, { pay = "99:1", winner = "tie", points = 3 }]
        """
    )
    dressed = {id: (emblem(game, id).ground, emblem(game, id).sign) for id in game.marks}
    assert dressed == {
        "bear": ("ruby", "BE"),
        "bull": ("gold", "BU"),
        "goat": ("sapphire", "G"),
        "hen": ("jade", "H"),
        "pig": ("pearl", "PI"),
        "pig-99": ("pearl", "99"),
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_tiles_side_by_side_have_grounds_of_their_own(name: str) -> None:
    game = shipped(name)
    grounds = [emblem(game, id).ground for id in game.tiles if not emblem(game, id).counted]
    assert len(set(grounds)) == len(grounds)


def test_a_push_that_no_wager_tells_has_a_sign_too() -> None:
    game = read('wagers = ["player", "banker-ez", "tie"]')
    (push,) = game.marks
    assert emblem(game, push).sign == "="


def test_what_is_not_in_the_game_is_plain() -> None:
    assert emblem(PAIRS, "hands") == Emblem("panel", counted=True)
    assert emblems(PAIRS).keys() == {*WINNERS, *PAIRS.counted}


def test_a_closed_table_shows_the_pictures_of_its_game() -> None:
    pictures = {name: unique_pictures(shipped(name)) for name in SHIPPED}
    assert pictures["ez-panda"] == ("dragon", "panda")
    assert pictures["dai-bacc"] == ("tiger", "ox")
    assert pictures["tiger"] == ("tiger",)
    assert pictures["five-treasures"] == ("nine", "sevens")
    assert pictures["commission"] == ()


@pytest.mark.parametrize("picture", DRAWINGS)
@pytest.mark.parametrize("ground", ["gold", "pearl", "jade", "ruby", "sapphire", "panel"])
def test_a_drawing_stands_out_from_every_ground_also_in_grey(picture: str, ground: str) -> None:
    """By its contour on a light ground, by its enamel on a deep one."""
    sprite, paper = pygame.image.load_sized_svg(asset("pictures", f"{picture}.svg"), (96, 96)), THEME.ground(ground)
    seen = pygame.mask.from_surface(sprite, 200)
    wide, high = sprite.get_size()
    points = [(x, y) for x in range(wide) for y in range(high) if seen.get_at((x, y))]
    assert 0.25 < len(points) / 96**2 < 0.95  # it fills its place
    apart = sum(contrast(sprite.get_at(at)[:3], paper.colour) >= 3 for at in points)
    assert apart / len(points) > 0.14


@pytest.mark.parametrize("picture", DRAWINGS)
def test_a_drawing_is_one_that_the_board_can_paint(picture: str) -> None:
    """What the painter's reader of SVG leaves out would be missed on the wall, and in no browser."""
    text = asset("pictures", f"{picture}.svg").read_text()
    assert not re.findall(r"<(?:use|text|mask|clipPath|filter|style|image)\b", text)
    for id in set(re.findall(r"url\(#(\w+)\)", text)):
        assert f'id="{id}"' in text


def test_a_picture_that_has_gone_is_as_if_it_were_not_named(tmp_path: Path) -> None:
    own = tmp_path / "crane.svg"
    assert (drawn(str(own)), drawn("crane"), drawn("")) == ("", "", "")
    other = tmp_path / "heron.svg"
    other.write_text(asset("pictures", "ox.svg").read_text())
    assert drawn(str(other)) == str(other)


def test_a_chime_that_nobody_has_is_told_by_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(UNSEEN.replace('sign = "H"', 'sign = "H"\nlook = { chime = "gong" }'))
    assert main(["game", "check", str(file)]) != 0
    output = capsys.readouterr()
    assert (
        "heron.look.chime = 'gong': there is no such chime; choose tick, close, result, bonus"
        in output.out + output.err
    )
