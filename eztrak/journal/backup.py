"""Whole copies of a history with a date in their name: made, kept for a while, and put back.

A backup is made by SQLite's own backup, so the board may write meanwhile; it counts only when verify finds nothing
wrong with it. Its age is told from its name: a copied file keeps that, but not always its time.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from eztrak.journal import schema
from eztrak.journal.aside import set_aside, stamp, sync_folder
from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.lock import WriterLock
from eztrak.journal.verify import Each, Finding, verify

Copied: TypeAlias = Callable[[int, int], None]  # called with the pages that are copied, and how many there are
_PAGES = 4096  # at once, where somebody watches


def backup(
    database: Path, folder: Path, at: str, copied: Copied | None = None, checked: Each | None = None
) -> tuple[Path, Finding]:
    """Makes a backup. Raises JournalError, and leaves nothing half done, where the history is not sound."""
    made = folder / f"{database.stem}-{stamp(at)}.db"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if made.exists():
            raise JournalError(f"{made}: is there already; a second later there is a new name")
        found = copy_whole(database, made, copied, checked)
    except OSError as fault:
        raise JournalError(f"{folder}: no backup can be made: {fault.strerror}") from fault
    return made, found


def restore(
    source: Path,
    database: Path,
    at: str,
    copy: Path | None = None,
    copied: Copied | None = None,
    checked: Each | None = None,
) -> tuple[list[Path], Finding]:
    """Puts a backup in the place of the history, and gives where the old one is kept. The board must not run.

    A second copy of the old one is set aside too: else the next start would bring back from it what came after.
    """
    lock = WriterLock(database, at)
    part = database.with_name(database.name + ".restoring")
    try:
        found = copy_whole(source, part, copied, checked)
        old = [path for path in (copy, database) if path and path.exists() and not path.samefile(source)]
        aside = [set_aside(path, "replaced", at) for path in old]
        part.rename(database)
        sync_folder(database.parent)
    except OSError as fault:
        raise JournalError(f"{database}: cannot be restored: {fault.strerror}") from fault
    finally:
        lock.release()
    return aside, found


def prune(database: Path, folder: Path, at: str, count: int, days: int) -> list[Path]:
    """Removes backups over a number or an age; 0 for either keeps them. The newest one always stays."""
    newest_first = sorted(backups(database, folder), reverse=True)
    oldest = stamp((datetime.fromisoformat(at).astimezone(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    gone = [
        path
        for place, path in enumerate(newest_first)
        if place > 0 and ((count and place >= count) or (days and path.stem.rpartition("-")[2] < oldest))
    ]
    for path in gone:
        path.unlink()
    return gone


def backups(database: Path, folder: Path) -> Iterator[Path]:
    """The backups of a history in a folder. Only names that `backup` gives: no other file is ever touched."""
    named = re.compile(re.escape(database.stem) + r"-\d{8}T\d{6}Z\.db")
    try:
        yield from (path for path in folder.iterdir() if named.fullmatch(path.name))
    except OSError:
        return


def copy_whole(source: Path, target: Path, copied: Copied | None = None, checked: Each | None = None) -> Finding:
    """Copies a database and checks the copy; only then it has its name. Raises JournalError or OSError."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with closing(schema.read_only(source)) as there, closing(sqlite3.connect(part)) as here:
            # One view of it, so that what the board writes meanwhile does not make SQLite begin again.
            there.execute("BEGIN")
            there.execute("SELECT 1 FROM journal LIMIT 1").fetchone()
            if copied:
                there.backup(here, pages=_PAGES, progress=lambda _, left, total: copied(total - left, total))
            else:
                there.backup(here)
            # One file that can be read from a medium that cannot be written.
            here.execute("PRAGMA journal_mode = DELETE")
        found = verify(part, each=checked)
    except DAMAGE as fault:
        part.unlink(missing_ok=True)
        raise JournalError(f"{source}: cannot be copied to {target.parent}: {fault}") from fault
    except JournalError as fault:
        part.unlink(missing_ok=True)
        raise JournalError(str(fault).replace(str(part), str(source))) from fault
    if found.faults:
        part.unlink()
        raise JournalError(f"{source}: is not as it was written, so no copy of it is made: {found.faults[0]}")
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    part.rename(target)
    sync_folder(target.parent)
    return found
