"""A virtual screen with a board on it: keys are pressed as by a hand, and what it shows is compared pixel by pixel."""

import os
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame
from running import PATIENCE

from eztrak.appliance import clock
from eztrak.display.board import _Drawing
from eztrak.display.layout import UNITS
from eztrak.display.snapshot import render
from eztrak.display.view import Look, View

SIZE = (1280, 720)
PAGE = pygame.Rect(0, 42, 1280, 640)  # all but the clock in the header
LAMP = pygame.Rect(1150, 666, 100, 30)  # where the entry strip says that it is saving


class Glass:
    """A screen of 1280x720 that nobody else uses."""

    def __init__(self, folder: Path, display: str) -> None:
        self._file, self.display = folder / "Xvfb_screen0", display

    def shows(self, view: View, look: Look, area: pygame.Rect = PAGE) -> None:
        """Waits until this part of the screen is as in the picture of this view."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = replace(view, wall=clock.wall())
            picture = render(now, look, *SIZE)
            seen = pygame.image.frombytes(self._pixels(), SIZE, "RGB")
            for one in (picture, seen):  # but for the running code, which nobody knows beforehand
                one.fill((0, 0, 0), _code(now, look))
            if _part(picture, area) == _part(seen, area):
                return
        raise AssertionError(f"not on the glass: {view}")

    def press(self, *keys: str) -> None:
        surroundings = os.environ | {"DISPLAY": self.display}
        subprocess.run(["xdotool", "key", *keys], env=surroundings, check=True, timeout=PATIENCE)

    def _pixels(self) -> bytes:
        """The X window dump that Xvfb keeps: a header that tells its length, colours, then blue, green, red, none."""
        dump = self._file.read_bytes()
        (header,), (colours,) = struct.unpack(">I", dump[:4]), struct.unpack(">I", dump[76:80])
        picture = dump[header + 12 * colours :]
        pixels = bytearray(SIZE[0] * SIZE[1] * 3)
        for to, of in ((0, 2), (1, 1), (2, 0)):
            pixels[to::3] = picture[of : SIZE[0] * SIZE[1] * 4 : 4]
        return bytes(pixels)


def _code(view: View, look: Look) -> pygame.Rect:
    box = _Drawing(view, look, *SIZE).place["code"]
    part = SIZE[1] / UNITS
    return pygame.Rect(*(round(side * part) for side in box)).inflate(8, 8)


def _part(picture: pygame.Surface, area: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(area), "RGB")


@contextmanager
def virtual_screen(folder: Path) -> Iterator[Glass]:
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-fbdir", folder]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as file:
                yield Glass(folder, f":{int(file.readline())}")
        finally:
            server.terminate()
            server.wait(PATIENCE)
