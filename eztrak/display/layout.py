"""Where the panels stand, in layout units, for a board of a given shape.

A board is a stack of rows; what height is left over goes to the rows that can use it. A layout file leaves panels out
(size 0) or gives them more of that rest. Header, limits and strip are on every board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from eztrak.config.appearance import PANELS
from eztrak.display.scene import Box

UNITS = 1080.0  # the height of a landscape board, the width of a portrait one
MARGIN, GAP = 16.0, 10.0
PANEL_RADIUS = 10.0
HEADER, COUNTS, MIDDLE, STRIP, BAR = 46.0, 182.0, 318.0, 64.0, 118.0

# A shoe of eight decks reaches 57 columns on the big road at the most seen, 48 in 99 of 100: 49 fit before it scrolls.
BIG_COLS, BEAD_COLS = 49, 16
PREVIOUS = 330.0  # the width that words need
ASK = 232.0
LEAST_DESK, NARROW_DESK = 420.0, 520.0  # lower than this the supervisor's desk takes the big road's place too …
LOW_ROAD = 6 * 27.0 + 2 * GAP  # … which is this high where it makes room for the desk
STAGE, STAGE_HIGH = 460.0, 820.0  # a celebration leaves the counts in view where it has this height without them
NARROW = 1750.0  # below this width the previous shoe stands beside the roads

DerivedRoad: TypeAlias = Literal["big_eye", "small", "cockroach"]
# fmt: off
Name: TypeAlias = Literal[
    "area", "header", "limits", "strip", "bar", "page", "desk", "stage", "flash",  # on every board
    "counts", "winner", "timer", "bead", "previous", "big", "ask", "postings", "desk_road",
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
    def portrait(self) -> bool:
        return self.height > self.width


@dataclass(slots=True)
class _Row:
    panels: Callable[[Box], Boxes]
    height: float
    grow: float = 0.0
    least: float = 0.0  # a row gives way down to this height where the board is low; 0: not at all
    first_to_go: bool = False


def _alone(name: Name) -> Callable[[Box], Boxes]:
    return lambda place: {name: place}


def layout(
    width: float,
    height: float,
    margin: float,
    sizes: tuple[tuple[str, float], ...],
    tile_rows: int,
    timer: bool,
    ask: bool,
    postings: bool,
    wager_limits: int,
) -> Layout:
    """The places on a board of that many units; `margin` in units, on every side."""
    size = dict.fromkeys(PANELS, 1.0) | dict(sizes)
    edge = MARGIN + margin
    area = Box(edge, edge, width - 2 * edge, height - 2 * edge)
    portrait = height > width
    narrow = area.w < NARROW
    rows = (_portrait_rows if portrait else _landscape_rows)(area, size, tile_rows, timer, ask)
    if postings and narrow:
        rows.insert(-1, _Row(_alone("postings"), STRIP))
    boxes: Boxes = {"area": area, **_stack(area, rows)}
    if ask and "cockroach" in boxes and "ask" not in boxes:
        road = boxes["cockroach"]
        boxes["cockroach"] = Box(road.x, road.y, road.w - ASK - GAP, road.h)
        boxes["ask"] = Box(road.right - ASK, road.y, ASK, road.h)
    strip = boxes["strip"]
    if postings and not narrow:
        wide = strip.w * 0.42
        boxes["strip"] = Box(strip.x, strip.y, strip.w - wide - GAP, strip.h)
        boxes["postings"] = Box(strip.right - wide, strip.y, wide, strip.h)
    foot = boxes["postings"].y if postings else strip.y
    bar = BAR + ((44.0 if wager_limits < 5 else 58.0) if narrow and wager_limits else 0.0)
    boxes["bar"] = Box(area.x, foot - GAP - bar, area.w, bar)
    top = boxes["header"].bottom + GAP
    boxes["page"] = Box(area.x, top, area.w, boxes["bar"].y - GAP - top)
    boxes |= _desk(boxes, top)
    boxes["stage"] = boxes["page"]
    if "counts" in boxes and boxes["bar"].y - boxes["counts"].bottom > (STAGE_HIGH if portrait else STAGE):
        top = boxes["counts"].bottom + GAP
        boxes["stage"] = Box(area.x, top, area.w, boxes["bar"].y - GAP - top)
    boxes["flash"] = _flash(boxes, portrait)
    return Layout(width, height, boxes)


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


def is_tall(width: float, height: float) -> bool:
    """Whether a board has the height for each derived road in a row of its own."""
    return height / width > 1.68


def _landscape_rows(area: Box, size: Sizes, tile_rows: int, timer: bool, ask: bool) -> list[_Row]:
    rows = [_Row(_alone("header"), HEADER)]
    if size["counts"]:
        usual, least = (
            (COUNTS, 160.0) if tile_rows == 1 else (_tiles_high(tile_rows, 164.0), _tiles_high(tile_rows, 152.0))
        )
        rows.append(_Row(_alone("counts"), usual, 0.2 * size["counts"], least))
    narrow = area.w < NARROW
    in_middle = [name for name in _MIDDLE if not (narrow and name == "previous")]
    grow = max(0.6, *(size[name] for name in in_middle))
    rows.append(_Row(lambda place: _middle(place, size, timer, portrait=False), MIDDLE, grow, 300.0))
    if narrow:
        beside = PREVIOUS + GAP if size["previous"] else 0.0
        cell = max((area.w - beside) / BIG_COLS, 30.0)
        high = (6 * cell + 2 * GAP if size["big"] else 0.0) + (3 * cell + 2 * GAP + GAP if size["derived"] else 0.0)
        if high or beside:
            least = 276.0 if beside else 250.0
            least -= 66.0 if tile_rows > 1 else 0.0  # what the derived roads take
            grow = 0.6 * max(size["big"], size["derived"])
            rows.append(_Row(lambda place: _roads(place, size, ask), max(high, least), grow, least))
    else:
        cell = area.w / BIG_COLS
        if size["big"]:
            rows.append(_Row(_alone("big"), 6 * cell + 2 * GAP, 0.4 * size["big"], 6 * 27.0 + 2 * GAP))
        if size["derived"]:
            high, least = 3 * cell + 2 * GAP, 6 * 13.0 + 2 * GAP
            rows.append(_Row(lambda place: _derived(place, ask), high, 0.2 * size["derived"], least, first_to_go=True))
    rows.append(_Row(_alone("strip"), STRIP))
    return rows


def _portrait_rows(area: Box, size: Sizes, tile_rows: int, timer: bool, ask: bool) -> list[_Row]:
    tall = is_tall(area.w, area.h)
    rows = [_Row(_alone("header"), 2 * HEADER)]
    if size["counts"]:
        least = 0.0 if tile_rows <= 2 else _tiles_high(tile_rows, 156.0)
        rows.append(_Row(_alone("counts"), _tiles_high(tile_rows, 164.0), 0.6 * size["counts"], least))
    grow = 0.4 * max(0.6, size["winner"])
    rows.append(_Row(lambda place: _middle(place, size, timer, portrait=True), MIDDLE, grow))
    if size["bead"] or size["previous"]:
        grow = 0.4 * max(size["bead"], size["previous"])
        rows.append(_Row(lambda place: _bead_row(place, size), 296.0, grow, 272.0))
    if size["big"]:
        rows.append(_Row(_alone("big"), 6 * 32.0 + 2 * GAP, 0.6 * size["big"], 6 * 25.0 + 2 * GAP))
    if size["derived"]:
        each = [_alone(name) for name in DERIVED] if tall else [lambda place: _derived(place, ask)]
        cell, least = (16.0, 11.0) if tall else (14.0, 12.0)
        grow = 0.3 * size["derived"]
        rows += [_Row(panels, 6 * cell + 2 * GAP, grow, 6 * least + 2 * GAP, first_to_go=True) for panels in each]
    rows.append(_Row(_alone("strip"), 84.0))
    return rows


def _tiles_high(rows: int, each: float) -> float:
    return rows * each + (rows - 1) * GAP


def _stack(area: Box, rows: list[_Row]) -> Boxes:
    """The rows one below the other. What is left over goes to those that grow; what is missing, those that can give it.

    A board that is too low for everything does without the derived roads.
    """
    rest = area.h - sum(row.height for row in rows) - GAP * (len(rows) - 1)
    spare = sum(row.height - row.least for row in rows if row.least)
    if -rest > spare and any(row.first_to_go for row in rows):
        return _stack(area, [row for row in rows if not row.first_to_go])
    grows = sum(row.grow for row in rows) or 1.0
    boxes: Boxes = {}
    y = area.y
    for row in rows:
        gives = row.height - row.least if row.least else 0.0
        high = row.height + (rest * row.grow / grows if rest > 0 else rest * gives / max(spare, 1.0))
        boxes |= row.panels(Box(area.x, y, area.w, high))
        y += high + GAP
    return boxes


_MIDDLE: tuple[Name, ...] = ("winner", "bead", "previous")


def _middle(place: Box, size: Sizes, timer: bool, portrait: bool) -> Boxes:
    names: list[Name] = ["limits", *(name for name in _MIDDLE if size[name])]
    if portrait:
        names = [name for name in names if name not in ("bead", "previous")]
    elif place.w < NARROW and "previous" in names:
        names.remove("previous")
    if timer and "winner" not in names:
        names.insert(1, "timer")
    widths = {"limits": 418.0, "winner": 418.0, "timer": 418.0, "previous": PREVIOUS}
    if "bead" in names:
        cell = (place.h - 2 * GAP) / 6
        others = sum(widths[name] for name in names if name != "bead") + GAP * (len(names) - 1)
        cols = int((place.w - others - 2 * GAP) / cell)
        widths["bead"] = min(cols, BEAD_COLS) * cell + 2 * GAP
    wanted = {name: widths[name] for name in names}
    rest = place.w - sum(wanted.values()) - GAP * (len(names) - 1)
    sharing = [name for name in names if name != "bead"]
    boxes: Boxes = {}
    x = place.x
    for name in names:
        wide = wanted[name] + (rest / len(sharing) if name in sharing else 0.0)
        boxes[name] = Box(x, place.y, wide, place.h)
        x += wide + GAP
    if timer and "winner" in boxes:
        box = boxes["winner"]
        high = (box.h - GAP) * 0.6
        boxes["winner"] = Box(box.x, box.y, box.w, high)
        boxes["timer"] = Box(box.x, box.y + high + GAP, box.w, box.h - high - GAP)
    return boxes


def _bead_row(place: Box, size: Sizes) -> Boxes:
    if not size["previous"]:
        return {"bead": place}
    if not size["bead"]:
        return {"previous": place}
    beside = PREVIOUS + 16
    return {
        "bead": Box(place.x, place.y, place.w - beside - GAP, place.h),
        "previous": Box(place.right - beside, place.y, beside, place.h),
    }


def _roads(place: Box, size: Sizes, ask: bool) -> Boxes:
    """The roads of a narrow board, the previous shoe beside them."""
    boxes: Boxes = {}
    if size["previous"]:
        alone = not (size["big"] or size["derived"])
        wide = place.w if alone else PREVIOUS + 14
        boxes["previous"] = Box(place.right - wide, place.y, wide, place.h)
        if alone:
            return boxes
        place = Box(place.x, place.y, place.w - wide - GAP, place.h)
    if not size["derived"]:
        return boxes | {"big": place}
    if not size["big"]:
        return boxes | _derived(place, ask)
    # The cells of a derived road are half as high as those of the big road. Where they would be too small to tell
    # apart, the board does without them.
    cell = (place.h - GAP - 4 * GAP) / 9
    if cell < 22:
        return boxes | {"big": place}
    big = Box(place.x, place.y, place.w, 6 * cell + 2 * GAP)
    return boxes | {"big": big} | _derived(Box(place.x, big.bottom + GAP, place.w, 3 * cell + 2 * GAP), ask)


def _derived(place: Box, ask: bool) -> Boxes:
    wide = ASK if ask else -GAP
    each = (place.w - 3 * GAP - wide) / 3
    boxes: Boxes = {name: Box(place.x + i * (each + GAP), place.y, each, place.h) for i, name in enumerate(DERIVED)}
    if ask:
        boxes["ask"] = Box(place.right - wide, place.y, wide, place.h)
    return boxes


def _flash(boxes: Boxes, portrait: bool) -> Box:
    """Where a result is flashed: beside the limits, which stay visible; under them on a portrait board."""
    area, limits = boxes["area"], boxes["limits"]
    if not portrait:
        return Box(limits.right + GAP, limits.y, area.right - limits.right - GAP, limits.h)
    top = limits.bottom + GAP
    return Box(area.x, top, area.w, min(420.0, boxes["bar"].bottom - top))
