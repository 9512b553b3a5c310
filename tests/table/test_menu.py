"""The supervisor by keys alone."""

from dataclasses import replace

import pytest
from games import read
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.digits import Way
from eztrak.table.menu import asked
from eztrak.table.pages import CHOICES, LANGUAGES, Page
from eztrak.table.state import TableState
from eztrak.table.terms import Limit
from eztrak.table.typed import EntryRules

HOUSE = replace(TERMS, highest_wager=40000, fees_allowed=True)


@pytest.fixture
def table() -> Table:
    """A table with the menu of supervisor 1 open."""
    made = Table(TableState(table="Table 1", terms=HOUSE))
    return made.set_up()


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
    table.press("clear", "menu", "menu")
    assert question(table) == "What is to be done?"
    table.press("3")
    assert question(table) == "Supervisor's number, Enter"
    table.type("1")
    assert question(table) == "Supervisor 1: PIN, Enter"
    table.type("2468")
    assert table.says == "supervisor 1 has signed in"
    assert question(table) == "What is to be done?"


def test_wrong_pins_back_off_and_hands_go_on_meanwhile(table: Table) -> None:
    waits = []
    table.press("clear")
    for _ in range(8):
        waits.append(table.sign_in(pin="9999").says)
        table.press(*["clear"] * 4, "banker", "commit").wait(70)
    assert waits == [f"wrong number or PIN: wait {s} s" for s in (1, 2, 4, 8, 16, 32, 60, 60)]
    assert table.shoe == "B B B B B B B B"
    table.sign_in(pin="9999").wait(59).type("2468")
    assert table.says == "after 9 wrong in a row wait 1 s; hands can be entered meanwhile"
    assert table.wait(1).type("2468").says == "supervisor 1 has signed in"
    assert table.state.staff.wrong_pins == 0


def test_the_wait_after_a_wrong_pin_outlives_a_restart(table: Table) -> None:
    table.press("clear").sign_in(pin="1111")
    table.wait(70).give(c.Start("1.0", "Table 1", HOUSE))
    table.sign_in()
    assert table.says == "after 1 wrong in a row wait 1 s; hands can be entered meanwhile"


def test_a_number_that_is_nobodys_is_as_wrong_as_a_pin(table: Table) -> None:
    table.press("clear").sign_in("77")
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
    assert question(table) == "The board in English and Traditional Chinese?"
    assert table.press("Enter").says == "the menu key and then Enter for yes, clear for no"
    table.yes()
    assert table.state.terms.languages == ("en", "zh_TW") == list(LANGUAGES.values())[1]
    choose(table, Page.TABLE).press("2")
    assert question(table) == "Close the table?"
    assert table.state.terms.open
    table.yes()
    assert (table.says, last(table)) == ("the table is closed", e.TableClosed("supervisor 1"))
    choose(table, Page.TABLE).press("1")
    assert (table.says, table.state.terms.open) == ("the table is open", True)
    choose(table, Page.DEALER).type("17")
    assert (table.says, table.state.staff.dealer) == ("dealer 17 is on duty", 17)
    table.press("clear", "tie", "commit")
    assert last(table).dealer == 17  # type: ignore[union-attr]
    table.sign_in()
    assert choose(table, Page.DEALER).type("0").says == "no dealer is on duty"


def test_pins_are_changed_added_and_removed_but_never_the_last(table: Table) -> None:
    choose(table, Page.PINS).press("1").type("1234").type("1235")
    assert table.says == "the two PINs differ: nothing was changed"
    table.press("1").type("12").type("12")
    assert table.says == "a PIN has 4 to 8 digits"
    table.press("1").type("1234").type("1234")
    assert last(table) == e.PinSet(1, "1 1234", "supervisor 1")
    choose(table, Page.PINS).press("3").type("1").yes()
    assert table.says == "the last supervisor stays: somebody has to be able to open this menu"
    table.press("2").type("0").type("4321").type("4321")
    assert table.says == "a supervisor's number is at least 1"
    table.press("2").type("5").type("4321").type("4321")
    assert table.says == "the PIN of supervisor 5 is set"
    choose(table, Page.PINS).press("3").type("8").yes()
    assert table.says == "there is no supervisor 8"
    table.press("3").type("1")
    assert question(table) == "Remove supervisor 1?"
    assert table.yes().says == "supervisor 1 is removed"
    assert table.state.staff.pins == ((5, "5 4321"),)


