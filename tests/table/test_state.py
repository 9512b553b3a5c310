"""What may be done at a table, what an event makes of it, and that a replay cannot differ from the live table."""

import json
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.roads import roads_of
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, HAND, NOW, SHOE, Change, Planned
from eztrak.table.inputs import INPUTS
from eztrak.table.pack import Pack, Rule, Slot, Status, What
from eztrak.table.position import Position
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.sense import Sense
from eztrak.table.shoe import Sealed
from eztrak.table.software import Checked, Running, Software
from eztrak.table.staff import Staff
from eztrak.table.state import TableState, replay
from eztrak.table.stats import Stats, percent, stats_of
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.voice.said import Said


def test_the_first_hand_starts_the_first_shoe_with_the_terms_in_force(table: Table) -> None:
    table.give(c.RecordHand(Hand(Outcome.BANKER)))
    assert [record.event for record in table.records] == [
        e.ShoeStarted(1, "Table 1", TERMS, Staff()),
        e.HandRecorded(1, Hand(Outcome.BANKER, number=1)),
    ]


def test_a_new_shoe_ends_the_old_one_and_keeps_it_as_the_previous(table: Table) -> None:
    table.hands("B P T")
    table.give(c.NewShoe())
    previous = table.state.previous
    assert previous is not None
    assert (previous.number, previous.stats.hands, previous.seals) == (1, 3, (Sealed("hash 5", e.SEAL_FORM),))
    assert previous.ended_at


def test_the_machines_health_is_noted_and_changes_nothing_at_the_table(table: Table) -> None:
    before = table.state
    said = Said("{size:,} MiB on the disk of the history", size=12)
    table.give(c.Note(e.HealthNoted("free space", said)))
    noted = e.HealthNoted("free space", said)
    assert (table.records[-1].event, table.state) == (noted, before)
    assert e.event_of("health", e.fields(noted)) == noted


LONG = Said("{what}", what="x" * 3000)


@pytest.mark.parametrize(
    "noted",
    [
        e.HealthNoted("disk", LONG),
        e.CopyDiffers(LONG),
        e.ExportEnded("", "", LONG),
        e.KeypadNoted("evdev", LONG),
        e.SoftwareChecked(Checked("C", LONG, "D")),
    ],
)
def test_what_is_noted_is_no_longer_than_anybody_reads(table: Table, noted: c.Noted) -> None:
    table.give(c.Note(noted))
    event = table.records[-1].event
    assert type(event) is type(noted)
    assert 2000 < len(json.dumps(e.fields(event))) < 2200


def test_a_history_that_has_a_shoe_did_not_begin_with_an_archive(table: Table) -> None:
    archived = c.Note(e.Archived("/media/one/t.db", 90, "ab" * 32, "2026-11-18", 4, Staff()))
    assert table.hands("B").denied(archived) == "this history did not begin there"


def test_a_lost_secret_voids_the_pins_of_dealers_too(table: Table) -> None:
    table.give(c.SetPin(1, "check", c.FIRST_START))
    table.give(c.SetDealerPin(7, "own", "supervisor 1"))
    table.give(c.ClearPins())
    assert table.state.staff == Staff()


def test_an_impossible_hand_is_refused_even_if_no_keypad_gave_it(table: Table) -> None:
    refusal = table.give(c.RecordHand(Hand(Outcome.BANKER, frozenset({"natural", "dragon7"}))))
    assert str(refusal) == "Dragon 7 and Natural cannot come in the same hand"


def test_a_supervisor_voids_any_hand_of_this_and_the_previous_shoe(table: Table) -> None:
    table.hands("B P T")
    table.give(c.NewShoe())
    table.hands("P B")
    assert table.give(c.VoidHand(1, 2, "supervisor 4", "misread")) is None
    assert table.give(c.VoidHand(2, 1, "supervisor 4", "misread")) is None
    assert table.state.previous is not None
    assert table.state.previous.stats == Stats(
        hands=2,
        voided=1,
        counts=(
            ("banker", 1),
            ("tie", 1),
        ),
    )
    assert table.shoe == "Px B"


