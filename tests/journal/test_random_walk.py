"""10,000 random commands on a real file: at every step the replay is the live state, and the tables tell the same."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keeping import as_schema_1, counted, totals

from eztrak.game.hand import Hand, Toggle, hand_of
from eztrak.game.notation import write
from eztrak.game.profile import Wager
from eztrak.journal.history import History
from eztrak.journal.journal import Journal
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.events import Moment
from eztrak.table.state import TableState, apply, decide
from eztrak.table.terms import Limit, Terms
from eztrak.table.timer import NANO

WALKS, STEPS = 10, 1000
TERMS = Terms(limit=Limit(1000, 30000), timer_seconds=15, origin="config 8")


def any_hand(random: Random) -> Hand:
    while True:
        made = hand_of(frozenset(toggle for toggle in Toggle if random.random() < 0.25))
        if isinstance(made, Hand):
            return made


def any_terms(random: Random) -> Terms:
    return replace(TERMS, decks=random.choice([6, 8]), wagers=random.choice([TERMS.wagers, (Wager.DRAGON7,)]))


def any_command(random: Random, state: TableState) -> c.Command:
    shoe = state.shoe.number if state.shoe else 1
    choices: list[tuple[int, c.Command]] = [
        (60, c.RecordHand(any_hand(random))),
        (6, c.TakeBack()),
        (6, c.VoidHand(random.randint(shoe - 2, shoe), random.randint(1, 30), "supervisor 1", "wrong key")),
        (6, c.ChangeHand(random.randint(shoe - 2, shoe), random.randint(1, 30), any_hand(random), "supervisor 1", "")),
        (6, c.InsertHand(random.randint(shoe - 2, shoe), random.randint(0, 9), any_hand(random), "supervisor 1", "")),
        (8, c.NewShoe()),  # short shoes: what is replayed at every step stays small
        (6, c.StartTimer()),
        (6, c.CloseBets(random.choice([c.DEALER, c.TIME]))),
        (1, c.CloseTable("supervisor 1")),
        (6, c.OpenTable("supervisor 1")),
        (2, c.SetTerms(any_terms(random), random.choice([c.CONFIG, "supervisor 2"]))),
        (1, c.Start("1.0", "Table 1", TERMS)),
    ]
    weights, commands = zip(*choices, strict=True)
    return random.choices(commands, weights)[0]


@settings(max_examples=WALKS, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers())
def test_replay_and_tables_follow_every_command(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    random = Random(seed)
    path: Path = tmp_path_factory.mktemp("walk") / "walk.db"
    journal = Journal(path, "now")
    history = History(path)
    state = TableState()
    for step in range(STEPS):
        command = any_command(random, state) if step else c.Start("1.0", "Table 1", TERMS)
        decision = decide(state, command)
        if isinstance(decision, c.Refusal) or not decision:
            continue
        for record in journal.append(decision, Moment(f"t{step}", step * NANO, "boot")):
            state = apply(state, record)
        assert journal.replay() == state
        listed = {shoe.number: shoe for shoe in history.shoes(since=state.previous.number if state.previous else 1)}
        for shoe in filter(None, (state.shoe, state.previous)):
            told = listed[shoe.number]
            assert (write(told.hands), told.stats) == (write(shoe.hands), shoe.stats)
        if step % 50 == 0:
            assert totals(path) == counted(path)
    journal.close()
    history.close()
    assert verify(path).faults == ()
    kept = totals(path)
    assert kept == counted(path)
    as_schema_1(path)
    assert verify(path).faults == ()
    Journal(path, "later").close()
    assert totals(path) == kept
    assert verify(path).faults == ()
