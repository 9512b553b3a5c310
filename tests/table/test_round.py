"""The round: bets open, closed, the result due, the result in; one result each."""

from talk import TERMS, Table

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.state import replay


def kinds(table: Table) -> list[str]:
    return [record.kind for record in table.records]


def test_the_timer_key_starts_and_then_closes(table: Table) -> None:
    table.press("timer")
    assert table.state.round.left(table.mono) == 20
    table.press("timer")
    assert table.state.round.phase is Phase.CLOSED
    assert table.press("banker", "commit").state.round.phase is Phase.IN


def test_the_timer_key_pressed_again_before_the_timer_is_seen_does_not_close_the_bets(table: Table) -> None:
    table.press("timer").press("timer", ago=3)
    assert table.says == "the timer is already running"
    assert table.state.round.left(table.mono) == 20


def test_a_round_without_a_result_is_asked_for_when_the_next_one_starts(table: Table) -> None:
    table.press("timer", "timer").wait(40).press("timer")
    assert table.asks == "hand 1 was not entered: which? If it was not dealt, start the timer?"
    table.press("banker", "commit")  # which
    assert table.shoe == "B"
    assert table.press("timer").state.round.phase is Phase.OPEN


def test_a_round_in_which_nothing_was_dealt_goes_by_a_yes(table: Table) -> None:
    table.press("timer", "timer", "timer").yes()
    assert table.state.round.phase is Phase.OPEN
    assert kinds(table) == ["timer_start", "bets_close", "timer_start"]


def test_a_result_while_bets_are_open_asks_and_closes_them(table: Table) -> None:
    table.hands("P").press("timer").wait(5).press("banker", "commit")
    assert table.asks == "bets are open: is hand 2 really BANKER?"
    assert table.yes().shoe == "P B"
    assert table.records[-2].event == e.BetsClosed(c.ENTRY)
    assert table.records[-1].event.confirmed == "early"  # type: ignore[union-attr]


def test_a_second_result_in_a_timed_round_asks_however_late_it_comes(table: Table) -> None:
    table.press("timer", "timer", "banker", "commit").wait(300).press("player", "commit")
    assert table.asks == "hand 1: BANKER is in. Is PLAYER another hand?"
    table.yes().wait(300).press("tie", "commit")
    assert table.shoe == "B P T"  # who deals without the timer is asked once


def test_a_free_hand_needs_no_bets(table: Table) -> None:
    table.press("timer", "timer", "banker", "commit").wait(30).press("free", "player", "commit")
    assert table.shoe == "B Pf"


def test_without_a_timer_a_hand_that_is_long_enough_after_the_last_asks_nothing(table: Table) -> None:
    table.press("banker", "commit").wait(12).press("player", "commit")
    assert table.shoe == "B P"


def test_a_hand_taken_back_is_due_again(table: Table) -> None:
    table.press("timer", "timer", "banker", "commit", "take_back").yes()
    assert table.state.round.phase is Phase.CLOSED
    assert table.press("timer").asks == "hand 2 was not entered: which? If it was not dealt, start the timer?"


def test_without_a_timer_nothing_is_due(table: Table) -> None:
    assert table.press("banker", "commit", "take_back").yes().state.round == Round()


def test_a_new_shoe_says_that_a_hand_is_still_due(table: Table) -> None:
    table.hands("B").press("timer", "timer", "new_shoe")
    assert table.asks == "hand 2 was not entered: end shoe 1 anyway?"


def test_bets_that_close_while_an_early_result_is_asked_about_make_it_due(table: Table) -> None:
    table.hands("P").press("timer").wait(5).press("banker", "commit")
    table.give(c.CloseBets(c.TIME))
    assert table.asks == ""
    assert table.press("commit").shoe == "P B"


def test_a_round_whose_hand_a_supervisor_voided_asks_nothing(table: Table) -> None:
    table.press("timer", "timer", "banker", "commit")
    table.give(c.VoidHand(1, 1, "supervisor 1", "misdeal"))
    assert table.press("player", "commit").shoe == "Bx P"


def test_a_supervisors_void_makes_nothing_due(table: Table) -> None:
    table.press("banker", "commit")
    table.give(c.VoidHand(1, 1, "supervisor 1", "misdeal"))
    assert table.state.round.phase is Phase.IN


def test_a_result_that_was_due_is_due_after_a_restart_and_a_timer_runs_no_more(table: Table) -> None:
    table.press("timer").give(c.Start("1.0", "Table 1", TERMS))
    assert table.state.round == Round(Phase.CLOSED, table.mono, timed=True)
    assert table.press("timer").asks.startswith("hand 1 was not entered")
    table.yes().press("timer").wait(5).give(c.Start("1.0", "Table 1", TERMS))
    assert (table.state.round.phase, table.state.round.since) == (Phase.CLOSED, table.mono)
    table.press("banker", "commit").wait(60).give(c.Start("1.0", "Table 1", TERMS))
    assert table.press("banker", "commit").asks == "hand 1: BANKER is in. Is BANKER another hand?"
    assert replay(table.records).round == table.state.round


def test_a_result_is_overdue_after_some_time_or_never() -> None:
    now = Round(Phase.CLOSED, 10 * NANO, 20, timed=True)
    assert (now.at(69 * NANO, 60), now.at(70 * NANO, 60)) == (Phase.CLOSED, Phase.DUE)
    assert (now.at(999 * NANO, 0), now.due(0)) == (Phase.CLOSED, None)
    assert Round(Phase.IN, 0).due(60) is None


def test_time_left_is_none_unless_the_timer_runs() -> None:
    running = Round(Phase.OPEN, 10 * NANO, 20, timed=True)
    assert (running.left(15 * NANO), running.ran_out(29 * NANO), running.ran_out(30 * NANO)) == (15.0, False, True)
    assert (Round().left(0), Round().ends, Round().ran_out(5)) == (0.0, 0, False)


def test_the_first_round_after_a_long_pause_asks_whether_it_is_still_the_same_shoe(table: Table) -> None:
    table.press("timer", "timer", "banker", "commit").wait(31 * 60).press("timer")
    assert table.asks == "no hand for a long time: is this still shoe 1?"
    assert table.yes().state.round.phase is Phase.OPEN
