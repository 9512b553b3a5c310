"""Plays the chimes, where the room wants sound. The mixer is not touched where it does not.

A unit without a loudspeaker, or with one that is taken, says so in the log and goes on as a silent board. A chime tries
again, once a minute at most: a television that is off at power-on has no sound either.
"""

import time
from collections.abc import Callable

from eztrak.display.chimes import RATE, TICK, chime_of, chime_of_entry, chimes, last_second, samples
from eztrak.game.game import Game
from eztrak.table.events import Event
from eztrak.table.round import Round
from eztrak.table.typed import Entry

_AGAIN = 60.0  # seconds until a loudspeaker that was not there is tried again


class Sound:
    def __init__(self, on: bool, volume: float, log: Callable[[str], None]) -> None:
        self._second = 0
        self._on, self._volume, self._log = on, volume, log
        self._play: Callable[[str], None] | None = None
        self._next = 0.0
        self._try()

    def event(self, event: Event, game: Game) -> None:
        """Rings for an event that has been committed, at a table where this game is dealt."""
        self._ring(chime_of(event, game))

    def entry(self, before: Entry, now: Entry) -> None:
        """Rings for a dealer whose key was refused, who is asked, or who left something without Enter."""
        self._ring(chime_of_entry(before, now))

    def countdown(self, round: Round, mono: int) -> None:
        """Ticks in the last seconds of the countdown, once in each."""
        before, self._second = self._second, last_second(round, mono)
        if self._second and self._second != before:
            self._ring(TICK)

    def _ring(self, chime: str) -> None:
        if chime:
            self._try()
            if self._play is not None:
                self._play(chime)

    def _try(self) -> None:
        now = time.monotonic()
        if self._on and self._play is None and now >= self._next:
            self._next = now + _AGAIN
            self._play = _player(self._volume, self._log)


def _player(volume: float, log: Callable[[str], None]) -> Callable[[str], None] | None:
    import pygame

    try:
        if not pygame.mixer.get_init():
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
        sounds = {chime: pygame.mixer.Sound(buffer=samples(chime).tobytes()) for chime in chimes()}
    except pygame.error as fault:
        log(f"no sound, the board continues without it: {fault}")
        return None
    for sound in sounds.values():
        sound.set_volume(volume)

    def play(chime: str) -> None:
        sounds[chime].play()

    return play
