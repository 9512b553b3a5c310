"""One writer: a lock beside the database that lets one process in and says to a second one who holds it."""

import fcntl
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from eztrak.journal.errors import JournalError
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said


class WriterLock:
    """Held for as long as the process lives; the kernel drops it with the process, however that ends."""

    def __init__(self, database: Path, since: str) -> None:
        path = lock_of(database)
        try:
            # On a stick of somebody else's making it could be a link to the history itself.
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
            file = os.fdopen(os.open(path, flags, 0o666), "a+", encoding="utf-8")
        except OSError as fault:
            raise JournalError("its lock cannot be created: {fault}", database, fault=reason(fault)) from fault
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _read(file)
            file.close()
            raise JournalError(
                "another eztrak is writing to it: {holder}. Only one may: stop that one, or use another --db",
                database,
                holder=holder,
            ) from None
        name = json.dumps({"pid": os.getpid(), "since": since, "command": " ".join(sys.argv[:4])})
        # The name is a courtesy: the lock holds also where a full disk does not take it.
        with suppress(OSError):
            os.ftruncate(file.fileno(), 0)
            os.write(file.fileno(), name.encode())
        self._file = file

    def release(self) -> None:
        self._file.close()


def lock_of(database: Path) -> Path:
    """The lock's file. It stays when the process has ended: a file beside it was a journal of ours once."""
    return database.with_name(database.name + ".lock")


def _read(file: IO[str]) -> Said:
    file.seek(0)
    try:
        holder = json.load(file)
        pid, command, since = (str(holder[key]) for key in ("pid", "command", "since"))
        return Said("process {pid} ({command}), since {since}", pid=pid, command=command, since=since)
    except (ValueError, KeyError, TypeError):
        return Said("its name cannot be read")
