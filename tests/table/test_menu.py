"""The supervisor by keys alone."""

from dataclasses import replace

import pytest
from games import read
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.entry import EntryRules
from eztrak.table.menu import asked
from eztrak.table.pages import CHOICES, LANGUAGES, Page
from eztrak.table.state import TableState
from eztrak.table.terms import Limit

HOUSE = replace(TERMS, highest_wager=40000, fees_allowed=True)


@pytest.fixture
def table() -> Table:
    """A table with the menu of supervisor 1 open."""
    made = Table(TableState(table="Table 1", terms=HOUSE))
    return made.press("menu").type("2468").type("2468")


def choose(table: Table, page: Page) -> Table:
    return table.press(str((CHOICES.index(page) + 1) % 10))


def question(table: Table) -> str:
    assert table.entry.menu is not None
    ask = asked(table.entry.menu, table.state)
    return ask.words if ask else ""


def last(table: Table) -> e.Event:
    return table.records[-1].event


def test_the_first_start_sets_the_first_pin(table: Table) -> None:
    assert last(table) == e.PinSet(1, "1 2468", "first start")
    assert table.says == "the PIN of supervisor 1 is set"
    assert table.entry.menu is not None
    assert (table.entry.menu.page, table.entry.menu.supervisor) == (Page.MAIN, 1)


def test_afterwards_the_menu_opens_with_number_and_pin(table: Table) -> None:
    table.press("menu", "menu")
    assert question(table) == "Supervisor's number, Enter"
    table.type("1")
    assert question(table) == "Supervisor 1: PIN, Enter"
    table.type("2468")
    assert table.says == "supervisor 1 has signed in"
    assert question(table) == "What is to be done?"


def test_wrong_pins_back_off_and_hands_go_on_meanwhile(table: Table) -> None:
    waits = []
    table.press("menu")
    for _ in range(8):
        table.press("menu").type("1").type("9999")
        waits.append(table.says)
        table.press("menu").press("banker", "commit").wait(70)
    assert waits == [f"wrong number or PIN: wait {s} s" for s in (1, 2, 4, 8, 16, 32, 60, 60)]
    assert table.shoe == "B B B B B B B B"
    table.press("menu").type("1").type("9999")
    table.wait(59).type("2468")
    assert table.says == "after 9 wrong in a row wait 1 s; hands can be entered meanwhile"
    assert table.wait(1).type("2468").says == "supervisor 1 has signed in"
    assert table.state.staff.wrong_pins == 0


def test_the_wait_after_a_wrong_pin_outlives_a_restart(table: Table) -> None:
    table.press("menu", "menu").type("1").type("1111")
    table.wait(70).give(c.Start("1.0", "Table 1", HOUSE))
    table.press("menu").type("1").type("2468")
    assert table.says == "after 1 wrong in a row wait 1 s; hands can be entered meanwhile"


def test_a_number_that_is_nobodys_is_as_wrong_as_a_pin(table: Table) -> None:
    table.press("menu", "menu").type("77").type("2468")
    assert table.says == "wrong number or PIN: wait 1 s"


def test_limits_of_the_table_and_of_a_wager(table: Table) -> None:
    choose(table, Page.LIMITS).press("1").type("25").type("400")
    assert last(table) == e.TermsSet(replace(HOUSE, limit=Limit(2500, 40000)), "supervisor 1")
    assert table.says == "changed, and in force from now on"
    choose(table, Page.LIMITS).press("4").type("5").type("100")
    assert table.state.terms.limit_of("tie") == Limit(500, 10000)


def test_limits_over_the_profiles_ceiling_or_upside_down_are_refused(table: Table) -> None:
    choose(table, Page.LIMITS).press("1").type("25").type("500")
    assert table.says == "the table: 500 is over the highest wager that washington allows, 400"
    table.press("1").type("25").type("20")
    assert table.says == "the table: the maximum 20 is below the minimum 25"
    assert table.state.terms == HOUSE


