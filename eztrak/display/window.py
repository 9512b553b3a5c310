"""The window that the board is shown in: opens it, presents scenes, and says what to wait on.

On a desktop SDL draws in memory and hands over the rectangles that changed: with a renderer in between, a key takes ten
times as long to the pixel and three times the memory. On the bare console (KMSDRM) SDL needs a renderer: without one
the screen can stay black with no error. pygame's own wait polls every millisecond, so the loop waits on the descriptor
of the display connection instead; on the console nothing comes from SDL that matters, and only a cable that moves does.

A console without a display is dark: nothing is presented, and the window opens when a display is plugged in.
"""

import ctypes
import logging
import os
import time
from collections.abc import Callable

import pygame

from eztrak.appliance.log import log
from eztrak.display.console import Console, on_console
from eztrak.display.painter import Painter
from eztrak.display.scene import Scene

NO_SCREEN = (
    "There is no screen here: use `eztrak demo --png FILE` for a picture of the board,"
    " a virtual screen (`xvfb-run eztrak run`), or a machine with a display."
)
POLL = 10**7  # nanoseconds; where a desktop has no descriptor to wait on
KEYS = (pygame.KEYDOWN, pygame.KEYUP)
TRIES = 5  # at the start, a second apart: what shows the boot messages may hold the card a moment longer
LAST = 30  # and later, when a display is there at last

_DARK = 1920, 1080  # what a scene is made for while there is no display
_INVISIBLE = ("offscreen", "dummy")  # SDL falls back to these by itself; a board that nobody sees is no board


class NoScreenError(Exception):
    pass


