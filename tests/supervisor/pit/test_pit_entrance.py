"""Who gets in, and what a browser is forbidden on every page."""

import json
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import Cookie, CookieJar
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pit_evening import PASSWORD, Browser, Pit, eztrak, room, served

from eztrak.config.load import load
from eztrak.supervisor.pit.attempts import NANO, Attempt, Attempts
from eztrak.supervisor.pit.logins import Logins
from eztrak.supervisor.pit.passwords import PasswordError, Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of

STRICT = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'"


@pytest.mark.parametrize("path", ["/", "/days", "/table/1/shoe/3", "/table/1/shoe/3/hands.csv", "/nowhere"])
def test_nothing_is_shown_before_the_log_in(pit: Pit, path: str) -> None:
    answer = Browser(pit.site).get(path, follow=False)
    assert answer.status == 303
    assert answer.headers["Location"].startswith("/login")
    assert "Table 1" not in Browser(pit.site).get(path).text


def test_after_the_log_in_one_is_where_one_wanted_to_go(pit: Pit) -> None:
    visitor = Browser(pit.site)
    assert visitor.get("/table/1/shoe/3", follow=False).headers["Location"] == "/login?to=/table/1/shoe/3"
    answer = visitor.post("/login", number="7", password=PASSWORD, to="/table/1/shoe/3")
    assert (answer.status, answer.headers["Location"]) == (303, "/table/1/shoe/3")


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example", "/\r\nX: y"])
def test_the_log_in_leads_to_no_other_site(pit: Pit, to: str) -> None:
    assert Browser(pit.site).post("/login", number="7", password=PASSWORD, to=to).headers["Location"] == "/"


def test_every_answer_forbids_the_browser_all_but_showing_it(browser: Browser) -> None:
    for path in ("/", "/table/1/shoe/3", "/nowhere", "/style.css", "/table/1/shoe/3/hands.csv", "/login"):
        headers = browser.get(path).headers
        assert headers["Content-Security-Policy"].startswith(STRICT), path
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "Server" not in headers


def test_the_cookie_is_for_this_site_alone_and_out_of_reach_of_scripts(pit: Pit) -> None:
    cookie = Browser(pit.site).log_in().headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_cookie_that_was_tampered_with_is_none(browser: Browser) -> None:
    cookie = the_cookie(browser)
    assert cookie.value is not None
    cookie.value = cookie.value[:-2] + ("AA" if cookie.value[-2:] != "AA" else "BB")
    assert browser.get("/", follow=False).status == 303


def test_a_log_out_is_a_form_of_our_own_page(browser: Browser) -> None:
    assert browser.get("/logout").status == 405
    assert browser.post("/logout", origin="http://evil.example").status == 403
    assert browser.get("/", follow=False).status == 200
    assert browser.post("/logout", origin=browser.site).status == 303
    assert browser.get("/", follow=False).status == 303


def the_cookie(browser: Browser) -> Cookie:
    return next(cookie for cookie in browser.jar if cookie.name == "eztrak_pit")


def test_a_cookie_ends_with_its_log_out_wherever_it_has_got_to(pit: Pit) -> None:
    """Whoever copied it from the browser, or from the wire, has nothing."""
    visitor, thief = Browser(pit.site), Browser(pit.site, CookieJar())
    visitor.log_in()
    thief.jar.set_cookie(the_cookie(visitor))
    assert thief.get("/", follow=False).status == 200
    visitor.post("/logout")
    assert thief.get("/", follow=False).status == 303
    visitor.log_in()
    assert visitor.get("/", follow=False).status == 200
    assert thief.get("/", follow=False).status == 303


def test_a_second_log_in_ends_the_first_of_that_browser_alone(pit: Pit) -> None:
    visitor, elsewhere, old = Browser(pit.site), Browser(pit.site, CookieJar()), Browser(pit.site, CookieJar())
    visitor.log_in()
    elsewhere.log_in()
    old.jar.set_cookie(the_cookie(visitor))
    visitor.log_in()
    assert [one.get("/", follow=False).status for one in (visitor, elsewhere, old)] == [200, 200, 303]


def test_a_log_in_ends_after_an_hour_without_a_page() -> None:
    logins = Logins()
    name = logins.begin(7, "stamp", 0)
    assert logins.find(name, 3000 * NANO)
    assert logins.find(name, 6500 * NANO)
    assert not logins.find(name, 10_200 * NANO)
    assert not logins.find(name, 10_200 * NANO)
    assert not logins.find("", 0)


def test_log_ins_are_not_remembered_without_end() -> None:
    logins = Logins()
    names = [logins.begin(7, "stamp", 0) for _ in range(1200)]
    browsers = [logins.remember("", 7) for _ in range(1200)]
    assert [logins.find(names[0], 0), logins.knows(browsers[0], 7)] == [None, False]
    assert logins.find(names[-1], 0)
    assert logins.knows(browsers[-1], 7)


