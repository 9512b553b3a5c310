"""A hand as the dealer declares it: what can be said of one, and in which words the rest is refused."""

from itertools import combinations, product

import pytest

from eztrak.game.hand import Hand, Outcome, Toggle, describe, hand_of, problems

PLAYER, BANKER, TIE, DRAGON7, PANDA8, NATURAL, FREE = Toggle
EVERY_ENTRY = [frozenset(entry) for size in range(8) for entry in combinations(Toggle, size)]
POSSIBLE = {
    *(Hand(outcome, natural=n, free=f) for outcome, n, f in product(Outcome, (False, True), (False, True))),
    *(Hand(Outcome.BANKER, dragon7=True, free=f) for f in (False, True)),
    *(Hand(Outcome.PLAYER, panda8=True, free=f) for f in (False, True)),
}
NO_RESULT = "no result yet: Player, Banker or Tie?"


@pytest.mark.parametrize(
    ("entry", "hand"),
    [
        ({PLAYER}, Hand(Outcome.PLAYER)),
        ({BANKER}, Hand(Outcome.BANKER)),
        ({TIE}, Hand(Outcome.TIE)),
        ({NATURAL, TIE}, Hand(Outcome.TIE, natural=True)),
        ({DRAGON7}, Hand(Outcome.BANKER, dragon7=True)),
        ({DRAGON7, BANKER}, Hand(Outcome.BANKER, dragon7=True)),
        ({PANDA8}, Hand(Outcome.PLAYER, panda8=True)),
        ({PANDA8, PLAYER, FREE}, Hand(Outcome.PLAYER, panda8=True, free=True)),
    ],
)
def test_an_entry_declares_its_hand(entry, hand):
    assert hand_of(entry) == hand
    assert problems(entry) == []


def test_a_hand_that_is_only_declared_has_no_number_yet():
    assert (hand_of({PLAYER}), Hand(Outcome.PLAYER).number) == (Hand(Outcome.PLAYER, number=0), 0)


@pytest.mark.parametrize("hand", sorted(POSSIBLE, key=describe), ids=describe)
def test_the_toggles_of_a_hand_are_the_shortest_entry_that_gives_it_again(hand):
    entries = [entry for entry in EVERY_ENTRY if hand_of(entry) == hand]
    assert hand.toggles == min(entries, key=len)
    assert [len(entry) for entry in entries].count(len(hand.toggles)) == 1


def test_every_entry_is_either_one_of_the_possible_hands_or_refused():
    declared = [hand_of(entry) for entry in EVERY_ENTRY]
    assert {hand for hand in declared if isinstance(hand, Hand)} == POSSIBLE
    assert [] not in declared


@pytest.mark.parametrize("panda8", [True, False])
def test_an_entry_is_refused_just_when_no_deal_of_cards_can_give_it(panda8):
    def impossible(entry):
        bonus = entry & {DRAGON7, PANDA8}
        return (
            len(entry & {PLAYER, BANKER, TIE}) > 1
            or len(bonus) > 1
            or (bonus and NATURAL in entry)
            or (DRAGON7 in entry and entry & {PLAYER, TIE})
            or (PANDA8 in entry and (entry & {BANKER, TIE} or not panda8))
        )

    refused = {entry for entry in EVERY_ENTRY if problems(entry, panda8)}
    assert refused == {entry for entry in EVERY_ENTRY if impossible(entry)}


