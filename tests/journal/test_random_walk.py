"""10,000 random commands on a real file: at every step the replay is the live state, and the tables tell the same."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from games import UNSEEN, read, shipped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keeping import as_schema, counted, totals

from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.journal import schema, tallies
from eztrak.journal.extract import ALL, extract
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Limit, Terms

WALKS, STEPS = 10, 1000
TERMS = Terms(limit=Limit(1000, 30000), timer_seconds=15, origin="config 8")


FIRST = [first_game()]
MANY = [first_game(), first_game(False), shipped("tiger"), shipped("commission-dragon-bonus"), read(UNSEEN)]


def any_hand(random: Random, game: Game) -> Hand:
    shown = random.choice(sorted(game.sets, key=sorted))
    made = game.hand_of(shown | ({"free"} if random.random() < 0.25 else set()))
    assert isinstance(made, Hand)
    return made


def any_terms(random: Random, games: list[Game]) -> Terms:
    return replace(TERMS, decks=random.choice([6, 8]), game=random.choice(games))


def any_command(random: Random, state: TableState, games: list[Game]) -> c.Command:
    shoe, game = state.shoe.number if state.shoe else 1, random.choice([state.game, state.game, *games])
    choices: list[tuple[int, c.Command]] = [
        (60, c.RecordHand(any_hand(random, game))),
        (6, c.TakeBack()),
        (6, c.VoidHand(random.randint(shoe - 2, shoe), random.randint(1, 30), "supervisor 1", "wrong key")),
        (
            6,
            c.ChangeHand(
                random.randint(shoe - 2, shoe), random.randint(1, 30), any_hand(random, game), "supervisor 1", ""
            ),
        ),
        (
            6,
            c.InsertHand(
                random.randint(shoe - 2, shoe), random.randint(0, 9), any_hand(random, game), "supervisor 1", ""
            ),
        ),
        (8, c.NewShoe()),  # short shoes: what is replayed at every step stays small
        (3, c.UndoShoe(c.DEALER)),
        (1, c.JoinShoes("supervisor 1", "")),
        (3, c.MoveHands(random.randint(shoe - 2, shoe), random.randint(1, 9), "supervisor 1", "")),
        (6, c.StartTimer()),
        (6, c.CloseBets(random.choice([c.DEALER, c.TIME]))),
        (1, c.CloseTable("supervisor 1")),
        (6, c.OpenTable("supervisor 1")),
        (2, c.SetTerms(any_terms(random, games), random.choice([c.CONFIG, "supervisor 2"]))),
        (1, c.Start("1.0", "Table 1", TERMS)),
    ]
    weights, commands = zip(*choices, strict=True)
    return random.choices(commands, weights)[0]


@settings(max_examples=WALKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(), games=st.sampled_from([FIRST, MANY]))
def test_replay_and_tables_follow_every_command(
    seed: int, games: list[Game], tmp_path_factory: pytest.TempPathFactory
) -> None:
    random = Random(seed)
    path: Path = tmp_path_factory.mktemp("walk") / "walk.db"
    journal = Journal(path, "now")
    lookup = Lookup(path)
    state = TableState()
    for step in range(STEPS):
        command = any_command(random, state, games) if step else c.Start("1.0", "Table 1", TERMS)
        decision = decide(state, command)
        if isinstance(decision, c.Refusal) or not decision:
            continue
        for record in journal.append(decision, Moment(f"t{step}", step * NANO, "boot")):
            state = apply(state, record)
        assert journal.replay() == state
        for shoe in filter(None, (state.shoe, state.previous)):
            assert (entry := lookup.shoe(shoe.number))
            hands = tuple(one.hand for one in lookup.hands(shoe.number))
            assert (entry.game, hands, entry.stats) == (shoe.game, shoe.hands, shoe.stats)
        if step % 50 == 0:
            assert totals(path) == counted(path)
    journal.close()
    lookup.close()
    assert verify(path).faults == ()
    with closing(extract(path, ALL)) as extracted:
        shoes = list(extracted.listed())
        tallied = {shoe.number: list(extracted.tallies(shoe)) for shoe in shoes}
    with closing(schema.read_only(path)) as connection:
        assert tallied == {s.number: tallies.counted(connection, s.number, s.game) for s in shoes}
    sums = totals(path)
    assert sums == counted(path)
    if games is MANY:
        return
    for version in (1, 2):
        as_schema(path, version)
        assert verify(path).faults == ()
        Journal(path, "later").close()
        assert totals(path) == sums
        assert verify(path).faults == ()
