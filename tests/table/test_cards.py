"""Card entry: the board leads through the deal, computes the result, and asks where the cards break the tableau."""

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest
from games import read, shipped, tableaus, worded
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.tableau import deal
from eztrak.table import commands as c
from eztrak.table.cards import CONTESTED, contested, fit, lay, read_cards
from eztrak.table.digits import Way
from eztrak.table.entry import not_taken
from eztrak.table.pack import Pack
from eztrak.table.state import TableState
from eztrak.table.story import story
from eztrak.table.strip import complaints
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, EntryRules, Question, Typed

GAME = first_game()
PAIRS = shipped("commission-pairs")


@pytest.fixture
def table() -> Table:
    return Table(rules=EntryRules(way=Way.CARDS))


@pytest.fixture
def pairs() -> Table:
    terms = Terms(game=PAIRS, origin="first")
    return Table(TableState(terms=terms), rules=EntryRules(way=Way.CARDS))


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
    assert table.press(*"202423", "Enter").wait(30).shoe == "B7"
    assert table.press(*"202442", "Enter").wait(30).shoe == "B7 P8"
    assert table.press(*"000077", "Enter").shoe == "B7 P8 T"


def test_every_possible_hand_is_led_to_its_end_by_the_tableau() -> None:
    """Every two pairs of first cards, every third card: the board asks for what the tableau deals, and no break."""
    two = list(combinations_with_replacement(range(10), 2))
    for (p1, p2), (b1, b2) in product(two, two):
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


def test_an_early_enter_waits_for_the_card(table: Table) -> None:
    assert table.press("Enter").says == "hand 1: nothing typed yet"
    assert table.press("3", "Enter").says == "Banker's card?"
    assert table.press("0", "2", "0", "Enter").says == "Player's card?"
    assert table.press("Enter", "4", "Enter", "Enter").says == "Banker's card?"
    assert table.press("7", "Enter").says == "hand 1: PLAYER"


def test_cards_wait_for_the_deal_as_long_as_it_takes_and_a_finished_hand_for_its_enter(table: Table) -> None:
    table.press(*"2030").wait(300)
    assert table.asks == "Player's card?"
    table.press(*"47").wait(10)
    assert table.asks == "not entered: PLAYER. Press Enter to enter it, CLEAR to discard it"


def test_early_and_forgotten_enters_lead_into_no_trap(table: Table) -> None:
    """Hands by somebody who never looks: none is lost, and none is wrong."""
    table.press(*"2030", "Enter", "Enter", *"47", "Enter").wait(40)  # twice too early
    table.press(*"9205").wait(40).press(*"0660", "Enter").wait(40)  # forgotten: it asks, and nobody answers
    for _ in range(3):
        table.press(*"9103", "Enter").wait(40)
    assert table.state.shoe is not None
    assert [(hand.player, hand.banker) for hand in table.state.shoe.hands] == [("234", "007")]
    assert len(table.entry.left) == 5
    table.press("Enter").yes()
    cards = [(hand.player, hand.banker) for hand in table.state.shoe.hands]
    assert cards == [("234", "007"), ("90", "25"), ("06", "60"), *[("90", "13")] * 3]


def test_the_last_card_is_taken_back(table: Table) -> None:
    assert table.press(*"9204", "erase", "5").asks == "PLAYER, natural: Enter"


def test_a_card_that_was_not_dealt_is_told_by_the_menu_key_and_then_needs_a_supervisor(table: Table) -> None:
    table.press(*"2030", "menu")
    assert table.asks == "the Player must draw: was there really no third card?"
    assert table.press("4").asks == "Banker's card?"  # there was
    table.press("clear", *"2030", "menu").yes()
    assert table.press("timer").says == "2 0 3 0 – is not entered: press Enter or CLEAR"
    table.press("7", "Enter")
    assert table.asks == "Player has 5 and draws a third card. Call a supervisor to record it anyway?"
    assert table.shoe == "none"


