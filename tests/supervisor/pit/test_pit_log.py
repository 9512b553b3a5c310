"""The log on the page: what a supervisor is asked about a night, each in three steps at most."""

import html
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, Pit, eztrak, served

from eztrak.config.load import load
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.chain import short
from eztrak.journal.log import Asked, log
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.days import long_day
from eztrak.supervisor.pit.logbook import MOST
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of
from eztrak.table import commands as c
from eztrak.table.changes import LIMIT, NOW, Change

MANAGER = c.supervisor(9)


def test_what_happened_in_a_quarter_of_an_hour_at_all_tables(browser: Browser) -> None:
    page = browser.get(f"/log?day={YESTERDAY}&from=15:00&to=15:02")
    rows = re.findall(rf"{YESTERDAY} (15:\d\d:\d\d) (Table \d)", page.text)
    assert rows == [("15:00:00", "Table 2"), ("15:00:40", "Table 2"), ("15:01:20", "Table 2")]
    assert "hand 1: entered: " in page.text
    assert page.body.count(b"<circle") == 2, "a dot for each result on the line"
    assert b"15:01</text>" in page.body


def test_what_was_changed_at_one_table_and_by_whom(browser: Browser) -> None:
    page = browser.get(f"/log?table=1&day={YESTERDAY}&kind=corrections&role=supervisor&who=7").text
    assert re.findall(r"hand (\d+): (?:changed|inserted)", page) == ["41", "79"]
    assert "(supervisor 7: mis-keyed)" in page
    assert re.findall(r"hand (\d+):", browser.get("/log?table=1&shoe=3&hand=41").text) == ["41", "41"]


def test_corrections_by_reason_person_and_dealer(browser: Browser) -> None:
    page = browser.get(f"/corrections?from={YESTERDAY - timedelta(days=1)}&to={YESTERDAY}").text
    assert "7 corrections made from" in page
    sums = page.partition("By reason ")[2].partition(" Each correction")[0]
    assert sums == (
        "taken back 5 mis-keyed 1 not entered 1 By person the dealer 5 supervisor 7 2 By dealer of the hand"
        " Dealer 12 5 Nobody on duty 1 Dealer 15 1 By table Table 1 6 Table 2 <b> 1"
    )


def test_an_hour_that_comes_twice_is_told_whole_and_each_of_it_by_its_zone(tmp_path: Path) -> None:
    """On November 1, 2026, in Los Angeles, at nine in UTC."""
    keeper = Keeper(tmp_path / "one.db", "Table 1", 12)
    for hour in (8, 9):
        keeper.shoe(date(2026, 11, 1), hour, 89, hour)
    keeper.close()
    Passwords(tmp_path / "one.db").set(7, PASSWORD)
    (tmp_path / "t.toml").write_text('[room]\nday_starts = "06:00"\n')
    zone = {"TZ": "America/Los_Angeles"}
    with served(tmp_path, tmp_path / "one.db", config=tmp_path / "t.toml", **zone) as site:
        browser = Browser(site)
        browser.log_in()
        log = browser.get("/log?day=2026-10-31&from=01:00&to=01:30")
        hand = browser.get("/table/1/shoe/2/hand/5").body.decode()
        around = browser.get(html.unescape(re.findall(r'href="(/log\?[^"]*from=[^"]*)"', hand)[0]))
        zones = [browser.get(path).text for path in ("/day/2026-10-31", "/table/1/shoe/1", "/table/1/shoe/2/hand/5")]
    times = re.findall(r"2026-11-01 (01:\d\d:\d\d P.T) (?:Table 1 )?shoe \d, hand", log.text)
    assert (times[0], times[-1], len(times)) == ("01:00:40 PDT", "01:29:20 PST", 135)
    times = re.findall(r"2026-11-01 (01:\d\d:\d\d P.T) (?:Table 1 )?shoe \d, hand", around.text)
    assert (times[0], times[-1]) == ("01:55:20 PDT", "01:10:40 PST")
    assert b">01:56 PDT</text>" in around.body
    assert b">01:04 PST</text>" in around.body
    changed = "Local times: PDT, UTC-0700; after the change of the clocks PST, UTC-0800"
    assert [changed in zones[0], changed in zones[1], "Local times: PST, UTC-0800" in zones[2]] == [True] * 3
    lines = eztrak(tmp_path, "log", "--db", tmp_path / "one.db", "--config", tmp_path / "t.toml", "--kind", "hand",
        *("--day", "2026-10-31", "--from", "01:00", "--to", "01:30"), **zone).stdout.splitlines()  # fmt: skip
    assert len(lines) == 89 + 44


