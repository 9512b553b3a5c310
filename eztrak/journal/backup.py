"""Whole copies of a history with a date in their name: made, kept for a while, and put back.

A backup is made by SQLite's own backup, so the board may write meanwhile; it counts only when verify finds nothing
wrong with it. Its age is known from its name: a copied file keeps that, but not always its time.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias, TypeVar

from eztrak.appliance.health import LEAST_FREE
from eztrak.appliance.paths import sync, there
from eztrak.journal import restored, schema
from eztrak.journal.aside import mended_of, parts, remove, set_aside, stamp
from eztrak.journal.errors import DAMAGE, JournalError
from eztrak.journal.guarded import untrusted
from eztrak.journal.lock import WriterLock
from eztrak.journal.verify import Each, Verified, verify
from eztrak.table.events import Restored
from eztrak.voice.reasons import reason

Copied: TypeAlias = Callable[[int, int], None]  # called with the pages that are copied, and how many there are
_PAGES = 4096  # at once, where somebody watches

T = TypeVar("T")
_AGED = 3  # backups that go at a time because of their age


def backup(
    database: Path, folder: Path, at: str, copied: Copied | None = None, checked: Each | None = None
) -> tuple[Path, Verified]:
    """Makes a backup in a folder that is there. Raises JournalError, and leaves nothing half done, where it cannot."""
    made = folder / f"{database.stem}-{stamp(at)}.db"
    try:
        if made.exists():
            raise JournalError("it already exists: try again in a second", made)
        checked_copy = copy_whole(database, made, lambda part: verified(part, checked), copied)
    except OSError as fault:
        raise JournalError("no backup can be made there: {fault}", folder, fault=reason(fault)) from fault
    return made, checked_copy


def restore(
    source: Path,
    database: Path,
    at: str,
    copy: Path | None = None,
    copied: Copied | None = None,
    checked: Each | None = None,
) -> tuple[list[Path], Verified]:
    """Puts a backup in the place of the history, and gives where the old one is kept. The board must not run.

    A second copy of the old one is set aside too: else the next start would bring back from it what came after.
    """
    lock = WriterLock(database, at)
    part = database.with_name(database.name + ".restoring")
    try:
        checked_copy = copy_whole(source, part, lambda part: verified(part, checked), copied)
        note = restored.about(source, checked_copy.rows, checked_copy.head, at, database)
        # What was chosen takes the place, not what was mended.
        old = [path for path in (copy, mended_of(database)) if path and parts(path) and not _same(path, source)]
        restored.leave(database, note)
        aside = [set_aside(path, "replaced", at) for path in old]
        aside += _exchanged(part, source, database, at, note)
    except OSError as fault:
        raise JournalError("it cannot be restored: {fault}", database, fault=reason(fault)) from fault
    finally:
        lock.release()
    return aside, checked_copy


def _exchanged(part: Path, source: Path, database: Path, at: str, note: Restored) -> list[Path]:
    """Puts what was copied in the place of the history, and gives where that is kept. Cut off on the way it is done by
    the next start, as a repair is: it never finds no history, and asks no other backup for one. Raises OSError."""
    aside = []
    part.rename(mended_of(database))
    try:
        sync(database.parent)
        # Also where only the newest commits of a database are left: they would be laid over what was restored.
        if parts(database) and not _same(database, source):
            aside = [set_aside(database, "replaced", at)]
            with suppress(OSError):  # what is on record then does not name it
                restored.leave(database, replace(note, kept=aside[0].name))
        mended_of(database).rename(database)
        sync(database.parent)
    except OSError:
        if parts(database):  # whoever hears that it failed finds the old one
            remove(mended_of(database))
        raise
    return aside


def _same(path: Path, source: Path) -> bool:
    return bool(there(path)) and path.samefile(source)


def prune(database: Path, folder: Path, at: str, count: int, days: int) -> list[Path]:
    """Removes backups over a number or an age; 0 for either keeps them. Raises OSError.

    The newest one always stays, and the one of now, which is another where the clock was ahead before. Of those that
    are too old only a few go at a time: for a clock that is a year ahead for a night, all are too old.
    """
    by_age = sorted(backups(database, folder))
    oldest = stamp((datetime.fromisoformat(at).astimezone(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    older = [path for path in by_age[:-1] if _stamp_of(path) != stamp(at)]
    over = len(by_age) - count if count else 0
    aged = sum(_stamp_of(path) < oldest for path in older) if days else 0
    gone = older[: max(over, min(aged, _AGED))]
    for path in gone:
        path.unlink()
    return gone


def make_room(database: Path, folder: Path, free: int) -> list[Path]:
    """Removes the oldest backups in a folder until there is room for another, and for the hands of years.

    They grow with the history: sixty of them would fill the disk that it is on. The newest one stays. Raises OSError.
    """
    gone = []
    for path in sorted(backups(database, folder))[:-1]:
        if free >= size_of(database) + LEAST_FREE:
            break
        free += path.stat().st_size
        path.unlink()
        gone.append(path)
    return gone


def size_of(database: Path) -> int:
    """In bytes, with its newest commits."""
    return sum(part.stat().st_size for part in parts(database) if not part.name.endswith("-shm"))


def _stamp_of(path: Path) -> str:
    return path.stem.rpartition("-")[2]


def beside(database: Path) -> Path:
    """The folder of backups where nothing else is said."""
    return database.parent / "backups"


def backups(database: Path, folder: Path) -> Iterator[Path]:
    """The backups of a history in a folder. Only names that `backup` gives: no other file is ever touched."""
    named = re.compile(re.escape(database.stem) + r"-\d{8}T\d{6}Z\.db")
    try:
        yield from (path for path in folder.iterdir() if named.fullmatch(path.name))
    except OSError:
        return


def copy_whole(source: Path, target: Path, check: Callable[[Path], T], copied: Copied | None = None) -> T:
    """Copies a database and checks the copy, and gives what the check gives; only then the copy has its name.

    Raises JournalError, also where the check does, or OSError.
    """
    part = target.with_name(target.name + ".part")
    remove(part)
    try:
        with untrusted(source):
            pass  # it is an ordinary journal
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
        result = check(part)
        sync(part)
        part.rename(target)
    except DAMAGE as fault:
        remove(part)
        raise JournalError(
            "it cannot be copied to {folder}: {fault}", source, folder=target.parent, fault=reason(fault)
        ) from fault
    except JournalError as fault:
        remove(part)
        raise JournalError("it cannot be copied: {fault}", source, fault=fault.what) from fault
    sync(target.parent)
    return result


def verified(path: Path, each: Each | None = None) -> Verified:
    """What a check of all of a copy found. Raises JournalError where that is a fault."""
    whole = verify(path, each=each)
    if whole.faults:
        raise JournalError("it is not as it was written: {fault}", path, fault=whole.faults[0])
    return whole
