"""Smooth shapes and text as small surfaces, drawn once and kept. Shapes are drawn large and scaled down."""

from collections import OrderedDict
from functools import cache, lru_cache
from io import BytesIO
from typing import NamedTuple

import pygame

from eztrak.display.lettering import faces
from eztrak.display.scene import Colour
from eztrak.shipped import asset

_OVER = 4  # how many times larger a shape is drawn than it is shown
_KEPT = 4096
_BYTES = 4  # of kept texts for each pixel of the screen; those of one board take about two
_STRIP = 128  # the width of a strip of shading


class Lettering(NamedTuple):
    """A text without the air around it: a line's box is half as high again, and what is redrawn should be little."""

    surface: pygame.Surface
    left: int  # from the line's box
    top: int


class _Texts:
    """The texts drawn last, as far as there is room: what the strip says of a hand is never said again."""

    def __init__(self) -> None:
        self.most = _BYTES * 1920 * 1080
        self._kept: OrderedDict[tuple[str, str, int, Colour], Lettering] = OrderedDict()
        self.kept_bytes = 0

    def __call__(self, words: str, face: str, size: int, colour: Colour) -> Lettering:
        key = (words, face, size, colour)
        if known := self._kept.get(key):
            self._kept.move_to_end(key)
            return known
        line = _font(face, size).render(words, True, colour)
        ink = line.get_bounding_rect()
        made = Lettering(line.subsurface(ink).copy(), ink.x, ink.y) if ink else Lettering(line, 0, 0)
        self._kept[key] = made
        self.kept_bytes += _bytes(made)
        while self.kept_bytes > self.most and len(self._kept) > 1:
            self.kept_bytes -= _bytes(self._kept.popitem(last=False)[1])
        return made


def _bytes(lettering: Lettering) -> int:
    return lettering.surface.get_width() * lettering.surface.get_height() * 4


text = _Texts()


def keep_for(screen: tuple[int, int]) -> None:
    """Keeps as many texts as go with a screen of this size: on a larger one each is larger too."""
    text.most = _BYTES * screen[0] * screen[1]


@lru_cache(maxsize=1024)
def text_size(words: str, face: str, size: int) -> tuple[int, int]:
    return _font(face, size).size(words)


@lru_cache(maxsize=256)
def text_ascent(face: str, size: int) -> int:
    return _font(face, size).get_ascent()


