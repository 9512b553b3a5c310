"""The evdev source: the dealer's USB keypad, straight from the kernel, and no other keyboard.

The kernel offers each device as a node in /dev/input. Only the nodes of the bound keypad are opened (see binding), and
they are grabbed: what the dealer types goes to the board and to nothing else, neither the text console below the
picture nor a window on a desktop. A grab that fails means that another program already has the keypad to itself, and
then the board says so. Pulling the plug makes the next read fail; the descriptor is closed at once, for a dead one
would wake the loop for ever. Events carry the kernel's own time, on the monotonic clock, so that a busy board does not
mistake a slow NumLock for a wrapped one.

Left out: /dev/hidraw (the raw reports of one pad would have to be understood) and the text console (it belongs to
whoever is in front, and knows no devices). python-evdev is imported when a keypad is first opened, so that the board
runs without it.
"""

import contextlib
import errno
import fcntl
import struct
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from eztrak.keypad.binding import AUTO, choose, same
from eztrak.keypad.codes import Decoder, KeyEvent, Pressed
from eztrak.keypad.devices import Device, plugged_in
from eztrak.keypad.plugged import UNPLUGGED, Link, failed, forbidden, in_use, missing
from eztrak.keypad.source import KeyPress
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said

if TYPE_CHECKING:
    from evdev import InputDevice

NO_EVDEV = missing("evdev")
_SET_CLOCK = 0x400445A0  # EVIOCSCLOCKID, which python-evdev does not offer


class EvdevBinding:
    def __init__(self, bound: str, there: Callable[[], list[Device]] = plugged_in, wired: bool = False) -> None:
        """`wired`: what a program made is no keypad."""
        self._bound, self._there, self._wired = bound or AUTO, there, wired
        self._before: Device | None = None

    def open(self, name: str) -> "Link | Said":
        choice = choose(self._bound, self._there(), self._before, self._wired)
        if not choice.taken:
            return choice.trouble
        try:
            link = EvdevLink(name, choice.taken)
        except ImportError:
            return NO_EVDEV
        except OSError as fault:
            return _cannot_open(fault, choice.taken[0])
        if self._bound == AUTO:
            self._before = choice.taken[0]
        return link

    def stands(self, link: Link) -> bool:
        choice = choose(self._bound, self._there(), self._before, self._wired)
        return isinstance(link, EvdevLink) and same(choice.taken, link.nodes)


class EvdevLink:
    """The nodes of one keypad, opened and grabbed. Raises OSError or ImportError where that fails."""

    def __init__(self, name: str, nodes: tuple[Device, ...]) -> None:
        self.nodes = nodes
        self.device = str(nodes[0])
        self._name = name
        self._open: list[tuple[InputDevice[str], Decoder]] = []
        try:
            for node in nodes:
                self._open.append((_grab(node.node), Decoder()))
        except BaseException:
            self.close()
            raise

    @property
    def garbage(self) -> int:
        return sum(decoder.overruns for _, decoder in self._open)

    def descriptors(self) -> list[int]:
        return [device.fd for device, _ in self._open]

    def due(self) -> int | None:
        return min((due for _, decoder in self._open if (due := decoder.due()) is not None), default=None)

    def read(self, mono: int) -> list[KeyPress]:
        pressed: list[Pressed] = []
        for device, decoder in self._open:
            with contextlib.suppress(BlockingIOError):
                pressed += decoder.decode(
                    KeyEvent(event.type, event.code, event.value, event.sec * 1_000_000_000 + event.usec * 1000)
                    for event in device.read()
                )
            pressed += decoder.settle(mono)
        return [
            KeyPress(
                press.cap or _name(press).replace("KEY_", ""),
                self._name,
                press.mono,
                _name(press),
                self.device,
                self.nodes[0].made,
            )
            for press in pressed
        ]

    def trouble(self) -> Said:
        return Said()

    def close(self) -> None:
        for device, _ in self._open:
            # Closing ends the grab too; a device that is gone may complain.
            with contextlib.suppress(OSError):
                device.close()
        self._open = []


def _grab(node: str) -> "InputDevice[str]":
    from evdev import InputDevice

    device = InputDevice(node)
    try:
        fcntl.ioctl(device.fd, _SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
        device.grab()
    except OSError:
        device.close()
        raise
    return device


def _cannot_open(fault: OSError, device: Device) -> Said:
    match fault.errno:
        case errno.EBUSY:
            return in_use(str(device))
        case errno.EACCES | errno.EPERM:
            return forbidden("input", device.node)
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return UNPLUGGED
        case _:
            return failed(reason(fault), device.node)


def _name(press: Pressed) -> str:
    """The name of a key; the kernel has hundreds beyond a number pad's, and evdev knows them."""
    if not press.key.endswith(f"key {press.code}"):
        return press.key
    from evdev import ecodes

    named = ecodes.KEY.get(press.code, press.key)
    return press.key.replace(f"key {press.code}", named if isinstance(named, str) else named[0])
