"""What the dealer sees at the keypad."""

from dataclasses import replace

import pytest
from games import worded
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.action import Action
from eztrak.table.digits import Way
from eztrak.table.entry import deadline, not_taken, press, resumed, waits
from eztrak.table.state import TableState
from eztrak.table.strip import complaints, not_entered
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, EntryRules, Tone, Typed
from eztrak.voice.said import Said

WAYS = [EntryRules(way=way) for way in Way]


def test_an_ordinary_hand_takes_two_presses_and_a_natural_three(table: Table) -> None:
    table.press("banker", "commit").wait(30)
    table.press("natural", "player", "commit")
    assert table.shoe == "B Pn"
    assert table.says == "hand 2: PLAYER, natural"


def test_a_key_pressed_twice_counts_once_and_another_winner_replaces_the_first(table: Table) -> None:
    table.press("natural", "natural", "player", "player", "banker")
    assert table.entry.toggles == {"natural", "banker"}
    assert table.press("commit").shoe == "Bn"


@pytest.mark.parametrize(("key", "recorded"), [("dragon7", "B7"), ("panda8", "P8"), ("tie", "T")])
def test_one_key_is_enough_for_a_bonus_or_a_tie(table: Table, key: str, recorded: str) -> None:
    assert table.press(key, "commit").shoe == recorded


def test_a_bonus_with_its_winner_is_the_bonus_and_another_winner_replaces_it(table: Table) -> None:
    assert table.press("dragon7", "banker", "commit").wait(30).shoe == "B7"
    assert table.press("banker", "dragon7", "commit").wait(30).shoe == "B7 B7"
    assert table.press("dragon7", "player", "commit").shoe == "B7 B7 P"


def test_marks_come_before_the_winner(table: Table) -> None:
    """A finger beside a mark hits a winner: after the winner it would replace it."""
    assert table.press("banker", "natural").says == "Natural comes before Banker: press CLEAR and type it first"
    assert table.press("free").says == "free hand comes before Banker: press CLEAR and type it first"
    assert table.press("commit").shoe == "B"
    assert table.wait(30).press("natural", "banker", "natural", "commit").shoe == "B Bn"  # pressed twice, no more


def test_a_mark_that_may_not_decide_by_itself_waits_for_the_winner(table: Table) -> None:
    table.more_toggles["tie-mark"] = "8"
    table.entry = Entry(Typed(("dragon7",)))
    assert table.press("commit").says == "no result yet: Player, Banker or Tie?"
    assert table.press("banker", "commit").shoe == "B7"


def test_an_impossible_combination_is_refused_in_words_and_stays_to_be_mended(table: Table) -> None:
    table.press("natural", "dragon7")
    assert worded(complaints(table.entry, table.state, table.rules)) == [
        "Dragon 7 and Natural cannot come in the same hand"
    ]
    table.press("commit")
    assert table.says == "Dragon 7 and Natural cannot come in the same hand"
    assert table.entry.tone is Tone.REFUSED
    assert table.entry.toggles == {"natural", "dragon7"}
    assert table.press("banker", "erase", "erase", "banker", "commit").shoe == "Bn"


def test_enter_without_a_result_says_what_is_missing(table: Table) -> None:
    assert table.press("commit").says == "hand 1: nothing typed yet"
    assert table.press("natural", "commit").says == "no result yet: Player, Banker or Tie?"
    assert table.entry.toggles == {"natural"}


def test_a_stray_enter_says_which_hand_is_in(table: Table) -> None:
    assert table.press("player", "commit", "commit").says == "hand 1: PLAYER is in"
    assert table.entry.tone is Tone.SAID
    table.press("timer").wait(1).press("timer")
    assert table.press("commit").says == "hand 2: nothing typed yet"  # that one is due


def test_a_table_without_panda8_refuses_it() -> None:
    table = Table(TableState(terms=Terms(game=first_game(fifth=False))))
    assert table.press("panda8").says == "key 9 does nothing at this table"
    assert table.shoe == "none"