def test_a_lost_secret_voids_every_pin_and_the_first_is_set_anew(table: Table) -> None:
    table.give(c.ClearPins())
    assert last(table) == e.PinsCleared()
    assert table.give(c.ClearPins()) is None
    table.press("clear", "menu", "menu", "3")
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


def test_backspace_mends_a_number_and_the_menu_key_closes_nothing(table: Table) -> None:
    choose(table, Page.TIMER).press("3", "5", "Backspace", "0", "Enter")
    assert table.state.terms.timer_seconds == 30
    assert table.press("menu").says == "choose by its figure, 1 to 9, or 0"
    assert table.entry.menu is not None


def test_who_mistypes_a_pin_types_only_that_again(table: Table) -> None:
    table.press("clear").sign_in(pin="1111").wait(1)
    assert question(table) == "Supervisor 1: PIN, Enter"
    assert table.type("2468").says == "supervisor 1 has signed in"


def test_limits_of_a_wager_say_what_they_are_now(table: Table) -> None:
    choose(table, Page.LIMITS).press("4").type("5").type("100")
    choose(table, Page.LIMITS).press("4").type("6")
    assert question(table) == "Maximum in dollars (now 100), Enter"


def test_a_config_that_changes_takes_the_menu_back_to_its_start(table: Table) -> None:
    choose(table, Page.LIMITS).press("6")
    table.give(c.SetTerms(replace(HOUSE, game=first_game(fifth=False), origin="second"), c.CONFIG))
    assert (question(table), table.says) == ("What is to be done?", "the config has changed")
    table.press("clear", "menu", "menu", "3").type("1")
    table.give(c.SetTerms(replace(HOUSE, origin="third"), c.CONFIG))
    assert question(table) == "Supervisor 1: PIN, Enter"


def test_nobody_sets_the_pin_of_somebody_else(table: Table) -> None:
    choose(table, Page.PINS).press("2").type("1").type("9999").type("9999")
    assert table.says == "there is a supervisor 1 already, who changes that PIN themselves"


def test_who_removes_themself_is_out_of_the_menu(table: Table) -> None:
    choose(table, Page.PINS).press("2").type("5").type("4321").type("4321")
    choose(table, Page.PINS).press("3").type("1").yes()
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
    assert table.press("clear", "banker", "menu").says == "enter or clear what is typed first"


def test_the_menu_opens_by_its_key_pressed_twice_and_one_press_does_nothing(table: Table) -> None:
    table.press("clear", "menu")
    assert table.asks == "the same key again opens the menu"
    assert table.press("banker", "commit").shoe == "B"
    table.wait(30).press("menu", "menu", "menu")
    assert table.entry.menu is not None


def test_first_pin_while_cards_wait_leads_to_their_confirmation() -> None:
    table = Table(rules=EntryRules(way=Way.CARDS))
    table.press(*"4036", "2", "Enter").yes()
    table.type("2468").type("2468")
    assert question(table) == "Player 4 3 2, Banker 0 6: PLAYER. Record it as it was dealt?"
    assert table.yes().shoe == "P"


def door(table: Table) -> tuple[str, ...]:
    table.press("clear", "menu", "menu")
    assert table.entry.menu is not None
    ask = asked(table.entry.menu, table.state)
    assert ask is not None
    return ask.choices


