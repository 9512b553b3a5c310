"""Who can have given a command: what the keypad, the menu and the config see to before `decide` is asked.

A supervisor signs in with a PIN before any act, and whoever sets the unit's first PIN is one. The config is looked at
when it is read. What a key makes has on it from which keypad it came, where the pack asks for certain ones.
"""

from typing import assert_never

from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.cards import CONTESTED
from eztrak.table.causes import Cause
from eztrak.table.inputs import INPUTS
from eztrak.table.position import ANSWERS
from eztrak.table.state import TableState
from eztrak.table.terms import Terms
from eztrak.table.typed import Question
from eztrak.voice.said import NOTHING, All, Said

_ASKED = {"", CONTESTED, *Question}  # what the board can have asked before it took a hand


class Present:
    """The supervisors who signed in since the unit came up."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()

    def saw(self, event: e.Event) -> None:
        match event:
            case e.Started() | e.PinsCleared():
                self.numbers.clear()
            case e.SignedIn(supervisor) | e.PinSet(supervisor, by=c.FIRST_START):
                self.numbers.add(supervisor)
            case e.PinRemoved(supervisor):
                self.numbers.discard(supervisor)
            case _:
                pass


def barred(state: TableState, present: Present, cause: Cause, moment: e.Moment, wall: str) -> Said:
    """Why nobody can have given a command; nothing where somebody can."""
    command = cause.command
    match command:
        case c.RecordHand(by=by, confirmed=confirmed):
            if confirmed not in _ASKED:
                return Said("the board never asks for what was confirmed here: {what}", what=confirmed)
            return (_supervisor(present, by) if by else NOTHING) or _typed(state, cause)
        case c.ChangeLast() | c.TakeBack():
            return _typed(state, cause)
        case c.VoidHand(by=by) | c.ChangeHand(by=by) | c.InsertHand(by=by) | c.MoveHands(by=by):
            return _supervisor(present, by) or _typed(state, cause)
        case c.JoinShoes(by=by) | c.ChangeTerms(by=by) | c.DropChange(by=by) | c.OpenTable(by) | c.CloseTable(by):
            return _supervisor(present, by)
        case c.SetDealer(by=by) | c.SetDealerPin(by=by) | c.RemovePin(by=by) | c.ConfirmCopy(by):
            return _supervisor(present, by)
        case c.ConfirmSoftware(by) | c.Export(e.ExportAsked(by=by)):
            return _supervisor(present, by)
        case c.UndoShoe(by):
            return NOTHING if by == c.DEALER else _supervisor(present, by)
        case c.SetPin(by=c.FIRST_START):
            return Said("PINs were already set: this is not a first start") if state.staff.pins else NOTHING
        case c.SetPin(by=by):
            return _supervisor(present, by)
        case c.Start(terms=terms) | c.SetTerms(terms, c.CONFIG):
            return NOTHING if terms.origin == state.terms.origin else _by_config(terms, wall)
        case c.SetTerms(by=by):
            return _supervisor(present, by)
        case c.CloseBets(c.TIME):
            early = Said("the betting time was not over")
            return NOTHING if state.round.ran_out(moment.mono) else early
        case c.CloseBets(by):
            return NOTHING if by == c.DEALER else _nobody(by)
        case c.AnswerOffer(answer):
            return NOTHING if answer in ANSWERS else Said("there is no such answer: {what}", what=answer)
        case c.NewShoe() | c.StartTimer() | c.TakeEffect() | c.SignOn() | c.SignIn() | c.ClearPins() | c.Note():
            return NOTHING
        case _:
            assert_never(command)


def _supervisor(present: Present, by: str) -> Said:
    number = by.removeprefix(c.supervisor(0)[:-1])
    if number.isdecimal() and by == c.supervisor(int(number)):
        if int(number) in present.numbers:
            return NOTHING
        return Said("supervisor {supervisor} had not signed in", supervisor=int(number))
    return _nobody(by)


def _nobody(by: str) -> Said:
    return Said("nobody is called {name} here", name=by or "“”")


def _typed(state: TableState, cause: Cause) -> Said:
    pack = state.terms.pack
    if cause.source is not None or {*pack.inputs} >= {*INPUTS}:
        return NOTHING
    return Said("it does not say which keypad it came from")


def _by_config(terms: Terms, wall: str) -> Said:
    problems = terms.problems(terms.pack.judged_on(wall[:10]))
    return Said("a config with these terms would be refused: {why}", why=All(tuple(problems))) if problems else NOTHING
