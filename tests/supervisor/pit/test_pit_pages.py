"""What the pages tell, over HTTP from the page as people start it."""

import csv
import io
import json
import re
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import openpyxl
import pytest
from pit_evening import FIRST, PASSWORD, YESTERDAY, Browser, Keeper, Pit, eztrak, room, served

from eztrak.game.notation import parse
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.days import long_day
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.table import commands as c

DAY = YESTERDAY.isoformat()
DAY_IN_WORDS = f"{YESTERDAY:%B %-d, %Y}"


def test_the_box_leads_from_day_shoe_and_hand_to_the_correction(browser: Browser) -> None:
    hand = browser.get(f"/find?table=1&day={DAY}&shoe=2&hand=41")
    assert "Hand 41: TIE" in hand.text
    assert "Corrected once." in hand.text
    assert story_in(hand.text) == (
        f"{DAY_IN_WORDS}, 14:27:20 entered: PLAYER dealer 12 –"
        f" {DAY_IN_WORDS}, 14:54:00 changed from PLAYER to TIE supervisor 7 mis-keyed"
    )


@pytest.mark.parametrize(("shoe", "hour"), [(2, 12), (3, 14), (4, 16)])
def test_a_hand_has_no_line_of_its_namesake_in_another_shoe(browser: Browser, shoe: int, hour: int) -> None:
    lines = story_in(browser.get(f"/table/1/shoe/{shoe}/hand/10").text)
    time = f"{DAY_IN_WORDS}, {hour}:06:40"
    assert re.fullmatch(
        f"{time} entered: (?P<hand>[A-Z]+(, natural)?) dealer 12 – {time} voided, was (?P=hand) the dealer taken back",
        lines,
    )


def story_in(page: str) -> str:
    return page.partition("What happened to it When What Who Why ")[2].partition(" Dispute file")[0]


def test_without_a_day_the_box_takes_the_shoes_own_number(browser: Browser) -> None:
    assert "Table 1, shoe 2" in browser.get("/find?table=1&day=&shoe=2&hand=").text


def test_without_a_shoe_the_box_shows_the_day(browser: Browser) -> None:
    day = browser.get(f"/find?table=1&day={DAY}&shoe=&hand=").text
    assert "Table 1 3 shoes, 178 hands, 3 void (1.7 % of entries)." in day
    assert "2nd Shoe 3 14:00 – 16:00 78" in day


@pytest.mark.parametrize(("hand", "path"), [("", "/table/1/shoe/4"), ("7", "/table/1/shoe/4/hand/7")])
def test_a_shoe_that_the_day_did_not_have_is_refused_and_the_one_of_that_number_offered(
    browser: Browser, hand: str, path: str
) -> None:
    answer = browser.get(f"/find?table=1&day={DAY}&shoe=4&hand={hand}")
    assert answer.status == 404
    assert f"Table 1 had only 3 shoes on {long_day(YESTERDAY)}." in answer.text
    assert f'<a href="{path}">Show shoe number 4, from {long_day(YESTERDAY)}</a>'.encode() in answer.body
    assert "shoe 4" in browser.get(path).text
    before = YESTERDAY - timedelta(days=1)
    answer = browser.get(f"/find?table=1&day={before}&shoe=4&hand={hand}")
    assert f"Table 1 had only 1 shoe on {long_day(before)}." in answer.text
    assert f">Show shoe number 4, from {long_day(YESTERDAY)}</a>".encode() in answer.body


