"""The supervisor by keys alone."""

from dataclasses import replace

import pytest
from games import read
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.options import Money
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, NOW, Change
from eztrak.table.digits import Way
from eztrak.table.pack import Pack, Rule, What
from eztrak.table.pages import SPOKEN, Page, ending, shown
from eztrak.table.state import TableState
from eztrak.table.terms import FeeRow, Limit
from eztrak.table.typed import EntryRules

CEILING = Rule(What.HIGHEST, "WAC 230-15-140", Money(40000))
HOUSE = replace(TERMS, pack=Pack(name="washington", rules=(CEILING,)))


@pytest.fixture
def table() -> Table:
    """A table with the menu of supervisor 1 open."""
    made = Table(TableState(table="Table 1", terms=HOUSE))
    return made.set_up()


def last(table: Table) -> e.Event:
    return table.records[-1].event


def test_the_first_start_sets_the_first_pin(table: Table) -> None:
    assert last(table) == e.PinSet(1, "1 2468", "first start")
    assert table.says == "supervisor 1's PIN was set"
    assert table.entry.menu is not None
    assert (table.entry.menu.page, table.entry.menu.supervisor) == (Page.MAIN, 1)


def test_afterwards_the_menu_opens_with_number_and_pin(table: Table) -> None:
    table.press("clear", "menu", "menu")
    assert table.question == "What do you want to do?"
    table.press("3")
    assert table.question == "Supervisor's number, then Enter"
    table.type("1")
    assert table.question == "Supervisor 1: PIN, then Enter"
    table.type("2468")
    assert table.says == "supervisor 1 signed in"
    assert table.question == "What do you want to do?"


def test_wrong_pins_back_off_and_hands_go_on_meanwhile(table: Table) -> None:
    waits = []
    table.press("clear")
    for _ in range(8):
        waits.append(table.sign_in(pin="9999").says)
        table.press(*["clear"] * 4, "banker", "commit").wait(70)
    assert waits == [f"wrong number or PIN: wait {s} s" for s in (1, 2, 4, 8, 16, 32, 60, 60)]
    assert table.shoe == "B B B B B B B B"
    table.sign_in(pin="9999").wait(59).type("2468")
    assert table.says == "9 wrong in a row: wait 1 s. Hands can be entered meanwhile"
    assert table.wait(1).type("2468").says == "supervisor 1 signed in"
    assert table.state.staff.wrong_pins == 0


def test_the_wait_after_a_wrong_pin_outlives_a_restart(table: Table) -> None:
    table.press("clear").sign_in(pin="1111")
    table.wait(70).give(c.Start("1.0", "Table 1", HOUSE))
    table.sign_in()
    assert table.says == "1 wrong in a row: wait 1 s. Hands can be entered meanwhile"


def test_a_number_that_is_nobodys_is_as_wrong_as_a_pin(table: Table) -> None:
    table.press("clear").sign_in("77")
    assert table.says == "wrong number or PIN: wait 1 s"


def test_limits_of_the_table_and_of_a_wager(table: Table) -> None:
    table.choose(Page.LIMITS).press("1").type("25").type("400")
    assert (table.question, table.choices) == ("From when?", ["now", "from the next shoe", "at a time of day"])
    table.press("1")
    assert table.question == "the table: minimum 25, maximum 400, now. Set it?"
    table.yes()
    assert last(table) == e.TermsSet(replace(HOUSE, limit=Limit(2500, 40000)), "supervisor 1")
    assert table.says == "changed, in force now"
    table.choose(Page.LIMITS).press("4").type("5").type("100").press("1").yes()
    assert table.state.terms.limit_of("tie") == Limit(500, 10000)


def test_limits_over_the_packs_ceiling_or_upside_down_are_refused(table: Table) -> None:
    table.choose(Page.LIMITS).press("1").type("25").type("500").press("1").yes()
    assert table.says == "the table: 500 is over the highest wager allowed, 400 (WAC 230-15-140)"
    table.press("1").type("25").type("20").press("1").yes()
    assert table.says == "the table: the maximum 20 is below the minimum 25"
    assert table.state.terms == HOUSE


