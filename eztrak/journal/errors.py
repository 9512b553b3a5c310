"""What can be wrong with a journal, in words for the person who has to mend it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eztrak.voice.reasons import reason
from eztrak.voice.said import Part, Said, SaidError

# What reading a damaged file can raise: Python cannot even decode some of SQLite's messages about a damaged schema.
DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)


class JournalError(SaidError):
    """The file cannot be used as a journal. It was not changed."""

    def __init__(self, text: str = "", path: Path | None = None, /, **parts: Part) -> None:
        """The sentence says of a file what is wrong with it."""
        super().__init__(text, **parts)
        self.what = self.said  # without the name of the file
        if path:
            self.said = Said("{path}: {fault}", path=path, fault=self.what)
            self.args = (self.said,)


class DamageError(JournalError):
    """The file was a journal, and is damaged."""


class PassingError(JournalError):
    """The file cannot be read for now, which says nothing about what is in it."""


class StoreError(SaidError):
    """An append did not reach the disk. The journal is as it was before."""


# What keeps a file from being read for now. It says nothing about what is in it, so it is no reason to set it aside.
_PASSING = ("IOERR", "CANTOPEN", "BUSY", "LOCKED", "READONLY", "FULL", "NOMEM", "PROTOCOL", "PERM", "INTERRUPT")


def unreadable(path: Path, fault: Exception) -> JournalError:
    """The error for a file whose reading ended in one of DAMAGE: damaged, or just not to be read now."""
    name = getattr(fault, "sqlite_errorname", "").removeprefix("SQLITE_")
    if name.startswith("IOERR_SHM"):  # what SQLite keeps beside the file while it is read
        return PassingError("it cannot be read: its disk is full", path)
    if name == "INTERRUPT":  # by the guard of a file of unknown origin
        return PassingError("it took too long to read for its size: reading was stopped", path)
    if name.startswith(_PASSING):
        return PassingError("it cannot be read: {fault}", path, fault=reason(fault))
    return DamageError("it is damaged: {fault}", path, fault=reason(fault))


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Whatever SQLite says of a file that is read inside is raised as a JournalError."""
    try:
        yield
    except DAMAGE as fault:
        raise unreadable(path, fault) from fault


@contextmanager
def sound(path: Path) -> Iterator[None]:
    """Whatever is read inside was written by eztrak. Raises JournalError for a file that is damaged, or holds what no
    record of ours can."""
    try:
        with readable(path):
            yield
    except (ValueError, TypeError, KeyError, OverflowError, AssertionError) as fault:
        raise JournalError("it is damaged: {fault}", path, fault=reason(fault)) from fault


def not_written(fault: Exception) -> StoreError:
    """What SQLite could not do, as people say it."""
    code = getattr(fault, "sqlite_errorname", "")
    if isinstance(fault, MemoryError):
        return StoreError("out of memory")
    if code.startswith("SQLITE_FULL"):
        return StoreError("disk full")
    if code.startswith("SQLITE_READONLY"):
        return StoreError("the disk is read-only")
    if code.startswith("SQLITE_BUSY"):
        return StoreError("another program has locked the database")
    if code.startswith("SQLITE_IOERR"):
        return StoreError("disk error")
    return StoreError("the database says: {fault}", fault=reason(fault))
