"""The pages of the supervisor's menu: what each asks, and what its answers make."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum, StrEnum
from itertools import pairwise
from typing import TypeAlias, assert_never

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.cards import BOTH_WIN, CONTESTED, contested, decided
from eztrak.table.changes import FEE, LIMIT, NOW, SHOE, Change, clock_time, payer_name
from eztrak.table.decisions import next_hand
from eztrak.table.desk import Desk, desk_of, shoe_at
from eztrak.table.digits import SIDES
from eztrak.table.log_words import to_confirm
from eztrak.table.pack import Pack, What
from eztrak.table.position import ANSWERS
from eztrak.table.round import Phase
from eztrak.table.state import TableState
from eztrak.table.sticks import Sticks, day_of
from eztrak.table.terms import dollars
from eztrak.voice.dates import day_said
from eztrak.voice.said import LANGUAGES, All, Part, Phrase, Said, listed

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
    JOIN = Said("Join to the previous shoe")
    UNIT = Said("Export and health")
    PINS = Said("PINs")
    PLANS = Said("Pending changes")
    STICK = Said("Export to a USB stick")
    INCIDENT = Said("Malfunction report, to a USB stick")
    COPY = Said("Confirm what came from a copy")
    SOFTWARE = Said("Confirm other software")
    MAIN = Said("Supervisor")
    DOOR = Said("Menu")
    SHOE = Said("New shoe")
    UNDO = Said("Undo the new shoe")
    POSITION = Said("Player-dealer position")
    SIGN_IN = Said("Supervisor: sign in")
    FIRST_PIN = Said("First PIN of this unit")
    CONFIRM = Said("Cards that break the third-card rules")


TO_STICK = (Page.STICK, Page.INCIDENT)  # pages that show the sticks
CHOICES = tuple(Page)[: list(Page).index(Page.PLANS) + 1]


def door(state: TableState) -> tuple[Page, ...]:
    """What anybody at the keypad can choose, and behind a PIN the rest."""
    own = Page.SIGN_IN if state.staff.pins else Page.FIRST_PIN
    fresh = state.shoe is not None and state.previous is not None and not state.shoe.hands
    offered = [Page.POSITION] if state.terms.player_dealer else []  # not every game and way of entry leaves it a key
    return (Page.SHOE, Page.DEALER, own, *([Page.UNDO] if fresh else []), *offered)


class Kind(StrEnum):
    NUMBER = "number"
    PIN = "pin"  # a number that is not shown
    CHOICE = "choice"
    AMOUNT = "amount"  # dollars and cents: the clear key is the point
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

    @property
    def numbers(self) -> list[int]:
        """The answers; 0 in the place of a PIN."""
        return [reply if isinstance(reply, int) else 0 for reply in self.answers]

    def number(self, place: int) -> int:
        """An answer by its place; 0 until it is given."""
        return self.numbers[place] if place < len(self.answers) else 0


Scramble: TypeAlias = Callable[[int, str], str]
Made: TypeAlias = Menu | c.Command | c.Refusal


def steps(menu: Menu, state: TableState) -> list[Ask]:
    """The questions of a page; later ones may depend on earlier answers."""
    first = menu.number(0)
    match menu.page:
        case Page.FIRST_PIN:
            least = state.terms.pack.pin_digits
            return [
                Ask(Said("Choose a PIN for supervisor 1: {least} to 8 digits, then Enter", least=least), Kind.PIN),
                _AGAIN,
            ]
        case Page.SIGN_IN:
            return [
                Ask(Said("Supervisor's number, then Enter"), Kind.NUMBER),
                Ask(Said("Supervisor {number}: PIN, then Enter", number=first), Kind.PIN),
            ]
        case Page.MAIN:
            return [Ask(_WHAT, Kind.CHOICE, tuple(page.value for page in CHOICES))]
        case Page.DOOR:
            return [Ask(_WHAT, Kind.CHOICE, tuple(page.value for page in door(state)))]
        case Page.SHOE:
            return [Ask(ending(state), Kind.YES)]
        case Page.UNDO | Page.JOIN:
            return [_going_on(menu.page, state)]
        case Page.POSITION:
            answers = [Said("taken"), Said("declined"), Said("moved on")]
            return [Ask(Said("The player-dealer position was offered:"), Kind.CHOICE, tuple(answers))]
        case Page.DESK:
            return []
        case Page.LIMITS:
            wagers: tuple[Part, ...] = (Said("the table"), *map(state.terms.game.named, state.terms.game.spots))
            now = state.terms.limit_of(_spot(menu, state))
            return [
                Ask(Said("Limits for what?"), Kind.CHOICE, wagers),
                Ask(
                    Said("Minimum in dollars (now {now}), CLEAR for the point, then Enter", now=dollars(now.low)),
                    Kind.AMOUNT,
                ),
                Ask(
                    Said("Maximum in dollars (now {now}), CLEAR for the point, then Enter", now=dollars(now.high)),
                    Kind.AMOUNT,
                ),
                *_when(menu, state),
            ]
        case Page.FEES:
            names = tuple(payer_name(payer, state.terms) for payer in state.terms.payers)
            fee = dollars(dict(state.terms.fees).get(state.terms.payers[first - 1], 0))
            return [
                Ask(Said("Fee for what?"), Kind.CHOICE, names),
                Ask(
                    Said("Fee in dollars (now {now}), 0 for none, CLEAR for the point, then Enter", now=fee),
                    Kind.AMOUNT,
                ),
                *_when(menu, state),
            ]
        case Page.PLANS:
            return _waiting(menu, state)
        case Page.TIMER:
            seconds = state.terms.timer_seconds
            asked = Said("Seconds to bet (now {now}), or 0 for no timer, then Enter", now=seconds)
            sets = Said("Timer: {seconds} s. Set it?", seconds=first) if first else Said("No timer: is that right?")
            return [Ask(asked, Kind.NUMBER), Ask(sets, Kind.YES)]
        case Page.LANGUAGE:
            languages = tuple(listed(LANGUAGES[language] for language in spoken) for spoken in SPOKEN)
            shown = Ask(Said("Show the board in {languages}?", languages=languages[first - 1]), Kind.YES)
            return [Ask(Said("Language of the board?"), Kind.CHOICE, languages), shown]
        case Page.TABLE:
            closes = [Ask(Said("Close the table?"), Kind.YES)] if first == 2 else []
            return [Ask(_WHAT, Kind.CHOICE, (Said("open the table"), Said("close the table"))), *closes]
        case Page.DEALER:
            own = state.staff.dealer_check_of(first) if not menu.supervisor else None
            pin_of = [Ask(Said("Dealer {number}: PIN, then Enter", number=first), Kind.PIN)] if own else []
            on = Said("Dealer {number} on duty?", number=first) if first else Said("Nobody on duty?")
            sure = [] if menu.supervisor or own else [Ask(on, Kind.YES)]
            return [Ask(Said("Dealer's number, or 0 for nobody, then Enter"), Kind.NUMBER), *pin_of, *sure]
        case Page.PINS:
            number = Ask(
                Said("Dealer's number, then Enter" if first > 3 else "Supervisor's number, then Enter"),
                Kind.NUMBER,
            )
            least = state.terms.pack.pin_digits
            pin = Ask(Said("New PIN: {least} to 8 digits, then Enter", least=least), Kind.PIN)
            gone = Ask(Said("Remove supervisor {number}?", number=menu.number(1)), Kind.YES)
            anew = [number, pin, _AGAIN]
            then = {1: [pin, _AGAIN], 2: anew, 3: [number, gone], 4: anew, 5: [number]}
            return [Ask(_WHAT, Kind.CHOICE, OF_PINS), *then.get(first, [])]
        case Page.CONFIRM:
            assert menu.pending is not None  # nothing else leads here
            if _two_winners(menu.pending, state):
                return [Ask(Said("{why}. Who wins?", why=BOTH_WIN), Kind.CHOICE, tuple(map(state.game.named, SIDES)))]
            dealt = Said(
                "Player {player}, Banker {banker}: {hand}. Record it as dealt?",
                player=" ".join(menu.pending.player),
                banker=" ".join(menu.pending.banker),
                hand=state.game.describe(menu.pending),
            )
            return [Ask(dealt, Kind.YES)]
        case Page.UNIT:
            return [Ask(Said("Unit health, or:"), Kind.CHOICE, tuple(page.value for page in _of_unit(state)))]
        case Page.COPY:
            return [Ask(Said("{what}: is it right?", what=to_confirm(state.unconfirmed)), Kind.YES)]
        case Page.SOFTWARE:
            other = Said(
                "Approval {approval}. Now {what}. Take hands with it?",
                approval=Phrase(state.software.approval),
                what=state.software.waits,
            )
            return [Ask(other, Kind.YES)]
        case Page.STICK:
            return _exporting(menu, Said("which days?"), _days_to_choose)
        case Page.INCIDENT:
            return _exporting(menu, Said("when was the malfunction?"), lambda _: TIMES)
        case _:
            assert_never(menu.page)


WHEN = (Said("now"), Said("from the next shoe"), Said("at a time of day"))
AT_TIME = 3  # the choice that asks for one
_ASKED = {Page.LIMITS: 3, Page.FEES: 2}  # what is asked before it


def _when(menu: Menu, state: TableState) -> list[Ask]:
    """From when a change holds, and whether it is right."""
    asked = _ASKED[menu.page]
    when, what = menu.number(asked), _change(menu, state).said(state.terms)
    holds = Said("{what}. Set it?", what=what)
    if when == AT_TIME:
        time = clock_time(_hour(menu.number(asked + 1)))
        holds = Said("{what}, at the next {time}. Set it?", what=what, time=time)
    elif when:
        holds = Said("{what}, {when}. Set it?", what=what, when=WHEN[when - 1])
    at = [Ask(Said("Hour and minute such as 1800 for 6:00 PM, then Enter"), Kind.NUMBER)] if when == AT_TIME else []
    return [Ask(Said("From when?"), Kind.CHOICE, WHEN), *at, Ask(holds, Kind.YES)]


def _change(menu: Menu, state: TableState) -> Change:
    if menu.page is Page.FEES:
        return Change(FEE, state.terms.payers[menu.number(0) - 1], menu.number(1))
    return Change(LIMIT, _spot(menu, state), menu.number(1), menu.number(2))


def _spot(menu: Menu, state: TableState) -> str:
    """Whose limit it is; "" is the table's."""
    return ("", "", *state.terms.game.spots)[menu.number(0)]