def test_the_start_says_who_can_log_in_and_how_to_end_it(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    Keeper(path, "Table 1", 12).close()
    for number in (7, 12):
        Passwords(path).set(number, PASSWORD)
    heard: list[str] = []
    with served(tmp_path, path, heard=heard):
        pass
    assert re.fullmatch(
        r"the pit page: http://127.0.0.1:\d+/\nTo log in: supervisors 7, 12. Ctrl-C ends it.\n", heard[0]
    )


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/table/1/shoe/99", 404, "Table 1 has no shoe 99; the newest is shoe 4."),
        ("/table/1/shoe/3/hand/80", 404, "Shoe 3 of Table 1 has no hand 80; it has 79 hands."),
        ("/table/9/shoe/1", 404, "There is no table 9 here"),
        ("/table/3/shoe/1", 503, "missing.db: there is no such file; the board creates it"),
        ("/table/1/shoe/99999999999999999999", 404, "There is no page"),
        ("/table/1/shoe/99/export.zip", 404, "nothing found for shoe 99; the newest is shoe 4"),
        ("/table/1/shoe/99/export.pdf", 404, "nothing found for shoe 99"),
        ("/table/1/shoe/3/export.exe", 404, "There is no exe download; there are pdf, xlsx, zip and jsonl."),
        ("/table/1/days/2020-01-01/2020-01-01/export.xlsx", 404, "nothing found for 2020-01-01"),
        (f"/table/1/days/{DAY}/2020-01-01/export.xlsx", 404, "The last day is before the first."),
        ("/day/tomorrow", 404, "“tomorrow” is not a day; type it as 2026-01-31, or today or yesterday."),
        ("/table/1/days/0001-01-01/today/export.zip", 404, "“0001-01-01” is not a day"),
        ("/figures?from=2026-01-01&to=2027-12-31", 404, "at most 366 days"),
        ("/figures?from=x", 404, "“x” is not a day"),
        (f"/find?day={DAY}&shoe=9", 404, "Table 1 had only 3 shoes on"),
        (f"/find?day={DAY}&hand=41", 404, "Which shoe?"),
        ("/find?shoe=two", 404, "“two” is not a number."),
        ("/find?day=x", 404, "“x” is not a day"),
        ("/nowhere", 404, "There is no page /nowhere."),
    ],
)
def test_what_is_not_there_is_said_in_words(browser: Browser, path: str, status: int, words: str) -> None:
    answer = browser.get(path)
    assert answer.status == status
    assert words in answer.text


def test_a_missing_table_is_told_and_the_others_are_served(browser: Browser) -> None:
    now = browser.get("/").text
    assert "missing cannot be shown." in now
    assert "Check these: missing, Table 1, Table 2 <b>." in now
    assert re.search(r"Table 1 open hand 30 , PANDA 8 \d+ h 90 12 Shoe 4 \$10–\$300 EZ Baccarat Panda 8 OK", now)
    assert "Last entered: hand 60 , PLAYER" in browser.get("/table/2").text


def test_a_table_shows_what_it_has_dealt_in_its_life_beside_the_exact_odds(browser: Browser) -> None:
    now = browser.get("/table/1").text
    assert "Table 1 Shoe 4 since" in now
    assert "All 4 shoes since" in now
    assert (
        "(expected) Hands 227 Player 123 (101) Banker 85 (104) Tie 19 (22) Dragon 7 4 (5) Panda 8 4 (8)"
        " Natural 63 (78) Void 4 "
    ) in now


def test_what_was_typed_as_a_name_stays_text(browser: Browser) -> None:
    assert b"Table 2 <b>" not in browser.get("/").body
    assert b"Table 2 &lt;b&gt;" in browser.get("/").body


def test_a_shoe_shows_its_counts_seal_roads_and_corrections(browser: Browser, pit: Pit) -> None:
    with closing(Lookup(pit.databases[0])) as lookup:
        assert (shoe := lookup.shoe(3))
    page = browser.get("/table/1/shoe/3")
    assert f"Seal {shoe.seal}" in page.text
    assert f"Banker {shoe.stats.of('banker')} " in page.text
    for road in ("Bead plate", "Big road", "Big Eye Boy", "Small Road", "Cockroach Pig"):
        assert f'role="img" aria-label="{road}"'.encode() in page.body
    assert "Hand 10 " in page.text
    text = page.text.partition("Corrections Hand When What Who Why ")[2].partition(" Limits, fees and games ")[0]
    assert re.fullmatch(
        rf"Hand 10 {DAY_IN_WORDS}, 14:06:40 voided, was \S+( natural)? the dealer taken back"
        rf" Hand 41 {DAY_IN_WORDS}, 14:54:00 changed from PLAYER to TIE supervisor 7 mis-keyed"
        rf" Hand 79 {DAY_IN_WORDS}, 14:54:00 inserted after hand 5: PLAYER supervisor 7 not entered",
        text,
    )


