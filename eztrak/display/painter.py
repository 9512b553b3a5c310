"""The painter: the only drawing code that knows pygame. It paints a scene at any size and redraws what changed.

It remembers the scene that it painted last and nothing else. Of two scenes it takes the nodes that only one of them
has, and paints again what lies in their boxes. On a screen that hangs on its side it paints upright on a canvas of its
own and turns what changed.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pygame

from eztrak.display import sprites
from eztrak.display.lettering import faces
from eztrak.display.scene import Bar, Disc, Grid, Node, Nodes, Picture, Ring, Roll, Scene, Slash, Text

# Past this many places, one repaint of everything is cheaper than the book-keeping.
_MANY = 120
_FEW = 24  # nodes of a layer that changed; of more, one box around them all is painted again
_NEAR = 32  # pixels: neighbours are painted together, which is faster than one by one
_WASTE = 1.3  # how much more than two boxes the one around them may be
_LARGE = 20_000  # pixels of an area from which on it is worth being parted
_KEPT = 5_000  # places of nodes; a board has about a thousand


class _Placed(NamedTuple):
    """A layer, where each node of it is painted, and the box around all of them."""

    nodes: Nodes
    boxes: list[pygame.Rect]
    bounds: pygame.Rect


class Painter:
    def __init__(self, surface: pygame.Surface) -> None:
        self._screen = self._surface = surface
        self._scale = 1.0
        self._shift = 0, 0
        self._painted: Scene | None = None
        self._placed: dict[int, _Placed] = {}  # by the layer's identity
        self._places: dict[Node, pygame.Rect] = {}

    def paint(self, scene: Scene) -> list[pygame.Rect]:
        """Brings the surface up to date and returns the rectangles that changed."""
        if scene is self._painted:
            return []
        before, over = self._painted, self.alike(scene)
        self._painted = scene
        if before is None or not over:
            self.prepare(scene)
            dirty = [self._surface.get_rect()]
        else:
            dirty = _merged(self._changes(before, scene), self._surface.get_rect())
        if dirty:
            layers = [self._place(layer) for layer in scene.layers]
            bounds = [placed.bounds for placed in layers]
            for area in dirty:
                self._repaint([layers[index] for index in area.collidelistall(bounds)], area)
            self._placed = {id(placed.nodes): placed for placed in layers}
        return [self._turned(area, scene.rotate) for area in dirty] if scene.rotate else dirty

    @property
    def painted(self) -> bool:
        return self._painted is not None

    def boxes(self, layer: Nodes) -> list[pygame.Rect]:
        """Where each node of a layer is painted, in pixels of the upright picture."""
        return self._place(layer).boxes

    def _place(self, layer: Nodes, boxes: list[pygame.Rect] | None = None) -> "_Placed":
        """A layer with its boxes, where these are known already."""
        placed = self._placed.get(id(layer))
        if placed is None:
            boxes = [self._box(node) for node in layer] if boxes is None else boxes
            bounds = boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)
            placed = self._placed[id(layer)] = _Placed(layer, boxes, bounds)
        return placed

    def alike(self, scene: Scene) -> bool:
        """Whether a scene can be painted over the last one without painting everything anew."""
        return self._painted is not None and _shape(self._painted) == _shape(scene)

    def prepare(self, scene: Scene) -> None:
        """Takes the measure of a scene, without painting it."""
        self._placed.clear()
        self._places.clear()
        wide, high = self._screen.get_size()
        sprites.keep_for((wide, high))
        if scene.rotate in (90, 270):
            wide, high = high, wide
        if not scene.rotate:
            self._surface = self._screen
        elif self._surface is self._screen or self._surface.get_size() != (wide, high):
            self._surface = pygame.Surface((wide, high))
        self._scale = high / scene.height
        self._shift = round(scene.shift[0] * self._scale), round(scene.shift[1] * self._scale)

    def _turned(self, area: pygame.Rect, degrees: int) -> pygame.Rect:
        """Brings a part of the canvas to the screen, and says where it is there."""
        part = pygame.transform.rotate(self._surface.subsurface(area), -degrees)
        wide, high = self._surface.get_size()
        left, top = {
            90: (high - area.bottom, area.x),
            180: (wide - area.right, high - area.bottom),
            270: (area.y, wide - area.right),
        }[degrees]
        return self._screen.blit(part, (left, top))

    def _changes(self, before: Scene, scene: Scene) -> list[pygame.Rect]:
        """The boxes of the nodes that only one of the scenes has, and a few more.

        Layers are the same objects where nothing changed. Of two that begin alike, what they share is not looked at.
        """
        old, new = set(map(id, before.layers)), set(map(id, scene.layers))
        gone: dict[Node, Nodes] = {}
        areas: list[pygame.Rect] = []

        def add(boxes: list[pygame.Rect]) -> None:
            areas.extend([boxes[0].unionall(boxes[1:])] if len(boxes) > _FEW else boxes)

        for layer in before.layers:
            if layer and id(layer) not in new:
                if other := gone.get(layer[0]):
                    add(self._place(other).boxes)
                gone[layer[0]] = layer
        for layer in scene.layers:
            if layer and id(layer) not in old:
                like = gone.pop(layer[0], ())
                same, was = _alike(like, layer), self._place(like).boxes
                if len(like) == len(layer):  # node for node
                    others, boxes = [at for at in range(same, len(layer)) if like[at] != layer[at]], was.copy()
                    for at in others:
                        boxes[at] = self._box(layer[at])
                    add([was[at] for at in others])
                    add([boxes[at] for at in others])
                else:
                    boxes = was[:same] + [self._box(node) for node in layer[same:]]
                    add(was[same:])
                    add(boxes[same:])
                self._place(layer, boxes)
        for layer in gone.values():
            add(self._place(layer).boxes)
        return areas

    def _repaint(self, layers: "list[_Placed]", area: pygame.Rect) -> None:
        """Paints what lies in an area, from the topmost node that covers all of it. Where one with round corners covers
        most of it, that is painted by itself: what lies under a panel is seen at its edges alone."""
        seen: list[tuple[Node, pygame.Rect]] = []
        large = area.w * area.h > _LARGE
        for node, box in _from_above(layers, area):
            if isinstance(node, Bar) and (large or box.contains(area)):
                radius = self._px(node.radius)
                if _covers(box, radius, area):
                    sprites.draw_even(self._surface, area, box.y, box.h, node.colour, node.to)
                    break
                if large and _much(clear := _clear(box, radius, area), area):
                    for part in (clear, *_around(clear, area)):
                        self._repaint(layers, part)
                    return
            seen.append((node, box))
        self._surface.set_clip(area)
        row: list[tuple[pygame.Surface, pygame.Rect]] = []  # sprites that follow each other are drawn in one call
        for node, box in reversed(seen):
            if sprite := self._sprite(node, box):
                row.append(sprite)
                continue
            self._surface.fblits(row)
            row.clear()
            self._draw(node, box, area)
        self._surface.fblits(row)
        self._surface.set_clip(None)

    def _px(self, units: float) -> int:
        return round(units * self._scale)

    def _ink(self, node: Text | Roll, words: str, left: float) -> pygame.Rect:
        """The box of a text, placed by the middle of its capitals."""
        size = self._size(node)
        cap = size * faces()[node.face]["cap"]
        top = node.y * self._scale + cap / 2 - sprites.text_ascent(node.face, size)
        ink = sprites.text(words, node.face, size, node.colour)
        return ink.surface.get_rect().move(round(left) + ink.left, round(top) + ink.top)

    def cap(self, node: Text | Roll) -> float:
        """The height of its capitals in pixels."""
        return self._size(node) * float(faces()[node.face]["cap"])

    def _size(self, node: Text | Roll) -> int:
        return max(1, round(node.cap * self._scale / float(faces()[node.face]["cap"])))

    def _box(self, node: Node) -> pygame.Rect:
        box = self._places.get(node)
        if box is None:
            if len(self._places) > _KEPT:
                self._places.clear()
            box = self._places[node] = self._unshifted(node).move(self._shift)
        return box

    def _unshifted(self, node: Node) -> pygame.Rect:
        px = self._px
        match node:
            case Text():
                wide = sprites.text_size(node.text, node.face, self._size(node))[0]
                left = node.x * self._scale - wide * {"l": 0.0, "c": 0.5, "r": 1.0}[node.anchor]
                return self._ink(node, node.text, left)
            case Roll():
                size = self._size(node)
                wide = max(sprites.text_size(words, node.face, size)[0] for words in (node.before, node.text))
                cap = node.cap * self._scale
                high = round(cap * 1.16)
                return pygame.Rect(
                    round(node.x * self._scale - wide / 2), round(node.y * self._scale - high / 2), wide, high
                )
            case Disc() | Ring() | Slash():
                side = max(1, px(2 * node.r))
                return pygame.Rect(px(node.x - node.r), px(node.y - node.r), side, side)
            case Bar() | Picture():
                left, top = px(node.x), px(node.y)
                return pygame.Rect(left, top, max(1, px(node.x + node.w) - left), max(1, px(node.y + node.h) - top))
            case Grid():
                left, top = px(node.x), px(node.y)
                line = max(1, px(1))
                right, bottom = px(node.x + node.cols * node.cell), px(node.y + node.rows * node.cell)
                return pygame.Rect(left, top, right - left + line, bottom - top + line)

    def _sprite(self, node: Node, box: pygame.Rect) -> tuple[pygame.Surface, pygame.Rect] | None:
        match node:
            case Text():
                return sprites.text(node.text, node.face, self._size(node), node.colour).surface, box
            case Disc():
                return sprites.disc(box.w, node.colour), box
            case Ring():
                return sprites.ring(box.w, round(node.width * self._scale, 1), node.colour), box
            case Slash():
                return sprites.slash(box.w, round(node.width * self._scale, 1), node.colour), box
            case Picture():
                picture = sprites.picture(node.name, box.w, box.h, node.colour, node.cover)
                return picture, picture.get_rect(center=box.center)
            case _:
                return None

    def _draw(self, node: Node, box: pygame.Rect, area: pygame.Rect) -> None:
        match node:
            case Bar():
                sprites.draw_bar(self._surface, area, box, self._px(node.radius), node.colour, node.to)
            case Grid():
                self._draw_grid(node, box, area)
            case Roll():
                self._draw_roll(node, box)

    def _draw_roll(self, node: Roll, box: pygame.Rect) -> None:
        """The old figure leaves upwards and the new one comes from below, seen through a window of a line's height."""
        surface, size = self._surface, self._size(node)
        clip = surface.get_clip()
        surface.set_clip(box.clip(clip))
        for words, offset in ((node.before, -node.share), (node.text, 1 - node.share)):
            left = node.x * self._scale - sprites.text_size(words, node.face, size)[0] / 2
            place = self._ink(node, words, left).move(self._shift).move(0, round(offset * box.h))
            surface.blit(sprites.text(words, node.face, size, node.colour).surface, place)
        surface.set_clip(clip)

    def _draw_grid(self, node: Grid, box: pygame.Rect, area: pygame.Rect) -> None:
        line, fill = max(1, self._px(1)), self._surface.fill
        lefts, tops = _lines(node, self._scale)
        dx, dy = self._shift
        seen = box.clip(area)
        for left in lefts[bisect_left(lefts, seen.left - dx - line) : bisect_left(lefts, seen.right - dx)]:
            fill(node.colour, (left + dx, seen.y, line, seen.h))
        for top in tops[bisect_left(tops, seen.top - dy - line) : bisect_left(tops, seen.bottom - dy)]:
            fill(node.colour, (seen.x, top + dy, seen.w, line))


