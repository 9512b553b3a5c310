"""Pages of the info screen with pictures: how a third card comes, how to read the roads, and that the cards have no
memory. Each is made from the game that is dealt."""

from collections.abc import Iterable
from functools import reduce

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import AIRY, LEADING, ground, wrapped
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark
from eztrak.display.scene import Bar, Box, Disc, Grid, Node, Nodes, Ring, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.tableau import STOOD
from eztrak.roads.derived import Derived, DerivedCell
from eztrak.roads.drawing import ROWS
from eztrak.roads.roads import Roads, after, no_roads

TITLE, BODY, LEAST = 44.0, 32.0, 25.5
WIDE = 1200.0  # a page of that width has its picture beside the words …
BESIDE = 1500.0  # … and a run of hands beside what may follow it
CARDS = (STOOD, *"0123456789")
EXAMPLE = "BBPPPBTBPBBBBPPBPBPPBBBPPB"  # a road with all that there is to see: runs, turns, a tie
RUN = 6


def third_card(box: Box, theme: Theme, words: Words) -> Nodes:
    """Who draws on what, in sentences, and the Banker's table."""
    inside, nodes = _page(box, theme, words, "third_card")
    tableau, who = words.game.tableau, {id: words.game.says(id, words.language) for id in ("player", "banker")}
    stands = [total for total in range(8 if tableau.natural_ends else 10) if not tableau.player_takes(total)]
    said = [words.say("third_player").format(draws=_totals(tableau.player_draws), stands=_totals(stands), **who)]
    if tableau.player_may_stand:
        said.append(words.say("third_may").format(totals=_totals(tableau.player_may_stand), **who))
    if tableau.natural_ends:
        said.append(words.say("rule_two_cards"))
    said.append(words.say("third_banker").format(**who))
    text, table = _beside(inside, 0.36)
    table = _after(nodes, text, table, said, theme, words)
    return (*nodes, *_table(table, theme, words, who))


def _table(box: Box, theme: Theme, words: Words, who: dict[str, str]) -> list[Node]:
    """A row for each total of the Banker's on which it may draw, a column for each third card of the Player's."""
    tableau = words.game.tableau
    rows = [total for total in range(10) if any(tableau.banker_takes(total, _card(card)) for card in CARDS)]
    rows = [*rows, *range(len(rows), 8)] if tableau.natural_ends else list(range(10))
    head, side = 96.0, min(230.0, box.w * 0.2)
    cell = min((box.w - side) / len(CARDS), (box.h - head - 64) / len(rows))
    left, top = box.x + (box.w - side - cell * len(CARDS)) / 2 + side, box.y + head
    wide, high = cell * len(CARDS), cell * len(rows)
    title = words.say("third_columns").format(**who)
    face = words.face_for_name(title, "medium")
    nodes: list[Node] = [
        Text(left + wide / 2, box.y + 16, title, fit(title, 30.0, wide, face), theme.soft, face),
        Bar(left, top, wide, high, theme.panel_deep, 6),
    ]
    own = words.say("third_rows").format(**who)
    face = words.face_for_name(own, "medium")
    for i, part in enumerate(parts := wrapped(own, 27.0, side - 60, face)):
        y = top + high / 2 + (i - (len(parts) - 1) / 2) * 27 * LEADING
        nodes.append(Text(left - side, y, part, fit(part, 27.0, side - 50, face), theme.soft, face, "l"))
    for col, card in enumerate(CARDS):
        said = "–" if card == STOOD else card
        nodes.append(Text(left + (col + 0.5) * cell, top - 28, said, 34.0, theme.ink, words.bold))
    colour = theme.ground("banker").colour
    for row, total in enumerate(rows):
        y = top + (row + 0.5) * cell
        nodes.append(Text(left - 26, y, str(total), max(25.5, min(34.0, cell * 0.7)), theme.ink, words.bold))
        for col, card in enumerate(CARDS):
            x = left + (col + 0.5) * cell
            if tableau.banker_takes(total, _card(card)):
                nodes += [Disc(x, y, cell * 0.4, theme.edge), Disc(x, y, cell * 0.36, colour)]
            else:
                nodes.append(Ring(x, y, cell * 0.2, 2.5, theme.soft))
    foot = top + high + 36
    draws, stands = words.say("third_draws"), words.say("third_stands")
    none = f"–  {words.say('third_none').format(**who)}"
    face = words.face_for_name(none, "medium")
    signs, gaps = 80.0, 2 * 30.0
    texts = ((draws, words.medium), (stands, words.medium), (none, face))
    room = box.right - left - signs - gaps
    cap = min(28.0, 28.0 * room / sum(width(text, 28.0, of) for text, of in texts))
    x = left
    nodes += [Disc(x + 16, foot, 16, theme.edge), Disc(x + 16, foot, 14, colour)]
    nodes.append(Text(x + 44, foot, draws, cap, theme.ink, words.medium, "l"))
    x += 44 + width(draws, cap, words.medium) + 30
    nodes += [Ring(x + 11, foot, 11, 2.5, theme.soft), Text(x + 36, foot, stands, cap, theme.ink, words.medium, "l")]
    x += 36 + width(stands, cap, words.medium) + 30
    nodes.append(Text(x, foot, none, cap, theme.ink, face, "l"))
    return nodes


