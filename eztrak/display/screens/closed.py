"""The table is closed: the room's own pictures in turn, or a still life of ours."""

from eztrak.display.emblems import unique_pictures
from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label, phrase
from eztrak.display.scene import Bar, Box, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

TITLE, AIR, FIGURE = 96.0, 48.0, 80.0


def table_closed(box: Box, theme: Theme, words: Words, room: str, picture: str) -> Nodes:
    """`picture`: one of the room's own."""
    return _with_picture(box, theme, words, picture) if picture else _by_itself(box, theme, words, room)


def _with_picture(box: Box, theme: Theme, words: Words, picture: str) -> Nodes:
    title = words.say("closed")
    cap = fit(title, TITLE, box.w - 120, words.bold)
    wide = width(title, cap, words.bold) + 96
    band = Box(box.centre[0] - wide / 2, box.bottom - cap - 92, wide, cap + 64)
    return (
        Bar(*box, theme.felt_deep, PANEL_RADIUS),
        Picture(*box, picture, cover=True),
        Bar(*band, theme.panel, PANEL_RADIUS, theme.panel_deep),
        Text(*band.centre, title, cap, theme.ink, words.bold, role="figure"),
    )


def _by_itself(box: Box, theme: Theme, words: Words, room: str) -> Nodes:
    """The drawings of the game on both sides of the words, or above them where the page is narrow."""
    drawings = unique_pictures(words.game)
    x, middle = box.centre
    title, soon = words.say("closed"), words.say("opens_soon")
    above = box.h > box.w * 0.46
    art = min(box.w * 0.22, box.h * 0.5) if drawings else 0.0
    space = box.w - 80 if above else box.w - 2 * art - 160
    cap = fit(title, TITLE * (1.2 if above else 1.5), space, words.bold)
    name_cap, soon_cap = fit(room, 52.0, space, words.face_of(room)), fit(soon, 36.0, space, words.medium)
    high = name_cap + soon_cap + cap + 4 * AIR
    places = [Box(at, middle - art / 2, art, art) for at in (box.x + 56, box.right - 56 - art)]
    y = middle - high / 2
    if above and drawings:
        art = min(box.w * 0.36, box.h - high - 3 * AIR)
        top = middle - (art + AIR + high) / 2
        beside = (x - art - 30, x + 30) if len(drawings) > 1 else (x - art / 2,)
        places = [Box(at, top, art, art) for at in beside]
        y = top + art + AIR
    place = Box(x - space / 2, y + name_cap + 2 * AIR, space, cap)
    rule = Bar(x - space * 0.3, y + name_cap + AIR - 2, space * 0.6, 4, theme.accent)
    return (
        *ground(box, theme),
        *(Picture(*place, drawings[i % len(drawings)]) for i, place in enumerate(places) if drawings),
        Text(x, y + name_cap / 2, room, name_cap, theme.accent, words.face_of(room)),
        rule,
        *label(words.both("closed"), place, cap, theme.ink, role="figure", least=FIGURE),
        rule._replace(y=y + name_cap + 3 * AIR + cap - 2),
        *phrase([words.both("opens_soon", "medium")], x, y + high - soon_cap / 2, soon_cap, space, theme.soft),
    )
