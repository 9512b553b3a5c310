"""The writer's thread: it answers through its descriptor, and a full disk is an answer like any other."""

import os
import select
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from keeping import START, Keeping, moment

from eztrak.journal.aside import parts
from eztrak.journal.errors import StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.verify import verify
from eztrak.journal.writer import Stored, Writer
from eztrak.table.events import TimerStarted


def wait_for(writer: Writer) -> Stored:
    while (answer := writer.stored()) is None:
        assert select.select([writer], [], [], 30)[0], "no answer in half a minute"
    return answer


def ask(writer: Writer, seconds: int) -> Stored:
    writer.submit((TimerStarted(seconds),), moment(seconds))
    return wait_for(writer)


def test_an_answer_wakes_whoever_waits_and_holds_what_was_recorded(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    assert writer.stored() is None
    assert select.select([writer], [], [], 0)[0] == []
    writer.submit((TimerStarted(20), TimerStarted(30)), moment(0))
    answer = wait_for(writer)
    assert isinstance(answer, tuple)
    assert [(record.seq, record.event) for record in answer] == [(1, TimerStarted(20)), (2, TimerStarted(30))]
    assert writer.stored() is None
    assert writer.close() == []


def test_answers_come_in_order_and_each_wakes(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    for seconds in range(1, 6):
        writer.submit((TimerStarted(seconds),), moment(seconds))
    deadline = time.monotonic() + 30
    while verify(tmp_path / "table.db").rows < 5:  # so that several are there at once
        assert time.monotonic() < deadline
    answers = [wait_for(writer) for _ in range(5)]
    assert [record.event for answer in answers if isinstance(answer, tuple) for record in answer] == [
        TimerStarted(seconds) for seconds in range(1, 6)
    ]
    assert writer.close() == []


def test_the_loop_may_ask_at_any_time(tmp_path: Path) -> None:
    """Also between the answer and the call that announces it: threads that change places this often meet there."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    try:
        for number in range(1, 301):
            writer.submit((TimerStarted(number),), moment(0))
            while (answer := writer.stored()) is None:
                pass
            assert isinstance(answer, tuple)
            assert answer[0].event == TimerStarted(number)
            assert select.select([writer], [], [], 0)[0] == []  # else the loop would never come to rest
    finally:
        sys.setswitchinterval(interval)
        writer.close()


def test_a_stop_stores_what_was_handed_in_and_tells_it(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    for seconds in (1, 2, 3):
        writer.submit((TimerStarted(seconds),), moment(seconds))
    answers = writer.close()
    assert [len(answer) for answer in answers if isinstance(answer, tuple)] == [1, 1, 1]
    assert verify(tmp_path / "table.db").rows == 3


def test_a_file_that_may_not_grow_refuses_the_hand_and_takes_the_next_one(keeping: Keeping) -> None:
    def may_grow_to(pages: int) -> None:
        keeping.journal._connection.execute(f"PRAGMA max_page_count = {pages}")

    keeping.shoe("PB")
    may_grow_to(1)
    with pytest.raises(StoreError) as refused:
        keep_on(keeping)
    assert str(refused.value) == "disk full"
    assert verify(keeping.path).faults == ()
    assert keeping.journal.replay() == keeping.state
    may_grow_to(1_000_000)
    keeping.append(TimerStarted(30))
    assert verify(keeping.path).faults == ()
    assert keeping.journal.replay() == keeping.state


def keep_on(keeping: Keeping) -> None:
    for _ in range(1000):
        keeping.append(TimerStarted(20))


def test_a_full_disk_refuses_the_hand_and_takes_it_when_there_is_room_again(small_disk: Path) -> None:
    keeping = Keeping(small_disk / "table.db").give(START).shoe("PB")
    writer = Writer(keeping.journal)
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space left"):
        filler.write_bytes(bytes(1024**2))
    stored = 0
    while isinstance(answer := ask(writer, stored), tuple):
        stored += 1
        assert stored < 1000, "the disk never filled up"
    assert str(answer) == "disk full"
    assert verify(keeping.path).rows == len(keeping.records) + stored
    filler.unlink()
    assert isinstance(ask(writer, stored), tuple)
    assert writer.close() == []
    verified = verify(keeping.path)
    assert (verified.rows, verified.faults) == (len(keeping.records) + stored + 1, ())


def test_whatever_goes_wrong_with_a_hand_the_writer_goes_on(keeping: Keeping) -> None:
    writer = Writer(keeping.journal)
    writer.submit((TimerStarted(b"20"),), moment(0))  # type: ignore[arg-type] -- nothing that a record could hold
    answer = wait_for(writer)
    assert isinstance(answer, StoreError)
    assert "bytes" in str(answer)
    assert isinstance(ask(writer, 30), tuple)
    assert verify(keeping.path).faults == ()
    writer.close()


def test_a_database_that_another_program_holds_locked_is_told(keeping: Keeping) -> None:
    keeping.journal._connection.execute("PRAGMA busy_timeout = 0")  # else it waits two seconds, in case
    with closing(sqlite3.connect(keeping.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as refused:
            keeping.append(TimerStarted(20))
        other.execute("ROLLBACK")
    assert str(refused.value) == "another program has locked the database"
    keeping.append(TimerStarted(20))
    assert verify(keeping.path).faults == ()


def test_the_descriptor_is_closed_with_the_writer(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    descriptor = writer.fileno()
    writer.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


def test_a_commit_makes_no_file_longer(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    ask(writer, 1)
    before = [path.stat().st_size for path in parts(tmp_path / "table.db")]
    for seconds in range(2, 20):
        ask(writer, seconds)
    assert [path.stat().st_size for path in parts(tmp_path / "table.db")] == before
    assert verify(tmp_path / "table.db").rows == 19
    writer.close()


def test_what_a_power_cut_leaves_of_the_newest_commits_is_all_there(tmp_path: Path) -> None:
    writer = Writer(Journal(tmp_path / "table.db", "now"))
    ask(writer, 1)
    left = tmp_path / "left"
    left.mkdir()
    for path in parts(tmp_path / "table.db"):
        (left / path.name).write_bytes(path.read_bytes())
    writer.close()
    (left / "table.db-shm").unlink()
    with closing(Journal(left / "table.db", "now")) as journal:
        assert journal.newest()[0] == 1
    assert verify(left / "table.db").rows == 1
