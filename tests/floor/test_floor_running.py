"""The copy that goes on by itself: beside a real board, through deaths of its own and of the server."""

import re
import shutil
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import random

import psycopg
import pytest
from advancing import HandClock
from evening import assert_equal, journal, kept, once, settings
from history import make_history
from keeping import Keeping, select
from postgres import Floor, Postgres
from running import PATIENCE, Board, board

from eztrak.appliance import loop
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.floor.copying import copy
from eztrak.floor.errors import FloorError
from eztrak.floor.follower import Follower, files
from eztrak.floor.server import Sender, Server
from eztrak.table.round import NANO


@contextmanager
def copier(home: Path, history: Path, address: str, **more: str) -> Iterator[Board]:
    config = settings(home, address)
    with board("--config", config, "--db", history, command="floor", home=home, **more) as running:
        yield running


def until(holds: Callable[[], bool]) -> None:
    """Waits for something that comes by itself, and soon."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.02)


KEYS = """
wait 1 3 Enter wait 1 4 1 Enter wait 1 5 Enter wait 1 + / Enter wait 1 7 Enter
"""


def test_hands_arrive_while_a_board_writes_them(tmp_path: Path, history: Path, floor: Floor) -> None:
    """The copier is there before the history is."""
    (tmp_path / "keys.txt").write_text(KEYS)
    with copier(tmp_path, history, floor.address) as copying:
        copying.hear(f"not copied: {re.escape(str(history))}: there is no such file; the board creates it")
        options = ("--config", "eztrak.toml", "--db", history, "--keypad", "script:keys.txt", "--windowed", "640x360")
        with board(*options, home=tmp_path) as running:
            for kind in ("hand", "hand", "hand", "void", "hand"):
                running.hear(f"kind={kind}")
                until(lambda: floor.count() == len(journal(history)))
            assert floor.count("hands") == 4
            assert_equal(history, floor)
            running.signal(signal.SIGTERM)
            assert running.ended() == 0
        until(lambda: floor.count() == len(journal(history)))
        copying.signal(signal.SIGTERM)
        assert copying.ended() == 0
        assert sum(line.startswith("copied up to row") for line in copying.lines) == 1
    assert_equal(history, floor)


def live(follower: Follower, clock: HandClock, seconds: float) -> None:
    """Lets that much time go by. A look takes none of it."""
    end = clock.now + round(seconds * NANO)
    while follower.turn():
        if follower.busy:
            loop.wait(follower, clock)
            continue
        due = min(moment for moment in follower.moments() if moment is not None)
        if due > end:
            break
        clock.now = due
    clock.now = end


def following(history: Path, server: Server, signals: Signals, clock: HandClock, **notified: str) -> Follower:
    sender = Sender("Evergreen Cardroom", "boot-1", clock)
    return Follower(history, server, sender, signals, Notify(notified, clock), clock, chance=lambda: 0.5)


def test_what_fails_is_tried_again_after_pauses_that_grow(history: Path, floor: Floor) -> None:
    clock = HandClock()
    with Signals() as signals, closing(Server(floor.address)) as server:
        follower = following(history, server, signals, clock)
        live(follower, clock, 7)  # it was tried after 0, 1, 3 and 7 seconds
        keeping = kept(history)
        live(follower, clock, 7.9)
        assert floor.count() == 0
        live(follower, clock, 1)
        assert floor.count() == len(journal(history))
        keeping.shoe("P")
        live(follower, clock, 1)
        assert floor.count() == len(journal(history))
        keeping.close()


def test_no_two_units_come_back_to_a_server_in_step(history: Path, floor: Floor) -> None:
    """The pause is half as long to half as long again, as chance has it."""
    tried = []
    for chance in (0.0, 0.99):
        clock = HandClock()
        with Signals() as signals, closing(Server(floor.address)) as server:
            follower = Follower(
                history, server, Sender("", "boot"), signals, Notify({}, clock), clock, chance=lambda c=chance: c
            )
            live(follower, clock, 0)
            tried.append((follower.again or 0) - clock.now)
    assert tried == [NANO // 2, round(1.49 * NANO)]


def test_the_server_is_called_once_a_minute(history: Path, floor: Floor) -> None:
    kept(history).close()
    clock = HandClock()
    called = "SELECT called_at FROM floor.histories"
    with Signals() as signals, closing(Server(floor.address)) as server:
        follower = following(history, server, signals, clock)
        live(follower, clock, 59)
        first = floor.ask(called)
        live(follower, clock, 1)
        assert floor.ask(called) > first


def test_a_connection_is_kept_as_long_as_the_server_has_room(history: Path, floor: Floor) -> None:
    """To connect costs the server more than twenty hands; a room may have more units than a server has connections."""
    keeping = kept(history)
    clock = HandClock()
    who = f"SELECT pid FROM pg_stat_activity WHERE usename = '{floor.role}'"
    with Signals() as signals, closing(Server(floor.address)) as server, ExitStack() as many:
        follower = following(history, server, signals, clock)
        live(follower, clock, 1)
        mine = floor.ask(who)
        live(follower, clock, 1200)  # though no hand came
        keeping.shoe("P")
        live(follower, clock, 1)
        assert floor.ask(who) == mine != []
        for _ in range(50):
            many.enter_context(psycopg.connect(floor.owner))
        live(follower, clock, 590)
        assert floor.ask(who) == mine
        live(follower, clock, 20)  # not in play for ten minutes, and half of the connections are taken
        until(lambda: floor.ask(who) == [])
        keeping.shoe("P")
        live(follower, clock, 1)
        assert len(floor.ask(who)) == 1
        for _ in range(25):
            many.enter_context(psycopg.connect(floor.owner))
        keeping.shoe("B")
        live(follower, clock, 1)
        live(follower, clock, 60)
        until(lambda: floor.ask(who) == [])  # the last quarter is for whoever comes
    keeping.close()
    assert_equal(history, floor)


def test_a_server_that_ended_a_kept_connection_is_asked_at_once(history: Path, floor: Floor) -> None:
    keeping = kept(history)
    clock = HandClock()
    with Signals() as signals, closing(Server(floor.address)) as server:
        follower = following(history, server, signals, clock)
        live(follower, clock, 1)
        floor.server.restart()
        keeping.shoe("P").close()
        live(follower, clock, 0.5)
        assert follower.again is None  # nothing failed
    assert_equal(history, floor)


def test_whatever_a_reader_can_see_has_changed_the_files(history: Path) -> None:
    """A commit that is on its way to the disk has not: it would be looked for too early, and then no more."""
    keeping = kept(history)
    seen = files(history)
    with closing(sqlite3.connect(history, isolation_level=None)) as writer:
        writer.execute("PRAGMA synchronous = FULL")
        for number in range(50):
            writer.execute("BEGIN IMMEDIATE")
            writer.execute(f"PRAGMA application_id = {number + 1}")
            assert files(history) == seen
            writer.execute("COMMIT")
            assert files(history) != seen
            seen = files(history)
    keeping.close()


@contextmanager
def deaf() -> Iterator[str]:
    """The address of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"host=127.0.0.1 port={silent.getsockname()[1]} dbname=floor user=table7 connect_timeout=600"