@pytest.mark.parametrize(
    ("shoe", "hand", "words"),
    [
        (3, 1, "shoe 3 is neither the current nor the previous shoe"),
        (1, 9, "shoe 1 has no hand 9"),
        (1, 2, "hand 2 of shoe 1 is already void: PLAYER, void"),
    ],
)
def test_a_void_that_cannot_be_says_why(table: Table, shoe: int, hand: int, words: str) -> None:
    table.hands("B P T")
    table.give(c.VoidHand(1, 2, "supervisor 4", "misread"))
    assert table.denied(c.VoidHand(shoe, hand, "supervisor 4", "misread")) == words


def test_a_voided_hand_keeps_its_number_and_the_next_one_gets_a_new_one(table: Table) -> None:
    table.hands("B P").press("take_back").yes().hands("T")
    assert table.state.shoe is not None
    assert [(hand.number, hand.voided) for hand in table.state.shoe.hands] == [(1, False), (2, True), (3, False)]
    assert table.state.shoe.last == Hand(Outcome.TIE, number=3)


def test_opening_and_closing_twice_is_refused(table: Table) -> None:
    assert table.denied(c.OpenTable("supervisor 1")) == "the table is already open"
    table.give(c.CloseTable("supervisor 1"))
    assert table.denied(c.CloseTable("supervisor 1")) == "the table is already closed"
    table.give(c.OpenTable("supervisor 1"))
    assert table.state.terms.open