def test_fees_are_set_taken_away_and_refused_where_the_profile_has_none(table: Table) -> None:
    choose(table, Page.FEES).press("6").type("2")
    assert table.state.terms.fees == (("player_dealer", 200),)
    choose(table, Page.FEES).press("6").type("0")
    assert table.state.terms.fees == ()
    table.state = replace(table.state, terms=replace(HOUSE, fees_allowed=False))
    assert choose(table, Page.FEES).says == "washington takes no fees"
    with_fee = replace(table.state.terms, fees=(("tie", 100),))
    assert table.give(c.SetTerms(with_fee, "supervisor 1")) == c.Refusal("washington takes no fees")


def test_timer_language_table_and_dealer(table: Table) -> None:
    choose(table, Page.TIMER).type("301")
    assert table.says == "301 s is too long: 0 to 300"
    table.type("15")
    assert table.state.terms.timer_seconds == 15
    choose(table, Page.LANGUAGE).press("2")
    assert table.state.terms.languages == ("en", "zh_TW") == list(LANGUAGES.values())[1]
    choose(table, Page.TABLE).press("2")
    assert (table.says, last(table)) == ("the table is closed", e.TableClosed("supervisor 1"))
    choose(table, Page.TABLE).press("1")
    assert (table.says, table.state.terms.open) == ("the table is open", True)
    choose(table, Page.DEALER).type("17")
    assert (table.says, table.state.staff.dealer) == ("dealer 17 is on duty", 17)
    table.press("menu", "tie", "commit")
    assert last(table).dealer == 17  # type: ignore[union-attr]
    table.press("menu").type("1").type("2468")
    assert choose(table, Page.DEALER).type("0").says == "no dealer is on duty"


def test_a_hand_is_voided_changed_and_inserted_with_a_reason(table: Table) -> None:
    table.hands("B P T")
    table.press("menu").type("1").type("2468")
    choose(table, Page.CORRECT).press("1", "1")
    assert question(table) == "Shoe 1: hand's number, Enter"
    assert table.type("9").says == "shoe 1 has no hand 9"
    table.type("2")
    assert question(table) == "Shoe 1, hand 2, PLAYER: why?"
    table.press("1")
    assert question(table) == "Void shoe 1, hand 2, PLAYER? Enter"
    assert table.shoe == "B P T"
    table.press("Enter")
    assert table.shoe == "B Px T"
    assert table.says == "hand 2 is void: PLAYER"
    choose(table, Page.CORRECT).press("2", "1").type("1").press("dragon7", "Enter", "5", "Enter")
    assert table.shoe == "B7 Px T"
    assert table.says == "hand 1 was BANKER, is now DRAGON 7"
    choose(table, Page.CORRECT).press("3", "1").type("0").press("player", "natural", "Enter", "2")
    assert question(table) == "Insert shoe 1, after hand 0: PLAYER, natural? Enter"
    table.press("Enter")
    assert table.shoe == "Pn B7 Px T"
    assert table.says == "hand 4 stands after hand 0: PLAYER, natural"
    assert last(table).reason == "hand not entered"  # type: ignore[union-attr]


def test_an_impossible_result_is_refused_in_the_menu_too(table: Table) -> None:
    table.hands("B")
    table.press("menu").type("1").type("2468")
    choose(table, Page.CORRECT).press("2", "1").type("1").press("dragon7", "natural", "Enter")
    assert table.says == "Dragon 7 and Natural cannot come in the same hand"
    assert table.press("clear").entry.menu is not None
    assert table.press("dragon7", "Enter", "1", "Enter").shoe == "B7"


def test_corrections_without_any_shoe_say_so(table: Table) -> None:
    choose(table, Page.CORRECT).press("1", "1")
    assert table.says == "there is no shoe yet"
    assert choose(table.press("clear", "clear"), Page.LOOK).press("1").type("2").says == "there is no shoe yet"