def test_a_card_too_many_needs_a_supervisor_or_the_hand_is_mended(table: Table) -> None:
    table.press(*"9205", "4", "Enter")
    assert table.asks == "a natural ends the hand. Call a supervisor to record it anyway?"
    assert table.press("Enter").asks == "a natural ends the hand. Call a supervisor to record it anyway?"
    assert table.press("erase").asks == "PLAYER, natural: Enter"
    assert table.press("4", "Enter").yes().entry.menu is not None
    assert table.shoe == "none"
    assert table.press("clear", "clear").entry.idle


def test_cards_that_break_the_tableau_are_no_change_of_the_last_hand(table: Table) -> None:
    table.press(*"9205", "Enter").wait(30).press(*"9205", "4", "take_back")
    assert table.says == "a natural ends the hand"


@pytest.mark.parametrize("cards", ["203", "9205"])
def test_the_menu_key_opens_no_menu_over_cards_that_break_nothing(table: Table, cards: str) -> None:
    assert table.press(*cards, "menu").says == "press Enter or CLEAR first: something is typed"


def test_a_table_without_panda8_takes_its_cards_as_a_player_win() -> None:
    terms = Terms(game=first_game(fifth=False))
    table = Table(TableState(terms=terms), rules=EntryRules(way=Way.CARDS, natural_ends=None))
    table.press(*"202442")
    assert table.asks == "PLAYER: Enter"
    assert table.press("Enter").says == "hand 1: PLAYER"
    table.wait(30).press(*"4036", "1", "Enter").yes().type("2468").type("2468").yes()  # against the tableau
    assert table.shoe == "P P"


def test_cards_against_the_tableau_are_recorded_with_the_name_of_who_confirmed(table: Table) -> None:
    table.set_up().press("clear")
    table.wait(60).press(*"6170", "4", "3")  # Player 3 draws 4, Banker 1 draws 3
    assert table.asks == "PLAYER: Enter"
    table.press("9")
    assert worded(complaints(table.entry, table.state, table.rules)) == ["one card too many"]
    assert table.press("Enter").says == "one card too many"
    table.press("clear", *"6172", "2")  # Player 3 draws 2, Banker 3 has to draw …
    table.press("menu").yes().press("Enter").yes().type("1").type("2468")
    assert table.entry.menu is not None
    table.yes()
    assert table.shoe == "P"
    assert table.records[-1].event.by == "supervisor 1"  # type: ignore[union-attr]
    assert table.entry.menu is None


def test_a_card_too_many_is_a_break(table: Table) -> None:
    table.press(*"4030", "1")  # Player 7 stands, Banker 0 draws 1
    assert table.asks == "PLAYER: Enter"
    assert worded(lay([4, 0, 3, 6, 1], GAME.tableau, natural_ends=True).breaks) == ["Player has 7 and stands"]
    assert worded(lay([4, 0, 3, 6, 1, 2], GAME.tableau, natural_ends=True).breaks) == [
        "Player has 7 and stands",
        "Banker has 6 and stands",
    ]
    assert worded(lay([9, 0, 0, 6, 1], GAME.tableau, natural_ends=True).breaks) == ["a natural ends the hand"]
    assert lay([9, 0, 0, 6, 1, 2, 3], GAME.tableau, natural_ends=True).rest == (3,)
    assert worded(lay([2, 0, 0, 3, None, None], GAME.tableau, natural_ends=True).breaks) == [
        "Player has 2 and draws a third card",
        "Banker has 3 and draws a third card",
    ]


def test_where_the_document_is_silent_a_draw_after_a_natural_is_no_break() -> None:
    assert lay([9, 0, 0, 3], GAME.tableau, natural_ends=None).next == ""
    assert lay([4, 8, 1, 0, 6], GAME.tableau, natural_ends=None).breaks == ()
    drawn = lay([9, 0, 0, 3, 6], GAME.tableau, natural_ends=None)
    assert (drawn.player, drawn.banker, drawn.breaks) == ((9, 0), (0, 3, 6), ())
    assert worded(lay([4, 8, 1, 0, 6, 2], GAME.tableau, natural_ends=None).breaks) == ["a natural ends the hand"]
    assert lay([2, 8, 9, 1, 6], GAME.tableau, natural_ends=None).breaks == ()


def test_free_hands_and_clear_work_with_cards(table: Table) -> None:
    table.press("free", *"9205", "Enter")
    assert table.shoe == "Pnf"
    assert table.press(*"92", "clear").entry.idle


