"""Where an approval binds the unit, other software takes no hand until a supervisor stands for that very difference."""

import pytest
from talk import Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.events import Moment, Record
from eztrak.table.pages import Page
from eztrak.table.software import Checked, Running, Software
from eztrak.table.staff import Staff
from eztrak.table.state import apply
from eztrak.voice.said import Said

CODE = "7K3M-Q2ZD-9FXA"
APPROVAL = "Gambling Commission 26-0417 of 2026-10-01"
WELL = Checked(CODE)
OTHER = Checked(
    CODE,
    Said("changed: {names}", names="lib/eztrak/table/stats.py"),
    "AAAA-BBBB-CCCC",
    ("changed 12ab lib/eztrak/table/stats.py",),
)
HAND = c.RecordHand(Hand(Outcome.BANKER))
CHECKING = "the software is still being checked: press Enter again in a moment"
REFUSED = (
    f"no hands can be entered: this is not the software of approval {APPROVAL}. A supervisor must confirm it (MENU)"
)


@pytest.fixture
def table() -> Table:
    """A unit that an approval binds, with a supervisor at the menu."""
    table = Table().set_up()
    started(table)
    return table


def started(table: Table, approval: str = APPROVAL) -> None:
    table.give(c.Start("0.9.0", "Table 1", table.state.terms, Running(CODE, "12ab", "RULE-RULE-RULE", approval)))


def test_no_hand_is_taken_before_the_first_check(table: Table) -> None:
    assert table.denied(HAND) == CHECKING
    table.give(c.Note(e.SoftwareChecked(WELL)))
    assert table.denied(HAND) == ""


def test_a_unit_that_differs_takes_no_hand_until_a_supervisor_has_confirmed_it(table: Table) -> None:
    table.choose(Page.UNIT)
    assert table.choices == ["Export to a USB stick", "Malfunction report, to a USB stick"]
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    assert table.records[-1].event == e.SoftwareChecked(OTHER)
    assert table.denied(HAND) == REFUSED
    assert table.denied(c.InsertHand(1, 0, Hand(Outcome.TIE), "supervisor 1", "forgotten")) == REFUSED
    assert table.choices == ["Export to a USB stick", "Malfunction report, to a USB stick", "Confirm other software"]
    table.press("3")
    assert table.question == f"Approval {APPROVAL}. Now changed: lib/eztrak/table/stats.py. Take hands with it?"
    table.press("clear").press("3").yes()
    assert table.records[-1].event == e.SoftwareConfirmed("AAAA-BBBB-CCCC", OTHER.differs, "supervisor 1")
    assert table.says == "confirmed, and on record"
    assert table.denied(HAND) == ""


def test_it_is_asked_again_for_another_difference_alone(table: Table) -> None:
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    table.give(c.ConfirmSoftware("supervisor 1"))
    started(table)
    assert table.denied(HAND) == CHECKING
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    assert table.denied(HAND) == ""
    table.give(
        c.Note(e.SoftwareChecked(Checked(CODE, OTHER.differs, "DDDD-EEEE-FFFF")))
    )  # the same file, changed once more
    assert table.denied(HAND) == REFUSED


def test_what_is_found_again_is_not_recorded_again(table: Table) -> None:
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    count = len(table.records)
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    assert len(table.records) == count
    table.give(c.Note(e.SoftwareChecked(WELL)))
    assert table.records[-1].event == e.SoftwareChecked(WELL)


def test_without_an_approval_it_is_on_record_and_hands_go_on() -> None:
    table = Table()
    started(table, approval="")
    assert table.denied(HAND) == ""
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    assert table.denied(HAND) == ""
    assert table.denied(c.ConfirmSoftware("supervisor 1")) == "there is nothing to confirm"


def test_the_release_is_named_where_one_runs() -> None:
    assert Software("0.9.0", CODE).release == f"eztrak 0.9.0 · {CODE}"
    assert Software().release == ""


def test_every_shoe_carries_it_on(table: Table) -> None:
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    table.give(c.ConfirmSoftware("supervisor 1"))
    table.give(c.NewShoe())
    (shoe,) = [record.event for record in table.records if isinstance(record.event, e.ShoeStarted)]
    assert shoe.software == table.state.software
    assert table.denied(c.ConfirmSoftware("supervisor 1")) == "there is nothing to confirm"


def test_a_copy_has_no_say_in_it(table: Table) -> None:
    table.give(c.Note(e.SoftwareChecked(OTHER)))
    table.give(c.ConfirmSoftware("supervisor 1"))
    taken = e.CopyTaken(7, 8, "a.db", Staff())
    table.state = apply(table.state, Record(0, Moment("then", 0, "boot"), taken, "hash"))
    assert table.denied(HAND) == REFUSED
