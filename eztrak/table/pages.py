"""The pages of the supervisor's menu: what each asks, and what its answers make."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.state import Shoe, TableState
from eztrak.table.sticks import Sticks, day_of, said
from eztrak.table.terms import Limit, dollars

REASONS = ("wrong key pressed", "hand not entered", "hand entered twice", "misdeal", "ruling of the floor")
LANGUAGES = {
    "English": ("en",),
    "English and Traditional Chinese": ("en", "zh_TW"),
    "English and Simplified Chinese": ("en", "zh_CN"),
    "English and Vietnamese": ("en", "vi"),
    "English and Korean": ("en", "ko"),
}


class Page(StrEnum):
    """The pages, in the order of the main one's choices."""

    LIMITS = "limits"
    FEES = "fees"
    TIMER = "timer"
    LANGUAGE = "language"
    TABLE = "table open or closed"
    DEALER = "dealer on or off duty"
    CORRECT = "correct a hand"
    LOOK = "look at a hand"
    UNIT = "export and health"
    PINS = "PINs"
    STICK = "export to a stick"
    COPY = "confirm what came from a copy"
    MAIN = "supervisor"
    SIGN_IN = "supervisor: sign in"
    FIRST_PIN = "the first PIN of this unit"
    CONFIRM = "cards that break the tableau"


CHOICES = tuple(Page)[: list(Page).index(Page.PINS) + 1]


class Kind(StrEnum):
    NUMBER = "number"
    PIN = "pin"  # a number that is not shown
    CHOICE = "choice"
    RESULT = "result"  # toggles, as a dealer enters a hand
    YES = "yes"


@dataclass(frozen=True, slots=True)
class Ask:
    words: str
    kind: Kind
    choices: tuple[str, ...] = ()


Answer: TypeAlias = int | str | Hand


@dataclass(frozen=True, slots=True)
class Menu:
    page: Page
    supervisor: int = 0  # 0 until signed in
    answers: tuple[Answer, ...] = ()
    typed: str = ""
    toggles: frozenset[str] = frozenset()
    pending: Hand | None = None  # a hand that waits for a supervisor's word
    lines: tuple[str, ...] = ()  # what a page has to tell
    sticks: Sticks | None = None  # what is plugged in; None until that is known


Scramble: TypeAlias = Callable[[int, str], str]
Made: TypeAlias = Menu | c.Command | c.Refusal


def steps(menu: Menu, state: TableState) -> list[Ask]:
    """The questions of a page; later ones may depend on earlier answers."""
    first = menu.answers[0] if menu.answers else None
    match menu.page:
        case Page.FIRST_PIN:
            return [Ask("Choose a PIN for supervisor 1: 4 to 8 digits, Enter", Kind.PIN), _AGAIN]
        case Page.SIGN_IN:
            who = f"Supervisor {first}: " if first else ""
            return [Ask("Supervisor's number, Enter", Kind.NUMBER), Ask(f"{who}PIN, Enter", Kind.PIN)]
        case Page.MAIN:
            return [Ask("What is to be done?", Kind.CHOICE, tuple(page.value for page in CHOICES))]
        case Page.LIMITS:
            spots = state.terms.game.spots
            wagers = ("the table", *(state.terms.game.says(spot) for spot in spots))
            now = _limit_now(_int(first), state)
            low, high = (f"{word} in dollars (now {dollars(cents)}), Enter" for word, cents in now)
            return [Ask("Limits of what?", Kind.CHOICE, wagers), Ask(low, Kind.NUMBER), Ask(high, Kind.NUMBER)]
        case Page.FEES:
            names = (*map(state.terms.game.says, state.terms.game.spots), "player-dealer, a hand")
            fee = dollars(dict(state.terms.fees).get(state.terms.payers[_int(first) - 1], 0))
            return [
                Ask("Fee of what?", Kind.CHOICE, names),
                Ask(f"Fee in dollars (now {fee}), 0 for none, Enter", Kind.NUMBER),
            ]
        case Page.TIMER:
            now_closes = state.terms.timer_seconds
            return [Ask(f"Seconds until the bets close (now {now_closes}), 0 for no timer, Enter", Kind.NUMBER)]
        case Page.LANGUAGE:
            return [Ask("Language of the board?", Kind.CHOICE, tuple(LANGUAGES))]
        case Page.TABLE:
            return [Ask("The table is to be?", Kind.CHOICE, ("open", "closed"))]
        case Page.DEALER:
            return [Ask("Dealer's number, 0 for nobody on duty, Enter", Kind.NUMBER)]
        case Page.CORRECT:
            return _correcting(menu, state)
        case Page.LOOK:
            return [_which_shoe(state), Ask("Hand's number, Enter", Kind.NUMBER)] if not menu.lines else []
        case Page.PINS:
            what = Ask("What is to be done?", Kind.CHOICE, ("change my PIN", "add a supervisor", "remove a supervisor"))
            number = Ask("Supervisor's number, Enter", Kind.NUMBER)
            pin = Ask("New PIN: 4 to 8 digits, Enter", Kind.PIN)
            then = {1: [pin, _AGAIN], 2: [number, pin, _AGAIN], 3: [number]}
            return [what, *then.get(_int(first), [])]
        case Page.CONFIRM:
            return [Ask("Record the cards as they were dealt? Enter", Kind.YES)]
        case Page.UNIT:
            return [Ask("The unit now, or:", Kind.CHOICE, tuple(page.value for page in _of_unit(state)))]
        case Page.COPY:
            return [Ask(f"{state.unconfirmed[:1].upper()}{state.unconfirmed[1:]}: is it right? Enter", Kind.YES)]
        case Page.STICK:
            return _exporting(menu)
        case _:
            assert_never(menu.page)


