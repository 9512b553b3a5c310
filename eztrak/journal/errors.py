"""What can be wrong with a journal, in words for the person who has to mend it."""

import sqlite3
from pathlib import Path

# What reading a damaged file can raise: Python cannot even decode some of SQLite's messages about a damaged schema.
DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)


class JournalError(Exception):
    """The file cannot be used as a journal. It was not changed."""


class DamageError(JournalError):
    """The file was a journal, and is damaged."""


class PassingError(JournalError):
    """The file cannot be read for now, which says nothing about what is in it."""


class StoreError(Exception):
    """An append did not reach the disk. The journal is as it was before."""


# What keeps a file from being read for now. It says nothing about what is in it, so it is no reason to set it aside.
_PASSING = ("IOERR", "CANTOPEN", "BUSY", "LOCKED", "READONLY", "FULL", "NOMEM", "PROTOCOL", "PERM", "INTERRUPT")


def unreadable(path: Path, fault: Exception) -> JournalError:
    """The error for a file whose reading ended in one of DAMAGE: damaged, or just not to be read now."""
    name = getattr(fault, "sqlite_errorname", "").removeprefix("SQLITE_")
    if name.startswith("IOERR_SHM"):  # what SQLite keeps beside the file while it is read
        return PassingError(f"{path}: cannot be read: there is no room on its disk")
    if name == "INTERRUPT":  # by the guard of a file of unknown origin
        return PassingError(f"{path}: takes longer to read than its size explains, and was given up")
    if name.startswith(_PASSING):
        return PassingError(f"{path}: cannot be read: {fault}")
    return DamageError(f"{path}: is damaged: {fault}")
