"""Views to look at: boards in the states that a room sees."""

from dataclasses import replace
from datetime import date
from random import Random

from eztrak.display.board import Fault, Look, View
from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.notation import parse
from eztrak.keypad.demo import shoe
from eztrak.table.entry import Entry, Question, Tone
from eztrak.table.events import Moment
from eztrak.table.pages import Menu, Page
from eztrak.table.round import NANO, Phase, Timer
from eztrak.table.state import Shoe, TableState
from eztrak.table.sticks import Job, Stick, Sticks
from eztrak.table.terms import Limit, Terms

LOOK = Look(room="Evergreen Cardroom", rules=("rule_two_cards",))
BONUS = Limit(500, 5000)
TERMS = Terms(
    limit=Limit(1000, 30000),
    wager_limits=(("tie", Limit(500, 10000)), ("dragon7", BONUS), ("panda8", BONUS)),
    timer_seconds=20,
)
SEAL = "7K3M-Q2ZD-9FXA"


def dealt(number: int, notation: str, game: Game | None = None) -> Shoe:
    game = game or first_game()
    hands = parse(notation, game)
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1)), game=game)


def shuffled(number: int, seed: int, hands: int = 90, game: Game | None = None) -> Shoe:
    game = game or first_game()
    found = list(shoe(Random(seed), game))[:hands]
    return Shoe(number, tuple(replace(hand, number=i) for i, hand in enumerate(found, 1)), game=game)


EMPTY = View(TableState("Table 7", TERMS))
PLAYED = View(TableState("Table 7", TERMS, shuffled(12, 199, 62), shuffled(11, 163)), seal=SEAL)
OPEN_BETS = replace(PLAYED, state=replace(PLAYED.state, timer=Timer(Phase.OPEN, 20, 13 * NANO)))
CLOSED_BETS = replace(PLAYED, state=replace(PLAYED.state, timer=Timer(Phase.CLOSED, 20, 0)))
TYPING = replace(PLAYED, entry=Entry(frozenset({"banker", "natural"})))
IMPOSSIBLE = replace(PLAYED, entry=Entry(frozenset({"player", "dragon7", "natural"})))
ASKING = replace(PLAYED, entry=Entry(question=Question.TAKE_BACK))
REFUSED = replace(PLAYED, entry=Entry(frozenset({"tie"}), message="not stored: disk full", tone=Tone.REFUSED))
SAVING = replace(TYPING, saving=True)
NOTICE = replace(PLAYED, notice="config refused, the old one stays in force: limits.max = 900: over the highest wager")
STREAKS = dealt(3, "B" * 15 + "P" * 14 + "BP" * 20 + "T" * 3)
LONG = View(TableState("Table 7", TERMS, STREAKS, shuffled(2, 9)), seal=SEAL)
TIES = View(TableState("Table 7", TERMS, dealt(3, "T T T")))
RICH = View(
    TableState(
        "High limit 2",
        Terms(limit=Limit(50000, 2500000), fees=(("player", 100), ("banker", 100), ("player_dealer", 200))),
        shuffled(120, 7, 71),
        shuffled(119, 8),
    ),
    seal=SEAL,
)


def flashing(notation: str) -> View:
    state = TableState("Table 7", TERMS, dealt(12, "B P P T B Bn P " + notation), shuffled(11, 4))
    return View(replace(state, last_hand=Moment("", 0, "")), seal=SEAL, mono=NANO)


FAULT = Fault(
    "The record of this table cannot be written: the disk is full.",
    "/var/lib/eztrak/eztrak.db on the unit under Table 7",
    "Hands are not taken until there is room again. The board tries every five seconds and goes on by itself.",
)
ENDED = View(
    TableState("Table 7", TERMS, Shoe(13), shuffled(12, 5), shoe_end=Moment("", 0, "")), seal=SEAL, mono=5 * NANO
)
CLOSED = replace(PLAYED, state=replace(PLAYED.state, terms=replace(TERMS, open=False)))
CALIFORNIA = replace(
    PLAYED,
    state=replace(
        PLAYED.state,
        terms=replace(
            TERMS,
            fees=(("player", 100), ("banker", 100), ("player_dealer", 200)),
            wager_limits=tuple((spot, Limit(500, 10000)) for spot in TERMS.game.spots),
        ),
    ),
)

RED = Stick("sda1@7", "SanDisk Ultra, 30.8 GB, FAT32, “EVERGREEN”")
BLUE = Stick("sdb1@8", "Kingston DataTraveler, 62 GB, exFAT")
FOREIGN = Stick("sdc@9", "Flash Disk, 8.05 GB, ext4", "the stick is formatted as ext4: use FAT or exFAT")
MONDAY = date(2026, 11, 16)


def with_sticks(sticks: Sticks) -> View:
    return replace(PLAYED, entry=Entry(menu=Menu(Page.STICK, 1, sticks=sticks)))


VIEWS = {
    "empty": EMPTY,
    "played": PLAYED,
    "open-bets": OPEN_BETS,
    "closed-bets": CLOSED_BETS,
    "typing": TYPING,
    "impossible": IMPOSSIBLE,
    "asking": ASKING,
    "refused": REFUSED,
    "saving": SAVING,
    "notice": NOTICE,
    "long": LONG,
    "ties": TIES,
    "rich": RICH,
    "last-seconds": replace(PLAYED, state=replace(PLAYED.state, timer=Timer(Phase.OPEN, 20, 4 * NANO))),
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
    "stick-writing": with_sticks(Sticks(MONDAY, job=Job(RED.name, "writing", 0.43))),
    "stick-safe": with_sticks(
        Sticks(MONDAY, job=Job(RED.name, "everything is in the folder eztrak-Table-7-2026-11-16", ended=True))
    ),
    "stick-pulled-out": with_sticks(
        Sticks(
            MONDAY,
            job=Job(
                RED.name, "the stick was pulled out, is damaged, or does not answer any more", ended=True, well=False
            ),
        )
    ),
}
