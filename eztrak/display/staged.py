"""Every screen of the board staged for a picture: views of a table that never was, the same each time.

A screen is a function of the view, so that staging one means making the view in which the board shows it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from eztrak.display.emblems import emblem
from eztrak.display.view import Fault, View
from eztrak.game.game import Game
from eztrak.game.hand import NO_MARKS, Hand, Outcome
from eztrak.journal.chain import GENESIS, seal, short
from eztrak.keypad.demo import shoe
from eztrak.table.desk import REASONS, Desk
from eztrak.table.events import SEAL_FORM, AboutHand, HandChanged, HandRecorded, HandVoided, Moment
from eztrak.table.pages import Menu, Page
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.shoe import Sealed, Shoe
from eztrak.table.state import TableState
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, Question, Typed
from eztrak.voice.said import All, Said

SHOE, HANDS, SECONDS, LEFT = 12, 62, 20, 8
DEALER = 14
SETTLED = NANO  # how long ago what a screen shows has happened: long enough for every movement to have ended


class StagingError(Exception):
    """A screen that cannot be staged; the message says why."""


def staged(screen: str, table: str, terms: Terms, hands: Sequence[Hand] | None) -> View:
    """The view in which the board shows this screen, with the hands given or with some of ours. Raises StagingError.

    A mark of the game, or the picture of one, is staged as a hand with that mark.
    """
    game = terms.game
    shown = marks(game)
    if screen not in SCREENS and screen not in shown:
        own = f" and, with {game.name()}, {', '.join(shown)}" if shown else ""
        raise StagingError(f"there is no such screen; there are {', '.join(SCREENS)}{own}")
    played = list(shoe(Random(199), game, terms.decks))[:HANDS] if hands is None else hands
    before = _numbered(SHOE - 1, list(shoe(Random(163), game, terms.decks)), game)
    state = TableState(table, terms, _numbered(SHOE, played, game), _ended(before))
    view = View(state, seal=seal(GENESIS), code=short(GENESIS), mono=SETTLED)
    return SCREENS[screen](view) if screen in SCREENS else _flash(_ending_with(view, shown[screen]))


def marks(game: Game) -> dict[str, str]:
    """The marks that can be staged, by their ids and by the names of their pictures."""
    pictures = {emblem(game, id).picture: id for id in reversed(list(game.marks)) if emblem(game, id).picture}
    return {id: id for id in game.marks} | {name: pictures[name] for name in reversed(pictures)}


def _board(view: View) -> View:
    return view


def _flash(view: View) -> View:
    """The newest hand, just recorded."""
    _need_a_hand(view, "flash")
    return replace(view, state=replace(view.state, last_hand=Moment("", view.mono - SETTLED, "")))


def _need_a_hand(view: View, what: str) -> None:
    if view.state.shoe is None or view.state.shoe.last is None:
        raise StagingError(f"there is no hand to {what}; give a shoe with one, such as --shoe B")


def _countdown(view: View) -> View:
    seconds = view.state.terms.timer_seconds or SECONDS
    since = view.mono + (min(LEFT, seconds) - seconds) * NANO
    return _timed(view, Round(Phase.OPEN, since, seconds, timed=True))


def _closed_bets(view: View) -> View:
    return _timed(view, Round(Phase.CLOSED, view.mono, view.state.terms.timer_seconds or SECONDS, timed=True))


def _due(view: View) -> View:
    """Bets that were closed so long ago that the result is overdue."""
    since = view.mono - round((view.rules.due_seconds + 1) * NANO)
    return _timed(view, Round(Phase.CLOSED, since, view.state.terms.timer_seconds or SECONDS, timed=True))


def _asked(view: View) -> View:
    """A question: a second result, where one is in already."""
    _need_a_hand(view, "ask about")
    return replace(view, entry=Entry(_banker(), Question.AGAIN))


def _left(view: View) -> View:
    return replace(view, entry=Entry(left=(_banker(),)))


def _desk(view: View) -> View:
    """The supervisor's desk, on a hand that was changed."""
    shoe = view.state.shoe
    assert shoe is not None
    return replace(
        view,
        state=replace(view.state, shoe=_logged(shoe)),
        entry=Entry(menu=Menu(Page.DESK, supervisor=1, desk=Desk(shoe.number, len(shoe.hands)))),
    )


