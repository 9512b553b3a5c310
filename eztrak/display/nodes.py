"""A scene as data: every node with its box in pixels, every text with what the eye needs to read it."""

from typing import Any

import pygame

from eztrak.display.painter import Painter
from eztrak.display.scene import Bar, Colour, Disc, Picture, Roll, Scene, Text
from eztrak.display.theme import contrast


def nodes(scene: Scene, width: int, height: int) -> list[dict[str, Any]]:
    """`width` and `height` of the screen; the boxes are those of the upright picture."""
    painter = Painter(pygame.Surface((width, height), depth=8))  # for its size: nothing is painted
    painter.prepare(scene)
    scale = (width if scene.rotate in (90, 270) else height) / scene.height
    described: list[dict[str, Any]] = []
    grounds: list[tuple[Bar | Disc, pygame.Rect]] = []
    for number, layer in enumerate(scene.layers):
        for node, box in zip(layer, painter.boxes(layer), strict=True):
            about: dict[str, Any] = {"node": type(node).__name__.lower(), "layer": number, "box": list(box)}
            if node.colour is not None:
                about["colour"] = list(node.colour)
            if isinstance(node, Text | Roll):
                behind = _behind(grounds, box)
                about |= {
                    "text": node.text,
                    "face": node.face,
                    "role": node.role,
                    "cap": round(painter.cap(node), 2),  # as it is painted: letters come in whole sizes
                    "middle": round((node.y + scene.shift[1]) * scale, 1),  # of its capitals
                    "behind": list(behind),
                    "contrast": round(contrast(node.colour, behind), 2),
                }
            elif isinstance(node, Picture):
                about["name"] = node.name
            elif isinstance(node, Bar | Disc):
                grounds.append((node, box))
            described.append(about)
    return described


def _behind(grounds: list[tuple[Bar | Disc, pygame.Rect]], box: pygame.Rect) -> Colour:
    """The colour of the topmost ground under the middle of a text."""
    for node, ground in reversed(grounds):
        if ground.collidepoint(box.center):
            if isinstance(node, Bar) and node.to is not None:
                shaded = pygame.Color(node.colour).lerp(node.to, (box.centery - ground.y) / ground.h)
                return shaded.r, shaded.g, shaded.b
            return node.colour
    return (0, 0, 0)
