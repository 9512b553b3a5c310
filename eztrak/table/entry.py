"""The dealer's entry: from key actions to commands, with every key answered on the strip.

An entry is a set of toggles in any order. Nothing typed is dropped without a word: an impossible combination is
refused and stays to be mended, an unfinished one clears itself after a time and says so, and whatever would undo or
end something asks first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from eztrak.game.hand import IMPLIED, WINNERS, Hand, Toggle, describe, hand_of, problems
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.state import TableState, decide
from eztrak.table.timer import NANO, Phase


class Action(StrEnum):
    """What a key can mean. The keymap gives each cap one of these."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    NATURAL = "natural"
    DRAGON7 = "dragon7"
    PANDA8 = "panda8"
    FREE = "free"
    COMMIT = "commit"
    CLEAR = "clear"
    TAKE_BACK = "take_back"
    NEW_SHOE = "new_shoe"
    TIMER = "timer"
    INFO = "info"
    MENU = "menu"


TOGGLES: Mapping[Action, Toggle] = {Action(toggle.value): toggle for toggle in Toggle}
_DECIDING = {*WINNERS, *IMPLIED}  # toggles that complete an entry


class Question(StrEnum):
    """What the strip is asking; Enter says yes, clear says no."""

    TAKE_BACK = "take back"
    NEW_SHOE = "new shoe"
    NEW_SHOE_SURE = "new shoe, sure"
    ANOTHER_HAND = "another hand"


class Tone(StrEnum):
    TOLD = "told"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How entry behaves at this table; from the config."""

    confirm: bool = True  # Enter commits; otherwise the winner key does
    timeout: float = 20.0  # seconds until an unfinished entry clears itself
    repeat: float = 4.0  # the same result within this many seconds asks "another hand?"
    few_hands: int = 20  # a new shoe before this many hands asks twice
    told: float = 4.0  # seconds that a message stays on the strip


@dataclass(frozen=True, slots=True)
class Entry:
    """What the dealer has typed, what the strip asks and what it says."""

    toggles: frozenset[Toggle] = frozenset()
    question: Question | None = None
    message: str = ""
    tone: Tone = Tone.TOLD
    touched: int = 0  # monotonic nanoseconds of the last key or message
    info: bool = False  # the info page is up

    @property
    def idle(self) -> bool:
        return not self.toggles and self.question is None


Pressed: TypeAlias = tuple[Entry, c.Command | None]


def press(entry: Entry, action: Action, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry after a key, and the command that it gives, if any."""
    entry = replace(entry, message="", touched=mono)
    if action is Action.INFO:
        return replace(entry, info=not entry.info), None
    entry = replace(entry, info=False)
    if action is Action.CLEAR:
        return (entry if entry.idle else told(Entry(), "cleared", mono)), None
    if entry.question is not None:
        return _answer(entry, action, state, rules, mono)
    if action in TOGGLES:
        entry = replace(entry, toggles=entry.toggles ^ {TOGGLES[action]})
        commits = not rules.confirm and TOGGLES[action] in _DECIDING & entry.toggles
        return _commit(entry, state, rules, mono) if commits else (entry, None)
    if action is Action.COMMIT:
        return _commit(entry, state, rules, mono)
    if action is Action.TIMER:
        return entry, c.CloseBets(c.DEALER) if state.timer.phase is Phase.OPEN else c.StartTimer()
    if action is Action.MENU:
        return refused(entry, "no supervisor PIN is set on this unit, so its menu stays shut", mono), None
    if not entry.idle:
        return refused(entry, "commit or clear this entry first", mono), None
    question = Question.TAKE_BACK if action is Action.TAKE_BACK else Question.NEW_SHOE
    return _ask(entry, question, state, mono)


def settled(entry: Entry, outcome: c.Refusal | None, command: c.Command, mono: int) -> Entry:
    """The entry after its command was decided. A hand that was not taken comes back to be mended or tried again."""
    if outcome is None:
        return entry
    if isinstance(command, c.RecordHand) and entry.idle:
        entry = replace(entry, toggles=command.hand.toggles)
    return refused(entry, outcome.reason, mono)


