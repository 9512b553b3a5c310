"""What a supervisor comes for, in a real browser: each task in three steps at the most; and nobody is shut out by how
the page looks, which axe-core judges at four sizes, light and dark."""

import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe import axe
from pit_chromium import Chromium, chromium
from pit_evening import PASSWORD, YESTERDAY, Keeper, Pit, eztrak, room, served

from eztrak.journal.lookup import Lookup
from eztrak.table import commands as c
from eztrak.table.terms import Limit

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")
DAY = YESTERDAY.isoformat()
SIZES = {"wall": (1920, 1080), "office": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
PAGES = (
    *("/", "/days", f"/day/{DAY}", "/table/1/shoe/3", "/table/1/shoe/3/hand/41", f"/figures?to={DAY}", "/table/1"),
    *("/dealer/12", f"/log?day={DAY}&from=14:00&to=14:15", "/corrections", "/table/1/shoe/99"),
)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """The room, and what else happened at its second table: closed at eight, other limits at nine."""
    home = tmp_path_factory.mktemp("tasks")
    first, second = room(home)
    keeper = Keeper(second, "Table 2 <b>", 15)
    for hour, command in (
        (20, c.CloseTable(c.supervisor(8))),
        (21, c.SetTerms(replace(keeper.state.terms, limit=Limit(2000, 50000), open=False), c.supervisor(7))),
    ):
        keeper.at = datetime(YESTERDAY.year, YESTERDAY.month, YESTERDAY.day, hour, tzinfo=UTC)
        keeper.give(command)
    keeper.close()
    eztrak(home, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    with served(home, first, second) as site:
        yield Pit(site, home, (first, second))


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
    changed = steps().click("Log").fill(LOG, day=DAY, kind="limits").text
    assert "21:00:00 Table 2 <b> in force: EZ Baccarat Panda 8, 8 decks" in changed
    assert "the table: minimum 20, maximum 500" in changed
    assert "(supervisor 7)" in changed  # who changed them, on a day
    closed = steps().click("Log").fill(LOG, day=DAY, kind="table").text
    assert "20:00:00 Table 2 <b> the table was closed (supervisor 8)" in closed
    quarter = steps().click("Log").fill(LOG, day=DAY, from_="14:20", to="14:35").text
    assert "shoe 3, hand 41: entered: PLAYER (dealer 12)" in quarter
    assert "hand 29" not in quarter
    reasons = steps().click("Log").click("Corrections by reason, person and dealer").text
    assert "By reason" in reasons or "0 corrections made" in reasons  # on the first of a month
    voids = steps().click("Figures").click("Void rate").click("Dealer 12").text
    assert "Shoe 3, hand 10" in voids  # who voids most, and those hands
    off = steps().click("Figures").text
    assert "To look at on the recording" in off or "OFF:" in off  # which table, and why
    sealed = steps().click("Log").fill(SEAL, seal=shoe.seal).text
    assert sealed.startswith(("Table 1, shoe 3", f"{YESTERDAY:%A}"))
    month = steps().click("Figures").fill("form[action='/figures']", from_=DAY, to=DAY)
    packed = opened.download("Excel, all tables", tmp_path)
    assert month.taken == 2
    with zipfile.ZipFile(packed) as found:
        names = [Path(name).name for name in found.namelist()]
    assert names == ["01-table-1.xlsx", "02-table-2-b.xlsx"]


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