def test_fees_are_set_taken_away_and_refused_where_the_pack_has_none(table: Table) -> None:
    table.choose(Page.FEES)
    assert table.choices == ["player, per bet", "Tie", "Dragon 7", "Panda 8", "player-dealer, per hand"]
    table.press("5").type("2").press("1")
    assert table.question == "player-dealer, per hand: fee 2, now. Set it?"
    table.yes()
    assert table.state.terms.fees == (("player_dealer", 200),)
    table.choose(Page.FEES).press("5").type("0").press("1").yes()
    assert table.state.terms.fees == ()
    none = Pack("washington", fees=False, rules=(Rule(What.FEES, "Rules of Play"),))
    table.state = replace(table.state, terms=replace(HOUSE, pack=none))
    assert table.choose(Page.FEES).says == "no fees may be collected here (Rules of Play)"
    change = c.ChangeTerms(Change(FEE, "tie", 100), NOW, "supervisor 1")
    assert table.denied(change) == "no fees may be collected here (Rules of Play)"


def test_amounts_take_cents_by_the_clear_key(table: Table) -> None:
    table.choose(Page.FEES).press("1", "2", "clear", "5", "Enter", "1")
    assert table.question == "player, per bet: fee 2.50, now. Set it?"
    table.yes()
    assert table.state.terms.fees == (("bet", 250),)
    table.choose(Page.FEES).press("1", "2", "clear", "1", "2", "5", "Enter")
    assert table.says == "2.125 has more than two decimals"
    table.press("clear")
    assert table.entry.menu is not None
    assert table.entry.menu.typed == ""
    table.press("3", "clear", "Enter", "1").yes()
    assert table.state.terms.fees == (("bet", 300),)


def test_timer_language_table_and_dealer(table: Table) -> None:
    table.choose(Page.TIMER).type("301").yes()
    assert table.says == "301 s is too long: 0 to 300"
    table.type("15")
    assert table.question == "Timer: 15 s. Set it?"
    table.yes()
    assert table.state.terms.timer_seconds == 15
    table.choose(Page.LANGUAGE).press("2")
    assert table.question == "Show the board in English and 繁體中文?"
    assert table.press("Enter").says == "MENU then Enter for yes, CLEAR for no"
    table.yes()
    assert table.state.terms.languages == ("en", "zh_TW") == SPOKEN[1]
    table.choose(Page.TABLE).press("2")
    assert table.question == "Close the table?"
    assert table.state.terms.open
    table.yes()
    assert (table.says, last(table)) == ("the table is closed", e.TableClosed("supervisor 1"))
    table.choose(Page.TABLE).press("1")
    assert (table.says, table.state.terms.open) == ("the table is open", True)
    table.choose(Page.DEALER).type("17")
    assert (table.says, table.state.staff.dealer) == ("dealer 17 is on duty", 17)
    table.press("clear", "tie", "commit")
    assert last(table).dealer == 17  # type: ignore[union-attr]
    table.sign_in()
    assert table.choose(Page.DEALER).type("0").says == "no dealer is on duty"


def test_pins_are_changed_added_and_removed_but_never_the_last(table: Table) -> None:
    table.choose(Page.PINS).press("1").type("1379").type("1378")
    assert table.says == "the two PINs do not match: nothing was changed"
    table.press("1").type("12").type("12")
    assert table.says == "a PIN has 4 to 8 digits"
    table.press("1").type("1379").type("1379")
    assert last(table) == e.PinSet(1, "1 1379", "supervisor 1")
    table.choose(Page.PINS).press("3").type("1").yes()
    assert table.says == "the last supervisor cannot be removed: nobody could open this menu"
    table.press("2").type("0").type("7391").type("7391")
    assert table.says == "a supervisor's number is 1 or more"
    table.press("2").type("5").type("7391").type("7391")
    assert table.says == "supervisor 5's PIN was set"
    table.choose(Page.PINS).press("3").type("8").yes()
    assert table.says == "there is no supervisor 8"
    table.press("3").type("1")
    assert table.question == "Remove supervisor 1?"
    assert table.yes().says == "supervisor 1 was removed"
    assert table.state.staff.pins == ((5, "5 7391"),)


@pytest.mark.parametrize("pin", ["0000", "777777", "1212", "24242", "123123", "3456", "9876", "8901", "109876"])
def test_a_pin_that_others_would_try_first_is_refused(table: Table, pin: str) -> None:
    table.choose(Page.PINS).press("1").type(pin).type(pin)
    assert table.says == "that PIN is too easy to guess: no repeated digits, and none that count up or down"
    assert table.state.staff.pins == ((1, "1 2468"),)


