"""A new shoe that was begun by mistake, forgotten, or begun too early: what is undone, joined and moved."""

from dataclasses import replace

import pytest
from games import shipped
from talk import TERMS, Table

from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import CLOSED
from eztrak.table.round import Round
from eztrak.table.shoe import Sealed, Shoe
from eztrak.table.state import apply

BY, WHY = "supervisor 3", "pressed by mistake"


def previous(table: Table) -> str:
    return write(table.state.previous.hands, table.state.previous.game) if table.state.previous else "none"


def events(table: Table, count: int) -> list[e.Event]:
    return [record.event for record in table.records[-count:]]


def test_a_new_shoe_that_was_begun_by_mistake_is_undone_and_the_one_before_goes_on(table: Table) -> None:
    before = table.hands("B P Tf").state
    table.give(c.NewShoe())
    assert table.give(c.UndoShoe(c.DEALER)) is None
    assert events(table, 2) == [e.ShoeEnded(2, 0, e.SEAL_FORM), e.ShoeResumed(1, c.DEALER)]
    assert before.shoe is not None
    shown = replace(before.shoe, seals=(Sealed("hash 5", e.SEAL_FORM),))
    assert table.state == replace(
        before, shoe=shown, newest=2, last_hand=None, round=Round(unsure=True), pins_from=table.mono, dealt_under=None
    )
    assert table.says == "shoe 1 continues"
    assert table.hands("B").shoe == "B P Tf B"


def test_a_shoe_that_went_on_has_no_end_until_it_ends_again(table: Table) -> None:
    table.hands("B")
    table.give(c.NewShoe())
    table.give(c.UndoShoe(BY))
    shoe = table.state.shoe
    assert shoe is not None
    shown = Sealed("hash 3", e.SEAL_FORM)
    assert (shoe.ended_at, shoe.seals, table.state.shoe_end) == ("", (shown,), None)
    table.wait(60).give(c.NewShoe())
    assert table.state.previous is not None
    assert (table.state.previous.number, table.state.previous.seals) == (1, (shown, Sealed("hash 7", e.SEAL_FORM)))


def test_a_late_correction_seals_the_shoe_anew(table: Table) -> None:
    table.hands("B P").give(c.NewShoe())
    table.hands("T").give(c.VoidHand(1, 2, BY, WHY))
    assert events(table, 1) == [e.ShoeSealed(1, e.SEAL_FORM)]
    table.give(c.MoveHands(2, 1, BY, WHY))
    assert events(table, 1) == [e.ShoeSealed(1, e.SEAL_FORM)]
    assert table.state.previous is not None
    assert [seal.hash for seal in table.state.previous.seals] == ["hash 4", "hash 8", "hash 11"]
    table.hands("B").give(c.VoidHand(2, 2, BY, WHY))  # of the shoe in play: it gets its seal at its end
    assert [record.kind for record in table.records[-1:]] == ["void"]


def test_a_seal_made_up_for_another_shoe_or_in_another_form_counts_for_nothing(table: Table) -> None:
    table.hands("B").give(c.NewShoe())
    for shoe in (2, 7):
        record = replace(table.records[-1], event=e.ShoeSealed(shoe, e.SEAL_FORM))
        assert apply(table.state, record) == table.state
    with pytest.raises(ValueError, match="no seal has form 3"):
        e.event_of("shoe_seal", {"shoe": 1, "form": 3})


def test_the_number_of_an_undone_shoe_is_not_used_again(table: Table) -> None:
    table.hands("B")
    for _ in range(3):
        table.give(c.NewShoe())
        table.give(c.UndoShoe(c.DEALER))
    table.give(c.NewShoe())
    assert table.state.shoe is not None
    assert table.state.previous is not None
    assert (table.state.shoe.number, table.state.previous.number) == (5, 1)


def test_the_dealer_takes_back_the_last_hand_of_a_shoe_that_goes_on(table: Table) -> None:
    table.hands("B P")
    table.give(c.NewShoe())
    table.give(c.UndoShoe(c.DEALER))
    table.give(c.TakeBack())
    assert table.shoe == "B Px"


