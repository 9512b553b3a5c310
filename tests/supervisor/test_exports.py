"""Exports: the same hands in every format, voids and corrections among them, whole or not at all, and provable."""

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from history import make_history

from eztrak.cli import main
from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.notation import parse
from eztrak.journal.columns import ordered
from eztrak.journal.extract import ALL, Choice, extract
from eztrak.journal.journal import Journal
from eztrak.supervisor import csv_folder, workbook
from eztrak.supervisor.csv_folder import defused
from eztrak.supervisor.export import export
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.workbook import COLUMNS, Shown, serial, text_of
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Terms

Capture = pytest.CaptureFixture[str]
FORMATS = ("csv", "jsonl", "xlsx")


FIRST = first_game()


def keep(path: Path, table: str, *commands: c.Command, game: Game = FIRST) -> Path:
    """Gives commands to a table, a minute apart; a day has 40 of them."""
    journal = Journal(path, "now")
    state: TableState = journal.replay()
    for minute, command in enumerate((c.Start("0.1.0", table, Terms(game=game, origin="x")), *commands)):
        decision = decide(state, command)
        assert isinstance(decision, tuple), decision
        at = f"2026-01-{5 + minute // 40:02}T20:{minute % 40:02}:00.125Z"
        for record in journal.append(decision, Moment(at, 2**60 + minute * 60 * NANO, "boot")):
            state = apply(state, record)
    journal.close()
    return path


