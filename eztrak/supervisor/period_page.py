"""A day, a week or any period on paper: what was dealt by table, dealer and day, whether any counts are off, and what
to look at on the recording."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from eztrak.display.lettering import MEDIUM
from eztrak.display.scene import Bar, Box, Node, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.journal.listed import ListedShoe
from eztrak.supervisor.columns import (
    CAP,
    HEAD,
    LEADING,
    STEP,
    Cell,
    Column,
    Printed,
    Style,
    footing,
    paragraph,
    section,
    whisker,
    written,
)
from eztrak.supervisor.days import local, on_days, span_text, zone_on
from eztrak.supervisor.flow import Flow, Piece, listing
from eztrak.supervisor.names import bonuses, both, called, titles
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SOFT, WIDE, Paper
from eztrak.supervisor.period import Period, Tally, dealer_text
from eztrak.supervisor.rates import Rate
from eztrak.supervisor.recording import MOST_SHOWN, Recording, summed
from eztrak.supervisor.shoe_page import COUNTS, comparison_row, shade
from eztrak.table.expectation import Comparison
from eztrak.table.story import Happened
from eztrak.voice.said import Part, Said, listed

Row: TypeAlias = tuple[Part, Tally]
RIGHT = WIDE - MARGIN
BESIDE = 3  # so many bonus wagers have their columns in the table; more have a table of their own
COLUMNS = (
    Column("", MARGIN, 32, "l"),
    Column(Said("shoes"), 52, 10),
    Column(Said("hands"), 62, 11),
    Column(Said("void"), 72, 8),
    Column(Said("of entries"), 85, 12),
    Column(Said("corrected"), 98, 12),
    Column(Said("hands per hour"), 114.5, 16),
)
SHOES = (
    Column(Said("shoe"), MARGIN + 12, 12),
    Column(Said("table"), MARGIN + 17, 36, "l"),
    Column(Said("from, to"), MARGIN + 56, 44, "l"),
    Column(Said("hands"), MARGIN + 110, 12),
    Column(Said("void"), MARGIN + 122, 10),
    Column(Said("corrected"), MARGIN + 136, 13),
    Column(Said("seal"), MARGIN + 142, 44, "l"),
)
MENDED = (
    Column(Said("when"), MARGIN, 31, "l"),
    Column(Said("table"), 48, 26, "l"),
    Column(Said("shoe"), 84, 9),
    Column(Said("hand"), 94, 9),
    Column(Said("what"), 98, RIGHT - 98, "l", True),
)
VERDICT = Column(Said("verdict"), 165, 36, "l")
PLACES = (
    Column(Said("on the recording"), MARGIN, 44, "l"),
    Column(Said("table"), 61, 24, "l"),
    Column(Said("shoe"), 96, 10),
    Column(Said("hand"), 111, 14),
    Column(Said("dealer"), 124, 12),
    Column(Said("what"), 128, RIGHT - 128, "l", True),
)
NOTES = (
    Said("Void hands are not counted; voids are a percentage of all entries. A shoe belongs to the day it started."),
    Said(
        "Hands per hour leave out free hands, hands inserted later and breaks over ten "
        "minutes. Corrected: voided, changed or inserted later."
    ),
)
FEW = 60  # hands: less than a shoe


@dataclass(frozen=True, slots=True)
class Listing:
    """The shoes of a few days one by one, and each correction with its table and its game. Of several tables also what
    each is a witness of, or why it is not in the sums."""

    shoes: tuple[ListedShoe, ...] = ()
    corrections: tuple[tuple[str, Game, Happened], ...] = ()
    tables: tuple[tuple[str, Part], ...] = ()


def period_pages(paper: Paper, title: Part, period: Period, style: Style, printed: Printed, few_days: Listing) -> None:
    words, games = style.words, ", ".join(titles(period.total.games, style.words.language))
    zone = _zone(period)

    def begin(page: int) -> tuple[list[Node], float]:
        top = [
            written(MARGIN, 17, title, 4.6, INK, 130, words, True),
            written(RIGHT, 17, style.room, 2.1, SOFT, 50, words, anchor="r"),
            written(MARGIN, 23, games, 2.1, SOFT, 130, words),
        ]
        return [*top, *footing((zone, *NOTES), printed, on_days(Said("page {page}", page=page)), words)], 31.0

    flow = Flow(paper, begin, HIGH - 14)
    flow.add(_parts_total(period, style.theme, words))
    tables: list[Row] = [*sorted(period.tables.items())]
    dealers: list[Row] = [(dealer_text(number), tally) for number, tally in sorted(period.dealers.items())]
    days: list[Row] = [*sorted(period.days.items())]
    bonus = bonuses(period.total.games)
    for name, group in (
        (Said("By table"), tables),
        (Said("By dealer"), dealers),
        (Said("By day"), days),
    ):
        for pieces in _group(name, group, period, bonus, words):
            flow.add(pieces)
    rows: list[Row] = [(Said("All"), period.total), *tables, *dealers]
    size = -(-len(bonus) // max(1, -(-len(bonus) // BESIDE)))  # as many in each chart
    for start in range(0, len(bonus), max(1, size)):
        flow.add(_chart(rows, bonus[start : start + size], period, style.theme, words))
    if period.recording.findings:
        flow.add(_to_look_at(period.recording, words))
    if few_days.shoes:
        flow.add(_shoes(few_days.shoes, words))
        flow.add(_corrections(few_days.corrections, words))
    if few_days.tables:
        flow.add(_tables(few_days.tables, words))


def _zone(period: Period) -> Said:
    """What the times on it are; nothing where a damaged record has no day that is one."""
    try:
        days = sorted(map(date.fromisoformat, period.days))
    except ValueError:
        return Said()
    return zone_on(days[0], days[-1]) if days else Said()


def _parts_total(period: Period, theme: Theme, words: Words) -> Iterator[Piece]:
    total, pace = period.total, period.total.pace
    figures = (
        (f"{total.shoes:,}", Said("shoes")),
        (f"{total.hands:,}", Said("hands")),
        (f"{total.voided:,}", Said("void, {percent} % of entries", percent=f"{100 * total.void_rate:.1f}")),
        (f"{total.corrected:,}", Said("corrected")),
        ("–" if pace is None else f"{pace:.0f}", Said("hands per hour")),
    )
    tiles: list[Node] = []
    for i, (figure, what) in enumerate(figures):
        x = MARGIN + i * 38.5
        tiles += [
            written(x, 2, figure, 6.4, INK, 36, words, True),
            written(x, 9, what, 2.0, SOFT, 36, words),
        ]
    yield Piece(15, tiles)
    # What a reader wants to know first: whether anything is off, and where.
    for said in period.verdict:
        colour = ALARM if said in period.findings else INK
        lines = paragraph(MARGIN, 1, said, 2.5, colour, RIGHT - MARGIN, words, True)
        yield Piece(1.2 + LEADING * 2.5 * len(lines), lines)
    yield Piece(5, [])
    yield from listing(Said("Counts against exact odds"), COUNTS, (), words)
    for one in total.comparisons:
        yield Piece(STEP, comparison_row(0, one, total.games, theme, words))


def _to_look_at(recording: Recording, words: Words) -> Iterator[Piece]:
    """A row for each place, in two lines where the words need them; and how many more there are than are printed."""
    shown, left = recording.first(MOST_SHOWN)
    hint = Said("from the entry, or the opening of bets, to the result; local times")
    rows = (
        (
            Cell(span_text(one.at, one.until), INK, True),
            Cell(one.table),
            Cell("" if one.shoe is None else f"{one.shoe}"),
            Cell("–".join(map(str, one.ends))),
            Cell(str(one.dealer or "–")),
            Cell(one.said),
        )
        for one in shown
    )
    yield from listing(Said("What to review on the recording"), PLACES, rows, words, hint)
    if left:
        text = Said(
            "{count:,} more are not printed: {sum}. “eztrak report --json” lists all.",
            count=len(left),
            sum=summed(left),
        )
        yield Piece(STEP + 1, paragraph(MARGIN, 1, text, CAP, INK, RIGHT - MARGIN, words, True))


def _shoes(shoes: Sequence[ListedShoe], words: Words) -> Iterator[Piece]:
    """A row for each, with its seal."""
    rows = (
        (
            Cell(f"{shoe.number}", INK, True),
            Cell(shoe.table),
            Cell(span_text(shoe.started_at, shoe.over_at or "")),
            Cell(f"{shoe.stats.hands}"),
            Cell(f"{shoe.stats.voided}"),
            Cell(f"{shoe.corrected}"),
            Cell(shoe.seal or Said("not ended")),
        )
        for shoe in shoes
    )
    return listing(Said("Shoes"), SHOES, rows, words)


def _corrections(corrections: Sequence[tuple[str, Game, Happened]], words: Words) -> Iterable[Piece]:
    """Who, when and why."""
    if not corrections:
        return [Piece(STEP, [written(MARGIN, 0, Said("Corrections: none"), CAP, INK, RIGHT - MARGIN, words, True)])]
    rows = (
        (Cell(local(one.at)), Cell(table), Cell(f"{one.shoe}"), Cell(f"{one.hand}"), Cell(one.line(game)))
        for table, game, one in corrections
    )
    return listing(Said("Corrections"), MENDED, rows, words)


def _tables(tables: Sequence[tuple[str, Part]], words: Words) -> Iterator[Piece]:
    yield Piece(7, section(0, Said("Tables"), words), 3 * STEP)
    for name, said in tables:
        lines = paragraph(MENDED[1].x, 0, said, CAP, INK, RIGHT - MENDED[1].x, words)
        named = written(MARGIN, 0, name, CAP, INK, MENDED[1].x - MARGIN - 2, words, True)
        yield Piece(STEP + (len(lines) - 1) * LEADING * CAP, [named, *lines])


def _group(
    name: Said, group: list[Row], period: Period, bonus: Sequence[str], words: Words
) -> Iterator[Iterator[Piece]]:
    """The table of a group; the bonus wagers in columns of it, or in a table of their own where they are many."""
    beside, apart = (bonus, ()) if len(bonus) <= BESIDE else ((), bonus)
    columns = (*COLUMNS, *_counts(beside, period, COLUMNS[-1].x, VERDICT.x - 4), VERDICT)
    unlike = period.unlike

    def cells(title: Part, tally: Tally) -> Sequence[Cell]:
        off = {one.rate for one in unlike.get(title, ())}
        return (
            Cell(title, INK, True),
            Cell(f"{tally.shoes:,}"),
            Cell(f"{tally.hands:,}"),
            Cell(f"{tally.voided:,}"),
            Cell(f"{100 * tally.void_rate:.1f} %", *((ALARM, True) if Rate.VOIDS in off else ())),
            Cell(f"{tally.corrected:,}", *((ALARM, True) if Rate.CORRECTIONS in off else ())),
            Cell("–" if tally.pace is None else f"{tally.pace:.0f}", ALARM if Rate.PACE in off else INK, True),
            *(_counted(tally.comparison(id)) for id in beside),
            Cell(tally.verdict, ALARM if tally.off else SOFT, bool(tally.off)),
        )

    hint = Said("bonus wagers: how many hit, and in parentheses how many the odds give")
    yield listing(name, columns, (cells(*one) for one in group), words, hint if beside else "")
    if apart:
        columns = (COLUMNS[0], *_counts(apart, period, MARGIN + COLUMNS[0].wide, RIGHT))
        rows = ((Cell(title, INK, True), *(_counted(tally.comparison(id)) for id in apart)) for title, tally in group)
        yield listing(Said("{group}: bonus wagers", group=name), columns, rows, words, hint)


def _counts(bonus: Sequence[str], period: Period, left: float, right: float) -> list[Column]:
    wide = (right - left) / max(1, len(bonus))
    return [Column(called(id, period.total.games), left + wide * (i + 1), wide - 2) for i, id in enumerate(bonus)]


def _counted(count: Comparison | None) -> Cell:
    if count is None:
        return Cell("–", SOFT)
    return Cell(f"{count.observed:,} ({count.expected:,.1f})", ALARM if count.off else INK, count.off)


def _chart(rows: list[Row], bonus: Sequence[str], period: Period, theme: Theme, words: Words) -> Iterator[Piece]:
    """Some wagers side by side, each on a scale of its own: who is off stands clear of the stroke."""
    games = period.total.games
    left = MARGIN + 36
    wide = (RIGHT - left - 8 * (len(bonus) - 1)) / len(bonus)
    whole = Box(0, 0, wide, STEP)
    places = {id: (left + i * (wide + 8), _scale(id, rows)) for i, id in enumerate(bonus)}
    names = listed(called(id, games) for id in bonus)
    head = section(0, Said("{counts}: the share counted, its 95 % range, and the exact odds", counts=names), words)
    for id, (x, most) in places.items():
        head.append(written(x, 6.5, both(called(id, games), words), CAP, INK, wide, words, True))
        step = next(step for step in (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if 100 * most / step <= wide / 12)
        for tick in range(int(100 * most / step) + 1):
            at = x + wide * tick * step / 100 / most
            head.append(Text(at, 10.5, f"{tick * step:g} %", HEAD, SOFT, MEDIUM, "c"))
    yield Piece(14, head, 3 * STEP)
    for title, tally in rows:
        nodes: list[Node] = [written(MARGIN, STEP / 2, title, CAP, INK, 34, words, True)]
        for id, (x, most) in places.items():
            nodes.append(Bar(x, STEP - 0.1, wide, 0.1, LINE))
            if compared := tally.comparison(id):
                colour = ALARM if compared.off else shade(id, games, theme)
                nodes += whisker(whole._replace(x=x), compared, most, colour)
        yield Piece(STEP, nodes)


def _scale(id: str, rows: list[Row]) -> float:
    """The share at the right end. A dealer with few hands has a range without end: it is cut."""
    counts = [compared for _, tally in rows if (compared := tally.comparison(id))]
    wide = [min(c.high, max(3 * c.chance, 1.2 * c.observed / c.hands)) for c in counts if c.hands >= FEW or c.off]
    return min(1.0, 1.1 * max([2.2 * c.chance for c in counts] + wide))
