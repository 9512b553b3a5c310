"""The floor's database as a witness of a history that somebody made anew, cut or put back."""

import json
from pathlib import Path

import pytest
from evening import once, settings
from keeping import START, Keeping
from postgres import Floor
from running import eztrak

from eztrak.journal.chain import short
from eztrak.journal.witness import Head, head_of, line_of, room_of
from eztrak.table import commands as c


def dealt(path: Path, *shoes: str) -> Path:
    keeping = Keeping(path).give(START)
    for notation in shoes:
        keeping.shoe(notation)
    return keeping.close()


@pytest.mark.parametrize(
    ("shoes", "disputed"),
    [
        (("P B T", "B B", "P"), ""),
        (("P B P", "B B", "P"), "one of the two was rewritten, or is another table's"),
        (("P B T",), "its end was cut off, an older one was put in its place"),
        (("P B T", "B B", "P", "T"), ""),
    ],
    ids=["the same", "a hand changed", "an old backup", "went on since"],
)
def test_the_floor_has_seen(shoes: tuple[str, ...], disputed: str, tmp_path: Path, history: Path, floor: Floor) -> None:
    dealt(history, "P B T", "B B", "P")
    seen = head_of(history)
    once(tmp_path, history, floor)
    for path in (history, history.with_name("table.db-wal"), history.with_name("table.db-shm")):
        path.unlink(missing_ok=True)
    dealt(history, *shoes)
    done = eztrak("verify", history, "--json", "--witness", floor.owner, home=tmp_path)
    data = json.loads(done.stdout)
    assert (done.returncode, data["faults"], data["strange"]) == (1 if disputed else 0, [], [])
    if disputed:
        assert disputed in "\n".join(data["disputed"])
        assert any(short(seen.mark) in said for said in data["disputed"])
    else:
        assert [one["row"] for one in data["witnessed"]] == [seen.seq]
        assert data["open_since"] == seen.seq + 1


def test_the_floor_says_nothing_of_a_table_that_it_does_not_know(tmp_path: Path, history: Path, floor: Floor) -> None:
    once(tmp_path, dealt(history, "P"), floor)
    Keeping(tmp_path / "other.db").give(c.Start("0.9.0", "Table 9", START.terms)).shoe("B").close()
    done = eztrak("verify", tmp_path / "other.db", "--witness", floor.owner, home=tmp_path)
    assert "says nothing about this history" in done.stdout


def test_every_table_of_a_room_is_a_witness_of_the_others(tmp_path: Path, history: Path, floor: Floor) -> None:
    """Whoever makes a history anew, and has the server too, finds its true end at the tables beside it."""
    dealt(history, "P B T", "B B")
    once(tmp_path, history, floor)
    (tmp_path / "next").mkdir()
    beside = Keeping(tmp_path / "next/table.db").give(c.Start("0.9.0", "Table 9", START.terms)).shoe("B").close()
    for _ in range(2):
        once(tmp_path, beside, floor, unit=2)
    seen = head_of(history)
    kept = room_of(beside)
    assert kept.read_text() == line_of(Head(seen.seq, seen.mark, "", "Table 1"))  # not twice
    path = dealt(tmp_path / "forged.db", "P B P", "B B")
    for forged, status, said in (
        (history, 0, f"witnessed up to row {seen.seq} by {kept}"),
        (path, 1, f"row {seen.seq} is {head_of(path).code} here, and {seen.code} for {kept}: one of the two"),
        (beside, 0, f"{kept} says nothing about this history"),
    ):
        done = eztrak("verify", forged, "--witness", kept, home=tmp_path)
        assert (done.returncode, said in done.stdout) == (status, True)


def test_a_table_of_another_room_is_no_witness(tmp_path: Path, history: Path, floor: Floor) -> None:
    dealt(history, "P B T")
    once(tmp_path, history, floor)
    (tmp_path / "next").mkdir()
    beside = Keeping(tmp_path / "next/table.db").give(c.Start("0.9.0", "Table 9", START.terms)).shoe("B").close()
    config = settings(tmp_path, floor.unit(2), room="Another Room")
    assert eztrak("floor", "--once", "--config", config, "--db", beside, home=tmp_path).returncode == 0
    assert not room_of(beside).exists()
