"""The roads as SVG: the same marks as on the board, nothing scrolled out, nothing that the page's policy forbids."""

import re
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from eztrak.config.load import ConfigError, load
from eztrak.display.scene import Box, Roll
from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.roads.drawing import Tail
from eztrak.roads.roads import roads_of
from eztrak.supervisor import days
from eztrak.supervisor.pit import drawing
from eztrak.voice.day import span

GAME = first_game()
SHOE = "P Bn T B7 P8 Pf Bx" + " P B" * 60


def test_the_bead_plate_has_a_letter_for_every_hand_that_stands() -> None:
    drawn = ElementTree.fromstring(drawing.bead(parse(SHOE, GAME), GAME, "Bead plate"))
    letters = [text.text for text in drawn.iter("text")]
    assert letters == list("PBT78P" + "PB" * 60)
    assert float(drawn.attrib["viewBox"].split()[2]) == 21 * 54 + 12  # 126 hands, six a column


def test_no_part_of_a_long_road_is_out_of_view() -> None:
    hands = parse(SHOE, GAME)
    roads = roads_of(hands)
    drawn = {name: ElementTree.fromstring(svg) for name, svg in drawing.all_roads(hands, GAME, Tail.DOWN_FIRST).items()}
    marks = {name: len(list(svg.iter("circle"))) for name, svg in drawn.items()}
    assert marks["Big Eye Boy"] == len(roads.big_eye)
    assert marks["Small Road"] == len(roads.small)
    assert len(list(drawn["Cockroach Pig"].iter("path"))) == len(roads.cockroach) + 1  # and the lines of the paper
    assert marks["Big road"] == len(roads.big) + 2  # and the grounds behind the 7 and the 8
    assert [text.text for text in drawn["Big road"].iter("text")] == ["7", "8"]


def test_the_marked_hand_alone_has_rings_around_it() -> None:
    plain, marked = (drawing.bead(parse("P B T", GAME), GAME, "Bead plate", number) for number in (0, 2))
    assert plain.count("stroke-width") == 1  # the paper's lines
    hands = [hand.__class__(hand.outcome, number=i) for i, hand in enumerate(parse("P B T", GAME), 1)]
    assert drawing.bead(hands, GAME, "Bead plate", 2).count("stroke-width") == 3
    assert marked == plain  # hands without a number cannot be meant


def test_nothing_in_a_road_needs_a_style_or_a_script() -> None:
    for svg in drawing.all_roads(parse(SHOE, GAME), GAME, Tail.KEEP_RIGHT).values():
        assert not re.search(r"style=|<style|<script|href=|url\(", svg)


def test_what_no_road_is_drawn_with_is_refused() -> None:
    with pytest.raises(ValueError, match="no road is drawn with Roll"):
        drawing.svg((Roll(0, 0, "1", "2", 0.5, 10, (0, 0, 0)),), Box(0, 0, 1, 1), "x")


def test_ordinals() -> None:
    said = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 42: "42nd", 113: "113th"}
    assert {number: str(days.Ordinal(number)) for number in said} == said


def test_a_day_is_from_midnight_to_midnight() -> None:
    since, until = span(date(2026, 1, 31), date(2026, 1, 31))
    assert days.day_of(since) == date(2026, 1, 31)
    assert days.day_of(until) == date(2026, 2, 1)
    assert days.clock(since, True) == days.clock(until, True) == "00:00:00"


def test_the_config_lists_databases_as_texts(tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text('[pit]\ndatabases = ["a.db", 5]\nport = 70000\n')
    with pytest.raises(ConfigError) as fault:
        load(config)
    assert list(map(str, fault.value.faults)) == [
        "pit.databases = ['a.db', 5]: must be a list of texts",
        "pit.port = 70000: must be a whole number from 0 to 65535",
    ]
    config.write_text("[pit]\ndatabases = []\n")
    assert load(config).config.pit.databases == ()