def hands_of(notation: str, game: Game = FIRST) -> list[c.Command]:
    return [c.NewShoe(), *map(c.RecordHand, parse(notation, game))]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Three shoes of a table with a risky name; a hand of the first is corrected after that shoe has ended."""
    return keep(
        tmp_path / "t.db",
        "=1+2 貴賓",
        c.SetDealer(7, "supervisor 1"),
        *hands_of("P Bn B7 P8"),
        c.TakeBack(),
        *hands_of("T Tf"),
        c.ChangeHand(1, 2, parse("T", FIRST)[0], "supervisor 1", "@wrong key"),
        c.InsertHand(1, 0, parse("B", FIRST)[0], "supervisor 1", "-missed"),
        c.SetDealer(8, "supervisor 1"),
        *hands_of("B B"),
    )


def exported(history: Path, form: str, *more: str, to: str = "out") -> Path:
    out = history.parent / f"{to}.{form}"
    assert main(["export", "--db", str(history), "--format", form, "--out", str(out), *more]) == 0
    return out


def rows_in(out: Path, name: str) -> list[dict[str, Any]]:
    """A table of an export, read by somebody else's code; all values as texts."""
    if out.is_dir():
        with (out / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    if out.suffix == ".jsonl":
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        named = [line for line in lines if line.pop("line") == name.removesuffix("s")]
        return [{key: "" if value is None else str(value) for key, value in line.items()} for line in named]
    sheet = openpyxl.load_workbook(io.BytesIO(out.read_bytes()))[name]
    head, *rows = sheet.iter_rows(values_only=True)
    return [{str(k): _text(str(k), v) for k, v in zip(head, row, strict=False)} for row in rows]


def _text(column: str, value: object) -> str:
    shown = COLUMNS.get(column, Shown.INSTANT)
    if isinstance(value, datetime) and shown is not Shown.INSTANT:
        return f"{value:{'%Y-%m-%d' if shown is Shown.DAY else '%Y-%m-%d %H:%M:%S'}}"
    if hasattr(value, "isoformat"):
        return value.isoformat(timespec="milliseconds") + "Z"
    return "" if value is None else str(value)


def recorded(history: Path) -> dict[str, list[dict[str, str]]]:
    record = extract(history, Choice(), placed=True)
    tables: dict[str, tuple[tuple[str, ...], Iterator[tuple[Any, ...]]]] = {
        "shoes": (record.shoe_columns, record.shoes()),
        "hands": (record.hand_columns, record.hands()),
        "corrections": (record.correction_columns, ordered(record.correction_rows())),
    }
    texts = {
        name: [dict(zip(columns, ("" if value is None else str(value) for value in row), strict=True)) for row in rows]
        for name, (columns, rows) in tables.items()
    }
    record.close()
    return texts


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_reads_back_as_the_same_shoes_hands_and_corrections(history: Path, form: str) -> None:
    out = exported(history, form)
    for name, rows in recorded(history).items():
        read_back = rows_in(out, name)
        if form == "csv":
            read_back = [{key: value.removeprefix("'") for key, value in row.items()} for row in read_back]
        assert read_back == rows


@pytest.mark.parametrize("form", FORMATS)
def test_voids_and_corrections_are_marked_and_not_left_out(history: Path, form: str) -> None:
    out = exported(history, form)
    hands = {(row["shoe"], row["hand"]): row for row in rows_in(out, "hands")}
    assert len(hands) == 9
    assert (hands["1", "4"]["voided"], hands["1", "4"]["panda8"], hands["1", "4"]["corrected"]) == ("1", "1", "1")
    assert (hands["1", "2"]["outcome"], hands["1", "2"]["corrected"]) == ("T", "1")
    assert (hands["1", "5"]["place"], hands["1", "5"]["corrected"]) == ("1", "1")
    rows = [(row["hand"], row["correction"], row["was"], row["now"], row["by"]) for row in rows_in(out, "corrections")]
    assert rows == [
        ("4", "void", "P8", "", "dealer"),
        ("2", "change", "Bn", "T", "supervisor 1"),
        ("5", "insert", "", "B", "supervisor 1"),
    ]
    seals = {row["shoe"]: row["seal"] for row in rows_in(out, "shoes")}
    assert re.fullmatch("([0-9A-Z]{4}-){4}[0-9A-Z]{4}", seals["1"])
    assert hands["1", "1"]["seal"] == seals["1"]
    assert hands["3", "1"]["seal"] == seals["3"] == ""


def test_the_columns_of_hands_begin_as_promised_and_without_a_mark(tmp_path: Path) -> None:
    out = exported(keep(tmp_path / "t.db", "Table 1", *hands_of("P B7"), c.TakeBack()), "csv")
    assert (out / "corrections.csv").read_bytes().startswith(b"shoe,hand,")
    assert (
        (out / "hands.csv")
        .read_text()
        .startswith("shoe,hand,outcome,natural,free,voided,dragon7,panda8,entered_at,place,corrected,dealer,")
    )


def test_what_is_more_than_ascii_tells_excel_that_it_is_utf_8(history: Path) -> None:
    out = exported(history, "csv")
    assert (out / "shoes.csv").read_bytes().startswith(b"\xef\xbb\xbfshoe,table_name,")
    assert (out / "hands.csv").read_bytes().startswith(b"\xef\xbb\xbfshoe,hand,")


def test_typed_text_is_no_formula_in_a_spreadsheet(history: Path) -> None:
    folder = exported(history, "csv")
    assert {row["table_name"] for row in rows_in(folder, "shoes")} == {"'=1+2 貴賓"}
    assert [row["reason"] for row in rows_in(folder, "corrections")] == ["taken back", "'@wrong key", "'-missed"]
    book = openpyxl.load_workbook(exported(history, "xlsx"))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert book["shoes"]["B2"].value == "=1+2 貴賓"


@pytest.mark.parametrize("text", ["=A1", "+1", "-1", "@x", "\tx", "'quoted", "plain", ""])
def test_a_defused_text_can_be_had_back(text: str) -> None:
    assert not defused(text).startswith(("=", "+", "-", "@", "\t"))
    assert defused(text).removeprefix("'") == text


def test_a_workbook_has_a_sheet_a_kind_with_a_frozen_header(history: Path) -> None:
    book = openpyxl.load_workbook(exported(history, "xlsx"))
    assert book.sheetnames == ["summary", "shoes", "hands", "corrections", "journal", "about"]
    assert {sheet.freeze_panes for sheet in book} == {"A2"}
    void = book["hands"]["C5"]
    assert void.font.strike
    assert book["hands"]["I2"].is_date


def test_what_is_longer_than_a_sheet_goes_on_in_the_next(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet of Excel ends at row 1,048,576; here at the fifth."""
    monkeypatch.setattr(workbook, "MOST_ROWS", 5)
    out = exported(history, "xlsx")
    book = openpyxl.load_workbook(out)
    assert [name for name in book.sheetnames if name.startswith("hands")] == ["hands", "hands 2", "hands 3"]
    hands = [row for name in ("hands", "hands 2", "hands 3") for row in rows_in(out, name)]
    assert hands == recorded(history)["hands"]
    assert {book[name].max_row for name in ("hands", "hands 2")} == {5}
    assert main(["verify", str(out)]) == 0


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("more", "hands"),
    [
        ((), 9),
        (("--shoe", "1"), 5),
        (("--dealer", "7"), 6),
        (("--dealer", "8", "--shoe", "3"), 2),
        (("--from", "2026-01-05", "--to", "2026-01-05"), 9),
        (("--table", "=1+2 貴賓"), 9),
    ],
)
def test_whatever_is_chosen_proves_itself(
    history: Path, form: str, more: tuple[str, ...], hands: int, capsys: Capture
) -> None:
    out = exported(history, form, *more)
    assert len(rows_in(out, "hands")) == hands
    capsys.readouterr()
    assert main(["verify", str(out), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    voided = sum(int(row["voided"]) for row in rows_in(out, "hands"))
    assert (data["ok"], data["hands"], data["voided"], data["signed_by"]) == (True, hands - voided, voided, None)


def test_an_export_its_check_and_the_history_count_hands_in_the_same_words(history: Path, capsys: Capture) -> None:
    exported(history, "csv")
    assert f"{history.parent / 'out.csv'}: 3 shoes, 8 hands, 1 void, " in capsys.readouterr().out
    for path in (history, history.parent / "out.csv"):
        assert main(["verify", str(path)]) == 0
        assert " rows, 3 shoes, 8 hands, 1 void, head " in capsys.readouterr().out
    assert main(["export", "--db", str(history), "--format", "csv", "--out", "seven", "--dealer", "7"]) == 0
    assert "seven: 2 shoes, 5 hands, 1 void, " in capsys.readouterr().out


def test_a_correction_after_the_end_of_a_shoe_is_in_its_export(history: Path) -> None:
    out = exported(history, "csv", "--shoe", "1")
    assert [row["correction"] for row in rows_in(out, "corrections")] == ["void", "change", "insert"]


def test_days_are_local_and_the_last_one_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first shoe starts on 5 January at 20:01 UTC, which is the sixth in Taipei and the fifth in Seattle."""
    import time

    database = keep(tmp_path / "t.db", "Table 1", *hands_of("P B"))
    for zone, days in (("Asia/Taipei", "2026-01-06"), ("America/Los_Angeles", "2026-01-05")):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert len(rows_in(exported(database, "csv", "--from", days, "--to", days, to=zone[:4]), "hands")) == 2
        assert main(["export", "--db", str(database), "--format", "csv", "--out", "x", "--from", "2026-01-07"]) == 1
    monkeypatch.undo()
    time.tzset()


def changed(out: Path, before: str, after: str) -> None:
    files = [out] if out.is_file() else sorted(out.iterdir())
    for file in files:
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("hands.csv", "1,1,P,0", "1,1,B,0", "hands, row 1 (shoe 1, hand 1): outcome is 'B', the journal says 'P'"),
        ("hands.csv", "1,3,B,0", "1,9,B,0", "hands, row 3 (shoe 1, hand 3): hand is '9', the journal says '3'"),
        ("shoes.csv", "\n2,", "\n4,", "shoes, row 2 (shoe 2): shoe is '4', the journal says '2'"),
        ("corrections.csv", "wrong key", "nothing", "corrections, row 2 (shoe 1, hand 2, correction change): reason"),
        ("journal.jsonl", '\\"outcome\\":\\"P\\"', '\\"outcome\\":\\"B\\"', "does not match its hash"),
        ("about.json", '"hands": 8', '"hands": 9', "not as many shoes and hands"),
        ("about.json", '"voided": 1', '"voided": 0', "not as many shoes and hands"),
        ("about.json", '"rows": ', '"rows": 1', "incomplete or wrong"),
        ("about.json", '"export": 5', '"export": 6', "this eztrak knows forms 1 to 5. A newer one wrote it"),
        ("about.json", '"export": 5', '"export": 2', "incomplete or wrong"),
        ("about.json", "Dragon 7", "Dragon 8", "the games are not those that the journal's shoes were dealt under"),
        ("journal.jsonl", "[", "{", "is no JSON"),
    ],
)
def test_whoever_changes_an_export_is_found_out(
    history: Path, capsys: Capture, file: str, before: str, after: str, said: str
) -> None:
    out = exported(history, "csv")
    path = out / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_bytes(text.replace(before, after, 1).encode())
    capsys.readouterr()
    assert main(["verify", str(out)]) == 1
    assert said in capsys.readouterr().out


