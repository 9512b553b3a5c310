"""Many units at once, each a process of its own: killed, stalled and cut off while hands are dealt, beside a
server that restarts, is full, or is put back to an old dump; at the end a fault of each kind.

EZTRAK_SENDERS=50 EZTRAK_RUNS=6 pytest tests/floor/test_floor_senders.py has as many of them, and as many evenings, as
`make floor-test` does.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from evening import assert_equal, journal, settings
from keeping import START, Keeping
from postgres import Floor
from running import PATIENCE, Board, board
from test_floor_running import until

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c

MANY = int(os.environ.get("EZTRAK_SENDERS", "5"))
RUNS = int(os.environ.get("EZTRAK_RUNS", "1"))
ROUNDS = 8 if MANY < 10 else 24
FATES = ("none", "restart", "fork", "clone", "clock")  # what becomes of a unit in the end, and which alarm that is
YEARS = -30 * 365 * 24 * 3600  # a certificate that begins later than a clock says is none


class Table:
    """A unit's history, written here, and its sender."""

    def __init__(self, home: Path, number: int, floor: Floor) -> None:
        self.home, self.number = home / str(number), number
        self.home.mkdir()
        self.path = self.home / "table.db"
        self.keeping = Keeping(self.path).give(replace(START, table=f"Table {number}"), c.NewShoe())
        self.config = settings(self.home, floor.unit(number))
        self.said: list[str] = []
        self._open = ExitStack()
        self.begin()

    def begin(self, **more: str) -> None:
        given = ("--config", self.config, "--db", self.path)
        self.sender: Board = self._open.enter_context(board(*given, command="floor", home=self.home, **more))

    def begun(self, *given: object, **more: str) -> None:
        """Another machine beside this one."""
        self._open.enter_context(board(*given, command="floor", home=self.home, **more))

    def end(self, by: signal.Signals) -> None:
        self.sender.signal(by)
        with suppress(AssertionError):
            self.sender.ended()
        self.said += self.sender.lines
        self._open.close()

    def close(self) -> None:
        self._open.close()
        self.keeping.close()

    def deal(self, chance: Random) -> None:
        shoe = self.keeping.state.shoe
        if shoe and shoe.last and shoe.last.number >= 70:
            self.keeping.give(c.NewShoe())
        self.keeping.give(c.RecordHand(Hand(chance.choice(list(Outcome)))))

    @property
    def rows(self) -> int:
        return len(self.keeping.records)


@contextmanager
def room(tmp_path: Path, floor: Floor) -> Iterator[list[Table]]:
    tables: list[Table] = []
    try:
        for number in range(1, MANY + 1):
            tables.append(Table(tmp_path, number, floor))
        yield tables
    finally:
        for table in tables:
            table.close()


def all_there(tables: list[Table], floor: Floor) -> None:
    until(lambda: floor.count() == sum(table.rows for table in tables))
    whose = dict(floor.ask("SELECT unit, history FROM floor.histories"))
    assert len(whose) == MANY
    for table in tables:
        assert len(journal(table.keeping.path)) == table.rows
        assert_equal(table.keeping.path, floor, whose[f"unit{table.number}-{floor.name}"])
    assert floor.ask("SELECT kind FROM floor.alarms") == []


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another machine, a full disk and a clock that is set, to be preloaded."""
    made = tmp_path_factory.mktemp("machine") / "machine.so"
    sources = Path(__file__).with_name("machine.c"), Path(__file__).parents[1] / "commands" / "shifted.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", made, *sources, "-ldl"], check=True)
    return made


@pytest.fixture
def disk(floor: Floor, library: Path) -> Iterator[Path]:
    """A file: while it is there the server's disk is full."""
    flag = floor.server.ca.parent / "full"
    there = shutil.copy(library, floor.server.ca.parent)  # whoever runs the server may not read the tests' folder
    floor.server.surroundings = {"LD_PRELOAD": str(there), "FULL": str(flag), "SHIFTED": os.devnull}
    floor.server.restart()
    yield flag
    flag.unlink(missing_ok=True)
    floor.server.surroundings = {}
    floor.server.restart()


