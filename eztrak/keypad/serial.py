"""The serial source: a keypad on a serial line, a USB serial adapter, or a terminal server on the network.

pyserial opens it, by a device (/dev/ttyUSB0, /dev/serial/by-id/…) or a URL (socket://host:port, hwgrep://0403:6001,
loop:// for tests). The line is read without waiting. Pulling out an adapter hangs the line up, which the next read
tells; then the port is closed and opened anew when it is back.

A line at the wrong speed or with a loose cable gives bytes that look like keys now and then. The kernel knows which
bytes arrived damaged (parity, stop bit) and gives them as NUL when asked to check, which pyserial does not do: we ask.
What is no key is counted, and after three in a row without a key the board says so until a key comes.

A network address may take seconds to answer, and so may an adapter that is plugged in and dead: the kernel gives it
five for each question. The board waits for nothing, so lines are opened and closed by a thread. Left out: noticing that
the other end of a network line lost its power; it looks like a keypad at rest.
"""

import contextlib
import errno
import os
import stat
import termios
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from eztrak.keypad.plugged import Link, failed, forbidden, in_use, missing, unplugged
from eztrak.keypad.source import KeyPress
from eztrak.keypad.wire import ASCII, wire_for
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

if TYPE_CHECKING:
    from serial import SerialBase

NO_PYSERIAL = missing("pyserial")
BATCH = 256  # bytes in one read; the rest waits for the next turn of the loop
POLL = 20_000_000  # ns; for lines that have no descriptor to wait on
ASTRAY = 3  # bytes in a row that are no keys until the board speaks of it
_AT_ONCE = 0.5  # seconds; a line of this machine that is well takes milliseconds
DEVICES = Path("/sys/dev/char")
_NETWORK = ("socket://", "rfc2217://")


@dataclass(frozen=True, slots=True)
class Line:
    """Where the keypad is, and how it speaks."""

    url: str
    speed: int = 9600
    framing: str = "8N1"  # data bits, parity, stop bits
    code: Mapping[str, str] = field(default_factory=lambda: ASCII)
    wired: bool = False  # a plug of this machine, nothing that a program made


class SerialBinding:
    def __init__(self, line: Line) -> None:
        self._line = line
        self._dialling: _Dialling | None = None

    def open(self, name: str) -> "Link | Said":
        try:
            port = self._dial()
        except ImportError:
            return NO_PYSERIAL
        except (OSError, ValueError) as fault:
            return self._cannot_open(fault)
        if port is None:
            return unplugged(self._line.url)
        link = SerialLink(name, self._line, port)
        if self._line.wired and link.made:
            link.close()
            return Said("{device} is not a port of this machine: a program made it", device=self._line.url)
        return link

    def stands(self, link: Link) -> bool:  # noqa: ARG002 -- a line that is open and does not fail is the right one
        return True

    def _dial(self) -> "SerialBase | None":
        if self._dialling is None:
            self._dialling = _Dialling(self._line)
            self._dialling.start()
            self._dialling.join(_patience(self._line))
        if self._dialling.is_alive():
            return None
        port, self._dialling = self._dialling.port, None
        if isinstance(port, Exception):
            raise port
        return port

    def _cannot_open(self, fault: OSError | ValueError) -> Said:
        url = self._line.url
        if isinstance(fault, ValueError):
            return failed(reason(fault), url)
        match fault.errno:
            case errno.EWOULDBLOCK | errno.EBUSY:
                return in_use(url)
            case errno.EACCES | errno.EPERM:
                return forbidden("dialout", url)
            case _:
                return unplugged(url)


