"""The window source: the number pad and the digit row give the same caps, other keys give none."""

from collections.abc import Iterator

import pygame
import pytest

from eztrak.keypad.source import CAPS
from eztrak.keypad.window import WindowSource


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    yield
    pygame.display.quit()


def press(*keys: tuple[int, str]) -> list[str]:
    for key, character in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=character, mod=0, scancode=0))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, scancode=0))
    pressed = WindowSource().read(0)
    assert {press.source for press in pressed} <= {"window"}
    return [press.cap for press in pressed]


def test_the_number_pad_gives_every_cap() -> None:
    names = "KP0 KP1 KP2 KP3 KP4 KP5 KP6 KP7 KP8 KP9 KP_PLUS KP_MINUS KP_MULTIPLY KP_DIVIDE KP_PERIOD KP_ENTER"
    keys = [(getattr(pygame, f"K_{name}"), "") for name in [*names.split(), "BACKSPACE", "NUMLOCKCLEAR"]]
    assert press(*keys) == list(CAPS)


def test_the_digit_row_gives_the_same_caps() -> None:
    assert press(*[(getattr(pygame, f"K_{digit}"), digit) for digit in "0123456789"]) == list("0123456789")
    assert press((pygame.K_EQUALS, "+"), (pygame.K_8, "*"), (pygame.K_MINUS, "-"), (pygame.K_PERIOD, ".")) == [
        *("+", "*", "-", ".")
    ]
    assert press((pygame.K_SLASH, "/"), (pygame.K_RETURN, "\r"), (pygame.K_ESCAPE, ""), (pygame.K_DELETE, "")) == [
        *("/", "Enter", ".", ".")
    ]


def test_other_keys_and_other_events_are_left_alone() -> None:
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    assert press((pygame.K_a, "a"), (pygame.K_F1, ""), (pygame.K_LSHIFT, "")) == []
    assert [event.type for event in pygame.event.get()] == [pygame.WINDOWEXPOSED]


def test_a_source_that_has_nothing_to_wait_on_says_so() -> None:
    source = WindowSource()
    assert (source.fileno(), source.due(), source.read(0)) == (None, None, [])


def test_keys_that_the_window_has_brought_in_are_read_at_once() -> None:
    """They came after the source was read and before the loop sleeps: no descriptor would tell of them."""
    source = WindowSource()
    assert source.due() is None
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, unicode="1", mod=0, scancode=0))
    assert source.due() == 0
    assert [key.cap for key in source.read(0)] == ["1"]
    assert source.due() is None