@pytest.mark.parametrize("run", range(RUNS))
def test_nothing_is_lost_and_nobody_accused_whatever_happens_to_senders_and_server(
    tmp_path: Path, floor: Floor, library: Path, disk: Path, run: int
) -> None:
    chance = Random(1000 * run + MANY)
    with room(tmp_path, floor) as tables:
        all_there(tables, floor)
        for turn in range(ROUNDS):
            stalled = [table for table in tables if chance.random() < 0.2]
            for table in stalled:
                table.sender.signal(signal.SIGSTOP)
            for table in tables:
                table.deal(chance)
                if chance.random() < 0.2 and table not in stalled:
                    table.end(signal.SIGKILL)
                    table.begin()
            match turn % 8:
                case 1:
                    floor.server.restart()
                case 2:
                    dump = floor.dumped()
                case 3:
                    floor.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'unit%'")
                case 5:
                    _full(tables, floor, disk, chance)
                case 6:
                    floor.put_back(dump)
            for table in stalled:
                table.sender.signal(signal.SIGCONT)
        all_there(tables, floor)
        for table in tables:
            meets(FATES[(table.number - 1) % len(FATES)], table, floor, library)
        raised = "SELECT unit, kind, over_at IS NOT NULL FROM floor.alarms ORDER BY unit"
        fates = [(f"unit{one.number}-{floor.name}", FATES[(one.number - 1) % len(FATES)]) for one in tables]
        expected = sorted((unit, fate, fate == "clock") for unit, fate in fates if fate != "none")
        until(lambda: floor.ask(raised) == expected)
        for table in tables:
            table.end(signal.SIGTERM)
        assert floor.ask(raised) == expected


def _full(tables: list[Table], floor: Floor, disk: Path, chance: Random) -> None:
    """Hands are dealt until the server's disk has no place for them."""
    before = floor.server.log().count("No space left on device")
    disk.touch()
    deadline = time.monotonic() + PATIENCE
    while floor.server.log().count("No space left on device") == before:
        assert time.monotonic() < deadline, "the disk never was full"
        for table in tables:
            table.deal(chance)
        time.sleep(0.1)
    disk.unlink()


def meets(fate: str, table: Table, floor: Floor, library: Path) -> None:
    """Lets a unit have its fault, after which it goes on."""
    image = table.home / "image.db"
    with closing(sqlite3.connect(table.path)) as its, closing(sqlite3.connect(image)) as taken:
        its.backup(taken)
    unit = f"unit{table.number}-{floor.name}"
    alarms = f"SELECT kind FROM floor.alarms WHERE unit = '{unit}'"
    match fate:
        case "restart":  # its card was wiped
            table.end(signal.SIGTERM)
            table.keeping.close()
            for path in table.home.glob("table.db*"):
                path.unlink()
            table.keeping = Keeping(table.path).give(replace(START, table=f"Wiped {table.number}"), c.NewShoe())
            table.begin()
        case "fork":  # an old image was put back, after it had gone on
            table.keeping.give(c.RecordHand(Hand(Outcome.PLAYER)))
            until(lambda: floor.ask(f"SELECT seq FROM floor.histories WHERE unit = '{unit}'") == [(table.rows,)])
            table.end(signal.SIGTERM)
            table.keeping.close()
            for path in table.home.glob("table.db*"):
                path.unlink()
            image.rename(table.path)
            table.keeping = Keeping(table.path).give(c.RecordHand(Hand(Outcome.TIE)))
            table.begin()
        case "clone":  # its card was copied into another machine
            (boot := table.home / "boot").write_text("another\n")
            table.keeping.give(c.RecordHand(Hand(Outcome.PLAYER)))
            Keeping(image).give(c.RecordHand(Hand(Outcome.TIE))).close()
            given = ("--config", table.config, "--db", image)
            table.begun(*given, LD_PRELOAD=str(library), BOOT=str(boot), SHIFTED=os.devnull)
            until(lambda: floor.ask(alarms) != [])
            # The first one is heard beside it once it calls again: at its next hand, or without one after a minute.
            table.keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
        case "clock":
            (shift := table.home / "shift").write_text(str(YEARS))
            table.end(signal.SIGTERM)
            table.begin(LD_PRELOAD=str(library), SHIFTED=str(shift))
            until(lambda: floor.ask(alarms) == [("clock",)])
            table.end(signal.SIGTERM)
            table.begin()
