"""Histories that a forger has made who knows the chain and the tables: every hash is right, every table fits, and what
they say cannot have happened. `verify` names the row, in words."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from keeping import TERMS, Keeping, moment

from eztrak import __version__
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.chain import GENESIS, canonical, link
from eztrak.journal.journal import Journal, append, head, record_of, rows
from eztrak.journal.projection import project
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import LIMIT, SHOE, Change, Planned
from eztrak.table.pack import Pack, Rule, What
from eztrak.table.round import NANO
from eztrak.table.staff import Staff
from eztrak.table.terms import Limit
from eztrak.voice.said import Said

RULES = (Rule(What.HIGHEST, "WAC 230-15-140", 30000),)
PACK = Pack(name="washington", title="Washington", fees=False, decks=(6, 8), inputs=("evdev",), rules=RULES)
LAW = replace(TERMS, pack=PACK, origin="law")
PAD = "evdev: Keypad"
TIE, BANKER, PLAYER = (Hand(outcome) for outcome in (Outcome.TIE, Outcome.BANKER, Outcome.PLAYER))


def evening(path: Path) -> Keeping:
    """Two shoes under a pack, a supervisor who signed in, and a hand that she has voided."""
    keeping = Keeping(path)
    keeping.give(c.Start(__version__, "Table 1", LAW), c.SetPin(1, "check", c.FIRST_START), c.NewShoe())
    for hand in (BANKER, PLAYER, TIE, BANKER):
        keeping.give(c.RecordHand(hand), source=PAD)
    keeping.give(c.VoidHand(1, 2, "supervisor 1", "misdeal"), source=PAD)
    keeping.give(c.NewShoe())
    for hand in (PLAYER, BANKER):
        keeping.give(c.RecordHand(hand), source=PAD)
    return keeping


def strange_in(keeping: Keeping) -> list[str]:
    """What cannot have happened; all else has to be as it was written."""
    finding = verify(keeping.close())
    assert finding.faults == ()
    return list(map(str, finding.strange))


def hand(number: int, hand: Hand = BANKER, shoe: int = 2, **fields: Any) -> e.HandRecorded:
    return e.HandRecorded(shoe, replace(hand, number=number), source=PAD, **fields)


def test_an_evening_as_it_was_is_all_well(tmp_path: Path) -> None:
    assert strange_in(evening(tmp_path / "t.db")) == []


BOTH = replace(TIE, marks=frozenset({"dragon7", "panda8"}))
AT = "2026-01-01T20:00:13.000Z"
MADE_UP: dict[str, tuple[tuple[e.Event, ...], str]] = {
    "a tie that is Dragon 7 and Panda 8": (
        (hand(3, BOTH),),
        f"journal row 14 (hand, {AT}): Dragon 7 and Panda 8 cannot come in the same hand; Dragon 7 is a Banker win, not"
        " Tie; Panda 8 is a Player win, not Tie",
    ),
    "a hand with a number left out": ((hand(4),), f"journal row 14 (hand, {AT}): hand is 4, but can only be 3"),
    "a hand of a shoe that has ended": (
        (hand(5, shoe=1),),
        f"journal row 14 (hand, {AT}): hand is 5, but can only be 3",
    ),
    "a hand with no keypad that it came from": (
        (e.HandRecorded(2, replace(TIE, number=3)),),
        f"journal row 14 (hand, {AT}): it does not say which keypad it came from",
    ),
    "a hand from a script": (
        (replace(hand(3), source="script"),),
        f"journal row 14 (hand, {AT}): a script may not enter hands here, only a USB keypad (Washington)",
    ),
    "a hand of a dealer who was not on duty": (
        (replace(hand(3), dealer=7),),
        f"journal row 14 (hand, {AT}): dealer is 7, but can only be nothing",
    ),
    "a hand confirmed by a supervisor who was not there": (
        (hand(3, by="supervisor 9"),),
        f"journal row 14 (hand, {AT}): supervisor 9 had not signed in",
    ),
    "a hand after a question that the board never asks": (
        (hand(3, confirmed="trust me"),),
        f"journal row 14 (hand, {AT}): the board never asks for what was confirmed here: trust me",
    ),
    "a void by a supervisor who never was": (
        (e.HandVoided(2, replace(BANKER, number=2), "supervisor 9", "misdeal", PAD),),
        f"journal row 14 (void, {AT}): supervisor 9 had not signed in",
    ),
    "a void by nobody": (
        (e.HandVoided(2, replace(BANKER, number=2), "Joe", "misdeal", PAD),),
        f"journal row 14 (void, {AT}): nobody is called Joe here",
    ),
    "a void of a hand that was another": (
        (e.HandVoided(2, replace(TIE, number=2), "supervisor 1", "misdeal", PAD),),
        f"journal row 14 (void, {AT}): outcome is T, but can only be B",
    ),
    "a void of a hand that never was": (
        (e.HandVoided(2, replace(TIE, number=44), "supervisor 1", "misdeal", PAD),),
        f"journal row 14 (void, {AT}): shoe 2 has no hand 44",
    ),
    "the dealer's void of an older hand": (
        (e.HandVoided(2, replace(PLAYER, number=1), c.DEALER, "taken back", PAD),),
        f"journal row 14 (void, {AT}): hand is 1, but can only be 2",
    ),
    "a change of what a hand was not": (
        (e.HandChanged(2, replace(TIE, number=2), replace(PLAYER, number=2), "supervisor 1", "", PAD),),
        f"journal row 14 (change, {AT}): was.outcome is P, but can only be B",
    ),
    "a hand put in after one that is not there": (
        (e.HandInserted(2, replace(TIE, number=3), 9, "supervisor 1", "", source=PAD),),
        f"journal row 14 (insert, {AT}): shoe 2 has no hand 9",
    ),
    "a hand put in with a time of its own": (
        (e.HandInserted(2, replace(TIE, number=3), 1, "supervisor 1", "", "2026-01-01T19:00:00.000Z", source=PAD),),
        f"journal row 14 (insert, {AT}): entered_at is 2026-01-01T19:00:00.000Z, but can only be nothing",
    ),
    "a shoe's end with other hands": (
        (e.ShoeEnded(2, 40, e.SEAL_FORM), e.ShoeStarted(3, "Table 1", LAW, Staff(0, ((1, "check"),)))),
        f"journal row 14 (shoe_end, {AT}): hands is 40, but can only be 2",
    ),
    "a shoe's end with a seal of the short form": (
        (e.ShoeEnded(2, 2), e.ShoeStarted(3, "Table 1", LAW, Staff(0, ((1, "check"),)))),
        f"journal row 14 (shoe_end, {AT}): form is nothing, but can only be 2",
    ),
    "a second seal without a correction": (
        (e.ShoeSealed(1, e.SEAL_FORM),),
        f"journal row 14 (shoe_seal, {AT}): no key, menu or config can have made it",
    ),
    "a shoe's end after which none begins": (
        (e.ShoeEnded(2, 2, e.SEAL_FORM),),
        f"journal row 14 (shoe_end, {AT}): the rows that belong with it are missing",
    ),
    "a shoe that continues by itself": (
        (e.ShoeResumed(1, c.DEALER),),
        f"journal row 14 (shoe_resume, {AT}): no key, menu or config can have made it",
    ),
    "terms above the ceiling, by the config": (
        (e.TermsSet(replace(LAW, limit=Limit(1000, 90000), origin="other"), c.CONFIG),),
        f"journal row 14 (terms, {AT}): a config with these terms would be refused: the table: 900 is over the"
        " highest wager allowed, 300 (WAC 230-15-140)",
    ),
    "terms above the ceiling, by a supervisor": (
        (e.TermsSet(replace(LAW, limit=Limit(1000, 90000)), "supervisor 1"),),
        f"journal row 14 (terms, {AT}): the table: 900 is over the highest wager allowed, 300 (WAC 230-15-140)",
    ),
    "a change of decks inside a shoe, by a supervisor": (
        (e.TermsSet(replace(LAW, decks=6), "supervisor 1"),),
        f"journal row 14 (terms, {AT}): eztrak would have recorded nothing",
    ),
    "a change of decks inside a shoe, by the config": (
        (e.TermsSet(replace(LAW, decks=6, origin="other"), c.CONFIG),),
        f"journal row 14 (terms, {AT}): terms.decks is 6, but can only be 8",
    ),
    "terms of a change that never waited": (
        (e.TermsSet(replace(LAW, limit=Limit(500, 20000)), "supervisor 1", planned=4),),
        f"journal row 14 (terms, {AT}): eztrak would have recorded nothing",
    ),
    "a change above the ceiling that waits": (
        (e.TermsPlanned(Planned(1, SHOE, "supervisor 1", Change(LIMIT, "", 1000, 90000))),),
        f"journal row 14 (plan, {AT}): the table: 900 is over the highest wager allowed, 300 (WAC 230-15-140)",
    ),
    "a change dropped that never waited": (
        (e.PlanDropped(3, "supervisor 1"),),
        f"journal row 14 (plan_drop, {AT}): that change is no longer pending",
    ),
    "a table closed by the dealer": (
        (e.TableClosed(c.DEALER),),
        f"journal row 14 (table_close, {AT}): nobody is called dealer here",
    ),
    "an open table opened": (
        (e.TableOpened("supervisor 1"),),
        f"journal row 14 (table_open, {AT}): the table is already open",
    ),
    "bets closed that were not open": (
        (e.BetsClosed(c.DEALER),),
        f"journal row 14 (bets_close, {AT}): bets are not open",
    ),
    "a timer of other seconds": (
        (e.TimerStarted(200),),
        f"journal row 14 (timer_start, {AT}): seconds is 200, but can only be 20",
    ),
    "a sign-in of a supervisor who has no PIN": (
        (e.SignedIn(9),),
        f"journal row 14 (sign_in, {AT}): eztrak would have recorded pin_wrong with it",
    ),
    "wrong PINs that begin with the fifth": (
        (e.PinWrong(5),),
        f"journal row 14 (pin_wrong, {AT}): tries is 5, but can only be 1",
    ),
    "a first PIN where there is one": (
        (e.PinSet(2, "own", c.FIRST_START),),
        f"journal row 14 (pin_set, {AT}): PINs were already set: this is not a first start",
    ),
    "a PIN of somebody else": (
        (e.PinSet(1, "own", "supervisor 2"),),
        f"journal row 14 (pin_set, {AT}): supervisor 1 already has a PIN, and only they can change it",
    ),
    "a PIN that a copy brought": (
        (e.CopyTaken(3, 4, "/media/stick/t.db", Staff(0, ((1, "own"),))),),
        f"journal row 14 (copy_taken, {AT}): it brings PINs that were never set here",
    ),
    "rows of a copy that are not there": (
        (e.CopyTaken(3, 90, "/media/stick/t.db", Staff(0, ((1, "check"),))),),
        f"journal row 14 (copy_taken, {AT}): there are no such rows before it",
    ),
    "a restore of another history": (
        (e.Restored("/media/stick/t.db", 13, "0" * 64, AT),),
        f"journal row 14 (restore, {AT}): this history does not continue what was restored",
    ),
    "a position that nobody counts": (
        (e.PositionAnswered("taken", 9),),
        f"journal row 14 (position, {AT}): this table does not count the player-dealer position",
    ),
    "something confirmed that nothing was": (
        (e.CopyConfirmed((e.CopyDiffers(Said("all of it")),), "supervisor 1"),),
        f"journal row 14 (copy_confirm, {AT}): there is nothing to confirm",
    ),
    "an export by nobody": (
        (e.ExportAsked("stick", "sda", "2026-01-01", "2026-01-01", ""),),
        f"journal row 14 (export, {AT}): nobody is called “” here",
    ),
}


@pytest.mark.parametrize("what", MADE_UP)
def test_what_cannot_have_happened_is_named_with_its_row(tmp_path: Path, what: str) -> None:
    events, words = MADE_UP[what]
    keeping = evening(tmp_path / "t.db").append(*events)
    assert [said[: len(words)] for said in strange_in(keeping)][:1] == [words]


def test_hand_minus_5_is_no_hand(tmp_path: Path) -> None:
    """Nor is any other row with a number that there cannot be: it is named before anybody asks what it means."""
    path = evening(tmp_path / "t.db").close()
    with closing(sqlite3.connect(path)) as connection:  # no unit of ours writes it
        append(connection, head(connection), [hand(-5)], moment(13))
        connection.commit()
    finding = verify(path)
    assert list(map(str, finding.faults)) == [f"journal row 14 (hand, {AT}) holds no event that this eztrak knows"]


def test_a_hand_in_a_closed_table_is_named(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db").give(c.CloseTable("supervisor 1")).append(hand(3))
    assert strange_in(keeping) == [
        "journal row 15 (hand, 2026-01-01T20:00:14.000Z): the table is closed: a supervisor can open it"
    ]


def test_hands_that_no_shoe_has_cards_for_are_named(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db")
    keeping.append(*(hand(number) for number in range(3, 106)))
    assert strange_in(keeping)[0].endswith("shoe 2 has 104 hands, all that 8 decks can give: start a new shoe")


def test_another_limit_in_the_middle_of_a_hand_is_named(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db").give(c.StartTimer())
    keeping.append(e.TermsSet(replace(LAW, limit=Limit(500, 20000)), "supervisor 1"))
    assert strange_in(keeping) == [
        "journal row 15 (terms, 2026-01-01T20:00:14.000Z): eztrak would have recorded plan with it"
    ]


def test_a_supervisor_from_before_a_restart_is_named(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db").give(c.Start(__version__, "Table 1", LAW))
    keeping.append(e.TableClosed("supervisor 1"))
    assert strange_in(keeping) == [
        "journal row 15 (table_close, 2026-01-01T20:00:14.000Z): supervisor 1 had not signed in"
    ]


def test_bets_that_the_time_closed_too_early_are_named(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db").give(c.StartTimer()).append(e.BetsClosed(c.TIME))
    assert strange_in(keeping) == [
        "journal row 15 (bets_close, 2026-01-01T20:00:14.000Z): the betting time was not over"
    ]


def test_a_field_that_eztrak_does_not_write_is_named(tmp_path: Path) -> None:
    """A row may say more than its event: nobody would see it, and it is none that eztrak has written."""
    path = evening(tmp_path / "t.db").close()
    rewrite(path, 5, lambda plain: plain | {"paid": "joe"})
    assert list(map(str, verify(path).strange)) == [
        "journal row 5 (hand, 2026-01-01T20:00:04.000Z): its fields are not those that eztrak writes"
    ]


def test_a_release_that_has_other_rules_is_not_judged_and_that_is_said(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path / "t.db").give(c.Start("0.8.0", "Table 1", LAW)).append(e.TableClosed("supervisor 1"))
    finding = verify(keeping.close())
    assert finding.well
    assert list(map(str, finding.notes)) == ["1 row of eztrak 0.8.0, which had different rules, could not be judged"]


def test_a_release_older_than_the_one_before_is_named(tmp_path: Path) -> None:
    """Whoever has a newer history cannot open it with an older eztrak: to claim that is to ask not to be judged."""
    keeping = evening(tmp_path / "t.db").append(e.Started("0.8.0", "Table 1"), e.TableClosed("supervisor 4"))
    assert strange_in(keeping)[0] == (
        f"journal row 14 (start, {AT}): eztrak 0.8.0 cannot have opened a history of a newer one"
    )


@pytest.mark.parametrize("name", ["1", "2", "2-games", "3"])
def test_histories_of_older_releases_are_accused_of_nothing(name: str) -> None:
    assert verify(Path(__file__).parent / "schemas" / f"{name}.db").well


# ---- the clock


def clocked(path: Path, *moments: e.Moment) -> Any:
    """What `verify` says of a hand entered at each of these moments."""
    keeping = evening(path)
    for number, when in enumerate(moments, 3):
        keeping.journal.append([hand(number)], when)
    return verify(keeping.close())


def test_a_clock_that_was_set_by_centuries_is_named(tmp_path: Path) -> None:
    finding = clocked(tmp_path / "t.db", e.Moment("2426-01-01T20:00:16.000Z", 16 * NANO, "boot-1"))
    assert finding.well
    assert list(map(str, finding.notes)) == [
        "the clock was set from 2026-01-01T20:00:16.000Z to 2426-01-01T20:00:16.000Z between rows 13 and 14, and no row"
        " says so"
    ]


def test_a_clock_that_is_set_back_by_a_restart_is_named(tmp_path: Path) -> None:
    finding = clocked(tmp_path / "t.db", e.Moment("2026-01-01T19:00:00.000Z", 1, "boot-2"))
    assert [str(note) for note in finding.notes] == [
        "the clock was set from 2026-01-01T20:00:12.000Z to 2026-01-01T19:00:00.000Z between rows 13 and 14, and no row"
        " says so"
    ]


def test_a_clock_that_creeps_is_named_once_it_is_off_by_a_minute(tmp_path: Path) -> None:
    creeping = [e.Moment(f"2026-01-01T20:00:{15 + step * 25}.000Z", (15 + step) * NANO, "boot-1") for step in (0, 1)]
    later = e.Moment("2026-01-01T20:01:30.000Z", 18 * NANO, "boot-1")
    assert len(clocked(tmp_path / "t.db", *creeping, later).notes) == 1


def test_a_step_that_is_on_record_is_counted_only(tmp_path: Path) -> None:
    keeping = evening(tmp_path / "t.db")
    later = e.Moment("2026-01-01T21:00:00.000Z", 16 * NANO, "boot-1")
    keeping.journal.append([e.ClockStepped("2026-01-01T20:00:16.000Z")], later)
    assert [str(note) for note in verify(keeping.close()).notes] == [
        "the clock was set 1 time by more than a minute, on record, last in row 14 (2026-01-01T21:00:00.000Z)"
    ]


def test_a_unit_that_was_off_for_years_is_told_of(tmp_path: Path) -> None:
    finding = clocked(tmp_path / "t.db", e.Moment("2029-01-01T20:00:00.000Z", 1, "boot-2"))
    assert [str(note) for note in finding.notes] == [
        "nothing is on record for 1,095 days, from row 13 (2026-01-01T20:00:12.000Z) to row 14"
        " (2029-01-01T20:00:00.000Z)"
    ]


IMPOSSIBLE = {
    "its own clock that goes back": (
        [e.Moment("2026-01-01T20:00:16.000Z", 3 * NANO, "boot-1")],
        "the machine's own clock never goes back, and here it does",
    ),
    "a boot that was over": (
        [
            e.Moment("2026-01-01T20:00:16.000Z", 3 * NANO, "boot-2"),
            e.Moment("2026-01-01T20:00:17.000Z", 17 * NANO, "boot-1"),
        ],
        "its boot was over: the machine had been restarted since",
    ),
    "no time": ([e.Moment("yesterday", 16 * NANO, "boot-1")], "its time is not a time"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_no_clock_does_is_named(tmp_path: Path, what: str) -> None:
    moments, words = IMPOSSIBLE[what]
    finding = clocked(tmp_path / "t.db", *moments)
    assert [str(said).partition("): ")[2] for said in finding.strange] == [words]


# ---- one field of one row, by a forger who chains all that follows anew


def rewrite(path: Path, seq: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Makes the history anew with other fields in one row: chain and tables are right again."""
    with closing(sqlite3.connect(path)) as connection:
        old = list(rows(connection))
    for part in path.parent.glob(f"{path.name}*"):
        part.unlink()
    Journal(path, "2026-01-01T20:00:00.000Z").close()
    head = GENESIS
    with closing(sqlite3.connect(path)) as connection:
        for number, at, mono, boot, kind, data, _ in old:
            text = canonical(change(json.loads(data))) if number == seq else data
            head = link(head, number, e.Moment(at, mono, boot), kind, text)
            row = (number, at, mono, boot, kind, text, head)
            connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            project(connection, record_of(row))
        connection.commit()


