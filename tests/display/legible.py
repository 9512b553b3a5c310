"""What is computed of a picture: every text is as large and clear as its role asks for, written in a face that has its
letters, and stands in its place, by all of its ink."""

from collections.abc import Iterator
from typing import Any

from pygame import Rect
from pygame.mask import Mask, from_surface

from eztrak.display import sprites
from eztrak.display.board import Look, View, scene
from eztrak.display.lettering import faces, missing
from eztrak.display.nodes import nodes
from eztrak.display.roles import FLOORS, Role, least

HALF = 0.5  # of a pixel: letters come in whole sizes

Drawn = list[dict[str, Any]]


def drawn_of(view: View, look: Look, size: tuple[int, int]) -> Drawn:
    return nodes(scene(view, look, *size), *size)


def check(drawn: Drawn, size: tuple[int, int]) -> None:
    found = faults(drawn, size)
    assert found == [], found


def faults(drawn: Drawn, size: tuple[int, int]) -> list[str]:
    """What is wrong with a picture, in words."""
    texts = [node for node in drawn if "text" in node]
    return ["there is nothing to read"] if not texts else [*_unclear(texts, min(size) / 1080), *_misplaced(drawn, size)]


def _unclear(texts: Drawn, unit: float) -> Iterator[str]:
    for text in texts:
        role, said = Role(text["role"]), f"{text['text']!r} ({text['role']})"
        if text["cap"] + HALF < least(role) * unit:
            yield f"{said} is small: {text['cap'] / unit:.1f}"
        if text["contrast"] < FLOORS[role].contrast:
            yield f"{said} is dim: {text['contrast']}"
        if lacking := missing(text["text"], text["face"]):
            yield f"{said} is in a face without {lacking!r}"


def _misplaced(drawn: Drawn, size: tuple[int, int]) -> Iterator[str]:
    """No text leaves its panel or touches another that can be seen, by all of its ink: dollar signs, accents, tails."""
    screen = Rect(0, 0, *size)
    texts = [node for node in drawn if "text" in node]
    inks = [Rect(node["box"]) for node in texts]
    grounds: list[list[Rect]] = [[] for _ in range(1 + max(node["layer"] for node in drawn))]
    for node in drawn:
        if node["node"] in ("bar", "disc"):
            grounds[node["layer"]].append(Rect(node["box"]))
    wider = [[ground.inflate(2, 2) for ground in layer] for layer in grounds]
    seen: list[int] = []
    for place, (node, ink) in enumerate(zip(texts, inks, strict=True)):
        layer = node["layer"]
        if not screen.contains(ink):
            yield f"{node['text']!r} leaves the screen"
        # The header stands on the felt, the name of a road on its paper in the layer below.
        if layer > 1 and not any(_within(ink, wider[below]) for below in (layer, layer - 1)):
            yield f"{node['text']!r} at {tuple(ink)} stands on no ground"
        if not any(_within(ink, above) for above in grounds[layer + 1 :]):
            seen.append(place)
    shown = [inks[place] for place in seen]
    for i, place in enumerate(seen):
        for j in inks[place].collidelistall(shown):
            other = seen[j]
            between = grounds[texts[place]["layer"] + 1 : texts[other]["layer"] + 1]  # they hide what is below them
            if (
                j > i
                and not any(_within(inks[other], above) for above in between)
                and _touch(texts[place], texts[other])
            ):
                yield f"{texts[place]['text']!r} touches {texts[other]['text']!r}"


def _within(ink: Rect, grounds: list[Rect]) -> bool:
    return any(grounds[place].contains(ink) for place in ink.collidelistall(grounds))


def _touch(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the ink of two texts, whose boxes meet, meets too, pixel by pixel."""
    if "roll" in (one["node"], other["node"]):
        return True
    (left, top, *_), (x, y, *_) = one["box"], other["box"]
    return bool(_mask(one).overlap(_mask(other), (x - left, y - top)))


def _mask(node: dict[str, Any]) -> Mask:
    size = round(node["cap"] / faces()[node["face"]]["cap"])
    return from_surface(sprites.text(node["text"], node["face"], size, tuple(node["colour"])).surface)
