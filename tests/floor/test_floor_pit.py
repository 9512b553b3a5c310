"""The page in the office, of the floor: every table as it is now, and its pages as of the unit's own file."""

import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from evening import BOSS, kept, settings
from keeping import START, Keeping
from pit_evening import PASSWORD, Browser
from postgres import Floor
from running import PATIENCE, board, eztrak
from test_floor_reading import all_of

from eztrak.appliance.alarms import SEEN, Alarm
from eztrak.appliance.clock import Clock, monotonic, wall
from eztrak.commands.pit_floor import FloorRoom
from eztrak.floor.copying import copy
from eztrak.floor.kept import Kept
from eztrak.floor.rights import OFFICE
from eztrak.floor.server import Sender, Server
from eztrak.floor.settling import keep
from eztrak.journal.daily import Daily
from eztrak.supervisor.days import day_of
from eztrak.supervisor.pit.accesses import Accesses
from eztrak.supervisor.pit.room import TableNow
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.voice.said import Said

TOKEN = "0123456789abcdef" * 3


def sent(history: Path, floor: Floor, unit: int = 1, boot: str = "", clock: Clock | None = None) -> None:
    with closing(Server(floor.unit(unit))) as server:
        copy(history, server, Sender("Evergreen", boot or f"boot-{unit}", clock or Clock()))


def another(path: Path) -> Keeping:
    return Keeping(path).give(replace(START, table="Table 2")).shoe("P B7 T").shoe("B Bx P")


@contextmanager
def office(floor: Floor, folder: Path) -> Iterator[tuple[FloorRoom, Kept]]:
    with closing(Server(floor.unit(group=OFFICE))) as server:
        kept_here = Kept(server, folder)
        room = FloorRoom(Server(floor.unit(group=OFFICE)), kept_here.place, monotonic)
        try:
            yield room, kept_here
        finally:
            room.close()