def test_an_undo_that_cannot_be_says_why(table: Table) -> None:
    assert table.denied(c.UndoShoe(c.DEALER)) == "there is no shoe in play"
    table.hands("B")
    assert table.denied(c.UndoShoe(c.DEALER)) == "there is no previous shoe to go back to"
    table.give(c.NewShoe())
    table.give(c.CloseTable(BY))
    assert table.denied(c.UndoShoe(c.DEALER)) == str(CLOSED)
    table.give(c.OpenTable(BY))
    table.hands("P")
    has = "shoe 2 already has a hand: a supervisor can join the two shoes"
    assert table.denied(c.UndoShoe(c.DEALER)) == has
    table.give(c.TakeBack())
    assert table.denied(c.UndoShoe(BY)) == has  # the void hand was dealt too


def test_a_shoe_made_up_in_a_copy_does_not_go_on(table: Table) -> None:
    table.hands("B")
    record = replace(table.records[-1], event=e.ShoeResumed(7, BY))
    assert apply(table.state, record) == table.state
    table.give(c.NewShoe())
    ended = apply(table.state, replace(record, event=e.ShoeEnded(2, 0)))
    assert apply(ended, record) == ended


def test_two_shoes_that_are_one_are_joined_in_one_decision(table: Table) -> None:
    table.hands("B P")
    table.give(c.NewShoe())
    table.give(c.SetDealer(12, BY))
    table.hands("T Pf B").press("take_back").yes()
    entered = [record.moment.at for record in table.records if record.kind == "hand"]
    assert table.give(c.JoinShoes(BY, WHY)) is None
    assert events(table, 6) == [
        e.HandVoided(2, Hand(Outcome.TIE, number=1), BY, f"moved to shoe 1: {WHY}"),
        e.HandInserted(
            *(1, Hand(Outcome.TIE, number=3), 2, BY, f"moved from shoe 2, hand 1: {WHY}"), entered[2], dealer=12
        ),
        e.HandVoided(2, Hand(Outcome.PLAYER, free=True, number=2), BY, f"moved to shoe 1: {WHY}"),
        e.HandInserted(
            *(1, Hand(Outcome.PLAYER, free=True, number=4), 3, BY, f"moved from shoe 2, hand 2: {WHY}"),
            *(entered[3], 12),
        ),
        e.ShoeEnded(2, 0, e.SEAL_FORM),
        e.ShoeResumed(1, BY),
    ]
    assert (table.shoe, previous(table), table.state.newest) == ("B P T Pf", "none", 2)


def test_the_dealer_takes_back_the_last_hand_of_joined_shoes(table: Table) -> None:
    table.hands("B P")
    table.give(c.NewShoe())
    table.hands("T B").give(c.JoinShoes(BY, WHY))
    table.give(c.TakeBack())
    assert table.shoe == "B P T Bx"


def test_a_join_without_two_shoes_says_why(table: Table) -> None:
    assert table.denied(c.JoinShoes(BY, WHY)) == "there is no shoe in play"
    table.hands("B")
    assert table.denied(c.JoinShoes(BY, WHY)) == "there is no previous shoe to go back to"


def test_a_new_shoe_that_was_forgotten_gets_the_hands_that_are_its_own(table: Table) -> None:
    table.hands("B P T P8 Bn").give(c.VoidHand(1, 4, BY, WHY))
    table.give(c.NewShoe())
    table.hands("P")
    assert table.give(c.MoveHands(1, 3, BY, "")) is None
    assert (previous(table), table.shoe) == ("B P Tx P8x Bnx", "T Bn P")
    assert [event.reason for event in events(table, 5) if isinstance(event, e.HandVoided | e.HandInserted)] == [
        *("moved to shoe 2", "moved from shoe 1, hand 3", "moved to shoe 2", "moved from shoe 1, hand 5")
    ]
    table.give(c.TakeBack())
    assert table.shoe == "T Bn Px"