def _of_unit(state: TableState) -> tuple[Page, ...]:
    """What can be chosen on the page of the unit."""
    return (Page.STICK, Page.COPY) if state.unconfirmed else (Page.STICK,)


_AGAIN = Ask("The same PIN again, Enter", Kind.PIN)


def _limit_now(choice: int, state: TableState) -> tuple[tuple[str, int], tuple[str, int]]:
    spots = list(state.terms.game.spots)
    limit = state.terms.limit_of(spots[choice - 2]) if choice > 1 else state.terms.limit
    return ("Minimum", limit.low), ("Maximum", limit.high)


def _correcting(menu: Menu, state: TableState) -> list[Ask]:
    """The questions of a correction. From the moment that a hand is named, every one of them says which it is."""
    what = Ask("What is to be done?", Kind.CHOICE, ("void a hand", "change a hand", "insert a hand"))
    found = [what, _which_shoe(state)]
    if len(menu.answers) < 2 or not _shoes(state):
        return [*found, Ask("", Kind.NUMBER)]
    doing, shoe = _int(menu.answers[0]), _shoes(state)[_int(menu.answers[1]) - 1]
    place = f"Shoe {shoe.number}"
    which = "after which hand? 0 for before the first" if doing == 3 else "hand's number"
    found.append(Ask(f"{place}: {which}, Enter", Kind.NUMBER))
    if len(menu.answers) < 3:
        return found
    number = _int(menu.answers[2])
    hand = shoe.hand(number)
    place += f", {'after ' if doing == 3 else ''}hand {number}" + (f", {shoe.game.describe(hand)}" if hand else "")
    if doing != 1:
        found.append(Ask(f"{place}: what was the result? Enter", Kind.RESULT))
        if len(menu.answers) > 3 and isinstance(menu.answers[3], Hand):
            place += f": {shoe.game.describe(menu.answers[3])}"
    verb = ("Void", "Change", "Insert")[doing - 1]
    return [
        *found,
        Ask(f"{place}: why?", Kind.CHOICE, REASONS),
        Ask(f"{verb} {place[0].lower()}{place[1:]}? Enter", Kind.YES),
    ]


ONE_DAY, FROM_TO = 4, 5  # choices that ask for days


def _exporting(menu: Menu) -> list[Ask]:
    """The questions of an export; none while there is nothing to write to, or while one is under way or just ended."""
    sticks = menu.sticks
    if sticks is None or sticks.job or not sticks.usable:
        return []
    found = _which_stick(sticks)
    answers = menu.answers[len(found) :]
    name = sticks.usable[_int(menu.answers[0]) - 1 if found and menu.answers else 0].name
    today = sticks.today
    days = (
        f"today, {said(today)}",
        f"yesterday, {said(today - timedelta(days=1))}",
        f"7 days, from {said(today - timedelta(days=6))} on",
        "one day, by its date",
        "from one day to another",
    )
    found.append(Ask(f"{name}: which days?", Kind.CHOICE, days))
    which, example = _int(answers[0]) if answers else 0, f"{today:%Y%m%d}"
    if which == ONE_DAY:
        found.append(Ask(f"Which day? Year, month, day such as {example}, Enter", Kind.NUMBER))
    elif which == FROM_TO:
        found.append(Ask(f"From which day on? Year, month, day such as {example}, Enter", Kind.NUMBER))
        found.append(Ask("To which day? Year, month, day, Enter", Kind.NUMBER))
    return found


