"""What a supervisor comes for, in a real browser: each task in three steps at the most; and nobody is shut out by how
the page looks, which axe-core judges at four sizes, light and dark."""

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import openpyxl
import pytest
from axe import axe
from pit_chromium import Chromium, chromium
from pit_evening import PASSWORD, YESTERDAY, Keeper, Pit, eztrak, room, served

from eztrak.game.hand import Hand, Outcome
from eztrak.journal.lookup import Lookup
from eztrak.table import commands as c
from eztrak.table.terms import Limit

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")
DAY = YESTERDAY.isoformat()
FRIDAY = YESTERDAY - timedelta(days=(YESTERDAY.weekday() - 4) % 7)  # the last that is over
SIZES = {"wall": (1920, 1080), "office": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
PAGES = (
    *("/", "/days", f"/day/{DAY}", "/table/1/shoe/3", "/table/1/shoe/3/hand/41", f"/figures?to={DAY}", "/table/1"),
    *("/dealer/12", f"/log?day={DAY}&from=14:00&to=14:15", "/corrections", "/table/1/shoe/99"),
    f"/log?table=1&day={DAY}&from=14:00&to=14:15#row-170",  # the row of a code from a recording
)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """The room, whose second table was closed at eight, and two more tables that dealt in January. The third had other
    limits last Friday, void hands yesterday, and corrections today."""
    home = tmp_path_factory.mktemp("tasks")
    first, second = room(home)
    third, fourth = home / "three.db", home / "four.db"
    keeper = Keeper(second, "Table 2 <b>", 15)
    keeper.at = _at(YESTERDAY, 20)
    keeper.give(c.CloseTable(c.supervisor(8)))
    keeper.close()
    keeper = Keeper(third, "Table 3", 16)
    keeper.shoe(date(2026, 1, 10), 20, 40, 6)
    keeper.at = _at(FRIDAY, 15)  # before the shoe of yesterday, which may be a Friday
    other = replace(keeper.state.terms, limit=Limit(2000, 50000))
    keeper.give(c.CloseTable(c.supervisor(9)), c.SetTerms(other, c.supervisor(9)), c.OpenTable(c.supervisor(9)))
    keeper.shoe(YESTERDAY, 18, 40, 7)
    for _ in range(20):
        keeper.at += timedelta(seconds=40)
        keeper.give(c.RecordHand(Hand(Outcome.BANKER)), c.TakeBack())
    keeper.at = _at(datetime.now(UTC).date(), 0)
    keeper.give(*(c.VoidHand(2, hand, c.supervisor(8), "spilled drink") for hand in (12, 13)))
    keeper.close()
    keeper = Keeper(fourth, "Table 4", 17)
    keeper.shoe(date(2026, 1, 31), 22, 50, 8)
    keeper.close()
    eztrak(home, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    with served(home, first, second, third, fourth) as site:
        yield Pit(site, home, (first, second))


def _at(day: date, hour: int) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, pit: Pit) -> Iterator[Chromium]:
    """A browser in which supervisor 7 has logged in."""
    assert PROGRAM is not None
    with chromium(PROGRAM, tmp_path_factory.mktemp("profile")) as browser:
        browser.size(*SIZES["office"])
        browser.open(pit.site + "/")
        browser.submit(number="7", password=PASSWORD)
        yield browser


class Steps:
    """From the page that they log in to; each thing that a person does counts."""

    def __init__(self, browser: Chromium, site: str) -> None:
        self._browser, self.taken = browser, 0
        browser.size(*SIZES["office"])
        browser.open(site + "/")

    def click(self, link: str) -> "Steps":
        self.taken += 1
        self._browser.click(link)
        return self

    def fill(self, form: str, **fields: str) -> "Steps":
        """One form, filled in and sent."""
        self.taken += 1
        typed = "".join(
            f"f.elements[{json.dumps(name.rstrip('_'))}].value = {json.dumps(text)};" for name, text in fields.items()
        )
        send = f"const f = document.querySelector({json.dumps(form)}); {typed} f.requestSubmit();"
        self._browser._loads(lambda: self._browser.value(f"(() => {{ {send} }})()"))
        return self

    def download(self, link: str, folder: Path) -> Path:
        self.taken += 1
        return self._browser.download(link, folder)

    @property
    def text(self) -> str:
        assert self.taken <= 3
        return " ".join(str(self._browser.value("document.querySelector('main').innerText")).split())


FIND, LOG, SEAL = ".find", "form[action='/log']", "form[action='/seal']"


def test_what_a_supervisor_comes_for_takes_three_steps_at_the_most(opened: Chromium, pit: Pit, tmp_path: Path) -> None:
    def steps() -> Steps:
        return Steps(opened, pit.site)

    lookup = Lookup(pit.databases[0])
    shoe = lookup.shoe(3)
    lookup.close()
    assert shoe is not None
    assert shoe.seal

    limits = steps().fill(FIND, day=DAY, shoe="2", hand="41").text
    assert "the table: minimum 10, maximum 300" in limits  # when that hand was dealt
    changed = steps().click("Log").fill(LOG, day=FRIDAY.isoformat(), kind="limits").text
    limited = r"15:00:00 (Table 3) in force: .*? the table: (minimum \d+, maximum \d+).*?\((.*?)\)"
    assert re.findall(limited, changed) == [("Table 3", "minimum 20, maximum 500", "supervisor 9")]  # last Friday
    closed = steps().click("Log").fill(LOG, day=DAY, kind="table").text
    assert "20:00:00 Table 2 <b> the table was closed (supervisor 8)" in closed
    quarter = steps().click("Log").fill(LOG, day=DAY, from_="14:20", to="14:35").text
    assert re.findall(r"shoe 3, hand (\d+): entered", quarter) == [str(hand) for hand in range(30, 53)]
    reasons = steps().click("Log").click("Corrections by reason, person and dealer").text
    assert re.search(r"By reason (\D+ \d+ )*spilled drink 2 (\D+ \d+ )*By person", reasons)  # of this month
    voids = steps().click("Figures").click("Void rate")
    assert opened.value("document.querySelector('#by-dealer ~ table tbody th').innerText") == "Dealer 16"  # voids most
    hands = re.findall(r"Shoe (\d+), hand (\d+) Table 3", voids.click("Dealer 16").text)
    assert sorted(int(hand) for shoe, hand in hands if shoe == "2") == [10, 12, 13, *range(41, 61)]
    off = steps().click("Figures").text
    assert re.search(r"OFF: Table 3: 38\.3 % void, the others \d+\.\d %: more than chance explains\.", off)
    sealed = steps().click("Log").fill(SEAL, seal=shoe.seal).text
    assert shoe.seal in sealed
    assert opened.value("location.pathname") == "/table/1/shoe/3"
    month = steps().click("Figures").fill("form[action='/figures']", from_="2026-01-01", to="2026-01-31")
    book = openpyxl.load_workbook(month.download("One workbook of all tables", tmp_path))
    assert month.taken == 3
    _, *days = book["summary"].iter_rows(values_only=True)
    head = [cell.value for cell in book["summary"][1]]
    lines = [dict(zip(head, day, strict=True)) for day in days]
    assert [(str(one["day"])[:10], one["table_name"], one["shoes"], one["hands"], one["voided"]) for one in lines] == [
        ("2026-01-10", "Table 3", 1, 39, 1),
        ("2026-01-31", "Table 4", 1, 49, 1),
        ("total", None, 2, 88, 2),
    ]
    with zipfile.ZipFile(opened.download("Excel, all tables", tmp_path)) as archive:
        assert [Path(name).name for name in archive.namelist()] == ["03-table-3.xlsx", "04-table-4.xlsx"]


def test_axe_finds_nothing_at_four_sizes_light_and_dark(opened: Chromium, pit: Pit) -> None:
    script = axe()
    wrong = []
    for path in PAGES:
        opened.size(*SIZES["office"])
        opened.open(pit.site + path)
        opened.value(script)
        for scheme in ("light", "dark"):
            opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for size, shape in SIZES.items():
                opened.size(*shape)
                wrong += [(path, scheme, size, *one) for one in _violations(opened)]
    opened.call("Emulation.setEmulatedMedia", features=[])
    assert wrong == [], "\n".join(map(str, wrong))


def _violations(browser: Chromium) -> list[tuple[str, str]]:
    """Of what axe finds: the rule and the first element."""
    run = (
        "axe.run(document, {resultTypes: ['violations'], elementRef: false}).then(found => found.violations.map(one =>"
    )
    asked = f"{run} [one.id, one.nodes[0].html.slice(0, 160), one.nodes[0].failureSummary]))"
    reply = browser.call("Runtime.evaluate", expression=asked, awaitPromise=True, returnByValue=True)
    assert "exceptionDetails" not in reply, reply
    return [tuple(one) for one in reply["result"]["value"]]


def test_the_tables_keep_themselves_up_to_date_and_say_when_nothing_new_comes(opened: Chromium, pit: Pit) -> None:
    opened.size(*SIZES["office"])
    opened.open(pit.site + "/")
    before = opened.value("document.querySelector('#tables .lead small').innerText")
    opened.wait(f"document.querySelector('#tables .lead small').innerText !== {json.dumps(before)}")
    assert opened.value("document.getElementById('old').hidden")
    opened.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    opened.wait("!document.getElementById('old').hidden")
    opened.call(
        "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
    )
    opened.wait("document.getElementById('old').hidden")
