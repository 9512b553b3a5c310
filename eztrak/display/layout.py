"""Where the panels stand, in layout units, for a board of a given shape."""

from dataclasses import dataclass

from eztrak.display.scene import Box

UNITS = 1080.0  # the shorter side
MARGIN, GAP = 16.0, 10.0
PANEL_RADIUS = 10.0

# A shoe of eight decks reaches 57 columns on the big road at the most seen, 48 in 99 of 100: 49 fit before it scrolls.
BIG_COLS, BEAD_COLS = 49, 15


@dataclass(frozen=True, slots=True)
class Layout:
    width: float
    height: float
    header: Box
    counts: Box
    limits: Box
    winner: Box
    timer: Box | None
    bead: Box
    previous: Box
    big: Box
    derived: tuple[Box, Box, Box]
    ask: Box | None
    strip: Box
    postings: Box | None

    @property
    def middle(self) -> Box:
        """Where a result is flashed: between the limits, which stay visible, and the previous shoe."""
        return Box(self.winner.x, self.bead.y, self.bead.right - self.winner.x, self.bead.h)

    @property
    def page(self) -> Box:
        """Where a page for the supervisor opens: over the roads, beside the limits."""
        return Box(self.winner.x, self.bead.y, self.big.right - self.winner.x, self.derived[0].bottom - self.bead.y)


def landscape(width: float, timer: bool, ask: bool, postings: bool) -> Layout:
    """A board wider than high; `width` in units, its height being 1080."""
    left, inner = MARGIN, width - 2 * MARGIN
    header = Box(left, MARGIN, inner, 46)
    counts = Box(left, header.bottom + GAP, inner, 182)
    big_cell = (inner - 2 * GAP) / BIG_COLS
    big_height = 6 * big_cell + 2 * GAP
    strip = Box(left, UNITS - MARGIN - 64, inner, 64)
    derived_height = 6 * big_cell / 2 + 2 * GAP
    derived_y = strip.y - GAP - derived_height
    big = Box(left, derived_y - GAP - big_height, inner, big_height)
    middle_y = counts.bottom + GAP
    middle_h = big.y - GAP - middle_y

    bead_width = BEAD_COLS * min(46.0, (middle_h - 2 * GAP) / 6) + 2 * GAP
    shared = inner - bead_width - 3 * GAP
    limits = Box(left, middle_y, shared * 0.357, middle_h)
    result_x, result_w = limits.right + GAP, shared * 0.359
    winner_h = (middle_h - GAP) * 0.58 if timer else middle_h
    winner = Box(result_x, middle_y, result_w, winner_h)
    bead = Box(winner.right + GAP, middle_y, bead_width, middle_h)
    previous_x = bead.right + GAP

    ask_width = 232.0 if ask else -GAP
    each = (inner - 3 * GAP - ask_width) / 3
    roads = [Box(left + i * (each + GAP), derived_y, each, derived_height) for i in range(3)]
    postings_width = inner * 0.4
    return Layout(
        width=width,
        height=UNITS,
        header=header,
        counts=counts,
        limits=limits,
        winner=winner,
        timer=Box(result_x, winner.bottom + GAP, result_w, middle_h - winner_h - GAP) if timer else None,
        bead=bead,
        previous=Box(previous_x, middle_y, left + inner - previous_x, middle_h),
        big=big,
        derived=(roads[0], roads[1], roads[2]),
        ask=Box(roads[2].right + GAP, derived_y, ask_width, derived_height) if ask else None,
        strip=Box(left, strip.y, inner - postings_width - GAP if postings else inner, strip.h),
        postings=Box(left + inner - postings_width, strip.y, postings_width, strip.h) if postings else None,
    )