def test_clear_forgets_the_entry_and_says_so(table: Table) -> None:
    assert table.press("banker", "clear").entry == Entry(message=Said("cleared"), touched=table.mono)
    assert table.press("clear").says == ""


def test_a_winner_that_was_pressed_twice_is_erased_at_once(table: Table) -> None:
    assert table.press("dragon7", "dragon7", "erase").entry.typed == Typed()


def test_backspace_erases_the_last_key(table: Table) -> None:
    table.press("free", "natural", "banker", "erase")
    assert table.entry.typed == Typed(("free", "natural"))
    assert table.press("erase", "erase", "erase").says == "nothing typed yet"
    table.rules = EntryRules(way=Way.CARDS)
    assert table.press(*"92", "erase").entry.typed == Typed(digits=(9,))


@pytest.mark.parametrize("rules", WAYS, ids=list(Way))
def test_clear_with_nothing_to_clear_shows_the_info_page_and_takes_it_away(table: Table, rules: EntryRules) -> None:
    """Where every digit is a mark or a card, no key of its own is left for it."""
    table.rules = rules
    assert table.press("clear").entry.info
    assert not table.press("clear").entry.info
    assert table.press("clear", "commit").says == "hand 1: nothing typed yet"
    assert not table.press("clear").entry.info  # what was said is gone first
    assert table.press("clear").entry.info
    assert not table.wait(60).entry.info


def test_what_is_left_without_enter_stays_as_not_entered(table: Table) -> None:
    table.press("banker").wait(9)
    assert table.entry.toggles == {"banker"}
    table.wait(1)
    assert table.asks == "not entered: BANKER. Press Enter to enter it, CLEAR to discard it"
    assert table.wait(600).asks == "not entered: BANKER. Press Enter to enter it, CLEAR to discard it"
    table.press("commit")
    assert table.asks == "not entered: BANKER. Enter it now?"  # or was it the Enter of the next hand?
    assert table.yes().shoe == "B"
    assert table.entry.left == ()


def test_what_is_not_entered_is_dropped_by_clear_alone_and_that_is_said(table: Table) -> None:
    table.press("banker").wait(10).press("natural").wait(10)
    assert table.asks == "not entered: BANKER; Natural. Press Enter to enter it, CLEAR to discard it"
    assert table.press("clear").says == "discarded, not entered: BANKER; Natural"
    assert table.entry.left == ()


def test_the_next_hand_asks_whether_the_one_before_was_forgotten_and_takes_both(table: Table) -> None:
    table.press("player").wait(40).press("natural", "banker", "commit")
    assert table.asks == "PLAYER was typed before and not entered: enter it too?"
    assert table.shoe == "none"
    assert table.yes().shoe == "P Bn"
    assert [r.event.confirmed for r in table.records if isinstance(r.event, e.HandRecorded)] == ["not entered"] * 2
    assert table.entry.idle


def test_the_next_hand_can_be_taken_without_the_forgotten_one(table: Table) -> None:
    table.press("player").wait(40).press("banker", "commit", "clear")
    assert table.says == "discarded, not entered: PLAYER"
    assert table.press("commit").shoe == "B"


def test_a_mark_that_was_typed_and_left_is_no_hand_and_stays_in_view(table: Table) -> None:
    table.press("natural").wait(10).press("banker", "commit")
    assert (table.shoe, table.says) == ("B", "hand 1: BANKER")
    assert str(not_entered(table.entry, table.state, table.rules)) == "not entered: Natural"
    assert table.wait(30).press("player").wait(10).press("tie", "commit").asks.startswith("PLAYER was typed before")
    assert table.yes().shoe == "B P T"
    assert table.press("commit").says == "Natural is not entered: press CLEAR to discard it"


def test_a_hand_nobody_answers_about_is_not_lost_and_the_next_ones_pile_up_in_view(table: Table) -> None:
    """Three hands by somebody who never looks, after a long break."""
    table.press("tie", "commit").wait(1900)
    for winner in ("banker", "player", "banker"):
        table.press(winner, "commit").wait(40)
    assert table.shoe == "T"
    assert table.asks == "not entered: BANKER; PLAYER; BANKER. Press Enter to enter it, CLEAR to discard it"
    table.press("commit")
    assert table.asks == "not entered: BANKER; PLAYER; BANKER. Enter it now?"
    assert table.yes().shoe == "T B P B"