# What no forger can change without being named: there is one value that they can have.
BOUND = {"shoe", "hand", "hands", "dealer", "by", "after", "tries", "seconds", "staff", "position", "table", "was"}


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_field_changed_in_any_row_is_named(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = evening(tmp_path_factory.mktemp("t") / "t.db").close()
    with closing(sqlite3.connect(path)) as connection:
        known = [(row[0], json.loads(row[5])) for row in rows(connection) if row[0] > 1]
    fields = [(seq, name) for seq, plain in known for name in sorted(BOUND & {*plain})]
    seq, name = data.draw(st.sampled_from(fields))
    other = data.draw(st.sampled_from([0, 99, -1, "supervisor 8", {}, None, 1.0, True]))
    was = dict(known)[seq][name]
    assume(other != was or type(other) is not type(was))
    try:
        rewrite(path, seq, lambda plain: plain | {name: other})
    except Exception:  # it is no event at all, and no journal takes it
        return
    assert not verify(path).well


def test_a_forged_row_of_any_kind_never_ends_the_check(tmp_path: Path) -> None:
    """Values of all kinds in every place: what comes of it is a sentence, never a fault of ours."""
    random = Random(19)
    path = evening(tmp_path / "t.db").close()
    with closing(sqlite3.connect(path)) as connection:
        known = [(row[0], json.loads(row[5])) for row in rows(connection)]
    for step in range(60):
        seq, plain = random.choice(known)
        name = random.choice(sorted(plain))
        again = evening(tmp_path / f"{step}.db").close()
        value = random.choice([[], {}, "x", -1, 10**30, None, "2026", ["a"], 1.5])
        try:
            rewrite(again, seq, lambda plain, name=name, value=value: plain | {name: value})  # type: ignore[misc]
        except Exception:
            continue
        strange_in = verify(again)
        assert list(map(str, (*strange_in.faults, *strange_in.strange, *strange_in.notes, *strange_in.standing)))