def _from_when(menu: Menu) -> str:
    """What was answered: NOW, SHOE, or an hour and minute, which `unfit` has looked at."""
    when, *figures = menu.numbers[_ASKED[menu.page] :]
    return _hour(figures[0]) if when == AT_TIME else (NOW, SHOE)[when - 1]


def _hour(figures: int) -> str:
    return f"{figures // 100:02}:{figures % 100:02}"


def _unfit_time(menu: Menu) -> c.Refusal | None:
    """Why a time of day that was typed is none."""
    when, *figures = menu.numbers[_ASKED[menu.page] :] or [0]
    if when != AT_TIME or not figures or (figures[0] < 2400 and figures[0] % 100 < 60):
        return None
    return c.Refusal("{figures} is not a time of day: 0000 to 2359", figures=f"{figures[0]:04}")


def _waiting(menu: Menu, state: TableState) -> list[Ask]:
    """The changes that wait, of which one can be dropped."""
    waits = tuple(Said("{what}", what=All(tuple(plan.said(state.terms)), "; ")) for plan in state.plans[:FIGURES])
    which = waits[menu.number(0) - 1] if menu.answers else Said()
    return [
        Ask(Said("Cancel which change?"), Kind.CHOICE, waits),
        Ask(Said("Cancel it: {what}?", what=which), Kind.YES),
    ]


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
    """The choices on the page of the unit."""
    waits = {Page.COPY: state.unconfirmed, Page.SOFTWARE: state.software.waits}
    return (*TO_STICK, *(page for page, what in waits.items() if what))


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
        return Ask(Said("Undo shoe {now} and continue shoe {before}?", now=now, before=before), Kind.YES)
    joined = Said(
        "Add the {count:hand|hands} of shoe {now} to the end of shoe {before}, and continue that one?",
        count=hands,
        now=now,
        before=before,
    )
    return Ask(joined, Kind.YES)


