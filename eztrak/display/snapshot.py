"""Renders a view to a PNG file, without a screen and without a clock."""

from pathlib import Path

import pygame

from eztrak.display.board import Look, View, scene
from eztrak.display.painter import Painter
from eztrak.display.scene import Scene


def render(view: View, look: Look, width: int, height: int) -> pygame.Surface:
    return painted(scene(view, look, width, height), width, height)


def painted(scene: Scene, width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height))
    Painter(surface).paint(scene)
    return surface


def save(surface: pygame.Surface, path: Path) -> None:
    """Writes the picture whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            pygame.image.save(surface, file, "board.png")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
