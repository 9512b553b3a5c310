"""What the page makes of several tables at once: one order of time, and the next day on which any of them dealt."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from pit_evening import PASSWORD, YESTERDAY, Keeper, room

from eztrak.config.load import load
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of

MONDAY = YESTERDAY - timedelta(days=9)


@pytest.fixture
def visitor(tmp_path: Path) -> FlaskClient:
    """The tables dealt in turns: hands in the same minutes of Monday, and neither was closed on the same days."""
    databases = [tmp_path / "one.db", tmp_path / "two.db"]
    for number, (database, days) in enumerate(zip(databases, [(0, 2, 6), (0, 4, 5)], strict=True), 1):
        keeper = Keeper(database, f"Table {number}", 10 + number)
        for day in days:
            keeper.shoe(MONDAY + timedelta(days=day), 20, 3, number)
        keeper.close()
    Passwords(databases[0]).set(7, PASSWORD)
    client = site_of(Office(databases, style_of(load(None))), Passwords(databases[0])).test_client()
    assert client.post("/login", data={"number": "7", "password": PASSWORD}).status_code == 303
    return client


def test_the_log_of_several_tables_has_one_order(visitor: FlaskClient) -> None:
    page = visitor.get(f"/log?day={MONDAY}&kind=hands").text
    rows = [re.sub("<.*?>", " ", row) for row in re.findall("(?s)<tr.*?</tr>", page) if "entered" in row]
    tables = [re.findall(r"Table \d", row)[0] for row in rows]
    assert tables == ["Table 1", "Table 2"] * 3


def test_every_kind_of_correction_is_marked_in_the_log(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    client = site_of(Office([first], style_of(load(None))), Passwords(first)).test_client()
    client.post("/login", data={"number": "7", "password": PASSWORD})
    rows = re.findall("(?s)<tr[^>]*>.*?</tr>", client.get(f"/log?day={YESTERDAY}&kind=hands").text)
    marked = {
        word for row in rows if 'class="corrected"' in row for word in ("voided", "changed", "inserted") if word in row
    }
    assert marked == {"voided", "changed", "inserted"}
    assert not any('class="corrected"' in row for row in rows if "entered:" in row)


def test_corrections_of_several_tables_have_one_order(tmp_path: Path) -> None:
    databases = [tmp_path / "one.db", tmp_path / "two.db"]
    for number, (database, hours) in enumerate(zip(databases, [(18, 22), (20,)], strict=True), 1):
        keeper = Keeper(database, f"Table {number}", 10 + number)
        for hour in hours:
            keeper.shoe(YESTERDAY, hour, 12, number)  # the tenth is taken back
        keeper.close()
    Passwords(databases[0]).set(7, PASSWORD)
    client = site_of(Office(databases, style_of(load(None))), Passwords(databases[0])).test_client()
    client.post("/login", data={"number": "7", "password": PASSWORD})
    page = client.get(f"/corrections?from={YESTERDAY}&to={YESTERDAY}").text
    rows = [row for row in re.findall("(?s)<tr.*?</tr>", page) if "voided" in row]
    assert [re.findall(r"Table \d", row)[0] for row in rows] == ["Table 1", "Table 2", "Table 1"]


def test_the_day_before_is_the_latest_on_which_any_table_dealt(visitor: FlaskClient) -> None:
    def around(day: int) -> list[str]:
        page = visitor.get(f"/day/{MONDAY + timedelta(days=day)}").text
        return [
            match[1] if (match := re.search(rf'rel="{way}" href="/day/([-\d]+)"', page)) else ""
            for way in ("prev", "next")
        ]

    dealt = {day: str(MONDAY + timedelta(days=day)) for day in range(7)}
    assert around(0) == ["", dealt[2]]
    assert around(3) == [dealt[2], dealt[4]]
    assert around(5) == [dealt[4], dealt[6]]
    assert around(6) == [dealt[5], ""]


def test_hands_and_shoes_lead_to_the_ones_beside_them(visitor: FlaskClient) -> None:
    def beside(path: str) -> list[str]:
        page = visitor.get(f"/table/1/shoe/{path}").text
        return [
            match[1] if (match := re.search(rf'rel="{way}" href="[^"]*/(\d+)"', page)) else ""
            for way in ("prev", "next")
        ]

    assert [beside(f"1/hand/{hand}") for hand in (1, 2, 3)] == [["", "2"], ["1", "3"], ["2", ""]]
    assert [beside(str(shoe)) for shoe in (1, 2, 3)] == [["", "2"], ["1", "3"], ["2", ""]]


def test_a_shoe_says_which_one_of_its_day_it_is(visitor: FlaskClient) -> None:
    page = re.sub(r"(?s)<.*?>|\s+", " ", visitor.get("/table/1/shoe/2").text)
    assert "1st shoe of " in page
