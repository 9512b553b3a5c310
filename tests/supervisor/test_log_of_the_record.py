"""Everything on record in words, at a terminal: what happened from 21:00 to 21:15, who changed the limits, when the
table was closed, what one hand went through."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from night import BOSS, Night, hand_of

from eztrak.cli import main
from eztrak.journal.log import Asked, corrections, log, window
from eztrak.journal.lookup import Lookup
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import LIMIT, NOW, SHOE, Change
from eztrak.table.terms import Limit, Terms
from eztrak.voice import day

Capture = pytest.CaptureFixture[str]
MANAGER = c.supervisor(9)
RAISED = Change(LIMIT, "", 2500, 50000)


@pytest.fixture(autouse=True)
def midnight() -> Iterator[None]:
    yield
    day.begin("00:00")


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shoes on January 5, from 20:01 and from 22:36; limits that were changed twice, and a correction."""
    night = Night(tmp_path_factory.mktemp("log") / "t.db")
    night.give(c.SetTerms(replace(Terms(timer_seconds=20, origin="y"), limit=Limit(1000, 30000)), c.CONFIG))
    night.shoe(12).wait(60).give(c.ChangeHand(1, 4, hand_of("B7"), BOSS, "misdeal"))
    night.give(c.ChangeTerms(replace(RAISED, low=2000), SHOE, MANAGER), c.DropChange(1, MANAGER))
    night.give(c.ChangeTerms(RAISED, NOW, MANAGER))
    night.wait(1500).give(c.CloseTable(BOSS)).wait(7200).give(c.OpenTable(BOSS), c.SetDealer(12, BOSS)).shoe(5)
    return night.close()


