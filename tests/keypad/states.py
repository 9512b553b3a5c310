"""The states of a table in which a slip may happen, each reached by keys and by time as at a real one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from eztrak.config.load import read_toml
from eztrak.game.game import Game
from eztrak.game.hand import Outcome
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.keypad.slips import At, Table
from eztrak.keypad.strokes import Strokes, strokes
from eztrak.shipped import setting
from eztrak.table import commands as c
from eztrak.table.action import Action
from eztrak.table.digits import Way
from eztrak.table.entry import resumed
from eztrak.table.pages import Page
from eztrak.table.typed import Question

LATER = 4  # seconds until somebody types on: the question still stands, nobody is in the middle of a yes


def some(table: Table, winner: Outcome) -> Strokes:
    """A plain hand, the one that is dealt most often."""
    return _some(table.keymap.name, table.game, table.way, winner)


@cache
def _some(name: str, game: Game, way: Way, winner: Outcome) -> Strokes:
    keymap = keymap_of(name, read_toml(setting("keymaps", f"{name}.toml")))
    assert isinstance(keymap, Keymap)
    typed = [one for one in strokes(game, keys_of(keymap, game, way), way, 60) if one.hand.outcome is winner]
    return min(typed, key=lambda one: (len(one.caps), len(one.hand.marks), -one.weight))


class Dealer:
    """Keys by what they do."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = table.idle()
        self.one = some(table, Outcome.PLAYER)

    def does(self, *actions: Action) -> "Dealer":
        self.at = self.table.pressed(self.at, *map(self.table.keys.cap_for, actions))
        return self

    def types(self, *caps: str) -> "Dealer":
        self.at = self.table.pressed(self.at, *caps)
        return self

    def result(self) -> "Dealer":
        """A result without its Enter."""
        return self.types(*self.one.caps[:-1])

    def waits(self, seconds: float) -> "Dealer":
        self.at = self.table.waited(self.at, seconds)
        return self

    def asked(self, question: Question) -> "Dealer":
        assert self.at.entry.question is question, (self.at.entry.question, question)
        return self

    def page(self, page: Page) -> "Dealer":
        assert self.at.entry.menu
        assert self.at.entry.menu.page is page
        return self


ENTER, MENU, TIMER, BACK, SHOE = Action.COMMIT, Action.MENU, Action.TIMER, Action.TAKE_BACK, Action.NEW_SHOE


def _restarted(dealer: Dealer) -> Dealer:
    at = dealer.table.after(dealer.at, c.Start("1.0", "Table 1", dealer.at.state.terms))
    dealer.at = replace(at, entry=resumed(at.state, at.mono))
    return dealer


def _again(dealer: Dealer) -> Dealer:
    return dealer.result().does(ENTER).waits(3).result().does(ENTER).asked(Question.AGAIN)


def _early(dealer: Dealer) -> Dealer:
    return dealer.does(TIMER).waits(2).result().does(ENTER).asked(Question.EARLY)


def _left(dealer: Dealer) -> Dealer:
    dealer.result().waits(11)
    assert dealer.at.entry.left
    return dealer


def _change(dealer: Dealer) -> Dealer:
    banker = some(dealer.table, Outcome.BANKER)
    return dealer.types(*banker.caps[:-1]).does(BACK).asked(Question.CHANGE)


def _new_shoe(dealer: Dealer) -> Dealer:
    return dealer.does(SHOE, MENU, ENTER)


def _door(dealer: Dealer) -> Dealer:
    return dealer.does(MENU, MENU).page(Page.DOOR)


# What the strip asks, each with its question still open.
ASKED: Mapping[str, Callable[[Dealer], Dealer]] = {
    "new shoe asked": lambda d: d.does(SHOE).asked(Question.NEW_SHOE),
    "take back asked": lambda d: d.does(BACK).asked(Question.TAKE_BACK),
    "change asked": _change,
    "missed asked": lambda d: d.does(TIMER).waits(21).does(TIMER).asked(Question.MISSED),
    "again asked": _again,
    "again asked in a timed round": lambda d: _again(d.does(TIMER).waits(21)),
    "early asked": _early,
    "left asked": lambda d: _left(d).result().does(ENTER).asked(Question.LEFT),
    "same shoe asked": lambda d: d.waits(31 * 60).result().does(ENTER).asked(Question.SAME_SHOE),
}

STATES: Mapping[str, Callable[[Dealer], Dealer]] = {
    "idle": lambda d: d,
    "no shoe yet": lambda d: _emptied(d),
    "restarted": _restarted,
    "right after a hand": lambda d: d.result().does(ENTER),
    "bets open": lambda d: d.does(TIMER),
    "bets closed": lambda d: d.does(TIMER).waits(21),
    "bets closed by key": lambda d: d.does(TIMER, TIMER),
    "result of a timed round in": lambda d: d.does(TIMER).waits(21).result().does(ENTER),
    "hand taken back": lambda d: d.does(BACK, MENU, ENTER),
    "after a long time": lambda d: d.waits(31 * 60),
    **ASKED,
    "menu asked once": lambda d: d.does(MENU).asked(Question.MENU),
    "something left": _left,
    "two left": lambda d: _left(_left(d)),
    "info page": lambda d: d.does(Action.CLEAR),
    **{f"{name}, half a yes": lambda d, ask=ask: ask(d).does(MENU) for name, ask in ASKED.items()},
    "early asked, then bets closed": lambda d: d.does(TIMER).waits(14).result().does(ENTER).asked(Question.EARLY),
    "again asked, then time enough": lambda d: d.result().does(ENTER).waits(9).result().does(ENTER),
    "door": _door,
    "door, new shoe": lambda d: _door(d).types("1").page(Page.SHOE),
    "door, new shoe, half a yes": lambda d: _door(d).types("1").page(Page.SHOE).does(MENU),
    "new shoe": _new_shoe,
    "new shoe, door": lambda d: _door(_new_shoe(d)),
    "new shoe, undo": lambda d: _door(_new_shoe(d)).types("4").page(Page.UNDO),
    "new shoe, undo, half a yes": lambda d: _door(_new_shoe(d)).types("4").page(Page.UNDO).does(MENU),
    "new shoe asked in a new shoe": lambda d: _new_shoe(d).does(SHOE).asked(Question.NEW_SHOE),
}


def _emptied(dealer: Dealer) -> Dealer:
    dealer.at = dealer.table.idle(hands=0)
    return dealer


def state(table: Table, name: str) -> At:
    """The table in this state, a moment later."""
    return replace(STATES[name](Dealer(table)).waits(LATER).at, events=())
