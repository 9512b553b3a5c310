"""The state of a table, what may be done in it (`decide`) and what an event makes of it (`apply`).

`decide` looks and answers with events or a refusal; it changes nothing. `apply` trusts events: they have happened.
Starting up is applying the journal, so a restart and a live table cannot differ.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeAlias, assert_never

from eztrak.game.hand import Hand, describe, problems
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.stats import Stats, stats_of
from eztrak.table.terms import Terms
from eztrak.table.timer import NANO, Phase, Timer


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe's hands in order of play, voided ones among them."""

    number: int
    hands: tuple[Hand, ...] = ()
    started_at: str = ""
    ended_at: str = ""
    end_hash: str = ""  # the chain's head when the shoe ended; its seal is made of this

    @property
    def stats(self) -> Stats:
        return stats_of(self.hands)

    @property
    def last(self) -> Hand | None:
        """The newest hand that stands."""
        return next((hand for hand in reversed(self.hands) if not hand.voided), None)

    def hand(self, number: int) -> Hand | None:
        return next((hand for hand in self.hands if hand.number == number), None)


@dataclass(frozen=True, slots=True)
class TableState:
    table: str = ""
    terms: Terms = field(default_factory=Terms)
    shoe: Shoe | None = None
    previous: Shoe | None = None
    timer: Timer = field(default_factory=Timer)
    last_hand: e.Moment | None = None  # when a hand of this shoe was last recorded since the unit came up
    shoe_end: e.Moment | None = None  # when the previous shoe ended, if that was since the unit came up


Decision: TypeAlias = tuple[e.Event, ...] | c.Refusal


def decide(state: TableState, command: c.Command) -> Decision:
    """The events that a command leads to in this state, or the reason why it is refused."""
    match command:
        case c.Start(version, table, terms):
            started: tuple[e.Event, ...] = (e.Started(version, table),)
            return started + _new_terms(state, terms, c.CONFIG)
        case c.SetTerms(terms, by):
            return _new_terms(state, terms, by)
        case c.RecordHand(hand):
            return _record(state, hand)
        case c.TakeBack():
            return _take_back(state)
        case c.VoidHand(shoe, number, by, reason):
            return _void(state, shoe, number, by, reason)
        case c.NewShoe():
            return _new_shoe(state)
        case c.OpenTable(by):
            return c.Refusal("the table is open already") if state.terms.open else (e.TableOpened(by),)
        case c.CloseTable(by):
            return (e.TableClosed(by),) if state.terms.open else c.Refusal("the table is closed already")
        case c.StartTimer():
            return _start_timer(state)
        case c.CloseBets(by):
            return (e.BetsClosed(by),) if state.timer.phase is Phase.OPEN else c.Refusal("the bets are not open")
        case _:
            assert_never(command)


def apply(state: TableState, record: e.Record) -> TableState:
    """The state after an event."""
    moment = record.moment
    match record.event:
        case e.Started(table=table):
            return replace(state, table=table, timer=Timer(), last_hand=None, shoe_end=None)
        case e.TermsSet(terms=terms):
            return replace(state, terms=terms)
        case e.ShoeStarted(number, table, terms):
            return replace(state, table=table, terms=terms, shoe=Shoe(number, started_at=moment.at))
        case e.HandRecorded(number, hand):
            shoe = state.shoe or Shoe(number)
            return replace(state, shoe=replace(shoe, hands=(*shoe.hands, hand)), timer=Timer(), last_hand=moment)
        case e.HandVoided(number, hand):
            # The flash of a hand that is void, and the question whether the next is another one, end with it.
            return replace(_with_hand(state, number, replace(hand, voided=True)), last_hand=None)
        case e.ShoeEnded(number):
            shoe = state.shoe or Shoe(number)
            ended = replace(shoe, ended_at=moment.at, end_hash=record.hash)
            return replace(state, shoe=None, previous=ended, timer=Timer(), last_hand=None, shoe_end=moment)
        case e.TableOpened():
            return replace(state, terms=replace(state.terms, open=True))
        case e.TableClosed():
            return replace(state, terms=replace(state.terms, open=False), timer=Timer())
        case e.TimerStarted(seconds):
            return replace(state, timer=Timer(Phase.OPEN, seconds, moment.mono + seconds * NANO))
        case e.BetsClosed():
            return replace(state, timer=replace(state.timer, phase=Phase.CLOSED))
        case _:
            assert_never(record.event)


