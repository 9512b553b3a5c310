"""Views to look at: boards in the states that a room sees."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from eztrak.display.board import Fault, Look, View
from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.notation import parse
from eztrak.keypad.demo import shoe
from eztrak.table.desk import Act, Desk
from eztrak.table.digits import Way
from eztrak.table.events import HandChanged, HandRecorded, HandVoided, Moment
from eztrak.table.pack import Pack
from eztrak.table.pages import Menu, Page
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.shoe import Shoe
from eztrak.table.staff import Staff
from eztrak.table.state import TableState
from eztrak.table.sticks import Job, Stick, Sticks
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.table.typed import Entry, EntryRules, Question, Tone, Typed
from eztrak.voice.said import All, Said

LOOK = Look(room="Evergreen Cardroom")
BONUS = Limit(500, 5000)
TERMS = Terms(
    pack=Pack(natural_ends=True),
    limit=Limit(1000, 30000),
    wager_limits=(("tie", Limit(500, 10000)), ("dragon7", BONUS), ("panda8", BONUS)),
    timer_seconds=20,
)
FEES = (("bet", 100), ("player_dealer", 200))
SEAL, CODE = "7K3M-Q2ZD-9FXA-31RS-8TWE", "MWQN-M3KD-GWX9"
EARLIER = "D4RA-WQMN-08XZ-5TBV-2KHC"


def dealt(number: int, notation: str, game: Game | None = None) -> Shoe:
    game = game or first_game()
    hands = parse(notation, game)
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1)), game=game)


def shuffled(number: int, seed: int, hands: int = 90, game: Game | None = None) -> Shoe:
    game = game or first_game()
    found = list(shoe(Random(seed), game))[:hands]
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(found, 1)), game=game)


EMPTY = View(TableState("Table 7", TERMS))
PLAYED = View(TableState("Table 7", TERMS, shuffled(12, 199, 62), shuffled(11, 163)), seal=SEAL, code=CODE)


def timed(phase: Phase, ago: float) -> View:
    """The round in a phase for so many seconds."""
    return replace(PLAYED, state=replace(PLAYED.state, round=Round(phase, -round(ago * NANO), 20, timed=True)))


def typed(*winner: str, marks: tuple[str, ...] = (), view: View = PLAYED, **more: Any) -> View:
    return replace(view, entry=Entry(Typed(marks, winner), **more))


OPEN_BETS = timed(Phase.OPEN, 7)
CLOSED_BETS = timed(Phase.CLOSED, 0)
DUE = timed(Phase.CLOSED, 90)
TYPING = typed("banker", marks=("natural",))
IMPOSSIBLE = typed("player", "dragon7", marks=("natural",))
REFUSED = typed("tie", message=Said("not stored: {fault}", fault=Said("database or disk is full")), tone=Tone.REFUSED)
LEFT = replace(PLAYED, entry=Entry(left=(Typed(("natural",), ("banker",)),)))
SAVING = replace(TYPING, saving=True)
REFUSED_CONFIG = Said(
    "config refused, the old one stays in force: {fault}", fault="limits.max = 900: over the highest wager"
)
NOTICE = replace(PLAYED, notices=(REFUSED_CONFIG,))
STREAKS = dealt(3, "B" * 15 + "P" * 14 + "BP" * 20 + "T" * 3)
LONG = View(TableState("Table 7", TERMS, STREAKS, shuffled(2, 9)), seal=SEAL)
TIES = View(TableState("Table 7", TERMS, dealt(3, "T T T")))
RICH = View(
    TableState(
        "High limit 2",
        Terms(limit=Limit(50000, 2500000), schedule=(FeeRow(None, FEES),)),
        shuffled(120, 7, 71),
        shuffled(119, 8),
    ),
    seal=SEAL,
    earlier=(EARLIER, EARLIER),
    code=CODE,
)


def spoken(view: View, languages: tuple[str, ...]) -> View:
    """The same in other languages of the room."""
    return replace(view, state=replace(view.state, terms=replace(view.state.terms, languages=languages)))


def flashing(notation: str) -> View:
    state = TableState("Table 7", TERMS, dealt(12, "B P P T B Bn P " + notation), shuffled(11, 4))
    return View(replace(state, last_hand=Moment("", 0, "")), seal=SEAL, code=CODE, mono=NANO)


FAULT = Fault(
    Said("The history cannot be opened: {fault}", fault=Said("it cannot be read: {fault}", fault="Input/output error")),
    All(("/var/lib/eztrak/eztrak.db",)),
    Said("The board tries again every few seconds and continues on its own."),
)
ENDED = View(
    TableState("Table 7", TERMS, Shoe(13), shuffled(12, 5), shoe_end=Moment("", 0, "")),
    seal=SEAL,
    code=CODE,
    mono=5 * NANO,
)
CLOSED = replace(PLAYED, state=replace(PLAYED.state, terms=replace(TERMS, open=False)))
CALIFORNIA = replace(
    PLAYED,
    state=replace(
        PLAYED.state,
        terms=replace(
            TERMS,
            schedule=(FeeRow(None, FEES),),
            wager_limits=tuple((spot, Limit(500, 10000)) for spot in TERMS.game.spots),
        ),
    ),
)

RED = Stick("sda1@7", "SanDisk Ultra, 30.8 GB, FAT32, “EVERGREEN”")
BLUE = Stick("sdb1@8", "Kingston DataTraveler, 62 GB, exFAT")
FOREIGN = Stick(
    "sdc@9", "Flash Disk, 8.05 GB, ext4", Said("the stick is formatted as {format}: use FAT or exFAT", format="ext4")
)
MONDAY = date(2026, 11, 16)


def with_sticks(sticks: Sticks) -> View:
    return replace(PLAYED, entry=Entry(menu=Menu(Page.STICK, 1, sticks=sticks)))


def recorded(shoe: Shoe, voided: frozenset[int] = frozenset(), changed: frozenset[int] = frozenset()) -> Shoe:
    """A shoe with its log: some hands were voided, some changed, and the last of these twice before that."""
    began = datetime(2026, 1, 1, 18, 2, tzinfo=UTC)
    log = []
    for place, hand in enumerate(shoe.hands):

        def at(seconds: int, place: int = place) -> Moment:
            return Moment((began + timedelta(seconds=47 * place + seconds)).isoformat().replace("+00:00", "Z"), 0, "")

        log.append((at(0), HandRecorded(shoe.number, hand, 14)))
        if hand.number in changed:
            was, by = replace(parse("T", shoe.game)[0], number=hand.number), "supervisor 1"
            log.append((at(20), HandChanged(shoe.number, hand, was, "dealer", "taken back")))
            log.append((at(95), HandChanged(shoe.number, was, hand, by, "wrong key pressed")))
            log.append((at(240), HandChanged(shoe.number, hand, was, by, "floor decision")))
        if hand.number in voided:
            log.append((at(300), HandVoided(shoe.number, hand, "supervisor 1", "misdeal")))
    hands = tuple(replace(hand, voided=hand.number in voided) for hand in shoe.hands)
    return replace(shoe, hands=hands, log=tuple(log))


STORIED = recorded(shuffled(12, 199, 62), frozenset({9, 33, 50}), frozenset({20, 33, 47}))

LOGGED = replace(PLAYED, state=replace(PLAYED.state, shoe=STORIED))


def on_desk(shoe: Shoe, hand: int, **more: Any) -> View:
    desk = Desk(shoe.number, hand, **more)
    state = replace(PLAYED.state, shoe=shoe, staff=Staff(dealer=14))
    return replace(PLAYED, state=state, entry=Entry(menu=Menu(Page.DESK, 1, desk=desk)))


def in_menu(page: Page, view: View = PLAYED, **more: Any) -> View:
    return replace(view, entry=Entry(menu=Menu(page, **more)))


def by_digits(way: Way, *digits: int | None, **more: Any) -> View:
    return replace(PLAYED, entry=Entry(Typed(digits=digits), **more), rules=EntryRules(way))


MANY_HANDS = recorded(
    Shoe(12, tuple(replace(hand, number=i) for i, hand in enumerate((shuffled(12, 199, 62).hands * 2)[:104], 1)))
)
FRESH = replace(PLAYED, state=replace(PLAYED.state, shoe=Shoe(13), staff=Staff(dealer=14)))

VIEWS = {
    "empty": EMPTY,
    "played": PLAYED,
    "open-bets": OPEN_BETS,
    "closed-bets": CLOSED_BETS,
    "typing": TYPING,
    "impossible": IMPOSSIBLE,
    "asking": replace(LOGGED, entry=Entry(question=Question.TAKE_BACK)),
    "refused": REFUSED,
    "saving": SAVING,
    "notice": NOTICE,
    "long": LONG,
    "ties": TIES,
    "rich": RICH,
    "last-seconds": timed(Phase.OPEN, 16),
    "five-limits": CALIFORNIA,
    "shoe-end": ENDED,
    "table-closed": CLOSED,
    "info": replace(PLAYED, entry=Entry(info=True)),
    "fault": replace(PLAYED, fault=FAULT),
    "flash-banker": flashing("B"),
    "flash-natural-tie": flashing("Tn"),
    "flash-dragon": flashing("B7"),
    "flash-panda-free": flashing("P8f"),
    "sticks": with_sticks(Sticks(MONDAY, (RED, BLUE, FOREIGN))),
    "stick-days": with_sticks(Sticks(MONDAY, (RED,))),
    "stick-writing": with_sticks(Sticks(MONDAY, job=Job(RED.name, Said("writing"), 0.43))),
    "stick-safe": with_sticks(
        Sticks(
            MONDAY,
            job=Job(
                RED.name,
                Said(
                    "everything is in the folder {folder} and was checked",
                    folder="eztrak-Table-7-2026-11-16",
                ),
                ended=True,
            ),
        )
    ),
    "stick-pulled-out": with_sticks(
        Sticks(
            MONDAY,
            job=Job(
                RED.name,
                Said("the stick was pulled out, is damaged, or does not answer any more"),
                ended=True,
                well=False,
            ),
        )
    ),
    "due": DUE,
    "due-typed": typed("banker", view=DUE),
    "left": LEFT,
    "left-again": typed("player", view=LEFT, left=LEFT.entry.left),
    "left-asked": typed("player", view=LEFT, left=LEFT.entry.left, question=Question.LEFT),
    "again": typed("player", view=LEFT, question=Question.AGAIN),
    "half": typed("player", view=LOGGED, question=Question.CHANGE, half=True),
    "missed": replace(CLOSED_BETS, entry=Entry(question=Question.MISSED)),
    "totals": by_digits(Way.TOTALS, 4, 7),
    "cards": by_digits(Way.CARDS, 4, 7, 0, 3, 9),
    "no-card": by_digits(Way.CARDS, 1, 7, 1, 0, question=Question.NO_CARD),
    "door": in_menu(Page.DOOR, FRESH),
    "main": in_menu(Page.MAIN, supervisor=1),
    "new-shoe": in_menu(Page.SHOE),
    "new-shoe-half": in_menu(Page.SHOE, half=True),
    "join": in_menu(Page.JOIN, supervisor=1),
    "desk": on_desk(STORIED, 62),
    "desk-story": on_desk(STORIED, 33),
    "desk-empty": on_desk(Shoe(12), 0),
    "desk-one": on_desk(recorded(shuffled(12, 199, 1)), 1),
    "desk-full": on_desk(MANY_HANDS, 104),
    "desk-void": on_desk(STORIED, 61, act=Act.VOID),
    "desk-change": on_desk(STORIED, 20, act=Act.CHANGE, toggles=frozenset({"banker", "dragon7"})),
    "desk-reason": on_desk(STORIED, 20, act=Act.CHANGE, result=parse("B7", first_game())[0]),
    "desk-insert": on_desk(STORIED, 0, act=Act.INSERT),
    "desk-move": on_desk(STORIED, 3, act=Act.MOVE),
}
