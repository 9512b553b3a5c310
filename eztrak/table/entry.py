"""The dealer's entry: from keys to commands, with every key answered on the strip.

A hand is typed, then Enter. Marks come before the winner, and the last key that decides counts: so no slip beside a
mark changes who won. Nothing typed is thrown away: an impossible combination stays to be mended, and what is left
without Enter stays on the strip as not entered. A question is answered by the menu key and then Enter, which no hand's
keys are; any other key says no, to what was typed too if that was asked about, and is then taken as itself. Enter alone
says neither.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.game import NO_RESULT, Game
from eztrak.game.hand import FREE, Hand
from eztrak.game.result import PERFECT
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.action import Action, Key
from eztrak.table.cards import read_cards
from eztrak.table.digits import Fact, Reading, Step, Way
from eztrak.table.menu import after, opened, press_menu
from eztrak.table.menu import plugged as menu_plugged
from eztrak.table.pages import Menu
from eztrak.table.round import NANO, Phase
from eztrak.table.state import NOT_ENTERED, TableState, decide, next_hand, taken_back
from eztrak.table.sticks import Sticks
from eztrak.table.supply import lacking
from eztrak.table.totals import read_totals


class Question(StrEnum):
    """What the strip is asking. Those about a hand stand in the record with it once they were confirmed."""

    AGAIN = "again"  # a result is in already, in this round or so lately that no other can have been dealt
    EARLY = "early"  # the bets are still open
    LEFT = NOT_ENTERED  # hands were typed before this one and not entered
    SAME_SHOE = "same shoe"  # after a long time without a hand
    CHANGE = "change"
    TAKE_BACK = "take back"
    NEW_SHOE = "new shoe"
    MISSED = "missed"  # the next round is to start, and this one has no result
    NO_CARD = "no card"
    BREAK = "break"
    MENU = "menu"  # its key once more opens it


# Whether what is typed is a hand: who says no to it starts anew.
_OF_TYPED = (Question.AGAIN, Question.EARLY, Question.SAME_SHOE, Question.CHANGE)
_KEEPING = (Action.CLEAR, Action.ERASE, Action.TAKE_BACK)  # … unless with these: then it is mended, or mends the last
YES_SECONDS = 3.0  # from the menu key to the Enter that makes it a yes: later it is the Enter of something else


class Tone(StrEnum):
    TOLD = "told"
    REFUSED = "refused"


def _no_secret(number: int, pin: str) -> str:
    return f"{number} {pin}"


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How entry behaves at this table; from the config, the profile, the keymap and the unit's secret."""

    way: Way = Way.RESULTS
    confirm: bool = True  # Enter commits; otherwise the winner key does
    timeout: float = 10.0  # seconds until what was typed counts as not entered, and a question as not answered
    hand_seconds: float = 12.0  # no hand is dealt faster: a result sooner after the last one asks
    many_hands: int = 90  # past this many hands a new shoe may have been forgotten …
    idle_minutes: float = 30.0  # … as after this long without a hand
    menu_timeout: float = 60.0
    info_timeout: float = 20.0
    due_seconds: float = 60.0  # a result that has not come so long after the bets were closed is said large; 0 never
    timer_after: float = 0.0  # seconds after a hand the timer starts by itself; 0 never
    natural_ends: bool | None = True
    winners: Mapping[int, str] = field(default_factory=lambda: {1: "player", 2: "tie", 3: "banker"})  # by totals
    scramble: Callable[[int, str], str] = _no_secret  # what a PIN is checked by


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed of a hand, in its order: marks, then who won; or digits."""

    marks: tuple[str, ...] = ()  # and whether it was a free hand
    winner: tuple[str, ...] = ()  # the winner, or a mark that says it; the winner and a mark of it
    digits: tuple[int | None, ...] = ()  # None: no card, where one was due

    def __bool__(self) -> bool:
        return bool(self.ids or self.digits)

    @property
    def ids(self) -> tuple[str, ...]:
        return self.marks + self.winner

    def read(self, game: Game, rules: EntryRules) -> Reading:
        """What it tells."""
        if rules.way is Way.RESULTS:
            declared = game.hand_of(set(self.ids))
            if isinstance(declared, Hand):
                return Reading(hand=declared) if self.winner else Reading(wrong=NO_RESULT)
            return Reading(wrong="; ".join(declared))
        read = (
            read_totals([digit or 0 for digit in self.digits], game, rules.winners)
            if rules.way is Way.TOTALS
            else read_cards(self.digits, game, rules.natural_ends)
        )
        return replace(read, hand=replace(read.hand, free=FREE in self.marks)) if read.hand else read


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been typed, what the strip asks and what it says."""

    typed: Typed = field(default_factory=Typed)
    question: Question | None = None
    half: bool = False  # the menu key was pressed: Enter says yes, where something is asked, and enters nothing
    left: tuple[Typed, ...] = ()  # what was typed before, and not entered
    message: str = ""
    tone: Tone = Tone.TOLD
    touched: int = 0  # monotonic nanoseconds of the last key or message
    info: bool = False  # the info page is up
    menu: Menu | None = None
    asked: int = 0  # since when it needs a look: it asks, or what was typed was refused
    given: tuple[Typed, ...] = ()  # what the last command was made of, until it is on record

    @property
    def idle(self) -> bool:
        return not self.typed and self.question is None and self.menu is None

    @property
    def toggles(self) -> frozenset[str]:
        return frozenset(self.typed.ids)


