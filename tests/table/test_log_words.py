"""The record in words: each event is said once, for whoever was not there, in every language."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from games import shipped
from talk import TERMS

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, LIMIT, SHOE, Change, Planned
from eztrak.table.log_words import GROUPS, kinds_of, logged
from eztrak.table.shoe import Shoe
from eztrak.table.software import Checked
from eztrak.table.staff import Staff
from eztrak.table.state import TableState
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.voice.said import PLACE, Said, Voice

BOSS = c.supervisor(1)
KEY = "AAAA"
BANKER = Hand(Outcome.BANKER, number=5)
TIE = replace(BANKER, outcome=Outcome.TIE)
PLAN = Planned(3, SHOE, BOSS, Change(LIMIT, "", 2500, 30000))
STATE = TableState("Table 7", TERMS, Shoe(12), Shoe(11), plans=(PLAN,))
RICH = replace(
    TERMS,
    wager_limits=(("tie", Limit(500, 10000)),),
    schedule=(FeeRow(None, (("bet", 100),)),),
    timer_seconds=0,
    languages=("en", "zh_TW"),
)
IN_FORCE = "EZ Baccarat Panda 8, 8 decks, rules of washington, the table: minimum 10, maximum 300, timer 20 s, English"
CHANGED = Said("changed: {names}", names="a.py")
SAID: list[tuple[e.Event, str]] = [
    (e.HandRecorded(12, BANKER, 7), "shoe 12, hand 5: entered: BANKER (dealer 7)"),
    (e.HandVoided(11, BANKER, BOSS, "misdeal"), "shoe 11, hand 5: voided, was BANKER (supervisor 1: misdeal)"),
    (
        e.HandChanged(9, TIE, BANKER, BOSS, "misdeal"),
        "shoe 9, hand 5: changed from BANKER to TIE (supervisor 1: misdeal)",
    ),
    (
        e.HandInserted(12, TIE, 4, BOSS, "hand not entered"),
        "shoe 12, hand 5: inserted after hand 4: TIE (supervisor 1: hand not entered)",
    ),
    (e.Started("0.9.0", "Table 7"), "the unit started: Table 7, eztrak 0.9.0"),
    (e.TermsSet(TERMS, c.CONFIG), f"in force: {IN_FORCE} (the config)"),
    (e.TermsSet(TERMS, BOSS, 3), f"in force: {IN_FORCE}"),
    (
        e.TermsSet(RICH, BOSS),
        "in force: EZ Baccarat Panda 8, 8 decks, rules of washington, the table: minimum 10, maximum 300,"
        " Tie: minimum 5, maximum 100, player, per bet: fee 1, no timer, English and 繁體中文 (supervisor 1)",
    ),
    (e.TermsPlanned(PLAN), "pending: the table: minimum 25, maximum 300, from the next shoe (supervisor 1)"),
    (
        e.TermsPlanned(Planned(4, "2026-01-31T18:00", BOSS, Change(FEE, "bet", 200))),
        "pending: player, per bet: fee 2, from Saturday 6:00 PM (supervisor 1)",
    ),
    (
        e.PlanDropped(3, c.RULES),
        "canceled: the table: minimum 25, maximum 300, from the next shoe (a rule of the pack)",
    ),
    (e.PlanDropped(9, BOSS), "canceled: change 9 (supervisor 1)"),
    (e.PositionAnswered("taken", 2), "player-dealer position: taken"),
    (e.PositionAnswered("kept", 2), "player-dealer position: kept"),
    (e.ShoeStarted(13, "Table 7", TERMS, Staff()), f"shoe 13 started at Table 7: {IN_FORCE}"),
    (e.ShoeEnded(12, 1), "shoe 12 ended after 1 hand"),
    (e.ShoeResumed(11, c.DEALER), "shoe 11 continues (the dealer)"),
    (e.TableOpened(BOSS), "the table was opened (supervisor 1)"),
    (e.TableClosed(BOSS), "the table was closed (supervisor 1)"),
    (e.TimerStarted(20), "bets are open: 20 s"),
    (e.TimerStarted(20, 1), "bets are open again: 20 s"),
    (e.BetsClosed(c.TIME), "bets are closed (the timer)"),
    (e.DealerSet(7, BOSS), "dealer 7 is on duty (supervisor 1)"),
    (e.DealerSet(0, c.DEALER), "no dealer is on duty (the dealer)"),
    (e.SignedIn(1), "supervisor 1 signed in"),
    (e.PinWrong(3), "wrong number or PIN, 3 in a row"),
    (e.PinSet(1, "check", c.FIRST_START), "supervisor 1's PIN was set (the first start)"),
    (e.DealerPinSet(7, "check", BOSS), "dealer 7's PIN was set (supervisor 1)"),
    (e.DealerPinSet(7, "", BOSS), "dealer 7's PIN was removed (supervisor 1)"),
    (e.PinRemoved(2, BOSS), "supervisor 2 was removed (supervisor 1)"),
    (e.PinsCleared(), "all PINs were cleared: the unit's key was replaced"),
    (e.HealthNoted("voltage", Said("voltage: too low")), "problem with the unit: voltage: too low"),
    (e.HealthNoted("", Said("all is well again")), "the unit: all is well again"),
    (
        e.ExportAsked("SanDisk", "sda1@7", "2026-01-01", "2026-01-01", BOSS),
        "export of 2026-01-01 to USB stick SanDisk (supervisor 1)",
    ),
    (
        e.ExportAsked("SanDisk", "sda1@7", "2026-01-01", "2026-01-07", BOSS),
        "export of 2026-01-01 to 2026-01-07 to USB stick SanDisk (supervisor 1)",
    ),
    (
        e.ExportAsked("SanDisk", "sda1@7", "", "", BOSS, e.INCIDENT, 4),
        "malfunction report for the last 4 hours, to USB stick SanDisk (supervisor 1)",
    ),
    (
        e.ExportAsked("SanDisk", "sda1@7", "2026-01-01", "2026-01-01", BOSS, e.INCIDENT),
        "malfunction report for 2026-01-01, to USB stick SanDisk (supervisor 1)",
    ),
    (e.ExportEnded("eztrak-Table-7", "d1"), "the export is on the stick: eztrak-Table-7"),
    (e.ExportEnded("", "", Said("the stick is full")), "the export failed: the stick is full"),
    (e.CopyTaken(4, 9, "/media/a.db", Staff()), "rows 4 to 9 came from the copy /media/a.db"),
    (e.CopyDiffers(Said("they part at row {row}", row=4)), "they part at row 4"),
    (e.CopyTaken(4, 4, "/media/a.db", Staff()), "row 4 came from the copy /media/a.db"),
    (
        e.CopyConfirmed((e.CopyTaken(4, 9, "/a.db", Staff()), e.CopyDiffers(Said("it is ours"))), BOSS),
        "confirmed: rows 4 to 9 came from the copy /a.db; it is ours (supervisor 1)",
    ),
    (
        e.Restored("/b.db", 40, "h", "2026-01-01T20:00:00.000Z"),
        "the history was restored from /b.db at 2026-01-01 20:00:00, up to row 40; there was no previous one",
    ),
    (
        e.Restored("/b.db", 40, "h", "2026-01-01T20:00:00.000Z", "t.db.before"),
        "the history was restored from /b.db at 2026-01-01 20:00:00, up to row 40;"
        " the previous one is kept as t.db.before",
    ),
    (
        e.Restored("/b.db", 40, "h", "2026-01-01T20:00:00.000Z", "t.db.before", 60),
        "the history was restored from /b.db at 2026-01-01 20:00:00, up to row 40;"
        " the previous one, which went up to row 60, is kept as t.db.before",
    ),
    (
        e.Archived("/media/one/t.db", 40, "h", "2026-01-01T20:00:00.000Z", 3, Staff()),
        "the previous history, 40 rows, was archived in /media/one/t.db at 2026-01-01 20:00:00",
    ),
    (e.ClockStepped("2026-01-01T19:00:00.000Z"), "the clock was set: it would have been 2026-01-01 19:00:00"),
    (e.KeypadNoted("evdev:1", Said("unplugged")), "keypad evdev:1 was lost: unplugged"),
    (e.KeypadNoted("evdev:1"), "keypad evdev:1 is back"),
    (e.ShoeSealed(11, e.SEAL_FORM), "shoe 11 has a new seal, after a late correction"),
    (e.SoftwareChecked(Checked("CODE")), "the software is as released"),
    (
        e.SoftwareChecked(Checked("CODE", CHANGED, "D")),
        "the software is not as released: changed: a.py",
    ),
    (
        e.SoftwareConfirmed("D", CHANGED, BOSS),
        "confirmed software that is not what was approved: changed: a.py (supervisor 1)",
    ),
    (e.UnitKeyed(KEY, "root"), "from here on key E2F8-1J44-GYH4-27GY signs"),
    (e.UnitKeyed("no base 64", "root"), "from here on key 87CH-0STH-NGWE-52GH signs"),
    (
        e.UnitKeyed(KEY, "root", before="BBBB", unsigned=4, last=4, gone=9),
        "from here on key E2F8-1J44-GYH4-27GY signs, not 1708-MRZW-5C8T-A37R: the unit or its key was replaced;"
        " row 4 is not signed by the unit; rows up to 9 that the unit had signed are gone",
    ),
    (e.UnitKeyed(KEY, "root", unsigned=4, last=7), "rows 4 to 7 are not signed by the unit"),
]


@pytest.fixture
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(("event", "said"), SAID)
@pytest.mark.usefixtures("_in_utc")
def test_an_event_is_said_in_words(event: e.Event, said: str) -> None:
    assert str(logged(event, STATE)) == said


class Marking(dict[str, str]):
    """Whatever is looked up stands in brackets; what stands in its places does not."""

    def get(self, english: str, _: str = "") -> str:  # type: ignore[override]
        return f"⟦{PLACE.sub(lambda place: f'⟧{{{place[1]}}}⟦', english)}⟧"


# Of tables, sticks, files, keypads, a pack, a game and its hands, languages and keys, and the time of day.
NAMES = re.compile(
    r"Table 7|SanDisk|eztrak-Table-7|[/\w]*\.(db|py|before)+|evdev:1|washington|EZ Baccarat Panda 8|Banker|Tie"
    r"|繁體中文|English|[0-9A-Z]{4}(-[0-9A-Z]{4}){3}|[AP]M"
)


@pytest.mark.parametrize("event", [event for event, _ in SAID], ids=e.kind_of)
def test_all_but_names_is_said_in_the_language_of_whoever_reads(event: e.Event) -> None:
    left = re.sub("⟦[^⟦⟧]*⟧", "|", logged(event, STATE).words(Voice("xx", Marking())))
    assert not re.search(r"[^\W\d_]", NAMES.sub("", left)), left


def test_every_kind_of_event_is_looked_at() -> None:
    assert {e.kind_of(event) for event, _ in SAID} == {*e.KINDS}


def test_a_hand_is_said_by_the_game_of_its_shoe() -> None:
    other = replace(STATE, shoe=Shoe(12, game=first_game()), terms=Terms())
    assert str(logged(e.HandRecorded(12, BANKER), other)) == "shoe 12, hand 5: entered: BANKER (the dealer)"


def test_a_hand_of_the_shoe_before_is_said_by_the_game_that_it_was_dealt_under() -> None:
    """The table deals another game by now."""
    tiger = replace(BANKER, marks=frozenset({"small-tiger"}))
    state = replace(STATE, shoe=Shoe(12), previous=Shoe(11, game=shipped("tiger")))
    said = logged(e.HandVoided(11, tiger, BOSS, "misdeal"), state)
    assert str(said) == "shoe 11, hand 5: voided, was SMALL TIGER (supervisor 1: misdeal)"


def test_each_kind_can_be_asked_for_by_itself_and_with_others_of_a_group() -> None:
    assert {kind for _, kinds in GROUPS.values() for kind in kinds} == {*e.KINDS}
    assert all(kinds_of(kind) == (kind,) for kind in e.KINDS if kind not in GROUPS)
    assert kinds_of("table") == ("table_open", "table_close")
    assert kinds_of("whatever") == ()
