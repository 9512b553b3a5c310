"""Configs that load: defaults, what is set, the shipped file, and the text that shows and explains them."""

import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eztrak.config import explain
from eztrak.config.games import load_game
from eztrak.config.load import load
from eztrak.config.model import ABOUT, SPOKEN, Config, Fees, FeesOfLimit, Limits, Posting, Room, WagerLimit
from eztrak.options import Money, allowed, options
from eztrak.roads.drawing import Tail
from eztrak.shipped import setting


def written(folder: Path, text: str) -> Path:
    path = folder / "eztrak.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_are_in_force() -> None:
    loaded = load(None)
    assert loaded.config == Config()
    assert (loaded.pack.name, loaded.game.id) == ("trial", "ez-panda")
    assert not loaded.retired


def test_what_is_set_is_in_force_and_the_rest_keeps_its_default(tmp_path: Path) -> None:
    loaded = load(
        written(
            tmp_path,
            "[room]\nname = 'Golden Gate'\n[table]\npack = 'california'\ndecks = 3\n"
            "[limits]\nmin = 5\nmax = 2000\n[limits.tie]\nmax = 99.5\n[fees]\nbet = 1\nplayer_dealer = 2.50\n"
            "[entry]\nhand_seconds = 0\n[keypad]\nsources = ['evdev', 'serial:/dev/ttyUSB0']\n"
            "[display]\ntail = 'keep-right'\n",
        )
    )
    default = Config()
    assert loaded.config == replace(
        default,
        room=Room(name="Golden Gate"),
        table=replace(default.table, pack="california", decks=3),
        limits=Limits(Money(500), Money(200_000), spots=(("tie", WagerLimit(max=Money(9950))),)),
        fees=Fees(bet=Money(100), player_dealer=Money(250)),
        entry=replace(default.entry, hand_seconds=0.0),
        keypad=replace(default.keypad, sources=("evdev", "serial:/dev/ttyUSB0")),
        display=replace(default.display, tail=Tail.KEEP_RIGHT),
    )
    assert loaded.pack.name == "california"


def test_a_limit_may_reach_the_ceiling_and_a_min_its_max(tmp_path: Path) -> None:
    limits = load(written(tmp_path, "[table]\npack = 'washington'\n[limits]\nmin = 400\nmax = 400\n")).config.limits
    assert (limits.min, limits.max) == (40_000, 40_000)


def test_an_amount_is_exact_to_the_cent(tmp_path: Path) -> None:
    """19.99 times 100 is 1998.9999… in floating point."""
    limits = load(written(tmp_path, "[limits]\nmin = 19.99\nmax = 279.15\n")).config.limits
    assert (limits.min, limits.max) == (1999, 27915)


def test_a_table_can_deal_another_game_than_the_packs(tmp_path: Path) -> None:
    loaded = load(
        written(
            tmp_path,
            "[table]\ngame = 'commission-dragon-bonus'\n[limits.dragon-bonus-player]\nmax = 50\n"
            "[limits.banker]\nmin = 25\n",
        )
    )
    assert loaded.game == load_game("commission-dragon-bonus", Path())
    assert loaded.config.limits.spots == (
        ("dragon-bonus-player", WagerLimit(max=Money(5000))),
        ("banker", WagerLimit(min=Money(2500))),
    )


def test_a_rooms_own_game_is_found_beside_the_config(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "ours.toml").write_text('title = "Ours"\nwagers = ["player", "banker-5", "tie"]\n')
    loaded = load(written(tmp_path, "[table]\ngame = 'games/ours.toml'\n"))
    assert (loaded.game.id, loaded.game.name(), list(loaded.game.spots)) == (
        "ours",
        "Ours",
        ["player", "banker", "tie"],
    )


def test_a_packs_game_file_is_found_beside_the_pack(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "own.toml").write_text('game = "ours.toml"\n')
    (tmp_path / "rules" / "ours.toml").write_text('wagers = ["player", "banker-5", "tie", "super6"]\n')
    loaded = load(written(tmp_path, "[table]\npack = 'rules/own.toml'\n"))
    assert list(loaded.game.marks) == ["super6"]


def test_an_empty_section_of_a_wager_that_is_not_dealt_says_nothing(tmp_path: Path) -> None:
    """The file that version 0.1.0 shipped has them."""
    text = "[table]\ngame = 'commission'\n[limits.tie]\n[limits.dragon7]\n[limits.panda8]\n"
    assert load(written(tmp_path, text)).config.limits == Limits()


def test_another_game_to_look_at_takes_of_the_limits_what_it_has(tmp_path: Path) -> None:
    path = written(tmp_path, "[limits.dragon7]\nmax = 50\n[limits.tie]\nmax = 100\n[entry]\nmode = 'cards'\n")
    assert load(path, load_game("commission-pairs", Path())).game.id == "commission-pairs"


def test_the_shipped_config_loads_and_sets_nothing() -> None:
    assert setting("eztrak.toml").read_text(encoding="utf-8") == explain.reference()
    assert load(setting("eztrak.toml")).config == Config()


