"""The copy that goes on by itself: beside a real board, through deaths of its own and of the server."""

import os
import pty
import re
import shutil
import signal
import socket
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import random

from advancing import HandClock, advance
from evening import assert_equal, journal, kept, settings
from history import make_history
from keeping import Keeping
from postgres import Floor, Postgres
from running import PATIENCE, Board, board

from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.floor.copying import Follower
from eztrak.floor.server import Server


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


def test_hands_arrive_while_a_board_writes_them(tmp_path: Path, history: Path, floor: Floor) -> None:
    """The copier is there before the history is."""
    keys, line = pty.openpty()
    tty.setraw(line)
    with copier(tmp_path, history, floor.address) as copying:
        copying.hear(f"not copied: {re.escape(str(history))}: there is no such file; the board creates it")
        keypad = f"serial:{os.ttyname(line)}"
        with board(
            "--config", "eztrak.toml", "--db", history, "--keypad", keypad, "--windowed", "640x360", home=tmp_path
        ) as running:
            running.hear("taken")
            for typed in (b"3\r", b"41\r", b"5\r", b"+/\r", b"7\r"):
                os.write(keys, typed)
                running.hear("kind=void" if typed == b"+/\r" else "kind=hand")
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
    os.close(keys)
    os.close(line)


def test_what_fails_is_tried_again_after_pauses_that_grow(history: Path, floor: Floor) -> None:
    clock = HandClock()
    with Signals() as signals, closing(Server(floor.address)) as server:
        follower = Follower(history, server, "Evergreen Cardroom", signals, Notify({}, clock), clock)
        advance(follower, clock, 7)  # it was tried after 0, 1, 3 and 7 seconds
        keeping = kept(history)
        advance(follower, clock, 7.9)
        assert floor.count() == 0
        advance(follower, clock, 1)
        assert floor.count() == len(journal(history))
        keeping.shoe("P")
        advance(follower, clock, 1)
        assert floor.count() == len(journal(history))
        keeping.close()


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


def test_a_unit_that_is_gone_in_the_middle_of_a_batch_does_not_hold_the_next_one_up(
    tmp_path: Path, history: Path, floor: Floor
) -> None:
    """As after a power cut: nobody tells the server, which has locked the history for it."""
    make_history(history, 20_000)
    mine = "SELECT count(*) FROM pg_stat_activity WHERE datname = '{}' AND state = 'idle in transaction'"
    with copier(tmp_path, history, floor.address) as gone:
        until(lambda: floor.count() > 0)

        def stopped_in_a_batch() -> bool:
            gone.signal(signal.SIGSTOP)
            if floor.server.admin(mine.format(floor.name)) == [(1,)]:
                return True
            gone.signal(signal.SIGCONT)
            return False

        until(stopped_in_a_batch)
        with copier(tmp_path, history, floor.address) as copying:
            copying.hear(f"copied up to row {len(journal(history))}: PostgreSQL")
        assert_equal(history, floor)
        gone.signal(signal.SIGCONT)
        # Stopped while it sent, it hears only that the line is gone, and not why.
        gone.hear("not copied: .*(idle-in-transaction timeout|server closed the connection)")
        gone.hear(f"copied up to row {len(journal(history))}: PostgreSQL")
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
    floor.server.stop()
    try:
        with copier(tmp_path, history, floor.address) as copying:
            said = copying.hear("not copied")
            assert said.startswith("not copied: PostgreSQL (host 127.0.0.1, port ")
            assert "refused" in said
            assert said.endswith("The history is safe here, and the copy goes on by itself.")
            assert copying.silent(4.0)  # tried again after 1 and 2 seconds
            floor.server.start()
            copying.hear("copied up to row")
            assert_equal(history, floor)
            floor.server.restart()  # with nothing to copy meanwhile
            keeping.shoe("P B")
            copying.hear("copied up to row")
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
        copying.hear("not copied: .* they went on otherwise")
        history.unlink()
        (tmp_path / "newer.db").rename(history)
        keeping = Keeping(history).shoe("T")
        copying.hear("copied up to row")
        keeping.close()
    assert_equal(history, floor)
    assert floor.count("histories") == 1


def test_sighup_reads_the_config_again(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    kept(history).close()
    first, second = postgres.database(), postgres.database()
    with copier(tmp_path, history, first.address) as copying:
        copying.hear("copied up to row")
        settings(tmp_path, "")
        copying.signal(signal.SIGHUP)
        copying.hear("config not taken, the old one stays in force: floor.database is empty")
        settings(tmp_path, second.address, room="Another Room")
        copying.signal(signal.SIGHUP)
        copying.hear(f"copied up to row .*dbname {second.name}")
        copying.signal(signal.SIGINT)
        assert copying.ended() == 0
    assert_equal(history, second)
    assert second.ask("SELECT room FROM eztrak.histories") == [("Another Room",)]


def test_systemd_is_told_how_far_it_is(tmp_path: Path, history: Path, floor: Floor) -> None:
    keeping = kept(history)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        with copier(tmp_path, history, floor.address, NOTIFY_SOCKET=str(tmp_path / "notify")) as copying:
            rows = len(keeping.records)
            assert ear.recv(4096).decode() == f"READY=1\nSTATUS=copied up to row {rows}"
            keeping.shoe("P").close()
            until(lambda: ear.recv(4096).decode() == f"STATUS=copied up to row {rows + 3}")
            copying.signal(signal.SIGTERM)
            until(lambda: "STOPPING=1" in ear.recv(4096).decode())
            assert copying.ended() == 0
