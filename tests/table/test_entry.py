"""What the dealer sees at the keypad."""

from dataclasses import replace

import pytest
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table.action import Action
from eztrak.table.entry import Entry, EntryRules, Tone, complaints, deadline, settled, waits
from eztrak.table.state import TableState
from eztrak.table.terms import Terms


def test_an_ordinary_hand_takes_two_presses_and_a_natural_three(table: Table) -> None:
    table.press("banker", "commit").wait(10)
    table.press("player", "natural", "commit")
    assert table.shoe == "B Pn"


def test_toggles_come_in_any_order_and_a_second_press_takes_one_away(table: Table) -> None:
    table.press("natural", "player", "player", "banker")
    assert table.entry.toggles == {"natural", "banker"}
    table.press("commit")
    assert table.shoe == "Bn"
    assert table.says == "hand 1: BANKER, natural"


@pytest.mark.parametrize(("key", "recorded"), [("dragon7", "B7"), ("panda8", "P8"), ("tie", "T")])
def test_one_key_is_enough_for_a_bonus_or_a_tie(table: Table, key: str, recorded: str) -> None:
    assert table.press(key, "commit").shoe == recorded


def test_an_impossible_combination_is_refused_in_words_and_stays_to_be_mended(table: Table) -> None:
    table.press("player", "dragon7")
    assert complaints(table.entry, table.state) == ["Dragon 7 is a Banker win, not Player"]
    table.press("commit")
    assert table.says == "Dragon 7 is a Banker win, not Player"
    assert table.entry.tone is Tone.REFUSED
    assert table.entry.toggles == {"player", "dragon7"}
    assert table.press("player", "commit").shoe == "B7"


def test_enter_without_a_result_says_what_is_missing(table: Table) -> None:
    assert table.press("commit").says == "nothing typed yet"
    assert table.press("natural", "commit").says == "no result yet: Player, Banker or Tie?"
    assert table.entry.toggles == {"natural"}


def test_a_table_without_panda8_refuses_it() -> None:
    table = Table(TableState(terms=Terms(game=first_game(fifth=False))))
    assert table.press("panda8").says == "key 8 does nothing at this table"
    assert table.shoe == "none"


def test_clear_forgets_the_entry_and_says_so(table: Table) -> None:
    assert table.press("banker", "clear").entry == Entry(message="cleared", touched=table.mono)
    assert table.press("clear").says == ""


@pytest.mark.parametrize("cards", [False, True])
def test_clear_with_nothing_to_clear_shows_the_info_page_and_takes_it_away(table: Table, cards: bool) -> None:
    """Where every digit is a mark or a card, no key of its own is left for it."""
    table.rules = EntryRules(cards=cards)
    assert table.press("clear").entry.info
    assert not table.press("clear").entry.info
    assert table.press("clear", "commit").says == "nothing typed yet"
    assert not table.press("clear").entry.info  # what was said is gone first
    assert table.press("clear").entry.info


def test_an_unfinished_entry_clears_itself_and_says_so(table: Table) -> None:
    table.press("banker").wait(19)
    assert table.entry.toggles == {"banker"}
    table.wait(1)
    assert table.entry.idle
    assert table.says == "entry not committed: cleared"
    assert table.wait(5).says == ""


def test_a_question_left_open_goes_away_and_says_so(table: Table) -> None:
    table.hands("B").press("take_back").wait(20)
    assert table.says == "question left open: cleared"
    assert table.shoe == "B"


def test_without_confirmation_the_winner_key_commits() -> None:
    table = Table(rules=EntryRules(confirm=False))
    table.press("natural", "banker")
    assert table.shoe == "Bn"
    assert table.wait(10).press("dragon7").shoe == "Bn B7"


def test_the_same_result_within_seconds_asks_once_whether_it_is_another_hand(table: Table) -> None:
    table.press("banker", "commit").wait(1).press("banker", "commit")
    assert table.asks == "the same result again: another hand?"
    assert table.shoe == "B"
    assert table.press("commit").shoe == "B B"
    table.wait(1).press("banker", "commit", "clear")
    assert table.shoe == "B B"


