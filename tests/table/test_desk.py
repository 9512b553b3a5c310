"""The supervisor's desk: every correction in a few keys, with the hand's story in view."""

from dataclasses import replace

import pytest
from talk import Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.desk import Act, Desk, shoe_at
from eztrak.table.menu import asked
from eztrak.table.pages import Menu, Page
from eztrak.table.story import story

DESK = "7"


@pytest.fixture
def table() -> Table:
    """A table with twelve hands in its shoe, twelve in the one before, and a supervisor at the menu."""
    made = Table().set_up().press("clear").hands("P B T P B T P B T P B T")
    made.give(c.NewShoe())
    return made.hands("B B B B B B B B B B B B").sign_in()


def desk(table: Table) -> Desk:
    assert table.entry.menu is not None
    assert table.entry.menu.desk is not None
    return table.entry.menu.desk


def last(table: Table) -> e.Event:
    return table.records[-1].event


def keys(table: Table, text: str) -> Table:
    """Presses what a supervisor does after signing in: at most eight keys."""
    pressed = text.split()
    assert len(pressed) <= 8
    return table.press(*pressed)


def test_the_cursor_begins_at_the_newest_hand_and_jumps_to_the_number_that_is_typed(table: Table) -> None:
    assert desk(table.press(DESK)) == Desk(2, 12)
    assert table.entry.menu is not None
    assert asked(table.entry.menu, table.state) is None  # it asks by itself
    assert desk(table.press("1")).hand == 1
    assert desk(table.press("1")).hand == 11
    assert desk(table.press("7")).hand == 7  # there is no hand 117
    assert desk(table.press("0")).hand == 0
    assert table.press("clear", DESK, "1", "3").entry.menu is not None
    assert desk(table).hand == 3


def test_a_number_that_no_hand_has_is_refused(table: Table) -> None:
    table.give(c.NewShoe())
    table.press(DESK, "3")
    assert table.says == "shoe 3 has no hand 3"


def test_any_hand_is_voided_changed_and_inserted_within_eight_keys(table: Table) -> None:
    keys(table, f"{DESK} 1 1 - 1")
    assert last(table) == e.HandVoided(2, Hand(Outcome.BANKER, number=11), "supervisor 1", "wrong key pressed")
    assert table.says == "hand 11: voided, was BANKER"
    assert table.entry.menu == Menu(Page.MAIN, 1)  # a hand that is typed now is no correction
    keys(table, f"{DESK} 1 0 * 4 1 Enter 5")
    assert table.says == "hand 10: changed from BANKER to PLAYER, natural"
    assert last(table).reason == "floor decision"  # type: ignore[union-attr]
    keys(table, f"{DESK} 1 2 + 7 Enter 2")
    assert table.says == "hand 13: inserted after hand 12: DRAGON 7"


def test_a_hand_is_put_before_the_first(table: Table) -> None:
    keys(table, f"{DESK} 0 + 5 Enter 2")
    assert table.shoe.startswith("T B B")


def test_a_hand_of_the_previous_shoe_is_reached_by_enter(table: Table) -> None:
    keys(table, f"{DESK} Enter 2 * 1 Enter 1")
    assert table.says == "hand 2: changed from BANKER to PLAYER"
    assert desk(table.press(DESK, "Enter", "Enter")) == Desk(2, 12)


def test_hands_of_a_shoe_that_was_begun_too_late_are_moved_to_it(table: Table) -> None:
    keys(table, f"{DESK} Enter 1 1 / 2")
    assert table.shoe == "B T " + " ".join("B" * 12)
    assert table.state.previous is not None
    assert [hand.number for hand in table.state.previous.hands if hand.voided] == [11, 12]


def test_clear_goes_back_step_by_step(table: Table) -> None:
    table.press(DESK, "3", "*", "4", "1")
    assert desk(table.press("clear")).toggles == frozenset()
    table.press("1", "Enter")
    assert desk(table).result is not None
    assert desk(table.press("clear")).result is None
    assert desk(table.press("clear")).act is None
    table.press("clear")
    assert table.entry.menu is not None
    assert table.entry.menu.page is Page.MAIN


def test_what_cannot_be_done_is_refused_in_words(table: Table) -> None:
    table.press(DESK, "0", "-")
    assert table.says == "there is no hand before the first; use insert to add one"
    keys(table, f"3 - 1 {DESK} 3 -")
    assert table.says == "hand 3 of shoe 2 is already void"
    assert table.press("/").says == "hand 3 of shoe 2 is already void"
    assert table.press("NumLock").says == "key NumLock does nothing here"
    assert table.press("*", "+").says == "key + does nothing here"
    assert table.press("7", "4", "Enter").says == "Dragon 7 and Natural cannot come in the same hand"
    assert table.press("4", "Enter", "9").says == "press a number from 1 to 5 for the reason"
    assert table.press("/").says == "press a number from 1 to 5 for the reason"
    assert table.press("1").says == "hand 3: changed from BANKER, void to DRAGON 7"


def test_without_a_shoe_there_is_no_desk_and_without_another_no_move() -> None:
    table = Table().set_up().press(DESK)
    assert table.says == "there is no shoe yet"
    table.press("clear").hands("B P").sign_in().press(DESK, "Enter")
    assert table.says == "there is no other shoe"
    assert table.press("/").says == "there is no other shoe"


def test_a_desk_over_a_shoe_that_is_gone_is_empty(table: Table) -> None:
    assert shoe_at(Desk(99, 1), table.state).hands == ()
    assert Act("void") is Act.VOID


def test_the_story_of_a_hand_has_every_event(table: Table) -> None:
    table.give(c.SetDealer(4, "supervisor 1"))
    table.press("clear", "player", "Enter")
    table.give(c.ChangeHand(2, 13, Hand(Outcome.TIE), "supervisor 2", "misdeal"))
    table.give(c.VoidHand(2, 13, "supervisor 1", "misdeal"))
    table.give(c.InsertHand(2, 13, Hand(Outcome.TIE), "supervisor 1", "hand not entered"))
    table.wait(30).press("banker", "Enter").wait(1).press("banker", "Enter").yes()
    table.give(c.RecordHand(Hand(Outcome.TIE), by="supervisor 1"))
    assert table.state.shoe is not None
    game = table.state.shoe.game
    assert [str(one.line(game)) for number in (13, 14, 16, 17) for one in story(table.state.shoe, number)] == [
        "entered: PLAYER (dealer 4)",
        "changed from PLAYER to TIE (supervisor 2: misdeal)",
        "voided, was TIE (supervisor 1: misdeal)",
        "inserted after hand 13: TIE (supervisor 1: hand not entered)",
        "entered: BANKER (dealer 4: asked and confirmed:"
        " a second result in the round, or sooner than a hand can be dealt)",
        "entered: TIE (dealer 4: the cards break the third-card rules, confirmed by supervisor 1)",
    ]
    assert [(one.at, one.shoe, one.hand) for one in story(table.state.shoe, 13)] == [
        (moment.at, 2, 13) for moment, _ in table.state.shoe.history(13)
    ]
    assert story(replace(table.state.shoe, log=()), 13) == []
