"""Every shipped game, a game of wagers that nobody has seen and one with more of them than any room spreads: on each
screen, in every language and shape, all that there is to read can be read and stands in its place."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from games import SHIPPED, UNSEEN, read, shipped
from legible import check, drawn_of, faults
from matrix import covering
from views import LOOK, SEAL, recorded, shuffled, spoken

from eztrak.display.board import View
from eztrak.display.staged import staged
from eztrak.display.view import Own
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import FREE
from eztrak.table.desk import Act, Desk
from eztrak.table.pages import Menu, Page
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.state import TableState
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.table.typed import Entry, Question, Typed

# Ten tiles and the hands; names that are long, that are one word, and that only some languages have.
MANY = """
title = "Grand Palace"
wagers = ["player", "banker-ez", "tie", "dragon7", "panda8", "ox6", "phoenix", "golden-turtle", "tiger-tie"]
counts = ["natural"]

[phoenix]
lines = [
    { pay = "88:1", winner = "banker", banker = 9, loser = 0 },
    { pay = "30:1", winner = "player", player = 9, loser = 0 },
]
names = { en = "Phoenix Rising Deluxe", zh_TW = "龍鳳吉祥", ko = "피닉스 라이징 디럭스" }

[golden-turtle]
lines = [{ pay = "12:1", sum = [15, 16, 17] }]
"""
SIZES = [(1280, 720), (1024, 768), (1080, 1920), (768, 1024)]
SPOKEN = [("en",), ("zh_TW",), ("vi",), ("ko",), ("en", "zh_TW")]  # the other Chinese is as wide
NAMES = [*SHIPPED, "unseen", "many"]


@cache
def game_of(name: str) -> Game:
    made = shipped(name) if name in SHIPPED else read(UNSEEN if name == "unseen" else MANY)
    assert isinstance(made, Game), made
    return made


@cache
def views(game: Game) -> dict[str, View]:
    terms = Terms(
        game=game,
        limit=Limit(1000, 30000),
        wager_limits=tuple((spot, Limit(500, 10000)) for spot in game.spots if spot not in ("player", "banker")),
        timer_seconds=20,
    )
    played = View(TableState("Table 7", terms, shuffled(12, 199, 62, game), shuffled(11, 163, 90, game)), seal=SEAL)
    posted = replace(
        terms,
        wager_limits=tuple((spot, Limit(500, 10000 + 100 * i)) for i, spot in enumerate(game.spots)),
        schedule=(FeeRow(None, tuple((who, 50) for who in terms.payers)),),
        player_dealer=2,
    )
    most = max(game.sets, key=lambda shown: (len(shown), sorted(shown)))
    winners = {"player", "banker", "tie"}
    much = Typed((*sorted(most - winners), FREE), tuple(most & winners))
    given = replace(game.dealt(game.sets[most]), number=63)
    long = played.state.shoe
    assert long is not None
    long = recorded(replace(long, hands=(*long.hands, given)), frozenset({9, 63}), frozenset({63}))

    def on_desk(**more: Any) -> View:
        menu = Menu(Page.DESK, 1, desk=Desk(12, 63, **more))
        return replace(played, state=replace(played.state, shoe=long), entry=Entry(menu=menu))

    found = {
        "played": played,
        "posted": replace(played, state=replace(played.state, terms=posted)),
        "typing": replace(played, entry=Entry(much)),
        "left": replace(played, entry=Entry(left=(much,))),
        "left-typing": replace(played, entry=Entry(Typed((), ("player",)), left=(much,))),
        "left-asked": replace(played, entry=Entry(much, Question.LEFT, left=(much,))),
        "again": replace(played, entry=Entry(much, Question.AGAIN)),
        "due": replace(played, state=replace(played.state, round=Round(Phase.CLOSED, -100 * NANO, 20, timed=True))),
        "desk": on_desk(),
        "desk-change": on_desk(act=Act.CHANGE, toggles=most),
        "desk-reason": on_desk(act=Act.CHANGE, result=given),
        "impossible": replace(played, entry=Entry(Typed(tuple(game.marks), ("player", "banker")))),
        "info": replace(played, entry=Entry(info=True)),
        "closed": replace(played, state=replace(played.state, terms=replace(posted, open=False))),
        "menu": replace(played, entry=Entry(menu=Menu(Page.LIMITS, 1))),
        "shoe-end": staged("shoe-end", "Table 7", terms, None),
    }
    return found | {f"mark-{id}": staged(id, "Table 7", terms, []) for id in game.marks}


@pytest.mark.parametrize("languages", SPOKEN, ids="-".join)
@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_large_clear_and_in_its_place(name: str, languages: tuple[str, ...]) -> None:
    screens = views(game_of(name))
    wrong = {}
    for screen, spoken_in, size in covering(list(screens), SPOKEN, SIZES):
        if spoken_in == languages and (found := faults(drawn_of(spoken(screens[screen], languages), LOOK, size), size)):
            wrong[screen, size] = found
    assert wrong == {}, wrong


@pytest.mark.parametrize("name", ["ez-panda", "five-treasures", "commission-pairs", "many"])
def test_every_question_can_be_read_also_beside_postings(name: str) -> None:
    of = views(game_of(name))
    typed = of["again"].entry.typed
    look = replace(LOOK, postings=(Own("room", "No side betting allowed. Management decisions are final."),))
    entries = [
        entry
        for question in Question
        for entry in (Entry(typed, question), Entry(typed, question, half=True), Entry(typed, question, left=(typed,)))
    ]
    for entry, size in covering(entries, [(1280, 720), (1024, 768), (1080, 1920)]):
        check(drawn_of(replace(of["played"], state=of["desk"].state, entry=entry), look, size), size)


@pytest.mark.parametrize("languages", [("en",), ("en", "zh_TW")])
@pytest.mark.parametrize("name", NAMES)
def test_what_a_wager_pays_stands_on_the_board_of_a_table(name: str, languages: tuple[str, ...]) -> None:
    """Each pay but even money, where the room has not set limits of its own for them."""
    view = views(game_of(name))["played"]
    view = replace(view, state=replace(view.state, terms=replace(view.state.terms, wager_limits=())))
    words = Words(languages, game_of(name))
    drawn = {node["text"] for node in drawn_of(spoken(view, languages), LOOK, (1920, 1080)) if "text" in node}
    assert {words.ratios(spot) for spot in words.game.spots} - {"1:1", ""} <= drawn