def _door(view: View) -> View:
    return replace(view, entry=Entry(menu=Menu(Page.DOOR)))


def _shoe_end(view: View) -> View:
    state = view.state
    assert state.shoe is not None
    ended = replace(state, shoe=Shoe(state.shoe.number + 1, game=state.game), previous=_ended(state.shoe))
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
            Said("The history cannot be written: {fault}", fault=Said("disk full")),
            All(("/var/lib/eztrak/eztrak.db",)),
            Said("The board tries again every few seconds and continues on its own."),
        ),
    )


SCREENS: Mapping[str, Callable[[View], View]] = {
    "board": _board,
    "flash": _flash,
    "countdown": _countdown,
    "closed-bets": _closed_bets,
    "due": _due,
    "asked": _asked,
    "left": _left,
    "shoe-end": _shoe_end,
    "table-closed": _table_closed,
    "info": _info,
    "door": _door,
    "menu": _menu,
    "desk": _desk,
    "fault": _fault,
}


def _numbered(number: int, hands: Sequence[Hand], game: Game) -> Shoe:
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1)), game=game)


def _ended(ended: Shoe) -> Shoe:
    return replace(ended, ended_at="2026-01-01T21:41:00.000Z", seals=(Sealed(GENESIS, SEAL_FORM),))


def _ending_with(view: View, mark: str) -> View:
    """The view whose newest hand has this mark and as few others as can be; it is added where it is another."""
    current = view.state.shoe
    assert current is not None
    if current.last is not None and mark in current.last.marks:
        return view
    game = current.game
    shown = min((s for s in game.sets if mark in s), key=lambda s: (len(s), -game.results[game.sets[s]]))
    hand = game.dealt(game.sets[shown])
    return replace(view, state=replace(view.state, shoe=_numbered(current.number, [*current.hands, hand], game)))


def _banker() -> Typed:
    return Typed(winner=(Outcome.BANKER.id,))


def _logged(shoe: Shoe) -> Shoe:
    """With what the history has of its hands: each was entered, the last one was changed, one before it is void."""
    log: list[tuple[Moment, AboutHand]] = []
    hands = list(shoe.hands)
    for hand in shoe.hands:
        at = [f"2026-01-01T{hour:02}:{minute:02}:{second:02}.000Z" for hour, minute, second in _times(hand.number)]
        log.append((Moment(at[0], 0, ""), HandRecorded(shoe.number, hand, DEALER)))
        if hand.number == len(hands):
            other = Outcome.PLAYER if hand.outcome is Outcome.TIE else Outcome.TIE
            was = replace(hand, outcome=other, marks=NO_MARKS)
            log[-1] = Moment(at[0], 0, ""), HandRecorded(shoe.number, was, DEALER)
            log.append((Moment(at[1], 0, ""), HandChanged(shoe.number, hand, was, "supervisor 1", str(REASONS[0]))))
        elif hand.number == len(hands) - 4:
            log.append((Moment(at[1], 0, ""), HandVoided(shoe.number, hand, "supervisor 1", str(REASONS[2]))))
            hands[hand.number - 1] = replace(hand, voided=True)
    return replace(shoe, hands=tuple(hands), log=tuple(log))


def _times(number: int) -> list[tuple[int, int, int]]:
    """When a hand was entered, and when something was done about it."""
    return [
        (seconds // 3600, seconds // 60 % 60, seconds % 60) for seconds in (64800 + 47 * number, 64830 + 47 * number)
    ]


def _timed(view: View, round: Round) -> View:
    terms = replace(view.state.terms, timer_seconds=round.seconds)
    return replace(view, state=replace(view.state, terms=terms, round=round))
