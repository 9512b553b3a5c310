"""Sets a file aside untouched, under a name that nobody has yet. Nothing that was ever a history is overwritten."""

import os
import re
from pathlib import Path

# SQLite finds a database's newest commits in the file that has its name and this ending: they move together.
_WITH_IT = ("", "-wal", "-shm", "-journal")


def stamp(at: str) -> str:
    """A moment in UTC as part of a file name that every file system takes: 20260101T200000Z."""
    return re.sub(r"[-:]|\.\d+", "", at)


def set_aside(path: Path, why: str, at: str) -> Path:
    """Renames a database with all that belongs to it, and gives its new name. Raises OSError."""
    name = f"{path.name}.{why}-{stamp(at)}"
    aside, count = path.with_name(name), 1
    while any(aside.with_name(aside.name + ending).exists() for ending in _WITH_IT):
        count += 1
        aside = path.with_name(f"{name}-{count}")
    # The newest commits first: if the power goes in between, the database is still there to be found damaged.
    for ending in reversed(_WITH_IT):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    sync(path.parent)
    return aside


def remove(path: Path) -> None:
    """Removes a database that never came to be a history, with all that belongs to it."""
    for ending in _WITH_IT:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def mended_of(path: Path) -> Path:
    """What is to take the place of a damaged history. It is there only for the moment in which they change places, or
    where that was cut off."""
    return path.with_name(path.name + ".mended")


def sync(path: Path) -> None:
    """Makes the content of a file last, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
