"""The unit's log: lines to standard error, which journald keeps.

Whoever reads them may be slow or gone. A pipe that nobody empties would stop whoever writes to it, so the lines go out
in a thread of their own, and the board never waits for them.
"""

import contextlib
import sys
import threading
from functools import cache
from queue import SimpleQueue

_MOST = 10_000  # lines that wait; past that the newest are left out


def say(line: str) -> None:
    """Hands a line over to be written."""
    lines = _writer()[0]
    if lines.qsize() < _MOST:
        lines.put(line)


def flush(patience: float = 1.0) -> None:
    """Lets the lines that wait go out, but not for longer than that many seconds."""
    lines, _ = _writer()
    out = threading.Event()
    lines.put(out)
    out.wait(patience)


@cache
def _writer() -> tuple["SimpleQueue[str | threading.Event]", threading.Thread]:
    lines: SimpleQueue[str | threading.Event] = SimpleQueue()

    def write() -> None:
        while True:
            line = lines.get()
            if isinstance(line, threading.Event):
                line.set()
                continue
            with contextlib.suppress(OSError, ValueError):
                print(line, file=sys.stderr, flush=True)

    thread = threading.Thread(target=write, name="log", daemon=True)
    thread.start()
    return lines, thread
