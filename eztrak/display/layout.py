"""Where the panels stand, in layout units, for a board of a given shape.

A board is a stack of rows: what happens now (the phase, the beads, the limits), the counts, the shoe before, the roads.
What height is left over goes to the rows that can use it. A layout file leaves panels out (size 0) or gives them more
of that rest. The roads share one grid: the cells of the derived ones are a fixed part of the big road's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from eztrak.config.appearance import PANELS
from eztrak.display.scene import Box

UNITS = 1080.0  # the height of a landscape board, the width of a portrait one
MARGIN, GAP = 16.0, 10.0
PANEL_RADIUS = 10.0
STRIP, PREVIOUS, CODE = 84.0, 44.0, 22.0
NOW, LEAST_NOW, LOW_NOW = 320.0, 296.0, 266.0  # the row of what happens now; the last, on a board that is 4 to 3
BEAD_COLS = 15  # ninety hands
LEAST_PHASE, LEAST_LIMITS, LIMITS = 450.0, 418.0, 506.0
# Columns of the big road: as many as have to fit, as many where it has little room, and what its height is meant for.
BIG_COLS, FINE_COLS, FEW_COLS = 52, 59, 36
PAPER = 12.0  # of a road, around its cells
ASK = 232.0
LEAST_DESK, NARROW_DESK = 440.0, 760.0  # lower than this the supervisor's desk takes the big road's place too …
LOW_ROAD = 6 * 27.0 + PAPER  # … which is this high where it makes room for the desk
NARROW_NOW = 1500.0
NARROW = 1750.0  # a narrower board has two derived roads in a row

DerivedRoad: TypeAlias = Literal["big_eye", "small", "cockroach"]
# fmt: off
Name: TypeAlias = Literal[
    "area", "header", "limits", "strip", "code", "bar", "page", "desk", "flash",  # on every board
    "phase", "counts", "bead", "previous", "big", "ask", "postings", "desk_road",
    DerivedRoad,
]
# fmt: on
Boxes: TypeAlias = dict[Name, Box]
Sizes: TypeAlias = Mapping[str, float]  # of PANELS
DERIVED: tuple[DerivedRoad, ...] = get_args(DerivedRoad)


@dataclass(frozen=True, eq=False)  # compared by identity: it is part of a panel's key
class Layout:
    width: float
    height: float
    boxes: Mapping[Name, Box]

    def __getitem__(self, name: Name) -> Box:
        return self.boxes[name]

    def get(self, name: Name) -> Box | None:
        return self.boxes.get(name)

    @property
    def part(self) -> float:
        """How large the cells of the derived roads are, in parts of the big road's."""
        return _form(self.width, self.height)[1]


@dataclass(slots=True)
class _Row:
    panels: Callable[[Box], Boxes]
    height: float
    grow: float = 0.0
    least: float = 0.0  # a row gives way down to this height where the board is low; 0: not at all
    else_: "_Row | None" = None  # what stands there on a board that is too low for everything


def _alone(name: Name) -> Callable[[Box], Boxes]:
    return lambda place: {name: place}