def test_what_is_not_entered_keeps_the_next_round_and_the_menu_from_starting(table: Table) -> None:
    table.press("player").wait(10)
    assert table.press("timer").says == "PLAYER is not entered: press Enter or CLEAR"
    assert table.press("menu").says == table.press("new_shoe").says == "press Enter or CLEAR first: something is typed"
    assert table.press("commit", "banker", "timer").says == "BANKER is not entered: press Enter or CLEAR"


def test_a_question_left_open_goes_away_and_says_so(table: Table) -> None:
    table.hands("B").press("take_back").wait(10)
    assert (table.says, table.entry.question) == ("no answer: nothing changed", None)
    assert table.shoe == "B"


def test_without_confirmation_the_winner_key_commits() -> None:
    table = Table(rules=EntryRules(confirm=False))
    table.press("natural", "banker")
    assert table.shoe == "Bn"
    assert table.wait(30).press("dragon7").shoe == "Bn B7"


@pytest.mark.parametrize("again", ["banker", "player"])
def test_a_second_result_sooner_than_a_hand_can_be_dealt_asks_whatever_it_is(table: Table, again: str) -> None:
    table.press("banker", "commit").wait(11).press(again, "commit")
    assert table.asks == f"hand 1: BANKER is in. Is {again.upper()} another hand?"
    assert table.press("commit").shoe == "B"  # Enter again says nothing
    assert table.yes().shoe == f"B {again[0].upper()}"
    assert table.records[-1].event.confirmed == "again"  # type: ignore[union-attr]


def test_any_other_key_says_no_and_is_taken_as_itself(table: Table) -> None:
    table.press("banker", "commit").wait(3).press("banker", "commit", "menu", "player")
    assert (table.asks, table.entry.toggles) == ("", {"player"})
    assert table.wait(9).press("commit").shoe == "B P"  # twelve seconds after the first


def test_a_hand_typed_again_before_the_first_was_answered_is_asked_about(table: Table) -> None:
    table.press("banker", "commit").wait(1).press("banker", "commit", ago=3)
    assert table.asks == "hand 1: BANKER is in. Is BANKER another hand?"
    assert table.shoe == "B"
    never = Table(rules=EntryRules(hand_seconds=0))
    assert never.press("banker", "commit").wait(1).press("player", "commit").shoe == "B P"


def test_an_older_key_waits_while_the_strip_asks_or_refuses_what_nobody_had_seen(table: Table) -> None:
    earlier, now = table.mono - 1, table.mono
    table.press("banker", "commit", "banker", "commit")
    assert (waits(table.entry, earlier), waits(table.entry, now)) == (True, False)
    table.yes().press("natural", "dragon7", "commit")
    assert waits(table.entry, earlier)
    table.press("erase")  # mended, but not yet done with
    assert waits(table.entry, earlier)
    table.press("clear", "commit")
    assert not waits(table.entry, earlier)
    table.press("natural")
    assert not waits(table.entry, earlier)


def test_older_keys_wait_for_the_supervisor_only_where_a_hand_does(table: Table) -> None:
    table.press("menu", "menu", "commit")
    assert table.entry.tone is Tone.REFUSED
    assert not waits(table.entry, 0)
    table = Table(rules=EntryRules(way=Way.CARDS))
    table.press(*"4036", "2", "Enter").yes()
    assert table.entry.menu is not None
    assert waits(table.entry, 0)


def test_take_back_names_the_hand_and_waits_for_a_yes_that_no_hand_is(table: Table) -> None:
    table.hands("P Bn").press("take_back")
    assert table.asks == "take back hand 2: BANKER, natural?"
    assert table.press("commit").shoe == "P Bn"
    assert table.says == table.asks  # Enter alone says neither yes nor no
    assert table.yes().shoe == "P Bnx"
    assert table.says == "hand 2: voided, was BANKER, natural"


