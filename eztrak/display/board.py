"""The board: from what there is to show to a scene. Pure; the same view gives the same scene.

Each panel is remembered by what it was made from, so that a hand rebuilds only the panels that it changes and the
painter sees at a glance which ones those are.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from eztrak.display import layout as places
from eztrak.display.panels.counts import counts
from eztrak.display.panels.header import header
from eztrak.display.panels.limits import limits
from eztrak.display.panels.menu import menu_page
from eztrak.display.panels.previous import previous
from eztrak.display.panels.result import flash, last_winner, timer_panel
from eztrak.display.panels.roads import ask_road, bead_plate, big_road, derived_road
from eztrak.display.panels.strip import postings, strip
from eztrak.display.scene import Bar, Nodes, Scene
from eztrak.display.theme import Theme, theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand
from eztrak.roads.derived import Derived
from eztrak.roads.drawing import Tail
from eztrak.roads.roads import Roads, roads_of
from eztrak.table.entry import Entry, EntryRules, asking, complaints, laid
from eztrak.table.menu import asked
from eztrak.table.state import Shoe, TableState
from eztrak.table.stats import Stats, stats_of
from eztrak.table.timer import NANO, Phase


@dataclass(frozen=True, slots=True)
class Look:
    """How this board is to look; from the config and the profile."""

    room: str = "Cardroom"
    currency: str = "$"
    theme: str = "classic"
    tail: Tail = Tail.DOWN_FIRST
    ask_road: bool = False
    flash: float = 2.5
    clock: str = "12h"
    postings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What there is to show at one instant."""

    state: TableState
    entry: Entry = field(default_factory=Entry)
    rules: EntryRules = field(default_factory=EntryRules)
    health: tuple[str, ...] = ()  # the state of the unit, for the supervisor
    seal: str = ""  # of the previous shoe
    notice: str = ""  # what is wrong with the unit, in words
    saving: bool = False
    wall: datetime = datetime(2026, 1, 1, 21, 41)
    mono: int = 0


def scene(view: View, look: Look, width: int, height: int) -> Scene:
    """The picture of a view on a screen of that many pixels."""
    state, colours = view.state, theme(look.theme)
    terms = state.terms
    words = Words(terms.languages)
    has_timer = terms.timer_seconds > 0
    texts = look.postings
    place = _layout(places.UNITS * width / height, has_timer, look.ask_road, bool(terms.fees or texts))
    shoe = state.shoe or Shoe(0)
    standing = tuple(hand for hand in shoe.hands if not hand.voided)
    roads, stats = _roads(standing, look.tail), _stats(shoe.hands)
    last = shoe.last
    before = state.previous
    layers: list[Nodes] = [
        _panel(_ground, place, colours),
        _panel(
            header,
            place.header,
            colours,
            words,
            look.room,
            state.table,
            shoe.number,
            last.number if last else 0,
            _clock(view, look),
        ),
        _panel(counts, place.counts, colours, words, stats, terms.panda8),
        _panel(limits, place.limits, colours, words, terms, look.currency),
        _panel(last_winner, place.winner, colours, words, last),
        _panel(bead_plate, place.bead, colours, roads, standing),
        _panel(
            *(previous, place.previous, colours, words),
            *(before.number if before else 0, _stats(before.hands) if before else None, view.seal, terms.panda8),
        ),
        _panel(big_road, place.big, colours, roads, standing),
    ]
    for box, road, cells in zip(place.derived, Derived, (roads.big_eye, roads.small, roads.cockroach), strict=True):
        layers.append(_panel(derived_road, box, colours, road, cells))
    if place.ask:
        layers.append(_panel(ask_road, place.ask, colours, roads.ask_banker, roads.ask_player))
    if place.timer:
        layers.append(timer_panel(place.timer, colours, words, state.timer, view.mono))
    entry = view.entry
    wrong = view.notice or "; ".join(complaints(entry, state))
    layers.append(
        _panel(
            *(strip, place.strip, colours, words, _cards(view), entry.toggles, asking(entry, state, view.rules)),
            *(entry.message, entry.tone, wrong, view.saving),
        )
    )
    if entry.menu is not None:
        layers.append(_panel(menu_page, place.page, colours, words, entry.menu, asked(entry.menu, state), view.health))
    if place.postings:
        layers.append(_panel(postings, place.postings, colours, words, terms.fees, texts, look.currency))
    flash_ends = _flash_ends(view, look)
    if last and flash_ends > view.mono and entry.menu is None:
        layers.append(_panel(flash, place.middle, colours, words, last))
    return Scene(place.width, place.height, tuple(layers), _wake(view, flash_ends))


# The panels of two or three boards are worth remembering: the one shown, the one before it, and a flash over it.
@lru_cache(maxsize=64)
def _panel(draw: Callable[..., Nodes], *of: Any) -> Nodes:
    return draw(*of)


_layout = lru_cache(maxsize=4)(places.landscape)


@lru_cache(maxsize=4)
def _roads(standing: tuple[Hand, ...], tail: Tail) -> Roads:
    return roads_of(standing, tail)


@lru_cache(maxsize=4)
def _stats(hands: tuple[Hand, ...]) -> Stats:
    return stats_of(hands)


def _ground(place: places.Layout, colours: Theme) -> Nodes:
    return (Bar(0, 0, place.width, place.height, colours.felt, 0, colours.felt_deep),)


def _cards(view: View) -> tuple[str, str]:
    """The cards that have been typed, Player's and Banker's."""
    if not view.entry.cards:
        return "", ""
    now = laid(view.entry, view.rules)
    return " ".join(map(str, now.player)), " ".join(map(str, now.banker))


def _clock(view: View, look: Look) -> str:
    if look.clock == "24h":
        return f"{view.wall:%H:%M}"
    return f"{view.wall.hour % 12 or 12}:{view.wall:%M} {'AM' if view.wall.hour < 12 else 'PM'}"


def _flash_ends(view: View, look: Look) -> int:
    when = view.state.last_hand
    return when.mono + round(look.flash * NANO) if when else 0


def _wake(view: View, flash_ends: int) -> int:
    """When the picture next changes by itself: the clock's minute, the end of a flash, the timer's next step."""
    moments = [view.mono + round((60 - view.wall.second - view.wall.microsecond / 1e6) * NANO)]
    if flash_ends > view.mono:
        moments.append(flash_ends)
    if view.state.timer.phase is Phase.OPEN:
        moments.append(view.mono + NANO // 20)
    return min(moments)
