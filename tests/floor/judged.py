"""What is asked of the floor in figures, measured: make floor-test, or python tests/floor/judged.py [PART …].

Processor is that of all the server's processes; what is compared stands beside it, measured in the same run. A busy
machine makes times longer and processor a little dearer: both are told.
"""

import gc
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS / room) for room in ("floor", "bench", "journal", "commands")]

import psycopg  # noqa: E402
from evening import settings  # noqa: E402
from history import make_history  # noqa: E402
from keeping import START, Keeping  # noqa: E402
from postgres import Floor, Postgres, running  # noqa: E402
from running import board  # noqa: E402
from slow_table import SLOW  # noqa: E402

from eztrak.appliance import loop  # noqa: E402
from eztrak.appliance.clock import CLOCK  # noqa: E402
from eztrak.appliance.notify import Notify  # noqa: E402
from eztrak.appliance.signals import Signals  # noqa: E402
from eztrak.display.scene import Scene  # noqa: E402
from eztrak.display.view import Look  # noqa: E402
from eztrak.display.window import Window  # noqa: E402
from eztrak.floor.copying import Copied, copy  # noqa: E402
from eztrak.floor.errors import FloorError  # noqa: E402
from eztrak.floor.lobby import Lobby, Tile, tiles  # noqa: E402
from eztrak.floor.room import Room, Table  # noqa: E402
from eztrak.floor.server import Sender, Server  # noqa: E402
from eztrak.floor.showing import Showing  # noqa: E402
from eztrak.game.hand import Hand, Outcome  # noqa: E402
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS  # noqa: E402
from eztrak.journal.schema import ROW_COLUMNS  # noqa: E402
from eztrak.table import commands as c  # noqa: E402

HZ = os.sysconf("SC_CLK_TCK")
HANDS = int(os.environ.get("EZTRAK_HANDS", "10000000"))
ROOM = 345
TABLES, DAY = int(os.environ.get("EZTRAK_TABLES", "200")), 1800


def measured(what: str, found: float, unit: str, asked: float | None = None, about: str = "") -> None:
    verdict = "" if asked is None else f"   (asked: at most {asked:g}: {'well' if found <= asked else 'MISSED'})"
    print(f"{what:58} {found:10.2f} {unit}{verdict}{'   ' + about if about else ''}", flush=True)


def processor(server: Postgres, of: bytes = b"") -> float:
    """Seconds that the server has used, with its processes that have ended; `of`: of those still there, only these."""
    first = int((server._folder / "data/postmaster.pid").read_text().split()[0])

    def figures(pid: int | str) -> list[str]:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()

    used = sum(map(int, figures(first)[11:15])) / HZ
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int(figures(folder.name)[1]) == first and of in (folder / "cmdline").read_bytes():
                used += int((folder / "schedstat").read_text().split()[0]) / 1e9  # to the nanosecond
        except OSError:
            continue
    return used


