"""The collection schedule as the documents have it: a row for each table limit, a column for each who pays, and when it
is taken. The row in force is lit. On a narrow board the fees of a limit stand in lines under it; more rows than a page
has room for take turns."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import fit
from eztrak.display.panels.frame import ground
from eztrak.display.panels.label import label
from eztrak.display.panels.postings import broken
from eztrak.display.posted import TAKEN, amount, fees_of, span
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words, Written
from eztrak.table.terms import BET, PLAYER_DEALER, FeeRow, Terms

TITLE, HEAD, FIGURE, LEAST = 44.0, 27.0, 46.0, 26.0
ROW, LOW = 96.0, 62.0  # the height of a row, at the most and at the least
TABLE = 1600.0  # the width from which on there is room for columns
LEADING = 40.0


def schedule_pages(box: Box, theme: Theme, words: Words, terms: Terms, currency: str) -> list[Nodes]:
    inside = box.inset(28, 20)
    table = inside.w >= TABLE
    deepest = max(len(_lines(words, row, terms, currency, inside.w)) for row in terms.schedule)
    high = LOW if table else deepest * LEADING + 64
    room = inside.h - 84 - 60 - (110 if table else 0)
    each = max(1, int(room / high))
    step = min(ROW, room / each) if table else high
    pages = [terms.schedule[i : i + each] for i in range(0, len(terms.schedule), each)]
    return [_page(box, inside, theme, words, terms, currency, rows, step) for rows in pages]


def _page(
    box: Box,
    inside: Box,
    theme: Theme,
    words: Words,
    terms: Terms,
    currency: str,
    rows: tuple[FeeRow, ...],
    step: float,
) -> Nodes:
    nodes: list[Node] = [*ground(box, theme)]
    nodes.append(Text(inside.x, inside.y + 30, words.say("schedule"), TITLE, theme.accent, words.bold, "l"))
    top = inside.y + 78
    columns = _columns(terms) if inside.w >= TABLE else []
    if columns:
        nodes += _heads(Box(inside.x, top, inside.w, 104), theme, words, columns)
        top += 110
    for i, row in enumerate(rows):
        line = Box(inside.x, top + i * step, inside.w, step - 8)
        lit = row == terms.row
        ink = theme.dark if lit else theme.ink
        nodes.append(Bar(*line, theme.gold if lit else theme.panel_deep, PANEL_RADIUS))
        if columns:
            nodes += _figures(line, words, columns, row, currency, ink)
        else:
            nodes += _listed(line, words, row, terms, currency, ink)
    said = words.sentence(TAKEN[terms.fees_when])
    face = words.face_of(said, "medium")
    nodes.append(Text(inside.x, inside.bottom - 14, said, fit(said, 30.0, inside.w, face), theme.ink, face, "l"))
    return tuple(nodes)


def _columns(terms: Terms) -> list[str]:
    """Who pays at any limit; "" is the column of the limits."""
    paying = {who for row in terms.schedule for who, _ in row.fees}
    limits = [""] if any(row.limit for row in terms.schedule) else []
    return [*limits, *(who for who in terms.payers if who in paying)]


def _heads(box: Box, theme: Theme, words: Words, columns: list[str]) -> list[Node]:
    nodes: list[Node] = []
    for i, who in enumerate(columns):
        place = _cell(box, columns, i).inset(6, 4)
        ours = {"": "table_limit", BET: "fee_bet", PLAYER_DEALER: "fee_player_dealer"}
        said: list[Written] = words.both(ours[who], "medium") if who in ours else words.named(who, "medium")
        nodes += label(said, place, HEAD, theme.soft, least=LEAST)
    return nodes


def _figures(line: Box, words: Words, columns: list[str], row: FeeRow, currency: str, ink: Colour) -> list[Node]:
    fees, nodes = dict(row.fees), list[Node]()
    for i, who in enumerate(columns):
        text = amount(fees[who], currency) if who in fees else "–"
        if not who and row.limit:
            text = span(row.limit, currency)
        cell = _cell(line, columns, i)
        cap = fit(text, max(LEAST, min(FIGURE, line.h * 0.5)), cell.w - 12, words.bold)
        nodes.append(Text(*cell.centre, text, cap, ink, words.bold))
    return nodes


def _cell(line: Box, columns: list[str], i: int) -> Box:
    """That of the limits is wider than the others."""
    each = line.w / (len(columns) + (0.6 if "" in columns else 0.0))
    before = each * i + (each * 0.6 if i and "" in columns else 0.0)
    return Box(line.x + before, line.y, each * (1.0 if columns[i] else 1.6), line.h)


def _listed(line: Box, words: Words, row: FeeRow, terms: Terms, currency: str, ink: Colour) -> list[Node]:
    y = line.y + 30
    nodes: list[Node] = []
    if row.limit:
        nodes.append(Text(line.x + 16, y, span(row.limit, currency), 34.0, ink, words.bold, "l"))
        y += LEADING + 4
    for part in _lines(words, row, terms, currency, line.w):
        nodes.append(Text(line.x + 16, y, part, LEAST, ink, words.face_of(part, "medium"), "l"))
        y += LEADING
    return nodes


def _lines(words: Words, row: FeeRow, terms: Terms, currency: str, wide: float) -> list[str]:
    text = words.sentence(fees_of(row, terms, currency))
    return broken(text, LEAST, wide - 32, words.face_of(text, "medium"))
