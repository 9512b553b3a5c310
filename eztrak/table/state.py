"""The state of a table, what may be done in it (`decide`) and what an event makes of it (`apply`).

`decide` looks and answers with events or a refusal; it changes nothing. `apply` trusts events: they have happened.
Starting up is applying the journal, so a restart and a live table cannot differ.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table import shoes
from eztrak.table.cards import fit
from eztrak.table.round import Phase, Round
from eztrak.table.shoe import Shoe as Shoe
from eztrak.table.staff import Staff
from eztrak.table.supply import stopped
from eztrak.table.terms import Terms
from eztrak.voice.said import Said

CLOSED = c.Refusal("the table is closed: a supervisor can open it")
TAKEN_BACK = Said("taken back")  # why the dealer mended a hand
NOT_ENTERED = "not entered"  # typed before the hand that it was entered with, and confirmed together with it


@dataclass(frozen=True, slots=True)
class TableState:
    table: str = ""
    terms: Terms = field(default_factory=Terms)
    shoe: Shoe | None = None
    previous: Shoe | None = None
    round: Round = field(default_factory=Round)
    last_hand: e.Moment | None = None  # when a hand of this shoe was last recorded since the unit came up
    staff: Staff = field(default_factory=Staff)
    pins_from: int = 0  # monotonic nanoseconds from which the wait after a wrong PIN counts
    shoe_end: e.Moment | None = None  # when the previous shoe ended, if that was since the unit came up
    unconfirmed: str = ""  # what a copy has to do with the record, and no supervisor has confirmed yet
    newest: int = 0  # the highest number of a shoe, which may have been undone: none is used twice
    before: Shoe | None = None  # when a shoe has ended, the one before it: one of the two goes on, or a new one begins

    @property
    def game(self) -> Game:
        """What is dealt now: another game of the config begins with the next shoe."""
        return self.shoe.game if self.shoe else self.terms.game


Decision: TypeAlias = tuple[e.Event, ...] | c.Refusal


def decide(state: TableState, command: c.Command) -> Decision:
    """The events that a command leads to in this state, or the reason why it is refused."""
    match command:
        case c.Start(version, table, terms):
            started: tuple[e.Event, ...] = (e.Started(version, table),)
            return started + _from_config(state, terms)
        case c.NoteHealth(wrong, note):
            return (e.HealthNoted(wrong, note),)
        case c.SetTerms(terms, c.CONFIG):
            return _from_config(state, terms)
        case c.SetTerms(terms, by):
            return _set_terms(state, terms, by)
        case c.RecordHand():
            return _record(state, command)
        case c.TakeBack() | c.ChangeLast():
            return _mend_last(state, command)
        case c.VoidHand() | c.ChangeHand() | c.InsertHand():
            return _correct(state, command)
        case c.NewShoe():
            return _new_shoe(state)
        case c.UndoShoe(by):
            return shoes.undone(state.shoe, state.previous, by) if state.terms.open else CLOSED
        case c.JoinShoes(by, reason):
            return shoes.joined(state.shoe, state.previous, by, reason)
        case c.MoveHands():
            return shoes.moved(state.shoe, state.previous, command)
        case c.OpenTable(by):
            return c.Refusal("the table is open already") if state.terms.open else (e.TableOpened(by),)
        case c.CloseTable(by):
            return (e.TableClosed(by),) if state.terms.open else c.Refusal("the table is closed already")
        case c.StartTimer(missed):
            return _start_timer(state, missed)
        case c.CloseBets(by):
            return (e.BetsClosed(by),) if state.round.phase is Phase.OPEN else c.Refusal("the bets are not open")
        case c.SetDealer(dealer, by):
            return (e.DealerSet(dealer, by),)
        case c.SignOn(dealer, check):
            if check != (state.staff.dealer_check_of(dealer) or ""):
                return (e.PinWrong(state.staff.wrong_pins + 1),)
            return (e.DealerSet(dealer, c.DEALER),)
        case c.SetDealerPin(dealer, check, by):
            if not check and state.staff.dealer_check_of(dealer) is None:
                return c.Refusal("dealer {dealer} has no PIN", dealer=dealer)
            return (e.DealerPinSet(dealer, check, by),)
        case c.SignIn(supervisor, check):
            right = check == state.staff.check_of(supervisor)
            return (e.SignedIn(supervisor),) if right else (e.PinWrong(state.staff.wrong_pins + 1),)
        case c.SetPin(supervisor, check, by):
            return (e.PinSet(supervisor, check, by),)
        case c.RemovePin(supervisor, by):
            return _remove_pin(state, supervisor, by)
        case c.ClearPins():
            return (e.PinsCleared(),) if state.staff.pins else ()
        case c.Export(stick, device, since, until, by):
            return (e.ExportAsked(stick, device, since, until, by),)
        case c.EndExport(folder, digest, fault):
            return (e.ExportEnded(folder, digest, fault),)
        case c.NoteCopy(note):
            return (e.CopyDiffers(note),)
        case c.ConfirmCopy(by):
            waits = state.unconfirmed
            return (e.CopyConfirmed(waits, by),) if waits else c.Refusal("there is nothing to confirm")
        case _:
            assert_never(command)


def apply(state: TableState, record: e.Record) -> TableState:
    """The state after an event."""
    moment = record.moment
    match record.event:
        case e.Started(table=table):
            # A timer runs no longer; a result that was due is due still, and one that is in is in.
            runs = state.round.phase is Phase.OPEN or state.round.since is None
            now = Round() if runs else replace(state.round, since=moment.mono)
            return replace(state, table=table, round=now, last_hand=None, shoe_end=None, pins_from=moment.mono)
        case e.HealthNoted() | e.ExportAsked() | e.ExportEnded():
            return state
        case e.TermsSet(terms=terms):
            return replace(state, terms=terms)
        case e.ShoeStarted(number, table, terms, staff, unconfirmed):
            state = replace(state, table=table, terms=terms, staff=staff, unconfirmed=unconfirmed)
            shoe = Shoe(number, game=terms.game, started_at=moment.at, decks=terms.decks)
            return replace(state, shoe=shoe, before=None, newest=number, pins_from=moment.mono)
        case e.HandRecorded(hand=hand) as event:
            state = _about(state, moment, event, lambda hands: (*hands, hand))
            # A hand for which the timer was not started is a round without it.
            timed = state.round.timed and state.round.phase is not Phase.IN
            return replace(state, round=Round(Phase.IN, moment.mono, timed=timed), last_hand=moment)
        case e.HandVoided(hand=hand) as event:
            # The flash of a hand that is void, and the question whether the next is another one, end with it.
            gone = replace(hand, voided=True)
            # What the dealer takes back is due again.
            now = state.round
            if event.by == c.DEALER and now.phase is Phase.IN:
                now = replace(now, phase=Phase.CLOSED, since=moment.mono) if now.timed else Round()
            state = _about(state, moment, event, lambda hands: _swapped(hands, gone))
            return replace(state, round=now, last_hand=None)
        case e.HandChanged(hand=hand) as event:
            return replace(_about(state, moment, event, lambda hands: _swapped(hands, hand)), last_hand=None)
        case e.HandInserted(hand=hand, after=after) as event:
            return _about(state, moment, event, lambda hands: _inserted(hands, hand, after))
        case e.ShoeEnded(number):
            shoe = state.shoe or Shoe(number)
            ended = replace(shoe, ended_at=moment.at, end_hash=record.hash)
            state = replace(state, shoe=None, previous=ended, before=state.previous)
            return replace(state, round=Round(), last_hand=None, shoe_end=moment)
        case e.ShoeResumed(number) if state.before is not None and state.before.number == number:
            shoe = replace(state.before, ended_at="", end_hash="")
            return replace(state, shoe=shoe, previous=None, before=None, shoe_end=None)
        case e.ShoeResumed():
            return state  # made up in a copy that was taken up: the hands of that shoe are not known here
        case e.TableOpened():
            return replace(state, terms=replace(state.terms, open=True))
        case e.TableClosed():
            return replace(state, terms=replace(state.terms, open=False), round=Round())
        case e.TimerStarted(seconds):
            return replace(state, round=Round(Phase.OPEN, moment.mono, seconds, timed=True))
        case e.BetsClosed():
            return replace(state, round=replace(state.round, phase=Phase.CLOSED, since=moment.mono))
        case e.DealerSet(dealer):
            return replace(state, staff=replace(state.staff, dealer=dealer))
        case e.SignedIn():
            return replace(state, staff=replace(state.staff, wrong_pins=0))
        case e.PinWrong(tries):
            return replace(state, staff=replace(state.staff, wrong_pins=tries), pins_from=moment.mono)
        case e.PinSet(supervisor, check):
            return replace(state, staff=state.staff.with_pin(supervisor, check))
        case e.DealerPinSet(dealer, check):
            return replace(state, staff=state.staff.with_dealer_pin(dealer, check))
        case e.PinRemoved(supervisor):
            return replace(state, staff=state.staff.without_pin(supervisor))
        case e.PinsCleared():
            return replace(state, staff=replace(state.staff, pins=(), dealer_pins=(), wrong_pins=0))
        case e.CopyTaken(first, last, source, staff):
            came = f"event {first}" if first == last else f"events {first} to {last}"
            return _unconfirmed(replace(state, staff=staff), f"{came} came from the copy {source}")
        case e.CopyDiffers(note):
            return _unconfirmed(state, note)
        case e.CopyConfirmed():
            return replace(state, unconfirmed="")
        case _:
            assert_never(record.event)


def replay(records: Iterable[e.Record], state: TableState | None = None) -> TableState:
    """The state that a journal leads to."""
    return reduce(apply, records, state or TableState())


def _unconfirmed(state: TableState, note: str) -> TableState:
    return replace(state, unconfirmed=f"{state.unconfirmed}; {note}" if state.unconfirmed else note)


def _from_config(state: TableState, terms: Terms) -> tuple[e.Event, ...]:
    """The config's terms count only when the config itself changed: a supervisor's change outlives a restart."""
    if terms.origin == state.terms.origin:
        return ()
    return (e.TermsSet(replace(terms, open=state.terms.open), c.CONFIG),)


def _set_terms(state: TableState, terms: Terms, by: str) -> Decision:
    terms = replace(terms, open=state.terms.open)
    if wrong := terms.problems():
        return c.refused(wrong)
    return () if terms == state.terms else (e.TermsSet(terms, by),)


def _record(state: TableState, command: c.RecordHand) -> Decision:
    if not state.terms.open:
        return CLOSED
    hands = (*command.before, command.hand)
    if wrong := [problem for hand in hands for problem in state.game.problems(hand.said)]:
        return c.refused(wrong)
    events: list[e.Event] = []
    shoe = state.shoe
    if shoe is None:
        shoe = Shoe(state.newest + 1, game=state.terms.game, decks=state.terms.decks)
        events.append(_start_of(state, shoe.number))
    if state.round.phase is Phase.OPEN:
        events.append(e.BetsClosed(c.ENTRY))
    for hand in hands:
        if lack := stopped(shoe, hand):
            return c.refused([lack])
        recorded, last = _numbered(shoe, hand), hand is hands[-1]
        confirmed, by = (command.confirmed, command.by) if last else (NOT_ENTERED, "")
        events.append(e.HandRecorded(shoe.number, recorded, state.staff.dealer, by, confirmed))
        shoe = replace(shoe, hands=(*shoe.hands, recorded))
    return tuple(events)


def taken_back(state: TableState) -> Hand | c.Refusal:
    """The hand that the dealer can take back: the one entered last at the table, never one that a supervisor put in."""
    if not state.terms.open:
        return CLOSED
    shoe = state.shoe
    newest = shoe.newest if shoe else None
    if newest is None:
        return c.Refusal("there is no hand in this shoe to take back")
    if newest.voided:
        return c.Refusal("hand {number} is void already; a supervisor can correct an older hand", number=newest.number)
    return newest


def _mend_last(state: TableState, command: c.TakeBack | c.ChangeLast) -> Decision:
    hand = taken_back(state)
    if isinstance(hand, c.Refusal):
        return hand
    assert state.shoe is not None  # a hand has a shoe
    if isinstance(command, c.ChangeLast):
        return _correct(state, c.ChangeHand(state.shoe.number, hand.number, command.hand, c.DEALER, str(TAKEN_BACK)))
    return (e.HandVoided(state.shoe.number, hand, c.DEALER, str(TAKEN_BACK)),)


def _correct(state: TableState, command: c.VoidHand | c.ChangeHand | c.InsertHand) -> Decision:
    shoe = next((s for s in (state.shoe, state.previous) if s is not None and s.number == command.shoe), None)
    if shoe is None:
        return c.Refusal("shoe {number} is neither the current nor the previous shoe", number=command.shoe)
    if not isinstance(command, c.VoidHand) and (wrong := shoe.game.problems(command.hand.said)):
        return c.refused(wrong)
    number = command.after if isinstance(command, c.InsertHand) else command.number
    hand = shoe.hand(number)
    if isinstance(command, c.InsertHand):
        if hand is None and number != 0:
            return c.Refusal("shoe {shoe} has no hand {number}", shoe=shoe.number, number=number)
        if lack := stopped(shoe, command.hand):
            return c.refused([lack])
        return (e.HandInserted(shoe.number, _numbered(shoe, command.hand), number, command.by, command.reason),)
    if hand is None:
        return c.Refusal("shoe {shoe} has no hand {number}", shoe=shoe.number, number=number)
    if isinstance(command, c.ChangeHand):
        changed = replace(command.hand, number=number, voided=False)
        dealt_alike = changed.player in ("", hand.player) and changed.banker in ("", hand.banker)
        alike = dealt_alike and changed.totals in ("", hand.totals)
        if alike and (changed.said, changed.voided) == (hand.said, hand.voided):
            return c.Refusal(
                "hand {number} of shoe {shoe} is that already: {hand}",
                number=number,
                shoe=shoe.number,
                hand=shoe.game.describe(hand),
            )
        dealt = replace(changed, player=hand.player, banker=hand.banker)
        if not changed.player and fit(dealt, shoe.game):
            changed = dealt  # the cards give what it says now: they stay
        others = replace(shoe, hands=tuple(one for one in shoe.hands if one.number != number))
        if (hand.voided or command.hand.player) and (lack := stopped(others, changed)):
            return c.refused([lack])
        return (e.HandChanged(shoe.number, changed, hand, command.by, command.reason),)
    if hand.voided:
        return c.Refusal(
            "hand {number} of shoe {shoe} is void already: {hand}",
            number=number,
            shoe=shoe.number,
            hand=shoe.game.describe(hand),
        )
    return (e.HandVoided(shoe.number, hand, command.by, command.reason),)


def _new_shoe(state: TableState) -> Decision:
    if not state.terms.open:
        return CLOSED
    started = _start_of(state, state.newest + 1)
    return (started,) if state.shoe is None else (e.ShoeEnded(state.shoe.number, state.shoe.stats.hands), started)


def _start_timer(state: TableState, missed: bool) -> Decision:
    if not state.terms.open:
        return CLOSED
    if not state.terms.timer_seconds:
        return c.Refusal("this table has no timer")
    if state.round.phase is Phase.OPEN:
        return c.Refusal("the timer is running already")
    if state.round.phase is Phase.CLOSED and not missed:
        return c.Refusal("hand {number} was not entered: which?", number=next_hand(state))
    return (e.TimerStarted(state.terms.timer_seconds),)


def next_hand(state: TableState) -> int:
    """The number of the hand that is dealt now or next."""
    return len(state.shoe.hands) + 1 if state.shoe else 1


def _remove_pin(state: TableState, supervisor: int, by: str) -> Decision:
    if state.staff.check_of(supervisor) is None:
        return c.Refusal("there is no supervisor {supervisor}", supervisor=supervisor)
    if len(state.staff.pins) == 1:
        return c.Refusal("the last supervisor cannot be removed: nobody could open this menu")
    return (e.PinRemoved(supervisor, by),)


def _start_of(state: TableState, number: int) -> e.ShoeStarted:
    return e.ShoeStarted(number, state.table, state.terms, state.staff, state.unconfirmed)


def _numbered(shoe: Shoe, hand: Hand) -> Hand:
    return replace(hand, number=len(shoe.hands) + 1, voided=False)


Hands: TypeAlias = tuple[Hand, ...]


def _about(state: TableState, moment: e.Moment, event: e.AboutHand, change: Callable[[Hands], Hands]) -> TableState:
    """The state after an event about a hand of the current or the previous shoe."""

    def mended(shoe: Shoe | None) -> Shoe | None:
        if shoe is None or shoe.number != event.shoe:
            return shoe
        return replace(shoe, hands=change(shoe.hands), log=(*shoe.log, (moment, event)))

    return replace(state, shoe=mended(state.shoe), previous=mended(state.previous))


def _swapped(hands: Hands, hand: Hand) -> Hands:
    """The hands with one replaced by another of the same number."""
    return tuple(hand if old.number == hand.number else old for old in hands)


def _inserted(hands: Hands, hand: Hand, after: int) -> Hands:
    place = next((i for i, old in enumerate(hands, 1) if old.number == after), 0)
    return (*hands[:place], hand, *hands[place:])
