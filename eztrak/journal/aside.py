"""Sets a file aside untouched, under a name that nobody has yet. Nothing that was ever a history is overwritten."""

import os
import re
from itertools import chain, count
from pathlib import Path

from eztrak.appliance.paths import sync

# SQLite finds a database's newest commits in the file that has its name and this ending: they move together.
_WITH_IT = ("", "-wal", "-shm", "-journal")


def stamp(at: str) -> str:
    """A moment in UTC as part of a file name that every file system takes: 20260101T200000Z."""
    return re.sub(r"[-:]|\.\d+", "", at)


def set_aside(path: Path, why: str, at: str) -> Path:
    """Renames a database with all that belongs to it, and gives its new name. Raises OSError."""
    aside = unused(path.with_name(f"{path.name}.{why}-{stamp(at)}"))
    # The newest commits first: if the power goes in between, the database is still there to be found damaged.
    for part in reversed(parts(path)):
        part.rename(aside.with_name(aside.name + part.name.removeprefix(path.name)))
    sync(path.parent)
    return aside


def unused(path: Path) -> Path:
    """The name of a database, with a number where that is taken: history.db.schema-1-2."""
    numbered = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return next(name for name in chain([path], numbered) if not parts(name))


def parts(path: Path) -> list[Path]:
    """What is there of a database: its file and those that belong to it. A link that leads nowhere is there too."""
    named = [path.with_name(path.name + ending) for ending in _WITH_IT]
    return [part for part in named if os.path.lexists(part)]


def orphans(path: Path) -> list[Path]:
    """Commits whose database is gone. SQLite would lay them over whatever has its name next, or remove them."""
    there = parts(path)
    if path in there and (not path.is_file() or path.stat().st_size):
        return []
    # A first start that was cut off leaves an empty file and how to undo what it had begun, which is for SQLite to do.
    endings = ("-wal",) if path in there else ("-wal", "-journal")
    return [part for part in there if part.name.endswith(endings) and (part.is_symlink() or part.stat().st_size)]


def remove(path: Path) -> None:
    """Removes a database that never came to be a history, with all that belongs to it."""
    for ending in _WITH_IT:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def mended_of(path: Path) -> Path:
    """What is to take the place of a damaged history. It is there only for the moment in which they change places, or
    where that was cut off."""
    return path.with_name(path.name + ".mended")


def rescued_of(path: Path, at: str) -> Path:
    """Where a board whose history was taken away under it keeps what it still had in its hands."""
    return path.with_name(f"{path.name}.rescued-{stamp(at)}")


def rescued(path: Path) -> list[Path]:
    """What was kept that way, the newest first."""
    named = re.compile(re.escape(path.name) + r"\.rescued-\d{8}T\d{6}Z")
    return sorted((file for file in path.parent.iterdir() if named.fullmatch(file.name)), reverse=True)
