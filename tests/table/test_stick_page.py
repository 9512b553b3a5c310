"""The supervisor exports to a stick, by keys alone."""

from dataclasses import replace
from datetime import date

import pytest
from talk import Table

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.pages import Page
from eztrak.table.sticks import Job, Stick, Sticks
from eztrak.table.strip import said_of
from eztrak.table.typed import Tone
from eztrak.voice.said import Said, Voice

TODAY = date(2026, 11, 16)
RED = Stick("sda1@7", "SanDisk Ultra, 30.8 GB, FAT32")
BLUE = Stick("sdb1@8", "Kingston DataTraveler, 62 GB, exFAT")
FOREIGN = Stick("sdc@9", "Flash Disk, 8.05 GB, ext4", Said("the stick is formatted as ext4: use FAT or exFAT"))
ONE = Sticks(TODAY, (RED,))


@pytest.fixture
def table() -> Table:
    """A table with the page of sticks open."""
    table = Table().set_up()
    return table.choose(Page.UNIT).press("1")


def texts(sticks: Sticks) -> tuple[str, ...]:
    return tuple(map(str, sticks.lines))


def test_one_stick_is_not_asked_for_and_the_days_are_named(table: Table) -> None:
    assert table.question == ""  # still looking
    table.plug(ONE)
    assert table.question == "SanDisk Ultra, 30.8 GB, FAT32: which days?"
    assert table.choices == [
        "today, Monday, November 16",
        "yesterday, Sunday, November 15",
        "7 days, from Tuesday, November 10",
        "one day, by date",
        "a range of days",
    ]


@pytest.mark.parametrize(
    ("keys", "since", "until"),
    [
        ("1", "2026-11-16", "2026-11-16"),
        ("2", "2026-11-15", "2026-11-15"),
        ("3", "2026-11-10", "2026-11-16"),
        ("4 20261031 Enter", "2026-10-31", "2026-10-31"),
        ("5 20260901 Enter 20260930 Enter", "2026-09-01", "2026-09-30"),
        ("5 20261116 Enter 20261116 Enter", "2026-11-16", "2026-11-16"),
    ],
)
def test_the_days_that_were_chosen_are_on_record_with_who_chose(
    table: Table, keys: str, since: str, until: str
) -> None:
    table.plug(ONE)
    for part in keys.split():
        table.press(*([part] if part == "Enter" else part))
    asked_for = e.ExportAsked("SanDisk Ultra, 30.8 GB, FAT32", "sda1@7", since, until, "supervisor 1")
    assert table.records[-1].event == asked_for
    assert table.says == "the export to SanDisk Ultra, 30.8 GB, FAT32 has started"
    assert table.entry.menu is not None
    assert (table.entry.menu.page, table.entry.menu.answers) == (Page.STICK, ())
    assert table.press("1").says == "CLEAR goes back"  # pressed twice is asked once
    assert table.records[-1].event == asked_for


def test_of_several_sticks_one_is_chosen_and_those_that_cannot_be_used_are_told(table: Table) -> None:
    table.plug(Sticks(TODAY, (FOREIGN, RED, BLUE)))
    assert (table.question, table.choices) == ("Which stick?", [RED.name, BLUE.name])
    table.press("2")
    assert table.question == f"{BLUE.name}: which days?"
    table.press("4").type("20261101")
    assert table.records[-1].event == e.ExportAsked(BLUE.name, "sdb1@8", "2026-11-01", "2026-11-01", "supervisor 1")


def test_a_day_that_cannot_be_is_refused_and_asked_again(table: Table) -> None:
    table.plug(ONE).press("4").type("20261131")
    assert table.says == "20261131 is not a date: type year, month and day, such as 20261116"
    assert table.question == "Which day? Year, month, day such as 20261116, then Enter"
    assert table.type("1").says == "1 is not a date: type year, month and day, such as 20261116"
    assert table.type("20261117").says == "Tuesday, November 17, 2026 is in the future: today is Monday, November 16"
    table.press("clear", "5").type("20261110")
    assert table.question == "Last day? Year, month, day, then Enter"
    assert table.type("20261109").says == "Monday, November 9 is before Tuesday, November 10"
    table.type("20261112")
    assert isinstance(table.records[-1].event, e.ExportAsked)