def until(asked: Callable[[], object], holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, asked()
        time.sleep(0.05)


def test_every_table_is_told_as_its_board_has_it(tmp_path: Path, floor: Floor) -> None:
    one = (
        Keeping(tmp_path / "one.db")
        .give(START, c.SetDealer(12, BOSS))
        .give(c.Note(e.HealthNoted("free space", Said("{size:,} MiB on the disk of the history", size=90))))
    )
    one.shoe("P B").shoe("B").shoe("T P8")
    two = another(tmp_path / "two.db").give(c.CloseTable(BOSS))
    for unit, keeping in enumerate((one, two), 1):
        sent(keeping.path, floor, unit)
    floor.ask(
        "UPDATE floor.histories SET unsent = 7, called_at = now() - interval '10 min' WHERE history = 2 RETURNING 1"
    )
    floor.ask("SELECT floor.raise(unit, 'clock', NULL) FROM floor.units WHERE unit LIKE 'unit2-%'")
    with office(floor, tmp_path / "office") as (room, files):
        files.look()
        first, second = room.look()
        for table, keeping in ((first, one), (second, two)):
            for part in ("shoe", "previous", "terms", "staff", "table"):
                assert getattr(table.state, part) == getattr(keeping.state, part)
        assert (first.name, first.place, second.place, first.unsent, second.unsent) == ("Table 1", 1, 2, 0, 7)
        assert [str(said) for said in first.wrong] == ["problem with the unit: 90 MiB on the disk of the history"]
        assert (second.wrong, first.unheard, second.unheard >= 600) == ((SEEN[Alarm.CLOCK],), 0.0, True)
        assert first.last is not None
        assert (first.last[0].marks, first.last[2]) == ({"panda8"}, 12)
        one.shoe("Bn")
        sent(one.path, floor)
        until(room.look, lambda: room.look()[0].state.shoe == one.state.shoe)
    one.close()
    two.close()


def test_files_follow_what_the_server_gets_and_hold_no_history_that_was_put_aside(tmp_path: Path, floor: Floor) -> None:
    one, two = kept(tmp_path / "one.db"), another(tmp_path / "two.db")
    for unit, keeping in enumerate((one, two), 1):
        sent(keeping.path, floor, unit)
    with closing(Server(floor.unit(group=OFFICE))) as server:
        files = Kept(server, tmp_path / "office")
        files.look()
        known = list(files.paths)
        assert [all_of(path) for path in known] == [all_of(one.path), all_of(two.path)]
        two.shoe("T B7").close()
        sent(two.path, floor, 2)
        files.look()
        assert (files.paths, all_of(known[1])) == (known, all_of(two.path))
        one.close()
        one.path.unlink()
        Keeping(one.path).give(START).shoe("P").close()  # a wiped card, which somebody says is right
        sent(one.path, floor, boot="boot-3")
        files.look()
        assert files.paths == known
        with closing(Server(floor.owner)) as owner:
            keep(owner, 3, "Kim")
        with closing(Server(floor.owner)) as owner, owner.connected() as it:
            it.execute("UPDATE floor.histories SET counted = false WHERE history = 1")
        files.look()
        assert files.paths[0] == known[1]
        assert all_of(files.paths[1]) == all_of(one.path)
        assert [files.place(history) for history in (1, 2, 3)] == [0, 1, 2]


def test_while_the_server_is_away_the_page_says_so_and_has_what_there_was(tmp_path: Path, floor: Floor) -> None:
    kept(tmp_path / "one.db").close()
    sent(tmp_path / "one.db", floor)
    with office(floor, tmp_path / "office") as (room, _):
        (before,) = room.look()
        floor.server.stop()
        try:
            until(room.look, lambda: len(room.look()) == 2)
            away, after = room.look()
            assert "PostgreSQL (host 127.0.0.1" in str(away.fault)
            assert (after.name, after.state) == (before.name, before.state)
        finally:
            floor.server.start()
        until(room.look, lambda: [one.fault for one in room.look()] == [None])


def test_the_page_shows_the_room_and_each_tables_shoes(tmp_path: Path, floor: Floor) -> None:
    keeping = kept(tmp_path / "one.db")
    sent(keeping.path, floor)
    config = settings(tmp_path, floor.unit(group=OFFICE))
    (tmp_path / "token").write_text(TOKEN)
    with config.open("a") as file:
        file.write(f"[pit]\ntoken = {str(tmp_path / 'token')!r}\n")
    own = tmp_path / "office.db"  # not there: only its name says where passwords stand
    given = ("--config", config, "--db", own)
    done = eztrak("pit", "password", "7", *given, home=tmp_path, said=PASSWORD + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    with board("--on", "--port", "0", "--floor", *given, command="pit", home=tmp_path) as page_of:
        browser = Browser(page_of.hear("the pit page: http").split()[-1].rstrip("/"))
        assert browser.log_in().status == 303
        until(lambda: browser.get("/").text, lambda: "Table 1" in browser.get("/").text)
        until(lambda: browser.get("/table/1/shoe/2").text, lambda: browser.get("/table/1/shoe/2").status == 200)
        keeping.shoe("B7 P").close()
        sent(keeping.path, floor)
        page = f"/table/1/shoe/{keeping.state.newest}/hand/2"
        until(lambda: browser.get(page).text, lambda: browser.get(page).status == 200)

        def asked(path: str) -> Any:
            program = urllib.request.Request(
                f"{browser.site}/api/1/{path}", headers={"Authorization": f"Bearer {TOKEN}"}
            )
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(program, timeout=60) as answer:
                return json.loads(answer.read())

        (table,) = asked("tables")["tables"]
        newest = keeping.state.newest
        assert (table["table"], table["shoe"], table["fault"]) == ("Table 1", newest, None)
        assert [hand["outcome"] for hand in asked(f"table/1/shoe/{newest}")["hands"]] == ["B", "P"]
        day = day_of(table["started_at"])
        with Daily(keeping.path) as daily:
            dealt = sum(one.stats.hands for one in daily.dealt(day, day))
        assert sum(one["hands"] for one in asked(f"days?from={day}&to={day}")["days"]) == dealt > 0
        assert sum(one["hands"] for one in asked(f"shoes?from={day}&to={day}")["shoes"]) == dealt
    kinds = [one.kind for one in Accesses(own, wall).read()[0]]
    assert kinds == ["password_set", "log_in", "read", "read", "read", "read"]


def test_nothing_of_a_table_that_is_not_known_is_invented(floor: Floor) -> None:
    with office(floor, Path("/nowhere")) as (room, files):
        assert list(room.look()) == []
        assert files.place(1) == 0
    assert TableNow("x").last is None
