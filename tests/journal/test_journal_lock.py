"""One writer: a second one is told who holds the database, and a holder that died is no hindrance."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from keeping import START, Keeping

from eztrak.journal.errors import JournalError
from eztrak.journal.journal import Journal
from eztrak.journal.verify import verify

HOLDER = """
import sys
from pathlib import Path
from eztrak.journal.journal import Journal
from eztrak.table.events import Moment, Started
journal = Journal(Path(sys.argv[1]), "2026-01-01T20:00:00.000Z")
journal.append([Started("0.1.0", "Table 1")], Moment("2026-01-01T20:00:01.000Z", 1, "boot"))
print("holding", flush=True)
sys.stdin.read()
"""


def refusal(path: Path) -> str:
    with pytest.raises(JournalError) as refused:
        Journal(path, "now")
    return str(refused.value)


def test_a_second_writer_is_told_who_holds_the_database_until_the_holder_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holding\n"
        message = (
            f"{path}: another eztrak is writing to it: process {holder.pid} (-c {path}), since"
            " 2026-01-01T20:00:00.000Z. Only one may: stop that one, or use another --db"
        )
        assert refusal(path) == message
        assert refusal(path) == message  # the one who was turned away did not write his own name there
        assert verify(path).rows == 1
        holder.kill()
    Keeping(path).give(START).close()
    assert verify(path).rows == 3
    assert verify(path).faults == ()


def test_a_closed_journal_can_be_opened_again(keeping: Keeping) -> None:
    assert f"process {os.getpid()} (" in refusal(keeping.path)
    keeping.close()
    Journal(keeping.path, "later").close()


def test_a_holder_that_left_no_name_still_holds(keeping: Keeping) -> None:
    keeping.path.with_name("table.db.lock").write_text("")
    assert refusal(keeping.path) == (
        f"{keeping.path}: another eztrak is writing to it: its name cannot be read."
        " Only one may: stop that one, or use another --db"
    )


def test_a_lock_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "table.db.lock").mkdir()
    assert refusal(tmp_path / "table.db") == f"{tmp_path}/table.db: its lock cannot be created: Is a directory"
    assert not (tmp_path / "table.db").exists()
