"""A program asks the page: with the token it gets what an export has, without one nothing, and anybody is told whether
it works."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, eztrak, room, served

from eztrak.config.load import load
from eztrak.journal.daily import Daily
from eztrak.supervisor.pit.accesses import Accesses
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of

TOKEN = "0123456789abcdef" * 3


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("api")
    first, second = room(home)
    (home / "token").write_text(f"{TOKEN}\n")
    (home / "config.toml").write_text(f"[pit]\ntoken = {str(home / 'token')!r}\n")
    eztrak(home, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    with served(home, first, second, config=home / "config.toml") as address:
        yield address


def asked(site: str, path: str, token: str = TOKEN) -> tuple[int, Any]:
    request = urllib.request.Request(site + path, headers={"Authorization": f"Bearer {token}"} if token else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as fault:
        with fault:
            return fault.code, json.loads(fault.read())


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "0", "é" * 48])
def test_without_the_token_nothing_is_told(site: str, token: str) -> None:
    for path in ("/api/1/tables", "/api/1/days", "/api/1/table/1/shoe/3"):
        status, output = asked(site, path, token)
        assert (status, list(output)) == (401, ["error"])


def test_a_log_in_is_no_token(site: str) -> None:
    browser = Browser(site)
    browser.log_in()
    assert browser.get("/api/1/tables").status == 401


def test_days_are_those_that_the_history_has(site: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    status, output = asked(site, f"/api/1/days?from={YESTERDAY}&to={YESTERDAY}&table=1")
    assert (status, output["version"]) == (200, 1)
    (home,) = tmp_path_factory.getbasetemp().glob("api0")
    with Daily(home / "one.db") as daily:
        expected = daily.dealt(YESTERDAY, YESTERDAY)
    assert output["days"] == [
        {
            "place": 1,
            "day": str(YESTERDAY),
            "table": "Table 1",
            "dealer": one.dealer,
            "game": one.game.id,
            "decks": 8,
            "shoes": one.shoes,
            "hands": one.stats.hands,
            "free": 0,
            "voided": one.voided,
            "corrected": one.corrected,
            "timed_hands": one.paced,
            "timed_seconds": one.seconds,
            "counts": dict(one.stats.counts),
        }
        for one in expected
    ]
    assert [(one.voided, one.corrected) for one in expected if one.dealer == 12] == [(3, 4)]


def test_the_tables_are_told_with_their_newest_shoe(site: str) -> None:
    _, output = asked(site, "/api/1/tables")
    assert [{name: value for name, value in table.items() if name != "row"} for table in output["tables"]] == [
        {
            "place": place,
            "table": name,
            "fault": None,
            "shoe": shoe,
            "started_at": f"{YESTERDAY}T{hour}:00:00.000Z",
            "ended_at": None,
            "hands": hands,
        }
        for place, name, shoe, hour, hands in ((1, "Table 1", 4, 16, 29), (2, "Table 2 <b>", 1, 15, 59))
    ]


def test_a_shoe_comes_with_its_hands_and_corrections(site: str) -> None:
    _, tables = asked(site, "/api/1/tables")
    assert [(table["place"], table["fault"]) for table in tables["tables"]] == [(1, None), (2, None)]
    status, output = asked(site, "/api/1/table/1/shoe/3")
    assert (status, output["shoe"]["shoe"], output["shoe"]["day"]) == (200, 3, str(YESTERDAY))
    assert len(output["hands"]) == output["shoe"]["hands"] + output["shoe"]["voided"]
    assert [row["correction"] for row in output["corrections"]] == ["void", "change", "insert"]
    dealt = {row["hand"]: row["dealer"] for row in output["hands"]}
    assert [row["dealer"] for row in output["corrections"]] == [dealt[row["hand"]] for row in output["corrections"]]
    _, listed = asked(site, f"/api/1/shoes?from={YESTERDAY}&to={YESTERDAY}&table=1")
    assert output["shoe"] in [{k: v for k, v in shoe.items() if k != "place"} for shoe in listed["shoes"]]
    assert asked(site, "/api/1/table/1/shoe/99")[0] == asked(site, "/api/1/table/9/shoe/1")[0] == 404
    status, said = asked(site, "/api/1/days?from=never")
    assert (status, said["error"][:24]) == (400, "“never” is not a day; ty")


def test_what_is_too_much_for_one_answer_is_refused_in_words(site: str) -> None:
    for path, most in (("shoes", 31), ("days", 366)):
        first = YESTERDAY - timedelta(days=most - 1)
        assert asked(site, f"/api/1/{path}?from={first}&to={YESTERDAY}")[0] == 200
        status, said = asked(site, f"/api/1/{path}?from={first - timedelta(days=1)}&to={YESTERDAY}")
        assert (status, said["error"]) == (400, f"Ask for a first day before the last, and for at most {most} days.")


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_told(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    keeper = Keeper(path, "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 3, 1)
    keeper.close()
    office = Office([path, tmp_path / "missing.db"], style_of(load(None)), token=TOKEN)
    program = site_of(office, Passwords(path)).test_client()
    period = f"from={YESTERDAY}&to={YESTERDAY}"
    for what, count in (("tables", 2), (f"days?{period}", 1), (f"shoes?{period}", 1)):
        answer = program.get(f"/api/1/{what}", headers={"Authorization": f"Bearer {TOKEN}"})
        assert (answer.status_code, len(answer.json[what.partition("?")[0]])) == (200, count)


def test_what_programs_read_is_on_the_pages_own_record_once_an_hour(tmp_path: Path) -> None:
    path, now = tmp_path / "one.db", [datetime(2026, 1, 5, 20, tzinfo=UTC)]
    keeper = Keeper(path, "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 3, 1)
    keeper.close()
    office = Office([path], style_of(load(None)), wall=lambda: now[0], token=TOKEN)
    program = site_of(office, Passwords(path)).test_client()

    def ask(what: str, token: str) -> None:
        program.get(f"/api/1/{what}", headers={"Authorization": f"Bearer {token}"})

    for minutes in (0, 10, 70):
        now[0] = datetime(2026, 1, 5, 20, tzinfo=UTC) + timedelta(minutes=minutes)
        ask("days?from=2026-01-01&to=2026-01-05", TOKEN)
        ask("tables", "wrong")
    ask("table/1/shoe/1", TOKEN)
    ask("table/1/shoe/9", TOKEN)
    rows, faults = Accesses(path, lambda: now[0]).read()
    read = "a program at 127.0.0.1 read /api/1/"
    assert faults == []
    assert [str(one.said) for one in rows] == [
        *(f"{read}days?from=2026-01-01&to=2026-01-05", "a program without the token asked from 127.0.0.1") * 2,
        f"{read}table/1/shoe/1",
    ]


def test_anybody_is_told_whether_it_works_and_programs_are_off_unless_wanted(tmp_path: Path, site: str) -> None:
    assert asked(site, "/healthz", "") == (200, {"ok": True})
    first, _ = room(tmp_path)
    eztrak(tmp_path, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    with served(tmp_path, first, tmp_path / "missing.db") as address:
        assert asked(address, "/healthz", "") == (503, {"ok": False})
        browser = Browser(address)
        browser.log_in()
        assert browser.get("/api/1/tables").status == 404


def test_a_token_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    (tmp_path / "token").write_text("secret\n")
    (tmp_path / "config.toml").write_text(f"[pit]\ntoken = {str(tmp_path / 'token')!r}\n")
    eztrak(tmp_path, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    said = eztrak(tmp_path, "pit", "--on", "--port", "0", "--db", first, "--config", tmp_path / "config.toml")
    assert said.returncode == 1
    assert "has no token of 32 letters or more" in said.stderr