def answered(entry: Entry, event: e.Event, mono: int) -> Entry:
    """The entry after an event that the dealer waits for: the strip says what was recorded."""
    match event:
        case e.HandRecorded(hand=hand):
            return told(entry, f"hand {hand.number}: {describe(hand)}", mono)
        case e.HandVoided(hand=hand):
            return told(entry, f"hand {hand.number} is void: {describe(hand)}", mono)
        case e.ShoeStarted(shoe=number):
            return told(entry, f"shoe {number} has begun", mono)
        case _:
            return entry


def tick(entry: Entry, rules: EntryRules, mono: int) -> Entry:
    """The entry as time passes: messages fade, an unfinished entry clears itself and says so."""
    due = deadline(entry, rules)
    if due is None or mono < due:
        return entry
    if entry.idle:
        return replace(entry, message="", info=False)
    left = "question left open" if entry.question else "entry not committed"
    return told(Entry(), f"{left}: cleared", mono)


def deadline(entry: Entry, rules: EntryRules) -> int | None:
    """When `tick` next has something to do, in monotonic nanoseconds."""
    if entry.idle and not entry.message and not entry.info:
        return None
    seconds = rules.told if entry.idle and not entry.info else rules.timeout
    return entry.touched + round(seconds * NANO)


def asking(entry: Entry, state: TableState) -> str:
    """The open question in words."""
    match entry.question:
        case Question.TAKE_BACK if state.shoe is not None and state.shoe.last is not None:
            return f"take back hand {state.shoe.last.number}: {describe(state.shoe.last)}?"
        case Question.NEW_SHOE if state.shoe is not None:
            return f"end shoe {state.shoe.number} after {_hands(state.shoe.stats.hands)} and start a new one?"
        case Question.NEW_SHOE_SURE if state.shoe is not None:
            return f"shoe {state.shoe.number} has only {_hands(state.shoe.stats.hands)}: really end it?"
        case Question.NEW_SHOE | Question.NEW_SHOE_SURE:
            return "start a new shoe?"
        case Question.ANOTHER_HAND:
            return "the same result again: another hand?"
        case _:
            return ""


def complaints(entry: Entry, state: TableState) -> list[str]:
    """Why what has been typed so far can be no hand."""
    return problems(entry.toggles, state.terms.panda8)


def told(entry: Entry, message: str, mono: int) -> Entry:
    return replace(entry, message=message, tone=Tone.TOLD, touched=mono)


def refused(entry: Entry, message: str, mono: int) -> Entry:
    return replace(entry, message=message, tone=Tone.REFUSED, touched=mono)


def _ask(entry: Entry, question: Question, state: TableState, mono: int) -> Pressed:
    """Asks, unless the answer could only be a refusal: then it says so at once."""
    decision = decide(state, c.TakeBack() if question is Question.TAKE_BACK else c.NewShoe())
    if isinstance(decision, c.Refusal):
        return refused(entry, decision.reason, mono), None
    return replace(entry, question=question), None


def _answer(entry: Entry, action: Action, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    if action is not Action.COMMIT:
        return refused(entry, "Enter for yes, clear for no", mono), None
    match entry.question:
        case Question.ANOTHER_HAND:
            hand = hand_of(entry.toggles, state.terms.panda8)
            return Entry(touched=mono), c.RecordHand(hand) if isinstance(hand, Hand) else None
        case Question.TAKE_BACK:
            return Entry(touched=mono), c.TakeBack()
        case Question.NEW_SHOE if state.shoe is not None and state.shoe.stats.hands < rules.few_hands:
            return replace(entry, question=Question.NEW_SHOE_SURE), None
        case _:
            return Entry(touched=mono), c.NewShoe()


def _commit(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    if not entry.toggles:
        return refused(entry, "nothing typed yet", mono), None
    hand = hand_of(entry.toggles, state.terms.panda8)
    if not isinstance(hand, Hand):
        return refused(entry, "; ".join(hand), mono), None
    last, when = state.shoe.last if state.shoe else None, state.last_hand
    same = last is not None and when is not None and last.toggles == hand.toggles
    if same and when is not None and mono - when.mono < rules.repeat * NANO:
        return replace(entry, question=Question.ANOTHER_HAND), None
    return Entry(touched=mono), c.RecordHand(hand)


def _hands(count: int) -> str:
    return f"{count} hand{'s' * (count != 1)}"
