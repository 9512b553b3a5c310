"""Other games at the table: the keys, the counts and the records follow from the file."""

from dataclasses import replace

import pytest
from games import UNSEEN, read, shipped
from talk import TERMS, Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.desk import Desk
from eztrak.table.digits import Way
from eztrak.table.pages import Menu, Page, game_of
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState, replay
from eztrak.table.strip import said_of
from eztrak.table.terms import Limit
from eztrak.table.typed import EntryRules


def at(game, **rules) -> Table:
    made = Table(TableState(table="Table 1", terms=replace(TERMS, game=game)), rules=EntryRules(**rules))
    made.more_toggles = dict(zip(game.marks, "46782905", strict=False))
    made.deciding = {id for id in game.marks if not {"player", "banker", "tie"}.isdisjoint(game.implied({id}) or ())}
    return made


def test_a_mark_that_follows_brings_its_winner() -> None:
    table = at(shipped("tiger")).press("tiger-tie", "commit")
    assert (table.shoe, table.says) == ("T6", "hand 1: TIGER TIE")


def test_two_marks_of_one_hand_are_both_recorded() -> None:
    table = at(shipped("dai-bacc")).press("kill", "dragon7", "commit")
    assert table.shoe == "B7K"
    assert table.state.shoe is not None
    assert dict(table.state.shoe.stats.counts) == {"banker": 1, "dragon7": 1, "kill": 1}


def test_a_margin_beside_a_natural_is_refused_and_stays_to_be_mended() -> None:
    table = at(shipped("commission-dragon-bonus")).press("by6", "natural", "banker", "commit")
    assert table.says == "by 6 and Natural cannot come in the same hand"
    assert table.press("erase", "erase", "banker", "commit").shoe == "B6"
    assert table.state.shoe is not None
    assert table.state.shoe.stats.of("dragon-bonus-banker") == 1


def test_a_margin_alone_waits_for_its_winner() -> None:
    table = at(shipped("commission-dragon-bonus")).press("by6", "commit")
    assert table.says == "no result yet: Player, Banker or Tie?"
    assert table.press("player", "commit").shoe == "P6"


def test_a_game_nobody_has_seen_is_played_from_its_file() -> None:
    game = read(UNSEEN)
    table = at(game).press("crane-88", "commit").wait(30).press("heron", "player", "commit").wait(30)
    table.press("long-hand", "tie", "commit")
    assert table.shoe == "B[crane-88] PH T[long-hand]"
    again = replay(table.records, TableState(table="Table 1", terms=replace(TERMS, game=game)))
    assert again == table.state


def test_where_the_winner_key_commits_so_does_a_mark_that_says_it_all() -> None:
    table = at(shipped("commission-dragon-bonus"), confirm=False).press("by6", "natural")
    assert table.shoe == "none"
    table.press("erase", "banker")
    assert table.shoe == "B6"
    assert at(shipped("dai-bacc"), confirm=False).press("ox6").shoe == "P6"


def test_another_game_begins_with_the_next_shoe() -> None:
    table = at(shipped("ez-panda")).press("panda8", "commit").wait(30)
    table.give(c.SetTerms(replace(TERMS, game=shipped("commission"), origin="second"), c.CONFIG))
    table.press("panda8", "commit").wait(30)
    assert (table.shoe, table.state.game.id) == ("P8 P8", "ez-panda")
    table.give(c.NewShoe())
    assert table.state.game.id == "commission"
    assert table.press("panda8").says == "key 6 does nothing at this table"
    assert table.state.previous is not None
    assert table.state.previous.stats.of("panda8") == 2
    # The previous shoe is mended under its own game.
    panda = Hand(Outcome.PLAYER, frozenset({"panda8"}))
    assert table.give(c.InsertHand(1, 2, panda, "supervisor 1", "misdeal")) is None
    assert table.says == "hand 3: inserted after hand 2: PANDA 8"
    assert table.denied(c.InsertHand(2, 0, panda, "supervisor 1", "misdeal")) == "Mini-Baccarat has no panda8"


