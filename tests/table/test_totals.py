"""Total entry: both totals, a question only where the game's marks need it, the winner last."""

from dataclasses import replace

import pytest
from games import shipped, worded
from talk import Table

from eztrak.game.hand import Hand
from eztrak.table.digits import Way, pairs_needed
from eztrak.table.state import TableState
from eztrak.table.strip import complaints
from eztrak.table.terms import Terms
from eztrak.table.totals import read_totals
from eztrak.table.typed import EntryRules

WINNERS = {1: "player", 2: "tie", 3: "banker"}


def totals(game: str, winners: dict[int, str] | None = None) -> Table:
    rules = EntryRules(way=Way.TOTALS, winners=winners or WINNERS)
    return Table(TableState(terms=Terms(game=shipped(game), origin="first")), rules=rules)


def wrong(table: Table) -> list[str]:
    return worded(complaints(table.entry, table.state, table.rules))


def test_four_to_seven_asks_for_the_bankers_third_card_where_it_may_be_a_dragon() -> None:
    table = totals("ez-panda")
    asked = []
    for key in "4733":
        asked.append(table.press(key).asks)
    assert asked == ["Banker's total?", "Banker's third card? 0 no, 3 yes", "who won?", "DRAGON 7: Enter"]
    assert table.press("Enter").shoe == "B7"
    hand = table.state.shoe.last if table.state.shoe else None
    assert hand is not None
    assert (hand.totals, hand.points) == ("47", 7)


def test_the_strip_shows_what_each_digit_was_taken_for() -> None:
    """3 is a total, a third card and the Banker: who typed it has to see which."""
    game = shipped("ez-panda")
    shown = [worded(read_totals([4, 7, *more], game, WINNERS).sides) for more in ((), (3,), (3, 3), (3, 3, 3))]
    assert shown == [["4", "7", ""], ["4", "7 (3)", ""], ["4", "7 (3)", "BANKER"], ["4", "7 (3)", "3 3"]]
    assert read_totals([5, 2, 3], game, WINNERS).sides == ("5", "2", "3")
    assert read_totals([5], game, WINNERS).sides == ("5", "")


def test_nothing_is_asked_where_no_mark_needs_it() -> None:
    table = totals("ez-panda")
    assert table.press(*"521", "Enter").shoe == "P"
    assert table.wait(30).press("free", *"662", "Enter").shoe == "P Tf"


def test_a_natural_is_told_by_the_third_card_of_its_side() -> None:
    table = totals("commission")
    assert table.press(*"82").asks == "Player's third card? 0 no, 3 yes"
    assert table.press("0", "1", "Enter").shoe == "Pn"
    assert table.wait(30).press(*"8231", "Enter").shoe == "Pn P"


def test_a_winner_that_the_totals_do_not_give_is_refused_and_stays_to_be_mended() -> None:
    table = totals("commission")
    assert wrong(table.press(*"523")) == ["5 to 2 is Player, not Banker"]
    assert table.press("Enter").says == "5 to 2 is Player, not Banker"
    assert table.press("erase", "1", "Enter").shoe == "P"


@pytest.mark.parametrize(
    ("digits", "said"),
    [
        ("5211", "one digit too many"),
        ("525", "the winner comes last"),
        ("824", "Player's third card? 0 no, 3 yes"),
        ("473", ""),
    ],
)
def test_digits_that_do_not_fit_are_told_at_once(digits: str, said: str) -> None:
    table = totals("commission")
    assert wrong(table.press(*digits)) == ([said] if said else [])


def test_an_early_enter_waits() -> None:
    table = totals("commission")
    assert table.press("5", "Enter").says == "Banker's total?"
    assert table.press("2", "Enter").says == "who won?"
    assert table.press("1", "Enter").shoe == "P"


def test_pairs_are_always_asked_for_where_they_pay() -> None:
    table = totals("commission-pairs")
    assert table.press(*"52").asks == "Player's first two a pair? 0 no, 4 yes"
    assert table.press("4").asks == "Banker's first two a pair? 0 no, 4 yes"
    assert wrong(table.press("8")) == ["0 for no pair, 4 for a pair"]
    assert table.press("erase", "0", "1", "Enter").says == "hand 1: PLAYER, player pair"


def test_the_side_with_the_lower_key_is_typed_first() -> None:
    table = totals("commission", {1: "banker", 2: "tie", 3: "player"})
    assert table.asks == ""
    assert table.press("2").asks == "Player's total?"
    assert table.press("5", "3", "Enter").shoe == "P"


def test_totals_that_no_deal_gives_are_told() -> None:
    game = replace(shipped("commission"), text="another")
    game.__dict__["results"] = {result: 1 for result in shipped("commission").results if result.player != 4}
    assert str(read_totals([4, 7], game, WINNERS).wrong) == "no deal gives 4 to 7"


@pytest.mark.parametrize(
    "name", ["commission", "ez", "ez-panda", "dai-bacc", "tiger", "five-treasures", "commission-dragon-bonus"]
)
def test_every_hand_of_a_game_can_be_typed_by_its_totals(name: str) -> None:
    """Whatever the cards were, the answers lead to the marks that they show."""
    game = shipped(name)
    for result in game.results:
        digits = [result.player, result.banker]
        while (step := read_totals(digits, game, WINNERS).next) is not None:
            match step.fact, step.side:
                case "third card", "player":
                    digits.append(3 if result.player_cards == 3 else 0)
                case "third card", _:
                    digits.append(3 if result.banker_cards == 3 else 0)
                case _:
                    digits.append(next(digit for digit, winner in WINNERS.items() if winner == result.winner))
        made = read_totals(digits, game, WINNERS).hand
        assert isinstance(made, Hand)
        assert made.marks | {made.outcome.id} == game.shown(result)


def test_what_a_game_tells_of_pairs() -> None:
    assert pairs_needed(shipped("commission")) == (0, 0)
    assert pairs_needed(shipped("commission-pairs")) == (1, 1)
