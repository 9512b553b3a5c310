"""What to review on the recording: each kind of place, on paper, in JSON and on the page in the office."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from night import BEGINS, BOSS, Night, hand_of

from eztrak.cli import main
from eztrak.journal.course import CourseRow
from eztrak.journal.extract import Choice, extract
from eztrak.journal.journal import records
from eztrak.supervisor.recording import MOST_SHOWN, NAMES, Finding, Kind, Recording, _hands_text
from eztrak.supervisor.report import period
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import decide, taken_back
from eztrak.table.staff import Staff
from eztrak.table.story import ASKED, on_record

Capture = pytest.CaptureFixture[str]
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with closing(Night(tmp_path / "t.db")) as unit:
        yield unit


def findings_of(night: Night, choice: Choice | None = None) -> list[Finding]:
    """Those of the shoes' hands; a shoe that ended in a test is short, which only its own test asks about."""
    findings = period([night.path], choice or Choice()).recording.findings
    return [one for one in findings if one.kind is not Kind.SHORT]


def said(night: Night) -> list[tuple[str, tuple[int, ...], str]]:
    return [(one.kind.value, one.hands, str(one.said)) for one in findings_of(night)]


def places(night: Night) -> list[tuple[Any, ...]]:
    return [
        (one.kind, str(one.said), one.table, one.shoe, one.hands, one.at, one.until, one.dealer)
        for one in findings_of(night)
    ]