def test_after_a_take_back_the_right_result_asks_nothing(table: Table) -> None:
    assert table.press("banker", "commit", "take_back").yes().press("banker", "commit").shoe == "Bx B"


def test_a_brushed_take_back_key_does_nothing_to_the_next_hand(table: Table) -> None:
    table.hands("P").press("take_back", "natural", "banker", "commit")
    assert table.shoe == "P Bn"


def test_the_last_hand_is_changed_in_place_in_one_act(table: Table) -> None:
    table.press("player", "commit").wait(2).press("banker", "take_back")
    assert table.asks == "hand 1 is PLAYER: change it to BANKER?"
    table.yes()
    assert (table.shoe, table.says) == ("B", "hand 1: changed from PLAYER to BANKER")
    change = table.records[-1].event
    now, was = Hand(Outcome.BANKER, number=1), Hand(Outcome.PLAYER, number=1)
    assert change == e.HandChanged(1, now, was, "dealer", "taken back")
    assert table.entry.idle


def test_a_change_that_cannot_be_is_refused_at_once(table: Table) -> None:
    table.hands("P").press("natural", "take_back")
    assert table.says == "no result yet: Player, Banker or Tie?"
    table.press("clear", "player", "take_back")
    assert table.says == "hand 1 of shoe 1 is already PLAYER"
    assert Table().press("banker", "take_back").says == "there is no hand in this shoe to take back"


def test_the_dealer_takes_back_the_last_hand_only(table: Table) -> None:
    table.hands("P B").press("take_back").yes().press("take_back")
    assert table.says == "hand 2 is already void; a supervisor can correct an older hand"
    assert table.asks == ""


def test_nothing_to_take_back_is_said_at_once(table: Table) -> None:
    assert table.press("take_back").says == "there is no hand in this shoe to take back"
    table.press("new_shoe").yes().press("take_back")
    assert table.says == "there is no hand in this shoe to take back"


def test_a_new_shoe_asks_and_only_its_own_yes_ends_one(table: Table) -> None:
    table.hands("B P").press("new_shoe")
    assert table.asks == "end shoe 1 after 2 hands and start a new one?"
    table.press("commit", "new_shoe", "natural", "banker", "commit").wait(30)
    assert table.shoe == "B P Bn"
    table.press("new_shoe").yes()
    assert table.state.shoe is not None
    assert (table.state.shoe.number, table.shoe) == (2, "")
    assert table.says == "shoe 2 has started"


def test_the_first_shoe_is_started_by_its_key_or_by_the_first_hand(table: Table) -> None:
    table.press("new_shoe")
    assert table.asks == "start a new shoe?"
    assert table.yes().shoe == ""
    assert Table().press("tie", "commit").shoe == "T"


def test_the_info_page_goes_up_and_down_and_any_other_key_leaves_it(table: Table) -> None:
    assert table.press("info").entry.info
    assert not table.press("info").entry.info
    table.press("info", "banker")
    assert not table.entry.info
    assert table.entry.toggles == {"banker"}
    assert not table.press("clear", "info").wait(60).entry.info


def test_a_hand_that_was_not_stored_comes_back_to_be_tried_again(table: Table) -> None:
    table.press("free", "tie").wait(10).press("natural", "banker", "commit", "menu")
    entry, command = press(table.entry, table.key("Enter", table.mono), table.state, table.rules, table.mono)
    assert isinstance(command, c.RecordHand)
    table.entry = not_taken(entry, c.Refusal("not stored: disk full"), command, table.mono)
    assert table.entry.typed == Typed(("natural",), ("banker",))
    assert table.entry.left == (Typed(("free",), ("tie",)),)
    assert table.says == "not stored: disk full"
    assert table.press("commit").yes().shoe == "Tf Bn"