def how_to_read(box: Box, theme: Theme, words: Words) -> Nodes:
    """One shoe on each road, with what a road shows of it."""
    inside, nodes = _page(box, theme, words, "roads_read")
    hands = _example(words.game)
    roads = reduce(after, (hand.outcome for hand in hands), no_roads())
    winners = [hand for hand in hands if hand.outcome is not Outcome.TIE]
    columns = 3 if box.w > WIDE else 1
    wide = (inside.w - 40 * (columns - 1)) / columns
    high = inside.h if columns == 3 else (inside.h - 60) / 3
    for i, name in enumerate(("bead_plate", "big_road", "derived_roads")):
        place = Box(inside.x + (wide + 40) * i, inside.y, wide, high)
        if columns == 1:
            place = Box(inside.x, inside.y + (high + 30) * i, wide, high)
        sheet, part = _explained(place, theme, words, name, columns == 1)
        nodes += part
        if name == "derived_roads":
            nodes += _derived(sheet, theme, roads)
            continue
        cells = roads.bead if name == "bead_plate" else roads.big
        paper, cell, (x, y) = _paper(sheet, theme, max(one.col for one in cells) + (2 if columns == 3 else 1))
        nodes += paper
        if name == "bead_plate":
            for bead, hand in zip(roads.bead, hands, strict=True):
                nodes += bead_mark(x + (bead.col - 0.5) * cell, y + (bead.row - 0.5) * cell, cell, hand, theme, words)
        else:
            for big, hand in zip(roads.big, winners, strict=True):
                at = x + (big.col - 0.5) * cell, y + (big.row - 0.5) * cell
                nodes += big_mark(*at, cell, hand, big.ties, theme, words)
    return tuple(nodes)


def _explained(place: Box, theme: Theme, words: Words, name: str, beside: bool) -> tuple[Box, list[Node]]:
    """The room for a road, and the words about it: under it, or beside it where the page is narrow."""
    title, means = words.say(name), words.say(f"{name}_means")
    text = Box(place.x + place.w * 0.54, place.y, place.w * 0.46, place.h) if beside else place
    cap = fit(title, 34.0, text.w, words.bold)
    nodes: list[Node] = [Text(text.x, place.y + 18, title, cap, theme.ink, words.bold, "l")]
    caps = (BODY, 30.0, 28.0, LEAST)
    size = next(c for c in caps if c == LEAST or len(wrapped(means, c, text.w, words.medium)) < (7 if beside else 5))
    parts = wrapped(means, size, text.w, words.medium)
    deep = len(parts) * size * AIRY
    sheet = place._replace(w=place.w * 0.5) if beside else Box(place.x, place.y + 58, place.w, place.h - 98 - deep)
    top = place.y + 74 if beside else sheet.bottom + 40
    for i, part in enumerate(parts):
        nodes.append(Text(text.x, top + i * size * AIRY, part, size, theme.soft, words.medium, "l"))
    return sheet, nodes


