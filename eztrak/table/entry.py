"""The dealer's entry: from keys to commands, with every key answered on the strip.

An entry is a set of toggles in any order, or cards typed one by one. Nothing typed is dropped without a word: an
impossible combination is refused and stays to be mended, an unfinished one clears itself after a time and says so,
and whatever would undo or end something asks first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import FREE, NO_MARKS, Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.action import Action, Key
from eztrak.table.cards import Laid, lay
from eztrak.table.menu import after, opened, press_menu
from eztrak.table.menu import plugged as menu_plugged
from eztrak.table.pages import Menu
from eztrak.table.state import TableState, decide, taken_back
from eztrak.table.sticks import Sticks
from eztrak.table.timer import NANO, Phase


class Question(StrEnum):
    """What the strip is asking; Enter says yes, clear says no. About cards, a card says no too: the one that was dealt,
    or the first of a hand typed anew."""

    TAKE_BACK = "take back"
    NEW_SHOE = "new shoe"
    NEW_SHOE_SURE = "new shoe, sure"
    ANOTHER_HAND = "another hand"
    NO_CARD = "no card"
    BREAK = "break"  # the menu key says yes: who types on without looking never gets into the menu
    SAME_SHOE = "same shoe"


class Tone(StrEnum):
    TOLD = "told"
    REFUSED = "refused"


def _no_secret(supervisor: int, pin: str) -> str:
    return f"{supervisor} {pin}"


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How entry behaves at this table; from the config, the profile and the unit's secret."""

    confirm: bool = True  # Enter commits; otherwise the winner key does
    timeout: float = 20.0  # seconds until an unfinished entry clears itself
    repeat: float = 4.0  # the same result within this many seconds asks "another hand?"
    few_hands: int = 20  # a new shoe before this many hands asks twice
    many_hands: int = 90  # past this many hands a new shoe may have been forgotten …
    idle_minutes: float = 30.0  # … as after this long without a hand
    told: float = 4.0  # seconds that a message stays on the strip
    menu_timeout: float = 60.0
    cards: bool = False  # cards are typed, not results
    natural_ends: bool | None = True
    scramble: Callable[[int, str], str] = _no_secret  # what a PIN is checked by


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been typed, what the strip asks and what it says."""

    toggles: frozenset[str] = NO_MARKS
    question: Question | None = None
    message: str = ""
    tone: Tone = Tone.TOLD
    touched: int = 0  # monotonic nanoseconds of the last key or message
    info: bool = False  # the info page is up
    cards: tuple[int | None, ...] = ()
    menu: Menu | None = None
    given: c.RecordHand | None = None  # what Enter gives when it answers a question about a hand
    asked: int = 0  # since when it needs a look: it asks, or what was typed was refused

    @property
    def idle(self) -> bool:
        return not self.toggles and not self.cards and self.question is None and self.menu is None


Pressed: TypeAlias = tuple[Entry, c.Command | None]


def press(entry: Entry, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry after a key, and the command that it gives, if any."""
    if key.action is Action.COMMIT and entry.idle and entry.message and key.pressed < entry.touched:
        return entry, None  # pressed again for want of an answer, and here it is
    said = bool(entry.message or entry.info)
    entry = replace(entry, message="", touched=mono, asked=0 if entry.idle else entry.asked)
    if entry.menu is not None:
        return _press_menu(entry, entry.menu, key, state, rules, mono)
    action = key.action
    is_card = rules.cards and key.cap.isdigit()
    if action is Action.INFO and not is_card:
        return replace(entry, info=not entry.info), None
    entry = replace(entry, info=False)
    if is_card and entry.question in (None, Question.NO_CARD, Question.BREAK):
        return _card(entry, int(key.cap), state.game, rules, mono), None
    if action is Action.CLEAR:
        # With nothing to clear it informs: not every game leaves a key to that.
        return (replace(entry, info=not said) if entry.idle else told(Entry(), "cleared", mono)), None
    if entry.question is not None:
        return _answer(entry, action, state, rules, mono)
    if key.toggle and not (rules.cards and key.toggle != FREE):
        return _toggled(entry, key, state, rules, mono)
    if action is None:
        return refused(entry, f"key {key.cap} does nothing at this table", mono), None
    if action is Action.COMMIT:
        return _commit(entry, key.pressed, state, rules, mono)
    if action is Action.TIMER:
        # Pressed once more before the timer was seen to run, it is no wish to close the bets.
        closes = state.timer.phase is Phase.OPEN and key.pressed >= state.timer.started
        return entry, c.CloseBets(c.DEALER) if closes else c.StartTimer()
    if action is Action.MENU and len(entry.cards) >= 4 and laid(entry, state.game, rules).next:
        return _asks(entry, Question.NO_CARD, mono), None
    if not entry.idle:
        return refused(entry, "commit or clear this entry first", mono), None
    if action is Action.MENU:
        return replace(entry, menu=opened(state)), None
    question = Question.TAKE_BACK if action is Action.TAKE_BACK else Question.NEW_SHOE
    return _ask(entry, question, state, mono)


