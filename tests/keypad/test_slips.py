"""Every hand with every single slip, in every state that the entry can be in: what must never happen, never does.

No wrong winner unseen in results and totals; no shoe ended, no hand taken back or changed, in any way. With
EZTRAK_ALL_SLIPS=1 totals and cards are tried in every state with every game and map; otherwise with the default ones.
"""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from states import STATES, state

from eztrak.config.games import load_game, shipped_games
from eztrak.config.load import read_toml
from eztrak.game.hand import Hand, Outcome
from eztrak.game.result import PERFECT, Result
from eztrak.keypad.keymap import NEIGHBOURS, Keymap, keymap_of, keys_of
from eztrak.keypad.slips import Slip, Table, Typist, slip_of, slips, slips_at, ways_of
from eztrak.keypad.strokes import Strokes, by_cards, by_totals, strokes
from eztrak.shipped import setting
from eztrak.table import events as e
from eztrak.table.digits import Way
from eztrak.table.typed import Question

MAPS = sorted(path.stem for path in setting("keymaps", "default.toml").parent.glob("*.toml"))
GAMES = list(shipped_games())
ALL = bool(os.environ.get("EZTRAK_ALL_SLIPS"))
MANY, MANY_MAPS = (GAMES, MAPS) if ALL else (["ez-panda"], ["default"])


@cache
def keymap(name: str) -> Keymap:
    made = keymap_of(name, read_toml(setting("keymaps", f"{name}.toml")))
    assert isinstance(made, Keymap)
    return made


@cache
def typed(map: str, game: str, way: Way) -> list[Strokes]:
    table = table_of(map, game, way)
    return strokes(table.game, table.keys, way)


def table_of(map: str, game: str, way: Way) -> Table:
    return Table(keymap(map), load_game(game, Path()), way)


def unseen(table: Table, name: str, hands: list[Strokes]) -> list[str]:
    """What must not come of a slip in this state, in words."""
    typist = Typist(table, state(table, name))
    bad = (Slip.UNDONE,) if table.way is Way.CARDS else (Slip.UNDONE, Slip.WINNER)
    return [
        f"{name}: {' '.join(caps)} for {' '.join(one.caps)}: {slip}"
        for one in hands
        for caps in (one.caps, *slips(one.caps))
        if (slip := typist.slip(caps, one.hand)) in bad and not drops_what_was_left(typist, caps)
    ]


def drops_what_was_left(typist: Typist, caps: tuple[str, ...]) -> bool:
    """Clear is how a dealer says that what was left is not to be entered; Enter then enters what stands typed."""
    asked = typist.start.entry
    return asked.question is Question.LEFT and bool(asked.typed) and caps[0] == "."


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("game", GAMES)
def test_no_slip_in_results_goes_wrong_unseen_in_any_state(game: str, map: str) -> None:
    table = table_of(map, game, Way.RESULTS)
    hands = typed(map, game, Way.RESULTS)
    assert [bad for name in STATES for bad in unseen(table, name, hands)] == []


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("game", GAMES)
def test_no_slip_in_totals_goes_wrong_unseen(game: str, map: str) -> None:
    table = table_of(map, game, Way.TOTALS)
    assert unseen(table, "idle", typed(map, game, Way.TOTALS)) == []


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("map", MANY_MAPS)
@pytest.mark.parametrize("game", MANY)
def test_no_slip_in_totals_goes_wrong_unseen_in_any_state(game: str, map: str, name: str) -> None:
    table = table_of(map, game, Way.TOTALS)
    assert unseen(table, name, typed(map, game, Way.TOTALS)) == []


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("game", MANY)
def test_no_slip_in_cards_ends_a_shoe_or_takes_back_a_hand_in_any_state(game: str, name: str) -> None:
    table = table_of("default", game, Way.CARDS)
    # The last card beside the key that says yes, after cards that choose in the menu, is the slip to be afraid of.
    eights = [(1, 0, 0, 8), (5, 0, 1, 8), (1, 1, 1, 8), (4, 0, 4, 8), (4, 4, 4, 8), (0, 0, 0, 8)]
    feared = [Strokes(*by_cards(cards, (0, 0), table.game, table.keys), 1) for cards in eights]
    assert unseen(table, name, [*feared, *strokes(table.game, table.keys, table.way, 20)]) == []


@pytest.mark.parametrize(
    "meant",
    [("+", "/", "Enter"), ("3", "+", "/", "Enter"), ("NumLock", "/", "Enter"), ("/", "/", "1", "/", "Enter")],
    ids=["take back", "change", "new shoe", "new shoe by the menu"],
)
@pytest.mark.parametrize("name", ["idle", "right after a hand", "bets closed", "restarted"])
def test_no_slip_while_something_is_mended_records_a_hand(meant: tuple[str, ...], name: str) -> None:
    """… and none undoes what was not to be undone: a slip on the way to one thing does not do another."""
    table = table_of("default", "ez-panda", Way.RESULTS)
    typist = Typist(table, state(table, name))
    wanted = {type(event) for event in typist.after(meant).events}
    assert wanted
    if e.HandChanged in wanted:
        wanted.add(e.HandVoided)  # without its result a change is a take back, and that is what the board asks
    for caps in slips(meant):
        if caps == ("3", "Enter", "/", "Enter"):
            continue  # Enter lies beside +: a result and Enter are a hand, asked about where it comes too soon
        done = {type(event) for event in typist.after(caps).events}
        assert done - {e.TimerStarted, e.BetsClosed} <= wanted, caps