def test_a_hand_is_looked_at_with_its_whole_history(table: Table) -> None:
    table.give(c.SetDealer(4, "supervisor 1"))
    table.hands("B P")
    table.give(c.ChangeHand(1, 2, replace(table.state.shoe.hands[0], number=0), "supervisor 2", "misdeal"))  # type: ignore[union-attr]
    table.give(c.VoidHand(1, 2, "supervisor 1", "misdeal"))
    table.press("menu").type("1").type("2468")
    choose(table, Page.LOOK).press("1").type("9")
    assert table.says == "shoe 1 has no hand 9"
    table.press("1").type("2")
    assert table.entry.menu is not None
    assert [line.partition(" UTC ")[2] or line for line in table.entry.menu.lines] == [
        "Shoe 1, hand 2: BANKER, void",
        "entered by dealer 4: PLAYER",
        "changed by supervisor 2 from PLAYER to BANKER: misdeal",
        "voided by supervisor 1: misdeal",
    ]
    assert table.press("5").says == "clear goes back"
    table.press("clear")
    assert question(table) == "Hand's number, Enter"


def test_the_history_of_an_inserted_hand_and_of_cards(table: Table) -> None:
    table.press("menu")
    table.rules = EntryRules(cards=True)
    table.press(*"9205", "Enter")
    table.give(c.InsertHand(1, 1, replace(table.state.shoe.hands[0], number=0), "supervisor 1", "misdeal"))  # type: ignore[union-attr]
    table.press("menu").type("1").type("2468")
    choose(table, Page.LOOK).press("1").type("2")
    assert table.entry.menu is not None
    assert table.entry.menu.lines[1] == "Cards: Player 9 0, Banker 2 5"
    assert table.entry.menu.lines[2].endswith("inserted by supervisor 1 after hand 1: PLAYER, natural: misdeal")


def test_pins_are_changed_added_and_removed_but_never_the_last(table: Table) -> None:
    choose(table, Page.PINS).press("1").type("1234").type("1235")
    assert table.says == "the two PINs differ: nothing was changed"
    table.press("1").type("12").type("12")
    assert table.says == "a PIN has 4 to 8 digits"
    table.press("1").type("1234").type("1234")
    assert last(table) == e.PinSet(1, "1 1234", "supervisor 1")
    choose(table, Page.PINS).press("3").type("1")
    assert table.says == "the last supervisor stays: somebody has to be able to open this menu"
    table.press("2").type("0").type("4321").type("4321")
    assert table.says == "a supervisor's number is at least 1"
    table.press("2").type("5").type("4321").type("4321")
    assert table.says == "the PIN of supervisor 5 is set"
    choose(table, Page.PINS).press("3").type("8")
    assert table.says == "there is no supervisor 8"
    assert table.press("3").type("1").says == "supervisor 1 is removed"
    assert table.state.staff.pins == ((5, "5 4321"),)


def test_a_lost_secret_voids_every_pin_and_the_first_is_set_anew(table: Table) -> None:
    table.give(c.ClearPins())
    assert last(table) == e.PinsCleared()
    assert table.give(c.ClearPins()) is None
    table.press("menu", "menu")
    assert question(table) == "Choose a PIN for supervisor 1: 4 to 8 digits, Enter"


def test_clear_goes_back_step_by_step_and_out(table: Table) -> None:
    choose(table, Page.LIMITS).press("1", "2")
    table.press("clear")
    assert question(table) == "Minimum in dollars (now 10), Enter"
    table.press("clear")
    assert question(table) == "Limits of what?"
    table.press("clear")
    assert question(table) == "What is to be done?"
    assert table.press("clear").says == "menu closed"
    assert table.entry.idle


def test_keys_that_mean_nothing_in_the_menu_say_so(table: Table) -> None:
    assert table.press("+").says == "choose by its figure, 1 to 9, or 0"
    choose(table, Page.TIMER)
    assert table.press("+").says == "key + does nothing here"
    assert table.press("Enter").says == "nothing typed yet"
    assert table.press(*"123456789").says == "that is too long: Enter, or clear"


def test_backspace_mends_a_number_and_leaves_the_menu_when_there_is_none(table: Table) -> None:
    table.backspace_is_menu()
    choose(table, Page.TIMER).press("3", "5", "Backspace", "0", "Enter")
    assert table.state.terms.timer_seconds == 30
    assert table.press("Backspace").says == "menu closed"


