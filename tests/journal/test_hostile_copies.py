"""A copy that somebody wrote to on another computer: nothing of it gets into a history but what the damage explains."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from keeping import START, Keeping, moment, select, tampering
from talk import waits

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import mending
from eztrak.journal.backup import backup, beside, restore
from eztrak.journal.chain import canonical, link
from eztrak.journal.journal import connect, head
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.events import CopyTaken, Moment
from eztrak.table.software import Checked, Running
from eztrak.table.staff import Staff
from eztrak.table.state import TableState
from eztrak.voice.said import Said
from eztrak.voice.wire import plain

AT = "2026-01-02T03:04:05.678Z"
MOMENT = Moment(AT, 0, "boot-2")
PIN = c.SetPin(1, "check", "first start")
BANKER = c.RecordHand(Hand(Outcome.BANKER))


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def played(keeping: Keeping) -> Keeping:
    """A table with a supervisor and two shoes."""
    return keeping.give(PIN).shoe("P B T").shoe("B P")


@contextmanager
def started(path: Path, copies: Path | None) -> Iterator[tuple[TableState, str]]:
    journal, notes = open_and_mend(path, copies, MOMENT)
    try:
        yield journal.replay(), str(notes)
    finally:
        journal.close()
    assert verify(path).faults == ()


def on_stick(keeping: Keeping, stick: Path) -> Path:
    """The second copy of a unit that is switched off."""
    return Path(shutil.copy(keeping.close(), stick / keeping.path.name))


def append_rows(path: Path, *rows: tuple[str, str]) -> None:
    """What somebody with a stick and a computer can do: rows of any content, with hashes as they have to be."""
    with closing(connect(path, 2)) as connection:
        seq, before = head(connection)
        for kind, data in rows:
            seq += 1
            when = moment(seq)
            before = link(before, seq, when, kind, data)
            row = (seq, when.at, when.mono, when.boot, kind, data, before)
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute("PRAGMA journal_mode = DELETE")


def spoil_end(path: Path) -> None:
    """The page with the end of the journal is worn out."""
    ((root, size),) = select(path, "rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'journal'")
    assert isinstance(root, int)
    assert isinstance(size, int)
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xa5" * size)


FORGED = (
    ("change", '{"by":"supervisor 1","hand":2,"outcome":"B","reason":"misdeal","shoe":2,"was":"P"}'),
    ("pins_clear", "{}"),
)


def test_rows_appended_to_the_copy_are_not_taken_into_a_sound_history(played: Keeping, stick: Path) -> None:
    append_rows(on_stick(played, stick), *FORGED)
    with started(played.path, stick) as (state, notice):
        assert (state, notice) == (played.state, "")


def test_a_copy_that_was_rewritten_as_a_whole_fills_no_gap(played: Keeping, stick: Path) -> None:
    played.close()
    forged = Keeping(stick / played.path.name).give(START, PIN).shoe("B B B").shoe("B B").give(BANKER, BANKER)
    forged.close()
    with tampering(played.path) as connection:
        connection.execute("UPDATE journal SET data = replace(data, 'T', 'B') WHERE kind = 'hand' AND seq > 6")
    with started(played.path, stick) as (state, notice):
        assert waits(state) == ""
        assert "came from the copy" not in notice


def test_a_gap_is_filled_and_no_row_more_is_taken(played: Keeping, stick: Path) -> None:
    append_rows(on_stick(played, stick), *FORGED)
    newest = len(played.records)
    with tampering(played.path) as connection:
        connection.execute("UPDATE journal SET data = '{}' WHERE seq IN (5, ?)", (newest,))
    with started(played.path, stick) as (state, notice):
        assert (state.shoe, state.staff) == (played.state.shoe, played.state.staff)
        assert notice.endswith("nothing was lost")
    kinds = select(played.path, f"kind, data FROM journal WHERE seq > {newest}")
    assert [kind for kind, _ in kinds] == ["copy_taken"] * 2
    assert [json.loads(str(data))["last"] for _, data in kinds] == [5, newest]


def test_rows_about_pins_are_never_taken_from_a_copy_that_nobody_can_vouch_for(played: Keeping, stick: Path) -> None:
    """The end of the history is worn out: nobody can tell how far it went, and the copy has more than there was."""
    half = backup_beside(played)
    copy = on_stick(played.give(BANKER), stick)
    append_rows(copy, FORGED[0], FORGED[1], ("hand", '{"hand":5,"outcome":"B","shoe":2}'))
    spoil_end(played.path)
    with started(played.path, stick) as (state, notice):
        assert state.staff == played.state.staff
        assert waits(state) == (
            f"rows 1 to {half[1]} came from the copy {half[0]};"
            f" rows {half[1] + 1} to {len(played.records) + 1} came from the copy {copy}"
        )
        assert notice.endswith("nobody can tell what came after that")
    assert select(played.path, "count(*) FROM journal WHERE kind = 'pins_clear'") == [(0,)]


def test_no_copy_says_which_software_a_supervisor_stands_for(played: Keeping, stick: Path) -> None:
    other = Checked("7K3M-Q2ZD-9FXA", Said("changed: {names}", names="lib/eztrak/table/stats.py"), "AAAA-BBBB-CCCC")
    bound = Running(other.code, approval="Commission 26-0417")
    played.give(c.Start("0.9.0", "Table 1", played.state.terms, bound), c.Note(e.SoftwareChecked(other)))
    backup_beside(played)
    copy = on_stick(played.give(c.NewShoe()), stick)
    confirmed = {"by": "supervisor 1", "difference": other.difference, "what": plain(other.differs)}
    append_rows(copy, ("software_confirm", canonical(confirmed)), ("hand", '{"hand":1,"outcome":"B","shoe":3}'))
    spoil_end(played.path)
    with started(played.path, stick) as (state, _):
        assert state.shoe is not None
        assert (state.shoe.number, state.shoe.hands) == (3, ())
        assert (state.software.waits, state.software.confirmed) == (other.differs, "")
    assert select(played.path, "count(*) FROM journal WHERE kind = 'software_confirm'") == [(0,)]


def backup_beside(keeping: Keeping) -> tuple[Path, int]:
    beside(keeping.path).mkdir()
    made, verified = backup(keeping.path, beside(keeping.path), AT)
    return made, verified.rows


@pytest.mark.parametrize("row", [FORGED[1], ("pin_set", '{"by":"supervisor 1","check":"mine","supervisor":9}')])
def test_a_copy_that_is_taken_whole_has_no_say_in_pins(played: Keeping, stick: Path, row: tuple[str, str]) -> None:
    """Not one row of the history is left. Whoever comes first sets the first PIN, as on a new unit."""
    append_rows(on_stick(played, stick), row)
    played.path.unlink()
    with started(played.path, stick) as (state, _):
        assert state.shoe == played.state.shoe
        assert state.staff == Staff()
        assert waits(state).startswith("rows 1 to ")


def test_pins_hide_in_no_other_row(played: Keeping, stick: Path) -> None:
    """The start of a shoe tells the PINs in force, and a forged one tells that there are none."""
    backup_beside(played)
    copy = on_stick(played, stick)
    ((start,),) = select(copy, "data FROM journal WHERE kind = 'shoe_start' ORDER BY seq DESC LIMIT 1")
    plain = json.loads(str(start))
    plain["staff"]["pins"], plain["shoe"] = {}, 3
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    append_rows(copy, ("shoe_end", '{"hands":2,"shoe":2}'), ("shoe_start", text))
    played.path.unlink()
    with started(played.path, stick) as (state, _):
        assert state.staff == played.state.staff
    assert select(played.path, "max(shoe) FROM shoes") == [(2,)]


def test_what_came_from_a_copy_is_on_record_with_where_it_came_from(played: Keeping, stick: Path) -> None:
    copy = on_stick(played, stick)
    with tampering(played.path) as connection:
        connection.execute("DELETE FROM journal WHERE seq IN (6, 7)")
    journal, _ = open_and_mend(played.path, stick, MOMENT)
    journal.close()
    ((at, data),) = select(played.path, "at, data FROM journal ORDER BY seq DESC LIMIT 1")
    taken = CopyTaken(6, 7, str(copy), played.state.staff)
    assert (at, json.loads(str(data))["first"], json.loads(str(data))["last"]) == (AT, taken.first, taken.last)
    with started(played.path, stick) as (state, notice):
        assert (waits(state), notice) == (f"rows 6 to 7 came from the copy {copy}", "")


def endless_view(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TABLE journal")
        connection.execute(
            "CREATE VIEW journal AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS seq,"
            " '' AS at, 0 AS mono, '' AS boot, '' AS kind, '' AS data, '' AS hash FROM n WHERE i < 0"
        )


def deep_json(path: Path) -> None:
    append_rows(path, ("health", "[" * 200_000 + "]" * 200_000))


def huge_row(path: Path) -> None:
    append_rows(path, ("health", json.dumps({"wrong": "x" * 150_000_000, "told": ""})))


def huge_sparse_file(path: Path) -> None:
    os.truncate(path, 2**42)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def of(*rows: tuple[str, str]) -> Callable[[Path], None]:
    return lambda path: append_rows(path, *rows)


@pytest.mark.parametrize(
    "forge",
    [
        endless_view,
        deep_json,
        huge_row,
        huge_sparse_file,
        pipe,
        of(("hand", '{"hand":{},"outcome":"P","shoe":2}')),
        of(("hand", '{"hand":1,"outcome":"P","shoe":2}')),  # is there already
        of(("hand", '{"hand":99999999999999999999,"outcome":"P","shoe":2}')),
        of(("timer_start", '{"seconds":1e400}')),
        of(("dealer", '{"by":"\\ud800","dealer":[]}')),
        of(("no such kind", "{}")),
    ],
)
@pytest.mark.parametrize("gone", [False, True])
def test_no_copy_keeps_the_board_from_starting(
    played: Keeping, stick: Path, forge: Callable[[Path], None], gone: bool
) -> None:
    backup_beside(played)
    forge(on_stick(played, stick))
    if gone:
        played.path.unlink()
    else:
        spoil_end(played.path)
    with started(played.path, stick) as (state, _):
        assert (state.shoe, state.staff) == (played.state.shoe, played.state.staff)


def test_a_copy_that_takes_too_long_is_passed_over(
    played: Keeping, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mending, "_SECONDS", -1.0)
    monkeypatch.setattr("eztrak.journal.guarded._STEPS", 1)
    on_stick(played, stick)
    played.path.unlink()
    with started(played.path, stick) as (state, notice):
        assert (state, notice) == (TableState(), "")


@pytest.fixture
def cut(played: Keeping) -> Keeping:
    """The power goes: the newest commits are beside the file."""
    folder = played.path.parent / "cut"
    folder.mkdir()
    for path in played.path.parent.glob("table.db*"):
        shutil.copy(path, folder)
    played.close()
    for path in folder.iterdir():
        shutil.move(path, played.path.with_name(path.name))
    return played


def test_commits_whose_file_is_gone_are_set_aside_before_a_copy_takes_its_place(cut: Keeping) -> None:
    """After a repair of the file system, or a move. SQLite would lay them over the copy."""
    made, rows = backup_beside(cut)
    commits = cut.path.with_name("table.db-wal")
    left = commits.read_bytes()
    assert left
    cut.path.unlink()
    with started(cut.path, None) as (state, notice):
        assert state.shoe == cut.state.shoe
        assert notice == (
            "the history was gone; what was left of its newest commits is kept as"
            f" table.db.damaged-20260102T030405Z-wal; {rows} events came from the copy {made};"
            " it goes up to shoe 2 hand 2; nobody can tell what came after that"
        )
    assert cut.path.with_name("table.db.damaged-20260102T030405Z-wal").read_bytes() == left
    again = Keeping(cut.path).give(BANKER, BANKER, BANKER)
    again.close()
    with started(cut.path, None) as (state, notice):
        assert (state.shoe, notice) == (again.state.shoe, "")


@pytest.mark.parametrize("ours", [True, False])
def test_commits_without_a_file_and_without_a_copy_are_kept_too(cut: Keeping, ours: bool) -> None:
    left = cut.path.with_name("table.db-wal").read_bytes()
    cut.path.unlink()
    if not ours:
        cut.path.with_name("table.db.lock").unlink()
    with started(cut.path, None) as (state, notice):
        assert state == TableState()
        assert notice == (
            "the history was gone, and there is no copy of it; what was left of its newest commits is kept as"
            " table.db.orphan-20260102T030405Z-wal"
        )
    assert cut.path.with_name("table.db.orphan-20260102T030405Z-wal").read_bytes() == left


def test_a_restore_is_not_laid_under_commits_whose_file_is_gone(cut: Keeping) -> None:
    made, _ = backup_beside(cut)
    left = cut.path.with_name("table.db-wal").read_bytes()
    cut.path.unlink()
    aside, _ = restore(made, cut.path, AT)
    assert aside == [cut.path.with_name("table.db.replaced-20260102T030405Z")]
    assert aside[0].with_name(f"{aside[0].name}-wal").read_bytes() == left
    with started(cut.path, None) as (state, notice):
        assert (state.shoe, notice) == (cut.state.shoe, "")


def test_memory_stays_small_however_large_the_rows_of_a_copy(played: Keeping, stick: Path) -> None:
    huge_row(on_stick(played, stick))
    spoil_end(played.path)
    code = (
        "import resource, sys; from pathlib import Path; from eztrak.journal.takeup import open_and_mend;"
        " from eztrak.table.events import Moment; before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        f" open_and_mend(Path({str(played.path)!r}), Path({str(stick)!r}), Moment({AT!r}, 0, 'boot'))[0].close();"
        " print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    grown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(grown.stdout) < 60_000