def layout(
    width: float,
    height: float,
    margin: float,
    sizes: tuple[tuple[str, float], ...],
    tile_rows: int,
    tile: float,
    timer: bool,
    ask: bool,
    header: float,
    postings: float,
    bar: float,
    wide: float,
    limits: float,
) -> Layout:
    """The places on a board of that many units; `margin` in units, on every side. How high the header, the band of
    postings and the bar of limits are follows from what they say, and so
    does how wide (as far as there is room) and how high the limits beside the beads are."""
    size = dict.fromkeys(PANELS, 1.0) | dict(sizes)
    edge = MARGIN + margin
    area = Box(edge, edge, width - 2 * edge, height - 2 * edge)
    portrait = height > width
    abreast, part = _form(width, height)
    rows = [_Row(_alone("header"), header)]
    least = max(LOW_NOW if not portrait and width < NARROW_NOW else LEAST_NOW, limits)
    now = _Row(
        lambda place: _now(place, size, timer, portrait, wide), max(NOW, least), 0.6 * max(0.6, size["winner"]), least
    )
    rows.append(now)
    if size["counts"]:
        high = tile_rows * tile + (tile_rows - 1) * GAP
        rows.append(_Row(_alone("counts"), high, 0.25 * size["counts"] * tile_rows))
    fourth = bool(size["previous"] and size["derived"] and abreast == 2)  # it stands beside the third derived road
    if size["previous"] and not fourth:
        rows.append(_Row(_alone("previous"), PREVIOUS * (2 if portrait else 1)))
    if portrait and size["bead"]:
        cell = (area.w - PAPER) / BEAD_COLS
        rows.append(_Row(_alone("bead"), 6 * min(cell, 50.0) + PAPER, 0.3 * size["bead"], 6 * 36.0 + PAPER))
    if size["big"] or size["derived"]:
        rows.append(_roads(area.w, size, abreast, part, fourth))
    over = size["big"] or size["derived"]  # the strip lies over the lowest road while it has something to say
    if not over:
        rows.append(_Row(_alone("strip"), STRIP))
    rows.append(_Row(_alone("code"), CODE))
    if postings:
        rows.append(_Row(_alone("postings"), postings))
    boxes: Boxes = {"area": area, **_stack(area, rows)}
    if over:
        boxes["strip"] = Box(area.x, boxes["code"].y - GAP - STRIP, area.w, STRIP)
    if ask and "cockroach" in boxes:
        boxes |= _asked(boxes)
    boxes["bar"] = Box(area.x, boxes["strip"].y - GAP - bar, area.w, bar)
    top = boxes["header"].bottom + GAP
    boxes["page"] = Box(area.x, top, area.w, boxes["bar"].y - GAP - top)
    boxes |= _desk(boxes, top)
    boxes["flash"] = _flash(boxes, portrait)
    return Layout(width, height, boxes)


def _asked(boxes: Boxes) -> Boxes:
    """The ask road at the end of the lowest row of derived roads; those of that row are as wide as one another."""
    last = boxes["cockroach"]
    abreast = [name for name in DERIVED if boxes[name].y == last.y]
    left = boxes[abreast[0]].x
    each = (last.right - ASK - left) / len(abreast) - GAP
    found: Boxes = {"ask": last._replace(x=last.right - ASK, w=ASK)}
    for i, name in enumerate(abreast):
        found[name] = last._replace(x=left + i * (each + GAP), w=each)
    return found


def _form(width: float, height: float) -> tuple[int, float]:
    """How many derived roads stand side by side, and how large their cells are in parts of the big road's."""
    if height > width:
        return (1, 2 / 3) if is_tall(width, height) else (2, 1 / 2)
    return (3, 1 / 3) if width >= NARROW else (2, 1 / 2)


def is_tall(width: float, height: float) -> bool:
    """Whether a board has the height for each derived road in a row of its own."""
    return height / width > 1.7


def _desk(boxes: Boxes, top: float) -> Boxes:
    """The supervisor's desk, and the big road under it: where it always stands if there is room, or else just above the
    limits."""
    area, bar, big = boxes["area"], boxes["bar"], boxes.get("big")
    least = LEAST_DESK if area.w > NARROW else NARROW_DESK
    road = None
    if big and big.bottom <= bar.y and big.y - top > least:
        road = big
    elif big and bar.y - 2 * GAP - LOW_ROAD - top > least:
        road = Box(area.x, bar.y - GAP - LOW_ROAD, area.w, LOW_ROAD)
    desk: Boxes = {"desk": Box(area.x, top, area.w, (road or bar).y - GAP - top)}
    return desk | {"desk_road": road} if road else desk


def _stack(area: Box, rows: list[_Row]) -> Boxes:
    """The rows one below the other. What is left over goes to those that grow; what is missing, those that can give it.

    A board that is too low for everything does without the derived roads.
    """
    rest = area.h - sum(row.height for row in rows) - GAP * (len(rows) - 1)
    spare = sum(row.height - row.least for row in rows if row.least)
    if -rest > spare and any(row.else_ for row in rows):
        return _stack(area, [row.else_ or row for row in rows])
    grows = sum(row.grow for row in rows) or 1.0
    boxes: Boxes = {}
    y = area.y
    for row in rows:
        gives = row.height - row.least if row.least else 0.0
        high = row.height + (rest * row.grow / grows if rest > 0 else rest * gives / max(spare, 1.0))
        boxes |= row.panels(Box(area.x, y, area.w, high))
        y += high + GAP
    return boxes


