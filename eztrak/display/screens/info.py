"""The info page: what each wager pays, how the game goes, which road is which, and that the past predicts nothing."""

from eztrak.display.emblems import emblem
from eztrak.display.lettering import fit, width
from eztrak.display.meanings import rules as rules_of
from eztrak.display.panels.frame import LEADING, fitted, ground, leading, paragraph, wrapped
from eztrak.display.panels.label import phrase
from eztrak.display.panels.marks import bead_mark, big_mark, derived_mark
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Ground, Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.derived import Colour, Derived
from eztrak.table.pack import Pack

TITLE, WORD, PAYS = 30.0, 25.0, 34.0
TILE_WIDE = 185.0  # of a tile at the least
TILE, ABREAST = 110.0, 5  # the height of a wager where they stand side by side, and how many do
BODIES = (WORD, 23.0, 21.0, 19.0, 17.5, 16.2)  # how large the sentences are: the first at which all of them fit


RELEASE = 16.0  # the height of the version's letters


def info_page(box: Box, theme: Theme, words: Words, more: tuple[str, ...], release: str = "") -> Nodes:
    """`more`: the keys of what holds under the room's pack, whatever the game; `release`: what runs here."""
    rules = (words.say("rule_nine"), *rules_of(words), *map(words.say, (*more, "rule_counts")))
    spots = len(words.game.spots)
    warning = words.say("no_prediction")
    parts, cap = fitted(warning, 36.0, box.w - 60, 44.0 if box.w > 1200 else 76.0, words.bold)
    high = 76.0 if len(parts) == 1 else 110.0
    below = RELEASE * 1.5 if release else 0.0
    high += below
    foot = Box(box.x, box.bottom - high, box.w, high)
    above = Box(box.x, box.y, box.w, box.h - high - 10)
    if box.w > box.h * 1.2:
        high = (above.h - 80) >= 60 * spots
        wide = max(470.0, above.w * (0.26 if high else 0.42))
        left = Box(above.x, above.y, wide, above.h)
        rest = Box(left.right + 10, above.y, above.w - wide - 10, above.h)
    else:
        high = 80 + (66.0 * spots if above.h > 1200 else TILE * -(-spots // ABREAST))
        left = Box(above.x, above.y, above.w, high)
        rest = Box(above.x, left.bottom + 10, above.w, above.bottom - left.bottom - 10)
    # The rules as large as can be; the roads are explained in letters a little smaller where that helps.
    for body, small in [(body, small) for i, body in enumerate(BODIES) for small in BODIES[i : i + 3]]:
        needs = _rules_height(rest.w, words, rules, body), _roads_height(rest.w, words, small)
        if spare := max(0.0, rest.h - 10 - sum(needs)):
            break
    else:  # a page that is too small for everything does without the roads
        fits = (one for one in BODIES if _rules_height(rest.w, words, rules, one) <= rest.h)
        body = next(fits, BODIES[-1])
    rules_box = Box(rest.x, rest.y, rest.w, needs[0] + spare / 2 if spare else rest.h)
    roads_box = Box(rest.x, rules_box.bottom + 10, rest.w, rest.bottom - rules_box.bottom - 10)
    x, y = foot.centre
    y -= below / 2
    step, middle = cap * LEADING, (len(parts) - 1) / 2
    return (
        *(_wagers if left.h - 80 >= 60 * spots else _tiles)(left, theme, words),
        *_rules(rules_box, theme, words, rules, body),
        *(_roads(roads_box, theme, words, small) if spare else ()),
        *ground(foot, theme),
        *(Text(x, y + (i - middle) * step, part, cap, theme.accent, words.bold) for i, part in enumerate(parts)),
        *([Text(x, foot.bottom - RELEASE * 1.3, release, RELEASE, theme.soft, words.medium)] if release else []),
    )


def pack_rules(pack: Pack) -> tuple[str, ...]:
    """The keys of the sentences that hold under a pack. What its document leaves open is left out."""
    held = {"rule_two_cards": pack.natural_ends, "rule_base": pack.bonus_needs_base}
    return tuple(key for key, holds in held.items() if holds)


def _title(box: Box, theme: Theme, words: Words, key: str) -> list[Node]:
    return [*ground(box, theme), Text(box.x + 28, box.y + 42, words.say(key), TITLE, theme.accent, words.bold, "l")]


def _wagers(box: Box, theme: Theme, words: Words) -> list[Node]:
    """Each wager with what it pays, one below the other."""
    nodes = _title(box, theme, words, "wagers")
    step = min(130.0, (box.h - 86) / max(1, len(words.game.spots)))
    for i, spot in enumerate(words.game.spots):
        row = Box(box.x + 20, box.y + 76 + i * step, box.w - 40, step - 10)
        ground, paid = _ground(theme, words, spot), words.paid(spot)
        face, sign = words.face_for_name(paid), _bead(words, theme, spot)
        beside = SIGN + 12 if sign else 0.0
        cap = fit(paid, PAYS, (row.w - 40 - beside) * 0.62, face)
        left = row.w - 40 - beside - width(paid, cap, face) - 16
        nodes += [
            Bar(*row, ground.colour, 10, ground.deep),
            *_on_paper(row.x + 12 + SIGN / 2, row.centre[1], theme, sign),
            *phrase([words.named(spot)], row.x + 20 + beside, row.centre[1], PAYS, left, ground.ink, "l"),
            Text(row.right - 20, row.centre[1], paid, cap, ground.ink, face, "r"),
        ]
    return nodes


def _tiles(box: Box, theme: Theme, words: Words) -> list[Node]:
    """Each wager with what it pays below it, side by side."""
    nodes = _title(box, theme, words, "wagers")
    spots = list(words.game.spots)
    rows = -(-len(spots) // min(ABREAST, max(1, int(box.w / TILE_WIDE))))
    abreast = -(-len(spots) // rows)
    wide, high = (box.w - 40 + 10) / abreast, (box.h - 78) / rows
    for i, spot in enumerate(spots):
        tile = Box(box.x + 20 + i % abreast * wide, box.y + 72 + i // abreast * high, wide - 10, high - 10)
        ground, paid, (x, y) = _ground(theme, words, spot), words.paid(spot), tile.centre
        if width(paid, WORD, words.medium) > tile.w - 16:
            paid = words.ratios(spot) or ", ".join(words.game.paid_at(spot))
        face = words.face_for_name(paid)
        nodes += [
            Bar(*tile, ground.colour, 10, ground.deep),
            *phrase([words.named(spot)], x, y - 22, 27.0, tile.w - 16, ground.ink),
            Text(x, y + 22, paid, fit(paid, 27.0, tile.w - 16, face), ground.ink, face),
        ]
    return nodes


def _ground(theme: Theme, words: Words, spot: str) -> Ground:
    known = emblem(words.game, spot)
    return Ground(theme.paper, theme.paper, theme.dark) if known.counted else theme.ground(known.ground)


def _rules_height(wide: float, words: Words, rules: tuple[str, ...], body: float) -> float:
    lines = sum(
        len(wrapped(rule, body, wide - 84, words.face_for_name(rule, "medium"))) * leading(rule) for rule in rules
    )
    return _top(body) + lines * body + len(rules) * _after(body) - 4


def _top(body: float) -> float:
    """From the upper edge to the first line."""
    return 98.0 if body >= 23 else 84.0


def _after(body: float) -> float:
    """The gap between two rules, narrower where the page is."""
    return 13.0 if body >= 23 else 6.0


def _rules(box: Box, theme: Theme, words: Words, rules: tuple[str, ...], body: float) -> list[Node]:
    nodes = _title(box, theme, words, "how_it_is_played")
    y = box.y + _top(body)
    for rule in rules:
        nodes.append(Bar(box.x + 30, y - 5, 10, 10, theme.accent, 5))
        face = words.face_for_name(rule, "medium")
        part = paragraph(box.x + 56, y, rule, body, box.w - 84, theme.ink, face, Role.RULE)
        nodes += part
        y += len(part) * body * leading(rule) + _after(body)
    return nodes


_ROADS = ("bead_plate", "big_road", "derived_roads")
_SHOWN = (Colour.RED, Colour.BLUE, Colour.RED)
_PAPER = 56.0
SIGN = 48.0  # the cell of a mark that is explained
MARKS = 5  # beads beside the bead plate's name, at the most


def _columns(wide: float) -> int:
    return len(_ROADS) if wide > 1200 else 1


def _means(words: Words, road: str) -> str:
    """What a road shows; of the bead plate, which marks those are that stand beside it."""
    means = words.say(f"{road}_means")
    if road != "bead_plate" or not (marked := _marked(words.game)):
        return means
    gap = "" if words.language.startswith("zh") else " "
    names = words.say("comma").join(" … ".join(words.game.says(id, words.language) for id in ids) for ids in marked)
    return f"{means}{gap}{words.say('bead_marks').format(marks=names)}"


def _marked(game: Game) -> list[tuple[str, ...]]:
    """Marks that a bead can carry: the first of the wagers, whose signs stand beside their names, and all that are none
    of them; of small figures, of which there are several, the first and the last."""
    places = {id: game.place(mark) for id, mark in game.marks.items()}
    wagers = [id for id in places if places[id] in ("sign", "dot") and id in game.spots]
    others = [id for id in places if places[id] in ("sign", "dot") and game.marks[id].wager not in game.wagers]
    small = [id for id in places if places[id] == "corner" and id not in game.spots]
    shown = [(id,) for id in (*wagers[:1], *others) if id not in wagers[1:]]
    return [*shown, *([tuple(dict.fromkeys((small[0], small[-1])))] if small else [])][:MARKS]


def _beads(words: Words, theme: Theme) -> list[list[Node]]:
    """A bead for each mark, as the plate shows it."""
    beads = [_bead(words, theme, id) for id, *_ in _marked(words.game)]
    return beads or [bead_mark(0, 0, SIGN, Hand(Outcome.BANKER), theme, words)]


def _bead(words: Words, theme: Theme, id: str) -> list[Node]:
    """The bead of a hand with this mark and as few others as can be; none for what is no mark of a bead."""
    game = words.game
    if id not in game.marks or game.place(game.marks[id]) == "none":
        return []
    shown = min((s for s in game.sets if id in s), key=lambda s: (len(s), -game.results[game.sets[s]]))
    return bead_mark(0, 0, SIGN, game.dealt(game.sets[shown]), theme, words)


def _on_paper(x: float, y: float, theme: Theme, mark: list[Node]) -> list[Node]:
    half = SIGN / 2 + 2
    paper = [Bar(x - half, y - half, 2 * half, 2 * half, theme.road, 8)] if mark else []
    return [*paper, *_moved(mark, x, y)]


def _moved(mark: list[Node], x: float, y: float) -> list[Node]:
    return [node._replace(x=node.x + x, y=node.y + y) for node in mark]


def _roads_height(wide: float, words: Words, body: float) -> float:
    columns = _columns(wide)
    space = (wide - 28) / columns - 24 - (0 if columns > 1 else _beside(words))
    said = [_means(words, road) for road in _ROADS]
    lines = [len(wrapped(means, body, space, words.medium)) * leading(means) for means in said]
    if columns > 1:
        return 72 + max(_PAPER + 32 + high * body for high in lines) + 6
    return 72 + sum(_row_height(high * body) for high in lines) + 6


def _beside(words: Words) -> float:
    """How far a text stands from the left, beside the widest paper."""
    beads = len(_marked(words.game))
    return _PAPER + 48 * (max(beads, len(Derived)) - 1) + 24


def _roads(box: Box, theme: Theme, words: Words, body: float) -> list[Node]:
    nodes = _title(box, theme, words, "the_roads")
    derived = [[derived_mark(0, 0, 36, road, colour, theme)] for road, colour in zip(Derived, _SHOWN, strict=True)]
    marks: dict[str, list[list[Node]]] = {
        "bead_plate": _beads(words, theme),
        "big_road": [big_mark(0, 0, 48, Hand(Outcome.PLAYER), 1, theme, words)],
        "derived_roads": derived,
    }
    columns, beside = _columns(box.w), _beside(words)
    wide = (box.w - 28) / columns
    x, y = box.x + 28, box.y + 72
    for road in _ROADS:
        paper = Box(x, y, _PAPER + 48 * (len(marks[road]) - 1), _PAPER)
        nodes.append(Bar(*paper, theme.road, 8))
        for i, mark in enumerate(marks[road]):
            nodes += _moved(mark, paper.x + _PAPER / 2 + 48 * i, paper.centre[1])
        title, means = words.say(road), _means(words, road)
        if columns > 1:
            cap = fit(title, 28.0, x + wide - 8 - paper.right - 16, words.bold)
            nodes.append(Text(paper.right + 16, paper.centre[1], title, cap, theme.ink, words.bold, "l"))
            nodes += paragraph(x, paper.bottom + 30, means, body, wide - 24, theme.soft, words.medium, Role.RULE)
            x += wide
        else:
            nodes.append(Text(x + beside, y + 12, title, 27.0, theme.ink, words.bold, "l"))
            space = wide - 24 - beside
            part = paragraph(x + beside, y + 48, means, body, space, theme.soft, words.medium, Role.RULE)
            nodes += part
            y += _row_height(len(part) * body * leading(means))
    return nodes


def _row_height(lines: float) -> float:
    return max(_PAPER + 8, 32 + lines + 6)
