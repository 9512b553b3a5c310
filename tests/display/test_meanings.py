"""How a game is explained: every wager in its own words or in some made of its facts, pushes, pays, the commission."""

import pytest
from games import SHIPPED, UNSEEN, read, shipped

from eztrak.display.meanings import meaning, rules
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.voice.said import LANGUAGES


def meanings_of(game: Game, language: str = "en") -> list[str]:
    return rules(Words((language,), game))


def test_a_push_is_told_with_the_wager_that_wins_on_it() -> None:
    assert meanings_of(shipped("ez-panda")) == [
        "On a tie Player and Banker wagers push.",
        "Dragon 7: the Banker wins with 7 in three cards; Banker wagers push.",
        "Panda 8: the Player wins with 8 in three cards.",
        "Natural: 8 or 9 in two cards, on either side.",
    ]


def test_a_push_that_no_wager_tells_is_told_by_its_facts() -> None:
    assert meanings_of(read('wagers = ["player", "banker-ez", "tie"]')) == [
        "On a tie Player and Banker wagers push.",
        "Banker wagers push: Banker wins, Banker has 7, Banker has 3 cards.",
    ]


def test_the_commission_and_pays_by_margin_are_told() -> None:
    found = meanings_of(shipped("commission-dragon-bonus"))
    assert found[1] == (
        "Dragon Bonus Player: the Player wins by 4 or more, or with a natural;"
        " Natural 1:1, by 9 30:1, by 8 10:1, by 7 6:1, by 6 4:1, by 5 2:1, by 4 1:1."
    )
    assert found[-2:] == [
        "Dragon Bonus Player and Dragon Bonus Banker wagers push: a tie, both have a natural.",
        "Commission: 5 % of what Banker wagers win.",
    ]


def test_a_win_that_pays_less_is_told() -> None:
    assert "Banker wagers pay 1 to 2: Banker wins, Banker has 6." in meanings_of(shipped("tiger"))


@pytest.mark.parametrize(
    ("language", "crane", "heron"),
    [
        (
            "en",
            "88 to 1: Banker wins, Banker has 9, the loser has 0;"
            " 12 to 1: Banker wins, Banker has 9, Banker has 3 cards",
            "17 or 18 points in all",
        ),
        ("zh_TW", "88 賠 1: 莊贏、莊 9 點、輸方 0 點；12 賠 1: 莊贏、莊 9 點、莊 3 張牌", "合計 17或18 點"),
        ("ko", "88 대 1: 뱅커 승, 뱅커 9점, 진 쪽 0점; 12 대 1: 뱅커 승, 뱅커 9점, 뱅커 3장", "합계 17 또는 18점"),
    ],
)
def test_a_wager_that_nobody_has_put_into_words_is_told_by_its_facts(language: str, crane: str, heron: str) -> None:
    game = read(UNSEEN)
    words = Words((language,), game)
    assert [meaning(words, game.spots[id]) for id in ("crane", "heron")] == [crane, heron]


def test_every_fact_can_be_told() -> None:
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "one", "two", "three"]
        [one]
        lines = [{ pay = "9:1", winner = ["player", "banker"], points = [6, 7, 8], margin = 1, natural = "none" }]
        [two]
        lines = [{ pay = "9:1", player_pair = true, banker_perfect = false, natural = ["player", "banker", "both"] }]
        [three]
        lines = [{ pay = "9:1", cards = 4, natural = "both" }, { pay = "9:1", natural = ["player", "none"], sum = 3 }]
        """
    )
    assert [meaning(Words(game=game), game.spots[id]) for id in ("one", "two", "three")] == [
        "Banker wins or Player wins, the best hand has 6–8, a margin of 1, no natural",
        "a natural on either side, Player has a pair, Banker has no perfect pair",
        "4 cards in all, both have a natural or 3 points in all, no natural or Player has a natural",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_explained_in_every_language(name: str, language: str) -> None:
    game = shipped(name)
    found = meanings_of(game, language)
    assert len(found) >= len(game.wagers) - 2
    assert not any("{" in rule for rule in found)
