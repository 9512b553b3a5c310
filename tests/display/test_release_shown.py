"""Which software runs stands where the camera looks: on the info page, and beside the seal at a shoe's end."""

from dataclasses import replace

import pytest
from views import LOOK, VIEWS

from eztrak.display.board import scene
from eztrak.display.lettering import width
from eztrak.display.scene import Text
from eztrak.table.software import Software

RELEASE = "eztrak 0.9.0 · 7K3M-Q2ZD-9FXA"


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920), (3840, 2160)], ids=str)
@pytest.mark.parametrize("name", ["info", "shoe-end"])
def test_the_release_is_small_whole_and_legible(name: str, size: tuple[int, int]) -> None:
    view = VIEWS[name]
    view = replace(view, state=replace(view.state, software=Software("0.9.0", "7K3M-Q2ZD-9FXA")))
    drawn = scene(view, LOOK, *size)
    texts = [node for layer in drawn.layers for node in layer if isinstance(node, Text)]
    (text,) = (one for one in texts if one.text == RELEASE)
    assert text.cap >= 14.5  # layout units: 16 where there is room
    wide = width(text.text, text.cap, text.face)
    assert 0 < text.x - wide / 2 < text.x + wide / 2 < drawn.width
    assert text.y + text.cap < drawn.height
    close = [one for one in texts if abs(one.y - text.y) < (one.cap + text.cap) / 2 and abs(one.x - text.x) < wide / 2]
    assert close == [text]


@pytest.mark.parametrize("name", ["info", "shoe-end"])
def test_from_source_there_is_no_release_to_show(name: str) -> None:
    layers = scene(VIEWS[name], LOOK, 1280, 720).layers
    assert not [node for layer in layers for node in layer if isinstance(node, Text) and "eztrak" in node.text]