def test_a_slip_is_a_key_beside_left_out_twice_or_in_the_wrong_order() -> None:
    assert list(slips(("1", "Enter"))) == [
        ("0", "Enter"),
        ("2", "Enter"),
        ("4", "Enter"),
        ("Enter",),
        ("1", "1", "Enter"),
        ("Enter", "1"),
        *[("1", near) for near in sorted(NEIGHBOURS["Enter"])],
        ("1",),
        ("1", "Enter", "Enter"),
    ]
    assert ("3", "3") not in list(slips(("3", "3")))  # two of the same in the other order are no slip


def test_totals_are_typed_as_the_game_asks_for_them() -> None:
    ez, pairs = load_game("ez-panda", Path()), load_game("commission-pairs", Path())
    keys = keys_of(keymap("default"), ez, Way.TOTALS)
    caps, hand = by_totals(Result(4, 7, 2, 3), ez, keys)
    assert (" ".join(caps), hand.said, hand.totals) == ("4 7 3 3 Enter", {"banker", "dragon7"}, "47")
    caps, hand = by_totals(Result(4, 7, 3, 2, 0, PERFECT), pairs, keys)
    assert (" ".join(caps), hand.said) == ("4 7 0 4 3 Enter", {"banker", "banker-pair"})


def test_cards_are_typed_as_they_are_dealt_and_pairs_where_their_values_do_not_tell() -> None:
    ez, pairs = load_game("ez-panda", Path()), load_game("commission-pairs", Path())
    keys = keys_of(keymap("default"), ez, Way.CARDS)
    caps, hand = by_cards((0, 9, 8, 0, 5, 5), (0, 0), ez, keys)
    assert (" ".join(caps), hand.player, hand.banker) == ("0 9 8 0 Enter", "08", "90")
    caps, hand = by_cards((0, 3, 0, 3, 5, 5), (1, 1), pairs, keys)
    assert (" ".join(caps), hand.player) == ("0 3 0 3 4 5 Enter", "005")
    assert {"player-pair", "banker-pair"} <= hand.said


@pytest.mark.parametrize(
    ("recorded", "slip"),
    [
        ([], Slip.CAUGHT),
        ([Hand(Outcome.PLAYER, number=7)], Slip.HARMLESS),
        ([Hand(Outcome.BANKER)], Slip.WINNER),
        ([Hand(Outcome.PLAYER, frozenset({"natural"}))], Slip.MARK),
        ([Hand(Outcome.PLAYER, free=True)], Slip.MARK),
        ([Hand(Outcome.PLAYER), Hand(Outcome.PLAYER)], Slip.MARK),
        ([Hand(Outcome.PLAYER, totals="95")], Slip.POINTS),
    ],
)
def test_a_slip_is_judged_by_what_it_leaves_on_record(recorded: list[Hand], slip: Slip) -> None:
    meant = Hand(Outcome.PLAYER)
    assert slip_of(tuple(e.HandRecorded(1, hand) for hand in recorded), meant) is slip
    assert slip_of((e.ShoeEnded(1, 9), *(e.HandRecorded(2, hand) for hand in recorded)), meant) is Slip.UNDONE


def test_the_map_of_version_0_1_0_shows_why_it_was_given_up() -> None:
    """Tie between Player and Banker: one finger beside, and another winner is on record."""
    old = replace(keymap("default"), ids=dict(keymap("default").ids) | {"2": "tie", "5": "info"})
    counted = slips_at(old, load_game("ez-panda", Path()), Way.RESULTS)
    assert counted.percent[Slip.WINNER] > 5
    assert counted.unsafe


def test_the_shipped_map_loses_no_winner_and_the_share_of_each_slip_is_told() -> None:
    counted = slips_at(keymap("default"), load_game("ez-panda", Path()), Way.RESULTS)
    assert (counted.hands, round(counted.keys, 2), counted.sampled, counted.unsafe) == (8, 2.34, False, False)
    assert sum(counted.percent.values()) == pytest.approx(100)
    assert counted.percent[Slip.WINNER] == counted.percent[Slip.UNDONE] == 0


def test_a_map_without_figures_for_the_sides_has_no_totals() -> None:
    ids = dict(keymap("default").ids)
    ids["*"] = ids.pop("1")
    ez = load_game("ez-panda", Path())
    assert ways_of(replace(keymap("default"), ids=ids), ez) == [Way.RESULTS, Way.CARDS]
    assert ways_of(keymap("default"), ez) == list(Way)
