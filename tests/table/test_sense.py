"""Whether a history can have happened: what the table itself makes always can, what somebody made up is named."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from talk import TERMS, Table, waits

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.causes import causes
from eztrak.table.changes import FEE, LIMIT, NOW, SHOE, Change, Planned
from eztrak.table.clocks import Clocks, runs_on, stepped, time_of
from eztrak.table.decisions import decide
from eztrak.table.fingerprint import fingerprint
from eztrak.table.inputs import Input
from eztrak.table.pack import Pack
from eztrak.table.pages import Page
from eztrak.table.round import NANO
from eztrak.table.sense import Sense
from eztrak.table.software import Checked, Running
from eztrak.table.staff import Staff
from eztrak.table.state import TableState, apply
from eztrak.table.terms import FeeRow, Limit
from eztrak.voice.said import Said
from eztrak.voice.times import local

BY = "supervisor 1"
BANKER, PLAYER, TIE = (Hand(outcome) for outcome in (Outcome.BANKER, Outcome.PLAYER, Outcome.TIE))
BOUND = Running("7K3M-Q2ZD-9FXA", approval="Commission 1")
OTHER = Checked(BOUND.code, Said("changed: {names}", names="lib/eztrak/table/stats.py"), "AAAA-BBBB-CCCC")
HOUSE = replace(TERMS, pack=Pack(name="house"), schedule=(FeeRow(None, (("bet", 100),)),), player_dealer=8)


class Evening:
    """Commands given one after the other, a minute apart; what somebody makes up between them; and what sense says."""

    def __init__(self, offset: str = "-08:00") -> None:
        self.state, self.records, self.minute, self.offset = TableState(), list[e.Record](), 0, offset
        self.give(c.Start("0.9.0", "Table 1", HOUSE), c.SetPin(1, "check", c.FIRST_START))

    @property
    def moment(self) -> e.Moment:
        hour, minute = divmod(self.minute, 60)
        return e.Moment(
            f"2026-11-{18 + (20 + hour) // 24}T{(20 + hour) % 24:02}:{minute:02}:30.000Z", self._mono, "boot"
        )

    @property
    def _mono(self) -> int:
        return self.minute * 60 * NANO

    @property
    def wall(self) -> str:
        """West of Greenwich by eight hours, to the minute."""
        hour, minute = divmod(self.minute, 60)
        return f"2026-11-18T{12 + hour:02}:{minute:02}{self.offset}"

    def give(self, *commands: c.Command, source: Input | None = None) -> "Evening":
        for command in commands:
            decision = decide(self.state, command, self.wall, source)
            assert not isinstance(decision, c.Refusal), decision
            self.made_up(*decision)
        return self

    def made_up(self, *events: e.Event) -> "Evening":
        for event in events:
            record = e.Record(len(self.records) + 1, self.moment, event, f"hash {len(self.records) + 1}")
            self.records.append(record)
            self.state = apply(self.state, record)
        self.minute += 1
        return self

    def hands(self, *hands: Hand) -> "Evening":
        return self.give(*(c.RecordHand(hand) for hand in hands))

    @property
    def strange(self) -> list[str]:
        return [said.partition("): ")[2] for said in map(str, judged(self.records).strange)]


def judged(records: Sequence[e.Record]) -> Sense:
    sense = Sense()
    for record in records:
        sense.take(record)
    sense.finish()
    return sense


def test_a_whole_evening_makes_sense() -> None:
    evening = Evening().hands(BANKER, PLAYER, TIE)
    evening.give(c.TakeBack(), c.StartTimer(missed=True), c.CloseBets(c.TIME))
    evening.hands(PLAYER).give(c.ChangeLast(BANKER), c.StartTimer()).hands(TIE)
    evening.give(c.RecordHand(TIE, before=(BANKER, PLAYER)), c.RecordHand(TIE, confirmed="not entered", before=(TIE,)))
    evening.give(c.VoidHand(1, 1, BY, "misdeal"), c.ChangeHand(1, 2, TIE, BY, ""), c.InsertHand(1, 0, TIE, BY, ""))
    evening.give(c.NewShoe(), c.UndoShoe(c.DEALER), c.NewShoe(), c.UndoShoe(BY), c.NewShoe()).hands(BANKER, TIE)
    evening.give(c.MoveHands(4, 1, BY, "misread"), c.MoveHands(1, 8, BY, ""), c.JoinShoes(BY, "by mistake"))
    evening.give(c.NewShoe(), c.JoinShoes(BY, ""), c.CloseTable(BY), c.OpenTable(BY))
    evening.give(c.SetDealer(7, BY), c.SetDealerPin(7, "own", BY), c.SignOn(7, "own"), c.SignOn(7, "wrong"))
    evening.give(c.SetPin(2, "other", BY), c.SetPin(1, "new", BY), c.SignIn(2, "other"), c.SignIn(2, "no"))
    evening.give(
        c.RemovePin(2, BY), c.AnswerOffer(), c.AnswerOffer("moved"), c.Note(e.HealthNoted("disk", Said("worn")))
    )
    evening.give(
        c.Export(e.ExportAsked("stick", "sda", "2026-11-18", "2026-11-18", BY)), c.Note(e.ExportEnded("t", "digest"))
    )
    evening.give(
        c.Note(e.CopyDiffers(Said("another"))),
        c.ConfirmCopy(BY),
        c.Note(e.ClockStepped("2026-11-18")),
        c.Note(e.KeypadNoted("evdev", Said("away"))),
    )
    evening.give(c.ClearPins(), c.Start("0.9.0", "Table 1", HOUSE))
    assert evening.strange == []


def test_terms_that_change_and_wait_make_sense_in_whichever_zone_the_unit_is() -> None:
    evening = Evening().hands(BANKER)
    evening.give(c.ChangeTerms(Change(LIMIT, "", 500, 900), NOW, BY), c.ChangeTerms(Change(FEE, "bet", 50), NOW, BY))
    evening.give(c.SetTerms(replace(evening.state.terms, timer_seconds=30), BY))
    evening.give(c.ChangeTerms(Change(LIMIT, "tie", 500, 600), SHOE, BY), c.StartTimer())
    evening.give(c.ChangeTerms(Change(LIMIT, "", 100, 900), NOW, BY), c.ChangeTerms(Change(FEE, "tie", 5), "18:00", BY))
    evening.hands(TIE).give(c.DropChange(3, BY)).give(c.NewShoe()).give(c.StartTimer())
    evening.give(c.ChangeTerms(Change(FEE, "bet", 70), "13:00", BY)).hands(TIE)
    evening.minute = 61
    evening.give(c.TakeEffect())
    assert dict(evening.state.terms.fees)["bet"] == 70
    evening.give(c.Start("0.9.0", "Table 1", replace(HOUSE, limit=Limit(1, 2), decks=6, origin="second")))
    evening.give(c.SetTerms(replace(HOUSE, limit=Limit(1, 3), decks=6, origin="third"), c.CONFIG))
    evening.give(c.SignIn(1, "check")).give(c.NewShoe()).hands(BANKER)
    evening.give(c.SetTerms(replace(HOUSE, limit=Limit(1, 4), decks=6, origin="fourth"), c.CONFIG)).hands(TIE)
    evening.give(c.TakeBack())
    assert evening.strange == []


def test_a_hand_with_its_cards_keeps_them_or_gets_others() -> None:
    dealt = replace(BANKER, player="23", banker="45")
    evening = Evening().hands(dealt)
    evening.give(c.ChangeHand(1, 1, replace(BANKER, free=True), BY, ""))  # the cards stay
    evening.give(c.ChangeHand(1, 1, replace(PLAYER, player="45", banker="23"), BY, ""))
    assert evening.strange == []


def test_hands_that_go_over_the_border_of_two_shoes_make_sense() -> None:
    evening = Evening().hands(BANKER, TIE).give(c.NewShoe()).hands(TIE, PLAYER, BANKER)
    evening.give(c.MoveHands(2, 2, BY, "new shoe too early"), c.MoveHands(1, 2, BY, ""))
    assert evening.strange == []


def test_a_copy_is_taken_up_by_nobodys_command() -> None:
    assert list(causes(TableState(), [e.CopyTaken(1, 2, "stick", Staff())])) == []


def test_a_seal_of_its_own_comes_of_no_command() -> None:
    assert Evening().made_up(e.ShoeSealed(1, 2)).strange != []


def test_a_copy_that_was_taken_up_and_a_backup_make_sense() -> None:
    evening = Evening().hands(BANKER)
    staff = evening.state.staff
    evening.made_up(e.CopyTaken(3, 4, "stick", staff), e.CopyTaken(4, 4, "stick", replace(staff, pins=())))
    last = evening.records[-1]
    evening.made_up(e.Started("0.9.0", "Table 1"), e.Restored("t.db", last.seq, last.hash, "2026-11-18", "old", 90, 4))
    assert evening.strange == []
    assert (evening.state.newest, waits(evening.state).partition("; the history ")[2]) == (
        4,
        f"was restored from t.db at {local('2026-11-18')}, up to row 7;"
        " the previous one, which went up to row 90, is kept as old",
    )
    evening.give(c.NewShoe())
    assert evening.state.shoe is not None
    assert evening.state.shoe.number == 5  # numbers of what is gone are not used again


def test_a_history_begins_with_the_archive_of_the_one_before_and_with_its_pins() -> None:
    archived = e.Archived("/media/one/t.db", 90, "h", "2026-11-18", 4, Staff(7, ((1, "check"),)))
    evening = Evening()
    evening.state, evening.records = TableState(), []
    evening.made_up(e.Started("0.9.0", "Table 1"), archived)
    assert evening.strange == []
    message = f"the previous history, 90 rows, was archived in /media/one/t.db at {local('2026-11-18')}"
    assert (waits(evening.state), evening.state.newest) == (message, 4)
    assert evening.state.staff == archived.staff
    assert evening.made_up(archived).strange == ["this history did not begin there"]
    dealt = Evening().hands(BANKER).made_up(replace(archived, staff=Staff()))
    assert dealt.strange == ["this history did not begin there"]


@pytest.mark.parametrize("staff", [Staff(0, ((1, "forged"),)), Staff(7, ((1, "check"),))])
def test_pins_that_come_from_a_copy_alone_are_named(staff: Staff) -> None:
    assert Evening().made_up(e.CopyTaken(1, 2, "stick", staff)).strange == ["it brings PINs that were never set here"]


def test_rows_of_a_copy_that_are_not_there_are_named() -> None:
    taken = e.CopyTaken(1, 20, "stick", Staff(0, ((1, "check"),)))
    assert Evening().made_up(taken).strange == ["there are no such rows before it"]


KEYED = (
    ((), ""),
    (
        ("their key",),
        f"from here on key {fingerprint('our key')} signs, not {fingerprint('their key')}:"
        " the unit or its key was replaced",
    ),
    (("", 4, 4), "row 4 is not signed by the unit"),
    (("", 4, 7), "rows 4 to 7 are not signed by the unit"),
    (("", 0, 0, 90, 6), "rows up to 90 that the unit had signed are gone"),
)


@pytest.mark.parametrize(("what", "notice"), KEYED)
def test_what_a_start_finds_of_the_units_key_waits_for_a_supervisor(what: tuple[Any, ...], notice: str) -> None:
    evening = Evening().give(c.Start("0.9.0", "Table 1", HOUSE)).made_up(e.UnitKeyed("our key", "root", *what))
    assert (evening.strange, waits(evening.state)) == ([], notice)
    evening.give(c.NewShoe())
    assert evening.state.newest == (7 if what[4:] else 1)  # numbers of what is gone are not used again


@pytest.mark.parametrize(("row", "digest"), [(3, "another"), (2, "hash 2")])
def test_a_backup_that_this_history_does_not_follow_is_named(row: int, digest: str) -> None:
    restored = e.Restored("t.db", row, digest, "2026-11-18")
    assert Evening().made_up(restored).strange == ["this history does not continue what was restored"]


def test_what_was_cut_off_before_a_start_is_told_and_not_accused() -> None:
    """Damage takes rows away, and the unit goes on with what is left."""
    evening = Evening().made_up(e.ShoeStarted(1, "Table 1", HOUSE, Staff(0, ((1, "check"),))))
    evening.made_up(e.ShoeEnded(1, 0, e.SEAL_FORM)).give(c.Start("0.9.0", "Table 1", HOUSE))
    sense = judged(evening.records)
    assert sense.strange == []
    assert list(map(str, sense.lost)) == [
        "journal row 5 (shoe_end, 2026-11-18T20:03:30.000Z): the rows that belong with it are missing"
    ]


def test_rows_of_a_release_with_other_rules_are_counted_only() -> None:
    evening = Evening()
    evening.records[0] = replace(evening.records[0], event=e.Started("0.8.3", "Table 1"))
    evening.made_up(e.TableClosed("Joe"), e.TableOpened("Joe"))
    sense = judged(evening.records)
    assert (sense.strange, sense.other) == ([], {"0.8.3": 2})


def test_an_older_release_sealed_a_shoe_once_in_the_first_form_and_is_not_blamed_for_it() -> None:
    evening = Evening()
    evening.records[0] = replace(evening.records[0], event=e.Started("0.8.3", "Table 1"))
    evening.give(c.RecordHand(TIE)).give(c.NewShoe()).give(c.VoidHand(1, 1, BY, "misdeal"))
    seals = [record for record in evening.records if isinstance(record.event, e.ShoeSealed | e.ShoeEnded)]
    assert len(seals) == 2
    ended = replace(seals[0], event=replace(seals[0].event, form=1))
    old = [ended if record == seals[0] else record for record in evening.records if record != seals[1]]
    sense = judged(old)
    assert (sense.strange, sense.other) == ([], {})
    evening.records[:] = [
        replace(record, event=e.Started("0.9.0", "Table 1")) if not i else record for i, record in enumerate(old)
    ]
    assert [str(said).partition(": ")[2] for said in judged(evening.records).strange] == [
        "form is nothing, but can only be 2",
        "the rows that belong with it are missing",
    ]


def test_a_release_with_other_rules_after_this_one_is_named() -> None:
    evening = Evening().made_up(e.Started("0.8.3", "Table 1")).made_up(e.TableClosed("Joe"))
    assert evening.strange == [
        "eztrak 0.8.3 cannot have opened a history of a newer one",
        "nobody is called Joe here",
    ]


def test_of_many_the_first_are_told_and_the_rest_counted() -> None:
    evening = Evening().made_up(*[e.PinWrong(9)] * 25)
    sense = judged(evening.records)
    assert (len(sense.strange), sense.more) == (20, 5)


def test_values_of_no_kind_end_nothing() -> None:
    evening = Evening()
    moment = evening.moment
    made_up: list[Any] = [e.ShoeStarted("x", 1, HOUSE, Staff()), e.PinSet({}, 1, 2), e.TermsPlanned(None)]  # type: ignore[arg-type]
    records = [*evening.records, *(e.Record(9 + n, moment, event, "") for n, event in enumerate(made_up))]
    assert len(judged(records).strange) == 3


def test_a_plan_at_no_time_is_named() -> None:
    evening = Evening()
    record = evening.records[1]
    evening.records[1] = replace(record, moment=replace(record.moment, at="never"))
    assert evening.strange[0] == "no key, menu or config can have made it"


def test_a_hand_from_no_keypad_is_named_where_the_pack_asks_for_one() -> None:
    pack = Pack(name="law", inputs=("evdev",))
    evening = Evening().give(c.SetTerms(replace(HOUSE, pack=pack, origin="law"), c.CONFIG))
    evening.give(c.RecordHand(TIE), source=Input("evdev", "Keypad")).hands(BANKER)
    assert evening.strange == ["it does not say which keypad it came from"]


def test_a_config_that_its_pack_does_not_allow_is_named() -> None:
    pack = Pack(name="law", title="Law", decks=(6,))
    evening = Evening().give(c.SetTerms(replace(HOUSE, pack=pack, origin="law"), c.CONFIG))
    assert evening.strange == ["a config with these terms would be refused: allowed: 6 (Law)"]


def test_software_that_was_checked_and_confirmed_makes_sense() -> None:
    evening = Evening().give(c.Start("0.9.0", "Table 1", HOUSE, BOUND), c.Note(e.SoftwareChecked(OTHER)))
    evening.give(c.SignIn(1, "check"), c.ConfirmSoftware(BY)).hands(BANKER).give(c.NewShoe()).hands(TIE)
    assert evening.strange == []


def test_a_hand_with_other_software_is_named_and_so_is_whoever_never_signed_in_for_it() -> None:
    """As somebody makes it up who wants the unit to have been confirmed."""
    bound = c.Start("0.9.0", "Table 1", HOUSE, BOUND)
    refused = "no hands can be entered: this is not the software of approval"
    evening = Evening().give(bound, c.Note(e.SoftwareChecked(OTHER)))
    evening.made_up(e.ShoeStarted(1, "Table 1", HOUSE, Staff(0, ((1, "check"),)), software=evening.state.software))
    evening.made_up(e.HandRecorded(1, replace(TIE, number=1)))
    evening.made_up(e.SoftwareConfirmed("AAAA-BBBB-CCCC", Said("nothing"), BY))
    assert evening.strange == [
        f"{refused} Commission 1. A supervisor must confirm it (MENU)",
        "what is nothing, but can only be changed: lib/eztrak/table/stats.py",
    ]
    evening = Evening().give(bound, c.Note(e.SoftwareChecked(OTHER)))
    evening.made_up(e.SoftwareConfirmed("AAAA-BBBB-CCCC", OTHER.differs, "supervisor 2"))
    assert evening.strange == ["supervisor 2 had not signed in"]


def clocked(*moments: e.Moment, event: e.Event | None = None) -> Clocks:
    clocks = Clocks()
    for seq, moment in enumerate(moments, 1):
        last = event if event and seq == len(moments) else e.HealthNoted("", Said())
        clocks.take(e.Record(seq, moment, last, ""))
    clocks.finish()
    return clocks


def at(minute: int, mono: int | None = None, boot: str = "one", day: int = 18) -> e.Moment:
    mono = minute if mono is None else mono
    return e.Moment(f"2026-11-{day}T20:{minute:02}:00.000Z", mono * 60 * NANO, boot)


def test_clocks_that_go_on_alike_say_nothing() -> None:
    clocks = clocked(at(0), at(0), at(1), at(5), at(6, 0, "two"), at(9, 3, "two"))
    assert (clocks.wrong, clocks.remarks, clocks.on_record) == ([], [], 0)


def test_a_clock_runs_on_that_shows_what_has_gone_by() -> None:
    shown = time_of(at(5).at)
    assert shown
    assert runs_on(at(0), 5 * 60 * NANO, shown)
    assert not runs_on(at(0), 2 * 60 * NANO, shown)
    assert not runs_on(replace(at(0), at="x"), 5 * 60 * NANO, shown)


def test_a_step_of_the_clock_is_told_with_what_it_should_have_been() -> None:
    assert stepped(at(0), at(30, 2)) == "2026-11-18T20:02:00.000Z"
    assert stepped(at(30), at(3, 1, "two")) == "2026-11-18T20:30:00.000Z"
    assert (stepped(at(0), at(1, 0)), stepped(at(3), at(9, 0, "two"))) == ("", "")
    assert (stepped(replace(at(0), at="x"), at(1)), stepped(at(0), replace(at(1), at="2026-11-18"))) == ("", "")
    clocks = clocked(at(0), at(30, 1), at(31, 2), at(40, 3))
    assert list(map(str, clocks.remarks)) == [
        "the clock was set from 2026-11-18T20:01:00.000Z to 2026-11-18T20:30:00.000Z between rows 1 and 2, and no row"
        " says so",
        "the clock was set from 2026-11-18T20:32:00.000Z to 2026-11-18T20:40:00.000Z between rows 3 and 4, and no row"
        " says so",
    ]


def test_a_step_on_record_is_counted() -> None:
    stepped = e.ClockStepped("2026-11-18T20:01:00.000Z")
    clocks = clocked(at(0), at(30, 1), event=stepped)
    assert (clocks.remarks, clocks.on_record, clocks.last and clocks.last.seq) == ([], 1, 2)
    clocks = clocked(at(0), at(30, 1), at(30, 1), event=stepped)  # with a start, in one moment
    assert (clocks.remarks, clocks.on_record, clocks.last and clocks.last.seq) == ([], 1, 3)


def test_of_many_steps_the_first_are_told() -> None:
    clocks = clocked(*(at(30 * (step % 2), step) for step in range(14)))
    assert (len(clocks.remarks), clocks.more) == (10, 3)


def test_years_without_a_row_are_told() -> None:
    clocks = clocked(at(0), replace(at(1, 0, "two"), at="2029-11-18T20:00:00.000Z"))
    assert list(map(str, clocks.remarks)) == [
        "nothing is on record for 1,096 days, from row 1 (2026-11-18T20:00:00.000Z) to row 2 (2029-11-18T20:00:00.000Z)"
    ]


def test_what_no_clock_does_is_named() -> None:
    clocks = clocked(at(5), at(5, 4), replace(at(6), at="soon"), at(7, 0, "two"), at(8))
    assert [str(said).partition("): ")[2] for said in clocks.wrong] == [
        "the machine's own clock never goes back, and here it does",
        "its time is not a time",
        "its boot was over: the machine had been restarted since",
    ]


def test_whatever_is_typed_makes_sense(table: Table) -> None:
    """The menu itself signs in, and gives what sense asks for."""
    sense = Sense(table.state, lambda _: [table.wall])
    table.set_up().choose(Page.DEALER).type("7").choose(Page.TABLE).press("2").yes()
    table.choose(Page.TABLE).press("1").press("clear", "clear").hands("B P")
    for record in table.records:
        sense.take(record)
    sense.finish()
    assert sense.strange == []


RIGHT = e.ShoeStarted(1, "Table 1", HOUSE, Staff(0, ((1, "check"),)))
MADE_UP: dict[str, tuple[tuple[e.Event, ...], str]] = {
    "a number": ((RIGHT, e.HandRecorded(1, replace(TIE, number=9))), "hand is 9, but can only be 1"),
    "a shoe's number": ((replace(RIGHT, shoe=7),), "shoe is 7, but can only be 1"),
    "a config": ((replace(RIGHT, terms=replace(HOUSE, origin="x")),), "terms.origin is x, but can only be first"),
    "long": ((replace(RIGHT, table="x" * 90),), f"table is {'x' * 59}…, but can only be Table 1"),
    "a shoe's end": ((e.ShoeEnded(1, 0),), "eztrak would have recorded shoe_start with it"),
    "its other half": ((e.ShoeResumed(1, BY),), "no key, menu or config can have made it"),
    "bets": ((e.BetsClosed(c.ENTRY),), "no key, menu or config can have made it"),
    "bets by nobody": ((e.TimerStarted(20), e.BetsClosed("Joe")), "nobody is called Joe here"),
    "bets too soon": ((e.TimerStarted(20), e.BetsClosed(c.TIME)), "the betting time was not over"),
    "an answer": ((e.PositionAnswered("sold", 0),), "there is no such answer: sold"),
    "a question": (
        (RIGHT, e.HandRecorded(1, replace(TIE, number=1), confirmed="x")),
        "the board never asks for what was",
    ),
    "a plan of the config": (
        (e.PlanDropped(4, c.CONFIG),),
        "no key, menu or config can have made it",
    ),
    "a plan of the config's terms": (
        (e.TermsPlanned(Planned(1, SHOE, c.CONFIG, terms=HOUSE)),),
        "no key, menu or config can have made it",
    ),
    "a shoe that begins with another's hand": (
        (RIGHT, e.HandRecorded(1, replace(TIE, number=1), confirmed="not entered"), e.TableClosed("Joe")),
        "nobody is called Joe here",
    ),
    "a change of what never was": (
        (RIGHT, e.HandChanged(1, replace(TIE, number=1), BANKER, BY, "")),
        "shoe 1 has no hand 1",
    ),
    "a change of cards": (
        (RIGHT, e.HandChanged(1, replace(TIE, number=1, player="22", banker="22"), TIE, BY, "")),
        "shoe 1 has no hand 1",
    ),
    "a rule": ((e.PlanDropped(4, c.RULES),), "eztrak would have recorded nothing"),
    "terms by the dealer": ((e.TermsSet(HOUSE, c.DEALER),), "there is no hand in this shoe to take back"),
    "the same terms": ((e.TermsSet(HOUSE, BY),), "eztrak would have recorded nothing"),
    "a first PIN": ((e.PinSet(2, "x", c.FIRST_START),), "PINs were already set: this is not a first start"),
    "somebody": ((e.TableClosed("supervisor x"),), "nobody is called supervisor x here"),
    "who never signed in": ((e.TableClosed("supervisor 2"),), "supervisor 2 had not signed in"),
}


@pytest.mark.parametrize("what", MADE_UP)
def test_what_no_command_makes_is_named(what: str) -> None:
    events, words = MADE_UP[what]
    assert Evening().made_up(*events).strange[0].startswith(words)