class SerialLink:
    def __init__(self, name: str, line: Line, port: "SerialBase") -> None:
        self.device = line.url
        self._patience = _patience(line)
        self._name, self._port = name, port
        self._wire = wire_for(line.code)
        self._astray = 0  # garbage since the last key
        self._next_poll: int | None = None
        try:
            self._descriptor: int | None = port.fileno()
        except (OSError, AttributeError):
            self._descriptor = None
            self._next_poll = 0
        terminal = self._descriptor is not None and os.isatty(self._descriptor)
        self._plain = self._descriptor if terminal else None
        self.made = not on_a_plug(self.descriptors())

    @property
    def garbage(self) -> int:
        return self._wire.garbage

    def descriptors(self) -> list[int]:
        return [] if self._descriptor is None else [self._descriptor]

    def due(self) -> int | None:
        return self._next_poll

    def read(self, mono: int) -> list[KeyPress]:
        if self._descriptor is None:
            self._next_poll = mono + POLL
        before = self._wire.garbage
        pressed = self._wire.decode(self._received())
        self._astray = 0 if pressed else self._astray + self._wire.garbage - before
        return [KeyPress(cap, self._name, mono, sent, self.device, self.made) for cap, sent in pressed]

    def _received(self) -> bytes:
        if self._plain is not None:  # pyserial would look first whether there is anything, which is known
            with contextlib.suppress(BlockingIOError):
                if not (came := os.read(self._plain, BATCH)):
                    raise OSError(f"{self.device} was hung up")
                return came
            return b""
        try:
            return self._port.read(BATCH)
        except (TypeError, AttributeError) as fault:
            raise OSError(f"{self.device} was closed") from fault  # how some of pyserial's ports die

    def trouble(self) -> Said:
        if self._astray < ASTRAY:
            return Said()
        return Said("keypad sends bad signals: check its speed, framing, keymap and cable")

    def close(self) -> None:
        closing = threading.Thread(target=self._hang_up, name=f"closes {self.device}", daemon=True)
        closing.start()
        closing.join(self._patience)

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self._port.close()


def _patience(line: Line) -> float:
    """Seconds that the board waits for a line; whoever takes longer is asked again at the next search."""
    return 0 if line.url.lower().startswith(_NETWORK) else _AT_ONCE


def url_fault(url: str) -> str:
    """What is wrong with a URL for good, whatever is plugged in; "" where nothing is."""
    with contextlib.suppress(ImportError, OSError):
        import serial

        try:
            serial.serial_for_url(url, do_not_open=True)
        except OSError:
            raise
        except Exception as fault:  # each kind of URL has its own parser, and each parser its own exceptions
            return str(fault) or type(fault).__name__
    return ""


def open_port(line: Line) -> "SerialBase":
    """Raises OSError where the line cannot be had, ValueError for a speed or framing that it cannot do."""
    import serial

    try:
        port = serial.serial_for_url(
            line.url,
            baudrate=line.speed,
            bytesize=int(line.framing[0]),
            parity=line.framing[1],
            stopbits=int(line.framing[2]),
            timeout=0,
            exclusive=True,
        )
    except termios.error as fault:  # the line died while it was being set up
        raise OSError(*fault.args) from fault
    _check_bytes(port)
    return port


def _check_bytes(port: "SerialBase") -> None:
    """Has the kernel give damaged bytes as NUL. A port that is no line of this machine has nothing to check."""
    with contextlib.suppress(OSError, AttributeError, termios.error):
        descriptor = port.fileno()
        attributes = termios.tcgetattr(descriptor)
        attributes[0] |= termios.INPCK
        termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def on_a_plug(descriptors: list[int], devices: Path = DEVICES) -> bool:
    """Whether there is hardware behind an open line: the kernel names it for those alone."""
    about = [os.fstat(descriptor) for descriptor in descriptors]
    numbers = [f"{os.major(one.st_rdev)}:{os.minor(one.st_rdev)}" for one in about if stat.S_ISCHR(one.st_mode)]
    return bool(numbers) and all((devices / number / "device").exists() for number in numbers)


class _Dialling(threading.Thread):
    """Opens a line that may keep its opener waiting."""

    def __init__(self, line: Line) -> None:
        super().__init__(name=f"opens {line.url}", daemon=True)
        self._line = line
        self.port: SerialBase | Exception = OSError("not opened yet")

    def run(self) -> None:
        try:
            self.port = open_port(self._line)
        except (OSError, ValueError, ImportError) as fault:
            self.port = fault
