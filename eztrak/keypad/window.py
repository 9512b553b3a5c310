"""The window source: the computer's own keys while the board's window has the focus.

The number pad and the digit row give the same caps. A key held down counts once: SDL's repeats are told apart by it
and dropped. The window itself is the display's; this source only takes key events out of SDL's queue.
"""

import pygame

from eztrak.keypad.source import KeyPress, Source

_KEYS = (pygame.KEYDOWN, pygame.KEYUP)
_CAPS = {getattr(pygame, f"K_{digit}"): digit for digit in "0123456789"}
_CAPS |= {getattr(pygame, f"K_KP{digit}"): digit for digit in "0123456789"}
_CAPS |= {
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
    pygame.K_KP_MULTIPLY: "*",
    pygame.K_KP_DIVIDE: "/",
    pygame.K_KP_PERIOD: ".",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_RETURN: "Enter",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_NUMLOCKCLEAR: "NumLock",
    pygame.K_MINUS: "-",
    pygame.K_PERIOD: ".",
    pygame.K_SLASH: "/",
    pygame.K_ESCAPE: ".",
    pygame.K_DELETE: ".",
}


class WindowSource(Source):
    name = "window"

    def fileno(self) -> None:
        return None  # the window wakes the loop

    def due(self) -> int | None:
        """At once, where the window has brought in keys since they were read: then its descriptor is silent."""
        return 0 if pygame.display.get_init() and pygame.event.peek(_KEYS, pump=False) else None

    def read(self, mono: int) -> list[KeyPress]:
        pressed: list[KeyPress] = []
        if not pygame.display.get_init():
            return pressed  # no display is plugged in
        for event in pygame.event.get(_KEYS):
            if event.type == pygame.KEYUP:
                continue  # taken only now: once it is read, SDL no longer tells what its press wrote
            # The digit row's shifted characters: + and * have no key of their own there.
            cap = event.unicode if event.unicode in ("+", "*") else _CAPS.get(event.key)
            if cap:
                pressed.append(KeyPress(cap, self.name, mono))
        return pressed

    def close(self) -> None:
        pass
