"""The profiles carry the values of the documents, and the terms of a table follow from config and profile."""

from dataclasses import replace
from pathlib import Path

import pytest

from eztrak.config.games import load_game
from eztrak.config.load import Loaded, load, load_profile
from eztrak.config.model import Fees, Money, WagerLimit
from eztrak.config.terms import terms_of
from eztrak.game.game import Game
from eztrak.game.profile import Profile
from eztrak.shipped import setting
from eztrak.table.terms import Limit

COLLECTION = ("Fees are fixed before each hand, for each wager and each player-dealer.",)

# The table "Profiles: what differs by document" of the facts that the product stands on.
DOCUMENTS = [
    Profile(
        name="california-ez",
        title="California EZ Baccarat",
        game="ez",
        decks=(3, 4, 5, 6, 7, 8),
        highest_wager=None,
        highest_wager_rule="the profile",
        fees_allowed=True,
        bonus_needs_base=True,
        natural_ends_hand=None,
        postings=COLLECTION,
    ),
    Profile(
        name="california-panda8",
        title="California EZ Baccarat Panda 8",
        game="ez-panda",
        decks=(3, 4, 5, 6, 7, 8),
        highest_wager=None,
        highest_wager_rule="the profile",
        fees_allowed=True,
        bonus_needs_base=True,
        natural_ends_hand=None,
        postings=COLLECTION,
    ),
    Profile(
        name="washington",
        title="Washington",
        game="ez-panda",
        decks=(6, 8),
        highest_wager=40_000,
        highest_wager_rule="WAC 230-15-140",
        fees_allowed=False,
        bonus_needs_base=False,
        natural_ends_hand=True,
        postings=(),
    ),
    Profile(
        name="house-25",
        title="House rules, 25 dollars",
        game="ez-panda",
        decks=(8,),
        highest_wager=2_500,
        highest_wager_rule="the house's rules",
        fees_allowed=False,
        bonus_needs_base=False,
        natural_ends_hand=True,
        postings=("No side betting allowed. Management decisions are final.",),
    ),
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda profile: profile.name)
def test_a_profile_says_what_its_document_says(document: Profile) -> None:
    assert load_profile(document.name, Path()) == document


def test_no_profile_ships_that_is_not_checked_here() -> None:
    assert {path.stem for path in setting("profiles").iterdir()} == {document.name for document in DOCUMENTS}


def test_a_room_may_bring_a_profile_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('game = "tiger"\nhighest_wager = 1000\n')
    config = tmp_path / "eztrak.toml"
    config.write_text("[table]\nprofile = 'own.toml'\ndecks = 1\n[limits]\nmax = 1000\n")
    assert load(config).profile == Profile(
        name="own",
        title="own",
        game="tiger",
        decks=(1, 2, 3, 4, 5, 6, 7, 8),
        highest_wager=100_000,
        highest_wager_rule="the profile",
        fees_allowed=False,
        bonus_needs_base=False,
        natural_ends_hand=None,
        postings=(),
    )


@pytest.fixture
def california() -> Loaded:
    loaded = load(None)
    table = replace(loaded.config.table, profile="california-ez")
    return Loaded(replace(loaded.config, table=table), load_profile("california-ez", Path()), load_game("ez", Path()))


def with_limit(loaded: Loaded, **limits: object) -> Loaded:
    config = loaded.config
    return replace(loaded, config=replace(config, limits=replace(config.limits, **limits)))  # type: ignore[arg-type]


def test_terms_are_what_config_and_profile_say(california: Loaded) -> None:
    loaded = with_limit(
        california, spots=(("dragon7", WagerLimit(Money(500), Money(2500))), ("tie", WagerLimit(max=Money(5000))))
    )
    config = replace(loaded.config, fees=Fees(Money(200), (("player", Money(100)),)))
    config = replace(config, timer=replace(config.timer, seconds=25))
    plain, terms = terms_of(california), terms_of(replace(loaded, config=config))
    assert (plain.profile, plain.game, plain.decks) == ("california-ez", load_game("ez", Path()), 8)
    assert (plain.limit, plain.wager_limits, plain.fees, plain.timer_seconds) == (Limit(1000, 30000), (), (), 0)
    assert terms == replace(
        plain,
        wager_limits=(("tie", Limit(1000, 5000)), ("dragon7", Limit(500, 2500))),
        fees=(("player", 100), ("player_dealer", 200)),
        timer_seconds=25,
    )
    assert terms.limit_of("tie") == Limit(1000, 5000)
    assert terms.limit_of("banker") == Limit(1000, 30000)


def test_a_wager_limit_that_repeats_the_tables_is_no_limit_of_its_own(california: Loaded) -> None:
    same = with_limit(california, spots=(("tie", WagerLimit(Money(1000), Money(30000))),))
    assert terms_of(same) == terms_of(california)
    assert terms_of(same).origin == terms_of(california).origin


def test_the_fingerprint_changes_when_the_terms_do(california: Loaded, tmp_path: Path) -> None:
    config = california.config
    changed = [
        california,
        with_limit(california, min=Money(1500)),
        with_limit(california, max=Money(20000)),
        with_limit(california, spots=(("tie", WagerLimit(max=Money(5000))),)),
        replace(california, config=replace(config, fees=Fees(spots=(("tie", Money(100)),)))),
        replace(california, config=replace(config, timer=replace(config.timer, seconds=20))),
        replace(california, config=replace(config, table=replace(config.table, decks=6))),
        replace(california, profile=load_profile("california-panda8", Path())),
        replace(california, game=load_game("ez-panda", Path())),
        replace(california, game=_repaid(tmp_path, "9:1")),
        replace(california, game=_repaid(tmp_path, "10:1")),
    ]
    prints = [terms_of(loaded).origin for loaded in changed]
    assert len(set(prints)) == len(prints)
    assert all(len(origin) == 12 for origin in prints)


def _repaid(folder: Path, pay: str) -> Game:
    """A game of one name whose file was changed."""
    path = folder / "ours.toml"
    path.write_text(f'wagers = ["player", "banker-ez", "tie", "dragon7"]\npay = {{ tie = "{pay}" }}\n')
    return load_game(str(path), Path())


def test_the_fingerprint_stays_when_only_the_look_changes(california: Loaded) -> None:
    config = california.config
    repainted = replace(
        config,
        room=replace(config.room, name="Another room"),
        display=replace(config.display, clock="24h", flash=0.0),
        entry=replace(config.entry, confirm=False),
    )
    assert terms_of(replace(california, config=repainted)).origin == terms_of(california).origin
