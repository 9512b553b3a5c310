"""The slips that dealers make, as found at the board of version 0.1.0, each at a real pace: what the strip says and
what is on record. None is unseen, but for marks that are forgotten where only results are typed.
"""

import pytest
from talk import Table

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.digits import Way
from eztrak.table.round import Phase
from eztrak.table.typed import EntryRules, Question, Tone


@pytest.fixture
def table() -> Table:
    """Three hands are in, and the next one is being dealt."""
    return Table().hands("P B P")


def by(way: Way) -> Table:
    return Table(rules=EntryRules(way=way)).hands("P B P")


def last(table: Table) -> e.Event:
    return table.records[-1].event


def said(table: Table) -> frozenset[str]:
    """What is on record of the last hand."""
    assert table.state.shoe is not None
    return table.state.shoe.hands[-1].said


def out_of_time(table: Table) -> Table:
    """The timer runs down."""
    table.wait(20)
    assert table.give(c.CloseBets(c.TIME)) is None
    return table


def test_01_a_second_winner_key_replaces_the_first(table: Table) -> None:
    table.press("1").wait(1).press("3")
    assert table.says == ""
    table.wait(0.5).press("Enter")
    assert (table.shoe, table.says) == ("P B P B", "hand 4: BANKER")


def test_02_a_wrong_winner_noticed_at_the_flash_is_changed_in_place(table: Table) -> None:
    table.press("1", "Enter").wait(4).press("3").wait(0.5).press("+")
    assert table.asks == "hand 4 is PLAYER: change it to BANKER?"
    table.wait(1).yes()
    assert (table.shoe, table.says) == ("P B P B", "hand 4: changed from PLAYER to BANKER")
    assert isinstance(last(table), e.HandChanged)


def test_03_take_back_and_the_right_result_without_a_yes_lose_nothing(table: Table) -> None:
    table.press("1", "Enter").wait(3).press("+").wait(0.5).press("3").wait(0.5).press("Enter")
    assert table.shoe == "P B P P"
    assert table.asks == "hand 4: PLAYER is in. Is BANKER another hand?"
    table.wait(2).press("+")  # that is what was meant
    assert table.asks == "hand 4 is PLAYER: change it to BANKER?"
    table.wait(1).yes()
    assert table.shoe == "P B P B"


def test_04_take_back_brushed_before_the_next_hand_takes_nothing_back(table: Table) -> None:
    table.press("+")
    assert table.asks == "take back hand 3: PLAYER?"
    table.wait(2).press("4", "3").wait(0.5).press("Enter")
    assert (table.shoe, table.says) == ("P B P Bn", "hand 4: BANKER, natural")


@pytest.mark.parametrize("hit", ["menu", "new_shoe"])
def test_05_a_key_beside_that_of_the_timer_ends_no_shoe(table: Table, hit: str) -> None:
    table.press("*").wait(14).press(hit)
    assert table.asks in ("press the same key again to open the menu", "end shoe 1 after 3 hands and start a new one?")
    out_of_time(table.wait(1))
    assert table.says == "no answer: nothing changed"
    table.press("4", "3", "Enter")
    assert (table.shoe, table.says) == ("P B P Bn", "hand 4: BANKER, natural")


def test_06_a_new_shoe_by_mistake_is_undone_from_the_menu(table: Table) -> None:
    table.press("new_shoe").wait(1).yes()
    assert (table.shoe, table.says) == ("", "shoe 2 has started")
    table.wait(5).press("/", "/", "4").wait(1).yes()
    assert (table.shoe, table.says) == ("P B P", "shoe 1 continues")
    table.wait(20).press("1", "Enter")
    assert table.shoe == "P B P P"


def test_07_hands_after_a_forgotten_new_shoe_are_moved_into_it(table: Table) -> None:
    table.set_up().press("clear")
    table.wait(30).press("new_shoe").yes()
    table.wait(5).sign_in().press("7", "Enter", "2", "/").press("1")
    assert table.shoe == "B P"
    assert table.state.previous is not None
    assert len(table.state.previous.standing) == 1


def test_08_a_winner_key_twice_counts_once(table: Table) -> None:
    table.press("1").wait(0.1).press("1").wait(0.5).press("Enter")
    assert (table.shoe, table.says) == ("P B P P", "hand 4: PLAYER")


def test_09_enter_twice_says_that_the_hand_is_in(table: Table) -> None:
    table.press("1", "Enter").wait(0.4).press("Enter")
    assert (table.says, table.entry.tone) == ("hand 4: PLAYER is in", Tone.SAID)
    assert table.shoe == "P B P P"