@lru_cache(maxsize=16)
def _lines(node: Grid, scale: float) -> tuple[list[int], list[int]]:
    """Where the lines of a grid begin, in pixels: their left edges and their upper ones."""
    lefts = [round((node.x + col * node.cell) * scale) for col in range(node.cols + 1)]
    return lefts, [round((node.y + row * node.cell) * scale) for row in range(node.rows + 1)]


def _from_above(layers: "list[_Placed]", area: pygame.Rect) -> Iterator[tuple[Node, pygame.Rect]]:
    """The nodes that reach into an area, the topmost first."""
    for nodes, boxes, _ in reversed(layers):
        for index in reversed(area.collidelistall(boxes)):
            yield nodes[index], boxes[index]


def _covers(box: pygame.Rect, radius: int, area: pygame.Rect) -> bool:
    """Whether a bar hides an area: it lies within, clear of the round corners."""
    if not box.contains(area):
        return False
    return not radius or box.inflate(-2 * radius, 0).contains(area) or box.inflate(0, -2 * radius).contains(area)


def _clear(box: pygame.Rect, radius: int, area: pygame.Rect) -> pygame.Rect:
    """What a bar hides of an area between its upper and its lower corners."""
    return box.inflate(0, -2 * radius).clip(area)


def _much(part: pygame.Rect, area: pygame.Rect) -> bool:
    return 2 * part.w * part.h > area.w * area.h