def _which_stick(sticks: Sticks) -> list[Ask]:
    """Asked only where there are several."""
    names = tuple(stick.name for stick in sticks.usable[:9])
    return [Ask("Which stick?", Kind.CHOICE, names)] if len(names) > 1 else []


def _export(menu: Menu, by: str) -> c.Command | c.Refusal:
    assert menu.sticks is not None  # there was something to ask
    sticks, answers = menu.sticks, [_int(given) for given in menu.answers]
    stick = sticks.usable[answers.pop(0) - 1 if _which_stick(sticks) else 0]
    since, until = _days(sticks.today, answers)
    return c.Export(stick.name, stick.id, since.isoformat(), until.isoformat(), by)


def _days(today: date, answers: list[int]) -> tuple[date, date]:
    """The first and the last day that were chosen. Typed ones have been looked at by `unfit`."""
    which, *typed = answers
    if typed:
        days = [day for figures in typed if (day := day_of(figures))]
        return days[0], days[-1]
    back, last = ((0, 0), (1, 1), (6, 0))[which - 1]
    return today - timedelta(days=back), today - timedelta(days=last)


def _unfit_day(menu: Menu, sticks: Sticks) -> c.Refusal | None:
    """Why a day that was typed cannot be."""
    which, *typed = [_int(given) for given in menu.answers[len(_which_stick(sticks)) :]] or [0]
    if not typed or which not in (ONE_DAY, FROM_TO):
        return None
    days = [day_of(figures) for figures in typed]
    if (newest := days[-1]) is None:
        return c.Refusal(f"{typed[-1]} is no day: year, month and day, such as {sticks.today:%Y%m%d}")
    if newest > sticks.today:
        return c.Refusal(f"{said(newest)} {newest.year} is yet to come: today is {said(sticks.today)}")
    if (first := days[0]) is not None and newest < first:
        return c.Refusal(f"{said(newest)} is before {said(first)}")
    return None


def unfit(menu: Menu, state: TableState) -> c.Refusal | None:
    """Why the newest answer cannot be, where that can be said before the rest is asked."""
    number = menu.answers[-1]
    if menu.page is Page.CORRECT and len(menu.answers) == 2 and not _shoes(state):
        return c.Refusal("there is no shoe yet")
    if menu.page is Page.CORRECT and len(menu.answers) == 3:
        shoe = _shoes(state)[_int(menu.answers[1]) - 1]
        if shoe.hand(_int(number)) is None and (number, menu.answers[0]) != (0, 3):
            return c.Refusal(f"shoe {shoe.number} has no hand {number}")
    if menu.page is Page.STICK and menu.sticks:
        return _unfit_day(menu, menu.sticks)
    if menu.page is Page.MAIN and CHOICES[_int(number) - 1] is Page.FEES and not state.terms.fees_allowed:
        return c.Refusal(f"{state.terms.profile} takes no fees")
    return None


def _which_shoe(state: TableState) -> Ask:
    shoes = []
    if state.shoe:
        shoes.append(f"this shoe, number {state.shoe.number}")
    if state.previous:
        shoes.append(f"the previous shoe, number {state.previous.number}")
    return Ask("Which shoe?", Kind.CHOICE, tuple(shoes) or ("there is none",))


def _shoes(state: TableState) -> list[Shoe]:
    return [shoe for shoe in (state.shoe, state.previous) if shoe is not None]


def game_of(menu: Menu | None, state: TableState) -> Game:
    """The game whose marks are typed: that of the shoe which a correction is about, or else what is dealt."""
    if menu is None or menu.page is not Page.CORRECT or len(menu.answers) < 2:
        return state.game
    return _shoes(state)[_int(menu.answers[1]) - 1].game


def _int(given: Answer | None) -> int:
    return given if isinstance(given, int) else 0


