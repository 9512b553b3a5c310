"""A history that is taken off a unit: only sealed shoes, only once an archive is checked, and never without a row."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from keeping import Keeping, select
from talk import waits

from eztrak.appliance.unit_key import Head
from eztrak.game.hand import Hand, Outcome
from eztrak.journal import archiving
from eztrak.journal.archiving import Taken, archive
from eztrak.journal.backup import backup, beside
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import head
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.events import Archived, HealthNoted, fields
from eztrak.voice.said import Said
from eztrak.voice.times import local

AT = "2029-01-02T03:04:05.678Z"
NAME = "t-archive-20290102T030405Z.db"
PIN = c.SetPin(1, "check", c.FIRST_START)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two sealed shoes, and a third without a hand."""
    keeping = Keeping(tmp_path / "t.db").give(PIN).shoe("P B T").shoe("B B").give(c.NewShoe())
    (tmp_path / "medium").mkdir()
    return keeping.close()


def rows_of(path: Path) -> list[tuple[object, ...]]:
    return select(path, "* FROM journal ORDER BY seq")


def taken(path: Path, *, noted: Head | None = None) -> Taken:
    return archive(path, [path.parent / "medium"], AT, noted, path.parent / "stick")


def refused(path: Path, noted: Head | None = None) -> str:
    """Why; and nothing was changed."""
    before = rows_of(path)
    with pytest.raises(JournalError) as why:
        taken(path, noted=noted)
    assert rows_of(path) == before
    assert list((path.parent / "medium").iterdir()) == []
    return str(why.value).removeprefix(f"{path}: ")


def began(path: Path) -> e.Archived | None:
    """What the next start finds."""
    return archiving.note_of(path, len(rows_of(path)), None)


def test_the_archive_is_the_history_and_the_next_one_begins_with_a_row_about_it(path: Path) -> None:
    before = rows_of(path)
    archived = taken(path)
    made = path.parent / "medium" / NAME
    assert (archived.archives, archived.verified.rows, archived.shoe) == ((made,), len(before), 3)
    assert rows_of(made) == before
    assert verify(made).well
    assert rows_of(path) == []
    note = began(path)
    assert note is not None
    assert (note.archive, note.rows, note.head, note.at, note.shoe) == (str(made), len(before), before[-1][-1], AT, 3)
    keeping = Keeping(path).give(c.Note(note))
    assert waits(keeping.state) == (f"the previous history, {len(before)} rows, was archived in {made} at {local(AT)}")
    assert keeping.state.staff.check_of(1) == "check"
    keeping.give(c.SignIn(1, "check"), c.ConfirmCopy("supervisor 1"), c.NewShoe())
    assert keeping.state.shoe is not None
    assert keeping.state.shoe.number == 4  # no number is used twice
    keeping.close()
    assert began(path) is None  # it is on record
    assert verify(path).strange == ()
    assert [str(note) for note in verify(path).notes if "archive" in str(note)] == [
        f"row 1 (2026-01-01T20:00:00.000Z): the previous history, {len(before)} rows, was archived in {made}"
        f" at {local(AT)}"
    ]


def test_what_the_archive_has_is_removed_elsewhere_and_what_it_has_not_stays(path: Path, tmp_path: Path) -> None:
    beside(path).mkdir()
    (tmp_path / "stick").mkdir()
    made, _ = backup(path, beside(path), "2026-06-01T00:00:00.000Z")
    backup(path, tmp_path / "stick", AT)[0].rename(tmp_path / "stick/t.db")
    other = Keeping(tmp_path / "stick/t-20260601T000000Z.db").shoe("P P P P").give(c.NewShoe()).close()
    assert taken(path).removed == (made, tmp_path / "stick/t.db")
    assert rows_of(other)
    assert not made.exists()


def open_shoe(path: Path) -> None:
    Keeping(path).give(c.RecordHand(Hand(Outcome.TIE))).close()


def unconfirmed(path: Path) -> None:
    Keeping(path).give(c.Note(e.CopyDiffers(Said("the second copy was replaced")))).close()


def damaged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE hands SET outcome = 'P' WHERE shoe = 2")
        connection.commit()


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (open_shoe, "shoe 3 has hands and no seal: press NEW SHOE at the keypad first"),
        (unconfirmed, "a supervisor has to confirm first: the second copy was replaced"),
        (damaged, "it cannot be copied: it is not as it was written: table hands, shoe 2, hand 1: outcome is 'P'"),
    ],
)
def test_what_is_not_sealed_confirmed_and_well_is_not_taken_away(
    path: Path, happens: Callable[[Path], None], why: str
) -> None:
    happens(path)
    assert refused(path).startswith(why)


def test_rows_that_the_unit_has_signed_and_are_gone_are_not_covered_by_an_archive(path: Path) -> None:
    last = len(rows_of(path))
    assert refused(path, Head("o", last + 4, "0" * 64, 3)) == (
        f"the unit signed up to row {last + 4}, but it ends with row {last}: start the board once, and stop it"
    )


def test_an_archive_that_the_units_key_does_not_know_explains_nothing(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        seq, digest = head(connection)
    taken(path, noted=Head("o", seq, digest, 3))
    assert archiving.note_of(path, 0, Head("o", seq, digest, 3))
    assert archiving.note_of(path, 0, Head("o", seq + 1, "0" * 64, 3)) is None


def test_while_the_board_runs_nothing_is_taken_away(path: Path) -> None:
    keeping = Keeping(path)
    assert refused(path).startswith("another eztrak is writing to it")
    keeping.close()


@pytest.mark.parametrize("step", range(1, 9))
def test_a_power_cut_at_any_step_leaves_the_history_or_its_archive(
    path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call that makes something last on the disk is a place to be cut off; the last one has nothing after it."""
    before, calls = rows_of(path), 0

    def cut(real: Callable[[Path], None]) -> Callable[[Path], None]:
        def sync(place: Path) -> None:
            nonlocal calls
            calls += 1
            if calls == step:
                raise PowerCut
            real(place)

        return sync

    monkeypatch.setattr("eztrak.journal.archiving.sync", cut(archiving.sync))
    monkeypatch.setattr("eztrak.journal.backup.sync", cut(archiving.sync))
    monkeypatch.setattr("eztrak.appliance.paths.sync", cut(archiving.sync))
    try:
        taken(path)
    except PowerCut:
        pass
    else:
        assert calls < step
    now = rows_of(path)
    if now:
        assert (now, began(path)) == (before, None)
    else:
        assert rows_of(path.parent / "medium" / NAME) == before
        assert began(path)


class PowerCut(BaseException):
    pass


@pytest.mark.parametrize("spoilt", [{"rows": "x"}, {"staff": []}, {"head": 7}, {"shoe": 2**60}])
def test_a_note_that_eztrak_did_not_leave_is_none(path: Path, spoilt: dict[str, object]) -> None:
    taken(path)
    beside = path.with_name("t.db.archived")
    beside.write_text(json.dumps(json.loads(beside.read_text()) | spoilt))
    assert began(path) is None
    beside.write_text("cut off")
    assert began(path) is None
    beside.write_text(json.dumps(fields(HealthNoted("disk", Said("full")))))
    assert began(path) is None


def test_nobody_archives_a_history_in_its_middle(path: Path) -> None:
    keeping = Keeping(path)
    keeping.append(Archived("/media/one/t.db", 90, "0" * 64, AT, 90, keeping.state.staff)).close()
    assert str(verify(path).strange[0]).endswith(
        "(archive, 2026-01-01T20:00:00.000Z): this history did not begin there"
    )
