"""What the strip says: the open question, what the next digit stands for, what was not entered, what is on record."""

from collections.abc import Sequence

from eztrak.game.game import Game
from eztrak.game.hand import FREE, Hand
from eztrak.game.result import PERFECT
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.cards import BOTH_WIN
from eztrak.table.decisions import next_hand, taken_back
from eztrak.table.digits import Fact, Meaning, NextDigit, Way
from eztrak.table.log_words import of_staff
from eztrak.table.pages import ending
from eztrak.table.position import WORDS
from eztrak.table.state import TableState
from eztrak.table.story import happened
from eztrak.table.supply import lacking
from eztrak.table.typed import Entry, EntryRules, Question, Typed
from eztrak.voice.said import All, Part, Phrase, Said


def asking(entry: Entry, state: TableState, rules: EntryRules) -> Said:
    """The open question; what the next digit stands for; what was typed and not entered."""
    game, meaning = state.game, entry.typed.read(state.game, rules)
    match entry.question:
        case Question.AGAIN if meaning.hand and (last := last_of(state)):
            return Said(
                "hand {number}: {last} is in. Is {hand} another hand?",
                number=last.number,
                last=game.describe(last),
                hand=game.describe(meaning.hand),
            )
        case Question.EARLY if meaning.hand:
            return Said(
                "bets are open: is hand {number} really {hand}?",
                number=next_hand(state),
                hand=game.describe(meaning.hand),
            )
        case Question.LEFT:
            hands = [typed for typed in entry.left if typed.read(game, rules).whole]
            left = left_words(hands, game, rules)
            if meaning.hand:
                return Said("{left} was typed before and not entered: enter it too?", left=left)
            return Said("not entered: {left}. Enter it now?", left=left)
        case Question.SAME_SHOE if state.shoe is not None:
            return Said("no hand for a long time: is this still shoe {number}?", number=state.shoe.number)
        case Question.CHANGE if meaning.hand and isinstance(hand := taken_back(state), Hand):
            return Said(
                "hand {number} is {was}: change it to {hand}?",
                number=hand.number,
                was=game.describe(hand),
                hand=game.describe(meaning.hand),
            )
        case Question.TAKE_BACK if isinstance(hand := taken_back(state), Hand):
            return Said("take back hand {number}: {hand}?", number=hand.number, hand=game.describe(hand))
        case Question.NEW_SHOE:
            return ending(state)
        case Question.MISSED:
            return Said(
                "hand {number} was not entered: which? If it was not dealt, start the timer?", number=next_hand(state)
            )
        case Question.NO_CARD if meaning.next:
            side = game.named(meaning.next.side)
            return Said("the {side} must draw: was there really no third card?", side=side)
        case Question.BREAK if meaning.breaks == (BOTH_WIN,):
            return Said("{breaks}. Call a supervisor to decide?", breaks=BOTH_WIN)
        case Question.BREAK:
            return Said("{breaks}. Call a supervisor to record it anyway?", breaks=All(meaning.breaks))
        case Question.MENU:
            return Said("press the same key again to open the menu")
        case None if entry.typed.digits and not meaning.wrong:
            if meaning.hand:
                return Said("{hand}: Enter", hand=game.describe(meaning.hand))
            return digit_words(meaning.next, game)
        case None if entry.left and not entry.typed:
            left = left_words(entry.left, game, rules)
            return Said("not entered: {left}. Press Enter to enter it, CLEAR to discard it", left=left)
        case _:
            return Said()


def not_entered(entry: Entry, state: TableState, rules: EntryRules) -> Said:
    """What was typed before and left without Enter; it stays to be seen while something else is typed."""
    return Said("not entered: {left}", left=left_words(entry.left, state.game, rules)) if entry.left else Said()


