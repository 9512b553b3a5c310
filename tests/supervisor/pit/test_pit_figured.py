"""The pages of a dealer and of a table: over time, beside the others, against the odds, and down to the hands."""

import html
import re
import xml.etree.ElementTree as ET
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, Pit

from eztrak.config.load import load
from eztrak.journal.daily import Daily
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.period import Period, Tally
from eztrak.supervisor.pit import figures
from eztrak.supervisor.pit.chart import HIGH, Point, chart
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.rates import Unlike, unlike
from eztrak.supervisor.report import style_of

DAYS = f"from={YESTERDAY - timedelta(days=1)}&to={YESTERDAY}"


def test_a_dealers_page_has_its_figures_its_hands_and_its_days(browser: Browser) -> None:
    page = browser.get(f"/dealer/12?{DAYS}")
    assert "Void rate Corrected Dealer 12 226 88 4 1.7 % 5 all the others 60 88 1 1.6 % 2" in page.text
    assert re.search(r"Player 1\d\d [\d.]+ % 44.62 % [\d.]+ (off )?(as expected|more|fewer)", page.text)
    for hand in (10, 41):
        assert f'href="/table/1/shoe/3/hand/{hand}"'.encode() in page.body
    assert f'href="/day/{YESTERDAY}"'.encode() in page.body
    assert page.body.count(b'<svg class="chart"') == 4
    assert b"<title>14: 88.8</title>" in page.body  # by the hour of the day


def test_a_tables_page_compares_its_dealers_and_has_its_pace_by_the_hour(browser: Browser) -> None:
    page = browser.get(f"/table/1?{DAYS}")
    assert page.body.count(b'<svg class="chart"') == 4
    assert b"<title>14: 88.8</title>" in page.body
    assert f'href="/dealer/12?from={YESTERDAY - timedelta(days=1)}&amp;to={YESTERDAY}"'.encode() in page.body
    assert "No hands in this period." in browser.get("/table/1?from=2020-01-01&to=2020-01-02").text
    of_a_year = f"from={YESTERDAY - timedelta(days=365)}&to={YESTERDAY}"
    for path in ("table/1", "dealer/12"):
        assert browser.get(f"/{path}?{of_a_year}").body.count(b'<svg class="chart"') == 3
        assert b"<title>14: 88.8</title>" in browser.get(f"/{path}?hours=1&{of_a_year}").body


def test_figures_are_sorted_as_the_reader_asks(browser: Browser) -> None:
    def first(sort: str) -> str:
        return browser.get(f"/figures?{DAYS}&sort={sort}").text.partition("By dealer")[2].partition("Dealer 1")[2][:1]

    assert (first("name"), first("hands"), first("nonsense")) == ("2", "2", "2")
    assert 'aria-sort="descending"' in browser.get(f"/figures?{DAYS}&sort=rate").body.decode()


def tally(entered: int, voided: int, corrected: int, seconds: float) -> Tally:
    """`seconds` for each hand that stands."""
    paced = entered - voided
    return Tally(entered=entered, voided=voided, corrected=corrected, paced=paced, seconds=paced * seconds)


def said(unlike_of: dict[str, tuple[Unlike, ...]]) -> dict[str, list[str]]:
    return {name: [str(one.said) for one in some] for name, some in unlike_of.items()}


def test_a_rate_is_off_where_chance_does_not_explain_it_and_a_pace_where_it_is_a_fifth_apart() -> None:
    others = {f"Table {n}": tally(4_000, 60, 70, 50.0) for n in range(4)}
    assert unlike(others, 10) == {}
    sentences = said(unlike(others | {"clumsy": tally(2_000, 90, 40, 70.0), "few": tally(100, 1, 1, 90.0)}, 10))
    assert sentences == {
        "clumsy": [
            "4.5 % void, the others 1.5 %: more than chance explains",
            "51 hands an hour, the others 72: slower",
        ]
    }
    assert said(unlike(others | {"careful": tally(4_000, 5, 200, 50.0)}, 10)) == {
        "careful": [
            "0.1 % void, the others 1.5 %: fewer than chance explains",
            "5.0 % corrected, the others 1.8 %: more than chance explains",
        ]
    }
    assert unlike({"alone": tally(4_000, 400, 400, 10.0)}, 1) == {}  # nobody to compare with


def test_one_bad_table_of_few_does_not_make_the_others_look_too_good() -> None:
    bad, good = tally(20_000, 660, 800, 70.0), tally(20_000, 290, 420, 50.0)
    assert said(unlike({"bad": bad, "one": good, "two": good}, 6)) == {
        "bad": [
            "3.3 % void, the others 1.5 %: more than chance explains",
            "4.0 % corrected, the others 2.1 %: more than chance explains",
            "51 hands an hour, the others 72: slower",
        ]
    }
    assert said(unlike({"bad": bad, "good": good}, 4)) == {  # of two nobody knows whose pace is the usual one
        "bad": [
            "3.3 % void, the others 1.5 %: more than chance explains",
            "4.0 % corrected, the others 2.1 %: more than chance explains",
            "51 hands an hour, the others 72: slower",
        ],
        "good": ["72 hands an hour, the others 51: faster"],
    }
    everybody = {"bad": bad, "worse": tally(20_000, 2_000, 2_000, 50.0), "one": good, "two": good}
    assert sorted(said(unlike(everybody, 8))) == ["bad", "worse"]


