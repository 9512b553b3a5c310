"""Smooth shapes and text as small surfaces, drawn once and kept. Shapes are drawn large and scaled down."""

from functools import lru_cache

import pygame

from eztrak.display.lettering import faces
from eztrak.display.scene import Colour
from eztrak.shipped import asset

_OVER = 4  # how many times larger a shape is drawn than it is shown
_KEPT = 4096


@lru_cache(maxsize=_KEPT)
def text(words: str, face: str, size: int, colour: Colour) -> pygame.Surface:
    return _font(face, size).render(words, True, colour)


def text_size(words: str, face: str, size: int) -> tuple[int, int]:
    return _font(face, size).size(words)


def text_ascent(face: str, size: int) -> int:
    return _font(face, size).get_ascent()


@lru_cache(maxsize=256)
def _font(face: str, size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(asset("fonts", faces()[face]["file"]), size)


@lru_cache(maxsize=_KEPT)
def disc(size: int, colour: Colour) -> pygame.Surface:
    return _shrunk(size, colour, lambda big: pygame.draw.circle(big, "white", _middle(big), big.get_width() / 2))


@lru_cache(maxsize=_KEPT)
def ring(size: int, width: float, colour: Colour) -> pygame.Surface:
    def draw(big: pygame.Surface) -> None:
        pygame.draw.circle(big, "white", _middle(big), big.get_width() / 2, max(1, round(width * _OVER)))

    return _shrunk(size, colour, draw)


@lru_cache(maxsize=_KEPT)
def slash(size: int, width: float, colour: Colour) -> pygame.Surface:
    """A stroke with round ends from bottom left to top right of a square."""

    def draw(big: pygame.Surface) -> None:
        side, half = big.get_width(), width * _OVER / 2
        low, high = pygame.Vector2(half, side - half), pygame.Vector2(side - half, half)
        across = (high - low).rotate(90).normalize() * half
        pygame.draw.polygon(big, "white", [low + across, high + across, high - across, low - across])
        pygame.draw.circle(big, "white", low, half)
        pygame.draw.circle(big, "white", high, half)

    return _shrunk(size, colour, draw)


@lru_cache(maxsize=256)
def bar(width: int, height: int, radius: int, colour: Colour, to: Colour | None) -> pygame.Surface:
    """A filled rectangle, shaded from top to bottom, its corners cut smoothly."""
    surface = pygame.Surface((width, height), pygame.SRCALPHA if radius else 0)
    surface.fill(colour)
    if to is not None:
        shade = pygame.Surface((1, height))
        for y in range(height):
            shade.set_at((0, y), pygame.Color(colour).lerp(to, y / max(1, height - 1)))
        surface.blit(pygame.transform.scale(shade, (width, height)), (0, 0))
    if radius:
        radius = min(radius, width // 2, height // 2)
        round_one = disc(2 * radius, (255, 255, 255))
        # Keep of each corner what the quarter of a disc covers: multiply its alpha by the disc's.
        for x, source_x in ((0, 0), (width - radius, radius)):
            for y, source_y in ((0, 0), (height - radius, radius)):
                quarter = (source_x, source_y, radius, radius)
                surface.blit(round_one, (x, y), quarter, special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _middle(surface: pygame.Surface) -> tuple[float, float]:
    return surface.get_width() / 2, surface.get_height() / 2


def _shrunk(size: int, colour: Colour, draw: "object") -> pygame.Surface:
    """Draws white on clear at several times the size, scales it down, and gives it its colour."""
    big = pygame.Surface((size * _OVER, size * _OVER), pygame.SRCALPHA)
    big.fill((255, 255, 255, 0))
    draw(big)  # type: ignore[operator]
    small = pygame.transform.smoothscale(big, (size, size))
    small.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return small
