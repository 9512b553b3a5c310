"""The pages of the supervisor's menu: what each asks, and what its answers make."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum, StrEnum
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.table import commands as c
from eztrak.table.desk import Desk, desk_of, shoe_at
from eztrak.table.round import Phase
from eztrak.table.state import TableState, next_hand
from eztrak.table.sticks import Sticks, day_of
from eztrak.table.terms import Limit, dollars
from eztrak.voice.dates import day_said
from eztrak.voice.said import LANGUAGES, Kept, Part, Said, listed

BY_MISTAKE = Said("new shoe by mistake")
# The languages of the board, first and second, by choice; staff read the first.
OTHERS = tuple(language for language in LANGUAGES if language != "en")
SPOKEN = (("en",), *(("en", other) for other in OTHERS), *((other, "en") for other in OTHERS))
FIGURES = 9  # choices that have a figure each; of more, 0 shows the next ones


class Page(Enum):
    """The pages, in the order of the main one's choices, each by its title."""

    LIMITS = Said("Limits")
    FEES = Said("Fees")
    TIMER = Said("Timer")
    LANGUAGE = Said("Language of the board")
    TABLE = Said("Open or close the table")
    DEALER = Said("Dealer on or off duty")
    DESK = Said("Correct a hand")
    JOIN = Said("Join this shoe to the last")
    UNIT = Said("Export and health")
    PINS = Said("PINs")
    STICK = Said("Export to a stick")
    COPY = Said("Confirm what came from a copy")
    MAIN = Said("Supervisor")
    DOOR = Said("Menu")
    SHOE = Said("New shoe")
    UNDO = Said("Undo the new shoe")
    SIGN_IN = Said("Supervisor: sign in")
    FIRST_PIN = Said("The first PIN of this unit")
    CONFIRM = Said("Cards that break the tableau")


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
    said: Said
    kind: Kind
    choices: tuple[Part, ...] = ()


Reply: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Menu:
    page: Page
    supervisor: int = 0  # 0 until signed in
    answers: tuple[Reply, ...] = ()
    typed: str = ""
    turn: int = 0  # of more choices than have figures, which are shown
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
            return [Ask(Said("Choose a PIN for supervisor 1: 4 to 8 digits, then Enter"), Kind.PIN), _AGAIN]
        case Page.SIGN_IN:
            return [
                Ask(Said("Supervisor's number, then Enter"), Kind.NUMBER),
                Ask(Said("Supervisor {number}: PIN, then Enter", number=_int(first)), Kind.PIN),
            ]
        case Page.MAIN:
            return [Ask(_WHAT, Kind.CHOICE, tuple(page.value for page in CHOICES))]
        case Page.DOOR:
            return [Ask(_WHAT, Kind.CHOICE, tuple(page.value for page in door(state)))]
        case Page.SHOE:
            return [Ask(ending(state), Kind.YES)]
        case Page.UNDO | Page.JOIN:
            return [_going_on(menu.page, state)]
        case Page.DESK:
            return []
        case Page.LIMITS:
            spots = state.terms.game.spots
            wagers: tuple[Part, ...] = (Said("the table"), *map(state.terms.game.named, spots))
            now = _limit_now(_int(first), state)
            return [
                Ask(Said("Limits for what?"), Kind.CHOICE, wagers),
                Ask(Said("Minimum in dollars (now {now}), then Enter", now=dollars(now.low)), Kind.NUMBER),
                Ask(Said("Maximum in dollars (now {now}), then Enter", now=dollars(now.high)), Kind.NUMBER),
                Ask(
                    Said(
                        "{name}: minimum {low}, maximum {high}. Set it?",
                        name=wagers[_int(first) - 1],
                        low=_dollars(menu, 1),
                        high=_dollars(menu, 2),
                    ),
                    Kind.YES,
                ),
            ]
        case Page.FEES:
            names: tuple[Part, ...] = (
                *map(state.terms.game.named, state.terms.game.spots),
                Said("player-dealer, a hand"),
            )
            fee = dollars(dict(state.terms.fees).get(state.terms.payers[_int(first) - 1], 0))
            return [
                Ask(Said("Fee for what?"), Kind.CHOICE, names),
                Ask(Said("Fee in dollars (now {now}), or 0 for none, then Enter", now=fee), Kind.NUMBER),
                Ask(Said("{name}: fee {fee}. Set it?", name=names[_int(first) - 1], fee=_dollars(menu, 1)), Kind.YES),
            ]
        case Page.TIMER:
            seconds = state.terms.timer_seconds
            asked = Said("Seconds to bet (now {now}), or 0 for no timer, then Enter", now=seconds)
            sets = (
                Said("Timer: {seconds} s. Set it?", seconds=_int(first)) if first else Said("No timer: is that right?")
            )
            return [Ask(asked, Kind.NUMBER), Ask(sets, Kind.YES)]
        case Page.LANGUAGE:
            languages = tuple(listed(LANGUAGES[language] for language in spoken) for spoken in SPOKEN)
            shown = Ask(Said("The board in {languages}?", languages=languages[_int(first) - 1]), Kind.YES)
            return [Ask(Said("Language of the board?"), Kind.CHOICE, languages), shown]
        case Page.TABLE:
            closes = [Ask(Said("Close the table?"), Kind.YES)] if first == 2 else []
            return [Ask(_WHAT, Kind.CHOICE, (Said("open the table"), Said("close the table"))), *closes]
        case Page.DEALER:
            own = state.staff.dealer_check_of(_int(first)) if not menu.supervisor else None
            pin_of = [Ask(Said("Dealer {number}: PIN, then Enter", number=_int(first)), Kind.PIN)] if own else []
            on = Said("Dealer {number} on duty?", number=_int(first)) if first else Said("Nobody on duty?")
            sure = [] if menu.supervisor or own else [Ask(on, Kind.YES)]
            return [Ask(Said("Dealer's number, or 0 for nobody, then Enter"), Kind.NUMBER), *pin_of, *sure]
        case Page.PINS:
            who = _int(menu.answers[1]) if len(menu.answers) > 1 else 0
            number = Ask(
                Said("Dealer's number, then Enter" if _int(first) > 3 else "Supervisor's number, then Enter"),
                Kind.NUMBER,
            )
            pin = Ask(Said("New PIN: 4 to 8 digits, then Enter"), Kind.PIN)
            gone = Ask(Said("Remove supervisor {number}?", number=who), Kind.YES)
            anew = [number, pin, _AGAIN]
            then = {1: [pin, _AGAIN], 2: anew, 3: [number, gone], 4: anew, 5: [number]}
            return [Ask(_WHAT, Kind.CHOICE, OF_PINS), *then.get(_int(first), [])]
        case Page.CONFIRM:
            assert menu.pending is not None  # nothing else leads here
            dealt = Said(
                "Player {player}, Banker {banker}: {hand}. Record it as it was dealt?",
                player=" ".join(menu.pending.player),
                banker=" ".join(menu.pending.banker),
                hand=state.game.describe(menu.pending),
            )
            return [Ask(dealt, Kind.YES)]
        case Page.UNIT:
            return [Ask(Said("How the unit is, or:"), Kind.CHOICE, tuple(page.value for page in _of_unit(state)))]
        case Page.COPY:
            return [Ask(Said("{what}: is it right?", what=Kept(state.unconfirmed)), Kind.YES)]
        case Page.STICK:
            return _exporting(menu)
        case _:
            assert_never(menu.page)