def test_a_change_that_was_not_stored_comes_back_as_one(table: Table) -> None:
    table.press("player", "commit").wait(30).press("banker", "take_back", "menu")
    entry, command = press(table.entry, table.key("Enter", table.mono), table.state, table.rules, table.mono)
    assert isinstance(command, c.ChangeLast)
    table.entry = not_taken(entry, c.Refusal("not stored: disk full"), command, table.mono)
    assert table.asks == "hand 1 is PLAYER: change it to BANKER?"
    assert table.yes().shoe == "B"


def test_a_change_that_nobody_confirms_is_no_hand(table: Table) -> None:
    table.press("player", "commit").wait(30).press("banker", "take_back").wait(10)
    assert (table.says, table.entry.left) == ("no answer: nothing changed", ())


def test_a_refusal_of_something_else_leaves_the_entry_alone() -> None:
    typed = Typed((), ("tie",))
    entry = not_taken(Entry(typed, sent=(Typed(),)), c.Refusal("no"), c.NewShoe(), 5)
    assert (entry.typed, str(entry.message)) == (typed, "no")


def test_an_idle_strip_waits_for_nothing() -> None:
    assert deadline(Entry(), TableState(), EntryRules()) is None


def test_every_action_at_every_moment_is_answered(table: Table) -> None:
    """No key is dropped silently: after any key the entry, the state or the message differs."""
    for action in Action:
        table = Table()
        before = (table.entry, table.state)
        table.press(action)
        if action is not Action.CLEAR:
            assert (table.entry, table.state) != before, action


def test_a_key_that_means_nothing_here_says_so(table: Table) -> None:
    assert table.press("6").says == "key 6 does nothing at this table"


def test_a_shoe_that_goes_on_and_on_reminds_of_the_new_one(table: Table) -> None:
    table.hands("BP" * 45).press("tie", "commit")
    assert table.says == "hand 91: TIE. This shoe has 91 hands: is this a new shoe?"


def test_a_hand_after_a_long_pause_asks_whether_it_is_still_the_same_shoe(table: Table) -> None:
    table.press("banker", "commit").wait(31 * 60).press("player", "commit")
    assert table.asks == "no hand for a long time: is this still shoe 1?"
    assert table.yes().shoe == "B P"
    assert table.records[-1].event.confirmed == "same shoe"  # type: ignore[union-attr]


def test_a_hand_asked_about_is_refused_in_words_when_the_terms_no_longer_allow_it(table: Table) -> None:
    table.press("panda8", "commit").wait(1).press("panda8", "commit")
    table.give(c.NewShoe())
    table.give(c.SetTerms(replace(TERMS, game=first_game(fifth=False), origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    assert table.yes().says == "EZ Baccarat has no panda8"
    assert (table.shoe, table.entry.toggles) == ("", {"panda8"})


def test_who_is_asked_whether_it_is_another_hand_can_make_it_a_change(table: Table) -> None:
    table.press("player", "commit").wait(2).press("banker", "commit")
    assert table.asks == "hand 1: PLAYER is in. Is BANKER another hand?"
    assert table.press("take_back").asks == "hand 1 is PLAYER: change it to BANKER?"
    assert table.yes().shoe == "B"


def test_take_back_means_the_hand_entered_last_never_one_that_a_supervisor_put_in(table: Table) -> None:
    table.hands("B P")
    table.give(c.InsertHand(1, 1, Hand(Outcome.TIE), "supervisor 1", "hand not entered"))
    table.press("take_back")
    assert table.asks == "take back hand 2: PLAYER?"
    assert table.yes().shoe == "B T Px"


def test_closed_tables_refuse_hands_shoes_timers_and_taking_back() -> None:
    table = Table().hands("B")
    table.give(c.CloseTable("supervisor 1"))
    for keys in (("banker", "commit"), ("new_shoe",), ("timer",), ("take_back",)):
        assert table.press("clear", *keys).says == "the table is closed: a supervisor can open it"
    assert TERMS.open


def test_after_a_restart_the_strip_says_which_hand_was_last(table: Table) -> None:
    table.hands("B Pn")
    assert str(resumed(table.state, 5).message) == "hand 2: PLAYER, natural is in"
    assert not resumed(TableState(), 5).message
