"""The page cannot write: every route is walked, beside a running board, and the files stay as they are."""

import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, room, served

from eztrak.config.load import load
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.errors import JournalError
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.pit.files import FORMATS, ROOM
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of
from eztrak.table import commands as c

DAY = YESTERDAY.isoformat()
SAMPLES = {"place": "1", "number": "3", "hand": "41", "day": DAY, "first": DAY, "last": DAY}


def routes(path: Path) -> dict[str, set[str]]:
    """Every address of the site with an example in it, and how it may be asked for."""
    site = site_of(Office([path], style_of(load(None))), Passwords(path))
    methods: dict[str, set[str]] = {}
    for rule in site.url_map.iter_rules():
        assert rule.methods is not None
        kinds = ROOM if rule.endpoint == "room_file" else FORMATS
        for kind in kinds if "kind" in rule.arguments else ("",):
            samples = SAMPLES | {"kind": kind}
            with site.test_request_context():
                address = site.url_for(rule.endpoint, **{name: samples[name] for name in rule.arguments})
            methods.setdefault(address, set()).update(rule.methods)
    return methods


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the readers' own marks in SQLite's shared memory, what the page keeps as a witness and who was on
    it; an empty
    -wal says as much as none."""
    own = (".db-shm", ".heads", ".page")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix not in own}
    return {name: held for name, held in files.items() if held or not name.endswith("-wal")}


@pytest.mark.parametrize("board_runs", [True, False])
def test_no_route_changes_a_file(tmp_path: Path, board_runs: bool) -> None:
    first, second = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    walked = routes(first)
    with ExitStack() as running:
        if board_runs:
            running.enter_context(closing(Keeper(first, "Table 1", 12)))
        site = running.enter_context(served(tmp_path, first, second))
        visitor = Browser(site)
        before = contents(tmp_path)
        assert (f"{first.name}-wal" in before) is board_runs
        visitor.log_in()
        for address, methods in walked.items():
            if "GET" in methods:
                asked = f"{address}?table=1&shoe=3&hand=41"
                assert 200 in (visitor.get(address).status, visitor.get(asked).status), address
        for address in walked:
            if address != "/login":
                assert visitor.post(address, shoe="3", hand="41", outcome="B").status in (303, 405), address
                visitor.log_in()
        assert contents(tmp_path) == before


def test_only_the_entrance_takes_forms(tmp_path: Path) -> None:
    posts = {address for address, methods in routes(tmp_path / "table.db").items() if "POST" in methods}
    assert posts == {"/login", "/logout", "/language"}


def test_the_connection_refuses_to_write(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    with closing(Lookup(first)) as lookup:
        for change in (
            "DELETE FROM hands",
            "UPDATE shoes SET hands = 0",
            "CREATE TABLE t (x)",
            "PRAGMA user_version = 9",
        ):
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                lookup._connection.execute(change)


def test_a_hand_entered_on_the_board_is_on_the_next_page(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    with closing(Keeper(first, "Table 1", 12)) as keeper, served(tmp_path, first) as site:
        visitor = Browser(site)
        visitor.log_in()
        assert "hand 30 , PANDA 8" in visitor.get("/").text
        keeper.at = datetime.now(UTC)
        keeper.give(c.RecordHand(Hand(Outcome.TIE)))
        assert "hand 31 , TIE" in visitor.get("/").text


def test_a_newer_and_a_damaged_database_are_told_and_the_others_served(tmp_path: Path) -> None:
    first, second = room(tmp_path)
    Passwords(first).set(7, PASSWORD)
    newer, foreign = tmp_path / "newer.db", tmp_path / "foreign.db"
    newer.write_bytes(second.read_bytes())
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
    foreign.write_text("this is no database, but it is long enough to look at " * 40)
    with served(tmp_path, first, newer, foreign) as site:
        visitor = Browser(site)
        visitor.log_in()
        for page in ("/", "/days", f"/day/{YESTERDAY}", "/figures"):
            answer = visitor.get(page)
            assert answer.status == 200, page
            assert "newer cannot be shown." in answer.text
            assert "was written by a newer eztrak (schema 99" in answer.text
            assert "is not an eztrak database" in answer.text
            assert "Table 1" in answer.text
        assert visitor.get("/table/2/shoe/1").status == 503


def test_a_file_with_a_bad_place_is_said_in_words(tmp_path: Path) -> None:
    first, _ = room(tmp_path)
    with closing(sqlite3.connect(first)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'shoes'")
    with first.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x55" * 4096)
    with closing(Lookup(first)) as lookup, pytest.raises(JournalError, match=r"one\.db: it is damaged"):
        lookup.newest(1)