@pytest.mark.parametrize("later", [4.2, 8, 11])
def test_10_and_13_the_same_hand_again_is_asked_about(table: Table, later: float) -> None:
    table.press("1", "Enter").wait(later).press("1", "Enter")
    assert (table.shoe, table.asks) == ("P B P P", "hand 4: PLAYER is in. Is PLAYER another hand?")
    table.wait(3).press("Enter")  # as one presses who has not read it
    assert (table.shoe, table.entry.question) == ("P B P P", Question.AGAIN)


def test_10_and_13_what_was_asked_about_and_not_answered_comes_with_no_later_hand_unasked(table: Table) -> None:
    table.press("1", "Enter").wait(8).press("1", "Enter").wait(15)
    assert table.asks == "not entered: PLAYER. Press Enter to enter it, CLEAR to discard it"
    table.press("3", "Enter")
    assert table.asks == "PLAYER was typed before and not entered: enter it too?"
    table.wait(1).press("clear")
    assert table.says == "discarded, not entered: PLAYER"
    table.press("Enter")
    assert table.shoe == "P B P P B"


def test_10_and_13_in_a_timed_round_a_second_result_is_asked_about_however_late(table: Table) -> None:
    out_of_time(table.press("*")).press("1", "Enter").wait(40).press("1", "Enter")
    assert (table.shoe, table.entry.question) == ("P B P P", Question.AGAIN)
    table.wait(2).yes()
    assert table.shoe == "P B P P P"
    assert isinstance(recorded := last(table), e.HandRecorded)
    assert recorded.confirmed == Question.AGAIN


def test_11_enter_forgotten_for_six_seconds_is_pressed_then(table: Table) -> None:
    table.press("1").wait(6).press("Enter")
    assert table.shoe == "P B P P"


def test_12_a_hand_without_its_enter_stays_on_the_strip_until_it_is_entered_or_dropped(table: Table) -> None:
    table.press("1").wait(12)
    assert table.asks == "not entered: PLAYER. Press Enter to enter it, CLEAR to discard it"
    table.wait(20).press("3", "Enter")
    assert (table.shoe, table.asks) == ("P B P", "PLAYER was typed before and not entered: enter it too?")
    table.wait(2).yes()
    assert table.shoe == "P B P P B"


def test_12_enter_enters_what_was_left_after_a_yes(table: Table) -> None:
    """It may be the Enter of the next hand, whose winner key was not hit."""
    table.press("1").wait(25).press("Enter")
    assert (table.shoe, table.asks) == ("P B P", "not entered: PLAYER. Enter it now?")
    table.wait(1).yes()
    assert (table.shoe, table.says) == ("P B P P", "hand 4: PLAYER")
    assert table.entry.left == ()


def test_12_a_mark_that_was_left_belongs_to_no_later_hand(table: Table) -> None:
    table.press("1").wait(11).press("4").wait(11).press("Enter")
    assert table.asks == "not entered: PLAYER. Enter it now?"
    table.yes().wait(30).press("Enter")
    assert (table.says, table.entry.tone) == ("Natural is not entered: press CLEAR to discard it", Tone.REFUSED)
    assert table.press("3", "Enter").shoe == "P B P P B"


def test_12_the_timer_does_not_start_over_a_hand_that_is_not_entered(table: Table) -> None:
    table.press("1").wait(12).press("*")
    assert (table.says, table.state.round.phase) == ("PLAYER is not entered: press Enter or CLEAR", Phase.IN)


def test_14_the_right_result_over_a_wrong_one_is_asked_about_and_can_change_it(table: Table) -> None:
    table.press("1", "Enter").wait(3).press("3", "Enter")
    assert (table.shoe, table.asks) == ("P B P P", "hand 4: PLAYER is in. Is BANKER another hand?")
    table.wait(2).press("+")
    assert table.asks == "hand 4 is PLAYER: change it to BANKER?"
    table.wait(1).yes()
    assert table.shoe == "P B P B"


def test_15_a_mark_forgotten_and_the_hand_typed_again_with_it_is_asked_about(table: Table) -> None:
    table.press("1", "Enter").wait(1).press("4", "1", "Enter")
    assert (table.shoe, table.asks) == ("P B P P", "hand 4: PLAYER is in. Is PLAYER, natural another hand?")
    table.wait(1).press("+").yes()
    assert table.shoe == "P B P Pn"


