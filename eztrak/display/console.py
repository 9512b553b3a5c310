"""The bare console that the board is drawn on without a desktop: which card, and whether a display is plugged in.

SDL looks for displays once, when it is opened. A display that is off at boot, a cable that is pulled, another
television: for each the window is closed and opened again, and this says when. udev reports that a cable moved; since
some displays are too slow to say what they are in that moment, and some drivers report nothing, the kernel's word is
read every few seconds as well. That costs a few small reads.
"""

import os
from pathlib import Path

from eztrak.appliance import clock
from eztrak.appliance.screens import FOLDER, ROOT, Card, cards, with_display
from eztrak.keypad.hotplug import hotplug

NANO = 10**9
EVERY = 5 * NANO  # how often the kernel's word is read without a report
SOON = NANO  # and while there is no picture
ASK_AGAIN = (10 * NANO, 60 * NANO)  # a television that wakes up; a converter that never says anything flickers twice


class Console:
    def __init__(self, root: Path = ROOT) -> None:
        """`root` is where /sys is found."""
        self._root = root
        self._hotplug = hotplug("drm", root / FOLDER)
        self.cards = cards(root)
        self._next = 0
        self._ask = [clock.monotonic() + wait for wait in ASK_AGAIN]

    @property
    def card(self) -> Card | None:
        """The card to draw on, if a display is plugged into one."""
        return with_display(self.cards)

    def fileno(self) -> int | None:
        return self._hotplug.fileno()

    def due(self) -> int:
        return self._next

    def changed(self, mono: int, dark: bool) -> bool:
        """Whether something else is plugged in than before; True also while there is no picture and one could be."""
        if not self._hotplug.changed() and mono < self._next:
            return False
        before = self.card
        self.see()
        self._next = mono + (SOON if dark else EVERY)
        if before != self.card:
            self._ask = [mono + wait for wait in ASK_AGAIN]
        return before != self.card or (dark and self.card is not None) or self._asks(mono)

    def _asks(self, mono: int) -> bool:
        """Whether to open a display anew that has not said yet what it can show: only then the kernel asks it again."""
        if self.card is None or any(shown.edid for shown in self.card.connected) or not self._ask:
            return False
        due = mono >= self._ask[0]
        self._ask = [moment for moment in self._ask if moment > mono]
        return due

    def see(self) -> None:
        """Reads anew what is plugged in; what SDL's own look has changed is no news."""
        self.cards = cards(self._root)

    def waits_for(self) -> str:
        """Why there is no picture, in words."""
        if not self.cards:
            return "waiting for a graphics card: the kernel has no driver for one yet"
        if not any(card.connectors for card in self.cards):
            return f"waiting for a display: {', '.join(map(str, self.cards))} has no connector"
        return "waiting for a display: none is plugged in and switched on"

    def close(self) -> None:
        self._hotplug.close()


def on_console() -> bool:
    """Whether there is no desktop to open a window on, nor a driver of SDL's that somebody chose."""
    driver = os.environ.get("SDL_VIDEODRIVER", "kmsdrm").lower()
    return driver == "kmsdrm" and "DISPLAY" not in os.environ and "WAYLAND_DISPLAY" not in os.environ