Pressed: TypeAlias = tuple[Entry, c.Command | None]


def press(entry: Entry, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry after a key, and the command that it gives, if any."""
    said = bool(entry.message or entry.info)
    if mono - entry.touched > YES_SECONDS * NANO:
        menu = replace(entry.menu, half=False) if entry.menu else None
        entry = replace(entry, half=False, menu=menu)
    entry = replace(entry, message="", touched=mono, asked=0 if entry.idle else entry.asked, given=())
    if entry.menu is not None:
        return _press_menu(entry, entry.menu, key, state, rules, mono)
    if entry.question is not None:
        if key.action is Action.MENU and entry.question is not Question.MENU:
            return replace(entry, half=True), None
        if entry.half and key.action is Action.COMMIT:
            return _yes(entry, entry.question, state, rules, mono)
        if key.action is Action.COMMIT and entry.question is not Question.MENU:
            return told(entry, asking(entry, state, rules), mono), None
        asked, entry = entry.question, replace(entry, question=None, half=False)
        if asked is Question.MENU and key.action is Action.MENU:
            return _yes(entry, asked, state, rules, mono)
        if asked is Question.LEFT and key.action is Action.CLEAR:
            return _dropped(entry, state, rules, mono), None
        if asked in _OF_TYPED and key.action not in _KEEPING:
            gone = f"not entered: {_words(entry.typed, state.game, rules)}"
            entry = told(replace(entry, typed=Typed()), gone, mono)
    elif entry.half:
        entry = replace(entry, half=False)
        if key.action is Action.COMMIT:
            return refused(entry, "nothing was asked: Enter once more enters what is typed", mono), None
    is_digit = rules.way is not Way.RESULTS and key.cap.isdigit()
    if key.action is Action.INFO and not is_digit:
        return replace(entry, info=not entry.info), None
    entry = replace(entry, info=False)
    if is_digit:
        return replace(entry, typed=replace(entry.typed, digits=(*entry.typed.digits, int(key.cap)))), None
    if key.toggle:
        return _toggled(entry, key, state, rules, mono)
    match key.action:
        case None | Action.INFO:
            return refused(entry, f"key {key.cap} does nothing at this table", mono), None
        case Action.CLEAR:
            return _cleared(entry, said, state, rules, mono), None
        case Action.ERASE:
            return _erased(entry, mono), None
        case Action.COMMIT:
            return _commit(entry, key.pressed, state, rules, mono)
        case Action.TIMER:
            return _timer(entry, key.pressed, state, rules, mono)
        case Action.TAKE_BACK:
            return _take_back(entry, state, rules, mono), None
        case Action.NEW_SHOE | Action.MENU:
            if key.action is Action.MENU and _card_due(entry, state, rules):
                return _asks(entry, Question.NO_CARD, mono), None
            if entry.typed or entry.left:
                # Whoever says yes thinks that something else was typed: the Enter of it enters nothing.
                entry = replace(entry, half=key.action is Action.MENU)
                return refused(entry, "enter or clear what is typed first", mono), None
            if key.action is Action.MENU:
                return _asks(entry, Question.MENU, mono), None
            return _unless_refused(entry, Question.NEW_SHOE, c.NewShoe(), state, mono), None
        case _:
            assert_never(key.action)


def waits(entry: Entry, pressed: int) -> bool:
    """Whether a key is older than what the strip asks or refuses: it comes after whatever is done about that."""
    return pressed < entry.asked and not entry.idle


def not_taken(entry: Entry, refusal: c.Refusal, mono: int) -> Entry:
    """The entry after its command was refused or could not be stored: what was typed comes back to be mended or tried
    again."""
    if entry.given and not entry.typed:
        *left, typed = entry.given
        entry = replace(entry, typed=typed, left=(*left, *entry.left), given=())
    return refused(entry, refusal.reason, mono)


def answered(entry: Entry, event: e.Event, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """The entry after an event, `state` being the one after it: the strip says what was recorded."""
    said = _said(event, state)
    entry = replace(entry, given=())
    if entry.menu is not None and said:
        entry = replace(entry, menu=after(entry.menu, event))
    if isinstance(event, e.PinWrong) or (isinstance(event, e.ExportEnded) and event.fault):
        return refused(entry, said, mono)
    hands = state.shoe.stats.hands if state.shoe else 0
    if isinstance(event, e.HandRecorded) and hands > rules.many_hands:
        said += f". This shoe has {hands} hands: was a new shoe forgotten?"
    return told(entry, said, mono) if said else entry


def resumed(state: TableState, mono: int) -> Entry:
    """The entry of a unit that came up: whoever stands before it knows which hand was the last."""
    return told(Entry(), _is_in(state), mono)


def plugged(entry: Entry, sticks: Sticks | None, mono: int) -> Entry:
    """The entry after news of the sticks. A menu that shows how an export goes on stays open."""
    if entry.menu is None or (menu := menu_plugged(entry.menu, sticks)) == entry.menu:
        return entry
    changed = replace(entry, menu=menu, touched=mono if sticks and sticks.job else entry.touched)
    return (
        told(changed, "the sticks have changed: choose again", mono) if menu.answers != entry.menu.answers else changed
    )


def tick(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """The entry as time passes: what was typed and left without Enter stays on the strip as not entered."""
    due = deadline(entry, state, rules)
    if due is None or mono < due:
        return entry
    if entry.menu is not None:
        return told(replace(entry, menu=None), "menu left open: closed", mono)
    if entry.info:
        return replace(entry, info=False)
    if not entry.typed:
        return told(replace(entry, question=None, half=False), "no answer: nothing was done", mono)
    return replace(entry, typed=Typed(), question=None, half=False, left=(*entry.left, entry.typed), touched=mono)


def deadline(entry: Entry, state: TableState, rules: EntryRules) -> int | None:
    """When `tick` next has something to do, in monotonic nanoseconds."""
    if entry.menu is not None:
        seconds = rules.menu_timeout
    elif entry.info:
        seconds = rules.info_timeout
    elif entry.question is not None or entry.typed:
        # Cards and totals wait for the deal as long as it takes.
        if entry.question is None and rules.way is not Way.RESULTS and entry.typed.read(state.game, rules).next:
            return None
        seconds = rules.timeout
    else:
        return None
    return entry.touched + round(seconds * NANO)


def asking(entry: Entry, state: TableState, rules: EntryRules) -> str:
    """The open question in words; what the next digit stands for; what was typed and not entered."""
    read = entry.typed.read(state.game, rules)
    match entry.question:
        case Question.AGAIN if read.hand:
            return f"{_is_in(state)}. Is {state.game.describe(read.hand)} another hand?"
        case Question.EARLY if read.hand:
            return f"bets are open: is hand {next_hand(state)} really {state.game.describe(read.hand)}?"
        case Question.LEFT if read.hand:
            return f"{_left(entry, state, rules)} was typed before and not entered: enter it too?"
        case Question.LEFT:
            return f"not entered: {_left(entry, state, rules)}. Enter it now?"
        case Question.SAME_SHOE if state.shoe is not None:
            return f"no hand for a long time: is this still shoe {state.shoe.number}?"
        case Question.CHANGE if read.hand and isinstance(hand := taken_back(state), Hand):
            return f"hand {hand.number} is {state.game.describe(hand)}: change it to {state.game.describe(read.hand)}?"
        case Question.TAKE_BACK if isinstance(hand := taken_back(state), Hand):
            return f"take back hand {hand.number}: {state.game.describe(hand)}?"
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
            return f"{state.game.describe(read.hand)}: Enter" if read.hand else _step(read.next)
        case None if entry.left and not entry.typed:
            return f"not entered: {_left(entry, state, rules)}. Enter enters it, clear drops it"
        case _:
            return ""


def not_entered(entry: Entry, state: TableState, rules: EntryRules) -> str:
    """What was typed before and left without Enter, in words; it stays to be seen while something else is typed."""
    return f"not entered: {_left(entry, state, rules)}" if entry.left else ""


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


def told(entry: Entry, message: str, mono: int) -> Entry:
    return replace(entry, message=message, tone=Tone.TOLD, touched=mono)


def refused(entry: Entry, message: str, mono: int) -> Entry:
    asked = entry.asked if entry.menu else entry.asked or mono
    return replace(entry, message=message, tone=Tone.REFUSED, touched=mono, asked=asked)


def _asks(entry: Entry, question: Question, mono: int) -> Entry:
    return replace(entry, question=question, half=False, asked=mono)


def _unless_refused(entry: Entry, question: Question, command: c.Command, state: TableState, mono: int) -> Entry:
    """Asks, unless the answer could only be a refusal: then it says so at once."""
    decision = decide(state, command)
    return refused(entry, decision.reason, mono) if isinstance(decision, c.Refusal) else _asks(entry, question, mono)


def _yes(entry: Entry, question: Question, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """What was asked is so."""
    if question is Question.LEFT and not entry.typed:
        entry = replace(entry, typed=entry.left[-1], left=entry.left[:-1])
    read, done = entry.typed.read(state.game, rules), Entry(left=entry.left, touched=mono)
    match question:
        case Question.AGAIN | Question.EARLY | Question.LEFT | Question.SAME_SHOE if read.hand:
            given = (*entry.left, entry.typed)
            return Entry(touched=mono, given=given), _record(entry, read.hand, question, state, rules)
        case Question.CHANGE if read.hand:
            return replace(done, given=(entry.typed,)), c.ChangeLast(read.hand)
        case Question.AGAIN | Question.EARLY | Question.LEFT | Question.SAME_SHOE | Question.CHANGE:
            return refused(replace(done, typed=entry.typed), _open(read), mono), None  # what may be dealt has changed
        case Question.TAKE_BACK:
            return done, c.TakeBack()
        case Question.NEW_SHOE:
            return done, c.NewShoe()
        case Question.MISSED:
            return done, c.StartTimer(missed=True)
        case Question.NO_CARD:
            digits = (*entry.typed.digits, None)
            return replace(done, typed=replace(entry.typed, digits=digits)), None
        case Question.BREAK | Question.MENU:
            return replace(done, menu=opened(state, read.hand), asked=mono if read.hand else 0), None
        case _:
            assert_never(question)


def _toggled(entry: Entry, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry with a mark more, or with who won: the last word on that counts. It commits where Enter need not."""
    typed, game = entry.typed, state.game
    if key.decides:
        fits = tuple(id for id in typed.winner if id != key.toggle and game.implied({id, key.toggle}))
        entry = replace(entry, typed=replace(typed, winner=(*fits, key.toggle)))
        return (entry, None) if rules.confirm else _commit(entry, key.pressed, state, rules, mono)
    if key.toggle in typed.marks:
        return entry, None
    if typed.winner:
        last = game.says(typed.winner[-1])
        return refused(entry, f"{_name(key.toggle, game)} comes before {last}: clear, and type it first", mono), None
    return replace(entry, typed=replace(typed, marks=(*typed.marks, key.toggle))), None


def _cleared(entry: Entry, said: bool, state: TableState, rules: EntryRules, mono: int) -> Entry:
    if entry.typed:
        return told(replace(entry, typed=Typed(), asked=0), "cleared", mono)
    if entry.left:
        return _dropped(entry, state, rules, mono)
    return replace(entry, info=not said)  # with nothing to clear it informs: not every game leaves a key to that


def _dropped(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    return told(replace(entry, left=()), f"dropped, not entered: {_left(entry, state, rules)}", mono)


def _erased(entry: Entry, mono: int) -> Entry:
    """Without its last key."""
    typed = entry.typed
    if typed.digits:
        return replace(entry, typed=replace(typed, digits=typed.digits[:-1]))
    if typed.winner:
        return replace(entry, typed=replace(typed, winner=typed.winner[:-1]))
    if typed.marks:
        return replace(entry, typed=replace(typed, marks=typed.marks[:-1]))
    return refused(entry, "nothing typed yet", mono)


def _timer(entry: Entry, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    now = state.round
    if now.phase is Phase.OPEN:
        # Pressed once more before the timer was seen to run, it is no wish to close the bets.
        return entry, c.CloseBets(c.DEALER) if pressed >= (now.since or 0) else c.StartTimer()
    if entry.typed or entry.left:
        what = _left(entry, state, rules) if not entry.typed else _words(entry.typed, state.game, rules)
        return refused(entry, f"{what} is not entered: Enter, or clear", mono), None
    if now.phase is Phase.CLOSED:
        return _unless_refused(entry, Question.MISSED, c.StartTimer(missed=True), state, mono), None
    return entry, c.StartTimer()


def _take_back(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """With a result typed, that is what the last hand really was; with nothing typed, it is taken back."""
    if not entry.typed:
        return _unless_refused(entry, Question.TAKE_BACK, c.TakeBack(), state, mono)
    read = entry.typed.read(state.game, rules)
    if read.hand is None or read.breaks:
        return refused(entry, _open(read), mono)
    return _unless_refused(entry, Question.CHANGE, c.ChangeLast(read.hand), state, mono)


def _commit(entry: Entry, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """Gives the hand, or asks first where a slip is likely."""
    if not entry.typed and entry.left:  # for that Enter was forgotten; or it is the next hand's, with a key left out
        unfinished = next((typed for typed in entry.left if not typed.read(state.game, rules).hand), None)
        if unfinished is None:
            return _asks(entry, Question.LEFT, mono), None
        rest = tuple(typed for typed in entry.left if typed is not unfinished)
        entry = replace(entry, typed=unfinished, left=rest)
    if not entry.typed:
        last = _last(state)
        if last is None or state.round.phase is Phase.CLOSED:
            return refused(entry, f"hand {next_hand(state)}: nothing typed yet", mono), None
        return told(entry, _is_in(state), mono), None
    read = entry.typed.read(state.game, rules)
    if read.next:
        return told(entry, _step(read.next), mono), None  # too early: it waits
    if read.hand is None:
        return refused(entry, _open(read), mono), None
    if read.breaks:
        return _asks(entry, Question.BREAK, mono), None
    if question := _doubt(entry, read.hand, pressed, state, rules):
        return _asks(entry, question, mono), None
    return Entry(touched=mono, given=(entry.typed,)), _record(entry, read.hand, None, state, rules)


def _doubt(entry: Entry, hand: Hand, pressed: int, state: TableState, rules: EntryRules) -> Question | None:
    """Why a hand is likely a slip. Bets that are closed wait for a result: nothing is odd about it. For a free hand
    none are opened."""
    now = state.round
    if not state.terms.open:
        return None  # refused anyway
    if entry.left:
        return Question.LEFT
    if now.phase is Phase.OPEN:
        return Question.EARLY
    if now.phase is Phase.CLOSED or now.since is None:
        return None
    # A key that waited for a slow disk was pressed before that hand was answered, and this is less than nothing.
    soon = rules.hand_seconds and pressed - now.since < rules.hand_seconds * NANO
    if (now.timed and not hand.free) or soon:
        return Question.AGAIN
    return Question.SAME_SHOE if pressed - now.since > rules.idle_minutes * 60 * NANO else None


def _record(entry: Entry, hand: Hand, question: Question | None, state: TableState, rules: EntryRules) -> c.RecordHand:
    before = [typed.read(state.game, rules).hand for typed in entry.left]
    return c.RecordHand(hand, confirmed=question or "", before=tuple(hand for hand in before if hand))


def _card_due(entry: Entry, state: TableState, rules: EntryRules) -> bool:
    """Whether a third card is due, which may not have been dealt."""
    if rules.way is not Way.CARDS or len(entry.typed.digits) < 4:
        return False
    step = entry.typed.read(state.game, rules).next
    return step is not None and step.fact is Fact.CARD


def _press_menu(entry: Entry, menu: Menu, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    wait = state.staff.wait - (mono - state.pins_from) / NANO
    turned, made = press_menu(menu, key, state, rules.scramble, wait)
    if turned is None:
        return told(replace(entry, menu=None), "menu closed", mono), None
    entry = replace(entry, menu=turned)
    return (refused(entry, made.reason, mono), None) if isinstance(made, c.Refusal) else (entry, made)


def _last(state: TableState) -> Hand | None:
    return state.shoe.last if state.shoe else None


def _is_in(state: TableState) -> str:
    hand = _last(state)
    return f"hand {hand.number}: {state.game.describe(hand)} is in" if hand else ""


def _open(read: Reading) -> str:
    """Why it can't be entered yet."""
    return read.wrong or _step(read.next) or "; ".join(read.breaks)


def _step(step: Step | None) -> str:
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


def _left(entry: Entry, state: TableState, rules: EntryRules) -> str:
    return ", ".join(_words(typed, state.game, rules) for typed in entry.left)


def _words(typed: Typed, game: Game, rules: EntryRules) -> str:
    if hand := typed.read(game, rules).hand:
        return game.describe(hand)
    digits = " ".join("–" if digit is None else str(digit) for digit in typed.digits)
    return ", ".join(filter(None, [*(_name(id, game) for id in typed.ids), digits]))


def _name(id: str, game: Game) -> str:
    return "free hand" if id == FREE else game.says(id)


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
