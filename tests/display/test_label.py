"""A label in one language or two: never smaller than the eye needs, the second language giving way to the first."""

from eztrak.display.panels.label import label, row, row_width
from eztrak.display.scene import Box, Text
from eztrak.display.words import Words

ENGLISH, BOTH = Words(), Words(("en", "zh_TW"))
INK = (255, 255, 255)


def said(nodes: list[Text]) -> list[tuple[str, str]]:
    return [(node.text, node.face) for node in nodes]


def test_one_language_stands_in_the_middle_of_its_box() -> None:
    (node,) = label(ENGLISH, "banker", Box(100, 50, 300, 40), 30, INK)
    assert node == Text(250, 70, "BANKER", 30, INK, "latin-bold")


def test_the_second_language_stands_under_the_first_each_in_its_face() -> None:
    upper, lower = label(BOTH, "banker", Box(0, 0, 300, 100), 30, INK, "medium")
    assert said([upper, lower]) == [("BANKER", "latin-medium"), ("莊", "zh_TW-medium")]
    assert (upper.x, upper.cap) == (lower.x, lower.cap) == (150, 30)
    assert lower.y - upper.y == 48
    assert (upper.y + lower.y) / 2 == 50


def test_the_second_language_stands_beside_the_first_where_the_box_is_low() -> None:
    left, right = label(BOTH, "dragon7", Box(0, 0, 300, 30), 30, INK)
    assert said([left, right]) == [("DRAGON 7", "latin-bold"), ("龍7", "zh_TW-bold")]
    assert left.y == right.y == 15
    assert left.cap == right.cap == 30


def test_both_languages_are_as_high_as_the_box_allows() -> None:
    nodes = label(BOTH, "banker", Box(0, 0, 1200, 200), 170, INK)
    assert [round(node.cap) for node in nodes] == [170, 170]
    assert nodes[0].y == nodes[1].y


def test_a_second_language_that_could_not_be_read_is_left_out() -> None:
    assert said(label(BOTH, "previous", Box(0, 0, 240, 30), 30, INK)) == [("PREVIOUS SHOE", "latin-bold")]


def test_a_long_word_takes_two_lines_and_its_translation_a_third() -> None:
    nodes = label(BOTH, "bets_close", Box(0, 0, 150, 110), 25, INK, "medium", "l")
    assert [node.text for node in nodes] == ["BETS", "CLOSE IN", "停注倒數"]
    assert {node.cap for node in nodes} == {25}
    assert {node.x for node in nodes} == {0}


def test_a_row_keeps_to_its_room() -> None:
    pieces = [("NATURAL", "latin-bold"), ("例牌", "zh_TW-bold")]
    for anchor, left in (("l", 400.0), ("c", 350.0), ("r", 300.0)):
        nodes = row(pieces, 400, 20, 60, 100, INK, anchor)
        assert nodes[0].x == left
        assert round(row_width(pieces, nodes[0].cap), 6) == 100