def test_a_pack_can_ask_for_longer_pins() -> None:
    table = Table(TableState(table="Table 1", terms=replace(HOUSE, pack=Pack(name="tribal", pin_digits=6))))
    table.press("menu", "menu", "3")
    assert table.question == "Choose a PIN for supervisor 1: 6 to 8 digits, then Enter"
    assert table.type("24680").type("24680").says == "a PIN has 6 to 8 digits"
    assert table.type("246813").type("246813").says == "supervisor 1's PIN was set"
    table.choose(Page.PINS).press("4", "7", "Enter")
    assert table.type("24680").type("24680").says == "a PIN has 6 to 8 digits"


def test_a_lost_secret_voids_every_pin_and_the_first_is_set_anew(table: Table) -> None:
    table.give(c.ClearPins())
    assert last(table) == e.PinsCleared()
    assert table.give(c.ClearPins()) is None
    table.press("clear", "menu", "menu", "3")
    assert table.question == "Choose a PIN for supervisor 1: 4 to 8 digits, then Enter"


def test_clear_goes_back_step_by_step_and_out(table: Table) -> None:
    table.choose(Page.LIMITS).press("1", "2")
    table.press("clear", "clear")
    assert table.question == "Minimum in dollars (now 10), CLEAR for the point, then Enter"
    table.press("clear")
    assert table.question == "Limits for what?"
    table.press("clear")
    assert table.question == "What do you want to do?"
    assert table.press("clear").says == "menu closed"
    assert table.entry.idle


def test_keys_that_mean_nothing_in_the_menu_say_so(table: Table) -> None:
    assert table.press("+").says == "press a number from 1 to 9"
    table.choose(Page.TIMER)
    assert table.press("+").says == "key + does nothing here"
    assert table.press("Enter").says == "nothing typed yet"
    assert table.press(*"123456789").says == "that is too long: press Enter or CLEAR"


def test_backspace_mends_a_number_and_the_menu_key_closes_nothing(table: Table) -> None:
    table.choose(Page.TIMER).press("3", "5", "Backspace", "0", "Enter").yes()
    assert table.state.terms.timer_seconds == 30
    assert table.press("menu").says == "press a number from 1 to 9"
    assert table.entry.menu is not None


def test_who_mistypes_a_pin_types_only_that_again(table: Table) -> None:
    table.press("clear").sign_in(pin="1111").wait(1)
    assert table.question == "Supervisor 1: PIN, then Enter"
    assert table.type("2468").says == "supervisor 1 signed in"


def test_limits_of_a_wager_say_what_they_are_now(table: Table) -> None:
    table.choose(Page.LIMITS).press("4").type("5").type("100").press("1").yes()
    table.choose(Page.LIMITS).press("4").type("6")
    assert table.question == "Maximum in dollars (now 100), CLEAR for the point, then Enter"


def test_a_config_that_changes_takes_the_menu_back_to_its_start(table: Table) -> None:
    table.choose(Page.LIMITS).press("6")
    table.give(c.SetTerms(replace(HOUSE, game=first_game(fifth=False), origin="second"), c.CONFIG))
    assert (table.question, table.says) == ("What do you want to do?", "the config has changed")
    table.press("clear", "menu", "menu", "3").type("1")
    table.give(c.SetTerms(replace(HOUSE, origin="third"), c.CONFIG))
    assert table.question == "Supervisor 1: PIN, then Enter"


def test_nobody_sets_the_pin_of_somebody_else(table: Table) -> None:
    table.choose(Page.PINS).press("2").type("1").type("9999").type("9999")
    assert table.says == "supervisor 1 already has a PIN, and only they can change it"


def test_who_removes_themself_is_out_of_the_menu(table: Table) -> None:
    table.choose(Page.PINS).press("2").type("5").type("7391").type("7391")
    table.choose(Page.PINS).press("3").type("1").yes()
    assert table.entry.menu is None
    assert table.says == "supervisor 1 was removed"