def overdue(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Said:
    """That the result of a hand is overdue, unless something was said since then."""
    due = state.round.due(rules.due_seconds)
    if due is None or mono < due or (entry.message and entry.touched >= due):
        return Said()
    return Said("the result of hand {number} is due", number=next_hand(state))


def complaints(entry: Entry, state: TableState, rules: EntryRules) -> list[Said]:
    """Why what has been typed so far can be no hand."""
    if rules.way is Way.RESULTS:
        return state.game.problems(entry.toggles)
    wrong = entry.typed.read(state.game, rules).wrong if entry.typed.digits else Said()
    if not wrong and rules.way is Way.CARDS and state.shoe:
        wrong = lacking(state.shoe, "".join(str(card) for card in entry.typed.digits if card is not None))
    return [wrong] if wrong else []


def last_of(state: TableState) -> Hand | None:
    return state.shoe.last if state.shoe else None


def is_in(state: TableState) -> Said:
    hand = last_of(state)
    return Said("hand {number}: {hand} is in", number=hand.number, hand=state.game.describe(hand)) if hand else Said()


def unfinished(meaning: Meaning, game: Game) -> Said:
    """Why it can't be entered yet."""
    return meaning.wrong or digit_words(meaning.next, game) or c.refused(meaning.breaks)


def digit_words(digit: NextDigit | None, game: Game) -> Said:
    if digit is None:
        return Said()
    if digit.fact is Fact.WINNER:
        return Said("who won?")
    side = game.named(digit.side)
    match digit:
        case NextDigit(Fact.CARD):
            return Said("{side}'s card?", side=side)
        case NextDigit(Fact.TOTAL):
            return Said("{side}'s total?", side=side)
        case NextDigit(Fact.THIRD):
            return Said("{side}'s third card? 0 no, 3 yes", side=side)
        case NextDigit(may=may) if 0 not in may:
            return Said("{side}'s pair a perfect one? 4 no, 8 yes", side=side)
        case NextDigit(may=may) if PERFECT in may:
            return Said("{side}'s first two a pair? 0 no, 4 yes, 8 perfect", side=side)
        case _:
            return Said("{side}'s first two a pair? 0 no, 4 yes", side=side)


def left_words(left: Sequence[Typed], game: Game, rules: EntryRules) -> All:
    """What was typed before and not entered."""
    return All(tuple(words_of(typed, game, rules) for typed in left))


def words_of(typed: Typed, game: Game, rules: EntryRules) -> Part:
    if hand := typed.read(game, rules).hand:
        return game.describe(hand)
    digits = " ".join("–" if digit is None else str(digit) for digit in typed.digits)
    return All((*(name_of(id, game) for id in typed.ids), *([digits] if digits else [])), ", ")


def name_of(id: str, game: Game) -> Part:
    return Phrase("free hand") if id == FREE else game.named(id)


def said_of(event: e.Event, state: TableState) -> Said:
    """What the strip says of an event that somebody at the keypad waits for."""
    match event:
        case e.HandRecorded() | e.HandVoided() | e.HandChanged() | e.HandInserted():
            return happened(event).said(state.game_of(event.shoe))
        case e.ShoeStarted(shoe=number):
            return Said("shoe {number} has started", number=number)
        case e.ShoeResumed(shoe):
            return Said("shoe {shoe} continues", shoe=shoe)
        case e.TermsSet(by=c.CONFIG, planned=0):
            return Said("the config has changed")
        case e.TermsSet():
            return Said("changed, in force now")
        case e.TermsPlanned(plan):
            return Said("set: {what}", what=All(tuple(plan.said(state.terms)), "; "))
        case e.PlanDropped(by=c.RULES):
            return Said("a pending change is now against the rules and was canceled")
        case e.PlanDropped():
            return Said("that change was canceled")
        case e.PositionAnswered(answer):
            return WORDS.get(answer, Said())
        case e.TableOpened():
            return Said("the table is open")
        case e.TableClosed():
            return Said("the table is closed")
        case e.DealerSet() | e.SignedIn() | e.PinSet() | e.DealerPinSet() | e.PinRemoved():
            return of_staff(event)
        case e.PinWrong():
            return Said("wrong number or PIN: wait {seconds} s", seconds=state.staff.wait)
        case e.ExportAsked(stick=stick):
            return Said("the export to {stick} has started", stick=stick)
        case e.ExportEnded(fault=fault) if fault:
            return fault
        case e.ExportEnded():
            return Said("safe to remove: everything is on the stick and checked")
        case e.CopyConfirmed() | e.SoftwareConfirmed():
            return Said("confirmed, and on record")
        case _:
            return Said()