def test_a_report_never_says_that_nothing_is_off_where_a_rate_is() -> None:
    slow, usual = tally(4_000, 60, 70, 70.0), tally(4_000, 60, 70, 50.0)
    period = Period(tables={"slow": slow, "one": usual, "two": usual}, dealers={0: tally(90, 0, 90, 0.0), 7: usual})
    off = "OFF: slow: 51 hands an hour, the others 72: slower."
    assert [str(said) for said in period.verdict] == [off]  # and nobody is blamed for what was put in
    assert [str(said) for said in Period(tables={"one": usual, "two": usual}).verdict] == ["Nothing is off."]


def test_a_chart_has_its_axes_its_bars_and_what_is_usual() -> None:
    points = [Point("11-01", 40.0), Point("11-02", None), Point("11-03", 80.0, 70.0, 90.0)]
    drawn = ET.fromstring(chart("Hands <an hour>", points, 60.0))
    assert drawn.attrib["aria-label"] == "Hands <an hour>"
    texts = [(one.attrib["class"], one.text) for one in drawn.iter("text")]
    assert texts == [
        *(("value", str(value)) for value in (0, 20, 40, 60, 80, 100)),
        *(("day", name) for name in ("11-01", "11-02", "11-03")),
    ]
    bars = [(float(one.attrib["y"]), float(one.attrib["height"]), one[0].text) for one in drawn.iter("rect")]
    bottom = HIGH - 30
    assert [(y + high, title) for y, high, title in bars] == [(bottom, "11-01: 40.0"), (bottom, "11-03: 80.0")]
    assert round(bars[1][1] / bars[0][1], 2) == 2.0
    kinds = [one.attrib["class"] for one in drawn.iter("path")]
    assert (kinds.count("line"), kinds.count("usual"), kinds.count("range")) == (6, 1, 1)


def test_a_chart_of_nothing_is_an_empty_one() -> None:
    drawn = ET.fromstring(chart("nothing", [Point("11-01", None)], None))
    assert list(drawn.iter("rect")) == []


def test_a_year_is_added_up_whole_and_says_what_it_does_not_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More shoes than a page goes through one by one."""
    monkeypatch.setattr(figures, "MOST_LOOKED_AT", 4)
    path, monday = tmp_path / "one.db", date(2025, 12, 29)
    keeper = Keeper(path, "Table 1", 12)
    for day in range(5):
        keeper.shoe(monday + timedelta(days=day), 20, 30, day)
    keeper.close()
    Passwords(path).set(7, PASSWORD)
    visitor = site_of(Office([path], style_of(load(None))), Passwords(path)).test_client()
    assert visitor.post("/login", data={"number": "7", "password": PASSWORD}).status_code == 303

    def text(address: str) -> str:
        return " ".join(html.unescape(re.sub("<[^>]*>", " ", visitor.get(address).text)).split())

    week = text("/figures?from=2025-12-29&to=2026-01-02")
    assert "Dealer 12 5 145 87 5 3.3 % 5" in week
    listed = "What to review on the recording {days}. 3 shoes under 60 hands, 4 hands voided ← The days before On the"
    assert listed.format(days="December 30, 2025 to January 2, 2026") in week
    assert "To review on the recording:" not in week  # which would be all of it
    before = text("/figures?from=2025-12-29&to=2026-01-02&until=2025-12-29")
    assert "Monday, December 29, 2025. 1 shoe under 60 hands, 1 hand voided The last days → On the" in before
    assert week.count("Short shoe") + before.count("Short shoe") == 4  # one is in play
    few = text("/figures?from=2025-12-29&to=2026-01-01")
    assert "Dealer 12 4 116 87 4 3.3 % 4" in few
    assert "To review on the recording: 4 shoes under 60 hands" in few
    newest, before = text("/days"), visitor.get("/days?year=2025").text
    assert "Shoes by day, 2026 ← 2025 2 shoes, 58 hands, 2 void (3.3 % of entries)." in newest
    assert "Thursday, January 1, 2026 Table 1 1 29 1 3.3 % 1" in newest
    assert "3 shoes, 87 hands, 3 void" in before
    assert '<a rel="next" href="/days?year=2026">2026 →</a>' in before
    assert visitor.get("/days?year=x").status_code == 404


def test_the_pace_by_the_hour_adds_up_to_that_of_the_tallies(pit: Pit) -> None:
    """Of all and of each dealer, whatever was put in later, taken back or moved, in shoes that ended and in play."""
    for path, dealers in zip(pit.databases, ({0, 12}, {15}), strict=True):
        with closing(Lookup(path)) as lookup, Daily(path) as daily:
            dealt = daily.dealt()
            assert {one.dealer for one in dealt} == dealers
            for dealer in (None, *dealers):
                hours = lookup.paced("", "9", dealer).values()
                of = [one for one in dealt if dealer in (None, one.dealer)]
                assert sum(hands for hands, _ in hours) == sum(one.paced for one in of)
                assert sum(took for _, took in hours) == pytest.approx(sum(one.seconds for one in of))
