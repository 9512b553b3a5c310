"""A screen of one's own, keys pressed on it, and an observer of its pixels who costs what is watched nothing.

Xvfb keeps its picture in a file. The observer maps that file into memory and looks: no request goes to the X server, so
that what is seen is when the pixel was there, and not when a question about it was answered.
"""

import ctypes
import mmap
import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

PATIENCE = 60.0  # seconds until something that should come at once counts as missing
NAP = 20e-6
Spot = tuple[int, int]

_PR_SET_TIMERSLACK = 29
ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1000, 0, 0, 0)  # naps of microseconds, not of the usual fifty


class NotSeenError(Exception):
    """What should have been on the screen did not come."""


class Screen:
    def __init__(self, width: int, height: int) -> None:
        self.size = width, height
        self._folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        told, telling = os.pipe()
        self._server = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(telling), "-screen", "0", f"{width}x{height}x24"),
                *("-fbdir", str(self._folder), "-nolisten", "tcp", "-noreset"),
            ],
            pass_fds=[telling],
            stderr=subprocess.DEVNULL,
        )
        os.close(telling)
        with os.fdopen(told) as answer:
            self.display = f":{int(answer.readline())}"
        with (self._folder / "Xvfb_screen0").open("rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self._memory[:100])  # an XWD file: its own length, then as many colours
        self._first, self._stride = head[0] + head[19] * 12, head[12]
        self._open_keyboard()

    def _open_keyboard(self) -> None:
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self._x.XKeysymToKeycode.restype = ctypes.c_ubyte
        self._connection = ctypes.c_void_p(self._x.XOpenDisplay(self.display.encode()))
        self._test.XTestFakeMotionEvent(self._connection, -1, self.size[0] // 2, self.size[1] // 2, 0)
        self._x.XSync(self._connection, 0)

    @property
    def server(self) -> int:
        return self._server.pid

    def key(self, symbol: int | str) -> int:
        """Presses and lets go; gives the instant just before, in monotonic nanoseconds."""
        code = self._x.XKeysymToKeycode(self._connection, ord(symbol) if isinstance(symbol, str) else symbol)
        pressed = time.monotonic_ns()
        self._test.XTestFakeKeyEvent(self._connection, code, 1, 0)
        self._test.XTestFakeKeyEvent(self._connection, code, 0, 0)
        self._x.XFlush(self._connection)
        return pressed

    def colour(self, spot: Spot) -> bytes:
        at = self._first + spot[1] * self._stride + spot[0] * 4
        return self._memory[at : at + 3]

    def pixels(self, left: int, top: int, right: int, bottom: int) -> bytes:
        """Of a part of the screen, row by row."""
        rows = (self._first + y * self._stride for y in range(top, bottom))
        return b"".join(self._memory[row + left * 4 : row + right * 4] for row in rows)

    def rgb(self, spot: Spot) -> tuple[int, int, int]:
        blue, green, red = self.colour(spot)
        return red, green, blue

    def seen(self, spot: Spot, want: tuple[int, int, int], patience: float = PATIENCE, nap: float = NAP) -> int:
        """When the pixel was first seen in that colour."""
        colour, limit = bytes(reversed(want)), time.monotonic_ns() + int(patience * 1e9)
        while self.colour(spot) != colour:
            if time.monotonic_ns() > limit:
                raise NotSeenError(f"{want} at {spot} of {self.display}, there is {self.rgb(spot)}")
            time.sleep(nap)
        return time.monotonic_ns()

    def changed(self, spots: Iterable[Spot], before: list[bytes], patience: float = PATIENCE, nap: float = NAP) -> int:
        """When the last of these pixels was first seen in another colour than before."""
        limit = time.monotonic_ns() + int(patience * 1e9)
        for spot, old in zip(spots, before, strict=True):
            while self.colour(spot) == old:
                if time.monotonic_ns() > limit:
                    raise NotSeenError(f"a change at {spot} of {self.display}")
                time.sleep(nap)
        return time.monotonic_ns()

    def close(self) -> None:
        self._x.XCloseDisplay(self._connection)
        self._server.terminate()
        self._server.wait(PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)


def family(process: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found, todo = [], [process]
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def cpu(processes: Iterable[int]) -> int:
    """Processor time of all threads, in nanoseconds."""
    total = 0
    for process in processes:
        for stat in Path(f"/proc/{process}/task").glob("*/schedstat"):
            try:
                total += int(stat.read_text().split()[0])
            except OSError:
                continue  # the thread has just ended
    return total


def pss(processes: Iterable[int], kind: str = "Pss") -> float:
    """Memory in MiB, shared pages counted in parts; `Pss_Anon` for what no file and no other program has a part in."""
    total = 0
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:"))
    return total / 1024