def test_a_row_or_a_file_that_was_taken_away_is_missed(history: Path, capsys: Capture) -> None:
    out = exported(history, "csv")
    hands, journal = out / "hands.csv", out / "journal.jsonl"
    texts = hands.read_text(), journal.read_text()
    hands.write_text("".join(texts[0].splitlines(keepends=True)[:-1]))
    assert main(["verify", str(out)]) == 1
    assert "shoe 3, hand 2 is missing" in capsys.readouterr().out
    hands.write_text(texts[0])
    for less in (texts[1].splitlines(keepends=True)[:-1], texts[1].splitlines(keepends=True)[1:]):
        journal.write_text("".join(less))
        assert main(["verify", str(out)]) == 1
        assert "row" in capsys.readouterr().out
    journal.unlink()
    assert main(["verify", str(out)]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_a_forged_shoe_that_is_consistent_in_itself_has_another_seal(history: Path, tmp_path: Path) -> None:
    """Whoever makes all of it anew, chain and all, cannot keep the seal that the camera has seen."""
    true = rows_in(exported(history, "csv", "--shoe", "1"), "shoes")[0]["seal"]
    other = tmp_path / "forged"
    other.mkdir()
    forged = keep(other / "t.db", "=1+2 貴賓", c.SetDealer(7, "supervisor 1"), *hands_of("B Bn B7 P8"), c.NewShoe())
    assert rows_in(exported(forged, "csv", "--shoe", "1"), "shoes")[0]["seal"] != true


def test_a_signature_holds_and_a_wrong_one_is_found(history: Path, tmp_path: Path, capsys: Capture) -> None:
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric import ed25519

    for name in ("unit", "other"):
        key = ed25519.Ed25519PrivateKey.generate()
        private = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
        public = key.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo)
        (tmp_path / f"{name}.pem").write_bytes(private)
        (tmp_path / f"{name}.pub").write_bytes(public)
    for form in FORMATS:
        out = exported(history, form, "--sign", str(tmp_path / "unit.pem"))
        capsys.readouterr()
        assert main(["verify", str(out), "--key", str(tmp_path / "unit.pub")]) == 0
        assert "signed by the key " in capsys.readouterr().out
        assert main(["verify", str(out), "--key", str(tmp_path / "other.pub")]) == 1
        assert "signed by another key" in capsys.readouterr().out
    about = tmp_path / "out.csv" / "about.json"
    about.write_text(about.read_text().replace('"dealer": null', '"dealer": 7'))
    assert main(["verify", str(about.parent)]) == 1
    assert "the signature does not match" in capsys.readouterr().out
    plain = exported(history, "csv", to="unsigned")
    assert main(["verify", str(plain), "--key", str(tmp_path / "unit.pub")]) == 1
    assert "is not signed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--shoe", "99"), 1, "nothing found for shoe 99; the newest is shoe 3"),
        (
            ("--from", "2031-01-01"),
            1,
            "nothing found for 2031-01-01 or later; the nearest shoes are from 2026-01-0",
        ),
        (("--dealer", "5"), 1, "nothing found for dealer 5"),
        (("--table", "Table 2"), 1, "nothing found for Table 2; the shoes here are from =1+2 貴賓"),
        (("--from", "2026-01-02", "--to", "2026-01-01"), 2, "--to 2026-01-01 is before --from 2026-01-02"),
        (("--sign", "nix.pem"), 1, "nix.pem: cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_exported_is_said_and_leaves_nothing(
    history: Path, capsys: Capture, more: tuple[str, ...], status: int, said: str
) -> None:
    before = set(history.parent.iterdir())
    for form in FORMATS:
        out = history.parent / "out"
        assert main(["export", "--db", str(history), "--format", form, "--out", str(out), *more]) == status
        assert said in capsys.readouterr().err
    assert {path.name for path in set(history.parent.iterdir()) - before} <= {"t.db-wal", "t.db-shm"}


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_that_is_there_stays_unless_forced(history: Path, capsys: Capture, form: str) -> None:
    out = exported(history, form, "--shoe", "1")
    assert main(["export", "--db", str(history), "--format", form, "--out", str(out)]) == 1
    assert capsys.readouterr().err == f"eztrak: {out}: already exists; --force replaces it\n"
    assert len(rows_in(out, "hands")) == 5
    exported(history, form, "--force")
    assert len(rows_in(out, "hands")) == 9
    assert not [path.name for path in history.parent.iterdir() if path.name.endswith((".part", ".old", ".rows"))]


