"""Who was on the page and what left it is on record, and nobody changes that without a word."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, eztrak, served

from eztrak.supervisor.pit.accesses import Accesses

AT = datetime(2026, 1, 5, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page on which one logged in after a wrong password, took an export away and left."""
    home = tmp_path_factory.mktemp("accesses")
    keeper = Keeper(home / "one.db", "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 3, 1)
    keeper.close()
    eztrak(home, "pit", "password", 7, "--role", "manager", "--db", home / "one.db", said=PASSWORD + "\n")
    with served(home, home / "one.db") as site:
        browser = Browser(site)
        assert browser.log_in(password="not this one").status == 403
        browser.log_in()
        assert browser.get("/table/1/shoe/1/export.jsonl").status == 200
        assert browser.get("/table/1/shoe/9/export.jsonl").status == 404
        page = browser.get("/log?kind=page").text
        assert "wrong password for supervisor 7 from 127.0.0.1" in page
        assert "supervisor 7 downloaded table-1-shoe-1.jsonl to 127.0.0.1" in page
        browser.post("/logout", origin=site)
    return home / "one.db"


@pytest.fixture
def accesses(database: Path, tmp_path: Path) -> Accesses:
    """A copy of its record."""
    record = Accesses(tmp_path / database.name, lambda: AT)
    record.path.write_bytes(Accesses(database, lambda: AT).path.read_bytes())
    return record


KINDS = ["password_set", "wrong_password", "log_in", "download", "log_out"]


def test_log_ins_wrong_passwords_and_downloads_are_on_record(database: Path) -> None:
    output = eztrak(database.parent, "pit", "record", "--json", "--db", database)
    assert output.returncode == 0
    rows = [json.loads(line) for line in output.stdout.splitlines()]
    assert [row["kind"] for row in rows] == KINDS
    assert {row["supervisor"] for row in rows} == {7}
    assert Accesses(database, lambda: AT).path.stat().st_mode & 0o077 == 0


def test_a_line_that_was_changed_taken_out_or_put_in_is_named(accesses: Accesses) -> None:
    lines = accesses.path.read_text().splitlines(keepends=True)
    for changed, fault in (
        ([*lines[:1], lines[1].replace("127.0.0.1", "127.0.0.2"), *lines[2:]], "line 2 does not follow"),
        ([*lines[:1], *lines[2:]], "line 2 does not follow"),
        ([*lines, lines[-1]], "line 6 does not follow"),
        ([*lines, "{}\n"], "line 6 is not a line"),
    ):
        accesses.path.write_text("".join(changed))
        lines_read, faults = accesses.read()
        assert str(faults[0]).startswith(fault)
        assert len(lines_read) >= len(lines) - 1


def test_a_line_that_lost_its_power_halfway_is_named_and_the_chain_goes_on(accesses: Accesses) -> None:
    accesses.path.write_bytes(accesses.path.read_bytes() + b'[6,"2026-')
    accesses.note("log_in", 9, "10.0.0.9")
    rows, faults = accesses.read()
    assert [one.kind for one in rows] == [*KINDS, "log_in"]
    assert [one.row for one in rows] == [1, 2, 3, 4, 5, 6]
    assert list(map(str, faults)) == ["line 6 is not a line of this record"]


def test_what_cannot_be_written_does_not_stop_the_page(tmp_path: Path) -> None:
    record = Accesses(tmp_path / "one.db", lambda: AT)
    record.path.mkdir()
    record.note("log_in", 7, "10.0.0.9")
    assert record.path.is_dir()
