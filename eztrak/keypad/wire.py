"""From the bytes on a serial line to caps.

Two kinds of keypads exist. Most send one byte a key, the character on the cap; some send a line, `KEY 07` and CR or LF
or both. Which bytes or lines mean which cap stands in the section [serial] of the keymap; once one of them is longer
than a character, all are lines. A byte or line that is not there is garbage: it is counted and never becomes a key.

Left out: packets with a length or a checksum; no keypad that is sold today was found to send them.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from eztrak.keypad.source import CAPS
from eztrak.options import at
from eztrak.voice.said import Said, Spoken

ASCII: Mapping[str, str] = {
    **{cap: cap for cap in CAPS if len(cap) == 1},
    "\r": "Enter",
    "\n": "Enter",
    "\b": "Backspace",
    "\x7f": "Backspace",
}
LONGEST = 32  # characters of a line; more without an end is noise


class Wire(Protocol):
    garbage: int  # bytes that were no key

    def decode(self, data: bytes) -> list[tuple[str, str]]:
        """The keys in the bytes that came: each its cap, and what was sent for it, for people."""


def wire_for(code: Mapping[str, str]) -> Wire:
    return LineWire(code) if any(len(text) > 1 for text in code) else ByteWire(code)


def wire_of(key: str, code: Any, faults: list[Spoken]) -> Mapping[str, str]:
    """A section [serial]. Everything that is wrong with it is added to the list."""
    if not isinstance(code, Mapping) or not code:
        faults.append(at(key, Said('write what the keypad sends and the cap that it means, such as "A" = "1"')))
        return ASCII
    lines = any(len(text) > 1 for text in code)
    for text, cap in code.items():
        if cap not in CAPS:
            known = Said("there is no such cap; choose {known}", known=" ".join(CAPS))
            faults.append(at(f"{key}.{_shown(text)} = {cap!r}", known))
        if not text or any(ord(character) > 255 for character in text):
            faults.append(at(f"{key}.{_shown(text)}", Said("every character must be one byte")))
        elif lines and (set(text) & set("\r\n") or len(text) > LONGEST):
            limit = Said("a line has up to {count} characters, and CR and LF only end it", count=LONGEST)
            faults.append(at(f"{key}.{_shown(text)}", limit))
    return code


class ByteWire:
    """One byte, one key. CR and LF one after the other are one key where both mean the same."""

    def __init__(self, code: Mapping[str, str]) -> None:
        self._code = {text.encode("latin-1")[0]: cap for text, cap in code.items()}
        self._pair = self._code.get(13) is not None and self._code.get(13) == self._code.get(10)
        self._last = 0
        self.garbage = 0

    def decode(self, data: bytes) -> list[tuple[str, str]]:
        pressed = []
        for byte in data:
            second = self._pair and (self._last, byte) == (13, 10)
            self._last = byte
            if second:
                continue
            if (cap := self._code.get(byte)) is not None:
                pressed.append((cap, _shown(chr(byte))))
            else:
                self.garbage += 1
        return pressed


class LineWire:
    """One line, one key. A line that is cut, torn or too long is garbage as a whole."""

    def __init__(self, code: Mapping[str, str]) -> None:
        self._code = {text.encode("latin-1"): cap for text, cap in code.items()}
        self._line = bytearray()
        self._too_long = False
        self.garbage = 0

    def decode(self, data: bytes) -> list[tuple[str, str]]:
        pressed = []
        for byte in data:
            if byte not in (13, 10):
                self._gather(byte)
                continue
            line, self._line = bytes(self._line), bytearray()
            torn, self._too_long = self._too_long, False
            if not torn and (cap := self._code.get(line)) is not None:
                pressed.append((cap, _shown(line.decode("latin-1"))))
            else:
                self.garbage += len(line)
        return pressed

    def _gather(self, byte: int) -> None:
        self._line.append(byte)
        if len(self._line) > LONGEST:
            self._too_long = True
            self.garbage += len(self._line)
            self._line.clear()


def _shown(text: str) -> str:
    """What was sent, for people: 'A', or '\\r' for what cannot be seen."""
    return ascii(text)
