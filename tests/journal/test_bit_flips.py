"""Every single bit of a small history, flipped: found by verify, or of no consequence to what is read back.

A worn card flips bits where it likes. EZTRAK_FLIPS=1 tries each of them (minutes); the usual run tries every 61st, a
prime, so that over the bytes each place within a byte comes up.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from keeping import START, Keeping

from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.verify import verify
from eztrak.table import commands as c

STEP = int(os.environ.get("EZTRAK_FLIPS", "61"))
# What sqlite-utils notes of its own, when it made the tables, is no part of the history.
CONTENT = (
    "* FROM journal ORDER BY seq",
    "* FROM shoes ORDER BY shoe",
    "* FROM hands ORDER BY shoe, hand",
    "* FROM games ORDER BY hash",
    "* FROM totals ORDER BY shoe",
    "* FROM shoes NOT INDEXED ORDER BY rowid",
    "seq FROM journal INDEXED BY journal_shoe_starts WHERE kind = 'shoe_start' ORDER BY seq",
    "type, name, tbl_name, sql FROM sqlite_schema WHERE tbl_name != '_sqlite_migrations'",
    "migration_set, name FROM _sqlite_migrations",
    "application_id, user_version FROM pragma_application_id, pragma_user_version",
)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A handful of hands on pages of 512 bytes, so that every kind of page is there and the file is small."""
    keeping = Keeping(tmp_path / "large.db").give(START).shoe("P Bn Tx").shoe("B7")
    keeping.give(c.VoidHand(1, 1, "supervisor 1", "wrong key"))
    keeping.close()
    path = tmp_path / "small.db"
    with closing(sqlite3.connect(keeping.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("VACUUM INTO ?", (str(path),))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def content(path: Path) -> object:
    """All that anybody can read, or None where SQLite says that it cannot be read."""
    with suppress(*DAMAGE), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return [connection.execute(f"SELECT {query}").fetchall() for query in CONTENT]
    return None


def flipped(path: Path, step: int) -> Iterator[int]:
    """The file with one bit flipped after the other; each is as it was again before the next."""
    size = path.stat().st_size
    with path.open("r+b", buffering=0) as file:
        for bit in range(0, size * 8, step):
            place, mask = divmod(bit, 8)
            (was,) = os.pread(file.fileno(), 1, place)
            os.pwrite(file.fileno(), bytes([was ^ 1 << mask]), place)
            yield bit
            os.pwrite(file.fileno(), bytes([was]), place)


def test_no_flipped_bit_is_shown_as_good_with_changed_content(small: Path) -> None:
    written = content(small)
    assert written is not None
    assert verify(small).faults == ()
    counted: Counter[str] = Counter()
    for bit in flipped(small, STEP):
        try:
            sound = not verify(small).faults
        except JournalError:
            sound = False
        if sound:
            assert content(small) == written, f"bit {bit % 8} of byte {bit // 8} changes the history unseen"
        counted["harmless" if sound else "found"] += 1
    print(f"every {STEP}. bit of {small.stat().st_size} bytes: {dict(counted)}")
    assert counted["found"] > counted["harmless"]
    assert verify(small).faults == ()
