"""The board: from what there is to show to a scene. Pure; the same view gives the same scene.

Each panel is remembered by what it was made from, so that a hand rebuilds only the panels that it changes and the
painter sees at a glance which ones those are. What moves stands in small layers of its own.
"""

from collections.abc import Callable
from datetime import UTC
from functools import cache
from math import ceil
from typing import Any

from eztrak.display import motion
from eztrak.display.layout import DERIVED, MARGIN, UNITS, Layout, is_tall, layout
from eztrak.display.panels.counts import Rows, counts, tile_rows
from eztrak.display.panels.desk import desk_page
from eztrak.display.panels.header import header
from eztrak.display.panels.limits import limits, limits_bar
from eztrak.display.panels.menu import menu_page
from eztrak.display.panels.postings import postings
from eztrak.display.panels.previous import previous
from eztrak.display.panels.roads import ask_road, bead_plate, big_road, derived_road, newest_bead
from eztrak.display.panels.strip import Shown, strip
from eztrak.display.panels.timer import result_due, timer_bar, timer_ground
from eztrak.display.panels.winner import last_winner
from eztrak.display.recall import folded, recalled
from eztrak.display.scene import Bar, Node, Nodes, Picture, Scene
from eztrak.display.screens.celebration import OPENED, celebration, drawing, sparks
from eztrak.display.screens.closed import table_closed
from eztrak.display.screens.fault import NO_HAND, fault_page
from eztrak.display.screens.flash import flash
from eztrak.display.screens.info import info_page
from eztrak.display.screens.shoe_end import seal_panel, shoe_end
from eztrak.display.theme import Theme, theme
from eztrak.display.view import Fault, Look, View
from eztrak.display.words import Words
from eztrak.game.game import Mark
from eztrak.game.hand import Hand
from eztrak.roads.derived import Derived
from eztrak.roads.drawing import Tail
from eztrak.roads.roads import Roads, after, no_roads
from eztrak.table.desk import Desk, shoe_at
from eztrak.table.menu import asked
from eztrak.table.pages import Menu
from eztrak.table.round import NANO, Phase
from eztrak.table.state import Shoe, next_hand
from eztrak.table.stats import stats_of
from eztrak.table.strip import asking, complaints, not_entered, overdue
from eztrak.table.typed import Question
from eztrak.voice.said import All, Part

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
        self.place, self.rows = _place(view, look, self.words, width, height)
        self.standing = _standing(self.shoe.hands)
        self.age = motion.frames(view.mono - state.last_hand.mono) if state.last_hand else None
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
            over = self._page(_panel(info_page, self.place["page"], self.theme, self._now, look.rules))
        elif last and self.celebrated and self._lasts(look.celebration):
            over = [*self._counts(), *self._celebration(last, self.celebrated), self._limits_bar()]
        else:
            over = self._board()
            if last and self._lasts(look.flash):
                over.append(self._flash(last))
        return [self._ground(), self._header(), *over, *self._foot()], min(self.moments)

    def _board(self) -> list[Nodes]:
        place, colours, words = self.place, self.theme, self.words
        state, terms = self.view.state, self.view.state.terms
        roads = _roads(self.standing, self.look.tail)
        found = [*self._counts(), _panel(limits, place["limits"], colours, self._next, terms, self.look.currency)]
        column = place.get("winner")
        if self.ended and column:
            whole = column._replace(h=place["limits"].h)
            found.append(_panel(shoe_end, whole, colours, words, self.ended.number))
        elif self.phase is Phase.DUE and column:
            whole = column._replace(h=place["limits"].h)
            found.append(_panel(result_due, whole, colours, self._now, next_hand(state)))
        else:
            if column:
                found.append(_panel(last_winner, column, colours, words, self.shoe.last))
            if "timer" in place.boxes:
                found += self._timer()
        if box := place.get("bead"):
            found.append(_panel(bead_plate, box, colours, words.game, roads, self.standing, self.look.points))
            found += self._pulse(roads)
        if box := place.get("previous"):
            before = state.previous
            stats = _stats(before.hands, before.game) if before else None
            number = before.number if before else 0
            of_then = _words(terms.languages, before.game) if before else words
            found.append(
                _panel(seal_panel, box, colours, words, self.view.seal)
                if self.ended
                else _panel(previous, box, colours, of_then, number, stats, self.view.seal)
            )
        if box := place.get("big"):
            found.append(_panel(big_road, box, colours, words.game, roads, self.standing))
        found += self._derived(roads, 0.0, place.height)
        if box := place.get("ask"):
            found.append(_panel(ask_road, box, colours, roads.ask_banker, roads.ask_player))
        return found

    def _derived(self, roads: Roads, top: float, bottom: float) -> list[Nodes]:
        """The derived roads that stand between two heights."""
        return [
            _panel(derived_road, box, self.theme, road, getattr(roads, name))
            for name, road in _DERIVED.items()
            if (box := self.place.get(name)) and box.y > top and box.bottom < bottom
        ]

    @property
    def _now(self) -> Words:
        """What is said of the game that is dealt now; a shoe that has ended may have been another's."""
        return _words(self.view.state.terms.languages, self.view.state.game)

    @property
    def _next(self) -> Words:
        """What is said of the terms in force: their game may be that of the next shoe."""
        return _words(self.view.state.terms.languages, self.view.state.terms.game)

    def _page(self, page: Nodes) -> list[Nodes]:
        return [page, self._limits_bar()]

    def _menu(self, menu: Menu) -> list[Nodes]:
        ask, health = asked(menu, self.view.state), self.view.health
        return self._page(_panel(menu_page, self.place["page"], self.theme, self._now, menu, ask, health))

    def _desk(self, desk: Desk) -> list[Nodes]:
        """The desk lies over everything but the big road and what has its place between that and the limits."""
        place, shoe = self.place, shoe_at(desk, self.view.state)
        words = _words(self.view.state.terms.languages, shoe.game)
        zone = self.view.wall.tzinfo or UTC
        over = self._page(_panel(desk_page, place["desk"], self.theme, words, shoe, desk, zone))
        roads = _roads(self.standing, self.look.tail)
        if box := place.get("desk_road"):
            over.append(_panel(big_road, box, self.theme, self.words.game, roads, self.standing))
            over += self._derived(roads, box.bottom, place["bar"].y)
        return over

    def _fault(self, fault: Fault) -> list[Nodes]:
        box, bar = self.place["page"], self.place["bar"]
        if self.view.state.terms.limit.high:
            return self._page(_panel(fault_page, box, self.theme, self.words, fault))
        # A board that could not read its config knows no limits, and must not post any.
        return [_panel(fault_page, box._replace(h=bar.bottom - box.y), self.theme, self.words, fault)]

    def _closed(self) -> Nodes:
        pictures = self.look.pictures
        turn = round(self.look.picture_seconds * NANO)
        if len(pictures) > 1:
            self.moments.append((self.view.mono // turn + 1) * turn)
        picture = pictures[self.view.mono // turn % len(pictures)] if pictures else ""
        return _panel(table_closed, self.place["page"], self.theme, self._now, self.look.room, picture)

    def _celebration(self, hand: Hand, mark: Mark) -> list[Nodes]:
        share = self._share(self.look.celebration)
        box = self.place["stage"]
        found = [_panel(celebration, box, self.theme, self.words, hand, mark, share)]
        if share == 1:
            found.append(sparks(box, self.theme, self.words, hand, mark, self.age or 0.0))
        if share >= OPENED:
            found.append(_panel(drawing, box, self.theme, self.words, hand, mark))
        self._moves()
        return found

    def _flash(self, hand: Hand) -> Nodes:
        share = self._share(self.look.flash)
        if not share:  # not even a line yet: with the hand itself there is enough to paint
            return ()
        return _panel(flash, self.place["flash"], self.theme, self.words, hand, share)

    def _share(self, lasts: float) -> float:
        """How far something has opened that came with the last hand; says when it will look different."""
        age = self.age or 0.0
        if motion.EASE <= age <= lasts - motion.EASE:
            self._moves(lasts - motion.EASE)
            return 1.0
        self._moves()
        return motion.appearing(age, lasts)

    def _moves(self, age: float = 0.0) -> None:
        """The picture changes with the next frame, or the first one past that age of the last hand."""
        if self.age is not None and self.view.state.last_hand:
            after = max(self.age, age)
            self.moments.append(self.view.state.last_hand.mono + motion.next_frame(after))

    def _pulse(self, roads: Roads) -> list[Nodes]:
        """The newest bead pulses once nothing lies over it any more."""
        if self.age is None or not roads.bead or self.ended:
            return []
        covered = self.look.celebration if self.celebrated else self.look.flash
        if self.age < covered:
            return []
        step = motion.beat(self.age - covered)
        if step is None:
            return []
        self._moves()
        box = self.place["bead"]
        return [_panel(newest_bead, box, self.theme, self.words.game, roads, self.standing, step, self.look.points)]

    def _counts(self) -> list[Nodes]:
        box = self.place.get("counts")
        if box is None:
            return []
        stats = _stats(self.shoe.hands, self.shoe.game)
        if self.age is None or not 0 <= self.age < motion.EASE or not self.standing:
            return [_panel(counts, box, self.theme, self.words, self.rows, stats)]
        self._moves()
        before, share = _stats(self.standing[:-1], self.shoe.game), motion.eased(self.age / motion.EASE)
        return [counts(box, self.theme, self.words, self.rows, stats, before, share)]

    def _timer(self) -> list[Nodes]:
        box, now, mono = self.place["timer"], self.view.state.round, self.view.mono
        hand = next_hand(self.view.state)
        found = [_panel(timer_ground, box, self.theme, self.words, self.phase, ceil(now.left(mono)), hand)]
        if self.phase is Phase.OPEN and mono < now.ends:
            drain = motion.drain(now.seconds, box.w)
            steps = ceil((now.ends - mono) / drain)
            self.moments.append(now.ends - (steps - 1) * drain)
            found.append(timer_bar(box, self.theme, now, now.ends - steps * drain))
        return found

    def _limits_bar(self) -> Nodes:
        terms = self.view.state.terms
        return _panel(limits_bar, self.place["bar"], self.theme, self._next, terms, self.look.currency)

    def _header(self) -> Nodes:
        view, look, last = self.view, self.look, self.shoe.last
        return _panel(
            *(header, self.place["header"], self.theme, self.words, look.room, look.logo, view.state.table),
            *(self.shoe.number, last.number if last else 0, view.state.staff.dealer),
            *(_clock(view, look), bool(look.background)),
        )

    def _foot(self) -> list[Nodes]:
        view, entry, terms = self.view, self.view.entry, self.view.state.terms
        state, rules = view.state, view.rules
        wrong = complaints(entry, state, rules)
        if not wrong and not entry.typed and not entry.left:
            wrong = [overdue(entry, state, rules, view.mono)]
        shown = Shown(
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
            ready=entry.menu is None,
        )
        found = [_panel(strip, self.place["strip"], self.theme, self._now, shown)]
        if box := self.place.get("postings"):
            texts, currency = self.look.postings, self.look.currency
            found.append(_panel(postings, box, self.theme, self._next, terms.fees, texts, currency))
        return found

    def _ground(self) -> Nodes:
        return _panel(_ground, self.place, self.theme, self.look.background)

    def _lasts(self, seconds: float) -> bool:
        """Whether the last hand came less than so many seconds ago."""
        return self.age is not None and self.age < seconds


_DERIVED = {name: Derived[name.upper()] for name in DERIVED}


# Enough for the board shown and for what the next hand may make of it; the derived roads share one function.
@recalled(keep=8)
def _panel(draw: Callable[..., Nodes], *of: Any) -> Nodes:
    return draw(*of)


_words = cache(Words)
_layout = recalled(keep=4)(layout)


@folded(4, no_roads)
def _roads(roads: Roads, hand: Hand, _: Tail) -> Roads:
    return after(roads, hand.outcome)


_stats = recalled(keep=6)(stats_of)


@recalled(keep=4)
def _standing(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(hand for hand in hands if not hand.voided)


def _place(view: View, look: Look, words: Words, width: int, height: int) -> tuple[Layout, Rows]:
    """Where the panels stand, and the tiles in their rows."""
    short = min(width, height)
    wide, high = UNITS * width / short, UNITS * height / short
    terms, edge = view.state.terms, 2 * (MARGIN + look.margin * UNITS)
    tall = high > wide and is_tall(wide - edge, high - edge)
    rows = tile_rows(wide - edge, high > wide, tall, words)
    place = _layout(
        *(wide, high, look.margin * UNITS, look.layout, len(rows)),
        *(terms.timer_seconds > 0, look.ask_road, bool(terms.fees or look.postings), len(terms.wager_limits)),
    )
    return place, rows


def _ground(place: Layout, colours: Theme, background: str) -> Nodes:
    """The felt, a little larger than the board: the picture drifts against burn-in."""
    spare = 2 * motion.DRIFT
    box = (-spare, -spare, place.width + 2 * spare, place.height + 2 * spare)
    nodes: list[Node] = [Bar(*box, colours.felt, 0, colours.felt_deep)]
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


def _ended(view: View, look: Look) -> Shoe | None:
    """The shoe before, where it is still the one to show: until the first hand or the next bets, or for a time."""
    state = view.state
    if state.previous is None or state.shoe_end is None or (state.shoe and state.shoe.hands):
        return None
    fresh = motion.seconds(view.mono, state.shoe_end.mono) < look.shoe_end
    return state.previous if fresh and state.round.phase is Phase.IN and not view.entry.typed else None
