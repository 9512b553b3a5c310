"""What the strip says: the open question, what the next digit stands for, what was not entered, what is on record."""

from collections.abc import Sequence
from typing import assert_never

from eztrak.game.game import Game
from eztrak.game.hand import FREE, Hand
from eztrak.game.result import PERFECT
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.digits import Fact, Reading, Step, Way
from eztrak.table.round import Phase
from eztrak.table.state import TableState, next_hand, taken_back
from eztrak.table.supply import lacking
from eztrak.table.typed import Entry, EntryRules, Question, Typed


def asking(entry: Entry, state: TableState, rules: EntryRules) -> str:
    """The open question in words; what the next digit stands for; what was typed and not entered."""
    read = entry.typed.read(state.game, rules)
    match entry.question:
        case Question.AGAIN if read.hand:
            return f"{is_in(state)}. Is {state.game.describe(read.hand)} another hand?"
        case Question.EARLY if read.hand:
            return f"bets are open: is hand {next_hand(state)} really {state.game.describe(read.hand)}?"
        case Question.LEFT:
            hands = [typed for typed in entry.left if typed.read(state.game, rules).whole]
            left = left_words(hands, state.game, rules)
            too = f"{left} was typed before and not entered: enter it too?"
            return too if read.hand else f"not entered: {left}. Enter it now?"
        case Question.SAME_SHOE if state.shoe is not None:
            return f"no hand for a long time: is this still shoe {state.shoe.number}?"
        case Question.CHANGE if read.hand and isinstance(hand := taken_back(state), Hand):
            return f"hand {hand.number} is {state.game.describe(hand)}: change it to {state.game.describe(read.hand)}?"
        case Question.TAKE_BACK if isinstance(hand := taken_back(state), Hand):
            return f"take back hand {hand.number}: {state.game.describe(hand)}?"
        case Question.NEW_SHOE if state.shoe is not None and state.round.phase is Phase.CLOSED:
            return f"hand {next_hand(state)} was not entered: end shoe {state.shoe.number} all the same?"
        case Question.NEW_SHOE if state.shoe is not None:
            return f"end shoe {state.shoe.number} after {_hands(state.shoe.stats.hands)} and start a new one?"
        case Question.NEW_SHOE:
            return "start a new shoe?"
        case Question.MISSED:
            return f"hand {next_hand(state)} was not entered: which? If it was not dealt, start the timer?"
        case Question.NO_CARD if read.next:
            return f"by the tableau the {_side(read.next)} draws: was there really no third card?"
        case Question.BREAK:
            return f"{'; '.join(read.breaks)}. Call a supervisor to record it so?"
        case Question.MENU:
            return "the same key again opens the menu"
        case None if entry.typed.digits and not read.wrong:
            return f"{state.game.describe(read.hand)}: Enter" if read.hand else step_words(read.next)
        case None if entry.left and not entry.typed:
            return f"not entered: {left_words(entry.left, state.game, rules)}. Enter asks, clear drops it"
        case _:
            return ""


def not_entered(entry: Entry, state: TableState, rules: EntryRules) -> str:
    """What was typed before and left without Enter, in words; it stays to be seen while something else is typed."""
    return f"not entered: {left_words(entry.left, state.game, rules)}" if entry.left else ""


