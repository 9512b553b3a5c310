"""The state of a table, and what an event makes of it (`apply`).

`apply` trusts events: they have happened. Starting up is applying the journal, so a restart and a live table cannot
differ.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import Planned
from eztrak.table.position import NOBODY, Position
from eztrak.table.round import Phase, Round
from eztrak.table.shoe import Sealed, Shoe
from eztrak.table.software import UNKNOWN, Software
from eztrak.table.staff import Staff
from eztrak.table.terms import Terms


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
    unconfirmed: tuple[e.ToConfirm, ...] = ()  # the first ones that no supervisor has confirmed yet
    newest: int = 0  # the highest number of a shoe, which may have been undone: none is used twice
    plans: tuple[Planned, ...] = ()  # changes of the terms that wait
    position: Position = NOBODY  # of the player-dealer
    dealt_under: Terms | None = None  # until the next bets: what the last hand was bet under
    software: Software = UNKNOWN
    before: Shoe | None = None  # when a shoe has ended, the one before it: one of the two goes on, or a new one begins

    @property
    def game(self) -> Game:
        """What is dealt now: another game of the config begins with the next shoe."""
        return self.shoe.game if self.shoe else self.terms.game

    @property
    def shoes(self) -> tuple[Shoe, ...]:
        """Those whose hands can be corrected, the one in play first."""
        return tuple(shoe for shoe in (self.shoe, self.previous) if shoe is not None)

    def shoe_of(self, number: int) -> Shoe | None:
        return next((shoe for shoe in self.shoes if shoe.number == number), None)

    def game_of(self, number: int) -> Game:
        """That of a shoe; what is dealt now where it is another one."""
        return (self.shoe_of(number) or self).game

    @property
    def between_hands(self) -> bool:
        """Whether no hand is bet on or dealt. Without a timer nobody says when a hand begins: it may always have. One
        that was taken back is due again."""
        if not self.terms.open or self.shoe is None or self.shoe.newest is None:
            return self.round.phase is Phase.IN
        timed = self.terms.timer_seconds > 0 and not self.round.unsure
        return self.round.phase is Phase.IN and timed and not self.shoe.newest.voided


def apply(state: TableState, record: e.Record) -> TableState:
    """The state after an event."""
    moment = record.moment
    match record.event:
        case e.Started(version, table, running):
            now, own = _interrupted(state.round, moment), state.software
            release = version if running.code else ""
            own = Software(release, running.code, running.approval, confirmed=own.confirmed)
            state = replace(state, table=table, round=now, software=own)
            return replace(state, last_hand=None, shoe_end=None, pins_from=moment.mono)
        case e.HealthNoted() | e.ExportAsked() | e.ExportEnded() | e.ClockStepped() | e.KeypadNoted():
            return state
        case e.TermsSet(terms=terms, planned=number):
            # A hand may be under way that no timer told of.
            unsure = state.round.unsure or (terms.timer_seconds > 0 and not state.terms.timer_seconds)
            now = replace(state.round, unsure=unsure and state.shoe is not None)
            return replace(state, terms=terms, plans=without(state.plans, number), round=now)
        case e.TermsPlanned(plan):
            return replace(state, plans=(*state.plans, plan))
        case e.PlanDropped(number):
            return replace(state, plans=without(state.plans, number))
        case e.PositionAnswered(answer):
            return replace(state, position=Position(0, answer))
        case e.ShoeStarted(number, table, terms, staff, unconfirmed, plans, position, software):
            state = replace(state, table=table, terms=terms, staff=staff, unconfirmed=unconfirmed, software=software)
            state = replace(state, plans=plans, position=position, dealt_under=None)
            shoe = Shoe(number, game=terms.game, started_at=moment.at, decks=terms.decks)
            return replace(state, shoe=shoe, before=None, newest=number, pins_from=moment.mono)
        case e.HandRecorded() as event:
            return _dealt(state, [(moment, event)])
        case e.HandVoided(hand=hand) as event:
            # The flash of a hand that is void, and the question whether the next is another one, end with it.
            gone = replace(hand, voided=True)
            # What the dealer takes back is due again.
            now = state.round
            if event.by == c.DEALER and now.phase is Phase.IN:
                now = replace(now, phase=Phase.CLOSED, since=moment.mono) if now.timed else Round()
            state = _about(state, [(moment, event)], lambda hands: _swapped(hands, gone))
            if event.by == c.DEALER and not hand.free:
                state = replace(state, position=Position(max(0, state.position.hands - 1)))
            return replace(state, round=now, last_hand=None)
        case e.HandChanged(hand=hand) as event:
            return replace(_about(state, [(moment, event)], lambda hands: _swapped(hands, hand)), last_hand=None)
        case e.HandInserted(hand=hand, after=after) as event:
            return _about(state, [(moment, event)], lambda hands: _inserted(hands, hand, after))
        case e.ShoeEnded(number, form=form):
            shoe = state.shoe or Shoe(number)
            ended = replace(shoe, ended_at=moment.at, seals=(*shoe.seals, Sealed(record.hash, form)))
            ended = replace(ended, terms=state.terms, plans=state.plans)
            state = replace(state, shoe=None, previous=ended, before=state.previous)
            return replace(state, round=Round(), last_hand=None, shoe_end=moment)
        case e.ShoeSealed(number, form) if state.previous is not None and state.previous.number == number:
            ended = state.previous
            return replace(state, previous=replace(ended, seals=(*ended.seals, Sealed(record.hash, form))))
        case e.ShoeSealed():
            return state
        case e.ShoeResumed(number) if state.before is not None and state.before.number == number:
            shoe = replace(state.before, ended_at="", terms=None, plans=())
            # A hand may have been under way when it ended.
            now = Round(unsure=bool(shoe.hands))
            return replace(state, shoe=shoe, round=now, previous=None, before=None, shoe_end=None)
        case e.ShoeResumed():
            return state  # made up in a copy that was taken up: the hands of that shoe are not known here
        case e.TableOpened():
            return replace(state, terms=replace(state.terms, open=True))
        case e.TableClosed():
            now = Round() if state.round.phase is Phase.IN else _interrupted(state.round, moment)
            return replace(state, terms=replace(state.terms, open=False), round=now)
        case e.TimerStarted(seconds):
            return replace(state, round=Round(Phase.OPEN, moment.mono, seconds, timed=True), dealt_under=None)
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
        case e.CopyTaken(staff=staff) as event:
            # Nor has it in which software a supervisor stands for.
            own = replace(state.software, confirmed="")
            return _unconfirmed(replace(state, staff=staff, software=own), replace(event, staff=_NO_STAFF))
        case e.CopyDiffers() as event:
            return _unconfirmed(state, event)
        case e.CopyConfirmed():
            return replace(state, unconfirmed=())
        case e.Restored(shoe=shoe) as event:
            return _unconfirmed(replace(state, newest=max(state.newest, shoe)), event)
        case e.Archived(shoe=shoe, staff=staff) as event:
            state = replace(state, newest=max(state.newest, shoe), staff=staff)
            return _unconfirmed(state, replace(event, staff=_NO_STAFF))
        case e.SoftwareChecked(check):
            return replace(state, software=replace(state.software, checked=check.in_short))
        case e.SoftwareConfirmed(difference):
            return replace(state, software=replace(state.software, confirmed=difference))
        case e.UnitKeyed(before=before, unsigned=unsigned, gone=gone, shoe=shoe) as event:
            state = replace(state, newest=max(state.newest, shoe))
            return _unconfirmed(state, event) if before or unsigned or gone else state
        case _:
            assert_never(record.event)


def replay(records: Iterable[e.Record], state: TableState | None = None) -> TableState:
    """The state that a journal leads to. Most rows are hands: those that follow each other are taken at once."""
    state, hands = state or TableState(), list[_Entered]()
    for record in records:
        event = record.event
        if hands and not (isinstance(event, e.HandRecorded) and event.shoe == hands[0][1].shoe):
            state, hands = _dealt(state, hands), []
        if isinstance(event, e.HandRecorded):
            hands.append((record.moment, event))
        else:
            state = apply(state, record)
    return _dealt(state, hands) if hands else state


_Entered: TypeAlias = tuple[e.Moment, e.HandRecorded]


def _dealt(state: TableState, entered: Sequence[_Entered]) -> TableState:
    """After hands of one shoe."""
    moment, hands = entered[-1][0], [event.hand for _, event in entered]
    # A hand for which the timer was not started is a round without it.
    timed = state.round.timed and state.round.phase is not Phase.IN and len(hands) == 1
    return _about(
        state,
        entered,
        lambda before: (*before, *hands),
        position=Position(state.position.hands + sum(not hand.free for hand in hands)),
        dealt_under=state.terms,
        round=Round(Phase.IN, moment.mono, timed=timed),
        last_hand=moment,
    )


def _unconfirmed(state: TableState, event: e.ToConfirm) -> TableState:
    """What comes again and again makes no row that is none."""
    new = event not in state.unconfirmed and len(state.unconfirmed) < _MOST
    return replace(state, unconfirmed=(*state.unconfirmed, event)) if new else state


_MOST = 20  # that wait to be confirmed
_NO_STAFF = Staff()  # every shoe's start carries what waits


def _interrupted(now: Round, moment: e.Moment) -> Round:
    """The round after a restart or a closed table: a timer runs no longer, but bets that were made stay closed; a
    result that was due is due still, and one that is in is in."""
    if now.since is None:
        return Round(unsure=now.unsure)
    return replace(now, phase=Phase.CLOSED if now.phase is Phase.OPEN else now.phase, since=moment.mono, seconds=0)


def without(plans: tuple[Planned, ...], number: int) -> tuple[Planned, ...]:
    return tuple(plan for plan in plans if plan.number != number)


Hands: TypeAlias = tuple[Hand, ...]


def _about(
    state: TableState,
    events: Sequence[tuple[e.Moment, e.AboutHand]],
    change: Callable[[Hands], Hands],
    **others: Any,
) -> TableState:
    """The state after events about hands of the current or the previous shoe, with what else is other then."""

    def mended(shoe: Shoe | None) -> Shoe | None:
        if shoe is None or shoe.number != events[0][1].shoe:
            return shoe
        return replace(shoe, hands=change(shoe.hands), log=(*shoe.log, *events))

    return replace(state, shoe=mended(state.shoe), previous=mended(state.previous), **others)


def _swapped(hands: Hands, hand: Hand) -> Hands:
    """The hands with one replaced by another of the same number."""
    return tuple(hand if old.number == hand.number else old for old in hands)


def _inserted(hands: Hands, hand: Hand, after: int) -> Hands:
    place = next((i for i, old in enumerate(hands, 1) if old.number == after), 0)
    return (*hands[:place], hand, *hands[place:])
