"""A label in one language or two: never smaller than the eye needs, the second language giving way to the first."""

import pytest
from games import shipped

from eztrak.display.lettering import width
from eztrak.display.panels.label import IDEOGRAPH, label, phrase, row, row_width, shortened
from eztrak.display.scene import Box, Text
from eztrak.display.words import Words

ENGLISH, BOTH = Words(), Words(("en", "zh_TW"))
INK = (255, 255, 255)


def said(nodes: list[Text]) -> list[tuple[str, str]]:
    return [(node.text, node.face) for node in nodes]


def test_one_language_stands_in_the_middle_of_its_box() -> None:
    (node,) = label(ENGLISH.named("banker"), Box(100, 50, 300, 40), 30, INK)
    assert node == Text(250, 70, "BANKER", 30, INK, "latin-bold")


def test_the_second_language_stands_under_the_first_each_in_its_face() -> None:
    upper, lower = label(BOTH.named("banker", "medium"), Box(0, 0, 300, 100), 30, INK)
    assert said([upper, lower]) == [("BANKER", "latin-medium"), ("莊", "zh_TW-medium")]
    assert (upper.x, upper.cap) == (150, 30)
    assert (lower.x, lower.cap) == (150, 30 * IDEOGRAPH)
    assert lower.y - upper.y == 30 / 2 + 0.6 * 30 + 30 * IDEOGRAPH / 2


def test_the_second_language_stands_beside_the_first_where_the_box_is_low() -> None:
    left, right = label(BOTH.named("dragon7"), Box(0, 0, 340, 42), 30, INK)
    assert said([left, right]) == [("DRAGON 7", "latin-bold"), ("龍7", "zh_TW-bold")]
    assert left.y == right.y == 21
    assert (left.cap, right.cap) == (30, 30 * IDEOGRAPH)


def test_both_languages_are_as_high_as_the_box_allows() -> None:
    nodes = label(BOTH.named("banker"), Box(0, 0, 1200, 200), 170, INK)
    assert [round(node.cap) for node in nodes] == [143, 200]
    assert nodes[0].y == nodes[1].y


def test_a_second_language_that_could_not_be_read_is_left_out() -> None:
    assert said(label(BOTH.both("previous"), Box(0, 0, 240, 30), 30, INK)) == [("PREVIOUS SHOE", "latin-bold")]


def test_a_long_word_takes_two_lines_and_its_translation_a_third() -> None:
    nodes = label(BOTH.both("place_bets", "medium"), Box(0, 0, 170, 122), 25, INK, "l")
    assert [node.text for node in nodes] == ["PLACE", "YOUR BETS", "請下注"]
    assert [node.cap for node in nodes] == [25, 25, 25 * IDEOGRAPH]
    assert {node.x for node in nodes} == {0}


def test_a_row_keeps_to_its_room() -> None:
    pieces = [("NATURAL", "latin-bold"), ("例牌", "zh_TW-bold")]
    for anchor, right in (("l", 500.0), ("c", 450.0), ("r", 400.0)):
        first, last = row(pieces, 400, 20, 60, 100, INK, anchor)
        assert round(row_width(pieces, first.cap), 6) == 100
        assert last.anchor == "l"
        assert round(last.x + width(last.text, last.cap, last.face), 6) == right


def test_a_row_of_one_is_a_text_at_its_place() -> None:
    assert row([("TIE", "latin-bold")], 400, 20, 30, 100, INK, "r") == [
        Text(400, 20, "TIE", 30, INK, "latin-bold", "r")
    ]


def test_words_in_a_row_are_each_followed_by_their_translation() -> None:
    wide, narrow = (phrase([BOTH.named("dragon7"), BOTH.named("free")], 0, 0, 40, room, INK) for room in (600, 340))
    assert [node.text for node in wide] == ["DRAGON 7", "龍7", "FREE HAND", "飛牌"]
    assert [node.text for node in narrow] == ["DRAGON 7", "FREE HAND"]


LONG = Words(game=shipped("commission-dragon-bonus"))


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (360, "DRAGON BONUS PLAYER"),
        (300, "P BONUS"),
        (110, "P BON."),
    ],
)
def test_a_long_name_gives_way_to_a_shorter_one(room: float, shown: str) -> None:
    (node,) = label(LONG.named("dragon-bonus-player"), Box(0, 0, room, 26), 26, INK)
    assert node.text == shown
    assert node.cap >= 25
    assert width(node.text, node.cap, node.face) <= room


def test_of_names_in_a_row_the_longest_is_shortened_first() -> None:
    names = [LONG.named(id)[0] for id in ("player", "dragon-bonus-player", "natural")]
    assert [text for text, _ in shortened(names, 520, 25)] == ["PLAYER", "P BONUS", "NATURAL"]
    assert [text for text, _ in shortened(names, 340, 25)] == ["PLAYER", "P BON.", "NATUR."]
