"""What a supervisor mends, and that the original stays in the record."""

import pytest
from talk import Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.stats import Stats

BY, WHY = "supervisor 3", "wrong key pressed"
PLAYER, TIE = Hand(Outcome.PLAYER), Hand(Outcome.TIE)


def test_a_changed_hand_is_another_from_now_on_and_keeps_its_number(table: Table) -> None:
    table.hands("B B T")
    assert table.give(c.ChangeHand(1, 2, PLAYER, BY, WHY)) is None
    assert table.shoe == "B P T"
    assert table.records[-1].event == e.HandChanged(
        1, Hand(Outcome.PLAYER, number=2), Hand(Outcome.BANKER, number=2), BY, WHY
    )
    assert table.state.shoe is not None
    assert [e.kind_of(event) for _, event in table.state.shoe.history(2)] == ["hand", "change"]


def test_a_hand_inserted_stands_in_its_place_with_a_number_of_its_own(table: Table) -> None:
    table.hands("B B")
    table.give(c.InsertHand(1, 1, TIE, BY, WHY))
    table.give(c.InsertHand(1, 0, PLAYER, BY, WHY))
    assert table.shoe == "P B T B"
    assert table.state.shoe is not None
    assert [hand.number for hand in table.state.shoe.hands] == [4, 1, 3, 2]


def test_a_hand_with_cards_is_changed_without_carrying_them_twice(table: Table) -> None:
    table.give(c.RecordHand(Hand(Outcome.PLAYER, player="93", banker="02")))
    already = "hand 1 of shoe 1 is already PLAYER"
    assert table.denied(c.ChangeHand(1, 1, PLAYER, BY, WHY)) == already
    table.give(c.ChangeHand(1, 1, TIE, BY, WHY))
    event = table.records[-1].event
    assert e.event_of("change", e.fields(event)) == event


def test_a_voided_hand_can_be_brought_back_as_what_it_was(table: Table) -> None:
    table.hands("B P")
    table.give(c.VoidHand(1, 1, BY, WHY))
    table.give(c.ChangeHand(1, 1, Hand(Outcome.BANKER), BY, WHY))
    assert table.shoe == "B P"
    assert table.state.shoe is not None
    assert table.state.shoe.stats == Stats(
        hands=2,
        counts=(
            ("player", 1),
            ("banker", 1),
        ),
    )


def test_the_previous_shoe_can_be_mended_too(table: Table) -> None:
    table.hands("B")
    table.give(c.NewShoe())
    table.give(c.InsertHand(1, 1, TIE, BY, WHY))
    assert table.state.previous is not None
    assert table.state.previous.stats.of("tie") == 1


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.ChangeHand(9, 1, TIE, BY, WHY), "shoe 9 is neither the current nor the previous shoe"),
        (c.ChangeHand(1, 8, TIE, BY, WHY), "shoe 1 has no hand 8"),
        (c.InsertHand(1, 8, TIE, BY, WHY), "shoe 1 has no hand 8"),
        (c.ChangeHand(1, 1, Hand(Outcome.BANKER), BY, WHY), "hand 1 of shoe 1 is already BANKER"),
        (
            c.ChangeHand(1, 1, Hand(Outcome.PLAYER, frozenset({"natural", "panda8"})), BY, WHY),
            "Panda 8 and Natural cannot come in the same hand",
        ),
    ],
)
def test_a_correction_that_cannot_be_says_why(table: Table, command: c.Command, words: str) -> None:
    assert table.hands("B").denied(command) == words
    assert table.shoe == "B"