def at(seconds: float) -> str:
    return (BEGINS + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_a_night_without_faults_has_nothing_to_look_at(night: Night) -> None:
    night.shoe(60).shoe(95).shoe(3)
    assert findings_of(night) == []
    assert str(period([night.path], Choice()).sentence) == "Nothing is off."


def test_a_round_without_a_result_is_a_place_from_its_opening_to_the_next(night: Night) -> None:
    night.shoe(2).bets().bets().hand("B")
    whole = 60 + 2 * 45
    text = "No result: bets closed after hand 2"
    assert places(night) == [
        (Kind.NO_RESULT, text, "Table 1", 1, (), at(whole + 10), at(whole + 40), 7),
    ]


@pytest.mark.parametrize("closed", [True, False])
def test_a_round_without_a_result_ends_with_the_shoe_too(night: Night, closed: bool) -> None:
    night.shoe(2).bets(closed)
    assert findings_of(night) == []  # it may still come
    night.give(c.NewShoe()) if closed else night.give(c.CloseBets(c.DEALER), c.NewShoe())
    assert [str(one.said) for one in findings_of(night)] == ["No result: bets closed after hand 2"]


def test_a_round_that_was_opened_and_never_closed_has_no_result_either(night: Night) -> None:
    night.shoe().bets(closed=False).give(c.CloseTable(BOSS)).wait(60).give(c.OpenTable(BOSS)).bets().hand()
    assert said(night) == [("no result", (), "No result: bets opened before the first hand; the table was closed")]


def test_a_round_before_a_restart_still_had_no_result(night: Night) -> None:
    night.shoe(2).bets().restart().bets().hand()
    text = "No result: bets closed after hand 2; the board restarted"
    assert said(night) == [("no result", (), text)]


def test_a_result_after_a_restart_is_that_of_the_round_before_it(night: Night) -> None:
    night.shoe(2).bets().restart().hand("B").bets().hand()
    assert said(night) == []


def test_a_round_before_the_first_hand_of_a_unit_belongs_to_the_shoe_that_the_hand_begins(night: Night) -> None:
    night.bets().bets().hand()
    (one,) = findings_of(night)
    assert (str(one.said), one.shoe, one.dealer) == ("No result: bets closed before the first hand", 1, 7)


def test_a_round_before_anybody_was_on_duty_is_that_of_the_dealer_with_whom_the_shoe_began(night: Night) -> None:
    night.give(c.SetDealer(0, BOSS)).bets().give(c.SetDealer(8, BOSS)).bets().hand()
    assert [(one.kind, one.dealer) for one in findings_of(night)] == [(Kind.NO_RESULT, 8)]


def test_a_hand_put_in_later_fills_no_round_but_is_found(night: Night) -> None:
    night.shoe(2).bets().bets().hand().wait(5).give(c.InsertHand(1, 2, hand_of("B"), BOSS, "hand not entered"))
    assert said(night) == [("no result", (), "No result: bets closed after hand 2; hand 4 inserted there later")]
    night.bets().give(c.InsertHand(1, 1, hand_of("T"), BOSS, "hand not entered")).bets()
    assert said(night)[-1][-1] == "No result: bets closed after hand 3; hand 5 inserted meanwhile"


def test_a_hand_put_in_where_the_round_was_is_told_once(night: Night) -> None:
    night.shoe(2).bets().give(c.InsertHand(1, 2, hand_of("B"), BOSS, "hand not entered")).bets().hand()
    assert said(night) == [("no result", (), "No result: bets closed after hand 2; hand 3 inserted there later")]


def test_moves_of_two_supervisors_are_two_places(night: Night) -> None:
    night.shoe(3).shoe().give(*(c.MoveHands(1, 4 - who, c.supervisor(who), "misdeal") for who in (1, 2)))
    assert [str(one.said) for one in findings_of(night) if one.shoe == 1] == [
        f"Corrected: hand {4 - who} moved to shoe 2 (supervisor {who}: misdeal)" for who in (2, 1)
    ]


def test_two_results_in_a_round_are_told_as_long_as_both_stand(night: Night) -> None:
    night.shoe(2).bets().hand("B").hand("P", 30).bets().hand()
    assert said(night) == [("two results", (3, 4), "2 results in one round: hands 3 and 4")]
    night.give(c.VoidHand(1, 4, BOSS, "hand entered twice"))
    assert said(night) == [("voided", (4,), "Corrected: voided, was PLAYER (supervisor 1: hand entered twice)")]
    night.give(c.ChangeHand(1, 4, hand_of("P"), BOSS, "ruling of the floor"))
    assert "two results" in {kind for kind, _, _ in said(night)}


def test_a_hand_typed_again_in_its_round_is_no_second_result(night: Night) -> None:
    night.shoe(2).bets().hand("B").wait(3).give(c.TakeBack()).hand("P", 4).bets().hand()
    assert said(night) == [("voided", (3,), "Corrected: voided, was BANKER (the dealer: taken back)")]


def test_a_table_that_stops_using_its_timer_is_one_place(night: Night) -> None:
    night.shoe(2)
    for _ in range(5):
        night.hand("P", 45)
    assert said(night) == [("two results", (2, 3, 4, 5, 6, 7), "6 results in one round: hands 2 to 7")]


def test_without_a_timer_there_are_no_rounds_to_count_results_of(night: Night) -> None:
    night.give(c.NewShoe())
    for _ in range(5):
        night.hand("P", 45)
    assert said(night) == []


def test_a_round_ends_with_a_restart_or_when_the_table_closes(night: Night) -> None:
    night.shoe(2).restart().hand("P", 45).bets().hand()
    night.wait(5).give(c.CloseTable(BOSS)).wait(60).give(c.OpenTable(BOSS)).hand("B", 45)
    assert said(night) == []


@pytest.mark.parametrize("asked", [*ASKED, "of a later version"])
def test_every_hand_that_the_board_asked_about_is_found(night: Night, asked: str) -> None:
    night.shoe(2).bets().hand("B").hand("P", 30, confirmed=asked)
    words = {
        "again": "a second result in the round, or sooner than a hand can be dealt",
        "early": "entered while bets were open",
        "not entered": "typed earlier, entered late",
        "same shoe": "the same shoe after a long pause",
        "missed": "entered after the next round was asked for",
        "contested": "a natural 8 against a three-card 9",
    }.get(asked, "of a later version")
    assert said(night) == [("confirmed", (4,), f"Asked and confirmed: {words}")]
    night.give(c.TakeBack())
    assert said(night)[0] == ("confirmed", (4,), f"Asked and confirmed: {words}; voided since")


@pytest.mark.parametrize(("seconds", "is_found"), [(11.9, True), (12, False)])
def test_a_hand_sooner_than_it_can_be_dealt_is_found(night: Night, seconds: float, is_found: bool) -> None:
    night.give(c.NewShoe()).hand("B").hand("P", seconds)
    quick = (Kind.QUICK, "Only 11.9 s after hand 1", "Table 1", 1, (1, 2), at(15), at(26.9), 7)
    assert places(night) == ([quick] if is_found else [])


def test_a_clock_that_was_set_makes_no_hand_quick_and_hides_none(night: Night) -> None:
    night.give(c.NewShoe()).hand("B").wait(40, clock=-3600).hand("P", 0).wait(5, clock=3600).hand("T", 0)
    assert said(night) == [("quick", (2, 3), "Only 5.0 s after hand 2")]


def test_across_a_restart_the_wall_clock_tells_how_quick_a_hand_was(night: Night) -> None:
    night.give(c.NewShoe()).hand("B").restart(clock=4).hand("P", 5).restart(clock=-600).hand("P", 5)
    assert said(night) == [("quick", (1, 2), "Only 9.0 s after hand 1")]


def test_a_hand_put_in_later_is_not_quick(night: Night) -> None:
    night.shoe(2).wait(2).give(c.InsertHand(1, 2, hand_of("B"), BOSS, "hand not entered"))
    assert said(night) == []


@pytest.mark.parametrize(
    ("hands", "finding"),
    [
        (59, ("short shoe", "Short shoe: 59 hands, under 60")),
        (1, ("short shoe", "Short shoe: 1 hand, under 60")),
        (60, None),
        (95, None),
        (96, ("long shoe", "Long shoe: 96 hands, over 95")),
        (0, ("begun by mistake", "Started by mistake: no hand")),
    ],
)
def test_a_shoe_that_is_too_short_or_too_long_is_found_once_it_has_ended(
    night: Night, hands: int, finding: tuple[str, str] | None
) -> None:
    night.shoe(hands)
    assert period([night.path], Choice()).recording.findings == []
    night.give(c.NewShoe())
    ended = period([night.path], Choice()).recording.findings
    assert [(one.kind.value, str(one.said)) for one in ended] == ([finding] if finding else [])


def test_voided_and_changed_hands_say_by_whom_why_and_when(night: Night) -> None:
    night.shoe(4).wait(100).give(c.ChangeHand(1, 2, hand_of("T"), BOSS, "wrong key pressed"))
    night.give(c.ChangeHand(1, 4, hand_of("B"), c.DEALER, "retyped"))
    entered = [60 + 45 * number for number in (1, 2, 3, 4)]
    then = at(entered[3] + 100)
    assert places(night) == [
        (
            Kind.CHANGED,
            *_where("Corrected: changed from PLAYER to TIE (supervisor 1: wrong key pressed)", 2, entered[1], then),
        ),
        (
            Kind.CHANGED,
            *_where("Corrected: changed from PLAYER to BANKER (the dealer: retyped)", 4, entered[3], then),
        ),
    ]
    night.wait(20).shoe(1).give(c.VoidHand(1, 3, BOSS, "misdeal"))  # still possible
    assert said(night)[1] == ("voided", (3,), "Corrected: voided, was BANKER, natural (supervisor 1: misdeal)")


def _where(text: str, hand: int, entered: float, until: str) -> tuple[Any, ...]:
    return text, "Table 1", 1, (hand,), at(entered), until, 7


def test_hands_moved_to_another_shoe_are_one_place_in_each(night: Night) -> None:
    night.shoe(61).shoe(3)
    for number in (1, 2, 3):
        night.give(c.VoidHand(2, number, BOSS, "moved to shoe 1"))
        night.give(c.InsertHand(1, 60 + number, hand_of("P"), BOSS, "moved from shoe 2"))
    assert said(night) == [
        ("moved", (1, 2, 3), "Corrected: hands 1 to 3 moved to shoe 1 (supervisor 1)"),
        ("moved", (62, 63, 64), "Corrected: hands 62 to 64 moved from shoe 2 (supervisor 1)"),
    ]
    night.give(c.NewShoe())
    assert said(night)[0] == ("begun by mistake", (), "Started by mistake: its hands were moved")


def of_shoes(night: Night) -> dict[int, list[tuple[str, tuple[int, ...], str]]]:
    """All that is said of each shoe, by itself; together it is the same."""
    everything = period([night.path], Choice()).recording.findings
    numbers = [shoe for (shoe,) in night.journal._connection.execute("SELECT shoe FROM shoes ORDER BY shoe")]
    alone = {number: period([night.path], Choice(shoe=number)).recording.findings for number in numbers}
    assert {number: [one for one in everything if one.shoe == number] for number in numbers} == alone
    return {number: [(one.kind.value, one.hands, str(one.said)) for one in some] for number, some in alone.items()}


AGAIN = f"Asked and confirmed: {ASKED['again']}"


def test_after_an_undone_shoe_each_has_its_own_places(night: Night) -> None:
    night.shoe(2).bets().bets().hand("B")
    night.wait(60).give(c.NewShoe()).wait(5).give(c.UndoShoe(c.DEALER))
    night.rounds("P B").hand("P", 5, confirmed="again").bets().bets().hand("T")
    night.shoe(1).bets().restart().bets().hand().wait(5).give(c.VoidHand(1, 2, BOSS, "misdeal")).give(c.NewShoe())
    assert of_shoes(night) == {
        1: [
            ("short shoe", (), "Short shoe: 6 hands, under 60"),
            ("voided", (2,), "Corrected: voided, was PLAYER (supervisor 1: misdeal)"),
            ("no result", (), "No result: bets closed after hand 2"),
            ("quick", (5, 6), "Only 5.0 s after hand 5"),
            ("confirmed", (6,), AGAIN),
            ("no result", (), "No result: bets closed after hand 6"),
        ],
        2: [("begun by mistake", (), "Started by mistake: no hand")],
        3: [
            ("short shoe", (), "Short shoe: 2 hands, under 60"),
            ("no result", (), "No result: bets closed after hand 1; the board restarted"),
        ],
        4: [],
    }


def test_after_joined_shoes_each_has_its_own_places(night: Night) -> None:
    night.shoe(4).shoe(2).hand("P", 2, confirmed="again").wait(20).give(c.TakeBack())
    night.wait(20).give(c.JoinShoes(BOSS, "no new shoe")).bets().bets().hand("B")
    night.shoe(1).wait(5).give(c.ChangeHand(1, 3, hand_of("T"), BOSS, "misread")).give(c.NewShoe())
    assert of_shoes(night) == {
        1: [
            ("short shoe", (), "Short shoe: 7 hands, under 60"),
            ("changed", (3,), "Corrected: changed from BANKER, natural to TIE (supervisor 1: misread)"),
            ("moved", (5, 6), "Corrected: hands 5 and 6 moved from shoe 2 (supervisor 1: no new shoe)"),
            ("no result", (), "No result: bets closed after hand 6"),
        ],
        2: [
            ("begun by mistake", (), "Started by mistake: its hands were moved"),
            ("moved", (1, 2), "Corrected: hands 1 and 2 moved to shoe 1 (supervisor 1: no new shoe)"),
            ("confirmed", (3,), f"{AGAIN}; voided since"),
            ("voided", (3,), "Corrected: voided, was PLAYER (the dealer: taken back)"),
        ],
        3: [("short shoe", (), "Short shoe: 1 hand, under 60")],
        4: [],
    }


def test_after_hands_were_moved_each_shoe_has_its_own_places(night: Night) -> None:
    night.shoe(3).bets().hand("B", confirmed="early").shoe().give(c.MoveHands(1, 3, BOSS, "new shoe forgotten"))
    night.bets().bets().hand("P").give(c.NewShoe())
    assert of_shoes(night) == {
        1: [
            ("short shoe", (), "Short shoe: 2 hands, under 60"),
            ("moved", (3, 4), "Corrected: hands 3 and 4 moved to shoe 2 (supervisor 1: new shoe forgotten)"),
            ("confirmed", (4,), "Asked and confirmed: entered while bets were open; voided since"),
        ],
        2: [
            ("short shoe", (), "Short shoe: 3 hands, under 60"),
            ("moved", (1, 2), "Corrected: hands 1 and 2 moved from shoe 1 (supervisor 1: new shoe forgotten)"),
            ("no result", (), "No result: bets closed after hand 2"),
        ],
        3: [],
    }


def test_who_came_on_duty_in_an_undone_shoe_deals_the_one_that_goes_on(night: Night) -> None:
    night.shoe(2).give(c.NewShoe(), c.SetDealer(8, BOSS), c.UndoShoe(c.DEALER)).bets().bets().hand()
    assert [(one.kind, one.shoe, one.dealer) for one in findings_of(night)] == [
        (Kind.MISTAKE, 2, 8),
        (Kind.NO_RESULT, 1, 8),
    ]


def test_hands_and_corrections_of_a_shoe_that_went_on_count_once_for_their_dealer(night: Night) -> None:
    corrected(night, 7, 40, 4)
    night.give(c.NewShoe(), c.UndoShoe(c.DEALER)).rounds("P " * 40)
    for number in range(41, 46):
        night.give(c.VoidHand(1, number, BOSS, "misdeal"))
    for dealer in range(8, 14):
        corrected(night, dealer, 40, 0)
    (one,) = [one for one in findings_of(night) if one.kind is Kind.OFTEN]
    assert (str(one.said), one.dealer) == ("9 of 80 hands voided or changed (11.2 %); other dealers 0.0 %", 7)


@pytest.mark.parametrize("shoe", [1, 2])
@pytest.mark.parametrize("last", [2**63 - 1, -1])
def test_an_end_that_no_shoe_can_have_is_damage(night: Night, shoe: int, last: int, capsys: Capture) -> None:
    night.shoe(2).shoe(2)
    night.journal._connection.execute("UPDATE shoes SET last_seq = ? WHERE shoe = ?", (last, shoe))
    assert main(["report", "--db", str(night.path), "--json"]) == 2
    assert f"{night.path}: it is damaged: last_seq is {last}" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["json_remove(data, '$.hand')", "json_set(data, '$.hand', 'x')"])
