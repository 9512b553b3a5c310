"""A profile says which wagers a table has; with the hand, that decides whether a Panda 8 can be entered."""

from dataclasses import replace

import pytest

from eztrak.game.hand import Hand, Outcome, Toggle, hand_of
from eztrak.game.profile import Profile, Wager

ALL_FIVE = Profile(
    name="washington",
    title="Washington",
    wagers=(Wager.PLAYER, Wager.BANKER, Wager.TIE, Wager.DRAGON7, Wager.PANDA8),
    pays={
        Wager.PLAYER: "1 to 1",
        Wager.BANKER: "1 to 1",
        Wager.TIE: "8 to 1",
        Wager.DRAGON7: "40 to 1",
        Wager.PANDA8: "25 to 1",
    },
    decks=(6, 8),
    highest_wager=40_000,
    highest_wager_rule="WAC 230-15-140",
    fees_allowed=False,
    dragon7_pushes_banker=True,
    bonus_needs_base=False,
    natural_ends_hand=True,
    postings=(),
)
FOUR = replace(ALL_FIVE, wagers=ALL_FIVE.wagers[:4])


@pytest.mark.parametrize(
    ("profile", "declared"),
    [
        (ALL_FIVE, Hand(Outcome.PLAYER, panda8=True)),
        (FOUR, ["this table has no Panda 8 wager"]),
    ],
)
def test_a_panda_8_is_taken_just_where_the_profile_has_that_wager(profile, declared):
    assert hand_of({Toggle.PANDA8}, profile.panda8) == declared


def test_the_wagers_are_all_that_the_documents_name():
    assert [wager.value for wager in Wager] == ["player", "banker", "tie", "dragon7", "panda8"]
