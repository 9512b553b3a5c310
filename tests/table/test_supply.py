"""A shoe of more hands than its cards allow is stopped, and so is a card that it has not."""

from dataclasses import replace

from talk import TERMS, Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table.digits import Way
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState
from eztrak.table.strip import complaints
from eztrak.table.supply import lacking
from eztrak.table.typed import EntryRules

BY, WHY = "supervisor 3", "missed"
TIE, PLAYER = Hand(Outcome.TIE), Hand(Outcome.PLAYER)
ONE_DECK = TableState(terms=replace(TERMS, decks=1))
AGAIN = "check the cards, or is this a new shoe?"


def test_a_shoe_of_eight_decks_ends_with_its_104th_hand(table: Table) -> None:
    table.hands("P" * 104)
    full = "shoe 1 has 104 hands, all that 8 decks can give: start a new shoe"
    assert table.denied(c.RecordHand(TIE)) == full
    assert table.denied(c.InsertHand(1, 3, TIE, BY, WHY)) == full
    table.give(c.TakeBack())
    assert table.give(c.RecordHand(TIE)) is None
    assert table.denied(c.ChangeHand(1, 104, PLAYER, BY, WHY)) == full  # it is void, and would stand again
    assert table.give(c.ChangeHand(1, 103, TIE, BY, WHY)) is None
    table.give(c.NewShoe())
    assert table.give(c.RecordHand(TIE)) is None


def test_a_shoe_keeps_the_decks_with_which_it_began() -> None:
    table = Table(ONE_DECK).hands("P" * 12)
    table.give(c.SetTerms(replace(TERMS, decks=8, origin="second"), c.CONFIG))
    table.hands("B")
    assert table.denied(c.RecordHand(TIE)) == "shoe 1 has 13 hands, all that 1 deck can give: start a new shoe"


def test_a_card_that_the_shoe_has_no_more_is_refused_with_its_value() -> None:
    table = Table(ONE_DECK)
    assert table.give(c.RecordHand(replace(PLAYER, player="72", banker="07"))) is None
    assert table.give(c.RecordHand(replace(PLAYER, player="72", banker="00"))) is None
    words = "shoe 1 (1 deck) has 1 of the cards worth 7 left, and this hand takes 2: " + AGAIN
    assert table.denied(c.RecordHand(replace(TIE, player="70", banker="70"))) == words
    table.give(c.VoidHand(1, 1, BY, WHY))
    assert table.give(c.RecordHand(replace(TIE, player="70", banker="70"))) is None


def test_the_first_hand_of_a_table_has_its_cards_from_one_shoe_too() -> None:
    hand = replace(TIE, player="777", banker="777")
    words = "shoe 1 (1 deck) has 4 of the cards worth 7 left, and this hand takes 6: " + AGAIN
    assert Table(ONE_DECK).denied(c.RecordHand(hand)) == words


def test_a_hand_is_changed_to_cards_that_the_others_left() -> None:
    table = Table(ONE_DECK)
    table.give(c.RecordHand(replace(PLAYER, player="72", banker="07")))
    table.give(c.RecordHand(replace(PLAYER, player="72", banker="00")))
    assert table.give(c.ChangeHand(1, 2, replace(TIE, player="72", banker="27"), BY, WHY)) is None
    refusal = table.give(c.ChangeHand(1, 2, replace(PLAYER, player="772", banker="770"), BY, WHY))
    assert str(refusal) == "shoe 1 (1 deck) has 2 of the cards worth 7 left, and this hand takes 4: " + AGAIN


def shoe(*cards: str, decks: int = 1) -> Shoe:
    return Shoe(3, tuple(Hand(Outcome.TIE, player=typed) for typed in cards), decks=decks)


def lacks(held: Shoe, cards: str) -> str:
    return str(lacking(held, cards))


def test_cards_are_looked_at_while_they_are_typed() -> None:
    assert lacks(shoe(), "") == ""
    assert lacks(shoe("0" * 15), "0") == ""
    assert lacks(shoe("0" * 16), "9") == ""
    assert lacks(shoe("0" * 16), "90") == (
        "shoe 3 (1 deck) has 0 of the cards worth 0 (ten, face) left, and this hand takes 1: " + AGAIN
    )
    assert lacks(shoe("0" * 60, decks=8), "0" * 68) == ""


def test_a_shoe_has_no_more_cards_than_its_decks() -> None:
    """Hands without cards took four each, at least."""
    held = shoe(*[""] * 11, "123456")
    assert lacks(held, "12") == ""
    assert lacks(held, "123") == "shoe 3 (1 deck) has 2 cards left, and this hand takes 3: " + AGAIN


def test_a_card_that_was_not_dealt_takes_none_of_the_last_ones() -> None:
    table = Table(ONE_DECK, rules=EntryRules(way=Way.CARDS)).hands("P" * 12)
    table.press(*"2000", "menu").yes()
    assert table.entry.typed.digits == (2, 0, 0, 0, None)
    assert complaints(table.entry, table.state, table.rules) == []
