"""What the strip says of a result that does not come, and of a hand that was typed and not entered."""

from talk import Table

from eztrak.table import commands as c
from eztrak.table.round import Phase, Round
from eztrak.table.strip import not_entered, overdue
from eztrak.table.typed import EntryRules


def due(table: Table) -> str:
    return str(overdue(table.entry, table.state, table.rules, table.mono))


def test_a_result_is_due_a_minute_after_the_bets_were_closed(table: Table) -> None:
    table.press("timer").wait(12)
    assert due(table) == ""
    table.press("timer")
    assert table.state.round.phase is Phase.CLOSED
    assert due(table.wait(59)) == ""
    assert due(table.wait(1)) == "the result of hand 1 is due"
    assert due(table.press("banker", "commit")) == ""


def test_what_was_said_since_is_read_first(table: Table) -> None:
    table.press("timer", "timer").wait(61)
    assert due(table.press("commit")) == ""
    assert table.says == "hand 1: nothing typed yet"
    assert due(table.press("natural", "clear", "banker", "erase")) == "the result of hand 1 is due"


def test_what_nobody_asked_for_is_read_first_too(table: Table) -> None:
    table.press("timer", "timer").wait(61)
    table.give(c.SetDealer(7, c.supervisor(1)))
    assert (table.says, due(table)) == ("dealer 7 is on duty", "")


def test_a_room_that_wants_no_hurry_is_not_told() -> None:
    table = Table(rules=EntryRules(due_seconds=0))
    table.press("timer", "timer").wait(600)
    assert table.state.round == Round(Phase.CLOSED, table.state.round.since, 20, timed=True)
    assert due(table) == ""


def test_what_was_typed_and_left_stays_to_be_seen_while_the_next_hand_is_typed(table: Table) -> None:
    table.press("natural", "banker")
    assert not not_entered(table.entry, table.state, table.rules)
    table.wait(10).press("player")
    assert str(not_entered(table.entry, table.state, table.rules)) == "not entered: BANKER, natural"


def test_what_was_said_before_it_was_due_hides_nothing(table: Table) -> None:
    table.press("timer", "timer", "commit").wait(61)
    assert table.says == "hand 1: nothing typed yet"
    assert due(table) == "the result of hand 1 is due"