MARKS = [
    pytest.param("1", "9 5 0 1", "4 2 5 3", {"player", "natural"}, id="16 natural forgotten"),
    pytest.param("4 1", "9 5 3 1", "1 2 3 3 5 0", {"player"}, id="17 natural on a three-card hand"),
    pytest.param("3", "4 7 3 3", "0 1 6 2 4", {"banker", "dragon7"}, id="18 Dragon 7 as Banker"),
    pytest.param("1", "8 4 3 1", "1 2 2 2 5 1", {"player", "panda8"}, id="18 Panda 8 as Player"),
]


@pytest.mark.parametrize(("results", "totals", "cards", "dealt"), MARKS)
def test_16_to_18_marks_go_wrong_unseen_only_where_results_are_typed(
    results: str, totals: str, cards: str, dealt: set[str]
) -> None:
    """Totals and cards know them, whatever the dealer forgets."""
    assert said(by(Way.RESULTS).press(*results.split(), "Enter")) != dealt
    assert said(by(Way.TOTALS).press(*totals.split(), "Enter")) == dealt
    assert said(by(Way.CARDS).press(*cards.split(), "Enter")) == dealt


@pytest.mark.parametrize("answer", ["0", "3"])
def test_16_to_18_totals_ask_for_the_third_card_where_a_mark_hangs_on_it(answer: str) -> None:
    table = by(Way.TOTALS).press("4", "7")
    assert table.asks == "Banker's third card? 0 no, 3 yes"
    table.press("Enter")
    assert (table.says, table.shoe) == ("Banker's third card? 0 no, 3 yes", "P B P")
    table.press(answer, "1", "Enter")
    assert (table.says, table.entry.tone) == ("4 to 7 is Banker, not Player", Tone.REFUSED)


def test_19_a_missed_hand_is_asked_for_before_the_next_round(table: Table) -> None:
    out_of_time(table.press("*")).wait(25).press("*")
    assert table.asks == "hand 4 was not entered: which? If it was not dealt, start the timer?"
    assert table.state.round.phase is Phase.CLOSED
    table.wait(2).press("Enter")  # as one presses who has not read it
    assert table.entry.question is Question.MISSED
    table.wait(1).press("3", "Enter")
    assert (table.shoe, table.says) == ("P B P B", "hand 4: BANKER")
    table.wait(1).press("*")
    assert table.state.round.phase is Phase.OPEN


def test_19_that_there_was_no_hand_is_on_record_after_a_yes(table: Table) -> None:
    out_of_time(table.press("*")).press("*").wait(1).yes()
    assert (table.state.round.phase, table.shoe) == (Phase.OPEN, "P B P")


def test_20_an_older_hand_is_changed_at_the_desk_by_its_number(table: Table) -> None:
    table.set_up().press("clear")
    table.sign_in().press("7", "1", "*", "3", "Enter", "1")
    assert (table.shoe, table.says) == ("B B P", "hand 1: changed from PLAYER to BANKER")
    assert isinstance(changed := last(table), e.HandChanged)
    assert (changed.by, changed.reason) == ("supervisor 1", "wrong key pressed")


def test_21_hands_after_a_long_break_are_all_there_though_no_question_is_read(table: Table) -> None:
    table.wait(31 * 60).press("1", "Enter")
    assert (table.shoe, table.asks) == ("P B P", "no hand for a long time: is this still shoe 1?")
    table.wait(25).press("3", "Enter")
    assert table.asks == "PLAYER was typed before and not entered: enter it too?"
    table.wait(25).press("5", "Enter")
    assert (table.shoe, table.asks) == ("P B P", "PLAYER; BANKER was typed before and not entered: enter it too?")
    table.wait(2).yes()
    assert table.shoe == "P B P P B T"


def test_22_backspace_erases_the_last_key_and_opens_nothing(table: Table) -> None:
    table.press("4", "1").wait(0.5).press("Backspace", "Backspace", "3", "Enter")
    assert table.shoe == "P B P B"
    table.wait(1).press("Backspace")
    assert (table.says, table.entry.tone) == ("nothing typed yet", Tone.REFUSED)
    assert table.entry.menu is None
    table.wait(20).press("3", "Enter").wait(20).press("1", "Enter")
    assert table.shoe == "P B P B B P"


def test_23_a_hand_taken_back_by_mistake_is_named_and_can_be_entered_again(table: Table) -> None:
    table.press("+").wait(1).yes()
    assert (table.shoe, table.says) == ("P B Px", "hand 3: voided, was PLAYER")
    table.wait(2).press("1", "Enter")
    assert (table.shoe, table.says) == ("P B Px P", "hand 4: PLAYER")