def test_dealers_have_their_pace_and_void_rate(browser: Browser) -> None:
    """A hand every 40 seconds is 90 an hour; the time of a void hand counts, the hand does not."""
    text = browser.get(f"/figures?from={YESTERDAY - timedelta(days=1)}&to={DAY}").text
    assert "Dealer 12 4 226 88 4 1.7 % 5 4 (5.1) 4 (7.8)" in text
    assert "Dealer 15 1 59 88 1 1.7 % 1 1 (1.3) 1 (2.0)" in text


def test_the_page_and_the_printed_report_tell_the_same_figures(browser: Browser, pit: Pit) -> None:
    data = json.loads(eztrak(pit.home, "report", "--db", pit.databases[0], "--day", DAY, "--json").stdout)
    dealer = data["dealers"]["12"]
    page = browser.get(f"/figures?from={DAY}&to={DAY}").text
    figures = f"Dealer 12 {dealer['shoes']} {dealer['hands']} {dealer['hands_per_hour']:.0f}"
    assert f"{figures} {dealer['voided']} " in page


def test_a_count_that_chance_does_not_explain_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    keeper = Keeper(path, "Table 1", 12)
    keeper.at = datetime(YESTERDAY.year, YESTERDAY.month, YESTERDAY.day, 12, tzinfo=UTC)
    keeper.give(c.NewShoe(), *(c.RecordHand(hand) for hand in parse("B7 P B P B7 T P B", FIRST) * 10))
    keeper.close()
    Passwords(path).set(7, PASSWORD)
    with served(tmp_path, path) as site:
        visitor = Browser(site)
        visitor.log_in()
        text = visitor.get("/figures").text
    assert "Dragon 7 20 25.00 % 2.25 % 1.8 off more than chance explains" in text
    assert "Table 1 1 80 – 0 0.0 % 0 off 20 (1.8) 0 (2.8)" in text
    assert "Banker 40 50.00 % 45.86 % 36.7 as expected" in text


def test_the_days_are_listed_newest_first(browser: Browser) -> None:
    text = browser.get("/days").text
    assert "Table 1, Table 2 <b> 4 237 4 1.7 % 6" in text
    assert text.index("4 237 4") < text.index("1 49 1")


@pytest.mark.parametrize("kind", ["xlsx", "zip", "jsonl"])
@pytest.mark.parametrize(
    ("path", "name", "hands"),
    [("shoe/3", "table-1-shoe-3", 78), (f"days/{DAY}/{DAY}", f"table-1-{DAY}", 178), ("days/yesterday/today", "", 178)],
)
def test_a_download_is_the_export_and_proves_itself(
    browser: Browser, tmp_path: Path, path: str, name: str, hands: int, kind: str
) -> None:
    answer = browser.get(f"/table/1/{path}/export.{kind}")
    assert answer.status == 200
    assert f'attachment; filename="{name}' in answer.headers["Content-Disposition"]
    file = tmp_path / f"download.{kind}"
    file.write_bytes(answer.body)
    proved = json.loads(eztrak(tmp_path, "verify", file, "--json").stdout)
    assert (proved["ok"], proved["hands"]) == (True, hands), proved


def test_a_packed_csv_opens_with_corrections_and_seal(browser: Browser) -> None:
    with zipfile.ZipFile(io.BytesIO(browser.get("/table/1/shoe/3/export.zip").body)) as packed:
        assert packed.testzip() is None
        files = {name.removeprefix("table-1-shoe-3/"): packed.read(name).decode() for name in packed.namelist()}
    assert sorted(files) == ["about.json", "corrections.csv", "hands.csv", "journal.jsonl", "shoes.csv"]
    hand = list(csv.DictReader(io.StringIO(files["hands.csv"], newline="")))[40]
    assert (hand["hand"], hand["outcome"], hand["corrected"]) == ("41", "T", "1")
    assert "supervisor 7" in files["corrections.csv"]


def test_a_shoe_a_day_and_a_week_are_printed_as_pdf(browser: Browser) -> None:
    for path in ("shoe/3", f"days/{DAY}/{DAY}", f"days/{YESTERDAY - timedelta(days=6)}/{DAY}"):
        answer = browser.get(f"/table/1/{path}/export.pdf")
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/pdf")
        assert answer.body.startswith(b"%PDF")