def test_other_cards_at_once_ask_too_and_a_hand_that_was_not_stored_comes_back(table: Table) -> None:
    table.press(*"9205", "Enter", *"9204", "Enter")
    assert table.entry.question is Question.AGAIN
    assert table.yes().shoe == "Pn Pn"
    typed = Typed(digits=(2, 0, 3, 2, 4, 7))
    back = not_taken(Entry(sent=(typed,)), c.Refusal("not stored: disk full"), c.NewShoe(), 0)
    assert back.typed == typed


def test_cards_that_break_the_tableau_and_are_left_still_need_a_supervisor(table: Table) -> None:
    table.press(*"9205", "4").wait(10).press("Enter")
    assert table.asks == "a natural ends the hand. Call a supervisor to record it anyway?"
    table.press("clear", *"9205", "4").wait(10).press(*"0660", "Enter")
    assert (table.shoe, len(table.entry.left)) == ("T", 1)


def test_what_waits_for_a_supervisor_is_not_lost_and_goes_after_what_was_left(table: Table) -> None:
    table.press(*"0660").wait(10).press(*"9205", "4", "Enter").yes().press("clear")
    assert (table.entry.menu, table.entry.typed.digits) == (None, (9, 2, 0, 5, 4))
    table.press("Enter").yes().type("2468").type("2468").yes()
    assert (table.shoe, table.says, table.entry.typed, table.entry.left) == ("T B", "hand 2: BANKER", Typed(), ())


def test_other_cards_of_the_same_result_are_a_change(table: Table) -> None:
    table.press(*"0890", "Enter").wait(30).press(*"1880", "take_back").yes()
    assert table.state.shoe is not None
    assert [(hand.player, hand.banker) for hand in table.state.shoe.hands] == [("18", "80")]


def test_more_cards_of_a_value_than_the_shoe_has_are_refused(table: Table) -> None:
    table.state = TableState(terms=Terms(game=GAME, decks=1, origin="first"))
    table.press(*"9999", "Enter").wait(30)
    table.press(*"90")
    assert worded(complaints(table.entry, table.state, table.rules)) == [
        "shoe 1 (1 deck) has 0 of the cards worth 9 left, and this hand takes 1: check the cards, or is this a new"
        " shoe?"
    ]
    table.press(*"00", "Enter")
    assert table.says.startswith("shoe 1 (1 deck) has 0 of the cards worth 9 left")
    assert table.shoe == "Tn"


def test_where_the_player_may_choose_standing_is_no_break() -> None:
    gold = tableaus()["gold"]
    assert lay([5, 0, 0, 0, None, 3], gold, natural_ends=True).breaks == ()
    assert worded(lay([4, 0, 0, 0, None, 3], gold, natural_ends=True).breaks) == ["Player has 4 and draws a third card"]


def test_cards_that_no_tableau_deals_are_marked_all_the_same() -> None:
    """A supervisor confirmed them: the Player had nothing and got no third card."""
    hand = read_cards([0, 0, 0, 5, None, 2], GAME, natural_ends=True).hand
    assert hand is not None
    assert (hand.player, hand.banker, hand.marks) == ("00", "052", {"dragon7"})


def test_equal_values_are_a_pair_and_only_tens_and_faces_are_asked_about(pairs: Table) -> None:
    assert pairs.press(*"4341").asks == "PLAYER, player pair, natural: Enter"
    assert pairs.press("clear", *"0809").asks == "Player's first two a pair? 0 no, 4 yes"
    assert pairs.press("4").asks == "Player's card?"
    assert pairs.press("9", "Enter").says == "hand 1: PLAYER, player pair"
    assert pairs.wait(30).press(*"0006", "0").asks == "Player's card?"


def test_an_answer_about_a_pair_that_is_none_stays_to_be_erased(pairs: Table) -> None:
    pairs.press(*"0506", "1")
    assert worded(complaints(pairs.entry, pairs.state, pairs.rules)) == ["0 for no pair, 4 for a pair"]
    assert pairs.press("Enter").says == "0 for no pair, 4 for a pair"
    assert pairs.press("erase", "0").asks == "Player's card?"