def ending(state: TableState) -> Said:
    """Whether a new shoe is to start, and what becomes of this one."""
    shoe = state.shoe
    if shoe is None:
        return Said("start a new shoe?")
    if state.round.phase is Phase.CLOSED:
        return Said("hand {number} was not entered: end shoe {shoe} anyway?", number=next_hand(state), shoe=shoe.number)
    return Said(
        "end shoe {shoe} after {count:hand|hands} and start a new one?", shoe=shoe.number, count=shoe.stats.hands
    )


def _of_unit(state: TableState) -> tuple[Page, ...]:
    """What can be chosen on the page of the unit."""
    return (Page.STICK, Page.COPY) if state.unconfirmed else (Page.STICK,)


_WHAT = Said("What do you want to do?")
_AGAIN = Ask(Said("The same PIN again, then Enter"), Kind.PIN)
OF_PINS = (
    Said("change my PIN"),
    Said("add a supervisor"),
    Said("remove a supervisor"),
    Said("set a dealer's PIN"),
    Said("remove a dealer's PIN"),
)


def _going_on(page: Page, state: TableState) -> Ask:
    """Whether the last shoe goes on, and what becomes of this one."""
    if state.shoe is None or state.previous is None:
        return Ask(Said("There is no other shoe."), Kind.YES)
    now, before, hands = state.shoe.number, state.previous.number, state.shoe.stats.hands
    if page is Page.UNDO:
        return Ask(Said("Undo shoe {now} and go on with shoe {before}?", now=now, before=before), Kind.YES)
    joined = Said(
        "Put the {count:hand|hands} of shoe {now} at the end of shoe {before}, and go on with that one?",
        count=hands,
        now=now,
        before=before,
    )
    return Ask(joined, Kind.YES)


def _limit_now(choice: int, state: TableState) -> Limit:
    spots = list(state.terms.game.spots)
    return state.terms.limit_of(spots[choice - 2]) if choice > 1 else state.terms.limit


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
        Said("today, {day}", day=day_said(today)),
        Said("yesterday, {day}", day=day_said(today - timedelta(days=1))),
        Said("7 days, from {day} on", day=day_said(today - timedelta(days=6))),
        Said("one day, by its date"),
        Said("from one day to another"),
    )
    found.append(Ask(Said("{stick}: which days?", stick=name), Kind.CHOICE, days))
    which, date = _int(answers[0]) if answers else 0, f"{today:%Y%m%d}"
    if which == ONE_DAY:
        found.append(Ask(Said("Which day? Year, month, day such as {date}, then Enter", date=date), Kind.NUMBER))
    elif which == FROM_TO:
        found.append(Ask(Said("First day? Year, month, day such as {date}, then Enter", date=date), Kind.NUMBER))
        found.append(Ask(Said("Last day? Year, month, day, then Enter"), Kind.NUMBER))
    return found