class Window:
    def __init__(self, size: tuple[int, int] | None, patient: bool = False, console: Console | None = None) -> None:
        """Opens a window of that size, or the whole screen without one. Raises NoScreenError.

        Who is `patient` waits for a display."""
        self._size, self._patient = size, patient
        self._failed = 0  # times in a row that a display which came later could not be drawn on
        self.keys = False  # whether somebody reads SDL's keys; until then they are dropped
        self._surface: pygame.Surface | None = None
        self._painter: Painter | None = None
        self._descriptor: int | None = None
        self._scene: Scene | None = None  # the one that is seen
        self._ahead: list[pygame.Rect] = []  # where another is painted already
        self._looked = 0  # when
        self._said = ""
        self.closed = False
        self.console = console or (Console() if on_console() else None)
        os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # the unit takes signals itself
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2" if self.console else "0")
        if self.console:
            os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
            os.environ.setdefault("SDL_VIDEODRIVER", "kmsdrm")
        for left in reversed(range(TRIES if patient else 1)):
            if self.console and self.console.card is None:
                if not patient:
                    raise NoScreenError(NO_SCREEN)
                self._log(self.console.waits_for())
                break
            try:
                self._open()
                break
            except pygame.error as fault:
                self._shut()
                if not left:
                    raise NoScreenError(f"{NO_SCREEN} ({fault})") from fault
            time.sleep(1)

    @property
    def dark(self) -> bool:
        """Whether there is no display to show anything on."""
        return self._surface is None

    @property
    def trouble(self) -> str:
        """Why it is dark, in words; "" when it is not."""
        return self._said if self.dark else ""

    @property
    def size(self) -> tuple[int, int]:
        return self._surface.get_size() if self._surface else _DARK

    def fileno(self) -> int | None:
        """The descriptor that becomes readable when the display has news, if there is one."""
        return self.console.fileno() if self.console else self._descriptor

    def due(self) -> int | None:
        """When to look by itself, in monotonic nanoseconds."""
        if self.console and (self.dark or not self.keys):
            return self.console.due()
        return self._looked + POLL if self.console or self._descriptor is None else None

    def poll(self, mono: int, opening: Callable[[], None]) -> None:
        """Takes in what happened to the window itself; calls `opening` before a display is opened, which may take long.
        Keys stay in SDL's queue for the window source, if there is one: on the console SDL hears every keyboard, and
        what is typed there is nobody's."""
        self._looked = mono
        if self.console and self.console.changed(mono, self.dark):
            opening()
            self._reopen(self.console)
        if (surface := self._surface) is None:
            return
        for event in pygame.event.get(exclude=KEYS) if self.keys else pygame.event.get():
            if event.type == pygame.QUIT:
                self.closed = True
            elif event.type in (pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED):
                self._take_back()
                self._paint_on(pygame.display.get_surface() or surface)
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
                self._take_back()
                self._hand_over(pygame.display.flip)
                if self.dark:
                    return

    def stirred(self) -> bool:
        """Whether anything came from the display that nobody has taken in. Its descriptor is silent then."""
        return not self.dark and pygame.event.peek()

    @property
    def blank(self) -> bool:
        """Whether nothing has been painted since the window came or changed."""
        return self._painter is not None and not self._painter.painted

    def present(self, scene: Scene) -> bool:
        """Shows a scene; says whether any pixel had to change."""
        if self._painter is None:
            return False
        changed = self._painter.paint(scene) + self._ahead
        self._scene, self._ahead = scene, []
        if changed:
            self._hand_over(pygame.display.update, changed)
        return bool(changed)

    def paint_ahead(self, scene: Scene) -> None:
        """Paints a scene that is likely to come next and hands nothing over: when it comes, it is there at once."""
        if self._painter is not None and self._painter.alike(scene):
            self._ahead += self._painter.paint(scene)

    def present_again(self) -> None:
        """Brings the same picture to the glass once more, by one pixel: does not return from a display that hangs."""
        if not self.dark:
            self._take_back()
            self._hand_over(pygame.display.update, pygame.Rect(0, 0, 1, 1))

    def _take_back(self) -> None:
        """Paints over what was painted ahead: nothing is handed over but what is to be seen."""
        if self._ahead and self._painter is not None and self._scene is not None:
            self._painter.paint(self._scene)
        self._ahead = []

    def close(self) -> None:
        self._shut()
        if self.console:
            self.console.close()

    def _open(self) -> None:
        if self.console and self.console.card:
            os.environ["SDL_KMSDRM_DEVICE_INDEX"] = str(self.console.card.number)
        pygame.display.init()
        if pygame.display.get_driver() in _INVISIBLE and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("SDL found only a driver that shows nothing")
        pygame.display.set_caption("eztrak")
        flags = pygame.RESIZABLE if self._size else pygame.FULLSCREEN
        self._paint_on(pygame.display.set_mode(self._size or (0, 0), flags))
        pygame.mouse.set_visible(self._size is not None)
        pygame.key.set_repeat()  # a key held down is one press
        self._descriptor = _connection()
        if self.console:
            self.console.see()
        if self.console and (card := self.console.card):
            names = ", ".join(" ".join(filter(None, (shown.name, shown.display))) for shown in card.connected)
            self._log(f"display: {names} on {card}, {'×'.join(map(str, self.size))}")

    def _reopen(self, console: Console) -> None:
        """Something else is plugged in than before."""
        self._shut()
        if console.card is None:
            self._log(console.waits_for())
            return
        try:
            self._open()
            self._failed = 0
        except pygame.error as fault:
            self._shut()
            self._log(f"{console.card} has a display but cannot be drawn on: {fault}; `eztrak doctor` may know why")
            self._failed += 1
            if self._patient and self._failed >= LAST:
                log.error("the board starts again, and looks for a kiosk")  # a fresh process may do better
                self.closed = True

    def _hand_over(self, present: Callable[..., object], *areas: object) -> None:
        """A card that is lost under the picture leaves the console dark; it is opened again when it can be."""
        try:
            present(*areas)
        except pygame.error as fault:
            if self.console is None:
                raise
            self._shut()
            self._log(f"the display was lost: {fault}")

    def _shut(self) -> None:
        self._surface = self._painter = self._scene = None
        self._ahead = []
        pygame.display.quit()

    def _paint_on(self, surface: pygame.Surface) -> None:
        self._surface, self._painter = surface, Painter(surface)
        self._scene, self._ahead = None, []

    def _log(self, words: str) -> None:
        if words != self._said:
            log.log(logging.WARNING if self.dark else logging.INFO, words)
        self._said = words


def _connection() -> int | None:
    """The file descriptor of the connection to the X server or the Wayland compositor."""
    library, function = {
        "x11": ("libX11.so.6", "XConnectionNumber"),
        "wayland": ("libwayland-client.so.0", "wl_display_get_fd"),
    }.get(pygame.display.get_driver(), ("", ""))
    display = pygame.display.get_wm_info().get("display")
    if not library or display is None:
        return None
    try:
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        pointer = ctypes.c_void_p(get(display, b"display"))
        return int(getattr(ctypes.CDLL(library), function)(pointer))
    except (OSError, AttributeError, ValueError):
        return None