def test_downloads_leave_nothing_behind(tmp_path: Path) -> None:
    """Also those of a browser that goes away before the end."""
    spare = tmp_path / "spare"
    spare.mkdir()
    first, _ = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    with served(tmp_path, first, TMPDIR=str(spare)) as site:
        visitor = Browser(site)
        visitor.log_in()
        for kind in ("pdf", "xlsx", "zip", "jsonl"):
            assert visitor.get(f"/table/1/shoe/3/export.{kind}").status == 200
            visitor.leave(f"/table/1/days/{DAY}/{DAY}/export.{kind}")
    assert list(spare.iterdir()) == []


def test_a_download_for_which_there_is_no_room_is_said_in_words(tmp_path: Path) -> None:
    """The limit on a file's size stands for the disk."""
    first, _ = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    with served(tmp_path, first, most=32768) as site:
        visitor = Browser(site)
        visitor.log_in()
        for kind in ("zip", "jsonl"):
            answer = visitor.get(f"/table/1/days/{DAY}/{DAY}/export.{kind}")
            assert answer.status == 503, kind
            assert "cannot be written: File too large" in answer.text


def test_all_tables_come_in_one_workbook_that_adds_up(browser: Browser) -> None:
    page = browser.get(f"/figures?from={DAY}&to={DAY}").text
    assert "PDF, all tables , One workbook of all tables , Excel, all tables , CSV, all tables" in page
    answer = browser.get(f"/days/{DAY}/{DAY}/all-tables.xlsx")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="all-tables-{DAY}.xlsx"'
    book = openpyxl.load_workbook(io.BytesIO(answer.body))
    head, *lines = book["summary"].iter_rows(values_only=True)
    messages = [dict(zip(head, line, strict=True)) for line in lines]
    summed = [(str(one["day"]), one["table_name"], one["shoes"], one["hands"], one["voided"]) for one in messages]
    assert [(day.removesuffix(" 00:00:00"), *of) for day, *of in summed] == [
        (DAY, "Table 1", 3, 178, 3),
        (DAY, "Table 2 <b>", 1, 59, 1),
        ("total without missing", None, 4, 237, 4),  # nobody takes it for the sum of all
    ]
    *_, absent = book["tables"].iter_rows(values_only=True)
    assert (absent[0], "there is no such file" in str(absent[-1])) == ("missing", True)
    packed = browser.get(f"/days/{DAY}/{DAY}/all-tables.csv.zip")
    with zipfile.ZipFile(io.BytesIO(packed.body)) as archive:
        said = archive.read(f"all-tables-{DAY}-csv/not-in-here.txt").decode()
    assert said.startswith("missing: ")
    assert book["hands"].max_row - 1 == 237 + 4
    assert "nothing found for 2020-01-01" in browser.get("/days/2020-01-01/2020-01-01/all-tables.xlsx").text


def test_pages_are_small(browser: Browser) -> None:
    for path in ("/", "/days", f"/day/{DAY}", "/table/1/shoe/3", "/table/1/shoe/3/hand/41", "/figures", "/style.css"):
        assert len(browser.get(path).body) < 50_000, path


def test_the_figures_list_what_to_look_at_on_the_recording_with_links_to_the_hands(browser: Browser, pit: Pit) -> None:
    page = browser.get(f"/figures?from={DAY}&to={DAY}")
    data = json.loads(eztrak(pit.home, "report", "--db", pit.databases[0], "--day", DAY, "--json").stdout)
    assert [one["hands"] for one in data["recording"]] == [[10], [10], [41], [10]]
    sentence = "No count is off. To review on the recording: 1 hand changed, 4 hands voided. Show the list"
    assert sentence in page.text
    assert "Table 1 3 41 12 Corrected: changed from PLAYER to TIE (supervisor 7: mis-keyed)" in page.text
    assert "Table 2 <b> 1 10 15 Corrected: voided, was " in page.text
    for address in ("/table/1/shoe/3/hand/41", "/table/2/shoe/1/hand/10"):
        assert f'href="{address}"'.encode() in page.body
        assert browser.get(address).status == 200


def test_a_period_with_nothing_to_look_at_says_so(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    keeper = Keeper(path, "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 9, 1)
    keeper.close()
    Passwords(path).set(7, PASSWORD)
    with served(tmp_path, path) as site:
        visitor = Browser(site)
        visitor.log_in()
        text = visitor.get("/figures").text
    assert "Nothing is off." in text
    assert "on the recording" not in text
