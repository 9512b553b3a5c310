"""Shoes that were undone, joined, or exchanged hands, on a real file: replay, tables, exports and readers agree."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from games import shipped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keeping import START, Keeping, counted, select, totals, with_hands

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.journal.chain import seal
from eztrak.journal.extract import Choice, Extract, extract
from eztrak.journal.following import HAND_COLUMNS, SHOE_COLUMNS, Following
from eztrak.journal.journal import FIRST, previous_start
from eztrak.journal.lookup import Lookup
from eztrak.journal.rederive import Rederived
from eztrak.journal.verify import quick_check, verify
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.terms import Terms

BOSS = c.supervisor(7)
JOIN = c.JoinShoes(BOSS, "pressed by mistake")


def shoes(path: Path) -> list[tuple[int, str]]:
    """The hands of each shoe, as the history lists them."""
    return [(shoe.number, write(hands, shoe.game)) for shoe, hands in with_hands(path)]


def test_an_undone_shoe_is_listed_without_hands_and_the_one_before_is_in_play_again(keeping: Keeping) -> None:
    keeping.shoe("P B").give(c.NewShoe(), c.UndoShoe(c.DEALER), c.RecordHand(Hand(Outcome.TIE)))
    assert shoes(keeping.path) == [(1, "P B T"), (2, "")]
    assert select(keeping.path, "shoe, ended_at IS NULL, seal IS NULL, last_seq IS NULL FROM shoes") == [
        (1, 1, 1, 1),
        (2, 0, 0, 0),
    ]
    assert verify(keeping.path).faults == ()
    quick_check(keeping.path)


def test_the_seal_that_was_shown_before_a_shoe_went_on_is_still_known(keeping: Keeping) -> None:
    keeping.shoe("P B").give(c.NewShoe())
    assert keeping.state.previous is not None
    shown = seal(*keeping.state.previous.seals[0])
    keeping.give(c.UndoShoe(c.DEALER)).shoe("T")
    ((now,),) = select(keeping.path, "seal FROM shoes WHERE shoe = 1")
    assert now != shown
    assert select(keeping.path, "seal FROM seals WHERE shoe = 1 ORDER BY seq") == [(shown,), (now,)]
    assert verify(keeping.path, [shown, now]).faults == ()


def test_a_moved_hand_keeps_the_time_and_the_dealer_of_its_entry(keeping: Keeping) -> None:
    keeping.give(c.SetDealer(4, BOSS)).shoe("P B7 Tf").give(c.SetDealer(5, BOSS)).shoe("B")
    keeping.give(c.MoveHands(1, 2, BOSS, "new shoe forgotten"))
    message = "entered_at, dealer, outcome, marks, free, voided FROM hands WHERE shoe ="
    there = select(keeping.path, f"{message} 1 AND hand > 1 ORDER BY place")
    here = select(keeping.path, f"{message} 2 AND hand > 1 ORDER BY place")
    assert [row[:5] for row in here] == [row[:5] for row in there]
    assert [row[1:] for row in here] == [(4, "B", '["dragon7"]', 0, 0), (4, "T", "[]", 1, 0)]
    assert shoes(keeping.path) == [(1, "P B7x Tfx"), (2, "B7 Tf B")]
    with closing(Lookup(keeping.path)) as lookup:
        assert [(one.what, one.dealer, one.by, one.reason) for one in lookup.story(2)] == [
            ("entered", 5, "", ""),
            ("insert", 4, BOSS, "moved from shoe 1, hand 2: new shoe forgotten"),
            ("insert", 4, BOSS, "moved from shoe 1, hand 3: new shoe forgotten"),
        ]


def test_everything_about_a_shoe_that_went_on_is_found(keeping: Keeping) -> None:
    keeping.shoe("P").shoe("B T").give(JOIN, c.RecordHand(Hand(Outcome.TIE)))
    keeping.shoe("B").give(c.VoidHand(1, 1, BOSS, "misread")).shoe("P")
    with closing(Lookup(keeping.path)) as lookup:
        assert [one.what for one in lookup.story(1)] == ["entered", "insert", "insert", "entered", "void"]
        assert [one.hand for one in lookup.story(1)] == [1, 2, 3, 4, 1]
        assert [one.what for one in lookup.story(2)] == ["entered", "entered", "void", "void"]
        assert {one.shoe for number in (1, 2, 3) for one in lookup.story(number) if one.shoe != number} == set()


def test_a_moved_hand_takes_its_time_in_the_shoe_to_which_it_belongs(keeping: Keeping) -> None:
    keeping.shoe("P B T").shoe("B P").give(JOIN)
    with closing(extract(keeping.path, Choice())) as record:
        one, two = (list(record.tallies(shoe)) for shoe in record.listed())
    # A second between two hands, three where a new shoe was begun between them.
    assert [(tally.entered, tally.paced, tally.seconds) for tally in one] == [(5, 4, 6.0)]
    assert [(tally.entered, tally.voided, tally.paced, tally.seconds) for tally in two] == [(2, 2, 0, 0.0)]


def test_a_start_reads_from_the_start_of_the_shoe_that_went_on(keeping: Keeping) -> None:
    keeping.shoe("P").shoe("B B")
    (start,) = [record.seq for record in keeping.records if record.kind == "shoe_start"][1:]
    for _ in range(4):
        keeping.give(c.NewShoe(), c.UndoShoe(c.DEALER))
    connection = keeping.journal._connection
    assert previous_start(connection) == start
    keeping.shoe("T")
    assert previous_start(connection) == start
    keeping.shoe("T")
    assert previous_start(connection) == keeping.records[-5].seq


def test_a_shoe_that_nobody_knows_is_looked_for_no_further_than_there_are_rows(keeping: Keeping) -> None:
    keeping.shoe("P").give(c.NewShoe(), c.UndoShoe(c.DEALER)).shoe("T")
    connection = keeping.journal._connection
    first, second, _ = [record.seq for record in keeping.records if record.kind == "shoe_start"]
    assert previous_start(connection) == first
    connection.execute("DROP TRIGGER journal_keeps_content")
    connection.execute("UPDATE journal SET data = 'x' WHERE kind = 'shoe_resume'")
    assert previous_start(connection) == second
    connection.execute("UPDATE journal SET data = '{\"shoe\": 0}' WHERE kind = 'shoe_resume'")
    assert previous_start(connection) == FIRST


ANY_GAME = [first_game(), shipped("tiger")]


def any_command(random: Random, keeping: Keeping) -> c.Command:
    newest, game = keeping.state.newest, keeping.state.game
    some = random.randint(1, 6)
    return random.choices(
        [
            c.RecordHand(game.dealt(random.choice(list(game.sets.values())), random.random() < 0.2)),
            c.NewShoe(),
            c.UndoShoe(random.choice([c.DEALER, BOSS])),
            JOIN,
            c.MoveHands(random.randint(newest - 3, newest), some, BOSS, random.choice(["", "forgotten"])),
            c.TakeBack(),
            c.VoidHand(random.randint(newest - 3, newest), some, BOSS, "misread"),
            c.ChangeHand(random.randint(newest - 3, newest), some, Hand(Outcome.TIE), BOSS, "misread"),
            c.InsertHand(random.randint(newest - 3, newest), some, Hand(Outcome.TIE), BOSS, "missed"),
            c.SetDealer(random.randint(0, 3), BOSS),
            c.SetTerms(Terms(decks=random.choice([6, 8]), game=random.choice(ANY_GAME), origin=str(some)), c.CONFIG),
            START,
        ],
        [12, 4, 3, 2, 4, 1, 1, 1, 1, 1, 1, 1],
    )[0]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers())
def test_any_sequence_is_replayed_rebuilt_copied_and_proved(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    random = Random(seed)
    keeping = Keeping(tmp_path_factory.mktemp("shoes") / "table.db").give(START)
    copied = Copied(keeping.path)
    for step in range(150):
        decision = decide(keeping.state, any_command(random, keeping))
        if isinstance(decision, c.Refusal):
            continue
        keeping.append(*decision)
        assert keeping.journal.replay() == keeping.state
        if step % 10 == 0:
            quick_check(keeping.path)
            copied.follow(random.randint(1, 9))
    copied.follow(1)
    assert copied.shoes == select(keeping.path, f"{', '.join(SHOE_COLUMNS)} FROM shoes")
    assert copied.hands == select(keeping.path, f"{', '.join(HAND_COLUMNS)} FROM hands")
    assert verify(keeping.path).faults == ()
    assert totals(keeping.path) == counted(keeping.path)
    for (shoe,) in select(keeping.path, "shoe FROM shoes"):
        assert_proved(keeping.path, Choice(shoe=shoe))
    assert_proved(keeping.path, Choice())
    assert_proved(keeping.path, Choice(dealer=2))
    keeping.close()


class Copied:
    """What somebody has who follows a history, some rows at a time."""

    def __init__(self, path: Path) -> None:
        self._path, self._seq, self._hash = path, 0, ""
        self._shoes: dict[object, tuple[object, ...]] = {}
        self._hands: dict[tuple[object, ...], tuple[object, ...]] = {}

    def follow(self, most: int) -> None:
        with closing(Following(self._path)) as following:
            while (batch := following.after(self._seq, self._hash, most)).rows:
                self._seq, self._hash = batch.rows[-1][0], batch.rows[-1][-1]
                self._shoes |= {row[0]: row for row in batch.shoes}
                self._hands |= {row[:2]: row for row in batch.hands}

    @property
    def shoes(self) -> list[tuple[object, ...]]:
        return [row for _, row in sorted(self._shoes.items())]

    @property
    def hands(self) -> list[tuple[object, ...]]:
        return [row for _, row in sorted(self._hands.items())]


def assert_proved(path: Path, choice: Choice) -> None:
    """Whoever has the rows of an extract gets the same shoes, hands and corrections out of them, and all of them."""
    with closing(extract(path, choice)) as record, closing(Rederived(record.segments())) as again:
        for segment in record.segments():
            rows = select(path, f"* FROM journal WHERE seq BETWEEN {segment.first} AND {segment.last} ORDER BY seq")
            assert all(again.take(row) for row in rows), again.fault
        assert again.finish(), again.fault
        derived = again.extract(choice, path)
        assert everything(derived) == everything(record)
        if choice.shoe is not None:
            shoes = select(
                path,
                f"count(*) FROM journal WHERE kind IN ('void', 'change', 'insert') AND data ->> 'shoe' = {choice.shoe}",
            )
            assert [(len(list(record.corrections())),)] == shoes
        assert derived.count() == record.count()


def everything(record: Extract) -> list[list[object]]:
    return [list(record.shoes()), list(record.hands()), list(record.correction_rows()), list(record.games)]
