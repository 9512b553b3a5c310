"""What the unit reports to whoever keeps it running: systemd, by its notify protocol.

A few lines of text go to the socket that NOTIFY_SOCKET names; without one nothing happens. The watchdog is fed only
where the picture was presented again: a loop that runs behind a display that hangs is no board. It is fed at half of
the time that systemd allows, so an idle unit wakes a few times a minute for it and no more often.
"""

import contextlib
import os
import socket
from collections.abc import Callable, Mapping

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.kiosk import MARK

_GRACE = 60 * 10**6  # microseconds that opening a display may take; a second or two where the processor is a real one

_EXTEND = 60 * 10**6  # that a start may take from its last sign of life on


class Notify:
    def __init__(self, environ: Mapping[str, str] = os.environ, clock: Clock = CLOCK) -> None:
        self._clock = clock
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every = _watchdog(environ) * 1000 // 2 if address else 0  # nanoseconds
        self._fed = clock.monotonic() - self._every  # hungry from the start, however young the machine's clock
        self._ready = False
        self._status = ""
        self._graced = False
        # In a kiosk systemd has started that one; who is asked to read the config again is the board inside.
        self._main = [f"MAINPID={os.getpid()}"] if MARK in environ else []

    @property
    def watched(self) -> bool:
        """Whether somebody keeps the unit running, rather than a person at a terminal."""
        return bool(self._address)

    def due(self) -> int | None:
        """When the next sign of life is due, in monotonic nanoseconds."""
        every = self._every if self._ready else _EXTEND * 1000 // 3
        return self._fed + every if self._address and every else None

    def pulse(self, status_of: Callable[[], str], present: Callable[[], object]) -> bool:
        """After each turn of the loop. `present` brings the picture to the glass once more; if it hangs, so do we. Says
        whether it did so."""
        if not self._address:
            return False
        now, lines = self._clock.monotonic(), []
        if not self._ready:
            lines += ["READY=1", *self._main]
            self._ready = True
        status = status_of()
        if status != self._status:
            lines.append(f"STATUS={status}")
            self._status = status
        fed = self._every > 0 and (self._graced or now >= self._fed + self._every)
        if fed:
            present()
            if self._graced:
                lines.append(f"WATCHDOG_USEC={self._every * 2 // 1000}")
                self._graced = False
            lines.append("WATCHDOG=1")
            self._fed = now
        self._send(lines)
        return fed

    def starting(self, status: str) -> None:
        """While the unit takes no hand yet, and says why on its screen: systemd goes on waiting for it. A start that
        hangs does not say so, and is ended."""
        now = self._clock.monotonic()
        if status != self._status or now >= (self.due() or now + 1):
            self._send([f"STATUS={status}", f"EXTEND_TIMEOUT_USEC={_EXTEND}"])
            self._status, self._fed = status, now

    def grace(self) -> None:
        """A display is about to be opened: the watchdog waits longer this time, until the next pulse."""
        if self._every and self._ready:
            self._send([f"WATCHDOG_USEC={_GRACE}", "WATCHDOG=1"])
            self._graced = True

    def reloading(self) -> None:
        """The config is being read again; the next pulse says that it was."""
        self._send(["RELOADING=1", f"MONOTONIC_USEC={self._clock.monotonic() // 1000}"])
        self._ready = False

    def stopping(self) -> None:
        self._send(["STOPPING=1", "STATUS=stopping"])

    def _send(self, lines: list[str]) -> None:
        if not self._address or not lines:
            return
        # Whoever does not listen now restarts the unit; nothing here could do better.
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out,
        ):
            # Connected, so that one who does not read is waited for asleep, and not for long.
            out.settimeout(1.0)
            out.connect(self._address)
            out.send("\n".join(line.replace("\n", " ") for line in lines).encode())


def _watchdog(environ: Mapping[str, str]) -> int:
    """Microseconds that systemd waits for a sign of life; 0 where it does not."""
    meant = environ.get("WATCHDOG_PID", "")
    if meant and meant != str(os.getpid()) and MARK not in environ:  # in a kiosk we are the child of who was meant
        return 0
    allowed = environ.get("WATCHDOG_USEC", "")
    return int(allowed) if allowed.isdecimal() else 0
