"""Who gets in, and what a browser is forbidden on every page."""

import json
import stat
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from pit_evening import PASSWORD, Browser, Pit, eztrak, room, served

from eztrak.supervisor.pit.attempts import NANO, Attempts
from eztrak.supervisor.pit.passwords import PasswordError, Passwords

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
    (cookie,) = browser.jar
    assert cookie.value is not None
    cookie.value = cookie.value[:-2] + ("AA" if cookie.value[-2:] != "AA" else "BB")
    assert browser.get("/", follow=False).status == 303


def test_a_log_out_is_a_form_of_our_own_page(browser: Browser) -> None:
    assert browser.get("/logout").status == 405
    assert browser.post("/logout", origin="http://evil.example").status == 403
    assert browser.get("/", follow=False).status == 200
    assert browser.post("/logout", origin=browser.site).status == 303
    assert browser.get("/", follow=False).status == 303


def test_passwords_cannot_be_tried_quickly(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    with served(tmp_path, first) as site:
        visitor = Browser(site)
        assert [visitor.log_in(7, "wrong password").status for _ in range(4)] == [403, 403, 403, 429]
        said = visitor.log_in()
        assert said.status == 429  # the right one has to wait too
        assert "Too many wrong passwords. Try again in 1 second." in said.text


def test_the_wait_doubles_up_to_a_minute_and_ends_with_the_right_password() -> None:
    attempts, now = Attempts(), 0
    waits = []
    for _ in range(11):
        now += attempts.wait(now, "number 7", "address a") * NANO
        attempts.wrong(now, "number 7", "address a")
        waits.append(attempts.wait(now, "number 7", "address b"))
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert attempts.wait(now, "number 8", "address b") == 0
    assert attempts.wait(now, "number 8", "address a") == 60
    attempts.right("number 7", "address a")
    assert attempts.wait(now, "number 7", "address a") == 0


def test_a_flood_of_addresses_is_not_remembered_for_ever() -> None:
    attempts = Attempts()
    for number in range(5000):
        attempts.wrong(number, f"address {number}")
    assert len(attempts._wrong) == 1000


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
    kept = json.loads(passwords.path.read_text())
    assert PASSWORD not in passwords.path.read_text()
    assert kept["7"] != kept["8"]  # each has a salt of its own
    assert passwords.matches(7, PASSWORD)
    assert not passwords.matches(7, PASSWORD + "!")
    assert not passwords.matches(9, PASSWORD)
    assert not passwords.matches(9, "")


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
        with pytest.raises(PasswordError, match="is no file of passwords; remove it and set them anew"):
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
        f"eztrak: nobody could log in; set a password with: eztrak pit --db {first} password NUMBER\n",
    )
    assert eztrak(tmp_path, "pit", "--db", first, "password", 7, said=PASSWORD + "\n").returncode == 0
    assert Passwords(first).numbers() == [7]


def test_the_command_sets_and_removes_passwords(tmp_path: Path) -> None:
    config = tmp_path / "eztrak.toml"
    config.write_text(f'[pit]\ndatabases = ["{tmp_path}/a.db", "{tmp_path}/b.db"]\n')
    given = ("--config", config)
    short = eztrak(tmp_path, "pit", "password", 7, *given, said="short\n")
    assert (short.returncode, short.stderr) == (
        2,
        "eztrak: a password has 8 to 200 characters; nothing was changed\n",
    )
    assert eztrak(tmp_path, "pit", "password", 7, *given, said=PASSWORD + "\n").returncode == 0
    assert Passwords(tmp_path / "a.db").numbers() == [7]
    assert eztrak(tmp_path, "pit", "password", 7, "--remove", *given).returncode == 0
    assert Passwords(tmp_path / "a.db").numbers() == []
    again = eztrak(tmp_path, "pit", "password", 7, "--remove", *given)
    assert (again.returncode, again.stderr) == (2, "eztrak: supervisor 7 has no password for the pit page\n")


def test_an_address_that_is_taken_or_not_ours_is_said_in_words(pit: Pit) -> None:
    port = pit.site.rpartition(":")[2]
    taken = eztrak(pit.home, "pit", "--on", "--db", pit.databases[0], "--port", port)
    assert (taken.returncode, taken.stderr) == (
        2,
        f"eztrak: 127.0.0.1, port {port}: the page cannot be served there: Address already in use\n",
    )
    other = eztrak(pit.home, "pit", "--on", "--db", pit.databases[0], "--address", "192.0.2.1")
    assert other.returncode == 2
    assert "the page cannot be served there" in other.stderr