def test_perfect_pairs_are_asked_about_where_they_pay() -> None:
    game = read('wagers = ["player", "banker-5", "tie", "player-pair", "perfect-pair"]')
    table = Table(TableState(terms=Terms(game=game, origin="first")), rules=EntryRules(way=Way.CARDS))
    assert table.press(*"4341").asks == "Player's pair a perfect one? 4 no, 8 yes"
    assert table.press("8", "Enter").says == "hand 1: PLAYER, player pair, perfect pair"
    assert table.wait(30).press(*"0809").asks == "Player's first two a pair? 0 no, 4 yes, 8 perfect"
    assert table.press("0").asks == "Player's card?"


@pytest.mark.parametrize(
    ("player", "banker", "marks", "fits"),
    [
        ("44", "13", {"player-pair", "natural"}, True),
        ("44", "13", {"natural"}, False),
        ("00", "26", {"natural"}, True),
        ("00", "26", {"natural", "player-pair"}, True),
        ("", "", {"natural"}, False),
    ],
)
def test_cards_give_what_a_hand_says_with_pairs_as_they_can_be(
    player: str, banker: str, marks: set[str], fits: bool
) -> None:
    outcome = Outcome.BANKER if player == "00" else Outcome.PLAYER
    assert fit(Hand(outcome, frozenset(marks), player=player, banker=banker), PAIRS) is fits


def test_terms_of_these_tests_have_their_origin() -> None:
    assert TERMS.origin == "first"


CALIFORNIA = replace(TERMS, pack=Pack("california", natural_ends=None))
EITHER = "natural 8 against three-card 9: either may win"


def by_the_bureau(way: Way) -> Table:
    rules = EntryRules(way=way, natural_ends=None, winners={1: "player", 5: "tie", 3: "banker"})
    return Table(TableState(table="Table 1", terms=CALIFORNIA), rules=rules)


@pytest.mark.parametrize(("choice", "notation"), [("1", "Pn"), ("2", "Bn")])
def test_a_natural_8_against_a_three_card_9_is_decided_by_a_supervisor(choice: str, notation: str) -> None:
    """Player 3 and 5, Banker 0 and 3 who draws 6: the ranking and "closest to nine" name two winners."""
    table = by_the_bureau(Way.CARDS).press(*"30536", "Enter")
    assert table.asks == f"{EITHER}. Call a supervisor to decide?"
    assert table.shoe == "none"
    table.yes().type("2468").type("2468")
    assert (table.question, table.choices) == (f"{EITHER}. Who wins?", ["Player", "Banker"])
    table.press(choice)
    assert table.shoe == notation
    assert table.state.shoe is not None
    (hand,) = table.state.shoe.hands
    assert (hand.player, hand.banker) == ("35", "036")
    (event,) = story(table.state.shoe, 1)
    assert (event.by, event.confirmed) == ("supervisor 1", CONTESTED)
    assert "asked and confirmed: a natural 8 against a three-card 9; decided by supervisor 1" in str(event.line(GAME))


def test_totals_of_a_natural_8_that_won_against_9_are_decided_too() -> None:
    table = by_the_bureau(Way.TOTALS).press("8", "9", "0", "1", "Enter")
    assert table.asks == f"{EITHER}. Call a supervisor to decide?"
    table.yes().type("2468").type("2468").press("1")
    assert table.shoe.startswith("P")
    table = by_the_bureau(Way.TOTALS).press("8", "9", "0", "3", "Enter")
    assert table.shoe.startswith("B")


def test_where_a_natural_ends_the_hand_nobody_chooses_who_won() -> None:
    table = Table(rules=EntryRules(way=Way.CARDS)).press(*"30536", "Enter")
    table.yes().type("2468").type("2468")
    assert table.question == "Player 3 5 6, Banker 0 3: PLAYER. Record it as dealt?"


def test_no_other_cards_are_contested() -> None:
    assert not any(
        contested(Hand(Outcome.PLAYER, player=p, banker=b))
        for p, b in [("35", "03"), ("350", "036"), ("45", "036"), ("35", "035"), ("", "")]
    )
