"""Signals for a loop that sleeps on descriptors: each one wakes it, and is handled between two of its turns."""

import signal
import socket
from collections.abc import Callable


class signals:  # noqa: N801 -- reads as a word in `with`
    """Turns signals into wake-ups of the loop, which then handles them between two turns."""

    TAKEN = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

    def __init__(self, handle: Callable[[int], None]) -> None:
        self._handle = handle

    def __enter__(self) -> socket.socket:
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        self._before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, lambda n, _: self._handle(n)) for number in self.TAKEN}
        return self._read

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._read.close()
        self._write.close()