def test_a_stop_is_heard_while_a_server_says_nothing(tmp_path: Path, history: Path) -> None:
    kept(history).close()
    with (
        deaf() as address,
        Ear(tmp_path / "notify") as ear,
        copier(tmp_path, history, address, NOTIFY_SOCKET=str(ear.path)) as copying,
    ):
        ear.hear("STATUS=looking for the server")
        copying.signal(signal.SIGTERM)
        assert copying.ended() == 0
        assert not any("not copied" in line for line in copying.lines)  # it did not wait for the connection to fail


def test_a_stop_is_heard_while_the_server_works(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    with copier(tmp_path, history, floor.address) as copying:
        copying.hear("copied up to row")
        with psycopg.connect(floor.owner) as locking:
            locking.execute("SELECT FROM floor.histories FOR UPDATE")
            keeping.shoe("P")
            waits = f"SELECT 1 FROM pg_stat_activity WHERE usename = '{floor.role}' AND wait_event_type = 'Lock'"
            until(lambda: floor.ask(waits) == [(1,)])
            copying.signal(signal.SIGTERM)
            assert copying.ended() == 0
            assert not any("not copied" in line for line in copying.lines)
    once(tmp_path, keeping.close(), floor)
    assert_equal(history, floor)


def test_a_server_that_hangs_is_given_up(floor: Floor, history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eztrak.floor.server.ANSWER", 1)
    kept(history).close()
    sender = Sender("", "boot")
    with closing(Server(floor.address)) as server:
        copy(history, server, sender)
        with psycopg.connect(floor.owner) as locking:
            locking.execute("LOCK TABLE floor.units")
            with pytest.raises(FloorError, match="no answer within 1 s"):
                copy(history, server, sender)
        copy(history, server, sender)


def test_the_watchdog_is_fed_while_a_server_says_nothing_and_not_for_ever(tmp_path: Path, history: Path) -> None:
    kept(history).close()
    clock, fed = HandClock(), []
    with deaf() as address, Ear(tmp_path / "notify") as ear, Signals() as signals, closing(Server(address)) as server:
        notified = {"NOTIFY_SOCKET": str(ear.path), "WATCHDOG_USEC": "60000000"}
        follower = following(history, server, signals, clock, **notified)
        for _ in range(10):
            follower.turn()
            fed.append("WATCHDOG=1" in ear.all())
            clock.now += 30 * NANO
        follower.close()
    assert fed == [True] * 4 + [False] * 6


class Ear:
    """What systemd hears."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ear.bind(str(path))

    def __enter__(self) -> "Ear":
        return self

    def __exit__(self, *_: object) -> None:
        self._ear.close()

    def hear(self, line: str) -> None:
        self._ear.settimeout(PATIENCE)
        while line not in self._ear.recv(4096).decode().splitlines():
            pass

    def all(self) -> list[str]:
        """Every line that is there."""
        self._ear.settimeout(0)
        lines: list[str] = []
        with suppress(BlockingIOError):
            while True:
                lines += self._ear.recv(4096).decode().splitlines()
        return lines


def test_it_may_be_killed_at_any_instant(tmp_path: Path, history: Path, floor: Floor) -> None:
    make_history(history, 20_000)
    rows = len(journal(history))
    for _ in range(5):
        with copier(tmp_path, history, floor.address) as copying:
            there = floor.count()
            until(lambda there=there: floor.count() > min(there, rows - 1))  # type: ignore[misc]
            time.sleep(random() / 10)
            copying.signal(signal.SIGKILL)
    with copier(tmp_path, history, floor.address) as copying:
        copying.hear(f"copied up to row {rows}: PostgreSQL")
    assert_equal(history, floor)


def test_a_server_that_restarts_in_the_middle_is_waited_for(tmp_path: Path, history: Path, floor: Floor) -> None:
    make_history(history, 40_000)
    with copier(tmp_path, history, floor.address) as copying:
        until(lambda: floor.count() > 0)
        floor.server.restart()
        copying.hear("not copied: PostgreSQL")
        copying.hear(f"copied up to row {len(journal(history))}: PostgreSQL")
        assert 0 < floor.count("shoes") == 40_000 / 80
    assert_equal(history, floor)


def test_a_server_that_is_away_is_told_once_and_waited_for(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    address = floor.address
    floor.server.stop()
    try:
        with copier(tmp_path, history, address) as copying:
            said = copying.hear("not copied")
            assert said.startswith("not copied: PostgreSQL (host 127.0.0.1, port ")
            assert "refused" in said
            assert said.endswith("The history is safe here, and the copy continues on its own.")
            assert copying.silent(4.0)  # tried again after 1 and 2 seconds
            floor.server.start()
            copying.hear("copied up to row")
            assert_equal(history, floor)
            floor.server.restart()  # with nothing to copy meanwhile
            keeping.shoe("P B")
            until(lambda: floor.count() == len(journal(history)))
    finally:
        floor.server.stop()
        floor.server.start()
    keeping.close()
    assert_equal(history, floor)


def test_a_restored_backup_is_told_of_and_looked_for_again(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    backup = shutil.copy(history, tmp_path / "backup.db")
    Keeping(history).shoe("B P").close()
    with copier(tmp_path, history, floor.address) as copying:
        copying.hear("copied up to row")
        history.rename(tmp_path / "newer.db")
        Keeping(backup).shoe("P B P").close()
        backup.rename(history)
        copying.hear("the server has set this history aside")
        Keeping(tmp_path / "newer.db").shoe("T").close()
        history.unlink()
        (tmp_path / "newer.db").rename(history)
        ((last,),) = select(history, "max(seq) FROM journal")
        copying.hear(f"copied up to row {last}")
    assert_equal(history, floor)
    assert floor.ask("SELECT history, counted FROM floor.histories ORDER BY 1") == [(1, True), (2, False)]


def test_sighup_reads_the_config_again(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    kept(history).close()
    first, second = postgres.database(), postgres.database()
    with copier(tmp_path, history, first.address) as copying:
        copying.hear("copied up to row")
        settings(tmp_path, "")
        copying.signal(signal.SIGHUP)
        copying.hear("config refused, the old one stays in force: floor.database is empty")
        settings(tmp_path, second.address, room="Another Room")
        copying.signal(signal.SIGHUP)
        copying.hear(f"copied up to row .*dbname {second.name}")
        copying.signal(signal.SIGINT)
        assert copying.ended() == 0
    assert_equal(history, second)
    assert second.ask("SELECT room FROM floor.histories") == [("Another Room",)]


def test_systemd_is_told_how_far_it_is(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    with (
        Ear(tmp_path / "notify") as ear,
        copier(tmp_path, history, floor.address, NOTIFY_SOCKET=str(ear.path)) as copying,
    ):
        rows = len(keeping.records)
        ear.hear("READY=1")
        ear.hear(f"STATUS=copied up to row {rows}")
        keeping.shoe("P").close()
        ear.hear(f"STATUS=copied up to row {rows + 3}")
        copying.signal(signal.SIGTERM)
        ear.hear("STOPPING=1")
        assert copying.ended() == 0
