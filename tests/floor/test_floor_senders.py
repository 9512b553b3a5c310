"""Many units at once, each a process of its own: killed, stalled, cut off and updated while hands are dealt.

EZTRAK_SENDERS=50 pytest tests/floor/test_floor_senders.py has as many of them, as `make floor-test` does.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

from evening import assert_equal, journal, settings
from keeping import START, Keeping
from postgres import Floor
from running import Board, board
from test_floor_running import until

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c

MANY = int(os.environ.get("EZTRAK_SENDERS", "3"))
ROUNDS = 5 if MANY < 10 else 20


class Table:
    """A unit's history, written here, and its sender."""

    def __init__(self, home: Path, number: int, floor: Floor) -> None:
        self.home, self.number = home / str(number), number
        self.home.mkdir()
        self.keeping = Keeping(self.home / "table.db").give(replace(START, table=f"Table {number}"), c.NewShoe())
        self.config = settings(self.home, floor.unit(number))
        self.said: list[str] = []
        self._open = ExitStack()
        self.begin()

    def begin(self) -> None:
        given = ("--config", self.config, "--db", self.keeping.path)
        self.sender: Board = self._open.enter_context(board(*given, command="floor", home=self.home))

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


def test_nothing_is_lost_and_nobody_accused_whatever_happens_to_senders_and_server(
    tmp_path: Path, floor: Floor
) -> None:
    chance = Random(MANY)
    with room(tmp_path, floor) as tables:
        for turn in range(ROUNDS):
            stalled = [table for table in tables if chance.random() < 0.2]
            for table in stalled:
                table.sender.signal(signal.SIGSTOP)
            for table in tables:
                table.deal(chance)
                if chance.random() < 0.2 and table not in stalled:
                    table.end(signal.SIGKILL)
                    table.begin()
            match turn % 5:
                case 1:
                    floor.server.restart()
                case 3:
                    floor.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'unit%'")
            for table in stalled:
                table.sender.signal(signal.SIGCONT)
        all_there(tables, floor)


def test_no_unit_stops_while_the_room_is_updated(tmp_path: Path, floor: Floor) -> None:
    """The server first, then one unit after the other, while hands are dealt at all of them."""
    chance = Random(MANY)
    with room(tmp_path, floor) as tables:
        all_there(tables, floor)
        floor.ask("CREATE FUNCTION floor.copy_4() RETURNS void LANGUAGE sql AS ''")  # what a newer release adds
        for table in tables:
            if table.number % 10 == 1:
                floor.make()
            table.end(signal.SIGTERM)
            for dealt in tables:
                dealt.deal(chance)
            table.begin()
        all_there(tables, floor)
        for table in tables:
            table.end(signal.SIGTERM)
            assert not [line for line in table.said if "not copied" in line]