def test_a_change_keeps_the_cards_that_still_fit() -> None:
    table = at(shipped("ez-panda"), way=Way.CARDS).press(*"0403", "3", "Enter")
    assert table.shoe == "B"
    natural = Hand(Outcome.BANKER, frozenset({"natural"}))
    table.give(c.ChangeHand(1, 1, natural, "supervisor 1", "misdeal"))
    table.give(c.ChangeHand(1, 1, Hand(Outcome.BANKER, free=True), "supervisor 1", "misdeal"))
    assert table.state.shoe is not None
    assert [e.hand.player for _, e in table.state.shoe.history(1)] == ["003", "", ""]

    table = at(shipped("ez-panda"), way=Way.CARDS).press(*"0403", "3", "Enter")
    table.give(c.ChangeHand(1, 1, Hand(Outcome.BANKER, free=True), "supervisor 1", "free hand"))
    assert table.state.shoe is not None
    assert table.state.shoe.hands[0] == Hand(Outcome.BANKER, free=True, number=1, player="003", banker="43")


def test_limits_stand_in_the_order_of_the_game() -> None:
    terms = replace(TERMS, game=shipped("commission-dragon-bonus"))
    terms = (
        terms.with_limit("tie", Limit(1, 2))
        .with_limit("dragon-bonus-player", Limit(3, 4))
        .with_limit("player", Limit(5, 6))
    )
    assert [spot for spot, _ in terms.wager_limits] == ["player", "tie", "dragon-bonus-player"]


OLD_TERMS = {
    "profile": "california-ez",
    "wagers": ["player", "banker", "tie", "dragon7"],
    "decks": 6,
    "limit": [1000, 30000],
    "wager_limits": {"dragon7": [100, 200], "banker": [300, 400]},
    "fees": {"tie": 50, "player": 100, "player_dealer": 200},
    "highest_wager": None,
    "fees_allowed": True,
    "timer_seconds": 20,
    "languages": ["en"],
    "open": True,
    "origin": "abc",
}


def test_terms_of_the_first_form_are_read_with_the_game_that_they_meant() -> None:
    event = e.event_of("terms", {"terms": OLD_TERMS, "by": "config"})
    assert isinstance(event, e.TermsSet)
    assert (event.terms.game.id, list(event.terms.game.marks)) == ("ez", ["dragon7", "natural"])
    assert [spot for spot, _ in event.terms.wager_limits] == ["banker", "dragon7"]
    assert event.terms.fees == (("bet", 100), ("tie", 50), ("player_dealer", 200))
    assert e.event_of("terms", e.fields(event)) == event


@pytest.mark.parametrize(
    ("kind", "plain", "event"),
    [
        (
            "hand",
            {"shoe": 1, "hand": 4, "outcome": "B", "dragon7": 1, "free": 1, "dealer": 7},
            e.HandRecorded(1, Hand(Outcome.BANKER, frozenset({"dragon7"}), free=True, number=4), 7),
        ),
        (
            "change",
            {"shoe": 1, "hand": 4, "outcome": "P", "was": "Bnfx", "by": "supervisor 1", "reason": "misdeal"},
            e.HandChanged(
                1,
                Hand(Outcome.PLAYER, number=4),
                Hand(Outcome.BANKER, frozenset({"natural"}), free=True, voided=True, number=4),
                "supervisor 1",
                "misdeal",
            ),
        ),
    ],
)
def test_hands_of_the_first_form_are_read_with_their_marks(kind: str, plain: dict[str, object], event: e.Event) -> None:
    assert e.event_of(kind, plain) == event
    assert e.event_of(kind, e.fields(event)) == event


def test_a_correction_is_typed_by_the_game_of_its_shoe() -> None:
    """Also after the next shoe has begun under another one."""
    table = at(shipped("tiger")).hands("P B")
    table.give(c.SetTerms(replace(TERMS, game=shipped("dai-bacc"), origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    assert game_of(None, table.state) == shipped("dai-bacc")
    assert game_of(Menu(Page.LIMITS, 1, (1, 2)), table.state) == shipped("dai-bacc")
    assert game_of(Menu(Page.DESK, 1, desk=Desk(2, 0)), table.state) == shipped("dai-bacc")
    assert game_of(Menu(Page.DESK, 1, desk=Desk(1, 0)), table.state) == shipped("tiger")


def test_what_happened_to_a_hand_of_the_shoe_before_is_said_by_the_game_of_that_shoe() -> None:
    """On the strip, while another game is dealt by now."""
    tiger = Hand(Outcome.BANKER, frozenset({"small-tiger"}), number=5)
    voided = e.HandVoided(11, tiger, "supervisor 1", "misdeal")
    now, before = Shoe(12, game=TERMS.game), Shoe(11, game=shipped("tiger"))
    said = said_of(voided, TableState(terms=TERMS, shoe=now, previous=before))
    assert "SMALL TIGER" in str(said)
