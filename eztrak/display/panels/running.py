"""The line for the camera, at the foot of every board: the running code, which is the head of the history as it is now.

It changes with every commit. Whoever changes a hand of the open shoe afterwards cannot make the codes on the recording
come true. It is for no player: small, quiet, always in the same place. Beside it stand the seals that are shown nowhere
else: those that a shoe had before a late correction, and that of the shoe before on a board without its statistics.
"""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ROUNDING
from eztrak.display.panels.seals import last, named
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

CAP, PAD = 16.5, 10.0


def running(box: Box, theme: Theme, words: Words, code: str, seal: str, earlier: tuple[str, ...] = ()) -> Nodes:
    y, face = box.centre[1], words.medium
    nodes: list[Node] = []
    if code:
        wide = width(code, CAP, face) / ROUNDING + 2 * PAD
        nodes.append(Bar(box.right - wide, box.y, wide, box.h, theme.panel_deep, PANEL_RADIUS / 2))
        nodes.append(Text(box.right - PAD, y, code, CAP, theme.soft, face, "r", Role.POSTING))
    if seals := [*([named(seal, earlier)] if seal else []), *last(earlier)]:
        said, space = "    ".join(seals), box.w - width(code, CAP, face) - 4 * PAD
        cap = fit(said, CAP, space, face)
        wide = width(said, cap, face) / ROUNDING + 2 * PAD
        nodes.append(Bar(box.x, box.y, wide, box.h, theme.panel_deep, PANEL_RADIUS / 2))
        nodes.append(Text(box.x + PAD, y, said, cap, theme.soft, face, "l", Role.POSTING))
    return tuple(nodes)
