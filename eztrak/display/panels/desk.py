"""The supervisor's desk: the hands of a shoe with their numbers, the one under the cursor with its story, and what is
to be done to it, before and after. It leaves the big road to the players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo

from eztrak.display.layout import GAP, PANEL_RADIUS
from eztrak.display.lettering import BOLD, fit, width
from eztrak.display.motion import mix
from eztrak.display.panels.frame import AIRY, LEADING, fitted, wrapped
from eztrak.display.panels.marks import bead_mark
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Ring, Slash, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import WINNERS
from eztrak.game.hand import FREE, Hand
from eztrak.roads.drawing import ROWS
from eztrak.table.desk import REASONS, Act, Desk
from eztrak.table.shoe import Shoe
from eztrak.table.story import story
from eztrak.voice.said import All, Part, Said
from eztrak.voice.times import local

TITLE, WORD, NUMBER = 32.0, 25.0, 16.5
LINE = 42.0  # from one line of a story to the next
KEY, KEY_STEP = 40.0, 52.0  # the height of a key's chip, and from one row of them to the next
PAIR = 74.0  # from the hand as it was to the hand as it will be
CELL, CELL_HIGH = 58.0, 78.0  # of a hand on the plate, at the most
COLS, FEW = 18, 12  # of six hands: a shoe of eight decks, and what most are
FRAME = 5.0  # of the cursor
BACK = (Said("CLEAR"), Said("back"))
KEYS: tuple[tuple[Part, Said], ...] = (
    ("0–9", Said("to that hand")),
    ("Enter", Said("other shoe")),
    ("−", Said("void it")),
    ("*", Said("change it")),
    ("+", Said("insert after it")),
    ("/", Said("move it")),
    BACK,
)


def desk_page(box: Box, theme: Theme, words: Words, shoe: Shoe, desk: Desk, zone: tzinfo) -> Nodes:
    """`zone`: of the clock on the wall."""
    inside = box.inset(24, 20)
    beneath = box.h > box.w * 0.6  # the story under the hands, on a portrait board
    cols = min(COLS, max(FEW, -(-len(shoe.hands) // ROWS)))
    cell = min(CELL, ((inside.w if beneath else inside.w * 0.56) - 2 * GAP) / (COLS if beneath else cols))
    high = min(inside.h * 0.5 if beneath else inside.h, ROWS * CELL_HIGH + 2 * GAP)
    plate = Box(inside.x, inside.y, inside.w if beneath else cols * cell + 2 * GAP, high)
    beside = Box(plate.right + 28, inside.y, inside.right - plate.right - 28, inside.h)
    if beneath:
        beside = Box(inside.x, plate.bottom + 28, inside.w, inside.bottom - plate.bottom - 28)
    return (
        Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep),
        *_plate(plate, COLS if beneath else cols, theme, words, shoe, desk),
        *_beside(beside, theme, words, shoe, desk, zone),
    )


def _plate(box: Box, cols: int, theme: Theme, words: Words, shoe: Shoe, desk: Desk) -> list[Node]:
    """Every hand in the order of play, void ones among them, each with its number; on gold, where more happened to it
    than that it was entered. The hand under the cursor comes last: its frame lies over its neighbours."""
    nodes: list[Node] = [Bar(*box.inset(-2), theme.line, PANEL_RADIUS + 2), Bar(*box, theme.paper, PANEL_RADIUS)]
    inside = box.inset(GAP)
    cell = Box(0, 0, inside.w / cols, inside.h / ROWS)
    at = next((i for i, hand in enumerate(shoe.hands) if hand.number == desk.hand), 0)
    first = min(max(0, (len(shoe.hands) - 1) // ROWS - cols + 1), at // ROWS)
    shown = list(enumerate(shoe.hands))[first * ROWS : (first + cols) * ROWS]
    events = Counter(event.hand.number for _, event in shoe.log)
    for i, hand in sorted(shown, key=lambda one: one[1].number == desk.hand):
        place = cell._replace(x=inside.x + (i // ROWS - first) * cell.w, y=inside.y + i % ROWS * cell.h)
        if hand.number == desk.hand:
            around = place.inset(-2, -1)
            nodes += [Bar(*around, theme.dark, 9), Bar(*around.inset(FRAME), theme.newest, 5)]
        elif not hand.voided and _moves(desk, shoe, i, at):
            nodes.append(Bar(*place.inset(0, 1), theme.newest, 0))
        nodes += _numbered(place, theme, words, hand, events[hand.number] > 1)
    if not desk.hand:  # before the first
        nodes.append(Bar(box.x, inside.y, FRAME * 2, cell.h, theme.dark, 3))
    return nodes


def _moves(desk: Desk, shoe: Shoe, i: int, at: int) -> bool:
    """Whether a hand goes with the one under the cursor to the other shoe."""
    return desk.act is Act.MOVE and (i >= at if shoe.ended_at else i <= at)


def _numbered(place: Box, theme: Theme, words: Words, hand: Hand, touched: bool) -> list[Node]:
    x, y = place.centre[0], place.y + FRAME + NUMBER / 2 + 1
    nodes: list[Node] = []
    if touched:
        wide = width(str(hand.number), NUMBER) + 8
        nodes.append(Bar(x - wide / 2, y - NUMBER / 2 - 3, wide, NUMBER + 6, theme.gold, 4))
    ink = theme.gold_ink if touched else theme.dark
    nodes.append(Text(x, y, str(hand.number), NUMBER, ink, BOLD, role=Role.SIGN))
    bead = min(place.w * 0.92, place.h - NUMBER - FRAME - 8)
    return nodes + _bead(x, place.bottom - 3 - bead / 2, bead, theme, words, hand)


def _bead(x: float, y: float, bead: float, theme: Theme, words: Words, hand: Hand) -> list[Node]:
    """A hand as on the bead plate; one that is void is hollow and struck through."""
    if not hand.voided:
        return list(bead_mark(x, y, bead, hand, theme, words))
    colour = theme.of(hand.outcome)
    return [
        Slash(x, y, bead * 0.46, bead * 0.1, mix(colour, theme.paper, 0.6)),
        Ring(x, y, bead * 0.45, bead * 0.08, colour),
        Text(x, y, hand.outcome.value, max(WORD, bead * 0.5), colour),
    ]


def _beside(box: Box, theme: Theme, words: Words, shoe: Shoe, desk: Desk, zone: tzinfo) -> list[Node]:
    hand = shoe.hand(desk.hand)
    at = Said("Shoe {shoe}, hand {number}", shoe=shoe.number, number=desk.hand)
    where = words.of(at if hand else Said("Shoe {shoe}, before hand 1", shoe=shoe.number))
    whole = where
    if hand and desk.act is None:
        whole = words.of(Said("{where}: {hand}", where=where, hand=shoe.game.describe(hand)))
    face = words.face_of(whole)
    title = whole if fit(whole, TITLE, box.w, face) >= WORD else where  # what the hand is, its story says too
    cap = fit(title, TITLE, box.w, face)
    nodes: list[Node] = [Text(box.x, box.y + TITLE / 2 + 4, title, cap, theme.accent, face, "l")]
    rest = Box(box.x, box.y + 58, box.w, box.h - 58)
    if desk.act is None:
        foot, top = _keys(rest, theme, words, KEYS)
        happened = story(shoe, desk.hand)
        lines = [(local(one.at, "%H:%M:%S", zone), words.of(one.line(shoe.game))) for one in happened]
        return [*nodes, *_story(rest._replace(h=top - rest.y), theme, words, lines), *foot]
    nodes += _before_and_after(rest, theme, words, shoe, desk, hand)
    rest = Box(rest.x, rest.y + 2 * PAIR + 8, rest.w, rest.h - 2 * PAIR - 8)
    if desk.wants_result:
        said = words.of(
            All(tuple(words.name(id) for id in (*words.game.marks, FREE, *WINNERS) if id in desk.toggles), ", ")
        )
        typed = said or words.of(Said("What was the result? Type it, then Enter"))
        place = Box(rest.x, rest.y, rest.w, 84)
        nodes += [Bar(*place, theme.gold, PANEL_RADIUS), Bar(*place.inset(3), theme.paper if said else theme.gold, 8)]
        nodes += _middle(place.inset(20, 8), typed, 40.0 if said else 28.0, theme.dark, words.face_of(typed))
        return [*nodes, *_keys(rest, theme, words, (("Enter", Said("on")), BACK))[0]]
    foot, top = _keys(rest, theme, words, ((f"1–{len(REASONS)}", Said("reason, to finish")), BACK))
    return [*nodes, *_reasons(rest._replace(h=top - rest.y), theme, words), *foot]


def _story(box: Box, theme: Theme, words: Words, story: Sequence[tuple[str, str]]) -> list[Node]:
    """What happened and when. Of more than there is room for, the newest."""
    at = width("00:00:00", WORD, BOLD) + 20
    lines: list[tuple[str, str]] = []
    for when, what in story:
        parts = wrapped(what, WORD, box.w - at, words.face_of(what, "medium"))
        lines += [("" if i else when, part) for i, part in enumerate(parts)]
    most = int(box.h / LINE)
    if len(lines) > most:
        lines = [("…", ""), *lines[len(lines) - most + 1 :]]
    nodes: list[Node] = []
    for i, (when, part) in enumerate(lines):
        y = box.y + LINE * (i + 0.5)
        if when:
            nodes.append(Text(box.x, y, when, WORD, theme.soft, BOLD, "l"))
        if part:
            nodes.append(Text(box.x + at, y, part, WORD, theme.ink, words.face_of(part, "medium"), "l"))
    return nodes


def _before_and_after(box: Box, theme: Theme, words: Words, shoe: Shoe, desk: Desk, hand: Hand | None) -> list[Node]:
    nodes: list[Node] = []
    for i, (one, said) in enumerate(_was_and_now(desk, shoe, hand)):
        text = words.sentence(said)
        y = box.y + PAIR * i + 30
        nodes += [Bar(box.x - 2, y - 32, 64, 64, theme.line, 10), Bar(box.x, y - 30, 60, 60, theme.paper, 8)]
        if one:
            nodes += _bead(box.x + 30, y, 52, theme, words, one)
        else:
            nodes.append(Text(box.x + 30, y, "?", 34, theme.dark, BOLD))
        nodes += _middle(Box(box.x + 80, y - 34, box.w - 80, 68), text, 28, theme.ink, words.face_of(text, "medium"))
    return nodes


def _middle(box: Box, said: str, cap: float, ink: Colour, face: str) -> list[Node]:
    """A sentence within a box, in as many lines as make it largest."""
    parts, cap = fitted(said, cap, box.w, box.h * LEADING / AIRY, face)
    first = box.centre[1] - (len(parts) - 1) / 2 * cap * AIRY
    return [Text(box.x, first + i * cap * AIRY, part, cap, ink, face, "l", Role.ECHO) for i, part in enumerate(parts)]


def _was_and_now(desk: Desk, shoe: Shoe, hand: Hand | None) -> tuple[tuple[Hand | None, Said], ...]:
    """The hand before and after what is to be done, each with words for it."""
    made = desk.result
    was: Part = shoe.game.describe(hand) if hand else ""
    now: Part = shoe.game.describe(made) if made else "?"
    match desk.act:
        case Act.VOID:
            return (hand, Said("Void: is {hand}", hand=was)), (_void(hand), Said("will be void"))
        case Act.CHANGE:
            return (hand, Said("Change: is {hand}", hand=was)), (made, Said("will be {hand}", hand=now))
        case Act.INSERT:
            after = Said("Insert after hand {number}: {hand}", number=desk.hand, hand=was)
            return (hand, after if hand else Said("Insert before hand 1")), (made, Said("new hand: {hand}", hand=now))
        case _:
            later = Said("this hand and all after it move there and are void here")
            earlier = Said("this hand and all before it move there and are void here")
            there = Said("Move to the other shoe: {hand}", hand=was)
            return (hand, there), (_void(hand), later if shoe.ended_at else earlier)


def _void(hand: Hand | None) -> Hand | None:
    return replace(hand, voided=True) if hand else None


def _reasons(box: Box, theme: Theme, words: Words) -> list[Node]:
    cols = 2 if box.w > 620 else 1
    rows = -(-len(REASONS) // cols)
    step, wide = min(KEY_STEP + 4, box.h / rows), box.w / cols
    high, nodes = min(KEY, step - 4), list[Node]()
    for i, reason in enumerate(REASONS):
        x, y = box.x + wide * (i // rows), box.y + step * (i % rows + 0.5)
        text, cap = words.of(reason), max(NUMBER, min(WORD, step * 0.62))
        nodes += [
            Bar(x, y - high / 2, 44, high, theme.gold, 8),
            Text(x + 22, y, str(i + 1), cap, theme.gold_ink, role=Role.ECHO),
            Text(x + 60, y, text, cap, theme.ink, words.face_of(text, "medium"), "l", Role.ECHO),
        ]
    return nodes


def _keys(box: Box, theme: Theme, words: Words, keys: Sequence[tuple[Part, Said]]) -> tuple[list[Node], float]:
    """What the keys do, at the foot of a box, and where that begins."""
    places: list[tuple[float, int]] = []
    texts = [(words.of(cap), words.of(does)) for cap, does in keys]
    x, row = 0.0, 0
    for cap, does in texts:
        wide = _key_wide(cap, words) + 10 + width(does, WORD, words.face_of(does, "medium"))
        if x and x + wide > box.w:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += wide + 26
    top = box.bottom - KEY - row * KEY_STEP
    nodes: list[Node] = []
    for (x, row), (cap, does) in zip(places, texts, strict=True):
        left, y = box.x + x, top + row * KEY_STEP + KEY / 2
        wide = _key_wide(cap, words)
        nodes += [
            Bar(left, y - KEY / 2, wide, KEY, theme.line, 8),
            Text(left + wide / 2, y, cap, WORD, theme.dark, words.face_of(cap)),
            Text(left + wide + 10, y, does, WORD, theme.soft, words.face_of(does, "medium"), "l"),
        ]
    return nodes, top - 10


def _key_wide(cap: str, words: Words) -> float:
    return max(44.0, width(cap, WORD, words.face_of(cap)) + 20)
