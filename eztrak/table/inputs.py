"""Where keys come from, in the words of a pack: the one thing at which a manual keypad is told from a card reader."""

from dataclasses import dataclass

from eztrak.voice.said import Said

# What a pack can name, and how people call it.
INPUTS = {
    "evdev": Said("a USB keypad"),
    "serial": Said("a serial keypad bound by its id"),
    "tty": Said("a serial line by another name"),
    "url": Said("a program or the network"),
    "window": Said("the keys of the window"),
    "script": Said("a script"),
    "demo": Said("the demo"),
}
KEYPADS = ("evdev", "serial", "tty")
WIRES = ("serial", "tty", "url")  # lines on which anything could be: a card reader too


@dataclass(frozen=True, slots=True)
class Input:
    kind: str  # one of INPUTS
    device: str = ""  # what it is, for people

    def __str__(self) -> str:
        return f"{self.kind}: {self.device}" if self.device else self.kind


WINDOW = Input("window")