def test_moves_are_one_reason_and_tables_stand_in_their_order(tmp_path: Path) -> None:
    paths = []
    for number, start in ((1, 21), (2, 20)):
        paths.append(tmp_path / f"{number}.db")
        keeper = Keeper(paths[-1], f"Table {number}", 12)
        keeper.shoe(YESTERDAY, 20, 9, number)
        keeper.give(c.SetTerms(replace(keeper.state.terms, timer_seconds=35), MANAGER))
        keeper.at = keeper.at.replace(hour=start, minute=0, second=0)
        keeper.give(c.NewShoe(), c.RecordHand(Hand(Outcome.TIE)), c.MoveHands(1, 8, MANAGER, "floor decision"))
        keeper.give(c.MoveHands(2, 3, MANAGER, "misdeal"))
        keeper.close()
    visitor = site_of(Office(paths, style_of(load(None))), Passwords(paths[0])).test_client()
    Passwords(paths[0]).set(7, PASSWORD)
    visitor.post("/login", data={"number": "7", "password": PASSWORD})
    text = re.sub("<[^>]*>| |\n", " ", visitor.get(f"/corrections?from={YESTERDAY}&to={YESTERDAY}").text)
    assert re.findall(r"moved: (\D+?)  +(\d+)", text) == [("floor decision", "8"), ("misdeal", "8")]
    assert f"made on {long_day(YESTERDAY)}." in text
    shoe = re.sub("<[^>]*>", " ", visitor.get("/table/1/shoe/1").text)
    assert re.search(r"timer 35 s, English +supervisor 9", shoe)
    drawn = visitor.get(f"/log?day={YESTERDAY}&from=20:50&to=21:05").text
    assert re.findall(r">(Table \d)</text>", drawn) == ["Table 1"]
    drawn = visitor.get(f"/log?day={YESTERDAY}&from=20:00&to=21:00").text
    assert re.findall(r">(Table \d)</text>", drawn) == ["Table 1", "Table 2"]


def test_the_shoe_of_a_seal(browser: Browser, pit: Pit) -> None:
    lookup = Lookup(pit.databases[0])
    shoe = lookup.shoe(2)
    lookup.close()
    assert shoe is not None
    assert shoe.seal is not None
    answer = browser.get(f"/seal?seal={shoe.seal.lower().replace('-', '+')}", follow=False)
    assert answer.headers["Location"] == "/table/1/shoe/2"
    assert "No shoe of these tables ever had the seal" in browser.get("/seal?seal=7K3M").text


def test_the_running_code_of_a_recording_leads_to_its_row(browser: Browser, pit: Pit) -> None:
    (step,) = log(pit.databases[1], Asked(kinds=("hand",), shoe=1, hand=30))
    code = short(step.record.hash).lower().replace("-", " ")
    answer = browser.get(f"/seal?seal={code.replace(' ', '+')}", follow=False)
    assert answer.headers["Location"].endswith(f"#row-{step.record.seq}")
    page = browser.get(answer.headers["Location"].partition("#")[0]).body.decode()
    row = page.partition(f'id="row-{step.record.seq}"')[2].partition("</tr>")[0]
    assert "shoe 1, hand 30: entered" in row
    assert "and no row the code" in browser.get("/seal?seal=7K3M-Q2ZD-9FXA").text


def test_the_limits_when_a_hand_was_dealt_and_who_changed_them(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "one.db", "Table 1", 12)
    keeper.shoe(YESTERDAY, 20, 3, 1)
    keeper.give(c.ChangeTerms(Change(LIMIT, "", 2500, 30000), NOW, MANAGER))
    keeper.shoe(YESTERDAY, 21, 3, 1)
    keeper.close()
    eztrak(tmp_path, "pit", "password", 7, "--db", tmp_path / "one.db", said=PASSWORD + "\n")
    with served(tmp_path, tmp_path / "one.db") as site:
        browser = Browser(site)
        browser.log_in()
        limits = [
            re.search(r"the table: (minimum \d+, maximum \d+)", browser.get(f"/table/1/shoe/{shoe}/hand/3").text)
            for shoe in (1, 2)
        ]
        assert [match and match[1] for match in limits] == ["minimum 10, maximum 300", "minimum 25, maximum 300"]
        assert "minimum 25, maximum 300, after this hand (supervisor 9)" in (
            browser.get(f"/log?day={YESTERDAY}&kind=limits").text
        )


def test_a_log_that_is_too_long_for_a_page_goes_on_and_leaves_out_nothing(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "one.db", "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 80, 1)
    for hour in range(13, 18):
        keeper.shoe(YESTERDAY, hour, 80, hour)
    keeper.close()
    eztrak(tmp_path, "pit", "password", 7, "--db", tmp_path / "one.db", said=PASSWORD + "\n")
    with served(tmp_path, tmp_path / "one.db") as site:
        browser = Browser(site)
        browser.log_in()
        first = browser.get(f"/log?day={YESTERDAY}")
        assert f"There is more: from row {MOST + 1}" in first.text
        second = browser.get(f"/log?day={YESTERDAY}&after={MOST}")
    rows = [int(row) for page in (first, second) for row in re.findall(rb'<td class="n">(\d+)</td></tr>', page.body)]
    assert rows == list(range(rows[0], rows[0] + len(rows)))
    assert len(rows) > MOST