def test_a_hand_typed_again_before_the_first_was_answered_is_asked_about(table: Table) -> None:
    table.press("banker", "commit").wait(1).press("banker", "commit", ago=3)
    assert table.asks == "the same result again: another hand?"
    assert table.shoe == "B"
    never = Table(rules=EntryRules(repeat=0))
    assert never.press("banker", "commit").press("banker", "commit", ago=3).shoe == "B B"


def test_enter_pressed_again_before_the_answer_leaves_the_answer_to_be_read(table: Table) -> None:
    table.press("banker", "commit").wait(1)
    assert table.press("commit", "commit", ago=3).says == "hand 1: BANKER"
    assert table.press("commit").says == "nothing typed yet"


def test_an_older_key_waits_while_the_strip_asks_or_refuses_what_nobody_had_seen(table: Table) -> None:
    earlier, now = table.mono - 1, table.mono
    table.press("banker", "commit", "banker", "commit")
    assert (waits(table.entry, earlier), waits(table.entry, now)) == (True, False)
    table.press("commit", "player", "dragon7", "commit")
    assert waits(table.entry, earlier)
    table.press("player")  # mended, but not yet done with
    assert waits(table.entry, earlier)
    table.press("commit", "commit")  # nothing typed: refused, and nothing to be mended
    assert not waits(table.entry, earlier)
    table.press("natural")
    assert not waits(table.entry, earlier)


def test_older_keys_wait_for_the_supervisor_only_where_a_hand_does(table: Table) -> None:
    table.press("menu", "commit")
    assert table.entry.tone is Tone.REFUSED
    assert not waits(table.entry, 0)
    table = Table(rules=EntryRules(cards=True))
    table.press(*"4036", "2", "Enter", "menu", "Enter")
    assert table.entry.menu is not None
    assert waits(table.entry, 0)


def test_another_result_or_a_later_one_asks_nothing(table: Table) -> None:
    table.press("banker", "commit").wait(1).press("player", "commit").wait(5).press("player", "commit")
    assert table.shoe == "B P P"


def test_the_same_result_right_after_a_take_back_asks_nothing(table: Table) -> None:
    table.press("banker", "commit", "take_back", "commit", "banker", "commit")
    assert table.shoe == "Bx B"


def test_take_back_names_the_hand_and_waits_for_enter(table: Table) -> None:
    table.hands("P Bn").press("take_back")
    assert table.asks == "take back hand 2: BANKER, natural?"
    assert table.press("player").says == "Enter for yes, clear for no"
    assert table.shoe == "P Bn"
    assert table.press("commit").shoe == "P Bnx"
    assert table.says == "hand 2 is void: BANKER, natural"


def test_take_back_can_be_declined(table: Table) -> None:
    assert table.hands("P").press("take_back", "clear").shoe == "P"


def test_the_dealer_takes_back_the_last_hand_only(table: Table) -> None:
    table.hands("P B").press("take_back", "commit", "take_back")
    assert table.says == "hand 2 is void already; an older hand is for the supervisor to mend"
    assert table.asks == ""


def test_nothing_to_take_back_is_said_at_once(table: Table) -> None:
    assert table.press("take_back").says == "there is no hand in this shoe to take back"
    table.press("new_shoe", "commit", "take_back")
    assert table.says == "there is no hand in this shoe to take back"


def test_a_new_shoe_asks_and_one_with_few_hands_asks_twice(table: Table) -> None:
    table.hands("B P").press("new_shoe")
    assert table.asks == "end shoe 1 after 2 hands and start a new one?"
    table.press("commit")
    assert table.asks == "shoe 1 has only 2 hands: really end it?"
    table.press("commit")
    assert table.state.shoe is not None
    assert (table.state.shoe.number, table.shoe) == (2, "")
    assert table.says == "shoe 2 has begun"


def test_a_full_shoe_asks_once(table: Table) -> None:
    table.hands("BP" * 40).press("new_shoe", "commit")
    assert table.state.shoe is not None
    assert table.state.shoe.number == 2


def test_the_first_shoe_is_started_by_its_key_or_by_the_first_hand(table: Table) -> None:
    table.press("new_shoe")
    assert table.asks == "start a new shoe?"
    assert table.press("commit").shoe == ""
    assert Table().press("tie", "commit").shoe == "T"