def test_limits_and_fees_are_asked_of_the_wagers_of_the_game(table: Table) -> None:
    table.state = replace(table.state, terms=replace(HOUSE, game=first_game(fifth=False)))
    table.choose(Page.FEES)
    assert table.choices == ["player, per bet", "Tie", "Dragon 7", "player-dealer, per hand"]
    assert table.press("4").type("1").press("1").yes().state.terms.fees == (("player_dealer", 100),)


def test_a_fee_of_a_wager_that_the_game_has_not_is_refused(table: Table) -> None:
    terms = replace(HOUSE, game=first_game(fifth=False), schedule=(FeeRow(None, (("panda8", 100),)),))
    assert table.denied(c.SetTerms(terms, "supervisor 1")) == "EZ Baccarat has no panda8 wager"


def test_a_menu_left_open_closes_itself_and_says_so(table: Table) -> None:
    assert table.wait(59).entry.menu is not None
    assert table.wait(1).says == "menu closed: it was left open"


def test_an_entry_keeps_the_menu_from_opening(table: Table) -> None:
    assert table.press("clear", "banker", "menu").says == "press Enter or CLEAR first: something is typed"


def test_the_menu_opens_by_its_key_pressed_twice_and_one_press_does_nothing(table: Table) -> None:
    table.press("clear", "menu")
    assert table.asks == "press the same key again to open the menu"
    assert table.press("banker", "commit").shoe == "B"
    table.wait(30).press("menu", "menu", "menu")
    assert table.entry.menu is not None


def test_first_pin_while_cards_wait_leads_to_their_confirmation() -> None:
    table = Table(rules=EntryRules(way=Way.CARDS))
    table.press(*"4036", "2", "Enter").yes()
    table.type("2468").type("2468")
    assert table.question == "Player 4 3 2, Banker 0 6: PLAYER. Record it as dealt?"
    assert table.yes().shoe == "P"


def door(table: Table) -> list[str]:
    return table.press("clear", "menu", "menu").choices


def test_hands_that_are_typed_into_an_open_menu_are_no_hands_and_end_nothing(table: Table) -> None:
    table.hands("B P")
    before = len(table.records)
    for hand in (("1", "Enter"), ("4", "3", "Enter"), ("5", "Enter"), ("3", "Enter")):
        table.press("clear", "menu", "menu", *hand)
        assert table.entry.menu is not None
        table.press(*["clear"] * 5)
    assert len(table.records) == before


def test_the_door_has_what_a_dealer_needs_and_behind_a_pin_the_rest(table: Table) -> None:
    assert door(table) == ["New shoe", "Dealer on or off duty", "Supervisor: sign in"]
    table.press("1")
    assert table.question == "start a new shoe?"
    assert table.yes().says == "shoe 1 has started"
    assert table.entry.menu is None
    table.hands("B P").press("menu", "menu", "1")
    assert table.question == "end shoe 1 after 2 hands and start a new one?"
    table.yes()
    assert table.state.shoe is not None
    assert table.state.shoe.number == 2


def test_a_new_shoe_is_undone_at_the_door_until_its_first_hand(table: Table) -> None:
    table.hands("B P").give(c.NewShoe())
    assert door(table)[-1] == "Undo the new shoe"
    table.press("4")
    assert table.question == "Undo shoe 2 and continue shoe 1?"
    assert table.yes().shoe == "B P"
    assert last(table) == e.ShoeResumed(1, "dealer")
    assert table.says == "shoe 1 continues"


def test_a_supervisor_joins_two_shoes(table: Table) -> None:
    table.hands("B P").give(c.NewShoe())
    table.hands("T").sign_in()
    table.choose(Page.JOIN)
    assert table.question == "Add the 1 hand of shoe 2 to the end of shoe 1, and continue that one?"
    assert table.yes().shoe == "B P T"
    table.choose(Page.JOIN)
    assert table.question == "There is no other shoe."
    assert table.yes().says == "there is no previous shoe to go back to"


