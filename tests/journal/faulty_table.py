"""A table on a disk that fails: run by test_faults.py in a process of its own, with faulty.c preloaded.

For each n in turn: a new history, the nth call to the disk fails, and the table is played as the unit plays it: a hand
that was not stored is refused and entered again. What was acknowledged has to be there afterwards, once, in order, in a
file that verify accepts. Then the same for a start that has a damaged history to mend, with calls that fail and with
calls at which the process is killed. Prints a line of JSON: how many calls there were and how many of them failed.
"""

import ctypes
import errno
import json
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import backup
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Terms

DISK = ctypes.CDLL(None, use_errno=True)
TRIES = 4  # of an entry, until the dealer gives up
FIRST_START = 30  # calls to the disk
MOMENT = Moment("2026-01-01T20:00:00.000Z", 1, "boot")


class Table:
    """A unit that is switched on and off; it keeps count of what it has acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.acknowledged: list[str] = []  # hashes of the rows that were acknowledged
        self.refused = 0
        self.journal: Journal | None = None
        self.state = TableState()

    def switch_on(self) -> None:
        for _ in range(TRIES):
            try:
                journal, mended = open_and_mend(self.path, None, MOMENT)
            except JournalError:
                self.refused += 1
                continue
            assert not mended, mended
            try:
                self.state = journal.replay()
            except JournalError:
                self.refused += 1
                journal.close()
                continue
            self.journal = journal
            return

    def give(self, command: c.Command) -> None:
        for _ in range(TRIES):
            decision = decide(self.state, command)
            assert isinstance(decision, tuple), decision
            if self.journal is None:
                return
            try:
                records = self.journal.append(decision, MOMENT)
            except StoreError:
                self.refused += 1
                continue
            for record in records:
                self.state = apply(self.state, record)
                self.acknowledged.append(record.hash)
            return

    def switch_off(self) -> None:
        if self.journal is not None:
            self.journal.close()
        self.journal = None


def evening(table: Table) -> None:
    for _ in range(2):
        table.switch_on()
        table.give(c.Start("0.1.0", "Table 1", Terms(origin="x")))
        for outcome in (Outcome.BANKER, Outcome.PLAYER):
            table.give(c.RecordHand(Hand(outcome)))
        table.give(c.NewShoe())
        if table.journal is not None:  # the disk gets its share of the work that else comes after hours
            table.journal.checkpoint()
        table.give(c.RecordHand(Hand(Outcome.TIE)))
        table.switch_off()


def one(folder: Path, nth: int, error: int, lasting: bool) -> tuple[int, bool]:
    """Plays with the nth call failing; gives how many calls there were, and whether that one was among them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    table = Table(folder / "table.db")
    DISK.faulty_arm(os.fsencode(folder) + b"/", nth, error, lasting, 0)
    evening(table)
    calls = DISK.faulty_count()
    DISK.faulty_arm(b"", 0, 0, 0, 0)
    case = f"call {nth} fails with {errno.errorcode.get(error)}, {'from then on' if lasting else 'once'}"
    if table.acknowledged or table.path.exists():
        table.switch_on()  # the disk is well again
        assert table.journal is not None, f"{case}: the table does not come up again"
        table.give(c.RecordHand(Hand(Outcome.BANKER)))
        table.switch_off()
    if table.acknowledged:
        verified = verify(table.path)
        assert verified.faults == (), f"{case}: {verified.faults}"
        stored = hashes(table.path)
        # A commit that failed may be on the disk all the same: it was never acknowledged, and is no row twice.
        assert [digest for digest in stored if digest in set(table.acknowledged)] == table.acknowledged, (
            f"{case}: a row is lost"
        )
        assert nth or stored == table.acknowledged
    return calls, 0 < nth <= calls


def damaged(folder: Path) -> tuple[Table, bytes]:
    """A table with a hand that somebody changed, and a second copy that lacks the newest hands."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "copies").mkdir(parents=True)
    table = Table(folder / "table.db")
    evening(table)
    backup.copy_whole(table.path, folder / "copies" / "table.db", backup.verified)
    evening(table)
    with closing(sqlite3.connect(table.path, isolation_level=None)) as connection:
        connection.execute("UPDATE hands SET outcome = 'P' WHERE shoe = (SELECT max(shoe) FROM hands)")
    return table, table.path.read_bytes()


def mended(folder: Path, nth: int, error: int, lasting: bool) -> tuple[int, bool]:
    """A start that mends, in a process of its own, with the nth call failing; the next one has to have everything."""
    table, before = damaged(folder)
    read, write = os.pipe()
    if not (child := os.fork()):
        DISK.faulty_arm(os.fsencode(folder) + b"/", nth, error, lasting, 0)
        with suppress(JournalError):
            open_and_mend(table.path, folder / "copies", MOMENT)[0].close()
        calls = DISK.faulty_count()
        DISK.faulty_arm(b"", 0, 0, 0, 0)
        os.write(write, str(calls).encode())
        os._exit(0)
    os.close(write)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with os.fdopen(read) as raised:
        calls = int(raised.read() or nth)
    case = f"call {nth} of a mending {'kills' if error < 0 else errno.errorcode.get(error)}, lasting {lasting}"
    assert status == 0 or (error < 0 and status == -signal.SIGKILL), f"{case}: {status}"
    open_and_mend(table.path, folder / "copies", MOMENT)[0].close()
    assert verify(table.path).faults == (), case
    assert hashes(table.path) == table.acknowledged, f"{case}: a row is lost"
    copies = [path.read_bytes() for path in folder.glob("table.db.damaged-*")]
    assert copies.count(before) == 1, f"{case}: the damaged file is not kept as it was"
    return calls, 0 < nth <= calls


def hashes(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT hash FROM journal ORDER BY seq")]


def main(folder: Path, step: int) -> None:
    calls, _ = one(folder, 0, 0, False)
    cases = [
        (nth, error, lasting)
        for error in (errno.EIO, errno.ENOSPC, errno.EROFS)
        for lasting in (False, True)
        for nth in range(1, calls + 1, step)
    ]
    # The first start, in which the file is made, has the most ways to end half done: each of its first calls.
    cases += [(nth, errno.EIO, True) for nth in range(1, FIRST_START)]
    failed = sum(one(folder, *case)[1] for case in cases)
    mending, _ = mended(folder, 0, 0, False)
    again = [(-1, False), (errno.EIO, False), (errno.ENOSPC, True)]
    cases = [(nth, error, lasting) for error, lasting in again for nth in range(1, mending + 1, step)]
    failed_mending = sum(mended(folder, *case)[1] for case in cases)
    print(json.dumps({"calls": calls, "failed": failed, "mending": mending, "failed_mending": failed_mending}))


main(Path(sys.argv[1]), int(sys.argv[2]))
