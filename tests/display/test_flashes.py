"""Nothing on the board flashes: WCAG 2.3.1 over all frames that move, and no frame changes much of the light."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pygame
import pytest
from test_painter import pixels
from views import LOOK, PLAYED, VIEWS

from eztrak.display.board import View
from eztrak.display.motion import FRAME
from eztrak.display.snapshot import render
from eztrak.display.theme import luminance
from eztrak.table.round import NANO, Phase, Round

SIZE, SEEN = (480, 270), (48, 27)  # as it is painted, and the fields that are looked at
FRAMES = 30 * 7


@cache
def linear(part: int) -> float:
    return luminance((part, part, part))


def light(view: View, theme: str) -> list[float]:
    """The relative luminance of each field of the picture."""
    small = pygame.transform.smoothscale(render(view, replace(LOOK, theme=theme), *SIZE), SEEN)
    plain = pixels(small)
    return [
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        for red, green, blue in zip(plain[::3], plain[1::3], plain[2::3], strict=True)
    ]


def after_a_hand(name: str) -> Callable[[], Iterator[View]]:
    def frames() -> Iterator[View]:
        return (replace(VIEWS[name], mono=i * FRAME) for i in range(FRAMES))

    return frames


def a_round() -> Iterator[View]:
    """The last seconds of a countdown, no more bets, and the result that is due."""
    for i in range(FRAMES):
        mono = i * FRAME
        running = Round(Phase.OPEN, 0, 3, timed=True)
        if mono >= 3 * NANO:
            running = Round(Phase.CLOSED, 3 * NANO, 3, timed=True)
        yield replace(PLAYED, mono=mono, state=replace(PLAYED.state, round=running))


MOVING = {
    "banker": after_a_hand("flash-banker"),
    "dragon": after_a_hand("flash-dragon"),
    "panda": after_a_hand("flash-panda-free"),
    "round": a_round,
}


@pytest.mark.parametrize("theme", ["classic", "light"])
@pytest.mark.parametrize("name", MOVING)
def test_nothing_flashes(name: str, theme: str) -> None:
    pictures = [light(view, theme) for view in MOVING[name]()]
    fields = len(pictures[0])
    for before, now in pairwise(pictures):
        much = sum(abs(a - b) > 0.3 for a, b in zip(before, now, strict=True))
        assert much <= 0.25 * fields
    means = [sum(picture) / fields for picture in pictures]
    for i in range(1, len(means) - 1):  # no frame through black
        assert means[i] >= 0.6 * min(means[i - 1], means[i + 1])
    # A flash is a pair of opposing changes of a tenth or more, the darker below 0.8; three in a second are too many.
    flashing = [most_flashes([picture[at] for picture in pictures]) for at in range(fields)]
    assert max(flashing) <= 3
    assert sum(count > 1 for count in flashing) <= 0.25 * fields


def most_flashes(values: list[float]) -> int:
    """Of a field in any second."""
    turns: list[int] = []
    low = high = values[0]
    for i, value in enumerate(values):
        low, high = min(low, value), max(high, value)
        if (value - low >= 0.1 or high - value >= 0.1) and min(low, value) < 0.8:
            turns.append(i)
            low = high = value
    return max((sum(0 <= turn - i < 30 for turn in turns) for i in turns), default=0) // 2
