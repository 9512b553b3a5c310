"""The header: the room with its logo, table, shoe, hand, who deals, clock. On two lines where the board is narrow."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.scene import Box, Node, Nodes, Picture, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

CAP, LEAST, SPACE = 30.0, 25.0, 12.0
LOGO = 2.6  # the widest logo, in parts of its height


def header(
    box: Box,
    theme: Theme,
    words: Words,
    room: str,
    logo: str,
    table: str,
    shoe: int,
    hand: int,
    dealer: int,
    clock: str,
    backed: bool,
) -> Nodes:
    """`backed`: with a ground of its own, where a room's picture lies behind the board."""
    nodes: list[Node] = list(ground(Box(box.x, box.y - 8, box.w, box.h + 12), theme)) if backed else []
    two = box.h > 2 * CAP + 10
    top = box.y + (box.h / 4 if two else box.h / 2)
    pad = 16.0 if backed else 4.0
    left, right = box.x + pad, box.right - pad
    if logo:
        high = box.h / 2 if two else box.h
        nodes.append(Picture(left, top - high / 2, high * LOGO, high, logo))
        left += high * LOGO + 14
    numbers = (("shoe", shoe), ("hand", hand), *([("dealer", dealer)] if dealer else []))
    parts = [(table, ""), *((words.say(key), str(number) if number else "–") for key, number in numbers)]
    clock_wide = width(clock, CAP, words.bold)
    face_of_room = words.face_of(room)
    cap, gap, total = CAP, 56.0, 0.0
    for cap, gap in ((CAP, 56.0), (28.0, 44.0), (LEAST, 30.0)):
        total = sum(_wide(part, cap, words) for part in parts) + gap * (len(parts) - 1)
        if two or left + width(room, cap, face_of_room) + total + clock_wide + 2 * gap <= right:
            break
    room_cap = fit(room, cap, right - left - clock_wide - 40 - (0 if two else total + gap), face_of_room)
    nodes += [
        Text(left, top, room, room_cap, theme.accent, face_of_room, "l"),
        Text(right, top, clock, CAP, theme.ink, words.bold, "r"),
    ]
    free = left + width(room, room_cap, face_of_room) + gap
    x = left if two else max(free, min(box.x + (box.w - total) / 2, right - clock_wide - gap - total))
    y = box.y + box.h * 0.75 if two else top
    for label, figure in parts:
        face = words.medium if figure else words.face_of(label)
        nodes.append(Text(x, y, label, cap, theme.soft if figure else theme.ink, face, "l"))
        if figure:
            at = x + width(label, cap, words.medium) + SPACE
            nodes.append(Text(at, y, figure, cap, theme.ink, words.bold, "l"))
        x += _wide((label, figure), cap, words) + gap
    return tuple(nodes)


def _wide(part: tuple[str, str], cap: float, words: Words) -> float:
    label, figure = part
    if not figure:
        return width(label, cap, words.face_of(label))
    return width(label, cap, words.medium) + SPACE + width(figure, cap, words.bold)