@pytest.mark.parametrize("kind", ["hand", "void"])
def test_a_hand_without_a_number_is_damage(night: Night, kind: str, number: str, capsys: Capture) -> None:
    night.shoe(1).hand("B", 40).hand("P", 40).wait(20)
    for hand in (1, 2, 3):
        night.give(c.VoidHand(1, hand, BOSS, "moved to shoe 2"))
    connection = night.journal._connection
    connection.execute("DROP TRIGGER journal_keeps_content")
    connection.execute(
        f"UPDATE journal SET data = {number} WHERE seq = (SELECT max(seq) FROM journal WHERE kind = ?)", (kind,)
    )
    assert main(["report", "--db", str(night.path), "--json"]) == 2
    assert f"{night.path}: it is damaged: journal row" in capsys.readouterr().err


def test_numbers_far_apart_are_told_at_once() -> None:
    assert str(_hands_text([1, 2, 2**62])) == f"hands 1, 2 and {2**62}"


def corrected(night: Night, dealer: int, hands: int, voids: int, reason: str = "misdeal") -> None:
    night.give(c.SetDealer(dealer, BOSS)).shoe(hands)
    shoe = night.state.shoe
    assert shoe
    for number in range(1, voids + 1):
        night.give(c.VoidHand(shoe.number, number, BOSS, reason))


