"""The painter redraws what changed, and what it leaves on the screen is what painting everything would."""

from dataclasses import replace
from datetime import timedelta, timezone
from pathlib import Path
from random import Random

import pygame
import pytest
from views import LOOK, PLAYED, VIEWS, dealt

from eztrak.display import sprites
from eztrak.display.board import Look, View, scene
from eztrak.display.painter import Painter
from eztrak.display.scene import Scene, Text
from eztrak.display.snapshot import render
from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.keypad.demo import shoe
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules

SIZE = (1280, 720)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_painting_what_changed_gives_the_same_picture_as_painting_everything() -> None:
    surface = pygame.Surface(SIZE)
    painter = Painter(surface)
    order = list(VIEWS.values()) * 2
    Random(7).shuffle(order)
    for view in order:
        painter.paint(scene(view, LOOK, *SIZE))
        assert pixels(surface) == pixels(render(view, LOOK, *SIZE))


def test_a_shoe_painted_hand_by_hand_is_the_shoe_painted_at_once() -> None:
    surface = pygame.Surface(SIZE)
    painter = Painter(surface)
    hands = list(shoe(Random(3), first_game()))
    for count in range(len(hands) + 1):
        view = View(TableState("Table 7", PLAYED.state.terms, dealt(4, write(hands[:count], first_game()))))
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


def test_a_result_that_is_due_is_said_as_soon_as_it_is_whatever_lies_over_the_board() -> None:
    def said(view: View) -> str:
        return " ".join(
            node.text for layer in scene(view, LOOK, *SIZE).layers for node in layer if isinstance(node, Text)
        )

    closed = replace(VIEWS["closed-bets"], wall=VIEWS["closed-bets"].wall.replace(second=0), mono=31 * NANO)
    for entry in (Entry(), Entry(info=True), VIEWS["door"].entry, VIEWS["desk"].entry):
        view = replace(closed, entry=entry)
        assert scene(view, LOOK, *SIZE).wake <= 60 * NANO  # pages that take turns wake it sooner
        assert "is due" not in said(replace(view, mono=60 * NANO - 1))
        assert "The result of hand 63 is due" in said(replace(view, mono=60 * NANO))
    assert "RESULT DUE: HAND 63" in said(replace(closed, mono=60 * NANO))
    never = replace(closed, rules=EntryRules(due_seconds=0), mono=600 * NANO)
    assert "is due" not in said(never)
    assert "NO MORE BETS" in said(never)


def test_a_hand_that_was_taken_back_is_due_also_without_a_timer() -> None:
    state = replace(PLAYED.state, terms=replace(PLAYED.state.terms, timer_seconds=0), round=Round(Phase.CLOSED, 0))
    texts = [
        node.text
        for layer in scene(replace(PLAYED, state=state, mono=61 * NANO), LOOK, *SIZE).layers
        for node in layer
        if isinstance(node, Text)
    ]
    assert "RESULT DUE: HAND 63" in " ".join(texts)


def test_the_desk_tells_times_as_the_clock_on_the_wall_does() -> None:
    wall = VIEWS["desk"].wall.replace(tzinfo=timezone(timedelta(hours=-8)))
    texts = [
        node.text
        for layer in scene(replace(VIEWS["desk"], wall=wall), LOOK, *SIZE).layers
        for node in layer
        if isinstance(node, Text)
    ]
    assert "10:49:47" in texts


def test_the_picture_says_when_it_next_changes_by_itself() -> None:
    def wakes(name: str) -> float | None:
        view = VIEWS[name]
        made: Scene = scene(view, LOOK, *SIZE)
        return None if made.wake is None else (made.wake - view.mono) / NANO

    assert wakes("played") == 60  # the clock's next minute
    # One second into a flash of 2.5 that closes in its last 0.28: the first frame of thirty a second after that.
    assert wakes("flash-banker") == pytest.approx(1.22, abs=1 / 30)
    assert wakes("open-bets") == 1  # the next lamp goes out
    assert wakes("flash-dragon") == pytest.approx(1 / 30, abs=1e-6)  # sparks
    assert wakes("shoe-end") == 60


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_turned_screen_shows_the_same_picture_turned(degrees: int) -> None:
    across = degrees in (90, 270)
    screen = (720, 1280) if across else (1280, 720)
    surface = pygame.Surface(screen)
    painter = Painter(surface)
    for name in ("empty", "played", "typing", "open-bets", "flash-banker", "played"):
        painter.paint(scene(VIEWS[name], replace(LOOK, rotate=degrees), *screen))
        upright = pygame.transform.rotate(surface, degrees)
        assert pixels(upright) == pixels(render(VIEWS[name], LOOK, 1280, 720)), name


