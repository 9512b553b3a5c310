"""The dealer's entry: from keys to commands, with every key answered on the strip.

A hand is typed, then Enter. Marks come before the winner, and the last key that decides counts: so no slip beside a
mark changes who won. Nothing typed is thrown away: an impossible combination stays to be mended, and what is left
without Enter stays on the strip as not entered. A question is answered by the menu key and then Enter, which no hand's
keys are; any other key says no, to what was typed too if that was asked about, and is then taken as itself. Enter alone
says neither.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.action import Action, Key
from eztrak.table.decisions import decide, next_hand
from eztrak.table.digits import Fact, Way
from eztrak.table.menu import after, opened, press_menu
from eztrak.table.menu import plugged as menu_plugged
from eztrak.table.pages import Menu
from eztrak.table.round import NANO, Phase
from eztrak.table.state import TableState
from eztrak.table.sticks import Sticks
from eztrak.table.strip import asking, digit_words, is_in, last_of, left_words, name_of, said_of, unfinished, words_of
from eztrak.table.typed import Entry, EntryRules, Question, Tone, Typed
from eztrak.voice.said import Said

# Whether what is typed is a hand: who says no to it starts anew.
_OF_TYPED = (Question.AGAIN, Question.EARLY, Question.SAME_SHOE, Question.CHANGE)
_KEEPING = (Action.CLEAR, Action.ERASE, Action.TAKE_BACK)  # … unless with these: then it is mended, or mends the last
YES_SECONDS = 3.0  # from the menu key to the Enter that makes it a yes: later it is the Enter of something else


Pressed: TypeAlias = tuple[Entry, c.Command | None]


def press(entry: Entry, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """The entry after a key, and the command that it gives, if any."""
    said = bool(entry.message or entry.info)
    if mono - entry.touched > YES_SECONDS * NANO:
        menu = replace(entry.menu, half=False) if entry.menu else None
        entry = replace(entry, half=False, menu=menu)
    entry = replace(entry, message=Said(), touched=mono, asked=0 if entry.idle else entry.asked, sent=())
    if wrong := state.terms.pack.refuses(key.source, rules.way is Way.CARDS and key.cap.isdigit()):
        return refused(entry, wrong, mono), None
    if entry.menu is not None:
        return _press_menu(entry, entry.menu, key, state, rules, mono)
    asked = entry.question
    if asked is not None:
        taken = _answer(entry, asked, key, state, rules, mono)
        if not isinstance(taken, Entry):
            return taken
        entry = taken
    elif entry.half:
        entry = replace(entry, half=False)
        if key.action is Action.COMMIT:
            return refused(entry, Said("nothing was asked: press Enter again to enter what is typed"), mono), None
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
            return refused(entry, Said("key {cap} does nothing at this table", cap=key.cap), mono), None
        case Action.CLEAR:
            return _cleared(entry, said, state, rules, mono), None
        case Action.ERASE:
            return _erased(entry, mono), None
        case Action.COMMIT:
            return _commit(entry, key.pressed, state, rules, mono)
        case Action.TIMER:
            return _timer(entry, key.pressed, state, rules, mono)
        case Action.POSITION:
            return entry, c.AnswerOffer()
        case Action.TAKE_BACK:
            entry = _take_back(entry, state, rules, mono)
            # What was asked about and cannot be a change either is as good as denied.
            denied = asked in _OF_TYPED and entry.question is None
            return (replace(entry, typed=Typed()) if denied else entry), None
        case Action.NEW_SHOE | Action.MENU:
            if key.action is Action.MENU and _card_due(entry, state, rules):
                return _asks(entry, Question.NO_CARD, mono), None
            if entry.typed or entry.left:
                # Whoever says yes thinks that something else was typed: the Enter of it enters nothing.
                entry = replace(entry, half=key.action is Action.MENU)
                return refused(entry, Said("press Enter or CLEAR first: something is typed"), mono), None
            if key.action is Action.MENU:
                return _asks(entry, Question.MENU, mono), None
            return _unless_refused(entry, Question.NEW_SHOE, c.NewShoe(), state, mono), None
        case _:
            assert_never(key.action)


def _answer(
    entry: Entry, asked: Question, key: Key, state: TableState, rules: EntryRules, mono: int
) -> Pressed | Entry:
    """What a key says to a question. Where it is a no, the entry without it: the key is then taken as itself."""
    if key.action is Action.MENU:
        return _yes(entry, asked, state, rules, mono) if asked is Question.MENU else (replace(entry, half=True), None)
    if key.action is Action.COMMIT and asked is not Question.MENU:
        if entry.half:
            return _yes(entry, asked, state, rules, mono)
        return saying(entry, asking(entry, state, rules), mono), None
    entry = replace(entry, question=None, half=False)
    if asked is Question.LEFT and key.action is Action.CLEAR:
        return _dropped(entry, state, rules, mono), None
    if asked in _OF_TYPED and asked is not Question.CHANGE and key.action is Action.NEW_SHOE:
        return replace(entry, typed=Typed(), left=(*entry.left, entry.typed))  # the last of the shoe is not thrown away
    if asked in _OF_TYPED and key.action not in _KEEPING:
        gone = Said("not entered: {left}", left=words_of(entry.typed, state.game, rules))
        return saying(replace(entry, typed=Typed()), gone, mono)
    return entry


def waits(entry: Entry, pressed: int) -> bool:
    """Whether a key is older than what the strip asks or refuses: it comes after whatever is done about that."""
    return pressed < entry.asked and not entry.idle


def not_taken(entry: Entry, refusal: c.Refusal, command: c.Command, mono: int) -> Entry:
    """The entry after its command was refused or could not be stored: what was typed comes back to be mended or tried
    again, and a change as one."""
    if entry.sent and not entry.typed:
        *left, typed = entry.sent
        asks = Question.CHANGE if isinstance(command, c.ChangeLast) else None
        entry = replace(entry, typed=typed, left=(*left, *entry.left), question=asks, sent=())
    return refused(entry, refusal, mono)


def answered(entry: Entry, event: e.Event, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """The entry after an event, `state` being the one after it: the strip says what was recorded."""
    said = said_of(event, state)
    entry = replace(entry, sent=())
    if isinstance(event, e.BetsClosed) and entry.question is Question.EARLY:
        entry = replace(entry, question=None, half=False)  # now it is due, and Enter enters it
    if entry.menu is not None and said:
        entry = replace(entry, menu=after(entry.menu, event))
    if isinstance(event, e.PinWrong) or (isinstance(event, e.ExportEnded) and event.fault):
        return refused(entry, said, mono)
    hands = state.shoe.stats.hands if state.shoe else 0
    if isinstance(event, e.HandRecorded) and hands > rules.many_hands:
        said = Said("{said}. This shoe has {count:hand|hands}: is this a new shoe?", said=said, count=hands)
    return saying(entry, said, mono) if said else entry


def resumed(state: TableState, mono: int) -> Entry:
    """The entry of a unit that came up: whoever stands before it knows which hand was the last."""
    return saying(Entry(), is_in(state), mono)


def plugged(entry: Entry, sticks: Sticks | None, mono: int) -> Entry:
    """The entry after news of the sticks. A menu that shows how an export goes on stays open."""
    if entry.menu is None or (menu := menu_plugged(entry.menu, sticks)) == entry.menu:
        return entry
    changed = replace(entry, menu=menu, touched=mono if sticks and sticks.job else entry.touched)
    if menu.answers == entry.menu.answers:
        return changed
    return saying(changed, Said("the sticks have changed: choose again"), mono)


def tick(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """The entry as time passes: what was typed and left without Enter stays on the strip as not entered."""
    due = deadline(entry, state, rules)
    if due is None or mono < due:
        return entry
    if entry.menu is not None:
        return saying(replace(entry, menu=None), Said("menu closed: it was left open"), mono)
    if entry.info:
        return replace(entry, info=False)
    if not entry.typed or entry.question is Question.CHANGE:
        return saying(
            replace(entry, typed=Typed(), question=None, half=False), Said("no answer: nothing changed"), mono
        )
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


def saying(entry: Entry, message: Said, mono: int) -> Entry:
    return replace(entry, message=message, tone=Tone.SAID, touched=mono)


def refused(entry: Entry, message: Said, mono: int) -> Entry:
    asked = entry.asked if entry.menu else entry.asked or mono
    return replace(entry, message=message, tone=Tone.REFUSED, touched=mono, asked=asked)


def _asks(entry: Entry, question: Question, mono: int) -> Entry:
    return replace(entry, question=question, half=False, asked=mono)


def _unless_refused(entry: Entry, question: Question, command: c.Command, state: TableState, mono: int) -> Entry:
    """Asks, unless the answer could only be a refusal: then it says so at once."""
    decision = decide(state, command)
    return refused(entry, decision, mono) if isinstance(decision, c.Refusal) else _asks(entry, question, mono)


def _yes(entry: Entry, question: Question, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """What was asked is so."""
    if question is Question.LEFT and not entry.typed:
        last = _hands_left(entry, state, rules)[-1]
        entry = replace(entry, typed=last, left=tuple(typed for typed in entry.left if typed is not last))
    meaning, done = entry.typed.read(state.game, rules), Entry(left=entry.left, touched=mono)
    match question:
        case Question.SAME_SHOE if not entry.typed:
            return done, c.StartTimer()
        case Question.AGAIN | Question.EARLY | Question.LEFT | Question.SAME_SHOE if meaning.whole:
            return _recording(entry, meaning.whole, question, state, rules, mono)
        case Question.CHANGE if meaning.whole:
            return replace(done, sent=(entry.typed,)), c.ChangeLast(meaning.whole)
        case Question.AGAIN | Question.EARLY | Question.LEFT | Question.SAME_SHOE | Question.CHANGE:
            # What may be dealt has changed since.
            return refused(replace(done, typed=entry.typed), unfinished(meaning, state.game), mono), None
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
            # What waits for a supervisor stays typed: it is there again when nobody confirms it.
            menu, asked = opened(state, meaning.hand), mono if meaning.hand else 0
            return replace(done, typed=entry.typed, menu=menu, asked=asked), None
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
        first, last = name_of(key.toggle, game), game.named(typed.winner[-1])
        late = Said("{first} comes before {last}: press CLEAR and type it first", first=first, last=last)
        return refused(entry, late, mono), None
    return replace(entry, typed=replace(typed, marks=(*typed.marks, key.toggle))), None


def _cleared(entry: Entry, said: bool, state: TableState, rules: EntryRules, mono: int) -> Entry:
    if entry.typed:
        return saying(replace(entry, typed=Typed(), asked=0), Said("cleared"), mono)
    if entry.left:
        return _dropped(entry, state, rules, mono)
    return replace(entry, info=not said)  # with nothing to clear it informs: not every game leaves a key to that


def _dropped(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    left = left_words(entry.left, state.game, rules)
    return saying(replace(entry, left=()), Said("discarded, not entered: {left}", left=left), mono)


def _erased(entry: Entry, mono: int) -> Entry:
    """Without its last key."""
    typed = entry.typed
    if typed.digits:
        return replace(entry, typed=replace(typed, digits=typed.digits[:-1]))
    if typed.winner:
        return replace(entry, typed=replace(typed, winner=typed.winner[:-1]))
    if typed.marks:
        return replace(entry, typed=replace(typed, marks=typed.marks[:-1]))
    return refused(entry, Said("nothing typed yet"), mono)


def _timer(entry: Entry, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    now = state.round
    if now.phase is Phase.OPEN:
        # Pressed once more before the timer was seen to run, it is no wish to close the bets.
        return entry, c.CloseBets(c.DEALER) if pressed >= (now.since or 0) else c.StartTimer()
    if entry.typed or entry.left:
        what = left_words([entry.typed] if entry.typed else entry.left, state.game, rules)
        return refused(entry, Said("{what} is not entered: press Enter or CLEAR", what=what), mono), None
    if now.unfinished:
        return _unless_refused(entry, Question.MISSED, c.StartTimer(missed=True), state, mono), None
    if now.since is not None and pressed - now.since > rules.idle_minutes * 60 * NANO:
        return _unless_refused(entry, Question.SAME_SHOE, c.StartTimer(), state, mono), None
    return entry, c.StartTimer()


def _take_back(entry: Entry, state: TableState, rules: EntryRules, mono: int) -> Entry:
    """With a result typed, that is what the last hand really was; with nothing typed, it is taken back."""
    if not entry.typed:
        return _unless_refused(entry, Question.TAKE_BACK, c.TakeBack(), state, mono)
    meaning = entry.typed.read(state.game, rules)
    if meaning.hand is None or meaning.breaks:
        return refused(entry, unfinished(meaning, state.game), mono)
    return _unless_refused(entry, Question.CHANGE, c.ChangeLast(meaning.hand), state, mono)


def _commit(entry: Entry, pressed: int, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    """Gives the hand, or asks first where a slip is likely."""
    if not entry.typed and entry.left:  # for that Enter was forgotten; or it is the next hand's, with a key left out
        if _hands_left(entry, state, rules):
            return _asks(entry, Question.LEFT, mono), None
        begun, *rest = entry.left
        if not begun.digits:  # a mark that was left belongs to no later hand
            what = words_of(begun, state.game, rules)
            return refused(entry, Said("{what} is not entered: press CLEAR to discard it", what=what), mono), None
        entry = replace(entry, typed=begun, left=tuple(rest))
    if not entry.typed:
        last = last_of(state)
        if last is None or state.round.phase is Phase.CLOSED:
            return refused(entry, Said("hand {number}: nothing typed yet", number=next_hand(state)), mono), None
        return saying(entry, is_in(state), mono), None
    meaning = entry.typed.read(state.game, rules)
    if meaning.next:
        return saying(entry, digit_words(meaning.next, state.game), mono), None  # too early: it waits
    if meaning.hand is None:
        return refused(entry, unfinished(meaning, state.game), mono), None
    if meaning.breaks:
        return _asks(entry, Question.BREAK, mono), None
    if question := _doubt(entry, meaning.hand, pressed, state, rules):
        return _asks(entry, question, mono), None
    return _recording(entry, meaning.hand, None, state, rules, mono)


def _doubt(entry: Entry, hand: Hand, pressed: int, state: TableState, rules: EntryRules) -> Question | None:
    """Why a hand is likely a slip. Bets that are closed wait for a result: nothing is odd about it. For a free hand
    none are opened."""
    now = state.round
    if not state.terms.open:
        return None  # refused anyway
    if _hands_left(entry, state, rules):
        return Question.LEFT
    if now.phase is Phase.OPEN:
        return Question.EARLY
    if now.phase is Phase.CLOSED or now.since is None or last_of(state) is None:
        return None
    # A key that waited for a slow disk was pressed before that hand was answered, and this is less than nothing.
    soon = rules.hand_seconds and pressed - now.since < rules.hand_seconds * NANO
    if (now.timed and not hand.free) or soon:
        return Question.AGAIN
    return Question.SAME_SHOE if pressed - now.since > rules.idle_minutes * 60 * NANO else None


def _recording(
    entry: Entry, hand: Hand, question: Question | None, state: TableState, rules: EntryRules, mono: int
) -> Pressed:
    """The hand with those that were typed before it. What was begun and is none stays on the strip."""
    command = c.RecordHand(hand, confirmed=question or "")
    return _with_left(Entry(entry.typed, left=entry.left, touched=mono), command, state, rules)


def _with_left(entry: Entry, command: c.RecordHand, state: TableState, rules: EntryRules) -> Pressed:
    reads = [(typed, typed.read(state.game, rules).whole) for typed in entry.left]
    sent = (*(typed for typed, made in reads if made), entry.typed)
    begun = tuple(typed for typed, made in reads if not made)
    before = tuple(made for _, made in reads if made)
    return replace(entry, typed=Typed(), left=begun, sent=sent), replace(command, before=before)


def _hands_left(entry: Entry, state: TableState, rules: EntryRules) -> list[Typed]:
    """What was typed before and not entered, as far as it is whole hands."""
    return [typed for typed in entry.left if typed.read(state.game, rules).whole]


def _card_due(entry: Entry, state: TableState, rules: EntryRules) -> bool:
    """Whether a third card is due, which may not have been dealt."""
    if rules.way is not Way.CARDS or len(entry.typed.digits) < 4:
        return False
    digit = entry.typed.read(state.game, rules).next
    return digit is not None and digit.fact is Fact.CARD


def _press_menu(entry: Entry, menu: Menu, key: Key, state: TableState, rules: EntryRules, mono: int) -> Pressed:
    wait = state.staff.wait - (mono - state.pins_from) / NANO
    turned, made = press_menu(menu, key, state, rules.scramble, wait)
    if turned is None:
        return saying(replace(entry, menu=None), Said("menu closed"), mono), None
    entry = replace(entry, menu=turned)
    if isinstance(made, c.RecordHand):
        return _with_left(entry, made, state, rules)
    return (refused(entry, made, mono), None) if isinstance(made, c.Refusal) else (entry, made)
