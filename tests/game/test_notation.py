"""The text form of a shoe: what is written is read again, and what is no shoe is refused with its place."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import NotationError, parse, write

GAME = first_game()
HANDS = [
    replace(GAME.dealt(result), free=free, voided=voided)
    for result in GAME.sets.values()
    for free in (False, True)
    for voided in (False, True)
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(HANDS), max_size=90))
def test_what_is_written_reads_as_the_same_shoe(shoe):
    assert parse(write(shoe, GAME), GAME) == tuple(shoe)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="PBT78nfx ", max_size=12))
def test_a_text_is_either_refused_or_read_to_its_last_letter(text):
    shoe = read(text)
    assert shoe is None or write(shoe, GAME).replace(" ", "") == text.replace(" ", "")


def read(text):
    try:
        return parse(text, GAME)
    except NotationError:
        return None


def test_each_word_of_the_notation_is_its_hand():
    assert parse("P Bn T B7 P8 Pf Bx P8fx Tnfx", GAME) == (
        Hand(Outcome.PLAYER),
        Hand(Outcome.BANKER, frozenset({"natural"})),
        Hand(Outcome.TIE),
        Hand(Outcome.BANKER, frozenset({"dragon7"})),
        Hand(Outcome.PLAYER, frozenset({"panda8"})),
        Hand(Outcome.PLAYER, free=True),
        Hand(Outcome.BANKER, voided=True),
        Hand(Outcome.PLAYER, frozenset({"panda8"}), free=True, voided=True),
        Hand(Outcome.TIE, frozenset({"natural"}), free=True, voided=True),
    )


def test_the_number_of_a_hand_is_its_place_and_not_written():
    shoe = [replace(hand, number=number) for number, hand in enumerate(parse("B7 Tn", GAME), 1)]
    assert write(shoe, GAME) == "B7 Tn"


@pytest.mark.parametrize("text", ["BPPBT", "B P P B T", "  BP\tPB\nT ", "BPP BT"])
def test_winners_alone_may_run_together(text):
    assert write(parse(text, GAME), GAME) == "B P P B T"


@pytest.mark.parametrize("text", ["", "  \n"])
def test_no_words_are_a_shoe_without_hands(text):
    assert (parse(text, GAME), write((), GAME)) == ((), "")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("X", ["position 1: 'X' is not a hand"]),
        ("p", ["position 1: 'p' is not a hand"]),
        ("P Q B", ["position 3: 'Q' is not a hand"]),
        ("B8", ["position 1: 'B8' is not a hand"]),
        ("P7", ["position 1: 'P7' is not a hand"]),
        ("T7", ["position 1: 'T7' is not a hand"]),
        ("n", ["position 1: 'n' is not a hand"]),
        ("Pfn", ["position 1: 'Pfn' is not a hand"]),
        ("Pxf", ["position 1: 'Pxf' is not a hand"]),
        ("Pnn", ["position 1: 'Pnn' is not a hand"]),
        ("BPn", ["position 1: 'BPn' is not a hand"]),
        ("BP7", ["position 1: 'BP7' is not a hand"]),
        ("P,B", ["position 1: 'P,B' is not a hand"]),
        ("B7n", ["position 1: 'B7n': Dragon 7 and Natural cannot come in the same hand"]),
        ("T  P8nx", ["position 4: 'P8nx': Panda 8 and Natural cannot come in the same hand"]),
        (
            "PB  Bxn T\nB7nf Z",
            [
                "position 5: 'Bxn' is not a hand",
                "position 11: 'B7nf': Dragon 7 and Natural cannot come in the same hand",
                "position 16: 'Z' is not a hand",
            ],
        ),
    ],
)
def test_a_text_that_is_no_shoe_is_refused_with_every_fault_and_its_position(text, faults):
    with pytest.raises(NotationError) as refusal:
        parse(text, GAME)
    allowed = (
        "a hand is P, B or T, then its marks as 7 (Dragon 7), 8 (Panda 8), n (Natural) or [id],"
        " then f (free hand) and x (voided) in this order"
    )
    assert str(refusal.value).split("\n") == [*faults, allowed]


@pytest.mark.parametrize("text", ["B[kill]", "B[]", "B[dragon7", "B7[dragon7]"])
def test_a_mark_in_brackets_that_the_game_has_not_is_refused(text):
    with pytest.raises(NotationError, match="has no mark kill" if "kill" in text else "is not a hand"):
        parse(text, GAME)
