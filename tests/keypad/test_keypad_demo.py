"""The demo's dealer: honest shoes, typed as a dealer types them."""

import tomllib
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from eztrak.game.hand import Hand, problems
from eztrak.game.odds import odds
from eztrak.keypad.demo import keys, shoe
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.shipped import setting
from eztrak.table.action import Key
from eztrak.table.entry import Entry, EntryRules, press
from eztrak.table.events import Event, HandRecorded, Moment, Record, ShoeEnded
from eztrak.table.state import TableState, apply, decide
from eztrak.table.stats import stats_of
from eztrak.table.terms import Terms

KEYMAP = keymap_of("default", tomllib.loads(setting("keymaps", "default.toml").read_text()))
assert isinstance(KEYMAP, Keymap)
SHOES = 400


@pytest.fixture(scope="module")
def dealt() -> list[tuple[Hand, ...]]:
    random = Random(2026)
    return [tuple(shoe(random)) for _ in range(SHOES)]


@pytest.mark.parametrize(("decks", "hands"), [(8, 80.5), (6, 59.5)])
def test_a_shoe_has_as_many_hands_as_cards_allow(decks: int, hands: float) -> None:
    random = Random(decks)
    counts = [sum(1 for _ in shoe(random, decks)) for _ in range(SHOES)]
    assert sum(counts) / SHOES == pytest.approx(hands, abs=0.5)
    assert min(counts) > hands - 12
    assert max(counts) < hands + 12


def test_hands_come_as_often_as_the_odds_say(dealt: list[tuple[Hand, ...]]) -> None:
    """Within five standard deviations of the exact odds; the seed makes it the same each time."""
    stats, exact = stats_of([hand for hands in dealt for hand in hands]), odds(8)
    for told, name in (
        *((name, name) for name in ("player", "banker", "tie", "dragon7", "panda8")),
        ("naturals", "natural"),
    ):
        chance = getattr(exact, name) / exact.deals
        spread = (stats.hands * chance * (1 - chance)) ** 0.5
        assert abs(getattr(stats, told) - stats.hands * chance) < 5 * spread, told


def test_every_hand_is_one_that_can_be_entered(dealt: list[tuple[Hand, ...]]) -> None:
    kinds = {hand.toggles for hands in dealt for hand in hands}
    assert len(kinds) == 8  # P, B, T, each also natural, and the two bonuses
    assert all(problems(toggles) == [] for toggles in kinds)


def test_a_table_without_panda8_is_dealt_none() -> None:
    without = tuple(shoe(Random(7), panda8=False))
    assert without == tuple(replace(hand, panda8=False) for hand in shoe(Random(7)))
    assert without != tuple(shoe(Random(7)))
    assert all(problems(hand.toggles, panda8=False) == [] for hand in without)


def test_the_same_seed_deals_the_same_shoe() -> None:
    assert tuple(shoe(Random(7))) == tuple(shoe(Random(7)))
    assert tuple(shoe(Random(7))) != tuple(shoe(Random(8)))


@pytest.mark.parametrize("timer", [True, False])
def test_what_the_dealer_types_is_what_was_dealt(timer: bool) -> None:
    state, entry = TableState("Table 1", Terms(timer_seconds=20 * timer)), Entry()
    rules = EntryRules(repeat=0.0, few_hands=0)
    typed: list[Event] = []
    for step in islice(keys(Random(3), KEYMAP, 8, 8.0, timer), 1500):
        if isinstance(step, float):
            continue
        entry, command = press(entry, Key(step, KEYMAP.actions[step], 0), state, rules, 0)
        assert entry.message == ""
        if command is not None:
            decision = decide(state, command)
            assert isinstance(decision, tuple), decision
            for event in decision:
                typed.append(event)
                state = apply(state, Record(len(typed), Moment("now", 0, "boot"), event, ""))
    random = Random(3)
    dealt = [hand for _ in range(5) for hand in shoe(random)]
    hands = [replace(event.hand, number=0) for event in typed if isinstance(event, HandRecorded)]
    assert hands == dealt[: len(hands)]
    ends = [event.hands for event in typed if isinstance(event, ShoeEnded)]
    random = Random(3)
    assert ends == [sum(1 for _ in shoe(random)) for _ in ends]
    assert len(ends) >= 2


def test_a_hand_takes_the_pause_that_was_asked_for() -> None:
    pauses: list[float] = []
    for step in keys(Random(1), KEYMAP, 8, 10.0, False):
        if step == "/":
            break
        if isinstance(step, float):
            pauses.append(step)
    hands = sum(1 for _ in shoe(Random(1)))
    assert 9 * hands + 20 < sum(pauses) <= 10.5 * hands + 20
