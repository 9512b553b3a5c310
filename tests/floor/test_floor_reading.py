"""What reads a unit's file reads the floor's database: the same answers, to the letter."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from evening import BOSS, kept, once, settings
from keeping import START, Keeping
from postgres import Floor
from running import eztrak

from eztrak.floor.copying import copy
from eztrak.floor.histories import chosen, fetch
from eztrak.floor.rights import OFFICE
from eztrak.floor.server import Sender, Server
from eztrak.game.hand import Hand, Outcome
from eztrak.journal import schema
from eztrak.table import commands as c
from eztrak.table import events as e

TABLES = ("journal", "games", "shoes", "hands", "totals", "keys", "seals")


def all_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(schema.read_only(path)) as connection:
        return {table: sorted(connection.execute(f"SELECT * FROM {table}")) for table in TABLES}


def copied(history: Path, floor: Floor) -> None:
    with closing(Server(floor.unit())) as server:
        copy(history, server, Sender("Evergreen", "boot-1"))


def fetched(floor: Floor, folder: Path, who: str | None = None) -> Path:
    with closing(Server(floor.unit(group=OFFICE))) as server:
        return fetch(server, chosen(server, who), folder)


def test_a_file_of_the_floor_is_that_of_the_unit_after_every_event(tmp_path: Path, floor: Floor) -> None:
    """Also where a shoe before is corrected, sealed anew, undone or joined, and hands are moved between two."""
    whole = kept(tmp_path / "whole.db").give(c.Note(e.UnitKeyed("a" * 44, "key.pem", "", 0, 0, 0, 0)))
    whole.give(c.NewShoe(), c.UndoShoe(c.DEALER), c.RecordHand(Hand(Outcome.TIE))).shoe("B7 Pf")
    whole.give(c.JoinShoes(BOSS, "no new shoe")).shoe("P P8 Bn").shoe("B")
    whole.give(c.MoveHands(6, 2, BOSS, "forgotten"), c.NewShoe(), c.UndoShoe(BOSS), c.TakeBack())
    whole.close()
    slow = Keeping(tmp_path / "slow.db")
    for record in whole.records:
        slow.append(record.event)
        if record.kind in ("change", "shoe_end", "shoe_seal", "shoe_resume"):
            copied(slow.path, floor)
            assert all_of(fetched(floor, tmp_path / "office")) == all_of(slow.path)
    slow.close()
    copied(slow.path, floor)
    assert all_of(fetched(floor, tmp_path / "fresh")) == all_of(slow.path)


def test_a_file_that_the_server_knows_otherwise_is_made_anew(tmp_path: Path, history: Path, floor: Floor) -> None:
    Keeping(history).give(START).shoe("P B").close()
    once(tmp_path, history, floor)
    old = shutil.copy(history, tmp_path / "old.db")
    before = floor.twin()
    Keeping(history).shoe("T").close()
    once(tmp_path, history, floor)
    path = fetched(floor, tmp_path / "office")
    assert all_of(path) == all_of(history)
    with closing(Server(before.owner)) as server:  # a dump that was put back
        assert all_of(fetch(server, chosen(server, None), tmp_path / "office")) == all_of(Path(old))


@pytest.fixture(scope="module")
def office(postgres: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Floor]:
    """Two units, and the config of who sits in the office."""
    home, floor = tmp_path_factory.mktemp("office"), postgres.database()
    kept(home / "table.db").close()
    Keeping(home / "other.db").give(c.Start("0.9.0", "Table 9", START.terms)).shoe("B P").close()
    once(home, home / "table.db", floor)
    once(home, home / "other.db", floor, unit=2)
    settings(home, floor.unit(group=OFFICE))
    return home, home / "table.db", floor


@pytest.mark.parametrize(
    "command",
    [
        ("shoes", "--json"),
        ("shoes", "--totals"),
        ("shoe", "--id", "1", "--json"),
        ("report", "--from", "2026-01-01", "--json"),
        ("verify", "--json"),
    ],
    ids=" ".join,
)
def test_a_question_has_the_same_answer(command: tuple[str, ...], office: tuple[Path, Path, Floor]) -> None:
    home, history, _ = office
    config = ("--config", home / "eztrak.toml")
    here = eztrak(*command, *config, "--db", history, home=home)
    there = eztrak(*command, *config, "--floor", "--unit", "table 1", home=home)
    assert (here.returncode, there.returncode, there.stderr) == (0, 0, "")
    if command[0] == "verify":
        one, other = json.loads(here.stdout), json.loads(there.stdout)
        assert one | {"file": "", "notes": []} == other | {"file": "", "notes": []}
        assert "signatures stay with the unit" in "".join(other["notes"])
    else:
        assert there.stdout == here.stdout


def test_an_export_is_that_of_the_unit(office: tuple[Path, Path, Floor], tmp_path: Path) -> None:
    home, history, floor = office
    asked = ("--format", "csv", "--config", home / "eztrak.toml", "--out")
    here = eztrak("export", *asked, tmp_path / "here", "--db", history, home=home)
    there = eztrak("export", *asked, tmp_path / "there", "--floor", "--unit", floor.role, home=home)
    assert here.stdout.replace("here", "there") == there.stdout
    for name in ("hands.csv", "shoes.csv", "corrections.csv", "journal.jsonl"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
    assert eztrak("verify", tmp_path / "there", home=home).returncode == 0


def test_who_does_not_say_which_is_told_which_there_are(office: tuple[Path, Path, Floor]) -> None:
    home, _, floor = office
    ask = ("shoes", "--config", home / "eztrak.toml", "--floor")
    many = eztrak(*ask, home=home)
    assert many.returncode == 1
    assert f"there are: 1 ({floor.role}, Table 1), 2 (unit2-{floor.name}, Table 9)" in many.stderr
    assert "no history of Table 3" in eztrak(*ask, "--unit", "Table 3", home=home).stderr
    assert eztrak(*ask, "--unit", "2", home=home).stdout.startswith("shoe 1  Table 9")
    assert eztrak("shoes", "--unit", "2", home=home).returncode == 2
    assert eztrak(*ask, "--db", home / "table.db", home=home).returncode == 2


def test_a_lie_on_the_server_is_found(tmp_path: Path, history: Path, floor: Floor) -> None:
    """Whoever owns the tables changes a hand, and leaves its event as it was; or changes both."""
    kept(history).close()
    once(tmp_path, history, floor)
    config = settings(tmp_path, floor.unit(group=OFFICE))
    floor.ask("UPDATE floor.hands SET outcome = 'T' WHERE shoe = 1 AND hand = 1")
    found = eztrak("verify", "--floor", "--config", config, home=tmp_path)
    assert found.returncode == 1
    assert "NOT as it was written" in found.stdout
    assert "hand 1" in found.stdout