def test_24_what_cannot_be_is_refused_in_words_and_stays_to_be_mended(table: Table) -> None:
    table.press("4", "7", "Enter")
    assert (table.says, table.shoe) == ("Dragon 7 and Natural cannot come in the same hand", "P B P")
    table.wait(1).press("Backspace", "3", "Enter")
    assert table.shoe == "P B P Bn"
    table.wait(1).press("2")
    assert (table.says, table.entry.tone) == ("key 2 does nothing at this table", Tone.REFUSED)
    table.press("1", "4")
    assert table.says == "Natural comes before Player: press CLEAR and type it first"


def test_25_where_the_winner_key_commits_a_second_one_is_asked_about() -> None:
    table = Table(rules=EntryRules(confirm=False)).hands("P B P")
    table.press("3").wait(0.5).press("7")
    assert (table.shoe, table.asks) == ("P B P B", "hand 4: BANKER is in. Is DRAGON 7 another hand?")
    table.wait(1).press("+").yes()
    assert table.shoe == "P B P B7"


def test_25_where_the_winner_key_commits_a_mark_after_it_stays_on_the_strip() -> None:
    table = Table(rules=EntryRules(confirm=False)).hands("P B P")
    table.press("1").wait(0.5).press("4").wait(11)
    assert (table.shoe, table.asks) == ("P B P P", "not entered: Natural. Press Enter to enter it, CLEAR to discard it")
    table.wait(15).press("clear").press("4", "1")
    assert table.shoe == "P B P P Pn"


# What these slips taught beside: keys that say yes where nobody meant it.


def test_a_stray_menu_key_before_a_hand_says_yes_to_nothing(table: Table) -> None:
    """Half of a yes lapses: the Enter of a hand whose winner key was not hit is no yes."""
    table.press("+", "/").wait(4).press("Enter")
    assert (table.shoe, table.asks) == ("P B P", "take back hand 3: PLAYER?")
    table.press("new_shoe", "/").wait(4).press("Enter")
    assert table.shoe == "P B P"
    table.press("clear", "/", "/", "1", "/").wait(4).press("Enter")
    assert (table.shoe, table.says) == ("P B P", "MENU then Enter for yes, CLEAR for no")


def test_a_yes_to_what_was_not_asked_enters_no_hand(table: Table) -> None:
    """9 for +: Panda 8 is typed, and not entered by the yes to a question that never came."""
    table.press("9", "/", "Enter")
    assert (table.shoe, table.says) == ("P B P", "nothing was asked: press Enter again to enter what is typed")
    table.wait(1).press("Enter")
    assert table.shoe == "P B P P8"


def test_a_yes_to_what_was_not_asked_is_forgotten_with_the_next_key(table: Table) -> None:
    table.press("9", "/", "1", "Enter")
    assert table.shoe == "P B P P8"


def test_cards_typed_into_the_open_menu_begin_no_shoe() -> None:
    """8 slips onto the key that says yes, after a 1 that has chosen a new shoe."""
    table = by(Way.CARDS).press("/", "/", "5", "0", "1", "/", "Enter")
    assert (table.shoe, table.says) == ("P B P", "other keys were pressed: press CLEAR and choose again")
    table.press("clear", "1", "0", "8", "/", "Enter")
    assert (table.shoe, table.says) == ("P B P", "other keys were pressed: press CLEAR and choose again")
    table.press("clear", "1").yes()
    assert (table.shoe, table.says) == ("", "shoe 2 has started")


def test_a_no_goes_for_what_was_asked_about_too(table: Table) -> None:
    """Else the next Enter would enter it once time has passed."""
    table.press("1", "Enter").wait(9).press("1", "Enter").wait(2).press("*")
    assert (table.says, table.state.round.phase) == ("not entered: PLAYER", Phase.OPEN)
    table.wait(3).press("Enter")
    assert (table.shoe, table.says) == ("P B P P", "hand 4: PLAYER is in")


def test_a_new_shoe_takes_no_hand_with_it_that_was_asked_about(table: Table) -> None:
    """The last hand of a shoe, typed soon after the one before: its question is not read, the cut card is out."""
    table.press("1", "Enter").wait(9).press("3", "Enter").wait(2).press("new_shoe").yes()
    assert (table.shoe, table.says) == ("P B P P", "nothing was asked: press Enter again to enter what is typed")
    table.wait(3).press("Enter").yes().press("new_shoe")
    assert table.asks == "end shoe 1 after 5 hands and start a new one?"


def test_a_change_that_is_not_confirmed_makes_no_new_hand(table: Table) -> None:
    table.press("3", "+", "Enter")
    assert (table.shoe, table.asks) == ("P B P", "hand 3 is PLAYER: change it to BANKER?")
    table.press("8", "Enter")  # for / and Enter
    assert (table.shoe, table.says) == ("P B P", "hand 3: PLAYER is in")
