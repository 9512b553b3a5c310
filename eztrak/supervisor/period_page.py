"""A day, a week or any period on paper: what was dealt by table, dealer and day, whether any counts are off, and what
to look at on the recording."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from eztrak.display import lettering
from eztrak.display.lettering import BOLD, MEDIUM
from eztrak.display.scene import Bar, Box, Node, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.supervisor.columns import CAP, HEAD, STEP, Cell, Column, footing, headings, row, section, whisker, written
from eztrak.supervisor.days import span_text
from eztrak.supervisor.names import bonuses, called, named, titles
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SOFT, WIDE, Paper
from eztrak.supervisor.period import Period, Tally, dealer_text
from eztrak.supervisor.recording import MOST_SHOWN, Recording, summed
from eztrak.supervisor.shoe_page import COUNTS, comparison_row, shade
from eztrak.table.expectation import Comparison

RIGHT = WIDE - MARGIN
BESIDE = 3  # so many bonus wagers have their columns in the table; more have a table of their own
COLUMNS = (
    Column("", MARGIN, 32, "l"),
    Column("shoes", 52, 10),
    Column("hands", 62, 11),
    Column("void", 72, 8),
    Column("of entries", 85, 12),
    Column("corrected", 98, 12),
    Column("hands an hour", 114.5, 16),
)
VERDICT = Column("verdict", 165, 36, "l")
PLACES = (
    Column("on the recording", MARGIN, 44, "l"),
    Column("table", 61, 24, "l"),
    Column("shoe", 96, 10),
    Column("hand", 111, 14),
    Column("dealer", 124, 12),
    Column("what", 128, RIGHT - 128, "l"),
)
LEADING = 3.2  # from the first line of a row to its second


def period_pages(
    paper: Paper, title: str, told: Period, room: str, theme: Theme, words: Words, printed: datetime
) -> None:
    flow = _Flow(paper, title, ", ".join(titles(told.total.games)), room, words, printed)
    flow.add(_parts_total(told, theme, words))
    groups: list[tuple[str, list[tuple[str, Tally]]]] = [
        ("By table", sorted(told.tables.items())),
        ("By dealer", [(dealer_text(number), tally) for number, tally in sorted(told.dealers.items())]),
        ("By day", sorted(told.days.items())),
    ]
    bonus = bonuses(told.total.games)
    for name, group in groups:
        for parts in _group(name, group, told, bonus, words):
            flow.add(parts)
    rows = [("All", told.total), *groups[0][1], *groups[1][1]]
    size = -(-len(bonus) // max(1, -(-len(bonus) // BESIDE)))  # as many in each chart
    for start in range(0, len(bonus), max(1, size)):
        flow.add(_chart(rows, bonus[start : start + size], told, theme, words))
    if told.recording.findings:
        flow.add(_to_look_at(told.recording, words))


FEW = 60  # hands: less than a shoe


class _Part:
    """What goes onto a page as one piece: its nodes from y = 0 on, and its height."""

    def __init__(self, high: float, nodes: "list[Node]", heading: bool = False) -> None:
        self.high, self.nodes, self.heading = high, nodes, heading


class _Flow:
    """Puts parts under each other, and goes on on the next page, under the same heading, when one is full."""

    def __init__(self, paper: Paper, title: str, games: str, room: str, words: Words, printed: datetime) -> None:
        self._paper, self._title, self._games, self._room = paper, title, games, room
        self._words, self._printed = words, printed
        self._y = HIGH
        self._pages = 0

    def add(self, parts: Iterable[_Part]) -> None:
        heading: _Part | None = None
        for part in parts:
            if self._y + part.high + (3 * STEP if part.heading else 0) > HIGH - 14:
                self._page()
                if heading and not part.heading:
                    self._put(heading)
            self._put(part)
            heading = part if part.heading else heading
        self._y += 5

    def _put(self, part: _Part) -> None:
        self._paper.paint(part.nodes, 0, self._y)
        self._y += part.high

    def _page(self) -> None:
        self._pages += 1
        self._paper.page()
        notes = (
            "Hands are those that stand; voids are beside them, in per cent of all entries. A shoe belongs to the day"
            " on which it started.",
            "Hands an hour: without free hands, hands put in later, and pauses over ten minutes. Corrected: voided,"
            " changed or put in later.",
        )
        self._paper.paint(
            [
                written(MARGIN, 17, self._title, 4.6, INK, 130, True, words=self._words),
                written(RIGHT, 17, self._room, 2.1, SOFT, 50, anchor="r", words=self._words),
                written(MARGIN, 23, self._games, 2.1, SOFT, 130, words=self._words),
                *footing(notes, self._printed, f"Page {self._pages}"),
            ]
        )
        self._y = 31.0


def _parts_total(told: Period, theme: Theme, words: Words) -> list[_Part]:
    total, pace = told.total, told.total.pace
    figures = (
        (f"{total.shoes:,}", "shoes"),
        (f"{total.hands:,}", "hands"),
        (f"{total.voided:,}", f"void, {100 * total.void_rate:.1f} % of entries"),
        (f"{total.corrected:,}", "corrected"),
        ("–" if pace is None else f"{pace:.0f}", "hands an hour"),
    )
    tiles: list[Node] = []
    for i, (figure, what) in enumerate(figures):
        x = MARGIN + i * 38.5
        tiles += [
            Text(x, 2, figure, 6.4, INK, BOLD, "l"),
            Text(x, 9, what, 2.0, SOFT, MEDIUM, "l"),
        ]
    counts = _Part(11, [*section(0, "Counts against exact odds"), *headings(6, COUNTS)], True)
    rows = [_Part(STEP, comparison_row(0, one, total.games, theme, words)) for one in total.comparisons]
    return [_Part(15, tiles), *_verdict(told, words), counts, *rows]


def _verdict(told: Period, words: Words) -> list[_Part]:
    """What a reader wants to know first: whether anything is off, and where."""
    wide, found = RIGHT - MARGIN, told.findings
    parts = [
        _Part(5, [written(MARGIN, 1, line, 2.5, ALARM if text in found else INK, wide, True, words=words)])
        for text in told.verdict
        for line in ([text] if text in found else lettering.lines(text, 2.5, wide, 2.3)[0])
    ]
    return [*parts, _Part(5, [])]


def _to_look_at(recording: Recording, words: Words) -> list[_Part]:
    """A row for each place, in two lines where the words need them; and how many more there are than are printed."""
    shown, left = recording.first(MOST_SHOWN)
    hint = "from the entry, or the opening of bets, to what came of it; local times"
    head = [*section(0, "What to look at on the recording"), written(RIGHT, 0, hint, HEAD, SOFT, 110, anchor="r")]
    parts = [_Part(11, [*head, *headings(6, PLACES)], True)]
    for one in shown:
        what, *more = lettering.lines(one.told, CAP, PLACES[-1].room, 0.9 * CAP, lettering.MEDIUM)[0]
        cells = (
            Cell(span_text(one.at, one.until), INK, True),
            Cell(one.table),
            Cell("" if one.shoe is None else f"{one.shoe}"),
            Cell("–".join(map(str, one.ends))),
            Cell(str(one.dealer or "–")),
            Cell(what),
        )
        high = STEP + len(more) * LEADING
        second = [written(PLACES[-1].x, LEADING, text, CAP, INK, PLACES[-1].room, words=words) for text in more]
        parts.append(_Part(high, [*row(0, PLACES, cells, words, high), *second]))
    if left:
        text = f"{len(left):,} more are not printed: {summed(left)}. “eztrak report --json” lists all."
        parts.append(_Part(STEP + 1, [written(MARGIN, 1, text, CAP, INK, RIGHT - MARGIN, True, words=words)]))
    return parts


def _group(
    name: str, group: list[tuple[str, Tally]], told: Period, bonus: Sequence[str], words: Words
) -> list[list[_Part]]:
    """The table of a group; the bonus wagers in columns of it, or in a table of their own where they are many."""
    beside, apart = (bonus, ()) if len(bonus) <= BESIDE else ((), bonus)
    columns = (*COLUMNS, *_counts(beside, told, COLUMNS[-1].x, VERDICT.x - 4), VERDICT)
    parts = [_Part(11, [*_section(name, beside), *headings(6, columns)], True)]
    for title, tally in group:
        cells = (
            Cell(title, INK, True),
            Cell(f"{tally.shoes:,}"),
            Cell(f"{tally.hands:,}"),
            Cell(f"{tally.voided:,}"),
            Cell(f"{100 * tally.void_rate:.1f} %"),
            Cell(f"{tally.corrected:,}"),
            Cell("–" if tally.pace is None else f"{tally.pace:.0f}", INK, True),
            *(_counted(tally.comparison(id)) for id in beside),
            Cell(tally.verdict, ALARM if tally.off else SOFT, bool(tally.off)),
        )
        parts.append(_Part(STEP, row(0, columns, cells, words)))
    if not apart:
        return [parts]
    columns = (COLUMNS[0], *_counts(apart, told, MARGIN + COLUMNS[0].room, RIGHT))
    more = [_Part(11, [*_section(f"{name}: bonus wagers", apart), *headings(6, columns)], True)]
    for title, tally in group:
        cells = (Cell(title, INK, True), *(_counted(tally.comparison(id)) for id in apart))
        more.append(_Part(STEP, row(0, columns, cells, words)))
    return [parts, more]


def _section(name: str, bonus: Sequence[str]) -> list[Node]:
    hint = "bonus wagers that came, and in brackets how many the odds give" if bonus else ""
    return [*section(0, name), written(RIGHT, 0, hint, HEAD, SOFT, 90, anchor="r")]


def _counts(bonus: Sequence[str], told: Period, left: float, right: float) -> list[Column]:
    wide = (right - left) / max(1, len(bonus))
    return [Column(called(id, told.total.games), left + wide * (i + 1), wide - 2) for i, id in enumerate(bonus)]


def _counted(told: Comparison | None) -> Cell:
    if told is None:
        return Cell("–", SOFT)
    return Cell(f"{told.observed:,} ({told.expected:,.1f})", ALARM if told.off else INK, told.off)


def _chart(
    rows: list[tuple[str, Tally]], bonus: Sequence[str], told: Period, theme: Theme, words: Words
) -> list[_Part]:
    """Some wagers side by side, each on a scale of its own: who is off stands clear of the stroke."""
    games = told.total.games
    left = MARGIN + 36
    wide = (RIGHT - left - 8 * (len(bonus) - 1)) / len(bonus)
    whole = Box(0, 0, wide, STEP)
    places = {id: (left + i * (wide + 8), _scale(id, rows)) for i, id in enumerate(bonus)}
    names = " and ".join(filter(None, (", ".join(called(id, games) for id in bonus[:-1]), called(bonus[-1], games))))
    head = section(0, f"{names}: the share counted, its 95 % range, and the exact odds")
    for id, (x, most) in places.items():
        head.append(written(x, 6.5, named(id, games, words), CAP, INK, wide, True, words=words))
        step = next(step for step in (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if 100 * most / step <= wide / 12)
        for tick in range(int(100 * most / step) + 1):
            at = x + wide * tick * step / 100 / most
            head.append(Text(at, 10.5, f"{tick * step:g} %", HEAD, SOFT, MEDIUM, "c"))
    parts = [_Part(14, head, True)]
    for title, tally in rows:
        nodes: list[Node] = [written(MARGIN, STEP / 2, title, CAP, INK, 34, True, words=words)]
        for id, (x, most) in places.items():
            nodes.append(Bar(x, STEP - 0.1, wide, 0.1, LINE))
            if compared := tally.comparison(id):
                colour = ALARM if compared.off else shade(id, games, theme)
                nodes += whisker(whole._replace(x=x), compared, most, colour)
        parts.append(_Part(STEP, nodes))
    return parts


def _scale(id: str, rows: list[tuple[str, Tally]]) -> float:
    """The share at the right end. A dealer with few hands has a range without end: it is cut."""
    told = [compared for _, tally in rows if (compared := tally.comparison(id))]
    wide = [min(t.high, max(3 * t.chance, 1.2 * t.observed / t.hands)) for t in told if t.hands >= FEW or t.off]
    return min(1.0, 1.1 * max([2.2 * t.chance for t in told] + wide))