def complete(menu: Menu, state: TableState, scramble: Scramble) -> Made:
    """What all answers of a page make."""
    numbers = [_int(given) for given in menu.answers]
    by = c.supervisor(menu.supervisor)
    terms = state.terms
    match menu.page:
        case Page.MAIN:
            return Menu(CHOICES[numbers[0] - 1], menu.supervisor)
        case Page.SIGN_IN:
            return c.SignIn(numbers[0], scramble(numbers[0], str(menu.answers[1])))
        case Page.FIRST_PIN:
            return _pin(1, menu.answers, scramble, "first start")
        case Page.LIMITS:
            spot = list(terms.game.spots)[numbers[0] - 2] if numbers[0] > 1 else None
            return c.SetTerms(terms.with_limit(spot, Limit(numbers[1] * 100, numbers[2] * 100)), by)
        case Page.FEES:
            return c.SetTerms(terms.with_fee(terms.payers[numbers[0] - 1], numbers[1] * 100), by)
        case Page.TIMER:
            if numbers[0] > 300:
                return c.Refusal(f"{numbers[0]} s is too long: 0 to 300")
            return c.SetTerms(replace(terms, timer_seconds=numbers[0]), by)
        case Page.LANGUAGE:
            return c.SetTerms(replace(terms, languages=list(LANGUAGES.values())[numbers[0] - 1]), by)
        case Page.TABLE:
            return c.OpenTable(by) if numbers[0] == 1 else c.CloseTable(by)
        case Page.DEALER:
            return c.SetDealer(numbers[0], by)
        case Page.CORRECT:
            return _correction(menu, state, by)
        case Page.LOOK:
            return _told(menu, state)
        case Page.UNIT:
            return Menu(_of_unit(state)[numbers[0] - 1], menu.supervisor)
        case Page.COPY:
            return c.ConfirmCopy(by)
        case Page.STICK:
            return _export(menu, by)
        case Page.PINS:
            if numbers[0] == 3:
                return c.RemovePin(numbers[1], by)
            own = numbers[0] == 1
            if not own and state.staff.check_of(numbers[1]):
                return c.Refusal(f"there is a supervisor {numbers[1]} already, who changes that PIN themselves")
            return _pin(menu.supervisor if own else numbers[1], menu.answers[-2:], scramble, by)
        case _:
            return c.RecordHand(menu.pending, by) if menu.pending else menu


def _pin(supervisor: int, typed: tuple[Answer, ...], scramble: Scramble, by: str) -> c.Command | c.Refusal:
    pin, again = str(typed[0]), str(typed[1])
    if not 4 <= len(pin) <= 8:
        return c.Refusal("a PIN has 4 to 8 digits")
    if pin != again:
        return c.Refusal("the two PINs differ: nothing was changed")
    if not supervisor:
        return c.Refusal("a supervisor's number is at least 1")
    return c.SetPin(supervisor, scramble(supervisor, pin), by)


def _correction(menu: Menu, state: TableState, by: str) -> c.Command:
    what, which, number = (_int(given) for given in menu.answers[:3])
    reason = REASONS[_int(menu.answers[-2]) - 1]
    shoe = _shoes(state)[which - 1].number
    if what == 1:
        return c.VoidHand(shoe, number, by, reason)
    hand = menu.answers[3]
    assert isinstance(hand, Hand)
    if what == 2:
        return c.ChangeHand(shoe, number, hand, by, reason)
    return c.InsertHand(shoe, number, hand, by, reason)


def _told(menu: Menu, state: TableState) -> Menu | c.Refusal:
    """A hand with its whole history: a dispute answered in seconds."""
    which, number = (_int(given) for given in menu.answers)
    shoes = _shoes(state)
    shoe = shoes[which - 1] if shoes else Shoe(0)
    hand = shoe.hand(number)
    if hand is None:
        return c.Refusal(f"shoe {shoe.number} has no hand {number}" if shoes else "there is no shoe yet")
    lines = [f"Shoe {shoe.number}, hand {number}: {shoe.game.describe(hand)}"]
    if hand.player:
        lines.append(f"Cards: Player {' '.join(hand.player)}, Banker {' '.join(hand.banker)}")
    lines += [_line(moment.at[11:19] + " UTC", event, shoe.game) for moment, event in shoe.history(number)]
    return Menu(Page.LOOK, menu.supervisor, menu.answers[:1], lines=tuple(lines))


def _line(at: str, event: e.AboutHand, game: Game) -> str:
    describe = game.describe
    match event:
        case e.HandRecorded(hand=hand, dealer=dealer, by=by):
            who = (f" by dealer {dealer}" if dealer else "") + (f", confirmed by {by}" if by else "")
            return f"{at} entered{who}: {describe(hand)}"
        case e.HandVoided(by=by, reason=reason):
            return f"{at} voided by {by}: {reason}"
        case e.HandChanged(hand=hand, was=was, by=by, reason=reason):
            return f"{at} changed by {by} from {describe(was)} to {describe(hand)}: {reason}"
        case e.HandInserted(hand=hand, after=place, by=by, reason=reason):
            return f"{at} inserted by {by} after hand {place}: {describe(hand)}: {reason}"
        case _:
            assert_never(event)