def _now(place: Box, size: Sizes, timer: bool, portrait: bool, wide: float) -> Boxes:
    """The phase with the last result, the beads, the limits. Beads take what the other two can spare."""
    phase, bead = bool(size["winner"] or timer), bool(size["bead"] and not portrait)
    limits = max(LEAST_LIMITS, min(LIMITS, place.w * 0.27)) if phase or bead else place.w
    if bead:  # in one line, where the beads are as large as the row is meant to be high
        limits = max(limits, min(wide, place.w - LEAST_PHASE - 2 * GAP - BEAD_COLS * (LEAST_NOW - PAPER) / 6 - PAPER))
    beads = 0.0
    if bead:
        least = LEAST_PHASE if phase else -GAP
        beads = min(BEAD_COLS * (place.h - PAPER) / 6 + PAPER, place.w - limits - least - 2 * GAP)
    rest = place.w - limits - (beads + GAP if bead else 0.0)
    boxes: Boxes = {}
    x = place.x
    if phase:
        wide = rest - GAP if bead else (place.w - GAP) * (0.58 if size["winner"] else 0.5)
        boxes["phase"] = Box(x, place.y, wide, place.h)
        x += wide + GAP
    if bead:
        wide = beads if phase else place.w - limits - GAP
        boxes["bead"] = Box(x, place.y, wide, place.h)
        x += wide + GAP
    return boxes | {"limits": Box(x, place.y, place.right - x, place.h)}


def limits_wide(area: float, sizes: tuple[tuple[str, float], ...], timer: bool, portrait: bool, wide: float) -> float:
    """How wide the limits are on a board of that width: they have to know it to say how high they are."""
    return _now(Box(0, 0, area, NOW), dict.fromkeys(PANELS, 1.0) | dict(sizes), timer, portrait, wide)["limits"].w


def _roads(wide: float, size: Sizes, abreast: int, part: float, fourth: bool) -> _Row:
    """The big road and the derived ones under it, all on one grid; `fourth`: the previous shoe is beside the first."""
    lines = -(-3 // abreast)
    each = (wide - GAP * (abreast - 1)) / abreast
    inner = min(wide - PAPER if size["big"] else 1e9, (each - PAPER) / part if size["derived"] else 1e9)
    big = 6.0 if size["big"] else 0.0
    derived = 6 * part * lines if size["derived"] else 0.0
    around = (PAPER if big else 0.0) + (lines * (PAPER + GAP) if derived else 0.0) - (GAP if not big else 0.0)

    def panels(place: Box) -> Boxes:
        cell = (place.h - around) / (big + derived)
        boxes: Boxes = {}
        y = place.y
        if big:
            boxes["big"] = Box(place.x, y, place.w, 6 * cell + PAPER)
            y += 6 * cell + PAPER + GAP
        high = 6 * part * cell + PAPER
        names: list[Name] = [*(["previous"] if fourth else []), *DERIVED] if derived else []  # type: ignore[list-item]
        for i, name in enumerate(names):
            at = Box(place.x + i % abreast * (each + GAP), y + i // abreast * (high + GAP), each, high)
            boxes[name] = at._replace(w=place.right - at.x) if i == len(names) - 1 else at
        return boxes

    most = BIG_COLS if size["big"] > 0.1 or size["derived"] else FINE_COLS
    usual, least = ((big + derived) * inner / cols + around for cols in (FEW_COLS, most))
    usual = least + (usual - least) * min(1.0, max(size["big"], size["derived"]))
    without = _roads(wide, {**size, "derived": 0.0}, abreast, part, False) if big and derived else None
    grow = 0.4 * size["big"] + 0.2 * size["derived"]
    return _Row(panels, usual, grow, least, without)


def _flash(boxes: Boxes, portrait: bool) -> Box:
    """Where a result is flashed: over the phase and the beads, beside the limits, which stay visible; under them on a
    portrait board."""
    area, limits = boxes["area"], boxes["limits"]
    if not portrait and limits.x > area.x:
        return Box(area.x, limits.y, limits.x - GAP - area.x, limits.h)
    top = limits.bottom + GAP
    return Box(area.x, top, area.w, boxes["counts"].h if "counts" in boxes else min(420.0, boxes["bar"].bottom - top))
