"""The painter: the only drawing code that knows pygame. It paints a scene at any size and redraws what changed.

It remembers the scene that it painted last and nothing else. Of two scenes it takes the nodes that only one of them
has, and paints again what lies in their boxes.
"""

from collections import Counter

import pygame

from eztrak.display import sprites
from eztrak.display.lettering import faces
from eztrak.display.scene import Bar, Disc, Grid, Node, Nodes, Ring, Scene, Slash, Text

# Past this many places, one repaint of everything is cheaper than the book-keeping.
_MANY = 120


class Painter:
    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._scale = 1.0
        self._painted: Scene | None = None
        self._boxes: dict[Nodes, list[pygame.Rect]] = {}

    def paint(self, scene: Scene) -> list[pygame.Rect]:
        """Brings the surface up to date and returns the rectangles that changed."""
        before, self._painted = self._painted, scene
        self._scale = self._surface.get_height() / scene.height
        whole = self._surface.get_rect()
        if before is None or (before.width, before.height) != (scene.width, scene.height):
            self._boxes.clear()
            dirty = [whole]
        else:
            dirty = _merged(self._changes(before, scene), whole)
        for area in dirty:
            self._repaint(scene, area)
        shown = set(map(id, scene.layers))
        self._boxes = {layer: boxes for layer, boxes in self._boxes.items() if id(layer) in shown}
        return dirty

    def boxes(self, layer: Nodes) -> list[pygame.Rect]:
        """Where each node of a layer is painted, in pixels."""
        found = self._boxes.get(layer)
        if found is None:
            found = self._boxes[layer] = [self._box(node) for node in layer]
        return found

    def _changes(self, before: Scene, scene: Scene) -> list[pygame.Rect]:
        old = {id(layer): layer for layer in before.layers}
        new = {id(layer): layer for layer in scene.layers}
        gone: Counter[Node] = Counter()
        come: Counter[Node] = Counter()
        for key in old.keys() - new.keys():
            gone.update(old[key])
        for key in new.keys() - old.keys():
            come.update(new[key])
        return [self._box(node) for node in (*(gone - come), *(come - gone))]

    def _repaint(self, scene: Scene, area: pygame.Rect) -> None:
        surface = self._surface
        surface.set_clip(area)
        for layer in scene.layers:
            for index in area.collidelistall(self.boxes(layer)):
                self._draw(layer[index])
        surface.set_clip(None)

    def _px(self, units: float) -> int:
        return round(units * self._scale)

    def _size(self, node: Text) -> int:
        return max(1, round(node.cap * self._scale / float(faces()[node.face]["cap"])))

    def _box(self, node: Node) -> pygame.Rect:
        px = self._px
        match node:
            case Text():
                size = self._size(node)
                wide, high = sprites.text_size(node.text, node.face, size)
                cap = size * faces()[node.face]["cap"]
                left = node.x * self._scale - wide * {"l": 0.0, "c": 0.5, "r": 1.0}[node.anchor]
                top = node.y * self._scale + cap / 2 - sprites.text_ascent(node.face, size)
                return pygame.Rect(round(left), round(top), wide, high)
            case Disc() | Ring() | Slash():
                side = max(1, px(2 * node.r))
                return pygame.Rect(px(node.x - node.r), px(node.y - node.r), side, side)
            case Bar():
                left, top = px(node.x), px(node.y)
                return pygame.Rect(left, top, max(1, px(node.x + node.w) - left), max(1, px(node.y + node.h) - top))
            case Grid():
                left, top = px(node.x), px(node.y)
                line = max(1, px(1))
                right, bottom = px(node.x + node.cols * node.cell), px(node.y + node.rows * node.cell)
                return pygame.Rect(left, top, right - left + line, bottom - top + line)

    def _draw(self, node: Node) -> None:
        box = self._box(node)
        match node:
            case Text():
                sprite = sprites.text(node.text, node.face, self._size(node), node.colour)
            case Disc():
                sprite = sprites.disc(box.w, node.colour)
            case Ring():
                sprite = sprites.ring(box.w, round(node.width * self._scale, 1), node.colour)
            case Slash():
                sprite = sprites.slash(box.w, round(node.width * self._scale, 1), node.colour)
            case Bar():
                if not node.radius and node.to is None:
                    self._surface.fill(node.colour, box)
                    return
                sprite = sprites.bar(box.w, box.h, self._px(node.radius), node.colour, node.to)
            case Grid():
                self._draw_grid(node, box)
                return
        self._surface.blit(sprite, box)

    def _draw_grid(self, node: Grid, box: pygame.Rect) -> None:
        line = max(1, self._px(1))
        for col in range(node.cols + 1):
            self._surface.fill(node.colour, (self._px(node.x + col * node.cell), box.y, line, box.h))
        for row in range(node.rows + 1):
            self._surface.fill(node.colour, (box.x, self._px(node.y + row * node.cell), box.w, line))


def _merged(boxes: list[pygame.Rect], whole: pygame.Rect) -> list[pygame.Rect]:
    """The boxes within the screen, those that touch made into one."""
    if len(boxes) > _MANY:
        return [whole]
    done: list[pygame.Rect] = []
    for box in boxes:
        box = box.clip(whole)
        while box and (hit := box.collidelist(done)) >= 0:
            box = box.union(done.pop(hit))
        if box:
            done.append(box)
    return done