ONE_DAY, FROM_TO = 4, 5  # choices that ask for days


HOURS = (1, 4, 24)
# The last two are those of an export, at the same figures.
TIMES = (
    *(Said("the last {hours:hour|hours}", hours=hours) for hours in HOURS),
    Said("one day, by date"),
    Said("a range of days"),
)


def _days_to_choose(today: date) -> tuple[Said, ...]:
    return (
        Said("today, {day}", day=day_said(today)),
        Said("yesterday, {day}", day=day_said(today - timedelta(days=1))),
        Said("7 days, from {day}", day=day_said(today - timedelta(days=6))),
        Said("one day, by date"),
        Said("a range of days"),
    )


def _exporting(menu: Menu, which: Said, days: Callable[[date], tuple[Said, ...]]) -> list[Ask]:
    """The questions of an export; none while there is nothing to write to, or while one is under way or just ended."""
    sticks = menu.sticks
    if sticks is None or sticks.job or not sticks.usable:
        return []
    asks = _which_stick(sticks)
    name = sticks.usable[menu.number(0) - 1 if asks and menu.answers else 0].name
    today = sticks.today
    asks.append(Ask(Said("{stick}: {question}", stick=name, question=which), Kind.CHOICE, days(today)))
    days_chosen, date = menu.number(len(asks) - 1), f"{today:%Y%m%d}"
    if days_chosen == ONE_DAY:
        asks.append(Ask(Said("Which day? Year, month, day such as {date}, then Enter", date=date), Kind.NUMBER))
    elif days_chosen == FROM_TO:
        asks.append(Ask(Said("First day? Year, month, day such as {date}, then Enter", date=date), Kind.NUMBER))
        asks.append(Ask(Said("Last day? Year, month, day, then Enter"), Kind.NUMBER))
    return asks