def test_somebody_elses_folder_is_not_replaced(history: Path, tmp_path: Path, capsys: Capture) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "letter.txt").write_text("dear")
    assert main(["export", "--db", str(history), "--format", "csv", "--out", str(own), "--force"]) == 1
    assert "is a folder that is not an export" in capsys.readouterr().err
    assert (own / "letter.txt").read_text() == "dear"


@pytest.mark.parametrize("command", [*(("export", "--format", form) for form in FORMATS), ("report", "--shoe", "1")])
def test_a_full_disk_is_told_and_leaves_nothing_behind(tmp_path: Path, command: tuple[str, ...]) -> None:
    """The limit on a file's size stands for the disk: the kernel refuses the write in the same way."""
    database = make_history(tmp_path / "t.db", 4000)
    code = (
        "import resource, signal, sys; from eztrak.cli import main;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (32768, 32768));"
        "sys.exit(main(sys.argv[1:]))"
    )
    out = tmp_path / "out"
    done = subprocess.run(
        [sys.executable, "-c", code, *command, "--db", database, "--out", out],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"eztrak: {out}: cannot be written: File too large\n"
    assert {path.name for path in tmp_path.iterdir()} <= {"t.db", "t.db-wal", "t.db-shm"}


def test_a_board_that_runs_is_not_in_the_way(tmp_path: Path) -> None:
    database = keep(tmp_path / "t.db", "Table 1", *hands_of("P B"))
    journal = Journal(database, "now")
    out = exported(database, "csv")
    for command in (["shoes"], ["shoe", "--id", "1"], ["report", "--out", "x.pdf"], ["report", "--json"], ["verify"]):
        assert main([*command, "--db", str(database)]) == 0, command
    journal.close()
    assert len(rows_in(out, "hands")) == 2


def test_a_database_of_a_newer_version_is_left_alone(history: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(history)) as connection:
        connection.execute("PRAGMA user_version = 99")
    for command in (["export", "--format", "csv"], ["report", "--shoe", "1"]):
        assert main([*command, "--db", str(history), "--out", "new"]) == 2
        assert "was written by a newer eztrak" in capsys.readouterr().err
        assert not Path("new").exists()
    for command in (["shoes"], ["shoe", "--id", "1"], ["report", "--json"], ["verify"], ["backup"]):
        # A backup is mostly a timer's work: nobody used it wrongly.
        assert main([*command, "--db", str(history)]) == (1 if command == ["backup"] else 2), command
        assert "was written by a newer eztrak" in capsys.readouterr().err


def test_a_record_that_somebody_wrote_formulas_into_is_exported_harmlessly(history: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(history)) as connection:
        connection.execute("UPDATE hands SET player_cards = '=1,\"2' WHERE shoe = 1 AND hand = 1")
        connection.commit()
    out = exported(history, "csv")
    assert rows_in(out, "hands")[0]["player_cards"] == "'=1,\"2"
    capsys.readouterr()
    assert main(["verify", str(out)]) == 1
    assert "player_cards is '=1,\"2', the journal says ''" in capsys.readouterr().out


@pytest.mark.parametrize("form", FORMATS)
def test_many_hands_need_no_more_memory_than_few(tmp_path: Path, form: str) -> None:
    code = (
        "import resource, sys; from eztrak.cli import main; assert main(sys.argv[1:]) == 0;"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    peaks = []
    for hands in (800, 12_000):
        database = make_history(tmp_path / f"{hands}.db", hands)
        command = ["export", "--db", database, "--format", form, "--out", tmp_path / f"{hands}.out"]
        done = subprocess.run(
            [sys.executable, "-c", code, *command], capture_output=True, text=True, timeout=60, check=True
        )
        peaks.append(int(done.stdout.splitlines()[-1]))
    assert peaks[1] < peaks[0] + 4096, "kilobytes"


def test_a_generated_history_is_sound(tmp_path: Path, capsys: Capture) -> None:
    database = make_history(tmp_path / "t.db", 300)
    assert main(["verify", str(database)]) == 0
    assert main(["verify", str(exported(database, "jsonl", "--from", "2026-01-05"))]) == 0
    assert capsys.readouterr().out.count("288 hands, 12 void") == 3  # the history, the export, and the check of it


def test_times_come_back_from_excel_to_the_millisecond() -> None:
    for at in ("2026-01-05T20:01:00.125Z", "2026-12-31T23:59:59.999Z", "1999-02-28T00:00:00.001Z"):
        days = serial(at, Shown.INSTANT)
        assert days is not None
        assert text_of(days, Shown.INSTANT) == at
    assert serial("yesterday", Shown.INSTANT) is None


def test_the_bar_shows_rows_and_time_left_after_a_second_and_goes_away() -> None:
    leader, follower = os.openpty()
    now = [0]
    with os.fdopen(follower, "w") as stream:
        with Progress("hands", 1000, stream=stream, clock=lambda: now[0]) as progress:
            progress(100)
            now[0] = 2 * NANO
            progress(100)
        text = ""
        while not text.endswith("\x1b[K\r\x1b[K"):  # a terminal hands over in as many pieces as it likes
            text += os.read(leader, 1000).decode()
    os.close(leader)
    assert text == "\rhands [######......................]  20%  200 rows, 8 s left\x1b[K\r\x1b[K"


def test_a_long_export_is_written_by_two_processes_to_the_same_files(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Counting(Progress):
        def at(self, done: int, total: int) -> None:
            super().at(done, total)
            seen.append((done, total))

    seen: list[tuple[int, int]] = []
    export(history, ALL, "csv", tmp_path / "one")
    monkeypatch.setattr(csv_folder, "_MANY", 1)
    about = export(history, ALL, "csv", tmp_path / "two", progress=Counting("two"))
    for name in csv_folder.FILES[1:]:
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes(), name
    assert seen[-1] == (about.entered + about.rows, about.entered + about.rows)
