"""Whatever stands on the board is said in the language of the room, and fits: tried at a real table, key by key."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache
from itertools import cycle, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from catalogues import said
from games import UNSEEN, read, shipped
from matrix import FULL, covering
from pygame import Rect
from talk import CAPS, TERMS, Table
from views import LOOK, VIEWS, spoken

from eztrak.appliance.alarms import Alarm
from eztrak.commands.arguments import setup_of
from eztrak.commands.lobby import GAMES, imagined
from eztrak.config.games import load_game
from eztrak.display.board import Fault, View, scene
from eztrak.display.lettering import width
from eztrak.display.roles import least
from eztrak.display.scene import Bar, Disc, Scene, Text
from eztrak.display.words import Words, _names
from eztrak.floor.lobby import Lobby, tiles
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.options import Money
from eztrak.supervisor.packet.screens import screens
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, LIMIT, NOW, Change
from eztrak.table.decisions import decide
from eztrak.table.digits import Way
from eztrak.table.entry import not_taken, resumed
from eztrak.table.inputs import INPUTS, WINDOW, Input
from eztrak.table.pack import Pack, Rule, What
from eztrak.table.pages import Page
from eztrak.table.software import Checked, Running
from eztrak.table.staff import Staff
from eztrak.table.state import TableState, apply
from eztrak.table.sticks import Stick, Sticks
from eztrak.table.strip import asking, complaints
from eztrak.table.terms import FeeRow
from eztrak.table.typed import EntryRules, Question
from eztrak.voice.said import LANGUAGES, PLACE, All, Said, Voice

SIZE = (1280, 720)
# All that a supervisor may have to confirm.
AT = "2026-01-01T20:00:00.000Z"
REPLACED = Said(
    "the second copy {path} was replaced: {why}. The old one is kept as {name}",
    path="/media/stick/t.db",
    why=Said("it was gone, except for its newest commits"),
    name="/media/stick/t.db.other",
)
TO_CONFIRM: list[e.ToConfirm] = [
    e.CopyTaken(4, 4, "/media/stick/t.db", Staff()),
    e.CopyTaken(4, 9, "/media/stick/t.db", Staff()),
    e.Restored("/media/stick/t.db", 40, "h", AT),
    e.Restored("/media/stick/t.db", 40, "h", AT, "/var/t.db.replaced"),
    e.Restored("/media/stick/t.db", 40, "h", AT, "/var/t.db.replaced", 60),
    e.Archived("/media/stick/t.db", 40, "h", AT, 3, Staff()),
    e.UnitKeyed("AAAA", "root", before="BBBB"),
    e.UnitKeyed("AAAA", "root", unsigned=4, last=4),
    e.UnitKeyed("AAAA", "root", unsigned=4, last=9, gone=12),
]
WALL = datetime(2026, 1, 1, 21, 41, tzinfo=UTC)
TRANSLATED = [language for language in LANGUAGES if language != "en"]
PERFECT = read('wagers = ["player", "banker-5", "tie", "player-pair", "banker-pair", "perfect-pair"]')
# What stays as it is in any language: caps, the names of a room, a table, a pack, a rule, a stick and a file, the
# clock, and seals. A line may be broken in one of them.
AS_IT_IS = re.compile(
    r"(?:[0-9]+ · )?[0-9A-Z]{4}(?:-[0-9A-Z]{4}){1,4}"
    r"|/[\w/]+\.db(\.\w+)?|lib/eztrak/table/stats\.py"
    r"|Gambling Commission 26-0417|Gambling$|^Commission 26-0417|\(WAC$|SanDisk, \d+ GB, FAT32"
    r"|\b(Enter|NumLock|Backspace|Evergreen Cardroom|Table \d|High limit 2|[Ww]ashington|WAC [-\d]+"
    r"|SanDisk \d+ GB|[AP]M"
    rf"|(?=\w*\d)[0-9A-Z]{{4}}|{'|'.join(LANGUAGES.values())})\b"
)


@dataclass
class Seen(Table):
    """A table at which every view is kept, each thing that is said and asked once."""

    seen: dict[object, View] = field(default_factory=dict)

    def press(self, *keys: str, ago: float = 0, source: Input = WINDOW) -> "Seen":
        for key in keys:
            super().press(key, ago=ago, source=source)
            self.watch()
        return self

    def watch(self) -> "Seen":
        entry, menu = self.entry, self.entry.menu
        wrong = complaints(entry, self.state, self.rules)
        # By its sentence, whatever stands in the places; one that is all places says what stands there.
        each = entry.message, asking(entry, self.state, self.rules), *wrong
        words = tuple(one.text if re.search("[a-z]", PLACE.sub("", one.text)) else str(one) for one in each)
        page: tuple[object, ...] = ()
        if menu:
            desk = menu.desk and (menu.desk.act, bool(menu.desk.toggles), bool(menu.desk.result))
            page = menu.page, menu.answers[:1], len(menu.answers), menu.turn % 2, menu.half, desk, bool(menu.sticks)
            page = *page, menu.page is Page.COPY and self.state.unconfirmed
        view = View(self.state, entry, self.rules, mono=self.mono)
        self.seen.setdefault((words, entry.question, entry.half, bool(entry.left), page), view)
        return self

    def refuses(self, command: c.Command) -> None:
        assert self.give(command) is not None
        self.watch()


def at(way: Way = Way.RESULTS, game: Game | None = None, **terms: Any) -> Seen:
    changed = replace(TERMS, **({"game": game} if game else {}), **terms)
    return Seen(TableState(table="Table 1", terms=changed), rules=EntryRules(way=way))


def results() -> Iterator[Seen]:
    """Every question of a table at which results are typed, and what can be said against them."""
    table = at()
    yield table
    table.press("Enter", "Backspace", "natural", "Enter", "clear", "take_back", "6")
    table.press("banker", "natural").press("clear", "new_shoe").wait(20)
    table.watch().press("banker", "Enter", "Enter").press("player", "Enter").yes().wait(60)  # AGAIN
    table.press("timer", "banker", "Enter").yes().wait(60)  # EARLY
    table.press("timer", "timer", "timer").yes().press("timer").wait(60)  # MISSED
    table.press("banker", "Enter").wait(60)
    table.press("natural", "banker").wait(11)
    table.watch().press("timer", "menu", "tie", "Enter").yes().wait(60)  # LEFT
    table.press("tie").wait(11)
    table.press("clear").wait(3600)
    table.press("tie", "Enter").yes().wait(60)  # SAME_SHOE
    table.press("free", "panda8", "take_back").yes().press("take_back").yes().press("take_back")  # CHANGE, TAKE_BACK
    table.press("banker", "timer").press("clear").wait(60)
    table.press("new_shoe").wait(11)
    table.watch().press("new_shoe").yes().press("menu", "0", "NumLock").yes()
    table.entry = resumed(table.hands("B").state, table.mono)
    table.watch().hands("B" * 91).press("banker", "Enter")
    full = at().hands("P" * 104)
    assert isinstance(full, Seen)
    yield full.press("player", "Enter")
    yield at(timer_seconds=0).press("timer")
    own = at(game=read(UNSEEN))
    own.more_toggles = {"heron": "6"}
    yield own.press("heron", "banker", "Enter")
    closed = at(open=False)
    yield closed.press("banker", "Enter", "timer", "clear", "new_shoe", "take_back")


def digits() -> Iterator[Seen]:
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
    assert isinstance(spent, Seen)
    yield spent.press(*"123456")


WAC = "WAC 230-15-140"
TYPED = {"E": "Enter", ".": "clear", "Y": "menu"}


def menu(keys: str, hands: str = "B P T", **terms: Any) -> Seen:
    """The main page of a supervisor, and keys: E is Enter, Y the menu key."""
    table = at(**terms).set_up()
    ceiling = replace(table.state.terms.pack, rules=(Rule(What.HIGHEST, WAC, Money(30000)),))
    table.state = replace(table.state, terms=replace(table.state.terms, pack=ceiling))
    if hands:
        table.press("clear").hands(hands).sign_in()
    assert isinstance(table, Seen)
    return table.press(*(TYPED.get(key, key) for key in keys))


def supervisors() -> Iterator[Seen]:
    """The menu: its door, its pages, and what they refuse."""
    yield at().press("menu", "menu", "9", "1", "menu", "Enter")
    table = at().press("menu", "menu", "9", "3")
    yield table
    table.type("24").type("24").press("clear", "clear", "menu", "menu", "3").type("2468").type("2469")
    table.press("clear", "clear", "clear").set_up().press("clear").sign_in(pin="9").press("1", "Enter").wait(200)
    table.watch().press("clear").sign_in().press("clear")
    for keys in (
        *(
            "11300E10E1YE",
            "1110E999E1YE",
            "112.555E",
            "1110E20E32460E1800EYE021YE02",
            "12.5E20E2YE",
            "2",
            "+",
            "2",
            "3301EYE",
            "30EYE",
            "3123456789E",
            "36",
            "42Y+YE",
            "00",
            "102",
            "51",
            "52YE52YE",
            "52YE51",
        ),
        *("67E60E", "65E05", "0147E1234E1234E0157E0157E", "0140E1234E1234E", "0121E1234E1234E", "0120E1234E1234E"),
        *("0131EYE", "0138EYE", "0122E1234E1234E0132EYE", "0133E12E", "8Y", "7-", "9"),
    ):
        yield menu(keys)
    yield menu("7", hands="")
    ties = ", ".join(f'"tie-{points}"' for points in range(10))
    yield menu("105", game=read(f'wagers = ["player", "banker-5", "tie", {ties}]'))
    sticks = Sticks(date(2026, 11, 16), (Stick("a", "SanDisk 32 GB"),))
    for page, keys in (("91", "41E"), ("91", "420270101E"), ("91", "520261110E20261101E"), ("92", "2")):
        table = menu(page)
        table.plug(sticks)
        yield table.press(*(TYPED.get(key, key) for key in keys))
    table = menu("91")
    table.plug(sticks)
    table.press("4").plug(replace(sticks, plugged=()))
    table.watch().plug(sticks)
    table.press("1", "+").give(c.Note(e.ExportEnded("eztrak", "ab")))
    table.watch().give(
        c.Note(e.ExportEnded("", "", Said("the export broke off: {fault}", fault=Said("No such device"))))
    )
    yield table.watch()
    for event in TO_CONFIRM:
        table = menu("")
        yield table
        table.state = apply(table.state, e.Record(0, e.Moment("then", 0, "boot"), event, "hash"))
        table.press("9", "3").yes()
    table = menu("")
    table.give(c.Note(e.CopyDiffers(REPLACED)))
    yield table.press("9", "3").yes()
    table.refuses(c.ConfirmCopy("supervisor 1"))
    bound = Running("7K3M-Q2ZD-9FXA", approval="WAC 230-15-140")
    table.give(c.Start("0.9.0", "Table 1", table.state.terms, bound))
    table.refuses(c.RecordHand(Hand(Outcome.BANKER)))
    files = Said("{names} and {count:,} more", names="lib/eztrak/table/stats.py", count=1200)
    table.give(c.Note(e.SoftwareChecked(Checked(bound.code, Said("changed: {names}", names=files), "AAAA"))))
    table.refuses(c.RecordHand(Hand(Outcome.BANKER)))
    table.choose(Page.UNIT).press("3").yes()
    table.refuses(c.ConfirmSoftware("supervisor 1"))
    yield menu("255E1YE", pack=Pack("washington"))
    table = at(Way.CARDS)
    yield table
    table.press(*"4036", "2", "Enter").yes().type("2468").type("2468").yes()  # against the tableau


def by_the_pack() -> Iterator[Seen]:
    """What a pack refuses, counts and leaves to a supervisor, and what other terms announce."""
    keypad = Pack("washington", inputs=("evdev", "serial"), cards_by_wire=False, rules=(Rule(What.INPUTS, WAC),))
    table = at(pack=keypad)
    for kind in INPUTS:
        table.press("3", "clear", source=Input(kind))
        table.watch()
    decision = decide(table.state, c.RecordHand(Hand(Outcome.TIE, player="26", banker="26")), source=Input("serial"))
    assert isinstance(decision, c.Refusal)
    table.entry = not_taken(table.entry, decision, c.TakeBack(), table.mono)
    yield table.watch()
    open_table = at(pack=Pack("washington"), player_dealer=2, notice_minutes=30).hands("B")
    assert isinstance(open_table, Seen)
    yield open_table.press("8", "8", "8", "menu", "menu", "4", "3")
    by, limit = "supervisor 1", Change(LIMIT, "", 500, 600)
    open_table.refuses(c.ChangeTerms(limit, NOW, by))
    open_table.give(c.ChangeTerms(limit, "23:00", by))
    open_table.watch().refuses(c.DropChange(9, by))
    wager, fee = Change(LIMIT, "tie", 500, 600), Change(FEE, "bet", 100)
    for when, what in (("23:00", wager), ("22:00", fee)):
        open_table.give(c.ChangeTerms(what, when, by))
        open_table.watch()
    another = replace(open_table.state.terms, decks=6, pack=keypad, origin="second")
    open_table.give(c.SetTerms(replace(another, schedule=(FeeRow(None, (("player_dealer", 100),)),)), c.CONFIG))
    open_table.watch().give(c.NewShoe())
    yield open_table.watch()
    counted = at(player_dealer=0)
    counted.refuses(c.AnswerOffer())
    yield counted
    silent = at(Way.CARDS, pack=Pack("washington"))
    silent.rules = replace(silent.rules, natural_ends=None)
    yield silent.press(*"30536", "Enter").yes().type("2468").type("2468").press("2")


def desks() -> Iterator[Seen]:
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
    table.watch().refuses(c.CloseTable(by))
    table.give(c.OpenTable(by))
    yield table.watch()
    full = at().hands("P" * 104)
    full.give(c.NewShoe())
    full.hands("B B")
    assert isinstance(full, Seen)
    full.refuses(c.JoinShoes(by, ""))
    yield full
    alone = at()
    yield alone
    alone.refuses(c.UndoShoe(c.DEALER))
    alone.hands("B").give(c.SetTerms(replace(TERMS, origin="second"), c.CONFIG))
    alone.watch().refuses(c.UndoShoe(c.DEALER))
    alone.refuses(c.MoveHands(1, 1, by, ""))


def at_random() -> Iterator[Seen]:
    """Keys as they fall, in each way of entry, with the menu open to them."""
    random = Random(8)
    caps = list(dict.fromkeys(CAPS.values())) + list("268") + ["Enter"] * 6
    for way in Way:
        table = at(way).set_up()
        assert isinstance(table, Seen)
        for _ in range(500):
            table.press(random.choice(caps))
            if random.random() < 0.2:
                table.wait(random.choice([1, 11, 70]))
                table.watch()
            if table.entry.menu is None and random.random() < 0.02:
                table.sign_in()
        yield table


SCENES: list[Callable[[], Iterator[Seen]]] = [results, digits, supervisors, by_the_pack, desks, at_random]


@cache
def seen(scene: Callable[[], Iterator[Seen]]) -> list[View]:
    """The views of all tables, each thing that is said and asked once."""
    return list({key: view for table in list(scene()) for key, view in table.seen.items()}.values())


def in_the_packet() -> Iterator[View]:
    """The screens of the papers for an authority: all that there are, each by itself."""
    for terms in (TERMS, replace(TERMS, pack=Pack("washington"), player_dealer=1, notice_minutes=30)):
        yield from (screen.view for screen in screens("Table 7", terms))


@cache
def staged() -> list[View]:
    """The screens that no keys lead to, and what the unit says in figures."""
    plain = [view for name, view in VIEWS.items() if not name.startswith("stick") and name not in ("fault", "notice")]
    faults = [
        replace(VIEWS["played"], fault=Fault(Said("1"), All(("2",)), Said("3"), waiting=waiting))
        for waiting in (False, True)
    ]
    return [*plain, *faults, *in_the_packet()]


def texts(shown: Scene) -> list[Text]:
    return [node for layer in shown.layers for node in layer if isinstance(node, Text)]


@cache
def marked() -> dict[str, str]:
    """Everything that can be said, with a mark for each letter: a letter that is left was never looked up."""

    def mark(text: str) -> str:
        fixed = [re.sub(r"[^\W\d_]", "¤", part) for part in re.split(PLACE.pattern, text)[::3]]
        names = [f"{{{place[1]}}}" for place in PLACE.finditer(text)]
        return "".join(part for pair in zip(fixed, [*names, ""], strict=True) for part in pair)

    return {english: mark(english) for english in said()}


@cache
def names_of(game: Game, language: str) -> "re.Pattern[str]":
    """The names that a game has in a language, whole and in the words of which they are made, on lines of their own."""
    words, ids = Words((language,), game), (*game.spots, *game.marks, *(wager.id for wager in game.used))
    names = [name for id in ids for name in (*words.names(id), game.says(id, language))] + [game.name(language)]
    found = {*names, *(word for name in names for word in name.split())}
    longest_first = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)({longest_first})(?!\w)", re.IGNORECASE)


def left_over(view: View, language: str) -> list[str]:
    """The texts of a view in which something stands that is in no catalogue."""
    state = view.state
    games = {
        id(game): game for game in (state.game, state.terms.game, *(s.game for s in (state.shoe, state.previous) if s))
    }

    def rest(text: str) -> str:
        text = AS_IT_IS.sub("", text)
        for game in games.values():
            text = names_of(game, language).sub("", text)
        return text

    found = texts(scene(spoken(view, (language,)), LOOK, *SIZE))
    return [node.text for node in found if re.search("[A-Za-z]{2,}", rest(node.text))]


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Marks what is looked up. Panels and names that are remembered are of another voice, and those made here too."""
    monkeypatch.setattr("eztrak.display.words.voice", lambda language: Voice(language, marked()))
    monkeypatch.setattr("eztrak.display.board._panel", lambda draw, *of: draw(*of))
    _names.cache_clear()
    yield
    _names.cache_clear()


