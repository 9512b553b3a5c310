"""The worked examples of the roads, kept as data in examples.toml, and the words that the roads keep to."""

import tomllib
from functools import partial
from pathlib import Path

import pytest

from eztrak.game import notation
from eztrak.game.first import first_game
from eztrak.roads.ask import letters
from eztrak.roads.drawing import Tail
from eztrak.roads.roads import roads_of

parse = partial(notation.parse, game=first_game())

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES["marks"], ids=lambda example: example["hands"])
@pytest.mark.parametrize("tail", Tail)
def test_an_example_shows_its_marks_and_answers(example, tail):
    roads = roads_of(parse(example["hands"]), tail)
    shown = {
        "hands": "".join(bead.outcome for bead in roads.bead),
        "big_eye": "".join(cell.colour for cell in roads.big_eye),
        "small": "".join(cell.colour for cell in roads.small),
        "cockroach": "".join(cell.colour for cell in roads.cockroach),
        "ask_banker": letters(roads.ask_banker),
        "ask_player": letters(roads.ask_player),
    }
    assert {name: shown[name] for name in example} == example


@pytest.mark.parametrize("example", EXAMPLES["drawing"], ids=lambda example: example["shows"])
@pytest.mark.parametrize("tail", Tail)
def test_an_example_is_drawn_in_its_cells(example, tail):
    big = roads_of(parse(" ".join(example["runs"])), tail).big
    assert [(cell.col, cell.row) for cell in big] == [
        tuple(map(int, place.split(","))) for run in example[tail] for place in run.split()
    ]
    assert "".join(cell.winner for cell in big) == "".join(example["runs"])


def test_a_tail_is_down_first_unless_the_other_is_chosen():
    shoe = parse("BBBBBBB PPPPPPPP B")
    assert roads_of(shoe) == roads_of(shoe, Tail("down-first")) != roads_of(shoe, Tail("keep-right"))


def test_a_shoe_without_hands_shows_empty_roads():
    roads = roads_of(())
    assert (roads.bead, roads.big, roads.leading_ties) == ((), (), 0)
    assert (roads.big_eye, roads.small, roads.cockroach) == ((), (), ())
    assert roads.ask_banker == roads.ask_player == (None, None, None)


def test_ties_before_the_first_winner_wait_in_the_corner_and_stay_with_it():
    assert (roads_of(parse("TT")).big, roads_of(parse("TT")).leading_ties) == ((), 2)
    assert (roads_of(parse("TTP")).big, roads_of(parse("TTP")).leading_ties) == (((1, 1, "P", 2),), 0)


def test_a_tie_is_told_on_the_winner_before_it():
    assert roads_of(parse("TBTPTTPBT")).big == (
        (1, 1, "B", 2),
        (2, 1, "P", 2),
        (2, 2, "P", 0),
        (3, 1, "B", 1),
    )


def test_a_run_counts_equal_winners_across_ties_without_bound():
    assert roads_of(parse("TBBTBPPT" + "B" * 30)).runs == (3, 2, 30)
    assert roads_of(parse("TT")).runs == ()


def test_a_dragon_7_is_a_banker_win_a_panda_8_a_player_win_and_a_free_hand_counts():
    assert roads_of(parse("B7 Bn P8 Pf Tn B")) == roads_of(parse("BBPPTB"))
