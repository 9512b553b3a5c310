"""A window on a console whose displays come and go: a /sys made for the purpose, and SDL's dummy to draw on."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest
from views import LOOK, PLAYED, VIEWS

from eztrak.app import Unit
from eztrak.appliance import clock
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.config.load import load, read_toml
from eztrak.display.board import scene
from eztrak.display.console import Console
from eztrak.display.scene import Scene
from eztrak.display.snapshot import render
from eztrak.display.window import LAST, NoScreenError, Window
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.keypad.source import KeyPress
from eztrak.keypad.window import WindowSource
from eztrak.setup import Setup
from eztrak.shipped import setting
from eztrak.start import Parts, Start

SOON = 10**10  # nanoseconds; past any moment at which the console is looked at again


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("SDL_FRAMEBUFFER_ACCELERATION", "SDL_RENDER_DRIVER", "SDL_KMSDRM_DEVICE_INDEX"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield tmp_path
    pygame.display.quit()
    for name in ("SDL_FRAMEBUFFER_ACCELERATION", "SDL_RENDER_DRIVER", "SDL_KMSDRM_DEVICE_INDEX"):
        os.environ.pop(name, None)


def plug(root: Path, status: str, modes: str = "1920x1080", card: int = 1, edid: str = "a display") -> None:
    folder = root / f"sys/class/drm/card{card}-HDMI-A-1"
    folder.mkdir(parents=True, exist_ok=True)
    (root / f"sys/class/drm/card{card}").mkdir(exist_ok=True)
    (folder / "status").write_text(f"{status}\n")
    (folder / "modes").write_text(f"{modes}\n")
    (folder / "edid").write_text(edid)


def nothing() -> None:
    pass


def test_a_console_without_a_display_is_dark_until_one_is_plugged_in(machine: Path) -> None:
    plug(machine, "disconnected")
    window = Window(None, patient=True, console=Console(machine))
    opened: list[bool] = []
    assert (window.dark, window.trouble) == (True, "waiting for a display: none is plugged in and switched on")
    assert window.present(Scene(1920, 1080, ())) is False
    window.present_again()
    assert WindowSource().read(0) == []
    plug(machine, "connected")
    window.poll(SOON, lambda: opened.append(window.dark))
    assert (window.dark, window.trouble, window.blank) == (False, "", True)
    assert opened == [True]  # asked for patience before, not after
    assert os.environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    window.present_again()
    window.close()


def test_a_cable_that_is_pulled_makes_it_dark_and_another_display_is_drawn_anew(machine: Path) -> None:
    plug(machine, "connected")
    window = Window(None, patient=True, console=Console(machine))
    window.poll(0, nothing)  # what SDL has to say of a new window
    assert window.present(Scene(1920, 1080, ()))
    assert not window.blank
    window.poll(SOON, nothing)
    assert not window.blank  # nothing moved: nothing is opened anew
    plug(machine, "disconnected")
    window.poll(2 * SOON, nothing)
    assert window.dark
    plug(machine, "connected")
    window.poll(3 * SOON, nothing)
    assert window.blank
    window.present(Scene(1920, 1080, ()))
    plug(machine, "connected", modes="3840x2160")  # another television, quicker than anybody looked
    window.poll(4 * SOON, nothing)
    assert (window.dark, window.blank) == (False, True)
    window.close()


def test_the_card_may_come_late_and_under_any_number(machine: Path) -> None:
    window = Window(None, patient=True, console=Console(machine))
    assert window.trouble == "waiting for a graphics card: the kernel has no driver for one yet"
    plug(machine, "connected", card=7)
    window.poll(SOON, nothing)
    assert not window.dark
    assert os.environ["SDL_KMSDRM_DEVICE_INDEX"] == "7"
    window.close()


def test_who_has_no_patience_is_told_that_there_is_no_screen(machine: Path) -> None:
    plug(machine, "disconnected")
    with pytest.raises(NoScreenError):
        Window(None, console=Console(machine))


def test_a_display_that_cannot_be_opened_is_told_and_tried_again(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug(machine, "disconnected")
    window = Window(None, patient=True, console=Console(machine))
    plug(machine, "connected")
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    window.poll(SOON, nothing)
    assert window.trouble.startswith("card1 has a display but cannot be drawn on: ")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window.poll(2 * SOON, nothing)
    assert not window.dark
    window.close()


def test_a_display_that_can_never_be_opened_ends_the_process_for_a_fresh_one(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes after the start, and only a start looks for a kiosk."""
    plug(machine, "disconnected")
    window = Window(None, patient=True, console=Console(machine))
    plug(machine, "connected")
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    for second in range(1, LAST):
        window.poll(second * SOON, nothing)
    assert not window.closed
    window.poll(LAST * SOON, nothing)
    assert window.closed
    window.close()


