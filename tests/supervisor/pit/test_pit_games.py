"""The pages of tables that deal other games: their counts, names and marks, and nothing that they do not have."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from dealing import dealt
from games import UNSEEN, read, shipped
from pit_evening import PASSWORD, TERMS, YESTERDAY, Browser, Keeper, eztrak, served

from eztrak.display.emblems import emblem
from eztrak.game.game import Game
from eztrak.game.notation import parse
from eztrak.game.wager import GROUNDS
from eztrak.roads.drawing import Tail
from eztrak.supervisor.pit import drawing
from eztrak.table import commands as c

DAY = YESTERDAY.isoformat()


def unseen() -> Game:
    game = read(UNSEEN)
    assert isinstance(game, Game)
    return game


def evening(keeper: Keeper, game: Game, hour: int, hands: int = 60) -> None:
    keeper.at = datetime(YESTERDAY.year, YESTERDAY.month, YESTERDAY.day, hour, tzinfo=UTC)
    keeper.give(c.NewShoe())
    for hand in dealt(game, hands):
        keeper.at += timedelta(seconds=40)
        keeper.give(c.RecordHand(hand))


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Table 1 deals Dragon Bonus, and later pairs; Table 2 a game that nobody has seen."""
    home = tmp_path_factory.mktemp("games")
    bonus, pairs, own = shipped("commission-dragon-bonus"), shipped("commission-pairs"), unseen()
    keeper = Keeper(home / "one.db", "Table 1", 12, bonus)
    evening(keeper, bonus, 12)
    keeper.give(c.SetTerms(replace(TERMS, game=pairs, origin="other"), c.CONFIG))
    evening(keeper, pairs, 14)
    keeper.close()
    keeper = Keeper(home / "two.db", "Table 2", 15, own)
    evening(keeper, own, 12)
    number = next(hand.number for hand in keeper.state.shoe.hands if "heron" in hand.marks)  # type: ignore[union-attr]
    keeper.give(c.ChangeHand(1, number, parse("B[crane-88]", own)[0], c.supervisor(7), "mis-keyed"))
    keeper.close()
    eztrak(home, "pit", "password", 7, "--db", home / "one.db", said=PASSWORD + "\n")
    with served(home, home / "one.db", home / "two.db") as site:
        browser = Browser(site)
        assert browser.log_in().status == 303
        yield browser


@pytest.mark.parametrize(
    ("path", "game"),
    [
        ("/table/1/shoe/1", shipped("commission-dragon-bonus")),
        ("/table/1/shoe/2", shipped("commission-pairs")),
        ("/table/2/shoe/1", unseen()),
    ],
)
def test_a_shoe_has_the_counts_of_its_game_and_no_others(visitor: Browser, path: str, game: Game) -> None:
    page = visitor.get(path)
    assert f". {game.name()}. " in page.text
    counts = page.body.decode().split('<dl class="counts">')[1].split("</dl>")[0]
    assert re.findall("<dt>(.*?)</dt>", counts) == ["Hands", *map(game.says, game.tiles), "Free", "Void"]
    assert "Panda" not in page.text
    assert "Dragon 7" not in page.text


def test_a_hand_tells_its_story_in_the_names_of_its_game(visitor: Browser) -> None:
    story = visitor.get("/table/2/shoe/1").text.split("Corrections")[1].split("Roads")[0]
    assert re.search(r"changed from .*heron.* to CRANE 88:1.* supervisor 7 mis-keyed", story)


def test_a_day_with_two_games_at_a_table_tells_them_apart(visitor: Browser) -> None:
    day = visitor.get(f"/day/{DAY}").text
    assert "Baccarat with Dragon Bonus, Baccarat with pairs." in day
    heads = "From, to Game Hands Player Banker Tie Dragon Bonus Player Dragon Bonus Banker Player Pair Banker Pair Void"
    assert heads in day
    assert re.search(r"Shoe 1 \S+ – \S+ Baccarat with Dragon Bonus 60 \d+ \d+ \d+ \d+ \d+ – – 0", day)
    assert re.search(r"Shoe 2 \S+ – in play Baccarat with pairs 60 \d+ \d+ \d+ – – \d+ \d+ 0", day)
    assert "Hands Player Banker Tie Crane Heron Void" in day


def test_figures_of_all_tables_are_of_every_game_with_its_own_odds(visitor: Browser) -> None:
    text = visitor.get(f"/figures?from={DAY}&to={DAY}").text
    assert "Games: Baccarat with Dragon Bonus, Baccarat with pairs, Lucky Crane" in text
    assert re.search(r"Dragon Bonus Player \d+ \S+ % 28\.99 % 17\.4 ", text)  # of 60 hands
    assert re.search(r"Player Pair \d+ \S+ % 7\.47 % 4\.5 ", text)
    assert re.search(r"Tie \d+ \S+ % 9\.52 % 17\.1 ", text)  # of 180
    names = ("Dragon Bonus Player", "Dragon Bonus Banker", "Player Pair", "Banker Pair", "Crane", "Heron")
    assert " ".join(f"{name} (expected)" for name in names) in text
    assert re.search(r"Dealer 15 – – – – (off )?\d+ \(2\.7\) (off )?\d+ \(2\.0\)", text)


def test_the_table_now_counts_by_the_game_that_is_dealt(visitor: Browser) -> None:
    now = visitor.get("/table/1").text
    assert "Baccarat with pairs Last entered:" in now
    assert re.search(r"Hands 60 Player \d+ Banker \d+ Tie \d+ Player Pair \d+ Banker Pair \d+ Natural \d+ Void 0", now)
    assert re.search(r"Hands 120 Player \d+ \(54\) .* Dragon Bonus Player \d+ \(17\)", now)


@pytest.mark.parametrize("game", [shipped("five-treasures"), shipped("dai-bacc"), unseen()], ids=lambda game: game.id)
def test_beads_rings_and_chips_bear_the_signs_of_the_game(game: Game) -> None:
    hands = [game.dealt(result) for result in game.sets.values()]
    signs = {emblem(game, id).sign for id, mark in game.marks.items() if game.place(mark) == "sign"}
    for name, svg in drawing.all_roads(hands, game, Tail.DOWN_FIRST).items():
        written = {text.text for text in ElementTree.fromstring(svg).iter("text")}
        if name == "Bead plate":
            assert signs <= written
        if name == "Big road":
            assert {sign[:1] for sign in written if sign} <= {sign[:1] for sign in signs} | set("123456789")
    for hand in hands:
        sign, ground = drawing.chip(hand, game)
        marked = [id for id in hand.marks if game.place(game.marks[id]) == "sign"]
        assert (sign in {emblem(game, id).sign for id in marked}) if marked else (sign == hand.outcome.value)
        assert bool(ground) == bool(marked)


def test_every_ground_of_a_chip_is_in_the_style_sheet(visitor: Browser) -> None:
    style = visitor.get("/style.css").body.decode()
    assert [ground for ground in GROUNDS if f".chip.{ground} {{" not in style] == []
