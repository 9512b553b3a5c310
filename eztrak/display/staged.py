"""Every screen of the board staged for a picture: views of a table that never was, the same each time.

A screen is a function of the view, so that staging one means making the view in which the board shows it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from eztrak.display.view import Fault, View
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.chain import GENESIS, seal
from eztrak.keypad.demo import shoe
from eztrak.table.entry import Entry
from eztrak.table.events import Moment
from eztrak.table.pages import Menu, Page
from eztrak.table.state import Shoe, TableState
from eztrak.table.terms import Terms
from eztrak.table.timer import NANO, Phase, Timer

SHOE, HANDS, SECONDS, LEFT = 12, 62, 20, 8
SETTLED = NANO  # how long ago what a screen shows has happened: long enough for every movement to have ended


class StagingError(Exception):
    """A screen that cannot be staged; the message says why."""


def staged(screen: str, table: str, terms: Terms, hands: Sequence[Hand] | None) -> View:
    """The view in which the board shows this screen, with the hands given or with some of ours. Raises StagingError."""
    played = list(shoe(Random(5)))[:HANDS] if hands is None else hands
    state = TableState(table, terms, _numbered(SHOE, played), _ended(_numbered(SHOE - 1, list(shoe(Random(4))))))
    return SCREENS[screen](View(state, seal=seal(GENESIS), mono=SETTLED))


def _board(view: View) -> View:
    return view


def _flash(view: View) -> View:
    """The newest hand, just recorded."""
    if view.state.shoe is None or view.state.shoe.last is None:
        raise StagingError("there is no hand to flash; give a shoe with one, such as --shoe B")
    return replace(view, state=replace(view.state, last_hand=Moment("", view.mono - SETTLED, "")))


def _dragon(view: View) -> View:
    return _flash(_ending_with(view, Hand(Outcome.BANKER, dragon7=True)))


def _panda(view: View) -> View:
    if not view.state.terms.panda8:
        raise StagingError("the profile of this table has no Panda 8")
    return _flash(_ending_with(view, Hand(Outcome.PLAYER, panda8=True)))


def _countdown(view: View) -> View:
    seconds = view.state.terms.timer_seconds or SECONDS
    return _timed(view, Timer(Phase.OPEN, seconds, view.mono + min(LEFT, seconds) * NANO))


def _closed_bets(view: View) -> View:
    return _timed(view, Timer(Phase.CLOSED, view.state.terms.timer_seconds or SECONDS, 0))


def _shoe_end(view: View) -> View:
    state = view.state
    assert state.shoe is not None
    ended = replace(state, shoe=Shoe(state.shoe.number + 1), previous=_ended(state.shoe))
    return replace(view, state=replace(ended, shoe_end=Moment("", view.mono - SETTLED, "")))


def _table_closed(view: View) -> View:
    return replace(view, state=replace(view.state, terms=replace(view.state.terms, open=False)))


def _info(view: View) -> View:
    return replace(view, entry=Entry(info=True))


def _menu(view: View) -> View:
    return replace(view, entry=Entry(menu=Menu(Page.MAIN, supervisor=1)))


def _fault(view: View) -> View:
    return replace(
        view,
        fault=Fault(
            "The history cannot be written: disk full.",
            "/var/lib/eztrak/eztrak.db",
            "The board tries again every few seconds and goes on by itself.",
        ),
    )


SCREENS: Mapping[str, Callable[[View], View]] = {
    "board": _board,
    "flash": _flash,
    "dragon": _dragon,
    "panda": _panda,
    "countdown": _countdown,
    "closed-bets": _closed_bets,
    "shoe-end": _shoe_end,
    "table-closed": _table_closed,
    "info": _info,
    "menu": _menu,
    "fault": _fault,
}


def _numbered(number: int, hands: Sequence[Hand]) -> Shoe:
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1)))


def _ended(ended: Shoe) -> Shoe:
    return replace(ended, ended_at="2026-01-01T21:41:00.000Z", end_hash=GENESIS)


def _ending_with(view: View, hand: Hand) -> View:
    """The view whose newest hand is this one; it is added where it is another."""
    current = view.state.shoe
    assert current is not None
    if current.last is not None and current.last.toggles == hand.toggles:
        return view
    return replace(view, state=replace(view.state, shoe=_numbered(current.number, [*current.hands, hand])))


def _timed(view: View, timer: Timer) -> View:
    terms = replace(view.state.terms, timer_seconds=timer.seconds)
    return replace(view, state=replace(view.state, terms=terms, timer=timer))
