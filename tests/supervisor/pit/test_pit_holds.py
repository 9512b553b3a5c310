"""A page that holds: downloads made beside it, a proxy that says who asks, and roles."""

import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pit_evening import PASSWORD, YESTERDAY, Answer, Browser, Pit, eztrak, room, served

TLS = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


class Behind(Browser):
    """A browser that a proxy with TLS lets through, from an address of its own."""

    address = "203.0.113.9"

    def _send(self, request: urllib.request.Request, follow: bool) -> Answer:
        for name, value in (TLS | {"X-Forwarded-For": self.address}).items():
            request.add_header(name, value)
        return super()._send(request, follow)


@pytest.fixture
def fresh(pit: Pit) -> Iterator[str]:
    """The page of the same room, on which nobody has typed a wrong password yet."""
    with served(pit.home, *pit.databases) as site:
        yield site


def test_wrong_passwords_behind_the_proxy_shut_out_nobody_else(fresh: str) -> None:
    guesser, visitor = Behind(fresh), Behind(fresh)
    guesser.address = "198.51.100.7"
    tried = [guesser.post("/login", number=str(number), password="wrong wrong").status for number in range(100, 125)]
    assert (tried[0], tried[-1]) == (403, 429)  # the one address has to wait …
    assert visitor.log_in().status == 303  # … and no other


def test_cookies_are_secure_where_the_proxy_has_tls(fresh: str) -> None:
    for visitor, secure in ((Behind(fresh), True), (Browser(fresh), False)):
        assert visitor.log_in().status == 303
        visitor.post("/language", language="en", to="/")
        cookies = {cookie.name: cookie.secure for cookie in visitor.jar}
        assert cookies == dict.fromkeys(("eztrak_pit", "eztrak_pit_browser", "eztrak_pit_language"), secure)


def test_only_the_proxy_of_the_config_is_believed(pit: Pit, tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text('[pit]\nproxy = "192.0.2.1"\n', encoding="utf-8")
    with served(pit.home, *pit.databases, config=config) as site:
        visitor = Behind(site)
        assert visitor.log_in().status == 303
        assert [cookie.secure for cookie in visitor.jar] == [False, False]


def test_four_downloads_at_once_come_whole_and_pages_are_served_meanwhile(browser: Browser, pit: Pit) -> None:
    paths = [f"/table/1/days/{YESTERDAY}/{YESTERDAY}/export.{kind}" for kind in ("xlsx", "zip", "pdf", "jsonl")]

    def fetched(path: str) -> int:
        answer = Browser(pit.site, browser.jar).get(path)
        assert answer.headers["Content-Disposition"].startswith("attachment"), answer.text
        return answer.status

    with ThreadPoolExecutor(4) as fetching:
        coming = [fetching.submit(fetched, path) for path in paths]
        while not all(one.done() for one in coming):
            assert browser.get("/table/1/shoe/3").status == 200
        assert [one.result() for one in coming] == [200] * 4


def test_what_cannot_be_made_beside_the_page_is_said_on_it(browser: Browser) -> None:
    answer = browser.get("/table/1/shoe/99/export.xlsx")
    assert (answer.status, "nothing found for shoe 99; the newest is shoe 4" in answer.text) == (404, True)


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A room with a supervisor 7, a manager 8 and an auditor 9."""
    home = tmp_path_factory.mktemp("staff")
    first, second = room(home)
    for number, role in ((7, ()), (8, ("--role", "manager")), (9, ("--role", "auditor"))):
        assert eztrak(home, "pit", "password", number, *role, "--db", first, said=PASSWORD + "\n").returncode == 0
    with served(home, first, second) as site:
        yield site


@pytest.mark.parametrize(
    ("number", "called", "now", "page"),
    [(7, "Supervisor 7", True, False), (8, "Manager 8", True, True), (9, "Auditor 9", False, True)],
)
def test_each_role_sees_what_is_its_own(staff: str, number: int, called: str, now: bool, page: bool) -> None:
    visitor = Browser(staff)
    assert visitor.log_in(number).status == 303
    days = visitor.get("/days").text
    assert called in days
    assert ("Tables now" in days) == now
    assert ("Check these:" in visitor.get("/").text) == now
    answer = visitor.get("/log?kind=page")
    assert answer.status == (200 if page else 403)
    assert (f"supervisor {number} logged in" in answer.text) == page
    assert bool(re.search(r"logged in from", visitor.get("/log").text)) == page
    for path in ("/table/1/shoe/3", "/corrections", "/figures", "/table/1/shoe/3/export.pdf"):
        assert visitor.get(path).status == 200, path


def test_a_role_that_is_set_anew_holds_at_once_and_stays_with_a_new_password(pit: Pit) -> None:
    visitor = Browser(pit.site)
    assert visitor.log_in().status == 303
    for role, status in ((("--role", "manager"), 200), ((), 200), (("--role", "supervisor"), 403)):
        assert eztrak(pit.home, "pit", "password", 7, *role, "--db", pit.databases[0], said=PASSWORD + "\n")
        assert visitor.log_in().status == 303
        assert visitor.get("/log?kind=page").status == status
