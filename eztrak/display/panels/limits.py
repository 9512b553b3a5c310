"""The table's minimum and maximum with a table of the wagers, what they pay, their limits and fees: a panel, or a bar
under a page. Where the rules are for trying out, or nobody approved them, it says so."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from eztrak.display.emblems import emblem
from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit, width
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import column_width, label, phrase, row_width, shortened
from eztrak.display.posted import amount, rows_beside, span
from eztrak.display.roles import Role
from eztrak.display.scene import Bar, Box, Colour, Disc, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import INITIALS, Words, Written
from eztrak.game.game import WINNERS
from eztrak.game.hand import Outcome
from eztrak.table.terms import BET, PLAYER_DEALER, Limit, Terms
from eztrak.voice.said import Said

FIGURE, LABEL, ROW = 79.5, 26.0, 25.5
TAG = 46.0
LARGE = 1.2 * FIGURE  # from this size on air between the wagers is worth more than larger figures
PITCH, LOOSE = 35.0, 46.0  # from one wager to the next, at the least and where there is room
TALL = 1.28  # a figure with all of its ink, of which a dollar sign has most, in parts of its capitals
HEAD, NAMED = 41.0, 16.0  # what the name of a figure over it takes, with ideographs; its middle
NEAR, BETWEEN = 9.0, 26.0  # from a name to what it pays; from one wager to the next in a line
AIR, AIRY = 9.0, 24.0  # more between columns where there is room
PAD = 18.0


Figures: TypeAlias = tuple[list[tuple[str, str]], bool, float]


class Entry(NamedTuple):
    """A wager in the table: what it pays, its limits, its fee; empty where there is nothing to say."""

    id: str
    pays: str = ""
    limit: str = ""
    fee: str = ""


class Paid(NamedTuple):
    """A wager in a line of several: its name and what it pays."""

    name: str
    face: str
    pays: str


def limits_in_line(words: Words, terms: Terms, currency: str) -> float:
    """How wide the panel is when the figures stand in one line."""
    both = "–".join(text for _, text in shown(terms.limit, currency))
    return width(both, FIGURE, words.bold) + 2 * PAD + 1


def table_wide(words: Words, terms: Terms, currency: str) -> float:
    """How wide the panel is when all that there is to say of each wager stands in a line, with its whole name."""
    entries = _entries(words, terms, currency, True)
    names = max(width(_name(words, one.id)[0], ROW, words.bold) for one in entries)
    columns = (max(width(one[column], ROW, words.bold) for one in entries) for column in (1, 2, 3))
    return 30 + names + sum(wide + 16 for wide in columns if wide) + 2 * PAD


def own_rows(wide: float, words: Words, terms: Terms, currency: str) -> int:
    """How many wagers have limits or fees of their own; 0 where the panel has no place for all that there is to say."""
    _, above, _ = _figures(wide - 2 * PAD, words, terms, currency)
    own = [one for one in _entries(words, terms, currency, True) if one.limit or one.fee]
    return len(own) if above or not terms.fees else 0


def limits_height(wide: float, words: Words, terms: Terms, currency: str, most: int, whole: bool) -> float:
    """What the panel needs for its figures and for the limits of wagers, where the board has room for so many.
    `whole`: for the fees and limits of all wagers, which are posted nowhere else then."""
    figures, above, _ = _figures(wide - 2 * PAD, words, terms, currency)
    rows = len(rows_of(terms)) if len(rows_of(terms)) <= most else 0
    rows = own_rows(wide, words, terms, currency) if whole else rows
    head = _heads(figures, above)
    table = rows * PITCH + 2 * AIR if rows else 0.0
    return (TAG if tag_of(terms) else 0.0) + 2 * AIR + head + FIGURE * TALL * len(figures) + table


def _figures(wide: float, words: Words, terms: Terms, currency: str) -> Figures:
    """The least and the most, in one line where that has room; whether their names stand above them, or beside and then
    how much room they leave."""
    low, high = (amount(cents, currency) for cents in (terms.limit.low, terms.limit.high))
    both, beside = f"{low}–{high}", wide - _labels(words) - 12
    alone = width(both, FIGURE, words.bold) <= wide
    above = alone or max(width(text, FIGURE, words.bold) for text in (low, high)) > beside
    return ([("", both)] if alone else [("min", low), ("max", high)]), above, wide if above else beside


def limits(
    box: Box,
    theme: Theme,
    words: Words,
    terms: Terms,
    currency: str,
    whole: bool = False,
    table: bool = True,
    aside: frozenset[str] = frozenset(),
) -> Nodes:
    """The table's limits, as large as they can be over a table of as many wagers as have room under them, where one is
    wanted. `whole`: it has the fees and limits of all; `aside`: what these pay stands in their tiles."""
    nodes: list[Node] = list(ground(box, theme))
    if tag := tag_of(terms):
        nodes += tagged(Box(box.x + 10, box.y + 10, box.w - 20, TAG - 6), theme, words, tag)
        box = Box(box.x, box.y + TAG, box.w, box.h - TAG)
    inside = Box(box.x + PAD, box.y + AIR, box.w - 2 * PAD, box.h - 2 * AIR)
    figures, above, room = _figures(inside.w, words, terms, currency)
    least = _heads(figures, above) + FIGURE * TALL * len(figures)
    every = [one for one in _entries(words, terms, currency, whole) if one.id not in aside or one.limit or one.fee]
    free = inside.h - least - AIR if table else 0.0
    entries = _fitting(every, free)
    flowing = [] if entries else _flowing(every, words, inside.w, int(free / PITCH))
    rows = len(entries) or len(flowing)
    if not rows:  # nothing else needs the height
        figures, above, room = _largest(inside, words, terms, currency)
    head = _heads(figures, above)
    high = rows * PITCH + (AIR if rows else 0.0)
    loose = rows * (LOOSE - PITCH)
    if _size(inside.h - high - loose - head, figures, room, words) > LARGE:
        high += loose
    size = _size(inside.h - high - head, figures, room, words)
    # What the figures leave over is air between the wagers.
    spare = inside.h - high - head - size * TALL * len(figures)
    high = min(high + max(0.0, spare - AIR), max(high, rows * LOOSE + AIR))
    each = (inside.h - high) / len(figures)
    for i, (key, text) in enumerate(figures):
        y = inside.y + each * (i + 0.5)
        said = [words.both(key, "medium") if key else _range(words)]
        if above:
            y -= (HEAD + size * TALL) / 2
            space = inside.w
            if not key and any(one.fee for one in entries):
                fees = [Written((each.of(Said("Fees")).upper(),), each.medium) for each in words.each]
                title = phrase([fees], inside.right, y + NAMED, LABEL, space * 0.4, theme.accent, "r")
                nodes += title
                space -= row_width([(text.text, text.face) for text in title], LABEL) + 20
            nodes += phrase(said, inside.x, y + NAMED, LABEL, space, theme.soft, "l")
            y += HEAD + size * TALL / 2
        else:
            place = Box(inside.x, y - size / 2, inside.w - room - 12, size)
            nodes += label(said[0], place, LABEL, theme.soft, "l")
        nodes.append(Text(inside.right, y, text, size, theme.accent, words.bold, "r", Role.LIMIT))
    if rows:
        top = inside.bottom - high + AIR / 2
        nodes.append(Bar(inside.x, top - 1, inside.w, 2, theme.edge))
        place = Box(inside.x, top + AIR / 2, inside.w, high - AIR)
        nodes += _table(place, theme, words, entries) if entries else _lines(place, theme, words, flowing)
    return tuple(nodes)


def _range(words: Words) -> list[Written]:
    """What the least and the most are called together, in each language."""
    both = zip(words.both("min", "medium"), words.both("max", "medium"), strict=True)
    return [Written((f"{low.texts[0]}–{high.texts[0]}",), low.face) for low, high in both]


def _largest(inside: Box, words: Words, terms: Terms, currency: str) -> Figures:
    """The figures in one line or in two, their names above or beside, whichever makes them larger."""
    usual = _figures(inside.w, words, terms, currency)
    low, high = shown(terms.limit, currency)
    apart = [low, high], False, inside.w - _labels(words) - 12
    both = f"{low[1]}–{high[1]}"
    beside = [("", both)], False, inside.w - column_width(_range(words), LABEL) - 24
    return max(usual, apart, beside, key=lambda way: _size(inside.h - _heads(way[0], way[1]), way[0], way[2], words))


def _heads(figures: list[tuple[str, str]], above: bool) -> float:
    """How high that is which is written above the figures."""
    return HEAD * len(figures) if above else 0.0


def _size(high: float, figures: list[tuple[str, str]], room: float, words: Words) -> float:
    """How large the figures are in that height."""
    size = min(high / len(figures) / TALL, 170.0)
    return max(FIGURE, min(fit(text, size, room, words.bold) for _, text in figures))


def _labels(words: Words) -> float:
    return max(label_width(words, key) for key in ("min", "max"))


def _entries(words: Words, terms: Terms, currency: str, whole: bool) -> list[Entry]:
    """Every wager, in the order of the game, and what the player-dealer pays."""
    own, fees, game = dict(terms.wager_limits), dict(terms.row.fees) if terms.fees else {}, terms.game
    entries = []
    for spot in game.spots:
        fee = fees.get(spot, fees.get(BET) if spot in WINNERS[:2] else None)
        entries.append(
            Entry(
                spot,
                words.ratios(spot),
                span(own[spot], currency) if spot in own and (whole or rows_of(terms)) else "",
                amount(fee, currency) if fee else "",
            )
        )
    if fees.get(PLAYER_DEALER):
        entries.append(Entry(PLAYER_DEALER, fee=amount(fees[PLAYER_DEALER], currency)))
    return entries


def _fitting(entries: list[Entry], high: float) -> list[Entry]:
    """All of them, if they stand as loosely as they can; or those that say more than what everybody knows, or those
    with limits or fees of their own."""
    most = int(high / PITCH)
    telling = [one for one in entries if one.limit or one.fee or one.pays != "1:1"]
    own = [one for one in entries if one.limit or one.fee]
    every = entries if len(entries) <= int(high / LOOSE) else telling
    return next((some for some in (every, telling, own, [one for one in own if one.limit]) if len(some) <= most), [])


def _table(box: Box, theme: Theme, words: Words, entries: list[Entry]) -> Iterator[Node]:
    """A line each: its colour and its name, and in columns what it pays, its limits, its fee."""
    wides = {column: max(width(one[column], ROW, words.bold) for one in entries) for column in (3, 2, 1)}
    shown = [column for column, wide in wides.items() if wide]
    names = [(one, _name(words, one.id)) for one in entries]
    left = box.w - 30 - sum(wides[column] + 16 for column in shown)
    if 1 in shown and any(left < width(texts[-1], ROW, words.bold) for _, texts in names):
        shown.remove(1)  # what they pay has no room beside their names: it is posted
        left += wides[1] + 16
        names = [(one, texts) for one, texts in names if one.limit or one.fee]
    step = box.h / max(1, len(names))
    spare = left - max(width(texts[0], ROW, words.bold) for _, texts in names)
    air = 16 + min(AIRY, max(0.0, spare) / max(1, len(shown)))
    colours = {3: theme.accent, 2: theme.ink, 1: theme.soft}
    ends: list[tuple[int, float, Colour]] = []
    right = box.right
    for column in shown:
        ends.append((column, right, colours[column]))
        right -= wides[column] + air
    space = right - box.x - 30
    for i, (one, texts) in enumerate(names):
        y = box.y + step * (i + 0.5)
        yield Disc(box.x + 9, y, 8, _dot(theme, words, one.id))
        face = words.face_for_name(texts[0], "bold" if texts[0] == texts[0].upper() else "medium")
        ((text, face),) = shortened([Written(texts, face)], space + 0.01, ROW)  # sums of widths are not exact
        yield Text(box.x + 30, y, text, ROW, theme.ink, face, "l")
        for column, at, colour in ends:
            if one[column]:
                face = words.medium if column == 1 else words.bold
                yield Text(at, y, one[column], ROW, colour, face, "r", Role.WAGER)


def _flowing(entries: list[Entry], words: Words, wide: float, most: int) -> list[list[Paid]]:
    """What wagers pay one after the other, in so many lines at the most, where a line each has no room. Their limits
    and fees are posted elsewhere then."""
    telling = [one for one in entries if one.pays and one.pays != "1:1"]
    for shorter in (False, True):
        lines: list[list[Paid]] = [[]]
        for one in telling:
            first, *names = _name(words, one.id)
            own = [name for name in names if "." not in name and len(name) > INITIALS]  # neither cut nor initials
            name = own[-1] if shorter and own else first
            paid = Paid(name, words.face_for_name(name), one.pays)
            if lines[-1] and _across(words, [*lines[-1], paid]) > wide:
                lines.append([])
            lines[-1].append(paid)
        if telling and len(lines) <= most and all(_across(words, line) <= wide for line in lines):
            return lines
    return []


def _across(words: Words, line: list[Paid]) -> float:
    each = (width(one.name, ROW, one.face) + NEAR + width(one.pays, ROW, words.medium) for one in line)
    return sum(each) + BETWEEN * (len(line) - 1)


def _lines(box: Box, theme: Theme, words: Words, lines: list[list[Paid]]) -> Iterator[Node]:
    step = box.h / len(lines)
    for i, line in enumerate(lines):
        x, y = box.x, box.y + step * (i + 0.5)
        for one in line:
            end = x + _across(words, [one])
            yield Text(x, y, one.name, ROW, theme.ink, one.face, "l")
            yield Text(end, y, one.pays, ROW, theme.soft, words.medium, "r", Role.WAGER)
            x = end + BETWEEN


def _name(words: Words, id: str) -> tuple[str, ...]:
    return (words.say("player_dealer"),) if id == PLAYER_DEALER else words.names(id)


def _dot(theme: Theme, words: Words, id: str) -> Colour:
    if outcome := next((outcome for outcome in Outcome if outcome.id == id), None):
        return theme.stroke(outcome)
    return theme.soft if id == PLAYER_DEALER else theme.sign(emblem(words.game, id).ground)


def tag_of(terms: Terms) -> str:
    """What a board says whose rules no room plays under, or nobody approved."""
    if not terms.pack.approved:
        return "not_approved"
    return "trial" if terms.pack.trial else ""


def tagged(box: Box, theme: Theme, words: Words, tag: str) -> list[Node]:
    inside = box.inset(10, 7)
    return [Bar(*box, theme.warn, PANEL_RADIUS), *label(words.both(tag), inside, ROW, theme.dark)]


def rows_of(terms: Terms) -> tuple[tuple[str, Limit], ...]:
    """More than a few stand in the band of postings."""
    return terms.wager_limits if len(terms.wager_limits) <= rows_beside(terms) else ()


def shown(limit: Limit, currency: str) -> list[tuple[str, str]]:
    return [("min", amount(limit.low, currency)), ("max", amount(limit.high, currency))]


def label_width(words: Words, key: str) -> float:
    return column_width(words.both(key, "medium"), LABEL)
