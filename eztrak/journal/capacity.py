"""For how long the disks of a unit hold its record: nothing of it is deleted, and a room has to keep it for years."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from eztrak.appliance.health import LEAST_FREE
from eztrak.journal import schema
from eztrak.journal.backup import backups, beside, size_of

BUSY = 2**20  # bytes a day: more than a table writes that deals around the clock
_TELLING = 30  # days after which the history itself says how fast it grows
_YEAR = 365.25


@dataclass(frozen=True, slots=True)
class Capacity:
    since: str  # the time of its first row
    size: int  # bytes
    years: float  # that the disks hold in all, from the first row on


def free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def capacity(database: Path, copies: Path | None, now: datetime, left: Callable[[Path], int] = free) -> Capacity | None:
    """None for a history without a row. `left`: the free bytes where a folder is. Raises JournalError and OSError."""
    with closing(schema.read_only(database)) as connection:
        first = connection.execute("SELECT at FROM journal ORDER BY seq LIMIT 1").fetchone()
    if first is None:
        return None
    size, days = size_of(database), (now - datetime.fromisoformat(first[0])).total_seconds() / 86_400
    a_day = size / days if days > _TELLING else BUSY
    growth = min(_largest_sizes(database, copies, left)) - size
    return Capacity(first[0], size, (max(days, 0.0) + growth / a_day) / _YEAR)


def _largest_sizes(database: Path, copies: Path | None, left: Callable[[Path], int]) -> Iterator[int]:
    """How large the history may grow, for each disk. Where its backups are one has to stand: the older give way."""
    older = sum(path.stat().st_size for path in backups(database, copies or beside(database)))
    here = left(database.parent) + size_of(database) - LEAST_FREE
    yield here if copies else (here + older) // 2
    if copies and copies.is_dir():
        yield (left(copies) + size_of(copies / database.name) + older - LEAST_FREE) // 2
