"""Signals as wake-ups of the loop: whoever asks for a stop or a new look at the config is heard between two turns."""

import signal
import socket
from collections.abc import Callable


class signals:  # noqa: N801 -- reads as a word in `with`
    """While it lasts, signals go to `handle` and make the socket readable that it gives."""

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