def test_a_new_shoe_that_was_begun_too_early_gives_hands_back(table: Table) -> None:
    table.hands("B")
    table.give(c.NewShoe())
    table.hands("P T B").give(c.VoidHand(2, 1, BY, WHY))
    assert table.give(c.MoveHands(2, 2, BY, WHY)) is None
    assert (previous(table), table.shoe) == ("B T", "Px Tx B")


def test_hands_go_to_the_end_of_a_shoe_that_had_none(table: Table) -> None:
    table.give(c.NewShoe())
    table.give(c.NewShoe())
    table.hands("P T").give(c.MoveHands(2, 1, BY, WHY))
    assert (previous(table), table.shoe) == ("P", "Px T")


def test_a_hand_that_is_moved_keeps_its_cards_and_who_dealt_it_and_when(table: Table) -> None:
    table.give(c.SetDealer(7, BY))
    dealt = Hand(Outcome.PLAYER, player="93", banker="01")
    table.give(c.RecordHand(dealt))
    at = table.records[-1].moment.at
    table.wait(60).give(c.SetDealer(8, BY))
    table.give(c.NewShoe())
    table.give(c.MoveHands(1, 1, BY, WHY))
    table.wait(60).give(c.MoveHands(2, 1, BY, WHY))  # and back again
    event, _ = events(table, 2)  # and the seal of the shoe that is changed
    assert isinstance(event, e.HandInserted)
    assert (event.shoe, event.hand, event.entered_at, event.dealer) == (1, replace(dealt, number=2), at, 7)


def test_a_hand_that_was_put_in_and_is_moved_keeps_the_time_when_it_was_put_in(table: Table) -> None:
    table.hands("B").give(c.InsertHand(1, 1, Hand(Outcome.TIE), BY, WHY))
    at = table.records[-1].moment.at
    table.wait(60).give(c.NewShoe())
    table.give(c.MoveHands(1, 2, BY, WHY))
    event, _ = events(table, 2)  # and the seal of the shoe that is changed
    assert isinstance(event, e.HandInserted)
    assert (event.entered_at, event.dealer) == (at, 0)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.MoveHands(9, 1, BY, WHY), "shoe 9 is neither the current nor the previous shoe"),
        (c.MoveHands(1, 8, BY, WHY), "shoe 1 has no hand 8"),
        (c.MoveHands(1, 2, BY, WHY), "hand 2 of shoe 1 is void: start with one that is not"),
    ],
)
def test_a_move_that_cannot_be_says_why(table: Table, command: c.Command, words: str) -> None:
    table.hands("B P").give(c.VoidHand(1, 2, BY, WHY))
    table.give(c.NewShoe())
    assert table.denied(command) == words


def test_hands_of_the_only_shoe_cannot_be_moved(table: Table) -> None:
    words = "there is no other shoe to move hands of shoe 1 to"
    assert table.hands("B").denied(c.MoveHands(1, 1, BY, WHY)) == words


def test_a_hand_that_another_game_does_not_know_stays_where_it_is(table: Table) -> None:
    table.hands("P B7")
    table.give(c.SetTerms(replace(TERMS, game=shipped("tiger"), origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    assert table.denied(c.MoveHands(1, 1, BY, WHY)).startswith("hand 2 cannot go to shoe 2: ")
    assert previous(table) == "P B7"


def test_hands_of_another_game_that_both_know_are_moved(table: Table) -> None:
    table.hands("P T")
    table.give(c.SetTerms(replace(TERMS, game=shipped("tiger"), origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    assert table.give(c.MoveHands(1, 2, BY, WHY)) is None
    assert (previous(table), table.shoe) == ("P Tx", "T")


def test_shoes_that_are_too_long_for_one_cannot_be_joined(table: Table) -> None:
    table.hands("B" * 60)
    table.give(c.NewShoe())
    table.hands("P" * 45)
    assert table.denied(c.JoinShoes(BY, WHY)) == (
        "hand 45 cannot go to shoe 1: shoe 1 has 104 hands, all that 8 decks can give: start a new shoe"
    )
    assert isinstance(table.state.shoe, Shoe)
    assert table.state.shoe.stats.hands == 45
