"""The chimes of the board: which one an event rings, and their samples, made here from a few partials of a struck bar.

Pure: an event or a timer goes in, a chime's name or its samples come out. Tones between 150 and 1100 Hz, soft at the
start and dying away: a room hears them a whole night.
"""

import math
from array import array
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from eztrak.table import events as e
from eztrak.table.timer import Phase, Timer

RATE = 22050  # samples a second; twice the highest partial would do several times over
PEAK = 0.8  # of full scale, at volume 1
LAST_SECONDS = 5  # of the countdown, each with its tick

_RAMP = RATE // 150  # samples: without a ramp at its start and its end a note would click
_FADE = 5.0  # a note ends at e to the minus this of its strength
_PARTIALS = ((1.0, 1.0), (2.0, 0.28), (3.0, 0.08))  # times the tone, loudness


class Chime(StrEnum):
    TICK = "tick"
    CLOSE = "close"
    RESULT = "result"
    DRAGON = "dragon"
    PANDA = "panda"


class Note(NamedTuple):
    start: float  # seconds
    hertz: float
    seconds: float
    loudness: float = 1.0


_G3, _C4, _D4, _G4, _A4, _C5, _D5, _E5, _G5 = 196.0, 261.6, 293.7, 392.0, 440.0, 523.3, 587.3, 659.3, 784.0

NOTES: Mapping[Chime, tuple[Note, ...]] = {
    Chime.TICK: (Note(0, _A4, 0.09),),
    Chime.CLOSE: (Note(0, _G4, 0.5), Note(0.22, _D4, 0.8)),
    Chime.RESULT: (Note(0, _C5, 0.35), Note(0.11, _E5, 0.5)),
    # Up a pentatonic scale over a low gong.
    Chime.DRAGON: (
        Note(0, _G3, 1.8, 0.8),
        *(Note(0.12 * i, hertz, 0.7) for i, hertz in enumerate((_G4, _A4, _C5, _D5, _G5))),
        Note(0.6, _G5, 1.2, 0.7),
    ),
    # Two steps and a roll, as it walks.
    Chime.PANDA: (
        Note(0, _C4, 0.9, 0.8),
        Note(0, _E5, 0.3),
        Note(0.2, _C5, 0.3),
        Note(0.4, _E5, 0.3),
        Note(0.5, _G5, 0.7),
    ),
}


def chime_of(event: e.Event) -> Chime | None:
    """What an event rings once it is committed."""
    match event:
        case e.HandRecorded(hand=hand):
            return Chime.DRAGON if hand.dragon7 else Chime.PANDA if hand.panda8 else Chime.RESULT
        case e.BetsClosed():
            return Chime.CLOSE
        case _:
            return None


def last_second(timer: Timer, mono: int) -> int:
    """Which of the last seconds of a countdown this is, counted down to 1; 0 where it is none of them."""
    left = math.ceil(timer.left(mono)) if timer.phase is Phase.OPEN else 0
    return left if left <= LAST_SECONDS else 0


def samples(chime: Chime) -> "array[int]":
    """A chime as 16-bit samples for one loudspeaker."""
    notes = NOTES[chime]
    mixed = [0.0] * max(round(RATE * note.start) + round(RATE * note.seconds) for note in notes)
    for note in notes:
        first = round(RATE * note.start)
        for partial in _PARTIALS:
            for i, sample in enumerate(_partial(note, *partial), first):
                mixed[i] += sample
    scale = 32767 * PEAK / max(map(abs, mixed))
    return array("h", (round(scale * sample) for sample in mixed))


def _partial(note: Note, times: float, loud: float) -> list[float]:
    """One partial of a struck bar; higher ones die away sooner. A damped resonator needs no sine for each sample."""
    length = round(RATE * note.seconds)
    turn = 2 * math.pi * note.hertz * times / RATE
    fade = math.exp(-_FADE * times / length)
    back, further = 2 * fade * math.cos(turn), fade * fade
    before, sample = 0.0, note.loudness * loud * fade * math.sin(turn)
    found = [0.0]
    for _ in range(length - 1):
        found.append(sample)
        before, sample = sample, back * sample - further * before
    for i in range(_RAMP):
        found[i] *= i / _RAMP
        found[-1 - i] *= i / _RAMP
    return found