def in_turn(views: list[View]) -> list[tuple[View, str]]:
    """Each in one of the languages: the marks are the same in all of them."""
    if FULL:
        return list(product(views, TRANSLATED))
    return list(zip(views, cycle(TRANSLATED), strict=False))


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("walk", SCENES, ids=lambda walk: str(walk.__name__))
def test_nothing_on_the_board_is_spelled_in_the_code_of_a_panel(walk: Callable[[], Iterator[Seen]]) -> None:
    assert sorted({text for view, language in in_turn(seen(walk)) for text in left_over(view, language)}) == []


@pytest.mark.usefixtures("marking")
def test_nor_on_its_other_screens() -> None:
    assert sorted({text for view, language in in_turn(staged()) for text in left_over(view, language)}) == []


def lobbies(language: str) -> list[Scene]:
    """For players and for the staff, with every alarm, and with a server that does not answer."""
    quiet = imagined(36, setup_of(None))
    alarmed = [replace(one, alarms=(kind.value,), unsent=9) for one, kind in zip(quiet, Alarm, strict=False)]
    tables = (*alarmed, *quiet[len(alarmed) :])
    silent = Said("{path}: {fault}", path="/", fault=Said("database or disk is full"))
    return [
        Lobby(LOOK, (language,)).scene(tiles(tables, since, staff), WALL, silent if since else Said(), 1920, 1080)
        for staff in (False, True)
        for since in (0.0, 140.0, 9000.0)
    ]