def test_what_there_is_to_do_without_a_stick_or_with_a_wrong_one() -> None:
    assert texts(Sticks(TODAY)) == (
        "Plug in a USB stick: FAT or exFAT, as sold.",
        "It appears here within a few seconds.",
    )
    refused = "Flash Disk, 8.05 GB, ext4: the stick is formatted as ext4: use FAT or exFAT"
    assert texts(Sticks(TODAY, (FOREIGN,))) == (refused, "Plug in another one: it appears here.")
    assert texts(Sticks(TODAY, (FOREIGN, RED))) == (refused,)
    assert texts(Sticks(TODAY, missing=Said("no stick is plugged in"))) == (
        "no stick is plugged in",
        "Use eztrak export on the unit, or the page in the office, instead.",
    )


def test_a_page_without_a_stick_asks_nothing_and_clear_goes_back(table: Table) -> None:
    assert table.plug(Sticks(TODAY, (FOREIGN,))).press("1").says == "CLEAR goes back"
    table.press("clear")
    assert table.entry.menu is not None
    assert table.entry.menu.page is Page.UNIT


def test_a_stick_that_is_swapped_while_days_are_chosen_is_not_written_to(table: Table) -> None:
    table.plug(Sticks(TODAY, (RED, BLUE))).press("1", "4", "2")
    table.plug(Sticks(TODAY, (BLUE,)))
    assert table.says == "the sticks have changed: choose again"
    assert table.question == f"{BLUE.name}: which days?"
    table.press("1")
    assert table.records[-1].event == e.ExportAsked(BLUE.name, "sdb1@8", "2026-11-16", "2026-11-16", "supervisor 1")


def test_while_an_export_goes_on_nothing_else_can_be_begun_and_the_page_stays(table: Table) -> None:
    table.plug(ONE).press("1")
    for share in (0.1, 0.2, 0.3):
        table.wait(50).plug(replace(ONE, job=Job(RED.name, Said("writing"), share)))
        assert table.entry.menu is not None
        assert table.press("1").says == "CLEAR goes back"
    table.give(c.Note(e.ExportEnded("eztrak-Table-1", "ab" * 32)))
    assert table.says == "safe to remove: everything is on the stick and checked"
    assert table.entry.menu is not None
    assert table.entry.menu.page is Page.STICK


def test_hands_go_on_while_an_export_does(table: Table) -> None:
    table.plug(ONE).press("1", "clear", "clear", "clear").plug(ONE)
    table.press("banker", "commit").wait(30).press("natural")
    table.give(
        c.Note(e.ExportEnded("", "", Said("the stick is full: {size} MB are needed. Nothing was left on it", size=3)))
    )
    assert table.entry.tone is Tone.REFUSED
    assert table.says == "the stick is full: 3 MB are needed. Nothing was left on it"
    table.press("player", "commit")
    assert table.shoe == "B Pn"


def test_news_of_sticks_leaves_other_pages_alone(table: Table) -> None:
    table.press("clear")
    before = table.entry
    assert table.plug(ONE).entry == before


def test_why_an_export_failed_is_said_in_the_language_of_the_room(table: Table) -> None:
    said = said_of(e.ExportEnded("", "", Said("the stick is full")), table.state)
    assert (str(said), said.words(Voice("xx", {"the stick is full": "plein"}))) == ("the stick is full", "plein")


@pytest.mark.parametrize(
    ("keys", "since", "until", "hours"),
    [
        ("1", "", "", 1),
        ("2", "", "", 4),
        ("3", "", "", 24),
        ("4 20261031 Enter", "2026-10-31", "2026-10-31", 0),
        ("5 20261030 Enter 20261031 Enter", "2026-10-30", "2026-10-31", 0),
    ],
)
def test_a_malfunction_is_reported_of_hours_or_days(keys: str, since: str, until: str, hours: int) -> None:
    table = Table().set_up().choose(Page.UNIT).press("2").plug(ONE)
    assert table.question == "SanDisk Ultra, 30.8 GB, FAT32: when was the malfunction?"
    assert table.choices[:3] == ["the last 1 hour", "the last 4 hours", "the last 24 hours"]
    for part in keys.split():
        table.press(*([part] if part == "Enter" else part))
    asked = e.ExportAsked(RED.name, RED.id, since, until, "supervisor 1", e.INCIDENT, hours)
    assert table.records[-1].event == asked
    assert e.event_of("export", e.fields(asked)) == asked


def test_a_malfunction_is_none_of_tomorrow() -> None:
    table = Table().set_up().choose(Page.UNIT).press("2").plug(Sticks(TODAY, (RED, BLUE)))
    table.press("2", "4").type("20261117")
    assert table.says == "Tuesday, November 17, 2026 is in the future: today is Monday, November 16"
    table.press("clear", "clear", "clear")
    assert table.question == "Unit health, or:"
