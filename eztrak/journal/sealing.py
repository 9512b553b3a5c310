"""Seals of a whole history, made beside the check of its rows: each takes a few hundredths of a second by design.

A year of a busy table has 7,000 shoes. One after the other their seals would take minutes; so they are made in threads,
a core each, while the rows are checked, and the tables hold the hash until then.
"""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from eztrak.journal.chain import seal

_AHEAD = 512  # seals that wait: a history that is read faster than it is sealed must not fill the memory


class Sealing:
    def __init__(self, threads: int = 0) -> None:
        """`threads`: 0 for one on each core. They have the priority of whoever calls first."""
        self._threads = ThreadPoolExecutor(threads or os.cpu_count() or 1, "seals")
        self._made: dict[str, str] = {}
        self._due: dict[str, Future[str]] = {}

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def __call__(self, digest: str, form: int) -> str:
        """Has the seal of a hash made, and gives what stands in its place until `put`: the hash, or the seal itself
        where that takes no time."""
        if form == 1:
            return seal(digest, form)
        if len(self._due) >= _AHEAD:
            self._settle(next(iter(self._due)))
        self._due[digest] = self._threads.submit(seal, digest, form)
        return digest

    def put(self, connection: sqlite3.Connection, each: Callable[[], None] = lambda: None) -> None:
        """Puts the seals where they belong. `each` is called after every one that had to be waited for."""
        while self._due:
            self._settle(next(iter(self._due)))
            each()
        connection.create_function("made", 1, lambda digest: self._made.get(digest, digest))
        connection.execute("UPDATE seals SET seal = made(seal)")
        connection.execute("UPDATE shoes SET seal = made(seal) WHERE seal IS NOT NULL")

    def _settle(self, digest: str) -> None:
        self._made[digest] = self._due.pop(digest).result()