def test_hands_that_are_typed_into_an_open_menu_are_no_hands_and_end_nothing(table: Table) -> None:
    table.hands("B P")
    before = len(table.records)
    for hand in (("1", "Enter"), ("4", "3", "Enter"), ("5", "Enter"), ("3", "Enter")):
        table.press("clear", "menu", "menu", *hand)
        assert table.entry.menu is not None
        table.press(*["clear"] * 5)
    assert len(table.records) == before


def test_the_door_has_what_a_dealer_needs_and_behind_a_pin_the_rest(table: Table) -> None:
    assert door(table) == ("new shoe", "dealer on or off duty", "supervisor: sign in")
    table.press("1")
    assert question(table) == "Start a new shoe?"
    assert table.yes().says == "shoe 1 has begun"
    assert table.entry.menu is None
    table.hands("B P").press("menu", "menu", "1")
    assert question(table) == "End shoe 1 after 2 hands and start a new one?"
    table.yes()
    assert table.state.shoe is not None
    assert table.state.shoe.number == 2


def test_a_new_shoe_is_undone_at_the_door_until_its_first_hand(table: Table) -> None:
    table.hands("B P").give(c.NewShoe())
    assert door(table)[-1] == "undo the new shoe"
    table.press("4")
    assert question(table) == "Undo shoe 2: does shoe 1 go on?"
    assert table.yes().shoe == "B P"
    assert last(table) == e.ShoeResumed(1, "dealer")
    assert table.says == "shoe 1 goes on"


def test_a_supervisor_joins_two_shoes(table: Table) -> None:
    table.hands("B P").give(c.NewShoe())
    table.hands("T").sign_in()
    choose(table, Page.JOIN)
    assert question(table) == "Put the 1 hands of shoe 2 at the end of shoe 1, and go on with that one?"
    assert table.yes().shoe == "B P T"
    choose(table, Page.JOIN)
    assert question(table) == "There are no two shoes."
    assert table.yes().says == "there is no previous shoe that could go on"


def test_a_dealer_signs_on_by_a_number_and_by_a_pin_where_there_is_one(table: Table) -> None:
    door(table)
    assert table.press("2").type("17").says == "dealer 17 is on duty"
    assert (last(table), table.entry.menu) == (e.DealerSet(17, "dealer"), None)
    table.sign_in()
    choose(table, Page.PINS).press("4").type("18").type("1357").type("1357")
    assert (table.says, last(table)) == ("the PIN of dealer 18 is set", e.DealerPinSet(18, "-18 1357", "supervisor 1"))
    door(table)
    table.press("2").type("18")
    assert question(table) == "Dealer 18: PIN, Enter"
    assert table.type("1111").says == "wrong number or PIN: wait 1 s"
    assert table.type("1357").says == "after 1 wrong in a row wait 1 s; hands can be entered meanwhile"
    assert table.wait(1).type("1357").says == "dealer 18 is on duty"
    assert table.state.staff.dealer == 18


def test_a_dealers_pin_is_taken_away_and_faults_are_told(table: Table) -> None:
    choose(table, Page.PINS).press("4").type("0").type("1357").type("1357")
    assert table.says == "a dealer's number is at least 1"
    table.press("4").type("18").type("1").type("1")
    assert table.says == "a PIN has 4 to 8 digits"
    assert table.press("5").type("18").says == "dealer 18 has no PIN"
    table.press("4").type("18").type("1357").type("1357")
    assert choose(table, Page.PINS).press("5").type("18").says == "the PIN of dealer 18 is taken away"
    assert table.state.staff.dealer_pins == ()


def test_more_than_ten_choices_are_chosen_by_number_and_enter(table: Table) -> None:
    listed = ", ".join(f'"tie-{points}"' for points in range(8))
    table.state = replace(table.state, terms=replace(HOUSE, game=read(f'wagers = ["player", "banker-5", {listed}]')))
    assert choose(table, Page.LIMITS).type("12").says == "choose by its number and Enter, 1 to 11"
    assert table.press("clear").type("11").type("5").type("20").state.terms.wager_limits == (
        ("tie-7", Limit(500, 2000)),
    )
