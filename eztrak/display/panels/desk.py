"""The supervisor's desk: the hands of a shoe with their numbers, the one under the cursor with its story, and what is
to be done to it, before and after. It leaves the big road to the players."""

from datetime import datetime

from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import BOLD, MEDIUM, fit, width
from eztrak.display.panels.frame import wrapped
from eztrak.display.panels.marks import bead_mark
from eztrak.display.scene import Bar, Box, Node, Nodes, Slash, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS
from eztrak.game.hand import FREE, Hand
from eztrak.roads.drawing import ROWS
from eztrak.table.desk import REASONS, Act, Desk
from eztrak.table.shoe import Shoe
from eztrak.table.story import Told, story

TITLE, WORD, NUMBER = 32.0, 25.0, 16.5
COLS = 18  # of six hands: a shoe of eight decks
KEYS = ("number: to that hand   Enter: other shoe", "−  void   ×  change   +  insert after it   /  move   clear: back")


def desk_page(box: Box, theme: Theme, words: Words, shoe: Shoe, desk: Desk) -> Nodes:
    nodes: list[Node] = [Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep)]
    inside = box.inset(24, 20)
    wide = inside.w if box.h > box.w * 0.6 else inside.w * 0.56
    high = min(inside.h - 20, ROWS * 78.0) if wide < inside.w else min(inside.h * 0.5, ROWS * 72.0)
    plate = Box(inside.x, inside.y, wide, high)
    beside = Box(plate.right + 28, inside.y, inside.right - plate.right - 28, inside.h)
    if wide == inside.w:
        beside = Box(inside.x, plate.bottom + 34, inside.w, inside.bottom - plate.bottom - 34)
    return (*nodes, *_plate(plate, theme, words, shoe, desk.hand), *_beside(beside, theme, words, shoe, desk))


def _plate(box: Box, theme: Theme, words: Words, shoe: Shoe, number: int) -> list[Node]:
    """Every hand in the order of play, void ones among them, each with its number."""
    nodes: list[Node] = [Bar(*box, theme.paper, PANEL_RADIUS)]
    inside = box.inset(GAP)
    tall, wide = inside.h / ROWS, inside.w / COLS
    bead = min(wide * 0.96, tall - NUMBER - 6)
    last = max((i for i, hand in enumerate(shoe.hands) if hand.number == number), default=0) // ROWS
    first = max(0, max((len(shoe.hands) - 1) // ROWS, last) - COLS + 1)
    first = min(first, last)
    for place, hand in enumerate(shoe.hands[first * ROWS : (first + COLS) * ROWS]):
        x, y = inside.x + (place // ROWS + 0.5) * wide, inside.y + place % ROWS * tall
        middle = y + NUMBER + 5 + bead / 2
        if hand.number == number:
            nodes.append(Bar(x - wide / 2, y - 2, wide, tall, theme.newest, 6))
        nodes.append(Text(x, y + NUMBER / 2 + 1, str(hand.number), NUMBER, theme.dark, BOLD, role="posting"))
        nodes += bead_mark(x, middle, bead, hand, theme, words.game)
        if hand.voided:
            nodes.append(Slash(x, middle, bead * 0.5, bead * 0.12, theme.dark))
    return nodes


def _beside(box: Box, theme: Theme, words: Words, shoe: Shoe, desk: Desk) -> list[Node]:
    hand = shoe.hand(desk.hand)
    title = f"Shoe {shoe.number}, " + (f"hand {desk.hand}: {shoe.game.describe(hand)}" if hand else "before hand 1")
    y = box.y + TITLE / 2
    nodes: list[Node] = [Text(box.x, y, title, fit(title, TITLE, box.w), theme.accent, BOLD, "l")]
    y += 56
    if desk.act is None:
        told = [f"{_local(line)}  {line.what}" for line in story(shoe, desk.hand)]
        nodes += _lines(box, y, theme, told, box.bottom - 100)
        return nodes + _foot(box, theme, KEYS)
    was, now = _was_and_now(desk, shoe, hand)
    nodes += _lines(box, y, theme, [was, now], box.bottom)
    y += 110
    if desk.wants_result:
        said = ", ".join(words.name(id) for id in (*words.game.marks, FREE, *WINNERS) if id in desk.toggles) or " "
        nodes += [
            Bar(box.x, y - 34, box.w, 76, theme.paper, 10),
            Text(box.x + 20, y + 4, said, fit(said, 40, box.w - 40), theme.dark, BOLD, "l"),
        ]
        return nodes + _foot(box, theme, ("What was it? Its keys, then Enter   clear: back",))
    step = min(56.0, (box.bottom - 60 - y) / len(REASONS))
    for i, reason in enumerate(REASONS, 1):
        at = y + step * (i - 1)
        nodes += [
            Bar(box.x, at - 22, 44, 44, theme.gold, 8),
            Text(box.x + 22, at, str(i), WORD, theme.gold_ink),
            Text(box.x + 62, at, reason, WORD, theme.ink, MEDIUM, "l"),
        ]
    return nodes + _foot(box, theme, ("Why? A figure does it   clear: back",))


def _was_and_now(desk: Desk, shoe: Shoe, hand: Hand | None) -> tuple[str, str]:
    """The hand before and after what is to be done."""
    describe = shoe.game.describe
    was = describe(hand) if hand else ""
    given = describe(desk.given) if desk.given else "?"
    match desk.act:
        case Act.VOID:
            return f"Void: is {was}", "will be void"
        case Act.CHANGE:
            return f"Change: is {was}", f"will be {given}"
        case Act.INSERT:
            return f"Insert after hand {desk.hand}" if hand else "Insert before hand 1", f"a new hand {given}"
        case _:
            return "Move to the other shoe:", "this hand and all " + ("before it" if not shoe.ended_at else "after it")


def _lines(box: Box, y: float, theme: Theme, told: list[str], bottom: float) -> list[Node]:
    nodes: list[Node] = []
    for line in told:
        for i, part in enumerate(wrapped(line, WORD, box.w - 24)):
            if y > bottom - WORD:
                return nodes
            nodes.append(Text(box.x + 24 * (i > 0), y, part, WORD, theme.ink, MEDIUM, "l"))
            y += WORD * 1.6
    return nodes


def _foot(box: Box, theme: Theme, told: tuple[str, ...]) -> list[Node]:
    rows = [part for line in told for part in wrapped(line, WORD, box.w)]
    first = box.bottom - WORD / 2 - (len(rows) - 1) * WORD * 1.5
    return [
        Text(box.x, first + i * WORD * 1.5, row, WORD, theme.soft, MEDIUM, "l")
        for i, row in enumerate(rows)
        if width(row, WORD, MEDIUM) <= box.w
    ]


def _local(line: Told) -> str:
    """As the clock on the wall showed it."""
    try:
        return f"{datetime.fromisoformat(line.at.replace('Z', '+00:00')).astimezone():%H:%M:%S}"
    except ValueError:
        return line.at
