"""Reports: what a supervisor reads on paper, and the figures behind it."""

import json
import re
import shutil
import subprocess
import time
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from history import make_history
from keeping import START, Keeping
from test_exports import FIRST, hands_of, keep

from eztrak.cli import main
from eztrak.display.scene import Bar, Disc, Grid, Picture, Ring, Roll, Slash, Text
from eztrak.game.notation import parse, write
from eztrak.journal.extract import Choice
from eztrak.journal.listed import ListedHand
from eztrak.supervisor.days import clock, local
from eztrak.supervisor.paper import Paper
from eztrak.supervisor.report import listing, period, recorded_shoe
from eztrak.table import commands as c
from eztrak.table.story import What
from eztrak.voice.day import span

Capture = pytest.CaptureFixture[str]
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A Chinese table with a corrected shoe and one in play; a command takes a minute."""
    return keep(
        tmp_path / "t.db",
        "貴賓廳 3",
        c.SetDealer(7, "supervisor 1"),
        *hands_of("P Bn B7 P8 T T B B Pf"),
        c.TakeBack(),
        *hands_of("T Tf"),
        c.ChangeHand(1, 2, parse("T", FIRST)[0], "supervisor 1", "wrong key"),
        c.InsertHand(1, 0, parse("B", FIRST)[0], "supervisor 1", "not entered"),
    )


def printed(history: Path, *more: str, pages: int = 1) -> str:
    out = history.parent / "out.pdf"
    assert main(["report", "--db", str(history), "--out", str(out), "--force", *more]) == 0
    done = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True)
    assert done.stdout.count("\f") == pages
    return done.stdout


def config(folder: Path, text: str) -> str:
    (folder / "own.toml").write_text(text)
    return str(folder / "own.toml")


@needs_poppler
def test_a_shoe_is_printed_on_one_page_with_corrections_and_seal(history: Path) -> None:
    text = printed(history, "--shoe", "1")
    seal = recorded_shoe(history, Choice(shoe=1)).shoe.seal
    assert seal
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "貴賓廳 3, shoe 1" in text
    assert seal in text
    assert any(line.startswith("EZ Baccarat Panda 8, 8 decks; 9 hands, 1 void, 0 free; dealer 7") for line in lines)
    assert any(line.startswith("Dragon 7 1 11.1 % 2.25 % 0.2 as expected") for line in lines)
    assert any(
        line.startswith("9 voided, was PLAYER, free hand the dealer 2026-01-05 ") and line.endswith("taken back")
        for line in lines
    )
    changed = "2 changed from BANKER, natural to TIE supervisor 1 "
    assert any(line.startswith(changed) and line.endswith("wrong key") for line in lines)
    assert any(line.startswith("10 inserted before the first hand: BANKER supervisor 1 ") for line in lines)


@needs_poppler
def test_the_counts_stand_in_both_languages_of_the_room(history: Path, tmp_path: Path) -> None:
    own = config(tmp_path, '[display]\nlanguages = ["en", "zh_TW"]\n')
    text = printed(history, "--shoe", "1", "--config", own)
    assert "Dragon 7 龍7" in text
    assert "Banker 莊" in text


@needs_poppler
def test_the_report_has_a_language_and_a_size_of_paper_of_its_own(history: Path, tmp_path: Path) -> None:
    own = config(tmp_path, '[display]\nlanguages = ["en"]\n[paper]\nlanguages = ["zh_TW"]\nsize = "a4"\n')
    text = printed(history, "--shoe", "1", "--config", own)
    assert ("莊" in text, "Banker" in text) == (True, False)
    assert "Banker" in printed(history, "--shoe", "1", "--config", own, "--lang", "en")


@needs_poppler
def test_a_shoe_in_play_and_one_without_hands_are_printed_too(history: Path, tmp_path: Path) -> None:
    assert "not ended" in printed(history, "--shoe", "2")
    empty = keep(tmp_path / "empty.db", "Table 1", c.NewShoe())
    assert "no hands" in printed(empty, "--shoe", "1")


@needs_poppler
def test_every_hand_of_a_long_shoe_is_on_its_page_with_time_dealer_and_marks(tmp_path: Path) -> None:
    first, second = hands_of("P Bn B7 P8 " * 12), hands_of("T Bf " * 24)[1:]
    more = (
        c.VoidHand(1, 44, "supervisor 1", "misdeal"),
        c.ChangeHand(1, 41, parse("T", FIRST)[0], "supervisor 1", "mis-keyed"),
    )
    database = keep(tmp_path / "t.db", "Table 1", c.SetDealer(7, "x"), *first, c.SetDealer(88, "x"), *second, *more)
    text = printed(database, "--shoe", "1")
    entered = {one.hand.number: (clock(one.entered_at, seconds=True), one.dealer) for one in recorded_hands(database)}
    assert len(entered) == 96
    listed = " ".join(text.split())
    for number, (at, dealer) in entered.items():
        result = {41: "T*", 44: "P8x"}.get(number) or write([recorded_hands(database)[number - 1].hand], FIRST)
        assert f"{number} {at} {result} {dealer} " in listed
    assert "number, time entered, result, dealer; B7 Dragon 7" in text
    assert "Monday, January 5, 2026, " in text
    assert "; 1st shoe of the day" in text


@needs_poppler
def test_corrections_that_a_page_has_no_room_for_go_on_from_the_next_one(tmp_path: Path) -> None:
    changes = (c.ChangeHand(1, 1, parse("TP"[n % 2], FIRST)[0], "supervisor 1", "mis-keyed") for n in range(90))
    text = printed(keep(tmp_path / "t.db", "Table 1", *hands_of("P B"), *changes), "--shoe", "1", pages=2)
    parts = [(int(first), int(last)) for first, last in re.findall(r"Corrections, (\d+) to (\d+) of 90", text)]
    assert [first for first, _ in parts] == [1, *(last + 1 for _, last in parts[:-1])]
    assert parts[-1][1] == 90
    assert text.count("mis-keyed") == 90


def recorded_hands(database: Path) -> tuple[ListedHand, ...]:
    return recorded_shoe(database, Choice(shoe=1)).hands


@needs_poppler
def test_the_foot_tells_when_it_was_printed_and_the_zone(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    try:
        text, week = printed(history, "--shoe", "1"), printed(history, "--week", "2026-01-05", pages=2)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "Local times: PST, UTC-0800" in week  # of its own days, and not of the day on which it was printed
    assert f"Printed {datetime.now(ZoneInfo('America/Los_Angeles')):%B %-d, %Y, }" in text
    assert "Local times: PST, UTC-0800" in text


def test_a_day_in_figures_is_a_local_one(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Taipei")
    time.tzset()
    try:
        days = list(period([history], Choice()).days)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert days == ["2026-01-06"]  # 20:00 UTC on the day before


def test_the_chance_of_crying_wolf_is_shared_out_among_all_that_is_looked_at(history: Path) -> None:
    reported = period([history], Choice())
    assert {tally.among for _, tally in reported.places} == {len(reported.places)}


def test_which_shoe_of_its_day_it_was(history: Path) -> None:
    assert [recorded_shoe(history, Choice(shoe=number)).nth for number in (1, 2)] == [1, 2]


@needs_poppler
def test_corrections_that_a_page_has_no_room_for_go_on_on_the_next(tmp_path: Path) -> None:
    more = [c.ChangeHand(1, 1, parse("BPT"[i % 3], FIRST)[0], "supervisor 1", f"reason {i}") for i in range(39)]
    text = printed(keep(tmp_path / "t.db", "Table 1", *hands_of("P"), *more), "--shoe", "1", pages=2)
    assert [line.split()[-1] for line in text.splitlines() if "reason" in line] == [str(i) for i in range(39)]
    assert "to 39 of 39" in text


@needs_poppler
def test_a_day_is_printed_by_table_and_dealer(history: Path) -> None:
    text = printed(history, "--day", "2026-01-05", pages=2)
    assert "Monday, January 5, 2026" in text
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "Dealer 7 2 10 1 9.1 % 2 60 1 (0.2) 1 (0.3) as expected" in lines
    assert any(line.startswith("貴賓廳 3 2 11 1 8.3 % 3 60 ") for line in lines)
    assert any(line.startswith("Nobody on duty 1 1 0 0.0 % 1 – ") for line in lines)


@needs_poppler
def test_what_is_off_stands_at_the_top_and_beside_its_table_and_dealer(history: Path, tmp_path: Path) -> None:
    assert "No count is off." in printed(history)
    shoes = (("B7 P B P B7 T", 8), ("P B P B Bn T Pn Bn", 7))
    commands = [(c.SetDealer(dealer, "x"), *hands_of(hands)) for hands, dealer in shoes * 6]
    database = keep(tmp_path / "off.db", "貴賓廳 4", *(command for shoe in commands for command in shoe))
    text = printed(database, pages=2)
    sentence = "OFF: more Dragon 7 than chance explains: all hands, 貴賓廳 4"
    assert sentence in text
    assert "Nothing is off." not in text
    assert str(period([database], Choice()).sentence).startswith(sentence)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert any(line.startswith("貴賓廳 4 12 84 ") and line.endswith("OFF: more Dragon 7") for line in lines)
    assert any(line.startswith("Dealer 7 6 48 ") and line.endswith("as expected") for line in lines)
    assert any(line.startswith("Dealer 8 6 36 ") and line.endswith("OFF: Dragon 7, Natural") for line in lines)


def test_a_report_of_a_period_says_on_the_terminal_whether_anything_is_off(
    history: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_play = keep(tmp_path / "in-play.db", "Table 1", *hands_of("P B"))
    sentence = "To review on the recording: 1 shoe under 60 hands, 1 hand changed, 1 hand voided."
    for database, more, said in (
        (in_play, ["--from", "2020-01-01"], ["Nothing is off."]),
        (history, ["--from", "2020-01-01"], [f"No count is off. {sentence}"]),
        (history, ["--shoe", "1"], []),
    ):
        assert main(["report", "--db", str(database), "--out", str(tmp_path / "x.pdf"), "--force", *more]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == said


@needs_poppler
def test_days_that_are_not_over_are_printed_so_far(history: Path) -> None:
    over = printed(history, "--week", "2026-01-05", pages=2)
    assert "January 5, 2026 to January 11, 2026" in over
    assert "so far" not in over
    until = date.today() + timedelta(days=1)
    title = f"January 5, 2026 to {until:%B %-d, %Y}, so far"
    assert title in printed(history, "--from", "2026-01-05", "--to", str(until))


def test_hands_an_hour_leave_out_free_hands_and_pauses(tmp_path: Path) -> None:
    """Hands come a minute apart: 60 an hour, whatever lies between that is not dealing."""
    waits = [c.SetDealer(number % 2 + 1, "supervisor 1") for number in range(15)]
    database = keep(
        tmp_path / "t.db",
        "Table 1",
        c.SetDealer(1, "x"),
        *hands_of("P Bf T"),
        *waits,
        c.RecordHand(parse("B", FIRST)[0]),
    )
    figures = period([database], Choice())
    assert figures.total.pace == 60
    assert (figures.total.paced, figures.total.seconds) == (1, 60.0)
    assert figures.total.hands == 4


def test_a_table_that_is_off_is_told_from_noise(tmp_path: Path, capsys: Capture) -> None:
    honest = make_history(tmp_path / "honest.db", 8000)
    assert main(["report", "--db", str(honest), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {count["verdict"] for count in data["total"]["counts"].values()} == {"as expected"}
    assert set(data["dealers"]) == {"1", "2", "3", "4", "5"}
    assert data["total"]["hands_per_hour"] == pytest.approx(73, abs=2)
    keyed = keep(tmp_path / "t.db", "Table 1", *(command for _ in range(12) for command in hands_of("B7 P B P B7 T")))
    assert main(["report", "--db", str(keyed), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["total"]["counts"]["dragon7"]["verdict"] == "more than chance explains"


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--shoe", "9"), 1, "nothing found for shoe 9"),
        (("--day", "2031-01-01"), 1, "nothing found for 2031-01-01; the nearest shoes are from 2026-01-0"),
        (("--day", "2026-01-01", "--week", "2026-01-01"), 2, "one of them"),
    ],
)
def test_what_cannot_be_reported_is_said_and_leaves_nothing(
    history: Path, capsys: Capture, more: tuple[str, ...], status: int, said: str
) -> None:
    out = history.parent / "out.pdf"
    assert main(["report", "--db", str(history), "--out", str(out), *more]) == status
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_a_report_wants_a_place(history: Path, capsys: Capture) -> None:
    assert main(["report", "--db", str(history), "--shoe", "1"]) == 2
    assert "where to? give --out FILE.pdf, or --json" in capsys.readouterr().err
    assert main(["report", "--db", str(history), "--shoe", "1", "--json"]) == 2


def test_a_report_that_is_there_stays_unless_forced(history: Path, capsys: Capture) -> None:
    out = history.parent / "out.pdf"
    out.write_text("mine")
    assert main(["report", "--db", str(history), "--out", str(out), "--shoe", "1"]) == 1
    assert "already exists" in capsys.readouterr().err
    assert out.read_text() == "mine"


def test_a_recorded_shoe_is_shown_by_its_number(history: Path, capsys: Capture, tmp_path: Path) -> None:
    assert main(["shoe", "--id", "1", "--db", str(history), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["notation"] == "B P T B7 P8 T T B B Pfx"
    seal = recorded_shoe(history, Choice(shoe=1)).shoe.seal
    assert (data["shoe"], data["table"], data["seal"]) == (1, "貴賓廳 3", seal)
    assert [correction["reason"] for correction in data["corrections"]] == ["taken back", "wrong key", "not entered"]
    assert data["entered"][0] == {
        "hand": 10,
        "entered_at": "2026-01-05T20:17:00.125Z",
        "dealer": 0,
        "voided": False,
    }
    assert main(["shoe", "--id", "1", "--db", str(history)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("shoe 1  貴賓廳 3  2026-01-05 ")
    times = [local(f"2026-01-05T20:{minute}:00.125Z") for minute in ("11", "12", "16", "17")]
    assert lines[1:4] == [
        f"hand 9: {times[1]}  voided, was PLAYER, free hand (the dealer: taken back)",
        f"hand 2: {times[2]}  changed from BANKER, natural to TIE (supervisor 1: wrong key)",
        f"hand 10: {times[3]}  inserted before the first hand: BANKER (supervisor 1: not entered)",
    ]
    for hand, said in (
        (
            9,
            [f"{times[0]}  entered: PLAYER, free hand (dealer 7)", lines[1][8:], "hand 9 now: PLAYER, free hand, void"],
        ),
        (10, [lines[3][9:], "hand 10 now: BANKER"]),
    ):
        assert main(["shoe", "--id", "1", "--hand", str(hand), "--db", str(history)]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == said
    assert main(["shoe", "--id", "1", "--db", str(history), "--png", str(tmp_path / "shoe.png")]) == 0
    assert (tmp_path / "shoe.png").read_bytes().startswith(b"\x89PNG")
    assert main(["shoe", "--id", "5", "--db", str(history)]) == 1
    assert "nothing found for shoe 5" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["shoe", "--id", "5", "P B"])


def test_shoes_are_listed_by_day_table_and_dealer(history: Path, capsys: Capture) -> None:
    for more, shoes in (
        (("--from", "2026-01-05"), [1, 2]),
        (("--shoe", "2"), [2]),
        (("--dealer", "7"), [1, 2]),
        (("--table", "貴賓廳 3"), [1, 2]),
    ):
        assert main(["shoes", "--json", "--db", str(history), *more]) == 0
        assert [shoe["shoe"] for shoe in json.loads(capsys.readouterr().out)] == shoes
    assert main(["shoes", "--db", str(history), "--to", "2025-12-31"]) == 1
    assert "nothing found for 2025-12-31 or before; the nearest shoes are from 2026-01-0" in capsys.readouterr().err


def test_paper_takes_every_kind_of_node(tmp_path: Path) -> None:
    red = (200, 0, 0)
    paper = Paper("all")
    paper.page()
    paper.paint(
        [
            Text(20, 20, "閒", 5, red, "zh_TW-bold"),
            Roll(40, 20, "1", "2", 0.5, 5, red),
            Disc(60, 20, 5, red),
            Ring(80, 20, 5, 1, red),
            Slash(100, 20, 5, 1, red),
            Bar(110, 15, 10, 10, red, 2),
            Grid(130, 15, 3, 3, 4, red),
            Picture(150, 15, 10, 10, "panda"),
        ]
    )
    paper.save(tmp_path / "all.pdf")
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")


def test_a_days_list_has_what_was_corrected_and_not_what_was_entered(tmp_path: Path) -> None:
    path = Keeping(tmp_path / "t.db").give(START).shoe("P B").give(c.TakeBack()).close()
    listed = listing([path], Choice(*span(date(2026, 1, 1), date(2026, 1, 1))))
    assert [(table, one.what) for table, _, one in listed.corrections] == [("Table 1", What.VOID)]
