"""`eztrak shoes` and `eztrak verify`: what the history says, to people and to programs."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from eztrak.cli import main
from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.journal.journal import Journal
from eztrak.supervisor.days import ending, local
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.state import apply
from eztrak.table.terms import Terms
from eztrak.upkeep import _totals

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Two shoes: one that ended, one in play."""
    path = tmp_path / "t.db"
    journal = Journal(path, "now")
    state = journal.replay()
    hands = [[c.NewShoe(), *map(c.RecordHand, parse(shoe, first_game()))] for shoe in ("P Bn B7 P8", "T Tf")]
    for second, command in enumerate(
        [c.Start("0.1.0", "Table 1", Terms(origin="x")), *hands[0], c.TakeBack(), *hands[1]]
    ):
        decision = decide(state, command)
        assert isinstance(decision, tuple)
        for record in journal.append(decision, Moment(f"2026-01-01T20:00:{second:02}.000Z", second, "boot")):
            state = apply(state, record)
    journal.close()
    return path


def seal_in(history: Path) -> str:
    with closing(sqlite3.connect(history)) as connection:
        return str(connection.execute("SELECT seal FROM shoes").fetchone()[0])


def test_shoes_are_listed_for_programs(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--json", "--db", str(history)]) == 0
    said = capsys.readouterr().out
    assert re.fullmatch("([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}", seal_in(history))
    assert json.loads(said) == [
        {
            "shoe": 1,
            "table": "Table 1",
            "game": "ez-panda",
            "started_at": "2026-01-01T20:00:01.000Z",
            "ended_at": "2026-01-01T20:00:07.000Z",
            "closed_at": None,
            "notation": "P Bn B7 P8x",
            "hands": 3,
            "free": 0,
            "voided": 1,
            "counts": {"player": 1, "banker": 2, "tie": 0, "dragon7": 1, "panda8": 0, "natural": 1},
            "percent": {"player": 33.3, "banker": 66.7, "tie": 0.0, "dragon7": 33.3, "panda8": 0.0, "natural": 33.3},
            "seal": seal_in(history),
            "earlier_seals": [],
        },
        {
            "shoe": 2,
            "table": "Table 1",
            "game": "ez-panda",
            "started_at": "2026-01-01T20:00:07.000Z",
            "ended_at": None,
            "closed_at": None,
            "notation": "T Tf",
            "hands": 2,
            "free": 1,
            "voided": 0,
            "counts": {"player": 0, "banker": 0, "tie": 2, "dragon7": 0, "panda8": 0, "natural": 0},
            "percent": {"player": 0.0, "banker": 0.0, "tie": 100.0, "dragon7": 0.0, "panda8": 0.0, "natural": 0.0},
            "seal": None,
            "earlier_seals": [],
        },
    ]


def test_totals_are_told_for_people_with_the_exact_odds_beside_them(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--totals", "--db", str(history)]) == 0
    day = local("2026-01-01T20:00:01.000Z", "%Y-%m-%d")
    assert capsys.readouterr().out.splitlines() == [
        f"Table 1  since {day}  shoes 2  hands 5  free 1  voided 1",
        "player               1  20.0 %  expected              2.2",
        "banker               2  40.0 %  expected              2.3",
        "tie                  2  40.0 %  expected              0.5",
        "dragon7              1  20.0 %  expected              0.1",
        "panda8               0   0.0 %  expected              0.2",
        "natural              1  20.0 %  expected              1.7",
    ]


def test_totals_are_told_for_programs(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--totals", "--json", "--db", str(history)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {name: data[name] for name in ("table", "since", "shoes", "hands", "free", "voided", "counts")} == {
        "table": "Table 1",
        "since": "2026-01-01T20:00:01.000Z",
        "shoes": 2,
        "hands": 5,
        "free": 1,
        "voided": 1,
        "counts": {"player": 1, "banker": 2, "tie": 2, "dragon7": 1, "panda8": 0, "natural": 1},
    }
    assert data["expected"] == {
        "player": 2.23,
        "banker": 2.29,
        "tie": 0.48,
        "dragon7": 0.11,
        "panda8": 0.17,
        "natural": 1.72,
    }


def test_totals_are_told_on_the_health_page(history: Path, tmp_path: Path) -> None:
    assert list(map(str, _totals(history))) == [
        "dealt in total: 2 shoes, 5 hands, 1 void",
        "Player: 1, Banker: 2, Tie: 2, Dragon 7: 1, Panda 8: 0, Natural: 1",
    ]
    assert _totals(tmp_path / "gone.db") == []


def test_totals_are_of_all_shoes_or_of_none(history: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["shoes", "--totals", "--day", "today", "--db", str(history)]) == 2
    assert "--totals are of all shoes; `eztrak report` has the figures of chosen ones" in capsys.readouterr().err
    Journal(tmp_path / "new.db", "now").close()
    assert main(["shoes", "--totals", "--db", str(tmp_path / "new.db")]) == 1
    assert "has no totals yet; they start with the first shoe" in capsys.readouterr().err


def test_shoes_are_listed_for_people(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--db", str(history)]) == 0
    day, at = local("2026-01-01T20:00:01.000Z", "%Y-%m-%d"), local("2026-01-01T20:00:01.000Z", "%H:%M")
    zone = local("2026-01-01T20:00:01.000Z", "%Z")
    game = "EZ Baccarat Panda 8"
    counts = "Player: 0  Banker: 0  Tie: 2  Dragon 7: 0  Panda 8: 0  Natural: 0"
    second = f"  {at} to now ({zone})  {game}  hands 2  {counts}  voided 0  seal -"
    assert capsys.readouterr().out.splitlines() == [
        f"shoe 1  Table 1  1st of {day}  {at} to {at} ({zone})  {game}  hands 3  Player: 1  Banker: 2  Tie: 0"
        f"  Dragon 7: 1  Panda 8: 0  Natural: 1  voided 1  corrected 1  seal {seal_in(history)}",
        f"shoe 2  Table 1  2nd of {day}{second}",
    ]
    assert main(["shoes", "--db", str(history), "--shoe", "2"]) == 0
    assert capsys.readouterr().out == f"shoe 2  Table 1  {day}{second}\n"


def test_a_table_is_found_without_regard_to_case_and_else_the_tables_are_named(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--json", "--db", str(history), "--table", "table 1"]) == 0
    assert [shoe["table"] for shoe in json.loads(capsys.readouterr().out)] == ["Table 1", "Table 1"]
    assert main(["shoes", "--db", str(history), "--table", "1"]) == 1
    assert capsys.readouterr().err == f"eztrak: {history}: nothing found for 1; the shoes here are from Table 1\n"


def test_an_end_on_a_later_day_says_so() -> None:
    assert str(ending("2026-01-01T12:00:00.000Z", "2026-01-02T12:31:00.000Z")).endswith(" +1 day")
    assert str(ending("2026-01-01T12:00:00.000Z", "2026-01-03T12:31:00.000Z")).endswith(" +2 days")
    assert str(ending("2026-01-01T12:00:00.000Z", "2026-01-01T12:31:00.000Z")) == local(
        "2026-01-01T12:31:00.000Z", "%H:%M"
    )
    assert str(ending("2026-01-01T12:00:00.000Z", None)) == ""


def test_a_hand_is_found_by_day_shoe_and_number(tmp_path: Path, capsys: Capture) -> None:
    """Yesterday's second shoe, hand 3, its correction and its printout: three commands."""
    path, yesterday = tmp_path / "t.db", datetime.now(UTC) - timedelta(days=1)
    journal = Journal(path, "now")
    state = journal.replay()
    mended = c.ChangeHand(2, 3, parse("T", first_game())[0], "supervisor 7", "wrong key")
    shoes = [[c.NewShoe(), *map(c.RecordHand, parse("P B P B", first_game()))] for _ in range(3)]
    for command in [c.Start("0.1.0", "Table 1", Terms(origin="x")), *shoes[0], *shoes[1], mended, *shoes[2]]:
        decision = decide(state, command)
        assert isinstance(decision, tuple)
        at = yesterday.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        for record in journal.append(decision, Moment(at, 0, "boot")):
            state = apply(state, record)
    journal.close()
    arguments = ("--db", str(path))
    assert main(["shoes", "--day", "yesterday", *arguments]) == 0
    line = re.search(r"^shoe (\d+)  Table 1  2nd of ", capsys.readouterr().out, re.MULTILINE)
    assert line
    assert main(["shoe", "--id", line[1], "--hand", "3", *arguments]) == 0
    assert re.fullmatch(
        r"shoe 2  Table 1  .*\n.*  entered: PLAYER \(the dealer\)\n"
        r".*  changed from PLAYER to TIE \(supervisor 7: wrong key\)\nhand 3 now: TIE\n",
        capsys.readouterr().out,
    )
    assert main(["shoe", "--id", line[1], "--hand", "4", *arguments]) == 0
    assert re.search(r"  entered: BANKER \(the dealer\)\nhand 4 now: BANKER\n$", capsys.readouterr().out)
    assert main(["report", "--shoe", line[1], "--out", "shoe.pdf", *arguments]) == 0
    assert Path("shoe.pdf").read_bytes().startswith(b"%PDF")
    assert main(["shoe", "--id", "2", "--hand", "3", "--json", *arguments]) == 0
    data = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert ([hand["hand"] for hand in data["entered"]], [row["now"] for row in data["corrections"]]) == ([3], ["T"])
    assert main(["shoe", "--id", "2", "--hand", "9", *arguments]) == 1
    assert "shoe 2 has no hand 9; it has hands 1 to 4" in capsys.readouterr().err
    assert main(["shoe", "P", "--hand", "9"]) == 2


@pytest.mark.parametrize("typed", ["tomorrow", "31.1.2026", "2026-02-30", "0001-01-01"])
def test_what_is_no_day_is_said(capsys: Capture, typed: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["shoes", "--day", typed])
    assert f"'{typed}' is not a day; type it as 2026-01-31, or today or yesterday" in capsys.readouterr().err


def test_the_notation_that_is_listed_can_be_shown(history: Path, capsys: Capture) -> None:
    main(["shoes", "--json", "--db", str(history)])
    listed = json.loads(capsys.readouterr().out)[0]
    assert main(["shoe", listed["notation"], "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {name: shown[name] for name in ("hands", "voided", "counts", "percent")} == {
        name: listed[name] for name in ("hands", "voided", "counts", "percent")
    }


def test_a_sound_history_is_verified(history: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(history)) as connection:
        rows, head = connection.execute("SELECT max(seq), hash FROM journal").fetchone()
    assert main(["verify", str(history)]) == 0
    assert capsys.readouterr().out == (
        f"{history}: all well: {rows} rows, 2 shoes, 5 hands, 1 void, head {head[:16]}…\n"
        "sealed up to row 9\n"
        "witnessed by nobody who was asked: --witness and --seal name them\n"
        "not keyed: no unit's key vouches for any row, so nothing in it says who wrote it\n"
    )
    assert main(["verify", str(history), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "file": str(history),
        "ok": True,
        "rows": rows,
        "shoes": 2,
        "hands": 5,
        "voided": 1,
        "head": head,
        "faults": [],
        "strange": [],
        "notes": [],
        "disputed": [],
        "sealed": 9,
        "witnessed": [],
        "open_since": 1,
        "keys": [],
    }


def test_a_changed_history_is_said_no_to(history: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(history, isolation_level=None)) as connection:
        connection.execute("UPDATE hands SET outcome = 'B' WHERE shoe = 1 AND hand = 1")
    fault = "table hands, shoe 1, hand 1: outcome is 'B', the journal says 'P'"
    assert main(["verify", str(history)]) == 1
    assert capsys.readouterr().out == f"{history}: NOT as it was written\n{fault}\n"
    assert main(["verify", str(history), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["ok"], data["faults"]) == (False, [fault])


def test_a_seal_from_a_recording_is_looked_for(history: Path, capsys: Capture) -> None:
    assert main(["verify", str(history), "--seal", seal_in(history).lower()]) == 0
    assert main(["verify", str(history), "--seal", seal_in(history), "--seal", "7K3M-Q2ZD-9FXA"]) == 1
    assert "seal 7K3M-Q2ZD-9FXA: no shoe here ends with it." in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(history), "--seal", "7K3M"])
    assert ended.value.code == 2
    assert "'7K3M' is not a seal; give its twenty letters and figures" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["verify"], ["shoes", "--db"], ["shoes", "--json", "--db"]])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nix.db", "there is no such file; the board creates it"),
        ("empty.db", "it has no journal yet"),
        ("notes.txt", "it is not an eztrak database (file is not a database). It was left as it is."),
        ("folder", "it is a folder, not a database"),
    ],
)
def test_a_file_that_is_no_history_is_named(
    capsys: Capture, tmp_path: Path, command: list[str], name: str, said: str
) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "notes.txt").write_text("no database\n" * 100)
    (tmp_path / "folder").mkdir()
    assert main([*command, name]) == 2
    assert capsys.readouterr() == ("", f"eztrak: {name}: {said}\n")
    assert not (tmp_path / "nix.db").exists()


