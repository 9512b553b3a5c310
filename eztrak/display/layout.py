"""Where the panels stand, in layout units, for a board of a given shape.

A board is a stack of rows. One that is wide and shows everything has three: what happens now (the phase, the counts,
the limits), the big road, and under it the beads with the derived roads and the shoe before. On any other the beads
stand beside the phase, or alone, and counts and the shoe before have rows of their own.
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
SEALED, SEALED_HIGH = 500.0, 104.0  # of the panel of the shoe before that has a place for its seal and the code …
SEALED_WIDE = 545.0  # … and from this width on in one line
ROW_OF_COUNTS = 156.0
NOW, LEAST_NOW, LOW_NOW = 320.0, 296.0, 266.0  # the row of what happens now; the last, on a board that is 4 to 3
BEAD_COLS = 15  # ninety hands
LEAST_PHASE, LEAST_LIMITS, LIMITS = 450.0, 418.0, 506.0
# Columns of the big road: as many as have to fit, as many where it has little room, and what its height is meant for.
BIG_COLS, FINE_COLS, FEW_COLS, FEWER_COLS = 52, 59, 36, 24
GATHERED_COLS, GATHERED_PART, PHASE_PART = 30, 0.25, 0.375  # the same of a gathered board; of the row, for the phase
FAR_PART, STRIP_PART = 0.47, 0.458  # of a row that is read from far away: the result's width, the phase's height
PORTRAIT_PART = 0.48  # of a portrait board, where two abreast have as many columns as the big road
LEAST_BEAD = 6 * 37.0  # in which ideographs can be read
LEAST_TILE = 214.0  # beside figures in one line
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
    "phase", "last", "counts", "others", "bead", "previous", "big", "ask", "postings", "desk_road",
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
    part: float  # how large the cells of the derived roads are, in parts of the big road's
    derives: bool  # whether they are wanted

    def __getitem__(self, name: Name) -> Box:
        return self.boxes[name]

    def get(self, name: Name) -> Box | None:
        return self.boxes.get(name)

    @property
    def sealed(self) -> bool:
        """Whether the panel of the shoe before has a place for its seal and for the code."""
        before = self.get("previous")
        lines = 2 if before and before.w < SEALED_WIDE else 1
        return before is not None and before.w >= SEALED and before.h >= SEALED_HIGH + (lines - 1) * CODE

    @property
    def roomy(self) -> bool:
        """Whether there is room for the derived roads, and for whole shoes."""
        big = self.get("big")
        whole = big is None or big.h + 1 > 6 * (big.w - PAPER) / FINE_COLS + PAPER
        return whole and (not self.derives or self.get("cockroach") is not None)


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
    counts: float,
    others: float,
    gathered: bool,
    timer: bool,
    ask: bool,
    header: float,
    postings: float,
    apart: bool,
    bar: float,
    echo: bool,
    wide: float,
    limits: float,
) -> Layout:
    """The places on a board of that many units; `margin` in units, on every side. How high the header, the counts, the
    band of postings and the bar of limits are follows from what they say, and so does how high, and as far as there is
    room how wide, the limits beside the phase are. `gathered`: the counts stand beside the phase, `others` of them, if
    that has a height, in a row under it; `apart`: the code has a row of its own, and no place with the shoe before;
    `echo`: the strip has something to say under a page."""
    size = dict.fromkeys(PANELS, 1.0) | dict(sizes)
    edge = MARGIN + margin
    area = Box(edge, edge, width - 2 * edge, height - 2 * edge)
    portrait = height > width
    abreast, part = _form(width, height)
    rows = [_Row(_alone("header"), header)]
    least = max(LOW_NOW if not portrait and width < NARROW_NOW else LEAST_NOW, limits)
    grow = 0.6 * max(0.6, size["winner"])
    if gathered:
        beads = BEAD_COLS * LEAST_BEAD / 6 + PAPER
        part = min(GATHERED_PART, ((area.w - beads - 2 * GAP) / 2 - PAPER) / (area.w - PAPER))
        now = _Row(lambda place: _now_gathered(place, wide), max(least, counts), grow)
        rows += [now, *([_Row(_alone("others"), others)] if others else []), _gathered(area.w, size, part)]
    else:
        rows.append(_Row(lambda place: _now(place, size, timer, portrait, wide), max(NOW, least), grow, least))
        rows += _apart(area.w, size, portrait, counts, abreast, part)
    over = size["big"] or size["derived"]  # the strip lies over the lowest road while it has something to say
    if not over:
        rows.append(_Row(_alone("strip"), STRIP))
    if apart:
        rows.append(_Row(_alone("code"), CODE))
    if postings:
        rows.append(_Row(_alone("postings"), postings))
    boxes: Boxes = {"area": area, **_stack(area, rows)}
    if not apart and (before := boxes.get("previous")):
        boxes["code"] = Box(before.x, before.bottom - CODE - 5, before.w - 6, CODE)
    if ask and "cockroach" in boxes:
        boxes |= _asked(boxes)
    foot = boxes["code"].y - GAP if apart else boxes["postings"].y - GAP if postings else area.bottom
    top = boxes["header"].bottom + GAP
    boxes["bar"] = Box(area.x, foot - bar, area.w, bar)
    under = boxes["bar"].y - GAP
    if echo:
        boxes["strip"] = Box(area.x, under - STRIP, area.w, STRIP)
        under -= STRIP + GAP
    elif over:
        left = boxes["small"].x if gathered else area.x
        boxes["strip"] = Box(left, foot - STRIP, area.right - left, STRIP)
    boxes["page"] = Box(area.x, top, area.w, under - top)
    boxes |= _desk(boxes)
    boxes["flash"] = _flash(boxes, portrait)
    return Layout(width, height, boxes, part, bool(size["derived"]))


def gathers(width: float, height: float, sizes: tuple[tuple[str, float], ...]) -> bool:
    """Whether a board of that many units can have the counts beside the phase and the beads under the big road."""
    size = dict.fromkeys(PANELS, 1.0) | dict(sizes)
    return width > height and all(size[name] for name in ("counts", "winner", "bead", "big", "derived"))


def _now_gathered(place: Box, wide: float) -> Boxes:
    """The phase, the counts, the limits: these as wide as their figures, if the others leave that."""
    most = place.w - LEAST_PHASE - 3 * LEAST_TILE - 4 * GAP
    limits = max(LIMITS, wide) if wide <= most else max(LEAST_LIMITS, min(LIMITS, most))
    rest = place.w - limits - 2 * GAP
    phase = max(LEAST_PHASE, rest * PHASE_PART)
    return {
        "phase": Box(place.x, place.y, phase, place.h),
        "counts": Box(place.x + phase + GAP, place.y, rest - phase, place.h),
        "limits": Box(place.right - limits, place.y, limits, place.h),
    }


def gathered_wide(area: float, wide: float) -> tuple[float, float]:
    """How wide the counts and the limits are beside the phase."""
    boxes = _now_gathered(Box(0, 0, area, NOW), wide)
    return boxes["counts"].w, boxes["limits"].w


def _gathered(wide: float, size: Sizes, part: float) -> _Row:
    """The big road, and under it the beads beside the derived roads two by two; the shoe before is one of the four."""
    around = 3 * PAPER + 2 * GAP
    rows = 6 + 12 * part
    derived = 2 * (part * (wide - PAPER) + PAPER + GAP)  # as many columns as the big road has

    def panels(place: Box) -> Boxes:
        cell = (place.h - around) / rows
        low = max(12 * part * cell + 2 * PAPER + GAP, LEAST_BEAD + PAPER)
        big = Box(place.x, place.y, place.w, place.h - low - GAP)
        y = big.bottom + GAP
        bead = BEAD_COLS * min((low - PAPER) / 6, (place.w - derived - PAPER) / BEAD_COLS) + PAPER
        x = place.x + bead + GAP
        each, high = (place.right - x - GAP) / 2, (low - GAP) / 2
        below, right = y + high + GAP, x + each + GAP
        boxes: Boxes = {
            "big": big,
            "bead": Box(place.x, y, bead, low),
            "big_eye": Box(x, y, each, high),
            "small": Box(x, below, each, high),
            "cockroach": Box(right, below, each, high),
        }
        if not size["previous"]:
            boxes["big_eye"] = Box(x, y, place.right - x, high)
            return boxes
        return boxes | {"previous": Box(right, y, each, high)}

    usual, least = (rows * (wide - PAPER) / cols + around for cols in (GATHERED_COLS, BIG_COLS))
    least = max(least, 6 * (wide - PAPER) / BIG_COLS + PAPER + GAP + LEAST_BEAD + PAPER)
    return _Row(panels, usual, 0.4 * size["big"] + 0.2 * size["derived"], least)


def _apart(wide: float, size: Sizes, portrait: bool, counts: float, abreast: int, part: float) -> list[_Row]:
    """A row each for the counts, the shoe before, the beads of a portrait board, and the roads."""
    rows = []
    if size["counts"]:
        rows.append(_Row(_alone("counts"), counts, 0.25 * size["counts"] * max(1, round(counts / ROW_OF_COUNTS))))
    fourth = bool(size["previous"] and size["derived"] and abreast == 2)  # it stands beside the third derived road
    if size["previous"] and not fourth:
        rows.append(_Row(_alone("previous"), PREVIOUS * (2 if portrait else 1)))
    if portrait and size["bead"]:
        cell = (wide - PAPER) / BEAD_COLS
        rows.append(_Row(_alone("bead"), 6 * min(cell, 44.0) + PAPER, 0.15 * size["bead"], 6 * 36.0 + PAPER))
    if size["big"] or size["derived"]:
        rows.append(_roads(wide, size, abreast, part, fourth, FEWER_COLS if portrait else FEW_COLS))
    return rows


def _asked(boxes: Boxes) -> Boxes:
    """The ask road at the end of the lowest row of derived roads; those of that row are as wide as one another."""
    last = boxes["cockroach"]
    abreast = [name for name in DERIVED if boxes[name].y == last.y]
    left = boxes[abreast[0]].x
    each = (last.right - ASK - left) / len(abreast) - GAP
    narrowed: Boxes = {"ask": last._replace(x=last.right - ASK, w=ASK)}
    for i, name in enumerate(abreast):
        narrowed[name] = last._replace(x=left + i * (each + GAP), w=each)
    return narrowed


def _form(width: float, height: float) -> tuple[int, float]:
    """How many derived roads stand side by side, and how large their cells are in parts of the big road's."""
    if height > width:
        return 2, PORTRAIT_PART
    return (3, 1 / 3) if width >= NARROW else (2, 1 / 2)


