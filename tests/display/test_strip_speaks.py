"""Whatever the strip says to a dealer or a supervisor, it says in the language of the room: tried at a real table."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from random import Random
from typing import Any

import pytest
from games import UNSEEN, read, shipped
from talk import CAPS, TERMS, Table

from eztrak.display.sentences import sentence
from eztrak.display.words import ENGLISH, LANGUAGES, translations
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table.digits import Way
from eztrak.table.entry import resumed
from eztrak.table.state import TableState
from eztrak.table.sticks import Stick, Sticks
from eztrak.table.strip import complaints
from eztrak.table.typed import EntryRules, Question

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PERFECT = read('wagers = ["player", "banker-5", "tie", "player-pair", "banker-pair", "perfect-pair"]')
# What stays as it is in any language: caps, names of a game or a house, a stick, and days.
AS_IT_IS = re.compile(
    r"Enter|NumLock|Backspace|PIN|USB|MENU|washington|SanDisk|[A-Z]\w+day \d+ \w+( \d+)?|GB|Lucky Crane|Heron|Crane"
)


@dataclass
class Heard(Table):
    """A table at which everything on the strip is written down, with the game that it was about."""

    heard: dict[str, Game] = field(default_factory=dict)
    asked: set[Question] = field(default_factory=set)

    def press(self, *keys: str, ago: float = 0) -> "Heard":
        for key in keys:
            super().press(key, ago=ago)
            self.listen()
        return self

    def listen(self) -> "Heard":
        wrong = complaints(self.entry, self.state, self.rules) if self.entry.menu is None else []
        for text in (self.says, self.asks if self.entry.menu is None else "", "; ".join(wrong)):
            if text:
                self.heard.setdefault(text, self.state.game)
        if self.entry.question:
            self.asked.add(self.entry.question)
        return self

    def refuses(self, command: c.Command) -> None:
        refusal = self.give(command)
        assert refusal is not None
        self.heard.setdefault(refusal.reason, self.state.game)


def at(way: Way = Way.RESULTS, game: Game | None = None, **terms: Any) -> Heard:
    changed = replace(TERMS, **({"game": game} if game else {}), **terms)
    return Heard(TableState(table="Table 1", terms=changed), rules=EntryRules(way=way))


def results() -> Iterator[Heard]:
    """Every question of a table at which results are typed, and what can be said against them."""
    table = at()
    yield table
    table.press("Enter", "Backspace", "natural", "Enter", "clear", "take_back", "6")
    table.press("banker", "natural").press("clear", "new_shoe").wait(20)
    table.listen().press("banker", "Enter", "Enter").press("player", "Enter").yes().wait(60)  # AGAIN
    table.press("timer", "banker", "Enter").yes().wait(60)  # EARLY
    table.press("timer", "timer", "timer").yes().press("timer").wait(60)  # MISSED
    table.press("banker", "Enter").wait(60)
    table.press("natural", "banker").wait(11)
    table.listen().press("timer", "menu", "tie", "Enter").yes().wait(60)  # LEFT
    table.press("tie").wait(11)
    table.press("clear").wait(3600)
    table.press("tie", "Enter").yes().wait(60)  # SAME_SHOE
    table.press("free", "panda8", "take_back").yes().press("take_back").yes().press("take_back")  # CHANGE, TAKE_BACK
    table.press("banker", "timer").press("clear").wait(60)
    table.press("new_shoe").wait(11)
    table.listen().press("new_shoe").yes().press("menu", "0", "NumLock").yes()
    table.entry = resumed(table.hands("B").state, table.mono)
    table.listen().hands("B" * 91).press("banker", "Enter")
    full = at().hands("P" * 104)
    assert isinstance(full, Heard)
    yield full.press("player", "Enter")
    yield at(timer_seconds=0).press("timer")
    own = at(game=read(UNSEEN))
    own.more_toggles = {"heron": "6"}
    yield own.press("heron", "banker", "Enter")
    closed = at(open=False)
    yield closed.press("banker", "Enter", "timer", "clear", "new_shoe", "take_back")


def digits() -> Iterator[Heard]:
    """Totals and cards, with all that they leave open."""
    for game in (shipped("ez-panda"), shipped("five-treasures"), shipped("commission-pairs"), PERFECT):
        table = at(Way.TOTALS, game)
        for first, second in ((7, 7), (5, 7), (8, 4), (0, 0)):
            for more in ("", "0", "3", "4", "8", "9", "00", "003", "000", "0031", "333", "2", "21"):
                table.press(*f"{first}{second}{more}", "Enter", "take_back", "clear", "clear", "clear").wait(60)
        yield table
        table = at(Way.CARDS, game)
        for typed in ("0", "00", "0000", "5353", "7070", "90021", "333333", "00000000", "32421", "123456"):
            table.press(*typed, "Enter", "take_back", "menu", "menu", "Enter", "take_back", "Enter", "menu", "Enter")
            table.press("clear", "clear", "clear").wait(60)
        yield table
    low = at(Way.CARDS, decks=1)
    low.press(*"707070", "clear", *"7777", "clear").press(*"0000", "clear").wait(60)
    for _ in range(4):
        low.press(*"0009", "Enter").wait(60)
    yield low.press(*"0009", "Enter")
    spent = at(Way.CARDS, decks=1).hands("B " * 12)
    assert isinstance(spent, Heard)
    yield spent.press(*"123456")


TYPED = {"E": "Enter", ".": "clear", "Y": "menu"}


def menu(keys: str, hands: str = "B P T", **terms: Any) -> Heard:
    """The main page of a supervisor, and keys: E is Enter, Y the menu key."""
    table = at(**terms).set_up()
    table.state = replace(table.state, terms=replace(table.state.terms, highest_wager=30000))
    if hands:
        table.press("clear").hands(hands).sign_in()
    assert isinstance(table, Heard)
    return table.press(*(TYPED.get(key, key) for key in keys))


def supervisors() -> Iterator[Heard]:
    """The menu: its door, its pages, and what they refuse."""
    yield at().press("menu", "menu", "9", "1", "menu", "Enter")
    table = at().press("menu", "menu", "9", "3")
    yield table
    table.type("24").type("24").press("clear", "clear", "menu", "menu", "3").type("2468").type("2469")
    table.press("clear", "clear", "clear").set_up().press("clear").sign_in(pin="9").press("1", "Enter").wait(200)
    table.listen().press("clear").sign_in().press("clear")
    for keys in (
        *("11300E10E", "1110E999E", "+", "2", "3301E", "3123456789E", "36", "42Y+YE", "51", "52YE52YE", "52YE51"),
        *("67E60E", "65E05", "047E1234E1234E057E057E", "040E1234E1234E", "021E1234E1234E", "020E1234E1234E"),
        *("031EYE", "038EYE", "022E1234E1234E032EYE", "033E12E", "8Y", "7-", "9"),
    ):
        yield menu(keys)
    yield menu("7", hands="")
    ties = ", ".join(f'"tie-{points}"' for points in range(10))
    yield menu("199E", game=read(f'wagers = ["player", "banker-5", "tie", {ties}]'))
    sticks = Sticks(date(2026, 11, 16), (Stick("a", "SanDisk 32 GB"),))
    for keys in ("41E", "420270101E", "520261110E20261101E"):
        table = menu("91")
        table.plug(sticks)
        yield table.press(*(TYPED.get(key, key) for key in keys))
    table = menu("91")
    table.plug(sticks)
    table.press("4").plug(replace(sticks, found=()))
    table.listen().plug(sticks)
    table.press("1", "+").give(c.EndExport("eztrak", "ab", ""))
    yield table.listen()
    table.give(c.NoteCopy("a copy differs"))
    table.give(c.ConfirmCopy("supervisor 1"))
    table.listen().refuses(c.ConfirmCopy("supervisor 1"))


def desks() -> Iterator[Heard]:
    """The desk and its corrections, and shoes that are undone, joined and moved."""
    for keys in (
        *("70-", "79", "7/", "7E", "72-6", "72-172-", "72*3E1", "72*1E", "72*15E", "72*71E", "72*3E172*3E1", "71+5E2"),
        *("7B", "70*"),
    ):
        yield menu("".join(keys)).press("Backspace")
    yield at().press("new_shoe", "menu", "Enter", "new_shoe", "menu", "Enter", "menu", "menu", "4", "menu", "Enter")
    by, tie = "supervisor 1", Hand(Outcome.TIE)
    table = menu("")
    table.press("clear", "new_shoe").yes().hands("B")
    for refused in (
        *(c.UndoShoe(c.DEALER), c.MoveHands(9, 1, by, ""), c.MoveHands(2, 9, by, ""), c.ChangeHand(9, 1, tie, by, "")),
        *(c.InsertHand(2, 9, tie, by, ""), c.RemovePin(9, by), c.CloseBets(by), c.OpenTable(by)),
    ):
        table.refuses(refused)
    table.give(c.VoidHand(2, 1, by, ""))
    table.refuses(c.MoveHands(2, 1, by, ""))
    table.refuses(c.VoidHand(2, 1, by, ""))
    table.press("timer").refuses(c.StartTimer())
    table.press("timer").refuses(c.StartTimer())
    table.give(c.CloseTable(by))
    table.listen().refuses(c.CloseTable(by))
    table.give(c.OpenTable(by))
    yield table.listen()
    full = at().hands("P" * 104)
    full.give(c.NewShoe())
    full.hands("B B")
    assert isinstance(full, Heard)
    full.refuses(c.JoinShoes(by, ""))
    yield full
    alone = at()
    yield alone
    alone.refuses(c.UndoShoe(c.DEALER))
    alone.hands("B").give(c.SetTerms(replace(TERMS, origin="second"), c.CONFIG))
    alone.listen().refuses(c.UndoShoe(c.DEALER))
    alone.refuses(c.MoveHands(1, 1, by, ""))


def at_random() -> Iterator[Heard]:
    """Keys as they fall, in each way of entry, with the menu open to them."""
    random = Random(8)
    caps = list(dict.fromkeys(CAPS.values())) + list("268") + ["Enter"] * 6
    for way in Way:
        table = at(way).set_up()
        assert isinstance(table, Heard)
        for _ in range(1500):
            table.press(random.choice(caps))
            if random.random() < 0.2:
                table.wait(random.choice([1, 11, 70]))
                table.listen()
            if table.entry.menu is None and random.random() < 0.02:
                table.sign_in()
        yield table


SCENES: list[Callable[[], Iterator[Heard]]] = [results, digits, supervisors, desks, at_random]


@cache
def tables(scene: Callable[[], Iterator[Heard]]) -> list[Heard]:
    return list(scene())


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene.__name__))
def test_nothing_that_the_strip_says_is_left_in_english(scene: Callable[[], Iterator[Heard]], language: str) -> None:
    heard = {text: game for table in tables(scene) for text, game in table.heard.items()}
    left = {}
    for text, game in heard.items():
        said = sentence(text, language, game)
        foreign = language != "vi" and re.search("[A-Za-z]{2,}", AS_IT_IS.sub("", said))
        if said == text or foreign:
            left[text] = said
    assert left == {}


def test_every_question_was_asked() -> None:
    asked = {question for scene in SCENES for table in tables(scene) for question in table.asked}
    assert asked == set(Question)


# Said in another place: as a part of a sentence, by the unit, or of what no keys lead to.
ELSEWHERE = {
    *(
        "free hand",
        "void",
        "{count} hand",
        "{count} hands",
        "{count} deck",
        "{count} decks",
        "{count} decks give",
        "1 deck gives",
        "the table",
        "9, or 0",
    ),
    *("no deal gives {player} to {banker}", "0 (ten, face)", "0 for no pair", "4 for a pair", "8 for a perfect pair"),
    *(
        "the result of hand {number} is due",
        "no hand can be entered now",
        "not stored: {fault}",
        "no display: {count} keys were not taken",
    ),
    *("config refused, the old one stays in force: {fault}", "the config has changed: entry cleared"),
}


def test_the_catalogues_have_only_what_was_heard_here() -> None:
    heard = {text for scene in SCENES for table in tables(scene) for text in table.heard}
    told = [text for text in translations("vi") if text not in {*ENGLISH.values(), *ELSEWHERE}]
    shapes = {text: re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))) for text in told}
    assert [text for text, shape in shapes.items() if not any(map(shape.fullmatch, heard))] == []