@dataclass
class Standing:
    """A page whose clock stands still, asked without a network; everybody comes from one address, as behind a proxy."""

    site: Flask
    visitors: dict[str, FlaskClient] = field(default_factory=dict)

    def log_in(self, visitor: str, number: int, password: str = PASSWORD) -> int:
        client = self.visitors.setdefault(visitor, self.site.test_client())
        return client.post("/login", data={"number": number, "password": password}).status_code


@pytest.fixture
def standing(tmp_path: Path) -> Standing:
    first, _ = room(tmp_path)
    passwords = Passwords(first)
    for number in (7, 8):
        passwords.set(number, PASSWORD)
    return Standing(site_of(Office([first], style_of(load(None)), monotonic=lambda: 0), passwords))


def test_wrong_passwords_for_one_number_shut_nobody_else_out(standing: Standing) -> None:
    assert standing.log_in("at home", 7) == 303
    assert [standing.log_in("a stranger", 7, "wrong password") for _ in range(5)] == [403, 403, 403, 429, 429]
    assert standing.log_in("another", 8) == 303
    assert standing.log_in("at home", 7) == 303  # with the browser that he has logged in with before
    assert standing.log_in("a third", 7) == 429


def test_a_browser_that_is_known_is_no_way_to_try_quickly(standing: Standing) -> None:
    assert standing.log_in("at home", 7) == 303
    assert [standing.log_in("at home", 7, "wrong password") for _ in range(4)] == [403, 403, 403, 429]
    assert [standing.log_in("at home", 8, "wrong password") for _ in range(4)] == [403, 403, 403, 429]


def test_passwords_cannot_be_tried_quickly(standing: Standing) -> None:
    assert [standing.log_in("a stranger", 7, "wrong password") for _ in range(4)] == [403, 403, 403, 429]
    said = standing.visitors["a stranger"].post("/login", data={"number": 7, "password": PASSWORD})
    assert said.status_code == 429  # the right one has to wait too
    assert "Too many wrong passwords. Try again in 1 second." in said.text


def tried(attempts: Attempts, now: int, *attempt: Attempt) -> int:
    """How many wrong passwords are looked at, one for each attempt."""
    looked_at = 0
    for one in attempt:
        if not attempts.wait(now, one):
            attempts.wrong(now, one)
            looked_at += 1
    return looked_at


def test_the_wait_doubles_up_to_a_minute_and_ends_with_the_right_password() -> None:
    attempts, now, seven = Attempts(), 0, Attempt(7, "a")
    waits = []
    for _ in range(11):
        now += attempts.wait(now, seven) * NANO
        attempts.wrong(now, seven)
        waits.append(attempts.wait(now, seven))
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    for other in (Attempt(8, "a"), Attempt(7, "b"), Attempt(7, "a", "known")):
        assert attempts.wait(now, other) == 0
    attempts.right(seven)
    assert attempts.wait(now, seven) == 0


def test_hours_of_wrong_passwords_for_one_number_makes_no_other_wait() -> None:
    attempts, seven = Attempts(), Attempt(7, "proxy")
    for second in range(7200):
        tried(attempts, second * NANO, seven)
        assert attempts.wait(second * NANO, Attempt(8, "proxy")) == attempts.wait(second * NANO, Attempt(7, "b")) == 0


@pytest.mark.parametrize(
    "attempt",
    [lambda i: Attempt(i, "a"), lambda i: Attempt(7, f"address {i}")],
    ids=["many numbers from one address", "one number from many addresses"],
)
def test_many_passwords_cannot_be_tried_quickly_either(attempt: Callable[[int], Attempt]) -> None:
    attempts = Attempts()
    assert tried(attempts, 0, *map(attempt, range(5000))) == 20
    in_an_hour = sum(tried(attempts, second * NANO, attempt(9000 + second)) for second in range(1, 3601))
    assert in_an_hour == 600


def test_one_who_has_a_password_tries_others_no_faster() -> None:
    attempts, now, seven, own = Attempts(), 0, Attempt(7, "a"), Attempt(8, "a")
    for _ in range(100):
        tried(attempts, now, seven)
        attempts.right(own)
    assert attempts.wait(now, seven) == 1


def test_a_flood_of_addresses_is_not_remembered_for_ever() -> None:
    attempts = Attempts()
    for number in range(5000):
        attempts.wrong(number, Attempt(number, f"address {number}"))
    assert (len(attempts._wrong), len(attempts._paced)) == (1000, 1000)


