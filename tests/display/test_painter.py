"""The painter redraws what changed, and what it leaves on the screen is what painting everything would."""

from random import Random

import pygame
import pytest
from views import LOOK, PLAYED, VIEWS, dealt

from eztrak.display.board import View, scene
from eztrak.display.painter import Painter
from eztrak.display.scene import Scene
from eztrak.display.snapshot import render
from eztrak.game.notation import write
from eztrak.keypad.demo import shoe
from eztrak.table.state import TableState
from eztrak.table.timer import NANO

SIZE = (1280, 720)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_painting_what_changed_gives_the_same_picture_as_painting_everything() -> None:
    surface = pygame.Surface(SIZE)
    painter = Painter(surface)
    order = list(VIEWS.values()) * 3
    Random(7).shuffle(order)
    for view in order:
        painter.paint(scene(view, LOOK, *SIZE))
        assert pixels(surface) == pixels(render(view, LOOK, *SIZE))


def test_a_shoe_painted_hand_by_hand_is_the_shoe_painted_at_once() -> None:
    surface = pygame.Surface(SIZE)
    painter = Painter(surface)
    hands = list(shoe(Random(3)))
    for count in range(len(hands) + 1):
        view = View(TableState("Table 7", PLAYED.state.terms, dealt(4, write(hands[:count]))))
        painter.paint(scene(view, LOOK, *SIZE))
        if count % 10 == 0:
            assert pixels(surface) == pixels(render(view, LOOK, *SIZE))
    assert pixels(surface) == pixels(render(view, LOOK, *SIZE))


def test_the_same_scene_again_draws_nothing() -> None:
    painter = Painter(pygame.Surface(SIZE))
    assert painter.paint(scene(PLAYED, LOOK, *SIZE)) == [pygame.Rect(0, 0, *SIZE)]
    assert painter.paint(scene(PLAYED, LOOK, *SIZE)) == []


def test_a_hand_redraws_a_small_part_of_the_board() -> None:
    painter = Painter(pygame.Surface(SIZE))
    shown = "B P B B P P T B"
    for notation in (shown, shown + " P"):
        view = View(TableState("Table 7", PLAYED.state.terms, dealt(4, notation)))
        changed = painter.paint(scene(view, LOOK, *SIZE))
    area = sum(rect.w * rect.h for rect in changed)
    assert 0 < area < 0.2 * SIZE[0] * SIZE[1]


@pytest.mark.parametrize("name", VIEWS)
def test_the_same_view_gives_the_same_scene(name: str) -> None:
    assert scene(VIEWS[name], LOOK, *SIZE) == scene(VIEWS[name], LOOK, *SIZE)


def test_the_picture_says_when_it_next_changes_by_itself() -> None:
    def wakes(name: str) -> float | None:
        view = VIEWS[name]
        made: Scene = scene(view, LOOK, *SIZE)
        return None if made.wake is None else (made.wake - view.mono) / NANO

    assert wakes("played") == 60  # the clock's next minute
    assert wakes("flash-banker") == 1.5  # one second into a flash of 2.5
    assert wakes("open-bets") == 0.05  # the draining bar
