"""The demo's dealer: honest shoes, typed as a dealer types them."""

import tomllib
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from eztrak.config.games import load_game, shipped_games
from eztrak.game.hand import Hand
from eztrak.game.odds import odds
from eztrak.keypad.demo import keys, shoe
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of
from eztrak.shipped import setting
from eztrak.table.decisions import decide
from eztrak.table.entry import press
from eztrak.table.events import Event, HandRecorded, Moment, Record, ShoeEnded
from eztrak.table.state import TableState, apply
from eztrak.table.stats import stats_of
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, EntryRules

KEYMAP = keymap_of("default", tomllib.loads(setting("keymaps", "default.toml").read_text()))
assert isinstance(KEYMAP, Keymap)
GAME = load_game("ez-panda", Path())
CAPS = keys_of(KEYMAP, GAME)
SHOES = 400


@pytest.fixture(scope="module")
def dealt() -> list[tuple[Hand, ...]]:
    random = Random(2026)
    return [tuple(shoe(random, GAME)) for _ in range(SHOES)]


@pytest.mark.parametrize(("decks", "hands"), [(8, 80.5), (6, 59.5)])
def test_a_shoe_has_as_many_hands_as_cards_allow(decks: int, hands: float) -> None:
    random = Random(decks)
    counts = [sum(1 for _ in shoe(random, GAME, decks)) for _ in range(SHOES)]
    assert sum(counts) / SHOES == pytest.approx(hands, abs=0.5)
    assert min(counts) > hands - 12
    assert max(counts) < hands + 12


@pytest.mark.parametrize("name", shipped_games())
def test_hands_come_as_often_as_the_odds_say(name: str) -> None:
    """Within five standard deviations of the exact odds, pairs included; the seed makes it the same each time."""
    game, random = load_game(name, Path()), Random(2026)
    stats, exact = stats_of([hand for _ in range(100) for hand in shoe(random, game)], game), odds(game, 8)
    for id in game.counted:
        chance = exact.counted[id] / exact.deals
        spread = (stats.hands * chance * (1 - chance)) ** 0.5
        assert abs(stats.of(id) - stats.hands * chance) < 5 * spread, id


def test_every_hand_is_one_that_can_be_entered(dealt: list[tuple[Hand, ...]]) -> None:
    kinds = {hand.said for hands in dealt for hand in hands}
    assert kinds == set(GAME.sets)  # P, B, T, each also natural, and the two bonuses


def test_the_same_seed_deals_the_same_shoe() -> None:
    assert tuple(shoe(Random(7), GAME)) == tuple(shoe(Random(7), GAME))
    assert tuple(shoe(Random(7), GAME)) != tuple(shoe(Random(8), GAME))


@pytest.mark.parametrize("timer", [True, False])
@pytest.mark.parametrize("name", ["ez-panda", "commission-pairs", "dai-bacc", "ez-dragon-bonus"])
def test_what_the_dealer_types_is_what_was_dealt(timer: bool, name: str) -> None:
    game = load_game(name, Path())
    caps = keys_of(KEYMAP, game)
    state, entry = TableState("Table 1", Terms(game=game, timer_seconds=20 * timer)), Entry()
    rules = EntryRules(hand_seconds=0.0)
    typed: list[Event] = []
    for step in islice(keys(Random(3), caps, game, 8, 8.0, timer), 1500):
        if isinstance(step, float):
            continue
        entry, command = press(entry, caps.key(step, 0), state, rules, 0)
        assert not entry.message
        if command is not None:
            decision = decide(state, command)
            assert isinstance(decision, tuple), decision
            for event in decision:
                typed.append(event)
                state = apply(state, Record(len(typed), Moment("now", 0, "boot"), event, ""))
    random = Random(3)
    dealt = [hand for _ in range(5) for hand in shoe(random, game)]
    hands = [replace(event.hand, number=0) for event in typed if isinstance(event, HandRecorded)]
    assert hands == dealt[: len(hands)]
    ends = [event.hands for event in typed if isinstance(event, ShoeEnded)]
    random = Random(3)
    assert ends == [sum(1 for _ in shoe(random, game)) for _ in ends]
    assert len(ends) >= 2


def test_a_pad_without_a_key_for_it_begins_its_shoes_by_the_menu() -> None:
    few = keymap_of("own", {"keys": {cap: id for cap, id in KEYMAP.ids.items() if cap != "NumLock"}})
    assert isinstance(few, Keymap)
    typed = list(islice(keys(Random(1), keys_of(few, GAME), GAME, 8, 8.0, False), 800))
    end = typed.index("/")
    assert typed[end : end + 6] == ["/", "/", "1", 2.0, "/", "Enter"]


def test_a_slow_dealer_answers_before_the_question_is_over() -> None:
    typed = list(islice(keys(Random(1), CAPS, GAME, 8, 80.0, False), 800))
    asks = typed.index("NumLock")
    assert typed[asks : asks + 4] == ["NumLock", 2.0, "/", "Enter"]


def test_a_hand_takes_the_pause_that_was_asked_for() -> None:
    pauses: list[float] = []
    for step in keys(Random(1), CAPS, GAME, 8, 10.0, False):
        if step == "NumLock":
            break
        if isinstance(step, float):
            pauses.append(step)
    hands = sum(1 for _ in shoe(Random(1), GAME))
    assert 9 * hands + 20 < sum(pauses) <= 10.5 * hands + 20
