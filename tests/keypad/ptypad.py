"""A serial keypad made of a pty: the test holds the keys, the source has the line behind a link that stays."""

import fcntl
import os
import sys
import termios
import time
import tty
from pathlib import Path

from eztrak.keypad.hotplug import FolderHotplug
from eztrak.keypad.plugged import PluggedSource
from eztrak.keypad.serial import Line, SerialBinding

NANO = 1_000_000_000


class PtyPad:
    def __init__(self, link: Path) -> None:
        self.link = link
        self._master = self._slave = -1

    def plug(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
        self.link.unlink(missing_ok=True)

    def send(self, data: bytes) -> None:
        """Types, and sees that all of it has reached the other end: the kernel carries it over in its own time."""
        there = self._unread()
        self.send_to_program(data)
        limit = time.monotonic() + 10
        while self._unread() < there + len(data):
            assert time.monotonic() < limit

    def send_to_program(self, data: bytes) -> None:
        """Types to somebody who reads at the same time."""
        os.write(self._master, data)

    def _unread(self) -> int:
        return int.from_bytes(fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)), sys.byteorder)


class Listener:
    """A source on a line, with the time in the test's hand. Reads like talk: at what second, which caps."""

    def __init__(self, line: Line, news: Path, bounce: int = 0) -> None:
        self.source = PluggedSource("pad", SerialBinding(line), FolderHotplug(news), bounce)

    def caps(self, second: float) -> str:
        return " ".join(key.cap for key in self.source.read(round(second * NANO)))

    def trouble(self, second: float) -> str:
        self.caps(second)
        return str(self.source.trouble())