def test_the_timer_runs_down_closes_and_is_idle_again_after_the_hand(table: Table) -> None:
    table.give(c.StartTimer())
    assert table.denied(c.StartTimer()) == "the timer is already running"
    ends = table.mono + 20 * NANO
    assert table.state.round == Round(Phase.OPEN, table.mono, 20, timed=True)
    assert table.state.round.left(ends - NANO // 2) == 0.5
    assert not table.state.round.ran_out(ends - 1)
    assert table.state.round.ran_out(ends)
    table.give(c.CloseBets(c.TIME))
    assert table.state.round.phase is Phase.CLOSED
    assert table.state.round.left(ends - NANO) == 0
    assert table.denied(c.CloseBets(c.DEALER)) == "bets are not open"
    table.give(c.RecordHand(Hand(Outcome.TIE)))
    assert table.state.round == Round(Phase.IN, table.mono, timed=True)


def test_a_table_without_a_timer_says_so() -> None:
    table = Table(TableState(terms=Terms()))
    assert table.denied(c.StartTimer()) == "this table has no timer"


def test_a_start_takes_the_configs_terms_only_when_the_config_changed(table: Table) -> None:
    table.give(c.Start("1.0", "Table 9", TERMS))
    assert [record.kind for record in table.records] == ["start"]
    raised = replace(TERMS, limit=Limit(2000, 40000))
    table.give(c.SetTerms(raised, "supervisor 2"))
    table.give(c.Start("1.0", "Table 9", TERMS))
    assert table.state.terms.limit == Limit(2000, 40000)
    table.give(c.Start("1.0", "Table 9", replace(TERMS, timer_seconds=9, origin="second")))
    assert (table.state.terms.timer_seconds, table.state.terms.limit) == (9, TERMS.limit)
    assert table.state.table == "Table 9"


def test_setting_the_same_terms_again_is_no_event_and_a_closed_table_stays_closed(table: Table) -> None:
    table.give(c.SetTerms(TERMS, "supervisor 2"))
    assert table.records == []
    table.give(c.CloseTable("supervisor 2"))
    table.give(c.SetTerms(replace(TERMS, decks=6), "supervisor 2"))
    assert not table.state.terms.open


def test_a_config_read_again_counts_when_it_has_changed(table: Table) -> None:
    table.give(c.SetTerms(replace(TERMS, decks=6), c.CONFIG))
    assert table.records == []
    table.give(c.SetTerms(replace(TERMS, decks=6, origin="second"), c.CONFIG))
    assert table.state.terms.decks == 6


def test_a_restart_stops_the_timer_and_the_flash(table: Table) -> None:
    table.hands("B")
    table.give(c.StartTimer())
    table.give(c.Start("1.0", "Table 1", TERMS))
    closed = Round(Phase.CLOSED, table.mono, timed=True)
    assert (table.state.round, table.state.last_hand) == (closed, None)  # bets that were made are for this hand


def test_limits_of_a_wager_are_its_own_or_the_tables() -> None:
    terms = replace(TERMS, wager_limits=(("tie", Limit(500, 5000)),))
    assert (terms.limit_of("tie"), terms.limit_of("banker")) == (Limit(500, 5000), Limit(1000, 30000))


def test_counts_include_the_bonuses_and_leave_out_what_is_void(table: Table) -> None:
    table.hands("B7 P8 Pn T Bf").press("take_back").yes()
    assert table.state.shoe is not None
    assert table.state.shoe.stats == Stats(
        hands=4,
        voided=1,
        counts=(
            ("player", 2),
            ("banker", 1),
            ("tie", 1),
            ("dragon7", 1),
            ("panda8", 1),
            ("natural", 1),
        ),
    )


def test_counts_of_shoes_add_up_by_what_they_count() -> None:
    both = Stats(3, 1, 0, (("tie", 1), ("banker", 2))) + Stats(2, 0, 1, (("kill", 1), ("banker", 1), ("tie", 0)))
    assert both == Stats(5, 1, 1, (("banker", 3), ("kill", 1), ("tie", 1)))
    assert (both.of("banker"), both.of("ox6")) == (3, 0)


@pytest.mark.parametrize(
    ("count", "hands", "shown"), [(0, 0, 0.0), (1, 3, 33.3), (2, 3, 66.7), (1, 8, 12.5), (1, 16, 6.3), (3, 80, 3.8)]
)
def test_percentages_round_half_up_to_one_decimal(count: int, hands: int, shown: float) -> None:
    assert percent(count, hands) == shown


GAME = first_game()
HANDS = st.builds(GAME.dealt, st.sampled_from(list(GAME.sets.values())), st.booleans())
CARDS = HANDS.map(lambda hand: replace(hand, player="03", banker="129"))
STAFF = st.builds(Staff, st.integers(0, 99), st.just(((1, "a"), (7, "b"))), st.integers(0, 5))
RULES = st.builds(
    Rule, st.sampled_from(What), st.text(), st.none() | st.integers(0), status=st.sampled_from(Status), since=st.text()
)
PACKS = st.builds(
    Pack,
    st.text(),
    inputs=st.sampled_from([tuple(INPUTS), ("evdev",)]),
    natural_ends=st.sampled_from([None, True, False]),
    posted=st.just((Slot.GAME, Slot.HELP)),
    rules=st.lists(RULES, max_size=2).map(tuple),
    approved=st.booleans(),
)
ROW = FeeRow(Limit(1000, 30000), (("bet", 100), ("player_dealer", 200)))
TERMS_SET = st.builds(partial(replace, TERMS), pack=PACKS, schedule=st.sampled_from([(), (ROW,)]))
PLANS = st.builds(
    Planned,
    st.integers(1),
    st.sampled_from([HAND, SHOE, "2026-11-18T18:00"]),
    st.text(),
    st.just(Change(FEE, "tie", 5)),
) | st.builds(Planned, st.integers(1), st.just(SHOE), st.text(), terms=TERMS_SET)
POSITIONS = st.builds(Position, st.integers(0), st.text())
TELLING = st.builds(Said) | st.builds(partial(Said, "{count:,}: {fault}"), fault=st.text(), count=st.integers(0))
TAKEN = st.builds(e.CopyTaken, st.integers(1), st.integers(1), st.text(), STAFF)
TO_CONFIRM = st.lists(TAKEN | st.builds(e.CopyDiffers, TELLING), max_size=2).map(tuple)
CHECKED = st.builds(Checked, st.text(), TELLING, st.text(), st.lists(st.text()).map(tuple))
SOFTWARE = st.builds(Software, st.text(), st.text(), st.text(), st.none() | CHECKED, st.text())
EVENTS = st.one_of(
    st.builds(e.HandRecorded, st.integers(1), CARDS),
    st.builds(e.Started, st.text(), st.text()),
    st.builds(e.Started, st.text(), st.text(), st.builds(Running, st.text(), st.text(), st.text(), st.text())),
    st.builds(e.SoftwareChecked, CHECKED),
    st.builds(e.SoftwareConfirmed, st.text(), TELLING, st.text()),
    st.builds(e.HandRecorded, st.integers(1), HANDS),
    st.builds(e.HandRecorded, st.integers(1), HANDS, st.integers(0, 9), st.text()),
    st.builds(e.HandVoided, st.integers(1), HANDS, st.text(), st.text()),
    st.builds(e.HandChanged, st.integers(1), HANDS, HANDS, st.text(), st.text()),
    st.builds(e.HandInserted, st.integers(1), HANDS, st.integers(0), st.text(), st.text()),
    st.builds(e.HandInserted, st.integers(1), CARDS, st.integers(0), st.text(), st.text(), st.text(), st.integers(0)),
    st.builds(e.DealerSet, st.integers(0), st.text()),
    st.builds(e.SignedIn, st.integers(1)),
    st.builds(e.PinWrong, st.integers(1)),
    st.builds(e.PinSet, st.integers(1), st.text(), st.text()),
    st.builds(e.DealerPinSet, st.integers(1), st.text(), st.text()),
    st.builds(e.PinRemoved, st.integers(1), st.text()),
    st.builds(e.PinsCleared),
    st.builds(e.HealthNoted, st.text(), TELLING),
    st.builds(e.ExportAsked, st.text(), st.text(), st.text(), st.text(), st.text()),
    st.builds(e.ExportEnded, st.text(), st.text(), TELLING),
    st.builds(
        e.ShoeStarted, st.integers(1), st.text(), TERMS_SET, STAFF, TO_CONFIRM, st.tuples(PLANS), POSITIONS, SOFTWARE
    ),
    st.builds(e.TermsPlanned, PLANS),
    st.builds(e.PlanDropped, st.integers(1), st.text()),
    st.builds(e.PositionAnswered, st.text(), st.integers(0)),
    st.builds(
        e.TermsSet, st.just(replace(TERMS, wager_limits=(("tie", Limit(1, 2)),), open=False)), st.text(), st.integers(0)
    ),
    st.builds(e.CopyTaken, st.integers(1), st.integers(1), st.text(), STAFF),
    st.builds(e.CopyDiffers, TELLING),
    st.builds(e.CopyConfirmed, TO_CONFIRM, st.text()),
    st.builds(e.ShoeEnded, st.integers(1), st.integers(0), st.sampled_from([1, e.SEAL_FORM])),
    st.builds(e.ShoeSealed, st.integers(1), st.sampled_from([1, e.SEAL_FORM])),
    st.builds(e.ShoeResumed, st.integers(1), st.text()),
    st.builds(e.TableOpened, st.text()),
    st.builds(e.TableClosed, st.text()),
    st.builds(e.TimerStarted, st.integers(1), st.integers(0, 1)),
    st.builds(e.BetsClosed, st.text()),
    st.builds(e.Restored, st.text(), st.integers(1), st.text(), st.text(), st.text(), st.integers(0), st.integers(0)),
    st.builds(e.Archived, st.text(), st.integers(1), st.text(), st.text(), st.integers(0), STAFF),
    st.builds(e.ClockStepped, st.text()),
    st.builds(e.KeypadNoted, st.text(), TELLING),
    st.builds(
        *(e.UnitKeyed, st.text(), st.text(), st.text()),
        *(st.integers(0), st.integers(0), st.integers(0), st.integers(0)),
    ),
)


def test_every_kind_of_event_is_tried_below() -> None:
    tried = {strategy.wrapped_strategy.target for strategy in EVENTS.original_strategies}  # type: ignore[attr-defined]
    assert tried == set(e.KINDS.values())


@settings(max_examples=500)
@given(EVENTS)
def test_an_event_read_back_from_its_fields_is_the_same_event(event: e.Event) -> None:
    read = e.event_of(e.kind_of(event), e.fields(event))
    assert read == event


def test_a_changed_hand_read_back_is_the_same_with_what_it_was() -> None:
    """Without luck: what it was is a hand as any other, with its cards."""
    now, was = Hand(Outcome.TIE, number=41), Hand(Outcome.BANKER, frozenset({"natural"}), voided=True, number=41)
    event = e.HandChanged(3, now, was, "supervisor 2", "misdeal")
    assert e.fields(event)["was"] == {"hand": 41, "outcome": "B", "marks": ["natural"], "voided": 1}
    assert e.event_of("change", e.fields(event)) == event


CHANGES = st.builds(
    Change, st.just("limit"), st.sampled_from(["", "tie"]), st.integers(1, 3), st.integers(1, 5)
) | st.builds(Change, st.just(FEE), st.sampled_from(["bet", "player_dealer"]), st.integers(0, 2))


class AnyTable(RuleBasedStateMachine):
    """Random commands: the replay of the records equals the live state at every step, and all of it makes sense."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.sense = Sense(self.table.state, lambda _: [self.table.wall])
        self.judged = 0
        self.table.give(c.SetPin(1, "a", c.FIRST_START))

    @rule(hand=HANDS)
    def record(self, hand: Hand) -> None:
        self.table.give(c.RecordHand(hand))

    @rule()
    def take_back(self) -> None:
        self.table.give(c.TakeBack())

    @rule(shoe=st.integers(0, 4), number=st.integers(0, 12))
    def void(self, shoe: int, number: int) -> None:
        self.table.give(c.VoidHand(shoe, number, "supervisor 1", "wrong key"))

    @rule(shoe=st.integers(0, 4), number=st.integers(0, 12), hand=HANDS, insert=st.booleans())
    def change(self, shoe: int, number: int, hand: Hand, insert: bool) -> None:
        command = c.InsertHand if insert else c.ChangeHand
        self.table.give(command(shoe, number, hand, "supervisor 1", "misdeal"))

    @rule(number=st.integers(1, 3), check=st.sampled_from(["a", "b"]))
    def pins(self, number: int, check: str) -> None:
        self.table.give(c.SignIn(number, check))
        self.table.give(c.SetPin(number, check, "supervisor 1"))
        self.table.give(c.SignIn(number, "a"))
        self.table.give(c.RemovePin(2, "supervisor 1"))
        self.table.give(c.SetDealer(number, "supervisor 1"))

    @rule()
    def clear_pins(self) -> None:
        self.table.give(c.ClearPins())
        self.table.give(c.SetPin(1, "a", c.FIRST_START))

    @rule()
    def new_shoe(self) -> None:
        self.table.give(c.NewShoe())

    @rule()
    def undo_shoe(self) -> None:
        self.table.give(c.UndoShoe(c.DEALER))

    @rule()
    def join_shoes(self) -> None:
        self.table.give(c.JoinShoes("supervisor 1", "no new shoe"))

    @rule(back=st.integers(0, 1), number=st.integers(0, 12))
    def move_hands(self, back: int, number: int) -> None:
        self.table.give(c.MoveHands(self.table.state.newest - back, number, "supervisor 1", "new shoe forgotten"))

    @rule(by=st.sampled_from([c.DEALER, c.TIME]), seconds=st.floats(0, 30))
    def timer(self, by: str, seconds: float) -> None:
        self.table.give(c.StartTimer())
        self.table.wait(seconds)
        if by == c.DEALER or self.table.state.round.ran_out(self.table.mono):
            self.table.give(c.CloseBets(by))

    @rule(close=st.booleans())
    def door(self, close: bool) -> None:
        self.table.give(c.CloseTable("supervisor 1") if close else c.OpenTable("supervisor 1"))

    @rule(high=st.integers(1, 5), decks=st.sampled_from([6, 8]))
    def config(self, high: int, decks: int) -> None:
        changed = replace(TERMS, limit=Limit(100, high * 100), decks=decks, origin=f"{high} {decks}")
        self.table.give(c.Start("1", "Table 1", changed))
        self.table.give(c.SignIn(1, self.table.state.staff.check_of(1) or ""))

    @rule(change=CHANGES, when=st.sampled_from([NOW, SHOE, "18:00", "17:30"]))
    def change_terms(self, change: Change, when: str) -> None:
        self.table.give(c.ChangeTerms(change, when, "supervisor 1"))

    @rule(number=st.integers(1, 3))
    def drop_a_change(self, number: int) -> None:
        self.table.give(c.DropChange(number, "supervisor 1"))

    @rule(wall=st.sampled_from(["2026-11-18T17:42", "2026-11-18T18:00", "2026-11-19T17:30", "2020-01-01T00:00"]))
    def clock(self, wall: str) -> None:
        """The clock goes on, or is stepped."""
        self.table.wall = wall
        self.table.give(c.TakeEffect())

    @invariant()
    def terms_hold_for_the_hand_and_for_the_shoe(self) -> None:
        """What is posted changes in no hand, and what is dealt in no shoe; nothing waits unannounced."""
        dealt, shoe, terms, taken_back = False, False, TERMS, 0
        for record in self.table.records:
            match record.event:
                case e.TimerStarted() | e.BetsClosed():
                    dealt = True
                case e.Started():
                    dealt = dealt and record.seq > 1
                case e.HandRecorded():
                    dealt = False
                case e.HandVoided(hand=hand, by=c.DEALER):
                    dealt, taken_back = True, hand.number  # it is due again …
                case e.HandChanged(hand=hand) if hand.number == taken_back:
                    dealt = False  # … until a supervisor says what it was
                case e.ShoeEnded() | e.TableClosed():
                    dealt, shoe = False, shoe and isinstance(record.event, e.TableClosed)
                case e.TermsSet(now):
                    assert now.posted_alike(terms) or not dealt
                    assert (now.decks, now.pack, now.game) == (terms.decks, terms.pack, terms.game) or not shoe
                    terms = now
                case e.ShoeStarted() | e.ShoeResumed():
                    shoe = True
                case _:
                    pass

    @invariant()
    def whatever_is_done_makes_sense(self) -> None:
        for record in self.table.records[self.judged :]:
            self.sense.take(record)
        self.sense.finish()
        self.judged = len(self.table.records)
        assert list(map(str, self.sense.strange)) == []

    @invariant()
    def a_replay_equals_the_live_table(self) -> None:
        assert replay(self.table.records, TableState(table="Table 1", terms=TERMS)) == self.table.state

    @invariant()
    def a_replay_from_the_previous_shoes_start_is_enough(self) -> None:
        shoes = [shoe.number for shoe in (self.table.state.shoe, self.table.state.previous) if shoe is not None]
        starts = {rec.event.shoe: rec.seq for rec in self.table.records if isinstance(rec.event, e.ShoeStarted)}
        if len(starts) >= 2:
            assert replay(self.table.records[starts[min(shoes)] - 1 :]) == self.table.state

    @invariant()
    def no_number_of_a_shoe_is_used_twice(self) -> None:
        begun = [record.event.shoe for record in self.table.records if isinstance(record.event, e.ShoeStarted)]
        assert begun == list(range(1, len(begun) + 1))

    @invariant()
    def a_void_in_the_middle_is_as_if_never_dealt(self) -> None:
        if shoe := self.table.state.shoe:
            standing = [hand for hand in shoe.hands if not hand.voided]
            assert roads_of(shoe.hands) == roads_of(standing)
            assert replace(stats_of(shoe.hands, shoe.game), voided=0) == stats_of(standing, shoe.game)


AnyTable.TestCase.settings = settings(
    max_examples=50, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyTable = AnyTable.TestCase