def test_a_dealer_corrected_more_often_than_the_others_is_found(night: Night) -> None:
    corrected(night, 7, 80, 9)
    for dealer in (8, 9, 10):
        corrected(night, dealer, 80, 1)
    (one,) = [one for one in findings_of(night) if one.kind is Kind.OFTEN]
    assert (str(one.said), one.dealer) == ("9 of 80 hands voided or changed (11.2 %); other dealers 1.2 %", 7)


@pytest.mark.parametrize(
    ("voids", "others", "reason"), [(4, 0, "misdeal"), (9, 6, "misdeal"), (9, 1, "moved to shoe 1")]
)
def test_a_dealer_is_not_told_for_few_corrections_for_chance_or_for_a_move(
    night: Night, voids: int, others: int, reason: str
) -> None:
    corrected(night, 7, 80, voids, reason)
    for dealer in (8, 9):
        corrected(night, dealer, 80, others)
    assert Kind.OFTEN not in {one.kind for one in findings_of(night)}


def test_a_dealer_corrected_less_often_than_the_others_is_not_told(night: Night) -> None:
    corrected(night, 8, 80, 5)
    corrected(night, 9, 80, 40)
    assert [one.dealer for one in findings_of(night) if one.kind is Kind.OFTEN] == [9]


def test_a_dealer_who_is_alone_is_compared_with_nobody(night: Night) -> None:
    corrected(night, 7, 80, 20)
    assert Kind.OFTEN not in {one.kind for one in findings_of(night)}