def _which_stick(sticks: Sticks) -> list[Ask]:
    """Asked only where there are several."""
    names = tuple(stick.name for stick in sticks.usable[:9])
    return [Ask(Said("Which stick?"), Kind.CHOICE, names)] if len(names) > 1 else []


def _export(menu: Menu, by: str) -> c.Command | c.Refusal:
    assert menu.sticks is not None  # there was something to ask
    sticks, answers = menu.sticks, menu.numbers
    stick = sticks.usable[answers.pop(0) - 1 if _which_stick(sticks) else 0]
    what = e.INCIDENT if menu.page is Page.INCIDENT else ""
    if what and answers[0] <= len(HOURS):
        return c.Export(e.ExportAsked(stick.name, stick.id, "", "", by, what, HOURS[answers[0] - 1]))
    since, until = _days(sticks.today, answers)
    return c.Export(e.ExportAsked(stick.name, stick.id, since.isoformat(), until.isoformat(), by, what))


def _days(today: date, answers: list[int]) -> tuple[date, date]:
    """The first and the last day that are meant. Typed ones have been looked at by `unfit`."""
    which, *typed = answers
    if typed:
        days = [day for figures in typed if (day := day_of(figures))]
        return days[0], days[-1]
    back, last = ((0, 0), (1, 1), (6, 0))[which - 1]
    return today - timedelta(days=back), today - timedelta(days=last)


def _unfit_day(menu: Menu, sticks: Sticks) -> c.Refusal | None:
    """Why a day that was typed cannot be."""
    which, *typed = menu.numbers[len(_which_stick(sticks)) :] or [0]
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
    if menu.page in TO_STICK and menu.sticks:
        return _unfit_day(menu, menu.sticks)
    if menu.page in _ASKED:
        return _unfit_time(menu)
    page = CHOICES[menu.number(0) - 1] if menu.page is Page.MAIN else None
    if page is Page.PLANS and not state.plans:
        return c.Refusal("no changes are pending")
    if page is Page.FEES and not state.terms.pack.fees:
        return c.Refusal("no fees may be collected here ({rule})", rule=state.terms.pack.source(What.FEES))
    return None


def game_of(menu: Menu | None, state: TableState) -> Game:
    """The game whose marks are typed: that of the shoe on the desk, or else what is dealt."""
    return shoe_at(menu.desk, state).game if menu and menu.desk else state.game