@pytest.mark.usefixtures("marking")
@pytest.mark.parametrize("language", TRANSLATED)
def test_nor_in_the_lobby(language: str) -> None:
    names = [names_of(load_game(game, Path()), language) for game in GAMES]
    shown = {AS_IT_IS.sub("", node.text) for scene in lobbies(language) for node in texts(scene)}
    assert [text for text in sorted(shown) if all(re.search("[A-Za-z]{2,}", one.sub("", text)) for one in names)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_said_in_the_lobby_stays_in_its_tile(language: str) -> None:
    for shown in lobbies(language):
        for layer in shown.layers[2:38]:  # the tiles
            tile = next(Rect(*node[:4]) for node in layer if isinstance(node, Bar)).inflate(4, 4)
            boxes = [(node.text, box_of(node)) for node in layer if isinstance(node, Text)]
            assert [text for text, box in boxes if not tile.contains(box)] == []


@pytest.mark.usefixtures("marking")
def test_a_plain_text_would_be_found() -> None:
    """What is in no catalogue, as a text of a panel or in a place of a sentence."""
    view = VIEWS["played"]
    assert left_over(view, "ko") == []
    for plain in (Said("the moon is down"), Said("not stored: {fault}", fault="the moon")):
        assert len(left_over(replace(view, entry=replace(view.entry, message=plain)), "ko")) == 1


def test_every_page_was_seen_and_every_question_asked() -> None:
    views = [view for walk in SCENES for view in seen(walk)]
    assert {view.entry.question for view in views} - {None} == set(Question)
    assert {view.entry.menu.page for view in views if view.entry.menu} == set(Page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", SCENES, ids=lambda walk: str(walk.__name__))
def test_whatever_is_said_is_large_enough_and_stays_in_its_panel(
    walk: Callable[[], Iterator[Seen]], language: str
) -> None:
    rows = covering(seen(walk), list(LANGUAGES), [SIZE, (1080, 1920)])
    shown = [scene(spoken(view, (language,)), LOOK, *size) for view, spoken_in, size in rows if spoken_in == language]
    assert sorted({text for each in shown for text in ill_placed(each)}) == []


def box_of(node: Text) -> Rect:
    wide = width(node.text, node.cap, node.face)
    return Rect(node.x - wide * {"l": 0, "c": 0.5, "r": 1}[node.anchor], node.y - node.cap / 2, wide, node.cap)


def ill_placed(shown: Scene) -> Iterator[str]:
    """Texts that are too small or leave the ground that they stand on, in layout units, as the scene measures them."""
    below: list[Rect] = []  # the name of a road stands on its paper in the layer below
    for number, layer in enumerate(shown.layers):
        grounds = [Rect(*node[:4]) for node in layer if isinstance(node, Bar)]
        grounds += [
            Rect(node.x - node.r, node.y - node.r, 2 * node.r, 2 * node.r) for node in layer if isinstance(node, Disc)
        ]
        for node in layer:
            if isinstance(node, Text) and number > 1:  # the header stands on the felt
                box = box_of(node)
                inside = any(g.inflate(4, 4).contains(box) for g in (*grounds, *below))
                if node.cap < least(node.role) - 0.01 or not inside:
                    yield f"{node.text} ({node.cap:.1f}, {node.role})"
        below = grounds