@pytest.mark.parametrize(
    ("entry", "refusals"),
    [
        ({DRAGON7, NATURAL}, ["Dragon 7 has three cards, a natural has two"]),
        ({PANDA8, NATURAL}, ["Panda 8 has three cards, a natural has two"]),
        ({DRAGON7, PLAYER}, ["Dragon 7 is a Banker win, not Player"]),
        ({DRAGON7, TIE}, ["Dragon 7 is a Banker win, not Tie"]),
        ({PANDA8, BANKER}, ["Panda 8 is a Player win, not Banker"]),
        ({PANDA8, TIE}, ["Panda 8 is a Player win, not Tie"]),
        ({PLAYER, BANKER}, ["only one of Player and Banker can be the result"]),
        ({PLAYER, TIE}, ["only one of Player and Tie can be the result"]),
        ({BANKER, TIE}, ["only one of Banker and Tie can be the result"]),
        ({PLAYER, BANKER, TIE}, ["only one of Player, Banker and Tie can be the result"]),
        ({DRAGON7, PANDA8}, ["Dragon 7 and Panda 8 cannot come in the same hand"]),
    ],
    ids=lambda value: "+".join(sorted(value)) if isinstance(value, set) else "",
)
def test_an_impossible_entry_is_refused_in_words_that_name_it(entry, refusals):
    assert problems(entry) == hand_of(entry) == refusals


def test_a_table_without_the_wager_refuses_a_panda_8():
    assert problems({PANDA8}, panda8=False) == hand_of({PANDA8}, panda8=False) == ["this table has no Panda 8 wager"]
    assert hand_of({PLAYER}, panda8=False) == Hand(Outcome.PLAYER)


def test_every_fault_is_told_at_once():
    faults = [
        "only one of Player, Banker and Tie can be the result",
        "Dragon 7 and Panda 8 cannot come in the same hand",
        "Dragon 7 is a Banker win, not Player",
        "Dragon 7 is a Banker win, not Tie",
        "Dragon 7 has three cards, a natural has two",
        "Panda 8 is a Player win, not Banker",
        "Panda 8 is a Player win, not Tie",
        "Panda 8 has three cards, a natural has two",
        "this table has no Panda 8 wager",
    ]
    assert problems(frozenset(Toggle), panda8=False) == hand_of(frozenset(Toggle), panda8=False) == faults


@pytest.mark.parametrize("entry", [set(), {NATURAL}, {FREE}, {NATURAL, FREE}])
def test_an_entry_without_a_winner_is_unfinished_but_not_impossible(entry):
    assert problems(entry) == []
    assert hand_of(entry) == [NO_RESULT]


@pytest.mark.parametrize(
    ("hand", "refusals"),
    [
        (Hand(Outcome.TIE, dragon7=True), ["Dragon 7 is a Banker win, not Tie"]),
        (Hand(Outcome.PLAYER, dragon7=True), ["Dragon 7 is a Banker win, not Player"]),
        (Hand(Outcome.BANKER, panda8=True), ["Panda 8 is a Player win, not Banker"]),
        (Hand(Outcome.TIE, panda8=True), ["Panda 8 is a Player win, not Tie"]),
        (Hand(Outcome.BANKER, dragon7=True, natural=True), ["Dragon 7 has three cards, a natural has two"]),
        (
            Hand(Outcome.BANKER, dragon7=True, panda8=True),
            ["Dragon 7 and Panda 8 cannot come in the same hand"],
        ),
    ],
)
def test_a_hand_that_contradicts_itself_does_not_hide_it_from_the_check(hand, refusals):
    assert problems(hand.toggles) == refusals


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (Hand(Outcome.PLAYER), "PLAYER"),
        (Hand(Outcome.BANKER, natural=True), "BANKER, natural"),
        (Hand(Outcome.TIE, free=True), "TIE, free hand"),
        (Hand(Outcome.BANKER, dragon7=True), "DRAGON 7"),
        (Hand(Outcome.PLAYER, panda8=True, free=True), "PANDA 8, free hand"),
        (Hand(Outcome.BANKER, natural=True, free=True, voided=True, number=12), "BANKER, natural, free hand, void"),
    ],
)
def test_a_hand_is_told_in_words(hand, words):
    assert describe(hand) == words


def test_no_two_possible_hands_are_told_in_the_same_words():
    assert len({describe(hand) for hand in POSSIBLE}) == len(POSSIBLE)