def test_an_open_entry_keeps_shoe_and_take_back_from_being_asked(table: Table) -> None:
    table.hands("B").press("player", "new_shoe")
    assert table.says == "commit or clear this entry first"
    assert table.press("take_back").says == "commit or clear this entry first"
    assert table.press("commit").shoe == "B P"


def test_the_timer_key_starts_and_then_closes(table: Table) -> None:
    table.press("timer")
    assert table.state.timer.left(table.mono) == 20
    table.press("timer")
    assert table.state.timer.phase == "closed"


def test_the_timer_key_pressed_again_before_the_timer_is_seen_does_not_close_the_bets(table: Table) -> None:
    table.press("timer").press("timer", ago=3)
    assert table.says == "the timer is running already"
    assert table.state.timer.left(table.mono) == 20


def test_the_info_page_goes_up_and_down_and_any_other_key_leaves_it(table: Table) -> None:
    assert table.press("info").entry.info
    assert not table.press("info").entry.info
    table.press("info", "banker")
    assert not table.entry.info
    assert table.entry.toggles == {"banker"}
    assert not table.press("clear", "info").wait(20).entry.info


def test_a_hand_that_was_not_stored_comes_back_to_be_tried_again(table: Table) -> None:
    not_stored = c.RecordHand(Hand(Outcome.BANKER, frozenset({"natural"})))
    table.entry = settled(Entry(), c.Refusal("not stored: disk full"), not_stored, table.mono)
    assert table.entry.toggles == {"banker", "natural"}
    assert table.says == "not stored: disk full"
    assert table.press("commit").shoe == "Bn"


def test_what_was_decided_well_leaves_the_entry_alone() -> None:
    entry = Entry(frozenset({"tie"}))
    assert settled(entry, None, c.NewShoe(), 5) == entry


def test_an_idle_strip_waits_for_nothing() -> None:
    assert deadline(Entry(), EntryRules()) is None


def test_every_action_at_every_moment_is_answered(table: Table) -> None:
    """No key is dropped silently: after any key the entry, the state or the message differs."""
    for action in Action:
        table = Table()
        before = (table.entry, table.state)
        table.press(action)
        if action is not Action.CLEAR:
            assert (table.entry, table.state) != before, action


def test_a_key_that_means_nothing_here_says_so(table: Table) -> None:
    assert table.press("5").says == "key 5 does nothing at this table"


def test_a_shoe_that_goes_on_and_on_reminds_of_the_new_one(table: Table) -> None:
    table.hands("BP" * 45).press("tie", "commit")
    assert table.says == "hand 91: TIE. This shoe has 91 hands: was a new shoe forgotten?"


def test_a_hand_after_a_long_pause_asks_whether_it_is_still_the_same_shoe(table: Table) -> None:
    table.press("banker", "commit").wait(31 * 60).press("player", "commit")
    assert table.asks == "no hand for a long time: is this still shoe 1? If not, clear and start a new one"
    assert table.press("commit").shoe == "B P"


def test_a_question_keeps_the_hand_that_it_asks_about_whatever_changes_meanwhile(table: Table) -> None:
    table.press("banker", "commit").wait(1).press("banker", "commit")
    table.rules = EntryRules(cards=True)
    assert table.press("commit").shoe == "B B"


def test_a_hand_asked_about_is_refused_in_words_when_the_terms_no_longer_allow_it(table: Table) -> None:
    table.press("panda8", "commit").wait(1).press("panda8", "commit")
    table.give(c.NewShoe())
    table.give(c.SetTerms(replace(TERMS, game=first_game(fifth=False), origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    assert table.press("commit").says == "EZ Baccarat has no panda8"
    assert table.shoe == ""


def test_take_back_means_the_hand_entered_last_never_one_that_a_supervisor_put_in(table: Table) -> None:
    table.hands("B P")
    table.give(c.InsertHand(1, 1, Hand(Outcome.TIE), "supervisor 1", "hand not entered"))
    table.press("take_back")
    assert table.asks == "take back hand 2: PLAYER?"
    assert table.press("commit").shoe == "B T Px"


def test_closed_tables_refuse_hands_shoes_and_timers() -> None:
    table = Table()
    table.give(c.CloseTable("supervisor 1"))
    for keys in (("banker", "commit"), ("new_shoe",), ("timer",)):
        assert table.press("clear", *keys).says == "the table is closed: a supervisor opens it"
    assert TERMS.open
