"""Card entry: the board leads through the deal, computes the result, and asks where the cards break the tableau."""

from itertools import combinations_with_replacement, product

import pytest
from games import tableaus
from talk import Table

from eztrak.game.first import first_game
from eztrak.game.tableau import deal
from eztrak.table import commands as c
from eztrak.table.cards import lay
from eztrak.table.entry import Entry, EntryRules, Question, settled
from eztrak.table.state import TableState
from eztrak.table.terms import Terms

GAME = first_game()


@pytest.fixture
def table() -> Table:
    return Table(rules=EntryRules(cards=True))


def test_the_board_leads_through_the_deal(table: Table) -> None:
    asked = []
    for card in "505247":
        table.press(card)
        asked.append(table.asks)
    assert asked == [
        "Banker's card?",
        "Player's card?",
        "Banker's card?",
        "Player's card?",
        "Banker's card?",
        "BANKER: Enter",
    ]
    table.press("Enter")
    assert table.shoe == "B"
    assert table.state.shoe is not None
    hand = table.state.shoe.hands[0]
    assert (hand.player, hand.banker, hand.points) == ("554", "027", 9)


def test_a_natural_ends_the_hand_and_is_known_by_its_cards(table: Table) -> None:
    table.press(*"9205")
    assert table.asks == "PLAYER, natural: Enter"
    assert table.press("Enter").shoe == "Pn"


def test_bonuses_are_known_by_their_cards(table: Table) -> None:
    assert table.press(*"202423", "Enter").shoe == "B7"
    assert table.press(*"202442", "Enter").shoe == "B7 P8"
    assert table.press(*"000077", "Enter").shoe == "B7 P8 T"


def test_every_possible_hand_is_led_to_its_end_by_the_tableau() -> None:
    """Every two pairs of first cards, every third card: the board asks for what the tableau deals, and no break."""
    pairs = list(combinations_with_replacement(range(10), 2))
    for (p1, p2), (b1, b2) in product(pairs, pairs):
        open_ends: list[tuple[int, ...]] = [(p1, b1, p2, b2)]
        while open_ends:
            typed = open_ends.pop()
            now = lay(typed, GAME.tableau, natural_ends=True)
            if now.next:
                open_ends += [(*typed, card) for card in range(10)]
                continue
            player, banker = deal(GAME.tableau, iter(typed).__next__, int)
            assert (now.player, now.banker, now.breaks) == (tuple(player), tuple(banker), ())
            assert len(typed) == len(player) + len(banker)


def test_an_early_enter_says_whose_card_is_next_and_the_card_is_taken(table: Table) -> None:
    assert table.press("Enter").says == "nothing typed yet"
    assert table.press("3", "Enter").says == "the Banker's card comes next"
    assert table.press("0", "2", "0", "Enter").says == "the Player's card comes next"
    assert table.press("Enter", "4", "Enter", "Enter").says == "the Banker's card comes next"
    assert table.press("7", "Enter").says == "hand 1: PLAYER"


def test_early_and_forgotten_enters_lead_into_no_trap(table: Table) -> None:
    """Hands by somebody who never looks: only those around a forgotten Enter are missing, and none is wrong."""
    table.press(*"2030", "Enter", "Enter", *"47", "Enter").wait(8)  # twice too early
    table.press(*"9205").wait(8).press(*"0650", "Enter", "Enter").wait(8)  # forgotten, and then once too often
    for _ in range(8):
        table.press(*"9103", "Enter").wait(8)
    assert table.state.shoe is not None
    cards = [(hand.player, hand.banker) for hand in table.state.shoe.hands]
    assert cards == [("234", "007"), *[("90", "13")] * 8]


def test_a_card_that_was_not_dealt_is_asked_for_by_the_menu_key_and_then_needs_a_supervisor(table: Table) -> None:
    table.press(*"2030", "menu")
    assert table.asks == "by the tableau the Player draws: was there really no third card?"
    assert table.press("4").asks == "Banker's card?"  # there was
    table.press("clear", *"2030", "menu", "Enter").press("7", "Enter")
    assert table.asks == "Player has 5 and draws a third card. Call a supervisor to record it so?"
    assert table.shoe == "none"


def test_a_card_too_many_needs_a_supervisor_or_the_hand_is_typed_anew(table: Table) -> None:
    table.press(*"9205", "4", "Enter")
    assert table.asks == "a natural ends the hand. Call a supervisor to record it so?"
    assert table.press("Enter").says == "menu for yes, clear for no"
    assert table.press("0").entry.cards == (0,)
    assert table.press("clear", *"9205", "4", "Enter", "menu").entry.menu is not None
    assert table.shoe == "none"


@pytest.mark.parametrize("cards", ["203", "9205"])
def test_the_menu_key_opens_no_menu_over_cards_that_break_nothing(table: Table, cards: str) -> None:
    assert table.press(*cards, "menu").says == "commit or clear this entry first"


