"""What may be done at a table: the events that a command leads to in its state, or why it is refused.

`decide` looks and answers; it changes nothing.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table import shoes
from eztrak.table.cards import fit
from eztrak.table.changes import HAND, NOW, SHOE, Planned, clock_time, instant, later, next_time, within
from eztrak.table.inputs import Input
from eztrak.table.pack import What
from eztrak.table.round import Phase
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState, without
from eztrak.table.supply import stopped
from eztrak.table.terms import Terms
from eztrak.voice.said import Said
from eztrak.voice.wire import as_kept

CLOSED = c.Refusal("the table is closed: a supervisor can open it")
NOTHING_WAITS = c.Refusal("there is nothing to confirm")
TAKEN_BACK = Said("taken back")  # why the dealer mended a hand
NOT_ENTERED = "not entered"  # typed before the hand that it was entered with, and confirmed together with it
Decision: TypeAlias = tuple[e.Event, ...] | c.Refusal


def decide(state: TableState, command: c.Command, wall: str = "", source: Input | None = None) -> Decision:
    """The events that a command leads to in this state, or the reason why it is refused.

    `wall`: the local time, to the minute, by which rules and announced changes hold. `source`: where the keys came from
    that gave the command; None where none were pressed.
    """
    if (
        source
        and isinstance(command, c.WithHand)
        and (wrong := state.terms.pack.refuses(source, bool(command.hand.player)))
    ):
        return c.refused([wrong])
    if isinstance(command, c.RecordHand | c.InsertHand) and (other := state.software.refuses):
        return c.refused([other])
    decision = _decided(state, command, wall)
    if isinstance(decision, c.Refusal):
        return decision
    decision = _sealed_anew(state, decision)
    if source is None:
        return decision
    return tuple(replace(one, source=str(source)) if isinstance(one, e.AboutHand) else one for one in decision)


def _sealed_anew(state: TableState, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
    """With another seal where a shoe was corrected that had one; one that goes on gets it at its end."""
    ended = state.previous.number if state.previous else None
    corrected = any(isinstance(event, e.AboutHand) and event.shoe == ended for event in events)
    if ended is None or not corrected or any(isinstance(event, e.ShoeResumed) for event in events):
        return events
    return *events, e.ShoeSealed(ended, e.SEAL_FORM)


def _decided(state: TableState, command: c.Command, wall: str) -> Decision:
    match command:
        case c.Start(version, table, terms, running):
            started: tuple[e.Event, ...] = (e.Started(version, table, running),)
            return started + _from_config(state, terms, wall)
        case c.SetTerms(terms, c.CONFIG):
            return _from_config(state, terms, wall)
        case c.SetTerms(terms, by):
            return _set_terms(state, terms, by)
        case c.ChangeTerms():
            return _change_terms(state, command, wall)
        case c.DropChange(number, by):
            plan = next((plan for plan in state.plans if plan.number == number), None)
            if plan is None:
                return c.Refusal("that change is no longer pending")
            if plan.by == c.CONFIG:
                return c.Refusal("that change comes from the config: edit the file to cancel it")
            return (e.PlanDropped(number, by),)
        case c.TakeEffect():
            return _in_force(state, wall)[0] if state.between_hands else ()
        case c.AnswerOffer():
            return _answer_offer(state, command.answer)
        case c.RecordHand():
            return _record(state, command, wall)
        case c.TakeBack() | c.ChangeLast():
            return _mend_last(state, command)
        case c.VoidHand() | c.ChangeHand() | c.InsertHand():
            return _correct(state, command)
        case c.NewShoe():
            return _new_shoe(state, wall)
        case c.UndoShoe(by):
            return _resumed(state, shoes.undone(state.shoe, state.previous, by), by) if state.terms.open else CLOSED
        case c.JoinShoes(by, reason):
            return _one_pack(state) or _resumed(state, shoes.joined(state.shoe, state.previous, by, reason), by)
        case c.MoveHands():
            return _one_pack(state) or shoes.moved(state.shoe, state.previous, command)
        case c.OpenTable(by):
            return c.Refusal("the table is already open") if state.terms.open else (e.TableOpened(by),)
        case c.CloseTable(by):
            return (e.TableClosed(by),) if state.terms.open else c.Refusal("the table is already closed")
        case c.StartTimer(missed):
            return _start_timer(state, missed)
        case c.CloseBets(by):
            return (e.BetsClosed(by),) if state.round.phase is Phase.OPEN else c.Refusal("bets are not open")
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
            if by != c.supervisor(supervisor) and state.staff.check_of(supervisor):
                return c.Refusal(
                    "supervisor {supervisor} already has a PIN, and only they can change it", supervisor=supervisor
                )
            return (e.PinSet(supervisor, check, by),)
        case c.RemovePin(supervisor, by):
            return _remove_pin(state, supervisor, by)
        case c.ClearPins():
            return (e.PinsCleared(),) if state.staff.pins else ()
        case c.Export(asked):
            return (asked,)
        case c.ConfirmCopy(by):
            waits = state.unconfirmed
            return (e.CopyConfirmed(waits, by),) if waits else NOTHING_WAITS
        case c.ConfirmSoftware(by):
            other, looked = state.software.waits, state.software.checked
            return (e.SoftwareConfirmed(looked.difference, other, by),) if looked and other else NOTHING_WAITS
        case c.Note(e.Archived()) if state.newest or state.staff.pins:
            return c.Refusal("this history did not begin there")
        case c.Note(event):
            noted = _as_kept(event)
            same = isinstance(noted, e.SoftwareChecked) and noted.checked.in_short == state.software.checked
            return () if same else (noted,)
        case _:
            assert_never(command)


def _as_kept(event: c.Noted) -> c.Noted:
    """With what it says as a record has it."""
    match event:
        case e.HealthNoted(told=what) | e.CopyDiffers(what):
            return replace(event, told=as_kept(what))
        case e.ExportEnded(fault=fault):
            return replace(event, fault=as_kept(fault))
        case e.KeypadNoted(wrong=wrong):
            return replace(event, wrong=as_kept(wrong))
        case e.SoftwareChecked(check):
            return e.SoftwareChecked(replace(check, differs=as_kept(check.differs)))
        case _:
            return event


def _from_config(state: TableState, terms: Terms, wall: str) -> tuple[e.Event, ...]:
    """The config's terms count only when the config itself changed: a supervisor's change outlives a restart. What is
    posted holds for the hand that is dealt, the game with its decks and pack for the shoe."""
    if terms.origin == state.terms.origin:
        return ()
    now, terms = state.terms, replace(terms, open=state.terms.open)
    notice = 0 if terms.posted_alike(now) else _notice(state, max(now.notice_minutes, terms.notice_minutes), wall)
    events: list[e.Event] = [e.PlanDropped(plan.number, c.CONFIG) for plan in state.plans if plan.by == c.CONFIG]
    begun = state.shoe is not None or not state.between_hands  # bets for its first hand begin a shoe too
    if begun and _dealt_otherwise(terms, now):
        when = SHOE
    elif terms.posted_alike(now):
        when = NOW
    elif notice:
        when = later(wall, notice)
    else:
        when = NOW if state.between_hands else HAND
    if when == NOW:
        return (*events, e.TermsSet(terms, c.CONFIG))
    at_once = replace(now, timer_seconds=terms.timer_seconds, languages=terms.languages, origin=terms.origin)
    earliest = instant(wall, notice) if notice else ""
    plan = Planned(_next_plan(state), when, c.CONFIG, terms=terms, earliest=earliest)
    return (*events, e.TermsSet(at_once, c.CONFIG), e.TermsPlanned(plan))


def _set_terms(state: TableState, terms: Terms, by: str) -> Decision:
    terms = replace(terms, open=state.terms.open)
    if wrong := terms.problems():
        return c.refused(wrong)
    if not terms.posted_alike(state.terms) and not state.between_hands:
        return c.Refusal("limits and fees change only between hands")
    return () if terms == state.terms else (e.TermsSet(terms, by),)


def _change_terms(state: TableState, command: c.ChangeTerms, wall: str) -> Decision:
    """Another limit or fee: at once between two hands, else once this one is in."""
    now, when, day = state.terms, command.when, wall[:10]
    if when == NOW or (when == SHOE and state.shoe is None):
        when = NOW if state.between_hands else HAND
    elif when != SHOE:
        hour, minute = map(int, when.split(":"))
        when = next_time(wall, hour, minute)
        day = when[:10]
    notice = _notice(state, now.notice_minutes, wall)
    if notice and (when in (NOW, HAND, SHOE) or when < later(wall, notice)):
        return c.Refusal(
            "a change must be announced {count:minute|minutes} ahead ({rule}): choose {time} or later",
            count=notice,
            rule=now.pack.source(What.NOTICE, day),
            time=clock_time(later(wall, notice)),
        )
    terms = command.change.to(now)
    if wrong := terms.problems(day):
        return c.refused(wrong)
    if when == NOW:
        return () if terms == now else (e.TermsSet(terms, command.by),)
    earliest = instant(wall, notice) if notice else ""
    return (e.TermsPlanned(Planned(_next_plan(state), when, command.by, command.change, earliest=earliest)),)


def _notice(state: TableState, minutes: int, wall: str) -> int:
    """The minutes by which a change is announced before, where players may sit who were shown other terms: at an open
    table they bet, or hands of this shoe were dealt; or of whichever shoe, so short a time ago."""
    if not (minutes and wall):
        return 0
    begun = not state.between_hands or (state.shoe is not None and bool(state.shoe.hands))
    goes_on = state.terms.open and begun
    # Of an empty shoe when it ended: nobody asks what was before it.
    dealt = [shoe.log[-1][0].at if shoe.log else shoe.ended_at for shoe in state.shoes]
    return minutes if goes_on or any(within(at, minutes, wall) for at in dealt) else 0


def _in_force(state: TableState, wall: str, new_shoe: bool = False) -> tuple[tuple[e.Event, ...], TableState]:
    """The changes that hold now, between two hands or two shoes, and the state with them."""
    if not state.plans:
        return (), state
    events: list[e.Event] = []
    for plan in sorted(state.plans, key=lambda plan: (plan.when != HAND, plan.when, plan.number)):
        if not plan.holds(wall) and not (new_shoe and plan.when == SHOE and plan.announced(wall)):
            continue
        terms = plan.to(state.terms)
        if terms.problems(wall[:10]):  # the rules have changed since
            events.append(e.PlanDropped(plan.number, c.RULES))
        else:
            events.append(e.TermsSet(terms, plan.by, plan.number))
            state = replace(state, terms=terms)
        state = replace(state, plans=without(state.plans, plan.number))
    return tuple(events), state


def _one_pack(state: TableState) -> c.Refusal | None:
    """Why hands do not go from one of the two shoes to the other, where they were dealt under other packs."""
    before = state.previous.terms if state.previous else None
    if before is None or before.pack == state.terms.pack:
        return None
    return c.Refusal("the two shoes were dealt under different rules: their hands cannot be moved")


def _resumed(state: TableState, decision: Decision, by: str) -> Decision:
    """With what was in force when the shoe ended, and waited then, where a shoe goes on."""
    before = state.previous
    if isinstance(decision, c.Refusal) or before is None or before.terms is None:
        return decision
    terms = replace(before.terms, open=state.terms.open, origin=state.terms.origin)
    again = [plan for plan in before.plans if plan not in state.plans]
    # What waited in the other shoe, and was of one dealt otherwise, waits for the next shoe.
    waits = {plan.number: plan for plan in state.plans}
    for number, plan in waits.items():
        if plan.when != SHOE and plan.terms and _dealt_otherwise(plan.terms, terms):
            waits[number] = replace(plan, when=SHOE)
    # Numbers are used again: what was announced since comes after what waited before.
    if waits.keys() & {plan.number for plan in again}:
        first_free = max(plan.number for plan in (*waits.values(), *again)) + 1
        waits = {number: replace(plan, number=i) for i, (number, plan) in enumerate(waits.items(), first_free)}
    anew = [(plan.number, other) for plan in state.plans if (other := waits[plan.number]) != plan]
    events: list[e.Event] = [] if terms == state.terms else [e.TermsSet(terms, by)]
    events += [e.PlanDropped(number, by) for number, _ in anew]
    events += map(e.TermsPlanned, (*again, *(plan for _, plan in anew)))
    *first, resumes = decision
    return (*first, *events, resumes)


def _dealt_otherwise(then: Terms, now: Terms) -> bool:
    """Whether what holds for a whole shoe is other."""
    return (then.game, then.decks, then.pack) != (now.game, now.decks, now.pack)


def _next_plan(state: TableState) -> int:
    return max((plan.number for plan in state.plans), default=0) + 1


def _answer_offer(state: TableState, answer: str) -> Decision:
    if not state.terms.player_dealer:
        return c.Refusal("this table does not count the player-dealer position")
    if not state.terms.open:
        return CLOSED
    return (e.PositionAnswered(answer or state.position.next_answer, state.position.hands),)


def _record(state: TableState, command: c.RecordHand, wall: str) -> Decision:
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
    for place, hand in enumerate(hands, 1):
        if lack := stopped(shoe, hand):
            return c.refused([lack])
        recorded, last = _numbered(shoe, hand), place == len(hands)
        confirmed, by = (command.confirmed, command.by) if last else (NOT_ENTERED, "")
        events.append(e.HandRecorded(shoe.number, recorded, state.staff.dealer, by, confirmed))
        shoe = shoe if last else replace(shoe, hands=(*shoe.hands, recorded))
    return (*events, *_in_force(state, wall)[0])


def taken_back(state: TableState) -> Hand | c.Refusal:
    """The hand that the dealer can take back: the one entered last at the table, never one that a supervisor put in."""
    if not state.terms.open:
        return CLOSED
    shoe = state.shoe
    newest = shoe.newest if shoe else None
    if newest is None:
        return c.Refusal("there is no hand in this shoe to take back")
    if newest.voided:
        return c.Refusal("hand {number} is already void; a supervisor can correct an older hand", number=newest.number)
    return newest


def _mend_last(state: TableState, command: c.TakeBack | c.ChangeLast) -> Decision:
    hand = taken_back(state)
    if isinstance(hand, c.Refusal):
        return hand
    assert state.shoe is not None  # a hand has a shoe
    if isinstance(command, c.ChangeLast):
        return _correct(state, c.ChangeHand(state.shoe.number, hand.number, command.hand, c.DEALER, str(TAKEN_BACK)))
    void = e.HandVoided(state.shoe.number, hand, c.DEALER, str(TAKEN_BACK))
    now, then = state.terms, state.dealt_under
    if then is None or then.posted_alike(now):
        return (void,)
    # It is due again, under what was posted when it was bet on; what held with its result waits for it once more.
    same = replace(now, limit=then.limit, wager_limits=then.wager_limits, schedule=then.schedule)
    same = replace(same, fees_when=then.fees_when, payout=then.payout)
    return e.TermsSet(same, c.DEALER), e.TermsPlanned(Planned(_next_plan(state), HAND, c.DEALER, terms=now)), void


def _correct(state: TableState, command: c.VoidHand | c.ChangeHand | c.InsertHand) -> Decision:
    shoe = state.shoe_of(command.shoe)
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
                "hand {number} of shoe {shoe} is already {hand}",
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
            "hand {number} of shoe {shoe} is already void: {hand}",
            number=number,
            shoe=shoe.number,
            hand=shoe.game.describe(hand),
        )
    return (e.HandVoided(shoe.number, hand, command.by, command.reason),)


def _new_shoe(state: TableState, wall: str) -> Decision:
    if not state.terms.open:
        return CLOSED
    ended = [] if state.shoe is None else [e.ShoeEnded(state.shoe.number, state.shoe.stats.hands, e.SEAL_FORM)]
    if state.shoe is None and not state.between_hands:  # the bets are for its first hand
        return (_start_of(state, state.newest + 1),)
    changed, state = _in_force(state, wall, new_shoe=True)
    return (*ended, *changed, _start_of(state, state.newest + 1))


def _start_timer(state: TableState, missed: bool) -> Decision:
    if not state.terms.open:
        return CLOSED
    if not state.terms.timer_seconds:
        return c.Refusal("this table has no timer")
    if state.round.phase is Phase.OPEN:
        return c.Refusal("the timer is already running")
    if state.round.unfinished and not missed:
        return c.Refusal("hand {number} was not entered: which?", number=next_hand(state))
    return (e.TimerStarted(state.terms.timer_seconds, int(state.round.unfinished)),)


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
    return e.ShoeStarted(
        *(number, state.table, state.terms, state.staff, state.unconfirmed),
        *(state.plans, state.position, state.software),
    )


def _numbered(shoe: Shoe, hand: Hand) -> Hand:
    return replace(hand, number=len(shoe.hands) + 1, voided=False)