def test_a_dealer_signs_on_by_a_number_and_by_a_pin_where_there_is_one(table: Table) -> None:
    door(table)
    table.press("2").type("17")
    assert table.question == "Dealer 17 on duty?"
    assert table.yes().says == "dealer 17 is on duty"
    assert (last(table), table.entry.menu) == (e.DealerSet(17, "dealer"), None)
    table.sign_in()
    table.choose(Page.PINS).press("4").type("18").type("1357").type("1357")
    assert (table.says, last(table)) == ("dealer 18's PIN was set", e.DealerPinSet(18, "-18 1357", "supervisor 1"))
    door(table)
    table.press("2").type("18")
    assert table.question == "Dealer 18: PIN, then Enter"
    assert table.type("1111").says == "wrong number or PIN: wait 1 s"
    assert table.type("1357").says == "1 wrong in a row: wait 1 s. Hands can be entered meanwhile"
    assert table.wait(1).type("1357").says == "dealer 18 is on duty"
    assert table.state.staff.dealer == 18


def test_a_dealers_pin_is_taken_away_and_faults_are_told(table: Table) -> None:
    table.choose(Page.PINS).press("4").type("0").type("1357").type("1357")
    assert table.says == "a dealer's number is 1 or more"
    table.press("4").type("18").type("1").type("1")
    assert table.says == "a PIN has 4 to 8 digits"
    assert table.press("5").type("18").says == "dealer 18 has no PIN"
    table.press("4").type("18").type("1357").type("1357")
    assert table.choose(Page.PINS).press("5").type("18").says == "dealer 18's PIN was removed"
    assert table.state.staff.dealer_pins == ()


def test_more_choices_than_figures_come_in_turns(table: Table) -> None:
    assert with_figures(table)[-1] == "Export and health"
    assert with_figures(table.press("0")) == ["PINs", "Pending changes"]
    assert table.press("3").says == "press a number from 1 to 2"
    assert with_figures(table.press("0"))[0] == "Limits"  # and round again
    listed = ", ".join(f'"tie-{points}"' for points in range(8))
    table.state = replace(table.state, terms=replace(HOUSE, game=read(f'wagers = ["player", "banker-5", {listed}]')))
    table.choose(Page.LIMITS).press("0", "2")
    assert table.question == "Minimum in dollars (now 10), CLEAR for the point, then Enter"
    table.press("clear")
    assert len(with_figures(table)) == 9  # from the first turn on
    table.press("0", "2").type("20").type("5").press("1").yes()
    assert len(with_figures(table)) == 9  # after a refusal too
    table.press("0", "2").type("5").type("20").press("1").yes()
    assert table.state.terms.wager_limits == (("tie-7", Limit(500, 2000)),)


def with_figures(table: Table) -> list[str]:
    """The choices that have a figure now."""
    assert table.entry.menu is not None
    assert table.ask is not None
    return [table.choices[place] for place in shown(table.entry.menu, table.ask)]


def test_no_timer_and_nobody_on_duty_are_asked_as_such(table: Table) -> None:
    table.choose(Page.TIMER).type("0")
    assert table.question == "No timer: is that right?"
    assert table.yes().state.terms.timer_seconds == 0
    door(table)
    table.press("2").type("0")
    assert table.question == "Nobody on duty?"
    assert table.yes().says == "no dealer is on duty"


def test_a_void_hand_is_not_counted_when_a_shoe_ends(table: Table) -> None:
    table.press("clear").hands("P B T").give(c.TakeBack())
    assert str(ending(table.state)) == "end shoe 1 after 2 hands and start a new one?"


def test_menu_and_enter_are_a_yes_only_one_after_the_other(table: Table) -> None:
    table.choose(Page.TIMER).type("15").press("menu", "5")
    assert table.says == "MENU then Enter for yes, CLEAR for no"
    assert table.press("Enter").says == "MENU then Enter for yes, CLEAR for no"
    assert table.state.terms.timer_seconds == 20
    assert table.yes().state.terms.timer_seconds == 15


def test_after_a_wrong_pin_another_number_is_typed_without_waiting(table: Table) -> None:
    table.press("clear").sign_in(pin="1111").press("clear")
    assert table.question == "Supervisor's number, then Enter"
    assert table.type("2").question == "Supervisor 2: PIN, then Enter"


def test_who_removes_another_supervisor_stays_signed_in(table: Table) -> None:
    table.choose(Page.PINS).press("2").type("2").type("1357").type("1357")
    assert table.choose(Page.PINS).press("3").type("2").yes().says == "supervisor 2 was removed"
    assert table.entry.menu is not None
    assert (table.entry.menu.page, table.entry.menu.supervisor) == (Page.MAIN, 1)
