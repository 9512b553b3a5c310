"""Where everything stands on a board, and what is posted: of the ways to place it the best that has room."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from eztrak.display.layout import (
    MARGIN,
    UNITS,
    Layout,
    gathered_wide,
    gathers,
    is_tall,
    layout,
    limits_wide,
)
from eztrak.display.panels.bar import bar_height
from eztrak.display.panels.header import Heading, header_height
from eztrak.display.panels.limits import limits_height, limits_in_line, own_rows, table_wide
from eztrak.display.panels.postings import Band, band
from eztrak.display.panels.tiles import Rows, counts_height, fit_in, gathered_rows, tile_rows
from eztrak.display.posted import BESIDE, standing, turning
from eztrak.display.recall import recalled
from eztrak.display.view import Look, Own, View
from eztrak.display.words import Words
from eztrak.table.changes import Planned
from eztrak.table.position import NOBODY, Position
from eztrak.table.state import TableState
from eztrak.table.terms import Terms

TABLE = 600.0  # how wide the panel of the limits becomes, at the most, for whole names
OWN = 6  # wagers with limits or fees of their own, at the most, beside the table's


class Placed(NamedTuple):
    """Where the panels stand, the tiles in their rows, those with a panel of their own, what is posted, whether the
    table of wagers has the fees and limits of all of them, and whether there is one."""

    place: Layout
    rows: Rows
    others: Rows
    band: Band
    whole: bool
    table: bool


class Asked(NamedTuple):
    """All that the places of a board depend on."""

    width: float
    height: float
    look: Look
    words: Words
    terms: Terms
    plans: tuple[Planned, ...]
    position: Position
    day: str
    header: float  # how high it is
    page: bool | None  # whether the strip has something to say under a page, where one lies over the board
    earlier: bool  # whether there are seals from before a correction
    posts: bool  # a board that could not read its config must not post anything
    on_page: bool  # what takes turns is on the page of a closed table


def place_of(
    view: View, look: Look, words: Words, heading: Heading, page: bool | None, width: int, height: int
) -> Placed:
    short = min(width, height)
    wide, high = UNITS * width / short, UNITS * height / short
    state, area = view.state, wide - 2 * (MARGIN + look.margin * UNITS)
    position = state.position if state.terms.player_dealer else NOBODY  # where nobody counts it, no hand moves a thing
    asked = Asked(
        *(wide, high, look, words, state.terms, state.plans, position, view.wall.date().isoformat()),
        *(header_height(area, words, heading), page, bool(view.earlier)),
        posts=not view.fault or bool(state.terms.limit.high),
        on_page=_on_page(view, look),
    )
    return _placed(asked)


@recalled(keep=8)
def _placed(asked: Asked) -> Placed:
    """The best of the ways to place all. Figures in two lines leave little room under them: the derived roads are worth
    more than a place there."""
    look, terms, high = asked.look, asked.terms, asked.height
    area = asked.width - 2 * (MARGIN + look.margin * UNITS)
    spoken = _words(terms.languages, terms.game)
    wanted = limits_in_line(spoken, terms, look.currency)

    def ways() -> Iterator[Placed]:
        across, limited = gathered_wide(area, wanted)
        rows, _ = gathered_rows(area, across, asked.words)
        if gathers(asked.width, high, look.layout) and fit_in(rows, across, asked.words):
            if asked.page is None and 0 < own_rows(limited, spoken, terms, look.currency) <= OWN:
                yield _way(asked, area, True, BESIDE, True)
            yield _way(asked, area, True, BESIDE)
        if dict(look.layout).get("winner", 1.0) > 1:  # for who stands far away: no table can be read from there
            yield _way(asked, area, False, 0)
        yield _way(asked, area, False, BESIDE)
        if limits_wide(area, look.layout, terms.timer_seconds > 0, high > asked.width, wanted) < wanted:
            yield _way(asked, area, False, 0)

    return next((one for one in ways() if one.place.roomy), None) or _way(asked, area, False, BESIDE)


def _way(asked: Asked, area: float, gathered: bool, most: int, whole: bool = False) -> Placed:
    """With so many limits of wagers beside the table's, or the `whole` table of them; the others are posted."""
    wide, high, look, words, terms, *_ = asked
    portrait, timer, currency = high > wide, terms.timer_seconds > 0, look.currency
    spoken = _words(terms.languages, terms.game)
    needed = limits_in_line(spoken, terms, currency)
    if gathered:
        table = table_wide(spoken, terms, currency) if whole else 0.0
        if needed < table <= min(TABLE, gathered_wide(area, table)[1]):
            needed = table
        across, limited = gathered_wide(area, needed)
        rows, others = gathered_rows(area, across, words)
    else:
        across, limited = area, limits_wide(area, look.layout, timer, portrait, needed)
        tall = portrait and is_tall(area, high - (wide - area))
        rows, others = tile_rows(area, portrait, tall, words), ()
    posted = _band(area, terms, asked.plans, asked.position, look.postings, currency, asked.day, most, whole)
    if asked.on_page:
        posted = Band(posted.standing, ())
    if not asked.posts:
        posted = Band((), ())

    def placed(apart: bool) -> Layout:
        return _layout(
            *(wide, high, look.margin * UNITS, look.layout, counts_height(rows, across, words)),
            *(counts_height(others, area, words) if others else 0.0, gathered, timer),
            *(look.ask_road, asked.header, posted.height),
            apart,
            *(bar_height(area, words, terms, currency), bool(asked.page), needed),
            limits_height(limited, spoken, terms, currency, most, whole),
        )

    # The code stands in the panel of the shoe before, where that has a place for it.
    apart = asked.page is not None or asked.earlier or not dict(look.layout).get("previous", 1.0)
    place = placed(apart)
    if not apart and not place.sealed:
        place = placed(True)
    return Placed(place, rows, others, posted, whole, most > 0)


def _on_page(view: View, look: Look) -> bool:
    """Whether what takes turns has the page of a closed table, and not the band."""
    return not (view.fault or view.entry.menu or view.state.terms.open or look.pictures)


@recalled(keep=8)
def _band(
    wide: float,
    terms: Terms,
    plans: tuple[Planned, ...],
    position: Position,
    own: tuple[Own, ...],
    currency: str,
    day: str,
    beside: int,
    whole: bool,
) -> Band:
    """What is posted, in each language of the board."""
    state = TableState(terms=terms, plans=plans, position=position)
    spoken = []
    for language in terms.languages:
        words = _words((language,), terms.game)
        spoken.append(
            (words, list(standing(words, state, currency, day, beside, whole)), turning(words, terms, own, currency))
        )
    return band(wide, spoken)


_words = cache(Words)
_layout = recalled(keep=8)(layout)