def test_every_frame_of_a_hand_is_the_picture_painted_at_once() -> None:
    surface = pygame.Surface(SIZE)
    painter = Painter(surface)
    for name in ("flash-banker", "flash-dragon"):
        for frame in range(0, 6000, 130):
            view = replace(VIEWS[name], mono=frame * NANO // 1000)
            painter.paint(scene(view, LOOK, *SIZE))
            assert pixels(surface) == pixels(render(view, LOOK, *SIZE)), (name, frame)


def test_a_hand_comes_to_rest() -> None:
    """Ten seconds after a hand nothing moves until the clock's next minute."""
    for name in ("flash-banker", "flash-dragon", "flash-panda-free"):
        view = replace(VIEWS[name], mono=10 * NANO)
        made = scene(view, LOOK, *SIZE)
        assert made.wake == view.mono + 60 * NANO


def test_a_celebration_moves_small_things_only() -> None:
    painter = Painter(pygame.Surface(SIZE))
    for frame in range(40, 80):
        changed = painter.paint(scene(replace(VIEWS["flash-dragon"], mono=frame * NANO // 40), LOOK, *SIZE))
    assert 0 < sum(rect.w * rect.h for rect in changed) < 0.05 * SIZE[0] * SIZE[1]


def test_static_parts_wander_a_few_pixels_over_the_hours() -> None:
    places = set()
    for minutes in range(0, 24 * 60, 5):
        view = replace(PLAYED, wall=PLAYED.wall + timedelta(minutes=minutes))
        places.add(scene(view, LOOK, *SIZE).shift)
    assert len(places) > 40
    assert all(max(abs(x), abs(y)) <= 3 for x, y in places)


@pytest.mark.parametrize(
    "name", ["flash-banker", "flash-dragon", "flash-panda-free", "open-bets", "shoe-end", "played"]
)
def test_nothing_changes_before_the_moment_that_the_picture_names(name: str) -> None:
    """Otherwise the loop would paint without rest, or sleep through a change."""
    view = VIEWS[name]
    end = view.mono + 12 * NANO
    pictures = 0
    while view.mono < end:
        made = scene(view, LOOK, *SIZE)
        assert made.wake is not None
        assert made.wake > view.mono
        almost = replace(view, mono=min(made.wake, end) - 1)
        assert scene(almost, LOOK, *SIZE).layers == made.layers
        pictures += 1
        # The clock on the wall stands still here, so what it names is a minute from whenever one looks.
        view = replace(view, mono=made.wake)
    assert pictures <= 12 * 30 + 2


def test_the_rooms_pictures_come_in_turn_while_the_table_is_closed(tmp_path: Path) -> None:
    colours = {"a.png": (200, 10, 10), "b.png": (10, 10, 200)}
    for name, colour in colours.items():
        picture = pygame.Surface((64, 64))
        picture.fill(colour)
        pygame.image.save(picture, tmp_path / name)
    look = replace(LOOK, pictures=tuple(str(tmp_path / name) for name in colours), picture_seconds=10)
    closed = VIEWS["table-closed"]
    middles = []
    for seconds in (0, 9, 10, 19, 20):
        view = replace(closed, mono=seconds * NANO)
        middles.append(tuple(render(view, look, *SIZE).get_at((640, 200)))[:3])
    red, blue = colours.values()
    assert middles == [red, red, blue, blue, red]
    assert scene(replace(closed, mono=9 * NANO), look, *SIZE).wake == 10 * NANO


def test_a_picture_that_has_gone_away_leaves_its_place_empty() -> None:
    look = replace(LOOK, logo="/nowhere/logo.png", background="/nowhere/felt.png", pictures=("/nowhere/a.png",))
    for name in ("played", "table-closed"):
        assert render(VIEWS[name], look, *SIZE).get_size() == SIZE


def test_beads_show_the_winning_points_where_cards_were_entered_and_the_room_wants_them() -> None:
    hands = (Hand(Outcome.BANKER, number=1, player="203", banker="96"), Hand(Outcome.PLAYER, number=2))
    view = View(TableState("Table 7", PLAYED.state.terms, Shoe(4, hands)))

    def letters(look: Look) -> list[str]:
        nodes = [node for layer in scene(view, look, *SIZE).layers for node in layer if isinstance(node, Text)]
        return [node.text for node in nodes if node.text in ("B", "P", "5")]

    assert letters(LOOK)[:2] == ["B", "P"]
    assert letters(replace(LOOK, points=True))[:2] == ["5", "P"]


def test_what_the_strip_said_of_every_hand_is_not_kept_for_ever() -> None:
    sprites.keep_for((400, 300))
    for number in range(300):
        sprites.text(f"hand {number} recorded: Banker", "latin-medium", 30, (250, 250, 250))
    assert sprites.text.kept_bytes <= sprites.text.most == 4 * 400 * 300
    again = sprites.text("hand 299 recorded: Banker", "latin-medium", 30, (250, 250, 250))
    assert again is sprites.text("hand 299 recorded: Banker", "latin-medium", 30, (250, 250, 250))


def test_letters_of_every_size_keep_no_file_open() -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    sprites.text("7", "latin-bold", 20, (0, 0, 0))
    before = open_files()
    for size in range(21, 61):
        sprites.text("7", "latin-bold", size, (0, 0, 0))
    assert open_files() == before


def test_a_countdown_makes_a_picture_a_second() -> None:
    running = Round(Phase.OPEN, 0, 60, timed=True)
    view = replace(PLAYED, state=replace(PLAYED.state, round=running))
    pictures, before = 0, None
    while view.mono < 10 * NANO:
        made = scene(view, LOOK, *SIZE)
        assert made.layers != before
        assert made.wake is not None
        pictures, before, view = pictures + 1, made.layers, replace(view, mono=made.wake)
    assert pictures == 10
