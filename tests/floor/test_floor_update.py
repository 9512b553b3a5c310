"""A room is brought up to date while hands are dealt: the server first, then one unit after the other. Older units are
those of an older tree, with a board's code and a sender of their own.

EZTRAK_SENDERS=50 pytest tests/floor/test_floor_update.py has as many of them, as `make floor-test` does.
"""

import io
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from evening import assert_equal, journal, settings
from keeping import START, Keeping
from postgres import Floor, Postgres
from running import COMMAND, board, surroundings
from test_floor_running import until

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c

MANY = int(os.environ.get("EZTRAK_SENDERS", "3"))
ROOT = Path(__file__).parents[2]
SAME = "994b8af"  # the first that had the tables of today
BEFORE = "e61eaab"  # the last that had those of before, which every unit owned


@pytest.fixture
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    packed = subprocess.run(
        ["git", "archive", request.param, "eztrak", "assets", "config", "tests/journal"], cwd=ROOT, capture_output=True
    )
    if packed.returncode:
        pytest.skip("the tree of an older release is not at hand: no git, or not all of its history")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(tmp_path / "older", filter="data")
    return tmp_path / "older"


class Dealer:
    """Deals at the older tables."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def __call__(self, line: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        print(line, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


class Table:
    """A table and its sender: older ones, until they are brought up to date."""

    def __init__(self, home: Path, number: int, address: str, tree: Path, dealer: Dealer) -> None:
        self.home, self.number, self._dealer = home / f"Table {number}", number, dealer
        self.home.mkdir()
        self.path, self.keeping = self.home / "table.db", None
        self._senders = ExitStack()
        self.deal()
        self._begin(address, PYTHONPATH=str(tree))

    def deal(self) -> None:
        if self.keeping:
            self.keeping.give(c.RecordHand(Hand(Outcome.PLAYER)))
        else:
            self._dealer(str(self.path))

    def update(self, address: str) -> None:
        self.end()
        self._dealer(f"-{self.path}")
        self.keeping: Keeping | None = Keeping(self.path).give(replace(START, table=self.home.name))
        self._begin(address)

    def close(self) -> None:
        self._senders.close()
        if self.keeping:
            self.keeping.close()

    def rows(self) -> tuple[str, int]:
        rows = journal(self.path)
        return rows[0][-1], rows[-1][0]

    def _begin(self, address: str, **more: str) -> None:
        given = ("--config", settings(self.home, address), "--db", self.path)
        self._sender = self._senders.enter_context(board(*given, command="floor", home=self.home, **more))

    def end(self) -> None:
        self._sender.signal(signal.SIGTERM)
        assert self._sender.ended() == 0
        self._senders.close()
        assert not [line for line in self._sender.lines if "not copied" in line]


@contextmanager
def dealing(tree: Path, home: Path) -> Iterator[Dealer]:
    command = [sys.executable, Path(__file__).with_name("older_table.py")]
    around = surroundings(home, PYTHONPATH=f"{tree}:{tree / 'tests/journal'}")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=around, cwd=home
    ) as process:
        try:
            yield Dealer(process)
        finally:
            process.kill()


def arrived(floor: Floor) -> dict[str, int]:
    """The last row of each history, wherever it is."""
    found: dict[str, int] = {}
    for schema in ("eztrak", "floor"):
        if floor.ask(f"SELECT to_regclass('{schema}.events')") != [(None,)]:
            its = f"{schema}.histories JOIN {schema}.events USING (history)"
            for origin, seq in floor.ask(f"SELECT origin, max(events.seq) FROM {its} GROUP BY 1"):
                found[origin] = max(seq, found.get(origin, 0))
    return found


def as_before(floor: Floor, number: int, tree: Path) -> str:
    """Makes what a room has before it is brought up to date, and gives the address of a unit."""
    if tree.joinpath("eztrak/floor/rights.py").exists():
        command = [*COMMAND, "floor", "init", "--floor", floor.owner]
        subprocess.run(
            command, env=surroundings(tree, PYTHONPATH=str(tree)), cwd=tree, check=True, stdout=subprocess.DEVNULL
        )
        return floor.unit(number)
    role = f"all-{floor.name}"
    with closing(psycopg.connect(floor.owner, autocommit=True)) as it:
        if not it.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
            it.execute(f"CREATE ROLE \"{role}\" LOGIN PASSWORD 'one of all'")
            it.execute(f'GRANT CREATE ON DATABASE {floor.name} TO "{role}"')
    return floor.at(role, "'one of all'")


@pytest.mark.parametrize("tree", [SAME, BEFORE], indirect=True, ids=["same tables", "tables of before"])
def test_no_unit_stops_while_the_room_is_updated(tmp_path: Path, postgres: Postgres, tree: Path) -> None:
    floor, tables = postgres.empty(), list[Table]()
    with dealing(tree, tmp_path) as dealer, ExitStack() as closed:

        def all_there() -> None:
            expected = dict(table.rows() for table in tables)
            assert len(expected) == MANY
            until(lambda: arrived(floor) == expected)

        for number in range(1, MANY + 1):
            tables.append(Table(tmp_path, number, as_before(floor, number, tree), tree, dealer))
            closed.callback(tables[-1].close)
        all_there()
        for updated in range(MANY):
            for one in tables:
                one.deal()
            if updated == MANY // 3:
                floor.make()
                addresses = {one.number: floor.unit(one.number) for one in tables}
            if updated % 10 == MANY // 3:
                all_there()
        for table in tables:
            table.update(addresses[table.number])
            for one in tables:
                one.deal()
            if table.number % 10 == 1:
                all_there()
        all_there()
        whose = dict(floor.ask("SELECT unit, history FROM floor.histories"))
        assert len(whose) == MANY
        for table in tables:
            table.end()
            assert_equal(table.path, floor, whose[f"unit{table.number}-{floor.name}"])
        assert floor.ask("SELECT kind FROM floor.alarms") == []
