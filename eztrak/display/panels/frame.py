"""What panels share: their ground, and the way a road is laid out and scrolled."""

from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.scene import Bar, Box, Grid, Nodes
from eztrak.display.theme import Theme
from eztrak.roads.drawing import ROWS


def ground(box: Box, theme: Theme) -> Nodes:
    return (Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep),)


class Paper:
    """The ground of a road: its cells, and which columns are in view."""

    def __init__(self, box: Box, theme: Theme, newest_col: int, least_cols: int = 1) -> None:
        wide, high = box.w - 2 * GAP, box.h - 2 * GAP
        self.cell = min(high / ROWS, wide / least_cols)
        self.cols = int(wide / self.cell + 0.01)
        self.x = box.x + (box.w - self.cols * self.cell) / 2
        self.y = box.y + (box.h - ROWS * self.cell) / 2
        self.first = max(0, newest_col - self.cols)  # how many columns have scrolled out on the left
        self.nodes: Nodes = (
            Bar(*box, theme.paper, PANEL_RADIUS),
            Grid(self.x, self.y, self.cols, ROWS, self.cell, theme.line),
        )

    def centre(self, col: int, row: int) -> tuple[float, float] | None:
        """The middle of a cell, or None where it is out of view."""
        if not self.first < col <= self.first + self.cols:
            return None
        return self.x + (col - self.first - 0.5) * self.cell, self.y + (row - 0.5) * self.cell
