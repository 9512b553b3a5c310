"""Hot-plug: hears that a device was plugged in or pulled out.

Two signals exist. udev reports a device after its node is there with the right owner and links: the best moment to
open it, and it wakes the loop by a descriptor. Where no udev runs (a container, a bare test machine) the kernel still
makes and removes the nodes in /dev, and the names in their folder or the time on it change, whenever somebody asks.
The time alone would miss the second of two changes within one tick of the kernel's clock, a few milliseconds; once it
is older than that it is enough, and names are not read at every turn of the loop.
Left out: inotify, which hears of a node before its owner is set, and would fail to open it in that moment.

Neither is trusted alone: a source whose device is away also looks for it once a second by itself.
"""

import time
from pathlib import Path
from typing import Any, Protocol

UDEV_RUNS = Path("/run/udev/control")
INPUT_FOLDER = Path("/dev/input")
TTY_FOLDER = Path("/dev")
TICK = 100_000_000  # nanoseconds; more than one of any kernel


class Hotplug(Protocol):
    def fileno(self) -> int | None:
        """The descriptor that wakes when something was plugged in or pulled out, or None."""

    def changed(self) -> bool:
        """Whether something was, since it was last asked."""

    def close(self) -> None: ...


def hotplug(subsystem: str, folder: Path) -> Hotplug:
    """What there is on this machine to hear of devices of a subsystem, such as "input", with nodes in a folder."""
    if UDEV_RUNS.exists():
        try:
            import pyudev

            monitor = pyudev.Monitor.from_netlink(pyudev.Context(), source="udev")
            monitor.filter_by(subsystem)
            monitor.start()
            return UdevHotplug(monitor)
        except (ImportError, OSError):
            pass  # no libudev, or no netlink in this sandbox: the folder will do
    return FolderHotplug(folder)


class UdevHotplug:
    def __init__(self, monitor: Any) -> None:
        self._monitor = monitor

    def fileno(self) -> int | None:
        return int(self._monitor.fileno())

    def changed(self) -> bool:
        heard = False
        try:
            while self._monitor.poll(timeout=0) is not None:
                heard = True
        except OSError:
            heard = True  # the kernel's queue ran over: something did change
        return heard

    def close(self) -> None:
        # pyudev closes the netlink socket when the monitor goes.
        self._monitor = None


class FolderHotplug:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._time, self._names, self._settled = 0, list[Path](), False
        self.changed()

    def fileno(self) -> None:
        return None

    def changed(self) -> bool:
        try:
            since = self._folder.stat().st_mtime_ns
            if self._settled and since == self._time:
                return False
            names = list(self._folder.iterdir())
        except OSError:
            since, names = 0, []
        before = self._time, self._names
        self._time, self._names = since, names
        # Neither of a folder that is not there nor of a time that is still to come.
        self._settled = 0 < since < time.time_ns() - TICK
        return before != (since, names)

    def close(self) -> None:
        pass
