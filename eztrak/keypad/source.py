"""The port through which every key comes in, whatever the device.

A source is waited on by its file descriptor or by the time at which it next has something; then it is read.
"""

from dataclasses import dataclass
from typing import Protocol

from eztrak.voice.said import All, Said

# The caps of a number pad. Every source names its keys in these words, and the keymap is written in them.
CAPS = (*"0123456789", "+", "-", "*", "/", ".", "Enter", "Backspace", "NumLock")


@dataclass(frozen=True, slots=True)
class KeyPress:
    cap: str  # one of CAPS; a key that no number pad has comes under its own name, so that the strip can answer it
    source: str
    mono: int  # when it was pressed, in monotonic nanoseconds: by the device's own clock, or when it was read
    key: str = ""  # the key in the device's own words, such as KEY_KP1
    device: str = ""  # what was plugged in, for people
    made: bool = False  # a program is behind it, nothing on a plug


class Source(Protocol):
    name: str

    def fileno(self) -> int | None:
        """The descriptor to wait on, or None."""

    def due(self) -> int | None:
        """When it next has keys by itself, in monotonic nanoseconds, or None."""

    def read(self, mono: int) -> list[KeyPress]:
        """The keys pressed until now, `mono`. Never blocks, never raises for what a device does."""

    def trouble(self) -> Said:
        """What is wrong with the device, for the board; nothing said when nothing is."""
        return Said()

    def health(self) -> All:
        """Its state, for the supervisor's health page."""
        return All(())

    def close(self) -> None: ...
