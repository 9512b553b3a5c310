"""The page in a real browser: found by a stranger, by keys alone, for every eye, on paper."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pit_chromium import Chromium, chromium
from pit_evening import PASSWORD, YESTERDAY, Pit, eztrak

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")

SHOE = "/table/1/shoe/3"
PAGES = ("/", "/days", f"/day/{YESTERDAY}", SHOE, f"{SHOE}/hand/41", "/figures", "/table/1/shoe/99")
SIZES = {"office": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    assert PROGRAM is not None
    with chromium(PROGRAM, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def office(opened: Chromium, pit: Pit) -> Chromium:
    """A browser in which supervisor 7 has just logged in."""
    opened.size(*SIZES["office"])
    opened.call("Network.clearBrowserCookies")
    opened.open(pit.site + "/")
    opened.submit(number="7", password=PASSWORD)
    opened.events.clear()
    return opened


def heading(browser: Chromium) -> str:
    text: str = browser.value("document.querySelector('h1').innerText")
    return " ".join(text.split())


def test_a_stranger_finds_hand_41_of_yesterdays_second_shoe_with_the_box(office: Chromium) -> None:
    office.submit(day=YESTERDAY.isoformat(), shoe="2", hand="41")
    assert heading(office) == "Hand 41: TIE"
    assert "changed from PLAYER to TIE" in office.value("document.querySelector('tr.corrected').innerText")


def test_a_stranger_finds_it_by_following_links_too(office: Chromium, tmp_path: Path) -> None:
    for link in ("Yesterday", "Shoe 3", "41"):
        office.click(link)
    assert heading(office) == "Hand 41: TIE"
    office.printout(tmp_path / "hand.pdf")
    assert (tmp_path / "hand.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
def test_a_stranger_has_the_hand_its_correction_and_its_printout_in_two_steps(office: Chromium, tmp_path: Path) -> None:
    office.submit(day=YESTERDAY.isoformat(), shoe="2", hand="41")
    assert "supervisor 7" in office.value("document.querySelector('tr.corrected').innerText")
    printout = office.download("PDF to print", tmp_path)
    assert printout.name == "table-1-shoe-3.pdf"
    text = subprocess.run(["pdftotext", "-layout", printout, "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("\f") == 1
    assert re.search(r"41 +changed from PLAYER to TIE +supervisor 7 .* mis-keyed", text)


@pytest.mark.parametrize("link", ["Excel", "CSV", "JSON lines"])
def test_every_export_comes_whole_and_is_proved(office: Chromium, pit: Pit, tmp_path: Path, link: str) -> None:
    office.open(f"{pit.site}/day/{YESTERDAY}")
    file = office.download(link, tmp_path)
    proved = eztrak(tmp_path, "verify", file)
    assert (proved.returncode, "3 shoes, 178 hands, 3 void, " in proved.stdout) == (0, True), proved
    complaints = [e for e in office.events if e["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")]
    assert complaints == []


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
def test_a_shoe_prints_on_one_sheet_with_all_that_belongs_to_it(office: Chromium, pit: Pit, tmp_path: Path) -> None:
    office.open(pit.site + "/table/1/shoe/3")
    office.printout(tmp_path / "shoe.pdf")
    text = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "shoe.pdf", "-"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    assert text.count("\f") == 1
    assert re.search(r"Seal\s+[0-9A-Z]{4}(-[0-9A-Z]{4}){4}", text)
    assert re.search(r"changed from PLAYER to TIE +supervisor 7 +mis-keyed", text)
    assert "for Supervisor 7" in " ".join(text.split())
    for gone in ("Log out", "Find", "Yesterday", "To print"):
        assert gone not in text


@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_its_screen(office: Chromium, pit: Pit, size: str) -> None:
    office.size(*SIZES[size])
    for path in PAGES:
        office.open(pit.site + path)
        assert office.value("document.documentElement.scrollWidth <= innerWidth"), (size, path)


def test_a_page_is_one_request_and_nothing_goes_elsewhere(office: Chromium, pit: Pit) -> None:
    office.open(pit.site + "/days")
    office.events.clear()
    office.open(pit.site + "/table/1/shoe/3")
    sent = [event["params"] for event in office.events if event["method"] == "Network.requestWillBeSent"]
    asked = [one for one in sent if not one["request"]["url"].startswith("data:")]  # the browser's own date picker
    cached = {e["params"]["requestId"] for e in office.events if e["method"] == "Network.requestServedFromCache"}
    assert [one["request"]["url"] for one in asked if not one["request"]["url"].startswith(pit.site)] == []
    assert [one["request"]["url"] for one in asked if one["requestId"] not in cached] == [f"{pit.site}/table/1/shoe/3"]
    (size,) = (e["params"]["encodedDataLength"] for e in office.events if _finished(e, asked[0]["requestId"]))
    assert size < 15_000


def _finished(event: dict[str, object], request: str) -> bool:
    params = event["params"]
    assert isinstance(params, dict)
    return event["method"] == "Network.loadingFinished" and params["requestId"] == request


def test_the_strict_policy_breaks_nothing_of_ours(office: Chromium, pit: Pit) -> None:
    for path in PAGES[:-1]:
        office.open(pit.site + path)
        assert office.value("getComputedStyle(document.querySelector('header')).backgroundColor") == "rgb(14, 59, 44)"
    complaints = [e for e in office.events if e["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")]
    assert complaints == []


def test_the_first_tab_skips_to_the_content_and_focus_is_seen(office: Chromium, pit: Pit) -> None:
    office.open(pit.site + "/table/1/shoe/3")
    office.key("Tab")
    assert office.value("document.activeElement.innerText") == "Skip to the content"
    assert office.value("document.activeElement.getBoundingClientRect().left >= 0")
    assert office.value("parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2")
    office.key("Enter", "\r")
    assert office.value("document.activeElement.id") == "main"


LABELS = """[...document.querySelectorAll('input:not([type=hidden]), select, button, a, svg')].filter(
    e => !(e.labels && e.labels.length) && !e.innerText && !e.getAttribute('aria-label')).map(e => e.outerHTML)"""
HEADINGS = "[...document.querySelectorAll('h1, h2, h3, h4')].map(e => Number(e.tagName[1]))"
UNSCOPED = "[...document.querySelectorAll('th')].filter(e => !['row', 'col'].includes(e.scope)).length"
LANDMARKS = "['header', 'main', 'footer', 'nav', '[role=search]'].filter(e => !document.querySelector(e))"
TWICE = """[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""
# The least contrast of any words on the page with the first ground behind them.
CONTRAST = """(() => {
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const light = c => { const [r, g, b] = c.map(v => linear(v / 255));
        return .2126 * r + .7152 * g + .0722 * b; };
    const parts = c => c.match(/[\\d.]+/g).map(Number);
    const ground = e => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor);
        if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
    let least = [21, ''];
    for (const e of document.querySelectorAll('body *:not(svg *)')) {
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
        const [a, b] = [light(parts(getComputedStyle(e).color).slice(0, 3)), light(ground(e).slice(0, 3))];
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 80)];
    }
    return least;
})()"""


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_listened_to_and_read_with_weak_eyes(office: Chromium, pit: Pit, path: str) -> None:
    office.open(pit.site + path)
    office.value("document.querySelector('details').open = true")  # the languages are read too
    assert office.value(LABELS) == []
    levels = office.value(HEADINGS)
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False))
    assert office.value(UNSCOPED) == 0
    assert office.value(LANDMARKS) == []
    assert office.value(TWICE) == []
    assert office.value("document.documentElement.lang") == "en"
    least, where = office.value(CONTRAST)
    assert least >= 4.5, where
