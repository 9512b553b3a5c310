"""The info page: what each wager pays, how the game goes, which road is which, and that the past predicts nothing."""

from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import LEADING, fitted, ground, paragraph, wrapped
from eztrak.display.panels.label import phrase
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.sentences import sentence
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand, Outcome
from eztrak.game.profile import Profile
from eztrak.roads.derived import Colour, Derived

TITLE, WORD, PAYS = 30.0, 25.0, 34.0
TILES = 190.0  # the height of the wagers where they stand beside one another
BODIES = (WORD, 23.0, 21.0, 19.0, 17.5, 16.2)  # how large the sentences are: the first at which all of them fit


def info_page(box: Box, theme: Theme, words: Words, pays: tuple[tuple[str, str], ...], rules: tuple[str, ...]) -> Nodes:
    told = words.say("no_prediction")
    parts, cap = fitted(told, 36.0, box.w - 60, 44.0 if box.w > 1200 else 76.0, words.bold)
    high = 76.0 if len(parts) == 1 else 110.0
    foot = Box(box.x, box.bottom - high, box.w, high)
    above = Box(box.x, box.y, box.w, box.h - high - 10)
    if box.w > box.h * 1.2:
        wide = max(430.0, above.w * 0.24)
        left = Box(above.x, above.y, wide, above.h)
        rest = Box(left.right + 10, above.y, above.w - wide - 10, above.h)
    else:
        left = Box(above.x, above.y, above.w, 80 + 66.0 * len(pays) if above.h > 1200 else TILES)
        rest = Box(above.x, left.bottom + 10, above.w, above.bottom - left.bottom - 10)
    body = BODIES[-1]
    for body in BODIES:
        needs = _rules_height(rest.w, words, rules, body), _roads_height(rest.w, words, body)
        if spare := max(0.0, rest.h - 10 - sum(needs)):
            break
    # A page that is too small for everything does without the roads.
    rules_box = Box(rest.x, rest.y, rest.w, needs[0] + spare / 2 if spare else rest.h)
    roads_box = Box(rest.x, rules_box.bottom + 10, rest.w, rest.bottom - rules_box.bottom - 10)
    x, y = foot.centre
    step, middle = cap * LEADING, (len(parts) - 1) / 2
    return (
        *_wagers(left, theme, words, pays),
        *_rules(rules_box, theme, words, rules, body),
        *(_roads(roads_box, theme, words, body) if spare else ()),
        *ground(foot, theme),
        *(Text(x, y + (i - middle) * step, part, cap, theme.accent, words.bold) for i, part in enumerate(parts)),
    )


def rules_of(profile: Profile) -> tuple[str, ...]:
    """The keys of the sentences that hold under a profile. What its document leaves open is left out."""
    pushes = profile.dragon7_pushes_banker
    found = ["rule_nine", "rule_natural_ends" if profile.natural_ends_hand else "rule_natural"]
    found += ["rule_tie", "rule_dragon_push"] if pushes else ["rule_dragon"]
    if profile.panda8:
        found.append("rule_panda")
    if profile.bonus_needs_base:
        found.append("rule_base")
    return (*found, "rule_counts")


def _title(box: Box, theme: Theme, words: Words, key: str) -> list[Node]:
    return [*ground(box, theme), Text(box.x + 28, box.y + 42, words.say(key), TITLE, theme.accent, words.bold, "l")]


def _wagers(box: Box, theme: Theme, words: Words, pays: tuple[tuple[str, str], ...]) -> list[Node]:
    nodes = _title(box, theme, words, "wagers")
    if box.h <= TILES:
        each = (box.w - 40 + 10) / max(1, len(pays))
        for i, (wager, paid) in enumerate(pays):
            tile = Box(box.x + 20 + i * each, box.y + 72, each - 10, box.h - 88)
            colour, deep, ink = theme.grounds(wager)
            paid, (x, y) = sentence(paid, words.languages[0]), tile.centre
            nodes += [
                Bar(*tile, colour, 10, deep),
                *phrase(words, [wager], x, y - 22, 27.0, tile.w - 16, ink),
                Text(x, y + 22, paid, fit(paid, 27.0, tile.w - 16, words.bold), ink, words.bold),
            ]
        return nodes
    step = min(130.0, (box.h - 86) / max(1, len(pays)))
    for i, (wager, paid) in enumerate(pays):
        row = Box(box.x + 20, box.y + 76 + i * step, box.w - 40, step - 10)
        colour, deep, ink = theme.grounds(wager)
        paid = sentence(paid, words.languages[0])
        room = row.w - 40
        cap = fit(paid, PAYS, room * 0.5, words.bold)
        left = room - width(paid, cap, words.bold) - 16
        nodes += [
            Bar(*row, colour, 10, deep),
            *phrase(words, [wager], row.x + 20, row.centre[1], PAYS, left, ink, anchor="l"),
            Text(row.right - 20, row.centre[1], paid, cap, ink, words.bold, "r"),
        ]
    return nodes