def _which_stick(sticks: Sticks) -> list[Ask]:
    """Asked only where there are several."""
    names = tuple(stick.name for stick in sticks.usable[:9])
    return [Ask(Said("Which stick?"), Kind.CHOICE, names)] if len(names) > 1 else []


def _export(menu: Menu, by: str) -> c.Command | c.Refusal:
    assert menu.sticks is not None  # there was something to ask
    sticks, answers = menu.sticks, [_int(reply) for reply in menu.answers]
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
    which, *typed = [_int(reply) for reply in menu.answers[len(_which_stick(sticks)) :]] or [0]
    if not typed or which not in (ONE_DAY, FROM_TO):
        return None
    days = [day_of(figures) for figures in typed]
    if (newest := days[-1]) is None:
        date = f"{sticks.today:%Y%m%d}"
        return c.Refusal(
            "{number} is not a date: type year, month and day, such as {date}", number=typed[-1], date=date
        )
    if newest > sticks.today:
        return c.Refusal(
            "{day}, {year} is in the future: today is {today}",
            day=day_said(newest),
            year=newest.year,
            today=day_said(sticks.today),
        )
    if (first := days[0]) is not None and newest < first:
        return c.Refusal("{day} is before {first}", day=day_said(newest), first=day_said(first))
    return None


def unfit(menu: Menu, state: TableState) -> c.Refusal | None:
    """Why the newest answer cannot be, where that can be said before the rest is asked."""
    number = menu.answers[-1]
    if menu.page is Page.STICK and menu.sticks:
        return _unfit_day(menu, menu.sticks)
    if menu.page is Page.MAIN and CHOICES[_int(number) - 1] is Page.FEES and not state.terms.fees_allowed:
        return c.Refusal("profile {profile} allows no fees", profile=state.terms.profile)
    return None


def game_of(menu: Menu | None, state: TableState) -> Game:
    """The game whose marks are typed: that of the shoe on the desk, or else what is dealt."""
    return shoe_at(menu.desk, state).game if menu and menu.desk else state.game


def shown(menu: Menu, ask: Ask) -> range:
    """Which of the choices have a figure now."""
    turns = -(-len(ask.choices) // FIGURES)
    first = menu.turn % turns * FIGURES
    return range(first, min(first + FIGURES, len(ask.choices)))


def _dollars(menu: Menu, place: int) -> str:
    return dollars(_int(menu.answers[place]) * 100) if len(menu.answers) > place else ""


def _int(reply: Reply | None) -> int:
    return reply if isinstance(reply, int) else 0


def complete(menu: Menu, state: TableState, scramble: Scramble) -> Made:
    """What all answers of a page make."""
    numbers = [_int(reply) for reply in menu.answers]
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
            return c.JoinShoes(by, str(BY_MISTAKE))
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
                return c.Refusal("{seconds} s is too long: 0 to 300", seconds=numbers[0])
            return c.SetTerms(replace(terms, timer_seconds=numbers[0]), by)
        case Page.LANGUAGE:
            return c.SetTerms(replace(terms, languages=SPOKEN[numbers[0] - 1]), by)
        case Page.TABLE:
            return c.OpenTable(by) if numbers[0] == 1 else c.CloseTable(by)
        case Page.DEALER:
            if menu.supervisor:
                return c.SetDealer(numbers[0], by)
            pin = menu.answers[1]
            return c.SignOn(numbers[0], scramble(-numbers[0], pin) if isinstance(pin, str) else "")
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
                return c.Refusal(
                    "supervisor {supervisor} has a PIN already, and only they can change it", supervisor=numbers[1]
                )
            return _pin(menu.supervisor if own else numbers[1], menu.answers[-2:], scramble, by)
        case _:
            return c.RecordHand(menu.pending, by) if menu.pending else menu


def _turned(page: Page, menu: Menu, state: TableState) -> Menu | c.Refusal:
    """A page that a supervisor chose."""
    if page is not Page.DESK:
        return Menu(page, menu.supervisor)
    desk = desk_of(state)
    return desk if isinstance(desk, c.Refusal) else Menu(page, menu.supervisor, desk=desk)


def _pin(supervisor: int, typed: tuple[Reply, ...], scramble: Scramble, by: str) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed):
        return wrong
    if not supervisor:
        return c.Refusal("a supervisor's number is 1 or more")
    return c.SetPin(supervisor, scramble(supervisor, str(typed[0])), by)


def _dealer_pin(dealer: int, typed: tuple[Reply, ...], scramble: Scramble, by: str) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed):
        return wrong
    if not dealer:
        return c.Refusal("a dealer's number is 1 or more")
    return c.SetDealerPin(dealer, scramble(-dealer, str(typed[0])), by)


def _unfit_pin(typed: tuple[Reply, ...]) -> c.Refusal | None:
    pin, again = str(typed[0]), str(typed[1])
    if not 4 <= len(pin) <= 8:
        return c.Refusal("a PIN has 4 to 8 digits")
    return None if pin == again else c.Refusal("the two PINs are not the same: nothing was changed")
