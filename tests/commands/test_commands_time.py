"""What the board does when time goes by: the test sets the clock, and nothing waits."""

import os
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from advancing import CONFIG, Evening, advance, evening, until

from eztrak.appliance.alarms import Alarm, leave
from eztrak.table.round import NANO, Phase


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def kinds(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as history:
        return [kind for (kind,) in history.execute("SELECT kind FROM journal ORDER BY seq")]


def pixels() -> bytes:
    surface = pygame.display.get_surface()
    assert surface
    return pygame.image.tobytes(surface, "RGB")


def test_the_timer_starts_and_closes_by_itself(tmp_path: Path) -> None:
    with evening(tmp_path, "[timer]\nseconds = 20\nafter = 5\n", "3 Enter") as board:
        board.hands(1)
        board.advance(4.9)
        assert board.shown.state.round.phase is Phase.IN
        board.advance(0.1)
        board.until(lambda: board.shown.state.round.phase is Phase.OPEN)
        board.advance(19.9)
        assert board.shown.state.round.phase is Phase.OPEN
        board.advance(0.1)
        board.until(lambda: board.shown.state.round.phase is Phase.CLOSED)
    assert kinds(board.database)[-3:] == ["hand", "timer_start", "bets_close"]


def test_what_the_unit_itself_has_to_store_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with evening(tmp_path, "[timer]\nseconds = 20\n", "3 Enter * wait 60") as board:
        board.until(lambda: board.unit.glass.shown and board.shown.state.round.phase is Phase.OPEN)
        board.checked()
        away = board.database.rename(tmp_path / "away.db")
        board.advance(20)  # the bets close, and that cannot be stored
        board.until(lambda: "not stored" in board.notice)
        grave = [line.getMessage() for line in caplog.records if "not stored" in line.getMessage()]
        assert {line.levelname for line in caplog.records if line.getMessage() in grave} == {"ERROR"}
        assert grave[0].startswith("not stored: t.db was moved, replaced or removed")
        assert grave[0] in board.notice
        away.rename(board.database)
        board.advance(4.9)
        assert board.shown.state.round.phase is Phase.OPEN
        board.advance(0.1)
        board.until(lambda: board.shown.state.round.phase is Phase.CLOSED)
        assert "not stored" not in board.notice


def test_a_history_that_is_moved_away_is_missed_though_nothing_is_to_be_stored(tmp_path: Path) -> None:
    with evening(tmp_path, "", "3 Enter") as board:
        board.hands(1)
        board.checked()
        away = board.database.rename(tmp_path / "away.db")
        board.advance(1.9)
        assert not board.notice
        board.advance(0.1)
        board.until(lambda: board.notice)
        assert board.notice.startswith("nothing is stored: t.db was moved, replaced or removed while the board ran.")
        away.rename(board.database)
        board.advance(2)
        board.until(lambda: not board.notice and kinds(board.database)[-1] == "health")


def test_the_machine_is_looked_at_once_a_minute(tmp_path: Path) -> None:
    with evening(tmp_path, "", "3 Enter") as board:
        board.hands(1)
        assert board.unit._upkeep._watch.errand.rests.wait(20)
        leave(board.database, [Alarm.CLOCK])
        board.advance(59.9)
        assert not board.notice
        assert "health" not in kinds(board.database)
        board.advance(0.1)
        board.until(lambda: board.notice and kinds(board.database)[-1] == "health")
        assert board.notice == "this unit's clock is off by more than two minutes"


def test_a_commit_that_takes_long_lights_a_lamp(tmp_path: Path) -> None:
    with evening(tmp_path, "", "3 Enter wait 1 1 Enter") as board:
        board.hands(1)
        with closing(sqlite3.connect(board.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            board.advance(1)  # the second hand is typed, and the disk does not answer
            board.advance(0.24)
            assert not board.shown.saving
            before = pixels()
            board.advance(0.02)
            assert board.shown.saving
            assert pixels() != before
            other.execute("ROLLBACK")
        board.hands(2)
        assert not board.shown.saving


def test_a_config_that_is_read_again_holds_from_then_on(tmp_path: Path) -> None:
    with evening(tmp_path) as board:
        board.until(lambda: board.unit.glass.shown)
        board.config.write_text(CONFIG + "[timer]\nseconds = 301\n")
        os.kill(os.getpid(), signal.SIGHUP)
        board.until(lambda: board.notice)
        assert "config refused, the old one stays in force: " in board.notice
        board.advance(60)
        assert "config refused" in board.notice
        board.config.write_text(CONFIG + "[timer]\nseconds = 30\n")
        os.kill(os.getpid(), signal.SIGHUP)
        board.until(lambda: board.shown.state.terms.timer_seconds == 30)
        assert "config refused" not in board.notice
    assert kinds(board.database)[-1] == "terms"


def test_what_is_typed_stays_unless_the_config_gives_it_another_meaning(tmp_path: Path) -> None:
    with evening(tmp_path, "", "3") as board:
        board.until(lambda: board.unit.glass.shown and board.shown.entry.typed)
        for seconds in (30, 20):
            board.config.write_text(f"{CONFIG}[timer]\nseconds = {seconds}\n")
            os.kill(os.getpid(), signal.SIGHUP)
            board.until(lambda seconds=seconds: board.shown.state.terms.timer_seconds == seconds)
            assert board.shown.entry.typed
        board.config.write_text(f'{CONFIG}mode = "cards"\n')
        os.kill(os.getpid(), signal.SIGHUP)
        board.until(lambda: not board.shown.entry.typed)
        assert str(board.shown.entry.message).startswith("the config has changed")


def heard(ear: socket.socket) -> list[str]:
    lines: list[str] = []
    while True:
        try:
            lines += ear.recv(65536).decode().splitlines()
        except BlockingIOError:
            return lines


def test_the_watchdog_is_fed_at_half_of_its_time(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        ear.setblocking(False)
        with evening(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="8000000") as board:
            board.advance(0)
            assert "READY=1" in heard(ear)
            board.advance(3.9)
            assert "WATCHDOG=1" not in heard(ear)
            for _ in range(5):
                board.advance(4)
                assert heard(ear).count("WATCHDOG=1") == 1


def second_copy(board: Evening):
    copy = board.unit._upkeep._copy
    assert copy
    return copy


def test_a_second_copy_that_failed_is_tried_again(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    with evening(tmp_path, f'[journal]\ncopy = "{stick}"\n', "3 Enter") as board:
        board.hands(1)
        board.until(lambda: "no second copy" in board.notice)
        board.advance(60)
        assert second_copy(board).errand.rests.wait(20)
        stick.mkdir()
        board.advance(0)
        assert not list(stick.iterdir())
        board.advance(5)
        board.until(lambda: "no second copy" not in board.notice)
        assert kinds(stick / "t.db") == kinds(board.database)


def test_the_second_copy_follows_at_its_own_pace(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with evening(tmp_path, f'[journal]\ncopy = "{stick}"\ncopy_every = 60\n', "wait 100 3 Enter") as board:
        assert second_copy(board).errand.rests.wait(20)  # what there was at the start
        board.until(lambda: "health" in kinds(board.database))  # for a stick, it is on the wrong disk
        board.advance(60)
        assert second_copy(board).errand.rests.wait(20)  # else it would find the hand too
        board.advance(40)
        board.hands(1)
        board.advance(59.9)
        assert second_copy(board).errand.rests.is_set()
        assert "hand" not in kinds(stick / "t.db")
        board.advance(0.1)
        assert second_copy(board).errand.rests.wait(20)
        assert "hand" in kinds(stick / "t.db")


def test_a_start_that_fails_is_tried_again(tmp_path: Path) -> None:
    with evening(tmp_path, "[timer]\nseconds = 301\n") as board:
        start, glass = board.start, board.start.glass
        until(start, board.clock, lambda: glass.shown and glass.shown.fault and glass.shown.fault.where)
        board.config.write_text(CONFIG)
        advance(start, board.clock, 4.9)
        assert glass.shown
        assert glass.shown.fault
        board.clock.now += NANO
        board.until(lambda: board.unit.glass.shown)
        assert board.shown.state.table == "Table 7"
