"""The inverse of `decide`: for events on record, the commands that can have made them.

It knows no rule. Whether a command would have been carried out, and what it would have made, `decide` says; `sense`
asks it. A kind of event that nothing here answers for fails mypy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import HAND, NOW, SHOE, differences
from eztrak.table.decisions import NOT_ENTERED
from eztrak.table.inputs import Input
from eztrak.table.state import TableState
from eztrak.table.terms import Terms


class Cause(NamedTuple):
    command: c.Command
    source: Input | None = None  # where the keys came from


def causes(state: TableState, events: Sequence[e.Event]) -> Iterator[Cause]:
    """What can have made these events, or the first of them, in that state; the likelier first."""
    match first := events[0]:
        case e.HandRecorded() | e.BetsClosed(c.ENTRY):
            yield from _entries(events)
        case e.HandVoided() | e.HandChanged() | e.HandInserted():
            source = source_of(first.source)
            yield from (Cause(command, source) for command in _about_hand(first, events))
        case e.ShoeStarted():
            yield from _entries(events)
            yield Cause(c.NewShoe())
        case _:
            yield from map(Cause, _others(state, first, events))


def _others(state: TableState, first: e.Event, events: Sequence[e.Event]) -> Iterator[c.Command]:
    match first:
        case e.Started(version, table, running):
            if (terms := _asked_for(events[1:])) is not None:
                yield c.Start(version, table, terms, running)
            yield c.Start(version, table, state.terms, running)
        case e.TermsSet():
            yield from _terms(state, first, events)
        case e.TermsPlanned(plan):
            if plan.change is not None:
                yield c.ChangeTerms(plan.change, {HAND: NOW, SHOE: SHOE}.get(plan.when, plan.when[-5:]), plan.by)
        case e.PlanDropped(_, c.CONFIG):
            if (terms := _asked_for(events)) is not None:
                yield c.SetTerms(terms, c.CONFIG)
        case e.PlanDropped(_, c.RULES):
            yield from (c.TakeEffect(), c.NewShoe())
        case e.PlanDropped(number, by):
            yield c.DropChange(number, by)
        case e.PositionAnswered(answer):
            yield c.AnswerOffer(answer)
        case e.ShoeEnded():
            yield from _ended(events)
        case e.HandRecorded() | e.HandVoided() | e.HandChanged() | e.HandInserted() | e.ShoeStarted() | e.ShoeResumed():
            return  # above, or never the first that comes of a command
        case e.ShoeSealed():
            return  # never the first that comes of a command
        case e.CopyTaken():
            return  # nobody's command: a copy was taken up
        case e.TableOpened(by):
            yield c.OpenTable(by)
        case e.TableClosed(by):
            yield c.CloseTable(by)
        case e.TimerStarted(again=again):
            yield c.StartTimer(missed=bool(again))
        case e.BetsClosed(by):
            yield c.CloseBets(by)
        case e.DealerSet(dealer, c.DEALER):
            yield c.SignOn(dealer, state.staff.dealer_check_of(dealer) or "")
        case e.DealerSet(dealer, by):
            yield c.SetDealer(dealer, by)
        case e.SignedIn(supervisor):
            yield c.SignIn(supervisor, state.staff.check_of(supervisor) or "")
        case e.PinWrong():
            yield c.SignIn(0, "")  # whoever it was
        case e.PinSet(supervisor, check, by):
            yield c.SetPin(supervisor, check, by)
        case e.DealerPinSet(dealer, check, by):
            yield c.SetDealerPin(dealer, check, by)
        case e.PinRemoved(supervisor, by):
            yield c.RemovePin(supervisor, by)
        case e.PinsCleared():
            yield c.ClearPins()
        case e.ExportAsked():
            yield c.Export(first)
        case e.CopyConfirmed(_, by):
            yield c.ConfirmCopy(by)
        case e.SoftwareConfirmed(by=by):
            yield c.ConfirmSoftware(by)
        case e.HealthNoted() | e.ExportEnded() | e.CopyDiffers() | e.Restored() | e.Archived():
            yield c.Note(first)
        case e.ClockStepped() | e.KeypadNoted() | e.SoftwareChecked() | e.UnitKeyed():
            yield c.Note(first)
        case _:
            assert_never(first)


def source_of(text: str) -> Input | None:
    """Where keys came from, as a row says it."""
    kind, _, device = text.partition(": ")
    return Input(kind, device) if text else None


def _about_hand(first: e.HandVoided | e.HandChanged | e.HandInserted, events: Sequence[e.Event]) -> Iterator[c.Command]:
    match first:
        case e.HandVoided(by=c.DEALER):
            yield c.TakeBack()
        case e.HandVoided(shoe, hand, by, reason):
            yield from _moves(shoe, hand, by, reason, events)
            yield c.VoidHand(shoe, hand.number, by, reason)
        case e.HandChanged(hand=hand, by=c.DEALER):
            yield from (c.ChangeLast(typed) for typed in _typed(hand))
        case e.HandChanged(shoe, hand, _, by, reason):
            yield from (c.ChangeHand(shoe, hand.number, typed, by, reason) for typed in _typed(hand))
        case e.HandInserted(shoe, hand, after, by, reason):
            yield c.InsertHand(shoe, after, hand, by, reason)
        case _:
            assert_never(first)


def _typed(hand: Hand) -> Iterator[Hand]:
    """A hand that was changed, as it was typed: its cards stay where they give what it says now."""
    yield replace(hand, player="", banker="")
    if hand.player or hand.banker:
        yield hand


def _entries(events: Sequence[e.Event]) -> Iterator[Cause]:
    """The entry of a hand, which may begin a shoe and close the bets; earlier ones may have been left with it."""
    left: list[e.HandRecorded] = []
    for event in events:
        match event:
            case e.HandRecorded(confirmed=confirmed):
                left.append(event)
                if confirmed != NOT_ENTERED:
                    break
            case e.ShoeStarted() | e.BetsClosed(c.ENTRY) if not left:
                continue
            case _:
                break
    if left:
        *before, last = left
        command = c.RecordHand(last.hand, last.by, last.confirmed, tuple(one.hand for one in before))
        yield Cause(command, source_of(last.source))


def _moves(shoe: int, hand: Hand, by: str, reason: str, events: Sequence[e.Event]) -> Iterator[c.Command]:
    """Hands that went from one shoe to the other: each is void here, and inserted there."""
    there, _, why = reason.partition(": ")
    if not there.startswith("moved to shoe "):
        return
    moved = [hand]
    for event in events:
        match event:
            case e.HandVoided(number, another) if number == shoe:
                moved.append(another)
            case e.ShoeResumed():
                yield c.JoinShoes(by, why)
            case _:
                pass
    yield c.MoveHands(shoe, moved[-1].number, by, why)
    yield c.MoveHands(shoe, hand.number, by, why)


def _ended(events: Sequence[e.Event]) -> Iterator[c.Command]:
    for event in events:
        match event:
            case e.ShoeResumed(by=by):
                yield from (c.UndoShoe(by), c.JoinShoes(by, ""))
            case e.ShoeStarted():
                break
            case _:
                pass
    yield c.NewShoe()


def _terms(state: TableState, first: e.TermsSet, events: Sequence[e.Event]) -> Iterator[c.Command]:
    now, then, by = state.terms, first.terms, first.by
    if first.planned:
        yield from (c.TakeEffect(), c.NewShoe())
    elif by == c.CONFIG:
        terms = _asked_for(events)
        yield c.SetTerms(then if terms is None else terms, c.CONFIG)
    elif by == c.DEALER:
        yield c.TakeBack()
    else:
        # All that the menu sets by itself; limits and fees are changes.
        if now.posted_alike(then):
            yield c.SetTerms(replace(now, timer_seconds=then.timer_seconds, languages=then.languages), by)
        yield from (c.ChangeTerms(change, NOW, by) for change in differences(now, then))


def _asked_for(events: Sequence[e.Event]) -> Terms | None:
    """The terms of the config that these events came of: in force now, or with the next hand or shoe."""
    asked = None
    for event in events:
        match event:
            case e.PlanDropped(_, c.CONFIG):
                continue
            case e.TermsSet(terms, c.CONFIG, 0) if asked is None:
                asked = terms
            case e.TermsPlanned(plan) if plan.by == c.CONFIG and asked is not None:
                return plan.terms
            case _:
                break
    return asked
