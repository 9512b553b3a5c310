"""Whether a history still lies where the board has it open: the files by their names, and the same ones.

A file that is moved, replaced or removed under a running program stays open: SQLite goes on writing into what nobody
will find again, and says that all is well. So the board looks before every commit, and every few seconds.

While the board runs nobody else writes into the database's own file, and the board itself only now and then, when it
moves commits there from the file beside it. A file that has changed otherwise was written over.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from eztrak.journal.aside import rescued_of
from eztrak.journal.errors import JournalError, PassingError, StoreError
from eztrak.journal.journal import Journal
from eztrak.journal.verify import quick_check
from eztrak.voice.said import listed

_ENDINGS = ("", "-wal", "-shm")  # the database, its newest commits, and where among them each page stands

_File: TypeAlias = tuple[int, int]  # its disk and its number there


class Place:
    def __init__(self, journal: Journal, at: str) -> None:
        self._journal, self._path, self._at = journal, journal.path, at
        self._paths = [self._path.with_name(self._path.name + ending) for ending in _ENDINGS]
        stats = self._stats()
        self._files = list(map(_file, stats))  # None for one that was not there yet
        self._written = _written(stats[0])
        self._saved = False

    def committed(self) -> None:
        """A commit may have made files and written to them."""
        if None in self._files:
            self._files = [was or _file(now) for was, now in zip(self._files, self._stats(), strict=True)]
        self._written = _written(_stat(self._path))

    def check(self) -> None:
        """Raises StoreError where what is committed next would not be found again."""
        stats = self._stats()
        if missing := self._missing(stats):
            self._saved = self._saved or self._save(missing)
            raise StoreError(
                "{files} was moved, replaced or removed while the board ran. Put it back, or switch the unit off"
                " and on: it repairs itself"
                if len(missing) == 1
                else "{files} were moved, replaced or removed while the board ran. Put them back, or switch the unit"
                " off and on: it repairs itself",
                files=listed(missing),
            )
        self._saved = False
        if _written(stats[0]) != self._written:
            try:
                quick_check(self._path)
            except PassingError:
                return  # nothing can be known for now
            except JournalError as fault:
                raise StoreError(
                    "{file} was overwritten while the board ran. Put it back, or switch the unit off "
                    "and on: it repairs itself",
                    file=self._path.name,
                ) from fault
            self.committed()

    def close(self) -> None:
        """Closes the journal. SQLite removes by their names the files that it made beside a database, also where
        somebody has put others there, with commits of another history in them: those stay."""
        others = [self._path.with_name(name) for name in self._missing(self._stats()) if name != self._path.name]
        hidden = [(path, path.with_name(path.name + ".kept")) for path in others if path.exists()]
        with suppress(OSError):
            for path, aside in hidden:
                path.rename(aside)
        self._journal.close()
        with suppress(OSError):
            for path, aside in hidden:
                aside.rename(path)

    def _stats(self) -> list[os.stat_result | None]:
        """What is there by the names of the files now."""
        return list(map(_stat, self._paths))

    def _missing(self, stats: list[os.stat_result | None]) -> list[str]:
        """The files that are not there, or are others than the board has open."""
        now = zip(self._paths, self._files, stats, strict=True)
        return [path.name for path, was, there in now if was and was != _file(there)]

    def _save(self, missing: list[str]) -> bool:
        """Brings what was committed where it can be found, as long as the board still has it open."""
        whole = self._journal.checkpoint()
        if self._path.name in missing:
            whole = self._journal.rescue(rescued_of(self._path, self._at)) and whole
        return whole


def _file(stat: os.stat_result | None) -> _File | None:
    return (stat.st_dev, stat.st_ino) if stat else None


def _written(stat: os.stat_result | None) -> tuple[int, int]:
    return (stat.st_mtime_ns, stat.st_size) if stat else (0, 0)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
