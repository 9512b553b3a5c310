"""`eztrak backup`, `eztrak restore`, and a board with a second copy: what people see of it."""

import json
import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from keeping import Keeping
from running import board, eztrak, fields_of

from eztrak.cli import main
from eztrak.table import commands as c
from eztrak.table.events import PinsCleared

HANDS = "1 Enter 3 Enter 5 Enter 4 3 Enter\n"
OPTIONS = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "script:keys.txt")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A unit with a second copy on a stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    (tmp_path / "keys.txt").write_text(HANDS)
    (tmp_path / "eztrak.toml").write_text(
        f"[entry]\nhand_seconds = 0\n[journal]\ncopy = '{folder}'\nbackup_count = 1\n"
    )
    return folder


def played(home: Path) -> list[str]:
    """Runs the board until the keys are in; gives all that it said."""
    with board(*OPTIONS, home=home) as running:
        running.hear("kind=hand .*natural")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
        return running.lines


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM journal").fetchall()


def test_the_board_keeps_a_second_copy_and_takes_it_up(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    assert rows(stick / "t.db") == rows(tmp_path / "t.db")
    before = rows(tmp_path / "t.db")
    (tmp_path / "t.db").write_bytes(b"worn out" * 2048)
    said = played(tmp_path)[0]
    assert re.fullmatch(
        r"the history was damaged\. The old file is kept as t\.db\.damaged-\d+T\d+Z; "
        rf"{len(before)} events came from the copy {stick}/t\.db; it goes up to shoe 1 hand 4;"
        r" nobody can tell what came after that",
        said,
    )
    assert rows(tmp_path / "t.db")[: len(before)] == before
    assert eztrak("verify", "t.db", home=tmp_path).returncode == 0
    assert eztrak("verify", "stick/t.db", home=tmp_path).returncode == 0


def test_a_supervisor_confirms_by_keys_what_came_from_a_copy(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    newest = len(rows(tmp_path / "t.db"))  # what is wrong with the machine may be noted before the last hand or not
    (tmp_path / "t.db").write_bytes(b"worn out" * 2048)
    (tmp_path / "keys.txt").write_text("/ / 3 2 4 6 8 Enter 2 4 6 8 Enter 9 3 / Enter\n")
    with board(*OPTIONS, home=tmp_path) as running:
        confirmed = fields_of(running.hear("kind=copy_confirm"))
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    ((kind, fields),) = confirmed["waited"]
    assert (kind, fields["first"], fields["last"], fields["source"]) == ("copy_taken", 1, newest, f"{stick}/t.db")
    assert confirmed["by"] == "supervisor 1"


def test_what_was_written_to_the_stick_elsewhere_is_said_and_kept_and_not_taken(stick: Path, tmp_path: Path) -> None:
    """A correction in a supervisor's name and cleared PINs, appended with right hashes on another computer."""
    played(tmp_path)
    before = rows(tmp_path / "t.db")
    forged = Keeping(stick / "t.db")
    forged.append(PinsCleared()).give(c.VoidHand(1, 1, "supervisor 1", "misdeal")).close()
    (tmp_path / "keys.txt").write_text("wait 3600\n")
    with board(*OPTIONS, home=tmp_path) as running:
        said = fields_of(running.hear("kind=copy_differs"))["told"]
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert re.fullmatch(
        rf"the second copy {stick}/t\.db was replaced: it is not of this history from row {len(before) + 1} on: it is"
        r" another table's, or one of the two was rewritten or cut\. The old one is kept as t\.db\.other-\d+T\d+Z",
        said,
    )
    kinds = [row[4] for row in rows(tmp_path / "t.db")[len(before) :]]
    assert [kind for kind in kinds if kind != "health"] == ["start", "copy_differs"]
    assert rows(next(stick.glob("t.db.other-*Z")))[-1][4] == "void"
    assert rows(stick / "t.db") == rows(tmp_path / "t.db")


def test_a_missing_stick_never_stops_the_table(stick: Path, tmp_path: Path) -> None:
    stick.rmdir()
    assert len([line for line in played(tmp_path) if "kind=hand" in line]) == 4
    assert not stick.exists()


def test_backups_are_made_kept_and_restored(stick: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path)
    (stick / "t-20200101T000000Z.db").touch()
    assert main(["backup", "--db", "t.db", "--config", "eztrak.toml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    made = Path(data["file"])
    assert (made.parent, data["removed"]) == (stick, [str(stick / "t-20200101T000000Z.db")])
    assert rows(made) == rows(tmp_path / "t.db")
    restore = ("restore", made, "--db", "t.db", "--config", "eztrak.toml")
    refused = eztrak(*restore, home=tmp_path, said="n\n")
    assert (refused.returncode, "Nothing was changed." in refused.stdout) == (1, True)
    assert eztrak(*restore, home=tmp_path).returncode == 1  # nobody there to ask
    done = eztrak(*restore, home=tmp_path, said="y\n")
    assert done.returncode == 0, done
    aside = next(tmp_path.glob("t.db.replaced-*"))
    beside = next(stick.glob("t.db.replaced-*"))
    assert done.stdout.endswith(f"t.db: restored; the old one is {aside.name}; the old one is {beside}\n")
    assert rows(beside) == rows(made)
    assert rows(aside) == rows(made)


def test_a_restore_is_on_record_and_no_number_of_a_shoe_is_used_twice(stick: Path, tmp_path: Path) -> None:
    """Whoever puts an old backup back, to deal a shoe again under its number, leaves a row, and the number is gone."""
    played(tmp_path)
    assert main(["backup", "--db", str(tmp_path / "t.db"), "--to", str(stick), "--json"]) == 0
    (made,) = stick.glob("t-*.db")
    row, head = len(rows(made)), rows(made)[-1][-1]
    (tmp_path / "keys.txt").write_text(f"/ / 1 / Enter {HANDS}")
    played(tmp_path)
    last = len(rows(tmp_path / "t.db"))
    assert eztrak("restore", made, "--yes", "--db", "t.db", "--config", "eztrak.toml", home=tmp_path).returncode == 0
    (aside,) = tmp_path.glob("t.db.replaced-*Z")
    with board(*OPTIONS, home=tmp_path) as running:
        restored = fields_of(running.hear("kind=restore"))
        assert fields_of(running.hear("kind=shoe_start"))["shoe"] == 3  # shoe 2 was dealt in what is gone
        running.hear("kind=hand .*natural")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert restored.items() >= {"source": str(made), "row": row, "head": head, "kept": aside.name, "shoe": 2}.items()
    assert restored["last"] == last
    assert not (tmp_path / "t.db.restored").exists()
    checked = eztrak("verify", "t.db", home=tmp_path)
    assert checked.returncode == 0
    at = restored["at"][:19].replace("T", " ")
    assert (
        f"the history was restored from {made} at {at}, up to row {row}; the previous one, which went up to row {last},"
        f" is kept as {aside.name}" in checked.stdout
    )
    played(tmp_path)  # once
    assert [kind for *_, kind, _, _ in rows(tmp_path / "t.db")].count("restore") == 1


def test_a_history_is_taken_off_the_unit_once_its_archive_is_checked(stick: Path, tmp_path: Path) -> None:
    """With every shoe sealed; on record, confirmed by a supervisor whose PIN stays, and shoes go on."""
    medium = tmp_path / "medium"
    medium.mkdir()
    assert main(["backup", "--db", str(played_to_a_pin(tmp_path)), "--to", str(stick)]) == 0
    archive = ("archive", "--to", medium, "--db", "t.db", "--config", "eztrak.toml")
    refused = eztrak(*archive, "--yes", home=tmp_path)
    assert (refused.returncode, "shoe 1 has hands and no seal" in refused.stderr) == (1, True), refused
    (tmp_path / "keys.txt").write_text("/ / 1 / Enter\n")
    with board(*OPTIONS, home=tmp_path) as running:
        running.hear("kind=shoe_start shoe=2")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    before = rows(tmp_path / "t.db")
    assert eztrak(*archive, home=tmp_path, said="n\n").stdout.endswith("Nothing was changed.\n")
    done = eztrak(*archive, home=tmp_path, said="y\n")
    assert done.returncode == 0, done
    (made,) = medium.iterdir()
    assert rows(made) == before
    assert "t.db: starts anew, with shoe 3; a supervisor must confirm it at the board\n" in done.stdout
    assert [path.name for path in stick.iterdir()] == ["t.db.lock"]
    checked = eztrak("verify", made, home=tmp_path)
    assert checked.returncode == 0, checked
    (tmp_path / "keys.txt").write_text("/ / 3 1 Enter 2 4 6 8 Enter 9 3 / Enter . . 1 Enter wait 3600\n")
    with board(*OPTIONS, home=tmp_path) as running:
        noted = fields_of(running.hear("kind=archive"))
        confirmed = fields_of(running.hear("kind=copy_confirm"))
        assert fields_of(running.hear("kind=shoe_start"))["shoe"] == 3
        running.hear("kind=hand shoe=3 hand=1")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    assert noted.items() >= {"archive": str(made), "rows": len(before), "head": before[-1][-1], "shoe": 2}.items()
    assert confirmed["by"] == "supervisor 1"
    assert "copy_differs" not in [row[4] for row in rows(tmp_path / "t.db")]
    assert rows(stick / "t.db") == rows(tmp_path / "t.db")
    assert eztrak("verify", "t.db", home=tmp_path).returncode == 0


def played_to_a_pin(home: Path) -> Path:
    """A shoe with hands, and a supervisor."""
    (home / "keys.txt").write_text("/ / 3 2 4 6 8 Enter 2 4 6 8 Enter . . . " + HANDS)
    played(home)
    return home / "t.db"


@pytest.mark.usefixtures("stick")
def test_a_restore_that_was_cut_off_is_not_on_record(tmp_path: Path) -> None:
    played(tmp_path)
    note = {"source": "t.db", "row": 1, "head": rows(tmp_path / "t.db")[0][-1], "at": "", "kept": "", "last": 9}
    for text in (json.dumps(note | {"shoe": 1}), json.dumps(note), "cut off"):
        (tmp_path / "t.db.restored").write_text(text)
        assert not [line for line in played(tmp_path) if "kind=restore" in line]
        assert not (tmp_path / "t.db.restored").exists()


def test_a_backup_without_a_stick_stands_beside_the_history(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    done = eztrak("backup", "--db", "t.db", home=tmp_path)
    assert done.returncode == 0
    assert re.fullmatch(r"backups/t-\d{8}T\d{6}Z\.db: \d+ rows, 1 shoe, 4 hands, 0 void, all well\n", done.stdout)
    assert list(stick.iterdir()) != []


def test_a_backup_may_be_made_every_night_while_the_board_runs(stick: Path, tmp_path: Path) -> None:
    (stick / "t-20200101T000000Z.db").touch()
    with board(*OPTIONS, home=tmp_path) as running:
        running.hear("kind=hand .*natural")
        done = eztrak("backup", "--db", "t.db", "--config", "eztrak.toml", home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        said = r": \d+ rows, 1 shoe, 4 hands, 0 void, all well; older ones removed: t-20200101T000000Z\.db\n"
        assert re.fullmatch(rf"{stick}/t-\d{{8}}T\d{{6}}Z\.db{said}", done.stdout)
        running.signal(signal.SIGTERM)
        assert running.ended() == 0


def test_without_its_medium_a_backup_says_no_and_makes_no_folder(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    for path in stick.iterdir():
        path.unlink()
    stick.rmdir()
    for more in ((), ("--to", stick)):
        done = eztrak("backup", "--db", "t.db", "--config", "eztrak.toml", *more, home=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            f"eztrak: {stick}: is not there: plug in the drive, or make the folder. No backup was made.\n"
        )
    assert not stick.exists()


def test_a_damaged_history_is_not_backed_up(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as connection:
        connection.execute("UPDATE hands SET outcome = 'T'")
    done = eztrak("backup", "--db", "t.db", "--config", "eztrak.toml", home=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("eztrak: t.db: it cannot be copied: it is not as it was written: ")
    assert list(stick.glob("*Z*")) == []


def test_a_damaged_backup_is_not_restored(stick: Path, tmp_path: Path) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(stick / "t.db", isolation_level=None)) as connection:
        connection.execute("UPDATE hands SET outcome = 'T'")
    refused = eztrak("restore", stick / "t.db", "--db", "t.db", "--yes", home=tmp_path)
    assert refused.returncode == 1
    assert "NOT as it was written, so it is not restored" in refused.stdout
    assert list(tmp_path.glob("t.db.replaced-*")) == []
