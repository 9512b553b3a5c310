"""A history with everything in it that changes a shoe, the copier as a process, and what should arrive of it."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from keeping import START, Keeping
from postgres import Floor
from running import eztrak

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import schema
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS
from eztrak.table import commands as c

BOSS = c.supervisor(7)


def kept(path: Path) -> Keeping:
    """Three shoes with voids, changes and inserts, also of the shoe before; the third is in play."""
    keeping = Keeping(path).give(START)
    keeping.shoe("P Bn T B7 P8 Pf Bx P").shoe("BBBB P")
    keeping.give(
        c.SetDealer(12, BOSS),
        c.VoidHand(1, 2, BOSS, "mis-keyed"),
        c.ChangeHand(1, 7, Hand(Outcome.TIE), BOSS, "漏記 \"und\" 'so' \\ \n weiter"),
        c.InsertHand(2, 0, Hand(Outcome.PLAYER, frozenset({"natural"})), BOSS, "not entered"),
        c.InsertHand(1, 3, Hand(Outcome.BANKER), BOSS, "not entered"),
    )
    return keeping.shoe("T Tn P").give(c.TakeBack(), c.VoidHand(2, 1, BOSS, "mis-keyed"))


def settings(home: Path, address: str, room: str = "Evergreen Cardroom") -> Path:
    path = home / "eztrak.toml"
    path.write_text(f'[room]\nname = "{room}"\n[entry]\nhand_seconds = 0\n[floor]\ndatabase = "{address}"\n')
    return path


def once(home: Path, history: Path, floor: Floor, *more: object, unit: int = 1) -> str:
    """`eztrak floor --once` that goes well, and what it says."""
    config = settings(home, floor.unit(unit))
    done = eztrak("floor", "--once", "--config", config, "--db", history, *more, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(home: Path, history: Path, address: str, status: int = 1) -> str:
    """`eztrak floor --once` that says no, and what it says."""
    done = eztrak("floor", "--once", "--config", settings(home, address), "--db", history, home=home)
    assert (done.returncode, done.stdout) == (status, "")
    return done.stderr


def journal(history: Path) -> list[tuple[Any, ...]]:
    return _read(history, "SELECT * FROM journal ORDER BY seq")


def arrived(floor: Floor, history: int = 1) -> list[tuple[Any, ...]]:
    """The journal as the server has it."""
    return floor.ask(
        f"SELECT seq, at, mono, boot, kind, data, hash FROM floor.events WHERE history = {history} ORDER BY seq"
    )


def aside(home: Path, history: Path, floor: Floor) -> str:
    """`eztrak floor --once` of a history that the server puts aside, and what it says."""
    done = eztrak("floor", "--once", "--config", settings(home, floor.address), "--db", history, home=home)
    assert done.returncode == 1
    return done.stderr


def assert_aside(history: Path, floor: Floor, number: int) -> None:
    """The events are on the server, and nothing of them is counted."""
    assert arrived(floor, number) == journal(history)
    counted = (
        "SELECT counted, (SELECT count(*) FROM floor.shoes AS s WHERE s.history = h.history),"
        " (SELECT count(*) FROM floor.hands AS s WHERE s.history = h.history)"
        " + (SELECT count(*) FROM floor.tallies AS s WHERE s.history = h.history) FROM floor.histories AS h"
        f" WHERE history = {number}"
    )
    assert floor.ask(counted) == [(False, 0, 0)]


def assert_equal(history: Path, floor: Floor, number: int = 1) -> None:
    """Everything is on the server, to the letter: journal, games, shoes and hands."""
    assert arrived(floor, number) == journal(history)
    games = dict(floor.ask("SELECT hash, text FROM floor.games"))
    assert dict(_read(history, "SELECT hash, text FROM games JOIN shoes ON hash = game_hash")).items() <= games.items()
    for table, columns, key in (("shoes", SHOE_COLUMNS, "shoe"), ("hands", HAND_COLUMNS, "shoe, hand")):
        there = floor.ask(
            f"SELECT {', '.join(map(_as_in_the_file, columns))} FROM floor.{table}"
            f" WHERE history = {number} ORDER BY {key}"
        )
        here = _read(history, f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key}")
        assert there == [tuple(map(_plain, columns, row)) for row in here]
    tallied = "hour, dealer, hands, free, voided, corrected"
    here = _read(
        history,
        "SELECT substr(entered_at, 1, 13), dealer, sum(1 - voided), sum(free * (1 - voided)), sum(voided),"
        " sum(corrected > 0) FROM hands GROUP BY 1, 2 ORDER BY 1, 2",
    )
    hour = """to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')"""
    there = floor.ask(
        f"SELECT {tallied.replace('hour', hour)} FROM floor.tallies WHERE history = {number}"
        " AND (hands, free, voided, corrected) <> (0, 0, 0, 0) ORDER BY 1, 2"
    )
    assert there == here


def _as_in_the_file(name: str) -> str:
    if name.endswith("_at"):
        return f"""to_char({name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
    return f'"{name}"'


def _plain(name: str, value: Any) -> Any:
    return json.loads(value) if name in ("marks", "counts") else value


def _read(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(schema.read_only(path)) as connection:  # a board may run
        return connection.execute(query).fetchall()