def is_tall(width: float, height: float) -> bool:
    """Whether a board has the height for one more row of tiles."""
    return height / width > 1.7


def _desk(boxes: Boxes) -> Boxes:
    """The supervisor's desk, and the big road under it: where it always stands if there is room, or else just above the
    limits."""
    area, page, big = boxes["area"], boxes["page"], boxes.get("big")
    least = LEAST_DESK if area.w > NARROW else NARROW_DESK
    road = None
    if big and big.bottom <= page.bottom and big.y - page.y > least:
        road = big
    elif big and page.h - GAP - LOW_ROAD > least:
        high = LOW_ROAD + 0.5 * (page.h - GAP - LOW_ROAD - least)
        road = Box(area.x, page.bottom - high, area.w, high)
    desk: Boxes = {"desk": page._replace(h=road.y - GAP - page.y) if road else page}
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
    if size["winner"] > 1 and not (bead or portrait):
        return _now_far(place)
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
        wide = (place.w - GAP) * (0.54 if size["winner"] else 0.5) if portrait else rest - GAP
        boxes["phase"] = Box(x, place.y, wide, place.h)
        x += wide + GAP
    if bead:
        wide = beads if phase else place.w - limits - GAP
        boxes["bead"] = Box(x, place.y, wide, place.h)
        x += wide + GAP
    return boxes | {"limits": Box(x, place.y, place.right - x, place.h)}