def test_a_changed_or_removed_password_ends_its_log_ins(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    passwords = Passwords(first)
    for number in (7, 8):
        passwords.set(number, PASSWORD)
    with served(tmp_path, first) as site:
        seven, eight = Browser(site), Browser(site, CookieJar())
        seven.log_in(7)
        eight.log_in(8)
        passwords.set(7, PASSWORD)
        passwords.remove(8)
        assert seven.get("/", follow=False).status == 303
        assert eight.get("/", follow=False).status == 303
        assert seven.log_in(7).status == 303
        assert eight.log_in(8).status == 403


def test_passwords_are_kept_as_hashes_in_a_file_of_their_own(tmp_path: Path) -> None:
    passwords = Passwords(tmp_path / "table.db")
    passwords.set(7, PASSWORD)
    passwords.set(8, PASSWORD)
    assert stat.S_IMODE(passwords.path.stat().st_mode) == 0o600
    hashes = json.loads(passwords.path.read_text())
    assert PASSWORD not in passwords.path.read_text()
    assert hashes["7"] != hashes["8"]  # each has a salt of its own
    assert passwords.matches(7, PASSWORD)
    assert not passwords.matches(7, PASSWORD + "!")
    assert not passwords.matches(9, PASSWORD)
    assert not passwords.matches(9, "")


def test_a_password_of_an_older_version_stays_valid(tmp_path: Path) -> None:
    passwords = Passwords(tmp_path / "table.db")
    salt = "00112233445566778899aabbccddeeff"
    old = "f2866c13026359dc433bf3508884c37954814a59861297ac278dcaedadc803c2"
    passwords.path.write_text(json.dumps({"7": f"{salt}:{old}"}))
    stamp = passwords.stamp(7)
    assert passwords.matches(7, PASSWORD)
    assert not passwords.matches(7, PASSWORD + "!")
    passwords.set(8, PASSWORD)
    assert (passwords.matches(7, PASSWORD), passwords.stamp(7)) == (True, stamp)


@pytest.mark.parametrize(("number", "password"), [(7, "short"), (0, PASSWORD), (10000, PASSWORD), (7, "x" * 201)])
def test_a_bad_number_or_password_changes_nothing(tmp_path: Path, number: int, password: str) -> None:
    passwords = Passwords(tmp_path / "table.db")
    with pytest.raises(PasswordError):
        passwords.set(number, password)
    assert not passwords.path.exists()


def test_a_broken_file_of_passwords_is_said_in_words(tmp_path: Path) -> None:
    passwords = Passwords(tmp_path / "table.db")
    for content in ("nonsense", "[]", '{"x": 1}'):
        passwords.path.write_text(content)
        with pytest.raises(PasswordError, match="is not a password file; remove it and set the passwords again"):
            passwords.numbers()


def test_the_page_is_off_until_it_is_wanted_and_somebody_can_log_in(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    off = eztrak(tmp_path, "pit", "--db", first)
    assert (off.returncode, off.stderr) == (
        1,
        "eztrak: the pit page is off; set on = true under [pit] in the config, or give --on\n",
    )
    nobody = eztrak(tmp_path, "pit", "--on", "--db", first)
    assert (nobody.returncode, nobody.stderr) == (
        1,
        f"eztrak: nobody can log in yet; set a password with: eztrak pit --db {first} password NUMBER\n",
    )
    assert eztrak(tmp_path, "pit", "--db", first, "password", 7, said=PASSWORD + "\n").returncode == 0
    assert Passwords(first).numbers() == [7]


def test_the_command_sets_and_removes_passwords(tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text(f'[pit]\ndatabases = ["{tmp_path}/a.db", "{tmp_path}/b.db"]\n')
    arguments = ("--config", config)
    short = eztrak(tmp_path, "pit", "password", 7, *arguments, said="short\n")
    assert (short.returncode, short.stderr) == (
        2,
        "eztrak: a password has 8 to 200 characters; nothing was changed\n",
    )
    assert eztrak(tmp_path, "pit", "password", 7, *arguments, said=PASSWORD + "\n").returncode == 0
    assert Passwords(tmp_path / "a.db").numbers() == [7]
    assert eztrak(tmp_path, "pit", "password", 7, "--remove", *arguments).returncode == 0
    assert Passwords(tmp_path / "a.db").numbers() == []
    again = eztrak(tmp_path, "pit", "password", 7, "--remove", *arguments)
    assert (again.returncode, again.stderr) == (2, "eztrak: supervisor 7 has no password for the pit page\n")


def test_an_address_that_is_taken_or_not_ours_is_said_in_words(pit: Pit) -> None:
    port = pit.site.rpartition(":")[2]
    taken = eztrak(pit.home, "pit", "--on", "--db", pit.databases[0], "--port", port)
    assert (taken.returncode, taken.stderr) == (
        2,
        f"eztrak: the page cannot be served at 127.0.0.1, port {port}: Address already in use\n",
    )
    other = eztrak(pit.home, "pit", "--on", "--db", pit.databases[0], "--address", "192.0.2.1")
    assert other.returncode == 2
    assert "the page cannot be served at 192.0.2.1" in other.stderr
