"""What the pages tell, over HTTP from the page as people start it."""

import csv
import io
import json
from datetime import timedelta

import pytest
from pit_evening import YESTERDAY, Browser, Pit

from eztrak.journal.history import History

DAY = YESTERDAY.isoformat()


def test_the_box_leads_from_day_shoe_and_hand_to_the_correction(browser: Browser) -> None:
    hand = browser.get(f"/find?table=1&day={DAY}&shoe=2&hand=41")
    assert "Hand 41: Tie" in hand.text
    assert "Corrected once." in hand.text
    assert "Entered: Player dealer 12" in hand.text
    assert "14:54:00 Changed from Player to Tie supervisor 7 mis-keyed" in hand.text


def test_without_a_day_the_box_takes_the_shoes_own_number(browser: Browser) -> None:
    assert "Table 1, shoe 2" in browser.get("/find?table=1&day=&shoe=2&hand=").text


def test_without_a_shoe_the_box_shows_the_day(browser: Browser) -> None:
    day = browser.get(f"/find?table=1&day={DAY}&shoe=&hand=").text
    assert "Table 1 3 shoes, 178 hands, 3 void (1.7 % of those entered)." in day
    assert "2nd Shoe 3 14:00 – 16:00 78" in day


def test_the_number_of_a_shoe_of_that_day_is_understood_too(browser: Browser) -> None:
    assert "Table 1, shoe 4" in browser.get(f"/find?table=1&day={DAY}&shoe=4&hand=").text


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/table/1/shoe/99", 404, "Table 1 has no shoe 99; the newest is shoe 4."),
        ("/table/1/shoe/3/hand/80", 404, "Shoe 3 of Table 1 has no hand 80; it has hands 1 to 79."),
        ("/table/9/shoe/1", 404, "There is no table 9 here"),
        ("/table/3/shoe/1", 503, "missing.db: there is no such file; the board creates it"),
        ("/table/1/shoe/99999999999999999999", 404, "There is no page"),
        ("/table/1/shoe/99/hands.csv", 404, "Table 1 has no shoe 99."),
        ("/table/1/shoe/3/hands.exe", 404, "There is no download as exe; there are csv, json."),
        ("/day/yesterday", 404, "“yesterday” is no day; one is written as 2026-01-31."),
        ("/table/1/day/0001-01-01/hands.csv", 404, "“0001-01-01” is no day"),
        ("/dealers?from=2026-01-01&to=2026-12-31", 404, "A period goes forward and has at most 31 days"),
        ("/dealers?from=x", 404, "“x” is no day"),
        (f"/find?day={DAY}&shoe=9", 404, "and so no 9th one."),
        (f"/find?day={DAY}&hand=41", 404, "Which shoe?"),
        ("/find?shoe=two", 404, "“two” is no number of a shoe."),
        ("/find?day=x", 404, "“x” is no day"),
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
    assert "Table 1 Shoe 4 since" in now
    assert "Last entered: hand 60 , Player" in now


def test_what_was_typed_as_a_name_stays_text(browser: Browser) -> None:
    assert b"Table 2 <b>" not in browser.get("/").body
    assert b"Table 2 &lt;b&gt;" in browser.get("/").body


def test_a_shoe_shows_its_counts_seal_roads_and_corrections(browser: Browser, pit: Pit) -> None:
    history = History(pit.databases[0])
    shoe = next(history.shoes(3))
    history.close()
    page = browser.get("/table/1/shoe/3")
    assert f"Seal {shoe.seal}" in page.text
    assert f"Banker {shoe.stats.banker} " in page.text
    for road in ("Bead plate", "Big road", "Big Eye Boy", "Small Road", "Cockroach Pig"):
        assert f'role="img" aria-label="{road}"'.encode() in page.body
    assert "Hand 10 " in page.text
    assert "Inserted after hand 5: Player supervisor 7 not entered" in page.text


def test_dealers_have_their_pace_and_void_rate(browser: Browser) -> None:
    """A hand every 40 seconds is 90 an hour."""
    told = browser.get(f"/dealers?from={YESTERDAY - timedelta(days=1)}&to={DAY}").text
    assert "Dealer 12 230 90 2.5 4 1.7 % 5" in told
    assert "Dealer 15 60 90 0.7 1 1.7 % 1" in told


def test_the_days_are_listed_newest_first(browser: Browser) -> None:
    told = browser.get("/days").text
    assert "Table 1, Table 2 <b> 4 237 4 1.7 % 6" in told
    assert told.index("4 237 4") < told.index("1 49 1")


def test_downloads_hold_every_hand_in_the_order_of_play(browser: Browser) -> None:
    answer = browser.get("/table/1/shoe/3/hands.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="table-1-shoe-3.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert answer.body.startswith(b"shoe,hand,outcome,natural,free,voided,dragon7,panda8,entered_at,")
    assert [row["hand"] for row in rows[4:7]] == ["5", "79", "6"]
    assert (rows[41]["hand"], rows[41]["outcome"], rows[41]["corrected"]) == ("41", "T", "1")
    day = json.loads(browser.get(f"/table/1/day/{DAY}/hands.json").body)
    assert [str(hand["hand"]) for hand in day if hand["shoe"] == 3] == [row["hand"] for row in rows]
    assert {hand["shoe"] for hand in day} == {2, 3, 4}
    assert json.loads(browser.get("/table/1/day/2020-01-01/hands.json").body) == []


def test_pages_are_small(browser: Browser) -> None:
    for path in ("/", "/days", f"/day/{DAY}", "/table/1/shoe/3", "/table/1/shoe/3/hand/41", "/dealers", "/style.css"):
        assert len(browser.get(path).body) < 50_000, path
