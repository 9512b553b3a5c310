"""Evenings that chance makes: hands, reboots, cut lines, servers restored from an old dump, and one fault at most.

EZTRAK_SEEDS=300 pytest tests/floor/test_floor_seeded.py makes as many.
"""

import os
import shutil
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from evening import arrived, assert_aside, assert_equal, journal
from keeping import START, Keeping
from postgres import Floor

from eztrak.appliance.clock import Clock
from eztrak.floor.copying import Copied, copy
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Sender, Server

APART = "T T T T T T T T"  # longer than any that chance makes
FAULTS = ("none", "fork", "old image", "clone", "wipe", "clock")


class Off(Clock):
    def __init__(self, years: float = 0.0) -> None:
        self._by = timedelta(days=365.25 * years)

    def wall(self) -> datetime:
        return datetime.now(UTC) + self._by


class Machine:
    """A unit, as it boots and sends. What it knows of the last time is lost with a boot."""

    def __init__(self, name: str, path: Path, address: str) -> None:
        self.name, self.path, self.address, self.boots, self.clock = name, path, address, 1, Off()
        self._known: Copied | None = None

    def play(self, chance: Random) -> None:
        keeping = Keeping(self.path)
        for _ in range(chance.randint(1, 5)):
            keeping.shoe(" ".join(chance.choices(("P", "B", "T", "B7", "Pn", "Bx"), k=chance.randint(1, 6))))
        keeping.close()

    def boot(self) -> None:
        self.boots += 1
        self._known = None

    def send(self) -> None:
        sender = Sender("Room", f"{self.name}-{self.boots}", self.clock)
        with closing(Server(self.address)) as server:
            self._known = copy(self.path, server, sender, known=self._known)

    def cut_off(self, floor: Floor, chance: Random) -> None:
        """Sends, and the line is cut by the server after so many calls."""
        calls = chance.randint(0, 1)

        class Cut(Server):
            def take(self, *call: object) -> object:  # type: ignore[override]
                nonlocal calls
                if calls == 0:
                    floor.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'unit%'")
                calls -= 1
                return super().take(*call)  # type: ignore[arg-type]

        with suppress(FloorError), closing(Cut(self.address)) as server:
            copy(self.path, server, Sender("Room", f"{self.name}-{self.boots}", self.clock))


def evening(machine: Machine, floor: Floor, chance: Random, dumps: bool) -> Floor:
    """What comes and goes without a fault. Gives the server's database, which may be one restored from a dump."""
    dump: Floor | None = None
    for _ in range(chance.randint(3, 8)):
        match chance.choice(("play", "send", "boot", "cut", "dump", "restore")):
            case "play":
                machine.play(chance)
            case "send":
                machine.send()
            case "boot":
                machine.boot()
            case "cut":
                machine.cut_off(floor, chance)
            case "dump" if dumps:
                dump = floor.twin()
            case "restore" if dump:
                machine.address = machine.address.replace(f"dbname={floor.name} ", f"dbname={dump.name} ")
                floor, dump = dump, None
    machine.send()
    return floor


@pytest.mark.parametrize("seed", range(int(os.environ.get("EZTRAK_SEEDS", "6"))))
def test_rows_are_exact_and_each_fault_is_one_alarm(tmp_path: Path, floor: Floor, seed: int) -> None:
    chance, fault = Random(seed), FAULTS[seed % len(FAULTS)]
    Keeping(tmp_path / "true.db").give(START).close()
    true = Machine("true", tmp_path / "true.db", floor.address)
    floor = evening(true, floor, chance, dumps=True)
    # Whatever comes of it goes on here, after hands that chance does not make.
    other = Machine("true", Path(shutil.copy(true.path, tmp_path / "other.db")), true.address)
    other.boots = true.boots + 1
    match fault:
        case "none":
            evening(true, floor, chance, dumps=False)
        case "clock":
            true.clock = Off(chance.choice((-30, 30, 0.00001)))
            true.send()
            true.clock = Off()
            evening(true, floor, chance, dumps=False)
        case "wipe":
            other.path.unlink()
            Keeping(other.path).give(replace(START, table="Table 9")).shoe(APART).close()
            evening(other, floor, chance, dumps=False)
        case "clone":
            other.name = "clone"
            Keeping(other.path).shoe(APART).close()
            true.play(chance)
            for machine in (true, other) if chance.random() < 0.5 else (other, true):
                evening(machine, floor, chance, dumps=False)
            for machine in (true, other):
                machine.send()
        case "old image" | "fork":
            true.play(chance)
            true.send()
            if fault == "old image":
                other.send()  # before it has gone on
            Keeping(other.path).shoe(APART).close()
            evening(other, floor, chance, dumps=False)
    lines = [kind for (kind,) in floor.ask("SELECT kind FROM floor.alarms")]
    assert lines == {"none": [], "wipe": ["restart"], "old image": ["fork"]}.get(fault, [fault])
    # Of a clone nobody can know which is true: the one that copied first counts.
    first, second = (true, other) if arrived(floor) == journal(true.path) else (other, true)
    assert_equal(first.path, floor)
    if fault not in ("none", "clock"):
        assert_aside(second.path, floor, 2)
    assert floor.count("histories") == (1 if fault in ("none", "clock") else 2)
