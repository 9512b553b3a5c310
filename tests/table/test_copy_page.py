"""What came from a copy stands until a supervisor confirms it, by keys alone."""

import pytest
from talk import Table, waits

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.events import Moment, Record
from eztrak.table.pages import Page
from eztrak.table.staff import Staff
from eztrak.table.state import apply
from eztrak.voice.said import Said, Voice

OTHER = Said("the second copy {path} is of another history", path="/media/stick/eztrak.db")


@pytest.fixture
def table() -> Table:
    """A table with a supervisor at the menu."""
    return Table().set_up()


def happened(table: Table, *events: e.Event) -> None:
    """The start of the unit has put this on record."""
    for event in events:
        table.state = apply(table.state, Record(0, Moment("then", 0, "boot"), event, "hash"))


def test_the_page_of_the_unit_offers_it_only_where_there_is_something(table: Table) -> None:
    table.choose(Page.UNIT)
    assert (table.question, table.choices) == (
        "Unit health, or:",
        ["Export to a USB stick", "Malfunction report, to a USB stick"],
    )
    table.give(c.Note(e.CopyDiffers(OTHER)))
    assert (table.question, table.choices) == (
        "Unit health, or:",
        ["Export to a USB stick", "Malfunction report, to a USB stick", "Confirm what came from a copy"],
    )


def test_a_supervisor_confirms_what_differs(table: Table) -> None:
    table.give(c.Note(e.CopyDiffers(OTHER)))
    assert table.records[-1].event == e.CopyDiffers(OTHER)
    table.choose(Page.UNIT).press("3")
    assert table.question == "the second copy /media/stick/eztrak.db is of another history: is it right?"
    table.press("clear")
    assert table.question == "Unit health, or:"
    assert waits(table.state) == str(OTHER)
    table.press("3").yes()
    assert table.records[-1].event == e.CopyConfirmed((e.CopyDiffers(OTHER),), "supervisor 1")
    assert (waits(table.state), table.says) == ("", "confirmed, and on record")


def test_what_is_found_again_is_not_said_twice(table: Table) -> None:
    for note in (OTHER, Said("another one"), OTHER):
        happened(table, e.CopyDiffers(note))
    assert waits(table.state) == f"{OTHER}; another one"


def test_it_stands_however_many_shoes_are_dealt(table: Table) -> None:
    happened(table, e.CopyTaken(7, 7, "a.db", Staff()), e.CopyTaken(9, 12, "b.db", Staff()))
    stands = "row 7 came from the copy a.db; rows 9 to 12 came from the copy b.db"
    for _ in range(3):
        table.give(c.NewShoe())
    assert waits(table.state) == stands
    started = [record.event for record in table.records if isinstance(record.event, e.ShoeStarted)]
    assert started[-1].unconfirmed == table.state.unconfirmed


def test_a_copy_has_no_say_in_who_may_open_the_menu(table: Table) -> None:
    own = table.state.staff
    happened(table, e.PinsCleared(), e.CopyTaken(7, 8, "a.db", own))
    assert table.state.staff == own


def test_nothing_is_confirmed_twice(table: Table) -> None:
    assert table.denied(c.ConfirmCopy("supervisor 1")) == "there is nothing to confirm"


def test_what_came_is_asked_about_in_the_language_of_the_room(table: Table) -> None:
    table.give(c.Note(e.CopyDiffers(OTHER)))
    table.choose(Page.UNIT).press("3")
    assert table.ask is not None
    french = Voice("xx", {OTHER.text: "autre {path}", "{what}: is it right?": "{what} ?"})
    assert table.ask.said.words(french) == "autre /media/stick/eztrak.db ?"