def _now_far(place: Box) -> Boxes:
    """The phase in a line over the result and the limits."""
    wide, high = place.w * FAR_PART, (place.h - GAP) * STRIP_PART
    last = Box(place.x, place.y + high + GAP, wide, place.h - GAP - high)
    right = last._replace(x=last.right + GAP, w=place.w - wide - GAP)
    return {"phase": place._replace(h=high), "last": last, "limits": right}


def limits_wide(area: float, sizes: tuple[tuple[str, float], ...], timer: bool, portrait: bool, wide: float) -> float:
    """How wide the limits are on a board of that width: they have to know it to say how high they are."""
    return _now(Box(0, 0, area, NOW), dict.fromkeys(PANELS, 1.0) | dict(sizes), timer, portrait, wide)["limits"].w


def grown(last: Box, phase: Box) -> Box:
    """The place of a result that leads, on a board that is read from far away: up to where the phase begins."""
    return last._replace(y=phase.y, h=last.bottom - phase.y)


def _roads(wide: float, size: Sizes, abreast: int, part: float, fourth: bool, few: int) -> _Row:
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
    usual, least = ((big + derived) * inner / cols + around for cols in (few, most))
    usual = least + (usual - least) * min(1.0, max(size["big"], size["derived"]))
    without = _roads(wide, {**size, "derived": 0.0}, abreast, part, False, few) if big and derived else None
    grow = 0.4 * size["big"] + 0.2 * size["derived"]
    return _Row(panels, usual, grow, least, without)


def _flash(boxes: Boxes, portrait: bool) -> Box:
    """Where a result is flashed: over the phase and the beads, beside the limits, which stay visible; under them on a
    portrait board."""
    area, limits = boxes["area"], boxes["limits"]
    if last := boxes.get("last"):
        return grown(last, boxes["phase"])
    if not portrait and limits.x > area.x:
        return Box(area.x, limits.y, limits.x - GAP - area.x, limits.h)
    top = limits.bottom + GAP
    return Box(area.x, top, area.w, boxes["counts"].h if "counts" in boxes else min(420.0, boxes["bar"].bottom - top))