def test_without_a_name_the_history_of_the_board_is_meant(capsys: Capture, tmp_path: Path) -> None:
    assert main(["shoes"]) == 2
    assert capsys.readouterr().err == (
        f"eztrak: {tmp_path}/.local/share/eztrak/eztrak.db: there is no such file; the board creates it."
        " --db FILE names another history\n"
    )
    (tmp_path / "own.toml").write_text("[journal]\ndatabase = '~/own.db'\n")
    assert main(["verify", "--config", "own.toml"]) == 2
    assert f"eztrak: {tmp_path}/own.db: there is no such file; the board creates it." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["january.xlsx", "january.jsonl", "january.zip", "january"])
def test_an_export_that_is_not_there_is_not_called_a_history(capsys: Capture, name: str) -> None:
    assert main(["verify", name]) == 2
    assert capsys.readouterr().err == f"eztrak: {name}: there is no such file\n"


def test_a_pdf_is_told_what_can_be_verified(history: Path, capsys: Capture) -> None:
    assert main(["report", "--shoe", "1", "--out", "shoe.pdf", "--db", str(history)]) == 0
    assert main(["verify", "shoe.pdf"]) == 2
    assert "shoe.pdf: a PDF cannot be verified; a database can, and an export: xlsx" in capsys.readouterr().err


def test_a_seal_from_a_recording_is_looked_for_in_an_export(history: Path, capsys: Capture) -> None:
    assert main(["export", "--format", "jsonl", "--out", "one.jsonl", "--shoe", "1", "--db", str(history)]) == 0
    assert main(["verify", "one.jsonl", "--seal", seal_in(history)]) == 0
    assert main(["verify", "one.jsonl", "--seal", "7K3M-Q2ZD-9FXA"]) == 1
    assert "seal 7K3M-Q2ZD-9FXA: no shoe of this export ends with it" in capsys.readouterr().out
