"""A few pictures compared with reference pictures, within a tolerance. On failure both are kept in failed-pictures.

To accept a change that was looked at: EZTRAK_ACCEPT=1 make test. `make pictures` paints those of the documents anew.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from test_any_game import game_of, views
from views import LOOK, VIEWS, spoken

from eztrak.cli import main
from eztrak.display.snapshot import render, save

HERE = Path(__file__).parent
TOP = HERE.parent.parent
FAILED = HERE.parent / "failed-pictures"
# The pictures in docs/, each by what `eztrak snapshot` is told.
DOCUMENTS = {
    "board.png": [],
    "dragon-en-zh_TW.png": ["--screen", "dragon", "--lang", "en,zh_TW", "--size", "1280x720"],
}
TOLERANCE = 3.0  # mean difference of a channel in the worst of 16 x 9 fields, of 255
WIDE, SMALL, HIGH, SQUARE = (1280, 720), (960, 540), (540, 960), (800, 600)
AISLE = (("counts", 6.0), ("bead", 0.0), ("previous", 0.0), ("big", 0.0), ("derived", 0.0))
PICTURES: dict[str, tuple[str, dict[str, Any], tuple[int, int]]] = {
    "played": ("played", {}, WIDE),
    "open-bets": ("open-bets", {}, WIDE),
    "no-more-bets": ("closed-bets", {"theme": "high-contrast"}, SMALL),
    "flash": ("flash-natural-tie", {}, SMALL),
    "dragon": ("flash-dragon", {}, WIDE),
    "panda-portrait": ("flash-panda-free", {}, HIGH),
    "rich-portrait": ("rich", {"ask_road": True}, HIGH),
    "light": ("long", {"theme": "light"}, SQUARE),
    "counts-only": ("last-seconds", {"layout": AISLE}, SMALL),
    "shoe-end": ("shoe-end", {}, SMALL),
    "table-closed": ("table-closed", {}, SMALL),
    "info": ("info", {"theme": "light"}, WIDE),
    "fault": ("fault", {}, SMALL),
    "empty": ("empty", {}, SMALL),
    "due": ("due", {}, SMALL),
    "not-entered": ("left-again", {"theme": "light"}, SMALL),
    "asked": ("half", {}, SMALL),
    "yes": ("new-shoe-half", {}, SMALL),
    "desk": ("desk-story", {}, WIDE),
    "desk-full": ("desk-full", {"theme": "light"}, SQUARE),
    "desk-portrait": ("desk-reason", {"theme": "high-contrast"}, HIGH),
}
# Other games: the game, one of its views, the languages, the size.
GAMES: dict[str, tuple[str, str, tuple[str, ...], tuple[int, int]]] = {
    "dragon-bonus": ("commission-dragon-bonus", "played", ("en",), WIDE),
    "pairs-square": ("commission-pairs", "typing", ("en", "zh_TW"), SQUARE),
    "tiger-portrait": ("tiger", "mark-big-tiger", ("zh_TW",), HIGH),
    "five-treasures": ("five-treasures", "mark-heavenly9-75", ("en",), SMALL),
    "dai-bacc-info": ("dai-bacc", "info", ("vi",), WIDE),
    "unseen": ("unseen", "posted", ("en",), WIDE),
    "many-portrait": ("many", "posted", ("ko",), (810, 1440)),
    "commission-closed": ("commission", "closed", ("en",), SMALL),
}


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """The worst field's mean difference: a lost bead shows, a glyph's edge rendered by another FreeType does not."""
    if one.get_size() != other.get_size():
        return 255.0
    apart = one.convert(24)
    apart.blit(other.convert(24), (0, 0), special_flags=pygame.BLEND_SUB)
    back = other.convert(24)
    back.blit(one.convert(24), (0, 0), special_flags=pygame.BLEND_SUB)
    apart.blit(back, (0, 0), special_flags=pygame.BLEND_ADD)
    fields = pygame.transform.smoothscale(apart, (16, 9))
    return max(max(fields.get_at((x, y))[:3]) for x in range(16) for y in range(9))


def compare(shown: pygame.Surface, reference: Path) -> None:
    if os.environ.get("EZTRAK_ACCEPT"):
        save(shown, reference)
    known = pygame.image.load(reference)
    if difference(shown, known) > TOLERANCE:
        FAILED.mkdir(exist_ok=True)
        save(shown, FAILED / f"{reference.stem}-now.png")
        save(known, FAILED / f"{reference.stem}-reference.png")
        pytest.fail(f"{reference.name} looks different: see both in {FAILED}")


@pytest.mark.parametrize("name", list(PICTURES))
def test_the_board_looks_as_it_was_accepted(name: str) -> None:
    view, look, size = PICTURES[name]
    compare(render(VIEWS[view], replace(LOOK, **look), *size), HERE / "pictures" / f"{name}.png")


@pytest.mark.parametrize("name", GAMES)
def test_another_game_looks_as_it_was_accepted(name: str) -> None:
    game, view, languages, size = GAMES[name]
    shown = spoken(views(game_of(game))[view], languages)
    compare(render(shown, LOOK, *size), HERE / "pictures" / f"{name}.png")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_picture_in_the_documents_is_what_the_board_shows_today(name: str, tmp_path: Path) -> None:
    config = ["--config", str(TOP / "docs" / "example.toml")]
    assert main(["snapshot", str(tmp_path / name), *config, *DOCUMENTS[name]]) == 0
    compare(pygame.image.load(tmp_path / name), TOP / "docs" / name)


def test_the_documents_have_no_other_pictures() -> None:
    assert {path.name for path in (TOP / "docs").glob("*.png")} == set(DOCUMENTS)


def test_a_lost_bead_would_be_noticed() -> None:
    whole = render(VIEWS["played"], LOOK, 1280, 720)
    marred = whole.copy()
    marred.fill((8, 28, 23), (400, 70, 32, 32))
    assert difference(whole, marred) > TOLERANCE