def replay(records: Iterable[e.Record], state: TableState | None = None) -> TableState:
    """The state that a journal leads to."""
    return reduce(apply, records, state or TableState())


def _new_terms(state: TableState, terms: Terms, by: str) -> tuple[e.Event, ...]:
    """From the config, terms count only when the config itself changed: a supervisor's change outlives a restart."""
    terms = replace(terms, open=state.terms.open)
    stale = by == c.CONFIG and terms.origin == state.terms.origin
    return () if stale or (terms, terms.origin) == (state.terms, state.terms.origin) else (e.TermsSet(terms, by),)


def _record(state: TableState, hand: Hand) -> Decision:
    if not state.terms.open:
        return c.Refusal("the table is closed: a supervisor opens it")
    if wrong := problems(hand.toggles, state.terms.panda8):
        return c.Refusal("; ".join(wrong))
    first: tuple[e.Event, ...] = ()
    shoe = state.shoe
    if shoe is None:
        shoe = Shoe(_next_shoe(state))
        first = (e.ShoeStarted(shoe.number, state.table, state.terms),)
    numbered = replace(hand, number=len(shoe.hands) + 1, voided=False)
    return (*first, e.HandRecorded(shoe.number, numbered))


def _take_back(state: TableState) -> Decision:
    shoe = state.shoe
    if shoe is None or not shoe.hands:
        return c.Refusal("there is no hand in this shoe to take back")
    newest = max(shoe.hands, key=lambda hand: hand.number)
    if newest.voided:
        return c.Refusal(f"hand {newest.number} is void already; an older hand is for the supervisor to mend")
    return (e.HandVoided(shoe.number, newest, c.DEALER, "taken back"),)


def _void(state: TableState, number: int, hand_number: int, by: str, reason: str) -> Decision:
    shoe = next((s for s in (state.shoe, state.previous) if s is not None and s.number == number), None)
    if shoe is None:
        return c.Refusal(f"shoe {number} is neither the current nor the previous shoe")
    hand = shoe.hand(hand_number)
    if hand is None:
        return c.Refusal(f"shoe {number} has no hand {hand_number}")
    if hand.voided:
        return c.Refusal(f"hand {hand_number} of shoe {number} is void already: {describe(hand)}")
    return (e.HandVoided(number, hand, by, reason),)


def _new_shoe(state: TableState) -> Decision:
    if not state.terms.open:
        return c.Refusal("the table is closed: a supervisor opens it")
    number = _next_shoe(state)
    started = e.ShoeStarted(number, state.table, state.terms)
    return (started,) if state.shoe is None else (e.ShoeEnded(state.shoe.number, state.shoe.stats.hands), started)


def _start_timer(state: TableState) -> Decision:
    if not state.terms.open:
        return c.Refusal("the table is closed: a supervisor opens it")
    if not state.terms.timer_seconds:
        return c.Refusal("this table has no timer: timer.seconds in the config is 0")
    if state.timer.phase is Phase.OPEN:
        return c.Refusal("the timer is running already")
    return (e.TimerStarted(state.terms.timer_seconds),)


def _next_shoe(state: TableState) -> int:
    newest = state.shoe or state.previous
    return newest.number + 1 if newest else 1


def _with_hand(state: TableState, number: int, hand: Hand) -> TableState:
    """The state with one hand of the current or previous shoe replaced by another of the same number."""

    def mended(shoe: Shoe | None) -> Shoe | None:
        if shoe is None or shoe.number != number:
            return shoe
        return replace(shoe, hands=tuple(hand if old.number == hand.number else old for old in shoe.hands))

    return replace(state, shoe=mended(state.shoe), previous=mended(state.previous))
