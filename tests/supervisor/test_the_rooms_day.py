"""A room that deals until three has nights of its own, on screen, on paper and on the page."""

import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from night import BOSS, Night, hand_of
from pit.pit_evening import PASSWORD, Browser, Keeper, eztrak, served

from eztrak.cli import main
from eztrak.release import check
from eztrak.table import commands as c
from eztrak.voice import day

Capture = pytest.CaptureFixture[str]
YESTERDAY = date.today() - timedelta(days=1)


@pytest.fixture(autouse=True)
def midnight() -> Iterator[None]:
    yield
    day.begin("00:00")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TZ", "UTC")
    path = tmp_path / ".config/eztrak/eztrak.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[room]\nday_starts = "06:00"\n')
    return path


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Shoes that start on January 5 at 20:01, on January 6 at 1:32 and at 7:03."""
    night = Night(tmp_path / "t.db")
    for hours in (0, 5.5, 5.5):
        night.wait(hours * 3600).shoe(3)
    return night.close()


def listed(history: Path, capsys: Capture, *words: str) -> list[str]:
    assert main(["shoes", "--db", str(history), *words]) == 0
    return re.findall(r"(?<=Table 1  ).*?(?=  EZ)", capsys.readouterr().out)


def test_a_shoe_after_midnight_is_of_the_night_before(history: Path, capsys: Capture) -> None:
    assert listed(history, capsys, "--day", "2026-01-05") == [
        "1st of 2026-01-05  20:01 to 01:34 +1 day (UTC)",
        "2nd of 2026-01-05  01:34 +1 day to 07:07 +1 day (UTC)",
    ]
    assert listed(history, capsys, "--day", "2026-01-06") == ["1st of 2026-01-06  07:07 to now (UTC)"]


def test_without_a_word_from_the_room_a_day_begins_at_midnight(history: Path, config: Path, capsys: Capture) -> None:
    config.unlink()
    assert [line[:17] for line in listed(history, capsys)] == [
        "1st of 2026-01-05",
        "1st of 2026-01-06",
        "2nd of 2026-01-06",
    ]


def test_a_report_of_the_night_has_all_its_shoes_and_says_when_it_began(history: Path, capsys: Capture) -> None:
    assert main(["report", "--db", str(history), "--day", "2026-01-05", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {name: of["shoes"] for name, of in figures["days"].items()} == {"2026-01-05": 2}
    for words in (["--day", "2026-01-05"], ["--shoe", "2"]):
        assert main(["report", "--db", str(history), *words, "--out", "t.pdf", "--force"]) == 0
        text = " ".join(subprocess.check_output(["pdftotext", "-layout", "t.pdf", "-"], text=True).split())
        assert "Monday, January 5, 2026" in text
        assert "A day begins at 06:00." in text
    assert "01:34 +1 day to 07:07 +1 day; 2nd shoe of the day" in text


def test_yesterday_on_the_page_is_the_rooms(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "one.db", "Table 1", 12)
    keeper.shoe(YESTERDAY - timedelta(days=1), 20, 20, 1)
    keeper.shoe(YESTERDAY, 2, 20, 2)
    keeper.close()
    eztrak(tmp_path, "pit", "password", 7, "--db", tmp_path / "one.db", said=PASSWORD + "\n")
    with served(tmp_path, tmp_path / "one.db") as site:
        browser = Browser(site)
        browser.log_in()
        page = browser.get(f"/find?day={YESTERDAY - timedelta(days=1)}&shoe=2&table=1").text
    assert "Table 1, shoe 2" in page
    assert "02:00 +1 day to" in " ".join(page.split())
    assert "A day begins at 06:00." in page


def test_a_shoe_ends_when_its_table_was_closed_and_not_with_the_next_days_first_key(
    tmp_path: Path, capsys: Capture
) -> None:
    night = Night(tmp_path / "t.db").shoe(3)
    night.wait(600).give(c.CloseTable(BOSS)).wait(600).give(c.OpenTable(BOSS)).rounds("P")  # a break is no end
    night.wait(600).give(c.CloseTable(BOSS))
    night.wait(60).give(c.InsertHand(1, 4, hand_of("B"), BOSS, "not entered"))
    ended = "1st of 2026-01-05  20:01 to 20:34 (UTC)"
    assert listed(night.path, capsys) == [ended]
    night.wait(19 * 3600).give(c.OpenTable(BOSS))
    assert listed(night.path, capsys) == ["1st of 2026-01-05  20:01 to now (UTC)"]
    night.shoe(1).close()
    assert listed(night.path, capsys)[0] == ended
    sheet = tmp_path / "sheet"
    assert main(["export", "--db", str(night.path), "--format", "csv", "--out", str(sheet), "--shoe", "1"]) == 0
    with (sheet / "shoes.csv").open(encoding="utf-8-sig", newline="") as file:
        (shoe,) = csv.DictReader(file)
    assert shoe["ended_at"] == "2026-01-06T15:36:00.000Z"  # as the journal has it
    assert shoe["local_end"] == "2026-01-05 20:34:00"
    for proof in (["-m", "eztrak", "verify"], [check.__file__]):
        subprocess.run([sys.executable, *proof, sheet], check=True, capture_output=True)


def test_the_zone_of_a_page_is_that_of_its_own_day(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "one.db", "Table 1", 12)
    for started in (date(2026, 1, 30), date(2026, 7, 30)):
        keeper.shoe(started, 20, 3, 1)
    keeper.close()
    eztrak(tmp_path, "pit", "password", 7, "--db", tmp_path / "one.db", said=PASSWORD + "\n")
    with served(tmp_path, tmp_path / "one.db", TZ="America/Los_Angeles") as site:
        browser = Browser(site)
        browser.log_in()
        for path, zone in (("/day/2026-01-30", "PST, UTC-0800"), ("/table/1/shoe/2", "PDT, UTC-0700")):
            assert f"Local times: {zone}" in browser.get(path).text


@pytest.mark.parametrize("wrong", ['"6"', '"24:00"', '"6:00"', "6"])
def test_a_day_that_cannot_begin_so_is_refused_in_words(wrong: str, config: Path, capsys: Capture) -> None:
    config.write_text(f"[room]\nday_starts = {wrong}\n")
    assert main(["config", "check", str(config)]) == 2
    assert "room.day_starts" in (said := capsys.readouterr().err)
    assert "must be a time of day, such as 06:00" in said
