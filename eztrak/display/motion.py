"""Movement as arithmetic: where things are on their way at an instant. Pure; nothing here remembers a frame."""

from datetime import datetime
from functools import lru_cache

from eztrak.display.scene import Box, Colour
from eztrak.table.round import NANO

FRAME = NANO // 30  # between two pictures while something moves
EASE = 0.28  # seconds that anything takes to arrive …
SLOW = 0.7  # … and what is as large as a page: no frame may change much of the light
PULSE, BEAT = 2.0, 1.0  # seconds that the newest bead pulses, and how long a beat takes
BEAT_STEPS = 20  # a pulse is drawn in so many sizes, so that its rings are drawn once and kept
DRIFT_MINUTES, DRIFT = 10, 3.0  # how often the picture moves against burn-in, and how far at the most, in units

# A walk around a square of seven by seven: never more than one step at a time, every place visited as often.
_WALK = [(x, y if x % 2 == 0 else 6 - y) for x in range(7) for y in range(7)]
_WALK += _WALK[-2:0:-1]


def seconds(mono: int, since: int) -> float:
    return (mono - since) / NANO


def frames(age: int) -> float:
    """The seconds of the last whole frame: within a frame nothing moves, so that the board can sleep until the next."""
    return max(0, age) // FRAME * FRAME / NANO


def next_frame(age: float) -> int:
    """The nanoseconds of the first frame past an age in seconds."""
    return (round(age * NANO) // FRAME + 1) * FRAME


def eased(share: float) -> float:
    """From 0 to 1, fast at first and gently at the end."""
    share = min(1.0, max(0.0, share))
    return 1 - (1 - share) ** 3


def appearing(age: float, lasts: float, ease: float = EASE) -> float:
    """How far something has opened that came `age` seconds ago, and leaves after `lasts`."""
    return min(eased(age / ease), eased((lasts - age) / ease))


def opened(box: Box, share: float) -> Box:
    """A box on its way from a line in its middle to its full height."""
    high = max(2.0, box.h * share)
    return Box(box.x, box.y + (box.h - high) / 2, box.w, high)


def beat(age: float) -> int | None:
    """The step of a pulse, 0 to BEAT_STEPS - 1; None when it is over."""
    if not 0 <= age < PULSE:
        return None
    return int(age % BEAT / BEAT * BEAT_STEPS)


@lru_cache(maxsize=256)  # of a few colours, in a few steps, many times a second
def mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def drift(wall: datetime) -> tuple[float, float]:
    """How far everything stands from its place now, so that no edge burns into the panel over the months."""
    step = (wall.toordinal() * 1440 + wall.hour * 60 + wall.minute) // DRIFT_MINUTES
    x, y = _WALK[step % len(_WALK)]
    return (x - 3) * DRIFT / 3, (y - 3) * DRIFT / 3