def test_a_table_without_panda8_takes_its_cards_as_a_player_win() -> None:
    terms = Terms(game=first_game(fifth=False))
    table = Table(TableState(terms=terms), rules=EntryRules(cards=True, natural_ends=None))
    table.press(*"202442")
    assert table.asks == "PLAYER: Enter"
    assert table.press("Enter").says == "hand 1: PLAYER"
    table.press(*"4036", "1", "Enter", "menu").type("2468").type("2468").press("Enter")  # against the tableau
    assert table.shoe == "P P"


def test_cards_against_the_tableau_are_recorded_with_the_name_of_who_confirmed(table: Table) -> None:
    table.press("menu").type("2468").type("2468").press("menu")
    table.wait(60).press(*"6170", "4", "3")  # Player 3 draws 4, Banker 1 draws 3
    assert table.asks == "PLAYER: Enter"
    table.press("9")
    assert table.says == "no further card fits on the table: Enter, or clear"
    table.press("clear", *"6172", "2")  # Player 3 draws 2, Banker 3 has to draw …
    table.press("menu", "Enter", "Enter", "menu").type("1").type("2468")
    assert table.entry.menu is not None
    table.press("Enter")
    assert table.shoe == "P"
    assert table.records[-1].event.by == "supervisor 1"  # type: ignore[union-attr]
    assert table.entry.menu is None


def test_a_card_too_many_is_a_break(table: Table) -> None:
    table.press(*"4030", "1")  # Player 7 stands, Banker 0 draws 1
    assert table.asks == "PLAYER: Enter"
    assert lay([4, 0, 3, 6, 1], GAME.tableau, natural_ends=True).breaks == ("Player has 7 and stands",)
    assert lay([4, 0, 3, 6, 1, 2], GAME.tableau, natural_ends=True).breaks == (
        "Player has 7 and stands",
        "Banker has 6 and stands",
    )
    assert lay([9, 0, 0, 6, 1], GAME.tableau, natural_ends=True).breaks == ("a natural ends the hand",)
    assert lay([9, 0, 0, 6, 1, 2, 3], GAME.tableau, natural_ends=True).breaks == ("a natural ends the hand",)
    assert lay([2, 0, 0, 3, None, None], GAME.tableau, natural_ends=True).breaks == (
        "Player has 2 and draws a third card",
        "Banker has 3 and draws a third card",
    )


def test_where_the_document_is_silent_a_draw_after_a_natural_is_no_break() -> None:
    assert lay([9, 0, 0, 3], GAME.tableau, natural_ends=None).next == ""
    assert lay([4, 8, 1, 0, 6], GAME.tableau, natural_ends=None).breaks == ()
    drawn = lay([9, 0, 0, 3, 6], GAME.tableau, natural_ends=None)
    assert (drawn.player, drawn.banker, drawn.breaks) == ((9, 0), (0, 3, 6), ())
    assert lay([4, 8, 1, 0, 6, 2], GAME.tableau, natural_ends=None).breaks == ("a natural ends the hand",)
    assert lay([2, 8, 9, 1, 6], GAME.tableau, natural_ends=None).breaks == ()


def test_free_hands_and_clear_work_with_cards_and_results_do_not(table: Table) -> None:
    table.press("free", *"9205", "Enter")
    assert table.shoe == "Pnf"
    table.press(*"92", "clear")
    assert table.entry.idle
    table.rules = EntryRules(cards=True)
    assert table.press("NumLock").entry.menu is not None


def test_the_same_cards_twice_ask_and_a_hand_that_was_not_stored_comes_back(table: Table) -> None:
    table.press(*"9205", "Enter", *"9205", "Enter")
    assert table.entry.question is Question.ANOTHER_HAND
    assert table.press("Enter").shoe == "Pn Pn"
    command = c.RecordHand(lay([2, 0, 3, 2, 4, 7], GAME.tableau, natural_ends=True).hand(GAME, free=True))
    back = settled(Entry(), c.Refusal("not stored: disk full"), command, 0)
    assert (back.cards, len(back.toggles)) == ((2, 0, 3, 2, 4, 7), 1)
    natural = lay([9, 0, 0, 3], GAME.tableau, natural_ends=True).hand(GAME, free=False)
    plain = settled(Entry(), c.Refusal("no"), c.RecordHand(natural), 0)
    assert (plain.cards, plain.toggles) == ((9, 0, 0, 3), frozenset())


def test_where_the_player_may_choose_standing_is_no_break() -> None:
    gold = tableaus()["gold"]
    assert lay([5, 0, 0, 0, None, 3], gold, natural_ends=True).breaks == ()
    assert lay([4, 0, 0, 0, None, 3], gold, natural_ends=True).breaks == ("Player has 4 and draws a third card",)


def test_cards_that_no_tableau_deals_are_marked_all_the_same() -> None:
    """A supervisor confirmed them: the Player had nothing and got no third card."""
    hand = lay([0, 0, 0, 5, None, 2], GAME.tableau, natural_ends=True).hand(GAME, free=False)
    assert (hand.player, hand.banker, hand.marks) == ("00", "052", {"dragon7"})