def test_a_report_of_one_dealer_has_what_happened_under_this_one(night: Night) -> None:
    night.shoe(2).bets().give(c.SetDealer(8, BOSS)).bets().bets().hand().give(c.TakeBack())
    assert [(one.kind, one.dealer) for one in findings_of(night)] == [
        (Kind.NO_RESULT, 7),
        (Kind.NO_RESULT, 8),
        (Kind.VOIDED, 8),
    ]
    assert {one.dealer for one in findings_of(night, Choice(dealer=8))} == {8}


def test_only_chosen_shoes_are_looked_at(night: Night) -> None:
    night.shoe(2).bets().shoe(1).bets().bets()
    assert [one.shoe for one in findings_of(night)] == [1, 2]
    assert [one.shoe for one in findings_of(night, Choice(shoe=2))] == [2]


def test_json_has_the_places_with_times_in_utc(night: Night, capsys: Capture) -> None:
    night.shoe(2).bets().bets().hand()
    assert main(["report", "--db", str(night.path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["recording"] == [
        {
            "kind": "no result",
            "table": "Table 1",
            "shoe": 1,
            "hands": [],
            "at": at(160),
            "until": at(190),
            "dealer": 7,
            "told": "No result: bets closed after hand 2",
        }
    ]


def printed(night: Night) -> str:
    out = night.path.with_suffix(".pdf")
    assert main(["report", "--db", str(night.path), "--out", str(out), "--force"]) == 0
    return subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True).stdout


@needs_poppler
def test_on_paper_each_place_has_time_table_shoe_hand_dealer_and_words(night: Night) -> None:
    night.shoe(2)
    assert "on the recording" not in printed(night)
    night.bets().hand("B").hand("P", 5)
    text = printed(night)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    sentence = "To review on the recording: 1 round with more than one result, 1 hand under 12 s."
    assert lines.index("No count is off.") + 1 == lines.index(sentence)
    assert "Nothing is off." not in text
    assert any(line.startswith("What to review on the recording") for line in lines)
    clock = [(BEGINS + timedelta(seconds=s)).astimezone().strftime("%Y-%m-%d %H:%M:%S") for s in (195, 200)]
    span = f"{clock[0]} – {clock[1][-8:]}"
    assert f"{span} Table 1 1 3–4 7 2 results in one round: hands 3 and 4" in lines
    assert f"{span} Table 1 1 3–4 7 Only 5.0 s after hand 3" in lines


@needs_poppler
def test_what_is_not_printed_is_counted_and_the_telling_kinds_come_first(night: Night) -> None:
    night.shoe(2)
    for _ in range(MOST_SHOWN + 30):
        night.hand("P", 45).give(c.TakeBack())
    night.bets().bets().hand()
    text = printed(night)
    assert text.count("Corrected: voided, was PLAYER (the dealer: taken back)") == MOST_SHOWN - 1
    assert "No result: bets closed after hand 232" in text
    assert "31 more are not printed: 31 hands voided. “eztrak report --json” lists all." in text


def test_every_kind_has_its_words() -> None:
    assert list(NAMES) == list(Kind)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_read_is_all_that_matters(night: Night, seed: int) -> None:
    """Much of the journal is left unread; with every record of it the places are the same."""
    chance = Random(seed)
    deeds: list[Callable[[], object]] = [
        lambda: night.rounds("P B"),
        lambda: night.rounds("T"),
        lambda: night.bets(),
        lambda: night.hand("B", chance.choice([3, 40])),
        lambda: night.hand("P", 40, confirmed="again"),
        lambda: night.give(c.SetDealer(chance.randint(7, 9), BOSS)),
        lambda: night.restart(),
        lambda: night.give(c.NewShoe()),
        lambda: isinstance(taken_back(night.state), c.Refusal) or night.give(c.TakeBack()),
        lambda: night.give(c.CloseTable(BOSS), c.OpenTable(BOSS)),
        lambda: night.state.shoe and night.give(c.InsertHand(night.state.shoe.number, 0, hand_of("B"), BOSS, "x")),
        lambda: night.give(c.NewShoe()) and tried(night, c.UndoShoe(c.DEALER)),
        lambda: tried(night, c.JoinShoes(BOSS, "no new shoe")),
        lambda: night.state.previous and tried(night, c.MoveHands(night.state.previous.number, 1, BOSS, "x")),
    ]
    for deed in chance.choices(deeds, [9, 9, 2, 2, 1, 1, 1, 1, 2, 1, 1, 2, 1, 1], k=80):
        deed()
    with closing(extract(night.path, Choice())) as record:
        read, everything = Recording(), Recording()
        for shoe in record.listed():
            read.add(shoe, record.course(shoe.number))
            everything.add(shoe, every_record(night.path, shoe.number))
    assert read.findings == everything.findings
    assert len({one.kind for one in read.findings}) > 2


def tried(night: Night, command: c.Command) -> object:
    return isinstance(decide(night.state, command), c.Refusal) or night.give(command)


def every_record(path: Path, shoe: int) -> Iterator[CourseRow]:
    """The course of a shoe by going through the whole journal."""
    with closing(sqlite3.connect(path)) as connection:
        events = list(records(connection))
    owners: dict[int, int] = {}  # of rows: each is of the shoe that ends next, or that has not ended
    began = {one.event.shoe: one.seq for one in events if isinstance(one.event, e.ShoeStarted)}
    owner = None
    for one in reversed(events):
        if isinstance(one.event, e.ShoeEnded):
            owner = one.event.shoe
        elif owner is None and isinstance(one.event, e.ShoeStarted | e.ShoeResumed):
            owner = one.event.shoe
            owners = dict.fromkeys(owners, owner)
        owners[one.seq] = owner or 0
    last = max(seq for seq, owner in owners.items() if owner == shoe)
    for one in events:
        event, when = one.event, (one.seq, one.moment.at, one.moment.mono, one.moment.boot, one.kind)
        match event:
            case e.HandVoided() | e.HandChanged() | e.HandInserted() if event.shoe == shoe:
                yield CourseRow(*when, correction=on_record(one))
            case e.HandRecorded() if event.shoe == shoe:
                yield CourseRow(*when, event.hand.number, event.dealer, event.confirmed)
            case e.DealerSet(dealer) if owners[one.seq] == shoe or began[shoe] < one.seq < last:
                yield CourseRow(*when, dealer=dealer)
            case e.ShoeStarted(number, staff=Staff(dealer)) if number == shoe:
                yield CourseRow(*when, dealer=dealer)
            case e.TimerStarted() | e.BetsClosed() | e.Started() | e.TableClosed() | e.ShoeEnded():
                if owners[one.seq] == shoe:
                    yield CourseRow(*when)
