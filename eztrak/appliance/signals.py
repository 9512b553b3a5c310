"""Signals as news for a loop: they wake it, and it handles them between two turns."""

import contextlib
import signal
import socket
from collections import deque

TAKEN = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Signals:
    def __init__(self) -> None:
        self.came: deque[int] = deque()  # numbers, oldest first; whoever handles one takes it out

    def __enter__(self) -> "Signals":
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        self._before = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._old = {number: signal.signal(number, lambda n, _: self.came.append(n)) for number in TAKEN}
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._read.close()
        self._write.close()

    def fileno(self) -> int:
        return self._read.fileno()

    def heard(self) -> deque[int]:
        """The loop is awake: what has come."""
        with contextlib.suppress(BlockingIOError):
            while self._read.recv(64):
                pass
        return self.came