def test_every_option_of_the_shipped_config_can_be_taken_into_use(tmp_path: Path) -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", explain.reference(), flags=re.MULTILINE)
    five = Money(500)  # what the file shows where nothing is set by default
    default = Config()
    assert load(written(tmp_path, text)).config == replace(
        default,
        limits=Limits(default.limits.min, default.limits.max, five, (("tie", WagerLimit(five, five)),)),
        fees=Fees(five, five, spots=(("tie", five),)),
    )


def test_every_option_and_section_has_help_and_says_what_is_allowed() -> None:
    for section in fields(Config):
        assert section.metadata["help"].endswith("."), section.name
    for key, declared, hint in options(Config):
        assert declared.metadata["help"].endswith("."), key
        assert allowed(declared, hint), key
        assert not is_dataclass(hint)


def test_an_option_is_explained_in_full() -> None:
    assert explain.explain("limits.max") == (
        "limits.max\n"
        "  The maximum wager, in dollars; never over the pack's highest.\n"
        "  Allowed: an amount in dollars, with at most two decimals.\n"
        "  Default: 300."
    )
    assert explain.explain("limits.tie.max") == (
        "limits.tie.max\n"
        "  The maximum wager here, where it differs from the table's.\n"
        "  Allowed: an amount in dollars, with at most two decimals.\n"
        "  Default: not set."
    )


def test_a_section_is_explained_option_by_option() -> None:
    text = explain.explain("limits.tie")
    assert text == f"{explain.explain('limits.tie.min')}\n\n{explain.explain('limits.tie.max')}"
    assert explain.explain("limit") is None
    assert explain.explain("limits.tie.maxi") is None
    assert explain.explain("limits.min.max") is None


def test_any_wager_of_a_game_is_explained_by_its_own_name() -> None:
    text = explain.explain("limits.dragon-bonus-player.max")
    assert text is not None
    assert text.startswith("limits.dragon-bonus-player.max\n  The maximum wager here")
    fee = explain.explain("fees.crane")
    assert fee is not None
    assert fee.startswith("fees.crane\n  What a player pays for one other bet, by its name")


def test_what_is_shown_marks_what_is_set_and_leaves_out_what_is_not() -> None:
    config = replace(Config(), room=Room("Lucky"), fees=Fees(spots=(("tie", Money(150)),)))
    shown = explain.show(config)
    assert shown.startswith(
        '[room]\nname = "Lucky"  # set\ncurrency = "$"\nday_starts = "00:00"\npostings = []\nhours = ""\n\n[table]\n'
    )
    assert "tie = 1.50  # set\n" in shown
    assert "[limits.tie]" not in shown


texts = st.text(st.characters(codec="utf-8").filter(str.isprintable), min_size=1, max_size=16)
dollars = st.integers(0, 10**6).map(Money)


def _rows(low: int, more: int, others: list[FeesOfLimit]) -> tuple[FeesOfLimit, ...]:
    """A schedule with a row for the table's limit and some for others."""
    own = FeesOfLimit(Money(low), Money(low + more), spots=(("tie", Money(more)),))
    limits = [Money(3 * 10**6 + i) for i in range(len(others))]
    return (own, *(replace(row, min=at, max=at) for row, at in zip(others, limits, strict=True))) if others else ()


configs = st.builds(
    lambda name, currency, postings, table, low, more, tie, rows, timeout, confirm, tail, sources, database: replace(
        Config(),
        room=Room(name, currency, postings=tuple(postings)),
        table=replace(Config().table, name=table, pack="california", decks=6, notice_minutes=low % 1441),
        limits=Limits(Money(low), Money(low + more), spots=(("tie", WagerLimit(min=tie)),) if tie is not None else ()),
        fees=Fees(
            player_dealer=None if rows else Money(more),
            taken="after" if confirm else "before",
            rows=_rows(low, more, rows),
        ),
        entry=replace(Config().entry, timeout=timeout, confirm=confirm),
        keypad=replace(Config().keypad, sources=tuple(sources)),
        journal=replace(Config().journal, database=database),
        display=replace(Config().display, tail=tail),
    ),
    name=texts,
    currency=st.text(st.characters(codec="utf-8").filter(str.isprintable), min_size=1, max_size=3),
    postings=st.lists(st.builds(Posting, st.sampled_from(ABOUT), texts, st.sampled_from(SPOKEN)), max_size=2),
    table=texts,
    low=st.integers(0, 10**6),
    more=st.integers(0, 10**6),
    tie=st.just(Money(0)) | st.none(),
    rows=st.lists(st.builds(FeesOfLimit, dollars, dollars, dollars | st.none(), dollars | st.none()), max_size=2),
    timeout=st.floats(3, 600),
    confirm=st.booleans(),
    tail=st.sampled_from(Tail),
    sources=st.lists(st.just("window") | texts.map("script:{}".format), min_size=1, max_size=3),
    # ~name is the home of somebody whom this machine may not know, which is a fault.
    database=texts.filter(lambda text: not text.startswith("~")) | st.just(""),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(config=configs)
def test_what_is_shown_loads_as_it_was(tmp_path: Path, config: Config) -> None:
    assert load(written(tmp_path, explain.show(config))).config == config


@pytest.mark.parametrize("key", explain.keys())
def test_each_option_is_found_by_its_key(key: str) -> None:
    text = explain.explain(key)
    assert text is not None
    assert text.startswith(f"{key}\n  ")
