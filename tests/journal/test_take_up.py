"""A start on a damaged history: the file is kept, the last good copy taken up, and what was lost is told."""

import hashlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from keeping import START, Keeping, counted, select, tampering, totals

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import backup
from eztrak.journal.aside import mended_of
from eztrak.journal.errors import DamageError, JournalError
from eztrak.journal.journal import Journal
from eztrak.journal.lock import lock_of
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import quick_check, verify
from eztrak.table import commands as c
from eztrak.table.events import CopyTaken, Moment
from eztrak.table.staff import Staff
from eztrak.table.state import TableState
from eztrak.voice.said import Said

AT = "2026-01-02T03:04:05.678Z"
MOMENT = Moment(AT, 0, "boot-2")
ASIDE = "table.db.damaged-20260102T030405Z"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def unconfirmed(state: TableState, first: int, last: int, copy: Path) -> TableState:
    """A state in which what came from a copy waits for a supervisor."""
    return replace(state, unconfirmed=(CopyTaken(first, last, str(copy), Staff()),))


@contextmanager
def started(path: Path, copies: Path | None) -> Iterator[tuple[TableState, str]]:
    journal, notice = open_and_mend(path, copies, MOMENT)
    try:
        yield journal.replay(), str(notice)
    finally:
        journal.close()
    assert verify(path).faults == ()


def spoil(path: Path, seq: int) -> str:
    """Damages a row of the journal; gives what the file is now."""
    with tampering(path) as connection:
        connection.execute("UPDATE journal SET data = replace(data, '\"P\"', '\"B\"') WHERE seq = ?", (seq,))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_sound_history_starts_without_a_word(evening: Path, keeping: Keeping, stick: Path) -> None:
    with started(evening, stick) as (state, notice):
        assert (state, notice) == (keeping.state, "")
    assert list(stick.iterdir()) == []


def test_a_sound_history_does_not_even_look_at_the_second_copy(evening: Path, keeping: Keeping, stick: Path) -> None:
    """Whoever opened a pipe to read it would wait for ever."""
    os.mkfifo(stick / evening.name)
    said: list[Said] = []
    journal, notice = open_and_mend(evening, stick, MOMENT, said.append)
    assert (journal.replay(), str(notice), said) == (keeping.state, "", [])
    journal.close()


def test_a_new_table_starts_without_a_word(tmp_path: Path, stick: Path) -> None:
    with started(tmp_path / "new" / "table.db", stick) as (state, notice):
        assert (state.shoe, notice) == (None, "")


def test_with_a_current_copy_nothing_is_lost(evening: Path, keeping: Keeping, stick: Path) -> None:
    backup.copy_whole(evening, stick / evening.name, backup.verified)
    before = spoil(evening, keeping.records[-1].seq)
    with started(evening, stick) as (state, notice):
        last = keeping.records[-1].seq
        assert state == unconfirmed(keeping.state, last, last, stick / evening.name)
        assert notice == (
            f"the history was damaged. The old file is kept as {ASIDE}; 1 event came from the copy"
            f" {stick / evening.name}; it goes up to shoe 3 hand 3; nothing was lost"
        )
    assert hashlib.sha256(evening.with_name(ASIDE).read_bytes()).hexdigest() == before


def test_good_rows_after_the_copy_are_taken_over_by_the_chain(keeping: Keeping, stick: Path) -> None:
    """The copy is older than the damage is; what still follows it in the damaged file is good."""
    keeping.shoe("P P P").shoe("B")
    backup.copy_whole(keeping.path, stick / keeping.path.name, backup.verified)
    keeping.give(*[c.RecordHand(Hand(Outcome.BANKER))] * 4)
    keeping.close()
    spoil(keeping.path, 5)
    with started(keeping.path, stick) as (state, notice):
        assert state == unconfirmed(keeping.state, 5, 5, stick / keeping.path.name)
        assert notice.endswith("up to shoe 2 hand 5; nothing was lost")


def test_without_a_copy_the_good_rows_are_taken_over_and_the_loss_is_told(keeping: Keeping) -> None:
    keeping.shoe("P P P").shoe("B P B")
    spoil(keeping.close(), keeping.records[-2].seq)
    with started(keeping.path, None) as (state, notice):
        assert state.shoe is not None
        assert [hand.outcome.value for hand in state.shoe.hands] == ["B"]
        assert notice == (
            f"the history was damaged. The old file is kept as {ASIDE}; its good rows were saved; it goes up"
            " to shoe 2 hand 1; 2 events after that are lost"
        )


def garble(path: Path) -> None:
    """The page on which the totals are."""
    ((root, size),) = select(path, "rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'totals'")
    assert isinstance(root, int)
    assert isinstance(size, int)
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xa5" * size)


