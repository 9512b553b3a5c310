"""The window that the board is shown in: opens it, presents scenes, and says what to wait on.

On a desktop SDL draws in memory and hands over the rectangles that changed: with a renderer in between, a key takes ten
times as long to the pixel and three times the memory. On the bare console (KMSDRM) SDL needs a renderer: without one
the screen can stay black with no error. pygame's own wait polls every millisecond, so the loop waits on the descriptor
of the display connection instead.
"""

import ctypes
import os
from pathlib import Path

import pygame

from eztrak.display.painter import Painter
from eztrak.display.scene import Scene

NO_SCREEN = (
    "There is no screen here: use `eztrak demo --png FILE` for a picture of the board,"
    " a virtual screen (`xvfb-run eztrak run`), or a machine with a display."
)


_INVISIBLE = ("offscreen", "dummy")  # SDL falls back to these by itself; a board that nobody sees is no board


class NoScreenError(Exception):
    pass


class Window:
    def __init__(self, size: tuple[int, int] | None) -> None:
        """Opens a window of that size, or the whole screen without one. Raises NoScreenError."""
        desktop = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0" if desktop else "opengles2")
        if not desktop:
            os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # the unit takes signals itself
        os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
        if not desktop and "SDL_VIDEODRIVER" not in os.environ and not any(Path("/dev/dri").glob("card*")):
            raise NoScreenError(NO_SCREEN)  # before SDL and its libraries look for one, each with words of its own
        try:
            pygame.display.init()
            if pygame.display.get_driver() in _INVISIBLE and "SDL_VIDEODRIVER" not in os.environ:
                raise pygame.error("SDL found only a driver that shows nothing")
            flags = pygame.RESIZABLE if size else pygame.FULLSCREEN
            pygame.display.set_caption("eztrak")
            self._surface = pygame.display.set_mode(size or (0, 0), flags)
        except pygame.error as fault:
            raise NoScreenError(f"{NO_SCREEN} ({fault})") from fault
        pygame.mouse.set_visible(size is not None)
        pygame.key.set_repeat()  # a key held down is one press
        self._painter = Painter(self._surface)
        self._descriptor = _connection()
        self.closed = False

    @property
    def size(self) -> tuple[int, int]:
        return self._surface.get_size()

    def fileno(self) -> int | None:
        """The descriptor that becomes readable when the display has news; None where it has to be polled."""
        return self._descriptor

    def look(self) -> None:
        """Takes in what happened to the window itself. Keys stay in SDL's queue for the window source."""
        for event in pygame.event.get(exclude=(pygame.KEYDOWN,)):
            if event.type == pygame.QUIT:
                self.closed = True
            elif event.type in (pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED):
                self._surface = pygame.display.get_surface() or self._surface
                self._painter = Painter(self._surface)
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED):
                pygame.display.flip()

    @property
    def blank(self) -> bool:
        """Whether nothing has been painted since the window came or changed."""
        return not self._painter.painted

    def present(self, scene: Scene) -> bool:
        """Shows a scene; says whether any pixel had to change."""
        changed = self._painter.paint(scene)
        if changed:
            pygame.display.update(changed)
        return bool(changed)

    def prepare(self, scene: Scene) -> None:
        """Draws the words of a scene that may be shown later, without showing it."""
        self._painter.foresee(scene)

    def close(self) -> None:
        pygame.display.quit()


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