def shown(menu: Menu, ask: Ask) -> range:
    """Which of the choices have a figure now."""
    turns = -(-len(ask.choices) // FIGURES)
    first = menu.turn % turns * FIGURES
    return range(first, min(first + FIGURES, len(ask.choices)))


def complete(menu: Menu, state: TableState, scramble: Scramble) -> Made:
    """What all answers of a page make."""
    first, second, terms = menu.number(0), menu.number(1), state.terms
    by = c.supervisor(menu.supervisor)
    match menu.page:
        case Page.MAIN:
            return _turned(CHOICES[first - 1], menu, state)
        case Page.DOOR:
            return Menu(door(state)[first - 1], stray=menu.stray)
        case Page.SHOE:
            return c.NewShoe()
        case Page.UNDO:
            return c.UndoShoe(by if menu.supervisor else c.DEALER)
        case Page.POSITION:
            return c.AnswerOffer(ANSWERS[first - 1])
        case Page.JOIN:
            return c.JoinShoes(by, str(BY_MISTAKE))
        case Page.SIGN_IN:
            return c.SignIn(first, scramble(first, str(menu.answers[1])))
        case Page.FIRST_PIN:
            return _pin(1, menu.answers, scramble, c.FIRST_START, terms.pack)
        case Page.LIMITS | Page.FEES:
            return c.ChangeTerms(_change(menu, state), _from_when(menu), by)
        case Page.PLANS:
            return c.DropChange(state.plans[first - 1].number, by)
        case Page.TIMER:
            if first > 300:
                return c.Refusal("{seconds} s is too long: 0 to 300", seconds=first)
            return c.SetTerms(replace(terms, timer_seconds=first), by)
        case Page.LANGUAGE:
            return c.SetTerms(replace(terms, languages=SPOKEN[first - 1]), by)
        case Page.TABLE:
            return c.OpenTable(by) if first == 1 else c.CloseTable(by)
        case Page.DEALER:
            if menu.supervisor:
                return c.SetDealer(first, by)
            pin = menu.answers[1]
            return c.SignOn(first, scramble(-first, pin) if isinstance(pin, str) else "")
        case Page.UNIT:
            return Menu(_of_unit(state)[first - 1], menu.supervisor)
        case Page.COPY:
            return c.ConfirmCopy(by)
        case Page.SOFTWARE:
            return c.ConfirmSoftware(by)
        case Page.STICK | Page.INCIDENT:
            return _export(menu, by)
        case Page.PINS:
            if first == 3:
                return c.RemovePin(second, by)
            if first == 5:
                return c.SetDealerPin(second, "", by)
            if first == 4:
                return _dealer_pin(second, menu.answers[-2:], scramble, by, terms.pack)
            if first == 2 and state.staff.check_of(second):
                return c.Refusal(
                    "supervisor {supervisor} already has a PIN, and only they can change it", supervisor=second
                )
            return _pin(menu.supervisor if first == 1 else second, menu.answers[-2:], scramble, by, terms.pack)
        case _:
            assert menu.pending is not None  # Page.CONFIRM
            if _two_winners(menu.pending, state):
                winner = (Outcome.PLAYER, Outcome.BANKER)[first - 1]
                return c.RecordHand(decided(menu.pending, winner, state.game), by, CONTESTED)
            return c.RecordHand(menu.pending, by)


def _two_winners(hand: Hand, state: TableState) -> bool:
    return state.terms.pack.natural_ends is None and contested(hand)


def _turned(page: Page, menu: Menu, state: TableState) -> Menu | c.Refusal:
    """A page that a supervisor chose."""
    if page is not Page.DESK:
        return Menu(page, menu.supervisor)
    desk = desk_of(state)
    return desk if isinstance(desk, c.Refusal) else Menu(page, menu.supervisor, desk=desk)


def _pin(supervisor: int, typed: tuple[Reply, ...], scramble: Scramble, by: str, pack: Pack) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed, pack):
        return wrong
    if not supervisor:
        return c.Refusal("a supervisor's number is 1 or more")
    return c.SetPin(supervisor, scramble(supervisor, str(typed[0])), by)


def _dealer_pin(
    dealer: int, typed: tuple[Reply, ...], scramble: Scramble, by: str, pack: Pack
) -> c.Command | c.Refusal:
    if wrong := _unfit_pin(typed, pack):
        return wrong
    if not dealer:
        return c.Refusal("a dealer's number is 1 or more")
    return c.SetDealerPin(dealer, scramble(-dealer, str(typed[0])), by)


def _unfit_pin(typed: tuple[Reply, ...], pack: Pack) -> c.Refusal | None:
    pin, again = str(typed[0]), str(typed[1])
    if not pack.pin_digits <= len(pin) <= 8:
        return c.Refusal("a PIN has {least} to 8 digits", least=pack.pin_digits)
    if _tried_first(pin):
        return c.Refusal("that PIN is too easy to guess: no repeated digits, and none that count up or down")
    return None if pin == again else c.Refusal("the two PINs do not match: nothing was changed")


def _tried_first(pin: str) -> bool:
    """0000, 121212, 123123, 3456, 9876, 8901: what whoever finds a keypad tries before anything else."""
    over = any(pin == (pin[:part] * len(pin))[: len(pin)] for part in range(1, len(pin) // 2 + 1))
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    return over or steps in ({1}, {9})