def _around(part: pygame.Rect, area: pygame.Rect) -> list[pygame.Rect]:
    """The rest of an area: over a part of it, under it, and at its sides."""
    rest = (
        pygame.Rect(area.x, area.y, area.w, part.y - area.y),
        pygame.Rect(area.x, part.bottom, area.w, area.bottom - part.bottom),
        pygame.Rect(area.x, part.y, part.x - area.x, part.h),
        pygame.Rect(part.right, part.y, area.right - part.right, part.h),
    )
    return [one for one in rest if one]


def _alike(one: Nodes, other: Nodes) -> int:
    """With how many nodes two layers begin alike. By halving: rows of the same objects are compared in no time."""
    low, high = 0, min(len(one), len(other))
    middle = high  # mostly the one is the other and a little more
    while low < high:
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return low


def _shape(scene: Scene) -> tuple[object, ...]:
    """What two scenes must have in common for the one to be painted over the other."""
    return scene.width, scene.height, scene.rotate, scene.shift


def _merged(boxes: list[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """The boxes within the screen, neighbours made into one where that is not much more to paint."""
    if len(boxes) > _MANY:
        return [whole]
    done: list[pygame.Rect] = []
    for box in boxes:
        box = box.clip(whole)
        if (over := box.collidelist(done)) >= 0 and done[over].contains(box):
            continue
        while box and (hit := _neighbour(box, done)) is not None:
            box = box.union(done.pop(hit))
        if box:
            done.append(box)
    return done


def _neighbour(box: pygame.Rect, others: list[pygame.Rect]) -> int | None:
    for hit in box.inflate(_NEAR, _NEAR).collidelistall(others):
        both = box.union(others[hit])
        if both.w * both.h <= _WASTE * (box.w * box.h + others[hit].w * others[hit].h):
            return hit
    return None