def _derived(box: Box, theme: Theme, roads: Roads) -> list[Node]:
    """The three of them, one below the other."""
    nodes: list[Node] = []
    high = (box.h - 2 * 12) / 3
    kinds: tuple[tuple[Derived, tuple[DerivedCell, ...]], ...] = (
        (Derived.BIG_EYE, roads.big_eye),
        (Derived.SMALL, roads.small),
        (Derived.COCKROACH, roads.cockroach),
    )
    for i, (road, cells) in enumerate(kinds):
        place = Box(box.x, box.y + i * (high + 12), box.w, high)
        paper, cell, (x, y) = _paper(place, theme, max(24, int(box.w / 30)))
        nodes += paper
        nodes += [
            derived_mark(x + (one.col - 0.5) * cell, y + (one.row - 0.5) * cell, cell, road, one.colour, theme)
            for one in cells
        ]
    return nodes


def no_memory(box: Box, theme: Theme, words: Words) -> Nodes:
    """What the next hand is after a run of one, and after a run of the other: the same."""
    inside, nodes = box.inset(30, 26), list[Node](ground(box, theme))
    chances = {outcome: _chance(words.game, outcome) for outcome in (Outcome.PLAYER, Outcome.BANKER, Outcome.TIE)}
    said, face, cap = words.say("no_prediction"), words.bold, 56.0
    while len(parts := wrapped(said, cap, inside.w, face)) > (1 if box.w > WIDE else 3):
        cap -= 1
    for i, part in enumerate(parts):
        nodes.append(Text(inside.x, inside.y + cap / 2 + i * cap * LEADING, part, cap, theme.accent, face, "l"))
    top = inside.y + len(parts) * cap * LEADING + 24
    said = words.say("next_chances")
    for part in (parts := wrapped(said, BODY, inside.w, words.medium)):
        nodes.append(Text(inside.x, top + BODY / 2, part, BODY, theme.soft, words.medium, "l"))
        top += BODY * LEADING
    top += 20
    rows: tuple[tuple[Outcome, ...], ...] = (
        (Outcome.BANKER,) * RUN,
        (Outcome.PLAYER,) * RUN,
        (Outcome.BANKER, Outcome.PLAYER) * (RUN // 2),
    )
    step = min(210.0 if box.w > BESIDE else 340.0, (inside.bottom - top) / len(rows))
    for i, run in enumerate(rows):
        nodes += _after_run(Box(inside.x, top + i * step, inside.w, step - 24), theme, words, run, chances)
    return tuple(nodes)


def _after_run(
    box: Box, theme: Theme, words: Words, run: tuple[Outcome, ...], chances: dict[Outcome, float]
) -> list[Node]:
    """A run, and how often each winner follows it: in a bar."""
    beside = box.w > BESIDE
    bar = box if beside else Box(box.x, box.y + box.h * 0.46, box.w, box.h * 0.54)
    cell = min(bar.h * 0.8, box.w * 0.38 / len(run), 84.0) if beside else min(box.h * 0.36, 84.0)
    y = bar.centre[1]
    at = y if beside else box.y + cell / 2 + 6
    paper = Box(box.x, at - cell / 2 - 6, cell * len(run) + 12, cell + 12)
    nodes: list[Node] = [Bar(*paper, theme.paper, PANEL_RADIUS)]
    for i, outcome in enumerate(run):
        nodes += bead_mark(paper.x + 6 + (i + 0.5) * cell, at, cell, Hand(outcome), theme, words)
    left = paper.right + 40 if beside else bar.x
    wide = bar.right - left
    shares = sum(chances.values())
    for outcome, chance in chances.items():
        part = wide * chance / shares
        ground = theme.ground(outcome.id)
        nodes.append(Bar(left, bar.y, part - 6, bar.h, ground.colour, PANEL_RADIUS, ground.deep))
        name, figure = words.name(outcome.id), f"{100 * chance:.1f}%"
        face = words.face_for_name(name)
        room = part - 12
        two = bar.h >= 100
        cap = fit(figure, 44.0, room)
        if two:
            nodes.append(Text(left + part / 2 - 3, y - 28, name, fit(name, 30.0, room, face), ground.ink, face))
        nodes.append(Text(left + part / 2 - 3, y + (26 if two else 0), figure, cap, ground.ink))
        left += part
    return nodes


def _page(box: Box, theme: Theme, words: Words, title: str) -> tuple[Box, list[Node]]:
    """The ground with its title, and what is left of it."""
    said = words.say(title)
    nodes: list[Node] = [*ground(box, theme)]
    cap = fit(said, TITLE, box.w - 60, words.bold)
    nodes.append(Text(box.x + 30, box.y + 52, said, cap, theme.accent, words.bold, "l"))
    return Box(box.x + 30, box.y + 104, box.w - 60, box.h - 128), nodes


def _beside(box: Box, share: float) -> tuple[Box, Box]:
    """Room for words, and beside it for a picture; the same box twice where the page is narrow."""
    if box.w <= WIDE:
        return box, box
    wide = box.w * share
    return Box(box.x, box.y, wide, box.h), Box(box.x + wide + 50, box.y, box.w - wide - 50, box.h)


def _after(nodes: list[Node], text: Box, table: Box, said: list[str], theme: Theme, words: Words) -> Box:
    """Puts sentences into their room, as large as they can be; the room that is left for the table."""
    beside = table.x > text.x
    deep = text.h if beside else text.h * 0.42
    cap = 36.0
    while True:
        parts = [wrapped(each, cap, text.w - 34, words.face_for_name(each, "medium")) for each in said]
        high = sum(len(part) for part in parts) * cap * LEADING + 16 * len(parts)
        if high <= deep or cap <= LEAST:
            break
        cap -= 0.5
    y = text.y + cap / 2
    for each, part in zip(said, parts, strict=True):
        nodes.append(Bar(text.x, y - 6, 12, 12, theme.accent, 6))
        for line in part:
            nodes.append(Text(text.x + 34, y, line, cap, theme.ink, words.face_for_name(each, "medium"), "l"))
            y += cap * LEADING
        y += 16
    return table if beside else Box(table.x, y + 20, table.w, table.bottom - y - 20)


def _paper(box: Box, theme: Theme, cols: int) -> tuple[list[Node], float, tuple[float, float]]:
    """An empty road in the middle of a box, its cells, and where they begin."""
    cell = min((box.w - 20) / cols, (box.h - 20) / ROWS)
    wide, high = cols * cell + 20, ROWS * cell + 20
    x, y = box.x, box.y
    nodes: list[Node] = [Bar(x, y, wide, high, theme.paper, PANEL_RADIUS)]
    return [*nodes, Grid(x + 10, y + 10, cols, ROWS, cell, theme.line)], cell, (x + 10, y + 10)


def _example(game: Game) -> list[Hand]:
    """The hands of the example; the game's first bonus that a bead shows stands in it."""
    hands = [Hand(Outcome(letter)) for letter in EXAMPLE]
    for id in (id for id, mark in game.marks.items() if game.place(mark) == "sign"):
        shown = min((s for s in game.sets if id in s), key=lambda s: (len(s), -game.results[game.sets[s]]))
        bonus = game.dealt(game.sets[shown])
        for i, hand in enumerate(hands[6:-3], 6):
            if hand.outcome is bonus.outcome and not hand.marks:
                hands[i] = bonus
                return hands
    return hands


def _chance(game: Game, outcome: Outcome) -> float:
    return game.share(result for result in game.results if result.winner == outcome.id)


def _totals(totals: Iterable[int]) -> str:
    """Figures one after another: 0–5; 6, 7."""
    numbers = sorted(totals)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _card(card: str) -> int | None:
    return None if card == STOOD else int(card)
