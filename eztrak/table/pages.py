"""The pages of the supervisor's menu: what each asks, and what its answers make."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table.desk import Desk, desk_of, shoe_at
from eztrak.table.state import TableState
from eztrak.table.sticks import Sticks, day_of, said
from eztrak.table.terms import Limit, dollars

BY_MISTAKE = "new shoe by mistake"
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
    DESK = "hands of this shoe and the last"
    JOIN = "join this shoe to the last"
    UNIT = "export and health"
    PINS = "PINs"
    STICK = "export to a stick"
    COPY = "confirm what came from a copy"
    MAIN = "supervisor"
    DOOR = "menu"
    SHOE = "new shoe"
    UNDO = "undo the new shoe"
    SIGN_IN = "supervisor: sign in"
    FIRST_PIN = "the first PIN of this unit"
    CONFIRM = "cards that break the tableau"


CHOICES = tuple(Page)[: list(Page).index(Page.PINS) + 1]


def door(state: TableState) -> tuple[Page, ...]:
    """What anybody at the keypad can choose, and behind a PIN the rest."""
    own = Page.SIGN_IN if state.staff.pins else Page.FIRST_PIN
    fresh = state.shoe is not None and state.previous is not None and not state.shoe.hands
    return (Page.SHOE, Page.DEALER, own, *([Page.UNDO] if fresh else []))


class Kind(StrEnum):
    NUMBER = "number"
    PIN = "pin"  # a number that is not shown
    CHOICE = "choice"
    YES = "yes"  # the menu key, then Enter: no hand that is typed into an open menu says it


@dataclass(frozen=True, slots=True)
class Ask:
    words: str
    kind: Kind
    choices: tuple[str, ...] = ()


Answer: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Menu:
    page: Page
    supervisor: int = 0  # 0 until signed in
    answers: tuple[Answer, ...] = ()
    typed: str = ""
    half: bool = False  # the menu key was pressed where a yes is asked for
    stray: bool = False  # a key was pressed that chooses nothing, as of a hand: then nothing is confirmed
    desk: Desk | None = None
    pending: Hand | None = None  # a hand that waits for a supervisor's word
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
        case Page.DOOR:
            return [Ask("What is to be done?", Kind.CHOICE, tuple(page.value for page in door(state)))]
        case Page.SHOE:
            shoe = state.shoe
            ends = f"End shoe {shoe.number} after {shoe.stats.hands} hands and start a new one?" if shoe else ""
            return [Ask(ends or "Start a new shoe?", Kind.YES)]
        case Page.UNDO | Page.JOIN:
            return [_going_on(menu.page, state)]
        case Page.DESK:
            return []
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
            names = tuple(LANGUAGES)
            shown = Ask(f"The board in {names[_int(first) - 1]}?", Kind.YES)
            return [Ask("Language of the board?", Kind.CHOICE, names), shown]
        case Page.TABLE:
            closes = [Ask("Close the table?", Kind.YES)] if first == 2 else []
            return [Ask("The table is to be?", Kind.CHOICE, ("open", "closed")), *closes]
        case Page.DEALER:
            own = state.staff.dealer_check_of(_int(first)) if not menu.supervisor else None
            pin_of = [Ask(f"Dealer {first}: PIN, Enter", Kind.PIN)] if own else []
            return [Ask("Dealer's number, 0 for nobody on duty, Enter", Kind.NUMBER), *pin_of]
        case Page.PINS:
            number = Ask(f"{'Dealer' if _int(first) > 3 else 'Supervisor'}'s number, Enter", Kind.NUMBER)
            pin = Ask("New PIN: 4 to 8 digits, Enter", Kind.PIN)
            gone = Ask(f"Remove supervisor {menu.answers[1] if len(menu.answers) > 1 else ''}?", Kind.YES)
            anew = [number, pin, _AGAIN]
            then = {1: [pin, _AGAIN], 2: anew, 3: [number, gone], 4: anew, 5: [number]}
            return [Ask("What is to be done?", Kind.CHOICE, OF_PINS), *then.get(_int(first), [])]
        case Page.CONFIRM:
            hand = menu.pending
            dealt = f"Player {' '.join(hand.player)}, Banker {' '.join(hand.banker)}: " if hand else ""
            return [Ask(f"{dealt}{state.game.describe(hand) if hand else ''}. Record it as it was dealt?", Kind.YES)]
        case Page.UNIT:
            return [Ask("The unit now, or:", Kind.CHOICE, tuple(page.value for page in _of_unit(state)))]
        case Page.COPY:
            return [Ask(f"{state.unconfirmed[:1].upper()}{state.unconfirmed[1:]}: is it right?", Kind.YES)]
        case Page.STICK:
            return _exporting(menu)
        case _:
            assert_never(menu.page)


def _of_unit(state: TableState) -> tuple[Page, ...]:
    """What can be chosen on the page of the unit."""
    return (Page.STICK, Page.COPY) if state.unconfirmed else (Page.STICK,)


_AGAIN = Ask("The same PIN again, Enter", Kind.PIN)
OF_PINS = ("change my PIN", "add a supervisor", "remove a supervisor", "a dealer's PIN", "remove a dealer's PIN")


def _going_on(page: Page, state: TableState) -> Ask:
    """Whether the last shoe goes on, and what becomes of this one."""
    if state.shoe is None or state.previous is None:
        return Ask("There are no two shoes.", Kind.YES)
    now, before, hands = state.shoe.number, state.previous.number, state.shoe.stats.hands
    if page is Page.UNDO:
        return Ask(f"Undo shoe {now}: does shoe {before} go on?", Kind.YES)
    return Ask(f"Put the {hands} hands of shoe {now} at the end of shoe {before}, and go on with that one?", Kind.YES)


def _limit_now(choice: int, state: TableState) -> tuple[tuple[str, int], tuple[str, int]]:
    spots = list(state.terms.game.spots)
    limit = state.terms.limit_of(spots[choice - 2]) if choice > 1 else state.terms.limit
    return ("Minimum", limit.low), ("Maximum", limit.high)


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
    if menu.page is Page.STICK and menu.sticks:
        return _unfit_day(menu, menu.sticks)
    if menu.page is Page.MAIN and CHOICES[_int(number) - 1] is Page.FEES and not state.terms.fees_allowed:
        return c.Refusal(f"{state.terms.profile} takes no fees")
    return None


def game_of(menu: Menu | None, state: TableState) -> Game:
    """The game whose marks are typed: that of the shoe on the desk, or else what is dealt."""
    return shoe_at(menu.desk, state).game if menu and menu.desk else state.game


def _int(given: Answer | None) -> int:
    return given if isinstance(given, int) else 0


def complete(menu: Menu, state: TableState, scramble: Scramble) -> Made:
    """What all answers of a page make."""
    numbers = [_int(given) for given in menu.answers]
    by = c.supervisor(menu.supervisor)
    terms = state.terms
    match menu.page:
        case Page.MAIN:
            return _turned(CHOICES[numbers[0] - 1], menu, state)
        case Page.DOOR:
            return Menu(door(state)[numbers[0] - 1], stray=menu.stray)
        case Page.SHOE:
            return c.NewShoe()
        case Page.UNDO:
            return c.UndoShoe(by if menu.supervisor else c.DEALER)
        case Page.JOIN:
            return c.JoinShoes(by, BY_MISTAKE)
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
            if menu.supervisor:
                return c.SetDealer(numbers[0], by)
            check = scramble(-numbers[0], str(menu.answers[1])) if len(menu.answers) > 1 else ""
            return c.SignOn(numbers[0], check)
        case Page.UNIT:
            return Menu(_of_unit(state)[numbers[0] - 1], menu.supervisor)
        case Page.COPY:
            return c.ConfirmCopy(by)
        case Page.STICK:
            return _export(menu, by)
        case Page.PINS:
            if numbers[0] == 3:
                return c.RemovePin(numbers[1], by)
            if numbers[0] == 5:
                return c.SetDealerPin(numbers[1], "", by)
            if numbers[0] == 4:
                return _dealer_pin(numbers[1], menu.answers[-2:], scramble, by)
            own = numbers[0] == 1
            if not own and state.staff.check_of(numbers[1]):
                return c.Refusal(f"there is a supervisor {numbers[1]} already, who changes that PIN themselves")
            return _pin(menu.supervisor if own else numbers[1], menu.answers[-2:], scramble, by)
        case _:
            return c.RecordHand(menu.pending, by) if menu.pending else menu


def _turned(page: Page, menu: Menu, state: TableState) -> Menu | c.Refusal:
    """A page that a supervisor chose."""
    if page is not Page.DESK:
        return Menu(page, menu.supervisor)
    desk = desk_of(state)
    return desk if isinstance(desk, c.Refusal) else Menu(page, menu.supervisor, desk=desk)


def _pin(supervisor: int, typed: tuple[Answer, ...], scramble: Scramble, by: str) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed):
        return wrong
    if not supervisor:
        return c.Refusal("a supervisor's number is at least 1")
    return c.SetPin(supervisor, scramble(supervisor, str(typed[0])), by)


def _dealer_pin(dealer: int, typed: tuple[Answer, ...], scramble: Scramble, by: str) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed):
        return wrong
    if not dealer:
        return c.Refusal("a dealer's number is at least 1")
    return c.SetDealerPin(dealer, scramble(-dealer, str(typed[0])), by)


def _unfit_pin(typed: tuple[Answer, ...]) -> c.Refusal | None:
    pin, again = str(typed[0]), str(typed[1])
    if not 4 <= len(pin) <= 8:
        return c.Refusal("a PIN has 4 to 8 digits")
    return None if pin == again else c.Refusal("the two PINs differ: nothing was changed")
