"""What is on the glass: it is painted when it changes, and ahead of time, unseen, where it is known what comes next."""

from dataclasses import replace

from eztrak.appliance.clock import Clock
from eztrak.display.board import Look, View, scene
from eztrak.display.scene import Scene
from eztrak.display.window import Window


class Glass:
    def __init__(self, window: Window, clock: Clock) -> None:
        self._window, self._clock = window, clock
        self._scene: Scene | None = None
        self.shown: View | None = None  # what it was made of …
        self._on: object = None  # … and for
        self._ahead: tuple[object, Scene] | None = None
        self.prepared: object = None  # what was looked ahead from, for as long as the picture stays the same

    @property
    def wake(self) -> int | None:
        """When the picture changes by itself."""
        return self._scene.wake if self._scene else None

    def show(self, view: View, look: Look) -> bool:
        """Brings the picture up to date; says whether it changed."""
        # Until the moment that it named, a picture of the same things is the same picture: not even looked at again.
        on, now = (look, self._window.size), self._clock.monotonic()
        if (view, on) == (self.shown, self._on) and now < (self.wake or 0) and not self._window.blank:
            return False
        self._scene, self.shown, self._on = self._made(view, look), view, on
        self._ahead = self.prepared = None
        return self._window.present(self._scene)

    def prepare(self, key: object, view: View, look: Look) -> None:
        """Paints, unseen, what is to be seen when `key` comes true."""
        self._ahead = key, self._made(view, look)
        self._window.paint_ahead(self._ahead[1])

    def show_prepared(self, key: object) -> None:
        """Hands over what was painted for this, if anything was."""
        if self._ahead and self._ahead[0] == key:
            self._window.present(self._ahead[1])

    def _made(self, view: View, look: Look) -> Scene:
        view = replace(view, wall=self._clock.wall(), mono=self._clock.monotonic())
        return scene(view, look, *self._window.size)
