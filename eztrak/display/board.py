"""The board: from what there is to show to a scene. Pure; the same view gives the same scene.

Each panel is remembered by what it was made from, so that a hand rebuilds only the panels that it changes and the
painter sees at a glance which ones those are. What moves stands in small layers of its own.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from functools import cache, cached_property
from math import ceil
from operator import attrgetter
from typing import Any

from eztrak.display import motion
from eztrak.display.dress import Dress, dress, woven
from eztrak.display.layout import (
    BEAD_COLS,
    DERIVED,
    Layout,
    Name,
    grown,
)
from eztrak.display.panels.bar import beside_limits, beside_wide, limits_bar
from eztrak.display.panels.counts import counts
from eztrak.display.panels.desk import desk_page
from eztrak.display.panels.frame import PAD, Road, cell_of
from eztrak.display.panels.header import Heading, header
from eztrak.display.panels.limits import limits
from eztrak.display.panels.menu import menu_page
from eztrak.display.panels.phase import Now, parts, phase_block, result
from eztrak.display.panels.postings import Page, postings, turn_of
from eztrak.display.panels.previous import previous
from eztrak.display.panels.roads import NAMED, ask_road, bead_plate, big_road, derived_road, newest_bead, road_name
from eztrak.display.panels.running import running
from eztrak.display.panels.strip import Shown, strip
from eztrak.display.panels.tiles import Rows, paying
from eztrak.display.placing import place_of
from eztrak.display.posted import helpline, turning
from eztrak.display.recall import folded, recalled
from eztrak.display.scene import Bar, Box, Node, Nodes, Picture, Scene
from eztrak.display.screens.celebration import celebration, drawing, sparks
from eztrak.display.screens.closed import Closed, closing, over_picture, table_closed
from eztrak.display.screens.fault import NO_HAND, fault_page
from eztrak.display.screens.flash import flash
from eztrak.display.screens.info import info_page, pack_rules
from eztrak.display.screens.lessons import how_to_read, no_memory, third_card
from eztrak.display.screens.schedule import schedule_pages
from eztrak.display.screens.shoe_end import seal_panel, shoe_end
from eztrak.display.theme import Theme, dimmed, theme
from eztrak.display.view import Fault, Look, View
from eztrak.display.words import Words
from eztrak.game.game import Game, Mark
from eztrak.game.hand import Hand
from eztrak.roads.bead import Bead
from eztrak.roads.big import BigCell
from eztrak.roads.derived import Derived, DerivedCell
from eztrak.roads.drawing import ROWS, Tail
from eztrak.roads.roads import Roads, after, no_roads
from eztrak.table.decisions import next_hand
from eztrak.table.desk import Desk, shoe_at
from eztrak.table.menu import asked
from eztrak.table.pages import Menu
from eztrak.table.round import NANO, Phase
from eztrak.table.shoe import Shoe
from eztrak.table.stats import Stats, stats_of
from eztrak.table.strip import asking, complaints, not_entered, overdue
from eztrak.table.terms import Terms
from eztrak.table.typed import Question
from eztrak.voice.said import All, Part

INFO_TURN = 12.0  # seconds of a page

__all__ = ["Fault", "Look", "View", "scene"]


def scene(view: View, look: Look, width: int, height: int) -> Scene:
    """The picture of a view on a screen of that many pixels."""
    if look.rotate in (90, 270):
        width, height = height, width
    drawing = _Drawing(view, look, width, height)
    layers, wake = drawing.layers()
    place = drawing.place
    return Scene(place.width, place.height, tuple(layers), wake, look.rotate, motion.drift(view.wall))


class _Drawing:
    """One picture on its way from a view to layers."""

    def __init__(self, view: View, look: Look, width: int, height: int) -> None:
        self.view, self.look = view, look
        state = view.state
        self.ended = _ended(view, look)
        self.shoe = self.ended or state.shoe or Shoe(0, game=state.game)
        self.theme, self.words = theme(look.theme), _words(state.terms.languages, self.shoe.game)
        last = self.shoe.last
        self.celebrated = self.shoe.game.celebrated(last) if last else None
        self.age = motion.frames(view.mono - state.last_hand.mono) if state.last_hand else None
        self.celebrating = bool(last and self.celebrated and self._lasts(look.celebration))
        self.heading, self.shown = self._heading(), _shown(view)
        paged = view.fault or view.entry.menu or not state.terms.open or view.entry.info or self.celebrating
        page = self.shown.speaks if paged else None
        self.placed = place_of(view, look, self.words, self.heading, page, width, height)
        self.place = self.placed.place
        self.standing = _standing(self.shoe.hands)
        minute = 60 - view.wall.second - view.wall.microsecond / 1e6
        self.moments = [view.mono + round(minute * NANO)]
        wait = view.rules.due_seconds
        self.phase, due = state.round.at(view.mono, wait), state.round.due(wait)
        if due is not None and view.mono < due:
            self.moments.append(due)
        if self.ended and state.shoe_end:
            self.moments.append(state.shoe_end.mono + round(look.shoe_end * NANO))

    def layers(self) -> tuple[list[Nodes], int]:
        """The layers, and when they next change by themselves."""
        view, look, last = self.view, self.look, self.shoe.last
        over: list[Nodes]
        if view.fault:
            over = self._fault(view.fault)
        elif menu := view.entry.menu:
            over = self._desk(menu.desk) if menu.desk else self._menu(menu)
        elif not view.state.terms.open:
            over = self._page(self._closed())
        elif view.entry.info:
            over = self._page(self._info())
        elif last and self.celebrated and self.celebrating:
            over = [*self._celebration(last, self.celebrated), *self._limits_bar()]
        else:
            over = self._board()
            if last and self._lasts(look.flash) and self.phase is Phase.IN:  # the next bets are open: what now leads
                over.append(self._flash(last))
        return [self._ground(), self._header(), *over, *self._foot()], min(self.moments)

    def _board(self) -> list[Nodes]:
        place, colours, words = self.place, self.theme, self.words
        state, terms = self.view.state, self.view.state.terms
        layers = [
            *self._counts(),
            _panel(limits, place["limits"], colours, self._next, terms, self.look.currency, *self._table()),
        ]
        if box := place.get("phase"):
            layers += self._phase(box)
        elif self.ended:  # the camera has to see it on every board
            layers.append(self._sealed(place["flash"]))
        if box := place.get("bead"):
            cell = min((box.w - 2 * PAD) / BEAD_COLS, (box.h - 2 * PAD) / ROWS)
            layers.append(_panel(bead_plate, box, colours, words, self.roads, self.standing, self.look.points, cell))
            layers.append(_panel(road_name, box, colours, words, "bead_plate", _low(self.roads.bead, box, cell)))
            layers += self._pulse(cell)
        if box := place.get("previous"):
            before = state.previous
            stats = _stats(before.hands, before.game) if before else None
            number = before.number if before else 0
            of_then = _words(terms.languages, before.game) if before else words
            of = self.view.seal, self.view.earlier, place["code"].bottom < box.bottom
            layers.append(_panel(previous, box, colours, of_then, number, stats, *of))
        if box := place.get("big"):
            layers.append(_panel(big_road, box, colours, words, self.roads, self.standing, self.cell))
            layers.append(_panel(road_name, box, colours, words, "big_road", _low(self.roads.big, box, self.cell)))
        layers += self._derived(0.0, place.height)
        if box := place.get("ask"):
            layers.append(_panel(ask_road, box, colours, words, self.roads.ask_banker, self.roads.ask_player))
        return layers

    def _table(self) -> tuple[bool, bool, frozenset[str]]:
        """Whether the limits have a table of all wagers, or any, and which of them have their pays in their tiles."""
        *_, whole, table = self.placed
        return whole, table, frozenset(paying(self.placed.others, self._next))

    def _phase(self, box: Box) -> list[Nodes]:
        """The phase and the result; of a shoe that has ended its number and its seal."""
        upper, lower = parts(box, self.phase)
        if last := self.place.get("last"):  # under the phase, or up to the top where no phase leads
            beside = self.place["limits"]._replace(y=box.y, h=box.h)
            upper, lower = (beside, grown(last, box)) if self.phase is Phase.IN else (box, last)
        layers = []
        if upper:
            layers.append(_panel(phase_block, upper, self.theme, self._now, self._leading()))
        if self.ended and lower:
            of = self.ended.number, self.view.seal, self.view.state.software.release, self.view.earlier
            layers.append(_panel(shoe_end, lower, self.theme, self.words, *of))
        elif lower:
            free = _stats(self.shoe.hands, self.shoe.game).free
            layers.append(_panel(result, lower, self.theme, self.words, _unnumbered(self.shoe.last), free))
        return layers

    def _sealed(self, box: Box) -> Nodes:
        """The seal of a shoe that has ended, for the camera, and which release has run."""
        of = self.view.seal, self.view.state.software.release, self.view.earlier
        return _panel(seal_panel, box, self.theme, self.words, *of)

    def _leading(self) -> Now:
        """What there is to say of the phase; the seconds name when they change."""
        now, mono = self.view.state.round, self.view.mono
        seconds = ceil(now.left(mono)) if self.phase is Phase.OPEN else 0
        if seconds:
            self.moments.append(now.ends - (seconds - 1) * NANO)
        return Now(self.phase, next_hand(self.view.state), seconds, now.seconds)

    def _derived(self, top: float, bottom: float) -> list[Nodes]:
        """The derived roads that stand between two heights, each with its name."""
        layers = []
        for name, road in _DERIVED.items():
            if (box := self.place.get(name)) and box.y > top and box.bottom < bottom:
                cells, cell = getattr(self.roads, name), self.cell * self.place.part
                layers.append(_panel(derived_road, box, self.theme, road, cells, cell))
                layers.append(_panel(road_name, box, self.theme, self.words, name, _low(cells, box, cell)))
        return layers

    @cached_property
    def roads(self) -> Roads:
        return _roads(self.standing, self.look.tail)

    @cached_property
    def cell(self) -> float:
        """Of the big road: as large as lets every road show its shoe; on its way there while the last hand comes."""
        last = self._fitting(self.roads)
        if self.age is None or not 0 <= self.age < motion.EASE or not self.standing:
            return last
        before = self._fitting(_roads(self.standing[:-1], self.look.tail))
        if before == last:
            return last
        self._moves()
        return before + (last - before) * motion.eased(self.age / motion.EASE)

    def _fitting(self, roads: Roads) -> float:
        of_derived = [(name, getattr(roads, name), self.place.part) for name in DERIVED]
        shown: list[tuple[Name, Sequence[BigCell | DerivedCell], float]] = [("big", roads.big, 1.0), *of_derived]
        of = [Road(box, part, _reach(cells)) for name, cells, part in shown if (box := self.place.get(name))]
        return cell_of(of) if of else 0.0

    @property
    def _now(self) -> Words:
        """What is said of the game that is dealt now; a shoe that has ended may have been another's."""
        return _words(self.view.state.terms.languages, self.view.state.game)

    @property
    def _next(self) -> Words:
        """What is said of the terms in force: their game may be that of the next shoe."""
        return _words(self.view.state.terms.languages, self.view.state.terms.game)

    def _page(self, page: Nodes) -> list[Nodes]:
        return [page, *self._limits_bar()]

    def _menu(self, menu: Menu) -> list[Nodes]:
        ask, health, place = asked(menu, self.view.state), self.view.health, self.place
        above = place["desk"] if "desk_road" in place.boxes else place["page"]
        page = _panel(menu_page, place["page"], above, self.theme, self._now, menu, ask, health)
        whole = isinstance(page[0], Bar) and page[0].h > above.h
        return self._page(page) + ([] if whole else self._desk_road())

    def _desk(self, desk: Desk) -> list[Nodes]:
        """The desk lies over everything but the big road and what has its place between that and the limits."""
        place, shoe = self.place, shoe_at(desk, self.view.state)
        words = _words(self.view.state.terms.languages, shoe.game)
        zone = self.view.wall.tzinfo or UTC
        return self._page(_panel(desk_page, place["desk"], self.theme, words, shoe, desk, zone)) + self._desk_road()

    def _desk_road(self) -> list[Nodes]:
        place = self.place
        box = place.get("desk_road")
        if box is None:
            return []
        cell = min(self.cell, (box.h - 2 * PAD) / ROWS)
        road = _panel(big_road, box, self.theme, self.words, self.roads, self.standing, cell)
        return [road, *self._derived(box.bottom, place["bar"].y)]

    def _fault(self, fault: Fault) -> list[Nodes]:
        box, bar = self.place["page"], self.place["bar"]
        if self.view.state.terms.limit.high:
            return self._page(_panel(fault_page, box, self.theme, self.words, fault))
        # A board that could not read its config knows no limits, and must not post any.
        return [_panel(fault_page, box._replace(h=bar.bottom - box.y), self.theme, self.words, fault)]

    def _info(self) -> Nodes:
        """How it is played, in turn with what is collected where fees are; from the first page on, as it was opened."""
        box, terms, turn = self.place["page"], self.view.state.terms, round(INFO_TURN * NANO)
        release = self.view.state.software.release
        pages = [_panel(info_page, box, self.theme, self._now, pack_rules(terms.pack), release)]
        if terms.schedule:
            pages += _schedule(box, self.theme, self._next, terms, self.look.currency)
        pages += [_panel(lesson, box, self.theme, self._now) for lesson in (third_card, how_to_read, no_memory)]
        age = self.view.mono - self.view.entry.touched
        self.moments.append(self.view.mono + turn - age % turn)
        return pages[age // turn % len(pages)]

    def _closed(self) -> Nodes:
        """The room's own pictures in turn with what has to stand over them, or a page with all that is posted."""
        pictures, terms, mono = self.look.pictures, self.view.state.terms, self.view.mono
        box, closed = self.place["page"], Closed(self.look.room, self.view.state.table, self.look.hours)
        if not pictures:
            page, due = turn_of(_closing(box.w, tuple(self._turning(terms))).turning, mono)
            self.moments += [due] if due is not None else []
            worn = dress(self.look.theme)
            return _panel(table_closed, box, self.theme, self._now, closed, worn, page or Page((), 0.0, 0.0))
        turn = round(self.look.picture_seconds * NANO)
        if len(pictures) > 1:
            self.moments.append((mono // turn + 1) * turn)
        said = helpline(self._next, terms, self.look.postings)
        return _panel(
            over_picture, box, self.theme, self._now, closed, pictures[mono // turn % len(pictures)], tuple(said)
        )

    def _turning(self, terms: Terms) -> Iterator[tuple[Words, tuple[str, ...]]]:
        """What takes turns, in each language of the board."""
        for language in terms.languages:
            words = _words((language,), terms.game)
            yield words, tuple(turning(words, terms, self.look.postings, self.look.currency))

    def _celebration(self, hand: Hand, mark: Mark) -> list[Nodes]:
        share = self._share(self.look.celebration, motion.SLOW)
        box = self.place["page"]
        layers = [] if share == 1 else self._board()  # no frame through black
        layers += [_panel(celebration, box, self.theme, self.words, hand, mark, share)]
        if share == 1:  # after the words: both at once would be too much of the light in one frame
            layers.append(sparks(box, self.theme, self.words, hand, mark, self.age or 0.0))
            layers.append(_panel(drawing, box, self.theme, self.words, hand, mark))
        self._moves()
        return layers

    def _flash(self, hand: Hand) -> Nodes:
        share = self._share(self.look.flash)
        if not share:  # not even a line yet: with the hand itself there is enough to paint
            return ()
        return _panel(flash, self.place["flash"], self.theme, self.words, hand, share)

    def _share(self, lasts: float, ease: float = motion.EASE) -> float:
        """How far something has opened that came with the last hand; says when it will look different."""
        age = self.age or 0.0
        if ease <= age <= lasts - ease:
            self._moves(lasts - ease)
            return 1.0
        self._moves()
        return motion.appearing(age, lasts, ease)

    def _moves(self, age: float = 0.0) -> None:
        """The picture changes with the next frame, or the first one past that age of the last hand."""
        if self.age is not None and self.view.state.last_hand:
            after = max(self.age, age)
            self.moments.append(self.view.state.last_hand.mono + motion.next_frame(after))

    def _pulse(self, cell: float) -> list[Nodes]:
        """The newest bead pulses once nothing lies over it any more."""
        if self.age is None or not self.roads.bead or self.ended:
            return []
        covered = self.look.celebration if self.celebrated else self.look.flash
        if self.age < covered:
            return []
        step = motion.beat(self.age - covered)
        if step is None:
            return []
        self._moves()
        of = self.theme, self.words, self.roads, self.standing, step, self.look.points, cell
        return [_panel(newest_bead, self.place["bead"], *of)]

    def _counts(self) -> list[Nodes]:
        shown: list[tuple[Name, Rows]] = [("counts", self.placed.rows), ("others", self.placed.others)]
        places = [(box, rows) for name, rows in shown if (box := self.place.get(name))]
        stats = _stats(self.shoe.hands, self.shoe.game)
        if self.age is None or not 0 <= self.age < motion.EASE or not self.standing:
            return [_panel(counts, box, self.theme, self.words, rows, stats) for box, rows in places]
        self._moves()
        before, share = _stats(self.standing[:-1], self.shoe.game), motion.eased(self.age / motion.EASE)
        return [counts(box, self.theme, self.words, rows, stats, before, share) for box, rows in places]

    def _limits_bar(self) -> list[Nodes]:
        """The limits, and beside them the phase or, when a shoe has ended, its seal: a page hides neither."""
        terms, bar = self.view.state.terms, self.place["bar"]
        wide = 0.0
        if self.phase is not Phase.IN or self.ended:
            wide = beside_wide(bar.w)
        colours = self.theme if terms.open else dimmed(self.theme)
        layers = [_panel(limits_bar, bar, colours, self._next, terms, self.look.currency, wide)]
        if not wide:
            return layers
        box = beside_limits(bar, self._next, terms, self.look.currency, wide)
        if self.phase is Phase.IN:
            return [*layers, self._sealed(box)]
        return [*layers, _panel(phase_block, box, self.theme, self.words, self._leading())]

    def _header(self) -> Nodes:
        return _panel(header, self.place["header"], self.theme, self.words, self.heading)

    def _heading(self) -> Heading:
        view, look, last = self.view, self.look, self.shoe.last
        return Heading(
            room=look.room,
            games=tuple(dict.fromkeys(map(self._now.game.name, self.words.languages))) if look.room else (),
            table=view.state.table,
            shoe=self.shoe.number,
            hand=last.number if last else 0,
            dealer=view.state.staff.dealer,
            date=_date(view, look),
            clock=_clock(view, look),
            logo=look.logo,
            backed=bool(look.background),
        )

    def _foot(self) -> list[Nodes]:
        view = self.view
        seal = "" if "previous" in self.place.boxes else view.seal
        layers = [_panel(strip, self.place["strip"], self.theme, self._now, self.shown)]
        if box := self.place.get("postings"):
            pages = [turn_of(pages, view.mono) for pages in self.placed.band]
            self.moments += [due for _, due in pages if due is not None]
            layers.append(_panel(postings, box, self.theme, *(page for page, _ in pages)))
        return [*layers, _panel(running, self.place["code"], self.theme, self._now, view.code, seal, view.earlier)]

    def _ground(self) -> Nodes:
        return _panel(_ground, self.place, self.theme, dress(self.look.theme), self.look.background)

    def _lasts(self, seconds: float) -> bool:
        """Whether the last hand came less than so many seconds ago."""
        return self.age is not None and self.age < seconds


_DERIVED = {name: Derived[name.upper()] for name in DERIVED}


# Enough for the board shown and for what the next hand may make of it; the derived roads share one function.
@recalled(keep=8)
def _panel(draw: Callable[..., Nodes], *of: Any) -> Nodes:
    return draw(*of)


def _shown(view: View) -> Shown:
    """What the strip has to say."""
    entry, state, rules = view.entry, view.state, view.rules
    wrong = complaints(entry, state, rules)
    if not wrong and not entry.typed and not entry.left:
        wrong = [overdue(entry, state, rules, view.mono)]
    return Shown(
        ids=entry.typed.ids,
        digits=_digits(view),
        asks=asking(entry, state, rules),
        confirms=entry.question not in (None, Question.MENU),
        half=entry.half,
        message=entry.message,
        tone=entry.tone,
        complaint=NO_HAND if view.fault else All(tuple(said for said in (*wrong, *view.notices) if said)),
        left=not_entered(entry, state, rules),
        saving=view.saving,
    )


_COL = attrgetter("col")
_words = cache(Words)
_schedule = recalled(keep=2)(schedule_pages)
_closing = recalled(keep=2)(closing)


@folded(4, no_roads)
def _roads(roads: Roads, hand: Hand, _: Tail) -> Roads:
    return after(roads, hand.outcome)


@folded(6, lambda _: Stats())
def _stats(stats: Stats, hand: Hand, game: Game) -> Stats:
    return stats + stats_of((hand,), game)


@recalled(keep=4)
def _standing(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(hand for hand in hands if not hand.voided)


def _unnumbered(hand: Hand | None) -> Hand | None:
    """A hand by its result alone: there are few."""
    return replace(hand, number=0) if hand else None


@recalled(keep=16)
def _reach(cells: Sequence[Bead | BigCell | DerivedCell]) -> int:
    """The last column of a road in which anything stands: a tail may reach past the newest mark."""
    return max(map(_COL, cells), default=0)


def _low(cells: Sequence[Bead | BigCell | DerivedCell], box: Box, cell: float) -> float:
    """How far the marks reach that stand as low on a road as its name."""
    foot = (box.h - ROWS * cell) / 2  # under the grid
    above = ROWS - (NAMED - foot) / cell  # the last row that is clear of it
    return max((one.col for one in cells if one.row > above), default=0) * cell


def _ground(place: Layout, colours: Theme, worn: Dress, background: str) -> Nodes:
    """The felt, a little larger than the board: the picture drifts against burn-in."""
    spare = 2 * motion.DRIFT
    box = (-spare, -spare, place.width + 2 * spare, place.height + 2 * spare)
    nodes: list[Node] = [Bar(*box, colours.felt, 0, colours.felt_deep), *woven(worn, *box)]
    if background:
        nodes.append(Picture(*box, background, cover=True))
    return tuple(nodes)


def _digits(view: View) -> tuple[Part, ...]:
    """The cards or totals that have been typed: Player's, Banker's, and what else."""
    return view.entry.typed.read(view.state.game, view.rules).sides if view.entry.typed.digits else ()


def _clock(view: View, look: Look) -> str:
    if look.clock == "24h":
        return f"{view.wall.hour:02}:{view.wall.minute:02}"
    return f"{view.wall.hour % 12 or 12}:{view.wall.minute:02} {'AM' if view.wall.hour < 12 else 'PM'}"


def _date(view: View, look: Look) -> str:
    """As whoever has that kind of clock writes it."""
    return view.wall.strftime("%Y-%m-%d" if look.clock == "24h" else "%m/%d/%Y")


def _ended(view: View, look: Look) -> Shoe | None:
    """The shoe before, where it is still the one to show: until the first hand or the next bets, or for a time."""
    state = view.state
    if state.previous is None or state.shoe_end is None or (state.shoe and state.shoe.hands):
        return None
    fresh = motion.seconds(view.mono, state.shoe_end.mono) < look.shoe_end
    return state.previous if fresh and state.round.phase is Phase.IN and not view.entry.typed else None