@lru_cache(maxsize=256)
def _font(face: str, size: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(BytesIO(_file_of(face)), size)


@cache
def _file_of(face: str) -> bytes:
    """From memory: a font that is read from its file keeps that open, one descriptor for every size of it."""
    return asset("fonts", faces()[face]["file"]).read_bytes()


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


def draw_bar(
    surface: pygame.Surface, area: pygame.Rect, box: pygame.Rect, radius: int, colour: Colour, to: Colour | None
) -> None:
    """What lies in an area of a filled rectangle, shaded from top to bottom, its corners cut smoothly. Nothing else of
    the surface can be drawn on: it is clipped to that area.

    Drawn straight to the surface: sprites of panels and of the felt would cost more memory than all the rest.
    """
    x, y, wide, high = box
    radius = min(radius, wide // 2, high // 2)
    seen = box.clip(area)
    if not radius or box.inflate(-2 * radius, 0).contains(seen) or box.inflate(0, -2 * radius).contains(seen):
        draw_even(surface, seen, y, high, colour, to)
        return
    inner, below = wide - 2 * radius, box.bottom - radius
    if to is None or to == colour:
        surface.fill(colour, (x, y + radius, wide, high - 2 * radius))
        surface.fill(colour, (x + radius, y, inner, high))
    else:
        middle = pygame.Rect(x, y + radius, wide, high - 2 * radius)
        for part in (middle, pygame.Rect(x + radius, y, inner, radius), pygame.Rect(x + radius, below, inner, radius)):
            if lies := part.clip(area):
                draw_even(surface, lies, y, high, colour, to)
    right = x + wide - radius
    places = (x, y), (right, y), (x, below), (right, below)
    surface.fblits(zip(_corners(radius, high, colour, to), places, strict=True))


def draw_even(surface: pygame.Surface, part: pygame.Rect, y: int, high: int, colour: Colour, to: Colour | None) -> None:
    """A part of a filled rectangle that is clear of its corners."""
    if to is None or to == colour:
        surface.fill(colour, part)
        return
    tile, top = _shaded(high, colour, to), part.top - y
    if part.w <= _STRIP:
        surface.blit(tile, part, (0, top, part.w, part.h))
        return
    for left in range(part.left, part.right, _STRIP):
        surface.blit(tile, (left, part.top), (0, top, min(_STRIP, part.right - left), part.h))


@lru_cache(maxsize=256)
def _bands(height: int, colour: Colour, to: Colour | None) -> list[tuple[int, int, Colour]]:
    """The rows of a shaded rectangle, those of one colour together: from, to, colour."""
    if to is None or to == colour:
        return [(0, height, colour)]
    spans: list[tuple[int, int, Colour]] = []
    for y in range(height):
        share = y / max(1, height - 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, to, strict=True))
        shade = (red, green, blue)
        if spans and spans[-1][2] == shade:
            spans[-1] = (spans[-1][0], y + 1, shade)
        else:
            spans.append((y, y + 1, shade))
    return spans


@lru_cache(maxsize=40)
def _shaded(height: int, colour: Colour, to: Colour) -> pygame.Surface:
    """A strip of a shaded rectangle, to be laid side by side."""
    strip = pygame.Surface((_STRIP, height))
    for top, bottom, shade in _bands(height, colour, to):
        strip.fill(shade, (0, top, _STRIP, bottom - top))
    return strip


@lru_cache(maxsize=128)
def _corners(radius: int, height: int, colour: Colour, to: Colour | None) -> tuple[pygame.Surface, ...]:
    """All four of a bar."""
    return tuple(_corner(radius, height, colour, to, right, low) for low in (False, True) for right in (False, True))


def _corner(radius: int, height: int, colour: Colour, to: Colour | None, right: bool, low: bool) -> pygame.Surface:
    corner = pygame.Surface((radius, radius), pygame.SRCALPHA)
    first = height - radius if low else 0
    for top, bottom, shade in _bands(height, colour, to):
        corner.fill(shade, (0, top - first, radius, bottom - top))
    quarter = (radius if right else 0, radius if low else 0, radius, radius)
    # Keep of the corner what the quarter of a disc covers: multiply its alpha by the disc's.
    corner.blit(disc(2 * radius, (255, 255, 255)), (0, 0), quarter, special_flags=pygame.BLEND_RGBA_MULT)
    return corner


# Small drawings recur on the roads. Of a room's own pictures, as large as the screen, only the last is kept.
@lru_cache(maxsize=48)
def _drawing(name: str, width: int, height: int, colour: Colour | None) -> pygame.Surface:
    made = pygame.image.load_sized_svg(asset("pictures", f"{name}.svg"), (width, height))
    if colour is not None:
        made.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@lru_cache(maxsize=2)
def _photograph(path: str, width: int, height: int, cover: bool) -> pygame.Surface:
    try:
        if path.lower().endswith(".svg"):
            return pygame.image.load_sized_svg(path, (width, height))
        loaded = pygame.image.load(path)
    except (pygame.error, OSError):
        return pygame.Surface((1, 1), pygame.SRCALPHA)  # a picture that has gone away is no reason to stop
    scales = width / loaded.get_width(), height / loaded.get_height()
    scale = max(scales) if cover else min(scales)
    size = max(1, round(loaded.get_width() * scale)), max(1, round(loaded.get_height() * scale))
    if loaded.get_bitsize() < 24:
        loaded = loaded.convert(32)
    scaled = pygame.transform.smoothscale(loaded, size)
    middle = pygame.Rect(0, 0, min(size[0], width), min(size[1], height))
    middle.center = size[0] // 2, size[1] // 2
    return scaled.subsurface(middle).copy() if cover else scaled


def picture(name: str, width: int, height: int, colour: Colour | None, cover: bool) -> pygame.Surface:
    """A drawing of ours by its name, or a room's own picture by its path."""
    if "/" in name:
        return _photograph(name, width, height, cover)
    return _drawing(name, width, height, colour)


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
