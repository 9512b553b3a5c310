"""Every hand of a shoe in small type, by its number: when it was entered, what it was, and what was done to it."""

from eztrak.display.scene import Bar, Node
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.notation import write
from eztrak.supervisor.columns import Cell, Column, section, written
from eztrak.supervisor.days import clock
from eztrak.supervisor.paper import INK, MARGIN, SMALL, SOFT, WIDE
from eztrak.supervisor.told import ShoeTold

PITCH = 2.65  # from one hand to the next, in millimetres
ROOM = WIDE - 2 * MARGIN
MARKS = {"change": "*", "insert": "+"}  # a void has its own x
LEGEND = "B7 Dragon 7, P8 Panda 8, n natural, f free hand, x void, * changed, + put in later"
GROUND = (250, 226, 160)  # under a hand that was corrected
TOP = 6.4  # of the first hand under the part's name
COLUMNS = (Column("", 4.8, 4.8), Column("", 6, 9, "l"), Column("", 15.8, 4.8, "l"), Column("", 20.9, 4.6, "l"))


def corrected(told: ShoeTold) -> dict[int, str]:
    """The hands that somebody corrected, with their marks."""
    marks: dict[int, str] = {}
    for _, hand, what, *_ in told.corrections:
        mark = MARKS.get(what, "")
        marks[hand] = marks.get(hand, "") + ("" if mark in marks.get(hand, "") else mark)
    return marks


def hands_table(y: float, most: float, told: ShoeTold, theme: Theme, words: Words) -> tuple[list[Node], float]:
    """The table and where it ends: not below `most`, and smaller where it must be."""
    several = len({dealer for _, _, dealer in told.hands if dealer}) > 1
    legend = f"number, time entered, result{', dealer' if several else ''}; {LEGEND}"
    nodes = [*section(y, "Hands"), written(MARGIN + ROOM, y, legend, SMALL, SOFT, ROOM - 20, anchor="r")]
    if not told.hands:
        return [*nodes, written(MARGIN, y + TOP, "no hands", SMALL, SOFT, 30)], y + TOP + PITCH
    marks = corrected(told)
    across = 7 if several else 8
    rows = -(-len(told.hands) // across)
    pitch = min(PITCH, (most - y - TOP) / rows)
    cap = min(SMALL, SMALL * pitch / PITCH)
    for i, (hand, at, dealer) in enumerate(sorted(told.hands, key=lambda entry: entry[0].number)):
        left, top = MARGIN + ROOM / across * (i // rows), y + TOP + pitch * (i % rows)
        cells = (
            Cell(str(hand.number), INK, True),
            Cell(clock(at, seconds=True)),
            Cell(write([hand]) + marks.get(hand.number, ""), SOFT if hand.voided else theme.of(hand.outcome), True),
            Cell(str(dealer) if several and dealer else "", SOFT),
        )
        if hand.number in marks:
            nodes.append(Bar(left + 0.6, top - pitch / 2, ROOM / across - 0.8, pitch, GROUND))
        for column, cell in zip(COLUMNS, cells, strict=True):
            at_x, colour, bold, anchor = left + column.x, cell.colour, cell.bold, column.anchor
            nodes.append(written(at_x, top, cell.text, cap, colour, column.room, bold, anchor, words))
    return nodes, y + TOP + pitch * rows
