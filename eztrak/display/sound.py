"""Plays the chimes, where the room wants sound. The mixer is not touched where it does not.

A unit without a loudspeaker, or with one that is taken, says so once in the log and goes on as a silent board.
"""

from collections.abc import Callable

from eztrak.display.chimes import RATE, Chime, chime_of, last_second, samples
from eztrak.table.events import Event
from eztrak.table.timer import Timer


class Sound:
    def __init__(self, on: bool, volume: float, log: Callable[[str], None]) -> None:
        self._second = 0
        self._play = _player(volume, log) if on else None

    def event(self, event: Event) -> None:
        """Rings for an event that has been committed."""
        self._ring(chime_of(event))

    def countdown(self, timer: Timer, mono: int) -> None:
        """Ticks in the last seconds of the countdown, once in each."""
        before, self._second = self._second, last_second(timer, mono)
        if self._second and self._second != before:
            self._ring(Chime.TICK)

    def _ring(self, chime: Chime | None) -> None:
        if chime is not None and self._play is not None:
            self._play(chime)


def _player(volume: float, log: Callable[[str], None]) -> Callable[[Chime], None] | None:
    import pygame

    try:
        if not pygame.mixer.get_init():
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
        sounds = {chime: pygame.mixer.Sound(buffer=samples(chime).tobytes()) for chime in Chime}
    except pygame.error as fault:
        log(f"no sound, the board goes on without: {fault}")
        return None
    for sound in sounds.values():
        sound.set_volume(volume)

    def play(chime: Chime) -> None:
        sounds[chime].play()

    return play
