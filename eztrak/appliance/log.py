"""The unit's log: lines to standard error, which journald keeps.

Whoever reads them may be slow or gone. A pipe that nobody empties would stop whoever writes to it, so the lines go out
in a thread of their own, and the board never waits for them.

journald learns how grave a line is by a mark in front of it: `journalctl -p err` finds what was not stored.

At a terminal a line ends where nobody reads on: the terms that a shoe began with fill a screen of it.
"""

import contextlib
import logging
import os
import threading
from functools import cache
from queue import SimpleQueue

_MOST = 10_000  # lines that wait; past that the newest are left out
_AT_A_TERMINAL = 240  # characters of a line
_MARKS = {logging.ERROR: "<3>", logging.WARNING: "<4>"}  # sd-daemon(3)

log = logging.getLogger("eztrak")
log.setLevel(logging.INFO)


def flush(patience: float = 1.0) -> None:
    """Lets the lines that wait go out, but not for longer than that many seconds."""
    out = threading.Event()
    _records().put(out)
    out.wait(patience)


class _HandOver(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if _records().qsize() < _MOST:
            _records().put(record)


log.addHandler(_HandOver())


@cache
def _records() -> "SimpleQueue[logging.LogRecord | threading.Event]":
    records: SimpleQueue[logging.LogRecord | threading.Event] = SimpleQueue()

    def write() -> None:
        while True:
            record = records.get()
            if isinstance(record, threading.Event):
                record.set()
                continue
            # Past sys.stderr and its lock: held by a write that nobody reads, it would keep the process from ending.
            mark = _MARKS.get(record.levelno, "<6>") if _read_by_journald() else ""
            most = _AT_A_TERMINAL if os.isatty(2) else None
            text = "".join(f"{mark}{_cut(line, most)}\n" for line in record.getMessage().split("\n"))
            left = text.encode(errors="backslashreplace")
            with contextlib.suppress(OSError):
                while left:
                    left = left[os.write(2, left) :]

    threading.Thread(target=write, name="log", daemon=True).start()
    return records


def _cut(line: str, most: int | None) -> str:
    return line if most is None or len(line) <= most else f"{line[:most]}…"


def _read_by_journald() -> bool:
    """Whether standard error still is the stream that systemd has named."""
    with contextlib.suppress(OSError):
        stream = os.fstat(2)
        return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"
    return False