def waits(entry: Entry, pressed: int) -> bool:
    """Whether a key is older than what the strip asks or refuses: it comes after whatever is done about that."""
    return pressed < entry.asked and not entry.idle


def settled(entry: Entry, outcome: c.Refusal | None, command: c.Command, mono: int) -> Entry:
    """The entry after its command was decided. What was not taken comes back to be mended or tried again."""
    if outcome is None:
        return entry
    if isinstance(command, c.RecordHand) and entry.idle:
        hand = command.hand
        if hand.player:
            entry = replace(entry, cards=_typed(hand), toggles=hand.said & {FREE})
        else:
            entry = replace(entry, toggles=hand.said)
    return refused(entry, outcome.reason, mono)


def answered(entry: Entry, event: e.Event, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """The entry after an event, `state` being the one after it: the strip says what was recorded."""
    said = _said(event, state)
    if entry.menu is not None and said:
        entry = replace(entry, menu=after(entry.menu, event))
    if isinstance(event, e.PinWrong) or (isinstance(event, e.ExportEnded) and event.fault):
        return refused(entry, said, mono)
    hands = state.shoe.stats.hands if state.shoe else 0
    if isinstance(event, e.HandRecorded) and hands > rules.many_hands:
        said += f". This shoe has {hands} hands: was a new shoe forgotten?"
    return told(entry, said, mono) if said else entry


def plugged(entry: Entry, sticks: Sticks | None, mono: int) -> Entry:
    """The entry after news of the sticks. A menu that shows how an export goes on stays open."""
    if entry.menu is None or (menu := menu_plugged(entry.menu, sticks)) == entry.menu:
        return entry
    changed = replace(entry, menu=menu, touched=mono if sticks and sticks.job else entry.touched)
    return (
        told(changed, "the sticks have changed: choose again", mono) if menu.answers != entry.menu.answers else changed
    )


def tick(entry: Entry, rules: EntryRules, mono: int) -> Entry:
    """The entry as time passes: messages fade, an unfinished entry clears itself and says so."""
    due = deadline(entry, rules)
    if due is None or mono < due:
        return entry
    if entry.idle:
        return replace(entry, message="", info=False)
    if entry.menu is not None:
        return told(Entry(), "menu left open: closed", mono)
    left = "question left open" if entry.question else "entry not committed"
    return told(Entry(), f"{left}: cleared", mono)


def deadline(entry: Entry, rules: EntryRules) -> int | None:
    """When `tick` next has something to do, in monotonic nanoseconds."""
    if entry.idle and not entry.message and not entry.info:
        return None
    seconds = rules.told if entry.idle and not entry.info else rules.timeout
    if entry.menu is not None:
        seconds = rules.menu_timeout
    return entry.touched + round(seconds * NANO)


def asking(entry: Entry, state: TableState, rules: EntryRules | None = None) -> str:
    """The open question in words; in card entry, whose card is next."""
    match entry.question:
        case Question.TAKE_BACK if isinstance(hand := taken_back(state), Hand):
            return f"take back hand {hand.number}: {state.game.describe(hand)}?"
        case Question.NEW_SHOE if state.shoe is not None:
            return f"end shoe {state.shoe.number} after {_hands(state.shoe.stats.hands)} and start a new one?"
        case Question.NEW_SHOE_SURE if state.shoe is not None:
            return f"shoe {state.shoe.number} has only {_hands(state.shoe.stats.hands)}: really end it?"
        case Question.NEW_SHOE | Question.NEW_SHOE_SURE:
            return "start a new shoe?"
        case Question.ANOTHER_HAND:
            return "the same result again: another hand?"
        case Question.SAME_SHOE if state.shoe is not None:
            return f"no hand for a long time: is this still shoe {state.shoe.number}? If not, clear and start a new one"
        case Question.NO_CARD if rules is not None:
            return f"by the tableau the {laid(entry, state.game, rules).next} draws: was there really no third card?"
        case Question.BREAK if rules is not None:
            return f"{'; '.join(laid(entry, state.game, rules).breaks)}. Call a supervisor to record it so?"
        case None if rules is not None and entry.cards:
            now = laid(entry, state.game, rules)
            if now.next:
                return f"{now.next}'s card?"
            return f"{state.game.describe(now.hand(state.game, free=False))}: Enter"
        case _:
            return ""


def complaints(entry: Entry, state: TableState) -> list[str]:
    """Why what has been typed so far can be no hand."""
    return state.game.problems(entry.toggles)


def laid(entry: Entry, game: Game, rules: EntryRules) -> Laid:
    return lay(entry.cards, game.tableau, rules.natural_ends)


def told(entry: Entry, message: str, mono: int) -> Entry:
    return replace(entry, message=message, tone=Tone.TOLD, touched=mono)


def refused(entry: Entry, message: str, mono: int) -> Entry:
    asked = entry.asked if entry.menu else entry.asked or mono
    return replace(entry, message=message, tone=Tone.REFUSED, touched=mono, asked=asked)


def _ask(entry: Entry, question: Question, state: TableState, mono: int) -> Pressed:
    """Asks, unless the answer could only be a refusal: then it says so at once."""
    decision = decide(state, c.TakeBack() if question is Question.TAKE_BACK else c.NewShoe())
    if isinstance(decision, c.Refusal):
        return refused(entry, decision.reason, mono), None
    return _asks(entry, question, mono), None


def _asks(entry: Entry, question: Question, mono: int, given: c.RecordHand | None = None) -> Entry:
    return replace(entry, question=question, given=given, asked=mono)


def _answer(entry: Entry, action: Action | None, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    yes, said = Action.COMMIT, "Enter for yes, clear for no"
    if entry.question is Question.BREAK:
        yes, said = Action.MENU, "menu for yes, clear for no"
    if action is not yes:
        return refused(entry, said, mono), None
    match entry.question:
        case Question.ANOTHER_HAND | Question.SAME_SHOE:
            return Entry(touched=mono), entry.given
        case Question.NO_CARD:
            return replace(entry, question=None, cards=(*entry.cards, None)), None
        case Question.BREAK:
            hand = laid(entry, state.game, rules).hand(state.game, FREE in entry.toggles)
            return Entry(menu=opened(state, hand), touched=mono, asked=mono), None
        case Question.TAKE_BACK:
            return Entry(touched=mono), c.TakeBack()
        case Question.NEW_SHOE if state.shoe is not None and state.shoe.stats.hands < rules.few_hands:
            return _asks(entry, Question.NEW_SHOE_SURE, mono), None
        case _:
            return Entry(touched=mono), c.NewShoe()


def _toggled(entry: Entry, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry with a toggle put in or taken out. Where the winner key commits, a toggle that decides does."""
    entry = replace(entry, toggles=entry.toggles ^ {key.toggle})
    decides = key.toggle in entry.toggles and state.game.implied({key.toggle}) in state.game.sets
    commits = not rules.confirm and decides
    return _commit(entry, key.pressed, state, rules, mono) if commits else (entry, None)


def _card(entry: Entry, card: int, game: Game, rules: EntryRules, mono: int) -> Entry:
    if entry.question is Question.BREAK:
        return Entry(cards=(card,), touched=mono)
    if laid(entry, game, rules).full:
        return refused(entry, "no further card fits on the table: Enter, or clear", mono)
    return replace(entry, cards=(*entry.cards, card), question=None)


def _commit(entry: Entry, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    if not entry.toggles and not entry.cards:
        return refused(entry, "nothing typed yet", mono), None
    if rules.cards:
        now = laid(entry, state.game, rules)
        if now.next:
            return refused(entry, f"the {now.next}'s card comes next", mono), None
        if now.breaks:
            return _asks(entry, Question.BREAK, mono), None
        hand = now.hand(state.game, FREE in entry.toggles)
        return _give(entry, hand, pressed, state, rules, mono)
    declared = state.game.hand_of(entry.toggles)
    if not isinstance(declared, Hand):
        return refused(entry, "; ".join(declared), mono), None
    return _give(entry, declared, pressed, state, rules, mono)


def _give(entry: Entry, hand: Hand, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """Gives the hand, or asks first where a slip is likely. The question keeps the hand that it asks about."""
    command = c.RecordHand(hand)
    last, when = state.shoe.last if state.shoe else None, state.last_hand
    if when is not None:
        same = last is not None and _shown(last) == _shown(hand)
        # A key that waited for a slow disk was pressed before that hand was answered, and this is less than nothing.
        if same and rules.repeat and pressed - when.mono < rules.repeat * NANO:
            return _asks(entry, Question.ANOTHER_HAND, mono, command), None
        if pressed - when.mono > rules.idle_minutes * 60 * NANO:
            return _asks(entry, Question.SAME_SHOE, mono, command), None
    return Entry(touched=mono), command


def _shown(hand: Hand) -> tuple[frozenset[str], str, str]:
    """What tells one hand from another for whoever types it."""
    return hand.said, hand.player, hand.banker


def _typed(hand: Hand) -> tuple[int | None, ...]:
    """The cards of a hand in the order in which they are typed."""
    sides = zip(hand.player.ljust(3, "-"), hand.banker.ljust(3, "-"), strict=True)
    return tuple(int(card) for pair in sides for card in pair if card != "-")


def _press_menu(entry: Entry, menu: Menu, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    wait = state.staff.wait - (mono - state.pins_from) / NANO
    turned, made = press_menu(menu, key, state, rules.scramble, wait)
    if turned is None:
        return told(Entry(), "menu closed", mono), None
    entry = replace(entry, menu=turned)
    return (refused(entry, made.reason, mono), None) if isinstance(made, c.Refusal) else (entry, made)


def _said(event: e.Event, state: TableState) -> str:
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
