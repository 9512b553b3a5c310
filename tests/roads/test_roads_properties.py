"""What holds for the roads of every shoe, whatever comes."""

from dataclasses import replace
from functools import partial
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eztrak.game import notation
from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.ask import letters
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import roads_of

parse = partial(notation.parse, game=first_game())

few = settings(max_examples=120, deadline=None)
tails = st.sampled_from(Tail)

mixed = st.lists(st.sampled_from(parse("P Pn Pf P8 B Bn Bf B7 T Tn Tf")), max_size=60)
streaky = st.lists(st.tuples(st.sampled_from(Outcome), st.integers(1, 13)), max_size=9).map(
    lambda streaks: [Hand(outcome) for outcome, length in streaks for _ in range(length)]
)
shoes = mixed | streaky
winners = st.sampled_from((Outcome.BANKER, Outcome.PLAYER))


def derived(roads):
    return roads.big_eye, roads.small, roads.cockroach


def answers(roads):
    return {Outcome.BANKER: roads.ask_banker, Outcome.PLAYER: roads.ask_player}


@settings(few, max_examples=30)
@given(shoes, tails)
def test_a_road_only_grows_as_hands_come_in_one_at_a_time(shoe, tail):
    seen = [roads_of(shoe[:count], tail) for count in range(len(shoe) + 1)]
    for hand, (before, after) in zip(shoe, pairwise(seen), strict=True):
        assert [bead.outcome for bead in after.bead] == [*(bead.outcome for bead in before.bead), hand.outcome]
        assert after.bead[:-1] == before.bead
        if hand.outcome is not Outcome.TIE:
            assert after.leading_ties == 0
            assert after.big[:-1] == before.big
            assert (after.big[-1].winner, after.big[-1].ties) == (hand.outcome, before.leading_ties)
        elif before.big:
            assert after.leading_ties == 0
            assert after.big == (*before.big[:-1], before.big[-1]._replace(ties=before.big[-1].ties + 1))
        else:
            assert (after.big, after.leading_ties) == ((), before.leading_ties + 1)
        for road, longer in zip(derived(before), derived(after), strict=True):
            assert longer[: len(road)] == road
            assert len(longer) - len(road) in (0, 1)


@few
@given(shoes, st.sampled_from(parse("P B T B7 P8 Tn Bf")), tails)
def test_a_hand_taken_back_leaves_the_roads_as_if_never_entered(shoe, hand, tail):
    assert roads_of([*shoe, replace(hand, voided=True)], tail) == roads_of(shoe, tail)


@few
@given(st.lists(st.sampled_from(parse("P Px B Bx T Tx B7 B7x P8 P8x")), max_size=60), tails)
def test_hands_voided_in_the_middle_leave_no_trace(shoe, tail):
    assert roads_of(shoe, tail) == roads_of([hand for hand in shoe if not hand.voided], tail)


@few
@given(shoes, tails)
def test_ties_change_no_derived_road_no_answer_and_no_place(shoe, tail):
    with_ties, without = (
        roads_of(hands, tail) for hands in (shoe, [hand for hand in shoe if hand.outcome is not Outcome.TIE])
    )
    assert derived(with_ties) == derived(without)
    assert answers(with_ties) == answers(without)
    assert tuple(cell._replace(ties=0) for cell in with_ties.big) == without.big
    assert with_ties.leading_ties + sum(cell.ties for cell in with_ties.big) == len(shoe) - len(without.bead)


@few
@given(shoes)
def test_the_answers_for_banker_and_player_are_both_blank_or_opposite(shoe):
    roads = roads_of(shoe)
    pairs = {a + b for a, b in zip(letters(roads.ask_banker), letters(roads.ask_player), strict=True)}
    assert pairs <= {"--", "rb", "br"}


@few
@given(shoes, winners, tails)
def test_the_ask_road_tells_what_is_drawn_if_that_winner_comes(shoe, winner, tail):
    now, then = roads_of(shoe, tail), roads_of([*shoe, Hand(winner)], tail)
    gained = [after[len(before) :] for before, after in zip(derived(now), derived(then), strict=True)]
    assert answers(now)[winner] == tuple(cells[0].colour if cells else None for cells in gained)


@few
@given(shoes, tails)
def test_no_two_marks_share_a_cell_and_none_lies_off_the_six_rows(shoe, tail):
    roads = roads_of(shoe, tail)
    for road in (roads.bead, roads.big, *derived(roads)):
        places = [(cell.col, cell.row) for cell in road]
        assert len(set(places)) == len(places)
        assert all(col >= 1 and 1 <= row <= ROWS for col, row in places)


@few
@given(shoes)
def test_both_tails_show_the_same_sequence_of_marks(shoe):
    down_first, keep_right = (
        [[cell[2] for cell in road] for road in (roads.big, *derived(roads))]
        for roads in (roads_of(shoe, tail) for tail in Tail)
    )
    assert down_first == keep_right


@few
@given(shoes)
def test_the_bead_plate_reads_down_each_column_of_six_hand_by_hand(shoe):
    places = product(range(1, len(shoe) + 1), range(1, 7))
    assert roads_of(shoe).bead == tuple((*place, hand.outcome) for place, hand in zip(places, shoe, strict=False))


@pytest.mark.parametrize(("hand", "place"), [(1, (1, 1)), (6, (1, 6)), (7, (2, 1)), (80, (14, 2)), (90, (15, 6))])
def test_a_bead_lies_where_its_number_puts_it(hand, place):
    assert roads_of(parse("T" * hand)).bead[-1] == (*place, Outcome.TIE)
