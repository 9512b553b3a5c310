"""Events from a copy: what eztrak itself could have written passes, what would end the board does not."""

import json
from dataclasses import replace
from typing import Any

import pytest
from keeping import TERMS, Keeping

from eztrak.game.hand import Hand, Outcome
from eztrak.journal.errors import JournalError
from eztrak.journal.journal import record_of
from eztrak.journal.wellformed import well_formed
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.pack import Pack, Rule, What
from eztrak.table.staff import Staff
from eztrak.table.terms import FeeRow, Limit
from eztrak.voice.said import Said


def test_whatever_a_table_writes_passes(keeping: Keeping) -> None:
    keeping.give(c.SetPin(1, "check", "first start"), c.SetDealer(7, "supervisor 1"), c.CloseTable("supervisor 1"))
    keeping.give(c.OpenTable("supervisor 1"), c.SetTerms(replace(TERMS, languages=("en", "zh_TW")), "supervisor 1"))
    keeping.shoe("P Bn T B7 P8 Pf Bx").give(
        c.StartTimer(missed=True), c.CloseBets(c.TIME), c.Note(e.HealthNoted("disk", Said("worn")))
    )
    keeping.append(e.CopyTaken(1, 2, "stick", keeping.state.staff)).shoe("P")
    keeping.give(c.JoinShoes("supervisor 1", "no new shoe"), c.NewShoe(), c.UndoShoe(c.DEALER))
    assert [record.kind for record in keeping.records if not well_formed(record.event)] == []


@pytest.mark.parametrize("amount", [None, 30000])
def test_terms_of_a_pack_with_rules_pass(amount: int | None) -> None:
    pack = Pack(name="washington", rules=(Rule(What.HIGHEST, "WAC 230-15-140", amount),))
    assert well_formed(e.TermsSet(replace(TERMS, pack=pack), "config"))


HAND = Hand(Outcome.PLAYER, number=1)
ANY: Any = None


@pytest.mark.parametrize(
    "event",
    [
        e.HandRecorded(1, replace(HAND, number=ANY)),
        e.HandRecorded(1, replace(HAND, number=1001)),
        e.HandRecorded(True, HAND),
        e.HandInserted(1, HAND, 0, "supervisor 1", "", ANY),
        e.HandInserted(1, replace(HAND, number=1001), 0, "supervisor 1", "", "", 7),
        e.ShoeResumed(ANY, "supervisor 1"),
        e.TimerStarted(2**41),
        e.TimerStarted(-1),
        e.DealerSet(1, "x" * 20_000),
        e.DealerSet(1, "half a character: \udcff"),
        e.Started("0.1.0", ANY),
        e.TermsSet(replace(TERMS, languages=()), "config"),
        e.TermsSet(replace(TERMS, languages=("xx",)), "config"),
        e.TermsSet(replace(TERMS, decks=0), "config"),
        e.TermsSet(replace(TERMS, schedule=(FeeRow(None, (("nobody", 1),)),)), "config"),
        e.TermsSet(replace(TERMS, limit=Limit(ANY, 5)), "config"),
        e.TermsSet(replace(TERMS, wager_limits=(("tie", ANY),)), "config"),
        e.ShoeStarted(1, "Table 1", TERMS, Staff(0, ((1, ANY),))),
        e.ShoeStarted(1, "Table 1", ANY, Staff()),
    ],
)
def test_what_no_table_writes_does_not(event: e.Event) -> None:
    assert not well_formed(event)


@pytest.mark.parametrize("number", ["0", "1", "17", "999", "1000"])
def test_a_hand_is_the_same_however_many_before_it_were_alike(number: str) -> None:
    data = (
        f'{{"dealer":12,"hand":{number},"marks":["natural"],"outcome":"B","shoe":3,"source":"usb \\"hand\\":1,","v":2}}'
    )
    assert record_of((1, "2026-01-01", 2, "boot", "hand", data, "x")).event == e.event_of("hand", json.loads(data))


@pytest.mark.parametrize("number", ["-1", "1001", "007", "7.0", '"7"', "true", '5,"hand":7', '7,"hand":1'])
def test_what_is_no_number_of_a_hand_makes_none(number: str) -> None:
    data = f'{{"hand":{number},"outcome":"B","shoe":3,"v":2}}'
    with pytest.raises(JournalError):
        record_of((1, "2026-01-01", 2, "boot", "hand", data, "x"))