def said(history: Path, capsys: Capture, *words: str) -> list[str]:
    assert main(["log", "--db", str(history), *words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")


def log_lines(history: Path, capsys: Capture, *words: str) -> list[str]:
    """Without row and time."""
    assert main(["log", "--db", str(history), *words]) == 0
    return [line.strip().split("  ", 2)[2] for line in capsys.readouterr().out.splitlines()]


ON = ("--day", "2026-01-05")


def test_what_happened_in_a_quarter_of_an_hour(history: Path, capsys: Capture) -> None:
    assert main(["log", "--db", str(history), *ON, "--from", "20:09:20", "--to", "20:11"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "      39  2026-01-05 20:09:25  bets are open: 20 s",
        "      40  2026-01-05 20:09:45  bets are closed (the timer)",
        "      41  2026-01-05 20:10:00  shoe 1, hand 12: entered: PLAYER (dealer 7)",
    ]


def test_who_changed_the_limits(history: Path, capsys: Capture) -> None:
    lines = log_lines(history, capsys, *ON, "--kind", "limits", "--person", "supervisor 9")
    assert lines[:2] == [
        "pending: the table: minimum 20, maximum 500, from the next shoe (supervisor 9)",
        "canceled: the table: minimum 20, maximum 500, from the next shoe (supervisor 9)",
    ]
    (changed,) = lines[2:]
    assert "the table: minimum 25, maximum 500" in changed
    assert changed.endswith("(supervisor 9)")


def test_when_the_table_was_closed(history: Path, capsys: Capture) -> None:
    assert main(["log", "--db", str(history), *ON, "--kind", "table"]) == 0
    closed, opened = capsys.readouterr().out.splitlines()
    assert closed.endswith("2026-01-05 20:36:00  the table was closed (supervisor 1)")
    assert opened.endswith("2026-01-05 22:36:00  the table was opened (supervisor 1)")


def test_a_hand_a_shoe_and_a_dealer(history: Path, capsys: Capture) -> None:
    assert log_lines(history, capsys, "--shoe", "1", "--hand", "4") == [
        "shoe 1, hand 4: entered: PLAYER (dealer 7)",
        "shoe 1, hand 4: changed from PLAYER to DRAGON 7 (supervisor 1: misdeal)",
    ]
    assert log_lines(history, capsys, "--all", "--kind", "void") == []
    assert len(log_lines(history, capsys, "--shoe", "2", "--kind", "hands")) == 5
    of_twelve = log_lines(history, capsys, "--all", "--person", "dealer 12")
    assert of_twelve[0] == "dealer 12 is on duty (supervisor 1)"
    assert len(of_twelve) == 6


def test_what_nothing_is_on_record_of_is_said_beside_the_empty_answer(history: Path, capsys: Capture) -> None:
    assert main(["log", "--db", str(history), "--day", "2001-01-31"]) == 0
    assert capsys.readouterr() == ("", "eztrak: nothing of that is on record\n")


def test_who_signed_in_is_among_what_a_person_did(tmp_path: Path, capsys: Capture) -> None:
    night = Night(tmp_path / "t.db")
    night.give(c.SetPin(1, "a", BOSS), c.SetPin(9, "b", BOSS), c.SignIn(1, "a"), c.SignIn(9, "b"))
    night.give(c.CloseTable(MANAGER), c.OpenTable(BOSS))
    assert log_lines(night.close(), capsys, "--all", "--person", "supervisor 9") == [
        "supervisor 9 signed in",
        "the table was closed (supervisor 9)",
    ]


def test_what_a_dealer_took_back_is_among_what_they_did(tmp_path: Path, capsys: Capture) -> None:
    night = Night(tmp_path / "t.db").shoe(2).give(c.TakeBack()).hand("T")
    night.give(c.SetDealer(8, BOSS), c.ChangeLast(hand_of("B")), c.VoidHand(1, 1, BOSS, "misdeal"))
    assert log_lines(night.close(), capsys, "--all", "--person", "dealer 7") == [
        "dealer 7 is on duty (supervisor 1)",
        "shoe 1, hand 1: entered: BANKER (dealer 7)",
        "shoe 1, hand 2: entered: PLAYER (dealer 7)",
        "shoe 1, hand 2: voided, was PLAYER (the dealer: taken back)",
        "shoe 1, hand 3: entered: TIE (dealer 7)",
        "shoe 1, hand 3: changed from TIE to BANKER (the dealer: taken back)",
    ]


def test_a_hand_that_was_moved_is_among_what_its_dealer_dealt(tmp_path: Path, capsys: Capture) -> None:
    night = Night(tmp_path / "t.db").shoe(2).shoe(1).give(c.SetDealer(8, BOSS), c.MoveHands(2, 1, BOSS, "no new shoe"))
    night.give(c.InsertHand(1, 0, hand_of("T"), BOSS, "not entered"))  # nobody knows who dealt it
    asked = log_lines(night.close(), capsys, "--all", "--person", "dealer 7", "--kind", "hands")
    assert asked == [
        "shoe 1, hand 1: entered: BANKER (dealer 7)",
        "shoe 1, hand 2: entered: PLAYER (dealer 7)",
        "shoe 2, hand 1: entered: BANKER (dealer 7)",
        "shoe 1, hand 3: inserted after hand 2: BANKER (supervisor 1: moved from shoe 2, hand 1: no new shoe)",
    ]


def test_times_in_words_are_those_of_the_wall(tmp_path: Path, capsys: Capture) -> None:
    night = Night(tmp_path / "t.db")
    night.give(c.Note(e.Restored("b.db", 5, "ab" * 32, "2026-01-05T19:00:00.000Z", "", 0, 0)))
    assert log_lines(night.close(), capsys, "--all", "--kind", "restore") == [
        "the history was restored from b.db at 2026-01-05 19:00:00, up to row 5; there was no previous one"
    ]


def test_a_hand_was_dealt_under_what_was_in_force_then_also_one_that_was_put_in_later_or_moved(tmp_path: Path) -> None:
    night = Night(tmp_path / "t.db").shoe(3)
    night.wait(60).give(c.ChangeTerms(RAISED, NOW, MANAGER)).rounds("B")
    night.wait(60).give(c.InsertHand(1, 1, hand_of("T"), BOSS, "not entered"))
    night.give(c.InsertHand(1, 0, hand_of("T"), BOSS, "not entered"), c.InsertHand(1, 5, hand_of("P"), BOSS, "x"))
    night.shoe(1).give(c.MoveHands(1, 4, BOSS, "floor decision"))
    with closing(Lookup(night.close())) as lookup:
        dealt = {at: lookup.dealing(*at) for at in [(1, n) for n in range(1, 8)] + [(2, n) for n in range(1, 3)]}
    limits = {at: one.terms.limit.low for at, one in dealt.items() if one.terms}
    assert [limits[1, hand] for hand in range(1, 8)] == [0, 0, 0, 2500, 0, 0, 0]
    assert limits[2, 2] == 2500
    assert {at for at, one in dealt.items() if one.later} == {(1, 5), (1, 6), (1, 7)}
    assert dealt[2, 2] == dealt[1, 4]  # that was moved there
    assert [opened for _, opened in dealt[1, 4].bets] == [True, False]
    assert dealt[1, 5].bets == ()


def test_the_name_of_a_table_however_it_is_typed(history: Path) -> None:
    everything = [step.record.seq for step in log(history, Asked())]
    assert [step.record.seq for step in log(history, Asked(table="tABLE 1"))] == everything
    assert list(log(history, Asked(table="Table 8"))) == []


def test_corrections_are_of_the_time_that_is_asked_for(history: Path) -> None:
    (one,) = corrections(history, "2026-01-05T00:00:00.000Z", "2026-01-06T00:00:00.000Z")
    assert (one.by, one.reason, one.dealer) == (BOSS, "misdeal", 7)
    assert corrections(history, one.at, f"{one.at}~") == [one]
    for until in ("2026-01-05T20:02:00.000Z", one.at):  # in the same shoe
        assert corrections(history, "2026-01-05T00:00:00.000Z", until) == []
    assert corrections(history, f"{one.at}~", "2026-01-06T00:00:00.000Z") == []


def test_the_terms_of_a_shoe_are_told_with_who_set_them(history: Path) -> None:
    with closing(Lookup(history)) as lookup:
        limits = [[(one.by, one.terms.limit.low) for one in lookup.in_force(shoe)] for shoe in (1, 2)]
    assert limits == [[("", 1000), (MANAGER, 2500)], [("", 2500)]]


def test_each_row_as_json_with_the_rooms_day(history: Path, tmp_path: Path, capsys: Capture) -> None:
    config = tmp_path / "t.toml"
    config.write_text('[room]\nday_starts = "22:00"\n')
    options = ("--config", str(config), "--day", "2026-01-05", "--json")
    rows = [json.loads(line) for line in said(history, capsys, *options)]
    assert {row["day"] for row in rows} == {"2026-01-05"}
    assert rows[0] == {
        "row": 47,
        "at": "2026-01-05T22:36:00.000Z",
        "local": "2026-01-05T22:36:00+0000",
        "day": "2026-01-05",
        "table": "Table 1",
        "kind": "table_open",
        "said": "the table was opened (supervisor 1)",
        "data": {"by": "supervisor 1"},
    }


def test_the_small_hours_are_of_the_day_before_in_json_too(history: Path, tmp_path: Path, capsys: Capture) -> None:
    config = tmp_path / "t.toml"
    config.write_text('[room]\nday_starts = "23:00"\n')
    words = ("--config", str(config), "--day", "2026-01-04", "--json")
    rows = [json.loads(line) for line in said(history, capsys, *words)]
    assert {(row["at"][:10], row["day"]) for row in rows} == {("2026-01-05", "2026-01-04")}


def test_in_another_language(history: Path, capsys: Capture) -> None:
    assert "本台已關閉（主管 1）" in log_lines(history, capsys, *ON, "--kind", "table_close", "--lang", "zh_TW")[0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--kind", "nothing"), "there is no such kind; there are hands, corrections"),
        (("--hand", "4"), "--hand needs --shoe"),
        (("--week", "2026-01-05", "--all"), "one of them"),
        ((*ON, "--from", "21:00", "--to", "20:00"), "--to is not after --from"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(
    history: Path, capsys: Capture, words: tuple[str, ...], why: str
) -> None:
    assert main(["log", "--db", str(history), *words]) == 2
    assert why in capsys.readouterr().err


def test_a_time_is_found_whatever_the_clock_did_between_two_shoes(tmp_path: Path) -> None:
    """As if every row had been looked at."""
    night = Night(tmp_path / "t.db")
    for clock in (-86400.0, 3600.0, 400 * 86400.0, -300 * 86400.0):
        night.shoe(2).wait(60, clock).rounds("P")
    night.close()
    every = [(step.record.seq, step.record.moment.at) for step in log(night.path)]
    assert len(every) > 40
    times = sorted({at for _, at in every})
    for since in times[::5]:
        for until in times[::4]:
            inside = [seq for seq, at in every if since <= at < until]
            assert [step.record.seq for step in log(night.path, Asked(since, until))] == inside
            whole = list(range(inside[0], inside[-1] + 1)) if inside else []
            assert [step.record.seq for step in window(night.path, since, until)] == whole
