"""The third-card tableau against a second statement of it.

The product carries the chart of the Washington rules of play of 2011. Here it is told the other way round, as the house
rules with the highest wager of 25 dollars tell it: by the totals and the cards on which a side draws and does not.
"""

from itertools import combinations_with_replacement, product

import pytest
from games import shipped, tableaus

from eztrak.game.notation import parse
from eztrak.game.tableau import deal, points
from eztrak.table.cards import Laid

CARDS = range(10)
GAME, TABLEAU = shipped("ez-panda"), tableaus()["standard"]
HANDS = {word: parse(word, GAME)[0] for word in ("P", "Pn", "P8", "B", "Bn", "B7", "T", "Tn")}


def totals_in(cards):
    """Totals or cards as the document lists them; its 10 stands for every card worth nothing."""
    return {int(card) % 10 for card in cards.split("-") if card}


PLAYER_DRAWS, PLAYER_STANDS, NATURAL = totals_in("0-1-2-3-4-5"), totals_in("6-7"), totals_in("8-9")
WHEN_PLAYER_STOOD_BANKER_DRAWS, AND_STANDS = totals_in("0-1-2-3-4-5"), totals_in("6-7")
# Banker having: draws when the Player's third card is, does not draw when the Player's third card is.
WHEN_PLAYER_DREW = {
    0: (totals_in("1-2-3-4-5-6-7-8-9-10"), totals_in("")),
    1: (totals_in("1-2-3-4-5-6-7-8-9-10"), totals_in("")),
    2: (totals_in("1-2-3-4-5-6-7-8-9-10"), totals_in("")),
    3: (totals_in("1-2-3-4-5-6-7-9-10"), totals_in("8")),
    4: (totals_in("2-3-4-5-6-7"), totals_in("1-8-9-10")),
    5: (totals_in("4-5-6-7"), totals_in("1-2-3-8-9-10")),
    6: (totals_in("6-7"), totals_in("1-2-3-4-5-8-9-10")),
    7: (totals_in(""), totals_in("1-2-3-4-5-6-7-8-9-10")),
}


def chart(draws, stands):
    return dict.fromkeys(draws, True) | dict.fromkeys(stands, False)


def test_the_player_draws_on_five_or_less():
    assert {total: TABLEAU.player_takes(total) for total in range(8)} == chart(PLAYER_DRAWS, PLAYER_STANDS)


def test_the_banker_draws_on_five_or_less_when_the_player_stood():
    expected = chart(WHEN_PLAYER_STOOD_BANKER_DRAWS, AND_STANDS)
    assert {total: TABLEAU.banker_takes(total, None) for total in range(8)} == expected


@pytest.mark.parametrize("total", WHEN_PLAYER_DREW)
def test_the_banker_draws_by_the_third_card_of_the_player(total):
    assert {third: TABLEAU.banker_takes(total, third) for third in CARDS} == chart(*WHEN_PLAYER_DREW[total])


def test_a_total_is_the_right_digit_of_the_sum():
    king, four, seven = 0, 4, 7
    assert points((king, four, seven)) == 1
    assert {points(pair) for pair in product(CARDS, CARDS)} == set(range(10))


def test_a_natural_is_eight_or_nine_in_two_cards():
    naturals = {pair for pair in product(CARDS, CARDS) if Laid(pair, (0, 0)).result.natural == "player"}
    assert naturals == {(a, b) for a, b in product(CARDS, CARDS) if a + b in (8, 9, 18)}
    assert {Laid(cards, (0, 0, 0)).result.natural for cards in product(CARDS, CARDS, CARDS)} == {"none"}


def test_every_deal_of_cards_follows_the_documents():
    seen = set()
    pairs = list(combinations_with_replacement(CARDS, 2))  # the first two cards of a side count alike in either order
    for first_player, first_banker in product(pairs, pairs):
        for player, banker in every_end(first_player, first_banker):
            order = in_dealing_order(player, banker)
            dealt = deal(TABLEAU, order.__next__, int)
            assert (dealt, tuple(order)) == ((list(player), list(banker)), ())
            hand = GAME.dealt(Laid(*map(tuple, dealt)).result)
            assert hand == declared(player, banker), dealt
            seen.add(hand)
    assert seen == set(HANDS.values())


def every_end(player, banker):
    """Every way in which a hand with these first four cards can end, by the sentences of the documents."""
    has, bank = sum(player) % 10, sum(banker) % 10
    if has in NATURAL or bank in NATURAL:  # "it is called a natural and no additional cards are drawn"
        yield player, banker
    elif has in PLAYER_DRAWS:
        for third in CARDS:
            for banker_end in one_more(banker, third in WHEN_PLAYER_DREW[bank][0]):
                yield (*player, third), banker_end
    else:
        for banker_end in one_more(banker, bank in WHEN_PLAYER_STOOD_BANKER_DRAWS):
            yield player, banker_end


def one_more(cards, draws):
    return [(*cards, card) for card in CARDS] if draws else [cards]


def in_dealing_order(player, banker):
    return iter((player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]))


def declared(player, banker):
    """What the dealer declares when all cards have been dealt."""
    has, bank = sum(player) % 10, sum(banker) % 10
    if bank == 7 and len(banker) == 3 and has < 7:
        return HANDS["B7"]
    if has == 8 and len(player) == 3 and bank < 8:
        return HANDS["P8"]
    winner = "T" if has == bank else max((has, "P"), (bank, "B"))[1]
    natural = (len(player) == 2 and has in NATURAL) or (len(banker) == 2 and bank in NATURAL)
    return HANDS[winner + "n" * natural]


@pytest.mark.parametrize(
    ("player", "banker", "word"),
    [
        ((0, 2, 3), (0, 4, 3), "B7"),
        ((0, 6), (0, 5, 2), "B7"),
        ((0, 6), (3, 4), "B"),  # seven in two cards is no Dragon 7
        ((0, 7), (0, 2, 5), "T"),  # nor is a three-card seven that ties
        ((0, 5, 3), (0, 4, 3), "P8"),  # or loses
        ((2, 3, 3), (0, 7), "P8"),
        ((0, 5, 3), (0, 3, 5), "T"),  # an eight that ties is no Panda 8
        ((0, 5, 3), (0, 3, 6), "B"),
        ((0, 8), (0, 7), "Pn"),  # nor is an eight in two cards
        ((0, 8), (4, 5), "Bn"),
        ((9, 9), (0, 2), "Pn"),
        ((0, 0), (0, 8), "Bn"),
        ((0, 9), (4, 5), "Tn"),
        ((0, 5, 4), (0, 7), "P"),  # nine in three cards is no natural
        ((0, 6), (0, 7), "B"),
        ((0, 6), (0, 6), "T"),
    ],
)
def test_a_deal_shows_as_the_hand_that_the_dealer_declares(player, banker, word):
    assert GAME.dealt(Laid(tuple(player), tuple(banker)).result) == HANDS[word]
    assert deal(TABLEAU, in_dealing_order(player, banker).__next__, int) == (list(player), list(banker))


@pytest.mark.parametrize("word", HANDS)
def test_every_hand_that_cards_can_give_can_be_entered(word):
    assert GAME.hand_of(HANDS[word].said) == HANDS[word]