def overdue(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> str:
    """That the result of a hand is overdue, unless something was said since then."""
    due = state.round.due(rules.due_seconds)
    if due is None or mono < due or (entry.message and entry.touched >= due):
        return ""
    return f"the result of hand {next_hand(state)} is due"


def complaints(entry: Entry, state: TableState, rules: EntryRules) -> list[str]:
    """Why what has been typed so far can be no hand."""
    if rules.way is Way.RESULTS:
        return state.game.problems(entry.toggles)
    wrong = entry.typed.read(state.game, rules).wrong if entry.typed.digits else ""
    if not wrong and rules.way is Way.CARDS and state.shoe:
        wrong = lacking(state.shoe, "".join(str(card) for card in entry.typed.digits if card is not None))
    return [wrong] if wrong else []


def last_of(state: TableState) -> Hand | None:
    return state.shoe.last if state.shoe else None


def is_in(state: TableState) -> str:
    hand = last_of(state)
    return f"hand {hand.number}: {state.game.describe(hand)} is in" if hand else ""


def unfinished(read: Reading) -> str:
    """Why it can't be entered yet."""
    return read.wrong or step_words(read.next) or "; ".join(read.breaks)


def step_words(step: Step | None) -> str:
    match step:
        case None:
            return ""
        case Step(Fact.CARD):
            return f"{_side(step)}'s card?"
        case Step(Fact.TOTAL):
            return f"{_side(step)}'s total?"
        case Step(Fact.THIRD):
            return f"{_side(step)}'s third card? 0 no, 3 yes"
        case Step(Fact.TWO, may=may) if 0 not in may:
            return f"{_side(step)}'s pair a perfect one? 4 no, 8 yes"
        case Step(Fact.TWO, may=may) if PERFECT in may:
            return f"{_side(step)}'s first two a pair? 0 no, 4 yes, 8 perfect"
        case Step(Fact.TWO):
            return f"{_side(step)}'s first two a pair? 0 no, 4 yes"
        case _:
            return "who won?"


def _side(step: Step) -> str:
    return step.side.capitalize()


def left_words(left: Sequence[Typed], game: Game, rules: EntryRules) -> str:
    """What was typed before and not entered."""
    return ", ".join(words_of(typed, game, rules) for typed in left)


def words_of(typed: Typed, game: Game, rules: EntryRules) -> str:
    if hand := typed.read(game, rules).hand:
        return game.describe(hand)
    digits = " ".join("–" if digit is None else str(digit) for digit in typed.digits)
    return ", ".join(filter(None, [*(name_of(id, game) for id in typed.ids), digits]))


def name_of(id: str, game: Game) -> str:
    return "free hand" if id == FREE else game.says(id)


def said_of(event: e.Event, state: TableState) -> str:
    """What the strip says of an event that somebody at the keypad waits for."""
    match event:
        case e.HandRecorded() | e.HandVoided() | e.HandChanged() | e.HandInserted():
            return _said_of_hand(event, state)
        case e.ShoeStarted(shoe=number):
            return f"shoe {number} has begun"
        case e.ShoeResumed(shoe=number):
            return f"shoe {number} goes on"
        case e.TermsSet(by=by):
            return "the config has changed" if by == c.CONFIG else "changed, and in force from now on"
        case e.TableOpened():
            return "the table is open"
        case e.TableClosed():
            return "the table is closed"
        case e.DealerSet(dealer):
            return f"dealer {dealer} is on duty" if dealer else "no dealer is on duty"
        case e.SignedIn(supervisor):
            return f"supervisor {supervisor} has signed in"
        case e.PinWrong():
            return f"wrong number or PIN: wait {state.staff.wait} s"
        case e.PinSet(supervisor):
            return f"the PIN of supervisor {supervisor} is set"
        case e.DealerPinSet(dealer, check):
            return f"the PIN of dealer {dealer} is {'set' if check else 'taken away'}"
        case e.PinRemoved(supervisor):
            return f"supervisor {supervisor} is removed"
        case e.ExportAsked(stick=stick):
            return f"the export onto {stick} has begun"
        case e.ExportEnded(fault=fault):
            return fault or "safe to remove: all was written to the stick, read back and found the same"
        case e.CopyConfirmed():
            return "confirmed, and on record"
        case _:
            return ""


def _said_of_hand(event: e.AboutHand, state: TableState) -> str:
    shoe = next((s for s in (state.shoe, state.previous) if s is not None and s.number == event.shoe), None)
    describe, hand = (shoe or state).game.describe, event.hand
    match event:
        case e.HandRecorded():
            return f"hand {hand.number}: {describe(hand)}"
        case e.HandVoided():
            return f"hand {hand.number} is void: {describe(hand)}"
        case e.HandChanged(was=was):
            return f"hand {hand.number} was {describe(was)}, is now {describe(hand)}"
        case e.HandInserted(after=place):
            return f"hand {hand.number} stands after hand {place}: {describe(hand)}"
        case _:
            assert_never(event)


def _hands(count: int) -> str:
    return f"{count} hand{'s' * (count != 1)}"