def test_a_display_that_does_not_say_what_it_is_is_asked_twice_more(machine: Path) -> None:
    plug(machine, "disconnected")
    window = Window(None, patient=True, console=Console(machine))
    plug(machine, "connected", modes="1024x768", edid="")
    opened: list[int] = []
    begun = clock.monotonic()
    for second in range(0, 200, 5):
        window.poll(begun + second * 10**9, lambda second=second: opened.append(second))  # type: ignore[misc]
    assert opened == [0, 10, 60]
    plug(machine, "connected")
    window.poll(begun + 200 * 10**9, lambda: opened.append(200))
    assert opened == [0, 10, 60, 200]
    window.close()


def test_keys_that_nobody_reads_do_not_pile_up(machine: Path) -> None:
    plug(machine, "connected")
    for keys, left in ((False, 0), (True, 1)):
        window = Window(None, patient=True, console=Console(machine))
        window.keys = keys
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_3, unicode="3"))
        window.poll(0, nothing)
        assert len(pygame.event.get(pygame.KEYDOWN)) == left
        window.close()


def test_an_idle_console_is_looked_at_every_few_seconds_and_no_more_often(machine: Path) -> None:
    plug(machine, "connected")
    window = Window(None, patient=True, console=Console(machine))
    window.poll(SOON, nothing)
    assert window.due() == SOON + 5 * 10**9
    window.close()


def test_what_is_painted_ahead_reaches_the_glass_only_when_it_is_presented(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The glass is a copy of what SDL was handed: only those parts of the surface, as they were at that moment."""
    plug(machine, "connected", "1280x720")
    window = Window((1280, 720))
    glass = pygame.Surface(window.size)

    def handed(areas: list[pygame.Rect] | pygame.Rect) -> None:
        for area in areas if isinstance(areas, list) else [areas]:
            glass.blit(pygame.display.get_surface(), area, area)

    monkeypatch.setattr(pygame.display, "update", handed)
    monkeypatch.setattr(pygame.display, "flip", lambda: handed(glass.get_rect()))
    views, turns = list(VIEWS.values()), Random(5)
    seen = PLAYED
    window.present(scene(seen, LOOK, *window.size))
    for _ in range(60):
        ahead = turns.choice(views)
        window.paint_ahead(scene(ahead, LOOK, *window.size))
        match turns.randrange(4):
            case 0:
                pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
                window.poll(0, nothing)
            case 1:
                pygame.event.post(pygame.event.Event(pygame.WINDOWRESIZED, x=1280, y=720))
                pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
                window.poll(0, nothing)
                assert window.blank
                window.present(scene(seen, LOOK, *window.size))
            case 2:
                window.present_again()
            case _:
                seen = turns.choice([ahead, turns.choice(views)])
                window.present(scene(seen, LOOK, *window.size))
        assert pygame.image.tobytes(glass, "RGB") == pygame.image.tobytes(render(seen, LOOK, *window.size), "RGB")
    window.close()


class Dealer:
    """Types in the dark, plugs the display in, types again, and goes home when that hand is on record."""

    name = "script"

    def __init__(self, machine: Path, recorded: Callable[[], str]) -> None:
        self._machine, self._recorded = machine, recorded
        self._step = 0
        self.window: Window | None = None

    def fileno(self) -> None:
        return None

    def due(self) -> int:
        return clock.monotonic() + 10**7

    def read(self, mono: int) -> list[KeyPress]:
        assert self.window
        if self._step == 0:
            self._step = 1
            return [KeyPress("1", self.name, mono), KeyPress("Enter", self.name, mono)]
        if self._step == 1:
            self._step = 2
            plug(self._machine, "connected")
        elif self._step == 2 and not self.window.dark and "kind=start" in self._recorded():
            self._step = 3
            return [KeyPress("3", self.name, mono), KeyPress("Enter", self.name, mono)]
        elif self._step == 3 and "kind=hand" in self._recorded():
            self._step = 4
            os.kill(os.getpid(), signal.SIGTERM)
        return []

    def trouble(self) -> str:
        return ""

    def health(self) -> str:
        return ""

    def close(self) -> None:
        pass


def played(kind: type[Dealer], machine: Path, caplog: pytest.LogCaptureFixture) -> str:
    """What the unit says while a dealer of that kind is at it. Of what was read from its standard error meanwhile some
    would be lost: the log is written by a thread."""

    def recorded() -> str:
        return caplog.text

    keymap = keymap_of("default", read_toml(setting("keymaps", "default.toml")))
    assert isinstance(keymap, Keymap)
    setup = Setup(load(None), keymap)
    dealer = kind(machine, recorded)
    dealer.window = window = Window(None, patient=True, console=Console(machine))
    parts = Parts(lambda: setup, lambda _: machine / "t.db", lambda _: [dealer])
    with Signals() as signals:
        ready = Start(parts, window, signals, Notify({})).run()
        assert ready is not None
        Unit(ready, window, signals, Notify({})).run()
    return recorded()


def test_a_hand_typed_in_the_dark_is_not_entered_and_that_is_told(
    machine: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plug(machine, "disconnected")
    recorded = played(Dealer, machine, caplog)
    hands = [line for line in recorded.splitlines() if "kind=hand" in line]
    assert [line.split("kind=hand ")[1] for line in hands] == ["shoe=1 hand=1 outcome=B"]
    assert "keys=2 were ignored while no display was there" in recorded