def test_who_mistypes_a_pin_types_only_that_again(table: Table) -> None:
    table.press("menu", "menu").type("1").type("1111").wait(1)
    assert question(table) == "Supervisor 1: PIN, Enter"
    assert table.type("2468").says == "supervisor 1 has signed in"


def test_limits_of_a_wager_say_what_they_are_now(table: Table) -> None:
    choose(table, Page.LIMITS).press("4").type("5").type("100")
    choose(table, Page.LIMITS).press("4").type("6")
    assert question(table) == "Maximum in dollars (now 100), Enter"


def test_the_shoes_are_told_apart_by_what_they_are(table: Table) -> None:
    table.hands("B")
    table.give(c.NewShoe())
    table.press("menu").type("1").type("2468")
    choose(table, Page.LOOK)
    assert table.entry.menu is not None
    ask = asked(table.entry.menu, table.state)
    assert ask is not None
    assert ask.choices == ("this shoe, number 2", "the previous shoe, number 1")


def test_a_config_that_changes_takes_the_menu_back_to_its_start(table: Table) -> None:
    choose(table, Page.LIMITS).press("6")
    table.give(c.SetTerms(replace(HOUSE, game=first_game(fifth=False), origin="second"), c.CONFIG))
    assert (question(table), table.says) == ("What is to be done?", "the config has changed")
    table.press("menu", "menu").type("1")
    table.give(c.SetTerms(replace(HOUSE, origin="third"), c.CONFIG))
    assert question(table) == "Supervisor 1: PIN, Enter"


def test_nobody_sets_the_pin_of_somebody_else(table: Table) -> None:
    choose(table, Page.PINS).press("2").type("1").type("9999").type("9999")
    assert table.says == "there is a supervisor 1 already, who changes that PIN themselves"


def test_who_removes_themself_is_out_of_the_menu(table: Table) -> None:
    choose(table, Page.PINS).press("2").type("5").type("4321").type("4321")
    choose(table, Page.PINS).press("3").type("1")
    assert table.entry.menu is None
    assert table.says == "supervisor 1 is removed"


def test_limits_and_fees_are_asked_of_the_wagers_of_the_game(table: Table) -> None:
    table.state = replace(table.state, terms=replace(HOUSE, game=first_game(fifth=False)))
    choose(table, Page.FEES)
    assert table.entry.menu is not None
    ask = asked(table.entry.menu, table.state)
    assert ask is not None
    assert ask.choices == ("Player", "Banker", "Tie", "Dragon 7", "player-dealer, a hand")
    assert table.press("5").type("1").state.terms.fees == (("player_dealer", 100),)


def test_a_fee_of_a_wager_that_the_game_has_not_is_refused(table: Table) -> None:
    terms = replace(HOUSE, game=first_game(fifth=False), fees=(("panda8", 100),))
    assert table.give(c.SetTerms(terms, "supervisor 1")) == c.Refusal("EZ Baccarat has no panda8 wager")


def test_a_menu_left_open_closes_itself_and_says_so(table: Table) -> None:
    assert table.wait(59).entry.menu is not None
    assert table.wait(1).says == "menu left open: closed"


def test_an_entry_keeps_the_menu_from_opening(table: Table) -> None:
    assert table.press("menu", "banker", "menu").says == "commit or clear this entry first"


def test_first_pin_while_cards_wait_leads_to_their_confirmation() -> None:
    table = Table(rules=EntryRules(cards=True))
    table.press(*"4036", "2", "Enter", "menu")
    table.type("2468").type("2468")
    assert question(table) == "Record the cards as they were dealt? Enter"
    assert table.press("Enter").shoe == "P"


def test_more_than_ten_choices_are_chosen_by_number_and_enter(table: Table) -> None:
    listed = ", ".join(f'"tie-{points}"' for points in range(8))
    table.state = replace(table.state, terms=replace(HOUSE, game=read(f'wagers = ["player", "banker-5", {listed}]')))
    assert choose(table, Page.LIMITS).type("12").says == "choose by its number and Enter, 1 to 11"
    assert table.press("clear").type("11").type("5").type("20").state.terms.wager_limits == (
        ("tie-7", Limit(500, 2000)),
    )