def connected(server: Postgres) -> int:
    """Connections that the server has, which is not asked: that would cost it more than a hand."""
    first = (server._folder / "data/postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    names = []
    for child in children:
        with suppress(OSError):
            names.append(Path(f"/proc/{child}/cmdline").read_bytes())
    return sum(b"unit" in name for name in names)


def written(floor: Floor) -> int:
    """Bytes of the server's log so far."""
    return int(floor.ask("SELECT pg_current_wal_insert_lsn() - '0/0'")[0][0])


def a_hand(server: Postgres, folder: Path) -> None:
    """One call a hand, over eight shoes."""
    for kept, name in ((True, "connection kept"), (False, "connected for each hand")):
        floor = server.database()
        keeping = Keeping(folder / f"live-{kept}.db").give(START, c.NewShoe())
        with closing(Server(floor.address)) as to:
            known = copy(keeping.path, to, Sender("Room", "boot"))
            used: dict[str, float] = {"first 20 of a shoe": 0, "last 20 of a shoe": 0}
            began, log, all_hands = processor(server), written(floor), 0
            for shoe in range(8):
                for number in range(1, 81):
                    before = processor(server) if number in (1, 61) else 0.0
                    keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
                    known = copy(keeping.path, to, Sender("Room", "boot"), known=known)
                    to.rest() if kept else to.close()
                    all_hands += 1
                    if number in (1, 61):
                        since = before
                    if number in (20, 80):
                        used[[*used][number == 80]] += processor(server) - since
                if shoe < 7:
                    keeping.give(c.NewShoe())
            each = (processor(server) - began) * 1000 / all_hands
            measured(f"server, a hand, {name}", each, "ms", 1.0 if kept else None)
            if kept:
                for when, seconds in used.items():
                    measured(f"    the {when}", seconds * 1000 / 160, "ms")
                measured("log of the server, a hand", (written(floor) - log) / all_hands, "bytes", 1000)
        keeping.close()


def backlog(server: Postgres, folder: Path) -> None:
    """The same rows by COPY, read from the same file."""
    hands = 40_000
    path = make_history(folder / "backlog.db", hands)
    columns = {"events": ROW_COLUMNS, "shoes": SHOE_COLUMNS, "hands": HAND_COLUMNS}
    best: dict[str, tuple[float, float]] = {}
    for _ in range(3):
        for name, way in (("copy", _by_copy), ("COPY", _by_copy_of_postgresql)):
            floor = server.database()
            floor.address  # noqa: B018 — its unit is enrolled, long before
            gc.collect()
            used, clock = processor(server) + time.process_time(), time.perf_counter()
            way(floor, path, columns)
            found = time.perf_counter() - clock, processor(server) + time.process_time() - used
            best[name] = min(best.get(name, found), found)
    (ours, our_processor), (least, least_processor) = best["copy"], best["COPY"]
    measured(
        "a backlog against COPY of the same rows, in time", ours / least, "times", 4.0, f"{ours:.2f} s, {least:.2f} s"
    )
    measured("    in processor of both sides", our_processor / least_processor, "times", None, f"{our_processor:.2f} s")


def _by_copy(floor: Floor, path: Path, _: object) -> None:
    with closing(Server(floor.address)) as to:
        copy(path, to, Sender("Room", "boot"))


def _by_copy_of_postgresql(floor: Floor, path: Path, columns: dict[str, tuple[str, ...]]) -> None:
    with closing(sqlite3.connect(path)) as file, psycopg.connect(floor.owner) as it, it.cursor() as cursor:
        for table, its in columns.items():
            more, value = (", arrived_at", ("2026-11-19T00:00Z",)) if table == "events" else ("", ())
            with cursor.copy(f"COPY floor.{table} (history, {', '.join(its)}{more}) FROM STDIN") as rows:
                read = "journal" if table == "events" else table
                for row in file.execute(f"SELECT {', '.join(its)} FROM {read}"):
                    rows.write_row((1, *row, *value))


class Unit:
    """A unit without its process: what `eztrak floor` does, in a thread."""

    def __init__(self, address: str, number: int, path: Path) -> None:
        self.path, self.server = path, Server(address)
        self.sender = Sender("Room", f"boot-{number}")
        self.known: Copied | None = None
        self.refused = 0

    def send(self) -> None:
        """Tries again as the follower does, until it is there."""
        pause = 1.0
        while True:
            try:
                self.known = copy(self.path, self.server, self.sender, known=self.known)
                return self.server.rest()
            except FloorError:
                self.refused += 1
                time.sleep(pause * (0.5 + os.urandom(1)[0] / 256))
                pause = min(15.0, pause * 2)


def a_day(server: Postgres, folder: Path) -> None:
    """The day of every table, when the server comes up. The senders share this machine's processor, too."""
    floor = server.database()
    units = []
    for number in range(1, TABLES + 1):
        path = make_history(folder / f"day-{number}.db", DAY, number, f"Table {number}")
        units.append(Unit(floor.unit(number), number, path))
    used, clock = processor(server), time.perf_counter()
    threads = [threading.Thread(target=unit.send) for unit in units]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - clock
    assert floor.count("hands") == TABLES * DAY, floor.count("hands")
    measured(
        f"a day's backlog of {TABLES} tables", took, "s", 60.0, f"server {processor(server) - used:.1f} s of processor"
    )
    for unit in units:
        unit.server.close()
        unit.path.unlink()


def many(server: Postgres, folder: Path) -> None:
    """Rooms at a hand a minute and table, on Debian's 100 connections, and the largest on enough for all."""
    for tables, connections in ((15, 100), (60, 100), (ROOM, 100), (ROOM, 2 * ROOM)):
        server.admin(f"ALTER SYSTEM SET max_connections = {connections}")
        server.restart()
        _play(server, folder / f"many-{tables}-{connections}", tables, connections)


def _play(server: Postgres, folder: Path, tables: int, connections: int) -> None:
    floor, pace, rounds = server.database(), 60.0, 2
    addresses = {number: floor.unit(number) for number in range(1, tables + 1)}
    folder.mkdir()
    took: list[float] = []
    refused: list[int] = []
    taken: list[int] = []
    ready, begin, played, over = (threading.Barrier(tables + 1) for _ in range(4))
    stopping = threading.Event()

    def play(number: int) -> None:
        keeping = Keeping(folder / f"{number}.db")
        keeping.give(replace(START, table=f"Table {number}"), c.NewShoe())
        unit = Unit(addresses[number], number, keeping.path)
        unit.send()
        keeping.give(c.RecordHand(Hand(Outcome.BANKER)))  # a connection's first hand is planned
        unit.send()
        ready.wait()
        begin.wait()
        before = unit.refused
        time.sleep(pace * number / tables)
        for _ in range(rounds):
            began = time.monotonic()
            keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
            unit.send()
            took.append(time.monotonic() - began)
            time.sleep(max(0.0, pace + began - time.monotonic()))
        refused.append(unit.refused - before)
        played.wait()
        over.wait()
        unit.server.close()
        keeping.close()

    def count() -> None:
        while not stopping.wait(0.5):
            taken.append(connected(server))

    threads = [threading.Thread(target=play, args=[number]) for number in addresses]
    for thread in threads:
        thread.start()
    ready.wait()
    used = processor(server, b"unit")  # what a server does by itself is more than the hands of a small room
    begin.wait()
    counting = threading.Thread(target=count)
    counting.start()
    played.wait()
    each = (processor(server, b"unit") - used) * 1000 / len(took)
    over.wait()
    for thread in threads:
        thread.join()
    stopping.set()
    counting.join()
    assert floor.count("hands") - tables == len(took) == tables * rounds
    measured(
        f"{tables} tables: connections at once",
        max(taken),
        f"of {connections}",
        connections,
        f"{sum(refused)} refused while they play",
    )
    measured("    a hand on the server, the slowest of 99.9 %", sorted(took)[-1 - len(took) // 1000], "s", 1.5)
    measured("    server, a hand", each, "ms", 1.0)


QUESTIONS = {  # of docs/supervisor.md
    "hands of today by table": """SELECT room, table_name, sum(hands), sum(corrected)
        FROM floor.tallies JOIN floor.histories USING (history)
        WHERE hour >= current_date AND hour < current_date + 1 GROUP BY 1, 2 ORDER BY 1, 2""",
    "corrections of 30 days": """SELECT s.started_at, s.table_name, shoe, count(*), max(s.seal)
        FROM floor.shoes AS s JOIN floor.hands AS h USING (history, shoe)
        WHERE corrected > 0 AND s.started_at >= current_date - 30 GROUP BY 1, 2, 3 ORDER BY 1, 2""",
    "dealers of a year": """SELECT dealer, sum(hands), sum(voided), sum(corrected) FROM floor.tallies
        WHERE hour >= current_date - 365 GROUP BY 1 ORDER BY 1""",
}

# A shoe of each table a day, for a year, a hand every 48 seconds; every hundredth hand was corrected.
FILL = """
INSERT INTO floor.shoes SELECT history, -shoe, table_name, at, at + interval '64 min', 'ez-panda', '', 8, 80, 0, 0,
    '{{"banker": 40, "player": 33, "tie": 7}}', 'AAAA-BBBB-CCCC-DDDD-EEEE', 1, 2
    FROM floor.histories, generate_series(1, {shoes}) AS shoe,
    LATERAL (SELECT now() - shoe * interval '1 day' AS at) AS began;
INSERT INTO floor.hands SELECT history, shoe, hand, 'B', '[]', 0, 0, started_at + hand * interval '48 s', hand,
    (hand * 7 + shoe + history) % 100 / 99, (history * 31 + shoe) % 400 + 1, '', '', 1
    FROM floor.shoes, generate_series(1, 80) AS hand WHERE shoe < 0;
INSERT INTO floor.tallies SELECT history, date_trunc('hour', entered_at, 'UTC'), dealer, count(*), 0, 0,
    sum((corrected > 0)::integer) FROM floor.hands WHERE shoe < 0 GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING;
INSERT INTO floor.events SELECT history, -1000 * shoe - hand, to_char(entered_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    1000000, '5e8f1c9a-0000-4000-8000-000000000001', 'hand', repeat('x', 160), repeat('a', 64), entered_at
    FROM floor.hands WHERE shoe < 0;
"""


def millions(server: Postgres, folder: Path) -> None:
    """Ten million hands of 345 tables, as many as the partitions' default one holds."""
    floor = server.database()
    units = []
    for number in range(1, ROOM + 1):
        path = make_history(folder / f"room-{number}.db", 200, number, f"Table {number}")
        units.append(Unit(floor.unit(number), number, path))
        units[-1].send()
        units[-1].server.close()
    with psycopg.connect(floor.owner) as it:
        for statement in FILL.format(shoes=HANDS // ROOM // 80 + 1).split(";\n")[:-1]:
            it.execute(statement)
    server.admin("VACUUM (ANALYZE)", floor.name)
    hands = floor.count("hands")
    with psycopg.connect(floor.owner, autocommit=True) as it:
        for name, question in QUESTIONS.items():
            times = []
            for _ in range(5):
                clock = time.perf_counter()
                it.execute(question).fetchall()
                times.append((time.perf_counter() - clock) * 1000)
            measured(f"{hands:,} hands: {name}", sorted(times)[2], "ms", 1000 if "year" in name else 300)
    with closing(Server(floor.owner)) as office:
        room = Room(office)
        clock, ours, its = time.perf_counter(), time.process_time(), processor(server)
        assert len(room.look()) == ROOM
        took, parts = time.perf_counter() - clock, (time.process_time() - ours, processor(server) - its)
        about = "processor here {:.2f} s, of the server {:.2f} s".format(*parts)
        measured(f"    the room, {ROOM} tables, the first look", took * 1000, "ms", None, about)
        times = []
        for turn in range(5):
            for unit in units[turn * 10 : turn * 10 + 10]:
                keeping = Keeping(unit.path)
                keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
                keeping.close()
                unit.send()
                unit.server.close()
            clock = time.perf_counter()
            room.look()
            times.append((time.perf_counter() - clock) * 1000)
        measured("    and each look after that, ten of them with a hand", sorted(times)[2], "ms", 200)


def flush(server: Postgres, folder: Path) -> None:
    """Real senders beside tables whose disks take 200 ms for a flush: from when a hand was entered to the server."""
    floor, library, slow = server.database(), folder / "slow.so", TESTS / "floor" / "slow_table.py"
    (folder / "slow.c").write_text(SLOW)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, folder / "slow.c"], check=True)
    tables, hands = 8, 130
    with ExitStack() as running_too:
        dealt = []
        for number in range(1, tables + 1):
            home = folder / f"flush-{number}"
            home.mkdir()
            history = home / "table.db"
            given = ("--config", settings(home, floor.unit(number)), "--db", history)
            running_too.enter_context(board(*given, command="floor", home=home))
            environment = os.environ | {"LD_PRELOAD": str(library)}
            arguments = [sys.executable, slow, history, str(number), str(hands)]
            dealt.append(running_too.enter_context(subprocess.Popen(arguments, env=environment)))
        assert [one.wait() for one in dealt] == [0] * tables
        while floor.count("hands") < tables * hands:
            time.sleep(0.5)
    late = sorted(
        float(seconds)
        for (seconds,) in floor.ask(
            "SELECT extract(epoch FROM arrived_at - at::timestamptz) FROM floor.events WHERE kind = 'hand'"
        )
    )
    measured(f"a flush of 200 ms: {len(late)} hands, 99.9 % on the server", late[-1 - len(late) // 1000], "s", 1.5)
    measured("    the slowest", late[-1], "s", 5.0, f"half of them within {late[len(late) // 2]:.2f} s")


class Watched(Window):
    """A window of which is known when it first showed a row of a table."""

    def __init__(self) -> None:
        super().__init__((3840, 2160))
        self.tables: Sequence[Table] = ()
        self.shown: dict[tuple[int, int], float] = {}

    def choose(self, tables: Sequence[Table], since: float) -> Sequence[Tile]:
        self.tables = tables
        return tiles(tables, since, staff=False)

    def present(self, scene: Scene) -> None:
        tables = self.tables
        super().present(scene)
        for table in tables:
            self.shown.setdefault((table.history, table.now.seq), time.monotonic())

    def seen(self, history: int, seq: int) -> float:
        """When this row was shown, alone or with later ones."""
        return min(at for (of, last), at in self.shown.items() if of == history and last >= seq)


def lobby(server: Postgres, folder: Path) -> None:
    """From a hand's commit at its table to the painted tile at 4K, with the half second that a follower may sleep."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    for count in (15, 60, 153):
        units = []
        floor = server.database()
        for number in range(1, count + 1):
            path = make_history(folder / f"lobby-{count}-{number}.db", 20 + number % 60, number, f"Table {number}")
            units.append(Unit(floor.unit(number), number, path))
            units[-1].send()
            units[-1].server.close()
        _shown(floor, units)


def _shown(floor: Floor, units: list[Unit]) -> None:
    committed: dict[tuple[int, int], float] = {}
    over = threading.Event()

    def play() -> None:
        chance, keepings = Random(len(units)), [Keeping(unit.path) for unit in units]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            number = chance.randrange(len(units))
            keepings[number].give(c.RecordHand(Hand(chance.choice(list(Outcome)))))
            committed[number + 1, keepings[number].records[-1].seq] = time.monotonic()
            units[number].send()
            time.sleep(chance.uniform(0, 60 / len(units)))  # each table has a hand every half minute
        time.sleep(5)
        for unit, keeping in zip(units, keepings, strict=True):
            unit.server.close()
            keeping.close()
        over.set()

    with Signals() as signals, closing(Server(floor.owner)) as office:
        window, began = Watched(), time.monotonic()
        lobby = Lobby(Look(), ("en",))
        showing = Showing(Room(office), lobby, window.choose, window, signals, Notify({}, CLOCK), CLOCK)
        while not window.shown:
            showing.turn()
            loop.wait(showing, CLOCK)
        measured(f"lobby of {len(units)} tables at 4K: the first picture", time.monotonic() - began, "s")
        playing, used = threading.Thread(target=play), time.process_time()
        playing.start()
        while not over.is_set():
            showing.turn()
            loop.wait(showing, CLOCK)
        playing.join()
        showing.close()
        window.close()
    late = sorted(window.seen(*which) - at + 0.5 for which, at in committed.items())
    measured(f"    from commit to pixels, of {len(late)} hands 95 %", late[len(late) * 95 // 100], "s", 2.0)
    measured(
        "    the slowest", late[-1], "s", None, f"processor {(time.process_time() - used) / 65:.0%} with the senders"
    )


PARTS: dict[str, Callable[[Postgres, Path], None]] = {
    "hand": a_hand,
    "backlog": backlog,
    "many": many,
    "day": a_day,
    "millions": millions,
    "lobby": lobby,
    "flush": flush,
}


def main() -> None:
    chosen = sys.argv[1:] or [*PARTS]
    with running() as server, TemporaryDirectory(prefix="eztrak-judged-") as folder:
        # What checkpoints and autovacuum write is not of the hands, and more the longer it takes.
        server.admin("ALTER SYSTEM SET full_page_writes = off")
        server.admin("ALTER SYSTEM SET autovacuum = off")
        server.restart()
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
        for name in chosen:
            PARTS[name](server, Path(folder))


if __name__ == "__main__":
    main()