def lose_a_count(path: Path) -> None:
    """Leaves nothing where a count was, which the table itself does not allow."""
    ((made,),) = select(path, "sql FROM sqlite_schema WHERE name = 'totals'")
    for as_told in (str(made).replace(" NOT NULL", ""), made):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'totals'", (as_told,))
        if as_told != made:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("UPDATE totals SET shoes = NULL")


def spoil_the_counts(path: Path) -> None:
    """A letter of their text is another."""
    ((counts,),) = select(path, "counts FROM totals")
    content = path.read_bytes()
    assert content.count(counts.encode()) == 1
    path.write_bytes(content.replace(counts.encode(), counts.replace(":", ";", 1).encode()))


@pytest.mark.parametrize("damage", [garble, lose_a_count, spoil_the_counts])
def test_totals_to_which_no_hand_could_be_added_are_rebuilt(
    evening: Path, keeping: Keeping, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    monkeypatch.setattr("eztrak.journal.verify._SMALL", 0)  # as if it were too large to look at every page
    there = totals(evening)
    damage(evening)
    with started(evening, None) as (state, notice):
        assert state == keeping.state
    assert notice.endswith("nothing was lost")
    assert totals(evening) == counted(evening) == there


def test_a_damaged_copy_is_good_for_what_follows_an_older_backup(keeping: Keeping, stick: Path) -> None:
    keeping.shoe("P P P").shoe("B P B")
    made, _ = backup.backup(keeping.path, stick, "2026-01-01T21:00:00.000Z")
    keeping.give(c.RecordHand(Hand(Outcome.TIE)))
    backup.copy_whole(keeping.close(), stick / keeping.path.name, backup.verified)
    spoil(stick / keeping.path.name, 5)
    keeping.path.write_bytes(b"worn out" * 4096)
    with started(keeping.path, stick) as (state, notice):
        assert state.shoe is not None
        assert len(state.shoe.hands) == 4
        assert notice == (
            f"the history was damaged. The old file is kept as {ASIDE}; 11 events came from the copy {made}"
            f"; 1 event came from the copy {stick / keeping.path.name}; it goes up to shoe 2"
            " hand 4; nobody can tell what came after that"
        )
    assert keeping.path.with_name(ASIDE).read_bytes() == b"worn out" * 4096


def test_a_backup_beside_the_history_is_a_copy_too(keeping: Keeping) -> None:
    keeping.shoe("P P P").shoe("B P B")
    backup.beside(keeping.path).mkdir()
    made, _ = backup.backup(keeping.path, backup.beside(keeping.path), "2026-01-01T21:00:00.000Z")
    keeping.close()
    keeping.path.write_bytes(b"worn out" * 4096)
    with started(keeping.path, None) as (state, notice):
        rows = len(keeping.records)
        assert state == unconfirmed(keeping.state, 1, rows, made)
        assert f"{rows} events came from the copy {made}; it goes up to shoe 2 hand 3" in notice


def test_a_mending_that_was_cut_off_is_finished(evening: Path, keeping: Keeping) -> None:
    """The power went after the damaged file was moved, or before: what was mended takes its place."""
    backup.copy_whole(evening, mended_of(evening), backup.verified)
    spoil(evening, keeping.records[-1].seq)
    with started(evening, None) as (state, notice):
        assert state == keeping.state
        assert (
            notice == "the history was damaged, and its repair was cut off: it is done now; it goes up to shoe 3 hand 3"
        )
    backup.copy_whole(evening, mended_of(evening), backup.verified)
    evening.unlink()
    with started(evening, None) as (state, _):
        assert state == keeping.state
    assert not mended_of(evening).exists()


def test_a_good_copy_is_not_passed_over_for_want_of_room(
    evening: Path, keeping: Keeping, stick: Path, small_disk: Path
) -> None:
    backup.copy_whole(evening, stick / evening.name, backup.verified)
    path = Path(shutil.copy(evening, small_disk / evening.name))
    lock_of(path).touch()
    spoil(path, keeping.records[-1].seq)
    filler, before = small_disk / "filler", path.read_bytes()
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("SELECT count(*) FROM journal").fetchone()
        with pytest.raises(OSError, match="No space left"):
            filler.write_bytes(bytes(1024**2))
        with pytest.raises(JournalError, match="its repair needs 1 MiB of free disk space"):
            open_and_mend(path, stick, MOMENT)
    # Without a reader there is not even room to read it.
    with pytest.raises(JournalError, match="it cannot be read: its disk is full"):
        open_and_mend(path, stick, MOMENT)
    assert path.read_bytes() == before
    filler.unlink()
    with started(path, stick) as (state, notice):
        assert (state.shoe, state.staff) == (keeping.state.shoe, keeping.state.staff)
        assert notice.endswith("nothing was lost")


def test_what_takes_long_is_told_meanwhile(evening: Path, keeping: Keeping, stick: Path) -> None:
    backup.copy_whole(evening, stick / evening.name, backup.verified)
    spoil(evening, keeping.records[-1].seq)
    said: list[Said] = []
    open_and_mend(evening, stick, MOMENT, said.append)[0].close()
    copy = stick / evening.name
    assert list(map(str, said)) == [
        f"The history is damaged or gone. {doing}"
        for doing in (
            "Saving the good part.",
            "Saving the good part: 0 events.",
            f"Checking the copy {copy}: 0 events.",
            f"Adding what the copy {copy} has: 0 events.",
        )
    ]


def test_a_second_damage_within_a_second_overwrites_nothing(keeping: Keeping) -> None:
    keeping.shoe("P P P")
    for name, row in ((ASIDE, 6), (f"{ASIDE}-2", 5)):
        spoil(keeping.close(), row)
        with started(keeping.path, None) as (_, notice):
            assert f"kept as {name};" in notice


def test_a_file_that_never_was_a_history_is_left_alone(tmp_path: Path, stick: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_bytes(b"no database\n" * 2000)
    with pytest.raises(DamageError, match="It was left as it is"):
        open_and_mend(notes, stick, MOMENT)
    assert sorted(tmp_path.iterdir()) == [notes, stick]


def test_a_newer_history_is_left_alone_also_where_a_copy_is_at_hand(evening: Path, stick: Path) -> None:
    backup.copy_whole(evening, stick / evening.name, backup.verified)
    with closing(sqlite3.connect(evening)) as connection:
        connection.execute("PRAGMA user_version = 7")
    before = evening.read_bytes()
    with pytest.raises(JournalError, match="was written by a newer eztrak"):
        open_and_mend(evening, stick, MOMENT)
    assert evening.read_bytes() == before


def test_a_history_that_is_gone_comes_back_from_the_copy(evening: Path, keeping: Keeping, stick: Path) -> None:
    backup.copy_whole(evening, stick / evening.name, backup.verified)
    evening.unlink()
    with started(evening, stick) as (state, notice):
        rows = len(keeping.records)
        copy = stick / evening.name
        assert state == unconfirmed(keeping.state, 1, rows, copy)
        assert notice == (
            f"the history was gone; {rows} events came from the copy {copy}; it goes up to shoe 3"
            " hand 3; nobody can tell what came after that"
        )


def test_a_copy_of_another_history_is_not_mixed_in(evening: Path, keeping: Keeping, stick: Path) -> None:
    other = Keeping(stick / evening.name).give(START).shoe("P" * 40)
    other.close()
    with started(evening, stick) as (state, notice):
        assert (state, notice) == (keeping.state, "")


def spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def test_the_quick_check_takes_less_than_one_look_at_every_row_of_a_long_history(tmp_path: Path) -> None:
    """The old rows are no real ones: whoever read them would take seconds, and stumble."""
    keeping = Keeping(tmp_path / "long.db").give(START)
    path = keeping.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)"
            " INSERT INTO journal SELECT i, 'then', i, 'boot', 'hand', '{}', 'hash' FROM n"
        )
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)"
            " INSERT INTO hands SELECT -1, i, 'P', '[]', 0, 0, 'then', i, 0, 0, '', '', i, '', 0 FROM n"
        )
        connection.execute("COMMIT")
    keeping.journal = Journal(path, AT)
    keeping.shoe("P" * 80).shoe("B" * 80)
    checked, scanned = [], []
    for _ in range(5):
        checked.append(spent(lambda: quick_check(path)))
        scanned.append(spent(lambda: select(path, "sum(length(data)) FROM journal")))
    keeping.close()
    assert min(checked) < min(scanned), (checked, scanned)
    assert select(path, "count(*) FROM journal") == [(500000 + 163,)]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET at = 'x' WHERE seq = (SELECT max(seq) FROM journal)",
        "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)",
        "DELETE FROM journal WHERE seq = (SELECT first_seq FROM shoes WHERE shoe = 2)",
        "UPDATE hands SET outcome = 'B' WHERE shoe = 3 AND hand = 1",
        "UPDATE shoes SET counts = '{}' WHERE shoe = 2",
        "UPDATE games SET text = replace(text, '40:1', '30:1')",
        "DROP TABLE hands",
    ],
)
def test_a_start_finds_what_is_wrong_with_the_last_two_shoes(evening: Path, statement: str) -> None:
    quick_check(evening)
    with tampering(evening) as connection:
        connection.execute(statement)
    with pytest.raises(DamageError):
        quick_check(evening)


def test_a_start_does_not_look_at_older_shoes(evening: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET at = 'x' WHERE seq = 4")
        connection.execute("UPDATE hands SET outcome = 'T' WHERE shoe = 1 AND hand = 1")
    quick_check(evening)
    Journal(evening, AT).close()
