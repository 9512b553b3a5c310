"""What the sheet of a dispute says of a hand, as values: who dealt it, in which order, with which cards and bets."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from night import BOSS, Night, hand_of

from eztrak.supervisor.pit.dispute import _facts, dispute_of
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.inputs import Input


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Two hands in rounds, and a third one with its cards that was not entered and stands between them."""
    night = Night(tmp_path / "t.db").shoe(2)
    forgotten = replace(hand_of("Pn"), player="26", banker="10")
    return night.wait(60).give(c.InsertHand(1, 1, forgotten, BOSS, "not entered")).close()


def facts(history: Path, hand: int) -> dict[str, str]:
    return {str(what): str(text) for what, text in _facts(dispute_of(history, 1, hand), "en")}


def test_a_hand_is_told_with_its_dealer_its_place_and_its_bets(history: Path) -> None:
    first, second = facts(history, 1), facts(history, 2)
    assert (first["Dealer on duty"], second["Dealer on duty"]) == ("7", "7")
    assert (first["Order of play"], second["Order of play"]) == ("1st of 3", "3rd of 3")
    assert re.fullmatch(r"open [\d:]+, closed [\d:]+", first["Bets"])
    assert "Cards" not in first


def test_of_a_hand_that_was_put_in_later_nobody_says_who_dealt_it(history: Path) -> None:
    third = facts(history, 3)
    assert (third["Dealer on duty"], third["Order of play"]) == ("not on record: put in later", "2nd of 3")
    assert third["Cards"] == "Player 26, Banker 10"
    assert "Bets" not in third


def test_where_no_dealer_was_on_duty_that_is_said(tmp_path: Path) -> None:
    history = Night(tmp_path / "t.db").give(c.SetDealer(0, BOSS)).shoe(1).close()
    assert facts(history, 1)["Dealer on duty"] == "nobody"


def test_where_it_was_typed_is_told(tmp_path: Path) -> None:
    night = Night(tmp_path / "t.db").shoe()
    decision = decide(night.state, c.RecordHand(hand_of("B")), source=Input("serial", "/dev/ttyUSB0"))
    assert not isinstance(decision, c.Refusal)
    night.keep(decision)
    assert facts(night.close(), 1)["Typed on"] == str(Input("serial", "/dev/ttyUSB0"))