def _rules_height(wide: float, words: Words, rules: tuple[str, ...], body: float) -> float:
    lines = sum(len(wrapped(words.say(key), body, wide - 84, words.medium)) for key in rules)
    return _top(body) + lines * body * LEADING + len(rules) * _after(body) - 4


def _top(body: float) -> float:
    """From the upper edge to the first line."""
    return 98.0 if body >= 23 else 84.0


def _after(body: float) -> float:
    """The gap between two rules, narrower where the page is."""
    return 13.0 if body >= 23 else 6.0


def _rules(box: Box, theme: Theme, words: Words, rules: tuple[str, ...], body: float) -> list[Node]:
    nodes = _title(box, theme, words, "how_it_is_played")
    y = box.y + _top(body)
    for key in rules:
        nodes.append(Bar(box.x + 30, y - 5, 10, 10, theme.accent, 5))
        part = paragraph(box.x + 56, y, words.say(key), body, box.w - 84, theme.ink, words.medium)
        nodes += part
        y += len(part) * body * LEADING + _after(body)
    return nodes


_ROADS = ("bead_plate", "big_road", "derived_roads")
_SHOWN = (Colour.RED, Colour.BLUE, Colour.RED)
_PAPER, _BESIDE = 56.0, 168.0


def _columns(wide: float) -> int:
    return len(_ROADS) if wide > 1200 else 1


def _roads_height(wide: float, words: Words, body: float) -> float:
    columns = _columns(wide)
    room = (wide - 28) / columns - 24 - (0 if columns > 1 else _BESIDE)
    lines = [len(wrapped(words.say(f"{road}_means"), body, room, words.medium)) for road in _ROADS]
    if columns > 1:
        return 72 + max(_PAPER + 32 + count * body * LEADING for count in lines) + 6
    return 72 + sum(_row_height(count, body) for count in lines) + 6


def _roads(box: Box, theme: Theme, words: Words, body: float) -> list[Node]:
    nodes = _title(box, theme, words, "the_roads")
    derived = [[derived_mark(0, 0, 36, road, colour, theme)] for road, colour in zip(Derived, _SHOWN, strict=True)]
    marks: dict[str, list[list[Node]]] = {
        "bead_plate": [bead_mark(0, 0, 48, Hand(Outcome.BANKER, dragon7=True), theme)],
        "big_road": [big_mark(0, 0, 48, Hand(Outcome.PLAYER), 1, theme)],
        "derived_roads": derived,
    }
    columns = _columns(box.w)
    wide = (box.w - 28) / columns
    x, y = box.x + 28, box.y + 72
    for road in _ROADS:
        paper = Box(x, y, _PAPER + 44 * (len(marks[road]) - 1), _PAPER)
        nodes.append(Bar(*paper, theme.paper, 8))
        for i, mark in enumerate(marks[road]):
            at = {"x": paper.x + _PAPER / 2 + 44 * i, "y": paper.centre[1]}
            nodes += [node._replace(**at) for node in mark]  # type: ignore[arg-type]
        title, means = words.say(road), words.say(f"{road}_means")
        if columns > 1:
            cap = fit(title, 28.0, x + wide - 24 - paper.right - 16, words.bold)
            nodes.append(Text(paper.right + 16, paper.centre[1], title, cap, theme.ink, words.bold, "l"))
            nodes += paragraph(x, paper.bottom + 30, means, body, wide - 24, theme.soft, words.medium)
            x += wide
        else:
            nodes.append(Text(x + _BESIDE, y + 14, title, 27.0, theme.ink, words.bold, "l"))
            room = wide - 24 - _BESIDE
            part = paragraph(x + _BESIDE, y + 48, means, body, room, theme.soft, words.medium)
            nodes += part
            y += _row_height(len(part), body)
    return nodes


def _row_height(lines: int, body: float) -> float:
    return max(_PAPER + 8, 32 + lines * body * LEADING + 6)
